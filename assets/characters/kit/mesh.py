"""Polygon meshes built ring by ring, mirrored, relaxed and subdivided.

Faces carry the name of their chart and one UV (in metres on the chart) for each corner, so that
one vertex may have several UVs until the mesh is split for glTF.
"""

import numpy as np


class Mesh:
    def __init__(self):
        self.points, self.faces, self.charts, self.uvs = [], [], [], []

    def add(self, points):
        start = len(self.points)
        self.points.extend(np.asarray(p, float) for p in points)
        return list(range(start, len(self.points)))

    def face(self, corners, chart, uvs):
        self.faces.append(tuple(corners))
        self.charts.append(chart)
        self.uvs.append([tuple(u) for u in uvs])

    def array(self):
        return np.array(self.points)

    def compact(self):
        """Drops the vertices that no face uses (those inside the holes)."""
        used = sorted({i for f in self.faces for i in f})
        new = {old: i for i, old in enumerate(used)}
        self.points = [self.points[i] for i in used]
        self.faces = [tuple(new[i] for i in f) for f in self.faces]


def bridge(mesh, low, high, chart, v0, v1, columns, closed=True, skip=()):
    """Quads between two rings that run counter-clockwise about the axis from low to high."""
    n = len(low)
    for i in range(n if closed else n - 1):
        if i in skip:
            continue
        j = (i + 1) % n
        u0, u1 = columns[i], columns[i + 1]
        mesh.face((low[i], low[j], high[j], high[i]), chart, [(u0, v0), (u1, v0), (u1, v1), (u0, v1)])


def tube(mesh, loop, stations, chart, first_v=0.0, scale=None):
    """A tube from an open edge loop through `(centre, axis, radius_a, radius_b, up)` stations.

    Columns continue those of the loop: their angles are the even ones nearest to the loop's, so
    edge loops run straight through a junction. `radius_a` lies along `up`, `radius_b` across.
    Returns the rings, the loop first.
    """
    n = len(loop)
    rings, v = [loop], first_v
    previous = np.mean([mesh.points[i] for i in loop], axis=0)
    width = scale or 2 * np.pi * np.mean([max(s[2], s[3]) for s in stations])
    columns = np.arange(n + 1) / n * width
    offset = None
    for centre, axis, ra, rb, up in stations:
        centre, axis = np.asarray(centre, float), np.asarray(axis, float)
        axis = axis / np.linalg.norm(axis)
        up = up - axis * (up @ axis)
        up = up / np.linalg.norm(up)
        side = np.cross(axis, up)
        if offset is None:
            at = np.array([mesh.points[i] for i in loop]) - previous
            angles = np.arctan2(at @ side, at @ up) - np.arange(n) * 2 * np.pi / n
            offset = np.angle(np.mean(np.exp(1j * angles)))
        th = offset + np.arange(n) * 2 * np.pi / n
        ring = mesh.add(centre + ra * np.cos(t) * up + rb * np.sin(t) * side for t in th)
        step = np.linalg.norm(centre - previous)
        bridge(mesh, rings[-1], ring, chart, v, v + step, columns)
        v, previous = v + step, centre
        rings.append(ring)
    return rings, v


def mirror(points, faces, charts, uvs, eps=1e-6):
    """The left half and its mirror image, welded on the plane x = 0; `(…, right_of)`.

    `right_of[i]` is the mirror image of vertex `i`.
    """
    n = len(points)
    on = np.abs(points[:, 0]) < eps
    image = np.full(n, -1)
    image[on] = np.nonzero(on)[0]
    image[~on] = n + np.arange((~on).sum())
    flipped = points[~on] * [-1, 1, 1]
    all_points = np.vstack([points, flipped])
    faces2 = list(faces) + [tuple(image[i] for i in reversed(f)) for f in faces]
    charts2 = list(charts) + [c + "'" for c in charts]
    uvs2 = list(uvs) + [list(reversed(u)) for u in uvs]
    return all_points, faces2, charts2, uvs2


def catmull_clark(points, faces, charts, uvs, extra=None):
    """One step; UVs are split linearly, `extra` columns (n, k) are subdivided like points."""
    data = points if extra is None else np.hstack([points, extra])
    n = len(data)
    edges, edge_faces = {}, []
    for f, face in enumerate(faces):
        for a, b in zip(face, face[1:] + face[:1]):
            key = (min(a, b), max(a, b))
            e = edges.setdefault(key, len(edges))
            if e == len(edge_faces):
                edge_faces.append([])
            edge_faces[e].append(f)
    centres = np.array([data[list(f)].mean(0) for f in faces])
    ends = np.array(list(edges.keys()))
    mids = (data[ends[:, 0]] + data[ends[:, 1]]) / 2
    inner = np.array([len(f) == 2 for f in edge_faces])
    edge_points = mids.copy()
    for e in np.nonzero(inner)[0]:
        a, b = edge_faces[e]
        edge_points[e] = (mids[e] * 2 + centres[a] + centres[b]) / 4
    f_sum, f_n = np.zeros_like(data), np.zeros(n)
    for f, face in enumerate(faces):
        for i in face:
            f_sum[i] += centres[f]
            f_n[i] += 1
    m_sum, m_n = np.zeros_like(data), np.zeros(n)
    b_sum, b_n = np.zeros_like(data), np.zeros(n)
    for e, (a, b) in enumerate(ends):
        for i in (a, b):
            m_sum[i] += mids[e]
            m_n[i] += 1
            if not inner[e]:
                b_sum[i] += mids[e]
                b_n[i] += 1
    k = m_n[:, None]
    out = (f_sum / f_n[:, None] + 2 * m_sum / k + (k - 3) * data) / k
    edge_of_sheet = b_n > 0
    out[edge_of_sheet] = (data + b_sum / 2)[edge_of_sheet] / 2
    result = np.vstack([out, centres, edge_points])
    faces2, charts2, uvs2 = [], [], []
    base_f, base_e = n, n + len(faces)
    for f, face in enumerate(faces):
        c = len(face)
        uv = np.array(uvs[f])
        middle = tuple(uv.mean(0))
        for i in range(c):
            a, b, z = face[i], face[(i + 1) % c], face[i - 1]
            e1 = base_e + edges[(min(a, b), max(a, b))]
            e0 = base_e + edges[(min(a, z), max(a, z))]
            faces2.append((a, e1, base_f + f, e0))
            charts2.append(charts[f])
            uvs2.append([tuple(uv[i]), tuple((uv[i] + uv[(i + 1) % c]) / 2), middle,
                         tuple((uv[i] + uv[i - 1]) / 2)])
    if extra is None:
        return result, faces2, charts2, uvs2
    return result[:, :3], faces2, charts2, uvs2, result[:, 3:]


def neighbours(n, faces):
    """Edge neighbours as a sparse matrix with unit entries."""
    from scipy.sparse import coo_matrix

    a = np.concatenate([np.array(f) for f in faces])
    b = np.concatenate([np.roll(np.array(f), -1) for f in faces])
    m = coo_matrix((np.ones(len(a)), (a, b)), shape=(n, n)).tocsr()
    m = m + m.T
    m.data[:] = 1.0
    return m


def normals(points, faces):
    """Vertex normals, weighted by area."""
    out = np.zeros_like(points)
    for size in {len(f) for f in faces}:
        f = np.array([x for x in faces if len(x) == size])
        p = points[f]
        n = np.zeros((len(f), 3))
        for i in range(size):
            n += np.cross(p[:, i], p[:, (i + 1) % size])
        for i in range(size):
            np.add.at(out, f[:, i], n)
    return out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-12)

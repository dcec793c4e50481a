"""The knitted cap: a shell over the skull with a rolled brim. What it hides is taken away."""

import numpy as np

from kit.field import gradient, unit
from . import form

CENTRE = np.array([0.0, 1.630, -0.012])
TILT = np.radians(23.0)
AXIS = np.array([0.0, np.cos(TILT), -np.sin(TILT)])  # the brim is higher at the brow than at the nape
FRONT = np.array([0.0, np.sin(TILT), np.cos(TILT)])
SPOKES = 32
# Degrees from the axis, height over the skull (metres): under the brim, round it, up to the top.
PROFILE = [(80.5, -0.0020), (83.0, 0.0015), (84.4, 0.0070), (83.0, 0.0118), (77.5, 0.0132), (69.5, 0.0128), (65.6, 0.0100), (63.8, 0.0064),
           (55.0, 0.0068), (44.0, 0.0086), (32.0, 0.0112), (20.0, 0.0136), (9.0, 0.0152)]
HIDDEN = 67.0


def skull(directions):
    """Where rays from the centre leave the head, and the normals there."""
    p = CENTRE + 0.08 * directions
    f = lambda q: form.head(q * np.array([1, 1, 1]) * np.where(q[:, :1] < 0, [-1, 1, 1], [1, 1, 1]))
    for _ in range(40):
        p = p - 0.9 * f(p)[:, None] * directions
    return p, unit(gradient(f, p))


def add(points, faces, charts, uvs):
    """The mesh with the cap, without the skull under it."""
    d = unit(points - CENTRE)
    hidden = (np.degrees(np.arccos(np.clip(d @ AXIS, -1, 1))) < HIDDEN) & (points[:, 1] > 1.60)
    keep = [i for i, (f, c) in enumerate(zip(faces, charts)) if not (c.rstrip("'") in ("head", "crown") and all(hidden[j] for j in f))]
    faces, charts, uvs = [faces[i] for i in keep], [charts[i] for i in keep], [uvs[i] for i in keep]
    used = np.unique(np.concatenate([np.array(f) for f in faces]))
    new = np.full(len(points), -1)
    new[used] = np.arange(len(used))
    points = points[used]
    faces = [tuple(new[i] for i in f) for f in faces]

    side = np.cross(AXIS, FRONT)
    theta = np.arange(SPOKES) * 2 * np.pi / SPOKES  # from the front over the left
    rings, v, vs = [], 0.0, []
    start = len(points)
    for k, (phi, lift) in enumerate(PROFILE):
        a = np.radians(phi)
        dirs = np.cos(a) * AXIS + np.sin(a) * (np.cos(theta)[:, None] * FRONT + np.sin(theta)[:, None] * side)
        p, n = skull(dirs)
        ring = p + lift * n
        if k:
            v += np.linalg.norm(ring - rings[-1], axis=1).mean()
        rings.append(ring)
        vs.append(v)
    p, n = skull(AXIS[None])
    pole = p + 0.0160 * n
    points = np.vstack([points] + rings + [pole])
    u = 0.30 * np.abs((theta + np.pi) % (2 * np.pi) - np.pi) / np.pi
    u_at = lambda i, mate: 0.30 if i % SPOKES == SPOKES // 2 else u[i % SPOKES]
    at = lambda k, i: start + k * SPOKES + i % SPOKES
    for i in range(SPOKES):
        chart = "cap" if i < SPOKES // 2 else "cap'"
        a, b = u_at(i, i + 1), u_at(i + 1, i)
        for k in range(len(PROFILE) - 1):
            faces.append((at(k, i), at(k, i + 1), at(k + 1, i + 1), at(k + 1, i)))
            charts.append(chart)
            uvs.append([(a, vs[k]), (b, vs[k]), (b, vs[k + 1]), (a, vs[k + 1])])
        k = len(PROFILE) - 1
        faces.append((at(k, i), at(k, i + 1), start + len(PROFILE) * SPOKES))
        charts.append(chart)
        uvs.append([(a, vs[k]), (b, vs[k]), ((a + b) / 2, vs[k] + 0.012)])
    return points, faces, charts, uvs

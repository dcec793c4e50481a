"""Edge loops, surface, skeleton and weights of the long-neck."""

import numpy as np

from humanoid.shape import near, relax
from humanoid.weights import band, step, to_segment
from kit import field
from kit.mesh import Mesh, bridge, catmull_clark, mirror, neighbours, tube
from . import form as F

HALF = 12
TAILS, NECKS = 8, 7


def half_cap(mesh, ring, push, chart, flip):
    """Half of a 6 x 6 grid that closes the tube; `push` is how far its middle stands out."""
    at = {(i, 0): ring[i] for i in range(4)}
    at.update({(3, i - 3): ring[i] for i in range(3, 10)})
    at.update({(12 - i, 6): ring[i] for i in range(9, 13)})
    p = mesh.points
    rim = np.array([p[i] for i in ring])
    centre = (rim[0] + rim[-1]) / 2
    radius = np.linalg.norm(rim - centre, axis=1).mean()
    for gz in range(1, 6):
        for gx in range(3):
            middle = p[ring[0]] * (1 - gz / 6) + p[ring[12]] * gz / 6
            q = middle * (1 - gx / 3) + p[at[(3, gz)]] * gx / 3
            r = min(np.linalg.norm(q - centre) / radius, 1.0)
            q = q + np.asarray(push) * np.sqrt(1 - r * r)
            if gx == 0:
                q[0] = 0.0
            at[(gx, gz)] = mesh.add([q])[0]
    for gz in range(6):
        for gx in range(3):
            cell = [(gx, gz), (gx + 1, gz), (gx + 1, gz + 1), (gx, gz + 1)]
            if flip:
                cell.reverse()
            mesh.face([at[c] for c in cell], chart, [(a * 0.02, b * 0.02) for a, b in cell])


def loops():
    mesh = Mesh()
    # Rings lie closer where the tube is thin, and evenly enough for the legs' holes.
    s, places = 0.03, []
    while s < F.TOTAL - 0.025:
        places.append(s)
        s += np.clip(0.40 * F.at(np.array([s]))[1][0], 0.040, 0.062)
    rings = []
    for s in places:
        c, r = F.at(np.array([s]))
        a = F.tangent(np.array([s]))[0]
        w = -np.cross(a, [1, 0, 0])  # down
        ring = []
        for i in range(HALF + 1):
            t = np.pi * i / HALF
            ring.append(c[0] + r[0] * (np.cos(t) * w + np.sin(t) * np.array([1.0, 0, 0])))
        ring[0][0] = ring[-1][0] = 0.0
        rings.append(mesh.add(ring))
    centre = np.array([F.at(np.array([s]))[0][0] for s in places])
    holes = {}
    for name, l in F.LEGS.items():
        k = int(np.argmin(np.abs(centre[:, 2] - l["hip"][2]) + 5 * np.abs(centre[:, 1] - 0.62)))
        holes[name] = k - 1
    columns = np.arange(HALF + 1) * 0.045
    v = 0.0
    for k in range(len(rings) - 1):
        skip = (2, 3, 4) if any(b <= k < b + 3 for b in holes.values()) else ()
        h = places[k + 1] - places[k]
        bridge(mesh, rings[k], rings[k + 1], "body", v, v + h, columns, closed=False, skip=skip)
        v += h
    end = F.at(np.array([0.0]))
    half_cap(mesh, rings[0], end[0][0] - F.tangent(np.array([0.0]))[0] * end[1][0] - centre[0], "tip", True)
    half_cap(mesh, rings[-1], (0, -0.006, 0.045), "nose", False)
    for name, b in holes.items():
        r = rings[b:b + 4]
        loop = [r[0][2], r[0][3], r[0][4], r[0][5], r[1][5], r[2][5], r[3][5], r[3][4], r[3][3], r[3][2], r[2][2], r[1][2]]
        l = F.LEGS[name]
        hip, knee, ankle = (np.array(l[n]) for n in ("hip", "knee", "ankle"))
        stations = []
        for y, r_ in [(0.40, 1.0), (0.365, 1.0), (0.325, 1.0), (0.285, 1.0), (0.24, 0.98), (0.19, 0.95), (0.14, 0.95), (0.095, 1.0), (0.055, 1.15), (0.022, 1.2), (0.0, 1.05)]:
            t = (y - ankle[1]) / (knee[1] - ankle[1])
            c = ankle + (knee - ankle) * t if y < knee[1] else knee + (hip - knee) * (y - knee[1]) / (hip[1] - knee[1])
            c = np.array([c[0], y, c[2] + (0.016 if y < 0.06 else 0)])
            stations.append((c, (0.12 if y > 0.38 else 0.0, -1.0, 0), 0.070 * r_, 0.070 * r_, np.array([0, 0, 1.0])))
        leg_rings, lv = tube(mesh, loop, stations, "leg" + name, scale=0.46)
        last = leg_rings[-1]
        p = np.array([mesh.points[i] for i in last])
        inner = mesh.add(p.mean(0) + 0.5 * (q - p.mean(0)) for q in p)
        cols = np.arange(13) * 0.46 / 12
        bridge(mesh, last, inner, "leg" + name, lv, lv + 0.03, cols)
        middle = mesh.add([p.mean(0)])[0]
        for i in range(0, 12, 2):
            f = (inner[i], inner[(i + 1) % 12], inner[(i + 2) % 12], middle)
            mesh.face(f, "leg" + name, [(cols[i], lv + 0.03), (cols[i + 1], lv + 0.03), (cols[i + 2], lv + 0.03), (cols[i + 1], lv + 0.06)])
    mesh.compact()
    return mesh


def surface():
    mesh = loops()
    points, faces = mesh.array(), mesh.faces
    on = np.abs(points[:, 0]) < 1e-6
    chart_of = [set() for _ in points]
    for f, c in zip(faces, mesh.charts):
        for i in f:
            chart_of[i].add(c)
    # Where the legs leave the body; the tail's tip, a few millimetres wide, would be smoothed away.
    joined = [i for i, c in enumerate(chart_of) if len(c) > 1 and "tip" not in c and "nose" not in c]
    nose = [i for i, c in enumerate(chart_of) if "nose" in c]
    amount = np.maximum(near(points, faces, joined, 7) * 0.8, near(points, faces, nose, 3) * 0.5)
    points = field.project(F.body, points, 6, 0.03)
    points[on, 0] = 0.0
    points = relax(points, faces, amount, 24, F.body)
    p, f, c, u = mirror(points, faces, mesh.charts, mesh.uvs)
    p, f, c, u = catmull_clark(p, f, c, u)
    sign = np.where(p[:, :1] < 0, [[-1.0, 1, 1]], [[1.0, 1, 1]])
    middle = np.abs(p[:, 0]) < 1e-6
    q = field.project(F.body, p * sign, 4, 0.006)
    q[middle, 0] = 0.0
    return np.round(q * sign, 6), f, c, u


# Where along the spine (fractions of its length) joints lie.
HIPS, SPINE, CHEST = 0.395, 0.500, 0.590
TAIL = np.linspace(0.345, 0.035, TAILS)
NECK = np.linspace(0.660, 0.885, NECKS)
HEAD = 0.915


def place(fraction):
    return F.at(np.array([fraction * F.TOTAL]))[0][0]


def joints():
    out = [("Hips", None, place(HIPS)), ("Spine", "Hips", place(SPINE)), ("Chest", "Spine", place(CHEST))]
    last = "Chest"
    for i, s in enumerate(NECK):
        out.append((f"Neck{i + 1}", last, place(s)))
        last = f"Neck{i + 1}"
    out += [("Head", last, place(HEAD)), ("Head_End", "Head", place(0.998))]
    last = "Hips"
    for i, s in enumerate(TAIL):
        out.append((f"Tail{i + 1}", last, place(s)))
        last = f"Tail{i + 1}"
    for side, sign in (("Left", 1), ("Right", -1)):
        m = np.array([sign, 1, 1])
        for name, parent in (("Front", "Chest"), ("Hind", "Hips")):
            l = F.LEGS[name]
            out += [(f"{side}{name}UpLeg", parent, np.array(l["hip"]) * m), (f"{side}{name}Leg", f"{side}{name}UpLeg", np.array(l["knee"]) * m),
                    (f"{side}{name}Foot", f"{side}{name}Leg", np.array(l["ankle"]) * m)]
    return out


def weights(points, faces, charts, names):
    column = {n: i for i, n in enumerate(names)}
    n = len(points)
    right = points[:, 0] < -1e-9
    q = points * np.where(right[:, None], [-1, 1, 1], [1, 1, 1])
    part = np.full(n, "", dtype="U12")
    for f, c in zip(faces, charts):
        for i in f:
            if not part[i].startswith("leg"):
                part[i] = c.rstrip("'")
    s = F.nearest(q) / F.TOTAL
    order = [(f"Tail{i + 1}", t) for i, t in enumerate(TAIL)][::-1] + [("Hips", HIPS), ("Spine", SPINE), ("Chest", CHEST)]
    order += [(f"Neck{i + 1}", t) for i, t in enumerate(NECK)] + [("Head", HEAD)]
    out = np.zeros((n, len(names)))
    # Along the spine each joint holds what lies after it (before it, in the tail).
    bounds = []
    for (a, sa), (b, sb) in zip(order[:-1], order[1:]):
        cut = sa if b.startswith("Tail") or (a.startswith("Tail") and b == "Hips") else sb
        bounds.append((cut, 0.5 * min(0.045, abs(sb - sa) * 0.95)))
    w = {order[0][0]: np.ones(n)}
    for (a, _), (b, _), (cut, half) in zip(order[:-1], order[1:], bounds):
        band(w, step(s, cut - half, cut + half), b, a)
    for name, l in F.LEGS.items():
        mine = (part == "leg" + name) * 1.0
        y = q[:, 1]
        own = mine * step(-y, -0.520, -0.395)
        for k in list(w):
            if not k.startswith("Left"):
                w[k] = w[k] * (1 - own)
        w[f"Left{name}UpLeg"] = own
        band(w, step(-y, -l["knee"][1] - 0.055, -l["knee"][1] + 0.055), f"Left{name}Leg", f"Left{name}UpLeg")
        band(w, step(-y, -l["ankle"][1] - 0.035, -l["ankle"][1] + 0.030), f"Left{name}Foot", f"Left{name}Leg")
    for name, value in w.items():
        out[~right, column[name]] += value[~right]
        out[right, column[name.replace("Left", "Right")]] += value[right]
    m = neighbours(n, faces)
    m = m.multiply(1.0 / np.asarray(m.sum(1))).tocsr()
    hips = sum(step(-np.linalg.norm(q - np.array(l["hip"]) + [0, 0.06, 0], axis=1), -0.26, -0.14) for l in F.LEGS.values())
    hips = np.minimum(hips, 1)[:, None] * 0.7
    for k in range(16):
        out += hips * (m @ out - out)
    top = np.argsort(-out, axis=1, kind="stable")[:, :4]
    v = np.take_along_axis(out, top, 1)
    v = np.maximum(v - np.sort(out, axis=1)[:, -5:-4], 0)
    v[v < 0.004] = 0
    v /= v.sum(1, keepdims=True)
    top[v == 0] = 0
    return top, v

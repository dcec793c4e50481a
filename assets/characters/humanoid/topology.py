"""The edge loops of the left half: rings along torso, neck, head, limbs and fingers.

Every junction is a hole in one tube whose rim is the first loop of the next: loops run along
and around each limb without a stop, as a modeller would lay them.
"""

import numpy as np

from kit.mesh import Mesh, bridge, tube
from . import form as F
from . import proportions as P

N = 24  # columns around torso, neck and head
HALF = N // 2
ARM_HOLE_ROWS = 4


def half_ring(mesh, centre, u, w, ru, rf, rb, n=2.2):
    """Half a ring from the front over the left side to the back; `w` points to the front."""
    centre, u, w = (np.asarray(x, float) for x in (centre, u, w))
    out = []
    for i in range(HALF + 1):
        t = np.pi * i / HALF
        x, z = np.sin(t), np.cos(t)
        r = rf if z >= 0 else rb
        q = (abs(x / ru) ** n + abs(z / r) ** n) ** (1 / n)
        out.append(centre + (x / q) * u + (z / q) * w)
    out[0][0] = out[-1][0] = 0.0
    return mesh.add(out)


def torso(mesh):
    """Rings from the pelvis up; returns the lowest ring, the arm hole and the topmost ring."""
    heights = [0.872, 0.910, 0.952, 0.996, 1.040, 1.084, 1.126, 1.168, 1.208, 1.242]
    rings = []
    for y in heights:
        _, cv, ru, rb, rf, n = F.TORSO.at(y)
        rings.append(half_ring(mesh, (0, y, -cv), (1, 0, 0), (0, 0, 1), ru, rf, rb, n))
    # The yoke: rings tilt so that they pass under the arm and over the shoulder.
    yoke = [
        (1.272, 0.150, 0.102, 0.094, 1.262), (1.304, 0.152, 0.098, 0.090, 1.298),
        (1.336, 0.154, 0.088, 0.086, 1.336), (1.364, 0.156, 0.072, 0.078, 1.374),
        (1.386, 0.128, 0.060, 0.066, 1.404),
    ]
    for y, ru, rf, rb, side in yoke:
        r = half_ring(mesh, (0, y, -0.024), (1, 0, 0), (0, 0, 1), ru, rf, rb, 2.2)
        for k, i in enumerate(r):
            mesh.points[i][1] += (side - y) * np.sin(np.pi * k / HALF) ** 2
        rings.append(r)
    for y, ru, rf, rb, tilt in [(1.400, 0.098, 0.058, 0.060, 0.012), (1.413, 0.077, 0.056, 0.058, 0.012)]:
        rings.append(half_ring(mesh, (0, y, -0.030), (1, 0, 0), (0, -0.2, 1), ru, rf, rb, 2.0))
    first = 9  # the ring under the arm
    columns = np.arange(HALF + 1) * 0.036
    v = 0.0
    for k in range(len(rings) - 1):
        skip = (5, 6) if first <= k < first + ARM_HOLE_ROWS else ()
        step = 0.033
        bridge(mesh, rings[k], rings[k + 1], "torso", v, v + step, columns, closed=False, skip=skip)
        v += step
    r = rings[first:first + ARM_HOLE_ROWS + 1]
    hole = [r[0][5], r[0][6], r[0][7], r[1][7], r[2][7], r[3][7], r[4][7], r[4][6], r[4][5], r[3][5], r[2][5], r[1][5]]
    return rings[0], hole, rings[-1]


def neck_and_head(mesh, base):
    axis = F.NECK_AXIS / np.linalg.norm(F.NECK_AXIS)
    front = np.cross((1, 0, 0), axis)
    rings, v = [base], 0.0
    columns = np.arange(HALF + 1) * 0.030
    # The collar's edge is a pair of close rings.
    for s, grow in [(0.038, 0.0), (0.044, 0.0), (0.060, 0.0), (0.080, 0.0)]:
        c = F.NECK.centre(s)
        _, _, ru, rb, rf, _ = F.NECK.at(s)
        up = max(0.0, (s - 0.07)) * 0.4
        rings.append(half_ring(mesh, c, (1, 0, 0), front + np.array([0, up, 0]), ru, rf, rb, 2.0))
    neck_count = len(rings)
    # Head rings: the lowest follows the jaw.
    rows = [
        # y at the front, y at the back, half width, front, back
        (1.470, 1.512, 0.054, 0.066, 0.070), (1.474, 1.538, 0.068, 0.092, 0.102),
        (1.490, 1.562, 0.079, 0.104, 0.114), (1.514, 1.585, 0.087, 0.106, 0.120),
        (1.538, 1.606, 0.094, 0.108, 0.126), (1.560, 1.626, 0.099, 0.114, 0.130), (1.582, 1.645, 0.103, 0.116, 0.132),
        (1.606, 1.664, 0.105, 0.110, 0.131), (1.634, 1.684, 0.105, 0.108, 0.127),
        (1.664, 1.703, 0.100, 0.101, 0.117), (1.693, 1.720, 0.089, 0.088, 0.102), (1.718, 1.733, 0.073, 0.070, 0.082),
    ]
    for yf, yb, ru, rf, rb in rows:
        y = (yf + yb) / 2
        c = np.array([0, y, -0.008])
        w = np.array([0, (yf - yb) / (rf + rb), 1.0])
        rings.append(half_ring(mesh, c, (1, 0, 0), w, ru, rf, rb, 2.1))
    for k in range(len(rings) - 1):
        step = 0.016 if k < neck_count - 1 else 0.023
        chart = "neck" if k < 2 else "head"
        bridge(mesh, rings[k], rings[k + 1], chart, v, v + step, columns, closed=False)
        v += step
    cap_half(mesh, rings[-1], 1.752, "crown")
    return rings


def cap_half(mesh, ring, top, chart):
    """Half of a 6 x 6 grid that closes the head."""
    at = {}
    for i in range(0, 4):
        at[(i, 0)] = ring[i]
    for i in range(3, 10):
        at[(3, i - 3)] = ring[i]
    for i in range(9, 13):
        at[(12 - i, 6)] = ring[i]
    p = mesh.points
    front, back = p[ring[0]], p[ring[12]]
    for gz in range(1, 6):
        for gx in range(0, 3):
            side = p[at[(3, gz)]]
            z = front[2] + (back[2] - front[2]) * gz / 6
            if gx == 2:
                z = side[2]
            x = side[0] * gx / 3
            r = np.hypot(x / 0.07, (z + 0.01) / 0.08)
            y = top - (top - front[1]) * min(r, 1.0) ** 2
            at[(gx, gz)] = mesh.add([(x, y, z)])[0]
    for gz in range(6):
        for gx in range(3):
            quad = (at[(gx, gz)], at[(gx + 1, gz)], at[(gx + 1, gz + 1)], at[(gx, gz + 1)])
            uv = [(a * 0.024, b * 0.026) for a, b in ((gx, gz), (gx + 1, gz), (gx + 1, gz + 1), (gx, gz + 1))]
            mesh.face(quad, chart, uv)


def arm_and_hand(mesh, hole):
    stations = []
    # Two rings on either side of the cuff's edge; three at the elbow.
    for s in [0.022, 0.058, 0.100, 0.146, 0.192, 0.234, 0.268, 0.302, 0.340, 0.384,
              0.428, 0.462, 0.4755, 0.4800, 0.489]:
        c = F.ARM.at(s)
        stations.append((F.ARM.centre(s), P.ARM, c[2], c[3], P.DORSAL))
    rings, v = tube(mesh, hole, stations, "arm", scale=0.28)
    wrist = rings[-1]
    rows = []
    for l, half_w, half_h in [(0.010, 0.0265, 0.019), (0.024, 0.033, 0.019), (0.040, 0.039, 0.0185), (0.056, 0.0415, 0.017), (0.070, 0.0420, 0.015)]:
        rows.append(palm_row(mesh, lambda w: l - 1.0 * max(0.0, l - 0.02) * 30 * w * w, half_w, half_h))
    edge = lambda w: 0.0935 - 6.0 * (w - 0.010) ** 2 - (0.05 * max(0.0, -w - 0.02))
    rows.append(palm_row(mesh, edge, 0.0425, 0.0105))
    # Twelve columns of the arm meet eighteen of the palm: six triangles, in the shadow of the cuff.
    angle = lambda i: np.arctan2((np.array(mesh.points[i]) - P.WRIST) @ P.THUMBWARD, (np.array(mesh.points[i]) - P.WRIST) @ P.DORSAL)
    start = int(np.argmin([abs(angle(i)) for i in wrist]))
    a = [wrist[(start + k) % 12] for k in range(12)]
    b = rows[0]
    for k in range(6):
        a0, a1, a2 = a[2 * k], a[2 * k + 1], a[(2 * k + 2) % 12]
        b0, b1, b2, b3 = (b[(3 * k + j) % 18] for j in range(4))
        u = [(3 * k + j) * 0.0105 for j in range(4)]
        m = (u[1] + u[2]) / 2
        mesh.face((a0, a1, b1, b0), "palm", [(u[0], 0), (m, 0), (u[1], 0.014), (u[0], 0.014)])
        mesh.face((a1, b2, b1), "palm", [(m, 0), (u[2], 0.014), (u[1], 0.014)])
        mesh.face((a1, a2, b3, b2), "palm", [(m, 0), (u[3], 0), (u[3], 0.014), (u[2], 0.014)])
    columns = np.arange(19) * 0.0105
    v = 0.014
    for k in range(len(rows) - 1):
        skip = (4,) if k in (1, 2) else ()
        bridge(mesh, rows[k], rows[k + 1], "palm", v, v + 0.016, columns, skip=skip)
        v += 0.016
    top = [rows[-1][i] for i in (4, 3, 2, 1, 0, 17, 16, 15, 14)]  # from the thumb's side
    low = [rows[-1][i] for i in range(5, 14)]
    for f, name in enumerate(P.FINGERS):
        t, u = top[2 * f:2 * f + 3], low[2 * f:2 * f + 3]
        loop = [t[0], u[0], u[1], u[2], t[2], t[1]]
        finger(mesh, loop, name)
    t0 = [rows[k][4] for k in (1, 2, 3)]
    b0 = [rows[k][5] for k in (1, 2, 3)]
    thumb(mesh, [t0[0], b0[0], b0[1], b0[2], t0[2], t0[1]])


def palm_row(mesh, length, half_w, half_h):
    """Eighteen points: nine on the back, nine on the palm, counter-clockwise about the arm."""
    ws = np.linspace(1, -1, 9)
    top = [(length(w * half_w), w * half_w, half_h * (1 - 0.35 * w * w) - 1.3 * (w * half_w) ** 2) for w in ws]
    low = [(length(w * half_w), w * half_w, -half_h * (1 - 0.35 * w * w) - 1.3 * (w * half_w) ** 2) for w in ws]
    order = [top[i] for i in (4, 3, 2, 1, 0)] + low + [top[i] for i in (8, 7, 6, 5)]
    return mesh.add(P.hand(*q) for q in order)


def finger(mesh, loop, name):
    chain = P.finger_chain(name)
    ra, rb = np.array(P.FINGERS[name]["radii"]) * P.HAND_SCALE
    close_tube(mesh, loop, chain, [(0, 0.50), (0, 0.80), (1, 0.18), (1, 0.72), (2, 0.22), (2, 0.66)], ra, rb, "finger" + name)


def thumb(mesh, loop):
    chain = P.finger_chain("Thumb")
    close_tube(mesh, loop, chain, [(0, 0.78), (1, 0.18), (1, 0.76), (2, 0.20), (2, 0.68)], P.THUMB_RADII[1] * 1.06, P.THUMB_RADII[3] * 1.06, "fingerThumb")


def close_tube(mesh, loop, chain, places, ra, rb, chart):
    """A finger: rings at `(phalanx, fraction)` and a tip of two quads."""
    stations = []
    across = P.THUMBWARD if "Thumb" not in chart else P.hand_direction(0.2, -0.25, -0.9)
    for i, t in places:
        d = chain[i + 1] - chain[i]
        before = chain[i] - chain[i - 1] if i else d
        after = chain[i + 2] - chain[i + 1] if i < 2 else d
        u = lambda v: v / np.linalg.norm(v)
        axis = u(d) * 1.0
        if t < 0.3:
            axis = u(u(d) + 0.6 * u(before))
        elif t > 0.7:
            axis = u(u(d) + 0.6 * u(after))
        r = ra + (rb - ra) * (i + t) / 3
        stations.append((chain[i] + t * d, axis, r, r, np.cross(axis, across)))
    rings, v = tube(mesh, loop, stations, chart, scale=0.06)
    end = rings[-1]
    axis = chain[3] - chain[2]
    # Pull the last ring's two halves together over the tip.
    tip = np.array([mesh.points[i] for i in end])
    c = tip.mean(0)
    reach = chain[3] - c
    inner = mesh.add(c + 0.55 * (p - c) + reach * 0.93 for p in tip)
    w = np.arange(7) * 0.01
    bridge(mesh, end, inner, chart, v, v + 0.01, w)
    v += 0.01
    mesh.face((inner[0], inner[1], inner[2], inner[3]), chart, [(w[0], v), (w[1], v), (w[2], v), (w[3], v)])
    mesh.face((inner[3], inner[4], inner[5], inner[0]), chart, [(w[3], v), (w[4], v), (w[5], v), (w[6], v)])


def leg_and_foot(mesh, pelvis):
    p = mesh.points
    front, back = p[pelvis[0]], p[pelvis[-1]]
    crotch = mesh.add([(0, 0.838, back[2] * 0.55), (0, 0.832, 0.002), (0, 0.838, front[2] * 0.6)])
    loop = list(pelvis) + crotch
    rings = [loop]
    columns = np.arange(17) * 0.030
    heights = [0.812, 0.758, 0.698, 0.638, 0.580, 0.534, 0.502, 0.474, 0.440, 0.396,
               0.346, 0.290, 0.230, 0.178, 0.1475, 0.1415, 0.128]
    for y in heights:
        ring = []
        for i in range(16):
            t = np.radians(-45 + 22.5 * i)  # 0 is the front, a quarter turn the outside
            ring.append(F.LEG.point(y, np.arctan2(-np.cos(t), np.sin(t))))
        if y > 0.80:
            for q in ring:
                q[0] = max(q[0], 0.004)
                q[1] += 0.05 * (q[0] - 0.05)
        rings.append(mesh.add(ring))
    v = 0.0
    for k in range(len(rings) - 1):
        bridge(mesh, rings[k + 1], rings[k], "leg", v + 0.034, v, columns)
        v += 0.034
    # The foot: rings turn from level at the ankle to upright at the instep, then go on forwards.
    fan = [
        # front (z, y), back (z, y), half width
        ((0.028, 0.110), (-0.068, 0.094), 0.037), ((0.040, 0.098), (-0.076, 0.052), 0.041),
        ((0.056, 0.088), (-0.070, 0.012), 0.043), ((0.074, 0.078), (-0.050, 0.000), 0.045),
        ((0.096, 0.068), (0.030, 0.000), 0.049), ((0.116, 0.063), (0.080, 0.000), 0.053),
        ((0.137, 0.058), (0.124, 0.000), 0.053), ((0.156, 0.053), (0.154, 0.001), 0.046),
    ]
    ankle = rings[-1]
    rings = [ankle]
    for (zf, yf), (zb, yb), w in fan:
        a, b = np.array([0, yf, zf]), np.array([0, yb, zb])
        c, d = (a + b) / 2, (a - b) / 2
        x = 0.094 + 0.006 * np.clip((c[2] + 0.02) / 0.12, 0, 1)
        ring = []
        for i in range(16):
            t = np.radians(-45 + 22.5 * i)
            s, e = np.sin(t), np.cos(t)
            if e < 0 and yb < 0.005:  # columns gather at the sole's edge
                q = (abs(s) ** 3.2 + abs(e) ** 3.2) ** (1 / 3.2)
                s, e = s / q, e / q
            ring.append(c + np.array([x, 0, 0]) + e * d + s * w * np.array([1, 0, 0]))
        rings.append(mesh.add(ring))
    v = 0.0
    for k in range(len(rings) - 1):
        bridge(mesh, rings[k + 1], rings[k], "shoe", v + 0.03, v, columns)
        v += 0.03
    cap16(mesh, rings[-1], "toe")
    return crotch


def cap16(mesh, ring, chart):
    """Closes a ring of 16 with a 4 x 4 grid (the tip of the shoe)."""
    p = mesh.points
    at = {}
    walk = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (1, 4), (0, 4), (0, 3), (0, 2), (0, 1)]
    for i, g in enumerate(walk):
        at[g] = ring[i]
    for gy in range(1, 4):
        for gx in range(1, 4):
            h = p[at[(0, gy)]] * (1 - gx / 4) + p[at[(4, gy)]] * gx / 4
            w = p[at[(gx, 0)]] * (1 - gy / 4) + p[at[(gx, 4)]] * gy / 4
            q = (h + w) / 2
            q = q + np.array([0, 0, 0.020])
            at[(gx, gy)] = mesh.add([q])[0]
    for gy in range(4):
        for gx in range(4):
            quad = (at[(gx, gy)], at[(gx, gy + 1)], at[(gx + 1, gy + 1)], at[(gx + 1, gy)])
            uv = [(a * 0.02, b * 0.016) for a, b in ((gx, gy), (gx, gy + 1), (gx + 1, gy + 1), (gx + 1, gy))]
            mesh.face(quad, chart, uv)


def left_half():
    mesh = Mesh()
    pelvis, hole, top = torso(mesh)
    neck_and_head(mesh, top)
    arm_and_hand(mesh, hole)
    leg_and_foot(mesh, pelvis)
    mesh.compact()
    return mesh

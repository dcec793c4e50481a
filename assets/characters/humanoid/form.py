"""The form of the left half as one implicit surface: what the mesh is projected onto."""

import numpy as np

from kit import field
from kit.field import Loft, ellipsoid, round_cone, smooth_cut, smooth_union
from . import proportions as P

# Rows: height, shift in x, shift in z, half width, depth to the front, to the back, exponent.
TORSO = Loft((0, 0, 0), (0, 1, 0), (1, 0, 0), [
    # s,     cu, cv,     ru,    back,  front, n        (v = axis x u = -z: plus is the back)
    (0.835, 0, 0.006, 0.100, 0.062, 0.052, 2.0),
    (0.870, 0, 0.008, 0.122, 0.086, 0.078, 2.1),
    (0.920, 0, 0.010, 0.143, 0.098, 0.088, 2.3),
    (0.970, 0, 0.010, 0.144, 0.095, 0.090, 2.3),
    (1.030, 0, 0.008, 0.130, 0.081, 0.089, 2.2),
    (1.090, 0, 0.008, 0.124, 0.076, 0.087, 2.2),
    (1.150, 0, 0.012, 0.129, 0.084, 0.091, 2.3),
    (1.220, 0, 0.018, 0.141, 0.093, 0.102, 2.5),
    (1.285, 0, 0.024, 0.149, 0.092, 0.107, 2.6),
    (1.340, 0, 0.026, 0.138, 0.080, 0.094, 2.4),
    (1.385, 0, 0.026, 0.105, 0.060, 0.066, 2.1),
    (1.415, 0, 0.026, 0.070, 0.044, 0.044, 2.0),
])
NECK_AXIS = np.array([0, 1.0, 0.20])
NECK = Loft((0, 1.38, -0.034), NECK_AXIS, (1, 0, 0), [
    (-0.03, 0, 0, 0.074, 0.066, 0.062, 2.0),
    (0.02, 0, 0, 0.060, 0.057, 0.055, 2.0),
    (0.06, 0, 0, 0.0535, 0.054, 0.052, 2.0),
    (0.12, 0, 0, 0.052, 0.053, 0.052, 2.0),
    (0.20, 0, 0, 0.050, 0.052, 0.050, 2.0),
])
ARM = Loft(P.SHOULDER, P.ARM, P.DORSAL, [
    # v = axis x u = +z: plus is the front
    (-0.060, -0.012, 0, 0.022, 0.030, 0.030, 2.0),
    (-0.040, -0.008, 0, 0.038, 0.042, 0.042, 2.0),
    (-0.010, -0.003, 0, 0.0500, 0.0530, 0.0530, 2.1),
    (0.040, 0.000, 0, 0.0535, 0.0550, 0.0550, 2.1),
    (0.080, 0.001, 0, 0.0510, 0.0530, 0.0525, 2.1),
    (0.130, 0.001, 0, 0.0465, 0.0490, 0.0480, 2.1),
    (0.200, 0, 0, 0.0415, 0.0435, 0.0430, 2.1),
    (0.268, 0, -0.001, 0.0385, 0.0400, 0.0405, 2.1),
    (0.325, 0, 0, 0.0400, 0.0415, 0.0415, 2.1),
    (0.400, 0, 0, 0.0355, 0.0365, 0.0365, 2.1),
    (0.462, 0, 0, 0.0310, 0.0330, 0.0330, 2.1),
    (0.474, 0, 0, 0.0312, 0.0332, 0.0332, 2.1),
    (0.478, 0, 0, 0.0312, 0.0332, 0.0332, 2.1),
    (0.488, 0, 0, 0.0255, 0.0285, 0.0285, 2.1),
    (0.508, 0, 0, 0.0235, 0.0278, 0.0278, 2.2),
    (0.530, 0, 0, 0.0225, 0.0290, 0.0290, 2.3),
])
LEG = Loft((0, 0, 0), (0, 1, 0), (1, 0, 0), [
    # s, cu (x), cv (-z), ru, back, front, n
    (0.055, 0.094, 0.020, 0.0320, 0.036, 0.036, 2.0),
    (0.100, 0.094, 0.019, 0.0325, 0.038, 0.036, 2.0),
    (0.128, 0.094, 0.017, 0.0335, 0.038, 0.036, 2.0),
    (0.140, 0.0938, 0.016, 0.0395, 0.0435, 0.0405, 2.0),
    (0.152, 0.0936, 0.016, 0.0405, 0.0450, 0.0410, 2.0),
    (0.240, 0.093, 0.010, 0.0455, 0.0560, 0.0430, 2.0),
    (0.340, 0.092, 0.004, 0.0535, 0.0690, 0.0480, 2.05),
    (0.420, 0.0915, -0.002, 0.0515, 0.0590, 0.0510, 2.1),
    (0.490, 0.091, -0.005, 0.0510, 0.0500, 0.0550, 2.1),
    (0.560, 0.0905, -0.003, 0.0570, 0.0570, 0.0600, 2.1),
    (0.700, 0.0885, -0.001, 0.0700, 0.0740, 0.0740, 2.1),
    (0.790, 0.0855, 0.003, 0.0775, 0.0860, 0.0820, 2.1),
    (0.850, 0.0820, 0.006, 0.0740, 0.0840, 0.0770, 2.1),
    (0.920, 0.0700, 0.006, 0.0500, 0.0600, 0.0500, 2.0),
])
SHOE = Loft((0, 0, 0), (0, 0, 1), (1, 0, 0), [
    # s = z, cu (x), cv (y): plus is up
    (-0.072, 0.094, 0.028, 0.018, 0.022, 0.022, 2.3),
    (-0.060, 0.094, 0.030, 0.034, 0.050, 0.034, 2.4),
    (-0.030, 0.094, 0.032, 0.042, 0.064, 0.038, 2.4),
    (0.010, 0.095, 0.032, 0.043, 0.067, 0.040, 2.4),
    (0.050, 0.097, 0.030, 0.047, 0.056, 0.040, 2.4),
    (0.095, 0.099, 0.027, 0.054, 0.041, 0.038, 2.5),
    (0.135, 0.100, 0.025, 0.053, 0.034, 0.036, 2.5),
    (0.165, 0.099, 0.024, 0.043, 0.028, 0.030, 2.4),
    (0.187, 0.097, 0.023, 0.020, 0.015, 0.018, 2.2),
])


def palm(p):
    """A rounded plate from the wrist to the knuckles."""
    o = P.WRIST
    q = (p - o) / P.HAND_SCALE
    l, w, h = q @ P.ARM, q @ P.THUMBWARD, q @ P.DORSAL
    t = np.clip((l - 0.0) / 0.088, 0, 1)
    half_w = 0.027 + (0.0415 - 0.027) * np.sin(np.minimum(t * 1.25, 1) * np.pi / 2)
    half_h = 0.0205 - 0.0085 * t
    # The knuckles lie on an arc, the palm side is hollow, the little finger's side drops.
    end = 0.084 - 5.5 * (w - 0.008) ** 2
    bow = -1.3 * w * w
    hh = h - bow - 0.0015
    r = 0.009
    d = np.stack([np.maximum(l - end, -0.012 - l), np.abs(w) - half_w + r * 0.9, np.abs(hh) - half_h + r * 0.9], 1)
    d = np.linalg.norm(np.maximum(d, 0), axis=1) + np.minimum(d.max(1), 0) - r * 0.9
    return d * P.HAND_SCALE


def fingers(p):
    parts = []
    for name, f in P.FINGERS.items():
        chain = P.finger_chain(name)
        ra, rb = np.array(f["radii"]) * P.HAND_SCALE
        total = np.linalg.norm(np.diff(chain, axis=0), axis=1).cumsum()
        rr = ra + (rb - ra) * np.concatenate([[0], total]) / total[-1]
        tip = chain[3] - field.unit(chain[3] - chain[2]) * rr[3]
        pts = [chain[0], chain[1], chain[2], tip]
        d = None
        for i in range(3):
            c = round_cone(p, pts[i], pts[i + 1], rr[i], rr[i + 1])
            d = c if d is None else smooth_union(d, c, 0.004)
        # A hint of a knuckle on the back of the middle joint.
        up = P.DORSAL * 0.0016
        d = smooth_union(d, np.linalg.norm(p - chain[1] - up, axis=1) - rr[1] * 0.97, 0.006)
        parts.append(d)
    return np.minimum.reduce(parts)


def thumb(p):
    c = P.finger_chain("Thumb")
    r = np.array(P.THUMB_RADII) * P.HAND_SCALE
    tip = c[3] - field.unit(c[3] - c[2]) * r[3]
    a = round_cone(p, c[0], c[1], r[0], r[1])
    b = round_cone(p, c[1], c[2], r[1], r[2])
    e = round_cone(p, c[2], tip, r[2] * 0.97, r[3])
    return smooth_union(smooth_union(a, b, 0.010), e, 0.006)


def hand(p):
    d = smooth_union(palm(p), fingers(p), 0.0075)
    heel = ellipsoid((p - P.hand(0.030, -0.018, -0.008)) @ np.stack([P.ARM, P.THUMBWARD, P.DORSAL], 1),
                     (0, 0, 0), np.array([0.030, 0.015, 0.012]) * P.HAND_SCALE)
    d = smooth_union(d, heel, 0.012)
    return smooth_union(d, thumb(p), 0.022)


def head(p):
    skull = ellipsoid(p, (0, 1.642, -0.014), (0.1060, 0.1080, 0.1180))
    face = ellipsoid(p, (0, 1.566, 0.020), (0.0850, 0.1000, 0.0820), 0.06)
    d = smooth_union(skull, face, 0.080)
    jaw = ellipsoid(p, (0.022, 1.505, 0.040), (0.046, 0.034, 0.046))
    d = smooth_union(d, jaw, 0.050)
    cheeks = ellipsoid(p, (0.046, 1.548, 0.056), (0.034, 0.036, 0.034))
    d = smooth_union(d, cheeks, 0.040)
    socket = ellipsoid(p, (0.038, 1.604, 0.126), (0.032, 0.025, 0.022))
    d = smooth_cut(d, socket, 0.026)
    nose = round_cone(p, (0, 1.600, 0.092), (0, 1.566, 0.1125), 0.0080, 0.0138)
    d = smooth_union(d, nose, 0.018)
    return d


def shoe(p):
    d = SHOE(p)
    ankle = LEG(p)
    d = smooth_union(d, ankle, 0.022)
    return -smooth_union(-d, p[:, 1], 0.018)  # the flat sole


def body(p):
    """The whole left half; `p` with x >= 0."""
    q = p.copy()
    q[:, 0] = np.abs(q[:, 0])
    trunk = TORSO(q)
    seat = ellipsoid(q, (0.066, 0.905, -0.058), (0.074, 0.080, 0.062))
    trunk = smooth_union(trunk, seat, 0.055)
    chest = ellipsoid(q, (0.070, 1.300, 0.050), (0.066, 0.055, 0.030), 0.30)
    trunk = smooth_union(trunk, chest, 0.060)
    blade = ellipsoid(q, (0.075, 1.285, -0.085), (0.055, 0.075, 0.030), -0.15)
    trunk = smooth_union(trunk, blade, 0.050)
    d = smooth_union(trunk, NECK(q), 0.055)
    shoulders = round_cone(q, (0.0, 1.398, -0.034), (0.150, 1.364, -0.024), 0.046, 0.044)
    d = smooth_union(d, shoulders, 0.050)
    d = smooth_union(d, ARM(q), 0.040)
    d = smooth_union(d, shoe(q), 0.030)
    d = smooth_union(d, head(q), 0.016)
    d = smooth_union(d, hand(q), 0.010)
    return d

"""Body: one tube from the tail's tip to the nose; four legs; metres, Y up, the face to +Z."""

import numpy as np
from scipy.interpolate import PchipInterpolator

from kit import field
from kit.field import ellipsoid, round_cone, smooth_union

# Height, place along Z, radius: from the tail's tip to the nose.
SPINE = np.array([
    (0.560, -1.420, 0.012), (0.430, -1.250, 0.030), (0.385, -1.020, 0.052), (0.440, -0.780, 0.086), (0.545, -0.540, 0.142),
    (0.610, -0.320, 0.200), (0.630, -0.060, 0.228), (0.640, 0.170, 0.205), (0.720, 0.345, 0.148), (0.850, 0.440, 0.106),
    (1.000, 0.480, 0.084), (1.150, 0.490, 0.073), (1.290, 0.505, 0.069), (1.385, 0.555, 0.078), (1.405, 0.645, 0.084),
    (1.378, 0.735, 0.070), (1.360, 0.790, 0.056),
])
LENGTHS = np.concatenate([[0], np.linalg.norm(np.diff(SPINE[:, :2], axis=0), axis=1).cumsum()])
TOTAL = LENGTHS[-1]
CURVE = PchipInterpolator(LENGTHS, SPINE)


def at(s):
    """Point and radius of the spine at arc length `s`."""
    y, z, r = np.moveaxis(CURVE(s), -1, 0)
    return np.stack([0 * y, y, z], -1), r


def tangent(s, h=0.02):
    a, _ = at(np.clip(s - h, 0, TOTAL))
    b, _ = at(np.clip(s + h, 0, TOTAL))
    return field.unit(b - a)


_S = np.linspace(0, TOTAL, 90)
_P, _R = at(_S)

LEGS = {
    "Front": dict(hip=(0.120, 0.560, 0.190), knee=(0.142, 0.325, 0.165), ankle=(0.146, 0.085, 0.190), radii=(0.098, 0.074, 0.066)),
    "Hind": dict(hip=(0.125, 0.560, -0.270), knee=(0.150, 0.325, -0.235), ankle=(0.150, 0.085, -0.285), radii=(0.116, 0.086, 0.068)),
}


def leg(p, name):
    l = LEGS[name]
    h, k, a = (np.array(l[n]) for n in ("hip", "knee", "ankle"))
    r = l["radii"]
    d = smooth_union(round_cone(p, h, k, r[0], r[1]), round_cone(p, k, a, r[1], r[2]), 0.09)
    foot = ellipsoid(p, (a[0], 0.028, a[2] + 0.016), (0.082, 0.060, 0.092))
    d = smooth_union(d, foot, 0.05)
    return -smooth_union(-d, p[:, 1], 0.022)


def nearest(p):
    """Arc length of the nearest point of the spine."""
    d = np.linalg.norm(p[:, None] - _P[None], axis=2) - _R[None] * 0.35
    i = d.argmin(1)
    best = _S[i].copy()
    for step in (0.012, 0.005, 0.002):
        for sign in (-1, 1):
            trial = np.clip(best + sign * step, 0, TOTAL)
            q0, _ = at(best)
            q1, _ = at(trial)
            better = np.linalg.norm(p - q1, axis=1) < np.linalg.norm(p - q0, axis=1)
            best = np.where(better, trial, best)
    return best


def body(p):
    q = p.copy()
    q[:, 0] = np.abs(q[:, 0])
    d = None
    for i in range(len(_S) - 1):
        c = round_cone(q, _P[i], _P[i + 1], _R[i], _R[i + 1])
        d = c if d is None else np.minimum(d, c)
    brow = ellipsoid(q, (0.050, 1.432, 0.620), (0.036, 0.032, 0.050))
    d = smooth_union(d, brow, 0.035)
    muzzle = ellipsoid(q, (0.026, 1.362, 0.775), (0.046, 0.044, 0.050))
    d = smooth_union(d, muzzle, 0.035)
    for name in LEGS:
        d = smooth_union(d, leg(q, name), 0.070)
    return d

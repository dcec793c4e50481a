"""Implicit forms: signed distances (metres, negative inside) at many points at once.

A form is a function from points `(n, 3)` to distances `(n,)`. Distances are exact near the
surface only to first order, which is all that `project` needs.
"""

import numpy as np
from scipy.interpolate import PchipInterpolator


def unit(v):
    v = np.asarray(v, float)
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def smooth_union(a, b, k):
    """Union with a fillet of about radius `k` (polynomial smooth minimum)."""
    h = np.maximum(k - np.abs(a - b), 0.0) / k
    return np.minimum(a, b) - h * h * k * 0.25


def smooth_cut(a, b, k):
    """`a` without `b`, with a rounded rim."""
    return -smooth_union(-a, b, k)


def ellipsoid(p, centre, radii, tilt=0.0):
    """An ellipsoid; `tilt` turns it about the x axis (radians)."""
    q = p - np.asarray(centre)
    if tilt:
        c, s = np.cos(tilt), np.sin(tilt)
        q = np.stack([q[:, 0], c * q[:, 1] + s * q[:, 2], -s * q[:, 1] + c * q[:, 2]], 1)
    r = np.asarray(radii, float)
    k0 = np.linalg.norm(q / r, axis=1)
    k1 = np.linalg.norm(q / (r * r), axis=1)
    return k0 * (k0 - 1.0) / np.maximum(k1, 1e-9)


def round_cone(p, a, b, ra, rb):
    """A capsule whose radius goes from `ra` at `a` to `rb` at `b`."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    ab = b - a
    t = np.clip((p - a) @ ab / (ab @ ab), 0.0, 1.0)
    return np.linalg.norm(p - a - t[:, None] * ab, axis=1) - (ra + (rb - ra) * t)


class Loft:
    """A tube along a straight axis with a superellipse as section.

    `stations` are rows `(s, cu, cv, ru, rv_plus, rv_minus, n)`: the place on the axis, the
    centre and radii along `u` and `v` (the side of positive `v` has its own radius) and the
    exponent (2: ellipse, more: squarer). Everything between runs on monotone cubics, so that a
    silhouette has no bump that the table does not have.
    """

    def __init__(self, origin, axis, u, stations):
        self.o = np.asarray(origin, float)
        self.a, self.u = unit(axis), unit(u)
        self.v = np.cross(self.a, self.u)
        t = np.asarray(stations, float)
        self.s0, self.s1 = t[0, 0], t[-1, 0]
        self.table = PchipInterpolator(t[:, 0], t[:, 1:])

    def at(self, s):
        return self.table(np.clip(s, self.s0, self.s1))

    def centre(self, s):
        c = self.at(s)
        return self.o + s * self.a + c[0] * self.u + c[1] * self.v

    def point(self, s, angle):
        """A point of the surface; angle 0 is `u`, a quarter turn is `v`."""
        _, _, ru, rp, rm, n = self.at(s)
        x, y = np.cos(angle), np.sin(angle)
        rv = rp if y >= 0 else rm
        q = (abs(x / ru) ** n + abs(y / rv) ** n) ** (1 / n)
        return self.centre(s) + (x / q) * self.u + (y / q) * self.v

    def __call__(self, p):
        q = p - self.o
        s = q @ self.a
        c = self.at(s)
        x, y = q @ self.u - c[:, 0], q @ self.v - c[:, 1]
        rv = np.where(y >= 0, c[:, 3], c[:, 4])
        n = c[:, 5]
        e = ((np.abs(x) / c[:, 2]) ** n + (np.abs(y) / rv) ** n + 1e-12) ** (1 / n)
        r = np.hypot(x, y)
        # Along the ray from the centre; near the centre the smaller radius stands in.
        d = np.where(r > 1e-6, r - r / e, -np.minimum(c[:, 2], rv))
        ends = np.maximum(self.s0 - s, s - self.s1)
        out = np.hypot(np.maximum(d, 0), np.maximum(ends, 0))
        return np.where(ends > 0, out, np.maximum(d, ends))


def gradient(form, p, h=2e-4):
    g = np.empty_like(p)
    for i in range(3):
        e = np.zeros(3)
        e[i] = h
        g[:, i] = (form(p + e) - form(p - e)) / (2 * h)
    return g


def project(form, p, steps=4, most=0.01):
    """Points moved onto the surface along the gradient, at most `most` metres a step."""
    p = p.copy()
    for _ in range(steps):
        g = gradient(form, p)
        d = form(p)
        move = -d / np.maximum((g * g).sum(1), 0.05)
        move = np.clip(move * np.linalg.norm(g, axis=1), -most, most)
        p += move[:, None] * g / np.maximum(np.linalg.norm(g, axis=1, keepdims=True), 1e-9)
    return p

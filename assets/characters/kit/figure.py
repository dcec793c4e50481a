"""What the clips of all figures share: curves in time, turns, two-bone legs, blinks.

Angles are degrees, lengths metres, times seconds.
"""

import numpy as np
from scipy.interpolate import CubicSpline, PchipInterpolator

from . import rig

X, Y, Z = np.eye(3)
D = np.radians


def ease(t, a, b):
    """0 before `a`, 1 after `b`, with still ends (quintic)."""
    u = np.clip((t - a) / (b - a), 0, 1)
    return u * u * u * (u * (6 * u - 15) + 10)


def curve(t, points):
    """A smooth curve through `(time, value)` that never overshoots them."""
    p = np.array(points, float)
    return PchipInterpolator(p[:, 0], p[:, 1:])(t).squeeze()


def spline(t, points, start=0.0, end=0.0):
    """A rounder curve through `(time, value)` with given slopes at its ends."""
    p = np.array(points, float)
    return CubicSpline(p[:, 0], p[:, 1], bc_type=((1, start), (1, end)))(t)


def wave(phase, count, lag=0.0):
    """A sine of `count` whole turns over the phase (0 to 1), late by `lag` turns."""
    return np.sin(2 * np.pi * (count * phase - lag))


def frame(n, d, rest_d, rest_n=X):
    """The turn of a bone that lay along `rest_d` and now lies along `d`, its hinge along `n`."""
    rest_d = rest_d / np.linalg.norm(rest_d)
    rx = rest_n - rest_d * (rest_n @ rest_d)
    rx /= np.linalg.norm(rx)
    r = rig.from_matrix(np.stack([rx, rest_d, np.cross(rx, rest_d)], 1))
    q = rig.from_matrix(np.stack([n, d, np.cross(n, d)], -1))
    return rig.mul(q, rig.inv(np.broadcast_to(r, q.shape)))


class Figure:
    """A skeleton's turns over a clip's time, 240 samples a second, before keys are chosen."""

    lid = (0.09, 0.04, 0.17)  # seconds: closing, from shut to opening, to open

    def __init__(self, skeleton, seconds, morphs, slack, rate=240):
        self.sk, self.seconds = skeleton, seconds
        self.t = np.linspace(0, seconds, int(round(seconds * rate)) + 1)
        n = len(self.t)
        self.turns = np.tile([0, 0, 0, 1.0], (n, len(skeleton.names), 1))
        self.root = np.tile(skeleton.rest[0], (n, 1))
        self.feet = {}
        self.morphs = np.zeros((n, morphs))
        self.poses, self.breaks, self.extras = [], [], {}
        self.slack = slack  # how much the tolerances of the keys may be widened
        self.stretch = 0.0

    def put(self, name, q):
        self.turns[:, self.sk.index[name]] = q

    def full(self, v):
        return np.broadcast_to(np.asarray(v, float), self.t.shape)

    def euler(self, x=0.0, y=0.0, z=0.0):
        """Yaw, then pitch (forwards positive), then roll (left side up positive)."""
        q = rig.mul(rig.about(Y, D(self.full(y))), rig.about(X, D(self.full(x))))
        return rig.mul(q, rig.about(Z, D(self.full(z))))

    def hips(self, dx=0.0, dy=0.0, dz=0.0, **angles):
        self.root = self.sk.rest[0] + np.stack([self.full(dx), self.full(dy), self.full(dz)], 1)
        self.put("Hips", self.euler(**angles))

    def two_bones(self, joints, parent, at, target, pole, end, rest_n=X):
        """Thigh, shin and foot (names) from `at` to `target`; the knee bends about `pole` x leg.

        `parent` is the model-space turn above the thigh, `end` that of the foot. Remembers the
        largest length that was asked for, as a share of the leg's.
        """
        i, j, k = (self.sk.index[name] for name in joints)
        rest = self.sk.rest
        a, b = np.linalg.norm(rest[j] - rest[i]), np.linalg.norm(rest[k] - rest[j])
        d = target - at
        length = np.linalg.norm(d, axis=1)
        if (length / (a + b)).max() > self.stretch:
            self.stretch, self.stretched_at = float((length / (a + b)).max()), float(self.t[length.argmax()])
        reach = np.minimum(length, (a + b) * 0.9998)
        d = d / length[:, None]
        n = np.cross(pole, d)
        n /= np.linalg.norm(n, axis=1, keepdims=True)
        c = np.clip((a * a + reach**2 - b * b) / (2 * a * reach), -1, 1)
        first = rig.rotate(rig.about(n, -np.arccos(c)), d)
        second = at + reach[:, None] * d - (at + a * first)
        second /= np.linalg.norm(second, axis=1, keepdims=True)
        thigh = frame(n, first, rest[j] - rest[i], rest_n)
        shin = frame(n, second, rest[k] - rest[j], rest_n)
        self.turns[:, i] = rig.mul(rig.inv(parent), thigh)
        self.turns[:, j] = rig.mul(rig.inv(thigh), shin)
        self.turns[:, k] = rig.mul(rig.inv(shin), end)

    def complain(self):
        if self.stretch > 0.9995:
            print(f"    a leg wants {self.stretch:.4f} of its length at {self.stretched_at:.3f} s")

    def blink(self, *times):
        close, shut, wide = self.lid
        for at in times:
            d = self.t - at
            self.morphs[:, 0] = np.maximum(self.morphs[:, 0], ease(d, -close, 0.0) * (1 - ease(d, shut, wide)))

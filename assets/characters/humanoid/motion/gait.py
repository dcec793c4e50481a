"""Walk and run, in place: a foot on the ground moves back at the clip's speed."""

import numpy as np
from scipy.interpolate import CubicHermiteSpline, CubicSpline

from .body import Body, cycle

TAU = 2 * np.pi


def stride(phase, landing, leaving, start, length, points, pitch):
    """One foot over the cycle: `(z, y, pitch)`.

    It stands from phase 0 (`landing` is 0) to `leaving`, going from `start` back by `length`
    evenly, then swings through `points` `(phase, z, y)`; its speed has no jump.
    """
    v = -length / leaving
    p = np.array(points, float)
    at = np.concatenate([[leaving], p[:, 0], [1.0]])
    z = CubicSpline(at, np.concatenate([[start - length], p[:, 1], [start]]), bc_type=((1, v), (1, v)))
    y = CubicSpline(at, np.concatenate([[0], p[:, 2], [0]]), bc_type=((1, 0), (1, 0)))
    f = phase % 1.0
    on = f <= leaving
    return (np.where(on, start + v * f, z(f)), np.where(on, 0.0, np.maximum(y(f), 0)), cycle_pitch(f, pitch))


def cycle_pitch(f, points):
    p = np.array(points, float)
    return CubicHermiteSpline(p[:, 0], p[:, 1], p[:, 2])(f)


def walk(sk):
    b = Body(sk, 1.08)
    ph = b.t / b.seconds
    leaving, length = 0.60, 0.60
    # phase, degrees, slope (degrees a cycle): heel strike, flat, heel off, toe off, swing
    pitch = [(0, -19, 40), (0.085, 0, 0), (0.36, 0, 0), (0.60, 44, 95), (0.70, 36, -190), (0.86, -10, -170), (0.95, -20, -20), (1, -19, 40)]
    swing = [(0.72, -0.155, 0.070), (0.84, 0.165, 0.042), (0.93, 0.300, 0.030)]
    for side, shift in (("Left", 0.0), ("Right", 0.5)):
        f = (ph - shift) % 1.0
        z, y, p = stride(f, 0, leaving, 0.284, length, swing, pitch)
        sign = 1 if side == "Left" else -1
        toe = np.where(f <= leaving, np.maximum(p, 0), np.maximum(p, 0) * np.clip(1 - (f - leaving) / 0.16, 0, 1) ** 2)
        b.foot(side, x=-sign * (0.022 - 0.006 * np.sin(TAU * (f - 0.55))), y=y, z=z, yaw=sign * 5, pitch=p, toe=toe)
    w = lambda k, lag=0.0: np.cos(TAU * k * (ph - lag))
    b.hips(dx=0.024 * w(1, 0.30), dy=-0.0245 + 0.0155 * w(2, 0.335), dz=0.006 * w(2, 0.15),
           x=1.5 + 1.0 * w(2, 0.10), y=-6.5 * w(1, 0.02), z=3.6 * w(1, 0.25))
    b.spine(x=1.0 + 1.6 * w(2, 0.16), y=13.5 * w(1, 0.04), z=-5.4 * w(1, 0.28))
    b.head(x=-1.5 - 1.6 * w(2, 0.20), y=-6.5 * w(1, 0.06), z=1.8 * w(1, 0.32))
    for side, s in (("Left", 1), ("Right", -1)):
        back = s * w(1, 0.035)  # 1: arm behind
        late = s * w(1, 0.105)
        b.arm(side, out=10 + 2.0 * w(2, 0.2), forward=3 - 23 * back, twist=-6 - 6 * back, elbow=21 - 13 * late + 2,
              turn=18, lift=-3 + 1.5 * w(2, 0.36), reach=-4.0 * back, flex=6 + 7 * s * w(1, 0.17), bend=-3)
        b.hand(side, [("relaxed", 1.0)], ripple=lambda k, s=s: 4 * s * w(1, 0.16 + 0.02 * k))
    b.slack = 1.0
    b.solve(4)
    # Contact, down, passing, up, and toe off, for both feet.
    b.poses = [b.seconds * (k + s) for k in (0.0, 0.085, 0.21, 0.36, 0.48) for s in (0, 0.5)]
    b.breaks = [b.seconds * x for x in (0.10, 0.60)]
    b.blink(0.62)
    b.extras = {"speed": round(length / leaving / b.seconds, 6), "speedUnit": "m/s", "direction": [0, 0, 1]}
    return "Walk", b


def run(sk):
    b = Body(sk, 0.72)
    ph = b.t / b.seconds
    leaving, length = 0.36, 0.56
    pitch = [(0, -7, 30), (0.055, 0, 0), (0.17, 0, 0), (0.36, 52, 210), (0.52, 82, 20), (0.72, 40, -320), (0.90, -8, -90), (1, -7, 30)]
    swing = [(0.50, -0.400, 0.215), (0.64, -0.090, 0.245), (0.80, 0.250, 0.150), (0.91, 0.285, 0.055)]
    for side, shift in (("Left", 0.0), ("Right", 0.5)):
        f = (ph - shift) % 1.0
        z, y, p = stride(f, 0, leaving, 0.205, length, swing, pitch)
        sign = 1 if side == "Left" else -1
        toe = np.where(f <= leaving, np.maximum(p, 0), np.maximum(p, 0) * np.clip(1 - (f - leaving) / 0.14, 0, 1) ** 2)
        b.foot(side, x=-sign * 0.036, y=y, z=z, yaw=sign * 3, pitch=p, toe=toe)
    w = lambda k, lag=0.0: np.cos(TAU * k * (ph - lag))
    b.hips(dx=0.014 * w(1, 0.16), dy=-0.050 + 0.036 * w(2, 0.425), dz=0.010 * w(2, 0.05),
           x=8.5 + 2.0 * w(2, 0.30), y=-9 * w(1, 0.0), z=3.4 * w(1, 0.17))
    b.spine(x=7.5 - 2.5 * w(2, 0.40), y=22 * w(1, 0.02), z=-5.0 * w(1, 0.20))
    b.head(x=-12 + 1.5 * w(2, 0.44), y=-12 * w(1, 0.04), z=1.4 * w(1, 0.24))
    for side, s in (("Left", 1), ("Right", -1)):
        back = s * w(1, 0.02)
        late = s * w(1, 0.08)
        b.arm(side, out=17 + 3 * back, forward=-4 - 46 * back, twist=2 - 6 * back, elbow=84 - 14 * late, turn=24,
              lift=2 + 2 * w(2, 0.44), reach=-9 * back, flex=5 + 9 * s * w(1, 0.13), bend=4)
        b.hand(side, [("soft", 1.0)], ripple=lambda k, s=s: 5 * s * w(1, 0.14))
    b.slack = 1.3
    b.solve(2)
    b.poses = [b.seconds * (k + s) for k in (0.0, 0.055, 0.17, 0.36, 0.43) for s in (0, 0.5)]
    b.breaks = [b.seconds * x for x in (0.36, 0.86)]
    b.extras = {"speed": round(length / leaving / b.seconds, 6), "speedUnit": "m/s", "direction": [0, 0, 1]}
    return "Run", b

"""Idle, Walk and Look: waves that run along neck and tail, four feet planted."""

import numpy as np
from scipy.interpolate import CubicSpline

from humanoid.motion import bake
from kit import rig
from kit.figure import D, Figure, X, Z, curve, ease, wave
from . import build
from . import form as F

class Body(Figure):
    lid = (0.10, 0.05, 0.20)

    def __init__(self, skeleton, seconds):
        super().__init__(skeleton, seconds, morphs=1, slack=0.6)

    def turn(self, name, **angles):
        self.put(name, self.euler(**angles))

    def bend(self, prefix, count, x=None, y=None, z=None):
        """Each joint of a chain by functions of its place, 0 at the body and 1 at the end."""
        for i in range(count):
            k = i / (count - 1)
            self.turn(f"{prefix}{i + 1}", **{axis: f(k) for axis, f in (("x", x), ("y", y), ("z", z)) if f})

    def foot(self, side, name, x=0.0, y=0.0, z=0.0, pitch=0.0):
        f = self.full
        self.feet[(side, name)] = (np.stack([f(x), f(y), f(z)], 1), f(pitch))

    def solve(self):
        g, p = self.sk.forward(self.turns, self.root)
        for (side, name), (shift, pitch) in self.feet.items():
            m = np.array([1 if side == "Left" else -1, 1, 1])
            bend = 1.0 if name == "Hind" else -1.0  # knees point forwards, elbows back
            names = [f"{side}{name}{part}" for part in ("UpLeg", "Leg", "Foot")]
            i, k = (self.sk.index[names[n]] for n in (0, 2))
            parent = g[:, self.sk.parents[i]]
            toe = np.array(F.LEGS[name]["ankle"]) * [1, 0, 1] + [0, 0, 0.06]
            up = rig.about(X, D(pitch))
            target = shift + toe * m + rig.rotate(up, self.sk.rest[k] - toe * m)
            self.two_bones(names, parent, p[:, i], target, rig.rotate(parent, Z) * bend, up, bend * X)
        self.complain()


def stand(b):
    for side in ("Left", "Right"):
        for name in ("Front", "Hind"):
            b.foot(side, name)


def idle(sk):
    b = Body(sk, 5.0)
    w = lambda k, lag=0.0: wave(b.t / b.seconds, k, lag)
    stand(b)
    b.hips(dx=0.010 * w(1), dy=-0.012 + 0.004 * w(2, 0.1), x=0.6 * w(2, 0.2), z=1.2 * w(1))
    b.turn("Spine", x=-0.8 * w(2, 0.25), z=-0.6 * w(1, 0.1))
    b.turn("Chest", x=-0.8 * w(2, 0.3), z=-0.6 * w(1, 0.1))
    b.bend("Neck", build.NECKS, x=lambda k: (3.0 - 5.0 * k) * w(1, 0.15 + 0.25 * k) + 1.0 * w(2, 0.3 * k), y=lambda k: 2.2 * w(1, 0.3 + 0.2 * k), z=lambda k: 3.0 * w(1, 0.10 + 0.30 * k))
    b.turn("Head", x=4 * w(1, 0.55) + 1.5 * w(2, 0.5), y=7 * w(1, 0.52), z=-5 * w(1, 0.45))
    b.bend("Tail", build.TAILS, x=lambda k: 1.8 * w(2, 0.2 + 0.5 * k), y=lambda k: (4 + 7 * k) * w(1, 0.1 + 0.55 * k))
    b.solve()
    b.blink(1.4, 3.9)
    b.poses = list(np.linspace(0, b.seconds, 9))
    return "Idle", b


def walk(sk):
    b = Body(sk, 1.7)
    ph = b.t / b.seconds
    w = lambda k, lag=0.0: wave(ph, k, lag)
    leaving, length = 0.70, 0.250
    v = -length / leaving
    swing_z = CubicSpline([leaving, 0.86, 1.0], [-length / 2, 0.055, length / 2], bc_type=((1, v), (1, v)))
    for side, name, shift in (("Left", "Hind", 0.0), ("Left", "Front", 0.22), ("Right", "Hind", 0.5), ("Right", "Front", 0.72)):
        f = (ph - shift) % 1.0
        on = f <= leaving
        u = np.clip((f - leaving) / (1 - leaving), 0, 1)
        z = np.where(on, length / 2 + v * f, swing_z(f))
        lift = np.where(on, 0, np.sin(np.pi * u) ** 2 * 0.070)
        pitch = np.where(on, 26 * ease(f, 0.56, leaving + 0.02), 26 * ease(f, 0.56, leaving + 0.02) * (1 - ease(f, leaving + 0.02, 0.93)))
        b.foot(side, name, x=(-0.020 if side == "Left" else 0.020), y=lift, z=z, pitch=pitch)
    b.hips(dx=0.018 * w(1, 0.08), dy=-0.036 + 0.009 * w(2, 0.12), x=1.0 * w(2, 0.0), y=-4.0 * w(1, -0.22), z=3.0 * w(1, 0.05))
    b.turn("Spine", x=-0.8 * w(2, 0.1), y=4.5 * w(1, -0.20), z=-2.4 * w(1, 0.10))
    b.turn("Chest", x=-1.0 * w(2, 0.15), y=3.5 * w(1, -0.14), z=-2.6 * w(1, 0.16))
    b.bend("Neck", build.NECKS, x=lambda k: 1.6 + (2.6 - 1.2 * k) * w(2, 0.20 + 0.22 * k) - 2.6 * k, y=lambda k: -1.2 * w(1, -0.1 + 0.2 * k), z=lambda k: 2.0 * w(1, 0.22 + 0.25 * k))
    b.turn("Head", x=-2 - 6 * w(2, 0.48), y=-2 * w(1, 0.1), z=-6 * w(1, 0.42))
    b.bend("Tail", build.TAILS, x=lambda k: 2.0 * w(2, 0.3 + 0.4 * k), y=lambda k: (6 + 5 * k) * w(1, -0.15 + 0.55 * k), z=lambda k: -1.0 * w(1, 0.1))
    b.solve()
    b.poses = [b.seconds * k / 8 for k in range(9)]
    b.breaks = sorted({b.seconds * ((s + x) % 1.0) for s in (0, 0.22, 0.5, 0.72) for x in (0.0, leaving)} - {0.0})
    b.slack = 0.5
    b.extras = {"speed": round(length / leaving / b.seconds, 6), "speedUnit": "m/s", "direction": [0, 0, 1]}
    return "Walk", b


def look(sk):
    """Down to the grass, up to the leaves, and back over each shoulder as far as the neck goes."""
    b = Body(sk, 7.0)
    t = b.t
    k = lambda *p: curve(t, p)
    end = b.seconds
    w = lambda n, lag=0.0: wave(t / end, n, lag)
    stand(b)
    down = k((0, 0), (0.25, -0.10), (1.15, 1), (1.55, 1), (2.3, -0.32), (2.75, -0.32), (3.4, 0), (end, 0))
    left = k((0, 0), (2.8, 0), (3.05, -0.06), (3.95, 1), (4.45, 1), (5.45, -1), (5.95, -1), (6.75, 0.03), (end, 0))
    side = np.abs(left)
    b.hips(dx=0.018 * left, dy=-0.024 - 0.004 * np.maximum(down, 0), dz=0.006 * down, x=1.4 * down, y=2.5 * left, z=-1.5 * left)
    b.turn("Spine", x=1.0 * down, y=3 * left)
    b.turn("Chest", x=1.5 * down, y=5 * left, z=-3 * left)

    def late(f, lag):
        """The motion reaches the head later than the shoulders."""
        return np.interp(np.clip(t - lag * np.clip(np.minimum(t / 0.5, (end - t) / 0.5), 0, 1), 0, end), t, f)

    b.bend("Neck", build.NECKS, x=lambda u: (23 - 7 * u) * np.maximum(late(down, 0.14 * u), 0) + (5 + 7 * u) * np.minimum(late(down, 0.14 * u), 0) + (4.5 - 2 * u) * late(side, 0.12 * u),
           y=lambda u: (10 + 9 * u) * late(left, 0.16 * u), z=lambda u: -(9.0 - 6.0 * u) * late(left, 0.16 * u))
    d = late(down, 0.20)
    b.turn("Head", x=-34 * np.maximum(d, 0) + 6 * np.minimum(d, 0) + 10 * late(side, 0.2) + 7 * ease(t, 1.15, 1.25) * (1 - ease(t, 1.3, 1.42)), y=22 * late(left, 0.22), z=8 * late(left, 0.2))
    b.bend("Tail", build.TAILS, x=lambda u: -(3 + 1.5 * u) * late(down, 0.1 + 0.15 * u), y=lambda u: (5 + 6 * u) * late(left, 0.10 + 0.25 * u) + (1.5 + 4 * u) * w(2, 0.5 * u) * ease(t, 0, 0.8) * (1 - ease(t, end - 0.9, end)))
    b.solve()
    b.blink(0.55, 2.0, 3.3, 4.9, 6.5)
    b.poses = [0, 0.25, 1.15, 1.55, 2.3, 2.75, 3.4, 3.95, 4.45, 5.45, 5.95, 6.75, end]
    return "Look", b


def clips(sk, report=print):
    out = []
    for make in (idle, walk, look):
        name, body = make(sk)
        ch, keys = bake.channels(sk, body)
        report(f"  {name}: {body.seconds:.2f} s, {len(keys)} key times, {sum(len(c[2]) for c in ch)} keys, legs at most {body.stretch:.4f} of their length")
        out.append((name, ch, body.extras))
    return out

"""Posing over time: arms and spine by angles, legs by inverse kinematics to planted feet.

Angles are degrees. What is said of the left side is mirrored for the right, so that "forwards",
"out" and "flex" mean the same on both.
"""

import numpy as np
from scipy.interpolate import CubicSpline, PchipInterpolator

from kit import rig
from .. import proportions as P

X, Y, Z = np.eye(3)
D = np.radians
PALMAR = -P.THUMBWARD  # the axis that bends hand and fingers to the palm
FLEX = -P.DORSAL  # the axis that bends the elbow forwards


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


def cycle(phase, points):
    """A periodic smooth curve through `(phase, value)`."""
    p = np.array(points, float)
    p = np.vstack([p, [p[0, 0] + 1, p[0, 1]]])
    return CubicSpline(p[:, 0], p[:, 1], bc_type="periodic")(p[0, 0] + (phase - p[0, 0]) % 1.0)


def mirrored(q):
    return q * [1, -1, -1, 1]


HANDS = {
    # degrees of the three joints for index, middle, ring, little finger; spread; thumb
    "relaxed": ([(14, 18, 10), (18, 22, 12), (22, 26, 14), (26, 28, 16)], 0, (4, 10, 8)),
    "open": ([(-4, 2, 0), (-4, 2, 0), (-4, 2, 0), (-4, 3, 0)], 5, (-10, -4, 0)),
    "fist": ([(72, 84, 50), (76, 86, 52), (78, 86, 52), (78, 84, 50)], -3, (22, 34, 34)),
    "soft": ([(38, 48, 26), (44, 52, 28), (48, 54, 30), (50, 54, 30)], -1, (12, 18, 16)),
    "flat": ([(2, 3, 2), (2, 3, 2), (2, 3, 2), (3, 4, 2)], 0, (0, 2, 2)),
}


class Body:
    def __init__(self, skeleton, seconds, rate=240):
        self.sk = skeleton
        self.seconds = seconds
        self.t = np.linspace(0, seconds, int(round(seconds * rate)) + 1)
        n = len(self.t)
        self.turns = np.tile([0, 0, 0, 1.0], (n, len(skeleton.names), 1))
        self.root = np.tile(skeleton.rest[0], (n, 1))
        self.feet = {}
        self.morphs = np.zeros((n, 4))
        self.poses, self.breaks, self.extras = [], [], {}
        self.slack = 2.0  # how much the tolerances of the keys may be widened
        for side in ("Left", "Right"):
            self.hand(side, [("relaxed", 1.0)])

    def put(self, name, q):
        self.turns[:, self.sk.index[name]] = q

    def full(self, v):
        return np.broadcast_to(np.asarray(v, float), self.t.shape)

    def turn(self, x=0.0, y=0.0, z=0.0):
        """Yaw, then pitch (forwards positive), then roll (left side up positive)."""
        q = rig.mul(rig.about(Y, D(self.full(y))), rig.about(X, D(self.full(x))))
        return rig.mul(q, rig.about(Z, D(self.full(z))))

    def hips(self, dx=0.0, dy=0.0, dz=0.0, x=0.0, y=0.0, z=0.0):
        self.root = self.sk.rest[0] + np.stack([self.full(dx), self.full(dy), self.full(dz)], 1)
        self.put("Hips", self.turn(x, y, z))

    def spine(self, x=0.0, y=0.0, z=0.0, share=(0.30, 0.34, 0.36)):
        for name, s in zip(("Spine", "Spine1", "Spine2"), share):
            self.put(name, self.turn(np.multiply(x, s), np.multiply(y, s), np.multiply(z, s)))

    def head(self, x=0.0, y=0.0, z=0.0):
        self.put("Neck", self.turn(np.multiply(x, 0.4), np.multiply(y, 0.4), np.multiply(z, 0.4)))
        self.put("Head", self.turn(np.multiply(x, 0.6), np.multiply(y, 0.6), np.multiply(z, 0.6)))

    def side(self, side, name, q):
        self.put(side + name, q if side == "Left" else mirrored(q))

    def arm(self, side, out=12.0, forward=0.0, twist=0.0, elbow=14.0, turn=0.0, lift=0.0, reach=0.0,
            flex=0.0, bend=0.0, wrist=0.0):
        """`out`: from hanging (0) over level (90); `forward`: swing; `twist`, `turn`, `wrist`: about
        the arm, forearm, hand; `lift`, `reach`: the collar bone; `flex`, `bend`: the hand to the
        palm and to the thumb."""
        f = self.full
        # The shoulder blade takes a third of what goes above the chest.
        blade = 0.33 * np.maximum(f(out) - 60, 0) + 0.22 * np.maximum(f(forward) - 50, 0)
        lift = f(lift) + blade
        out = f(out) - 0.33 * np.maximum(f(out) - 60, 0)
        self.side(side, "Shoulder", rig.mul(rig.about(Y, -D(f(reach))), rig.about(Z, D(f(lift)))))
        q = rig.mul(rig.about(X, -D(f(forward))), rig.about(Z, D(f(out) - 48.0)))
        self.side(side, "Arm", rig.mul(q, rig.about(P.ARM, D(f(twist)))))
        self.side(side, "ForeArm", rig.mul(rig.about(FLEX, D(f(elbow))), rig.about(P.ARM, D(f(turn)))))
        q = rig.mul(rig.about(P.ARM, D(f(wrist))), rig.about(PALMAR, D(f(flex))))
        self.side(side, "Hand", rig.mul(q, rig.about(FLEX, D(f(bend)))))

    def hand(self, side, mix, ripple=None):
        """`mix`: `(hand, weight over time)`; `ripple(k)` adds degrees to finger k's curl."""
        for k, finger in enumerate(P.FINGERS):
            axis = PALMAR
            for j in range(3):
                a = sum(self.full(w) * HANDS[h][0][k][j] for h, w in mix)
                if ripple is not None:
                    a = a + ripple(k) * (1.0 if j == 0 else 0.7)
                q = rig.about(axis, D(a))
                if j == 0:
                    s = sum(self.full(w) * HANDS[h][1] for h, w in mix) * (1.5 - k) / 1.5
                    q = rig.mul(rig.about(FLEX, D(s)), q)
                self.side(side, f"Hand{finger}{j + 1}", q)
        axis = P.hand_direction(0.30, -0.42, -0.85)
        for j in range(3):
            a = sum(self.full(w) * HANDS[h][2][j] for h, w in mix)
            self.side(side, f"HandThumb{j + 1}", rig.about(axis, D(a)))

    def foot(self, side, x=0.0, y=0.0, z=0.0, yaw=0.0, pitch=0.0, toe=None, roll=0.0):
        """Where the foot is: shifted from rest, turned about the ankle's foot point, pitched about
        the ball (heel up, positive) or the heel (toes up, negative). `toe`: degrees the toes bend
        up against the foot; by default they stay flat on the ground while the heel is up."""
        f = self.full
        pitch = f(pitch)
        toe = np.maximum(pitch, 0) if toe is None else f(toe)
        self.feet[side] = (np.stack([f(x), f(y), f(z)], 1), f(yaw), pitch, toe, f(roll))

    def solve(self, knee_out=6.0):
        """Legs to the feet. Fails when a leg would have to stretch."""
        g, p = self.sk.forward(self.turns, self.root)
        hips = g[:, self.sk.index["Hips"]]
        self.stretch = 0.0
        for side, sign in (("Left", 1.0), ("Right", -1.0)):
            m = np.array([sign, 1, 1])
            shift, yaw, pitch, toe, roll = self.feet[side]
            ankle, ball, heel = P.ANKLE * m, P.TOE * m, np.array([0.094, 0.0, -0.058]) * m
            base = ankle * [1, 0, 1]
            heading = rig.about(Y, D(yaw))
            up = rig.mul(heading, rig.mul(rig.about(X, D(pitch)), rig.about(Z, D(roll))))
            pivot = np.where(pitch[:, None] >= 0, ball, heel)
            at = base + rig.rotate(heading, pivot - base)
            target = shift + at + rig.rotate(up, ankle - pivot)
            i, j, k, l = (self.sk.index[side + n] for n in ("UpLeg", "Leg", "Foot", "ToeBase"))
            hip = self.root + rig.rotate(hips, self.sk.rest[i] - self.sk.rest[0])
            a = np.linalg.norm(self.sk.rest[j] - self.sk.rest[i])
            b = np.linalg.norm(self.sk.rest[k] - self.sk.rest[j])
            d = target - hip
            length = np.linalg.norm(d, axis=1)
            if (length / (a + b)).max() > self.stretch:
                self.stretch, self.stretched_at = float((length / (a + b)).max()), float(self.t[length.argmax()])
            reach = np.minimum(length, (a + b) * 0.9998)
            d = d / length[:, None]
            facing = rig.mul(rig.about(Y, D(knee_out * sign)), np.tile([0, 0, 0, 1.0], (len(self.t), 1)))
            pole = rig.rotate(rig.mul(hips, facing), Z) + rig.rotate(rig.mul(heading, facing), Z)
            n = np.cross(pole, d)
            n /= np.linalg.norm(n, axis=1, keepdims=True)
            c = np.clip((a * a + reach**2 - b * b) / (2 * a * reach), -1, 1)
            knee_dir = rig.rotate(rig.about(n, -np.arccos(c)), d)
            knee = hip + a * knee_dir
            ankle_at = hip + reach[:, None] * d
            shin = (ankle_at - knee) / np.linalg.norm(ankle_at - knee, axis=1, keepdims=True)
            gt = self.frame(n, knee_dir, self.sk.rest[j] - self.sk.rest[i])
            gs = self.frame(n, shin, self.sk.rest[k] - self.sk.rest[j])
            self.turns[:, i] = rig.mul(rig.inv(hips), gt)
            self.turns[:, j] = rig.mul(rig.inv(gt), gs)
            self.turns[:, k] = rig.mul(rig.inv(gs), up)
            self.turns[:, l] = rig.about(X, -D(toe))
        if self.stretch > 0.9995:
            print(f"    a leg wants {self.stretch:.4f} of its length at {self.stretched_at:.3f} s")

    @staticmethod
    def frame(n, d, rest_d):
        rest_d = rest_d / np.linalg.norm(rest_d)
        rx = X - rest_d * (X @ rest_d)
        rx /= np.linalg.norm(rx)
        r = rig.from_matrix(np.stack([rx, rest_d, np.cross(rx, rest_d)], 1))
        q = rig.from_matrix(np.stack([n, d, np.cross(n, d)], -1))
        return rig.mul(q, rig.inv(np.broadcast_to(r, q.shape)))

    def blink(self, *times):
        for at in times:
            d = self.t - at
            self.morphs[:, 0] = np.maximum(self.morphs[:, 0], ease(d, -0.09, 0.0) * (1 - ease(d, 0.04, 0.17)))

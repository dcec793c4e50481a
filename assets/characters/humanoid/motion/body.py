"""Posing over time: arms and spine by angles, legs by inverse kinematics to planted feet.

Angles are degrees. What is said of the left side is mirrored for the right, so that "forwards",
"out" and "flex" mean the same on both.
"""

import numpy as np
from scipy.interpolate import CubicSpline

from kit import rig
from kit.figure import D, Figure, X, Y, Z, curve, ease, spline  # noqa: F401
from .. import proportions as P

PALMAR = -P.THUMBWARD  # the axis that bends hand and fingers to the palm
FLEX = -P.DORSAL  # the axis that bends the elbow forwards


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
    "soft": ([(48, 58, 32), (54, 62, 34), (58, 64, 36), (60, 64, 36)], -3, (26, 30, 30)),
    "flat": ([(2, 3, 2), (2, 3, 2), (2, 3, 2), (3, 4, 2)], 0, (0, 2, 2)),
}


class Body(Figure):
    def __init__(self, skeleton, seconds):
        super().__init__(skeleton, seconds, morphs=4, slack=2.0)
        for side in ("Left", "Right"):
            self.hand(side, [("relaxed", 1.0)])

    def spine(self, x=0.0, y=0.0, z=0.0, share=(0.30, 0.34, 0.36)):
        for name, s in zip(("Spine", "Spine1", "Spine2"), share):
            self.put(name, self.euler(np.multiply(x, s), np.multiply(y, s), np.multiply(z, s)))

    def head(self, x=0.0, y=0.0, z=0.0):
        self.put("Neck", self.euler(np.multiply(x, 0.4), np.multiply(y, 0.4), np.multiply(z, 0.4)))
        self.put("Head", self.euler(np.multiply(x, 0.6), np.multiply(y, 0.6), np.multiply(z, 0.6)))

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
            hip = self.root + rig.rotate(hips, self.sk.rest[self.sk.index[side + "UpLeg"]] - self.sk.rest[0])
            facing = rig.mul(rig.about(Y, D(knee_out * sign)), np.tile([0, 0, 0, 1.0], (len(self.t), 1)))
            pole = rig.rotate(rig.mul(hips, facing), Z) + rig.rotate(rig.mul(heading, facing), Z)
            self.two_bones([side + n for n in ("UpLeg", "Leg", "Foot")], hips, hip, target, pole, up)
            self.put(side + "ToeBase", rig.about(X, -D(toe)))
        self.complain()

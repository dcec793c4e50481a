"""Clips that stand: the wave, and the twist that shows the candy wrapper."""

import numpy as np

from .body import Body, curve, ease, spline

TAU = 2 * np.pi


def wave(sk):
    b = Body(sk, 3.0)
    t = b.t
    up = ease(t, 0.12, 0.62) * (1 - ease(t, 2.18, 2.82))
    early = ease(t, 0.04, 0.50) * (1 - ease(t, 2.26, 2.90))
    wag_on = ease(t, 0.50, 0.72) * (1 - ease(t, 2.05, 2.35))
    wag = lambda lag: np.sin(TAU * (t - 0.58 - lag) / 0.50) * wag_on
    b.foot("Left", x=-0.004, z=-0.006, yaw=9)
    b.foot("Right", x=-0.004, z=0.022, yaw=-12)
    b.hips(dx=0.008 + 0.026 * early + 0.004 * wag(0.05), dy=-0.016 - 0.004 * early, dz=0.0, x=1, y=5 * early, z=1.0 + 2.4 * early)
    b.spine(x=-1.0 - 2.0 * early, y=-3 * early, z=-1.5 - 5.0 * early + 1.6 * wag(0.06))
    b.head(x=0.5 - 2.5 * early, y=-4 * early, z=0.8 + 8.0 * early - 2.2 * wag(0.12))
    # The right arm goes up elbow first, the forearm and hand follow.
    late = ease(t, 0.20, 0.70) * (1 - ease(t, 2.12, 2.74))
    drag = spline(t, [(0, 0), (0.36, 24), (0.66, -8), (0.9, 0), (2.1, 0), (2.44, -14), (2.72, 10), (3.0, 0)])
    b.arm("Right", out=12 + 70 * up, forward=3 + 14 * up, twist=-7 - 73 * up, elbow=16 + 74 * late + 18 * wag(0.0), turn=16 * (1 - up),
          lift=-3 + 12 * up, reach=3 * up, flex=6 * (1 - up) + drag, bend=-3 * (1 - up) + 15 * wag(0.085))
    b.hand("Right", [("relaxed", 1 - late), ("open", late)], ripple=lambda f: 5 * wag(0.10 + 0.02 * f))
    b.arm("Left", out=12.5 + 3 * early - 0.8 * wag(0.1), forward=2 - 3 * early, twist=-7, elbow=17 + 4 * early, turn=16, lift=-3 - 1 * early, flex=7 + 2 * wag(0.16), bend=-3)
    b.hand("Left", [("relaxed", 1.0)], ripple=lambda f: 4 * early)
    b.solve(8)
    b.morphs[:, 1] = 0.15 + 0.80 * early
    b.morphs[:, 2] = 0.10 + 0.55 * early
    b.morphs[:, 3] = 0.40 * ease(t, 0.75, 0.95) * (1 - ease(t, 1.35, 1.6))
    b.blink(0.30, 2.30)
    b.poses = [0, 0.12, 0.62] + [0.58 + 0.125 + 0.25 * k for k in range(6)] + [2.18, 2.55, 3.0]
    return "Wave", b


def twist(sk):
    """Wrists, shoulders, spine and neck, each through its range and alone."""
    b = Body(sk, 6.0)
    t = b.t
    k = lambda *p: curve(t, p)
    up = ease(t, 0.0, 0.7) * (1 - ease(t, 5.3, 6.0))
    wrist = k((0, 0), (0.7, 0), (1.35, 170), (1.55, 170), (2.45, -170), (2.65, -170), (3.2, 0), (6, 0))
    arm = k((0, 0), (2.9, 0), (3.45, 75), (4.0, -75), (4.4, 0), (6, 0))
    trunk = k((0, 0), (4.0, 0), (4.55, 72), (4.65, 72), (5.2, -72), (5.3, -72), (5.85, 0), (6, 0))
    neck = k((0, 0), (3.9, 0), (4.5, -58), (4.65, -58), (5.15, 58), (5.3, 58), (5.8, 0), (6, 0))
    b.foot("Left", x=0.035, yaw=10)
    b.foot("Right", x=-0.035, yaw=-10)
    b.hips(dy=-0.020, y=trunk * 0.16, x=1)
    b.spine(x=-1, y=trunk)
    b.head(x=0, y=neck)
    for side, s in (("Left", 1), ("Right", -1)):
        # Left and right turn alike as seen from the front: mirrored twists would hide the effect.
        b.arm(side, out=12 + 74 * up, forward=3 - 3 * up, twist=-7 * (1 - up) + arm * s, elbow=16 - 8 * up, turn=16 * (1 - up), lift=-3 + 6 * up,
              flex=6 * (1 - up), bend=-3 * (1 - up), wrist=wrist * s)
        b.hand(side, [("relaxed", 1 - up), ("flat", up)])
    b.solve(8)
    b.morphs[:, 1] = 0.15
    b.morphs[:, 2] = 0.10 + 0.7 * ease(t, 0.7, 1.3) * (1 - ease(t, 2.7, 3.2))
    b.blink(0.4, 3.1, 4.9)
    b.poses = [0, 0.7, 1.35, 1.55, 2.45, 2.65, 3.2, 3.45, 4.0, 4.55, 4.65, 5.2, 5.3, 6.0]
    return "Twist", b

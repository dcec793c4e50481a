"""Clips whose feet stand, step and leave the ground: idle, jump, turn, dance."""

import numpy as np

from .body import Body, curve, ease, spline
from .. import proportions as P

TAU = 2 * np.pi


def idle(sk):
    b = Body(sk, 4.8)
    t = b.t
    w = lambda k, lag=0.0: np.sin(TAU * (k * t / b.seconds - lag))
    breath = lambda lag=0.0: np.sin(TAU * (2 * t / b.seconds - lag))
    b.foot("Left", x=-0.006, z=-0.010, yaw=9)
    b.foot("Right", x=-0.016, z=0.050, yaw=-17)
    sway = 0.5 + 0.5 * w(1, 0.25)
    b.hips(dx=0.018 + 0.022 * w(1, 0.20), dy=-0.0165 + 0.0022 * breath(0.02) - 0.002 * sway, dz=0.006 + 0.006 * w(1, 0.4),
           x=1.0 + 0.5 * w(1, 0.1), y=-3.0 + 2.2 * w(1, 0.24), z=2.6 + 1.8 * w(1, 0.20))
    b.spine(x=-1.0 - 1.8 * breath(0.05), y=2.5 - 3.8 * w(1, 0.28), z=-4.0 - 2.2 * w(1, 0.25))
    b.head(x=1.0 + 1.4 * breath(0.12) + 1.2 * w(1, 0.5), y=1.5 + 8.5 * w(1, 0.42), z=1.6 + 1.6 * w(1, 0.36))
    for side, s, k in (("Left", 1, 0.0), ("Right", -1, 0.07)):
        b.arm(side, out=12.5 + 1.0 * breath(0.10 + k) - 1.2 * s, forward=2 + 1.6 * w(1, 0.30 + k) * s - 2 * breath(0.12) * 0.4, twist=-7,
              elbow=17 + 2.0 * breath(0.16 + k) + 1.5 * w(1, 0.34), turn=16, lift=-3 + 1.5 * breath(0.06), reach=-1 - 1.0 * breath(0.06),
              flex=7 + 2.5 * breath(0.22 + k), bend=-3)
        b.hand(side, [("relaxed", 1.0)], ripple=lambda f, k=k: 3.5 * breath(0.26 + k + 0.03 * f) + 3 * w(1, 0.1 * f + k))
    b.solve(8)
    b.blink(1.35, 3.55, 3.82)
    b.morphs[:, 1] = 0.12 + 0.10 * w(1, 0.25)
    b.morphs[:, 2] = 0.10 + 0.10 * w(1, 0.5)
    b.poses = list(np.linspace(0, b.seconds, 9))
    return "Idle", b


def jump(sk):
    b = Body(sk, 1.85)
    t = b.t
    off, down = 0.66, 1.09  # leaves and meets the ground
    air = (t >= off) & (t <= down)
    g = 9.81
    v = g * (down - off) / 2
    flight = np.where(air, v * (t - off) - g / 2 * (t - off) ** 2, 0.0)
    # Hips: sink, rise at the speed of the flight, catch, stand.
    rise = -0.014
    hip = np.where(
        t < off, spline(np.minimum(t, off), [(0, rise), (0.10, rise + 0.004), (0.43, -0.262), (off, 0.029)], 0, v),
        np.where(t <= down, 0.029 + flight - 0.018 * ease(t, off, down),
                 spline(np.clip(t, down, b.seconds), [(down, 0.011), (1.27, -0.205), (1.62, -0.021), (b.seconds, rise)], -v, 0)))
    k = lambda *p: curve(t, p)
    tuck = ease(t, off, 0.86) * (1 - ease(t, 0.88, down))
    # Heels leave last and land after the ball.
    heel = k((0, 0), (0.46, 0), (off, 62), (0.76, 62), (0.92, 40), (down, 26), (down + 0.075, 0), (b.seconds, 0))
    toe = np.where(t <= off, heel, np.where(t < down, heel * (1 - ease(t, off, off + 0.12)) + 26 * ease(t, down - 0.09, down), heel))
    for side, s in (("Left", 1), ("Right", -1)):
        y = np.where(air, np.maximum(flight + (0.098 if s > 0 else 0.070) * tuck, 0), 0)
        b.foot(side, x=s * 0.008, y=y, z=0.006 * s + (0.030 * s - 0.012) * tuck, yaw=8 * s + 3, pitch=heel, toe=toe)
    fold = k((0, 0), (0.10, -1), (0.43, 34), (off, -3), (0.80, 2), (down, 11), (1.27, 30), (1.60, 2), (b.seconds, 0))
    b.hips(dy=hip, dz=k((0, 0), (0.43, -0.055), (off, 0.012), (down, 0.006), (1.27, -0.035), (1.65, 0.0), (b.seconds, 0)), x=fold * 0.75,
           y=k((0, -2), (0.43, -6), (off, 2), (0.86, 7), (down, 3), (1.27, -4), (b.seconds, -2)),
           z=k((0, 0), (0.43, 1.5), (0.86, -2.5), (1.27, 1.5), (b.seconds, 0)))
    b.spine(y=k((0, 2), (0.43, 5), (0.74, -4), (0.90, -11), (down, -4), (1.32, 5), (b.seconds, 2)),
            z=k((0, 0), (0.45, -2), (0.90, 5), (1.30, -2), (b.seconds, 0)), x=fold * 0.55 + k((0, 0), (off, -7), (0.86, 5), (down, 2), (1.3, 5), (1.65, -1), (b.seconds, 0)))
    b.head(y=k((0, 0), (0.43, 3), (0.92, 6), (1.30, -2), (b.seconds, 0)), z=k((0, 0), (0.95, -5), (1.40, 1), (b.seconds, 0)), x=-fold * 0.85 + k((0, 0), (0.36, 4), (off, -9), (0.95, 8), (1.22, 6), (1.62, -2), (b.seconds, 0)))
    for side, s in (("Left", 1), ("Right", -1)):
        d, more = (0.0, 0.0) if s > 0 else (0.030, 1.0)
        kk = lambda *p, d=d: curve(np.clip(t - d * ease(t, 0, 0.2) * (1 - ease(t, b.seconds - 0.2, b.seconds)), 0, b.seconds), p)
        b.arm(side, out=kk((0, 12), (0.42, 18), (0.58, 24), (0.74, 34 + 8 * more), (down, 52 + 8 * more), (1.30, 30), (1.66, 13), (b.seconds, 12)),
              forward=kk((0, 3), (0.12, 6), (0.45, -52), (0.70, 128 - 8 * more), (0.84, 136 - 14 * more), (down, 70 - 10 * more), (1.30, 12), (1.62, -3), (b.seconds, 3)),
              twist=kk((0, -7), (0.7, -14), (b.seconds, -7)),
              elbow=kk((0, 16), (0.45, 26), (0.60, 46), (0.80, 18 + 12 * more), (down, 34), (1.32, 46), (1.66, 15), (b.seconds, 16)),
              turn=16, lift=kk((0, -3), (0.43, 2), (0.76, 16), (down, 8), (1.30, -4), (b.seconds, -3)),
              flex=kk((0, 6), (0.5, -16), (0.66, 14), (0.84, -14), (down, -10), (1.34, 16), (1.62, 4), (b.seconds, 6)))
        open_ = ease(t, 0.55, 0.75) * (1 - ease(t, 1.2, 1.5))
        b.hand(side, [("relaxed", 1 - open_), ("open", open_)])
    b.solve(9)
    b.morphs[:, 1] = 0.15 + 0.75 * ease(t, 0.5, 0.75) * (1 - ease(t, 1.2, 1.7))
    b.morphs[:, 2] = 0.10 + 0.8 * ease(t, 0.5, 0.7) * (1 - ease(t, 1.0, 1.35))
    b.morphs[:, 3] = 0.5 * ease(t, 0.56, 0.74) * (1 - ease(t, 0.98, 1.15))
    b.blink(1.16)
    b.poses = [0, 0.10, 0.43, off, 0.86, down, down + 0.075, 1.27, 1.62]
    b.breaks = [off, down]
    return "Jump", b


def place(yaw, sign):
    """A foot's rest place turned about the body's axis, as a shift."""
    a = P.ANKLE * [sign, 0, 1]
    c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    return np.stack([c * a[0] + s * a[2] - a[0], -s * a[0] + c * a[2] - a[2]], -1)


def turn(sk):
    b = Body(sk, 3.2)
    t = b.t
    body_yaw = lambda x: 360 * (0.25 * ease(x, 0.20, 2.95) + 0.75 * np.clip((x - 0.35) / 2.3, 0, 1) ** 2 * (3 - 2 * np.clip((x - 0.35) / 2.3, 0, 1)))
    yaw = body_yaw(t)
    half, gap = 0.27, 0.31
    starts = {"Left": [0.28 + 2 * gap * k for k in range(4)], "Right": [0.28 + gap + 2 * gap * k for k in range(4)]}
    events, shift_to = [], np.zeros(len(t))
    bob = np.zeros(len(t))
    for side, s in (("Left", 1), ("Right", -1)):
        out = 8 * s
        f, y, p, at = np.zeros(len(t)), np.zeros(len(t)), np.zeros(len(t)), 0.0
        for k, a in enumerate(starts[side]):
            e = a + half
            later = starts[side][k + 1] if k < 3 else None
            goal = 360.0 if later is None else float(body_yaw(np.array((e + later) / 2 + 0.03)))
            u = ease(t, a, e)
            f += (goal - at) * u
            at = goal
            bump = np.where((t > a) & (t < e), np.sin(np.pi * np.clip((t - a) / half, 0, 1)) ** 2, 0)
            y += 0.062 * bump
            p += np.where((t > a - 0.10) & (t < e), 24 * ease(t, a - 0.10, a + 0.03) * (1 - ease(t, a + 0.05, e)), 0)
            events += [a, e]
            shift_to += -s * (ease(t, a - 0.12, a + 0.10) - ease(t, e - 0.08, e + 0.16))
            bob += bump
        xz = place(f, s)
        b.foot(side, x=xz[:, 0], z=xz[:, 1], y=y, yaw=f + out, pitch=p)
    c, sn = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    side_shift = 0.026 * shift_to
    lean = 5.0 * np.sin(np.pi * np.clip((t - 0.1) / 2.9, 0, 1)) ** 2
    b.hips(dx=side_shift * c, dz=-side_shift * sn, dy=-0.030 + 0.009 * bob + 0.018 * (1 - ease(t, 0.0, 0.35)) + 0.018 * ease(t, 2.75, 3.2),
           y=yaw, z=1.92 * shift_to, x=2.0)
    lead = 34 * ease(t, 0.02, 0.34) * (1 - ease(t, 2.05, 2.75))
    wind = -9 * ease(t, 0.02, 0.20) * (1 - ease(t, 0.22, 0.50))
    b.spine(x=0.5, y=wind + lead * 0.50, z=-1.8 * shift_to - lean * 0.6)
    b.head(x=-1.0 + 4 * ease(t, 0.05, 0.3) * (1 - ease(t, 0.5, 0.9)), y=lead * 0.95 - wind * 0.5, z=lean * 0.8)
    fly = ease(t, 0.25, 1.0) * (1 - ease(t, 2.25, 3.0))
    swing = np.sin(TAU * (t - 0.28) / (2 * gap)) * fly
    for side, s in (("Left", 1), ("Right", -1)):
        trail = spline(t, [(0, 0), (0.35, -s * 8), (0.9, -s * 15), (2.2, -s * 12), (2.78, s * 9), (3.2, 0)])
        b.arm(side, out=12 + 15 * fly, forward=3 + trail * 1.0 + 5 * swing * s, twist=-7, elbow=17 + 11 * fly + 3 * swing * s, turn=16, lift=-3 + 3 * fly,
              flex=6 - 6 * fly, bend=-3)
        b.hand(side, [("relaxed", 1 - 0.5 * fly), ("open", 0.5 * fly)])
    b.solve(8)
    b.blink(0.20, 2.55)
    b.morphs[:, 1] = 0.15 + 0.3 * fly
    b.morphs[:, 2] = 0.10
    b.poses = [0] + sorted(events) + [b.seconds]
    return "Turn", b


def dance(sk):
    """Two bars of step-touch at 120 beats a minute; the arms answer each other, then go up."""
    beat = 0.5
    b = Body(sk, 8 * beat)
    t = b.t
    n = t / beat
    w = lambda k, lag=0.0: np.sin(TAU * (k * n - lag))
    events = []
    spread = 0.150

    def moves(side, s):
        """Steps `(from beat, to beat, x, pitch at the end)`; even beats step out, odd ones touch."""
        x, y, p = np.zeros(len(t)), np.zeros(len(t)), np.zeros(len(t))
        at_x, at_p = None, None
        plan = []
        for bar in range(2):
            o = 4 * bar
            if s > 0:
                plan += [(o + 0.05, o + 0.80, spread, 0), (o + 3.05, o + 3.80, -spread + 0.030, 24)]
            else:
                plan += [(o + 1.05, o + 1.80, spread - 0.030, 24), (o + 2.05, o + 2.80, -spread, 0)]
        at_x, at_p = plan[-1][2], plan[-1][3]
        x += at_x
        p += at_p
        for a, e, goal, tip in plan:
            u = ease(n, a, e)
            x += (goal - at_x) * u
            p += (tip - at_p) * ease(n, a + 0.1, e) + 16 * np.sin(np.pi * np.clip((n - a) / (e - a), 0, 1)) ** 2
            y += (0.045 if tip else 0.055) * np.sin(np.pi * np.clip((n - a) / (e - a), 0, 1)) ** 2
            events.extend([a * beat, e * beat])
            at_x, at_p = goal, tip
        return x, y, p

    for side, s in (("Left", 1), ("Right", -1)):
        x, y, p = moves(side, s)
        b.foot(side, x=x, y=y, z=0.012, yaw=13 * s, pitch=p)
    # Weight over the standing foot; down on every beat.
    sway = w(0.25, -0.02 + 0.0)
    bounce = np.cos(TAU * (n - 0.02))
    b.hips(dx=0.104 * sway, dy=-0.061 - 0.024 * bounce, dz=0.010 * w(0.5, 0.1), x=3, y=10 * w(0.25, 0.20), z=5.5 * w(0.25, 0.06) + 2.2 * w(0.5, 0.2))
    b.spine(x=2.0 + 3.0 * np.cos(TAU * (n - 0.10)), y=-17 * w(0.25, 0.24), z=-8.5 * w(0.25, 0.10) - 3 * w(0.5, 0.24))
    b.head(x=-1 + 4.5 * np.cos(TAU * (n - 0.20)), y=9 * w(0.25, 0.28), z=5.0 * w(0.25, 0.16))
    up = ease(n, 3.4, 4.5) * (1 - ease(n, 7.2, 8.0))
    for side, s in (("Left", 1), ("Right", -1)):
        pump = w(0.5, 0.0) * s
        late = w(0.5, 0.08) * s
        b.arm(side, out=(26 + 8 * w(0.25, 0.1) * s) * (1 - up) + (118 + 16 * w(0.25, 0.14) * s) * up,
              forward=(12 + 24 * pump) * (1 - up) + 12 * up,
              twist=-4 * (1 - up) - 34 * up,
              elbow=(82 + 18 * late) * (1 - up) + (44 + 24 * w(0.25, 0.22) * -s + 5 * np.cos(TAU * (n - 0.15))) * up,
              turn=20 * (1 - up), lift=(2 + 5 * pump) * (1 - up) + 4 * up, reach=6 * pump * (1 - up),
              flex=(4 + 14 * w(0.5, 0.16) * s) * (1 - up) + 4 * up,
              bend=18 * w(0.25, 0.30) * -s * up)
        b.hand(side, [("soft", 1 - up), ("open", up)], ripple=lambda f: 4 * w(0.5, 0.1 + 0.03 * f))
    b.solve(12)
    b.morphs[:, 1] = 0.55 + 0.35 * up
    b.morphs[:, 2] = 0.25 + 0.35 * up + 0.15 * w(0.5, 0.0)
    b.morphs[:, 3] = 0.45 * up * (0.6 + 0.4 * w(0.5, 0.1))
    b.blink(1.02, 2.98)
    b.poses = [k * beat / 2 for k in range(17)]
    return "Dance", b

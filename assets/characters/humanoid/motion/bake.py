"""From posed bodies to glTF channels with few keys."""

import re

import numpy as np

from kit import keys as K
from kit import rig
from . import gait, gestures, steps

# Degrees a fitted joint may be off; the chains that carry a planted foot are kept tighter.
TOLERANCE = {"Hips": 0.12, "UpLeg": 0.16, "Leg": 0.22, "Foot": 0.35, "ToeBase": 0.8, "Spine": 0.4, "Chest": 0.3, "Neck": 0.6, "Head": 0.6,
             "Shoulder": 0.6, "Arm": 0.7, "ForeArm": 0.9, "Hand": 1.2}


def tolerance(name):
    bare = re.sub(r"Left|Right|Front|Hind|\d+$", "", name)
    return TOLERANCE.get(bare, 2.0)


def channels(sk, body):
    t = body.t
    q = K.continuous(sk.local(body.turns))
    tol = np.array([tolerance(n) for n in sk.names]) * body.slack
    root = body.root[:, None, :]
    rest = sk.local_rest()[1]
    moving = [i for i in range(len(sk.names)) if (np.abs(q[:, i] - q[:1, i]).max() > 1e-6)]
    groups = [(q[:, moving], tol[moving]), (root, np.array([0.0008 * body.slack]))]
    keys, breaks = K.choose(t, groups, body.poses, body.breaks, True)
    named = {int(np.argmin(np.abs(t - x))) for x in body.poses}
    out = []

    def add(node, path, values, limit, keep):
        before, after = K.slopes(t, values, breaks, True)
        ks = K.thin(t, keys, values, before, after, limit, keep)
        rows = np.stack([before[ks], values[ks], after[ks]], 1).reshape(-1, values.shape[1])
        out.append((node, path, t[ks], rows, "CUBICSPLINE"))

    add("Hips", "translation", body.root, 0.0008 * body.slack, named)
    for i, name in enumerate(sk.names):
        if "_End" in name or ("Hand" in name and name.endswith("4")):
            continue
        if i not in moving:
            d = min(np.abs(q[0, i] - rest[i]).max(), np.abs(q[0, i] + rest[i]).max())
            if d > 1e-6:
                out.append((name, "rotation", np.array([0.0, t[-1]]), np.array([q[0, i], q[0, i]]), "LINEAR"))
            continue
        add(name, "rotation", q[:, i], tol[i], named)
    if body.morphs.any():
        m = body.morphs
        h = t[1] - t[0]
        # Straight lines between the bends of the curve are enough for a lid or a smile.
        ks = [0]
        while ks[-1] < len(t) - 1:
            a, best = ks[-1], ks[-1] + 1
            for b in range(a + 1, len(t)):
                u = np.linspace(0, 1, b - a + 1)[:, None]
                if np.abs(m[a] * (1 - u) + m[b] * u - m[a:b + 1]).max() > 0.03:
                    break
                best = b
            ks.append(best)
        out.append(("mesh", "weights", t[ks], m[ks].ravel(), "LINEAR"))
    return out, keys


def clips(sk, report=print):
    out = []
    for make in (steps.idle, gait.walk, gait.run, steps.jump, gestures.wave, steps.turn, steps.dance, gestures.twist):
        name, body = make(sk)
        ch, keys = channels(sk, body)
        report(f"  {name}: {body.seconds:.2f} s, {len(keys)} key times, {sum(len(c[2]) for c in ch)} keys in {len(ch)} channels, "
               f"legs at most {body.stretch:.4f} of their length")
        out.append((name, ch, body.extras))
    return out

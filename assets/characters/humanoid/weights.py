"""Skin weights: bands along each limb, planes at the hips, then a little diffusion.

Each band is as wide as the limb is thick there, so that elbows and knees stay tight and wrists,
shoulders and spine turn over a length. At most four influences; the sum is one exactly.
"""

import numpy as np

from kit.mesh import neighbours
from . import proportions as P


def step(x, a, b):
    """0 below `a`, 1 above `b`, smooth between."""
    t = np.clip((x - a) / (b - a), 0.0, 1.0)
    return t * t * (3 - 2 * t)


def to_segment(p, a, b):
    """Place on the segment (0 to 1) and distance to it."""
    ab = b - a
    t = np.clip((p - a) @ ab / (ab @ ab), 0, 1)
    return t, np.linalg.norm(p - a - t[:, None] * ab, axis=1)


def band(parts, weight, name, rest):
    """Hands `weight` of what `rest` holds to `name`."""
    parts[name] = parts.get(name, 0) + parts[rest] * weight
    parts[rest] = parts[rest] * (1 - weight)


def trunk(q):
    x, y, z = q.T
    w = {"Hips": np.ones(len(q))}
    band(w, step(y, 0.940, 1.045), "Spine", "Hips")
    band(w, step(y, 1.045, 1.150), "Spine1", "Spine")
    band(w, step(y, 1.145, 1.265), "Spine2", "Spine1")
    axis = np.array([0, 1, 0.2]) / np.hypot(1, 0.2)
    s = (q - P.CENTRE["Neck"]) @ axis
    band(w, step(s - 0.15 * (x > 0.07) * (x - 0.07), -0.012, 0.034), "Neck", "Spine2")
    h = y - 1.478 + 0.35 * z
    band(w, step(h, -0.026, 0.022), "Head", "Neck")
    _, d = to_segment(q, P.CLAVICLE, P.SHOULDER)
    band(w, step(-d, -0.100, -0.030) * step(x, 0.020, 0.100) * step(y, 1.295, 1.370), "LeftShoulder", "Spine2")
    line = np.where(z > -0.02, 0.842 + 0.78 * x, 0.842 + 0.78 * x - 0.9 * np.minimum(-0.02 - z, 0.05))
    leg = step(line - y, -0.050, 0.052) * step(x, 0.0, 0.034)
    band(w, leg, "LeftUpLeg", "Hips")
    return w


def leg(q):
    x, y, z = q.T
    w = trunk(q)
    own = np.maximum(w.get("LeftUpLeg"), step(-y, -0.872, -0.802) * step(x, 0.0, 0.034))
    w = {"Hips": 1 - own, "LeftUpLeg": own}
    band(w, step(-y, -P.KNEE[1] - 0.052, -P.KNEE[1] + 0.048), "LeftLeg", "LeftUpLeg")
    h = (y - 0.098) - 0.38 * (z - P.ANKLE[2])
    band(w, step(-h, -0.026, 0.020), "LeftFoot", "LeftLeg")
    band(w, step(z + 0.25 * (y - 0.02), P.TOE[2] - 0.020, P.TOE[2] + 0.018) * step(-y, -0.085, -0.06), "LeftToeBase", "LeftFoot")
    return w


def arm(q):
    s = (q - P.SHOULDER) @ P.ARM
    w = {"Spine2": np.zeros(len(q)), "LeftShoulder": np.ones(len(q))}
    # In the armpit the band lies further out, so that a raised arm leaves the ribs where they are.
    under = step(-((q - P.SHOULDER) @ P.DORSAL), 0.0, 0.05)
    band(w, step(s - 0.050 * under, -0.035, 0.042), "LeftArm", "LeftShoulder")
    band(w, 0.85 * under, "Spine2", "LeftShoulder")
    band(w, step(s, P.UPPER_ARM - 0.040, P.UPPER_ARM + 0.040), "LeftForeArm", "LeftArm")
    wrist = P.UPPER_ARM + P.FOREARM
    band(w, step(s, wrist - 0.056, wrist + 0.020), "LeftHand", "LeftForeArm")
    return w


def hand(q, finger_of):
    """`finger_of` is the finger's name for vertices of a finger's chart, "" in the palm."""
    w = arm(q)
    local = (q - P.WRIST) / P.HAND_SCALE
    l, t = local @ P.ARM, local @ P.THUMBWARD
    names = list(P.FINGERS)
    # Which finger: by the chart, or by the column of the palm.
    share = np.zeros((len(q), 4))
    for k, name in enumerate(names):
        f = P.FINGERS[name]
        side = t - (f["base"][1] + np.tan(np.radians(f["splay"])) * (l - f["base"][0]))
        share[:, k] = np.where(finger_of == "", np.exp(-((side / 0.0085) ** 2)), (finger_of == name) * 1.0)
    share /= np.maximum(share.sum(1, keepdims=True), 1e-9)
    for k, name in enumerate(names):
        chain = P.finger_chain(name)
        r = P.FINGERS[name]["radii"][0] * P.HAND_SCALE
        d = chain[1:] - chain[:-1]
        d /= np.linalg.norm(d, axis=1, keepdims=True)
        along = [(q - chain[i]) @ d[i] for i in range(3)]
        a, b, c = (f"LeftHand{name}{i}" for i in (1, 2, 3))
        own = step(along[0], -1.25 * r, 1.0 * r) * share[:, k] * (finger_of != "Thumb")
        band(w, own, a, "LeftHand")
        bend = np.where(finger_of == name, step(along[1], -0.75 * r, 0.75 * r), 0)
        band(w, bend, b, a)
        band(w, np.where(finger_of == name, step(along[2], -0.7 * r, 0.7 * r), 0), c, b)
    chain = P.finger_chain("Thumb")
    u, d = to_segment(q, chain[0], chain[1])
    ball = step(-d, -0.034, -0.014) * step(u, 0.0, 0.75) * (np.isin(finger_of, ["", "Thumb"]))
    ball = np.where(finger_of == "Thumb", np.maximum(ball, step(u, 0.1, 0.7)), ball)
    for name in names:
        band(w, ball, "LeftHandThumb1", f"LeftHand{name}1")
    band(w, ball, "LeftHandThumb1", "LeftHand")
    d = [(chain[i + 1] - chain[i]) / np.linalg.norm(chain[i + 1] - chain[i]) for i in range(3)]
    on = (finger_of == "Thumb") * 1.0
    band(w, on * step((q - chain[1]) @ d[1], -0.011, 0.011), "LeftHandThumb2", "LeftHandThumb1")
    band(w, on * step((q - chain[2]) @ d[2], -0.009, 0.009), "LeftHandThumb3", "LeftHandThumb2")
    return w


def solve(points, faces, charts, names):
    """Weights `(n, len(names))`, and the four strongest as `(joints, weights)`."""
    n = len(points)
    column = {name: i for i, name in enumerate(names)}
    part = np.full(n, "", dtype="U16")
    order = ["torso", "neck", "head", "crown", "cap", "ear", "leg", "shoe", "toe", "arm", "palm"]
    rank = lambda c: order.index(c) if c in order else len(order)
    for f, c in zip(faces, charts):
        c = c.rstrip("'")
        for i in f:
            if part[i] == "" or rank(c) > rank(part[i]):
                part[i] = c
    right = points[:, 0] < -1e-9
    q = points * np.where(right[:, None], [-1, 1, 1], [1, 1, 1])
    out = np.zeros((n, len(names)))

    def put(mask, w):
        for name, value in w.items():
            other = name.replace("Left", "Right")
            at = np.nonzero(mask)[0]
            r = right[at]
            out[at[~r], column[name]] += np.broadcast_to(value, len(at))[~r]
            out[at[r], column[other]] += np.broadcast_to(value, len(at))[r]

    body = np.isin(part, ["torso", "neck", "head", "crown", "cap", "ear"])
    put(body, trunk(q[body]))
    legs = np.isin(part, ["leg", "shoe", "toe"])
    put(legs, leg(q[legs]))
    arms = part == "arm"
    put(arms, arm(q[arms]))
    hands = ~(body | legs | arms)
    finger = np.char.replace(np.where(np.char.startswith(part, "finger"), part, ""), "finger", "")
    put(hands, hand(q[hands], finger[hands]))

    m = neighbours(n, faces)
    m = m.multiply(1.0 / np.asarray(m.sum(1))).tocsr()
    near = lambda c, r: step(-np.linalg.norm(q - c, axis=1), -r, -0.55 * r)
    everywhere = np.where(body & (points[:, 1] > 1.50), 0.0, 0.5)
    small = np.where(hands, 0.4, everywhere)
    small = small * (1 - 0.6 * body * step(-points[:, 1], -1.345, -1.285) * step(np.abs(points[:, 0]), 0.09, 0.13))
    # The ribs below the armpit take little of the arm: raised, it shall not pull the side out into a wing.
    ribs = body * step(-points[:, 1], -1.375, -1.300)
    shoulder = near(P.SHOULDER + [0.0, 0.012, 0.01], 0.15) * (1 - 0.95 * ribs)
    hip = near(P.HIP, 0.17)
    for k in range(4):
        out += small[:, None] * (m @ out - out)
    for k in range(22):
        joint = np.maximum(shoulder * (k < 11), hip)[:, None] * 0.7
        out += joint * (m @ out - out)
    top = np.argsort(-out, axis=1, kind="stable")[:, :4]
    w = np.take_along_axis(out, top, 1)
    # What would vanish at the fourth influence fades out before it is cut.
    fifth = np.sort(out, axis=1)[:, -5:-4]
    w = np.maximum(w - fifth, 0)
    w[w < 0.004] = 0
    w /= w.sum(1, keepdims=True)
    top[w == 0] = 0
    return top, w

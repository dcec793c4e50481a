"""The face: eyes, brows and a mouth, inlaid like enamel, and the four morph targets.

Every piece is a small domed patch given by points on a front view `(x, y)` and a height above
the head; a morph moves the front view and the patch follows the head's surface again.
"""

import numpy as np

from . import form
from .weights import step

TARGETS = ["blink", "smile", "brow", "jaw"]


def on_head(xy):
    """Depth z of the head's front at `(x, y)`."""
    p = np.column_stack([xy, np.full(len(xy), 0.16)])
    for _ in range(60):
        q = p.copy()
        q[:, 0] = np.abs(q[:, 0])
        p[:, 2] -= 0.8 * form.head(q)
    return p[:, 2]


def disc(spokes, rings):
    """A round patch: unit points, faces (quads and a fan in the middle)."""
    points, faces = [(0.0, 0.0)], []
    for k in range(1, rings + 1):
        for i in range(spokes):
            t = 2 * np.pi * i / spokes
            points.append((np.cos(t) * k / rings, np.sin(t) * k / rings))
    at = lambda k, i: 1 + (k - 1) * spokes + i % spokes
    for i in range(spokes):
        faces.append((0, at(1, i), at(1, i + 1)))
        for k in range(1, rings):
            faces.append((at(k, i), at(k + 1, i), at(k + 1, i + 1), at(k, i + 1)))
    return np.array(points), faces


def dome(unit, height, sunk=0.0016):
    """Height over the surface: `height` in the middle, under it at the rim."""
    r = np.minimum((unit ** 2).sum(1), 1.0)
    return (height + sunk) * np.sqrt(1 - r * 0.999) - sunk


class Piece:
    def __init__(self, unit, faces, swatch, height, place):
        """`place(unit, target)` gives the front view; `target` is None or a morph's name."""
        self.faces, self.swatch = faces, swatch
        lift = dome(unit, height)

        def at(target):
            xy = place(unit, target)
            lower = jaw_drop(xy) if target == "jaw" else 0.0
            z = on_head(xy if target != "jaw" else xy + [0, 1] * np.atleast_2d(lower).T) + lift
            return np.column_stack([xy, z])

        self.points = at(None)
        self.morphs = {t: at(t) - self.points for t in TARGETS}


def jaw_drop(xy):
    return 0.015 * step(-xy[:, 1], -1.545, -1.505)


def eye(side):
    c, a, b = np.array([side * 0.0372, 1.6000]), 0.0142, 0.0204

    def place(u, target):
        x, y = u[:, 0] * a, u[:, 1] * b
        if target == "blink":
            # A calm closed lid: a thin bow, a little wider than the open eye.
            return c + np.column_stack([x * 1.22, -0.0050 + 0.0052 * u[:, 0] ** 2 + y * 0.11])
        if target == "smile":
            # The cheeks push the lower lid up.
            return c + np.column_stack([x * 1.03, np.where(y < 0, y * 0.66, y * 0.95) + 0.0005])
        if target == "brow":
            return c + np.column_stack([x, np.where(y > 0, y * 1.10, y)])
        return c + np.column_stack([x, y])

    return place


def glint(side):
    c, r = np.array([side * 0.0372 + 0.0044, 1.6082]), 0.0043

    def place(u, target):
        if target == "blink":
            return np.array([side * 0.0372, 1.5955]) + u * [0.0006, 0.0002]
        shift = [0.0, -0.0008] if target == "smile" else [0.0, 0.0]
        return c + u * r + shift

    return place


def brow(side):
    def place(u, target):
        t = u[:, 0]  # -1 at the nose, 1 outside
        x = 0.0392 + 0.0172 * t
        arch = 0.0036 * (1 - t * t) + 0.0008 * t
        half = 0.0042 * np.sqrt(np.maximum(1 - 0.55 * np.maximum(t, -0.3) ** 2, 0.05))
        y = 1.6372 + arch + u[:, 1] * half
        if target == "brow":
            y = y + 0.0095 - 0.0022 * t + 0.0020 * (1 - t * t)
        elif target == "smile":
            y = y + 0.0022
        elif target == "blink":
            y = y - 0.0014
        elif target == "jaw":
            y = y + 0.0024
        return np.column_stack([side * x, y])

    return place


def mouth(u, target):
    t = u[:, 0]
    wide = {"smile": 0.0285, "jaw": 0.0185}.get(target, 0.0215)
    bow = {"smile": 0.0105, "jaw": 0.0010}.get(target, 0.0040)
    up, low = {"smile": (0.0020, 0.0072), "jaw": (0.0042, 0.0190)}.get(target, (0.0019, 0.0023))
    y = 1.5335 + bow * (t * t - 0.35) + np.where(u[:, 1] > 0, u[:, 1] * up, u[:, 1] * low)
    return np.column_stack([t * wide, y])


def pieces():
    out = []
    d, f = disc(18, 3)
    small, fs = disc(8, 1)
    for side in (1, -1):
        out.append(Piece(d, f, "ink", 0.0034, eye(side)))
        out.append(Piece(small, fs, "glint", 0.0046, glint(side)))
        b, fb = disc(14, 2)
        out.append(Piece(b, fb, "ink", 0.0016, brow(side)))
    m, fm = disc(20, 3)
    out.append(Piece(m, fm, "mouth", 0.0007, mouth))
    return out


def head_morphs(points, inside):
    """What the targets do to the body's own vertices; `inside` marks those of the head."""
    x, y, z = points.T
    front = step(z, 0.0, 0.06)
    out = {t: np.zeros_like(points) for t in TARGETS}
    jaw = step(-y, -1.545, -1.505) * step(z, -0.01, 0.05) * inside
    out["jaw"] = jaw[:, None] * [0, -0.015, -0.005]
    for side in (1, -1):
        cheek = np.exp(-(((x - side * 0.048) / 0.022) ** 2 + ((y - 1.556) / 0.020) ** 2)) * front * inside
        out["smile"] += cheek[:, None] * [side * 0.0035, 0.0030, 0.0040]
        lid = np.exp(-(((x - side * 0.038) / 0.018) ** 2 + ((y - 1.634) / 0.013) ** 2)) * front * inside
        out["brow"] += lid[:, None] * [0, 0.0040, 0.0012]
        lid = np.exp(-(((x - side * 0.038) / 0.018) ** 2 + ((y - 1.603) / 0.016) ** 2)) * front * inside
        out["blink"] += lid[:, None] * [0, 0, 0.0012]
    return out

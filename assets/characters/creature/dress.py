"""What makes a creature of the form: scarf, eyes, paint."""

import numpy as np
from scipy import ndimage

from humanoid import textures as T
from humanoid.face import disc, dome
from humanoid.weights import step
from . import form as F

PALETTE = {"body": (0x8F, 0xA5, 0x8B), "back": (0x5F, 0x7A, 0x6B), "belly": (0xE6, 0xDB, 0xC6), "spot": (0xC9, 0x8A, 0x5E), "scarf": (0xC4, 0x66, 0x4B),
           "nail": (0xEE, 0xE6, 0xD8), "line": (0x4A, 0x3A, 0x38), "shade": (0x2E, 0x30, 0x33)}
SCARF = 0.735
AROUND = 28


def scarf(points, faces, charts, uvs):
    """A knitted ring round the neck."""
    profile = [(-0.034, -0.006), (-0.040, 0.008), (-0.030, 0.019), (-0.010, 0.024), (0.012, 0.024), (0.030, 0.018), (0.038, 0.007), (0.031, -0.006)]
    start = len(points)
    rings = []
    for ds, lift in profile:
        s = np.array([SCARF * F.TOTAL + ds])
        c, r = F.at(s)
        a = F.tangent(s)[0]
        w = -np.cross(a, [1, 0, 0])
        th = np.arange(AROUND) * 2 * np.pi / AROUND
        rings.append(c[0] + (r[0] + lift) * (np.cos(th)[:, None] * w + np.sin(th)[:, None] * np.array([1.0, 0, 0])))
    points = np.vstack([points] + rings)
    at = lambda k, i: start + k * AROUND + i % AROUND
    for i in range(AROUND):
        half = i < AROUND // 2
        u0, u1 = (i, i + 1) if half else (AROUND - i, AROUND - i - 1)
        for k in range(len(profile) - 1):
            faces.append((at(k, i), at(k, i + 1), at(k + 1, i + 1), at(k + 1, i)))
            charts.append("scarf" if half else "scarf'")
            uvs.append([(u0 * 0.02, k * 0.016), (u1 * 0.02, k * 0.016), (u1 * 0.02, k * 0.016 + 0.016), (u0 * 0.02, k * 0.016 + 0.016)])
    return points, faces, charts, uvs


class Side:
    """A domed disc on the side of the head; the blink closes it to a bow."""

    def __init__(self, sign, centre, radii, height, swatch, spokes, rings, shut):
        unit, self.faces = disc(spokes, rings)
        self.swatch, self.outward = swatch, (sign, 0, 0)
        lift = dome(unit, height)

        def at(closed):
            z = centre[1] + unit[:, 0] * radii[0]
            y = centre[0] + unit[:, 1] * radii[1]
            if closed:
                z = centre[1] + unit[:, 0] * radii[0] * shut[0]
                y = centre[0] + shut[2] * unit[:, 0] ** 2 - shut[2] * 0.7 + unit[:, 1] * radii[1] * shut[1]
            p = np.column_stack([np.full(len(z), 0.2), y, z])
            for _ in range(50):
                p[:, 0] -= 0.8 * F.body(p)
            return np.column_stack([sign * (p[:, 0] + lift), p[:, 1], p[:, 2]])

        self.points = at(False)
        self.morphs = {"blink": at(True) - self.points}


def pieces():
    out = []
    for sign in (1, -1):
        out.append(Side(sign, (1.428, 0.655), (0.0165, 0.0225), 0.0060, "ink", 18, 3, (1.25, 0.10, 0.006)))
        out.append(Side(sign, (1.437, 0.660), (0.0052, 0.0052), 0.0082, "glint", 8, 1, (0.02, 0.02, 0.0)))
        out.append(Side(sign, (1.388, 0.806), (0.0050, 0.0062), 0.0008, "ink", 12, 2, (1.0, 1.0, 0.0)))
    return out


def material_of(chart):
    return T.SUIT if chart.startswith("scarf") else T.SKIN


def paint(points, faces, charts, uvs, place):
    ao = T.occlusion(points, faces, charts, uvs)
    s = F.nearest(points * np.where(points[:, :1] < 0, [[-1.0, 1, 1]], [[1.0, 1, 1]])) / F.TOTAL
    texel, owner, names = T.rasterise(points, faces, charts, uvs, place, np.column_stack([points, ao, s]))
    uv = T.chart_coordinates(place, names, owner)
    x, y, z, a, along = np.moveaxis(texel, -1, 0)
    lin = lambda name: (np.array(PALETTE[name]) / 255.0) ** 2.2
    colour = np.tile(lin("body"), (T.SIZE, T.SIZE, 1))
    rough = np.full((T.SIZE, T.SIZE), 0.62)
    on = lambda c: owner == names.index(c) if c in names else np.zeros_like(owner, bool)

    def blend(mask, name):
        colour[:] = colour * (1 - mask[..., None]) + lin(name) * mask[..., None]

    tube = on("body") | on("tip") | on("nose")
    # 0 under the spine, 1 over it, whatever chart the texel is on.
    c, r = F.at(np.clip(along, 0, 1) * F.TOTAL)
    tangent = F.tangent(np.clip(along, 0, 1) * F.TOTAL)
    out = np.stack([x, y, z], -1) - c
    out -= (out * tangent).sum(-1, keepdims=True) * tangent
    down = -np.cross(tangent, [1.0, 0, 0])
    turn = np.arccos(np.clip((out * down).sum(-1) / np.maximum(np.linalg.norm(out, axis=-1), 1e-9), -1, 1)) / np.pi
    # At the tube's end, where "over" and "under" meet, the same by height.
    end = F.at(np.array([F.TOTAL]))
    front = on("nose") * step(z, 0.780, 0.825)
    turn = turn * (1 - front) + front * np.arccos(np.clip((end[0][0][1] - y) / end[1][0], -1, 1)) / np.pi
    skin = ~on("scarf") & (owner >= 0)
    wobble = T.noise((T.SIZE, T.SIZE), 20, 21) * 0.018
    blend(skin * step(turn + wobble, 0.55, 0.98) * 0.85, "back")
    blend(skin * step(-(turn + wobble), -0.36, -0.20) * step(y, 0.395, 0.505), "belly")
    # Spots in two rows along the back, smaller to the ends.
    rng = np.random.RandomState(7)
    spots = np.zeros((T.SIZE, T.SIZE))
    for f in np.arange(0.10, 0.86, 0.030):
        c, r = F.at(np.array([f * F.TOTAL]))
        for angle in (0.86, 0.70):
            t = np.pi * (angle + rng.uniform(-0.05, 0.05))
            tan = F.tangent(np.array([f * F.TOTAL]))[0]
            w = -np.cross(tan, [1, 0, 0])
            p = c[0] + tan * rng.uniform(-0.03, 0.03) + r[0] * (np.cos(t) * w + np.sin(t) * np.array([1.0, 0, 0]))
            size = r[0] * rng.uniform(0.10, 0.20) * (1.0 if angle > 0.8 else 0.7)
            d = np.sqrt((x - p[0]) ** 2 + (y - p[1]) ** 2 + (z - p[2]) ** 2)
            spots = np.maximum(spots, step(-d, -size - 0.0012, -size + 0.0012))
    blend(on("body") * spots * 0.75, "spot")
    # A mouth: a line along the muzzle that ends in a smile.
    mouth = 1.338 - 0.10 * (z - 0.80) + 1.4 * np.maximum(0.745 - z, 0) ** 1.35
    half = 0.0036
    line = (tube & (z > 0.700) & (y > 1.25)) * step(-np.abs(y - mouth), -half - 0.0025, -half + 0.0015) * step(z, 0.700, 0.706)
    blend(line * 0.9, "line")
    cheek = np.exp(-(((y - 1.378) / 0.016) ** 2 + ((z - 0.705) / 0.020) ** 2)) * (tube & (np.abs(x) > 0.03) & (y > 1.3)) * 0.45
    blend(cheek, "spot")
    for name, l in F.LEGS.items():
        leg = on("leg" + name)
        blend(leg * step(-y, -0.22, -0.04) * 0.45, "back")
        for k in (-1, 0, 1):
            c = np.array([l["ankle"][0] + 0.050 * np.sin(k * 0.75), 0.026, l["ankle"][2] + 0.016 + 0.092 * np.cos(k * 0.75) - 0.006])
            d = np.sqrt(((x - c[0]) / 0.0165) ** 2 + ((y - c[1]) / 0.019) ** 2 + ((z - c[2]) / 0.026) ** 2)
            blend(leg * step(-d, -1.05, -0.95), "nail")
            rough = np.where(leg & (d < 1), 0.42, rough)
    knit = on("scarf")
    blend(knit * 1.0, "scarf")
    rough[knit] = 0.88
    ribs = 0.5 + 0.5 * np.cos(2 * np.pi * uv[..., 0] / 0.0133)
    colour *= (1 - 0.24 * (knit * ribs))[..., None]
    colour *= (1 + T.noise((T.SIZE, T.SIZE), 12, 3) * 0.015 + T.noise((T.SIZE, T.SIZE), 3, 5) * 0.010)[..., None]
    dark = np.clip(1 - a, 0, 1)[..., None] ** 1.2
    colour = colour * (1 - 0.42 * dark) + colour * lin("shade") * 0.42 * dark
    _, (iy, ix) = ndimage.distance_transform_edt(owner < 0, return_indices=True)
    colour, rough, a = colour[iy, ix], rough[iy, ix], a[iy, ix]
    for name, k in T.SWATCHES.items():
        sl = np.s_[8 + 32 * k:32 + 32 * k, T.SIZE - 28:T.SIZE - 4]
        colour[sl], a[sl] = (np.array(T.PALETTE[name]) / 255.0) ** 2.2, 1.0
        rough[sl] = {"ink": 0.20, "glint": 0.3, "mouth": 0.45}[name]
    base = (np.clip(colour, 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)
    orm = (np.clip(np.stack([a, rough, 0 * a], -1), 0, 1) * 255 + 0.5).astype(np.uint8)
    return base, orm

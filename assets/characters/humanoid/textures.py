"""Atlas and paint: base colour, occlusion and roughness, and three tiling normal maps.

Left and right share the atlas. Colours are painted from each texel's place on its chart, so
their borders run along edge loops and stay sharp at any distance.
"""

import io

import numpy as np
from PIL import Image
from scipy import ndimage

from kit.mesh import catmull_clark, neighbours, normals
from . import proportions as P
from .weights import step

SIZE = 1024
PAD = 6  # texels around each chart
SKIN, SUIT, SHOE = "Clay", "Knit", "Canvas"
MATERIAL = {"torso": SUIT, "neck": SUIT, "arm": SUIT, "leg": SUIT, "cap": SUIT, "shoe": SHOE, "toe": SHOE}

# sRGB.
PALETTE = {
    "suit": (0x6A, 0x7C, 0x96), "suit_dark": (0x46, 0x54, 0x6B), "stripe": (0xE9, 0xDF, 0xCF), "piping": (0xC9, 0x6A, 0x4E),
    "skin": (0xE6, 0xD3, 0xBD), "blush": (0xD9, 0x9A, 0x80), "shoe": (0xC6, 0x6B, 0x50), "cap": (0xC4, 0x66, 0x4B), "sole": (0xEE, 0xE6, 0xD8),
    "ink": (0x2A, 0x2B, 0x31), "glint": (0xFF, 0xFF, 0xFF), "mouth": (0x5A, 0x2B, 0x2A), "shade": (0x30, 0x2A, 0x33),
}


def material_of(chart):
    return MATERIAL.get(chart.rstrip("'"), SKIN)


def pack(charts, uvs):
    """Where each chart lies: `{chart: (scale, offset)}` in UV, shelves from the tallest down."""
    box = {}
    for c, uv in zip(charts, uvs):
        if c.endswith("'"):
            continue
        a = np.array(uv)
        lo, hi = a.min(0), a.max(0)
        if c in box:
            lo, hi = np.minimum(lo, box[c][0]), np.maximum(hi, box[c][1])
        box[c] = (lo, hi)
    grow = lambda c: 1.6 if c in ("head",) else 1.25 if c in ("palm",) or c.startswith("finger") else 1.0
    names = sorted(box, key=lambda c: (-(box[c][1][1] - box[c][0][1]) * grow(c), c))
    scale = 1400.0
    while True:
        place, x, y, shelf = {}, 8, 8, 0
        for c in names:
            w, h = (box[c][1] - box[c][0]) * scale * grow(c) + 2 * PAD
            if x + w > SIZE - 40:
                x, y, shelf = 8, y + shelf, 0
            place[c] = (scale * grow(c) / SIZE, (np.array([x, y]) + PAD) / SIZE - box[c][0] * scale * grow(c) / SIZE)
            x, shelf = x + w, max(shelf, h)
        if y + shelf < SIZE - 8:
            return place
        scale *= 0.985


SWATCHES = {"ink": 0, "glint": 1, "mouth": 2}


def swatch_uv(name):
    """Squares of 24 texels down the right edge."""
    return np.array([SIZE - 16, 20 + 32 * SWATCHES[name]]) / SIZE


def occlusion(points, faces, charts, uvs):
    """Ambient occlusion at the vertices: 1 open, 0 closed in; by 220 depth maps."""
    dense, _, _, _ = catmull_clark(points, faces, charts, uvs)
    n = normals(points, faces)
    k = np.arange(220) + 0.5
    z = 1 - 2 * k / 220
    t = np.pi * (1 + 5 ** 0.5) * k
    dirs = np.column_stack([np.sqrt(1 - z * z) * np.cos(t), z, np.sqrt(1 - z * z) * np.sin(t)])
    seen, total = np.zeros(len(points)), np.zeros(len(points))
    cell = 0.0075
    for d in dirs:
        u = np.cross(d, [0.31, 0.9, 0.2]); u /= np.linalg.norm(u)
        v = np.cross(d, u)
        a = np.column_stack([dense @ u, dense @ v])
        lo = a.min(0)
        ij = ((a - lo) / cell).astype(int)
        shape = ij.max(0) + 2
        grid = np.full(shape, -1e9)
        np.maximum.at(grid, (ij[:, 0], ij[:, 1]), dense @ d)
        b = ((np.column_stack([points @ u, points @ v]) - lo) / cell).astype(int)
        front = grid[b[:, 0], b[:, 1]]
        cos = np.maximum(n @ d, 0) * (1.0 if d[1] > -0.2 else 0.75)
        free = np.clip(1 - (front - (points @ d) - 0.012) / 0.03, 0, 1)
        seen += cos * free
        total += cos
    ao = seen / np.maximum(total, 1e-9)
    # The maps' cells leave a grain: what is seen from a point hardly changes within a centimetre.
    m = neighbours(len(points), faces)
    count = np.maximum(np.asarray(m.sum(1)).ravel(), 1)
    for _ in range(3):
        ao += 0.6 * (m @ ao / count - ao)
    return ao


def rasterise(points, faces, charts, uvs, place, values):
    """Per-texel values, and which chart (index into the sorted names, -1 none)."""
    names = sorted(place)
    out = np.zeros((SIZE, SIZE, values.shape[1]), np.float32)
    owner = np.full((SIZE, SIZE), -1, np.int16)
    for f, c, uv in zip(faces, charts, uvs):
        if c.endswith("'"):
            continue
        s, o = place[c]
        q = (np.array(uv) * s + o) * SIZE
        k = names.index(c)
        for a, b, d in ((0, 1, 2), (0, 2, 3))[: len(f) - 2]:
            p0, p1, p2 = q[a], q[b], q[d]
            area = (p1[0] - p0[0]) * (p2[1] - p0[1]) - (p1[1] - p0[1]) * (p2[0] - p0[0])
            if abs(area) < 1e-9:
                continue
            lo = np.floor(np.minimum(np.minimum(p0, p1), p2)).astype(int)
            hi = np.ceil(np.maximum(np.maximum(p0, p1), p2)).astype(int)
            gx, gy = np.meshgrid(np.arange(lo[0], hi[0] + 1) + 0.5, np.arange(lo[1], hi[1] + 1) + 0.5)
            w1 = ((gx - p0[0]) * (p2[1] - p0[1]) - (gy - p0[1]) * (p2[0] - p0[0])) / area
            w2 = ((p1[0] - p0[0]) * (gy - p0[1]) - (p1[1] - p0[1]) * (gx - p0[0])) / area
            w0 = 1 - w1 - w2
            m = (w0 > -1e-3) & (w1 > -1e-3) & (w2 > -1e-3)
            iy, ix = gy[m].astype(int), gx[m].astype(int)
            out[iy, ix] = w0[m, None] * values[f[a]] + w1[m, None] * values[f[b]] + w2[m, None] * values[f[d]]
            owner[iy, ix] = k
    return out, owner, names


def chart_coordinates(place, names, owner):
    """Each texel's place on its chart, metres."""
    gy, gx = np.mgrid[0:SIZE, 0:SIZE] + 0.5
    uv = np.zeros((SIZE, SIZE, 2))
    for k, c in enumerate(names):
        s, o = place[c]
        m = owner == k
        uv[m] = (np.column_stack([gx[m], gy[m]]) / SIZE - o) / s
    return uv


def to_column(p, points, faces, charts, uvs, chart, u):
    """Distance of points to the edge loop at column `u` of a chart: the same width everywhere."""
    at = {}
    for f, c, uv in zip(faces, charts, uvs):
        if c == chart:
            for i, w in zip(f, uv):
                if abs(w[0] - u) < 1e-6:
                    at[round(w[1], 6)] = points[i]
    line = np.array([at[v] for v in sorted(at)])
    best = np.full(len(p), 1.0)
    for a, b in zip(line[:-1], line[1:]):
        ab = b - a
        if ab @ ab > 0.05 ** 2:  # the arm hole
            continue
        t = np.clip((p - a) @ ab / (ab @ ab), 0, 1)
        best = np.minimum(best, np.linalg.norm(p - a - t[:, None] * ab, axis=1))
    return best


def noise(shape, sigma, seed):
    a = np.random.RandomState(seed).normal(size=shape)
    a = ndimage.gaussian_filter(a, sigma, mode="wrap")
    return a / a.std()


def paint(points, faces, charts, uvs, place):
    """Base colour (sRGB) and occlusion-roughness-metalness images."""
    ao = occlusion(points, faces, charts, uvs)
    values = np.column_stack([points, ao])
    texel, owner, names = rasterise(points, faces, charts, uvs, place, values)
    uv = chart_coordinates(place, names, owner)
    x, y, z, a = np.moveaxis(texel, -1, 0)
    u, v = uv[..., 0], uv[..., 1]
    lin = lambda name: (np.array(PALETTE[name]) / 255.0) ** 2.2
    colour = np.zeros((SIZE, SIZE, 3))
    rough = np.full((SIZE, SIZE), 0.8)
    on = lambda *cs: np.isin(owner, [names.index(c) for c in cs])

    def blend(mask, name):
        colour[:] = colour * (1 - mask[..., None]) + lin(name) * mask[..., None]

    e = 0.0009  # half a texel: the softness of painted edges
    line = lambda d, half: step(-np.abs(d), -half - e, -half + e)

    suit = on("torso", "neck", "arm", "leg")
    blend(suit * 1.0, "suit")
    rough[suit] = 0.86
    # Ribbed cuffs and collar are darker.
    arm_s = (np.stack([x, y, z], -1) - P.SHOULDER) @ P.ARM
    rib = np.where(on("arm"), step(arm_s, 0.452 - e, 0.452 + e), 0) + np.where(on("leg"), step(-y, -0.176 - e, -0.176 + e), 0)
    rib = np.maximum(rib, on("neck") * 1.0)
    # A belt of the darker knit at the flanks and under the arms would hide the form: one stripe.
    d = np.full((SIZE, SIZE), 1.0)
    for chart, middle in (("torso", 6 * 0.036), ("arm", 7 * 0.28 / 12), ("leg", 6 * 0.030)):
        near = on(chart) & (np.abs(u - middle) < 0.06)
        d[near] = to_column(texel[near][:, :3], points, faces, charts, uvs, chart, middle)
    limb = on("torso", "arm", "leg") * (1 - rib)
    blend(limb * line(d, 0.0104), "piping")
    blend(limb * line(d, 0.0076), "stripe")
    rough = np.where(limb * line(d, 0.0104) > 0.5, 0.74, rough)
    blend(rib, "suit_dark")
    ribs = 0.5 + 0.5 * np.cos(2 * np.pi * u / (0.28 / 48))
    colour *= (1 - 0.22 * rib * ribs)[..., None]
    # The zip: from the collar to the breastbone.
    zipped = on("torso") * step(y, 1.200 - e, 1.200 + e) + on("neck") * 1.0
    blend(zipped * line(u, 0.0060), "suit_dark")
    blend(zipped * line(u, 0.0017), "stripe")
    teeth = step(np.cos(2 * np.pi * y / 0.0055), -0.2, 0.2)
    colour *= (1 - 0.35 * zipped * line(u, 0.0017) * teeth)[..., None]
    # Where cloth is sewn: yoke line across chest and back, seam round the waist.
    seam = on("torso") * line(y - (1.015 - 0.010 * np.cos(np.pi * u / 0.432)), 0.0012)
    colour *= (1 - 0.45 * seam)[..., None]

    cap = on("cap")
    blend(cap * 1.0, "cap")
    rough[cap] = 0.88
    # The brim is ribbed, the crown gathers towards the top.
    brim = cap * step(-v, -0.068, -0.062)
    folds = 0.5 + 0.5 * np.cos(2 * np.pi * u / (0.30 / 30))
    colour *= (1 - (0.06 + 0.26 * brim)[..., None] * (cap * folds)[..., None])

    skin = on("head", "palm", "ear") | np.isin(owner, [k for k, c in enumerate(names) if c.startswith("finger")])
    blend(skin * 1.0, "skin")
    rough[skin] = 0.58
    blob = lambda c, r: np.exp(-(((x - c[0]) / r[0]) ** 2 + ((y - c[1]) / r[1]) ** 2)) * (z > 0.02)
    blush = on("head") * (0.50 * blob((0.052, 1.553), (0.020, 0.014)) + 0.30 * blob((0, 1.566), (0.013, 0.012)))
    blush += on("ear") * 0.35
    fingers = np.zeros((SIZE, SIZE))
    for name in list(P.FINGERS) + ["Thumb"]:
        chain = P.finger_chain(name)
        p = np.stack([x, y, z], -1)
        m = on("finger" + name)
        tip = np.exp(-((np.linalg.norm(p - chain[3], axis=-1) / 0.014) ** 2)) * 0.40
        joint = sum(np.exp(-((np.linalg.norm(p - c - P.DORSAL * 0.009, axis=-1) / 0.008) ** 2)) * 0.22 for c in chain[1:3])
        fingers = np.maximum(fingers, m * (tip + joint))
        knuckle = np.exp(-((np.linalg.norm(p - chain[0] - P.DORSAL * 0.010, axis=-1) / 0.010) ** 2)) * 0.22
        fingers = np.maximum(fingers, on("palm") * (name != "Thumb") * knuckle)
    blend(np.clip(blush + fingers, 0, 1), "blush")
    rough -= 0.06 * np.clip(blush * 2, 0, 1)

    shoe = on("shoe", "toe")
    blend(shoe * 1.0, "shoe")
    rough[shoe] = 0.50
    sole = shoe * step(-y, -0.0185 - 0.004 * np.clip(-z / 0.07, 0, 1) - e, -0.0185 - 0.004 * np.clip(-z / 0.07, 0, 1) + e)
    blend(sole, "sole")
    foxing = shoe * line(y - 0.0185 - 0.004 * np.clip(-z / 0.07, 0, 1) - 0.0022, 0.0009)
    colour *= (1 - 0.45 * foxing)[..., None]
    rough = np.where(sole > 0.5, 0.68, rough)
    collar = on("shoe") * step(y + 0.25 * z, 0.102 - e, 0.102 + e)
    blend(collar, "suit_dark")
    toe = shoe * line(z - 0.106 + 1.6 * np.maximum(x - 0.099, 0) ** 2 * 20 + 14 * (x - 0.099) ** 2, 0.0011) * (y > 0.024)
    colour *= (1 - 0.35 * toe)[..., None]

    # Hand-made: a slow mottle; closed places go warm and dark, not black.
    mottle = noise((SIZE, SIZE), 14, 3) * 0.012 + noise((SIZE, SIZE), 3, 5) * 0.008
    colour *= (1 + mottle)[..., None]
    dark = np.clip(1 - a, 0, 1)[..., None] ** 1.2
    colour = colour * (1 - 0.42 * dark) + colour * lin("shade") * 0.42 * dark
    # Fill the gaps between charts from the nearest texel.
    _, (iy, ix) = ndimage.distance_transform_edt(owner < 0, return_indices=True)
    colour, rough, a = colour[iy, ix], rough[iy, ix], a[iy, ix]
    for name, k in SWATCHES.items():
        sl = np.s_[8 + 32 * k:32 + 32 * k, SIZE - 28:SIZE - 4]
        colour[sl], a[sl] = lin(name), 1.0
        rough[sl] = {"ink": 0.22, "glint": 0.3, "mouth": 0.45}[name]
    base = (np.clip(colour, 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)
    orm = (np.clip(np.stack([a, rough, 0 * a], -1), 0, 1) * 255 + 0.5).astype(np.uint8)
    return base, orm


def relief(height, strength):
    """A tiling normal map (OpenGL convention: green up) from a height field."""
    dx = (np.roll(height, -1, 1) - np.roll(height, 1, 1)) * strength
    dy = (np.roll(height, -1, 0) - np.roll(height, 1, 0)) * strength
    n = np.stack([-dx, dy, np.ones_like(dx)], -1)
    n /= np.linalg.norm(n, axis=-1, keepdims=True)
    return ((n * 0.5 + 0.5) * 255 + 0.5).astype(np.uint8)


def knit(size=256, columns=8):
    """Stocking stitch: columns of V, each a pair of leaning strands."""
    y, x = np.mgrid[0:size, 0:size] / size * columns
    out = np.zeros((size, size))
    for side in (-1, 1):
        fx = (x % 1.0) - 0.5
        cx = side * 0.24
        lean = (fx - cx) * side
        phase = (y * 1.0 - lean * 1.1) % 1.0 - 0.5
        e = np.clip(1 - (phase / 0.46) ** 2 - ((fx - cx) / 0.25) ** 2, 0, 1)
        out = np.maximum(out, np.sqrt(e))
    out = ndimage.gaussian_filter(out, 1.0, mode="wrap")
    return relief(out, 2.2)


def clay(size=256):
    """Fine grain and faint strokes of the tool."""
    h = noise((size, size), 1.2, 11) * 0.30 + noise((size, size), 5, 12) * 1.0 + noise((size, size), (2, 16), 13) * 0.22
    return relief(h, 0.16)


def canvas(size=256, threads=16):
    """A plain weave."""
    y, x = np.mgrid[0:size, 0:size] / size * threads
    over = ((np.floor(x) + np.floor(y)) % 2) * 2 - 1
    warp = np.sin(np.pi * (x % 1)) * (1 + 0.5 * over * np.sin(np.pi * (y % 1)))
    weft = np.sin(np.pi * (y % 1)) * (1 - 0.5 * over * np.sin(np.pi * (x % 1)))
    h = ndimage.gaussian_filter(np.maximum(warp, weft), 1.0, mode="wrap")
    return relief(h, 1.3)


def encode(array, quality):
    out = io.BytesIO()
    Image.fromarray(array).save(out, "JPEG", quality=quality, subsampling=0, optimize=True)
    return out.getvalue()

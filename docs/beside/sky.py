"""Surroundings for both viewers: sky.py OUT.hdr. A soft sky, a warm key, a cool strip behind, and a ground.

All of it is smooth, and nothing in it is so small and bright that a viewer could take it for a sun: both sides then light
with the same picture and nothing else.
"""

import sys
from pathlib import Path

import numpy as np

WIDTH, HEIGHT = 512, 256


def directions():
    """Unit, of each pixel: the middle of the picture looks along +X, the top up."""
    u = (np.arange(WIDTH) + 0.5) / WIDTH
    v = (np.arange(HEIGHT) + 0.5) / HEIGHT
    around = (u - 0.5) * 2 * np.pi
    down = v[:, None] * np.pi
    return np.stack([np.sin(down) * np.cos(around), np.cos(down) + 0 * around, np.sin(down) * np.sin(around)], -1)


def unit(*v):
    return np.array(v) / np.linalg.norm(v)


def smooth(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return (t * t * (3 - 2 * t))[..., None]


def radiance(d):
    up = d[..., 1]
    sky = np.array([0.62, 0.66, 0.72]) * (1 - smooth(0, 0.9, up)) + np.array([0.30, 0.40, 0.58]) * smooth(0, 0.9, up)
    ground = np.array([0.24, 0.21, 0.18])
    light = ground * (1 - smooth(-0.08, 0.08, up)) + sky * smooth(-0.08, 0.08, up)
    for axis, sharpness, color in [
        (unit(-0.55, 0.6, 0.65), 22, (5.6, 4.9, 4.0)),
        (unit(0.75, 0.3, -0.6), 14, (1.6, 1.9, 2.4)),
    ]:
        light = light + np.exp(sharpness * (d @ axis - 1))[..., None] * np.array(color)
    return light


def radiance_file(light):
    """Source: Ward, "Real Pixels" (Graphics Gems II, 1991): one exponent for three colours; rows not packed."""
    mantissa, exponent = np.frexp(light.max(-1))
    scale = mantissa * 256 / light.max(-1)
    pixels = np.dstack([(light * scale[..., None]).astype(np.uint8), (exponent + 128).astype(np.uint8)])
    head = f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {HEIGHT} +X {WIDTH}\n"
    return head.encode() + pixels.tobytes()


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(radiance_file(radiance(directions())))

"""Ears: two hollowed shells, half sunk into the head under the brim of the cap."""

import numpy as np

from kit.field import unit

CENTRE = np.array([0.1065, 1.5780, -0.0100])
RADII = np.array([0.0105, 0.0330, 0.0215])
AROUND, ALONG = 14, 6


def left():
    """Points and faces of the left ear."""
    unit_points = [(1.0, 0.0, 0.0)]
    for k in range(1, ALONG - 1):
        a = np.pi * k / ALONG
        for i in range(AROUND):
            t = 2 * np.pi * i / AROUND
            unit_points.append((np.cos(a), np.sin(a) * np.cos(t), np.sin(a) * np.sin(t)))
    u = np.array(unit_points)
    r = np.hypot(u[:, 1], u[:, 2])
    p = u * RADII
    # The shell is hollow outside, the lobe narrower than the top.
    p[:, 0] -= np.where(u[:, 0] > 0, 0.0110 * np.exp(-((r / 0.62) ** 2)), 0)
    p[:, 2] *= np.where(u[:, 1] < 0, 1 + 0.26 * u[:, 1], 1.0)
    tilt, flare = np.radians(-12), np.radians(24)
    c, s = np.cos(tilt), np.sin(tilt)
    p = np.column_stack([p[:, 0], c * p[:, 1] - s * p[:, 2], s * p[:, 1] + c * p[:, 2]])
    c, s = np.cos(flare), np.sin(flare)
    p = np.column_stack([c * p[:, 0] - s * p[:, 2], p[:, 1], s * p[:, 0] + c * p[:, 2]])
    at = lambda k, i: 1 + (k - 1) * AROUND + i % AROUND
    faces = [(0, at(1, i), at(1, i + 1)) for i in range(AROUND)]
    for k in range(1, ALONG - 2):  # the inner side lies in the head
        faces += [(at(k, i), at(k + 1, i), at(k + 1, i + 1), at(k, i + 1)) for i in range(AROUND)]
    # Unrolled like a flattened dome.
    a = np.arccos(np.clip(u[:, 0], -1, 1)) / np.pi * 2
    flat = u[:, [2, 1]] / np.maximum(np.hypot(u[:, 1], u[:, 2]), 1e-9)[:, None] * (a * [[0.026], [0.026]]).T
    return p + CENTRE, faces, flat


def add(points, faces, charts, uvs):
    """The mesh with both ears."""
    p, f, uv = left()
    for sign, chart in ((1, "ear"), (-1, "ear'")):
        start = len(points)
        q = p * [sign, 1, 1]
        points = np.vstack([points, q])
        for face in f:
            corner = face if sign > 0 else tuple(reversed(face))
            faces.append(tuple(start + i for i in corner))
            charts.append(chart)
            uvs.append([(uv[i, 0], uv[i, 1]) for i in corner])
    return points, faces, charts, uvs

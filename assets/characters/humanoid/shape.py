"""From edge loops to the final surface: relax, project, subdivide once, project."""

import numpy as np

from kit import field
from kit.mesh import catmull_clark, mirror, neighbours, normals
from . import form, topology
from .cap import add as add_cap
from .ears import add as add_ears


def relax(points, faces, amount, steps, form_of):
    """Slides vertices along the surface towards the mean of their neighbours."""
    m = neighbours(len(points), faces)
    count = np.asarray(m.sum(1)).ravel()
    on = np.abs(points[:, 0]) < 1e-6
    for _ in range(steps):
        mean = m @ points / count[:, None]
        n = normals(points, faces)
        # On the plane of symmetry the other half is missing: move along the plane only.
        mean[on, 0] = 0.0
        n[on, 0] = 0.0
        d = (mean - points) * amount[:, None]
        d -= (d * n).sum(1, keepdims=True) * n
        points = points + d
        points = field.project(form_of, points, 1)
        points[on, 0] = 0.0
    return points


def near(points, faces, seeds, rings):
    """1 at the seeds, falling to 0 over that many rings of edges."""
    m = neighbours(len(points), faces)
    out = np.zeros(len(points))
    out[list(seeds)] = 1.0
    reach = out.copy()
    for k in range(1, rings):
        reach = ((m @ reach) + reach > 0).astype(float)
        out = np.maximum(out, reach * (1 - k / rings))
    return out


def surface():
    """Points, faces, charts, UVs of the whole figure."""
    mesh = topology.left_half()
    points, faces = mesh.array(), mesh.faces
    on = np.abs(points[:, 0]) < 1e-6
    chart_of = [set() for _ in points]
    for f, c in zip(faces, mesh.charts):
        for i in f:
            chart_of[i].add(c)
    joined = [i for i, c in enumerate(chart_of) if len(c) > 1]
    junction = [i for i in joined if {"torso", "arm"} <= chart_of[i] or {"torso", "leg"} <= chart_of[i]]
    collar = [i for i in joined if {"torso", "neck"} <= chart_of[i]]
    amount = near(points, faces, junction, 7) * 0.8
    amount = np.maximum(amount, near(points, faces, collar, 4) * 0.6)
    web = [i for i in joined if "palm" in chart_of[i] and "arm" not in chart_of[i]]
    amount = np.maximum(amount, near(points, faces, web, 3) * 0.35)
    cap = [i for i, c in enumerate(chart_of) if c & {"crown", "toe"}]
    amount = np.maximum(amount, near(points, faces, cap, 4) * 0.6)
    shoe = [i for i, c in enumerate(chart_of) if c <= {"shoe", "toe"}]
    amount[shoe] = np.maximum(amount[shoe], 0.3)
    jaw = [i for i, c in enumerate(chart_of) if c == {"head"}]
    amount[jaw] = np.maximum(amount[jaw], 0.25)
    points = field.project(form.body, points, 6, 0.02)
    points[on, 0] = 0.0
    points = relax(points, faces, amount, 24, form.body)
    points = field.project(form.body, points, 3)
    points[on, 0] = 0.0
    p, f, c, u = mirror(points, faces, mesh.charts, mesh.uvs)
    p, f, c, u = catmull_clark(p, f, c, u)
    sign = np.where(p[:, :1] < 0, -1.0, 1.0)
    q = p * np.hstack([sign, np.ones((len(p), 2))])
    middle = np.abs(p[:, 0]) < 1e-6
    q = field.project(form.body, q, 4, 0.004)
    q[middle, 0] = 0.0
    p = q * np.hstack([sign, np.ones((len(p), 2))])
    p, f, c, u = add_ears(*add_cap(p, f, c, u))
    # A micrometre: what comes after does not depend on the last bits of the projection.
    return np.round(p, 6), f, c, u

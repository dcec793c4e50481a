"""A quick look at a mesh from several sides, on the CPU: for whoever shapes it."""

import numpy as np
from PIL import Image


def picture(points, faces, yaw=0.0, pitch=0.0, size=(480, 640), frame=None, colors=None, wire=False, nrm=None, super_=2):
    from .mesh import normals

    w, h = size[0] * super_, size[1] * super_
    y, x = np.radians(yaw), np.radians(pitch)
    r = np.array([[np.cos(y), 0, -np.sin(y)], [0, 1, 0], [np.sin(y), 0, np.cos(y)]])
    rx = np.array([[1, 0, 0], [0, np.cos(x), -np.sin(x)], [0, np.sin(x), np.cos(x)]])
    m = rx @ r
    n = (normals(points, faces) if nrm is None else nrm) @ m.T
    c, half = (points.min(0) + points.max(0)) / 2, (points.max(0) - points.min(0))[1] / 2 * 1.05
    if frame is not None:
        c, half = np.array(frame[0]), frame[1]
    q = (points - c) @ m.T
    s = h / 2 / half
    px, py, pz = q[:, 0] * s + w / 2, h / 2 - q[:, 1] * s, q[:, 2]
    light = np.array([-0.45, 0.65, 0.6]); light /= np.linalg.norm(light)
    rim = np.array([0.8, 0.2, -0.4]); rim /= np.linalg.norm(rim)
    shade = 0.25 + 0.65 * np.clip(n @ light, 0, 1) + 0.35 * np.clip(n @ rim, 0, 1) ** 1.5 + 0.1 * n[:, 1]
    base = np.tile([0.80, 0.77, 0.73], (len(points), 1)) if colors is None else colors
    col = base * shade[:, None]
    z = np.full((h, w), -1e9)
    img = np.tile(np.array([0.16, 0.175, 0.2]), (h, w, 1))
    tris = []
    for f in faces:
        for k in range(1, len(f) - 1):
            tris.append((f[0], f[k], f[k + 1]))
    for a, b, d in tris:
        ax, ay, bx, by, dx, dy = px[a], py[a], px[b], py[b], px[d], py[d]
        area = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
        if area >= 0:
            continue
        x0, x1 = int(max(min(ax, bx, dx), 0)), int(min(max(ax, bx, dx) + 1, w - 1))
        y0, y1 = int(max(min(ay, by, dy), 0)), int(min(max(ay, by, dy) + 1, h - 1))
        if x1 < x0 or y1 < y0:
            continue
        gx, gy = np.meshgrid(np.arange(x0, x1 + 1) + 0.5, np.arange(y0, y1 + 1) + 0.5)
        wb = ((gx - ax) * (dy - ay) - (gy - ay) * (dx - ax)) / area
        wd = ((bx - ax) * (gy - ay) - (by - ay) * (gx - ax)) / area
        wa = 1 - wb - wd
        inside = (wa >= -1e-6) & (wb >= -1e-6) & (wd >= -1e-6)
        zz = wa * pz[a] + wb * pz[b] + wd * pz[d]
        sub = z[y0:y1 + 1, x0:x1 + 1]
        hit = inside & (zz > sub)
        sub[hit] = zz[hit]
        cc = wa[..., None] * col[a] + wb[..., None] * col[b] + wd[..., None] * col[d]
        img[y0:y1 + 1, x0:x1 + 1][hit] = cc[hit]
    im = Image.fromarray((np.clip(img, 0, 1) ** (1 / 1.6) * 255).astype(np.uint8))
    if wire:
        from PIL import ImageDraw
        dr = ImageDraw.Draw(im)
        fn = normals(points, faces) @ m.T
        for f in faces:
            i0 = list(f)
            fx, fy = px[i0], py[i0]
            area = sum(fx[k] * fy[(k + 1) % len(f)] - fx[(k + 1) % len(f)] * fy[k] for k in range(len(f)))
            if area < 0:
                cx, cy = int(np.clip(fx.mean(), 0, w - 1)), int(np.clip(fy.mean(), 0, h - 1))
                if pz[i0].mean() > z[cy, cx] - 0.008:
                    dr.polygon([(fx[k], fy[k]) for k in range(len(f))], outline=(20, 40, 90))
    return im.resize(size, Image.LANCZOS)

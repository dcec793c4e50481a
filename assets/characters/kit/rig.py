"""Quaternions (x, y, z, w), a skeleton's rest pose and forward kinematics, vectorised over time."""

import numpy as np


def mul(a, b):
    ax, ay, az, aw = np.moveaxis(np.asarray(a), -1, 0)
    bx, by, bz, bw = np.moveaxis(np.asarray(b), -1, 0)
    return np.stack([aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
                     aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz], -1)


def inv(q):
    return np.asarray(q) * [-1, -1, -1, 1]


def rotate(q, v):
    q, v = np.asarray(q, float), np.asarray(v, float)
    u, w = q[..., :3], q[..., 3:]
    t = 2 * np.cross(u, v)
    return v + w * t + np.cross(u, t)


def about(axis, angle):
    """The turn by `angle` (radians, may be an array) about a unit axis."""
    axis = np.asarray(axis, float)
    axis = axis / np.linalg.norm(axis, axis=-1, keepdims=True)
    h = np.asarray(angle, float)[..., None] / 2
    return np.concatenate([axis * np.sin(h), np.cos(h) + 0 * axis[..., :1]], -1)


def between(a, b):
    """The shortest turn from direction `a` to direction `b`."""
    a = a / np.linalg.norm(a, axis=-1, keepdims=True)
    b = b / np.linalg.norm(b, axis=-1, keepdims=True)
    q = np.concatenate([np.cross(a, b), 1 + (a * b).sum(-1, keepdims=True)], -1)
    return q / np.linalg.norm(q, axis=-1, keepdims=True)


def from_matrix(m):
    """From rotation matrices (..., 3, 3)."""
    m = np.asarray(m, float)
    k = np.empty(m.shape[:-2] + (4, 4))
    xx, xy, xz = m[..., 0, 0], m[..., 0, 1], m[..., 0, 2]
    yx, yy, yz = m[..., 1, 0], m[..., 1, 1], m[..., 1, 2]
    zx, zy, zz = m[..., 2, 0], m[..., 2, 1], m[..., 2, 2]
    k[..., 0, :] = np.stack([xx - yy - zz, yx + xy, zx + xz, zy - yz], -1)
    k[..., 1, :] = np.stack([yx + xy, yy - xx - zz, zy + yz, xz - zx], -1)
    k[..., 2, :] = np.stack([zx + xz, zy + yz, zz - xx - yy, yx - xy], -1)
    k[..., 3, :] = np.stack([zy - yz, xz - zx, yx - xy, xx + yy + zz], -1)
    values, vectors = np.linalg.eigh(k / 3)
    q = vectors[..., -1]
    return q * np.where(q[..., 3:] < 0, -1, 1)


def matrix(q):
    """Rotation matrices from quaternions."""
    e = np.eye(3)
    return np.stack([rotate(q, np.broadcast_to(e[i], q.shape[:-1] + (3,))) for i in range(3)], -1)


class Skeleton:
    """Joints with rest positions and rest orientations in model space.

    A joint's Y axis points to its child, its Z axis as far forwards as that allows (upwards where
    the joint itself points forwards), as retargeting tools expect.
    """

    def __init__(self, joints):
        self.names = [j[0] for j in joints]
        self.index = {n: i for i, n in enumerate(self.names)}
        self.parents = [self.index[j[1]] if j[1] else -1 for j in joints]
        self.rest = np.array([j[2] for j in joints])
        self.children = [[] for _ in joints]
        for i, p in enumerate(self.parents):
            if p >= 0:
                self.children[p].append(i)
        self.orient = np.array([self._orientation(i) for i in range(len(joints))])
        for i, c in enumerate(self.children):
            if not c and self.parents[i] >= 0:
                self.orient[i] = self.orient[self.parents[i]]

    def _orientation(self, i):
        kids = self.children[i]
        if not kids or self.parents[i] < 0:
            y = np.array([0.0, 1.0, 0.0])
        else:
            name = self.names[i]
            kids = [k for k in kids if "Twist" not in self.names[k]] or kids
            main = [k for k in kids if "Middle" in self.names[k]] or kids
            main = [k for k in kids if self.names[k] in ("Neck", "Head")] or main
            y = self.rest[main[0]] - self.rest[i]
        y = y / np.linalg.norm(y)
        z = np.array([0, 0, 1.0]) if abs(y[2]) < 0.6 else np.array([0, 1.0, 0])
        z = z - y * (z @ y)
        z /= np.linalg.norm(z)
        return from_matrix(np.stack([np.cross(y, z), y, z], 1))

    def local_rest(self):
        """Translations and rotations of each joint relative to its parent."""
        t, r = [], []
        for i, p in enumerate(self.parents):
            if p < 0:
                t.append(self.rest[i])
                r.append(self.orient[i])
            else:
                t.append(rotate(inv(self.orient[p]), self.rest[i] - self.rest[p]))
                r.append(mul(inv(self.orient[p]), self.orient[i]))
        return np.array(t), np.array(r)

    def local(self, turns):
        """Local rotations from `turns`: how each joint turns against its parent, seen in the rest
        pose's model axes (identity: rest). Shape (..., joints, 4)."""
        out = np.empty_like(turns)
        for i, p in enumerate(self.parents):
            a = inv(self.orient[p]) if p >= 0 else np.array([0, 0, 0, 1.0])
            out[..., i, :] = mul(mul(np.broadcast_to(a, turns[..., i, :].shape), turns[..., i, :]), np.broadcast_to(self.orient[i], turns[..., i, :].shape))
        return out

    def forward(self, turns, root):
        """Model-space turns (against rest) and positions; `root` is the hips' position."""
        g = np.empty(turns.shape)
        p = np.empty(turns.shape[:-1] + (3,))
        for i, k in enumerate(self.parents):
            if k < 0:
                g[..., i, :] = turns[..., i, :]
                p[..., i, :] = root
            else:
                g[..., i, :] = mul(g[..., k, :], turns[..., i, :])
                p[..., i, :] = p[..., k, :] + rotate(g[..., k, :], self.rest[i] - self.rest[k])
        return g, p

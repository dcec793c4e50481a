"""Puts surface, face, weights, textures and clips into one binary glTF file."""

import numpy as np

from kit import rig
from kit.field import gradient, unit
from kit.glb import Glb
from kit.mesh import normals
from . import face, form, textures

GENERATOR = "rigscope assets/characters/humanoid.py"
RIGHTS = "CC0 1.0, the rigscope authors"


class Corners:
    """One primitive: vertices made unique by position, UV and the side of the mirror."""

    def __init__(self):
        self.key, self.source, self.uv, self.triangles = {}, [], [], []

    def corner(self, vertex, uv, side):
        k = (vertex, round(uv[0] * 65536), round(uv[1] * 65536), side)
        if k not in self.key:
            self.key[k] = len(self.source)
            self.source.append(vertex)
            self.uv.append(uv)
        return self.key[k]


def tangents(points, normal, uv, triangles):
    t, b = np.zeros_like(points), np.zeros_like(points)
    tri = np.array(triangles)
    p, w = points[tri], uv[tri]
    e1, e2 = p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]
    d1, d2 = w[:, 1] - w[:, 0], w[:, 2] - w[:, 0]
    det = d1[:, 0] * d2[:, 1] - d2[:, 0] * d1[:, 1]
    det = np.where(np.abs(det) < 1e-14, 1e-14, det)[:, None]
    tt = (e1 * d2[:, 1:] - e2 * d1[:, 1:]) / det
    bb = (e2 * d1[:, :1] - e1 * d2[:, :1]) / det
    size = np.linalg.norm(np.cross(e1, e2), axis=1, keepdims=True)
    unit = lambda v: v / np.maximum(np.linalg.norm(v, axis=1, keepdims=True), 1e-12)
    for i in range(3):
        np.add.at(t, tri[:, i], unit(tt) * size)
        np.add.at(b, tri[:, i], unit(bb) * size)
    t = t - normal * (t * normal).sum(1, keepdims=True)
    bad = np.linalg.norm(t, axis=1) < 1e-9
    t[bad] = np.cross(normal[bad], [0.3, 0.5, 0.8])
    t = unit(t)
    # glTF: bitangent = cross(normal, tangent) * w, and points up in the texture, against v.
    sign = np.where((np.cross(normal, t) * b).sum(1) < 0, 1.0, -1.0)
    return np.column_stack([t, sign])


def exact_u16(weights):
    """Weights as 16-bit fractions that sum to 65535 exactly."""
    w = np.floor(weights * 65535 + 0.5).astype(np.int64)
    rest = 65535 - w.sum(1)
    w[np.arange(len(w)), w.argmax(1)] += rest
    return w


class Look:
    """What differs between characters: materials, inlaid pieces, morph targets."""

    name = "Mannequin"
    head = "Head"
    generator = GENERATOR
    targets = face.TARGETS
    # Material of the mesh: (relief texture, tiles across the atlas, strength).
    materials = {textures.SUIT: ("knit", 26, 0.55), textures.SKIN: ("clay", 9, 0.35), textures.SHOE: ("canvas", 14, 0.16)}
    images = ("base", "orm", "knit", "clay", "canvas")
    material_of = staticmethod(textures.material_of)
    pieces = staticmethod(face.pieces)

    @staticmethod
    def normals(points, faces, charts):
        """Those of the mesh; on the shoes those of the form, whose edge is finer than the mesh."""
        n = normals(points, faces)
        shoe = np.ones(len(points), bool)
        for f, c in zip(faces, charts):
            if c.rstrip("'") not in ("shoe", "toe"):
                shoe[list(f)] = False
        sign = np.where(points[shoe, :1] < 0, [[-1.0, 1, 1]], [[1.0, 1, 1]])
        n[shoe] = unit(gradient(form.body, points[shoe] * sign, 2.5e-3)) * sign
        return n

    @staticmethod
    def morphs(points):
        head = (points[:, 1] > 1.45) & (np.abs(points[:, 0]) < 0.13)
        return face.head_morphs(points, head * 1.0)


def write(path, skeleton, points, faces, charts, uvs, influences, images, clips, look=Look):
    """`images` are encoded textures by name; `clips` are `(name, channels, extras)`."""
    name = look.name
    joints, weights = influences
    glb = Glb(look.generator, RIGHTS)
    place = images["place"]
    prims = {}
    for f, c, uv in zip(faces, charts, uvs):
        s, o = place[c.rstrip("'")]
        mat = look.material_of(c)
        p = prims.setdefault(mat, Corners())
        ids = [p.corner(i, tuple(np.array(w) * s + o), c.endswith("'")) for i, w in zip(f, uv)]
        # The shorter diagonal keeps shading smooth.
        q = points[list(f)]
        if len(f) == 3:
            p.triangles.append(tuple(ids))
        elif np.linalg.norm(q[0] - q[2]) <= np.linalg.norm(q[1] - q[3]):
            p.triangles += [(ids[0], ids[1], ids[2]), (ids[0], ids[2], ids[3])]
        else:
            p.triangles += [(ids[0], ids[1], ids[3]), (ids[1], ids[2], ids[3])]

    n = look.normals(points, faces, charts)
    morphs = look.morphs(points)
    morph_n = {t: normals(points + d, faces) - normals(points, faces) for t, d in morphs.items()}
    sampler = glb.push("samplers", {"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497})
    tex = {}
    for key in look.images:
        img = glb.image(images[key], "image/jpeg", key)
        tex[key] = glb.push("textures", {"source": img, "sampler": sampler, "name": key})
    glb.json["extensionsUsed"] = ["KHR_texture_transform"]

    def material(name, relief, tiles, strength, factor=1.0):
        m = {
            "name": name,
            "pbrMetallicRoughness": {
                "baseColorTexture": {"index": tex["base"]},
                "metallicRoughnessTexture": {"index": tex["orm"]}, "metallicFactor": 0.0, "roughnessFactor": factor,
            },
        }
        if relief:
            m["occlusionTexture"] = {"index": tex["orm"], "strength": 0.9}
            m["normalTexture"] = {"index": tex[relief], "scale": strength, "extensions": {"KHR_texture_transform": {"scale": [tiles, tiles]}}}
        return glb.push("materials", m)

    materials = {m: material(m, *how) for m, how in look.materials.items()}
    materials["Face"] = material("Enamel", None, 1, 1)
    primitives, count = [], 0

    def primitive(pos, nrm, tan, uv, j, w, tri, mat, targets):
        nonlocal count
        count += len(pos)
        attributes = {
            "POSITION": glb.accessor(np.round(pos, 6), "f4", 34962, bounds=True), "NORMAL": glb.accessor(np.round(nrm, 5), "f4", 34962),
            "TEXCOORD_0": glb.accessor(np.round(uv * 65535), "u2", 34962, normalized=True),
            "JOINTS_0": glb.accessor(j, "u1", 34962), "WEIGHTS_0": glb.accessor(exact_u16(w), "u2", 34962, normalized=True),
        }
        if tan is not None:
            attributes["TANGENT"] = glb.accessor(np.round(tan, 5), "f4", 34962)
        out = {"attributes": attributes, "indices": glb.accessor(np.array(tri).ravel(), "u2", 34963), "material": mat, "mode": 4,
               "targets": [{"POSITION": glb.sparse(np.round(dp, 6)), "NORMAL": glb.sparse(np.round(dn, 5), 1e-4, bounds=False)} for dp, dn in targets]}
        primitives.append(out)

    for mat in look.materials:
        p = prims[mat]
        src = np.array(p.source)
        uv = np.array(p.uv)
        primitive(points[src], n[src], tangents(points[src], n[src], uv, p.triangles), uv, joints[src], weights[src], p.triangles,
                  materials[mat], [(morphs[t][src], morph_n[t][src]) for t in look.targets])
    pos, nrm, uv, tri = [], [], [], []
    delta = {t: ([], []) for t in look.targets}
    base = 0
    for piece in look.pieces():
        q = piece.points
        flip = (normals(q, piece.faces) @ np.asarray(getattr(piece, "outward", (0, 0, 1)), float)).sum() < 0
        fs = [tuple(reversed(f)) for f in piece.faces] if flip else piece.faces
        nn = normals(q, fs)
        pos.append(q), nrm.append(nn), uv.append(np.tile(textures.swatch_uv(piece.swatch), (len(q), 1)))
        for t in look.targets:
            delta[t][0].append(piece.morphs[t])
            delta[t][1].append(normals(q + piece.morphs[t], fs) - nn)
        for f in fs:
            tri += [(base + f[0], base + f[k], base + f[k + 1]) for k in range(1, len(f) - 1)]
        base += len(q)
    total = base
    j = np.zeros((total, 4), int)
    j[:, 0] = skeleton.index[look.head]
    w = np.zeros((total, 4))
    w[:, 0] = 1
    primitive(np.vstack(pos), np.vstack(nrm), None, np.vstack(uv), j, w, tri, materials["Face"],
              [(np.vstack(delta[t][0]), np.vstack(delta[t][1])) for t in look.targets])
    mesh = glb.push("meshes", {"name": name, "primitives": primitives, "weights": [0.0] * len(look.targets), "extras": {"targetNames": look.targets}})

    t, r = skeleton.local_rest()
    first = 1
    glb.push("nodes", {"name": name, "mesh": mesh, "skin": 0})
    for i, joint in enumerate(skeleton.names):
        node = {"name": joint, "translation": np.round(t[i], 7).tolist(), "rotation": np.round(r[i], 8).tolist()}
        if skeleton.children[i]:
            node["children"] = [first + k for k in skeleton.children[i]]
        glb.push("nodes", node)
    world = np.tile(np.eye(4), (len(skeleton.names), 1, 1))
    m = np.zeros_like(world)
    for i, k in enumerate(skeleton.parents):
        local = np.eye(4)
        q = np.round(r[i], 8)
        local[:3, :3] = rig.matrix(q / np.linalg.norm(q))
        local[:3, 3] = np.round(t[i], 7)
        world[i] = local if k < 0 else world[k] @ local
        m[i] = np.linalg.inv(world[i])
        m[i][3] = [0, 0, 0, 1]
    inverse = m.transpose(0, 2, 1).reshape(-1, 16)
    glb.push("skins", {"name": name, "joints": [first + i for i in range(len(skeleton.names))], "skeleton": first,
                       "inverseBindMatrices": glb.accessor(inverse, "f4")})
    glb.push("scenes", {"name": name, "nodes": [0, first]})
    glb.json["scene"] = 0

    for clip_name, channels, extras in clips:
        times, samplers, out = {}, [], []
        for node, pathname, key_times, values, interpolation in channels:
            key = tuple(np.round(key_times, 6))
            if key not in times:
                times[key] = glb.accessor(np.array(key), "f4", bounds=True)
            samplers.append({"input": times[key], "output": glb.accessor(np.round(values, 7), "f4"), "interpolation": interpolation})
            target = 0 if node == "mesh" else first + skeleton.index[node]
            out.append({"sampler": len(samplers) - 1, "target": {"node": target, "path": pathname}})
        animation = {"name": clip_name, "channels": out, "samplers": samplers}
        if extras:
            animation["extras"] = extras
        glb.push("animations", animation)
    glb.write(path)
    return count

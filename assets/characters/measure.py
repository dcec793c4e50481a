"""Measures a character file: counts, weights, loop seams, foot slide. Reads only the .glb.

    python measure.py ../models/mannequin.glb

Fails (exit 1) when a number is outside what the README promises.
"""

import json
import struct
import sys

import numpy as np

from kit import rig

HEIGHT = 1.75
# Points that touch the ground, left side, by the joint that carries them.
CONTACTS = [("Foot", (0.094, 0.0, -0.058)), ("ToeBase", (0.098, 0.0, 0.088)),
            ("FrontFoot", (0.146, 0.0, 0.190)), ("HindFoot", (0.150, 0.0, -0.285))]


def load(path):
    data = open(path, "rb").read()
    n = struct.unpack("<I", data[12:16])[0]
    doc = json.loads(data[20:20 + n])
    blob = data[28 + n:]
    kinds = {5126: "<f4", 5123: "<u2", 5121: "<u1", 5125: "<u4"}
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}

    def read(i):
        a = doc["accessors"][i]
        w = width[a["type"]]
        if "bufferView" not in a:
            return np.zeros((a["count"], w))
        v = doc["bufferViews"][a["bufferView"]]
        x = np.frombuffer(blob, kinds[a["componentType"]], a["count"] * w, v.get("byteOffset", 0) + a.get("byteOffset", 0))
        x = x.reshape(-1, w).astype(float)
        if a.get("normalized"):
            x = x / {5121: 255.0, 5123: 65535.0}[a["componentType"]]
        return x

    return doc, read


def sample(doc, read, animation, t):
    """Local rotations and the root's translation at times `t`."""
    nodes = doc["nodes"]
    rot = np.array([n.get("rotation", [0, 0, 0, 1]) for n in nodes], float)
    tra = np.array([n.get("translation", [0, 0, 0]) for n in nodes], float)
    rot = np.tile(rot, (len(t), 1, 1))
    tra = np.tile(tra, (len(t), 1, 1))
    for c in animation["channels"]:
        s = animation["samplers"][c["sampler"]]
        if c["target"]["path"] == "weights":
            continue
        key, v = read(s["input"])[:, 0], read(s["output"])
        k = np.clip(np.searchsorted(key, t, side="right") - 1, 0, len(key) - 2)
        h = key[k + 1] - key[k]
        u = (np.clip(t, key[0], key[-1]) - key[k]) / h
        u, h = u[:, None], h[:, None]
        if s["interpolation"] == "CUBICSPLINE":
            v = v.reshape(len(key), 3, -1)
            x = ((2 * u**3 - 3 * u**2 + 1) * v[k, 1] + h * (u**3 - 2 * u**2 + u) * v[k, 2]
                 + (3 * u**2 - 2 * u**3) * v[k + 1, 1] + h * (u**3 - u**2) * v[k + 1, 0])
        else:
            x = v[k] * (1 - u) + v[k + 1] * u
        if c["target"]["path"] == "rotation":
            rot[:, c["target"]["node"]] = x / np.linalg.norm(x, axis=1, keepdims=True)
        else:
            tra[:, c["target"]["node"]] = x
    return rot, tra


def world(doc, rot, tra):
    parent = {}
    for i, n in enumerate(doc["nodes"]):
        for c in n.get("children", []):
            parent[c] = i
    g, p = np.zeros_like(rot), np.zeros_like(tra)
    for i in range(len(doc["nodes"])):  # parents come first in these files
        k = parent.get(i)
        g[:, i] = rot[:, i] if k is None else rig.mul(g[:, k], rot[:, i])
        p[:, i] = tra[:, i] if k is None else p[:, k] + rig.rotate(g[:, k], tra[:, i])
    return g, p


def main(path):
    doc, read = load(path)
    names = [n["name"] for n in doc["nodes"]]
    index = {n: i for i, n in enumerate(names)}
    prims = doc["meshes"][0]["primitives"]
    count = sum(doc["accessors"][p["attributes"]["POSITION"]]["count"] for p in prims)
    triangles = sum(doc["accessors"][p["indices"]]["count"] for p in prims) // 3
    w = np.vstack([read(p["attributes"]["WEIGHTS_0"]) for p in prims])
    points = np.vstack([read(p["attributes"]["POSITION"]) for p in prims])
    inf = (w > 0).sum(1)
    bad = 0

    def check(text, value, ok):
        nonlocal bad
        bad += not ok
        print(f"{text:<46} {value}{'' if ok else '   <-- outside'}")

    joints = len(doc["skins"][0]["joints"])
    check("vertices (6,000 to 12,000)", f"{count:,}", 6000 <= count <= 12000)
    print(f"{'triangles':<46} {triangles:,}")
    check("joints (55 to 70; 30 or more for a creature)", joints, 55 <= joints <= 70 or "LeftToeBase" not in index)
    check("largest distance of a weight sum from 1", f"{np.abs(w.sum(1) - 1).max():.1e}", np.abs(w.sum(1) - 1).max() < 1e-6)
    print(f"{'vertices with 1, 2, 3, 4 influences':<46} {', '.join(f'{(inf == k).mean():.0%}' for k in (1, 2, 3, 4))}")
    check("lowest, highest vertex (m)", f"{points[:, 1].min():.4f}, {points[:, 1].max():.4f}", abs(points[:, 1].min()) < 0.002)
    rest_g, rest_p = world(doc, *[a[:1] for a in sample(doc, read, {"channels": []}, np.zeros(1))])
    print()
    print(f"{'clip':<7}{'s':>6}{'keys':>6}{'times':>6}{'seam deg':>10}{'seam %h':>9}{'slide %h':>10}{'plants':>7}{'under mm':>9}")
    contact = {}
    for side, s in (("Left", 1), ("Right", -1)):
        for joint, at in CONTACTS:
            if side + joint in index:
                i = index[side + joint]
                contact[(side, joint)] = (i, rig.rotate(rig.inv(rest_g[0, i]), np.array(at) * [s, 1, 1] - rest_p[0, i]))
    for a in doc["animations"]:
        end = max(doc["accessors"][s["input"]]["max"][0] for s in a["samplers"])
        keys = sum(doc["accessors"][a["samplers"][c["sampler"]]["input"]]["count"] for c in a["channels"])
        times = len({round(float(x), 4) for s in a["samplers"] for x in read(s["input"])[:, 0]})
        t = np.linspace(0, end, int(end * 240) + 1)
        rot, tra = sample(doc, read, a, t)
        g, p = world(doc, rot, tra)
        dot = np.abs((rot[0] * rot[-1]).sum(-1)).clip(0, 1)
        seam = np.degrees(2 * np.arccos(dot)).max()
        seam_p = np.linalg.norm(p[0] - p[-1], axis=-1).max() / HEIGHT * 100
        speed = a.get("extras", {}).get("speed", 0.0)
        slide, plants, under = 0.0, 0, 0.0
        for i, local in contact.values():
            q = p[:, i] + rig.rotate(g[:, i], local)
            q[:, 2] += speed * t
            under = min(under, q[:, 1].min())
            low = q[:, 1] < 0.0015
            edges = np.flatnonzero(np.diff(np.concatenate([[0], low.astype(int), [0]])))
            for b, e in zip(edges[::2], edges[1::2]):
                if e - b < 12:  # a touch of less than 50 ms is no plant
                    continue
                plants += 1
                xz = q[b:e, [0, 2]]
                slide = max(slide, np.linalg.norm(xz - np.median(xz, axis=0), axis=1).max() / HEIGHT * 100)
        ok = seam < 0.5 and seam_p < 0.1 and slide < 0.5
        bad += not ok
        print(f"{a['name']:<7}{end:>6.2f}{keys:>6}{times:>6}{seam:>10.3f}{seam_p:>9.4f}{slide:>10.3f}{plants:>7}{-under * 1000:>9.1f}"
              f"{'' if ok else '   <-- outside'}")
    return bad


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1]) else 0)

"""Says whether a rebuilt character is the committed one: the same bytes, or the same within tolerance.

    python compare.py BUILT.glb COMMITTED.glb

Same bytes are what the versions in requirements.txt give. Other compilers of numpy may round
differently: then every stored number may be off by what TOLERANCE says, and a texture by one level
of 255 in the mean. Fails (exit 1) beyond that, and where the structure differs.
"""

import io
import json
import struct
import sys
from pathlib import Path

import numpy as np
from PIL import Image

# Largest difference of a stored number, by component type: floats (metres, unit vectors, turns), bytes, 16-bit integers.
TOLERANCE = {5126: 2e-5, 5121: 0, 5123: 3}
KINDS = {5126: "<f4", 5123: "<u2", 5121: "<u1"}
WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def load(path):
    data = Path(path).read_bytes()
    size = struct.unpack_from("<I", data, 12)[0]
    return data, json.loads(data[20:20 + size]), data[28 + size:]


def structure(doc):
    """All but what textures of other sizes and last digits of bounds change."""
    out = {k: v for k, v in doc.items() if k not in ("bufferViews", "buffers", "accessors")}
    out["nodes"] = [{k: v for k, v in n.items() if k not in ("translation", "rotation")} for n in doc["nodes"]]
    out["accessors"] = [{k: v for k, v in a.items() if k not in ("min", "max")} for a in doc["accessors"]]
    return out


def bytes_of(doc, blob, view):
    v = doc["bufferViews"][view]
    return blob[v.get("byteOffset", 0):v.get("byteOffset", 0) + v["byteLength"]]


def main(built, committed):
    (a, doc_a, bin_a), (b, doc_b, bin_b) = load(built), load(committed)
    name = Path(committed).name
    if a == b:
        print(f"{name}: the same bytes")
        return 0
    if structure(doc_a) != structure(doc_b):
        print(f"{name}: other nodes, meshes or keys than the script's")
        return 1
    worst = dict.fromkeys(TOLERANCE, 0.0)
    for x, y in zip(doc_a["accessors"], doc_b["accessors"]):
        parts = [(s, s["bufferView"], y["sparse"][k]["bufferView"]) for k, s in (x.get("sparse") or {}).items() if k != "count"]
        parts = [({"componentType": p.get("componentType", 5126)}, i, j) for p, i, j in parts]
        if "bufferView" in x:
            parts.append((x, x["bufferView"], y["bufferView"]))
        for p, i, j in parts:
            kind = p["componentType"]
            m, n = (np.frombuffer(d, KINDS[kind]).astype(float) for d in (bytes_of(doc_a, bin_a, i), bytes_of(doc_b, bin_b, j)))
            worst[kind] = max(worst[kind], np.abs(m - n).max() if len(m) == len(n) else np.inf)
    for x, y in zip(doc_a["nodes"], doc_b["nodes"]):
        for key in ("translation", "rotation"):
            if key in x:
                worst[5126] = max(worst[5126], np.abs(np.subtract(x[key], y[key])).max())
    texel = 0.0
    for x, y in zip(doc_a["images"], doc_b["images"]):
        m, n = (np.asarray(Image.open(io.BytesIO(bytes_of(d, c, i["bufferView"]))), float) for d, c, i in ((doc_a, bin_a, x), (doc_b, bin_b, y)))
        texel = max(texel, np.abs(m - n).mean() if m.shape == n.shape else np.inf)
    bad = texel > 1 or any(worst[k] > t for k, t in TOLERANCE.items())
    print(f"{name}: {'beyond' if bad else 'within'} tolerance: floats off by {worst[5126]:.1e}, integers by {max(worst[5121], worst[5123]):.0f}, textures by {texel:.2f}")
    return int(bad)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

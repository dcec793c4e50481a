"""A small writer of binary glTF 2.0: accessors in, one file out, the same bytes every time."""

import json
import struct

import numpy as np

TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
COMPONENTS = {"f4": 5126, "u2": 5123, "u1": 5121, "u4": 5125, "i2": 5122}


class Glb:
    def __init__(self, generator, copyright_):
        self.json = {"asset": {"version": "2.0", "generator": generator, "copyright": copyright_}}
        self.bin = bytearray()

    def push(self, key, value):
        self.json.setdefault(key, []).append(value)
        return len(self.json[key]) - 1

    def view(self, data, target=None):
        while len(self.bin) % 4:
            self.bin.append(0)
        v = {"buffer": 0, "byteOffset": len(self.bin), "byteLength": len(data)}
        if target:
            v["target"] = target
        self.bin += data
        return self.push("bufferViews", v)

    def accessor(self, array, kind="f4", target=None, normalized=False, bounds=False):
        # Adding zero turns a negative zero, which rounding may leave, into the usual one.
        a = np.ascontiguousarray((np.asarray(array) + 0).astype("<" + kind))
        width = 1 if a.ndim == 1 else a.shape[1]
        pad = (-width * a.itemsize) % 4
        if target == 34962 and pad:
            raise ValueError("vertex attributes are aligned to four bytes")
        v = self.view(a.tobytes(), target)
        out = {"bufferView": v, "componentType": COMPONENTS[kind], "count": len(a), "type": TYPES[width]}
        if normalized:
            out["normalized"] = True
        if bounds:
            out["min"] = np.atleast_1d(a.min(0)).astype(float).tolist()
            out["max"] = np.atleast_1d(a.max(0)).astype(float).tolist()
        return self.push("accessors", out)

    def sparse(self, array, eps=1e-6, bounds=True):
        """A VEC3 float accessor that stores only the rows that are not zero."""
        a = (np.asarray(array) + 0).astype("<f4")
        rows = np.nonzero(np.abs(a).max(1) > eps)[0]
        keep = np.zeros_like(a)
        keep[rows] = a[rows]
        out = {"componentType": 5126, "count": len(a), "type": "VEC3"}
        if bounds:
            out["min"], out["max"] = keep.min(0).astype(float).tolist(), keep.max(0).astype(float).tolist()
        if len(rows):
            out["sparse"] = {
                "count": len(rows),
                "indices": {"bufferView": self.view(rows.astype("<u2").tobytes()), "componentType": 5123},
                "values": {"bufferView": self.view(keep[rows].tobytes())},
            }
        return self.push("accessors", out)

    def image(self, data, mime, name):
        return self.push("images", {"bufferView": self.view(data), "mimeType": mime, "name": name})

    def write(self, path):
        while len(self.bin) % 4:
            self.bin.append(0)
        self.json["buffers"] = [{"byteLength": len(self.bin)}]
        text = json.dumps(self.json, separators=(",", ":"), sort_keys=True).encode()
        text += b" " * (-len(text) % 4)
        with open(path, "wb") as f:
            f.write(struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + 8 + len(self.bin)))
            f.write(struct.pack("<I4s", len(text), b"JSON") + text)
            f.write(struct.pack("<I4s", len(self.bin), b"BIN\0") + bytes(self.bin))

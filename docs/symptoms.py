"""Sick copies of the twist bar for docs/symptoms.sh: symptoms.py TWIST_BAR.glb FOLDER.

Each is a sound file in which one thing is as the name says; only a viewer that gets that thing wrong shows it.
"""

import json
import struct
import sys
from pathlib import Path


def read(path):
    data = Path(path).read_bytes()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + size]), bytearray(data[28 + size :])


def write(path, doc, chunk):
    chunk = bytes(chunk) + b"\0" * (-len(chunk) % 4)
    doc["buffers"] = [{"byteLength": len(chunk)}]
    text = json.dumps(doc).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(chunk), b"BIN\0") + chunk
    Path(path).write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body)


def numbers(doc, chunk, index):
    accessor = doc["accessors"][index]
    view = doc["bufferViews"][accessor["bufferView"]]
    letter = {5121: "B", 5123: "H", 5126: "f"}[accessor["componentType"]]
    width = {"VEC3": 3, "VEC4": 4}[accessor["type"]]
    one = struct.calcsize("<" + letter * width)
    at = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    step = view.get("byteStride", one)
    return [list(struct.unpack_from("<" + letter * width, chunk, at + k * step)) for k in range(accessor["count"])]


def add(doc, chunk, rows, component, letter):
    chunk.extend(b"\0" * (-len(chunk) % 4))
    offset = len(chunk)
    for row in rows:
        chunk.extend(struct.pack("<4" + letter, *row))
    doc["bufferViews"].append({"buffer": 0, "byteOffset": offset, "byteLength": len(chunk) - offset})
    view = len(doc["bufferViews"]) - 1
    doc["accessors"].append({"bufferView": view, "componentType": component, "count": len(rows), "type": "VEC4"})
    return len(doc["accessors"]) - 1


def influences(source, target, change):
    """`change(height, [(joint, weight), ..])` gives one list of influences for each set."""
    doc, chunk = read(source)
    for primitive in doc["meshes"][0]["primitives"]:
        names = primitive["attributes"]
        places = numbers(doc, chunk, names["POSITION"])
        joints, weights = (numbers(doc, chunk, names[n]) for n in ("JOINTS_0", "WEIGHTS_0"))
        scale = {5126: 1, 5121: 255, 5123: 65535}[doc["accessors"][names["WEIGHTS_0"]]["componentType"]]
        sets = []
        for place, j, w in zip(places, joints, weights):
            pairs = [(a, b / scale) for a, b in zip(j, w) if b > 0]
            for number, one in enumerate(change(place[1], pairs)):
                while len(sets) <= number:
                    sets.append([])
                sets[number].append((one + [(0, 0.0)] * 4)[:4])
        for number, rows in enumerate(sets):
            names[f"JOINTS_{number}"] = add(doc, chunk, [[a for a, _ in row] for row in rows], 5121, "B")
            names[f"WEIGHTS_{number}"] = add(doc, chunk, [[b for _, b in row] for row in rows], 5126, "f")
    write(target, doc, chunk)


def main(source, folder):
    folder = Path(folder)
    # The weaker half of every vertex's influences in a second set.
    influences(source, folder / "two_sets.glb", lambda y, pairs: [pairs[:1], pairs[1:]])
    # A band below the middle whose weights sum to 1.6.
    influences(
        source,
        folder / "heavy_weights.glb",
        lambda y, pairs: [[(j, w * (1.6 if 0.35 < y < 0.55 else 1.0)) for j, w in pairs]],
    )
    # A band above the middle that names its joints twice.
    influences(
        source,
        folder / "doubled.glb",
        lambda y, pairs: [[(j, w / 2) for j, w in pairs * 2] if 1.05 < y < 1.3 else pairs],
    )

    # Above the middle a tenth of every vertex follows each of the five joints.
    def five(y, pairs):
        if y < 0.88:
            return [pairs, []]
        share = min(1.0, (y - 0.88) / 0.2) * 0.16
        spread = {j: share for j in range(5)}
        for j, w in pairs:
            spread[j] += w * (1 - 5 * share)
        ordered = sorted(spread.items(), key=lambda p: -p[1])
        return [ordered[:4], ordered[4:]]

    influences(source, folder / "five.glb", five)
    # The node of the skinned mesh stands elsewhere, which means nothing.
    doc, chunk = read(source)
    doc["nodes"][0].update({"translation": [0.75, 0.25, 0.0], "rotation": [0.0, 0.0, -0.17364818, 0.98480775]})
    write(folder / "moved_node.glb", doc, chunk)
    # A joint that is stretched.
    doc, chunk = read(source)
    doc["nodes"][3]["scale"] = [1.5, 0.6, 1.5]
    write(folder / "squashed.glb", doc, chunk)


main(*sys.argv[1:])

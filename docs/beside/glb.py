"""Reading and writing .glb files, small: what the other scripts of this folder share."""

import json
import struct
from pathlib import Path


def read(path):
    """The document and the bytes of its first buffer, from a .glb, or a .gltf whose buffer and pictures are inside or beside it."""
    import base64

    path = Path(path)
    data = path.read_bytes()
    if data[:4] == b"glTF":
        size = struct.unpack_from("<I", data, 12)[0]
        return json.loads(data[20 : 20 + size]), bytearray(data[28 + size :])
    doc = json.loads(data)

    def fetched(uri):
        return base64.b64decode(uri.split(",", 1)[1]) if uri.startswith("data:") else (path.parent / uri).read_bytes()

    chunk, starts = bytearray(), []
    for buffer in doc.get("buffers", []):
        chunk.extend(b"\0" * (-len(chunk) % 4))
        starts.append(len(chunk))
        chunk.extend(fetched(buffer["uri"]))
    for view in doc.get("bufferViews", []):
        view["byteOffset"] = view.get("byteOffset", 0) + starts[view["buffer"]]
        view["buffer"] = 0
    for image in doc.get("images", []):
        if "uri" in image:
            kind = "image/png" if "png" in image["uri"][:40] or image["uri"].endswith(".png") else "image/jpeg"
            image["bufferView"] = add_view(doc, chunk, fetched(image.pop("uri")))
            image["mimeType"] = kind
    return doc, chunk


def add_view(doc, chunk, data):
    chunk.extend(b"\0" * (-len(chunk) % 4))
    doc.setdefault("bufferViews", []).append({"buffer": 0, "byteOffset": len(chunk), "byteLength": len(data)})
    chunk.extend(data)
    return len(doc["bufferViews"]) - 1


def write(path, doc, chunk):
    chunk = bytes(chunk) + b"\0" * (-len(chunk) % 4)
    doc["buffers"] = [{"byteLength": len(chunk)}]
    text = json.dumps(doc).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(chunk), b"BIN\0") + chunk
    Path(path).write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body)

"""Spheres and panels of one material each, for what no character has: probes.py FOLDER writes a .glb for each kind.

A row of spheres does not stand under another one, so that no viewer has a reason to shade one by the other.
"""

import io
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import glb


class Probe:
    def __init__(self):
        self.doc = {
            "asset": {"version": "2.0", "generator": "rigscope docs/beside/probes.py"},
            "scene": 0,
            "scenes": [{"nodes": []}],
            "nodes": [],
            "meshes": [],
            "materials": [],
            "accessors": [],
            "bufferViews": [],
        }
        self.chunk = bytearray()
        self.used = set()
        self.shapes = {}

    def numbers(self, rows, component, kind):
        rows = np.ascontiguousarray(rows, {5126: np.float32, 5125: np.uint32}[component])
        accessor = {
            "bufferView": glb.add_view(self.doc, self.chunk, rows.tobytes()),
            "componentType": component,
            "count": len(rows),
            "type": kind,
        }
        if kind == "VEC3":
            accessor |= {"min": rows.min(0).tolist(), "max": rows.max(0).tolist()}
        self.doc["accessors"].append(accessor)
        return len(self.doc["accessors"]) - 1

    def shape(self, name):
        if name not in self.shapes:
            position, normal, uv, tangent, index = sphere() if name == "sphere" else panel()
            self.shapes[name] = {
                "attributes": {
                    "POSITION": self.numbers(position, 5126, "VEC3"),
                    "NORMAL": self.numbers(normal, 5126, "VEC3"),
                    "TEXCOORD_0": self.numbers(uv, 5126, "VEC2"),
                    "TANGENT": self.numbers(tangent, 5126, "VEC4"),
                },
                "indices": self.numbers(index, 5125, "SCALAR"),
            }
        return self.shapes[name]

    def picture(self, image):
        data = io.BytesIO()
        image.save(data, "PNG")
        view = glb.add_view(self.doc, self.chunk, data.getvalue())
        self.doc.setdefault("images", []).append({"bufferView": view, "mimeType": "image/png"})
        self.doc["samplers"] = [{"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497}]
        self.doc.setdefault("textures", []).append({"source": len(self.doc["images"]) - 1, "sampler": 0})
        return len(self.doc["textures"]) - 1

    def put(self, shape, at, color=(0.8, 0.8, 0.8, 1), metal=0.0, rough=0.5, scale=(1, 1, 1), texture=None, extra=None, **extensions):
        material = {
            "pbrMetallicRoughness": {"baseColorFactor": [*color, 1][:4], "metallicFactor": metal, "roughnessFactor": rough},
            **(extra or {}),
        }
        if texture is not None:
            material["pbrMetallicRoughness"]["baseColorTexture"] = texture
            self.used |= set(texture.get("extensions", {}))
        if extensions:
            named = {f"KHR_materials_{k}": v for k, v in extensions.items()}
            material["extensions"] = named
            self.used |= set(named)
        doc = self.doc
        doc["materials"].append(material)
        doc["meshes"].append({"primitives": [{**self.shape(shape), "material": len(doc["materials"]) - 1}]})
        doc["nodes"].append({"mesh": len(doc["meshes"]) - 1, "translation": list(at), "scale": list(scale)})
        doc["scenes"][0]["nodes"].append(len(doc["nodes"]) - 1)

    def row(self, materials, y=0.0, z=0.0):
        for k, material in enumerate(materials):
            self.put("sphere", ((k - (len(materials) - 1) / 2) * 2.3, y, z), **material)

    def write(self, path):
        if self.used:
            self.doc["extensionsUsed"] = sorted(self.used)
        glb.write(path, self.doc, self.chunk)


def sphere(across=96, down=48):
    v, u = (a.ravel() for a in np.mgrid[0 : down + 1, 0 : across + 1])
    phi, theta = u / across * 2 * np.pi, v / down * np.pi
    normal = np.stack([np.sin(theta) * np.sin(phi), np.cos(theta), np.sin(theta) * np.cos(phi)], -1)
    tangent = np.stack([np.cos(phi), 0 * phi, -np.sin(phi), 0 * phi + 1], -1)
    a = (v * (across + 1) + u).reshape(down + 1, across + 1)
    corners = [a[:-1, :-1], a[1:, :-1], a[1:, 1:], a[:-1, :-1], a[1:, 1:], a[:-1, 1:]]
    return normal, normal, np.stack([u / across, v / down], -1), tangent, np.stack(corners, -1).ravel()


def panel():
    corner = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], float)
    uv = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], float)
    ones = np.ones((4, 1))
    return corner, ones * [0, 0, 1], uv, ones * [1, 0, 0, 1], np.array([0, 1, 2, 0, 2, 3])


def metal(p):
    steps = [0.0, 0.2, 0.4, 0.7, 1.0]
    p.row([{"color": (0.95, 0.64, 0.38), "metal": 1.0, "rough": r} for r in steps], 1.15, -1.6)
    p.row([{"color": (0.10, 0.25, 0.55), "metal": 0.0, "rough": r} for r in steps], -1.15, 1.6)


def clearcoat(p):
    paint = {"color": (0.45, 0.03, 0.03), "rough": 0.6}
    coats = [(0, 0), (0.5, 0), (1, 0), (1, 0.3), (1, 0.6)]
    p.row([paint | {"clearcoat": {"clearcoatFactor": c, "clearcoatRoughnessFactor": r}} for c, r in coats])


def sheen(p):
    cloth = {"color": (0.06, 0.05, 0.12), "rough": 1.0}
    fibres = [((0, 0, 0), 0.5), ((0.8, 0.7, 0.9), 0.2), ((0.8, 0.7, 0.9), 0.5), ((0.8, 0.7, 0.9), 1.0), ((0.9, 0.3, 0.1), 0.4)]
    p.row([cloth | {"sheen": {"sheenColorFactor": c, "sheenRoughnessFactor": r}} for c, r in fibres])


def transmission(p):
    stripes = Image.new("RGB", (512, 128), (235, 228, 215))
    draw = ImageDraw.Draw(stripes)
    for k in range(0, 512, 64):
        draw.rectangle([k, 0, k + 31, 127], fill=[(36, 62, 92), (176, 74, 48)][k // 64 % 2])
    p.put("panel", (0, 0, -2.2), scale=(7, 1.6, 1), rough=0.9, texture={"index": p.picture(stripes)}, color=(1, 1, 1))
    clear = {"transmission": {"transmissionFactor": 1}}
    body = {"thicknessFactor": 2.0, "attenuationDistance": 2.0, "attenuationColor": [0.35, 0.75, 0.6]}
    p.row(
        [
            {"color": (1, 1, 1), "rough": 0.0} | clear,
            {"color": (1, 1, 1), "rough": 0.4} | clear,
            {"color": (0.9, 0.55, 0.15), "rough": 0.05} | clear,
            {"color": (1, 1, 1), "rough": 0.0, "volume": body, "ior": {"ior": 1.3}} | clear,
            {"color": (1, 1, 1), "rough": 0.3, "volume": body, "ior": {"ior": 1.5}} | clear,
        ]
    )


def emissive(p):
    glows = [((1, 0.35, 0.1), 0.3), ((1, 0.35, 0.1), 1.0), ((1, 0.35, 0.1), 4.0), ((0.1, 0.4, 1), 4.0), ((0.05, 1, 0.2), 12.0)]
    p.row(
        [
            {"color": (0.02, 0.02, 0.02), "rough": 0.4, "extra": {"emissiveFactor": c}, "emissive_strength": {"emissiveStrength": s}}
            for c, s in glows
        ]
    )


def alpha(p):
    holes = Image.new("RGBA", (256, 256), (214, 176, 92, 0))
    draw = ImageDraw.Draw(holes)
    for y in range(0, 256, 64):
        for x in range(0, 256, 64):
            draw.rounded_rectangle([x + 8, y + 8, x + 55, y + 55], 14, fill=(60 + x // 2, 110, 200 - y // 2, 255))
    texture = {"index": p.picture(holes)}
    mask = {"alphaMode": "MASK", "alphaCutoff": 0.5, "doubleSided": True}
    blend = {"alphaMode": "BLEND"}
    plain = {"color": (1, 1, 1), "texture": texture}
    p.row(
        [
            plain,
            plain | {"extra": mask},
            plain | {"extra": blend | {"doubleSided": True}},
            {"color": (0.8, 0.25, 0.2, 0.6), "extra": blend},
            {"color": (0.2, 0.5, 0.9, 0.25), "rough": 0.1, "extra": blend},
        ]
    )


def transforms(p):
    sheet = Image.new("RGB", (256, 256), (228, 224, 214))
    draw = ImageDraw.Draw(sheet)
    draw.rectangle([0, 0, 127, 127], fill=(190, 72, 50))
    draw.rectangle([128, 128, 255, 255], fill=(44, 84, 130))
    draw.polygon([(30, 200), (64, 150), (98, 200)], fill=(60, 130, 80))
    index = p.picture(sheet)
    ways = [{}, {"offset": [0.25, 0.5]}, {"scale": [3, 2]}, {"rotation": 0.5236}, {"offset": [0.5, 0.1], "rotation": 0.5236, "scale": [2, 2]}]
    for k, way in enumerate(ways):
        texture = {"index": index} | ({"extensions": {"KHR_texture_transform": way}} if way else {})
        p.put("panel", ((k - 2) * 2.3, 0, 0), color=(1, 1, 1), rough=0.8, texture=texture)


def specular(p):
    base = {"color": (0.12, 0.12, 0.12), "rough": 0.15}
    p.row(
        [
            base | {"ior": {"ior": 1.0}},
            base | {"ior": {"ior": 1.33}},
            base | {"ior": {"ior": 2.2}},
            base | {"specular": {"specularFactor": 0.3}},
            base | {"specular": {"specularColorFactor": [1.0, 0.3, 0.1]}, "ior": {"ior": 2.0}},
        ]
    )


def iridescence(p):
    def film(nm, **more):
        return {"iridescence": {"iridescenceFactor": 1, "iridescenceIor": 1.4, "iridescenceThicknessMaximum": nm}} | more

    dark = {"color": (0.02, 0.02, 0.02), "rough": 0.1}
    steel = {"color": (0.6, 0.6, 0.62), "metal": 1.0, "rough": 0.15}
    p.row([film(250, **dark), film(450, **dark), film(250, **steel), film(400, **steel), film(550, **steel)])


def anisotropy(p):
    steel = {"color": (0.75, 0.72, 0.68), "metal": 1.0, "rough": 0.3}
    ways = [(0, 0), (0.5, 0), (1, 0), (1, 1.5708), (0.8, 0.7854)]
    p.row([steel | {"anisotropy": {"anisotropyStrength": s, "anisotropyRotation": r}} for s, r in ways])


ALL = [metal, clearcoat, sheen, transmission, emissive, alpha, transforms, specular, iridescence, anisotropy]

if __name__ == "__main__":
    for make in ALL:
        probe = Probe()
        make(probe)
        probe.write(Path(sys.argv[1]) / f"{make.__name__}.glb")

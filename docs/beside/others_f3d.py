"""Pictures by F3D of what others.py lists: others_f3d.py JOBS.json OUT. Three times as large, for others.py to average.

F3D's own lights and surroundings, a little brighter, with ambient occlusion and tone mapping.
"""

import json
import sys
from pathlib import Path

import f3d
import numpy as np

import glb

KINDS = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
# Times as large as wanted, for smooth edges; its own way to smooth them leaves a dark line around the model.
FINE = 3
OPTIONS = {
    "render.effect.ambient_occlusion": True,
    "render.effect.tone_mapping": True,
    "render.hdri.ambient": True,
    "render.light.intensity": 1.6,
    "render.grid.enable": False,
    "ui.axis": False,
    "scene.up_direction": "+Y",
}


def readable(source, path):
    """The model with every accessor written out in full: F3D's reader refuses sparse ones as most programs write them."""
    doc, chunk = glb.read(source)
    for accessor in doc["accessors"]:
        if "bufferView" not in accessor or "sparse" in accessor:
            full = dense(doc, chunk, accessor)
            accessor.pop("sparse", None)
            accessor["byteOffset"] = 0
            accessor["bufferView"] = glb.add_view(doc, chunk, full.tobytes())
    glb.write(path, doc, chunk)


def dense(doc, chunk, accessor):
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[accessor["type"]]
    full = np.zeros((accessor["count"], width), KINDS[accessor["componentType"]])
    if "bufferView" in accessor:
        full[:] = numbers(doc, chunk, accessor, full.dtype, full.size).reshape(full.shape)
    if sparse := accessor.get("sparse"):
        count = sparse["count"]
        rows = numbers(doc, chunk, sparse["indices"], KINDS[sparse["indices"]["componentType"]], count)
        full[rows] = numbers(doc, chunk, sparse["values"], full.dtype, count * width).reshape(count, width)
    return full


def numbers(doc, chunk, where, kind, count):
    start = doc["bufferViews"][where["bufferView"]].get("byteOffset", 0) + where.get("byteOffset", 0)
    return np.frombuffer(bytes(chunk), kind, count, start)


def draw(job, model, path):
    engine = f3d.Engine.create(True)
    for name, value in OPTIONS.items():
        engine.options[name] = value
    engine.options["render.background.color"] = [int(job["background"][k : k + 2], 16) / 255 for k in (1, 3, 5)]
    engine.options["scene.animation.indices"] = [job["clip"]]
    engine.window.size = tuple(FINE * side for side in job["size"])
    engine.scene.add(str(model))
    engine.scene.animation.load_time(job["time"])
    camera = engine.window.camera
    camera.position, camera.focal_point = tuple(job["position"]), tuple(job["target"])
    camera.view_up, camera.view_angle = (0, 1, 0), job["fov"]
    engine.window.render_to_image().save(str(path))


def main(jobs, out):
    f3d.Engine.autoload_plugins()
    for job in json.loads(Path(jobs).read_text()):
        model = Path(out) / "model.glb"
        readable(job["source"], model)
        draw(job, model, Path(out) / f"{job['name']}.png")
        model.unlink()
        print(job["name"], flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

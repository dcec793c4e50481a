"""Pictures by Blender's Cycles of what others.py lists: others_blender.py JOBS.json OUT. Clear where nothing is.

Three soft lamps, an even world, a ground that catches shadows, and the view transform made for glTF, Khronos PBR Neutral.
"""

import contextlib
import io
import json
import math
import sys
import tempfile
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix, Vector

import glb

# From glTF's axes, Y up, to Blender's, Z up.
TURN = Matrix(((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))


def one_moment(job, path):
    """The model with this clip alone, held at this moment: the importer keeps no tangents of cubic splines, and would pose anew."""
    doc, chunk = glb.read(job["source"])
    clip = doc["animations"][job["clip"]]
    doc["animations"] = [clip]
    start = {"bufferView": glb.add_view(doc, chunk, np.zeros(1, np.float32).tobytes()), "min": [0.0], "max": [0.0]}
    doc["accessors"].append(start | {"componentType": 5126, "count": 1, "type": "SCALAR"})
    first = len(doc["accessors"]) - 1
    for channel in clip["channels"]:
        sampler = clip["samplers"][channel["sampler"]]
        if sampler["input"] == first:
            continue
        turns = channel["target"]["path"] == "rotation"
        value = held(numbers(doc, chunk, sampler["input"]), numbers(doc, chunk, sampler["output"]), sampler, job["time"], turns)
        kind = doc["accessors"][sampler["output"]]["type"]
        view = glb.add_view(doc, chunk, value.astype(np.float32).tobytes())
        count = value.size if kind == "SCALAR" else 1
        doc["accessors"].append({"bufferView": view, "componentType": 5126, "count": count, "type": kind})
        sampler |= {"input": first, "output": len(doc["accessors"]) - 1, "interpolation": "LINEAR"}
    glb.write(path, doc, chunk)


def numbers(doc, chunk, index):
    accessor = doc["accessors"][index]
    start = doc["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0)
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
    return np.frombuffer(bytes(chunk), np.float32, accessor["count"] * width, start).astype(float)


def held(times, values, sampler, time, turns):
    """The value of a sampler at a time. Source: glTF 2.0, appendix C."""
    way = sampler.get("interpolation", "LINEAR")
    values = values.reshape(len(times), 3, -1) if way == "CUBICSPLINE" else values.reshape(len(times), 1, -1)
    middle = values.shape[1] // 2
    if time <= times[0] or time >= times[-1]:
        return values[0 if time <= times[0] else -1, middle]
    k = int(np.searchsorted(times, time, "right")) - 1
    span = times[k + 1] - times[k]
    t = (time - times[k]) / span
    a, b = values[k, middle], values[k + 1, middle]
    if way == "STEP":
        return a
    if way == "CUBICSPLINE":
        out, into = values[k, 2] * span, values[k + 1, 0] * span
        value = (2 * t**3 - 3 * t**2 + 1) * a + (t**3 - 2 * t**2 + t) * out + (3 * t**2 - 2 * t**3) * b + (t**3 - t**2) * into
        return value / np.linalg.norm(value) if turns else value
    if not turns:
        return a + (b - a) * t
    near = b if a @ b >= 0 else -b
    angle = math.acos(min(1.0, float(a @ near)))
    return a if angle < 1e-6 else (math.sin((1 - t) * angle) * a + math.sin(t * angle) * near) / math.sin(angle)


def settings(scene, job):
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = 32
    scene.cycles.use_denoising = True
    scene.render.threads_mode, scene.render.threads = "FIXED", 2
    scene.render.resolution_x, scene.render.resolution_y = job["size"]
    scene.render.film_transparent = True
    scene.render.image_settings.color_mode = "RGBA"
    scene.view_settings.view_transform = "Khronos PBR Neutral"
    world = bpy.data.worlds.new("World")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (1, 1, 1, 1)
    background.inputs["Strength"].default_value = 0.35
    scene.world = world


def linked(data):
    thing = bpy.data.objects.new(data.name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def lamp(job, direction, strength, size, color):
    """A square lamp that lights the middle with `strength`, however far it stands."""
    radius = job["radius"]
    middle = TURN @ Vector(job["middle"])
    away = (TURN.to_3x3() @ Vector(direction)).normalized()
    data = bpy.data.lights.new("Lamp", "AREA")
    distance = 4 * radius
    data.energy, data.size, data.color = strength * math.pi**2 * distance**2, size * radius, color
    thing = linked(data)
    thing.matrix_world = Matrix.Translation(middle + away * distance) @ away.to_track_quat("Z", "Y").to_matrix().to_4x4()
    return thing


def lights(job):
    right, up, back = (Vector(row[k] for row in job["matrix"][:3]) for k in range(3))
    lamp(job, job["key"], 1.0, 2.0, (1, 0.95, 0.88))
    lamp(job, right * 0.9 + back * 0.5 + up * 0.3, 0.22, 3.0, (0.95, 0.97, 1))
    # The one behind is for the outline alone: no shadow of it comes forward over the ground.
    models = bpy.data.collections.new("Models")
    for thing in bpy.context.scene.objects:
        if thing.type == "MESH":
            models.objects.link(thing)
    lamp(job, right * 0.5 - back * 0.9 + up * 0.7, 0.5, 2.0, (1, 1, 1)).light_linking.receiver_collection = models


def ground(job):
    x, _, z = job["middle"]
    mesh = bpy.data.meshes.new("Ground")
    r = 40 * job["radius"]
    mesh.from_pydata([(-r, -r, 0), (r, -r, 0), (r, r, 0), (-r, r, 0)], [], [(0, 1, 2, 3)])
    thing = linked(mesh)
    thing.location = (x, -z, job["floor"] - 1e-4 * job["radius"])
    thing.is_shadow_catcher = True


def camera(scene, job):
    data = bpy.data.cameras.new("Beside")
    data.sensor_fit, data.angle_y = "VERTICAL", math.radians(job["fov"])
    data.angle = math.radians(job["fov"])
    data.clip_start, data.clip_end = job["near"], job["far"] * 4
    thing = linked(data)
    thing.matrix_world = TURN @ Matrix(job["matrix"])
    scene.camera = thing


def draw(job, path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        one_moment(job, Path(folder) / "model.glb")
        bpy.ops.import_scene.gltf(filepath=str(Path(folder) / "model.glb"), guess_original_bind_pose=False, disable_bone_shape=True)
        scene.render.filepath = str(path)
        settings(scene, job)
        lights(job)
        ground(job)
        camera(scene, job)
        scene.frame_set(0)
        bpy.ops.render.render(write_still=True)


def main(jobs, out):
    for job in json.loads(Path(jobs).read_text()):
        draw(job, Path(out) / f"{job['name']}.png")
        print(job["name"], flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

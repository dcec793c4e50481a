"""Copies of the models with one camera in each, so that every viewer looks from the same place:
prepare.py RIGSCOPE MODELS FOLDER CORPUS [NAME ..]. Writes FOLDER/NAME.glb and FOLDER/jobs.json.

MODELS is the folder of the bundled models, CORPUS one with those of other people; what is not there is left out. With names,
only these.
"""

import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np

import glb

FOV = math.radians(24)
BACKGROUND = "#8c9299"

# Name, file, clip (from 0) and seconds, degrees to the right of the face and above the horizon.
CHARACTERS = [
    ("mannequin", "{models}/mannequin.glb", 4, 1.05, 20, 6),
    ("long_neck", "{models}/long_neck.glb", 1, 0.5, 40, 8),
    ("cesium_man", "{corpus}/corpus/files/cesium_man/CesiumMan.glb", 0, 0.6, 30, 8),
    ("fox", "{corpus}/corpus/files/fox/Fox.glb", 2, 0.3, 50, 8),
    ("robot", "{corpus}/corpus/files/robot/robot.glb", 0, 0.8, 25, 8),
    ("knight", "{corpus}/corpus/files/knight/Knight.glb", 0, 0.4, 25, 8),
    ("greenman", "{corpus}/corpus/files/greenman/greenman.glb", 2, 0.4, 25, 8),
    ("morph_stress", "{corpus}/corpus/files/morph_stress/MorphStressTest.gltf", 0, 1.0, 25, 20),
]
PROBES = [
    ("metal", "metal and dielectric, roughness 0 to 1"),
    ("clearcoat", "clear coat 0, 0.5, 1; coat roughness 0.3, 0.6"),
    ("sheen", "no sheen; roughness 0.2, 0.5, 1; another colour"),
    ("transmission", "glass, rough glass, tinted; volume, index 1.3 and 1.5"),
    ("emissive", "emissive strength 0.3, 1, 4, 4, 12"),
    ("alpha", "opaque, mask, blend by texture; blend 0.6, 0.25"),
    ("transforms", "as it is; offset; scale; rotation; all three"),
    ("specular", "index 1, 1.33, 2.2; specular 0.3; coloured, index 2"),
    ("iridescence", "films of 250 and 450 nm; over metal 250, 400, 550 nm"),
    ("anisotropy", "strength 0, 0.5, 1; turned by 90 degrees, by 45"),
]


def posed_points(program, job, dump):
    command = [program, "pose", job["source"], "--dump", str(dump)]
    if job["clip"] is not None:
        command += ["--clip", f"#{job['clip']}", "--time", str(job["time"])]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    instances = json.loads(dump.read_text())["instances"]
    return np.concatenate([np.array(i["positions"], float).reshape(-1, 3) for i in instances])


def camera(points, yaw, pitch, aspect):
    """Where a camera stands that has all points in view: a matrix, its columns right, up, backward and place."""
    yaw, pitch = math.radians(yaw), math.radians(pitch)
    back = np.array([math.sin(yaw) * math.cos(pitch), math.sin(pitch), math.cos(yaw) * math.cos(pitch)])
    right = np.array([math.cos(yaw), 0, -math.sin(yaw)])
    up = np.cross(back, right)
    slope = np.array([math.tan(FOV / 2) * aspect, math.tan(FOV / 2)]) / 1.12
    middle = 0.5 * (points.min(0) + points.max(0))
    for _ in range(8):
        p = points - middle
        across, depth = np.stack([p @ right, p @ up]), p @ back
        # The nearest place from which each point lies within the slopes; then the middle of what is seen.
        distance = (np.abs(across) / slope[:, None] + depth).max()
        seen = across / (distance - depth)
        middle = middle + distance * (seen.min(1) + seen.max(1)) / 2 @ np.stack([right, up])
    matrix = np.eye(4)
    matrix[:3] = np.stack([right, up, back, middle + back * distance], 1)
    size = np.linalg.norm(points.max(0) - points.min(0))
    return matrix, max(distance - size, distance * 0.05), distance + size, middle


def main(program, models, folder, corpus, *names):
    folder = Path(folder)
    jobs = []
    for name, path, clip, time, yaw, pitch in CHARACTERS:
        source = Path(path.format(models=models, corpus=corpus))
        if source.exists():
            size = [640, 640]
            jobs.append(dict(name=name, kind="character", source=str(source), clip=clip, time=time, yaw=yaw, pitch=pitch, size=size, what=""))
    for name, what in PROBES:
        size = [960, 480] if name == "metal" else [960, 272]
        source = str(folder / "probes" / f"{name}.glb")
        jobs.append(dict(name=name, kind="material", source=source, clip=None, time=0, yaw=0, pitch=0, size=size, what=what))
    jobs = [j for j in jobs if not names or j["name"] in names]
    for job in jobs:
        points = posed_points(program, job, folder / "pose.json")
        if job["name"] == "transmission":
            # The panel behind may run out of the picture.
            points = points[np.abs(points[:, 0]) < 5.7]
        matrix, near, far, middle = camera(points, job["yaw"], job["pitch"], job["size"][0] / job["size"][1])
        doc, chunk = glb.read(job["source"])
        lens = {"yfov": FOV, "znear": near, "zfar": far}
        doc.setdefault("cameras", []).append({"type": "perspective", "perspective": lens, "name": "Beside"})
        node = {"name": "Beside", "camera": len(doc["cameras"]) - 1, "matrix": matrix.T.ravel().tolist()}
        doc["nodes"].append(node)
        doc["scenes"][doc.get("scene", 0)]["nodes"].append(len(doc["nodes"]) - 1)
        job["file"] = str(folder / f"{job['name']}.glb")
        glb.write(job["file"], doc, chunk)
        job |= dict(position=matrix[:3, 3].tolist(), target=middle.tolist(), fov=math.degrees(FOV), background=BACKGROUND, floor=float(points[:, 1].min()))
        print(job["name"], flush=True)
    (folder / "jobs.json").write_text(json.dumps(jobs, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""What `rigscope compress` writes moves as before in Blender: moves_blender.py RIGSCOPE OUT FILE.. (needs bpy, numpy).

Both files are imported, clip by clip, and played. At 41 moments no bone's head, nor a point one per cent of the model's size
away from it along its axes, may be farther from where it was than the tolerance and 0.03 per cent of the model's size: between
keys Blender runs straight through the numbers of a rotation instead of along the arc, and is off by more the fewer there are.
"""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import bpy
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "docs" / "beside"))
import glb  # noqa: E402

MOMENTS = 41


def alone(source, clip, path):
    doc, chunk = glb.read(source)
    doc["animations"] = [doc["animations"][clip]]
    glb.write(path, doc, chunk)


def posed(path, seconds):
    """World matrices by bone, moment by moment."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with contextlib.redirect_stdout(io.StringIO()):
        bpy.ops.import_scene.gltf(filepath=str(path), guess_original_bind_pose=False, disable_bone_shape=True)
    scene = bpy.context.scene
    out = []
    for time in seconds:
        frame = time * scene.render.fps / scene.render.fps_base
        scene.frame_set(int(frame), subframe=frame - int(frame))
        found = {}
        for rig in (thing for thing in scene.objects if thing.type == "ARMATURE"):
            for bone in rig.pose.bones:
                found[bone.name] = np.array(rig.matrix_world @ bone.matrix)
        out.append(found)
    return out


def apart(a, b, radius):
    most = 0.0
    for name, m in a.items():
        if name not in b:
            return float("inf")
        d = m[:3] - b[name][:3]
        length = np.linalg.norm(m[:3, 0]) or 1.0
        points = [np.zeros(3)] + [sign * radius / length * axis for axis in np.eye(3) for sign in (1, -1)]
        most = max(most, *(float(np.linalg.norm(d[:, :3] @ p + d[:, 3])) for p in points))
    return most


def main(viewer, out, *files):
    out, passed, failed = Path(out), 0, 0
    out.mkdir(parents=True, exist_ok=True)
    for file in files:
        doc, _ = glb.read(file)
        made = out / f"{Path(file).stem}.glb"
        told = subprocess.run([viewer, "compress", file, "-o", made, "--json"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        tolerance = json.loads(told)["tolerance"]
        units, size = tolerance["units"], tolerance["units"] / (tolerance["per_cent"] / 100)
        most, skipped, played = 0.0, 0, 0
        with tempfile.TemporaryDirectory() as folder:
            for clip, animation in enumerate(doc["animations"]):
                # Blender's importer drops the tangents of splines: neither file plays as it should.
                if any(s.get("interpolation") == "CUBICSPLINE" for s in animation["samplers"]):
                    skipped += 1
                    continue
                last = max(doc["accessors"][s["input"]]["max"][0] for s in animation["samplers"])
                seconds = [(k + 0.37) / MOMENTS * last for k in range(MOMENTS)]
                both = []
                for name, source in (("before", file), ("after", made)):
                    path = Path(folder) / f"{name}.glb"
                    alone(source, clip, path)
                    both.append(posed(path, seconds))
                if not both[0][0]:
                    skipped += 1
                    continue
                played += 1
                most = max(most, *(apart(a, b, 0.01 * size) for a, b in zip(*both)))
        if not played:
            print(f"{made.name}: no clip that Blender plays")
            continue
        holds = most <= units + 3e-4 * size
        passed, failed = passed + holds, failed + (not holds)
        note = "" if holds else "  TOO FAR"
        print(f"{made.name}: {most:.3g} of {units:.3g} units{f', {skipped} clips left out' if skipped else ''}{note}", flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main(*sys.argv[1:])

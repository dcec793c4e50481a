"""The bundled models by four programs, for a look at which is which: others.py RIGSCOPE MODELS FOLDER [PROGRAM ..].

Every clip of every model at 40 % of its length, from one camera, on one plain colour: by rigscope as it comes without its grid,
by three.js, F3D and Blender as somebody who knows them sets them. Writes FOLDER/PROGRAM/MODEL-CLIP.png and FOLDER/jobs.json;
pairs.py makes pairs of them. With PROGRAM (ours, three, f3d, blender) only these; ONLY=mannequin-1,.. names
pictures, EXPOSURE=0.9 brightens rigscope's by so many stops. Needs NumPy, Pillow, Node, npm, Chromium (CHROMIUM names it) and
Python 3.11 for Blender (BLENDER_PYTHON names it); what it installs lies under FOLDER.
"""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image

import glb
import prepare

HERE = Path(__file__).parent
SIZE = 640
BACKGROUND = "#8a8f98"
AT = 0.4
ROOM = 1.2  # How much farther the camera stands than it must.
# Degrees to the right of the face and above the horizon.
VIEWS = {"anemone": (25, 22), "chapter_rig": (25, 14), "twist_bar": (30, 12), "long_neck": (40, 8)}
PROGRAMS = ["ours", "three", "f3d", "blender"]

# Runs in the page, in the place of what three.mjs draws: a room of soft boxes, one key light with soft shadows, Khronos Neutral.
THREE = """
async function draw(job) {
  const THREE = await import('three');
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const { RoomEnvironment } = await import('three/addons/environments/RoomEnvironment.js');
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(2);
  renderer.setSize(...job.size);
  renderer.toneMapping = THREE.NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.VSMShadowMap;
  document.body.replaceChildren(renderer.domElement);
  const gltf = await new GLTFLoader().loadAsync('/model.glb');
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(job.background);
  scene.environment = new THREE.PMREMGenerator(renderer).fromScene(new RoomEnvironment(), 0.04).texture;
  scene.environmentIntensity = 0.55;
  scene.add(gltf.scene);
  const middle = new THREE.Vector3(...job.middle);
  const key = new THREE.DirectionalLight('#fff4e6', 1.2);
  key.position.copy(middle).addScaledVector(new THREE.Vector3(...job.key), job.radius * 6);
  key.target.position.copy(middle);
  key.castShadow = true;
  Object.assign(key.shadow.camera, { left: -job.radius * 5, right: job.radius * 5, top: job.radius * 5,
    bottom: -job.radius * 5, near: job.radius * 0.1, far: job.radius * 12 });
  key.shadow.mapSize.set(1536, 1536);
  key.shadow.radius = 12;
  key.shadow.blurSamples = 25;
  key.shadow.bias = -0.0005;
  const ground = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.ShadowMaterial({ opacity: 0.35 }));
  ground.rotation.x = -Math.PI / 2;
  ground.scale.setScalar(job.radius * 12);
  ground.position.set(middle.x, job.floor, middle.z);
  ground.receiveShadow = true;
  scene.add(key, key.target, ground);
  gltf.scene.traverse((o) => {
    o.castShadow = o.receiveShadow = o.isMesh;
    o.frustumCulled = false;
    for (const map of Object.values(o.material ?? {})) if (map?.isTexture) map.anisotropy = 8;
  });
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[job.clip]);
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  mixer.setTime(job.time);
  const camera = new THREE.PerspectiveCamera(job.fov, job.size[0] / job.size[1], job.near, job.far);
  camera.position.set(...job.position);
  camera.lookAt(...job.target);
  renderer.render(scene, camera);
  renderer.render(scene, camera);
  const url = renderer.domElement.toDataURL('image/png');
  renderer.dispose();
  renderer.forceContextLoss();
  return { url, revision: THREE.REVISION };
}

"""


def jobs_of(program, path, folder):
    """What to draw of one model: its clips, and for each the moment and where the camera and the light are."""
    told = subprocess.run([program, "info", "--json", str(path)], check=True, stdout=subprocess.PIPE).stdout
    for clip in json.loads(told)["clips"]:
        job = {"name": f"{path.stem}-{clip['index']}", "model": path.stem, "source": str(path), "size": [SIZE, SIZE]}
        job |= {"clip": clip["index"], "clip_name": clip["name"], "time": round(clip["duration_secs"] * AT, 4), "background": BACKGROUND}
        points = prepare.posed_points(program, job, folder / "pose.json")
        yield job | placed(points, *VIEWS.get(path.stem, (25, 8)))


def placed(points, yaw, pitch):
    matrix, _, _, target = prepare.camera(points, yaw, pitch, 1)
    matrix[:3, 3] = target + (matrix[:3, 3] - target) * ROOM
    low, high = points.min(0), points.max(0)
    radius = float(np.linalg.norm(high - low)) / 2
    distance = float(np.linalg.norm(matrix[:3, 3] - (low + high) / 2))
    lens = {"fov": math.degrees(prepare.FOV), "near": max(distance - 3 * radius, distance * 0.05), "far": distance + 8 * radius}
    # A key light from the upper left of the camera.
    key = matrix[:3, :3] @ np.array([-0.75, 0.0, 0.65]) + [0, 1.0, 0]
    key = (key / np.linalg.norm(key)).tolist()
    seen = {"matrix": matrix.tolist(), "position": matrix[:3, 3].tolist(), "target": target.tolist(), "key": key}
    # The lowest point of this pose is no floor to somebody in the air: what stands on the ground does so at height 0.
    return seen | lens | {"middle": ((low + high) / 2).tolist(), "radius": radius, "floor": min(0.0, float(low[1]))}


def with_camera(job, path):
    """The model with one camera more, since rigscope looks through those of a file."""
    doc, chunk = glb.read(job["source"])
    lens = {"yfov": math.radians(job["fov"]), "znear": job["near"], "zfar": job["far"]}
    doc.setdefault("cameras", []).append({"type": "perspective", "perspective": lens, "name": "Beside"})
    node = {"name": "Beside", "camera": len(doc["cameras"]) - 1, "matrix": np.array(job["matrix"]).T.ravel().tolist()}
    doc["nodes"].append(node)
    doc["scenes"][doc.get("scene", 0)]["nodes"].append(len(doc["nodes"]) - 1)
    glb.write(path, doc, chunk)


def ours(program, jobs, folder):
    for job in jobs:
        path = folder / "camera.glb"
        with_camera(job, path)
        command = [program, "render", str(path), "--camera", "Beside", "--size", f"{SIZE}x{SIZE}", "--samples", "16", "--no-grid"]
        command += ["--background", BACKGROUND, "--clip", f"#{job['clip']}", "--time", str(job["time"])]
        command += ["--exposure", os.environ.get("EXPOSURE", "0")]
        subprocess.run([*command, "-o", str(folder / "ours" / f"{job['name']}.png")], check=True)


def three(_, jobs, folder):
    place = folder / "npm"
    place.mkdir(exist_ok=True)
    (place / "package.json").write_bytes((HERE / "package.json").read_bytes())
    subprocess.run(["npm", "install", "--prefix", str(place), "--no-audit", "--no-fund", "--silent"], check=True)
    page = (HERE / "three.mjs").read_text()
    start, end = page.index("async function draw("), page.index("const page =")
    (place / "usual.mjs").write_text(page[:start] + THREE.strip() + "\n\n" + page[end:])
    wanted = [job | {"file": job["source"]} for job in jobs]
    (place / "jobs.json").write_text(json.dumps(wanted))
    subprocess.run(["node", str(place / "usual.mjs"), str(place / "jobs.json"), str(folder / "three")], check=True)
    for job in jobs:
        path = folder / "three" / f"{job['name']}.png"
        Image.open(path).convert("RGB").resize((SIZE, SIZE), Image.Resampling.BOX).save(path)


def f3d(_, jobs, folder):
    elsewhere(folder, "f3d", sys.executable, ["f3d==4.0.0", "numpy", "pillow"])


def blender(_, jobs, folder):
    elsewhere(folder, "blender", os.environ.get("BLENDER_PYTHON", "python3.11"), ["bpy==4.5.15", "numpy<2", "pillow"])


def elsewhere(folder, name, python, packages):
    """Has others_NAME.py draw, in a Python of its own; then puts the background below what is clear, at the size wanted."""
    place = folder / f"venv_{name}"
    if not place.exists():
        subprocess.run([python, "-m", "venv", str(place)], check=True)
        subprocess.run([str(place / "bin/pip"), "install", "--quiet", *packages], check=True)
    script = HERE / f"others_{name}.py"
    subprocess.run([str(place / "bin/python"), str(script), str(folder / "wanted.json"), str(folder / name)], check=True)
    for job in json.loads((folder / "wanted.json").read_text()):
        path = folder / name / f"{job['name']}.png"
        picture = Image.open(path).convert("RGBA")
        page = Image.new("RGBA", picture.size, BACKGROUND)
        page.alpha_composite(picture)
        page.convert("RGB").resize((SIZE, SIZE), Image.Resampling.BOX).save(path)


def main(program, models, folder, *programs):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    only = os.environ.get("ONLY")
    jobs = [job for path in sorted(Path(models).glob("*.glb")) for job in jobs_of(program, path, folder)]
    (folder / "jobs.json").write_text(json.dumps(jobs, indent=1))
    jobs = [job for job in jobs if only is None or job["name"] in only.split(",")]
    (folder / "wanted.json").write_text(json.dumps(jobs))
    for name in programs or PROGRAMS:
        (folder / name).mkdir(exist_ok=True)
        globals()[name](program, jobs, folder)
        print(name, len(jobs), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Contact sheets of the characters, drawn by rigscope itself: what an animator looks at.

    python sheets.py ../../target/debug/rigscope OUT [CHARACTER] [WORD ..]

Film strips of every clip (front over side) and close-ups (LBS beside DQS); words choose among them
by name. They are for looking at, and no test reads them. `MODELS=folder`
shows models of another folder.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image, ImageDraw

MODELS = Path(os.environ.get("MODELS", "")) if "MODELS" in os.environ else Path(__file__).resolve().parent.parent / "models"
FRAMES = 10
# name: (clip or None for rest, seconds, joint in the middle, zoom, yaw, pitch)
CLOSE = {
    "mannequin": {
        "face": (None, 0.0, "Head", 4.4, 0, 2),
        "face three-quarter": (None, 0.0, "Head", 4.4, 38, 6),
        "face side": (None, 0.0, "Head", 4.4, 90, 0),
        "face back": (None, 0.0, "Head", 4.2, 160, 10),
        "smile": ("Wave", 1.4, "Head", 4.4, 15, 2),
        "hand, back": (None, 0.0, "LeftHandMiddle1", 8.5, 60, 45),
        "hand, palm": (None, 0.0, "LeftHandMiddle1", 8.5, -45, -20),
        "hand, waving": ("Wave", 1.05, "RightHandMiddle1", 7.5, 0, 0),
        "fist": ("Run", 0.2, "LeftHandMiddle1", 8.5, 60, 10),
        "foot": (None, 0.0, "LeftFoot", 7.0, 50, 18),
        "foot, side": (None, 0.0, "LeftFoot", 7.0, 90, 4),
        "foot, toe off": ("Walk", 0.60, "LeftFoot", 7.0, 90, 4),
        "shoulder at rest": (None, 0.0, "LeftArm", 4.0, 20, 8),
        "shoulder back": (None, 0.0, "LeftArm", 4.0, 160, 8),
        "shoulder, arm up": ("Wave", 1.05, "RightArm", 4.0, -20, 5),
        "shoulder, arm up, side": ("Wave", 1.05, "RightArm", 4.0, -80, 5),
        "shoulder, arm up, back": ("Wave", 1.05, "RightArm", 4.0, -160, 5),
        "shoulders, jump": ("Jump", 0.80, "Spine2", 3.4, 15, 2),
        "shoulders, twist": ("Twist", 2.2, "Spine2", 3.2, 0, 5),
        "elbow": ("Run", 0.36, "LeftForeArm", 5.5, 90, 5),
        "wrist, twist": ("Twist", 0.9, "LeftHand", 6.0, 20, 10),
        "hips at rest": (None, 0.0, "Hips", 3.4, 25, 4),
        "hips back": (None, 0.0, "Hips", 3.4, 165, 4),
        "hips, crouch": ("Jump", 0.34, "Hips", 3.0, 60, 4),
        "hips, run": ("Run", 0.18, "Hips", 3.2, 70, 4),
        "knees, crouch": ("Jump", 0.34, "LeftLeg", 3.6, 75, 4),
    },
    "long_neck": {
        "face": (None, 0.0, "Head_End", 6.5, 40, 6),
        "face front": (None, 0.0, "Head_End", 6.5, 0, 6),
        "face side": (None, 0.0, "Head_End", 6.5, 90, 0),
        "scarf": ("Look", 1.3, "Neck4", 5.0, 60, 6),
        "neck, down": ("Look", 1.3, "Neck4", 2.4, 90, 4),
        "chest": (None, 0.0, "Chest", 3.2, 30, 4),
        "hips": (None, 0.0, "Hips", 3.2, 150, 10),
        "tail": ("Walk", 0.5, "Tail5", 3.5, 140, 25),
        "tail tip": (None, 0.0, "Tail8", 10.0, 120, 10),
        "front foot": (None, 0.0, "LeftFrontFoot", 7.0, 40, 15),
        "hind leg": ("Walk", 0.3, "LeftHindLeg", 4.0, 90, 4),
        "belly": (None, 0.0, "Spine", 2.6, 60, -12),
    },
}


def render(binary, args, size, folder, number):
    path = Path(folder) / f"{number}.png"
    command = [binary, "render", *map(str, args), "--size", f"{size[0]}x{size[1]}", "-o", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stderr}")
    return Image.open(path).convert("RGB")


def grid(jobs, columns, size, title, path, binary):
    """`jobs`: `(label, arguments)` in reading order."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        shots = list(pool.map(lambda j: render(binary, j[1][1], size, folder, j[0]), enumerate(jobs)))
    rows = -(-len(shots) // columns)
    sheet = Image.new("RGB", (columns * size[0], rows * size[1] + 18), (16, 17, 20))
    draw = ImageDraw.Draw(sheet)
    draw.text((6, 3), title, fill=(220, 220, 220))
    for k, ((label, _), shot) in enumerate(zip(jobs, shots)):
        at = (k % columns * size[0], k // columns * size[1] + 18)
        sheet.paste(shot, at)
        draw.text((at[0] + 5, at[1] + 4), label, fill=(235, 200, 140))
    sheet.save(path)
    print(path)


def clips(binary, model):
    out = subprocess.run([binary, "info", str(model), "--json"], capture_output=True, text=True, check=True).stdout
    return [(c["name"], c["duration_secs"]) for c in json.loads(out)["clips"]]


def main(binary, out, character=None, *words):
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    wanted = lambda name: not words or any(w.lower() in name.lower() for w in words)
    for name in [character] if character else ["mannequin", "long_neck"]:
        model = MODELS / f"{name}.glb"
        wide = name == "long_neck"
        for clip, end in clips(binary, model):
            if not wanted(clip):
                continue
            jobs = []
            for yaw in (0, 90):
                for k in range(FRAMES):
                    t = round(end * k / FRAMES, 3)
                    jobs.append((f"{t:.2f} s" if yaw == 0 else "", [model, "--clip", clip, "--time", t, "--yaw", yaw, "--pitch", 4, "--zoom", 1.05]))
            grid(jobs, FRAMES, (300, 250) if wide else (200, 300), f"{name}: {clip}, front and side", out / f"{name}_{clip}.png", binary)
        close = {k: v for k, v in CLOSE.get(name, {}).items() if wanted("close") or wanted(k)}
        jobs = []
        for label, (clip, t, joint, zoom, yaw, pitch) in close.items():
            base = [model, *(["--clip", clip, "--time", t] if clip else []), "--focus", joint, "--zoom", zoom, "--yaw", yaw, "--pitch", pitch]
            for method in ("lbs", "dqs"):
                jobs.append((f"{label}, {method.upper()}", base + ["--skinning", method]))
        for part in range(0, len(jobs), 12):
            grid(jobs[part:part + 12], 4, (420, 400), f"{name}: close", out / f"{name}_close{part // 12}.png", binary)


if __name__ == "__main__":
    main(*sys.argv[1:])

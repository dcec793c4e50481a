"""Pairs that do not tell who made which: pairs.py FOLDER [SEED]. FOLDER is what others.py wrote.

Writes FOLDER/pairs/NNN.png, rigscope on one side and another program on the other, in an order drawn by chance, and
FOLDER/key.json, which tells of each its model, clip, peer and the side of rigscope. The same SEED gives the same pairs.
"""

import json
import random
import sys
from pathlib import Path

from PIL import Image

PEERS = ["three", "f3d", "blender"]
GAP, PAPER = 8, "#ffffff"


def pair(left, right):
    page = Image.new("RGB", (left.width + GAP + right.width, left.height), PAPER)
    page.paste(left, (0, 0))
    page.paste(right, (left.width + GAP, 0))
    return page


def main(folder, seed="1"):
    folder, chance = Path(folder), random.Random(int(seed))
    jobs = json.loads((folder / "jobs.json").read_text())
    wanted = [(job, peer) for job in jobs for peer in PEERS]
    chance.shuffle(wanted)
    (folder / "pairs").mkdir(exist_ok=True)
    for old in (folder / "pairs").glob("*.png"):
        old.unlink()
    key = {}
    for job, peer in wanted:
        side = chance.choice(["left", "right"])
        files = [folder / program / f"{job['name']}.png" for program in ("ours", peer)]
        if not all(file.exists() for file in files):
            continue
        ours, theirs = (Image.open(file).convert("RGB") for file in files)
        number = f"{len(key):03}"
        pair(*((ours, theirs) if side == "left" else (theirs, ours))).save(folder / "pairs" / f"{number}.png")
        key[number] = {"model": job["model"], "clip": job["clip_name"], "time": job["time"], "peer": peer, "ours": side}
    (folder / "key.json").write_text(json.dumps(key, indent=1) + "\n")
    print(len(key), "pairs")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Pictures by rigscope of what jobs.json lists: draw.py RIGSCOPE FOLDER. Writes FOLDER/ours and FOLDER/flat.

Clear where nothing is, so that no shadow falls on a ground that the other viewer does not have. `flat` is the reduced preset,
which leaves out occlusion by what is near.
"""

import json
import subprocess
import sys
from pathlib import Path


def main(program, folder):
    folder = Path(folder)
    for job in json.loads((folder / "jobs.json").read_text()):
        width, height = job["size"]
        command = [program, "render", job["file"], "--camera", "Beside", "--size", f"{width}x{height}", "--transparent"]
        command += ["--environment", str(folder / "sky.hdr"), "--tone-mapping", "neutral"]
        if job["clip"] is not None:
            command += ["--clip", f"#{job['clip']}", "--time", str(job["time"])]
        subprocess.run([*command, "--samples", "8", "-o", str(folder / "ours" / f"{job['name']}.png")], check=True)
        subprocess.run([*command, "--preset", "reduced", "-o", str(folder / "flat" / f"{job['name']}.png")], check=True)
        print(job["name"], flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

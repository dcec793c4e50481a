"""Builds assets/models/long_neck.glb: a creature for bending. See README.md."""

import os
import sys
from pathlib import Path

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import numpy as np  # noqa: E402

from creature import build, dress, motion  # noqa: E402
from humanoid import export, textures  # noqa: E402
from kit import rig  # noqa: E402
from kit.mesh import normals  # noqa: E402


class Look(export.Look):
    name = "LongNeck"
    generator = "rigscope assets/characters/long_neck.py"
    targets = ["blink"]
    materials = {textures.SKIN: ("clay", 9, 0.4), textures.SUIT: ("knit", 26, 0.6)}
    images = ("base", "orm", "knit", "clay")
    material_of = staticmethod(dress.material_of)
    pieces = staticmethod(dress.pieces)

    @staticmethod
    def normals(points, faces, charts):
        return normals(points, faces)

    @staticmethod
    def morphs(points):
        return {"blink": np.zeros_like(points)}


def main(out):
    out.mkdir(parents=True, exist_ok=True)
    points, faces, charts, uvs = dress.scarf(*build.surface())
    points = np.round(points, 6)
    skeleton = rig.Skeleton(build.joints())
    influences = build.weights(points, faces, charts, skeleton.names)
    place = textures.pack(charts, uvs)
    base, orm = dress.paint(points, faces, charts, uvs, place)
    images = {"place": place, "base": textures.encode(base, 84), "orm": textures.encode(orm, 78),
              "knit": textures.encode(textures.knit(), 80), "clay": textures.encode(textures.clay(), 80)}
    count = export.write(out / "long_neck.glb", skeleton, points, faces, charts, uvs, influences, images, motion.clips(skeleton), Look)
    print(f"long_neck.glb: {count} vertices, {len(skeleton.names)} joints, {(out / 'long_neck.glb').stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "models")

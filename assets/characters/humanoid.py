"""Builds assets/models/mannequin.glb and its variant with twist joints. See README.md."""

import os
import sys
from pathlib import Path

# Sums in one order on every run: the files shall come out byte for byte the same.
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from humanoid import export, motion, proportions, shape, textures, weights  # noqa: E402
from kit import rig  # noqa: E402


def main(out):
    out.mkdir(parents=True, exist_ok=True)
    points, faces, charts, uvs = shape.surface()
    skeleton = rig.Skeleton(proportions.joints())
    influences = weights.solve(points, faces, charts, skeleton.names)
    place = textures.pack(charts, uvs)
    base, orm = textures.paint(points, faces, charts, uvs, place)
    images = {
        "place": place, "base": textures.encode(base, 88), "orm": textures.encode(orm, 82),
        "knit": textures.encode(textures.knit(), 85), "clay": textures.encode(textures.clay(), 85), "canvas": textures.encode(textures.canvas(), 80),
    }
    clips = motion.clips(skeleton)
    # The variant has joints for the twist that carry no weight yet: something to advise on.
    twist = rig.Skeleton(proportions.joints() + proportions.twist_joints())
    for name, joints in (("mannequin", skeleton), ("mannequin_twist_joints", twist)):
        count = export.write(out / f"{name}.glb", joints, points, faces, charts, uvs, influences, images,
                             [c for c in clips if joints is skeleton or c[0] in ("Idle", "Walk", "Twist")])
        print(f"{name}.glb: {count} vertices, {len(joints.names)} joints, {(out / f'{name}.glb').stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "models")

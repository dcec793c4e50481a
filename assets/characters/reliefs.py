"""Small tiling normal maps of the characters' clay and knit, for the twist bar and the chapter rig.

    python reliefs.py FOLDER        (examples/make_assets holds what it writes)
"""

import sys
from pathlib import Path

from humanoid import textures


def main(folder):
    for name, relief in (("clay", textures.clay(128)), ("knit", textures.knit(128, columns=4))):
        path = Path(folder) / f"{name}.jpg"
        path.write_bytes(textures.encode(relief, 85))
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1])

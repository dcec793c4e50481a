"""The first picture of a model by F3D: python first.py MODEL.glb OUT.png, 800 x 800, its own defaults."""

import sys

import f3d

model, out = sys.argv[1:]
f3d.Engine.autoload_plugins()
engine = f3d.Engine.create(True)
engine.window.size = 800, 800
engine.scene.add(model)
engine.window.render_to_image().save(out)

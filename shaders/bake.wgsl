// bake.wgsl

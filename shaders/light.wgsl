// light.wgsl

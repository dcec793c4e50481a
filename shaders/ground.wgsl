// ground.wgsl

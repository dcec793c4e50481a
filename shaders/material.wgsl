// material.wgsl

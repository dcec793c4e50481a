// overlay.wgsl

// mesh.wgsl

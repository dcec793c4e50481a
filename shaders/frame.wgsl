// frame.wgsl: what one picture has in common (bind group 0).
// CPU twin of the layout: src/render/frame.rs (tests/gpu/layout.rs).
// Spaces: model (right-handed, +Y up, metres), clip (y up, reverse-Z: near 1, far 0). Colours: linear unless named srgb.

// A soft lamp: radiance `color * exp(sharpness * (dot(direction, axis) - 1))`.
struct Lobe {
    axis: vec3<f32>,
    sharpness: f32,
    color: vec3<f32>,
    // 0: round. Else reflections show a box of the same power, so many times as high as wide.
    aspect: f32,
}

struct FrameUniforms {
    clip_from_model: mat4x4<f32>,
    // Of the key light: xy in 0..1 (v down), z depth with 0 near.
    shadow_from_model: mat4x4<f32>,
    // As above, seen straight from above.
    sky_from_model: mat4x4<f32>,
    // From the depth that ambient occlusion is made of (xy as in the picture, z 0 near).
    model_from_depth: mat4x4<f32>,
    camera_position: vec3<f32>,
    // 1: perspective, 0: parallel.
    perspective: f32,
    // Unit, from the target to the camera.
    camera_backward: vec3<f32>,
    // Factor on all light.
    exposure: f32,
    // Unit, in the picture.
    camera_right: vec3<f32>,
    // How far around ambient occlusion looks, metres.
    occlusion_radius: f32,
    camera_up: vec3<f32>,
    // Pixels of its map that a metre has: one metre away, or anywhere in a parallel view.
    occlusion_px: f32,
    // How deep the middle of the character lies, metres from the camera.
    depth_middle: f32,
    // One over its size.
    depth_scale: f32,
    // 1: the picture has ambient occlusion.
    occlusion_on: f32,
    // 1: the key light's shadows are softer the farther they fall.
    soft_shadows: f32,
    // Key, fill, rim, kicker.
    lobes: array<Lobe, 4>,
    // Radiance straight up, at the horizon, and from the ground.
    zenith: vec3<f32>,
    // Height of the ground, model space.
    ground_y: f32,
    horizon: vec3<f32>,
    // Spacing of the finer grid lines, metres; 0: no grid.
    grid_step: f32,
    bounce: vec3<f32>,
    // Where the grid has faded away, metres from its middle.
    grid_radius: f32,
    // Middle of the grid (x, z), on a crossing of the coarser lines.
    grid_anchor: vec2<f32>,
    // Where the grid is strongest (x, z); it moves smoothly.
    grid_center: vec2<f32>,
    // Middle of the baked patch of ground (x, z).
    patch_center: vec2<f32>,
    viewport_px: vec2<f32>,
    // sRGB, alpha.
    grid_color: vec4<f32>,
    // Half the side of the baked patch of ground, metres; 0: no shadow.
    patch_half: f32,
    // How dark the character makes the ground, 0 to 1.
    shadow_strength: f32,
    // World height that the patch's height map spans, metres.
    patch_height: f32,
    // Side of one texel of the key light's shadow map, metres.
    shadow_texel: f32,
    // 1: the shadow maps are there.
    shadow_on: f32,
    // 1: nothing behind the character (alpha 0).
    transparent: f32,
    // Pixels that a line of nominal width one has.
    line_px: f32,
    // Column of the target where this picture begins.
    origin_px: f32,
    // sRGB.
    background_inner: vec4<f32>,
    background_outer: vec4<f32>,
    // Of B's translucent shell, sRGB.
    shell: vec4<f32>,
    // Where vertices are drawn as pixels: of a target x wide and y high, the first one being vertex z.
    probe: vec4<u32>,
    // Of the file, that are on.
    light_count: u32,
    // Which sample of a picture that is refined.
    sample_index: f32,
    // Side of the baked patch of ground, texels.
    bake_size: f32,
    // Levels by which pictures of materials are read sharper.
    texel_bias: f32,
    // TONE_NEUTRAL and others of tone.wgsl.
    tone_mapping: u32,
    // 0 radial, 1 vertical, 2 surroundings, 3 surroundings out of focus.
    background_kind: u32,
    // 1: the first lamp shows in the surroundings.
    lamps_show: f32,
    pad2: f32,
    // Of the picture of surroundings: irradiance over pi, nine harmonics.
    irradiance: array<vec4<f32>, 9>,
    // To the right edge of the picture, and to its upper edge, one unit in front of the camera.
    view_right: vec3<f32>,
    // The level of the filtered surroundings that roughness 1 reads.
    surroundings_levels: f32,
    view_up: vec3<f32>,
    // Factor on the picture of surroundings.
    surroundings_strength: f32,
    // Cosine and sine of the angle by which it is turned about +Y.
    surroundings_turn: vec2<f32>,
    pad0: f32,
    pad1: f32,
}

// One buffer, bound once for each stage. Vertex stages read it as a uniform block: they need every storage binding that
// small devices have. Fragment stages read it as storage: lavapipe (seen in Mesa 22.3) compiles a shader anew, and
// keeps the old copy, each time a uniform block that it branches on was written. tests/gpu/memory.rs would see that.
@group(0) @binding(0) var<uniform> vertex_frame: FrameUniforms;
@group(0) @binding(1) var<storage, read> frame: FrameUniforms;

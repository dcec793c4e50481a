// background.wgsl: the gradient behind the character, sRGB-encoded, by pixels of the picture.

fn background_srgb(pixel: vec2<f32>) -> vec3<f32> {
    let from_middle = (pixel / frame.viewport_px - vec2<f32>(0.5, 0.46)) * 2.0;
    let t = smoothstep(0.0, 1.0, length(from_middle * vec2<f32>(0.72, 0.78)));
    return mix(frame.background_inner.rgb, frame.background_outer.rgb, t);
}

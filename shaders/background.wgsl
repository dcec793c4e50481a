// background.wgsl: what lies behind the character, sRGB-encoded, by pixels of the picture.
// Who includes this declares `picture_behind`: radiance of the picture of surroundings along a direction.

// True where the surroundings themselves show.
override SURROUNDINGS_BEHIND: bool = false;

const BACKGROUND_VERTICAL: u32 = 1u;
const BACKGROUND_BLURRED: u32 = 3u;

// Unit, from the camera through a pixel. A parallel view has one direction for all: it looks as through a lens of 40 degrees.
fn direction_through(pixel: vec2<f32>) -> vec3<f32> {
    let ndc = (pixel / frame.viewport_px - 0.5) * vec2<f32>(2.0, -2.0);
    return normalize(frame.view_right * ndc.x + frame.view_up * ndc.y - frame.camera_backward);
}

fn surroundings_behind(direction: vec3<f32>) -> vec3<f32> {
    let blurred = frame.background_kind == BACKGROUND_BLURRED;
    if BY_PICTURE {
        return picture_behind(direction, blurred);
    }
    var light = dome_radiance(direction, select(0.0, 0.35, blurred), frame.bounce);
    if frame.lamps_show > 0.5 {
        let lamp = frame.lobes[0];
        light += lamp.color * exp(lamp.sharpness * (dot(direction, lamp.axis) - 1.0));
    }
    return light;
}

fn background_srgb(pixel: vec2<f32>) -> vec3<f32> {
    if SURROUNDINGS_BEHIND {
        let scene = surroundings_behind(direction_through(pixel)) * frame.exposure;
        return srgb_from_linear(tone_map(scene, frame.tone_mapping));
    }
    if frame.background_kind == BACKGROUND_VERTICAL {
        return mix(frame.background_inner.rgb, frame.background_outer.rgb, clamp(pixel.y / frame.viewport_px.y, 0.0, 1.0));
    }
    let from_middle = (pixel / frame.viewport_px - vec2<f32>(0.5, 0.46)) * 2.0;
    let t = smoothstep(0.0, 1.0, length(from_middle * vec2<f32>(0.72, 0.78)));
    return mix(frame.background_inner.rgb, frame.background_outer.rgb, t);
}

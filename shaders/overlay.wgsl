// overlay.wgsl: bones and joints as crisp shapes of a few pixels, seen through the mesh.
// Spaces: in model, shapes in pixels. Drawn twice: what is hidden (dimmed), then what is in front.

override HIDDEN: bool = false;

// What a shape is, as in src/render/overlay.rs.
const BONE: u32 = 0u;
const JOINT: u32 = 1u;
const AXIS_X: u32 = 2u;
const AXIS_Z: u32 = 4u;
const NODE: u32 = 5u;
const LINK: u32 = 6u;
const LINE: u32 = 7u;

fn is_dot(kind: u32) -> bool {
    return kind == JOINT || kind == NODE;
}

struct OverlayInstance {
    // Joint, or the bone's end nearer to the root; in w what it is: see below.
    @location(0) from_kind: vec4<f32>,
    // The bone's other end; of a joint its neighbour, which bounds its size; in w 1 if selected, 2 under the pointer.
    @location(1) to_selected: vec4<f32>,
}

struct OverlayVarying {
    @builtin(position) clip: vec4<f32>,
    // Pixels along the bone and across it, from its beginning.
    @location(0) at: vec2<f32>,
    // Length, half width, kind, 1 if selected or 2 if under the pointer.
    @location(1) @interpolate(flat) shape: vec4<f32>,
}

fn projected(p: vec3<f32>) -> vec4<f32> {
    return vertex_frame.clip_from_model * vec4<f32>(p, 1.0);
}

@vertex
fn vs_overlay(@builtin(vertex_index) index: u32, in: OverlayInstance) -> OverlayVarying {
    var a = projected(in.from_kind.xyz);
    var b = projected(in.to_selected.xyz);
    let kind = u32(in.from_kind.w + 0.5);
    let is_joint = is_dot(kind);
    // What lies behind the camera is cut off there.
    let near = 1e-4 * max(abs(a.w), abs(b.w));
    if (a.w <= near && b.w <= near) || (is_joint && a.w <= near) {
        return OverlayVarying(vec4<f32>(0.0, 0.0, -1.0, 1.0), vec2<f32>(0.0), vec4<f32>(0.0));
    }
    if a.w <= near { a = mix(b, a, (b.w - near) / (b.w - a.w)); }
    if b.w <= near { b = mix(a, b, (a.w - near) / (a.w - b.w)); }
    let half_px = 0.5 * vertex_frame.viewport_px;
    let a_px = a.xy / a.w * half_px;
    let b_px = b.xy / b.w * half_px;
    let selected = in.to_selected.w > 0.5 && in.to_selected.w < 1.5;
    let hovered = in.to_selected.w > 1.5;
    let span = distance(a_px, b_px);
    var along = select(vec2<f32>(1.0, 0.0), (b_px - a_px) / span, span > 1e-3);
    var half_width = clamp(0.075 * span, 1.0 * vertex_frame.line_px, 7.0 * vertex_frame.line_px);
    var begin = a_px;
    var size = span;
    if is_joint {
        half_width = clamp(0.14 * span, 1.6 * vertex_frame.line_px, 3.2 * vertex_frame.line_px);
        if kind == NODE { half_width = 2.6 * vertex_frame.line_px; }
        if selected { half_width = 5.0 * vertex_frame.line_px; }
        if hovered { half_width = max(half_width + 1.2 * vertex_frame.line_px, 4.2 * vertex_frame.line_px); }
        along = vec2<f32>(1.0, 0.0);
        size = 0.0;
    }
    if kind >= AXIS_X && kind <= AXIS_Z { half_width = 0.85 * vertex_frame.line_px; }
    if kind == LINK { half_width = 0.4 * vertex_frame.line_px; }
    if kind == LINE { half_width = 0.9 * vertex_frame.line_px; }
    let across = vec2<f32>(-along.y, along.x);
    let grow = 2.5 * vertex_frame.line_px;
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u));
    var local = vec2<f32>(mix(-grow, size + grow, corner.x), (corner.y * 2.0 - 1.0) * (half_width + grow));
    if is_joint { local = (corner * 2.0 - 1.0) * (half_width + grow); }
    let position = begin + along * local.x + across * local.y;
    let t = clamp(local.x / max(size, 1e-3), 0.0, 1.0);
    // Depth runs linearly over the screen.
    let depth = mix(a.z / a.w, b.z / b.w, select(t, 0.0, is_joint));
    return OverlayVarying(
        vec4<f32>(position / half_px, depth, 1.0),
        local,
        vec4<f32>(size, half_width, in.from_kind.w, in.to_selected.w),
    );
}

@fragment
fn fs_overlay(in: OverlayVarying) -> @location(0) vec4<f32> {
    let size = in.shape.x;
    let half_width = in.shape.y;
    let kind = u32(in.shape.z + 0.5);
    let is_joint = is_dot(kind);
    let selected = in.shape.w > 0.5 && in.shape.w < 1.5;
    let hovered = in.shape.w > 1.5;
    // Signed distance to the shape, pixels: a disk, a diamond, a line with round ends, or the outline of a slim octahedron,
    // widest near its root.
    var outside: f32;
    if kind == JOINT {
        outside = length(in.at) - half_width;
    } else if kind == NODE {
        outside = (abs(in.at.x) + abs(in.at.y)) * 0.70710678 - half_width;
    } else if kind != BONE {
        outside = length(vec2<f32>(in.at.x - clamp(in.at.x, 0.0, size), in.at.y)) - half_width;
        // A link to a node that is no joint is dashed.
        let dash = abs(fract(in.at.x / (7.0 * frame.line_px)) - 0.5) * 7.0 * frame.line_px;
        if kind == LINK { outside = max(outside, dash - 2.0 * frame.line_px); }
    } else {
        let widest = 0.16 * size;
        let rising = in.at.x < widest;
        let run = max(select(size - widest, widest, rising), 1e-3);
        let t = select((size - in.at.x) / run, in.at.x / run, rising);
        let slope = half_width / run;
        outside = (abs(in.at.y) - half_width * t) / sqrt(1.0 + slope * slope);
        outside = max(outside, max(-in.at.x, in.at.x - size));
    }
    let fill = clamp(0.5 - outside, 0.0, 1.0);
    let rim_px = 1.15 * frame.line_px;
    let rim = clamp(0.5 - (outside - rim_px), 0.0, 1.0);
    // Two sides of the octahedron, one in the light.
    let lit = select(0.80, 1.0, in.at.y > 0.0 || kind != BONE);
    var color = vec3<f32>(0.93, 0.945, 0.965) * lit;
    if is_joint { color = vec3<f32>(1.0, 1.0, 1.0); }
    if kind == NODE || kind == LINK { color = vec3<f32>(0.70, 0.66, 0.58); }
    if selected { color = vec3<f32>(0.478, 0.635, 0.969) * lit; }
    if hovered { color = mix(color, vec3<f32>(0.80, 0.88, 1.0), 0.9) * lit; }
    // Red, green and blue for X, Y and Z, as everywhere.
    if kind == AXIS_X { color = vec3<f32>(0.95, 0.30, 0.30); }
    if kind == AXIS_X + 1u { color = vec3<f32>(0.42, 0.80, 0.28); }
    if kind == AXIS_Z { color = vec3<f32>(0.30, 0.56, 1.0); }
    let dark = vec3<f32>(0.075, 0.09, 0.115);
    let opacity = select(0.95, select(0.58, 0.85, selected || hovered), HIDDEN);
    let rim_alpha = rim * 0.8 * min(opacity, 1.0);
    let fill_alpha = fill * min(opacity, 1.0);
    let ink = linear_from_srgb(dark) * rim_alpha * (1.0 - fill_alpha)
        + linear_from_srgb(color) * fill_alpha;
    return vec4<f32>(ink, fill_alpha + rim_alpha * (1.0 - fill_alpha));
}

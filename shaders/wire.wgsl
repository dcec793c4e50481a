// wire.wgsl: edges of triangles, the same few pixels wide everywhere, and marks on vertices whose weights are worth a look.
// Corners are drawn without indices: three of a triangle follow each other, so that each pixel knows how far the edges
// are. A corner carries only what moves it. Positions are those of `vs_mesh` but for rounding.
// Spaces: in mesh, out clip. CPU twin of the layout: src/render/wires.rs.
// Source: Baerentzen et al. 2006, "Single-Pass Wireframe Rendering".

struct Corner {
    @builtin(vertex_index) number: u32,
    @builtin(instance_index) copy: u32,
    @location(0) position: vec3<f32>,
    @location(1) joints: vec4<u32>,
    @location(2) weights: vec4<f32>,
    // The vertex, and in the upper bits what is marked of it.
    @location(3) vertex: u32,
}

struct WireVarying {
    @builtin(position) clip: vec4<f32>,
    // How near to each corner of the triangle, 1 there.
    @location(0) corner: vec3<f32>,
    // The same, times what is marked of the corner: 0 nothing, 1 over the limit, 2 not normalised, 3 without weight.
    @location(1) marks: vec3<f32>,
}

const VERTEX_BITS: u32 = 28u;

@vertex
fn vs_wire(in: Corner) -> WireVarying {
    let index = in.vertex & ((1u << VERTEX_BITS) - 1u);
    var rest = Vertex(in.position, vec3<f32>(0.0, 0.0, 1.0), vec4<f32>(1.0, 0.0, 0.0, 1.0));
    rest = morph_vertex(draw.skinnings[0].morph_weight_base, index, rest);
    if draw.copy_count != 0u {
        rest = place_copy(matrices[draw.copy_base + in.copy], rest);
    }
    let moved = skin_vertex(draw.skinnings[0], influences_of(in.joints, in.weights, index), rest);
    var clip = vertex_frame.clip_from_model * vec4<f32>(moved.position, 1.0);
    // A hair nearer than the surface that it lies on; where all edges show, in front of everything.
    if draw.paint == LOOK_WIREFRAME {
        clip.z = clip.w * 0.9999;
    } else if vertex_frame.perspective > 0.5 {
        clip.z *= 1.0 + 4e-5;
    } else {
        clip.z += 2e-6;
    }
    let which = in.number % 3u;
    let corner = vec3<f32>(f32(which == 0u), f32(which == 1u), f32(which == 2u));
    return WireVarying(clip, corner, corner * f32(in.vertex >> VERTEX_BITS));
}

// Ink over ink, both premultiplied.
fn over(top: vec4<f32>, below: vec4<f32>) -> vec4<f32> {
    return top + below * (1.0 - top.a);
}

// As COLORS in src/ui/legend.rs: over the limit, not normalised, without weight.
const MARK_COLORS = array<vec3<f32>, 3>(
    vec3<f32>(255.0, 153.0, 26.0) / 255.0,
    vec3<f32>(242.0, 56.0, 51.0) / 255.0,
    vec3<f32>(237.0, 64.0, 217.0) / 255.0,
);

// Pixels from a corner, by how the nearness to the two others runs over the picture.
fn pixels_from_corner(near: vec2<f32>, dx: vec2<f32>, dy: vec2<f32>) -> f32 {
    let determinant = dx.x * dy.y - dy.x * dx.y;
    let offset = vec2<f32>(dy.y * near.x - dy.x * near.y, dx.x * near.y - dx.y * near.x);
    return length(offset) / max(abs(determinant), 1e-12);
}

@fragment
fn fs_wire(in: WireVarying, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4<f32> {
    let dx = dpdx(in.corner);
    let dy = dpdy(in.corner);
    let heights = 1.0 / max(sqrt(dx * dx + dy * dy), vec3<f32>(1e-12));
    let to_edge = max(in.corner, vec3<f32>(0.0)) * heights;
    let distance = min(to_edge.x, min(to_edge.y, to_edge.z));
    let px = frame.line_px;
    let front = counter_clockwise != (draw.mirrored != 0u);
    let own_ink = draw.paint == LOOK_WIREFRAME || draw.paint == LOOK_HIDDEN_LINE;
    var ink = vec4<f32>(0.0);
    if flagged(DRAWS_WIRES) {
        // Where triangles are smaller than a few pixels lines would run together: they fade into an even tone.
        let smallest = min(heights.x, min(heights.y, heights.z));
        let room = mix(0.28, 1.0, smoothstep(1.5, 9.0, smallest / px));
        let half = 0.6 * px;
        let line = 1.0 - smoothstep(half - 0.5, half + 0.5, distance);
        if own_ink {
            let color = select(vec3<f32>(0.80, 0.85, 0.93), vec3<f32>(0.10, 0.13, 0.18), is_light_theme());
            let strength = select(0.92, select(0.22, 0.88, front), draw.paint == LOOK_WIREFRAME);
            let alpha = line * room * strength;
            ink = vec4<f32>(linear_from_srgb(color) * alpha, alpha);
        } else {
            // Over any colour: a dark line with a faint light one around it.
            let halo = (1.0 - smoothstep(half + 0.4 * px, half + 1.4 * px, distance)) * 0.14 * room;
            let alpha = line * room * 0.74;
            ink = over(vec4<f32>(linear_from_srgb(vec3<f32>(0.06, 0.075, 0.10)) * alpha, alpha), vec4<f32>(vec3<f32>(halo), halo));
        }
    }
    // A dot of the same size everywhere on each corner that is marked, parted among the triangles around it.
    for (var k = 0u; k < 3u; k += 1u) {
        let kind = u32(in.marks[k] / max(in.corner[k], 1e-3) + 0.5);
        if kind == 0u {
            continue;
        }
        let a = (k + 1u) % 3u;
        let b = (k + 2u) % 3u;
        let away = pixels_from_corner(vec2<f32>(in.corner[a], in.corner[b]), vec2<f32>(dx[a], dx[b]), vec2<f32>(dy[a], dy[b]));
        let radius = 3.4 * px;
        let rim = 1.0 - smoothstep(radius + 0.9 * px - 0.5, radius + 0.9 * px + 0.5, away);
        let fill = 1.0 - smoothstep(radius - 0.5, radius + 0.5, away);
        ink = over(vec4<f32>(vec3<f32>(0.004), 1.0) * (0.85 * rim), ink);
        ink = over(vec4<f32>(linear_from_srgb(MARK_COLORS[min(kind, 3u) - 1u]), 1.0) * fill, ink);
    }
    if ink.a <= 0.002 {
        discard;
    }
    return ink;
}

// look.wgsl: what a surface shows instead of its material: form (clay, matcap), structure (hidden lines, x-ray), data
// (normals, tangents, UVs, the channels of the material, faces) and influences.
// Spaces: model; matcap in view space. Colours: linear; data has the numbers of its channel in the 8 bits of the picture.
// CPU twin of the numbers of looks: src/viewer/look.rs, src/render/layout.rs.

// False: the material alone; all of this is left out of the shader.
override LOOK: bool = false;

const LOOK_CLAY: u32 = 16u;
const LOOK_MATCAP: u32 = 17u;
const LOOK_WIREFRAME: u32 = 18u;
const LOOK_HIDDEN_LINE: u32 = 19u;
const LOOK_X_RAY: u32 = 20u;
const LOOK_NORMALS: u32 = 21u;
const LOOK_TANGENTS: u32 = 22u;
const LOOK_UV_CHECKER: u32 = 23u;
const LOOK_BASE_COLOR: u32 = 24u;
const LOOK_METALLIC: u32 = 25u;
const LOOK_ROUGHNESS: u32 = 26u;
const LOOK_OCCLUSION: u32 = 27u;
const LOOK_EMISSIVE: u32 = 28u;
const LOOK_VERTEX_COLOR: u32 = 29u;
const LOOK_FACES: u32 = 30u;
// The weight of chosen joints, and colours that joints or counts have.
const LOOK_WEIGHT: u32 = 32u;
const LOOK_JOINTS: u32 = 33u;
const LOOK_COUNT: u32 = 34u;
const LOOK_DOMINANT: u32 = 35u;

// Of `draw.flags`.
const HAS_UVS: u32 = 1u;
const HAS_TANGENTS: u32 = 2u;
const HAS_COLORS: u32 = 4u;
const DRAWS_WIRES: u32 = 8u;

fn flagged(flag: u32) -> bool {
    return (draw.flags & flag) != 0u;
}

// What joints paint a vertex with: their weight in x, or a colour; w: 1 if anything can be said.
fn painted_influences(i: Influences) -> vec4<f32> {
    if draw.rigid != 0u {
        return vec4<f32>(0.0);
    }
    if draw.paint == LOOK_COUNT {
        return vec4<f32>(linear_from_srgb(count_color(i.count)), 1.0);
    }
    if draw.paint == LOOK_DOMINANT {
        return vec4<f32>(joint_paint(i.joints.x), 1.0);
    }
    var sum = vec3<f32>(0.0);
    for (var k = 0u; k < i.count; k += 1u) {
        let one = influence(i, k);
        if draw.paint == LOOK_WEIGHT {
            sum.x += one.weight * scalars[draw.joint_paint_base + one.joint];
        } else {
            sum += one.weight * joint_paint(one.joint);
        }
    }
    return vec4<f32>(sum, 1.0);
}

// A colour as a whole number, made linear.
fn joint_paint(joint: u32) -> vec3<f32> {
    let packed = u32(scalars[draw.joint_paint_base + joint]);
    let srgb = vec3<f32>(f32(packed >> 16u), f32((packed >> 8u) & 255u), f32(packed & 255u)) / 255.0;
    return linear_from_srgb(srgb);
}

// As COUNT_COLORS in src/viewer/look.rs: one, two, three, four, up to eight, more.
const COUNT_COLORS = array<vec3<f32>, 6>(
    vec3<f32>(76.0, 85.0, 107.0) / 255.0,
    vec3<f32>(63.0, 143.0, 176.0) / 255.0,
    vec3<f32>(79.0, 176.0, 138.0) / 255.0,
    vec3<f32>(185.0, 184.0, 76.0) / 255.0,
    vec3<f32>(224.0, 143.0, 63.0) / 255.0,
    vec3<f32>(210.0, 75.0, 75.0) / 255.0,
);

fn count_color(count: u32) -> vec3<f32> {
    if count <= 4u {
        return COUNT_COLORS[max(count, 1u) - 1u];
    }
    return select(COUNT_COLORS[5], COUNT_COLORS[4], count <= 8u);
}

fn is_light_theme() -> bool {
    return dot(frame.background_outer.rgb, vec3<f32>(0.2126, 0.7152, 0.0722)) > 0.45;
}

// A number 0 to 1 that the picture shall have in its 8 bits.
fn data_grey(v: f32) -> vec3<f32> {
    return linear_from_srgb(vec3<f32>(clamp(v, 0.0, 1.0)));
}

// Light for flat colours: enough to read the form by, their hue stays.
fn form_light(normal: vec3<f32>, view: vec3<f32>) -> f32 {
    return soft_light(normal, view, 0.35);
}

// Nothing to show here: a quiet grey with thin lines across.
fn nothing_to_show(position: vec4<f32>, light: f32) -> vec3<f32> {
    let along = (position.x + position.y) / (9.0 * frame.line_px);
    let line = smoothstep(0.36, 0.44, abs(fract(along) - 0.5));
    let grey = select(vec3<f32>(0.075), vec3<f32>(0.42), is_light_theme());
    return mix(grey, grey * 1.7, line * 0.6) * light;
}

// Glazed stoneware in a photographer's tent, by a formula of the normal in view space: a large window high on the left,
// a narrow one on the right, a warm floor, and a glaze that mirrors them.
fn matcap(n: vec3<f32>) -> vec3<f32> {
    let facing = clamp(n.z, 0.0, 1.0);
    let key = normalize(vec3<f32>(-0.52, 0.62, 0.59));
    let fill = normalize(vec3<f32>(0.85, 0.05, 0.42));
    let wrap_key = clamp((dot(n, key) + 0.42) / 1.42, 0.0, 1.0);
    let wrap_fill = clamp((dot(n, fill) + 0.3) / 1.3, 0.0, 1.0);
    let floor_light = clamp(0.5 - 0.5 * n.y, 0.0, 1.0);
    // Body: a cool grey-green glaze that goes deep and bluish in shadow, warm near the floor.
    let body = vec3<f32>(0.40, 0.435, 0.44);
    var light = vec3<f32>(1.02, 0.985, 0.93) * pow(wrap_key, 2.1) * 1.12;
    light += vec3<f32>(0.42, 0.56, 0.76) * pow(wrap_fill, 2.4) * 0.4;
    light += vec3<f32>(0.62, 0.40, 0.26) * floor_light * floor_light * 0.22;
    light += vec3<f32>(0.10, 0.12, 0.17);
    var color = body * light;
    // The mirror direction of the eye on the glaze.
    let r = vec3<f32>(2.0 * n.z * n.x, 2.0 * n.z * n.y, 2.0 * n.z * n.z - 1.0);
    let fresnel = 0.045 + 0.955 * pow(1.0 - facing, 5.0);
    // The window: a soft-edged rectangle around `key`.
    let right = normalize(cross(vec3<f32>(0.0, 1.0, 0.0), key));
    let up = cross(key, right);
    let toward = dot(r, key);
    let on_window = vec2<f32>(dot(r, right), dot(r, up)) / max(toward, 0.05);
    let inside = smoothstep(0.56, 0.2, abs(on_window.x)) * smoothstep(0.66, 0.24, abs(on_window.y)) * step(0.05, toward);
    color += vec3<f32>(1.0, 0.985, 0.95) * inside * (0.12 + 1.5 * fresnel);
    // A strip of light at the right rim, and one behind on the left.
    let strip = smoothstep(0.55, 0.85, r.x) * smoothstep(0.95, 0.3, abs(r.y)) * smoothstep(0.55, -0.35, r.z);
    let back = smoothstep(0.55, 0.95, -r.x) * smoothstep(0.1, -0.75, r.z);
    color += vec3<f32>(0.62, 0.78, 1.0) * strip * (0.1 + 0.75 * fresnel);
    color += vec3<f32>(1.0, 0.86, 0.70) * back * (0.04 + 0.4 * fresnel);
    // A darker line just inside the rim keeps forms apart that lie over each other.
    color *= mix(0.72, 1.0, smoothstep(0.05, 0.42, facing));
    return min(color, vec3<f32>(1.0));
}

// The letter F in a square, 0 to 1, so that turned and mirrored UVs show.
fn letter_f(p: vec2<f32>, soft: f32) -> f32 {
    let stem = box_at(p, vec2<f32>(0.4, 0.5), vec2<f32>(0.055, 0.25), soft);
    let top = box_at(p, vec2<f32>(0.53, 0.3), vec2<f32>(0.16, 0.05), soft);
    let middle = box_at(p, vec2<f32>(0.5, 0.5), vec2<f32>(0.12, 0.045), soft);
    return max(stem, max(top, middle));
}

fn box_at(p: vec2<f32>, middle: vec2<f32>, half: vec2<f32>, soft: f32) -> f32 {
    let d = abs(p - middle) - half;
    return 1.0 - smoothstep(-soft, soft, max(d.x, d.y));
}

// Squares of an eighth of the UV space, light and dark, each with a letter; hue runs along u, lightness along v.
fn uv_checker(uv: vec2<f32>, width: vec2<f32>) -> vec3<f32> {
    let at = uv * 8.0;
    let per_px = max(width.x, width.y) * 8.0;
    let cell = floor(at);
    let inside = fract(at);
    let odd = fract((cell.x + cell.y) * 0.5) > 0.25;
    let tile = fract(uv);
    let hue = tile.x * 6.28318531 + 0.6;
    let tint = vec3<f32>(0.5) + 0.5 * cos(vec3<f32>(hue, hue - 2.0944, hue + 2.0944));
    let light_cell = mix(vec3<f32>(0.86), tint, 0.34) * mix(1.0, 0.78, tile.y);
    let dark_cell = mix(vec3<f32>(0.30), tint, 0.36) * mix(1.0, 0.7, tile.y);
    var color = select(light_cell, dark_cell, odd);
    // A finer board, faint, where it is large enough to be seen.
    let fine = floor(fract(at * 0.5) * 8.0);
    let fine_odd = fract((fine.x + fine.y) * 0.5) > 0.25;
    let near = 1.0 - smoothstep(0.03, 0.16, per_px);
    color *= select(1.0, 0.93, fine_odd && near > 0.0);
    let soft = clamp(per_px * 0.75, 0.004, 0.3);
    let letter = letter_f(inside, soft) * (1.0 - smoothstep(0.05, 0.22, per_px));
    color = mix(color, select(vec3<f32>(0.10), vec3<f32>(0.95), odd), letter * 0.8);
    // Tiles of the UV space are parted by a thin line.
    let to_edge = min(tile, 1.0 - tile) / max(width, vec2<f32>(1e-6));
    let edge = 1.0 - smoothstep(0.5, 1.5, min(to_edge.x, to_edge.y) / frame.line_px);
    color = mix(color, vec3<f32>(0.85, 0.2, 0.1), edge * 0.8);
    // Far away squares become their mean instead of noise.
    let mean = mix(light_cell, dark_cell, 0.5);
    return linear_from_srgb(mix(color, mean, smoothstep(0.4, 1.1, per_px)));
}

// As NO_WEIGHT_COLORS in src/viewer/look.rs: bluish, as the middle of the ramp is not, and clear of the background.
const NO_WEIGHT_DARK = vec3<f32>(146.0, 158.0, 176.0) / 255.0;
const NO_WEIGHT_LIGHT = vec3<f32>(184.0, 187.0, 193.0) / 255.0;

// The ramp of a weight; where a vertex has none of it the surface stays neutral. Thin lines at each quarter.
fn weight_color(weight: f32, width: f32) -> vec3<f32> {
    let neutral = select(NO_WEIGHT_DARK, NO_WEIGHT_LIGHT, is_light_theme());
    var color = mix(neutral, ramp(weight), smoothstep(0.0, 0.02, weight));
    let quarters = weight * 4.0;
    let nearest = round(quarters);
    let away = abs(quarters - nearest) / max(width * 4.0, 1e-5);
    let is_line = nearest >= 1.0 && nearest <= 3.0 && width < 0.12;
    let line = 1.0 - smoothstep(0.35, 1.1, away / frame.line_px);
    color = mix(color, color * 0.55, select(0.0, line * 0.7, is_line));
    return linear_from_srgb(color);
}

// Everything that one look needs; what takes derivatives depends on uniforms alone.
fn look_fragment(in: MeshVarying, base: vec4<f32>, emissive: vec3<f32>, view: vec3<f32>, facet: vec3<f32>, counter_clockwise: bool) -> Shaded {
    let uv_width = fwidth(in.uvs.xy);
    let paint_width = fwidth(in.color.x);
    let is_flat = draw.has_normals == 0u || dot(in.normal, in.normal) < 0.25;
    let smooth_normal = select(normalize_or(in.normal, facet), facet, is_flat);
    let front = counter_clockwise != (draw.mirrored != 0u);
    // To the camera's side, whichever that is.
    let geometric = select(smooth_normal, -smooth_normal, dot(smooth_normal, view) < 0.0 && !is_flat);
    // Without the relief of normal maps: form is that of the mesh, as skinning leaves it.
    let dn_dx = dpdx(geometric);
    let dn_dy = dpdy(geometric);
    var metallic = material.metallic;
    var roughness = material.roughness;
    if has_texture(1u) {
        let texel = textureSample(metallic_roughness_texture, metallic_roughness_sampler, slot_uv(1u, in.uvs));
        roughness *= texel.g;
        metallic *= texel.b;
    }
    var occlusion = 1.0;
    if has_texture(3u) {
        let texel = textureSample(occlusion_texture, occlusion_sampler, slot_uv(3u, in.uvs));
        occlusion = mix(1.0, texel.r, material.occlusion_strength);
    }
    let light = form_light(geometric, view);
    var color = vec3<f32>(0.0);
    var cover = 1.0;
    switch draw.paint {
        case LOOK_CLAY: {
            var s: Surface;
            s.position = in.position;
            s.normal = geometric;
            s.geometric_normal = geometric;
            s.view = view;
            s.pixel = in.clip.xy;
            s.base_color = vec3<f32>(0.56, 0.455, 0.375);
            s.roughness = widened(0.52, min(0.5 * (dot(dn_dx, dn_dx) + dot(dn_dy, dn_dy)), 0.18));
            s.occlusion = 1.0;
            s.dielectric_f0 = vec3<f32>(0.035);
            s.dielectric_f90 = 1.0;
            s.clearcoat_normal = geometric;
            // Clay drinks light where it turns away: outlines that lie over each other part.
            let turned = clamp(dot(geometric, view), 0.0, 1.0);
            let lit = shade(s, vec3<f32>(0.0)) * mix(0.7, 1.06, smoothstep(0.0, 0.6, turned));
            color = tone_map(lit, TONE_NEUTRAL);
        }
        case LOOK_MATCAP: {
            // Axes of the picture, turned to the line of sight, so that a form looks the same wherever it stands.
            let up_row = vec3<f32>(frame.clip_from_model[0].y, frame.clip_from_model[1].y, frame.clip_from_model[2].y);
            let right = normalize_or(cross(up_row, view), vec3<f32>(1.0, 0.0, 0.0));
            let up = cross(view, right);
            color = matcap(vec3<f32>(dot(geometric, right), dot(geometric, up), dot(geometric, view)));
        }
        case LOOK_HIDDEN_LINE: {
            let paper = select(vec3<f32>(0.155, 0.168, 0.19), vec3<f32>(0.955, 0.96, 0.97), is_light_theme());
            color = linear_from_srgb(paper) * mix(0.72, 1.0, clamp(dot(facet, view), 0.0, 1.0));
        }
        case LOOK_X_RAY: {
            let rim = pow(1.0 - abs(dot(geometric, view)), 1.8);
            let dark = mix(vec3<f32>(0.10, 0.30, 0.62), vec3<f32>(0.70, 0.90, 1.0), rim);
            let bright = mix(vec3<f32>(0.16, 0.36, 0.60), vec3<f32>(0.02, 0.09, 0.24), rim);
            color = select(dark, bright, is_light_theme());
            cover = mix(0.05, 0.62, rim);
        }
        case LOOK_NORMALS: { color = linear_from_srgb(0.5 + 0.5 * smooth_normal); }
        case LOOK_TANGENTS: {
            if flagged(HAS_TANGENTS) && dot(in.tangent.xyz, in.tangent.xyz) > 0.01 {
                color = 0.5 + 0.5 * normalize_or(in.tangent.xyz, vec3<f32>(0.0));
                let stripe = fract((in.clip.x - in.clip.y) / (8.0 * frame.line_px));
                color *= select(1.0, 0.72, in.tangent.w < 0.0 && stripe < 0.4);
                color = linear_from_srgb(color);
            } else {
                color = nothing_to_show(in.clip, light);
            }
        }
        case LOOK_UV_CHECKER: {
            if flagged(HAS_UVS) {
                color = uv_checker(in.uvs.xy, uv_width) * mix(1.0, light, 0.6);
            } else {
                color = nothing_to_show(in.clip, light);
            }
        }
        case LOOK_BASE_COLOR: { color = clamp(base.rgb, vec3<f32>(0.0), vec3<f32>(1.0)); }
        case LOOK_METALLIC: { color = data_grey(metallic); }
        case LOOK_ROUGHNESS: { color = data_grey(roughness); }
        case LOOK_OCCLUSION: { color = data_grey(occlusion); }
        case LOOK_EMISSIVE: { color = clamp(emissive, vec3<f32>(0.0), vec3<f32>(1.0)); }
        case LOOK_VERTEX_COLOR: {
            if flagged(HAS_COLORS) {
                color = in.color.rgb;
            } else {
                color = nothing_to_show(in.clip, light);
            }
        }
        case LOOK_FACES: {
            let face = select(vec3<f32>(0.80, 0.29, 0.18), vec3<f32>(0.20, 0.47, 0.62), front);
            color = face * light;
        }
        case LOOK_WEIGHT: {
            color = select(nothing_to_show(in.clip, light), weight_color(in.color.x, paint_width) * light, in.color.w > 0.5);
        }
        case LOOK_JOINTS, LOOK_COUNT, LOOK_DOMINANT: {
            color = select(nothing_to_show(in.clip, light), in.color.rgb * light, in.color.w > 0.5);
        }
        default: {
            // Lines and points among edges: triangles show nothing but theirs.
            color = linear_from_srgb(select(vec3<f32>(0.80, 0.85, 0.93), vec3<f32>(0.10, 0.13, 0.18), is_light_theme()));
        }
    }
    return Shaded(min(color, vec3<f32>(1.0)), base.a, cover, 0.0);
}

// mesh.wgsl: the character: its vertices (morph, skin, project) and its pixels, painted by its material, by the
// distance between two ways to skin it (or between two poses), or as a translucent shell.
// CPU twin of `vs_mesh`: PosedModel::vertex in src/model/posed.rs (tests/gpu/twins.rs draws this very entry point).
// Spaces: in mesh, out clip; lighting in model space.

struct MeshVertex {
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) copy: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) joints: vec4<u32>,
    @location(4) weights: vec4<f32>,
    @location(5) uv0: vec2<f32>,
    @location(6) uv1: vec2<f32>,
    // Zeros are white: what a vertex lacks of it.
    @location(7) short_of_white: vec4<f32>,
}

struct MeshVarying {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) uvs: vec4<f32>,
    @location(4) color: vec4<f32>,
    // To where the other way to skin, or the other pose, puts the vertex, metres.
    @location(5) distance: f32,
}

// One pixel a vertex, to be read back.
override PROBE: bool = false;
// Samples of a pixel.
override SAMPLES: u32 = 4u;

const PAINT_DISTANCE: u32 = 1u;
const PAINT_SHELL: u32 = 2u;

// A vertex before it is skinned, with the morph weights from `weight_base` on.
fn unskinned(in: MeshVertex, weight_base: u32) -> Vertex {
    let morphed = morph_vertex(weight_base, in.index, Vertex(in.position, in.normal, in.tangent));
    // What is read back is the vertex at the node, whatever copies it has.
    if !PROBE && draw.copy_count != 0u {
        return place_copy(matrices[draw.copy_base + in.copy], morphed);
    }
    return morphed;
}

@vertex
fn vs_mesh(in: MeshVertex) -> MeshVarying {
    var morphed = unskinned(in, draw.skinnings[0].morph_weight_base);
    let influences = influences_of(in.joints, in.weights, in.index);
    var vertex = morphed;
    var distance = 0.0;
    if GENERAL {
        // One body for both ways: equal ones give equal bits, and a distance of exactly 0.
        for (var k = 0u; k < draw.skinning_count; k += 1u) {
            let s = draw.skinnings[k];
            // Of the same pose it is morphed already.
            if s.morph_weight_base != draw.skinnings[0].morph_weight_base {
                morphed = unskinned(in, s.morph_weight_base);
            }
            let moved = skin_vertex(s, influences, morphed);
            if k == 0u {
                vertex = moved;
            } else {
                distance = length(moved.position - vertex.position);
            }
        }
    } else {
        vertex = skin_linear_blend(draw.skinnings[0].matrix_base, influences, morphed);
    }
    var clip = vertex_frame.clip_from_model * vec4<f32>(vertex.position, 1.0);
    if draw.paint == PAINT_SHELL && clip.w > 0.0 {
        // A little farther in depth alone: where both ways agree, what is opaque wins instead of flickering.
        let away = select(-vertex_frame.camera_backward, normalize(vertex.position - vertex_frame.camera_position), vertex_frame.perspective > 0.5);
        let behind = vertex_frame.clip_from_model * vec4<f32>(vertex.position + away * (0.25 * draw.paint_scale), 1.0);
        clip.z = behind.z / behind.w * clip.w;
    }
    if PROBE {
        let at = in.index - vertex_frame.probe.z;
        let size = vec2<f32>(vertex_frame.probe.xy);
        let pixel = vec2<f32>(f32(at % vertex_frame.probe.x), f32(at / vertex_frame.probe.x)) + 0.5;
        clip = vec4<f32>(2.0 * pixel.x / size.x - 1.0, 1.0 - 2.0 * pixel.y / size.y, 0.5, 1.0);
    }
    var color = 1.0 - in.short_of_white;
    if LOOK && draw.paint >= LOOK_WEIGHT {
        color = painted_influences(influences);
    }
    return MeshVarying(clip, vertex.position, vertex.normal, vertex.tangent, vec4<f32>(in.uv0, in.uv1), color, distance);
}

// The floats' bits: targets of integers are there on every device, and keep what is not a number, too.
struct ProbeOut {
    @location(0) position: vec4<u32>,
    @location(1) normal: vec4<u32>,
    @location(2) tangent: vec4<u32>,
}

@fragment
fn fs_probe(in: MeshVarying) -> ProbeOut {
    return ProbeOut(
        bitcast<vec4<u32>>(vec4<f32>(in.position, 1.0)),
        bitcast<vec4<u32>>(vec4<f32>(in.normal, 0.0)),
        bitcast<vec4<u32>>(in.tangent),
    );
}

struct Shaded {
    // Display light, not multiplied by alpha.
    color: vec3<f32>,
    alpha: f32,
    // Share of it that is there at all: less than 1 for a shell.
    cover: f32,
    // Share of nothing behind that is seen through it.
    open: f32,
}

// Soft light from the camera and, by `strength`, from the key light's side: 1 where the surface faces the camera.
fn soft_light(normal: vec3<f32>, view: vec3<f32>, strength: f32) -> f32 {
    let facing = clamp(dot(normal, view), 0.0, 1.0);
    let key = frame.lobes[0].axis;
    return (0.4 + 0.6 * facing) * max(1.0 + strength * (dot(normal, key) - dot(view, key)), 0.5);
}

// A narrow highlight of the key light, 0 to 1.
fn glint(normal: vec3<f32>, view: vec3<f32>) -> f32 {
    return pow(clamp(dot(normal, normalize(view + frame.lobes[0].axis)), 0.0, 1.0), 40.0);
}

// Colours are those of the legend where the surface faces the camera; elsewhere light changes how bright they are and
// leaves their hue, the more the darker they are. A highlight and a thin rim show the form where the ramp is dark.
fn paint_distance(distance: f32, normal: vec3<f32>, view: vec3<f32>) -> vec3<f32> {
    let color = linear_from_srgb(ramp(distance / draw.paint_scale));
    let light = soft_light(normal, view, mix(1.2, 0.2, clamp(3.0 * color.g, 0.0, 1.0)));
    let grazing = 1.0 - clamp(dot(normal, view), 0.0, 1.0);
    let sheen = grazing * (0.35 * glint(normal, view) + 0.05 * grazing * grazing * grazing);
    return min(color * light + sheen, vec3<f32>(1.0));
}

// Glass in B's colour: clear where it faces the camera, dense at its rim; it fades in as it leaves A.
fn paint_shell(distance: f32, normal: vec3<f32>, view: vec3<f32>) -> vec4<f32> {
    let grazing = 1.0 - abs(dot(normal, view));
    let rim = grazing * grazing * grazing;
    let shine = glint(normal, view);
    let lit = (0.5 + 0.5 * soft_light(normal, view, 0.3)) * mix(1.0, 1.5, rim);
    let color = linear_from_srgb(frame.shell.rgb) * lit + 0.5 * shine;
    let cover = mix(0.46, 0.94, rim) + 0.3 * shine;
    return vec4<f32>(min(color, vec3<f32>(1.0)), min(cover, 1.0) * smoothstep(0.0, 1.0, distance / draw.paint_scale));
}

struct TangentFrame {
    tangent: vec3<f32>,
    bitangent: vec3<f32>,
}

fn tangent_frame(
    found: vec4<f32>, geometric: vec3<f32>, dp_dx: vec3<f32>, dp_dy: vec3<f32>, duv_dx: vec2<f32>, duv_dy: vec2<f32>,
) -> TangentFrame {
    var tangent = found.xyz - geometric * dot(geometric, found.xyz);
    var handedness = select(-1.0, 1.0, found.w >= 0.0);
    if dot(tangent, tangent) < 0.01 {
        // No tangents: from how the UVs run over the screen. Source: Mikkelsen 2010.
        let across_x = cross(dp_dy, geometric);
        let across_y = cross(geometric, dp_dx);
        let flip = select(1.0, -1.0, dot(dp_dx, across_x) < 0.0);
        tangent = (across_x * duv_dx.x + across_y * duv_dy.x) * flip;
        let bitangent = (across_x * duv_dx.y + across_y * duv_dy.y) * flip;
        handedness = select(1.0, -1.0, dot(cross(geometric, tangent), bitangent) < 0.0);
    }
    tangent = normalize_or(tangent, vec3<f32>(0.0));
    return TangentFrame(tangent, cross(geometric, tangent) * handedness);
}

fn from_tangent_space(t: TangentFrame, v: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    return normalize_or(t.tangent * v.x + t.bitangent * v.y + normal * v.z, normal);
}

// Perceptual roughness, at least what a lamp's highlight needs, widened by how a normal varies within a pixel.
fn widened(roughness: f32, variance: f32) -> f32 {
    let alpha = clamp(roughness * roughness, 0.008, 1.0);
    return sqrt(sqrt(min(alpha * alpha + variance, 1.0)));
}

// The surface with what the material has beyond metal and roughness; `turn`: -1 where the normal was turned to the
// camera.
fn with_layers(plain: Surface, in: MeshVarying, tangents: TangentFrame, turn: f32) -> Surface {
    var s = plain;
    let texels = layer_texels(in.uvs);
    let facing = material.specular_f0 * texels[SPECULAR_COLOR_SLOT].rgb;
    s.dielectric_f90 = material.specular_f90 * texels[SPECULAR_SLOT].a;
    s.dielectric_f0 = min(facing, vec3<f32>(1.0)) * s.dielectric_f90;

    s.clearcoat = material.clearcoat * texels[CLEARCOAT_SLOT].r;
    if has_texture(CLEARCOAT_NORMAL_SLOT) {
        let texel = texels[CLEARCOAT_NORMAL_SLOT].xyz * 2.0 - 1.0;
        let bumps = vec3<f32>(texel.xy * material.clearcoat_normal_scale, texel.z);
        // Tangents are those of the side that the mesh faces.
        s.clearcoat_normal = from_tangent_space(tangents, bumps, plain.geometric_normal * turn) * turn;
    }
    let dn_dx = dpdx(s.clearcoat_normal);
    let dn_dy = dpdy(s.clearcoat_normal);
    let variance = min(0.5 * (dot(dn_dx, dn_dx) + dot(dn_dy, dn_dy)), 0.18);
    s.clearcoat_roughness = widened(material.clearcoat_roughness * texels[CLEARCOAT_ROUGHNESS_SLOT].g, variance);

    s.sheen_color = material.sheen_color * texels[SHEEN_COLOR_SLOT].rgb;
    s.sheen_roughness = clamp(material.sheen_roughness * texels[SHEEN_ROUGHNESS_SLOT].a, 0.07, 1.0);

    s.iridescence = material.iridescence * texels[IRIDESCENCE_SLOT].r;
    s.iridescence_ior = material.iridescence_ior;
    s.iridescence_thickness = mix(material.iridescence_minimum, material.iridescence_maximum, texels[IRIDESCENCE_THICKNESS_SLOT].g);
    if s.iridescence_thickness <= 0.0 {
        s.iridescence = 0.0;
    }

    s.anisotropy = material.anisotropy;
    var direction = vec2<f32>(1.0, 0.0);
    if has_texture(ANISOTROPY_SLOT) {
        let texel = texels[ANISOTROPY_SLOT];
        direction = texel.rg * 2.0 - 1.0;
        s.anisotropy *= texel.b;
    }
    let turned = material.anisotropy_direction;
    direction = vec2<f32>(turned.x * direction.x - turned.y * direction.y, turned.y * direction.x + turned.x * direction.y);
    let along = tangents.tangent * direction.x + tangents.bitangent * direction.y;
    s.tangent = normalize_or(along - s.normal * dot(s.normal, along), vec3<f32>(0.0));
    if dot(s.tangent, s.tangent) < 0.5 {
        // No direction at all.
        s.features &= ~ANISOTROPY;
    }
    s.bitangent = cross(s.normal, s.tangent);

    s.transmission = material.transmission * texels[TRANSMISSION_SLOT].r;
    s.thickness = material.thickness * texels[THICKNESS_SLOT].g * draw.mesh_scale;
    s.ior = material.ior;
    s.extinction = material.extinction;
    return s;
}

fn shade_fragment(in: MeshVarying, counter_clockwise: bool) -> Shaded {
    // What takes derivatives, and every return before it, depends on uniforms alone: browsers insist on that.
    let dp_dx = dpdx(in.position);
    let dp_dy = dpdy(in.position);
    let normal_uv = slot_uv(2u, in.uvs);
    // Along the normal map, or the first UV set where there is none.
    let tangent_uv = select(in.uvs.xy, normal_uv, has_texture(2u));
    let duv_dx = dpdx(tangent_uv);
    let duv_dy = dpdy(tangent_uv);

    // A colour of influences is none of the material.
    var base = material.base_color * select(in.color, vec4<f32>(1.0), LOOK && draw.paint >= LOOK_WEIGHT);
    if has_texture(0u) {
        base *= textureSampleBias(base_color_texture, base_color_sampler, slot_uv(0u, in.uvs), frame.texel_bias);
    }
    var emissive = material.emissive;
    if has_texture(4u) {
        emissive *= textureSampleBias(emissive_texture, emissive_sampler, slot_uv(4u, in.uvs), frame.texel_bias).rgb;
    }
    let view = select(frame.camera_backward, normalize(frame.camera_position - in.position), frame.perspective > 0.5);
    var facet = normalize_or(cross(dp_dx, dp_dy), view);
    facet = select(facet, -facet, dot(facet, view) < 0.0);
    if LOOK && draw.paint >= LOOK_CLAY {
        return look_fragment(in, base, emissive, view, facet, counter_clockwise);
    }
    if draw.paint != 0u {
        var smooth_normal = normalize_or(in.normal, facet);
        smooth_normal = select(smooth_normal, -smooth_normal, dot(smooth_normal, view) < 0.0);
        if draw.paint == PAINT_DISTANCE {
            return Shaded(paint_distance(in.distance, smooth_normal, view), base.a, 1.0, 0.0);
        }
        let shell = paint_shell(in.distance, smooth_normal, view);
        return Shaded(shell.rgb, base.a, shell.a, 0.0);
    }
    if material.unlit != 0u || (draw.has_normals == 0u && draw.facing == 3u) {
        return Shaded(base.rgb, base.a, 1.0, 0.0);
    }

    // Where normals cancel each other out, too.
    let is_flat = draw.has_normals == 0u || dot(in.normal, in.normal) < 0.25;
    var geometric = select(normalize_or(in.normal, facet), facet, is_flat);
    var normal = geometric;
    var frame_of_tangents = TangentFrame();
    if has_texture(2u) || (LAYERED && (has_texture(CLEARCOAT_NORMAL_SLOT) || (material.features & ANISOTROPY) != 0u)) {
        frame_of_tangents = tangent_frame(in.tangent, geometric, dp_dx, dp_dy, duv_dx, duv_dy);
    }
    if has_texture(2u) {
        let texel = textureSampleBias(normal_texture, normal_sampler, normal_uv, RELIEF_BIAS).xyz * 2.0 - 1.0;
        normal = from_tangent_space(frame_of_tangents, vec3<f32>(texel.xy * material.normal_scale, texel.z), geometric);
    }
    let front = counter_clockwise != (draw.mirrored != 0u);
    var turned = draw.facing == 1u && !front;
    if draw.facing == 2u {
        turned = dot(geometric, view) < 0.0;
    }
    if turned && !is_flat {
        normal = -normal;
        geometric = -geometric;
    }

    var roughness = material.roughness;
    var metallic = material.metallic;
    // Where light goes through, roughness must be known without a branch: see `blur_level`.
    if LAYERED || has_texture(1u) {
        let texel = textureSampleBias(metallic_roughness_texture, metallic_roughness_sampler, slot_uv(1u, in.uvs), frame.texel_bias);
        roughness *= select(1.0, texel.g, has_texture(1u));
        metallic *= select(1.0, texel.b, has_texture(1u));
    }
    // Highlights narrower than a pixel flicker: what the normal varies within one widens them.
    // Source: Tokuyoshi and Kaplanyan 2019, "Improved Geometric Specular Antialiasing".
    let dn_dx = dpdx(normal);
    let dn_dy = dpdy(normal);
    let variance = min(0.5 * (dot(dn_dx, dn_dx) + dot(dn_dy, dn_dy)), 0.18);
    let smooth_roughness = clamp(roughness, 0.0, 1.0);
    var level = 0.0;
    if LAYERED {
        level = blur_level(smooth_roughness, in.clip.xy);
    }
    roughness = widened(roughness, variance);

    var occlusion = 1.0;
    if has_texture(3u) {
        let texel = textureSampleBias(occlusion_texture, occlusion_sampler, slot_uv(3u, in.uvs), frame.texel_bias);
        occlusion = mix(1.0, texel.r, material.occlusion_strength);
    }
    var surface: Surface;
    surface.position = in.position;
    surface.normal = normal;
    surface.geometric_normal = geometric;
    surface.view = view;
    surface.pixel = in.clip.xy;
    surface.base_color = base.rgb;
    surface.metallic = clamp(metallic, 0.0, 1.0);
    surface.roughness = roughness;
    surface.occlusion = occlusion;
    surface.emissive = emissive;
    surface.dielectric_f0 = min(material.specular_f0, vec3<f32>(1.0)) * material.specular_f90;
    surface.dielectric_f90 = material.specular_f90;
    surface.features = material.features;
    surface.clearcoat_normal = geometric;
    var through = Behind(vec3<f32>(0.0), 0.0);
    if LAYERED && (material.features != 0u || material.layer_textures != 0u) {
        let turn = select(1.0, -1.0, turned && !is_flat);
        surface = with_layers(surface, in, frame_of_tangents, turn);
        if (material.features & TRANSMISSION) != 0u {
            through = behind(surface, level);
        }
    }
    let color = tone_map(shade(surface, through.light), frame.tone_mapping);
    // What goes through without a background to see leaves the picture as clear as it is.
    let passes = 1.0 - largest(schlick(surface.dielectric_f0, surface.dielectric_f90, dot(surface.normal, view)));
    let open = through.open * surface.transmission * (1.0 - surface.metallic) * largest(min(surface.base_color, vec3<f32>(1.0))) * passes;
    return Shaded(color, base.a, 1.0, clamp(open, 0.0, 1.0));
}

@fragment
fn fs_opaque(in: MeshVarying, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4<f32> {
    let shaded = shade_fragment(in, counter_clockwise);
    return vec4<f32>(shaded.color, 1.0 - shaded.open);
}

@fragment
fn fs_blend(in: MeshVarying, @builtin(front_facing) counter_clockwise: bool) -> @location(0) vec4<f32> {
    let shaded = shade_fragment(in, counter_clockwise);
    // Points and lines of every alpha mode come this way.
    let alpha = select(clamp(shaded.alpha, 0.0, 1.0), 1.0, material.alpha_mode != 2u) * shaded.cover;
    if material.alpha_mode == 1u && shaded.alpha < material.alpha_cutoff {
        discard;
    }
    return vec4<f32>(shaded.color * alpha, alpha * (1.0 - shaded.open));
}

struct MaskOut {
    @location(0) color: vec4<f32>,
    @builtin(sample_mask) samples: u32,
}

// The cut edge covers as many of the samples as it should, so that it is as smooth as the outline of a triangle.
@fragment
fn fs_mask(in: MeshVarying, @builtin(front_facing) counter_clockwise: bool) -> MaskOut {
    let shaded = shade_fragment(in, counter_clockwise);
    let width = max(fwidth(shaded.alpha), 1e-4);
    let coverage = clamp((shaded.alpha - material.alpha_cutoff) / width + 0.5, 0.0, 1.0);
    let count = select(u32(coverage * f32(SAMPLES) + 0.5), SAMPLES, shaded.alpha >= material.alpha_cutoff && width <= 1e-4);
    if count == 0u {
        discard;
    }
    return MaskOut(vec4<f32>(shaded.color, 1.0 - shaded.open), (1u << count) - 1u);
}

// Of a shadow: what is cut away casts none.
@fragment
fn fs_cut(in: MeshVarying) {
    var alpha = material.base_color.a * in.color.a;
    if has_texture(0u) {
        alpha *= textureSample(base_color_texture, base_color_sampler, slot_uv(0u, in.uvs)).a;
    }
    if alpha < material.alpha_cutoff {
        discard;
    }
}

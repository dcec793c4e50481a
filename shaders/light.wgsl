// light.wgsl: where light comes from: the studio in closed forms (soft lamps, a dome, a ground that bounces, a soft shadow
// of the key) and the file's own lights. How a surface answers each is brdf.wgsl's.
// No pre-computed tables: a lamp is a spherical Gaussian, roughness widens its reflection. What comes from all around is
// surroundings.wgsl's.
// Spaces: model. Colours: linear. One lux of the file is one unit of irradiance.
// Source: KHR_lights_punctual.

// `frame.light_count` of them.
@group(3) @binding(5) var<storage, read> file_lights: array<FileLight>;
@group(3) @binding(7) var surroundings_cube: texture_cube<f32>;

// CPU twin of the layout: src/render/light.rs.
struct FileLight {
    position: vec3<f32>,
    // One over the metres at which it ends; 0: it does not.
    inverse_range: f32,
    // Unit, along which it shines.
    direction: vec3<f32>,
    // 0 directional, 1 point, 2 spot.
    kind: u32,
    // Lux, or candela.
    color: vec3<f32>,
    // Cosine to the middle times this plus the offset is 0 where a spot ends, 1 where it is full.
    cone_scale: f32,
    cone_offset: f32,
    pad0: f32,
    pad1: f32,
    pad2: f32,
}

// Light of one of the file's lights at a point: irradiance in rgb, and the direction towards it.
struct Arriving {
    irradiance: vec3<f32>,
    towards: vec3<f32>,
}

fn arriving(light: FileLight, position: vec3<f32>) -> Arriving {
    if light.kind == 0u {
        return Arriving(light.color, -light.direction);
    }
    let way = light.position - position;
    let squared = max(dot(way, way), 1e-8);
    let towards = way * inverseSqrt(squared);
    // Source: KHR_lights_punctual, "Range Property" and "Inner and Outer Cone Angles".
    let share = squared * light.inverse_range * light.inverse_range;
    var strength = clamp(1.0 - share * share, 0.0, 1.0) / squared;
    if light.kind == 2u {
        let cone = clamp(-dot(towards, light.direction) * light.cone_scale + light.cone_offset, 0.0, 1.0);
        strength *= cone * cone;
    }
    return Arriving(light.color * strength, towards);
}

fn add(a: Reflected, b: Reflected, light: vec3<f32>) -> Reflected {
    return Reflected(a.diffuse + light * b.diffuse, a.specular + light * b.specular, a.coat + light * b.coat, a.sheen + light * b.sheen);
}

// Scene light that leaves the surface towards the camera. `behind`: scene light from behind a surface that is clear.
fn shade(s: Surface, behind: vec3<f32>) -> vec3<f32> {
    let p = prepare(s);
    let alpha = s.roughness * s.roughness;

    // The ground bounces less where the character stands on it.
    let height = (s.position.y - frame.ground_y) / max(frame.patch_height, 1e-20);
    let bounce = frame.bounce * mix(0.45, 1.0, smoothstep(0.0, 0.22, height));

    // What is near often stands above, too: it takes light once. And some always finds its way around.
    let ambient = ambient_at(s);
    let sky_share = mix(0.4, 1.0, min(ambient.sky / max(ambient.open, 0.01), 1.0));
    let near = s.occlusion * mix(0.15, 1.0, ambient.open);
    let open = near * mix(0.5, 1.0, sky_share);

    let around = surroundings_irradiance(s.normal, bounce, sky_share) * s.occlusion * with_bounces(ambient.open, min(s.base_color, vec3<f32>(1.0)));
    // The less of the dome a cavity sees, the less it reflects.
    let specular_occlusion = clamp(pow(p.n_dot_v + open, exp2(-16.0 * alpha - 1.0)) - 1.0 + open, 0.0, 1.0);
    let mirrored_from = reflected_from(mirror_direction(s, p), s.normal, alpha);
    let mirrored = surroundings_radiance(mirrored_from, s.roughness, bounce) * specular_occlusion;
    var coat_mirrored = vec3<f32>(0.0);
    if has(s, CLEARCOAT) {
        coat_mirrored = surroundings_radiance(reflect(-s.view, s.clearcoat_normal), s.clearcoat_roughness, bounce) * specular_occlusion;
    }
    var sum = reflect_surroundings(s, p, around, mirrored, coat_mirrored);
    // A picture has at most one lamp, its sun.
    for (var k = 0; k < select(4, 1, BY_PICTURE); k += 1) {
        let lobe = frame.lobes[k];
        // The lamps that cast no shadow of their own are held back by what stands around; by what stands above, as far as
        // they do.
        var visible = mix(1.0, near, 0.45) * mix(1.0, sky_share, clamp(lobe.axis.y, 0.0, 1.0));
        if k == 0 {
            // A surface that turns away is dark by itself; the shadow map is coarse there.
            let facing = smoothstep(-0.1, 0.2, dot(s.geometric_normal, lobe.axis));
            visible = mix(1.0, s.occlusion, 0.6);
            if facing > 0.0 {
                visible *= mix(1.0, key_visibility(s), facing);
            }
        }
        sum = add(sum, reflect_lobe(s, p, lobe), lobe.color * visible);
    }
    if LAYERED {
        for (var k = 0u; k < frame.light_count; k += 1u) {
            let light = arriving(file_lights[k], s.position);
            sum = add(sum, reflect_direction(s, p, light.towards), light.irradiance);
        }
    }
    return layered(s, p, sum, behind / frame.exposure) * frame.exposure;
}

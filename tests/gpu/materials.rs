//! Layers of materials and lights of the file, by the radiance that pictures must show. Small, on the software
//! rasteriser; the formulas are written out again here, from the extensions' own text.

use glam::{Quat, Vec2, Vec3, Vec4};
use rigscope::animation::SkeletonBuilder;
use rigscope::math::Transform;
use rigscope::model::{
    AlphaMode, Light, LightId, LightInstance, LightKind, Material, Model, PosedModel, Primitive, Source,
};
use rigscope::render::Picture;
use rigscope::viewer::view::{Lights, View};

use crate::support::{Random, ball, bench, linear, plain_view, quad, still, texture, unlit};

const PI: f32 = std::f32::consts::PI;

/// The model with one light at `at`.
fn lit(parts: Vec<(Primitive, Material)>, kind: LightKind, intensity: f32, at: Transform) -> Model {
    let mut model = still(parts);
    let mut builder = SkeletonBuilder::new();
    builder.node(Some("node".into()), None, Transform::IDENTITY);
    builder.node(Some("lamp".into()), None, at);
    let (skeleton, joints) = builder.build().expect("a tree");
    model.skeleton = skeleton;
    model.instances[0].joint = joints[0];
    model.lights.push(Light {
        name: None,
        kind,
        color: Vec3::ONE,
        intensity,
        range: None,
        source: Source::default(),
    });
    model.light_instances.push(LightInstance {
        joint: joints[1],
        light: LightId(0),
    });
    model.scenes[0].joints = joints;
    model.scenes[0].joints.sort_unstable();
    model
}

/// Straight on, by the file's lights alone.
fn file_view(size: u32) -> View {
    View {
        lights: Lights::File,
        ..plain_view([size, size])
    }
}

fn picture(model: &Model, view: &View) -> Picture {
    bench().picture(model, &PosedModel::at_rest(model), view)
}

/// Scene light of a pixel below the shoulder of the tone curve.
fn radiance(picture: &Picture, x: u32, y: u32) -> Vec3 {
    let [r, g, b, _] = picture.pixel(x, y);
    let display = Vec3::new(linear(r), linear(g), linear(b));
    assert!(display.max_element() < 0.76, "too bright to be exact: {display}");
    let low = display.min_element();
    display
        + if low < 0.04 {
            (low / 6.25).sqrt() - low
        } else {
            0.04
        }
}

#[track_caller]
fn near(got: Vec3, wanted: Vec3, share: f32) {
    let off = (got - wanted).abs();
    let allowed = wanted.abs() * share + Vec3::splat(0.01);
    assert!(off.cmple(allowed).all(), "{got} is not {wanted}");
}

/// Twin of the shader's fit.
fn environment_brdf(r: f32, n_dot_v: f32) -> Vec2 {
    let s = n_dot_v.sqrt();
    let flat = 0.8016 + s * (-0.3537 + s * (-1.46 + s * 0.5809));
    let lost =
        r * (flat + r * (-2.8596 + s * (4.4066 - s * 0.2957) + r * (2.4939 - 2.0153 * s - 0.6521 * r)));
    let fall = 5.3637 + r * (-9.576 + r * 9.5403);
    let start = 0.0882 + r * (-1.443 + r * (-6.5859 + r * 4.975));
    let grazing = (start + fall * (1.0 - n_dot_v).max(1e-6).ln()).exp();
    Vec2::new(1.0 - lost.clamp(0.0, 0.9) - grazing, grazing)
}

/// What the fit stands for, by integration over the half vectors of GGX.
fn environment_brdf_integrated(roughness: f32, n_v: f32) -> Vec2 {
    let a2 = roughness.powi(4);
    let v = Vec3::new((1.0 - n_v * n_v).sqrt(), 0.0, n_v);
    let (rings, sides) = (128, 64);
    let mut sum = Vec2::ZERO;
    for i in 0..rings {
        let share = (i as f32 + 0.5) / rings as f32;
        let c = ((1.0 - share) / (1.0 + (a2 - 1.0) * share)).sqrt();
        let s = (1.0 - c * c).sqrt();
        for j in 0..sides {
            let around = (j as f32 + 0.5) / sides as f32 * PI;
            let h = Vec3::new(s * around.cos(), s * around.sin(), c);
            let v_h = v.dot(h).max(0.0);
            let n_l = (2.0 * v_h * h - v).z;
            if n_l > 0.0 {
                let side = |x: f32, y: f32| x * (y * y * (1.0 - a2) + a2).sqrt();
                let weight = 2.0 * n_l * v_h / c / (side(n_l, n_v) + side(n_v, n_l));
                let f = (1.0 - v_h).powi(5);
                sum += weight * Vec2::new(1.0 - f, f);
            }
        }
    }
    sum / (rings * sides) as f32
}

#[test]
fn the_fit_of_even_reflection_is_near_the_integral() {
    for roughness in [0.1, 0.25, 0.4, 0.6, 0.8, 1.0] {
        for n_v in [0.1, 0.25, 0.5, 0.75, 1.0] {
            let fit = environment_brdf(roughness, n_v);
            let off = (fit - environment_brdf_integrated(roughness, n_v)).abs();
            assert!(off.element_sum() < 0.075, "{roughness} {n_v}: {off}");
        }
    }
}

/// What one bounce between facets loses, given back.
fn energy(f0: Vec3, f90: f32, e: Vec2) -> Vec3 {
    let mean = f0 + (Vec3::splat(f90) - f0) / 21.0;
    (Vec3::ONE - mean * (1.0 - e.x - e.y)).recip()
}

fn schlick(f0: Vec3, f90: f32, cosine: f32) -> Vec3 {
    f0 + (Vec3::splat(f90) - f0) * (1.0 - cosine.clamp(0.0, 1.0)).powi(5)
}

/// As the shader has it: no highlight is narrower.
fn alpha_of(roughness: f32) -> f32 {
    (roughness * roughness).clamp(0.008, 1.0)
}

/// D * V of GGX, with a roughness along tangent and bitangent each. Source: KHR_materials_anisotropy.
fn ggx([at, ab]: [f32; 2], [t, b, n]: [Vec3; 3], h: Vec3, v: Vec3, l: Vec3) -> f32 {
    let f = Vec3::new(ab * t.dot(h), at * b.dot(h), at * ab * n.dot(h));
    let w = at * ab / f.dot(f);
    let d = at * ab * w * w / PI;
    let side = |x: Vec3| Vec3::new(at * t.dot(x), ab * b.dot(x), n.dot(x)).length();
    d * 0.5 / (n.dot(l) * side(v) + n.dot(v) * side(l))
}

/// Source: KHR_materials_sheen.
fn sheen_brdf(roughness: f32, n_h: f32, n_v: f32, n_l: f32) -> f32 {
    let a = (roughness * roughness).max(0.005);
    let fit = |x: f32| {
        let t = (1.0 - a) * (1.0 - a);
        let m = |p: f32, q: f32| p + (q - p) * t;
        m(21.5473, 25.3245) / (1.0 + m(3.82987, 3.32435) * x.powf(m(0.19823, 0.16801)))
            + m(-1.97760, -1.27393) * x
            + m(-4.32054, -4.85967)
    };
    let lambda = |c: f32| {
        if c < 0.5 {
            fit(c).exp()
        } else {
            (2.0 * fit(0.5) - fit(1.0 - c)).exp()
        }
    };
    let d = (2.0 + 1.0 / a) * (1.0 - n_h * n_h).max(1e-7).sqrt().powf(1.0 / a) / (2.0 * PI);
    d * (1.0 / ((1.0 + lambda(n_v) + lambda(n_l)) * 4.0 * n_v * n_l)).clamp(0.0, 1.0)
}

/// What fibres reflect of even light, by integration.
fn sheen_albedo(roughness: f32, n_v: f32) -> f32 {
    let v = Vec3::new((1.0 - n_v * n_v).sqrt(), 0.0, n_v);
    let (rings, sides) = (64, 128);
    let mut sum = 0.0;
    for i in 0..rings {
        let c = (i as f32 + 0.5) / rings as f32;
        let s = (1.0 - c * c).sqrt();
        for j in 0..sides {
            let around = (j as f32 + 0.5) / sides as f32 * PI;
            let l = Vec3::new(s * around.cos(), s * around.sin(), c);
            sum += sheen_brdf(roughness, (v + l).normalize().z, n_v, c) * c;
        }
    }
    (2.0 * PI * sum / (rings * sides) as f32).min(1.0)
}

/// Radiance towards `v` of a plane facing +Z (tangent +X) under `lux` from `l`: the whole stack of layers.
fn reflected(m: &Material, v: Vec3, l: Vec3, lux: f32) -> Vec3 {
    let h = (v + l).normalize();
    let (n_v, n_l, v_h) = (v.z, l.z.max(0.0), v.dot(h));
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let base = m.base_color.truncate();
    let f0_of_ior = ((m.ior - 1.0) / (m.ior + 1.0)).powi(2);
    let dielectric = (m.specular.color * f0_of_ior).min(Vec3::ONE) * m.specular.factor;
    let f0 = dielectric.lerp(base, m.metallic);
    let f90 = m.specular.factor + (1.0 - m.specular.factor) * m.metallic;
    let alpha = alpha_of(m.roughness);
    let e = environment_brdf(alpha.sqrt(), n_v);
    let strength = m.anisotropy.strength;
    let along = alpha + (1.0 - alpha) * strength * strength;
    let specular = schlick(f0, f90, v_h) * ggx([along, alpha], axes, h, v, l) * n_l;
    let energy = energy(f0, f90, e);
    let kept_out = dielectric.max_element() * e.x + m.specular.factor * e.y;
    let inside = base * (1.0 - m.metallic) * (1.0 - kept_out);
    let mut out = (inside * (n_l / PI) + specular * energy) * lux;
    if m.sheen.color.max_element() > 0.0 {
        let own = m.sheen.color * sheen_brdf(m.sheen.roughness, h.z, n_v, n_l) * n_l * lux;
        out = out * (1.0 - m.sheen.color.max_element() * sheen_albedo(m.sheen.roughness, n_v)) + own;
    }
    out += m.emissive;
    let c = m.clearcoat.factor;
    let coat_alpha = alpha_of(m.clearcoat.roughness);
    let coat = schlick(Vec3::splat(0.04), 1.0, v_h) * ggx([coat_alpha; 2], axes, h, v, l) * n_l * lux;
    out * (1.0 - c * schlick(Vec3::splat(0.04), 1.0, n_v).x) + coat * c
}

/// What a quad straight on shows under `lux` straight on.
fn straight_on(material: Material, lux: f32) -> Vec3 {
    let model = lit(
        vec![(quad(2.0, 0.0), material)],
        LightKind::Directional,
        lux,
        Transform::IDENTITY,
    );
    radiance(&picture(&model, &file_view(8)), 4, 4)
}

fn matte(base: f32) -> Material {
    Material {
        base_color: Vec4::new(base, base, base, 1.0),
        metallic: 0.0,
        ..Material::default()
    }
}

#[test]
fn one_lux_is_one_unit_of_irradiance() {
    let got = straight_on(matte(0.5), 2.0);
    near(got, reflected(&matte(0.5), Vec3::Z, Vec3::Z, 2.0), 0.02);
    // About what a perfectly rough surface shows.
    assert!((got.x / (0.5 * 2.0 / PI) - 1.0).abs() < 0.1, "{got}");
}

#[test]
fn a_lacquer_adds_the_highlight_of_its_own_and_takes_from_below() {
    let mut m = Material {
        base_color: Vec4::new(0.0, 0.0, 0.0, 1.0),
        roughness: 0.6,
        emissive: Vec3::splat(0.2),
        ..Material::default()
    };
    near(straight_on(m.clone(), 6.0), Vec3::splat(0.2), 0.02);
    m.clearcoat.factor = 0.8;
    m.clearcoat.roughness = 0.5;
    // Facing: F = 0.04, D = 1 / (pi alpha^2), V = 1/4.
    let highlight = 0.04 / (PI * 0.0625) * 0.25 * 6.0;
    near(
        straight_on(m, 6.0),
        Vec3::splat(0.8 * highlight + 0.2 * (1.0 - 0.8 * 0.04)),
        0.02,
    );
}

#[test]
fn index_and_specular_set_the_reflection() {
    let mut m = matte(0.0);
    m.roughness = 0.5;
    let d_v = 0.25 / (PI * 0.0625);
    for (ior, f0) in [(1.5, 0.04), (2.0, 1.0 / 9.0), (1.0, 0.0), (0.0, 1.0)] {
        m.ior = ior;
        let e = environment_brdf(0.5, 1.0);
        let energy = energy(Vec3::splat(f0), 1.0, e).x;
        let lux = if f0 > 0.5 { 0.3 } else { 3.0 };
        near(
            straight_on(m.clone(), lux),
            Vec3::splat(f0 * d_v * energy * lux),
            0.03,
        );
    }
    m.ior = 1.5;
    m.specular.factor = 0.0;
    near(straight_on(m.clone(), 3.0), Vec3::ZERO, 0.02);
    m.specular.factor = 1.0;
    m.specular.color = Vec3::new(3.0, 1.0, 0.5);
    near(
        straight_on(m.clone(), 3.0),
        reflected(&m, Vec3::Z, Vec3::Z, 3.0),
        0.03,
    );
}

/// The shader and its twin, on random stacks of layers under random light.
#[test]
fn random_layers_shine_as_their_formulas_say() {
    let mut random = Random::new(11);
    for k in 0..40 {
        let mut share = || 0.5 + 0.5 * random.signed();
        let mut m = Material {
            base_color: Vec4::new(share(), share(), share(), 1.0),
            metallic: share(),
            roughness: 0.35 + 0.65 * share(),
            ior: 1.0 + share(),
            ..Material::default()
        };
        m.specular.factor = share();
        m.specular.color = Vec3::new(share(), share(), share()) * 2.0;
        if k % 2 == 0 {
            m.clearcoat.factor = share();
            m.clearcoat.roughness = 0.4 + 0.6 * share();
        }
        if k % 3 == 0 {
            m.sheen.color = Vec3::new(share(), share(), share());
            // The table has rows for every seventh.
            m.sheen.roughness = 3.0 / 7.0;
        }
        if k % 4 < 2 {
            m.anisotropy.strength = share();
        }
        let (yaw, pitch) = (share() - 0.5, share() - 0.5);
        let light = Vec3::new(share() - 0.5, share() - 0.5, 0.3 + share()).normalize();
        let at = Transform {
            rotation: Quat::from_rotation_arc(Vec3::Z, light),
            ..Transform::IDENTITY
        };
        let mut view = file_view(8);
        view.camera.yaw = yaw;
        view.camera.orbit(0.0, pitch);
        let v = view.camera.backward();
        let unit = reflected(&m, v, light, 1.0);
        let lux = 0.4 / unit.max_element();
        // Brighter than that is taken for physical units and brought down.
        if lux > 19.0 {
            continue;
        }
        let model = lit(vec![(quad(2.0, 0.0), m.clone())], LightKind::Directional, lux, at);
        let got = radiance(&picture(&model, &view), 4, 4);
        let wanted = unit * lux;
        let off = (got - wanted).abs().max_element();
        assert!(off < 0.03, "{k}: {got} is not {wanted}: {m:?}");
    }
}

#[test]
fn points_fade_by_the_square_and_end_at_their_range() {
    let at = |z: f32, range: Option<f32>| {
        let place = Transform {
            translation: Vec3::new(0.0, 0.0, z),
            ..Transform::IDENTITY
        };
        let mut model = lit(vec![(quad(2.0, 0.0), matte(0.8))], LightKind::Point, 2.0, place);
        model.lights[0].range = range;
        radiance(&picture(&model, &file_view(9)), 4, 4)
    };
    let one = at(1.2, None);
    let two = at(2.4, None);
    let ratio = one.x / two.x;
    assert!((ratio - 4.0).abs() < 0.15, "{one} {two}");
    // (1 - (d / range)^4) of it.
    near(at(1.2, Some(2.0)), one * (1.0 - 0.6_f32.powi(4)), 0.03);
    assert!(at(2.4, Some(2.4)).x < 0.01);
}

#[test]
fn a_spot_ends_at_its_angle() {
    let place = Transform {
        translation: Vec3::new(0.0, 0.0, 2.0),
        ..Transform::IDENTITY
    };
    let kind = LightKind::Spot {
        inner: 0.0,
        outer: 0.4,
    };
    let model = lit(vec![(quad(2.0, 0.0), matte(0.8))], kind, 6.0, place);
    let picture = picture(&model, &file_view(128));
    let light = |x: u32| radiance(&picture, x, 64).x;
    // 64 pixels a metre: dark from tan(0.4) * 2 m on.
    let edge = 64.0 * 2.0 * 0.4_f32.tan();
    assert!(light(64 + edge as u32 + 2) < 0.01);
    assert!(light(64 + edge as u32 - 8) > 0.012);
    // Half way in angle: the square of the share between the cosines.
    let angle = 0.2_f32;
    let x = 64 + (64.0 * 2.0 * angle.tan()) as u32;
    let share = (angle.cos() - 0.4_f32.cos()) / (1.0 - 0.4_f32.cos());
    let expected = light(64) * share * share * angle.cos().powi(3);
    assert!(
        (light(x) / expected - 1.0).abs() < 0.12,
        "{} {expected}",
        light(x)
    );
}

#[test]
fn a_lights_node_moves_it() {
    let model = lit(
        vec![(quad(2.0, 0.0), matte(0.8))],
        LightKind::Directional,
        2.0,
        Transform::IDENTITY,
    );
    let mut posed = PosedModel::at_rest(&model);
    let lamp = model.light_instances[0].joint;
    posed.local.local_mut(lamp).rotation = Quat::from_rotation_y(1.0);
    posed.update_matrices(&model, true);
    let turned = bench().picture(&model, &posed, &file_view(8));
    let l = Quat::from_rotation_y(1.0) * Vec3::Z;
    near(
        radiance(&turned, 4, 4),
        reflected(&matte(0.8), Vec3::Z, l, 2.0),
        0.03,
    );
}

fn glass(ior: f32, thickness: f32) -> Material {
    let mut m = matte(1.0);
    m.roughness = 0.0;
    m.ior = ior;
    m.transmission.factor = 1.0;
    m.volume.thickness = thickness;
    m
}

/// Half white, half black, behind `front`, which is seen by no light of its own.
fn before_two_halves(front: (Primitive, Material)) -> Model {
    let behind = unlit(Vec4::ONE, AlphaMode::Opaque);
    let mut model = lit(
        vec![(quad(1.0, -1.0), behind), front],
        LightKind::Point,
        0.0,
        Transform::IDENTITY,
    );
    let gray = [180, 180, 180, 255];
    let slot = texture(&mut model, 2, 1, [gray, [0, 0, 0, 255]].concat());
    model.materials[0].base_color_texture = Some(slot);
    model
}

#[test]
fn glass_shows_what_is_behind_tinted_by_beers_law() {
    let mut m = glass(1.5, 0.5);
    m.volume.attenuation_color = Vec3::new(0.25, 0.5, 1.0);
    m.volume.attenuation_distance = 1.0;
    let model = before_two_halves((quad(0.9, 0.0), m));
    let picture = picture(&model, &file_view(32));
    let e = environment_brdf(alpha_of(0.0).sqrt(), 1.0);
    let through = 1.0 - (0.04 * e.x + e.y);
    // Half a metre of what a metre tints so.
    let gray = linear(180) + 0.04;
    let tint = Vec3::new(0.5, 0.5_f32.sqrt(), 1.0);
    near(radiance(&picture, 8, 16), tint * gray * through, 0.03);
    assert!(radiance(&picture, 24, 16).max_element() < 0.01, "the dark half");
    // Beside the glass nothing has changed.
    let [r, ..] = picture.pixel(0, 16);
    assert!(r.abs_diff(180) <= 1, "{r}");
}

#[test]
fn glass_bends_by_its_index_and_not_without() {
    let seen = |ior: f32, x: u32| {
        let model = before_two_halves((ball(Vec3::splat(0.6)), glass(ior, 2.0)));
        radiance(&picture(&model, &file_view(64)), x, 32).x
    };
    // 0.3 m right of the middle: dark straight ahead; bent by 10.5 degrees over two metres it ends in the white half.
    let right = 32 + 10;
    assert!(seen(1.0, right) < 0.02);
    assert!(seen(1.0, 32 - 10) > 0.3);
    assert!(seen(1.5, right) > 0.3);
}

#[test]
fn frosted_glass_blurs_what_is_behind() {
    let mut m = glass(1.5, 0.0);
    let step = |m: &Material| {
        let model = before_two_halves((quad(0.9, 0.0), m.clone()));
        let p = picture(&model, &file_view(64));
        radiance(&p, 30, 32).x - radiance(&p, 33, 32).x
    };
    let clear = step(&m);
    m.roughness = 0.7;
    let frosted = step(&m);
    assert!(clear > 0.3 && frosted < 0.15, "{clear} {frosted}");
}

/// Software rasterisers read the level of four pixels from one that may lie outside of the triangle.
#[test]
fn frosted_glass_has_no_specks_where_triangles_meet() {
    // Corners of many small triangles, all in one plane.
    const SIDE: u32 = 13;
    let mut front = quad(0.9, 0.0);
    let at = |k: u32| 1.8 * k as f32 / (SIDE - 1) as f32 - 0.9;
    let places: Vec<Vec3> = (0..SIDE * SIDE)
        .map(|k| Vec3::new(at(k % SIDE), at(k / SIDE), 0.0))
        .collect();
    let corners: Vec<u32> = (0..SIDE - 1)
        .flat_map(|y| (0..SIDE - 1).map(move |x| y * SIDE + x))
        .flat_map(|k| [k, k + 1, k + SIDE, k + 1, k + SIDE + 1, k + SIDE])
        .collect();
    front.normals = Some(vec![Vec3::Z; places.len()].into());
    front.uvs[0] = Some(vec![Vec2::ZERO; places.len()].into());
    front.positions = places.into();
    front.indices = Some(corners.into());
    let mut m = glass(1.5, 0.0);
    m.roughness = 0.6;
    // A wall of one colour behind: whatever is blurred, it is that colour.
    let wall = unlit(Vec4::new(0.4, 0.4, 0.4, 1.0), AlphaMode::Opaque);
    let model = lit(
        vec![(quad(1.0, -1.0), wall), (front, m)],
        LightKind::Point,
        0.0,
        Transform::IDENTITY,
    );
    let picture = picture(&model, &file_view(96));
    let middle = picture.pixel(48, 48)[0];
    assert!(middle > 100, "{middle}");
    let off = |x: u32, y: u32| picture.pixel(x, y)[0].abs_diff(middle);
    let inner = (24..72).flat_map(|y| (24..72).map(move |x| (x, y)));
    let specks: Vec<_> = inner.filter(|&(x, y)| off(x, y) > 6).collect();
    assert!(
        specks.is_empty(),
        "{} specks: {:?}",
        specks.len(),
        &specks[..specks.len().min(8)]
    );
}

#[test]
fn glass_before_nothing_leaves_the_picture_clear() {
    let model = lit(
        vec![(quad(0.9, 0.0), glass(1.5, 0.0))],
        LightKind::Point,
        0.0,
        Transform::IDENTITY,
    );
    let [.., alpha] = picture(&model, &file_view(16)).pixel(8, 8);
    assert!(alpha < 40, "{alpha}");
}

#[test]
fn sheen_brightens_the_rim() {
    let view = View {
        lights: Lights::Studio,
        exposure_ev: -1.0,
        ..plain_view([64, 64])
    };
    let mut m = matte(0.05);
    let of = |m: &Material| picture(&still(vec![(ball(Vec3::splat(0.9)), m.clone())]), &view);
    let plain = of(&m);
    m.sheen.color = Vec3::splat(0.8);
    m.sheen.roughness = 0.3;
    let velvet = of(&m);
    let gain = |x: u32| (radiance(&velvet, x, 32) - radiance(&plain, x, 32)).x;
    // 0.86 m of 0.9 from the middle.
    assert!(
        gain(4) > 3.0 * gain(32).max(0.0) + 0.02,
        "{} {}",
        gain(4),
        gain(32)
    );
}

#[test]
fn a_thin_film_has_colours_that_change_with_its_thickness() {
    let color = |factor: f32, nanometres: f32| {
        let mut m = matte(0.0);
        m.roughness = 0.5;
        m.iridescence.factor = factor;
        m.iridescence.ior = 1.8;
        m.iridescence.thickness_maximum = nanometres;
        straight_on(m, 1.0)
    };
    let plain = color(0.0, 400.0);
    near(color(1.0, 0.0), plain, 0.02);
    let spread = |c: Vec3| c.max_element() - c.min_element();
    assert!(spread(plain) < 0.005);
    let (thin, thick) = (color(1.0, 300.0), color(1.0, 420.0));
    assert!(spread(thin) > 0.02 && spread(thick) > 0.02, "{thin} {thick}");
    assert!((thin - thick).abs().max_element() > 0.02, "{thin} {thick}");
}

//! Light from a picture of surroundings: even light is even, turning it turns the light, frames leave nothing behind.

use glam::{Vec3, Vec4};
use rigscope::environment::{Environment, direction_of};
use rigscope::model::{AlphaMode, Material, Model, PosedModel};
use rigscope::render::{EnvironmentTexture, Picture, ViewTarget};
use rigscope::viewer::view::{Background, LightSource, Studio, ToneMapping, View};
use rigscope::work::Work;

use crate::support::{Bench, ball, bench, linear, plain_view, still};

/// A plain Radiance picture.
fn hdr([w, h]: [u32; 2], radiance: impl Fn(Vec3) -> Vec3) -> Vec<u8> {
    let mut bytes = format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {h} +X {w}\n").into_bytes();
    for y in 0..h {
        for x in 0..w {
            let at = [(x, w), (y, h)].map(|(k, n)| (f64::from(k) + 0.5) / f64::from(n));
            let c = radiance(direction_of(at[0], at[1]).as_vec3());
            let largest = c.max_element();
            let exponent = if largest > 1e-30 {
                largest.log2().floor() as i32 + 1
            } else {
                -128
            };
            let byte = |v: f32| (v * 256.0 / 2_f32.powi(exponent)).min(255.0) as u8;
            bytes.extend([byte(c.x), byte(c.y), byte(c.z), (exponent + 128) as u8]);
        }
    }
    bytes
}

fn environment(radiance: impl Fn(Vec3) -> Vec3) -> Environment {
    Environment::decode("made.hdr", &hdr([256, 128], radiance), 1 << 30, &Work::alone()).expect("a picture")
}

fn light_by(bench: &mut Bench, environment: &Environment) {
    let texture = EnvironmentTexture::upload(&bench.gpu, environment, &Work::alone()).expect("it fits");
    bench.renderer.set_environment(&bench.gpu, Some(texture));
    bench.renderer.finish_environment(&bench.gpu);
    assert!(!bench.renderer.is_filtering());
}

fn view(size: u32) -> View {
    View {
        surroundings: LightSource::Picture(Studio::Studio),
        tone_mapping: ToneMapping::None,
        ..plain_view([size, size])
    }
}

/// See-through materials cast no shadow: what is left is the light alone.
fn white(metallic: f32, roughness: f32) -> Model {
    let material = Material {
        base_color: Vec4::ONE,
        metallic,
        roughness,
        alpha_mode: AlphaMode::Blend,
        ..Material::default()
    };
    still(vec![(ball(Vec3::splat(0.9)), material)])
}

fn picture(bench: &mut Bench, model: &Model, view: &View) -> Picture {
    bench.picture(model, &PosedModel::at_rest(model), view)
}

/// Light of a place of the ball, -1 to 1 along each axis of the picture.
fn light_at(picture: &Picture, x: f32, y: f32) -> Vec3 {
    let place = |v: f32, n: u32| (((v * 0.9 + 1.0) * 0.5 * n as f32) as u32).min(n - 1);
    let [r, g, b, a] = picture.pixel(place(x, picture.width), place(-y, picture.height));
    assert_eq!(a, 255, "on the ball");
    Vec3::new(linear(r), linear(g), linear(b))
}

#[test]
fn a_white_ball_in_white_surroundings_is_white() {
    let mut shared = bench();
    let bench = &mut *shared;
    light_by(bench, &Environment::uniform(Vec3::splat(0.5)));
    for (metallic, roughness) in [
        (0.0, 1.0),
        (0.0, 0.5),
        (0.0, 0.2),
        (1.0, 1.0),
        (1.0, 0.6),
        (1.0, 0.3),
        (1.0, 0.0),
    ] {
        let picture = picture(bench, &white(metallic, roughness), &view(64));
        for (x, y) in [
            (0.0, 0.0),
            (0.6, 0.0),
            (0.0, 0.8),
            (0.0, -0.8),
            (-0.5, -0.5),
            (0.9, 0.0),
        ] {
            let got = light_at(&picture, x, y);
            let off = (got / 0.5 - 1.0).abs().max_element();
            assert!(
                off < 0.02,
                "metal {metallic}, roughness {roughness}, at {x} {y}: {got}"
            );
        }
    }
    bench.renderer.set_environment(&bench.gpu, None);
}

#[test]
fn a_quarter_turn_of_the_picture_is_a_quarter_turn_of_the_light() {
    let mut shared = bench();
    let bench = &mut *shared;
    // Red from +X, green from +Z, blue from above.
    let sides = |d: Vec3| (d.max(Vec3::ZERO) * Vec3::new(1.0, 1.0, 1.0)).powf(2.0);
    light_by(
        bench,
        &environment(|d| {
            let s = sides(d);
            Vec3::new(s.x, s.z, s.y)
        }),
    );
    for (metallic, roughness) in [(0.0, 1.0), (1.0, 0.15)] {
        let model = white(metallic, roughness);
        let turned = |bench: &mut Bench, quarters: f32| {
            let view = View {
                surroundings_turn: quarters * std::f32::consts::FRAC_PI_2,
                ..view(64)
            };
            let p = picture(bench, &model, &view);
            // The right side and the middle: surfaces (and mirrors) of +X and +Z.
            let right = if metallic > 0.5 { 0.707 } else { 0.95 };
            [
                light_at(&p, right, 0.0),
                light_at(&p, 0.0, 0.0),
                light_at(&p, -right, 0.0),
            ]
        };
        let [right, middle, left] = turned(bench, 0.0);
        assert!(
            right.x > 1.5 * right.y && middle.y > 1.5 * middle.x,
            "{right} {middle}"
        );
        // Counter-clockwise seen from above: what was at +X is at -Z, what was at +Z is at +X.
        let [after, _, _] = turned(bench, 1.0);
        assert!(
            (after.y - middle.y).abs() < 0.12 && after.y > 1.5 * after.x,
            "{after} {middle}"
        );
        let [_, _, opposite] = turned(bench, 2.0);
        assert!(
            opposite.x > 1.5 * opposite.y && left.x < 0.3 * right.x,
            "{opposite} {left}"
        );
    }
    bench.renderer.set_environment(&bench.gpu, None);
}

#[test]
fn a_mirror_shows_what_is_where_it_looks_and_a_rough_one_less_of_it() {
    let mut shared = bench();
    let bench = &mut *shared;
    // A soft patch of light in the direction of +X.
    light_by(
        bench,
        &environment(|d| Vec3::splat(if d.x > 0.94 { 0.9 } else { 0.05 })),
    );
    let at = |bench: &mut Bench, roughness: f32| {
        let p = picture(bench, &white(1.0, roughness), &view(96));
        // Half-way between the camera's direction and +X the ball mirrors +X.
        light_at(&p, std::f32::consts::FRAC_1_SQRT_2, 0.0).x
    };
    let [sharp, middle, rough] = [0.05, 0.5, 1.0].map(|r| at(bench, r));
    assert!(
        sharp > 0.7 && middle < 0.7 * sharp && rough < middle,
        "{sharp} {middle} {rough}"
    );
    bench.renderer.set_environment(&bench.gpu, None);
}

#[test]
fn the_studio_lights_until_the_picture_is_ready() {
    let mut shared = bench();
    let bench = &mut *shared;
    let model = white(0.0, 0.6);
    let posed = PosedModel::at_rest(&model);
    let target = ViewTarget::new(&bench.gpu, [64, 64]);
    let mut uploaded = bench.upload(&model);
    let mut draw = |bench: &mut Bench, view: &View| {
        bench
            .renderer
            .draw(&bench.gpu, &mut uploaded, &model, &posed, view, &target);
        target.read(&bench.gpu).expect("a picture")
    };
    let studio = draw(
        bench,
        &View {
            surroundings: LightSource::Studio(Studio::Studio),
            ..view(64)
        },
    );
    assert_eq!(draw(bench, &view(64)), studio, "none is there");
    let texture = EnvironmentTexture::upload(
        &bench.gpu,
        &Environment::uniform(Vec3::splat(0.2)),
        &Work::alone(),
    );
    bench
        .renderer
        .set_environment(&bench.gpu, Some(texture.expect("it fits")));
    let mut frames = 0;
    while bench.renderer.is_filtering() {
        let picture = draw(bench, &view(64));
        frames += 1;
        if bench.renderer.is_filtering() {
            assert_eq!(picture, studio, "after {frames} frames");
        }
        assert!(frames < 200);
    }
    assert!(frames > 2, "a few faces a frame");
    let lit = draw(bench, &view(64));
    assert!((light_at(&lit, 0.0, 0.0).x - 0.2).abs() < 0.02);
    bench.renderer.set_environment(&bench.gpu, None);
    assert_eq!(draw(bench, &view(64)), studio);
}

#[test]
fn the_surroundings_show_behind_sharp_and_blurred() {
    let mut shared = bench();
    let bench = &mut *shared;
    light_by(
        bench,
        &environment(|d| Vec3::splat(if d.y > 0.0 { 0.6 } else { 0.1 })),
    );
    let behind = |bench: &mut Bench, blurred: bool| {
        let view = View {
            background: Background::Surroundings { blurred },
            ..view(64)
        };
        let model = still(vec![(ball(Vec3::splat(0.05)), Material::clay())]);
        let p = picture(bench, &model, &view);
        [2, 30, 34, 61].map(|y| linear(p.pixel(6, y)[0]))
    };
    let sharp = behind(bench, false);
    assert!(
        (sharp[0] - 0.6).abs() < 0.02 && (sharp[3] - 0.1).abs() < 0.02,
        "{sharp:?}"
    );
    assert!(sharp[1] - sharp[2] > 0.3, "{sharp:?}");
    let blurred = behind(bench, true);
    assert!(
        blurred[0] > blurred[3] + 0.1 && blurred[1] - blurred[2] < 0.15,
        "{blurred:?}"
    );
    bench.renderer.set_environment(&bench.gpu, None);
}

/// No pipeline, no texture and no bind group that a frame makes stays.
#[test]
fn frame_after_frame_and_picture_after_picture_leave_memory_flat() {
    let mut shared = bench();
    let bench = &mut *shared;
    let model = still(vec![(ball(Vec3::splat(0.8)), Material::clay())]);
    let posed = PosedModel::at_rest(&model);
    let mut uploaded = bench.upload(&model);
    let target = ViewTarget::new(&bench.gpu, [32, 32]);
    let even = Environment::uniform(Vec3::ONE);
    let mut rounds = Vec::new();
    for _ in 0..12 {
        light_by(bench, &even);
        let view = View {
            background: Background::Surroundings { blurred: true },
            ..view(32)
        };
        for _ in 0..4 {
            bench
                .renderer
                .draw(&bench.gpu, &mut uploaded, &model, &posed, &view, &target);
        }
        target.read(&bench.gpu).expect("a picture");
        rounds.push((
            bench.renderer.pipeline_count(),
            crate::memory::resident().unwrap_or(0),
        ));
    }
    assert_eq!(rounds[1].0, rounds[11].0, "pipelines");
    let grown = rounds[11].1.saturating_sub(rounds[3].1);
    // A cube with its reflections is 6 MiB here.
    assert!(grown < 12 << 20, "{grown} bytes: {rounds:?}");
    bench.renderer.set_environment(&bench.gpu, None);
}

#[test]
fn studios_differ_and_a_turn_moves_their_lamps() {
    let mut shared = bench();
    let bench = &mut *shared;
    let model = still(vec![(ball(Vec3::splat(0.9)), Material::clay())]);
    let seen = |bench: &mut Bench, studio: Studio, turn: f32| {
        let view = View {
            surroundings: LightSource::Studio(studio),
            surroundings_turn: turn,
            ..view(48)
        };
        let p = picture(bench, &model, &view);
        [light_at(&p, -0.6, 0.3), light_at(&p, 0.6, 0.3)]
    };
    let mut all = Vec::new();
    for studio in Studio::ALL {
        let [left, right] = seen(bench, studio, 0.0);
        let [after_left, after_right] = seen(bench, studio, std::f32::consts::FRAC_PI_2);
        let moved = (left - after_left)
            .abs()
            .max((right - after_right).abs())
            .max_element();
        // Light from nearly everywhere moves little: two steps of eight bits.
        let least = if studio == Studio::Soft { 0.01 } else { 0.02 };
        assert!(
            moved > least,
            "{studio:?}: {left} {right} {after_left} {after_right}"
        );
        all.push((studio, left, right));
    }
    for (k, (a, left, right)) in all.iter().enumerate() {
        for (b, other_left, other_right) in &all[k + 1..] {
            let apart = (*left - *other_left)
                .abs()
                .max_element()
                .max((*right - *other_right).abs().max_element());
            assert!(apart > 0.03, "{a:?} looks like {b:?}");
        }
    }
}

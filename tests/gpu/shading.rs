//! Shadows, ambient occlusion, edges and refinement, by what a picture shows.

use glam::{Vec3, Vec4};
use rigscope::math::Transform;
use rigscope::model::{AlphaMode, Material, Model, PosedModel, Primitive};
use rigscope::render::{Picture, ViewTarget, chosen_preset};
use rigscope::skinning::{InfluencesBuilder, JointBoxes, SkinningMethod};
use rigscope::viewer::view::{Background, Layout, Preset, View};

use crate::support::{ball, bench, linear, plain_view, quad, set_joint, skinned, still, unlit};

/// Mean light of a pixel, linear; `at` in units of the view of [`plain_view`]: 1 is half its height, y up.
fn light(picture: &Picture, at: [f32; 2]) -> f32 {
    let half = 0.5 * picture.height as f32;
    let x = (0.5 * picture.width as f32 + at[0] * half) as u32;
    let y = (half - at[1] * half) as u32;
    let [r, g, b, _] = picture.pixel(x, y);
    (linear(r) + linear(g) + linear(b)) / 3.0
}

fn picture(model: &Model, posed: &PosedModel, view: &View) -> Picture {
    bench().picture(model, posed, view)
}

/// A wall that faces the camera, and a small plate half a metre before it that joint 1 moves.
fn plate_before_a_wall() -> Model {
    let matte = || Material {
        roughness: 1.0,
        ..Material::clay()
    };
    let mut model = skinned(vec![(quad(1.0, 0.0), matte()), (quad(0.15, 0.5), matte())], 2);
    for (joint, primitive) in model.meshes[0].primitives.iter_mut().enumerate() {
        let mut influences = InfluencesBuilder::new(2, primitive.vertex_count());
        for _ in 0..primitive.vertex_count() {
            influences.push([(joint as u32, 1.0)]);
        }
        let influences = influences.finish().0;
        primitive.joint_boxes = JointBoxes::new(&primitive.positions, &influences, None);
        primitive.influences = Some(influences);
    }
    model
}

/// Light comes from above and before: the shadow falls half a metre times 0.6 / 0.8 below the plate.
const KEY: Vec3 = Vec3::new(0.0, 0.6, 0.8);
const FALLS: f32 = 0.375;

fn wall_view(preset: Preset) -> View {
    View {
        preset,
        key_light_in_view: KEY,
        ..plain_view([128, 128])
    }
}

#[test]
fn a_shadow_falls_where_geometry_says_and_moves_with_what_casts_it() {
    let model = plate_before_a_wall();
    for preset in [Preset::Full, Preset::Reduced] {
        for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
            let view = wall_view(preset).with_skinning(method);
            let mut posed = PosedModel::at_rest(&model);
            posed.update_matrices(&model, true);
            let before = picture(&model, &posed, &view);
            let (below, above) = (light(&before, [0.0, -FALLS]), light(&before, [0.0, FALLS]));
            assert!(below < 0.8 * above, "{preset:?} {method:?}: {below} of {above}");
            let beside = light(&before, [0.5, -FALLS]);
            assert!(below < 0.8 * beside, "{preset:?}: {below} of {beside}");
            let lifted = Transform {
                translation: Vec3::new(0.5, 0.0, 0.0),
                ..Transform::IDENTITY
            };
            set_joint(&model, &mut posed, 1, lifted);
            let after = picture(&model, &posed, &view);
            let (here, there) = (light(&after, [0.5, -FALLS]), light(&after, [0.0, -FALLS]));
            assert!(here < 0.8 * there, "{preset:?} {method:?}: {here} of {there}");
            assert!(
                (there / beside - 1.0).abs() < 0.1,
                "it is light again: {there}, {beside}"
            );
        }
    }
}

/// The nearer a plate is to the wall, the harder is the edge of its shadow.
#[test]
fn shadows_are_softer_the_farther_they_fall() {
    let width = |distance: f32| {
        let matte = || Material {
            roughness: 1.0,
            ..Material::clay()
        };
        let model = skinned(vec![(quad(1.0, 0.0), matte()), (quad(0.3, distance), matte())], 2);
        let picture = picture(&model, &PosedModel::at_rest(&model), &wall_view(Preset::Full));
        // Down the middle, across the lower edge of the shadow.
        let edge = -0.3 - distance * 0.75;
        let at = |k: i32| light(&picture, [0.0, edge + k as f32 / 64.0]);
        // Six pixels in it is still below the plate itself, which ends at -0.3.
        let (dark, bright) = (at(6), at(-12));
        assert!(dark < 0.85 * bright, "{distance}: {dark} of {bright}");
        let between = |v: &f32| *v > dark + 0.15 * (bright - dark) && *v < bright - 0.15 * (bright - dark);
        (-12..7).map(at).filter(between).count()
    };
    let (near, far) = (width(0.15), width(0.6));
    assert!(far >= near + 2, "{near} pixels near, {far} far");
}

/// In the studio, white is seen as white, keeps its form, and is as bright in both presets.
#[test]
fn the_studio_shows_white_as_white_without_losing_its_form() {
    let white = Material {
        base_color: Vec4::ONE,
        metallic: 0.0,
        roughness: 0.9,
        ..Material::default()
    };
    let model = still(vec![(ball(Vec3::splat(0.9)), white)]);
    let means = [Preset::Full, Preset::Reduced].map(|preset| {
        let view = View {
            preset,
            key_light_in_view: View::default().key_light_in_view,
            ..plain_view([96, 96])
        };
        let ball = picture(&model, &PosedModel::at_rest(&model), &view);
        let on_the_ball = || ball.rgba.chunks_exact(4).filter(|p| p[3] == 255);
        let mean = on_the_ball().map(|p| linear(p[1])).sum::<f32>() / on_the_ball().count() as f32;
        let brightest = on_the_ball().flat_map(|p| &p[..3]).max().copied();
        assert!(brightest < Some(252), "{preset:?}: {brightest:?}");
        let (lit, shade) = (light(&ball, [-0.4, 0.5]), light(&ball, [0.4, -0.6]));
        assert!(
            lit > 0.75 && shade < 0.75 * lit,
            "{preset:?}: {lit} to the key, {shade} away"
        );
        mean
    });
    assert!(means[0] > 0.55, "{means:?}");
    assert!((means[0] / means[1] - 1.0).abs() < 0.03, "{means:?}");
}

/// What the light meets first is light all over.
#[test]
fn nothing_shades_itself_that_the_light_meets_first() {
    for preset in [Preset::Full, Preset::Reduced] {
        for key in [KEY, Vec3::new(0.0, 0.95, 0.31), Vec3::new(0.7, 0.1, 0.7)] {
            let view = View {
                key_light_in_view: key,
                preset,
                ..plain_view([96, 96])
            };
            let model = skinned(vec![(quad(0.9, 0.0), Material::clay())], 2);
            let wall = picture(&model, &PosedModel::at_rest(&model), &view);
            let middle = light(&wall, [0.0, 0.0]);
            for k in 0..81 {
                let at = [(k % 9 - 4) as f32 * 0.2, (k / 9 - 4) as f32 * 0.2];
                let here = light(&wall, at);
                assert!(
                    (here / middle - 1.0).abs() < 0.12,
                    "{preset:?} {key}: {here} at {at:?}"
                );
            }
            // A ball: nowhere a pixel much darker than those around it, but for its outline.
            let model = skinned(vec![(ball(Vec3::splat(0.8)), Material::clay())], 2);
            let round = picture(&model, &PosedModel::at_rest(&model), &view);
            for y in 1..95_u32 {
                for x in 1..95_u32 {
                    let (dx, dy) = (x as f32 - 47.5, y as f32 - 47.5);
                    if dx.hypot(dy) > 34.0 {
                        continue;
                    }
                    let at = |x: u32, y: u32| i32::from(round.pixel(x, y)[1]);
                    let around = (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 4;
                    assert!(
                        at(x, y) >= around - 7,
                        "{preset:?} {key}: {} among {around} at {x} {y}",
                        at(x, y)
                    );
                }
            }
        }
    }
}

/// Two walls that meet in a corner, open towards the camera; `angle`: of each to the picture's plane.
fn groove(angle: f32) -> Model {
    let (out, back) = (angle.cos(), angle.sin());
    let wall = |side: f32| {
        let mut shape: Primitive = quad(1.0, 0.0);
        let corners = [(0.0, -1.0), (1.0, -1.0), (1.0, 1.0), (0.0, 1.0)];
        let at = |(u, v): (f32, f32)| Vec3::new(side * u * out, v, u * back);
        shape.positions = corners.map(at).to_vec().into();
        shape.normals = Some(vec![Vec3::new(-side * back, 0.0, out); 4].into());
        shape.tangents = None;
        let material = Material {
            double_sided: true,
            roughness: 1.0,
            ..Material::clay()
        };
        (shape, material)
    };
    skinned(vec![wall(-1.0), wall(1.0)], 2)
}

#[test]
fn occlusion_darkens_a_crevice_and_leaves_a_plane_alone() {
    let share = |angle: f32, x: f32| {
        let model = groove(angle);
        let of = |preset| {
            let view = View {
                key_light_in_view: Vec3::Z,
                preset,
                ..plain_view([128, 128])
            };
            light(&picture(&model, &PosedModel::at_rest(&model), &view), [x, 0.3])
        };
        of(Preset::Full) / of(Preset::Reduced)
    };
    let deep = std::f32::consts::FRAC_PI_3;
    let (inside, outside) = (share(deep, 0.03), share(deep, 0.4));
    assert!(inside < 0.95, "in the corner {inside}");
    assert!(
        outside > inside + 0.03,
        "outside {outside}, in the corner {inside}"
    );
    for x in [0.03, 0.4, -0.7] {
        let flat = share(0.0, x);
        assert!((flat - 1.0).abs() < 0.02, "a plane at {x}: {flat}");
    }
}

/// A white plate over a black wall, its edge at this pixel of 16, counted with fractions.
fn edge_at(column: f32, material: Material) -> Model {
    let mut plate = quad(1.0, 0.1);
    let right = column / 8.0 - 1.0;
    let corners = [(-1.0, -1.0), (right, -1.0), (right, 1.0), (-1.0, 1.0)];
    plate.positions = corners.map(|(x, y)| Vec3::new(x, y, 0.1)).to_vec().into();
    let black = unlit(Vec4::new(0.0, 0.0, 0.0, 1.0), AlphaMode::Opaque);
    still(vec![(quad(1.2, 0.0), black), (plate, material)])
}

/// Light far beyond white does not eat the edge: each sample counts as it is seen.
#[test]
fn samples_of_a_bright_edge_weigh_alike() {
    let lamp = Material {
        emissive: Vec3::splat(60.0),
        ..Material::clay()
    };
    let model = edge_at(12.5, lamp);
    for samples in [1, 16] {
        let mut shared = bench();
        let bench = &mut *shared;
        let mut uploaded = bench.upload(&model);
        let view = plain_view([16, 16]);
        let target = ViewTarget::new(&bench.gpu, view.size_px);
        let posed = PosedModel::at_rest(&model);
        bench.renderer.draw_mean(
            &bench.gpu,
            &mut uploaded,
            (&model, &posed),
            &view,
            &target,
            samples,
        );
        let picture = target.read(&bench.gpu).expect("a picture");
        let edge = linear(picture.pixel(12, 8)[1]);
        assert!((edge - 0.5).abs() < 0.07, "{samples} samples: {edge}");
        assert!(linear(picture.pixel(11, 8)[1]) > 0.9 && linear(picture.pixel(13, 8)[1]) < 0.05);
    }
}

#[test]
fn many_samples_of_an_edge_come_to_what_they_see_of_it() {
    let white = || unlit(Vec4::ONE, AlphaMode::Opaque);
    let mut shared = bench();
    let bench = &mut *shared;
    for (preset, samples, within) in [
        (Preset::Reduced, 64, 0.035),
        (Preset::Full, 64, 0.05),
        (Preset::Reduced, 16, 0.08),
    ] {
        for share in [0.1, 0.25, 0.4, 0.6, 0.85] {
            let model = edge_at(5.0 + share, white());
            let mut uploaded = bench.upload(&model);
            let posed = PosedModel::at_rest(&model);
            let view = View {
                preset,
                ..plain_view([16, 16])
            };
            let target = ViewTarget::new(&bench.gpu, view.size_px);
            let mut drawn = |samples| {
                bench.renderer.draw_mean(
                    &bench.gpu,
                    &mut uploaded,
                    (&model, &posed),
                    &view,
                    &target,
                    samples,
                );
                target.read(&bench.gpu).expect("a picture")
            };
            let mean = drawn(samples);
            let covered = linear(mean.pixel(5, 8)[1]);
            // Where four samples share a pixel each of them is moved over a whole one: each sees the edge from its place.
            let places: &[f32] = match preset {
                Preset::Full => &[-0.375, -0.125, 0.125, 0.375],
                _ => &[0.0],
            };
            let seen =
                places.iter().map(|at| (share - at).clamp(0.0, 1.0)).sum::<f32>() / places.len() as f32;
            assert!(
                (covered - seen).abs() < within,
                "{preset:?}, {samples} samples: {covered} of {seen}"
            );
            // However soft it is, there is as much of it.
            let along = (3..12).map(|x| linear(mean.pixel(x, 8)[1])).sum::<f32>();
            assert!(
                (along - 2.0 - share).abs() < within,
                "{preset:?}: {along} of 2 and {share}"
            );
            assert_eq!(drawn(samples), mean, "the same number, the same picture");
            if preset == Preset::Reduced {
                // It can tell: one sample is all or nothing.
                let one = linear(drawn(1).pixel(5, 8)[1]);
                assert!((one - share).abs() >= 0.09, "{one} of {share}");
            }
        }
    }
}

/// After any number of samples the first of another picture is what it is drawn by itself: nothing of the old one shows.
#[test]
fn a_change_begins_anew_without_a_trace() {
    let model = skinned(vec![(ball(Vec3::splat(0.7)), Material::clay())], 2);
    let posed = PosedModel::at_rest(&model);
    let mut shared = bench();
    let bench = &mut *shared;
    for layout in [Layout::A, Layout::Split { at: 0.4 }, Layout::Side] {
        let view = View {
            background: Background::DARK,
            layout,
            ..plain_view([48, 32])
        };
        let turned = View {
            key_light_in_view: Vec3::new(0.6, 0.4, 0.5),
            ..view
        };
        let fresh = bench.picture(&model, &posed, &turned);
        let mut uploaded = bench.upload(&model);
        let target = ViewTarget::new(&bench.gpu, view.size_px);
        for sample in 0..5 {
            let stats = bench.renderer.draw_sample(
                &bench.gpu,
                &mut uploaded,
                (&model, &posed),
                &view,
                &target,
                sample,
            );
            assert_eq!(stats.samples, sample + 1);
        }
        bench
            .renderer
            .draw(&bench.gpu, &mut uploaded, &model, &posed, &turned, &target);
        assert_eq!(target.read(&bench.gpu).expect("a picture"), fresh, "{layout:?}");
    }
}

#[test]
fn drivers_on_the_cpu_are_spared_unless_told_otherwise() {
    let mut shared = bench();
    let bench = &mut *shared;
    assert!(bench.gpu.is_software(), "tests draw on the CPU");
    assert_eq!(chosen_preset(Preset::Automatic, &bench.gpu), Preset::Reduced);
    assert_eq!(chosen_preset(Preset::Full, &bench.gpu), Preset::Full);
    let model = skinned(vec![(ball(Vec3::splat(0.7)), Material::clay())], 2);
    let posed = PosedModel::at_rest(&model);
    let mut uploaded = bench.upload(&model);
    let mut drawn = |preset| {
        let view = View {
            preset,
            ..plain_view([64, 64])
        };
        let target = ViewTarget::new(&bench.gpu, view.size_px);
        bench
            .renderer
            .draw(&bench.gpu, &mut uploaded, &model, &posed, &view, &target)
    };
    let (full, reduced, automatic) = (
        drawn(Preset::Full),
        drawn(Preset::Reduced),
        drawn(Preset::Automatic),
    );
    assert!(reduced.passes < full.passes && reduced.texture_bytes < full.texture_bytes / 2);
    assert_eq!(
        (automatic.passes, automatic.texture_bytes),
        (reduced.passes, reduced.texture_bytes)
    );
}

/// Hair of a few strands casts no shadow of the card that it is painted on.
#[test]
fn what_is_cut_away_casts_no_shadow() {
    let dark = |alpha: f32| {
        let cut = Material {
            base_color: Vec4::new(0.8, 0.8, 0.8, alpha),
            alpha_mode: AlphaMode::Mask { cutoff: 0.5 },
            ..Material::clay()
        };
        let model = skinned(vec![(quad(1.0, 0.0), Material::clay()), (quad(0.2, 0.5), cut)], 2);
        let p = picture(&model, &PosedModel::at_rest(&model), &wall_view(Preset::Full));
        light(&p, [0.0, -FALLS]) / light(&p, [0.6, -FALLS])
    };
    let (solid, cut) = (dark(1.0), dark(0.0));
    assert!(solid < 0.85 && cut > 0.96, "solid {solid}, cut away {cut}");
}

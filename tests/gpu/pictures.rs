//! What a picture must show, by its pixels. Small, on the software rasteriser.

use glam::{Vec2, Vec3, Vec4};
use rigscope::animation::JointId;
use rigscope::math::Transform;
use rigscope::model::{AlphaMode, Array, Material, Model, PosedModel, Primitive, Topology};
use rigscope::render::{Picture, PipelineKey, RenderError, ViewTarget};
use rigscope::skinning::SkinningMethod;
use rigscope::viewer::view::{Background, Overlays, View};

use crate::support::{
    Bench, ball, bench, linear, options, plain_view, quad, set_joint, skinned, still, texture, unlit,
};

fn rest_picture(model: &Model, view: &View) -> Picture {
    bench().picture(model, &PosedModel::at_rest(model), view)
}

fn close(a: [u8; 4], b: [u8; 4], by: u8) -> bool {
    a.iter().zip(b).all(|(x, y)| x.abs_diff(y) <= by)
}

#[test]
fn an_unlit_texture_keeps_its_values() {
    for value in [0_u8, 1, 10, 64, 128, 200, 240, 255] {
        let mut model = still(vec![(quad(1.0, 0.0), unlit(Vec4::ONE, AlphaMode::Opaque))]);
        let slot = texture(&mut model, 2, 2, [value, value, value, 255].repeat(4));
        model.materials[0].base_color_texture = Some(slot);
        for background in [Background::DARK, Background::Transparent] {
            let view = View {
                background,
                exposure_ev: 2.0,
                ..plain_view([16, 16])
            };
            let picture = rest_picture(&model, &view);
            for at in [(8, 8), (3, 12)] {
                let got = picture.pixel(at.0, at.1);
                assert!(close(got, [value, value, value, 255], 1), "{value}: {got:?}");
            }
        }
    }
    let color = Vec4::new(linear(230), linear(90), linear(20), 1.0);
    let picture = rest_picture(
        &still(vec![(quad(1.0, 0.0), unlit(color, AlphaMode::Opaque))]),
        &plain_view([8, 8]),
    );
    assert!(
        close(picture.pixel(4, 4), [230, 90, 20, 255], 1),
        "{:?}",
        picture.pixel(4, 4)
    );
}

#[test]
fn transparent_means_nothing_behind() {
    let model = still(vec![(quad(0.5, 0.0), unlit(Vec4::ONE, AlphaMode::Opaque))]);
    let view = View {
        overlays: Overlays {
            skeleton: false,
            grid: true,
            ..Overlays::default()
        },
        ..plain_view([32, 32])
    };
    let picture = rest_picture(&model, &view);
    assert_eq!(picture.pixel(2, 2), [0; 4]);
    assert_eq!(picture.pixel(30, 30), [0; 4]);
    assert_eq!(picture.pixel(16, 16)[3], 255);
    // Half see-through white: straight alpha in the picture.
    let half = Vec4::new(1.0, 1.0, 1.0, 0.5);
    let picture = rest_picture(
        &still(vec![(quad(0.5, 0.0), unlit(half, AlphaMode::Blend))]),
        &view,
    );
    assert!(
        close(picture.pixel(16, 16), [255, 255, 255, 128], 2),
        "{:?}",
        picture.pixel(16, 16)
    );
}

#[test]
fn the_background_is_the_themes_gradient() {
    let model = Model::default();
    for (background, [inner, outer]) in [
        (Background::DARK, [[0x3a, 0x3f, 0x47], [0x1b, 0x1e, 0x23]]),
        (Background::LIGHT, [[0xdf, 0xe3, 0xe8], [0xb9, 0xc0, 0xc9]]),
    ] {
        let view = View {
            background,
            ..plain_view([100, 100])
        };
        let picture = rest_picture(&model, &view);
        let [r, g, b] = inner;
        assert!(
            close(picture.pixel(50, 46), [r, g, b, 255], 2),
            "{:?}",
            picture.pixel(50, 46)
        );
        let [r, g, b] = outer;
        assert!(
            close(picture.pixel(0, 99), [r, g, b, 255], 2),
            "{:?}",
            picture.pixel(0, 99)
        );
    }
}

#[test]
fn alpha_modes() {
    let alpha = |a: f32| Vec4::new(1.0, 0.0, 0.0, a);
    let covered = |color, mode| {
        let model = still(vec![(quad(1.0, 0.0), unlit(color, mode))]);
        rest_picture(&model, &plain_view([8, 8])).pixel(4, 4)[3]
    };
    assert_eq!(
        covered(alpha(0.0), AlphaMode::Opaque),
        255,
        "OPAQUE ignores alpha"
    );
    assert_eq!(covered(alpha(0.49), AlphaMode::Mask { cutoff: 0.5 }), 0);
    assert_eq!(covered(alpha(0.5), AlphaMode::Mask { cutoff: 0.5 }), 255);
    assert_eq!(covered(alpha(0.0), AlphaMode::Blend), 0);
    assert_eq!(covered(alpha(1.0), AlphaMode::Blend), 255);
    let half = covered(alpha(0.5), AlphaMode::Blend);
    assert!(half.abs_diff(128) <= 1, "{half}");
}

#[test]
fn see_through_parts_are_drawn_far_ones_first_and_after_solid_ones() {
    let red = || {
        (
            quad(0.9, 1.0),
            unlit(Vec4::new(1.0, 0.0, 0.0, 0.5), AlphaMode::Blend),
        )
    };
    let green = || {
        (
            quad(0.9, -1.0),
            unlit(Vec4::new(0.0, 1.0, 0.0, 0.5), AlphaMode::Blend),
        )
    };
    let blue = || {
        (
            quad(0.9, -2.0),
            unlit(Vec4::new(0.0, 0.0, 1.0, 1.0), AlphaMode::Opaque),
        )
    };
    let one = rest_picture(&still(vec![red(), green(), blue()]), &plain_view([8, 8])).pixel(4, 4);
    let other = rest_picture(&still(vec![blue(), green(), red()]), &plain_view([8, 8])).pixel(4, 4);
    assert_eq!(one, other);
    assert!(
        one[0].saturating_sub(20) > one[1] && one[1] > 60 && one[2] > 60 && one[3] == 255,
        "{one:?}"
    );
}

#[test]
fn nearer_hides_farther_at_any_scale() {
    let color = |r, g| unlit(Vec4::new(r, g, 0.0, 1.0), AlphaMode::Opaque);
    for scale in [1e-3_f32, 1.0, 1e4] {
        let near = || (quad(0.6 * scale, 0.001 * scale), color(1.0, 0.0));
        let far = || (quad(0.9 * scale, 0.0), color(0.0, 1.0));
        for parts in [vec![near(), far()], vec![far(), near()]] {
            let mut view = plain_view([16, 16]);
            view.camera.projection = rigscope::viewer::Projection::Perspective;
            view.camera.distance = 10.0 * scale;
            view.model_size = 2.0 * scale;
            let picture = rest_picture(&still(parts), &view);
            assert_eq!(picture.pixel(8, 8), [255, 0, 0, 255], "scale {scale}");
            assert_eq!(picture.pixel(2, 8), [0, 255, 0, 255], "scale {scale}");
        }
    }
}

#[test]
fn back_faces_show_only_when_double_sided() {
    let seen = |double_sided: bool, behind: bool| {
        let material = Material {
            double_sided,
            ..Material::clay()
        };
        let mut view = plain_view([16, 16]);
        if behind {
            view.camera.yaw = std::f32::consts::PI;
        }
        rest_picture(&still(vec![(quad(1.0, 0.0), material)]), &view).pixel(8, 8)
    };
    assert_eq!(seen(false, true)[3], 0);
    let (front, back) = (seen(true, false), seen(true, true));
    assert_eq!(back[3], 255);
    // The light is fixed to the camera, and the normals turn: both sides are lit alike.
    assert!(close(front, back, 3), "{front:?} {back:?}");
    assert!(front[0] > 100, "{front:?}");
}

fn mirrored(picture: &Picture) -> Picture {
    let mut rgba = Vec::with_capacity(picture.rgba.len());
    for y in 0..picture.height {
        for x in (0..picture.width).rev() {
            rgba.extend(picture.pixel(x, y));
        }
    }
    Picture { rgba, ..*picture }
}

/// Mean difference of a channel, and the share of pixels that differ clearly.
fn difference(a: &Picture, b: &Picture) -> (f32, f32) {
    let pairs = || a.rgba.iter().zip(&b.rgba).map(|(x, y)| x.abs_diff(*y));
    let mean = pairs().map(f32::from).sum::<f32>() / a.rgba.len() as f32;
    let clear = pairs().filter(|d| *d > 12).count() as f32 / a.rgba.len() as f32;
    (mean, clear)
}

/// A lopsided ball with a bumpy normal map, skinned or not.
fn bumpy(double_sided: bool, with_skin: bool) -> Model {
    let material = Material {
        double_sided,
        metallic: 0.2,
        roughness: 0.4,
        ..Material::clay()
    };
    let mut shape = ball(Vec3::new(0.5, 0.7, 0.35));
    let moved: Vec<Vec3> = shape
        .positions
        .iter()
        .map(|p| *p + Vec3::new(0.2, 0.0, 0.1))
        .collect();
    shape.positions = Array::from(moved);
    let parts = vec![(shape, material)];
    let mut model = if with_skin {
        skinned(parts, 2)
    } else {
        still(parts)
    };
    let texel = |k: usize| {
        if k.is_multiple_of(3) {
            [200, 128, 230, 255]
        } else {
            [90, 170, 220, 255]
        }
    };
    let slot = texture(&mut model, 8, 8, (0..64).flat_map(texel).collect());
    model.materials[0].normal_texture = Some(slot);
    model
}

#[test]
fn a_mirrored_rigs_picture_is_the_mirror_image() {
    let mut bench = bench();
    let key = Vec3::new(-0.5, 0.6, 0.7);
    for double_sided in [false, true] {
        for with_skin in [false, true] {
            let model = bumpy(double_sided, with_skin);
            for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
                let view = View {
                    key_light_in_view: key,
                    ..plain_view([64, 64])
                }
                .with_skinning(method);
                let mut posed = PosedModel::at_rest(&model);
                let right = mirrored(&bench.picture(&model, &posed, &view));
                let flip = Vec3::new(-1.0, 1.0, 1.0);
                set_joint(
                    &model,
                    &mut posed,
                    0,
                    Transform {
                        scale: flip,
                        ..Transform::IDENTITY
                    },
                );
                let got = bench.picture(
                    &model,
                    &posed,
                    &View {
                        key_light_in_view: key * flip,
                        ..view
                    },
                );
                let (mean, clear) = difference(&got, &right);
                assert!(
                    mean < 0.8 && clear < 0.02,
                    "double-sided {double_sided}, skin {with_skin}, {method:?}: mean {mean}, {clear} of all"
                );
                // It can tell: the picture that is not mirrored is another one.
                assert!(difference(&got, &mirrored(&right)).0 > 3.0);
                assert!(got.pixel(28, 32)[0] > 60, "lit, not inside out");
            }
        }
    }
}

#[test]
fn any_size_is_drawn() {
    let model = still(vec![(quad(1.0, 0.0), Material::clay())]);
    for (asked, made) in [
        ([1, 1], [1, 1]),
        ([37, 23], [37, 23]),
        ([0, 5], [1, 5]),
        ([3, 301], [3, 301]),
    ] {
        let view = View {
            background: Background::DARK,
            ..plain_view(asked)
        };
        let picture = rest_picture(&model, &view);
        assert_eq!([picture.width, picture.height], made);
        assert_eq!(picture.rgba.len(), (4 * made[0] * made[1]) as usize);
        assert!(picture.rgba.chunks(4).all(|p| p[3] == 255));
    }
    let bench = bench();
    let mut target = ViewTarget::new(&bench.gpu, [8, 8]);
    target.resize(&bench.gpu, [0, 0]);
    assert_eq!(target.size_px(), [1, 1]);
}

#[test]
fn the_same_view_gives_the_same_bytes() {
    let model = bumpy(false, true);
    let view = View {
        background: Background::LIGHT,
        overlays: Overlays {
            skeleton: true,
            grid: true,
            ..Overlays::default()
        },
        ..plain_view([64, 48])
    };
    assert_eq!(rest_picture(&model, &view), rest_picture(&model, &view));
}

#[test]
fn a_texture_is_placed_by_its_slots_transform() {
    // Red, green over blue, white.
    let rgba = vec![255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255];
    let corners = |rotation: f32, offset: Vec2, uv_set: u32| {
        let mut shape = quad(1.0, 0.0);
        shape.uvs[1] = Some(vec![Vec2::new(0.75, 0.75); 4].into());
        let mut model = still(vec![(shape, unlit(Vec4::ONE, AlphaMode::Opaque))]);
        let mut slot = texture(&mut model, 2, 2, rgba.clone());
        slot.uv_set = uv_set;
        slot.transform.rotation = rotation;
        slot.transform.offset = offset;
        model.materials[0].base_color_texture = Some(slot);
        let picture = rest_picture(&model, &plain_view([16, 16]));
        [(4, 4), (12, 4), (4, 12), (12, 12)].map(|(x, y)| {
            let [r, g, b, _] = picture.pixel(x, y).map(|c| c > 127);
            [r, g, b]
        })
    };
    let (red, green, blue, white) = (
        [true, false, false],
        [false, true, false],
        [false, false, true],
        [true, true, true],
    );
    assert_eq!(corners(0.0, Vec2::ZERO, 0), [red, green, blue, white]);
    assert_eq!(corners(0.0, Vec2::new(0.5, 0.0), 0), [green, red, white, blue]);
    assert_eq!(corners(0.0, Vec2::ZERO, 1), [white; 4]);
    // The UVs turn counter-clockwise about the top left corner, so the picture turns clockwise.
    assert_eq!(
        corners(std::f32::consts::FRAC_PI_2, Vec2::ZERO, 0),
        [blue, red, white, green]
    );
}

#[test]
fn a_picture_beyond_the_limit_is_scaled_down() {
    let mut model = still(vec![(quad(1.0, 0.0), unlit(Vec4::ONE, AlphaMode::Opaque))]);
    let slot = texture(&mut model, 1, 20_000, [90, 120, 150, 255].repeat(20_000));
    model.materials[0].base_color_texture = Some(slot);
    let picture = rest_picture(&model, &plain_view([8, 8]));
    assert!(close(picture.pixel(4, 4), [90, 120, 150, 255], 1));
}

#[test]
fn points_and_lines_show() {
    for topology in [
        Topology::Points,
        Topology::LineStrip,
        Topology::LineLoop,
        Topology::Lines,
    ] {
        let shape = Primitive {
            topology,
            positions: vec![Vec3::new(-0.5, 0.01, 0.0), Vec3::new(0.5, 0.01, 0.0)].into(),
            colors: Some(vec![Vec4::new(1.0, 0.5, 0.0, 1.0); 2].into()),
            ..Primitive::default()
        };
        let material = Material {
            unlit: false,
            ..Material::clay()
        };
        let picture = rest_picture(&still(vec![(shape, material)]), &plain_view([33, 33]));
        let covered = picture.rgba.chunks(4).filter(|p| p[3] > 0).count();
        let expected = if topology == Topology::Points {
            2..9
        } else {
            14..70
        };
        assert!(expected.contains(&covered), "{topology:?}: {covered}");
        assert!(
            picture.rgba.chunks(4).all(|p| p[3] == 0 || p[0] > p[2]),
            "{topology:?}"
        );
    }
}

#[test]
fn a_model_without_mesh_shows_its_skeleton() {
    let mut model = skinned(vec![(quad(1.0, 0.0), Material::clay())], 3);
    model.scenes[0].instances.clear();
    let mut posed = PosedModel::at_rest(&model);
    for joint in [1, 2] {
        let up = Transform {
            translation: Vec3::new(0.2, 0.5, 0.0),
            ..Transform::IDENTITY
        };
        set_joint(&model, &mut posed, joint, up);
    }
    let mut bench = bench();
    let view = View {
        camera: plain_view([64, 64]).camera,
        ..plain_view([64, 64])
    };
    let shown = bench.picture(&model, &posed, &view);
    assert!(shown.rgba.chunks(4).filter(|p| p[3] > 200).count() > 30);
    let selected = bench.picture(
        &model,
        &posed,
        &View {
            selected_joint: Some(JointId(1)),
            ..view
        },
    );
    let accent = |p: &Picture| {
        p.rgba
            .chunks(4)
            .filter(|p| p[3] > 200 && p[2] > 200 && p[0] < 150)
            .count()
    };
    assert_eq!(accent(&shown), 0);
    assert!(accent(&selected) > 20, "{}", accent(&selected));
}

#[test]
fn the_skeleton_is_seen_through_the_mesh_and_dimmed() {
    let model = skinned(vec![(ball(Vec3::splat(0.9)), Material::clay())], 2);
    let mut posed = PosedModel::at_rest(&model);
    set_joint(
        &model,
        &mut posed,
        1,
        Transform {
            translation: Vec3::new(0.0, 0.6, 0.0),
            ..Transform::IDENTITY
        },
    );
    let mut bench = bench();
    let plain = bench.picture(&model, &posed, &plain_view([64, 64]));
    let overlays = Overlays {
        skeleton: true,
        grid: false,
        ..Overlays::default()
    };
    let with = bench.picture(
        &model,
        &posed,
        &View {
            overlays,
            ..plain_view([64, 64])
        },
    );
    assert!(difference(&plain, &with).1 > 0.002);
}

#[test]
fn the_whole_matrix_of_pipelines_is_small_and_draws() {
    let mut bench = Bench::new(&options());
    bench.renderer.prepare_all(&bench.gpu);
    let all = PipelineKey::all();
    assert_eq!(bench.renderer.pipeline_count(), all.len());
    let (of_character, passes): (Vec<_>, Vec<_>) = all
        .iter()
        .copied()
        .partition(|k: &PipelineKey| k.draws_character());
    assert!(of_character.len() <= 64, "{} pipelines", of_character.len());
    assert!(passes.len() <= 16, "{} passes", passes.len());
    for joints in [2, 7] {
        for scale in [1.0, -1.0] {
            let mut parts = Vec::new();
            for alpha_mode in [
                AlphaMode::Opaque,
                AlphaMode::Mask { cutoff: 0.5 },
                AlphaMode::Blend,
            ] {
                for double_sided in [false, true] {
                    parts.push((
                        ball(Vec3::splat(0.5)),
                        Material {
                            alpha_mode,
                            double_sided,
                            ..Material::clay()
                        },
                    ));
                }
            }
            for topology in [Topology::Points, Topology::LineStrip, Topology::TriangleStrip] {
                parts.push((
                    Primitive {
                        topology,
                        indices: None,
                        ..quad(0.5, 0.0)
                    },
                    Material::clay(),
                ));
            }
            let model = skinned(parts, joints);
            let mut posed = PosedModel::at_rest(&model);
            set_joint(
                &model,
                &mut posed,
                0,
                Transform {
                    scale: Vec3::splat(scale),
                    ..Transform::IDENTITY
                },
            );
            for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
                let overlays = Overlays {
                    skeleton: true,
                    grid: true,
                    ..Overlays::default()
                };
                let view = View {
                    overlays,
                    background: Background::DARK,
                    ..plain_view([16, 16])
                }
                .with_skinning(method);
                bench.picture(&model, &posed, &view);
                bench.gpu.take_error().expect("every pipeline draws");
            }
        }
    }
    // Nothing was made that is not in the matrix, and nothing per frame.
    assert_eq!(bench.renderer.pipeline_count(), all.len());
}

#[test]
fn a_lost_device_is_an_error_not_a_panic() {
    let mut bench = Bench::new(&options());
    let model = still(vec![(quad(1.0, 0.0), Material::clay())]);
    let posed = PosedModel::at_rest(&model);
    let mut gpu_model = bench.upload(&model);
    let target = ViewTarget::new(&bench.gpu, [8, 8]);
    bench.gpu.device.destroy();
    // The callback comes with the next call.
    let _ = bench.gpu.device.poll(wgpu::PollType::Poll);
    assert!(bench.gpu.is_lost());
    let stats = bench.renderer.draw(
        &bench.gpu,
        &mut gpu_model,
        &model,
        &posed,
        &plain_view([8, 8]),
        &target,
    );
    assert_eq!(stats.draws, 0);
    assert_eq!(target.read(&bench.gpu).unwrap_err(), RenderError::Lost);
    // A new device takes over from the same model.
    let mut bench = Bench::new(&options());
    assert_eq!(
        bench.picture(&model, &posed, &plain_view([8, 8])).pixel(4, 4)[3],
        255
    );
}

#[test]
fn it_says_what_it_draws_with() {
    let bench = bench();
    assert!(!bench.gpu.description().is_empty());
    assert!(bench.gpu.max_texture_px() >= 2048);
}

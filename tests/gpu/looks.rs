//! What looks, edges and views of influences show, by what pixels mean.

use glam::{Vec2, Vec3, Vec4};
use rigscope::animation::JointId;
use rigscope::model::{
    AlphaMode, FoundInfluences, FoundSet, InstanceId, Material, Model, PosedModel, Primitive,
};
use rigscope::render::Picture;
use rigscope::skinning::{InfluencesBuilder, SkinningMethod};
use rigscope::viewer::look::joint_color;
use rigscope::viewer::view::{Background, Layout, Overlays, View};
use rigscope::viewer::{Look, WeightView, Weights};

use crate::support::{ball, bench, linear, plain_view, quad, skinned, still, unlit};

fn looked(model: &Model, view: &View) -> Picture {
    bench().picture(model, &PosedModel::at_rest(model), view)
}

fn with_look(look: Look, size: u32) -> View {
    View {
        look,
        ..plain_view([size, size])
    }
}

fn rgb(picture: &Picture, x: u32, y: u32) -> [u8; 3] {
    let [r, g, b, _] = picture.pixel(x, y);
    [r, g, b]
}

fn near(a: [u8; 3], b: [u8; 3], most: u8) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= most)
}

/// A quad of red metal, half rough, with vertex colours.
fn red_metal() -> Model {
    let mut quad = quad(0.9, 0.0);
    quad.colors = Some(vec![Vec4::new(1.0, 0.5, 1.0, 1.0); 4].into());
    still(vec![(
        quad,
        Material {
            base_color: Vec4::new(linear(200), linear(40), linear(20), 1.0),
            metallic: 0.75,
            roughness: 0.25,
            emissive: Vec3::new(0.0, linear(90), 0.0),
            ..Material::default()
        },
    )])
}

#[test]
fn channels_have_the_numbers_of_the_material() {
    let model = red_metal();
    let middle = |look| rgb(&looked(&model, &with_look(look, 16)), 8, 8);
    let green = ((linear(40) * 0.5).powf(1.0 / 2.4) * 1.055 - 0.055) * 255.0;
    assert!(
        near(middle(Look::BaseColor), [200, green as u8, 20], 2),
        "{:?}",
        middle(Look::BaseColor)
    );
    assert!(near(middle(Look::Metallic), [191; 3], 1));
    assert!(near(middle(Look::Roughness), [64; 3], 1));
    assert!(near(middle(Look::Occlusion), [255; 3], 1));
    assert!(near(middle(Look::Emissive), [0, 90, 0], 1));
    assert!(near(middle(Look::VertexColor), [255, 188, 255], 1));
    assert!(
        near(middle(Look::Normals), [128, 128, 255], 1),
        "{:?}",
        middle(Look::Normals)
    );
    assert!(near(middle(Look::Tangents), [255, 128, 128], 1));
    // Lit, it shows none of these.
    let lit = middle(Look::Lit);
    assert!(Look::ALL[7..].iter().all(|l| !near(middle(*l), lit, 2)));
}

#[test]
fn normals_are_those_that_skinning_leaves() {
    let model = skinned(vec![(quad(0.9, 0.0), Material::clay())], 2);
    let mut posed = PosedModel::at_rest(&model);
    let turned = glam::Quat::from_rotation_y(0.7);
    let local = rigscope::math::Transform {
        rotation: turned,
        ..rigscope::math::Transform::IDENTITY
    };
    crate::support::set_joint(&model, &mut posed, 0, local);
    for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
        let view = with_look(Look::Normals, 16).with_skinning(method);
        let seen = rgb(&bench().picture(&model, &posed, &view), 8, 8);
        let n = turned * Vec3::Z;
        let expected = [n.x, n.y, n.z].map(|v| ((0.5 + 0.5 * v) * 255.0).round() as u8);
        assert!(near(seen, expected, 2), "{method:?}: {seen:?} {expected:?}");
    }
}

#[test]
fn what_a_file_lacks_is_hatched_and_not_guessed() {
    let mut bare = quad(0.9, 0.0);
    bare.tangents = None;
    bare.uvs = [None, None];
    let bare = still(vec![(bare, Material::clay())]);
    let full = red_metal();
    for look in [Look::Tangents, Look::UvChecker, Look::VertexColor] {
        let seen = looked(&bare, &with_look(look, 48));
        let colors: std::collections::BTreeSet<[u8; 3]> = (8..40).map(|x| rgb(&seen, x, 24)).collect();
        assert!(
            colors
                .iter()
                .all(|[r, g, b]| r.abs_diff(*g) < 3 && g.abs_diff(*b) < 3),
            "{look:?}: grey"
        );
        assert!(colors.len() > 1, "{look:?} has lines");
        let there = looked(&full, &with_look(look, 48));
        assert!(!near(rgb(&there, 24, 24), rgb(&seen, 24, 24), 10), "{look:?}");
    }
}

#[test]
fn faces_have_two_colours_and_both_show() {
    let mut away = quad(0.9, 0.0);
    away.indices = Some(vec![0, 2, 1, 0, 3, 2].into());
    let seen = |p: Primitive| {
        rgb(
            &looked(&still(vec![(p, Material::clay())]), &with_look(Look::Faces, 16)),
            8,
            8,
        )
    };
    let [front, back] = [seen(quad(0.9, 0.0)), seen(away)];
    assert!(front[2] > front[0] && back[0] > back[2], "{front:?} {back:?}");
}

#[test]
fn clay_and_matcap_forget_the_material_and_show_the_form() {
    let of = |color: Vec4, look: Look| {
        let model = still(vec![(ball(Vec3::splat(0.9)), unlit(color, AlphaMode::Opaque))]);
        looked(&model, &with_look(look, 64))
    };
    for look in [Look::Clay, Look::Matcap] {
        let red = of(Vec4::new(1.0, 0.0, 0.0, 1.0), look);
        let blue = of(Vec4::new(0.0, 0.0, 1.0, 1.0), look);
        let luma = |x, y| rgb(&red, x, y).iter().map(|c| u32::from(*c)).sum::<u32>();
        assert_eq!(rgb(&red, 32, 32), rgb(&blue, 32, 32), "{look:?}");
        // A flat disk would have one lightness.
        let row: Vec<u32> = (8..56).map(|x| luma(x, 30)).collect();
        let spread = row.iter().max().unwrap() - row.iter().min().unwrap();
        assert!(spread > 80, "{look:?}: {spread}");
        assert!(luma(32, 10) > luma(32, 56), "{look:?}: lit from above");
    }
    // Unlit and lit look the same without a look.
    let lit = of(Vec4::new(1.0, 0.0, 0.0, 1.0), Look::Lit);
    assert_eq!(rgb(&lit, 32, 32), [255, 0, 0]);
}

#[test]
fn a_wireframe_is_open_between_its_edges_and_as_wide_everywhere() {
    let model = still(vec![(quad(0.8, 0.0), Material::clay())]);
    let count = |size: u32, row: u32| {
        let seen = looked(&model, &with_look(Look::Wireframe, size));
        let covered: u32 = (0..size).map(|x| u32::from(seen.pixel(x, row)[3])).sum();
        f64::from(covered) / 255.0
    };
    // A row meets the left edge, the diagonal and the right edge, whatever the size of the picture.
    let (small, large) = (count(128, 40), count(512, 160));
    assert!((2.0..6.0).contains(&small), "{small}");
    assert!((large - small).abs() < 0.8, "{small} {large}");
    let seen = looked(&model, &with_look(Look::Wireframe, 128));
    assert_eq!(seen.pixel(40, 40)[3], 0, "nothing between edges");
    // The surface hides what is behind it where lines are hidden, and not in the wireframe.
    let two = |look| {
        let mut far = quad(0.8, -0.5);
        far.positions = far
            .positions
            .iter()
            .map(|p| *p * Vec3::new(0.5, 0.5, 1.0))
            .collect::<Vec<_>>()
            .into();
        let model = still(vec![(quad(0.8, 0.0), Material::clay()), (far, Material::clay())]);
        let seen = looked(
            &model,
            &View {
                background: Background::DARK,
                ..with_look(look, 128)
            },
        );
        // Left edge of the far quad, away from diagonals.
        let at = (64.0 - 0.4 * 64.0) as u32;
        (at - 1..=at + 1)
            .map(|x| u32::from(seen.pixel(x, 75)[0]))
            .max()
            .unwrap()
    };
    let plain = 80;
    assert!(two(Look::Wireframe) > plain, "{}", two(Look::Wireframe));
    assert!(two(Look::HiddenLine) < plain, "{}", two(Look::HiddenLine));
}

#[test]
fn edges_lie_over_any_look_and_follow_morphs_and_both_methods() {
    let model = skinned(vec![(ball(Vec3::new(0.5, 0.9, 0.5)), Material::clay())], 2);
    let mut posed = PosedModel::at_rest(&model);
    let local = rigscope::math::Transform {
        rotation: glam::Quat::from_rotation_y(2.2),
        ..rigscope::math::Transform::IDENTITY
    };
    crate::support::set_joint(&model, &mut posed, 1, local);
    for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
        for look in [Look::Lit, Look::Clay, Look::Normals] {
            let view = |wires| View {
                overlays: Overlays {
                    wires,
                    ..plain_view([96, 96]).overlays
                },
                ..with_look(look, 96).with_skinning(method)
            };
            let mut bench = bench();
            let bare = bench.picture(&model, &posed, &view(false));
            let wired = bench.picture(&model, &posed, &view(true));
            drop(bench);
            let mut changed = 0;
            for (x, y) in (0..96).flat_map(|x| (0..96).map(move |y| (x, y))) {
                if bare.pixel(x, y)[3] == 0 {
                    assert!(
                        wired.pixel(x, y)[3] < 90,
                        "{method:?} {look:?}: an edge beside the surface at {x} {y}"
                    );
                } else {
                    let apart = |k: usize| rgb(&bare, x, y)[k].abs_diff(rgb(&wired, x, y)[k]);
                    changed += u32::from((0..3).any(|k| apart(k) > 6));
                }
            }
            assert!(changed > 200, "{method:?} {look:?}: {changed}");
        }
    }
}

/// A quad whose left half follows joint 1 and whose right half joint 2, of three.
fn halves() -> Model {
    let mut model = skinned(vec![(quad(0.9, 0.0), Material::clay())], 3);
    let mut builder = InfluencesBuilder::new(3, 4);
    for p in model.meshes[0].primitives[0].positions.iter() {
        builder.push([(if p.x < 0.0 { 1 } else { 2 }, 1.0)]);
    }
    model.meshes[0].primitives[0].influences = Some(builder.finish().0);
    model
}

fn weighed(weights: Weights, size: u32) -> View {
    View {
        weights: Some(weights),
        ..plain_view([size, size])
    }
}

#[test]
fn the_weight_of_a_chosen_joint_is_its_place_on_the_ramp() {
    let model = halves();
    let seen = looked(&model, &weighed(Weights::of([JointId(2)]), 256));
    // From the left edge to the right one: the quad begins at 12.8 and ends at 243.2.
    let (none, half, full) = (rgb(&seen, 13, 128), rgb(&seen, 120, 128), rgb(&seen, 242, 128));
    assert!(
        full[0] > 190 && full[1] > 170 && full[2] < 110,
        "the bright end: {full:?}"
    );
    assert!(
        none[0].abs_diff(none[2]) < 45 && none[2] > none[0] && none[0] > 80,
        "neutral without weight, and clear of a dark background: {none:?}"
    );
    assert!(
        half[0] < full[0] && none[2] > half[2] + 15,
        "the middle of the ramp is told from no weight: {none:?} {half:?} {full:?}"
    );
    // Of both together every vertex has all.
    let both = looked(&model, &weighed(Weights::of([JointId(1), JointId(2)]), 256));
    assert!(near(rgb(&both, 13, 128), rgb(&both, 242, 128), 4));
    let other = looked(&model, &weighed(Weights::of([JointId(0)]), 256));
    assert!(near(rgb(&other, 13, 128), none, 12) && near(rgb(&other, 242, 128), none, 12));
}

#[test]
fn joints_have_their_colours_and_skinning_goes_on() {
    let model = halves();
    let hue = |c: [u8; 3]| {
        let most = f32::from(*c.iter().max().unwrap());
        Vec3::new(f32::from(c[0]), f32::from(c[1]), f32::from(c[2])) / most
    };
    for view in [WeightView::Joints, WeightView::Dominant] {
        let seen = looked(&model, &weighed(Weights::all(view), 256));
        for (x, joint) in [(13, 1), (242, 2)] {
            let apart = (hue(rgb(&seen, x, 128)) - hue(joint_color(JointId(joint))))
                .abs()
                .max_element();
            assert!(
                apart < 0.15,
                "{view:?} joint {joint}: {:?} {:?}",
                rgb(&seen, x, 128),
                joint_color(JointId(joint))
            );
        }
    }
    // A joint that is moved moves its half.
    let mut posed = PosedModel::at_rest(&model);
    let local = rigscope::math::Transform {
        translation: Vec3::new(-4.0, 0.0, 0.0),
        ..rigscope::math::Transform::IDENTITY
    };
    crate::support::set_joint(&model, &mut posed, 1, local);
    let view = weighed(Weights::all(WeightView::Joints), 64);
    let moved = bench().picture(&model, &posed, &view);
    let still_there = looked(&model, &view);
    let covered = |p: &Picture| (0..64).filter(|x| p.pixel(*x, 32)[3] > 0).count();
    assert!(covered(&still_there) > 50 && covered(&moved) != covered(&still_there));
}

#[test]
fn the_number_of_influences_has_a_colour_and_a_rigid_mesh_none() {
    let one = halves();
    let two = skinned(vec![(quad(0.9, 0.0), Material::clay())], 2);
    let rigid = still(vec![(quad(0.9, 0.0), Material::clay())]);
    let seen = |m: &Model| {
        let p = looked(m, &weighed(Weights::all(WeightView::Count), 33));
        rgb(&p, 16, 10)
    };
    let (one, two, rigid) = (seen(&one), seen(&two), seen(&rigid));
    assert!(!near(one, two, 20), "{one:?} {two:?}");
    assert!(rigid[0].abs_diff(rigid[2]) < 4, "hatched grey: {rigid:?}");
}

#[test]
fn vertices_with_weights_worth_a_look_are_marked_and_no_others() {
    // Four corners: right, not normalised, without weight, over a limit of one.
    let mut model = skinned(vec![(quad(0.7, 0.0), Material::clay())], 3);
    let weights: [[f32; 4]; 4] = [
        [1.0, 0.0, 0.0, 0.0],
        [0.5, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.0],
        [0.5, 0.5, 0.0, 0.0],
    ];
    let mut builder = InfluencesBuilder::new(3, 4);
    for w in &weights {
        builder.push((0..4).zip(*w));
    }
    let primitive = &mut model.meshes[0].primitives[0];
    primitive.influences = Some(builder.finish().0);
    primitive.found = Some(Box::new(FoundInfluences {
        sets: vec![FoundSet {
            set: 0,
            joints: vec![[0, 1, 2, 0]; 4].into(),
            weights: weights.to_vec().into(),
        }],
        ..FoundInfluences::default()
    }));
    let view = weighed(
        Weights {
            limit: 1,
            ..Weights::all(WeightView::Count)
        },
        101,
    );
    let seen = looked(&model, &view);
    // Just within each corner.
    let at = |x: f32, y: f32| {
        let px = Vec2::new(50.5 + x * 50.5 * 0.66, 50.5 - y * 50.5 * 0.66);
        rgb(&seen, px.x as u32, px.y as u32)
    };
    assert!(
        !near(at(-1.0, -1.0), [242, 56, 51], 60),
        "what is right has no mark"
    );
    assert!(near(at(1.0, -1.0), [242, 56, 51], 60), "red: {:?}", at(1.0, -1.0));
    assert!(
        near(at(1.0, 1.0), [237, 64, 217], 60),
        "magenta: {:?}",
        at(1.0, 1.0)
    );
    assert!(
        near(at(-1.0, 1.0), [255, 153, 26], 60),
        "orange: {:?}",
        at(-1.0, 1.0)
    );
    assert!(
        rgb(&seen, 50, 50)[0] < 120,
        "the middle is free: {:?}",
        rgb(&seen, 50, 50)
    );
}

#[test]
fn every_look_is_drawn_in_every_layout() {
    let model = skinned(vec![(ball(Vec3::splat(0.8)), Material::clay())], 2);
    let mut posed = PosedModel::at_rest(&model);
    let local = rigscope::math::Transform {
        rotation: glam::Quat::from_rotation_y(1.0),
        ..rigscope::math::Transform::IDENTITY
    };
    crate::support::set_joint(&model, &mut posed, 1, local);
    let mut bench = bench();
    for layout in [
        Layout::Split { at: 0.5 },
        Layout::Side,
        Layout::Ghost,
        Layout::Difference { scale: 0.1 },
    ] {
        for look in Look::ALL {
            let view = View {
                layout,
                ..with_look(look, 24)
            };
            let seen = bench.picture(&model, &posed, &view);
            let there = (0..24).flat_map(|x| (0..24).map(move |y| (x, y)));
            let count = there.filter(|(x, y)| seen.pixel(*x, *y)[3] > 10).count();
            assert!(count > 60, "{layout:?} {look:?}: {count}");
            bench.gpu.take_error().expect("every look draws");
        }
    }
}

#[test]
fn what_is_out_of_sight_is_not_drawn() {
    let red = unlit(Vec4::new(1.0, 0.0, 0.0, 1.0), AlphaMode::Opaque);
    let green = unlit(Vec4::new(0.0, 1.0, 0.0, 1.0), AlphaMode::Opaque);
    let model = still(vec![(quad(0.9, 0.1), red), (quad(0.9, 0.0), green)]);
    let mut posed = PosedModel::at_rest(&model);
    let view = plain_view([8, 8]);
    let mut bench = bench();
    assert_eq!(rgb(&bench.picture(&model, &posed, &view), 4, 4), [255, 0, 0]);
    posed.hidden.hide_part(InstanceId(0), 0);
    assert_eq!(rgb(&bench.picture(&model, &posed, &view), 4, 4), [0, 255, 0]);
    let wired = View {
        look: Look::Wireframe,
        ..view
    };
    posed.hidden.hide_part(InstanceId(0), 1);
    for view in [view, wired] {
        assert_eq!(bench.picture(&model, &posed, &view).pixel(4, 4)[3], 0);
    }
}

//! What a file says of its scene, as pictures: copies of a mesh, hidden meshes, sets of materials, and the file's cameras.

use glam::{Affine3A, Quat, Vec3, Vec4};
use rigscope::math::{Rows3x4, Transform};
use rigscope::model::{
    AlphaMode, CameraPlace, InstanceId, Lens, Material, MaterialId, MaterialVariant, MaterialVariantId,
    Model, PosedModel,
};
use rigscope::render::Picture;
use rigscope::skinning::SkinningMethod;
use rigscope::viewer::view::{Overlays, View};
use rigscope::viewer::{Camera, Through};

use crate::support::{bench, plain_view, quad, set_joint, still, unlit};

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

fn flat(color: [u8; 4]) -> Material {
    let [r, g, b, _] = color.map(|c| f32::from(c) / 255.0);
    unlit(Vec4::new(r, g, b, 1.0), AlphaMode::Opaque)
}

fn rest_picture(model: &Model, view: &View) -> Picture {
    bench().picture(model, &PosedModel::at_rest(model), view)
}

/// Two by two units seen; a small red square in the middle.
fn square() -> Model {
    still(vec![(quad(0.1, 0.0), flat(RED))])
}

/// Which of the nine points of a grid half a unit apart are red.
fn reds(picture: &Picture) -> Vec<[i32; 2]> {
    let mut out = Vec::new();
    for y in [-1, 0, 1] {
        for x in [-1, 0, 1] {
            let at = |v: i32, flip: i32| (32 + 16 * v * flip) as u32;
            if picture.pixel(at(x, 1), at(y, -1)) == RED {
                out.push([x, y]);
            }
        }
    }
    out
}

#[test]
fn copies_are_drawn_where_they_stand_and_move_with_their_node() {
    let mut model = square();
    let at = |x: f32, y: f32| Rows3x4::from(Affine3A::from_translation(Vec3::new(x, y, 0.0)));
    model.copies = vec![at(0.5, 0.0), at(0.0, 0.5), at(-0.5, -0.5)].into();
    model.instances[0].copies = 0..3;
    let view = plain_view([64, 64]);
    assert_eq!(reds(&rest_picture(&model, &view)), [[-1, -1], [1, 0], [0, 1]]);
    // A quarter turn of the node turns all of them.
    let mut posed = PosedModel::at_rest(&model);
    let turn = Transform {
        rotation: Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
        ..Transform::IDENTITY
    };
    set_joint(&model, &mut posed, 0, turn);
    let turned = bench().picture(&model, &posed, &view);
    assert_eq!(reds(&turned), [[1, -1], [-1, 0], [0, 1]]);
    // The vertices that are read back are those at the node.
    let mut bench = bench();
    let mut gpu_model = bench.upload(&model);
    let bench = &mut *bench;
    let read = bench
        .renderer
        .skinned_vertices(
            &bench.gpu,
            &mut gpu_model,
            &model,
            &PosedModel::at_rest(&model),
            model.default_scene,
            SkinningMethod::LinearBlend,
        )
        .unwrap();
    assert_eq!(
        read[0].vertices[0].position,
        model.meshes[0].primitives[0].positions[0]
    );
}

#[test]
fn a_mirrored_copy_keeps_its_outside_out() {
    let mirror = |x: f32| {
        let m = Affine3A::from_translation(Vec3::X * x) * Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
        Rows3x4::from(m)
    };
    let plain = Rows3x4::from(Affine3A::from_translation(Vec3::X * -0.5));
    let view = plain_view([64, 64]);
    for (copies, wanted) in [
        (vec![mirror(0.5)], vec![[1, 0]]),
        (vec![plain, mirror(0.5)], vec![[-1, 0], [1, 0]]),
    ] {
        let mut model = square();
        model.instances[0].copies = 0..copies.len() as u32;
        model.copies = copies.into();
        assert_eq!(reds(&rest_picture(&model, &view)), wanted);
    }
}

#[test]
fn many_copies_take_one_draw() {
    let mut model = square();
    let at = |k: u32| Vec3::new((k % 100) as f32 * 0.02 - 1.0, (k / 100) as f32 * 0.02 - 1.0, 0.0);
    model.copies = (0..10_000)
        .map(|k| Rows3x4::from(Affine3A::from_translation(at(k))))
        .collect();
    model.instances[0].copies = 0..10_000;
    let mut bench = bench();
    let bench = &mut *bench;
    let mut gpu_model = bench.upload(&model);
    let view = plain_view([64, 64]);
    let target = rigscope::render::ViewTarget::new(&bench.gpu, view.size_px);
    let posed = PosedModel::at_rest(&model);
    let draw = |bench: &mut crate::support::Bench, gpu_model: &mut _, model: &Model| {
        bench
            .renderer
            .draw(&bench.gpu, gpu_model, model, &posed, &view, &target)
    };
    let many = draw(bench, &mut gpu_model, &model);
    let one = square();
    let mut gpu_one = bench.upload(&one);
    let few = draw(bench, &mut gpu_one, &one);
    assert_eq!((many.draws, many.triangles), (few.draws, 20_000));
}

#[test]
fn hidden_meshes_show_only_when_asked_for() {
    let mut model = square();
    let mut hidden = model.instances[0].clone();
    hidden.visible = false;
    hidden.copies = 0..1;
    model.copies = vec![Rows3x4::from(Affine3A::from_translation(Vec3::X * 0.5))].into();
    model.instances.push(hidden);
    model.scenes[0].instances.push(InstanceId(1));
    let view = plain_view([64, 64]);
    assert_eq!(reds(&rest_picture(&model, &view)), [[0, 0]]);
    let all = View {
        overlays: Overlays {
            hidden: true,
            ..view.overlays
        },
        ..view
    };
    assert_eq!(reds(&rest_picture(&model, &all)), [[0, 0], [1, 0]]);
}

#[test]
fn a_set_of_materials_changes_colour_and_kind() {
    let mut model = square();
    model.materials.push(flat(BLUE));
    model
        .materials
        .push(unlit(Vec4::new(1.0, 1.0, 1.0, 0.5), AlphaMode::Blend));
    model.material_variants = vec![MaterialVariant::default(); 3];
    model.meshes[0].primitives[0].variant_materials = vec![
        (MaterialVariantId(0), MaterialId(1)),
        (MaterialVariantId(2), MaterialId(2)),
    ];
    let under = |variant: Option<u32>| {
        let view = View {
            material_variant: variant.map(MaterialVariantId),
            ..plain_view([64, 64])
        };
        rest_picture(&model, &view).pixel(32, 32)
    };
    assert_eq!(under(None), RED);
    assert_eq!(under(Some(0)), BLUE);
    assert_eq!(under(Some(1)), RED, "what a set does not name keeps its own");
    assert!(
        under(Some(2))[3].abs_diff(128) < 3,
        "see-through: {:?}",
        under(Some(2))
    );
    assert_eq!(under(Some(9)), RED, "a set that is not there is none");
}

#[test]
fn a_camera_of_the_file_is_looked_through() {
    let model = still(vec![(quad(0.5, 0.0), flat(RED))]);
    // From behind, two units away, rolled by a quarter turn: the square is seen from its back, so nothing shows.
    let through = |place: CameraPlace, lens| View {
        camera: Camera {
            through: Some(Through { place, lens }),
            ..Camera::default()
        },
        ..plain_view([60, 30])
    };
    let front = CameraPlace {
        position: Vec3::new(0.25, 0.0, 1.0),
        right: Vec3::Y,
        up: -Vec3::X,
        backward: Vec3::Z,
    };
    let back = CameraPlace {
        position: Vec3::new(0.0, 0.0, -1.0),
        right: -Vec3::X,
        up: Vec3::Y,
        backward: -Vec3::Z,
    };
    let covered = |view: &View| {
        let picture = rest_picture(&model, view);
        let red = |x, y| picture.pixel(x, y) == RED;
        let (xs, ys) = (
            (0..60).filter(|x| red(*x, 15)).count(),
            (0..30).filter(|y| red(30, *y)).count(),
        );
        [xs, ys, usize::from(red(30, 1)), usize::from(red(30, 28))]
    };
    // Two units high, four wide: 15 pixels a unit. The square reaches from 0.75 below to 0.25 above the middle.
    let seen = covered(&through(front, Lens::Orthographic { half_height: 1.0 }));
    assert!(seen[0].abs_diff(15) <= 1 && seen[1].abs_diff(15) <= 1, "{seen:?}");
    // Its picture's up is -x: most of the square is above, since the camera stands at its +x side.
    let wide = covered(&through(
        front,
        Lens::Perspective {
            fov_y: 2.0 * 0.5_f32.atan(),
        },
    ));
    assert_eq!(
        (wide[2], wide[3]),
        (1, 0),
        "one unit high: it ends below, and runs out above: {wide:?}"
    );
    assert_eq!(
        covered(&through(back, Lens::Orthographic { half_height: 1.0 }))[0],
        0
    );
}

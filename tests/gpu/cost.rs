//! What a frame takes: nothing is made anew while no size changes.

use glam::Vec3;
use rigscope::math::Transform;
use rigscope::model::{Material, PosedModel};
use rigscope::render::{DrawStats, Poses, ViewTarget};
use rigscope::skinning::SkinningMethod;
use rigscope::viewer::view::{Background, Layout, Overlays, Preset, View};

use crate::support::{ball, bench, plain_view, set_joint, skinned};

#[test]
fn a_frame_makes_nothing_while_no_size_changes() {
    let mut shared = bench();
    let bench = &mut *shared;
    let mut glass = Material::clay();
    glass.transmission.factor = 1.0;
    let model = skinned(
        vec![
            (ball(Vec3::splat(0.7)), Material::clay()),
            (ball(Vec3::splat(0.5)), glass),
        ],
        2,
    );
    let mut uploaded = bench.upload(&model);
    let mut posed = PosedModel::at_rest(&model);
    let other = PosedModel::at_rest(&model);
    for preset in [Preset::Full, Preset::Reduced] {
        for layout in [
            Layout::A,
            Layout::Side,
            Layout::Ghost,
            Layout::Difference { scale: 0.01 },
        ] {
            let view = View {
                preset,
                layout,
                background: Background::DARK,
                overlays: Overlays {
                    skeleton: true,
                    ..Overlays::default()
                },
                skinnings: [
                    SkinningMethod::LinearBlend.into(),
                    SkinningMethod::DualQuaternion.into(),
                ],
                ..plain_view([48, 32])
            };
            let target = ViewTarget::new(&bench.gpu, view.size_px);
            let mut frame = |turn: f32, sample: u32, two_poses: bool| -> DrawStats {
                let turned = Transform {
                    rotation: glam::Quat::from_rotation_z(turn),
                    ..Transform::IDENTITY
                };
                set_joint(&model, &mut posed, 1, turned);
                let poses = if two_poses {
                    Poses::of_sides(&posed, &other)
                } else {
                    Poses::from(&posed)
                };
                let seen = (&model, poses);
                bench
                    .renderer
                    .draw_sample(&bench.gpu, &mut uploaded, seen, &view, &target, sample)
            };
            let first = frame(0.0, 0, false);
            assert!(first.made.textures > 0, "a new target has textures: {first:?}");
            assert!(
                first.passes > 3 && first.draws > 6 && first.triangles > 1000,
                "{first:?}"
            );
            assert!(first.uploaded_bytes > 0 && first.texture_bytes > 0, "{first:?}");
            for k in 1..4 {
                // Nor where B gets a pose of its own.
                let next = frame(0.1 * k as f32, 0, k == 2);
                assert_eq!(next.made.total(), 0, "{preset:?} {layout:?}: {next:?}");
                assert_eq!(
                    (next.passes, next.draws, next.texture_bytes),
                    (first.passes, first.draws, first.texture_bytes)
                );
            }
            // At rest, too, once the first sample brought what the others need.
            frame(0.3, 1, false);
            for sample in 2..5 {
                let next = frame(0.3, sample, false);
                assert_eq!(next.made.total(), 0, "{preset:?} {layout:?}, {sample}: {next:?}");
            }
        }
    }
}

/// The counters would not see what is made past them.
#[test]
fn everything_is_made_through_the_counting_door() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/render");
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("an entry").path();
        if path.ends_with("cost.rs") {
            continue;
        }
        let text: String = std::fs::read_to_string(&path)
            .expect("text")
            .split_whitespace()
            .collect();
        for made in ["buffer", "texture", "bind_group", "render_pipeline"] {
            let past = format!("device.create_{made}(");
            assert!(!text.contains(&past), "{}: {past}", path.display());
        }
        assert!(!text.contains("queue.write_buffer("), "{}", path.display());
    }
}

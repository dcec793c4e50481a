//! Opening one model after the other, and drawing frame after frame, leaves memory flat.

use rigscope::model::{Material, PosedModel};
use rigscope::render::ViewTarget;
use rigscope::skinning::SkinningMethod;
use rigscope::viewer::view::{Layout, Preset, View};

use crate::support::{ball, bench, plain_view, skinned, texture};

/// Bytes of this process that are in memory.
pub(crate) fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// After ten models everything that is made once is there. Forty more bring 40 MiB of pictures in memory and 53 on the
/// device; a driver that keeps a shader for every pass of two frames each brings 70. None of it may stay: 8 MiB are room
/// for the allocator.
#[test]
fn fifty_models_in_turn_leave_memory_flat() {
    const SIDE: u32 = 512;
    const MARGIN: u64 = 8 << 20;
    if resident().is_none() {
        return; // Only Linux tells.
    }
    let mut shared = bench();
    let bench = &mut *shared;
    let mut view = plain_view([64, 64]);
    view.background = View::default().background;
    view.overlays.grid = true;
    // What the program itself takes on a driver without a device: ten times as fast there.
    view.preset = Preset::Reduced;
    let target = ViewTarget::new(&bench.gpu, view.size_px);
    let mut after = Vec::new();
    for k in 0..50 {
        let mut model = skinned(vec![(ball(glam::Vec3::splat(0.8)), Material::clay())], 2);
        let rgba = vec![100 + k; (4 * SIDE * SIDE) as usize];
        let slot = texture(&mut model, SIDE, SIDE, rgba);
        model.materials[0].base_color_texture = Some(slot);
        let mut uploaded = bench.upload(&model);
        let posed = PosedModel::at_rest(&model);
        for _ in 0..2 {
            bench
                .renderer
                .draw(&bench.gpu, &mut uploaded, &model, &posed, &view, &target);
        }
        target.read(&bench.gpu).expect("a picture");
        drop((uploaded, model));
        let done = bench.gpu.device.poll(wgpu::PollType::wait_indefinitely());
        done.expect("the device goes on");
        after.push(resident().unwrap_or(0));
    }
    let grown = after[49].saturating_sub(after[9]);
    let mebibytes: Vec<u64> = after.iter().map(|b| b >> 20).collect();
    assert!(
        grown < MARGIN,
        "forty models left {grown} bytes: {mebibytes:?} MiB"
    );
}

/// Each way to lay two methods out, and each method, frame after frame. A driver that keeps what every pass makes keeps
/// several hundred kilobytes a frame.
#[test]
fn frame_after_frame_leaves_memory_flat() {
    const MARGIN: u64 = 6 << 20;
    if resident().is_none() {
        return;
    }
    let mut shared = bench();
    let bench = &mut *shared;
    let model = skinned(vec![(ball(glam::Vec3::splat(0.8)), Material::clay())], 2);
    let mut uploaded = bench.upload(&model);
    let mut posed = PosedModel::at_rest(&model);
    posed.update_matrices(&model, true);
    let mut view = plain_view([32, 32]);
    view.background = View::default().background;
    view.overlays.grid = true;
    let target = ViewTarget::new(&bench.gpu, view.size_px);
    let methods = [
        SkinningMethod::LinearBlend.into(),
        SkinningMethod::DualQuaternion.into(),
    ];
    for layout in [
        Layout::A,
        Layout::B,
        Layout::Side,
        Layout::Ghost,
        Layout::Difference { scale: 0.01 },
    ] {
        (view.layout, view.skinnings) = (layout, methods);
        // Every pass once; more would take minutes where the processor draws.
        view.preset = if layout == Layout::Side {
            Preset::Full
        } else {
            Preset::Reduced
        };
        let mut draw = |count| {
            for _ in 0..count {
                bench
                    .renderer
                    .draw(&bench.gpu, &mut uploaded, &model, &posed, &view, &target);
                let done = bench.gpu.device.poll(wgpu::PollType::wait_indefinitely());
                done.expect("the device goes on");
            }
            resident().unwrap_or(0)
        };
        let before = draw(6);
        let grown = draw(20).saturating_sub(before);
        assert!(grown < MARGIN, "{layout:?}: 20 frames left {grown} bytes");
    }
}

//! A frame of a model under a fault: the faulty twins of what [`PosedModel`] does.

use super::palette::{carriers, faulty_palette};
use super::sampling::{drop_scale, faulty_blend_over, faulty_sample};
use super::walk::{average, faulty_model_space};
use super::{Fault, Stage};
use crate::animation::{ClipId, ModelPose, Player, Pose};
use crate::model::{Model, PosedModel, SkinId};
use crate::skinning::Palette;

/// A clip that lies over what is below.
struct Layer {
    /// `None`: rest.
    clip: Option<ClipId>,
    time_secs: f64,
    /// `None`: it covers what is below.
    weight: Option<f32>,
}

/// The faulty twin of [`PosedModel::update`]. `model` is that of [`faulty_model`](super::faulty_model), if the fault
/// has one.
pub fn update(
    fault: Fault,
    posed: &mut PosedModel,
    model: &Model,
    player: &Player,
    with_dual_quaternions: bool,
) {
    let layers: Vec<Layer> = player
        .layers()
        .iter()
        .map(|l| Layer {
            clip: l.clip,
            time_secs: l.time_secs,
            weight: l.fade.map(|f| f.weight()),
        })
        .collect();
    lay(fault, posed, model, Some(player), &layers, with_dual_quaternions);
}

/// The faulty twin of [`PosedModel::set_clips`].
pub fn set_clips(
    fault: Fault,
    posed: &mut PosedModel,
    model: &Model,
    clip: Option<(ClipId, f64)>,
    over: Option<(ClipId, f64, f32)>,
    with_dual_quaternions: bool,
) {
    let base = Layer {
        clip: clip.map(|c| c.0),
        time_secs: clip.map_or(0.0, |c| c.1),
        weight: None,
    };
    let over = over.map(|(clip, time_secs, weight)| Layer {
        clip: Some(clip),
        time_secs,
        weight: Some(weight.clamp(0.0, 1.0)),
    });
    let layers: Vec<Layer> = std::iter::once(base).chain(over).collect();
    lay(fault, posed, model, None, &layers, with_dual_quaternions);
}

/// The faulty twin of [`PosedModel::update_matrices`]: from local transforms that are already there, those of
/// [`Fault::ScaleDropped`] without their scale.
pub fn update_matrices(fault: Fault, posed: &mut PosedModel, model: &Model, with_dual_quaternions: bool) {
    if fault == Fault::ScaleDropped {
        drop_scale(&model.skeleton, &mut posed.local);
    }
    faulty_model_space(fault, model, &posed.local, &mut posed.model_space);
    palettes(fault, posed, model, with_dual_quaternions);
}

fn palettes(fault: Fault, posed: &mut PosedModel, model: &Model, with_dual_quaternions: bool) {
    posed.palettes.resize_with(model.skins.len(), Palette::default);
    let carriers = match fault {
        Fault::NodeTransformApplied => carriers(model),
        _ => Vec::new(),
    };
    for (index, (palette, skin)) in posed.palettes.iter_mut().zip(&model.skins).enumerate() {
        let id = SkinId(index as u32);
        faulty_palette(
            fault,
            (model, id, &carriers),
            &posed.model_space,
            with_dual_quaternions,
            palette,
        );
        palette.set_mask(skin, &posed.joint_mask);
    }
}

fn lay(
    fault: Fault,
    posed: &mut PosedModel,
    model: &Model,
    player: Option<&Player>,
    layers: &[Layer],
    with_dual_quaternions: bool,
) {
    let skeleton = &model.skeleton;
    match player.and_then(Player::frozen) {
        Some(below) => posed.local.copy_from(below),
        None => skeleton.reset_to_rest(&mut posed.local),
    }
    // Of a fade of matrices: what is below, in model space.
    let averages = fault.stage() == Stage::Crossfade;
    let in_model_space = |pose: &Pose| {
        let mut out = ModelPose::default();
        skeleton.model_space(pose, &mut out);
        out
    };
    let mut mean = averages.then(|| in_model_space(&posed.local));
    for layer in layers {
        let mut sampled = skeleton.rest_pose();
        if let Some(clip) = layer.clip.and_then(|c| model.clip(c)) {
            faulty_sample(fault, clip, layer.time_secs, &mut sampled);
        }
        if let Some(below) = &mut mean {
            let over = in_model_space(&sampled);
            *below = layer
                .weight
                .map_or_else(|| over.clone(), |w| average(below, &over, w));
        }
        match layer.weight {
            None => posed.local.copy_from(&sampled),
            Some(weight) => faulty_blend_over(fault, &mut posed.local, &sampled, weight),
        }
    }
    if let Some(player) = player {
        player.adjust(&mut posed.local);
    }
    match mean {
        Some(mean) => {
            posed.model_space = mean;
            palettes(fault, posed, model, with_dual_quaternions);
        }
        None => update_matrices(fault, posed, model, with_dual_quaternions),
    }
}

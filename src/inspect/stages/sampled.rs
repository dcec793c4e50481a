//! What one clip makes of the joint: from keys to its local transform.

use glam::{Quat, Vec3};

use super::{KeyStage, Layer, LayerStage, Path, TrackStage};
use crate::animation::{Bracket, Interpolation, JointId, Keys, Target, sample_track};
use crate::math::Transform;
use crate::model::{Model, PosedModel};
use crate::teach::{self, Fault};

pub(super) fn layer(model: &Model, layer: Layer, joint: JointId, fault: Option<Fault>) -> LayerStage {
    let mut local = model.skeleton.rest(joint);
    let wrong = faulty_local(model, layer, joint, fault);
    let clip = layer.clip.and_then(|c| model.clip(c));
    let tracks = clip.map_or(&[][..], |c| c.tracks());
    let tracks = tracks
        .iter()
        .filter(|t| t.target.joint() == Some(joint) && !t.keys.is_empty())
        .filter_map(|t| {
            let mut track = track(&t.target, &t.keys, instant(&t.keys, layer.time_secs, fault))?;
            if let Some(wrong) = wrong {
                track.value = match track.path {
                    Path::Translation => wrong.translation.to_array().to_vec(),
                    Path::Rotation => wrong.rotation.to_array().to_vec(),
                    Path::Scale => wrong.scale.to_array().to_vec(),
                };
            }
            match (track.path, &track.value[..]) {
                (Path::Translation, v) => local.translation = Vec3::from_slice(v),
                (Path::Rotation, v) => local.rotation = Quat::from_slice(v),
                (Path::Scale, v) => local.scale = Vec3::from_slice(v),
            }
            Some(track)
        })
        .collect();
    LayerStage {
        clip: layer.clip.map(|c| c.0),
        time: layer.time_secs,
        weight: layer.weight,
        tracks,
        local: wrong.unwrap_or(local).into(),
    }
}

/// What the faulty sampler makes of the joint; `None` where the sampler is right. [`Fault::ScaleDropped`] samples
/// rightly and drops the scale of what comes of the layers.
fn faulty_local(model: &Model, layer: Layer, joint: JointId, fault: Option<Fault>) -> Option<Transform> {
    let fault = fault.filter(|f| {
        matches!(
            f,
            Fault::UnnormalisedNlerp | Fault::LongWaySlerp | Fault::FirstKeyNotHeld
        )
    })?;
    let mut posed = PosedModel::default();
    let clip = layer.clip.map(|c| (c, layer.time_secs));
    teach::set_clips(fault, &mut posed, model, clip, None, false);
    Some(posed.local.local(joint))
}

/// The instant whose keys are read: the playhead, or, where that fault makes a track fall through, its last key.
fn instant(keys: &Keys, time_secs: f64, fault: Option<Fault>) -> f64 {
    let times = keys.times();
    match (fault, times.first(), times.last()) {
        (Some(Fault::FirstKeyNotHeld), Some(&first), Some(&last)) if (time_secs as f32) < first => {
            f64::from(last)
        }
        _ => time_secs,
    }
}

fn track(target: &Target, keys: &Keys, time_secs: f64) -> Option<TrackStage> {
    let path = match target {
        Target::Translation(_) => Path::Translation,
        Target::Rotation(_) => Path::Rotation,
        Target::Scale(_) => Path::Scale,
        Target::MorphWeights(_) | Target::Property(_) => return None,
    };
    let bracket = Bracket::of(keys, time_secs);
    let mut value = vec![0.0; keys.width()];
    sample_track(keys, path == Path::Rotation, time_secs, &mut value);
    let key = |index: usize| KeyStage {
        index,
        time: keys.times()[index],
        value: keys.value(index).to_vec(),
    };
    Some(TrackStage {
        path,
        interpolation: match keys.interpolation() {
            Interpolation::Step => "STEP",
            Interpolation::Linear => "LINEAR",
            Interpolation::CubicSpline => "CUBICSPLINE",
        },
        keys: keys.len(),
        left: key(bracket.left),
        right: (!bracket.holds()).then(|| key(bracket.right)),
        fraction: bracket.fraction,
        value,
    })
}

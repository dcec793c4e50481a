//! The right skeleton under another skin: joints or inverse binds in another order, other inverse binds, another method.

use super::{Bench, Candidate, Visit};
use crate::animation::JointId;
use crate::inspect::file_space;
use crate::inspect::verify::frame::Frame;
use crate::model::{Model, PosedModel};
use crate::skinning::{Skin, Skinning, SkinningMethod, morph_vertex};
use crate::work::Cancelled;
use glam::{Affine3A, Mat3A, Mat4, Vec3, Vec3A};

/// Limits of influences that engines have.
const LIMITS: [u32; 4] = [4, 3, 2, 1];

pub(super) fn all(bench: &Bench<'_>, visit: &mut Visit<'_>) -> Result<(), Cancelled> {
    inverse_binds(bench, visit);
    orders(bench, visit);
    bench.work.cancel.check()?;
    methods(bench, visit);
    spaces(bench, visit);
    morphs(bench, visit);
    Ok(())
}

/// Joints and inverse binds of a skin.
type Binding = (Vec<JointId>, Vec<Affine3A>);

/// The model posed as it is, under other skins. `None` if `change` leaves every skin as it is.
fn with_skins(bench: &Bench<'_>, change: &dyn Fn(&Skin) -> Option<Binding>) -> Option<Frame> {
    let mut posed = bench.pose(bench.posed.local.clone());
    let mut changed = false;
    for (palette, skin) in posed.palettes.iter_mut().zip(&bench.model.skins) {
        let Some((joints, inverse_binds)) = change(skin) else {
            continue;
        };
        let finite = inverse_binds
            .iter()
            .map(|m| if m.is_finite() { *m } else { Affine3A::IDENTITY });
        let Ok(mut other) = Skin::new(&bench.model.skeleton, joints, finite.collect()) else {
            continue;
        };
        let weighted = skin.carries_weight().iter().enumerate().filter(|(_, w)| **w);
        weighted.for_each(|(slot, _)| other.mark_weighted(slot as u32));
        palette.update(&other, &posed.model_space, bench.needs_dual_quaternions());
        palette.set_mask(skin, &posed.joint_mask);
        changed = true;
    }
    changed.then(|| bench.frame(&posed))
}

fn inverse_binds(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    let rest = bench.model.skeleton.rest_model_pose();
    let mut try_with = |code: &'static str, of: &dyn Fn(JointId, Affine3A) -> Affine3A| {
        let change = |skin: &Skin| {
            let pairs = skin.joints().iter().zip(skin.inverse_binds());
            Some((skin.joints().to_vec(), pairs.map(|(j, m)| of(*j, *m)).collect()))
        };
        if let Some(frame) = with_skins(bench, &change) {
            visit(Candidate::new(code, frame));
        }
    };
    try_with("inverse-bind-not-inverted", &|_, m| m.inverse());
    try_with("inverse-bind-by-rows", &|_, m| Affine3A {
        matrix3: m.matrix3.transpose(),
        // By rows the translation lies where nobody reads it.
        translation: Vec3A::ZERO,
    });
    try_with("inverse-bind-rotation-transposed", &|_, m| Affine3A {
        matrix3: m.matrix3.transpose(),
        translation: m.translation,
    });
    try_with("inverse-bind-from-rest", &|j, _| {
        rest.model_from_joint(j).inverse()
    });
    try_with("inverse-bind-scale-dropped", &|_, m| Affine3A {
        matrix3: Mat3A::from_cols(
            m.matrix3.x_axis.normalize_or_zero(),
            m.matrix3.y_axis.normalize_or_zero(),
            m.matrix3.z_axis.normalize_or_zero(),
        ),
        translation: m.translation,
    });
}

/// Orders into which engines put joints.
fn orders(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    let model = bench.model;
    let by_name = |j: JointId| model.skeleton.name(j).unwrap_or_default().to_owned();
    let by_node = |j: JointId| model.joint_sources[j.index()].index;
    let sorted = |skin: &Skin, order: &str| -> Option<Vec<usize>> {
        let joints = skin.joints();
        let mut slots: Vec<usize> = (0..joints.len()).collect();
        match order {
            "name" => slots.sort_by_key(|s| by_name(joints[*s])),
            "node" => slots.sort_by_key(|s| by_node(joints[*s])),
            _ => slots.sort_by_key(|s| joints[*s]),
        }
        let same = slots.iter().enumerate().all(|(a, b)| a == *b);
        (!same).then_some(slots)
    };
    for order in ["name", "node", "depth"] {
        // Both lists sorted alike: each matrix is right in itself. Or one of them alone.
        for (code, joints, matrices) in [
            ("joint-order", true, true),
            ("inverse-bind-order", false, true),
            ("joints-against-inverse-binds", true, false),
        ] {
            let change = |skin: &Skin| {
                let slots = sorted(skin, order)?;
                let pick = |sort: bool, slot: usize| if sort { slots[slot] } else { slot };
                let all = 0..skin.len();
                let j = all.clone().map(|s| skin.joints()[pick(joints, s)]).collect();
                let m = all.map(|s| skin.inverse_binds()[pick(matrices, s)]).collect();
                Some((j, m))
            };
            if let Some(frame) = with_skins(bench, &change) {
                visit(Candidate::new(code, frame).with("order", order));
            }
        }
    }
}

fn methods(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    let said = bench.theirs.request.skinning;
    let mut request = bench.theirs.request.clone();
    for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
        if method != said.method {
            request.skinning = Skinning { method, ..said };
            let posed = request.pose(bench.model);
            let frame = bench.frame_by(&posed, request.skinning);
            visit(Candidate::new("other-method", frame).with("method", method.word()));
        }
    }
    let most = most_influences(bench.model);
    for limit in LIMITS.into_iter().filter(|l| (*l as usize) < most) {
        if said.influence_limit == 0 || limit < said.influence_limit {
            let skinning = Skinning {
                influence_limit: limit,
                ..said
            };
            let frame = bench.frame_by(bench.posed, skinning);
            visit(Candidate::new("influences-limited", frame).with("most", limit));
        }
    }
}

fn most_influences(model: &Model) -> usize {
    let primitives = model.meshes.iter().flat_map(|m| &m.primitives);
    let influences = primitives.filter_map(|p| p.influences.as_ref());
    influences
        .map(crate::skinning::Influences::max_count)
        .max()
        .unwrap_or(0)
}

/// Vertices or palettes in the space of the mesh's node instead of the world; vertices that nothing moved.
fn spaces(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    let (model, posed) = (bench.model, bench.posed);
    let skinning = bench.theirs.request.skinning;
    // A frame adds the origin, which these have not.
    let as_it_is = |p: Vec3| (p.as_dvec3() - model.origin).as_vec3();
    let plain = Frame::of(model, posed, bench.theirs, &|i, p, v| {
        let vertex = p.vertex(v);
        let morphed = p
            .morph
            .as_ref()
            .map(|m| morph_vertex(m.of(v), posed.morph_weights(i), vertex));
        as_it_is(morphed.unwrap_or(vertex).position)
    });
    visit(Candidate::new("not-skinned", plain));
    let carried = Frame::of(model, posed, bench.theirs, &|i, p, v| {
        let morphed = posed.vertex(i, p, skinning, v).position;
        if i.skin.is_some() {
            morphed
        } else {
            as_it_is(p.vertex(v).position)
        }
    });
    visit(Candidate::new("node-ignored", carried));
    let inverse = |joint: JointId| {
        let m = posed.model_space.model_from_joint(joint).inverse();
        if m.is_finite() { m } else { Affine3A::IDENTITY }
    };
    let local = Frame::of(model, posed, bench.theirs, &|i, p, v| {
        let position = posed.vertex(i, p, skinning, v).position;
        as_it_is(inverse(i.joint).transform_point3(position))
    });
    visit(Candidate::new("in-node-space", local.clone()));
    let palettes = palettes_in_node_space(bench, &inverse);
    visit(Candidate::new(
        "palette-in-node-space",
        Frame {
            palettes: palettes.clone(),
            ..bench.right.clone()
        },
    ));
    visit(Candidate::new("in-node-space", Frame { palettes, ..local }));
}

fn palettes_in_node_space(bench: &Bench<'_>, inverse: &dyn Fn(JointId) -> Affine3A) -> Vec<[f64; 16]> {
    let mut carriers = vec![None; bench.model.skins.len()];
    for instance in &bench.model.instances {
        if let Some(carrier) = instance.skin.and_then(|s| carriers.get_mut(s.0 as usize)) {
            carrier.get_or_insert(instance.joint);
        }
    }
    let one = |(skin, slot, _): &(crate::model::SkinId, u32, [f64; 16])| {
        let m = Affine3A::from(bench.posed.palettes[skin.0 as usize].matrices()[*slot as usize]);
        match carriers[skin.0 as usize] {
            // The origin is in both and cancels.
            Some(joint) => Mat4::from(inverse(joint) * m).to_cols_array().map(f64::from),
            None => file_space::matrix(bench.model, m),
        }
    };
    bench.theirs.palettes.iter().map(one).collect()
}

fn morphs(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    if bench.posed.local.morph_weights().iter().all(|w| *w == 0.0) {
        return;
    }
    let mut local = bench.posed.local.clone();
    local.morph_weights_mut().fill(0.0);
    let posed: PosedModel = bench.pose(local);
    visit(Candidate::new("morphs-ignored", bench.frame(&posed)));
    let mut local = bench.posed.local.clone();
    local
        .morph_weights_mut()
        .copy_from_slice(&bench.model.skeleton.slots().rest_morph_weights);
    if local.morph_weights() != bench.posed.local.morph_weights() {
        visit(Candidate::new(
            "morphs-not-animated",
            bench.frame(&bench.pose(local)),
        ));
    }
}

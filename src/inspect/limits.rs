//! Every threshold of the doctor, in one table.
//!
//! `assets/text/en/doctor.ftl` has a sentence `limit-NAME` on why each is what it is; `rigscope check --explain CODE`
//! prints both.

use crate::skinning::InfluencesBuilder;

/// One threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit {
    /// Stable, kebab case.
    pub name: &'static str,
    /// In [`Self::unit`].
    pub value: f64,
    /// What the value counts; empty for a plain ratio.
    pub unit: &'static str,
    /// The findings that depend on it.
    pub codes: &'static [&'static str],
}

const fn limit(name: &'static str, value: f64, unit: &'static str, codes: &'static [&'static str]) -> Limit {
    Limit {
        name,
        value,
        unit,
        codes,
    }
}

/// The codes that judge inverse binds against the rest pose.
const BINDS: &[&str] = &[
    "inverse-binds-missing",
    "inverse-binds-transposed",
    "inverse-binds-not-inverted",
    "inverse-binds-translation-negated",
    "inverse-binds-rotation-dropped",
    "inverse-binds-permuted",
    "inverse-binds-units",
    "rest-off-bind",
];

/// How far the linear part of a joint's skinning matrix at rest may be from that of the others.
pub const BIND_TURN: Limit = limit("bind-turn", 0.02, "", BINDS);
/// How far a joint may lie from where the others say it was bound.
pub const BIND_DISTANCE: Limit = limit("bind-distance", 0.01, "of the skeleton", BINDS);
/// The share of a skin's joints that one explanation must fit.
pub const BIND_SHARE: Limit = limit("bind-share", 0.9, "of the joints", BINDS);
/// A unit factor nearer to 1 than this is a change of proportions.
pub const UNIT_FACTOR: Limit = limit("unit-factor", 5.0, "times", &["inverse-binds-units"]);
/// How far a joint's place in its parent's space may be from that at rest, whatever the pose it was bound in.
pub const BIND_OFFSET: Limit = limit(
    "bind-offset",
    0.02,
    "of the offset",
    &[
        "inverse-binds-transposed",
        "inverse-binds-not-inverted",
        "inverse-binds-translation-negated",
        "inverse-binds-units",
    ],
);
/// How much nearer to where its joint rests than to the origin a part must lie, to have been modelled there.
pub const NEARER_REST: Limit = limit("nearer-rest", 0.5, "of the distance", &["inverse-binds-missing"]);
/// A matrix whose smallest stretch is below this share of its largest has no inverse.
pub const SINGULAR: Limit = limit(
    "singular",
    1e-5,
    "of the largest stretch",
    &["inverse-bind-singular"],
);
/// How much longer the edges of a mesh may be in a pose than where they were bound.
pub const TORN: Limit = limit(
    "torn",
    1.4,
    "times",
    &["mesh-torn", "rest-torn", "inverse-binds-missing"],
);

/// How much nearer vertices must lie to another joint's segment than to their own.
pub const NEARER: Limit = limit("nearer", 2.0, "times", &["joint-indices-permuted"]);
/// The share of joints whose vertices must lie nearer to another joint's segment.
pub const NEARER_SHARE: Limit = limit("nearer-share", 0.6, "of the joints", &["joint-indices-permuted"]);

/// How far a sum of weights may be from 1.
pub const WEIGHT_SUM: Limit = limit(
    "weight-sum",
    InfluencesBuilder::SUM_TOLERANCE,
    "",
    &["weights-not-normalized", "weights-badly-quantised"],
);
/// A sum of integer weights that is off by no more steps than this comes from rounding.
pub const QUANTISED_STEPS: Limit = limit("quantised-steps", 4.0, "steps", &["weights-badly-quantised"]);
/// What dropping influences may cost before it is worth a warning.
pub const DROP_COST: Limit = limit(
    "drop-cost",
    0.005,
    "of the diagonal",
    &["influences-over-four", "influences-over-eight"],
);

/// How much the stretches of a joint may differ along its axes.
pub const UNIFORM: Limit = limit("uniform", 0.01, "", &["joints-not-uniform"]);
/// How far a common scale may be from 1.
pub const COMMON_SCALE: Limit = limit("common-scale", 1e-3, "", &["common-scale"]);
/// A model taller than this is not in metres.
pub const TALL: Limit = limit("tall", 20.0, "units", &["model-units"]);
/// A model smaller than this is not in metres.
pub const SMALL: Limit = limit("small", 0.05, "units", &["model-units"]);
/// How far a transform may be from the identity.
pub const NODE_TRANSFORM: Limit = limit("node-transform", 1e-4, "", &["skinned-node-transform"]);
/// The gap between a mesh and its skeleton, of the larger one's size.
pub const FAR: Limit = limit("far", 1.0, "of the size", &["mesh-far-from-skeleton"]);

/// Rotation keys whose length is off by more are told.
pub const ROTATION_LENGTH: Limit = limit(
    "rotation-length",
    0.01,
    "",
    &["rotation-keys-not-normalized", "node-rotation-not-normalized"],
);
/// A channel whose keys differ from rest by no more has no effect.
pub const IDLE: Limit = limit("idle", 1e-5, "", &["channels-without-effect"]);
/// A clip whose joints end turned farther from where they began does not loop.
pub const LOOP_DEGREES: Limit = limit("loop-degrees", 1.0, "degrees", &["clip-not-looping"]);
/// A clip whose joints end farther from where they began does not loop.
pub const LOOP_DISTANCE: Limit = limit("loop-distance", 0.005, "of the skeleton", &["clip-not-looping"]);

/// All of them, in the order of this file.
pub const ALL: &[Limit] = &[
    BIND_TURN,
    BIND_DISTANCE,
    BIND_SHARE,
    UNIT_FACTOR,
    BIND_OFFSET,
    NEARER_REST,
    SINGULAR,
    TORN,
    NEARER,
    NEARER_SHARE,
    WEIGHT_SUM,
    QUANTISED_STEPS,
    DROP_COST,
    UNIFORM,
    COMMON_SCALE,
    TALL,
    SMALL,
    NODE_TRANSFORM,
    FAR,
    ROTATION_LENGTH,
    IDLE,
    LOOP_DEGREES,
    LOOP_DISTANCE,
];

/// The thresholds that a finding depends on.
pub fn of_code(code: &str) -> impl Iterator<Item = &'static Limit> + '_ {
    ALL.iter().filter(move |l| l.codes.contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_limit_serves_a_finding() {
        let mut names: Vec<&str> = ALL.iter().map(|l| l.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
        assert!(ALL.iter().all(|l| !l.codes.is_empty() && l.value > 0.0));
        assert!(of_code("inverse-binds-units").any(|l| l.name == "unit-factor"));
    }
}

//! Vertices whose weights are worth a look: not normalised, missing, or more than engines read.

use super::Primitive;
use crate::skinning::InfluencesBuilder;

/// What a vertex's weights are in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WeightMarks {
    /// They sum to something else than 1, by more than [`InfluencesBuilder::SUM_TOLERANCE`].
    pub unnormalised: bool,
    /// None is more than 0.
    pub unweighted: bool,
    /// There are more than the limit.
    pub over_limit: bool,
}

impl WeightMarks {
    /// True if the vertex is marked.
    pub fn any(self) -> bool {
        self != Self::default()
    }
}

impl Primitive {
    /// The marks of every vertex, in their order; none without influences.
    pub fn weight_marks(&self, limit: u32) -> impl Iterator<Item = WeightMarks> + '_ {
        let found = self.found.as_deref().filter(|f| !f.sets.is_empty());
        let count = self
            .influences
            .as_ref()
            .map_or(0, crate::skinning::Influences::len);
        (0..count).map(move |vertex| {
            let over_limit = limit > 0
                && self
                    .influences
                    .as_ref()
                    .is_some_and(|i| i.of(vertex).count() > limit as usize);
            let Some(found) = found else {
                return WeightMarks {
                    over_limit,
                    ..WeightMarks::default()
                };
            };
            let weights = || found.of(vertex).map(|(_, w)| f64::from(w));
            let unweighted = !weights().any(|w| w.is_finite() && w > 0.0);
            let sum: f64 = weights().sum();
            WeightMarks {
                // Where there is nothing to normalise that alone is said. NaN is no 1 either.
                unnormalised: !unweighted
                    && ((sum - 1.0).abs() > InfluencesBuilder::SUM_TOLERANCE || sum.is_nan()),
                unweighted,
                over_limit,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{FoundInfluences, FoundSet};
    use glam::Vec3;

    #[test]
    fn each_kind_is_told_apart() {
        let weights: [[f32; 4]; 4] = [
            [0.5, 0.5, 0.0, 0.0],
            [0.5, 0.2, 0.0, 0.0],
            [0.0, 0.0, 0.0, 0.0],
            [f32::NAN, 1.0, 0.0, 0.0],
        ];
        let mut builder = InfluencesBuilder::new(4, 4);
        for w in weights {
            builder.push((0..4).zip(w));
        }
        let primitive = Primitive {
            positions: vec![Vec3::ZERO; 4].into(),
            influences: Some(builder.finish().0),
            found: Some(Box::new(FoundInfluences {
                sets: vec![FoundSet {
                    set: 0,
                    joints: vec![[0, 1, 2, 3]; 4].into(),
                    weights: weights.to_vec().into(),
                }],
                ..FoundInfluences::default()
            })),
            ..Primitive::default()
        };
        let marks: Vec<WeightMarks> = primitive.weight_marks(1).collect();
        assert_eq!(
            marks[0],
            WeightMarks {
                over_limit: true,
                ..WeightMarks::default()
            }
        );
        assert!(marks[1].unnormalised && !marks[1].unweighted);
        assert!(marks[2].unweighted && !marks[2].unnormalised && !marks[2].over_limit);
        assert!(marks[3].unnormalised);
        assert!(!primitive.weight_marks(4).next().unwrap().any());
        let plain = Primitive {
            found: None,
            ..primitive
        };
        assert!(
            plain.weight_marks(4).all(|m| !m.any()),
            "what is right in the file"
        );
    }
}

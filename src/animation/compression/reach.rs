//! What an error of a joint does: how far out it moves something, and how much of that is too much.

/// Per joint of a skeleton what the codecs need to know of the skin.
#[derive(Debug, Clone, PartialEq)]
pub struct Reach {
    /// How far from the joint the farthest thing is that it moves: in the joint's own space, so that a scale above it is
    /// not counted twice. 0: nothing hangs on it.
    pub radius: Vec<f32>,
    /// How far that may be from where it belongs, in model space.
    pub tolerance: Vec<f32>,
    /// Per morph weight of a pose the largest displacement of its target.
    pub morph: Vec<f32>,
}

impl Reach {
    /// The same reach and tolerance for every joint: the shell of the published figures.
    ///
    /// `radius` and `tolerance` in model space; `scales` are those of `model_from_joint` at rest.
    pub fn shell(skeleton: &super::super::Skeleton, radius: f32, tolerance: f32) -> Self {
        let pose = skeleton.rest_model_pose();
        let radius = |matrix: &glam::Affine3A| {
            let scale = crate::math::cube_root(matrix.matrix3.determinant().abs());
            if scale > 1e-12 { radius / scale } else { radius }
        };
        Self {
            radius: pose.matrices().iter().map(radius).collect(),
            tolerance: vec![tolerance; skeleton.len()],
            morph: vec![1.0; skeleton.slots().rest_morph_weights.len()],
        }
    }

    /// The same with another tolerance for every joint.
    #[must_use]
    pub fn with_tolerance(&self, tolerance: f32) -> Self {
        Self {
            tolerance: vec![tolerance; self.tolerance.len()],
            ..self.clone()
        }
    }
}

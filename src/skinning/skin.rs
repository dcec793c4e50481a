//! A skin: which joints, and where they were bound.

use glam::{Affine3A, DMat4, Vec3};

use crate::animation::{JointId, Skeleton};

/// Why joints and matrices cannot be a skin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SkinError {
    /// No joint at all.
    #[error("a skin needs at least one joint")]
    Empty,
    /// The matrices are fewer than the joints.
    #[error("{matrices} inverse bind matrices for {joints} joints")]
    Count {
        /// Matrices there are.
        matrices: usize,
        /// Joints there are.
        joints: usize,
    },
    /// A matrix holds NaN or infinity.
    #[error("inverse bind matrix {0} is not finite")]
    NotFinite(usize),
    /// A joint that the skeleton does not have.
    #[error("skin joint {0} is not in the skeleton")]
    NoSuchJoint(usize),
}

/// The joints of a skin in the file's order, each with its inverse bind matrix.
///
/// Two skins may share joints with different inverse binds; influences index into *this* order.
#[derive(Debug, Clone)]
pub struct Skin {
    joints: Vec<JointId>,
    inverse_binds: Vec<Affine3A>,
    bind_positions: Vec<Vec3>,
    /// Per joint the nearest ancestor that is in this skin, as an index into it.
    parents: Vec<Option<u32>>,
    /// Indices into this skin, ancestors first.
    order: Vec<u32>,
    /// Whether a vertex of any primitive follows this joint.
    carries_weight: Vec<bool>,
}

impl Skin {
    /// A skin of `skeleton`; `inverse_binds` are `joint_from_mesh` (bind pose), at least one per joint.
    pub fn new(
        skeleton: &Skeleton,
        joints: Vec<JointId>,
        inverse_binds: Vec<Affine3A>,
    ) -> Result<Self, SkinError> {
        if joints.is_empty() {
            return Err(SkinError::Empty);
        }
        if inverse_binds.len() < joints.len() {
            return Err(SkinError::Count {
                matrices: inverse_binds.len(),
                joints: joints.len(),
            });
        }
        if let Some(bad) = joints.iter().position(|j| j.index() >= skeleton.len()) {
            return Err(SkinError::NoSuchJoint(bad));
        }
        if let Some(bad) = inverse_binds.iter().position(|m| !m.is_finite()) {
            return Err(SkinError::NotFinite(bad));
        }
        let mut inverse_binds = inverse_binds;
        inverse_binds.truncate(joints.len());
        let bind_positions = inverse_binds.iter().map(bind_position).collect();
        let mut order: Vec<u32> = (0..joints.len() as u32).collect();
        // Joint ids ascend from parents to children.
        order.sort_by_key(|&i| joints[i as usize]);
        // Of each skeleton joint the nearest member of this skin at or above it.
        let mut nearest: Vec<Option<u32>> = vec![None; skeleton.len()];
        let mut parents = vec![None; joints.len()];
        let mut member: Vec<Option<u32>> = vec![None; skeleton.len()];
        for (i, joint) in joints.iter().enumerate() {
            member[joint.index()].get_or_insert(i as u32);
        }
        for joint in skeleton.joints() {
            let above = skeleton.parent(joint).and_then(|p| nearest[p.index()]);
            nearest[joint.index()] = member[joint.index()].or(above);
        }
        for (i, joint) in joints.iter().enumerate() {
            parents[i] = skeleton.parent(*joint).and_then(|p| nearest[p.index()]);
        }
        let carries_weight = vec![false; joints.len()];
        Ok(Self {
            joints,
            inverse_binds,
            bind_positions,
            parents,
            order,
            carries_weight,
        })
    }

    /// Says that vertices follow the skin's joint `index` (for [`super::signed_common_scale`]).
    pub fn mark_weighted(&mut self, index: u32) {
        if let Some(flag) = self.carries_weight.get_mut(index as usize) {
            *flag = true;
        }
    }

    /// Number of joints, at least 1.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Never true; beside [`Self::len`] for convention.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// The joints in the skin's order.
    pub fn joints(&self) -> &[JointId] {
        &self.joints
    }

    /// `joint_from_mesh` in the bind pose, per joint of the skin.
    pub fn inverse_binds(&self) -> &[Affine3A] {
        &self.inverse_binds
    }

    /// Where each joint stood in mesh space when it was bound: `inverse_bind^-1 * origin`, metres. The origin where
    /// the matrix has no inverse.
    pub fn bind_positions(&self) -> &[Vec3] {
        &self.bind_positions
    }

    /// Per joint the nearest ancestor that is in this skin, too.
    pub fn parents(&self) -> &[Option<u32>] {
        &self.parents
    }

    /// Indices of the skin's joints, ancestors first.
    pub fn ancestors_first(&self) -> &[u32] {
        &self.order
    }

    /// Whether any vertex follows each joint.
    pub fn carries_weight(&self) -> &[bool] {
        &self.carries_weight
    }
}

fn bind_position(inverse_bind: &Affine3A) -> Vec3 {
    let m = DMat4::from_cols_array(&glam::Mat4::from(*inverse_bind).to_cols_array().map(f64::from));
    let position = m.inverse().w_axis.truncate().as_vec3();
    // Far outside what an f32 can tell apart means singular, whatever the determinant's rounding says.
    if m.determinant().abs() > 1e-30 && position.is_finite() {
        position
    } else {
        Vec3::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::SkeletonBuilder;
    use crate::math::Transform;

    #[test]
    fn knows_its_own_hierarchy_across_nodes_that_are_no_joints() {
        let mut b = SkeletonBuilder::new();
        b.node(None, None, Transform::IDENTITY);
        b.node(None, Some(0), Transform::IDENTITY);
        b.node(None, Some(1), Transform::IDENTITY);
        let (skeleton, of) = b.build().unwrap();
        // The leaf first, the node between left out.
        let inverse = Affine3A::from_translation(Vec3::new(-1.0, 0.0, 0.0));
        let skin = Skin::new(&skeleton, vec![of[2], of[0]], vec![inverse, Affine3A::IDENTITY]).unwrap();
        assert_eq!(skin.parents(), [Some(1), None]);
        assert_eq!(skin.ancestors_first(), [1, 0]);
        assert_eq!(skin.bind_positions()[0], Vec3::X);
    }

    #[test]
    fn says_what_is_wrong() {
        let mut b = SkeletonBuilder::new();
        b.node(None, None, Transform::IDENTITY);
        let (skeleton, of) = b.build().unwrap();
        let err = |joints, m| Skin::new(&skeleton, joints, m).unwrap_err();
        assert_eq!(err(vec![], vec![]), SkinError::Empty);
        assert_eq!(
            err(vec![of[0]], vec![]),
            SkinError::Count {
                matrices: 0,
                joints: 1
            }
        );
        assert_eq!(err(vec![of[0]], vec![Affine3A::NAN]), SkinError::NotFinite(0));
        assert_eq!(
            err(vec![JointId(3)], vec![Affine3A::IDENTITY]),
            SkinError::NoSuchJoint(0)
        );
        let flat = Skin::new(&skeleton, vec![of[0]], vec![Affine3A::ZERO]).unwrap();
        assert_eq!(flat.bind_positions(), [Vec3::ZERO]);
    }
}

//! What the GPU reads of a frame: one entry per joint of a skin.

use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Mat3, Quat, Vec3};

use super::Skin;
use crate::animation::ModelPose;
use crate::animation::runtime::{RigidEntry, SimdPath};
use crate::math::{DualQuaternion, PolarSplit, Rows3x4, cube_root, polar_split, similarity_split};

/// One joint for dual quaternion skinning: first the stretch, then the rigid motion.
///
/// Layout: five `vec4<f32>`, 80 bytes; `shaders/skinning.wgsl` has the same struct.
/// The signed common scale is part of `stretch`, so the shader needs to know nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct DualQuaternionJoint {
    /// Rigid part, of unit length.
    pub motion: DualQuaternion,
    /// Stretch about the joint's own bind position, common scale included.
    pub stretch: Rows3x4,
}

impl DualQuaternionJoint {
    /// Leaves a vertex where it is.
    pub const IDENTITY: Self = Self {
        motion: DualQuaternion::IDENTITY,
        stretch: Rows3x4::IDENTITY,
    };
}

/// Skinning matrices of one skin, and their dual quaternion form.
///
/// `matrices[j] = model_from_joint_j * joint_from_mesh_j` maps mesh space to model space. The transform of the node
/// that carries the mesh plays no part (glTF 2.0, section 3.7.3.3).
#[derive(Debug, Clone, Default)]
pub struct Palette {
    matrices: Vec<Rows3x4>,
    dual_quaternions: Vec<DualQuaternionJoint>,
    affine: Vec<Affine3A>,
    scales: Vec<f32>,
    common_scale: f32,
    mask: Vec<f32>,
    /// Every stretch of `dual_quaternions` is the identity.
    unstretched: bool,
}

impl Palette {
    /// Recomputes the palette from a model-space pose. No allocation once it has the skin's size.
    ///
    /// The dual quaternion part is only made when `with_dual_quaternions`; else it is left empty.
    pub fn update(&mut self, skin: &Skin, pose: &ModelPose, with_dual_quaternions: bool) {
        let joints = skin.joints().iter().zip(skin.inverse_binds());
        let matrices = joints.map(|(&joint, &inverse_bind)| pose.model_from_joint(joint) * inverse_bind);
        self.set_matrices(skin, matrices, with_dual_quaternions);
    }

    /// The palette of skinning matrices that are already there: one per joint of the skin, in its order.
    pub fn set_matrices(
        &mut self,
        skin: &Skin,
        matrices: impl IntoIterator<Item = Affine3A>,
        with_dual_quaternions: bool,
    ) {
        self.affine.clear();
        self.affine.extend(matrices);
        self.matrices.clear();
        self.matrices
            .extend(self.affine.iter().map(|&m| Rows3x4::from(m)));
        self.dual_quaternions.clear();
        self.common_scale = 1.0;
        if with_dual_quaternions {
            self.common_scale = signed_common_scale(skin, &self.affine, &mut self.scales);
            self.split(skin);
        }
    }

    /// The palette of rows that `write` fills in, one per joint of the skin: what the fast core
    /// ([`crate::animation::runtime`]) makes on its way through the skeleton. No allocation once it has the skin's size.
    ///
    /// `write` returns true if it knows that every matrix is a rotation and a translation. Where they are, known or not,
    /// the dual quaternion part comes from `path`, eight joints at a time; else as in [`Self::set_matrices`].
    pub fn set_rows(
        &mut self,
        skin: &Skin,
        path: SimdPath,
        with_dual_quaternions: bool,
        write: impl FnOnce(&mut [Rows3x4]) -> bool,
    ) {
        self.matrices.resize(skin.len(), Rows3x4::IDENTITY);
        let proven = write(&mut self.matrices);
        self.common_scale = 1.0;
        if !with_dual_quaternions {
            self.dual_quaternions.clear();
            return;
        }
        if self.dual_quaternions.len() != skin.len() {
            self.dual_quaternions.clear();
            self.dual_quaternions
                .resize(skin.len(), DualQuaternionJoint::IDENTITY);
            self.unstretched = true;
        }
        let entries: &mut [RigidEntry] = bytemuck::cast_slice_mut(&mut self.dual_quaternions);
        if path.rigid_dual_quaternions(&self.matrices, proven, entries) {
            if !self.unstretched {
                self.unstretched = true;
                for joint in &mut self.dual_quaternions {
                    joint.stretch = Rows3x4::IDENTITY;
                }
            }
        } else {
            self.affine.clear();
            self.affine
                .extend(self.matrices.iter().map(|&m| Affine3A::from(m)));
            self.common_scale = signed_common_scale(skin, &self.affine, &mut self.scales);
            self.split(skin);
        }
    }

    fn split(&mut self, skin: &Skin) {
        let s = self.common_scale;
        self.unstretched = false;
        self.dual_quaternions
            .resize(skin.len(), DualQuaternionJoint::IDENTITY);
        for &index in skin.ancestors_first() {
            let i = index as usize;
            let m = self.affine[i];
            let a = Mat3::from(m.matrix3) * s.recip();
            let split = similarity_split(a).unwrap_or_else(|| {
                let parent = skin.parents()[i]
                    .map_or(Quat::IDENTITY, |p| self.dual_quaternions[p as usize].motion.real);
                polar_split(a, parent)
            });
            self.dual_quaternions[i] = joint_of(&split, m, skin.bind_positions()[i], s);
        }
    }

    /// Sets where [`super::SkinningMethod::Masked`] uses dual quaternions: a factor (0 to 1) per joint of the *skeleton*;
    /// missing ones count as 0. No allocation once it has the skin's size.
    pub fn set_mask(&mut self, skin: &Skin, of_joint: &[f32]) {
        self.mask.clear();
        self.mask.extend(
            skin.joints()
                .iter()
                .map(|j| of_joint.get(j.index()).map_or(0.0, |m| m.clamp(0.0, 1.0))),
        );
    }

    /// The mask in the skin's joint order; empty if none was set.
    pub fn mask(&self) -> &[f32] {
        &self.mask
    }

    /// Skinning matrices in the skin's joint order.
    pub fn matrices(&self) -> &[Rows3x4] {
        &self.matrices
    }

    /// Dual quaternion form in the skin's joint order; empty if it was not asked for.
    pub fn dual_quaternions(&self) -> &[DualQuaternionJoint] {
        &self.dual_quaternions
    }

    /// True if every stretch is known to be the identity: a rigid rig.
    pub fn is_rigid(&self) -> bool {
        self.unstretched && !self.dual_quaternions.is_empty()
    }

    /// The signed common scale that was taken out; 1 if the dual quaternion part was not asked for.
    pub fn common_scale(&self) -> f32 {
        self.common_scale
    }
}

/// The stretch about `c` (the bind position, scaled) and the rigid motion that follows it.
///
/// With `A = m / s`, `c' = s c`: phase one `v1 = S s v + (c' - S c')`, phase two `R v1 + t` with `t = m c - R c'`, so
/// that the joint itself lands where its matrix puts it. Source: DESIGN section 3; Kavan et al. 2008, section 6.
fn joint_of(split: &PolarSplit, m: Affine3A, c: Vec3, s: f32) -> DualQuaternionJoint {
    let scaled = c * s;
    let offset = scaled - split.stretch * scaled;
    let translation = m.transform_point3(c) - split.rotation * scaled;
    DualQuaternionJoint {
        motion: DualQuaternion::from_rotation_translation(split.rotation, translation),
        stretch: Rows3x4::from_parts(split.stretch * s, offset),
    }
}

/// The scale that a whole rig has in common, negative for a mirrored one.
///
/// The lower median, over joints that carry weight, of `sign(det A) |det A|^(1/3)`. Within 1e-5 of 1 or -1 it is that
/// (so that rounding does not spoil a rigid rig); below 1e-6 it is 1. Without it a rig in centimetres, or a mirrored
/// one, is scaled about every bind position anew and comes apart. `scratch` is room for one number a joint.
pub fn signed_common_scale(skin: &Skin, matrices: &[Affine3A], scratch: &mut Vec<f32>) -> f32 {
    scratch.clear();
    let weighted = matrices.iter().zip(skin.carries_weight()).filter(|(_, w)| **w);
    scratch.extend(weighted.map(|(m, _)| cube_root(m.matrix3.determinant())));
    if scratch.is_empty() {
        return 1.0;
    }
    let middle = (scratch.len() - 1) / 2;
    let (_, median, _) = scratch.select_nth_unstable_by(middle, f32::total_cmp);
    let s = *median;
    if (s - 1.0).abs() <= 1e-5 {
        1.0
    } else if (s + 1.0).abs() <= 1e-5 {
        -1.0
    } else if s.abs() < 1e-6 || !s.is_finite() {
        1.0
    } else {
        s
    }
}

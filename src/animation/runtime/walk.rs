//! Local to model, and the palette on the way.

use bytemuck::cast_slice_mut;
use fearless_simd::{Simd, SimdBase, SimdCombine, SimdFloat, SimdFrom, SimdSplit, f32x4, f32x8};
use glam::Affine3A;

use super::lanes::{LANES, Lanes};
use super::pose::{LocalBlock, Matrix, RuntimeModel, RuntimePose};
use super::simd::{SimdPath, on_path};
use super::skeleton::RuntimeSkeleton;
use crate::animation::JointId;
use crate::math::Rows3x4;

/// The joints of a skin, with what takes a vertex to each of them in the bind pose.
#[derive(Debug, Clone)]
pub struct BoundJoints {
    /// Per slot.
    first: Box<[[Bound; LANES]]>,
    /// Joints that the skin names again: slot and entry.
    again: Box<[(u32, Bound)]>,
    len: usize,
}

#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
struct Bound {
    /// `joint_from_mesh`.
    inverse_bind: [f32; 12],
    /// Which entry of the palette; `u32::MAX` for none.
    entry: u32,
}

impl Bound {
    const NONE: Self = Self {
        inverse_bind: [0.0; 12],
        entry: u32::MAX,
    };
}

impl BoundJoints {
    /// `joints` in the skin's order, each with its inverse bind matrix. Joints beyond the skeleton's prefix are left
    /// out: their entries stay as they are.
    pub fn new(skeleton: &RuntimeSkeleton, joints: &[JointId], inverse_binds: &[Affine3A]) -> Self {
        let mut first = vec![[Bound::NONE; LANES]; skeleton.parents.len()];
        let mut again = Vec::new();
        for (entry, (&joint, &inverse_bind)) in joints.iter().zip(inverse_binds).enumerate() {
            let Some(slot) = skeleton.slot(joint) else {
                continue;
            };
            let bound = Bound {
                inverse_bind: Matrix::from_affine(inverse_bind).0,
                entry: entry as u32,
            };
            let place = &mut first[slot / LANES][slot % LANES];
            if place.entry == u32::MAX {
                *place = bound;
            } else {
                again.push((slot as u32, bound));
            }
        }
        Self {
            first: first.into(),
            again: again.into(),
            len: joints.len(),
        }
    }

    /// Entries of the palette.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True without joints.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl SimdPath {
    /// Walks parents before children: `model_from_joint = model_from_parent * local`.
    ///
    /// The lanes' twin of [`crate::animation::Skeleton::model_space`], its guard included: a joint whose matrix is not
    /// finite stays with its parent. No allocation if `out` had this skeleton before.
    pub fn model_space(self, skeleton: &RuntimeSkeleton, pose: &RuntimePose, out: &mut RuntimeModel) {
        out.fit(skeleton);
        if !on_path!(self, simd => walk(simd, skeleton, pose, out)) {
            walk_guarded(skeleton, pose, out);
        }
    }

    /// As [`Self::model_space`], and `palette[i] = model_from_joint_i * joint_from_mesh_i` for every joint of a skin.
    ///
    /// `palette` has one entry a joint of the skin, in its order.
    pub fn model_space_and_palette(
        self,
        skeleton: &RuntimeSkeleton,
        pose: &RuntimePose,
        bound: &BoundJoints,
        out: &mut RuntimeModel,
        palette: &mut [Rows3x4],
    ) {
        out.fit(skeleton);
        let entries: &mut [[f32; 12]] = cast_slice_mut(palette);
        if !on_path!(self, simd => walk_bound(simd, skeleton, pose, bound, out, entries)) {
            walk_guarded(skeleton, pose, out);
            self.palette(out, bound, palette);
        }
    }

    /// The palette of one more skin, from matrices that are already there.
    pub fn palette(self, model: &RuntimeModel, bound: &BoundJoints, palette: &mut [Rows3x4]) {
        let entries: &mut [[f32; 12]] = cast_slice_mut(palette);
        on_path!(self, simd => bind(simd, model, bound, entries));
    }
}

#[inline(always)]
fn bind<S: Simd>(simd: S, model: &RuntimeModel, bound: &BoundJoints, entries: &mut [[f32; 12]]) {
    for (matrix, bound) in model.matrices[1..].iter().zip(bound.first.as_flattened()) {
        if let Some(entry) = entries.get_mut(bound.entry as usize) {
            let rows = Rows::load(simd, &matrix.0).times(simd, &bound.inverse_bind);
            rows.store(entry);
        }
    }
    bind_again(simd, model, bound, entries);
}

#[inline(always)]
fn bind_again<S: Simd>(simd: S, model: &RuntimeModel, bound: &BoundJoints, entries: &mut [[f32; 12]]) {
    for (slot, bound) in &*bound.again {
        if let Some(entry) = entries.get_mut(bound.entry as usize) {
            let matrix = &model.matrices[*slot as usize + 1].0;
            Rows::load(simd, matrix)
                .times(simd, &bound.inverse_bind)
                .store(entry);
        }
    }
}

/// False if a matrix is not finite.
#[inline(always)]
fn walk<S: Simd>(simd: S, skeleton: &RuntimeSkeleton, pose: &RuntimePose, out: &mut RuntimeModel) -> bool {
    locals(simd, pose, &mut out.locals);
    let mut finite = Finite::new(simd);
    let count = skeleton.len();
    for (block, (parents, local)) in skeleton.parents.iter().zip(&out.locals).enumerate() {
        for k in 0..LANES.min(count - block * LANES) {
            let parent = &out.matrices[parents[k] as usize].0;
            let rows = Rows::load(simd, parent).times_rows(simd, local_rows(local, k));
            finite.see(simd, &rows);
            rows.store(&mut out.matrices[block * LANES + k + 1].0);
        }
    }
    finite.all()
}

#[inline(always)]
fn walk_bound<S: Simd>(
    simd: S,
    skeleton: &RuntimeSkeleton,
    pose: &RuntimePose,
    bound: &BoundJoints,
    out: &mut RuntimeModel,
    entries: &mut [[f32; 12]],
) -> bool {
    locals(simd, pose, &mut out.locals);
    let mut finite = Finite::new(simd);
    let count = skeleton.len();
    let blocks = skeleton.parents.iter().zip(&out.locals).zip(&*bound.first);
    for (block, ((parents, local), bound)) in blocks.enumerate() {
        for k in 0..LANES.min(count - block * LANES) {
            let parent = &out.matrices[parents[k] as usize].0;
            let rows = Rows::load(simd, parent).times_rows(simd, local_rows(local, k));
            finite.see(simd, &rows);
            rows.store(&mut out.matrices[block * LANES + k + 1].0);
            if let Some(entry) = entries.get_mut(bound[k].entry as usize) {
                rows.times(simd, &bound[k].inverse_bind).store(entry);
            }
        }
    }
    bind_again(simd, out, bound, entries);
    finite.all()
}

#[inline(always)]
fn local_rows(local: &LocalBlock, k: usize) -> [&[f32; 4]; 3] {
    let of: &[[[f32; 4]; LANES]; 3] = bytemuck::cast_ref(local);
    [&of[0][k], &of[1][k], &of[2][k]]
}

/// Local matrices of all joints, from lanes to one joint after the other.
#[inline(always)]
fn locals<S: Simd>(simd: S, pose: &RuntimePose, out: &mut [LocalBlock]) {
    let (one, minus_two) = (f32x8::splat(simd, 1.0), f32x8::splat(simd, -2.0));
    for ((block, &scaled), out) in pose.blocks.iter().zip(&pose.scaled).zip(out) {
        let [x, y, z, w] = block.r.map(|r| r.load(simd));
        let (x2, y2, z2) = (x + x, y + y, z + z);
        let (nx, ny, nz) = (x * minus_two, y * minus_two, z * minus_two);
        let (xy, xz, yz) = (x * y2, x * z2, y * z2);
        let off_x = x.mul_add(nx, one);
        let off_z = z.mul_add(nz, one);
        let mut m = [
            [y.mul_add(ny, off_z), w.mul_add(nz, xy), w.mul_add(y2, xz)],
            [w.mul_add(z2, xy), x.mul_add(nx, off_z), w.mul_add(nx, yz)],
            [w.mul_add(ny, xz), w.mul_add(x2, yz), y.mul_add(ny, off_x)],
        ];
        if scaled {
            let s = block.s.map(|r| r.load(simd));
            m = m.map(|row| [row[0] * s[0], row[1] * s[1], row[2] * s[2]]);
        }
        for ((row, t), out) in m.into_iter().zip(&block.t).zip(out) {
            transpose(row[0], row[1], row[2], t.load(simd), out);
        }
    }
}

/// From four numbers of eight joints to eight joints of four numbers.
#[inline(always)]
fn transpose<S: Simd>(a: f32x8<S>, b: f32x8<S>, c: f32x8<S>, d: f32x8<S>, out: &mut [Lanes; 4]) {
    let (ac_low, ac_high) = (a.zip_low(c), a.zip_high(c));
    let (bd_low, bd_high) = (b.zip_low(d), b.zip_high(d));
    out[0].store(ac_low.zip_low(bd_low));
    out[1].store(ac_low.zip_high(bd_low));
    out[2].store(ac_high.zip_low(bd_high));
    out[3].store(ac_high.zip_high(bd_high));
}

/// A 3x4 matrix in registers.
#[derive(Clone, Copy)]
struct Rows<S: Simd> {
    /// The first two rows.
    upper: f32x8<S>,
    lower: f32x4<S>,
}

impl<S: Simd> Rows<S> {
    #[inline(always)]
    fn load(simd: S, m: &[f32; 12]) -> Self {
        Self {
            upper: f32x8::from_slice(simd, &m[..8]),
            lower: f32x4::from_slice(simd, &m[8..]),
        }
    }

    #[inline(always)]
    fn store(&self, m: &mut [f32; 12]) {
        let (upper, lower) = m.split_at_mut(8);
        self.upper.store_slice(upper);
        self.lower.store_slice(lower);
    }

    #[inline(always)]
    fn times(&self, simd: S, right: &[f32; 12]) -> Self {
        let [a, b, c] = right.as_chunks::<4>().0 else {
            unreachable!("twelve numbers are three rows")
        };
        self.times_rows(simd, [a, b, c])
    }

    /// The product of two affine matrices.
    #[inline(always)]
    fn times_rows(&self, simd: S, right: [&[f32; 4]; 3]) -> Self {
        let [a, b, c] = right.map(|row| f32x4::from_slice(simd, row));
        let both = |v: f32x4<S>| v.combine(v);
        let (first, second) = self.upper.split();
        let upper = |i: usize| f32x4::splat(simd, first[i]).combine(f32x4::splat(simd, second[i]));
        let lower = |i: usize| f32x4::splat(simd, self.lower[i]);
        let sum = upper(0).mul_add(both(a), only_last(simd, first).combine(only_last(simd, second)));
        let sum = upper(1).mul_add(both(b), sum);
        let low = lower(0).mul_add(a, only_last(simd, self.lower));
        let low = lower(1).mul_add(b, low);
        Self {
            upper: upper(2).mul_add(both(c), sum),
            lower: lower(2).mul_add(c, low),
        }
    }
}

/// `0, 0, 0, w`.
#[inline(always)]
fn only_last<S: Simd>(simd: S, v: f32x4<S>) -> f32x4<S> {
    f32x4::simd_from(simd, [0.0, 0.0, 0.0, v[3]])
}

/// Whether all that was seen is finite: nought times a number is nought only then.
struct Finite<S: Simd> {
    upper: f32x8<S>,
    lower: f32x4<S>,
}

impl<S: Simd> Finite<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        Self {
            upper: f32x8::splat(simd, 0.0),
            lower: f32x4::splat(simd, 0.0),
        }
    }

    #[inline(always)]
    fn see(&mut self, simd: S, rows: &Rows<S>) {
        self.upper = rows.upper.mul_add(f32x8::splat(simd, 0.0), self.upper);
        self.lower = rows.lower.mul_add(f32x4::splat(simd, 0.0), self.lower);
    }

    #[inline(always)]
    fn all(&self) -> bool {
        let (first, second) = self.upper.split();
        let sum: [f32; 4] = (first + second + self.lower).into();
        sum == [0.0; 4]
    }
}

/// The plain walk, for the rare pose whose numbers multiply beyond what an f32 holds: such a joint stays with its parent.
fn walk_guarded(skeleton: &RuntimeSkeleton, pose: &RuntimePose, out: &mut RuntimeModel) {
    for slot in 0..skeleton.len() {
        let parent = out.matrices[skeleton.parents[slot / LANES][slot % LANES] as usize];
        let matrix = parent.to_affine() * pose.local_in(slot).to_affine();
        out.matrices[slot + 1] = if matrix.is_finite() {
            Matrix::from_affine(matrix)
        } else {
            parent
        };
    }
}

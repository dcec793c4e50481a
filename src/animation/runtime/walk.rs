//! Local to model, and the palette on the way.

use bytemuck::cast_slice_mut;
use fearless_simd::{Simd, SimdBase, SimdCombine, SimdFloat, SimdFrom, SimdSplit, f32x4, f32x8};
use glam::Affine3A;

use super::lanes::{LANES, Lanes, interleave_high, interleave_low};
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
    is_rigid: bool,
}

#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
struct Bound {
    /// `joint_from_mesh`, each row twice: two rows of a product take both at once, straight from memory.
    inverse_bind: [[f32; LANES]; 3],
    /// Which entry of the palette; `u32::MAX` for none.
    entry: u32,
}

impl Bound {
    const NONE: Self = Self {
        inverse_bind: [[0.0; LANES]; 3],
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
                inverse_bind: twice(Matrix::from_affine(inverse_bind)),
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
            // An entry that nothing writes is the identity, which is rigid, too.
            is_rigid: inverse_binds.iter().all(is_rotation),
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

    /// True if every inverse bind matrix is a rotation and a translation: then the palette of a pose that is rigid
    /// ([`RuntimeModel::is_rigid`]) is rigid, too.
    pub fn is_rigid(&self) -> bool {
        self.is_rigid
    }
}

/// Each row beside itself.
fn twice(m: Matrix) -> [[f32; LANES]; 3] {
    let [a, b, c] = [0, 4, 8].map(|row| std::array::from_fn(|i| m.0[row + i % 4]));
    [a, b, c]
}

/// How far `A^T A` of an inverse bind matrix may be from the identity to count as a rotation.
const ROTATION: f32 = 2e-6;

fn is_rotation(m: &Affine3A) -> bool {
    let a = m.matrix3;
    let columns = [a.x_axis, a.y_axis, a.z_axis];
    let off = |i: usize, j: usize| (columns[i].dot(columns[j]) - f32::from(u8::from(i == j))).abs();
    let near = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0)];
    m.is_finite() && near.iter().all(|&(i, j)| off(i, j) <= ROTATION) && a.determinant() > 0.0
}

impl SimdPath {
    /// Walks parents before children: `model_from_joint = model_from_parent * local`.
    ///
    /// The lanes' twin of [`crate::animation::Skeleton::model_space`], its guard included: a joint whose matrix is not
    /// finite stays with its parent. No allocation if `out` had this skeleton before.
    pub fn model_space(self, skeleton: &RuntimeSkeleton, pose: &RuntimePose, out: &mut RuntimeModel) {
        out.fit(skeleton);
        let kind = on_path!(self, simd => walk(simd, skeleton, pose, out));
        out.is_rigid = kind == Kind::Rigid;
        if kind == Kind::Wild {
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
        let kind = on_path!(self, simd => walk_bound(simd, skeleton, pose, bound, out, entries));
        out.is_rigid = kind == Kind::Rigid;
        if kind == Kind::Wild {
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
            let rows = Rows::load(simd, &matrix.0);
            rows.times_twice(simd, &bound.inverse_bind).store(entry);
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
                .times_twice(simd, &bound.inverse_bind)
                .store(entry);
        }
    }
}

#[inline(always)]
fn walk<S: Simd>(simd: S, skeleton: &RuntimeSkeleton, pose: &RuntimePose, out: &mut RuntimeModel) -> Kind {
    let kind = locals(simd, pose, &mut out.locals);
    let (matrices, locals) = (&mut out.matrices[..], &out.locals[..]);
    let count = skeleton.len();
    for (block, (parents, local)) in skeleton.parents.iter().zip(locals).enumerate() {
        let filled = LANES.min(count - block * LANES);
        for (k, parent) in parents.iter().enumerate().take(filled) {
            step(simd, matrices, block * LANES + k, *parent, local, k);
        }
    }
    kind
}

#[inline(always)]
fn walk_bound<S: Simd>(
    simd: S,
    skeleton: &RuntimeSkeleton,
    pose: &RuntimePose,
    bound: &BoundJoints,
    out: &mut RuntimeModel,
    entries: &mut [[f32; 12]],
) -> Kind {
    let kind = locals(simd, pose, &mut out.locals);
    let (matrices, locals) = (&mut out.matrices[..], &out.locals[..]);
    let mut blocks = skeleton.parents.iter().zip(locals).zip(&*bound.first).enumerate();
    let whole = skeleton.len() / LANES;
    for (block, ((parents, local), bound)) in blocks.by_ref().take(whole) {
        let first = block * LANES;
        // Once for all eight.
        if matrices.get(first..first + LANES + 1).is_none() {
            break;
        }
        // Unrolled by hand: what is where within a block is then known when this is compiled.
        step_bound(simd, matrices, first, parents[0], local, 0, &bound[0], entries);
        step_bound(
            simd,
            matrices,
            first + 1,
            parents[1],
            local,
            1,
            &bound[1],
            entries,
        );
        step_bound(
            simd,
            matrices,
            first + 2,
            parents[2],
            local,
            2,
            &bound[2],
            entries,
        );
        step_bound(
            simd,
            matrices,
            first + 3,
            parents[3],
            local,
            3,
            &bound[3],
            entries,
        );
        step_bound(
            simd,
            matrices,
            first + 4,
            parents[4],
            local,
            4,
            &bound[4],
            entries,
        );
        step_bound(
            simd,
            matrices,
            first + 5,
            parents[5],
            local,
            5,
            &bound[5],
            entries,
        );
        step_bound(
            simd,
            matrices,
            first + 6,
            parents[6],
            local,
            6,
            &bound[6],
            entries,
        );
        step_bound(
            simd,
            matrices,
            first + 7,
            parents[7],
            local,
            7,
            &bound[7],
            entries,
        );
    }
    for (block, ((parents, local), bound)) in blocks {
        for k in 0..skeleton.len() % LANES {
            step_bound(
                simd,
                matrices,
                block * LANES + k,
                parents[k],
                local,
                k,
                &bound[k],
                entries,
            );
        }
    }
    bind_again(simd, out, bound, entries);
    kind
}

/// `model_from_joint` of the joint in `slot`, which is number `k` of its block.
#[inline(always)]
fn step<S: Simd>(
    simd: S,
    matrices: &mut [Matrix],
    slot: usize,
    parent: u32,
    local: &LocalBlock,
    k: usize,
) -> Rows<S> {
    let [first, second, third]: &[[[[f32; 4]; 2]; 4]; 3] = bytemuck::cast_ref(local);
    let (pair, half) = (k % 4, k / 4);
    let rows = Rows::load(simd, &matrices[parent as usize].0).times_rows(
        simd,
        &first[pair][half],
        &second[pair][half],
        &third[pair][half],
    );
    rows.store(&mut matrices[slot + 1].0);
    rows
}

/// As [`step`], and the joint's entry of the palette, if it has one.
#[inline(always)]
#[allow(
    clippy::too_many_arguments,
    reason = "the body of a loop that is unrolled by hand"
)]
fn step_bound<S: Simd>(
    simd: S,
    matrices: &mut [Matrix],
    slot: usize,
    parent: u32,
    local: &LocalBlock,
    k: usize,
    bound: &Bound,
    entries: &mut [[f32; 12]],
) {
    let rows = step(simd, matrices, slot, parent, local, k);
    if let Some(entry) = entries.get_mut(bound.entry as usize) {
        rows.times_twice(simd, &bound.inverse_bind).store(entry);
    }
}

/// The largest product of all scales and sum of all translations that leaves every matrix of the walk finite.
const TAME: f32 = 1e30;

/// How far a product of all joints' stretches, or any one of them, may be from 1 to count as rigid.
const RIGID: f32 = 5e-6;

/// What the numbers of a pose prove of its matrices.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// Each is a rotation and a translation, within what rounding leaves.
    Rigid,
    /// They are finite.
    Tame,
    /// Nothing.
    Wild,
}

/// Local matrices of all joints, from lanes to one joint after the other.
///
/// Wild if numbers are so large (or none at all) that matrices along a chain might overflow: no matrix of the walk
/// has an entry above the product of all joints' stretches times the sum of all their translations.
#[inline(always)]
fn locals<S: Simd>(simd: S, pose: &RuntimePose, out: &mut [LocalBlock]) -> Kind {
    let splat = |v: f32| f32x8::splat(simd, v);
    let (one, two, minus_one, minus_two) = (splat(1.0), splat(2.0), splat(-1.0), splat(-2.0));
    let (mut shift, mut stretch, mut least) = (splat(0.0), one, one);
    let mut any_scaled = false;
    for ((block, &scaled), out) in pose.blocks.iter().zip(&pose.scaled).zip(out) {
        let (x, y) = (block.r[0].load(simd), block.r[1].load(simd));
        let (z, w) = (block.r[2].load(simd), block.r[3].load(simd));
        let t = [
            block.t[0].load(simd),
            block.t[1].load(simd),
            block.t[2].load(simd),
        ];
        let (x2, y2, z2) = (x + x, y + y, z + z);
        let (nx, ny, nz) = (x * minus_two, y * minus_two, z * minus_two);
        let (xy, xz, yz) = (x * y2, x * z2, y * z2);
        let off_x = x.mul_add(nx, one);
        let off_z = z.mul_add(nz, one);
        let columns = [
            [y.mul_add(ny, off_z), w.mul_add(z2, xy), w.mul_add(ny, xz)],
            [w.mul_add(nz, xy), x.mul_add(nx, off_z), w.mul_add(x2, yz)],
            [w.mul_add(y2, xz), w.mul_add(nx, yz), y.mul_add(ny, off_x)],
        ];
        // A quaternion of another length than 1 stretches by at most 2 |q|^2 - 1.
        let square = w.mul_add(w, z.mul_add(z, y.mul_add(y, x * x)));
        let turn = square.mul_add(two, minus_one);
        stretch *= turn.max(one);
        least = least.min(turn);
        any_scaled |= scaled;
        shift = shift + turn.abs() + t[0].abs() + t[1].abs() + t[2].abs();
        if scaled {
            let (sx, sy, sz) = (
                block.s[0].load(simd),
                block.s[1].load(simd),
                block.s[2].load(simd),
            );
            let largest = sx.abs().max(sy.abs()).max(sz.abs());
            stretch *= largest.max(one);
            shift = shift + sx.abs() + sy.abs() + sz.abs();
            put(
                scale(columns[0], sx),
                scale(columns[1], sy),
                scale(columns[2], sz),
                t,
                out,
            );
        } else {
            put(columns[0], columns[1], columns[2], t, out);
        }
    }
    let (shift, stretch): ([f32; LANES], [f32; LANES]) = (shift.into(), stretch.into());
    let stretch = stretch.iter().product::<f32>();
    // Written so that NaN fails, too.
    if stretch * shift.iter().sum::<f32>() < TAME {
        let least: [f32; LANES] = least.into();
        let keeps_length = stretch < 1.0 + RIGID && least.iter().all(|&l| l > 1.0 - RIGID);
        if keeps_length && !any_scaled {
            Kind::Rigid
        } else {
            Kind::Tame
        }
    } else {
        Kind::Wild
    }
}

#[inline(always)]
fn scale<S: Simd>(column: [f32x8<S>; 3], s: f32x8<S>) -> [f32x8<S>; 3] {
    [column[0] * s, column[1] * s, column[2] * s]
}

/// From columns of eight joints to eight joints of rows.
#[inline(always)]
fn put<S: Simd>(
    x: [f32x8<S>; 3],
    y: [f32x8<S>; 3],
    z: [f32x8<S>; 3],
    t: [f32x8<S>; 3],
    out: &mut LocalBlock,
) {
    transpose(x[0], y[0], z[0], t[0], &mut out[0]);
    transpose(x[1], y[1], z[1], t[1], &mut out[1]);
    transpose(x[2], y[2], z[2], t[2], &mut out[2]);
}

/// From four numbers of eight joints to eight joints of four numbers: joints k and k + 4 beside each other.
#[inline(always)]
fn transpose<S: Simd>(a: f32x8<S>, b: f32x8<S>, c: f32x8<S>, d: f32x8<S>, out: &mut [Lanes; 4]) {
    let (ac, bd) = (interleave_low(a, c), interleave_low(b, d));
    out[0].store(interleave_low(ac, bd));
    out[1].store(interleave_high(ac, bd));
    let (ac, bd) = (interleave_high(a, c), interleave_high(b, d));
    out[2].store(interleave_low(ac, bd));
    out[3].store(interleave_high(ac, bd));
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

    /// The product of two affine matrices.
    #[inline(always)]
    fn times_rows(&self, simd: S, a: &[f32; 4], b: &[f32; 4], c: &[f32; 4]) -> Self {
        let (a, b) = (f32x4::from_slice(simd, a), f32x4::from_slice(simd, b));
        let c = f32x4::from_slice(simd, c);
        self.product(simd, [a, b, c], [a.combine(a), b.combine(b), c.combine(c)])
    }

    /// As [`Self::times_rows`] of a matrix that has each row twice.
    #[inline(always)]
    fn times_twice(&self, simd: S, [a, b, c]: &[[f32; LANES]; 3]) -> Self {
        let once = |row: &[f32; LANES]| f32x4::from_slice(simd, &row[..4]);
        let both = |row: &[f32; LANES]| f32x8::from_slice(simd, row);
        self.product(simd, [once(a), once(b), once(c)], [both(a), both(b), both(c)])
    }

    #[inline(always)]
    fn product(&self, simd: S, once: [f32x4<S>; 3], both: [f32x8<S>; 3]) -> Self {
        let (first, second) = self.upper.split();
        let upper = |i: usize| f32x4::splat(simd, first[i]).combine(f32x4::splat(simd, second[i]));
        let lower = |i: usize| f32x4::splat(simd, self.lower[i]);
        let sum = upper(0).mul_add(both[0], only_last(simd, first).combine(only_last(simd, second)));
        let sum = upper(1).mul_add(both[1], sum);
        let low = lower(0).mul_add(once[0], only_last(simd, self.lower));
        let low = lower(1).mul_add(once[1], low);
        Self {
            upper: upper(2).mul_add(both[2], sum),
            lower: lower(2).mul_add(once[2], low),
        }
    }
}

/// `0, 0, 0, w`.
#[inline(always)]
fn only_last<S: Simd>(simd: S, v: f32x4<S>) -> f32x4<S> {
    f32x4::simd_from(simd, [0.0, 0.0, 0.0, v[3]])
}

/// The plain walk, for the rare pose whose numbers might multiply beyond what an f32 holds: such a joint stays with its
/// parent.
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

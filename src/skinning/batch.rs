//! Positions and normals of many vertices, eight at a time.
//!
//! The lanes' twins of [`super::skin_linear_blend`] and [`super::skin_dual_quaternion`], for who needs whole meshes on the
//! CPU: within 2e-6 of the model's size of them.

#![expect(
    clippy::inline_always,
    reason = "what is called with the instructions of a processor must be compiled with them"
)]
#![expect(clippy::needless_range_loop, reason = "one index for several arrays")]

use fearless_simd::{Simd, SimdBase, SimdFloat, f32x4, f32x8};
use glam::Vec3;

use super::{DualQuaternionJoint, Influences, Palette, SkinningMethod, Vertex, skin_vertex};
use crate::animation::runtime::SimdPath;
use crate::animation::runtime::kernel::{LANES, Matrix12, gather, on_path, spread};
use crate::math::Rows3x4;

/// Vertices in mesh space: as many of each.
#[derive(Debug, Clone, Copy)]
pub struct VertexBatch<'a> {
    /// Of the palette's skin.
    pub influences: &'a Influences,
    /// Metres.
    pub positions: &'a [Vec3],
    /// Unit, or zero.
    pub normals: &'a [Vec3],
}

/// Where they go, in model space: as many of each.
#[derive(Debug)]
pub struct SkinnedBatch<'a> {
    /// Metres.
    pub positions: &'a mut [Vec3],
    /// Unit, or zero.
    pub normals: &'a mut [Vec3],
}

/// Moves every vertex of `batch`, which must have as many influences, positions and normals as `out` has places: by dual
/// quaternions, which the palette must then have, or linearly ([`SkinningMethod::LinearBlend`]). Of the other methods
/// take [`skin_vertex`].
pub fn skin_batch(
    path: SimdPath,
    palette: &Palette,
    dual: bool,
    batch: &VertexBatch<'_>,
    out: &mut SkinnedBatch<'_>,
) {
    let lists = Lists {
        joints: batch.influences.joints4(),
        weights: batch.influences.weights4(),
        positions: bytemuck::cast_slice(batch.positions),
        normals: bytemuck::cast_slice(batch.normals),
    };
    let to = [
        bytemuck::cast_slice_mut(&mut *out.positions),
        bytemuck::cast_slice_mut(&mut *out.normals),
    ];
    match (dual, palette.is_rigid()) {
        (false, _) => {
            let matrices: &[Matrix12] = bytemuck::cast_slice(palette.matrices());
            on_path!(path, simd => each_eight(simd, &lists, to, #[inline(always)] |block| linear(simd, matrices, block)));
        }
        (true, true) => {
            let joints = palette.dual_quaternions();
            on_path!(path, simd => each_eight(simd, &lists, to, #[inline(always)] |block| rigid(simd, joints, block)));
        }
        (true, false) => {
            let joints = palette.dual_quaternions();
            on_path!(path, simd => each_eight(simd, &lists, to, #[inline(always)] |block| stretched(simd, joints, block)));
        }
    }
    // Those with more than four influences, as one by one.
    if batch.influences.extra_start().is_empty() {
        return;
    }
    let method = if dual {
        SkinningMethod::DualQuaternion
    } else {
        SkinningMethod::LinearBlend
    };
    for v in (0..batch.positions.len()).filter(|&v| !batch.influences.extra_of(v).is_empty()) {
        let vertex = Vertex {
            position: batch.positions[v],
            normal: batch.normals[v],
            tangent: glam::Vec4::ZERO,
        };
        let moved = skin_vertex(method.into(), palette, batch.influences.of(v), vertex);
        (out.positions[v], out.normals[v]) = (moved.position, moved.normal);
    }
}

/// What is read, numbers side by side.
struct Lists<'a> {
    joints: &'a [[u16; 4]],
    weights: &'a [[f32; 4]],
    positions: &'a [f32],
    normals: &'a [f32],
}

/// Three numbers of eight vertices.
type Three<S> = [f32x8<S>; 3];

/// Eight vertices.
struct Eight<'a, S: Simd> {
    joints: &'a [[u16; 4]; LANES],
    weights: &'a [[f32; 4]; LANES],
    position: Three<S>,
    normal: Three<S>,
}

/// Eight after eight; the last ones filled up with copies of nothing.
#[inline(always)]
fn each_eight<S: Simd>(
    simd: S,
    lists: &Lists<'_>,
    [positions, normals]: [&mut [f32]; 2],
    kernel: impl Fn(&Eight<'_, S>) -> [Three<S>; 2],
) {
    let (joints, joints_left) = lists.joints.as_chunks::<LANES>();
    let (weights, weights_left) = lists.weights.as_chunks::<LANES>();
    for (block, (joints, weights)) in joints.iter().zip(weights).enumerate() {
        let at = block * LANES * 3;
        let eight = Eight {
            joints,
            weights,
            position: load(simd, &lists.positions[at..]),
            normal: load(simd, &lists.normals[at..]),
        };
        let [p, n] = kernel(&eight);
        store(simd, p, &mut positions[at..]);
        store(simd, n, &mut normals[at..]);
    }
    let left = joints_left.len();
    if left > 0 {
        let at = joints.len() * LANES * 3;
        let (mut joints, mut weights) = ([[0; 4]; LANES], [[0.0; 4]; LANES]);
        joints[..left].copy_from_slice(joints_left);
        weights[..left].copy_from_slice(weights_left);
        let eight = Eight {
            joints: &joints,
            weights: &weights,
            position: load(simd, &lists.positions[at..]),
            normal: load(simd, &lists.normals[at..]),
        };
        let [p, n] = kernel(&eight);
        store(simd, p, &mut positions[at..at + 3 * left]);
        store(simd, n, &mut normals[at..at + 3 * left]);
    }
}

/// Numbers of eight vertices, and one more, since four are read at once.
const ROOM: usize = 3 * LANES + 1;

#[inline(always)]
fn load<S: Simd>(simd: S, from: &[f32]) -> Three<S> {
    let mut few = [0.0; ROOM];
    let from: &[f32; ROOM] = from.first_chunk().unwrap_or_else(|| {
        few[..from.len()].copy_from_slice(from);
        &few
    });
    let [x, y, z, _] = gather(simd, |k| &from[3 * k..3 * k + 4]);
    [x, y, z]
}

#[inline(always)]
fn store<S: Simd>(simd: S, v: Three<S>, to: &mut [f32]) {
    if let Some(to) = to.first_chunk_mut() {
        put(simd, v, to);
    } else {
        let mut few = [0.0; ROOM];
        put(simd, v, &mut few);
        let count = to.len().min(3 * LANES);
        to[..count].copy_from_slice(&few[..count]);
    }
}

/// The fourth number of each falls on the first of the next, which is written after it.
#[inline(always)]
fn put<S: Simd>(simd: S, v: Three<S>, to: &mut [f32; ROOM]) {
    let four = spread([v[0], v[1], v[2], f32x8::splat(simd, 0.0)]);
    for (k, (first, _)) in four.iter().enumerate() {
        first.store_slice(&mut to[3 * k..3 * k + 4]);
    }
    for (k, (_, second)) in four.iter().enumerate() {
        second.store_slice(&mut to[12 + 3 * k..16 + 3 * k]);
    }
}

/// Twelve numbers of eight joints' weighted sums, row after row.
#[inline(always)]
fn blend<'a, S: Simd>(
    simd: S,
    block: &Eight<'_, S>,
    matrix: impl Fn(u16) -> &'a Matrix12,
) -> [[f32x8<S>; 4]; 3] {
    let mut sums = [[0.0; 12]; LANES];
    for ((sum, joints), weights) in sums.iter_mut().zip(block.joints).zip(block.weights) {
        let first = matrix(joints[0]);
        let weight = f32x8::splat(simd, weights[0]);
        let mut upper = f32x8::from_slice(simd, &first[..8]) * weight;
        let mut lower = f32x4::from_slice(simd, &first[8..]) * f32x4::splat(simd, weights[0]);
        for i in 1..4 {
            let m = matrix(joints[i]);
            upper = f32x8::from_slice(simd, &m[..8]).mul_add(f32x8::splat(simd, weights[i]), upper);
            lower = f32x4::from_slice(simd, &m[8..]).mul_add(f32x4::splat(simd, weights[i]), lower);
        }
        upper.store_slice(&mut sum[..8]);
        lower.store_slice(&mut sum[8..]);
    }
    [
        gather(simd, |k| &sums[k]),
        gather(simd, |k| &sums[k][4..]),
        gather(simd, |k| &sums[k][8..]),
    ]
}

#[inline(always)]
fn linear<S: Simd>(simd: S, matrices: &[Matrix12], block: &Eight<'_, S>) -> [Three<S>; 2] {
    let rows = blend(
        simd,
        block,
        #[inline(always)]
        |j| &matrices[usize::from(j)],
    );
    [
        transform_point(&rows, block.position),
        transform_normal(simd, &rows, block.normal),
    ]
}

#[inline(always)]
fn rigid<S: Simd>(simd: S, joints: &[DualQuaternionJoint], block: &Eight<'_, S>) -> [Three<S>; 2] {
    motion(simd, joints, block, block.position, block.normal)
}

#[inline(always)]
fn stretched<S: Simd>(simd: S, joints: &[DualQuaternionJoint], block: &Eight<'_, S>) -> [Three<S>; 2] {
    let rows = blend(
        simd,
        block,
        #[inline(always)]
        |j| {
            let stretch: &Rows3x4 = &joints[usize::from(j)].stretch;
            bytemuck::cast_ref(stretch)
        },
    );
    let position = transform_point(&rows, block.position);
    let normal = transform_normal(simd, &rows, block.normal);
    motion(simd, joints, block, position, normal)
}

#[inline(always)]
fn dot<S: Simd>(a: Three<S>, b: Three<S>) -> f32x8<S> {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

#[inline(always)]
fn cross<S: Simd>(a: Three<S>, b: Three<S>) -> Three<S> {
    [
        a[1].mul_sub(b[2], a[2] * b[1]),
        a[2].mul_sub(b[0], a[0] * b[2]),
        a[0].mul_sub(b[1], a[1] * b[0]),
    ]
}

#[inline(always)]
fn transform_point<S: Simd>(rows: &[[f32x8<S>; 4]; 3], p: Three<S>) -> Three<S> {
    let row = |r: &[f32x8<S>; 4]| r[2].mul_add(p[2], r[1].mul_add(p[1], r[0].mul_add(p[0], r[3])));
    [row(&rows[0]), row(&rows[1]), row(&rows[2])]
}

/// As [`Rows3x4::transform_normal`], and to unit length; `n` where there is no direction.
#[inline(always)]
fn transform_normal<S: Simd>(simd: S, rows: &[[f32x8<S>; 4]; 3], n: Three<S>) -> Three<S> {
    let part = |r: &[f32x8<S>; 4]| [r[0], r[1], r[2]];
    let (r0, r1, r2) = (part(&rows[0]), part(&rows[1]), part(&rows[2]));
    let c0 = cross(r1, r2);
    let mapped = [dot(c0, n), dot(cross(r2, r0), n), dot(cross(r0, r1), n)];
    let square = dot(mapped, mapped);
    let splat = |v: f32| f32x8::splat(simd, v);
    let inverse = splat(1.0) / square.sqrt();
    let mirrored = dot(r0, c0).simd_lt(splat(0.0));
    let inverse = simd.select_f32x8(mirrored, splat(0.0) - inverse, inverse);
    let has_direction = square.simd_gt(splat(1e-30)) & square.simd_lt(splat(1e30));
    let unit = |mapped: f32x8<S>, n: f32x8<S>| simd.select_f32x8(has_direction, mapped * inverse, n);
    [
        unit(mapped[0], n[0]),
        unit(mapped[1], n[1]),
        unit(mapped[2], n[2]),
    ]
}

/// A quaternion of each of eight vertices.
type Four<S> = [f32x8<S>; 4];

/// Influence `i` of eight vertices: the real and the dual part of its joint's motion.
#[inline(always)]
fn motions<S: Simd>(simd: S, joints: &[[f32; 20]], block: &Eight<'_, S>, i: usize) -> [Four<S>; 2] {
    [
        gather(simd, |k| &joints[usize::from(block.joints[k][i])][..4]),
        gather(simd, |k| &joints[usize::from(block.joints[k][i])][4..8]),
    ]
}

#[inline(always)]
fn scaled<S: Simd>(q: Four<S>, by: f32x8<S>) -> Four<S> {
    [q[0] * by, q[1] * by, q[2] * by, q[3] * by]
}

#[inline(always)]
fn add_scaled<S: Simd>(sum: Four<S>, q: Four<S>, by: f32x8<S>) -> Four<S> {
    [
        q[0].mul_add(by, sum[0]),
        q[1].mul_add(by, sum[1]),
        q[2].mul_add(by, sum[2]),
        q[3].mul_add(by, sum[3]),
    ]
}

/// `start + dot(a, b)`. From a start of nought it is never the negative nought.
#[inline(always)]
fn dot4<S: Simd>(a: Four<S>, b: Four<S>, start: f32x8<S>) -> f32x8<S> {
    a[3].mul_add(
        b[3],
        a[2].mul_add(b[2], a[1].mul_add(b[1], a[0].mul_add(b[0], start))),
    )
}

/// `v + 2 r x (r x v + w v)`.
#[inline(always)]
fn rotate<S: Simd>(r: Three<S>, w: f32x8<S>, v: Three<S>, two: f32x8<S>) -> Three<S> {
    let inner = cross(r, v);
    let inner = [
        w.mul_add(v[0], inner[0]),
        w.mul_add(v[1], inner[1]),
        w.mul_add(v[2], inner[2]),
    ];
    let outer = cross(r, inner);
    [
        two.mul_add(outer[0], v[0]),
        two.mul_add(outer[1], v[1]),
        two.mul_add(outer[2], v[2]),
    ]
}

/// The blended rigid motion, applied to a point and a direction.
#[inline(always)]
fn motion<S: Simd>(
    simd: S,
    joints: &[DualQuaternionJoint],
    block: &Eight<'_, S>,
    p: Three<S>,
    n: Three<S>,
) -> [Three<S>; 2] {
    let joints: &[[f32; 20]] = bytemuck::cast_slice(joints);
    let splat = |v: f32| f32x8::splat(simd, v);
    let (zero, one, two) = (splat(0.0), splat(1.0), splat(2.0));
    let weights = gather(simd, |k| &block.weights[k]);
    let [pivot, dual] = motions(simd, joints, block, 0);
    let (mut real, mut dual) = (scaled(pivot, weights[0]), scaled(dual, weights[0]));
    for i in 1..4 {
        let [r, d] = motions(simd, joints, block, i);
        let weight = weights[i].copysign(dot4(r, pivot, zero));
        real = add_scaled(real, r, weight);
        dual = add_scaled(dual, d, weight);
    }
    let square = dot4(real, real, zero);
    // Two opposite rotations of equal weight leave nothing to divide by: the vertex stays.
    let is_something = square.simd_gt(splat(1e-24));
    let scale = simd.select_f32x8(is_something, one / square.sqrt(), zero);
    let ([x, y, z, w], [dx, dy, dz, dw]) = (scaled(real, scale), scaled(dual, scale));
    let w = w + simd.select_f32x8(is_something, zero, one);
    let (r, d) = ([x, y, z], [dx, dy, dz]);
    // The translation: 2 (w d - dw r + r x d).
    let shift = cross(r, d);
    let shift = [
        w.mul_add(d[0], shift[0] - dw * r[0]),
        w.mul_add(d[1], shift[1] - dw * r[1]),
        w.mul_add(d[2], shift[2] - dw * r[2]),
    ];
    let turned = rotate(r, w, p, two);
    let position = [
        two.mul_add(shift[0], turned[0]),
        two.mul_add(shift[1], turned[1]),
        two.mul_add(shift[2], turned[2]),
    ];
    [position, rotate(r, w, n, two)]
}

//! Laying one pose over another.

use fearless_simd::{Simd, SimdBase, SimdFloat, f32x8};

use super::arc::{self, WideArc};
use super::lanes::{Block, Lanes, load_four};
use super::pose::RuntimePose;
use super::simd::{SimdPath, on_path};

impl SimdPath {
    /// Lays `layer` over `below`, in place, by `weight` (taken into 0 ..= 1): the lanes' twin of
    /// [`crate::animation::blend_over`]. Weights of 0 and 1 keep the bits of one of them. Both must be of one skeleton.
    pub fn blend_over(self, below: &mut RuntimePose, layer: &RuntimePose, weight: f32) {
        let weight = weight.clamp(0.0, 1.0);
        if weight == 1.0 {
            below.copy_from(layer);
        } else if weight > 0.0 {
            on_path!(self, simd => blend(simd, below, layer, weight));
            mix_numbers(&mut below.morph_weights, &layer.morph_weights, weight);
            mix_numbers(&mut below.properties, &layer.properties, weight);
        }
    }
}

fn mix_numbers(below: &mut [f32], layer: &[f32], weight: f32) {
    for (below, &layer) in below.iter_mut().zip(layer) {
        *below += (layer - *below) * weight;
    }
}

#[inline(always)]
fn blend<S: Simd>(simd: S, below: &mut RuntimePose, layer: &RuntimePose, weight: f32) {
    let wide = WideArc::new(simd, weight);
    let w = f32x8::splat(simd, weight);
    let (zero, one) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0));
    let mix = |a: &mut [Lanes; 3], b: &[Lanes; 3]| {
        for (a, b) in a.iter_mut().zip(b) {
            let from = a.load(simd);
            a.store((b.load(simd) - from).mul_add(w, from));
        }
    };
    let flags = below.scaled.iter_mut().zip(&layer.scaled);
    for ((a, b), (a_scaled, &b_scaled)) in below.blocks.iter_mut().zip(&layer.blocks).zip(flags) {
        mix(&mut a.t, &b.t);
        let (p, q) = (load_four(simd, &a.r), load_four(simd, &b.r));
        let dot = arc::dot(p, q, zero);
        let [cp, cq] = wide.at(simd, dot.abs() - one);
        // On the shorter arc.
        let cq = cq.copysign(dot);
        for (row, q) in a.r.iter_mut().zip(arc::mix(p, cp, q, cq)) {
            row.store(q);
        }
        if *a_scaled || b_scaled {
            if !*a_scaled {
                a.s = Block::IDENTITY.s;
            }
            mix(&mut a.s, if b_scaled { &b.s } else { &Block::IDENTITY.s });
            *a_scaled = true;
        }
    }
}

//! What lies between the methods: the CPU twins of `mix_vertices` and `mask_factor` in `shaders/skinning.wgsl`.

use super::{Influence, Vertex, finish_tangent, normalize_or};

/// `linear` at a factor of 0, `dual` at 1 (both to the bit), positions mixed linearly between; normals and tangents are
/// mixed, then normalised.
#[inline]
pub fn mix_vertices(linear: Vertex, dual: Vertex, factor: f32) -> Vertex {
    if factor <= 0.0 {
        return linear;
    }
    if factor >= 1.0 {
        return dual;
    }
    let normal = normalize_or(
        linear.normal + (dual.normal - linear.normal) * factor,
        linear.normal,
    );
    let (a, b) = (linear.tangent.truncate(), dual.tangent.truncate());
    Vertex {
        position: linear.position + (dual.position - linear.position) * factor,
        normal,
        // Both have the handedness that the palette's own determinant gives.
        tangent: finish_tangent(a + (b - a) * factor, normal, linear.tangent, false),
    }
}

/// The share of dual quaternion skinning at a vertex: `sum w_j m_j` with `mask[j]` (0 to 1) per joint of the skin.
///
/// Divided by `sum w_j`, in a form in which masks of all 0 and all 1 give exactly 0 and 1 although weights are rounded.
#[inline]
pub fn mask_factor(mask: &[f32], influences: impl Iterator<Item = Influence>) -> f32 {
    let (mut inside, mut outside) = (0.0_f32, 0.0_f32);
    for Influence { joint, weight } in influences {
        let m = mask.get(joint as usize).copied().unwrap_or(0.0);
        inside += weight * m;
        outside += weight * (1.0 - m);
    }
    if inside > 0.0 {
        inside / (inside + outside)
    } else {
        0.0
    }
}

/// The strongest `limit` influences, renormalised if any was left out.
#[inline]
pub fn limit_influences(
    influences: impl Iterator<Item = Influence> + Clone,
    limit: u32,
) -> impl Iterator<Item = Influence> + Clone {
    let kept = influences.clone().take(limit as usize);
    let mut rest = influences;
    let cut = rest.nth(limit as usize).is_some();
    let scale = if cut {
        kept.clone().map(|i| i.weight).sum::<f32>().recip()
    } else {
        1.0
    };
    kept.map(move |i| Influence {
        weight: i.weight * scale,
        ..i
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec3, Vec4};

    fn influences(of: &[(u32, f32)]) -> impl Iterator<Item = Influence> + Clone + '_ {
        of.iter().map(|&(joint, weight)| Influence { joint, weight })
    }

    #[test]
    fn the_ends_keep_their_bits() {
        let v = |x: f32| Vertex {
            position: Vec3::splat(x),
            normal: Vec3::Y,
            tangent: Vec4::new(1.0, 0.0, 0.0, -1.0),
        };
        let (a, b) = (v(0.1), v(0.7));
        assert_eq!(mix_vertices(a, b, 0.0), a);
        assert_eq!(mix_vertices(a, b, 1.0), b);
        let half = mix_vertices(a, b, 0.5);
        assert!((half.position.x - 0.4).abs() < 1e-6);
        assert_eq!(half.tangent, a.tangent);
    }

    #[test]
    fn masks_of_nought_and_one_are_exact_whatever_the_weights_sum_to() {
        let w = [(0, 0.3), (1, 0.333_333_3), (2, 0.366_666_6)];
        assert_eq!(mask_factor(&[0.0; 3], influences(&w)), 0.0);
        assert_eq!(mask_factor(&[1.0; 3], influences(&w)), 1.0);
        assert_eq!(mask_factor(&[], influences(&w)), 0.0);
        let border = mask_factor(&[1.0, 0.0, 0.0], influences(&w));
        assert!((border - 0.3).abs() < 1e-6);
    }

    #[test]
    fn the_strongest_are_kept_and_sum_to_one() {
        let w = [(3, 0.5), (1, 0.3), (2, 0.2)];
        let kept: Vec<_> = limit_influences(influences(&w), 2)
            .map(|i| (i.joint, i.weight))
            .collect();
        assert_eq!(kept.iter().map(|k| k.0).collect::<Vec<_>>(), [3, 1]);
        assert!((kept[0].1 - 0.625).abs() < 1e-6 && (kept[1].1 - 0.375).abs() < 1e-6);
        // Nothing left out: not a bit changes.
        let all: Vec<_> = limit_influences(influences(&w), 3)
            .map(|i| (i.joint, i.weight))
            .collect();
        assert_eq!(all, w);
    }
}

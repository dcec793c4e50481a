//! Functions of one number.

/// The cube root, odd in its argument, the same bits on every machine (no system `cbrt`).
///
/// A guess from the exponent, then Newton's iteration in double precision until it is exact for an `f32`.
pub fn cube_root(x: f32) -> f32 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let wide = f64::from(x.abs());
    let mut y = f64::from_bits(wide.to_bits() / 3 + 0x2A9F_7893_782D_A1CE);
    for _ in 0..4 {
        y = (2.0 * y + wide / (y * y)) / 3.0;
    }
    y.copysign(f64::from(x)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverts_the_cube() {
        for x in [1e-30_f32, 1e-6, 0.01, 0.5, 1.0, 2.0, 27.0, 1e9, 1e30] {
            let y = cube_root(x);
            assert!(
                (f64::from(y).powi(3) / f64::from(x) - 1.0).abs() < 4e-7,
                "{x}: {y}"
            );
            assert_eq!(cube_root(-x), -y);
        }
        assert_eq!(cube_root(8.0), 2.0);
        assert_eq!(cube_root(0.0), 0.0);
    }
}

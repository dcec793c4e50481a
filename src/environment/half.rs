//! Half floats.

/// Largest finite half float.
pub(super) const LARGEST: f32 = 65_504.0;

/// The bits of the nearest half float (ties to even) of a number from 0 to [`LARGEST`]; what lies outside becomes the nearer
/// of these, what is no number 0. Source: IEEE 754-2019.
pub(super) fn bits_of(value: f32) -> u16 {
    let value = if value > 0.0 { value.min(LARGEST) } else { 0.0 };
    let bits = value.to_bits();
    let exponent = bits >> 23;
    // Below the smallest normal half float, 2^-14: a count of 2^-24.
    if exponent < 113 {
        return (value * 16_777_216.0).round_ties_even() as u16;
    }
    let mantissa = bits & 0x7f_ffff;
    let rounded = mantissa + 0xfff + ((mantissa >> 13) & 1);
    // A mantissa that overflows counts the exponent up, as it should.
    (((exponent - 112) << 10) + (rounded >> 13)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(bits: u16) -> f32 {
        let (e, m) = (i32::from(bits >> 10), f32::from(bits & 0x3ff));
        if e == 0 {
            m * 2_f32.powi(-24)
        } else {
            (1.0 + m / 1024.0) * 2_f32.powi(e - 15)
        }
    }

    #[test]
    fn every_half_float_comes_back_and_others_become_the_nearest() {
        for bits in 0..0x7c00_u16 {
            assert_eq!(bits_of(value(bits)), bits);
            let between = 0.5 * (value(bits) + value(bits + 1).min(LARGEST));
            let even = bits + (bits & 1);
            assert!(bits == 0x7bff || bits_of(between) == even, "{bits}");
        }
        assert_eq!(value(bits_of(1e9)), LARGEST);
        assert_eq!((bits_of(-1.0), bits_of(f32::NAN)), (0, 0));
    }
}

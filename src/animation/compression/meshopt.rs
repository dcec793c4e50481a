//! Writing buffer views of EXT_meshopt_compression: attributes of version 0, which every reader of it knows.
//!
//! Source: the specification of KHR_meshopt_compression, appendix A. The twin of `import/decode/meshopt/attributes.rs`;
//! tests take each through the other.

/// Elements of a block at most.
const BLOCK: usize = 256;
/// Bytes of a block at most.
const BLOCK_BYTES: usize = 8192;
/// Elements of a group.
const GROUP: usize = 16;
/// The tail is no shorter than this.
const TAIL: usize = 32;

/// Packs elements of `stride` bytes, a multiple of four up to 256, into the bytes of a view.
pub fn encode(elements: &[u8], stride: usize) -> Vec<u8> {
    let mut out = vec![0xA0];
    let first = elements.get(..stride).unwrap_or(&[]);
    let mut last = vec![0; stride];
    last[..first.len()].copy_from_slice(first);
    let block_elements = (BLOCK_BYTES / stride / GROUP * GROUP).clamp(1, BLOCK);
    for block in elements.chunks(block_elements * stride) {
        for place in 0..stride {
            let mut before = last[place];
            let mut row: Vec<u8> = block
                .chunks_exact(stride)
                .map(|element| {
                    let delta = element[place].wrapping_sub(before);
                    before = element[place];
                    zigzag(delta)
                })
                .collect();
            row.resize(row.len().next_multiple_of(GROUP), 0);
            write_row(&row, &mut out);
        }
        if let Some(end) = block.chunks_exact(stride).last() {
            last.copy_from_slice(end);
        }
    }
    out.resize(out.len() + TAIL.saturating_sub(stride), 0);
    out.resize(out.len() + stride - first.len(), 0);
    out.extend_from_slice(first);
    out
}

/// What the elements of one track add to a view that holds many tracks, bytes: the first is a jump, and what is left of a
/// group of sixteen is filled by the next track.
pub(super) fn share_of_view(elements: &[u8], stride: usize) -> f64 {
    let count = (elements.len() / stride) as f64;
    let alone = encode(elements.get(..stride).unwrap_or_default(), stride).len();
    let deltas = encode(elements, stride).len() - alone;
    let groups = (count / GROUP as f64).ceil().max(1.0) * GROUP as f64;
    stride as f64 + deltas as f64 * count / groups
}

/// 0, -1, 1, -2, … to 0, 1, 2, 3, …
fn zigzag(delta: u8) -> u8 {
    (delta << 1) ^ (delta.cast_signed() >> 7).cast_unsigned()
}

/// Groups of sixteen, each with the number of bits that makes it smallest; which, stands before them.
fn write_row(row: &[u8], out: &mut Vec<u8>) {
    let groups = row.len() / GROUP;
    let kinds_at = out.len();
    out.resize(kinds_at + groups.div_ceil(4), 0);
    for (g, group) in row.chunks_exact(GROUP).enumerate() {
        let kind = (0..4).min_by_key(|k| size(group, *k)).unwrap_or(3);
        out[kinds_at + g / 4] |= (kind as u8) << (2 * (g % 4));
        match kind {
            0 => {}
            3 => out.extend_from_slice(group),
            _ => {
                let bits = 2 * kind;
                let sentinel = (1_u8 << bits) - 1;
                for codes in group.chunks_exact(8 / bits) {
                    out.push(codes.iter().fold(0, |byte, c| byte << bits | (*c).min(sentinel)));
                }
                out.extend(group.iter().filter(|c| **c >= sentinel));
            }
        }
    }
}

/// Bytes of a group with 0, 2, 4 or 8 bits a number.
fn size(group: &[u8], kind: usize) -> usize {
    match kind {
        0 if group.iter().all(|c| *c == 0) => 0,
        0 => usize::MAX,
        3 => GROUP,
        _ => {
            let sentinel = (1_u8 << (2 * kind)) - 1;
            GROUP * 2 * kind / 8 + group.iter().filter(|c| **c >= sentinel).count()
        }
    }
}

/// Floats as the exponential filter takes them: one exponent for all, which keeps every one of them exactly. `None`
/// where there is none.
pub fn exponential(values: &[f32]) -> Option<Vec<u32>> {
    let lowest = values.iter().filter(|v| **v != 0.0).map(|v| lowest_bit(*v)).min();
    let exponent = lowest.unwrap_or(0);
    if !(-100..=100).contains(&exponent) {
        return None;
    }
    let grain = 2.0_f64.powi(exponent);
    values
        .iter()
        .map(|v| {
            let mantissa = (f64::from(*v) / grain).round();
            let fits = mantissa.abs() < f64::from(1 << 23);
            // A zero's sign is not worth a word.
            (fits && mantissa * grain == f64::from(*v)).then(|| {
                let mantissa = (mantissa as i32).cast_unsigned() & 0x00FF_FFFF;
                u32::from((exponent as i8).cast_unsigned()) << 24 | mantissa
            })
        })
        .collect()
}

/// The exponent of the lowest bit that is set.
#[expect(clippy::cast_possible_wrap, reason = "both are at most 255")]
fn lowest_bit(v: f32) -> i32 {
    let bits = v.to_bits();
    let exponent = (bits >> 23 & 255) as i32;
    let fraction = bits & 0x007F_FFFF;
    let (exponent, mantissa) = if exponent == 0 {
        (1, fraction)
    } else {
        (exponent, fraction | 0x0080_0000)
    };
    exponent - 150 + mantissa.trailing_zeros() as i32
}

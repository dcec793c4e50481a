//! Mode 0, attributes: bytes of consecutive elements, taken apart by position, as differences.
//!
//! Elements come in blocks of at most 256; within a block, each byte position is a row of its own, in groups of 16.

use super::Fault;
use super::cursor::{Cursor, unzigzag};
use crate::work::Cancelled;

/// Elements of a block at most.
const BLOCK: usize = 256;
/// Bytes of a block at most.
const BLOCK_BYTES: usize = 8192;
/// Elements of a group.
const GROUP: usize = 16;
/// Bits a difference of the four kinds of groups, by version and control mode.
const BITS_0: [u8; 4] = [0, 2, 4, 8];
const BITS_1: [[u8; 4]; 2] = [[0, 1, 2, 4], [1, 2, 4, 8]];

/// How four bytes at a time follow from the same four of the element before.
#[derive(Debug, Clone, Copy)]
enum Channel {
    /// Each byte by a difference.
    Bytes,
    /// Two 16-bit numbers, each by a difference.
    Words,
    /// A 32-bit pattern by exclusive or, after a turn to the right by so many bits.
    Xor(u32),
}

impl Channel {
    fn new(code: u8) -> Result<Self, Fault> {
        match (code & 15, code >> 4) {
            (0, 0) => Ok(Self::Bytes),
            (1, 0) => Ok(Self::Words),
            (2, turn) => Ok(Self::Xor(u32::from(turn))),
            _ => Err(Fault::Code),
        }
    }
}

/// Unpacks into `out`, whose length is a multiple of `stride`. The outer error says that the task was stopped.
pub(super) fn decode(
    bytes: &[u8],
    stride: usize,
    out: &mut [u8],
    pause: impl Fn() -> Result<(), Cancelled>,
) -> Result<Result<(), Fault>, Cancelled> {
    let stream = match Streamed::open(bytes, stride) {
        Ok(stream) => stream,
        Err(fault) => return Ok(Err(fault)),
    };
    let mut cursor = Cursor::new(stream.body);
    let mut last = [0; BLOCK];
    last[..stride].copy_from_slice(stream.baseline);
    let block_elements = (BLOCK_BYTES / stride / GROUP * GROUP).min(BLOCK);
    for block in out.chunks_mut(block_elements * stride) {
        pause()?;
        if let Err(fault) = stream.block(&mut cursor, stride, &mut last[..stride], block) {
            return Ok(Err(fault));
        }
    }
    Ok(cursor.end())
}

/// The parts of a stream.
struct Streamed<'a> {
    /// Version 1 has control modes.
    controlled: bool,
    body: &'a [u8],
    baseline: &'a [u8],
    channels: Vec<Channel>,
}

impl<'a> Streamed<'a> {
    fn open(bytes: &'a [u8], stride: usize) -> Result<Self, Fault> {
        let (&version, rest) = bytes.split_first().ok_or(Fault::Short)?;
        let (controlled, channel_count, least) = match version {
            0xA0 => (false, 0, 32),
            0xA1 => (true, stride / 4, 24),
            _ => return Err(Fault::Header),
        };
        let tail = stride + channel_count;
        let body = rest.len().checked_sub(tail.max(least)).ok_or(Fault::Short)?;
        let (baseline, codes) = rest[rest.len() - tail..].split_at(stride);
        let channels = if controlled {
            codes
                .iter()
                .map(|&code| Channel::new(code))
                .collect::<Result<_, _>>()?
        } else {
            vec![Channel::Bytes; stride / 4]
        };
        Ok(Self {
            controlled,
            body: &rest[..body],
            baseline,
            channels,
        })
    }

    /// One block; `last` is the element before it, and after it the last one of it.
    fn block(
        &self,
        cursor: &mut Cursor<'_>,
        stride: usize,
        last: &mut [u8],
        out: &mut [u8],
    ) -> Result<(), Fault> {
        let count = out.len() / stride;
        let controls = cursor.take(if self.controlled { stride / 4 } else { 0 })?;
        let mut rows = [[0; BLOCK]; 4];
        for (c, channel) in self.channels.iter().enumerate() {
            for (k, row) in rows.iter_mut().enumerate() {
                let control = controls.get(c).map(|byte| byte >> (2 * k) & 3);
                read_row(cursor, control, &mut row[..count.next_multiple_of(GROUP)], count)?;
            }
            let at = 4 * c;
            let mut before = [0; 4];
            before.copy_from_slice(&last[at..at + 4]);
            for (element, out) in out.chunks_exact_mut(stride).enumerate() {
                before = channel.next(
                    before,
                    [
                        rows[0][element],
                        rows[1][element],
                        rows[2][element],
                        rows[3][element],
                    ],
                );
                out[at..at + 4].copy_from_slice(&before);
            }
            last[at..at + 4].copy_from_slice(&before);
        }
        Ok(())
    }
}

impl Channel {
    /// The four bytes that follow `before`.
    fn next(self, before: [u8; 4], delta: [u8; 4]) -> [u8; 4] {
        match self {
            Self::Bytes => {
                std::array::from_fn(|k| before[k].wrapping_add(unzigzag(u32::from(delta[k])) as u8))
            }
            Self::Words => {
                let word = |b: [u8; 4], k: usize| u16::from_le_bytes([b[k], b[k + 1]]);
                let next = |k| word(before, k).wrapping_add(unzigzag(u32::from(word(delta, k))) as u16);
                let ([a, b], [c, d]) = (next(0).to_le_bytes(), next(2).to_le_bytes());
                [a, b, c, d]
            }
            Self::Xor(turn) => {
                (u32::from_le_bytes(before) ^ u32::from_le_bytes(delta).rotate_right(turn)).to_le_bytes()
            }
        }
    }
}

/// One byte position of a block: `row` is whole groups, of which `count` elements count.
fn read_row(cursor: &mut Cursor<'_>, control: Option<u8>, row: &mut [u8], count: usize) -> Result<(), Fault> {
    let bits = match control {
        None => BITS_0,
        Some(mode @ 0..=1) => BITS_1[usize::from(mode)],
        Some(2) => {
            row.fill(0);
            return Ok(());
        }
        Some(_) => {
            row[..count].copy_from_slice(cursor.take(count)?);
            return Ok(());
        }
    };
    let groups = row.len() / GROUP;
    let kinds = cursor.take(groups.div_ceil(4))?;
    for (g, group) in row.chunks_exact_mut(GROUP).enumerate() {
        let kind = kinds[g / 4] >> (2 * (g % 4)) & 3;
        read_group(cursor, bits[usize::from(kind)], group)?;
    }
    Ok(())
}

/// Sixteen codes of `bits` bits. One with all bits set says that a whole byte stands for it behind the group.
fn read_group(cursor: &mut Cursor<'_>, bits: u8, group: &mut [u8]) -> Result<(), Fault> {
    match bits {
        0 => group.fill(0),
        8 => group.copy_from_slice(cursor.take(GROUP)?),
        _ => {
            let each = usize::from(8 / bits);
            let sentinel = (1 << bits) - 1;
            let packed = cursor.take(GROUP / each)?;
            for (codes, &byte) in group.chunks_exact_mut(each).zip(packed) {
                for (k, code) in codes.iter_mut().enumerate() {
                    // Single bits count from the lowest, pairs and fours from the highest.
                    let place = if bits == 1 { k } else { each - 1 - k };
                    *code = byte >> (place as u8 * bits) & sentinel;
                }
            }
            for code in group.iter_mut().filter(|code| **code == sentinel) {
                *code = cursor.byte()?;
            }
        }
    }
    Ok(())
}

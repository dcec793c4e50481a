//! Mode 2, indices: differences to one of two running values.

use super::cursor::{Cursor, unzigzag};
use super::{Fault, PORTION, put_index};
use crate::work::Cancelled;

/// Padding at the end.
const TAIL: usize = 4;

/// Unpacks into `out`: indices of `size` bytes. The outer error says that the task was stopped.
pub(super) fn decode(
    bytes: &[u8],
    size: usize,
    out: &mut [u8],
    pause: impl Fn() -> Result<(), Cancelled>,
) -> Result<Result<(), Fault>, Cancelled> {
    let mut data = match open(bytes) {
        Ok(data) => data,
        Err(fault) => return Ok(Err(fault)),
    };
    let mut last = [0_u32; 2];
    for portion in out.chunks_mut(PORTION * size) {
        pause()?;
        for place in portion.chunks_exact_mut(size) {
            let code = match data.varint() {
                Ok(code) => code,
                Err(fault) => return Ok(Err(fault)),
            };
            let last = &mut last[(code & 1) as usize];
            *last = last.wrapping_add(unzigzag(code >> 1));
            put_index(place, *last);
        }
    }
    Ok(data.end())
}

fn open(bytes: &[u8]) -> Result<Cursor<'_>, Fault> {
    let (&version, rest) = bytes.split_first().ok_or(Fault::Short)?;
    if !matches!(version, 0xD0 | 0xD1) {
        return Err(Fault::Header);
    }
    let end = rest.len().checked_sub(TAIL).ok_or(Fault::Short)?;
    Ok(Cursor::new(&rest[..end]))
}

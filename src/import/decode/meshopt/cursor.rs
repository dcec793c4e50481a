//! Reading bytes one after the other, never past the end.

use super::Fault;

/// A place in a stream.
#[derive(Debug)]
pub(super) struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    /// At the start of `bytes`.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Fault::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    /// The next byte.
    pub(super) fn byte(&mut self) -> Result<u8, Fault> {
        let (&first, rest) = self.0.split_first().ok_or(Fault::Short)?;
        self.0 = rest;
        Ok(first)
    }

    /// The next number of one to five bytes, seven bits each, the lowest first; bits above the 32nd are dropped.
    pub(super) fn varint(&mut self) -> Result<u32, Fault> {
        let mut value = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Fault::Code)
    }

    /// Nothing may be left.
    pub(super) fn end(self) -> Result<(), Fault> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Fault::Long)
        }
    }
}

/// The signed number behind a zigzag code: 0, -1, 1, -2, …
pub(super) fn unzigzag(code: u32) -> u32 {
    if code & 1 == 0 { code >> 1 } else { !(code >> 1) }
}

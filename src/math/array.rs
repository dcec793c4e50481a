//! A read-only array whose storage is nobody's business.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use bytemuck::Pod;
use bytes::Bytes;

/// A read-only array of vertex data; cheap to clone. It derefs to a slice.
///
/// It is storage of its own or a part of a file's bytes: what lies in the file as it is needed is never copied.
#[derive(Clone)]
pub struct Array<T>(Storage<T>);

#[derive(Clone)]
enum Storage<T> {
    Own(Arc<Vec<T>>),
    /// Aligned for `T` and a whole number of them: [`Array::part`] looked.
    Part(Bytes),
}

impl<T> Array<T> {
    fn own(values: Vec<T>) -> Self {
        Self(Storage::Own(Arc::new(values)))
    }
}

impl<T: Pod> Array<T> {
    /// A part of a file's bytes as it lies there; `None` if it is no whole number of `T` or is not aligned for them, and
    /// where numbers are not stored as files store them (big-endian machines).
    pub fn part(bytes: Bytes) -> Option<Self> {
        if cfg!(target_endian = "big") {
            return None;
        }
        bytemuck::try_cast_slice::<u8, T>(&bytes).ok()?;
        Some(Self(Storage::Part(bytes)))
    }

    /// The elements, without a copy where nobody else has them.
    pub fn into_vec(self) -> Vec<T> {
        match self.0 {
            Storage::Own(values) => Arc::try_unwrap(values).unwrap_or_else(|shared| shared.to_vec()),
            Storage::Part(_) => self.to_vec(),
        }
    }

    /// True if both are clones of one array. Equal contents in two places are not the same.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        std::ptr::eq(&raw const **self, &raw const **other)
    }
}

impl<T: Pod> Deref for Array<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Storage::Own(values) => values,
            Storage::Part(bytes) => bytemuck::cast_slice(bytes),
        }
    }
}

impl<T: Pod + fmt::Debug> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Pod + PartialEq> PartialEq for Array<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T> From<Vec<T>> for Array<T> {
    fn from(v: Vec<T>) -> Self {
        Self::own(v)
    }
}

impl<T> Default for Array<T> {
    fn default() -> Self {
        Self::own(Vec::new())
    }
}

impl<T> FromIterator<T> for Array<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        Self::own(iter.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_the_bytes_themselves_or_nothing() {
        let bytes: Bytes = (0..16).collect();
        // Where a `Vec` begins is the allocator's choice.
        let odd = bytes.as_ptr().align_offset(4) + 1;
        let even = odd + 3;
        let part: Array<u32> = Array::part(bytes.slice(even..even + 8)).expect("aligned");
        assert_eq!(
            part[1],
            u32::from_le_bytes([0, 1, 2, 3].map(|k| even as u8 + 4 + k))
        );
        assert!(std::ptr::eq(part.as_ptr().cast(), &raw const bytes[even]));
        assert!(part.ptr_eq(&part.clone()));
        assert!(!part.ptr_eq(&part.to_vec().into()));
        let part = |start: usize, length: usize| Array::<u32>::part(bytes.slice(start..start + length));
        assert!(part(odd, 8).is_none(), "not aligned");
        assert!(part(even, 7).is_none(), "not whole");
    }
}

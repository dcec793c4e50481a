//! Bytes of a coded clip, written and read one after the other.

/// Why bytes are no coded clip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PackedError {
    /// They end early.
    #[error("the bytes of the clip end early")]
    Short,
    /// Bytes are left.
    #[error("bytes are left behind the clip")]
    Long,
    /// A code that does not exist, or a count that cannot be.
    #[error("a code in the clip means nothing")]
    Code,
}

/// Appends.
#[derive(Debug, Default)]
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn byte(&mut self, v: u8) {
        self.0.push(v);
    }

    pub(super) fn float(&mut self, v: f32) {
        self.0.extend(v.to_le_bytes());
    }

    /// Seven bits a byte, the lowest first.
    pub(super) fn count(&mut self, mut v: u32) {
        while v >= 0x80 {
            self.byte(v as u8 | 0x80);
            v >>= 7;
        }
        self.byte(v as u8);
    }

    /// The lowest `bytes` bytes of a number.
    pub(super) fn low(&mut self, v: u64, bytes: usize) {
        self.0.extend(&v.to_le_bytes()[..bytes]);
    }
}

/// Reads.
#[derive(Debug, Clone)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes were taken.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// How many are left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], PackedError> {
        let end = self.at.checked_add(count).ok_or(PackedError::Short)?;
        let taken = self.bytes.get(self.at..end).ok_or(PackedError::Short)?;
        self.at = end;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, PackedError> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn float(&mut self) -> Result<f32, PackedError> {
        let v = f32::from_bits(self.low(4)? as u32);
        if v.is_finite() {
            Ok(v)
        } else {
            Err(PackedError::Code)
        }
    }

    pub(super) fn floats<const N: usize>(&mut self) -> Result<[f32; N], PackedError> {
        let mut out = [0.0; N];
        for v in &mut out {
            *v = self.float()?;
        }
        Ok(out)
    }

    pub(super) fn count(&mut self) -> Result<u32, PackedError> {
        let mut v = 0_u64;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            v |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return u32::try_from(v).map_err(|_| PackedError::Code);
            }
        }
        Err(PackedError::Code)
    }

    pub(super) fn low(&mut self, bytes: usize) -> Result<u64, PackedError> {
        let mut eight = [0; 8];
        eight[..bytes].copy_from_slice(self.take(bytes)?);
        Ok(u64::from_le_bytes(eight))
    }

    pub(super) fn end(&self) -> Result<(), PackedError> {
        if self.left() == 0 {
            Ok(())
        } else {
            Err(PackedError::Long)
        }
    }
}

/// Times of rows: evenly spaced ones are two floats.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Times {
    /// Rows, the first and the last.
    Even(u32, f32, f32),
    /// Each.
    List(Vec<f32>),
}

/// Rows off their even place by no more than this are even, seconds: less than a step of an `f32` at a minute.
const EVEN: f64 = 2e-6;
/// Of later times, this share: half a step of an `f32`.
const ROUNDED: f64 = 1.2e-7;

/// More rows than this are no clip: 38 hours at 30 a second.
const MOST_ROWS: u32 = 1 << 22;

impl Times {
    pub(super) fn new(times: &[f32]) -> Self {
        let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
            return Self::List(Vec::new());
        };
        let even = Self::Even(times.len() as u32, first, last);
        let is_even = |(row, time): (usize, &f32)| {
            (even.at(row) - f64::from(*time)).abs() <= EVEN.max(f64::from(time.abs()) * ROUNDED)
        };
        if times.len() > 2 && times.iter().enumerate().all(is_even) {
            even
        } else {
            Self::List(times.to_vec())
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Even(count, ..) => *count as usize,
            Self::List(times) => times.len(),
        }
    }

    /// When a row is.
    pub(super) fn at(&self, row: usize) -> f64 {
        match self {
            Self::Even(count, first, last) => {
                let (first, last) = (f64::from(*first), f64::from(*last));
                first + (last - first) * row as f64 / f64::from(count.saturating_sub(1).max(1))
            }
            Self::List(times) => times[row].into(),
        }
    }

    /// The row at or before a time, and how far it is to the next; there is at least one row.
    #[inline]
    pub(super) fn find(&self, time_secs: f64) -> (usize, f32) {
        let rows = self.len();
        if rows < 2 || time_secs <= self.at(0) {
            return (0, 0.0);
        }
        if time_secs >= self.at(rows - 1) {
            return (rows - 1, 0.0);
        }
        let row = match self {
            Self::Even(_, first, last) => {
                // A key's own time may lie a hair before its even place: it is at the key, not still before it.
                let time_secs = time_secs + EVEN.max(time_secs.abs() * ROUNDED);
                let share = (time_secs - f64::from(*first)) / (f64::from(*last) - f64::from(*first));
                let row = ((share * (rows - 1) as f64) as usize).min(rows - 2);
                // Rounding may be off by one.
                if self.at(row) > time_secs {
                    row.saturating_sub(1)
                } else if self.at(row + 1) <= time_secs {
                    (row + 1).min(rows - 2)
                } else {
                    row
                }
            }
            Self::List(times) => {
                times
                    .partition_point(|t| f64::from(*t) <= time_secs)
                    .clamp(1, rows - 1)
                    - 1
            }
        };
        let (from, to) = (self.at(row), self.at(row + 1));
        (row, ((time_secs - from) / (to - from)).max(0.0) as f32)
    }

    pub(super) fn write(&self, to: &mut Writer) {
        to.count(self.len() as u32);
        match self {
            Self::Even(_, first, last) => {
                to.byte(1);
                to.float(*first);
                to.float(*last);
            }
            Self::List(times) => {
                to.byte(0);
                for time in times {
                    to.float(*time);
                }
            }
        }
    }

    pub(super) fn read(from: &mut Reader<'_>) -> Result<Self, PackedError> {
        let count = from.count()?;
        if count > MOST_ROWS {
            return Err(PackedError::Code);
        }
        if from.byte()? == 1 {
            let [first, last] = from.floats()?;
            return if count > 2 && last > first {
                Ok(Self::Even(count, first, last))
            } else {
                Err(PackedError::Code)
            };
        }
        if from.left() / 4 < count as usize {
            return Err(PackedError::Short);
        }
        let mut times = Vec::with_capacity(count as usize);
        for _ in 0..count {
            times.push(from.float()?);
        }
        if times.windows(2).any(|w| w[1] <= w[0]) {
            return Err(PackedError::Code);
        }
        Ok(Self::List(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_at_between_and_beyond_their_times() {
        let even: Vec<f32> = (0..41).map(|k| (f64::from(k) / 30.0) as f32).collect();
        let uneven: Vec<f32> = (0..41).map(|k| (f64::from(k * k) / 30.0) as f32).collect();
        for list in [even, uneven] {
            let times = Times::new(&list);
            for (row, time) in list.iter().enumerate() {
                let (at, u) = times.find((*time).into());
                let off = (at as f64 + f64::from(u) - row as f64).abs();
                assert!(off < 1e-3, "{row}: {at} {u}");
            }
            assert_eq!(times.find(-1.0), (0, 0.0));
            assert_eq!(times.find(99.0), (40, 0.0));
            let middle = 0.5 * (f64::from(list[6]) + f64::from(list[7]));
            let (at, u) = times.find(middle);
            assert!(at == 6 && (u - 0.5).abs() < 1e-3);
            let mut w = Writer::default();
            times.write(&mut w);
            assert_eq!(Times::read(&mut Reader::new(&w.0)), Ok(times));
        }
        assert_eq!(Times::new(&[0.0]).find(3.0), (0, 0.0));
    }
}

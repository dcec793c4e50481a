//! Which part of a frame differs from the one before: all that an animation has to store.

/// A rectangle of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Part {
    /// All of a picture.
    pub(super) fn all([width, height]: [u32; 2]) -> Self {
        Self {
            left: 0,
            top: 0,
            width,
            height,
        }
    }

    /// The smallest part outside of which `before` and `now` are the same; one pixel where they are all the same, since
    /// no format has an empty frame. `width` pixels a row, `bytes` a pixel.
    pub(super) fn changed(before: &[u8], now: &[u8], width: u32, bytes: usize) -> Self {
        let row = width as usize * bytes;
        let mut changed: Option<[usize; 4]> = None;
        for (y, (before, now)) in before.chunks_exact(row).zip(now.chunks_exact(row)).enumerate() {
            let Some(first) = before.iter().zip(now).position(|(a, b)| a != b) else {
                continue;
            };
            let last = before.iter().zip(now).rposition(|(a, b)| a != b).unwrap_or(first);
            let (first, last) = (first / bytes, last / bytes);
            let [left, top, right, _] = changed.unwrap_or([first, y, last, y]);
            changed = Some([left.min(first), top, right.max(last), y]);
        }
        let [left, top, right, bottom] = changed.unwrap_or_default().map(|v| v as u32);
        Self {
            left,
            top,
            width: right - left + 1,
            height: bottom - top + 1,
        }
    }

    /// The pixels of this part of a picture of `width` pixels a row.
    pub(super) fn cut(self, pixels: &[u8], width: u32, bytes: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.width as usize * self.height as usize * bytes);
        for y in self.top..self.top + self.height {
            let start = (y as usize * width as usize + self.left as usize) * bytes;
            out.extend_from_slice(&pixels[start..start + self.width as usize * bytes]);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_kept() {
        let before = [0_u8; 5 * 4];
        let mut now = before;
        let one = Part {
            width: 1,
            height: 1,
            ..Part::all([0, 0])
        };
        assert_eq!(Part::changed(&before, &now, 5, 1), one);
        now[6] = 1;
        now[13] = 2;
        let part = Part::changed(&before, &now, 5, 1);
        let found = (part.left, part.top, part.width, part.height);
        assert_eq!(found, (1, 1, 3, 2));
        assert_eq!(part.cut(&now, 5, 1), [1, 0, 0, 0, 0, 2]);
    }
}

//! Pictures that stay compressed until it is known what the graphics device reads (KHR_texture_basisu).

use super::Array;

/// A KTX2 file with Basis Universal data (ETC1S or UASTC), checked by the importer: one layer, one face, every level
/// within the file and of the right size. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Basis {
    file: Array<u8>,
    width: u32,
    height: u32,
    levels: u32,
}

/// What a level can become. All but the first are blocks of 4 x 4 texels in 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BasisTarget {
    /// 8-bit RGBA, rows from the top.
    Rgba8,
    /// BC7.
    Bc7,
    /// ETC2 with alpha.
    Etc2Rgba8,
    /// ASTC 4x4.
    Astc4x4,
}

impl Basis {
    /// Of a file that was checked: its size, and 1 to 32 levels, each half of the one before.
    pub(crate) fn of_checked(file: Array<u8>, width: u32, height: u32, levels: u32) -> Self {
        Self {
            file,
            width,
            height,
            levels: levels.clamp(1, 32),
        }
    }

    /// Pixels of level 0.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Pixels of level 0.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Mip levels in the file, at least 1.
    pub fn level_count(&self) -> u32 {
        self.levels
    }

    /// Width and height of a level, pixels.
    pub fn level_size(&self, level: u32) -> [u32; 2] {
        [self.width, self.height].map(|side| side.checked_shr(level).unwrap_or(0).max(1))
    }

    /// True if both are clones of one picture.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.file.ptr_eq(&other.file)
    }

    /// Turns levels `first..` into `target`, the largest first; `None` where the data is damaged, and in a build
    /// without the feature `basis`.
    ///
    /// Cost: about 10 ms a megapixel on one core.
    #[cfg(feature = "basis")]
    pub fn transcode(
        &self,
        first: u32,
        target: BasisTarget,
        mut go_on: impl FnMut() -> bool,
    ) -> Option<Vec<Vec<u8>>> {
        let format = match target {
            BasisTarget::Rgba8 => basisu::TargetFormat::Rgba32,
            BasisTarget::Bc7 => basisu::TargetFormat::Bc7Rgba,
            BasisTarget::Etc2Rgba8 => basisu::TargetFormat::Etc2Rgba,
            BasisTarget::Astc4x4 => basisu::TargetFormat::Astc4x4Rgba,
        };
        let transcoder = basisu::Transcoder::new(&self.file).ok()?;
        let level = |level| {
            let made = go_on().then(|| transcoder.transcode(level, format, basisu::DecodeFlags::NONE))?;
            made.ok()
                .filter(|bytes| bytes.len() == self.level_bytes(level, target))
        };
        (first..self.levels).map(level).collect()
    }

    /// This build has no transcoder.
    #[cfg(not(feature = "basis"))]
    pub fn transcode(&self, _: u32, _: BasisTarget, _: impl FnMut() -> bool) -> Option<Vec<Vec<u8>>> {
        None
    }

    /// Bytes of a level of a `target`.
    pub fn level_bytes(&self, level: u32, target: BasisTarget) -> usize {
        let [width, height] = self.level_size(level).map(|side| side as usize);
        match target {
            BasisTarget::Rgba8 => 4 * width * height,
            _ => 16 * width.div_ceil(4) * height.div_ceil(4),
        }
    }
}

//! How much work goes into a picture: full, or reduced for drivers that draw on the CPU.

use super::Gpu;
use super::shadow::ShadowSizes;
use crate::viewer::view::Preset;

/// Samples of a multisampled pixel. Lavapipe and WebGPU offer exactly 1 and 4.
pub(super) const SAMPLES: u32 = 4;

/// What goes into a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quality {
    /// Samples a pixel: [`SAMPLES`] or 1.
    pub samples: u32,
    /// Ambient occlusion in screen space.
    pub occlusion: bool,
    /// Shadows that are softer the farther they fall.
    pub soft_shadows: bool,
    pub shadows: ShadowSizes,
    /// The sample that counts first in a picture that is refined.
    pub first_sample: u32,
}

/// Which preset a choice comes to on a device: one that draws on the CPU is spared by itself.
pub fn chosen(preset: Preset, gpu: &Gpu) -> Preset {
    match preset {
        Preset::Automatic if gpu.is_software() => Preset::Reduced,
        Preset::Automatic => Preset::Full,
        asked => asked,
    }
}

impl Quality {
    /// Of the sample `sample` of a picture; 0 is drawn while things move.
    pub(super) fn of(preset: Preset, gpu: &Gpu, sample: u32) -> Self {
        match chosen(preset, gpu) {
            Preset::Full | Preset::Automatic => Self {
                samples: SAMPLES,
                occlusion: true,
                soft_shadows: true,
                shadows: ShadowSizes {
                    key: 2048,
                    height: 512,
                    baked: 256,
                },
                first_sample: 0,
            },
            // At rest there is time for what is left out while things move; edges become smooth by the mean alone.
            Preset::Reduced => Self {
                samples: 1,
                occlusion: sample > 0,
                soft_shadows: sample > 0,
                shadows: ShadowSizes {
                    key: 1024,
                    height: 256,
                    baked: 128,
                },
                first_sample: 1,
            },
        }
    }
}

//! What is kept from one session to the next.

use serde::{Deserialize, Serialize};

use super::LightSettings;
use super::view::Preset;

/// Dark or light.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Light text on dark ground.
    #[default]
    Dark,
    /// Dark text on light ground.
    Light,
}

impl Theme {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Dark => Self::Light,
            Self::Light => Self::Dark,
        }
    }
}

/// What is kept from one session to the next. Unknown and missing entries of a file are no error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Dark or light.
    pub theme: Theme,
    /// Length of a crossfade, seconds.
    pub crossfade_secs: f64,
    /// Whether panels show.
    pub panels: bool,
    /// Whether the camera jumps where it would glide.
    pub reduced_motion: bool,
    /// How much work goes into a picture.
    pub preset: Preset,
    /// Light, tone and background.
    pub light: LightSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::Dark,
            crossfade_secs: 0.25,
            panels: true,
            reduced_motion: false,
            preset: Preset::Automatic,
            light: LightSettings::default(),
        }
    }
}

impl Settings {
    /// Longest crossfade that can be set, seconds.
    pub const MAX_CROSSFADE_SECS: f64 = 1.0;

    /// The same with every number in its range.
    pub fn checked(mut self) -> Self {
        self.light = self.light.checked();
        let kept = self.crossfade_secs;
        self.crossfade_secs = if kept.is_finite() {
            kept.clamp(0.0, Self::MAX_CROSSFADE_SECS)
        } else {
            Self::default().crossfade_secs
        };
        self
    }
}

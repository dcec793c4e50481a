//! What lights the character and lies behind it: studios, a picture of surroundings, tone, background.

use serde::{Deserialize, Serialize};

use super::state::Shown;
use super::view::{Background, rgb};
use super::{Effect, Theme};

/// A built-in studio: lamps and a dome in closed form, there at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Studio {
    /// A warm key, a cool fill, a rim and a kicker: forms read, materials are true.
    #[default]
    Studio,
    /// A large soft box above and a bright room: hardly a shadow.
    Soft,
    /// Two strips from behind and little in front: the outline.
    Rim,
    /// Sun and blue sky over warm ground.
    Outdoor,
}

impl Studio {
    /// All, in the order of menus.
    pub const ALL: [Self; 4] = [Self::Studio, Self::Soft, Self::Rim, Self::Outdoor];

    /// Its word on the command line and in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Studio => "studio",
            Self::Soft => "soft",
            Self::Rim => "rim",
            Self::Outdoor => "outdoor",
        }
    }

    /// The studio of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.word() == word)
    }

    /// True if its lamps move with the camera, as a photographer's do; false if they stand in the world, as the sun does.
    pub fn follows_camera(self) -> bool {
        self != Self::Outdoor
    }
}

/// Where light comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LightSource {
    /// A built-in studio.
    Studio(Studio),
    /// The picture of surroundings that was opened; until it is ready, this studio.
    Picture(Studio),
}

impl Default for LightSource {
    fn default() -> Self {
        Self::Studio(Studio::default())
    }
}

/// How scene light becomes display light. Each has a twin in `render::tone`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToneMapping {
    /// Khronos PBR Neutral: true to base colours.
    #[default]
    Neutral,
    /// AgX: like film, colours pale as they brighten.
    Agx,
    /// ACES, fitted by Stephen Hill: strong contrast.
    Aces,
    /// None: cut off at white.
    None,
}

impl ToneMapping {
    /// All, in the order of menus.
    pub const ALL: [Self; 4] = [Self::Neutral, Self::Agx, Self::Aces, Self::None];

    /// Its word on the command line and in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Agx => "agx",
            Self::Aces => "aces",
            Self::None => "none",
        }
    }

    /// The tone mapping of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.word() == word)
    }
}

/// What a person wants behind the character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackgroundKind {
    /// The theme's gradient.
    #[default]
    Theme,
    /// One colour.
    Colour,
    /// From one colour at the top to another at the bottom.
    Gradient,
    /// Nothing.
    Transparent,
    /// What the light comes from, out of focus.
    Blurred,
    /// What the light comes from.
    Surroundings,
}

impl BackgroundKind {
    /// All, in the order of menus.
    pub const ALL: [Self; 6] = [
        Self::Theme,
        Self::Colour,
        Self::Gradient,
        Self::Transparent,
        Self::Blurred,
        Self::Surroundings,
    ];

    /// Its word in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Theme => "theme",
            Self::Colour => "colour",
            Self::Gradient => "gradient",
            Self::Transparent => "transparent",
            Self::Blurred => "blurred",
            Self::Surroundings => "surroundings",
        }
    }
}

/// Light, tone and background as they are kept from one session to the next.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LightSettings {
    /// The studio that lights where no picture does.
    pub studio: Studio,
    /// From scene light to display light.
    pub tone_mapping: ToneMapping,
    /// Stops.
    pub exposure_ev: f32,
    /// What is behind.
    pub background: BackgroundKind,
    /// sRGB bytes of a plain background, and of a gradient's top.
    pub colour: [u8; 3],
    /// sRGB bytes of a gradient's bottom.
    pub second_colour: [u8; 3],
}

impl Default for LightSettings {
    fn default() -> Self {
        Self {
            studio: Studio::default(),
            tone_mapping: ToneMapping::default(),
            exposure_ev: 0.0,
            background: BackgroundKind::default(),
            colour: [0x4a, 0x52, 0x5e],
            second_colour: [0x1c, 0x20, 0x26],
        }
    }
}

impl LightSettings {
    /// Darkest and brightest exposure that can be set, stops.
    pub const EXPOSURES: [f32; 2] = [-4.0, 4.0];

    /// The same with every number in its range.
    pub fn checked(self) -> Self {
        let ev = if self.exposure_ev.is_finite() {
            self.exposure_ev
        } else {
            0.0
        };
        Self {
            exposure_ev: ev.clamp(Self::EXPOSURES[0], Self::EXPOSURES[1]),
            ..self
        }
    }

    /// What is behind, in a theme.
    pub fn background(&self, theme: Theme) -> Background {
        let encoded = |[r, g, b]: [u8; 3]| rgb(r, g, b);
        match self.background {
            BackgroundKind::Theme => Background::of(theme),
            BackgroundKind::Colour => Background::Vertical {
                top: encoded(self.colour),
                bottom: encoded(self.colour),
            },
            BackgroundKind::Gradient => Background::Vertical {
                top: encoded(self.colour),
                bottom: encoded(self.second_colour),
            },
            BackgroundKind::Transparent => Background::Transparent,
            BackgroundKind::Blurred => Background::Surroundings { blurred: true },
            BackgroundKind::Surroundings => Background::Surroundings { blurred: false },
        }
    }
}

/// A picture of surroundings that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureInfo {
    /// File name.
    pub name: String,
    /// Pixels of the file.
    pub size_px: [u32; 2],
}

/// Light of this session.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Surroundings {
    /// The picture that is open.
    pub picture: Option<PictureInfo>,
    /// Whether it lights.
    pub by_picture: bool,
    /// How far the light is turned about +Y, radians, counter-clockwise seen from above.
    pub turn: f32,
    /// What is being read, and the share done.
    pub loading: Option<super::Loading>,
}

impl Surroundings {
    /// Where light comes from.
    pub fn source(&self, settings: &LightSettings) -> LightSource {
        if self.by_picture && self.picture.is_some() {
            LightSource::Picture(settings.studio)
        } else {
            LightSource::Studio(settings.studio)
        }
    }
}

/// Something about light, tone or background.
#[derive(Debug, Clone, PartialEq)]
pub enum LightCommand {
    /// Lights by a studio.
    SetStudio(Studio),
    /// Lights by the picture that is open.
    UsePicture,
    /// Asks for a picture.
    OpenDialog,
    /// Stops reading a picture; what lights stays.
    CancelLoad,
    /// Turns the light by so much, radians.
    Turn(f32),
    /// Turns it to this angle, radians.
    SetTurn(f32),
    /// From scene light to display light.
    SetToneMapping(ToneMapping),
    /// Stops.
    SetExposure(f32),
    /// What is behind.
    SetBackground(BackgroundKind),
    /// sRGB bytes of a plain background, or of a gradient's top.
    SetColour([u8; 3]),
    /// sRGB bytes of a gradient's bottom.
    SetSecondColour([u8; 3]),
}

/// An angle between minus and plus half a turn.
fn wrapped(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    if angle.is_finite() {
        (angle + PI).rem_euclid(TAU) - PI
    } else {
        0.0
    }
}

/// Does what a person wants of the light.
#[expect(clippy::needless_pass_by_value, reason = "a command is used up")]
pub(super) fn apply_light(s: &mut Shown, command: LightCommand) -> Vec<Effect> {
    let before = s.settings.light;
    let kept = &mut s.settings.light;
    match command {
        LightCommand::SetStudio(studio) => {
            kept.studio = studio;
            s.surroundings.by_picture = false;
        }
        LightCommand::UsePicture => s.surroundings.by_picture = s.surroundings.picture.is_some(),
        LightCommand::OpenDialog => return vec![Effect::OpenEnvironmentDialog],
        LightCommand::CancelLoad => return vec![Effect::CancelEnvironment],
        LightCommand::Turn(by) => s.surroundings.turn = wrapped(s.surroundings.turn + by),
        LightCommand::SetTurn(to) => s.surroundings.turn = wrapped(to),
        LightCommand::SetToneMapping(tone_mapping) => kept.tone_mapping = tone_mapping,
        LightCommand::SetExposure(ev) => kept.exposure_ev = ev,
        LightCommand::SetBackground(background) => kept.background = background,
        LightCommand::SetColour(colour) => kept.colour = colour,
        LightCommand::SetSecondColour(colour) => kept.second_colour = colour,
    }
    s.settings.light = s.settings.light.checked();
    if s.settings.light == before {
        Vec::new()
    } else {
        vec![Effect::SaveSettings]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::{Command, Report, Settings, ViewerState, apply, report};

    fn light(state: &mut ViewerState, command: LightCommand) -> Vec<Effect> {
        apply(state, Command::Light(command))
    }

    fn opened(state: &mut ViewerState) {
        report(
            state,
            Report::EnvironmentLoaded(PictureInfo {
                name: "sky.hdr".to_owned(),
                size_px: [4, 2],
            }),
        );
    }

    #[test]
    fn words_lead_back() {
        for studio in Studio::ALL {
            assert_eq!(Studio::from_word(studio.word()), Some(studio));
        }
        for tone in ToneMapping::ALL {
            assert_eq!(ToneMapping::from_word(tone.word()), Some(tone));
        }
        assert_eq!((Studio::from_word("x"), ToneMapping::from_word("")), (None, None));
    }

    #[test]
    fn a_picture_lights_once_it_is_there_and_a_studio_takes_over_again() {
        let mut state = ViewerState::new(Settings::default());
        light(&mut state, LightCommand::UsePicture);
        assert_eq!(
            state.view([8, 8]).surroundings,
            LightSource::Studio(Studio::Studio)
        );
        opened(&mut state);
        assert_eq!(
            state.view([8, 8]).surroundings,
            LightSource::Picture(Studio::Studio)
        );
        light(&mut state, LightCommand::SetStudio(Studio::Rim));
        assert_eq!(state.view([8, 8]).surroundings, LightSource::Studio(Studio::Rim));
        light(&mut state, LightCommand::UsePicture);
        assert_eq!(state.view([8, 8]).surroundings, LightSource::Picture(Studio::Rim));
    }

    #[test]
    fn angles_wrap_and_exposures_stay_in_range() {
        let mut state = ViewerState::new(Settings::default());
        light(&mut state, LightCommand::SetTurn(3.0));
        light(&mut state, LightCommand::Turn(1.0));
        assert!((state.surroundings.turn - (4.0 - std::f32::consts::TAU)).abs() < 1e-5);
        light(&mut state, LightCommand::Turn(f32::NAN));
        assert_eq!(state.surroundings.turn, 0.0);
        light(&mut state, LightCommand::SetExposure(99.0));
        assert_eq!(state.settings.light.exposure_ev, 4.0);
        light(&mut state, LightCommand::SetExposure(f32::NAN));
        assert_eq!(state.settings.light.exposure_ev, 0.0);
    }

    #[test]
    fn what_is_kept_is_saved_and_what_is_not_is_not() {
        let mut state = ViewerState::new(Settings::default());
        let saves = |effects: Vec<Effect>| effects == [Effect::SaveSettings];
        assert!(saves(light(&mut state, LightCommand::SetStudio(Studio::Soft))));
        assert!(!saves(light(&mut state, LightCommand::SetStudio(Studio::Soft))));
        assert!(!saves(light(&mut state, LightCommand::Turn(0.5))));
        assert!(saves(light(
            &mut state,
            LightCommand::SetToneMapping(ToneMapping::Agx)
        )));
        let kind = BackgroundKind::Gradient;
        assert!(saves(light(&mut state, LightCommand::SetBackground(kind))));
        assert!(saves(light(&mut state, LightCommand::SetColour([255, 0, 0]))));
        let view = state.view([8, 8]);
        assert_eq!(view.tone_mapping, ToneMapping::Agx);
        assert!(matches!(
            view.background,
            Background::Vertical {
                top: [1.0, 0.0, 0.0],
                ..
            }
        ));
    }
}

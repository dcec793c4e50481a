//! Light, tone and background as arguments: the same words for the window and for `render`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::args::{degrees, finite};
use super::failure::{Failure, Outcome};
use crate::environment::{Environment, EnvironmentError, file_issue, is_environment};
use crate::import::{ImportError, read_file};
use crate::model::Issue;
use crate::viewer::view::{Background, LightSource, View};
use crate::viewer::{BackgroundKind, LightCommand, LightSettings, Studio, Theme, ToneMapping};
use crate::work::Work;

/// What lights the model and lies behind it.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct LightArgs {
    #[arg(long, alias = "hdri-file", value_name = "NAME|FILE")]
    pub environment: Option<PathBuf>,
    #[arg(long, value_name = "DEGREES", value_parser = degrees, allow_negative_numbers = true)]
    pub environment_rotation: Option<f32>,
    #[arg(long, value_name = "NAME", value_parser = tone_mapping(), hide_possible_values = true)]
    pub tone_mapping: Option<ToneMapping>,
    #[arg(long, value_name = "STOPS", value_parser = stops, allow_negative_numbers = true)]
    pub exposure: Option<f32>,
    #[arg(long, value_name = "WHAT", value_parser = behind)]
    pub background: Option<Behind>,
}

/// What is behind, as it was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Behind {
    kind: BackgroundKind,
    colours: [[u8; 3]; 2],
}

fn tone_mapping() -> impl TypedValueParser<Value = ToneMapping> {
    let words = PossibleValuesParser::new(ToneMapping::ALL.map(ToneMapping::word));
    words.map(|word| ToneMapping::from_word(&word).expect("it is one of the words"))
}

fn stops(text: &str) -> Result<f32, String> {
    let value = finite(text)? as f32;
    if (-16.0..=16.0).contains(&value) {
        Ok(value)
    } else {
        Err("stops from -16 to 16".to_owned())
    }
}

/// `#rrggbb`, `#rgb`, two of them, or a word.
fn behind(text: &str) -> Result<Behind, String> {
    let plain = |kind| Behind {
        kind,
        colours: [[0; 3]; 2],
    };
    Ok(match text {
        "theme" => plain(BackgroundKind::Theme),
        "transparent" => plain(BackgroundKind::Transparent),
        "environment" => plain(BackgroundKind::Surroundings),
        "blurred" => plain(BackgroundKind::Blurred),
        colours => match colours.split_once(',') {
            Some((top, bottom)) => Behind {
                kind: BackgroundKind::Gradient,
                colours: [colour(top)?, colour(bottom)?],
            },
            None => Behind {
                kind: BackgroundKind::Colour,
                colours: [colour(colours)?; 2],
            },
        },
    })
}

fn colour(text: &str) -> Result<[u8; 3], String> {
    let wrong = || {
        "theme, transparent, environment, blurred, a colour such as #4a525e, or two from top to bottom such as \
         #dfe3e8,#b9c0c9"
            .to_owned()
    };
    let digits = text.trim().strip_prefix('#').unwrap_or(text.trim());
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    let byte = |hex: &str| u8::from_str_radix(hex, 16).map_err(|_| wrong());
    match digits.len() {
        6 => Ok([byte(&digits[..2])?, byte(&digits[2..4])?, byte(&digits[4..])?]),
        // A digit stands for two of it.
        3 => {
            let twice = |k: usize| byte(&digits[k..=k]).map(|v| v * 17);
            Ok([twice(0)?, twice(1)?, twice(2)?])
        }
        _ => Err(wrong()),
    }
}

/// Where light comes from, as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked {
    Studio(Studio),
    File(PathBuf),
}

impl LightArgs {
    /// What is missing here is taken from options that were put before the command.
    pub(super) fn or(&mut self, before: &Self) {
        self.environment = self.environment.take().or_else(|| before.environment.clone());
        self.environment_rotation = self.environment_rotation.or(before.environment_rotation);
        self.tone_mapping = self.tone_mapping.or(before.tone_mapping);
        self.exposure = self.exposure.or(before.exposure);
        self.background = self.background.or(before.background);
    }

    /// A studio by its word, else a file; a word that is neither is a mistake.
    pub(super) fn asked(&self) -> Result<Asked, Failure> {
        let Some(path) = &self.environment else {
            return Ok(Asked::Studio(Studio::default()));
        };
        if let Some(studio) = path.to_str().and_then(Studio::from_word) {
            return Ok(Asked::Studio(studio));
        }
        let name = path.display().to_string();
        if !path.exists() && !is_environment(&name) {
            let issue = Issue::error("environment-unknown", "")
                .with("asked", name.as_str())
                .with("studios", Studio::ALL.map(Studio::word).join(", "));
            return Err(Failure::new(Outcome::Refused, issue));
        }
        Ok(Asked::File(path.clone()))
    }

    /// True if nothing is behind.
    pub(super) fn is_transparent(&self) -> bool {
        self.background
            .is_some_and(|b| b.kind == BackgroundKind::Transparent)
    }

    /// The same for the window, in the order in which they are to be done. The file, if one was asked for, is not among
    /// them.
    pub(super) fn commands(&self) -> Result<Vec<LightCommand>, Failure> {
        let mut commands = Vec::new();
        if self.environment.is_some()
            && let Asked::Studio(studio) = self.asked()?
        {
            commands.push(LightCommand::SetStudio(studio));
        }
        commands.extend(
            self.environment_rotation
                .map(|d| LightCommand::SetTurn(d.to_radians())),
        );
        commands.extend(self.tone_mapping.map(LightCommand::SetToneMapping));
        commands.extend(self.exposure.map(LightCommand::SetExposure));
        if let Some(behind) = self.background {
            if matches!(behind.kind, BackgroundKind::Colour | BackgroundKind::Gradient) {
                commands.push(LightCommand::SetColour(behind.colours[0]));
                commands.push(LightCommand::SetSecondColour(behind.colours[1]));
            }
            commands.push(LightCommand::SetBackground(behind.kind));
        }
        Ok(commands)
    }

    /// Sets what a view takes of it. What was asked for wrongly was told by [`Self::read`].
    pub(super) fn apply(&self, view: &mut View, theme: Theme) {
        view.surroundings = match self.asked() {
            Ok(Asked::Studio(studio)) => LightSource::Studio(studio),
            Ok(Asked::File(_)) => LightSource::Picture(Studio::default()),
            Err(_) => LightSource::default(),
        };
        view.surroundings_turn = self.environment_rotation.unwrap_or(0.0).to_radians();
        view.tone_mapping = self.tone_mapping.unwrap_or_default();
        view.exposure_ev = self.exposure.unwrap_or(0.0);
        view.background = match self.background {
            None => Background::of(theme),
            Some(behind) => LightSettings {
                background: behind.kind,
                colour: behind.colours[0],
                second_colour: behind.colours[1],
                ..LightSettings::default()
            }
            .background(theme),
        };
    }

    /// The picture of surroundings, if one was asked for.
    pub(super) fn read(&self, most_memory: u64, work: &Work) -> Result<Option<Environment>, Failure> {
        let Asked::File(path) = self.asked()? else {
            return Ok(None);
        };
        let name = path.display().to_string();
        let refused = |issue: Issue| {
            let outcome = if issue.code == "memory-limit" {
                Outcome::Stopped
            } else {
                Outcome::Refused
            };
            Failure::new(outcome, file_issue(issue)).about(name.clone())
        };
        let bytes = read_file(&path, most_memory, work).map_err(|error| match error {
            ImportError::Refused(issue) => refused(issue),
            ImportError::Cancelled => crate::work::Cancelled.into(),
        })?;
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        match Environment::decode(&file, &bytes, most_memory, work) {
            Ok(environment) => Ok(Some(environment)),
            Err(EnvironmentError::Cancelled) => Err(crate::work::Cancelled.into()),
            Err(EnvironmentError::Refused(issue)) => Err(refused(issue)),
        }
    }

    /// The word or file for reports.
    pub(super) fn environment_word(&self) -> Option<String> {
        self.environment.as_ref().map(|p| p.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backgrounds_are_read() {
        let kind = |text: &str| behind(text).map(|b| b.kind);
        assert_eq!(kind("theme"), Ok(BackgroundKind::Theme));
        assert_eq!(kind("environment"), Ok(BackgroundKind::Surroundings));
        let plain = behind("#FF8000").unwrap();
        assert_eq!(
            (plain.kind, plain.colours[0]),
            (BackgroundKind::Colour, [255, 128, 0])
        );
        assert_eq!(behind("#f80").unwrap().colours[0], [255, 136, 0]);
        let two = behind("#000000,ffffff").unwrap();
        assert_eq!(
            (two.kind, two.colours),
            (BackgroundKind::Gradient, [[0; 3], [255; 3]])
        );
        for wrong in [
            "",
            "#",
            "#12345",
            "#gg0000",
            "#1,2",
            "blue",
            "#é",
            "#000000,#111111,#222222",
        ] {
            assert!(behind(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_environment_is_a_studio_or_a_file() {
        let asked = |text: &str| {
            LightArgs {
                environment: Some(text.into()),
                ..LightArgs::default()
            }
            .asked()
        };
        assert_eq!(asked("rim"), Ok(Asked::Studio(Studio::Rim)));
        assert_eq!(asked("not/there.HDR"), Ok(Asked::File("not/there.HDR".into())));
        let unknown = asked("rmi").unwrap_err().issue;
        assert_eq!(unknown.code, "environment-unknown");
        assert_eq!(LightArgs::default().asked(), Ok(Asked::Studio(Studio::Studio)));
    }
}

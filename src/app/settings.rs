//! Settings from one session to the next, as JSON in the user's configuration folder.

use std::path::{Path, PathBuf};

use crate::export::{Durability, folder_of, write_whole};
use crate::viewer::Settings;

/// Where they are kept; `None` on a machine without a home folder.
pub(super) fn path() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "rigscope").map(|dirs| dirs.config_dir().join("settings.json"))
}

/// Those of the last session. A file that is missing or broken gives the defaults; broken, with a warning.
pub(super) fn load(path: &Path) -> Settings {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Settings::default(),
        Err(error) => {
            log::warn!(
                "settings in {} cannot be read and are ignored: {error}",
                path.display()
            );
            return Settings::default();
        }
    };
    match serde_json::from_str::<Settings>(&text) {
        Ok(settings) => settings.checked(),
        Err(error) => {
            log::warn!(
                "settings in {} are broken and are ignored: {error}",
                path.display()
            );
            Settings::default()
        }
    }
}

/// Keeps them for the next session.
pub(super) fn save(path: &Path, settings: &Settings) {
    let written = serde_json::to_vec_pretty(settings)
        .map_err(std::io::Error::other)
        .and_then(|bytes| {
            std::fs::create_dir_all(folder_of(path))?;
            write_whole(path, &bytes, Durability::Soon)
        });
    if let Err(error) = written {
        log::warn!("settings cannot be kept in {}: {error}", path.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::{LightSettings, Studio, Theme, ToneMapping};

    #[test]
    fn settings_come_back_and_broken_ones_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rigscope/settings.json");
        assert_eq!(load(&path), Settings::default());
        let kept = Settings {
            theme: Theme::Light,
            crossfade_secs: 0.4,
            panels: false,
            reduced_motion: true,
            preset: crate::viewer::view::Preset::Reduced,
            light: LightSettings {
                tone_mapping: ToneMapping::Agx,
                studio: Studio::Rim,
                ..LightSettings::default()
            },
        };
        save(&path, &kept);
        assert_eq!(load(&path), kept);
        std::fs::write(&path, r#"{"theme":"light","crossfade_secs":99,"unknown":1}"#).unwrap();
        let partly = load(&path);
        assert_eq!(
            (partly.theme, partly.crossfade_secs, partly.panels),
            (Theme::Light, 1.0, true)
        );
        for broken in ["", "{", "[1,2]", r#"{"theme":"pink"}"#] {
            std::fs::write(&path, broken).unwrap();
            assert_eq!(load(&path), Settings::default(), "{broken:?}");
        }
    }
}

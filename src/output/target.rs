//! What kind of file the name of the output asks for.

use std::path::{Path, PathBuf};

use crate::model::Issue;
use crate::picture::Container;

/// What is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// One PNG.
    Still,
    /// One PNG a frame.
    Sequence(Sequence),
    /// All frames in one file.
    Film(Container),
}

/// A name with the frame's number in it: `out_{frame:04}.png`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    before: String,
    /// Digits, filled up with zeros.
    digits: usize,
    after: String,
}

impl Target {
    /// Reads it off the name. `moves`: whether frames or a turntable were asked for.
    pub fn of(output: &Path, moves: bool) -> Result<Self, Issue> {
        let extension = output.extension().map(|e| e.to_string_lossy().to_lowercase());
        let container = extension.as_deref().and_then(Container::of_extension);
        let is_png = extension.as_deref().is_none_or(|e| e == "png");
        match (Sequence::of(output)?, container) {
            (Some(files), None) if is_png => Ok(Self::Sequence(files)),
            (None, Some(container)) => Ok(Self::Film(container)),
            (None, None) if is_png && !moves => Ok(Self::Still),
            (None, None) if is_png => Err(Issue::error("frames-need-film", "")),
            _ => Err(Issue::error("picture-format", "").with("format", extension.unwrap_or_default())),
        }
    }
}

impl Sequence {
    /// `None` where there is no place for a number.
    fn of(output: &Path) -> Result<Option<Self>, Issue> {
        let Some((before, rest)) = output.to_str().and_then(|t| t.split_once("{frame")) else {
            return Ok(None);
        };
        let wrong = || Issue::error("frame-pattern", "");
        let (width, after) = rest.split_once('}').ok_or_else(wrong)?;
        let digits = match width.strip_prefix(':') {
            None if width.is_empty() => 1,
            Some(digits) => digits
                .parse()
                .ok()
                .filter(|n| (1..=9).contains(n))
                .ok_or_else(wrong)?,
            None => return Err(wrong()),
        };
        if after.contains(['/', '\\']) || after.contains("{frame") {
            return Err(wrong());
        }
        Ok(Some(Self {
            before: before.to_owned(),
            digits,
            after: after.to_owned(),
        }))
    }

    /// The file of a frame.
    pub fn path(&self, frame: u32) -> PathBuf {
        PathBuf::from(format!(
            "{}{frame:0digits$}{}",
            self.before,
            self.after,
            digits = self.digits
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_what_is_written() {
        let of = |name: &str, moves| Target::of(Path::new(name), moves).map_err(|i| i.code);
        assert_eq!(of("a.png", false), Ok(Target::Still));
        assert_eq!(of("-", false), Ok(Target::Still));
        assert_eq!(of("a.png", true), Err("frames-need-film"));
        assert_eq!(of("a.GIF", false), Ok(Target::Film(Container::Gif)));
        assert_eq!(of("a.mp4", true), Ok(Target::Film(Container::Mp4)));
        assert_eq!(of("a.jpg", false), Err("picture-format"));
        assert_eq!(of("a_{frame}.gif", false), Err("picture-format"));
        for wrong in [
            "a_{frame.png",
            "a_{frame:x}.png",
            "a_{frame:04}/{frame}.png",
            "{frame}{frame}.png",
            "{frame:0}.png",
        ] {
            assert_eq!(of(wrong, true), Err("frame-pattern"), "{wrong}");
        }
        let Ok(Target::Sequence(files)) = of("out/a_{frame:04}.png", true) else {
            panic!("a sequence")
        };
        assert_eq!(files.path(7), Path::new("out/a_0007.png"));
        assert_eq!(files.path(12345), Path::new("out/a_12345.png"));
    }
}

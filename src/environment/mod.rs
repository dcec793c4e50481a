//! Pictures of surroundings: an equirectangular `.hdr` or `.exr` from bytes to what a renderer needs.
//!
//! Used by `render`, `app`, `cli`. Must not name wgpu, egui, winit, files, threads or clocks.
//!
//! Data flow: bytes -> pixels, one after the other, added up into a map of bounded size ([`Reducer`]) -> the one small
//! lamp or sun in it taken out ([`lamp`]) -> what falls on diffuse surfaces ([`harmonics`]) and half floats with smaller
//! and smaller levels, from which `render` filters reflections.
//!
//! A picture is untrusted: its size is known before anything is allocated, what is allocated does not depend on it, and
//! numbers that are no light (negative, infinite, not a number) are none.
//!
//! Directions are those of model space: +Y is up, the middle of the picture is +X, and what is right of it lies towards
//! +Z, as three.js has it; a camera in front of a character looks at its first quarter.

#[cfg(feature = "render")]
mod exr;
mod half;
pub mod harmonics;
mod hdr;
pub mod lamp;
mod map;
#[cfg(test)]
mod tests;

use glam::Vec3;

use crate::model::Issue;
use crate::work::{Cancelled, Work};

pub use lamp::Lamp;
pub(crate) use map::Reducer;
pub use map::{Level, Map, direction_of};

/// Longest sides of a picture that is read at all, pixels. What is kept of it is smaller.
pub const MOST_PX: [u32; 2] = [32_768, 16_384];
/// Width of what is kept, pixels: a degree has eleven of them.
pub const MOST_KEPT_PX: u32 = 4096;

/// How often brighter than the mean reflections of a map are at most.
const MOST_TIMES: f32 = 200.0;

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq)]
pub enum EnvironmentError {
    /// It was asked to stop.
    Cancelled,
    /// What is wrong with it.
    Refused(Issue),
}

impl From<Cancelled> for EnvironmentError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<Issue> for EnvironmentError {
    fn from(issue: Issue) -> Self {
        Self::Refused(issue)
    }
}

/// Surroundings, ready for a renderer.
#[derive(Debug, Clone)]
pub struct Environment {
    /// File name, for people.
    pub name: String,
    /// Pixels of the file, width and height.
    pub file_px: [u32; 2],
    /// Half floats (red, green, blue, 1), the largest level first; without the lamp.
    pub levels: Vec<Level>,
    /// Irradiance over pi by direction, without the lamp; see [`harmonics`].
    pub irradiance: [Vec3; harmonics::COUNT],
    /// The one small thing that outshines all else, if there is one.
    pub lamp: Option<Lamp>,
    /// Unit, towards where most light comes from; well above the horizon, so that shadows stay near.
    pub towards_light: Vec3,
    /// Mean luminance over all directions, with the lamp.
    pub mean_luminance: f32,
}

/// True if a file of that name is read here, by its ending.
pub fn is_environment(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, e)| e);
    ["hdr", "exr", "pic", "rgbe"]
        .iter()
        .any(|e| ending.eq_ignore_ascii_case(e))
}

/// What reading a file found wrong, told of a picture instead of a model.
pub fn file_issue(issue: Issue) -> Issue {
    let code = match issue.code {
        "model-file-missing" => "environment-missing",
        "file-is-folder" => "environment-is-folder",
        "file-empty" => "environment-empty-file",
        "memory-limit" => "environment-memory",
        _ => return issue,
    };
    Issue { code, ..issue }
}

impl Environment {
    /// Reads a `.hdr` (Radiance) or `.exr` (OpenEXR), by what its first bytes say. `most_memory` is what may be allocated,
    /// bytes.
    pub fn decode(name: &str, bytes: &[u8], most_memory: u64, work: &Work) -> Result<Self, EnvironmentError> {
        let reading = work.step(0.0, 0.8);
        let reducer = if bytes.starts_with(b"#?") {
            hdr::read(bytes, most_memory, &reading)?
        } else if bytes.starts_with(&[0x76, 0x2f, 0x31, 0x01]) {
            #[cfg(feature = "render")]
            {
                exr::read(bytes, most_memory, &reading)?
            }
            #[cfg(not(feature = "render"))]
            return Err(Issue::error("environment-format", "").into());
        } else {
            return Err(Issue::error("environment-format", "").into());
        };
        work.cancel.check()?;
        Self::new(name, reducer.file_px(), reducer.finish(), &work.step(0.8, 1.0))
    }

    /// From a map; takes the lamp out of it.
    fn new(name: &str, file_px: [u32; 2], mut map: Map, work: &Work) -> Result<Self, EnvironmentError> {
        work.progress.start(3);
        let mean = map.mean();
        let lamp = lamp::take_out(&mut map);
        work.progress.add(1);
        work.cancel.check()?;
        let irradiance = harmonics::irradiance(&map);
        work.progress.add(1);
        work.cancel.check()?;
        // A few bulbs more: what they give a diffuse surface is counted, their reflections must not sparkle.
        map.cap(MOST_TIMES * luminance(mean));
        let levels = map.levels();
        work.progress.add(1);
        let towards_light = lamp.map_or_else(|| harmonics::brightest(&irradiance), |l| l.towards);
        Ok(Self {
            name: name.to_owned(),
            file_px,
            levels: levels.iter().map(Map::to_level).collect(),
            irradiance,
            lamp,
            towards_light: raised(towards_light),
            mean_luminance: luminance(mean),
        })
    }

    /// One radiance from everywhere.
    pub fn uniform(radiance: Vec3) -> Self {
        let map = Map::filled([4, 2], radiance);
        let levels = map.levels();
        Self {
            name: String::new(),
            file_px: [4, 2],
            irradiance: harmonics::irradiance(&map),
            levels: levels.iter().map(Map::to_level).collect(),
            lamp: None,
            towards_light: raised(Vec3::Y),
            mean_luminance: luminance(radiance),
        }
    }
}

/// Relative luminance of linear sRGB.
pub(crate) fn luminance(c: Vec3) -> f32 {
    c.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}

/// A direction at least 25 degrees above the horizon.
fn raised(towards: Vec3) -> Vec3 {
    const SINE: f32 = 0.4226;
    let flat = Vec3::new(towards.x, 0.0, towards.z);
    if towards.y >= SINE {
        return towards;
    }
    let around = flat.try_normalize().unwrap_or(Vec3::Z);
    around * (1.0 - SINE * SINE).sqrt() + Vec3::Y * SINE
}

/// Checks a size before anything is made for it.
fn check_size([width, height]: [u64; 2], most_memory: u64) -> Result<[u32; 2], Issue> {
    let told = |issue: Issue| issue.with("width", width as f64).with("height", height as f64);
    if width == 0 || height == 0 {
        return Err(told(Issue::error("environment-empty", "")));
    }
    if width > MOST_PX[0].into() || height > MOST_PX[1].into() {
        let issue = told(Issue::error("environment-too-large", ""));
        return Err(issue
            .with("most-width", MOST_PX[0])
            .with("most-height", MOST_PX[1]));
    }
    // All directions are twice as wide as high; a row more or less does no harm.
    if width.abs_diff(2 * height) > 2 + width / 20 {
        return Err(told(Issue::error("environment-not-a-panorama", "")));
    }
    let size = [width as u32, height as u32];
    let wanted = Reducer::bytes(size);
    if wanted > most_memory {
        return Err(Issue::error("memory-limit", "")
            .with("wanted-mib", (wanted >> 20).max(1) as f64)
            .with("limit-mib", (most_memory >> 20) as f64));
    }
    Ok(size)
}

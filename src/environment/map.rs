//! A map of all directions, and how a picture of any size becomes one of bounded size.

use std::f64::consts::{PI, TAU};

use glam::{DVec3, Vec3};

use super::{MOST_KEPT_PX, half, luminance};

/// Radiance by direction: columns run once around, rows from straight up to straight down.
#[derive(Debug, Clone, PartialEq)]
pub struct Map {
    /// Pixels, width and height.
    pub size_px: [u32; 2],
    /// Linear radiance, rows from the top; finite, not negative.
    pub pixels: Vec<Vec3>,
}

/// One level of a map, as a texture takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Pixels, width and height.
    pub size_px: [u32; 2],
    /// Half floats, four a pixel.
    pub rgba: Vec<u16>,
}

/// The direction of a place of a map, 0 to 1 along and down.
pub fn direction_of(u: f64, v: f64) -> DVec3 {
    let (around, down) = ((u - 0.5) * TAU, v * PI);
    DVec3::new(down.sin() * around.cos(), down.cos(), down.sin() * around.sin())
}

/// The pixels of a map without what they hold: columns and rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid(pub [u32; 2]);

impl Grid {
    /// Solid angle of a pixel of row `y`, exactly.
    pub(super) fn solid_angle(self, y: u32) -> f64 {
        let [w, h] = self.0.map(f64::from);
        let edge = |y: f64| (y / h * PI).cos();
        TAU / w * (edge(f64::from(y)) - edge(f64::from(y) + 1.0))
    }

    /// The direction of the middle of a pixel.
    pub(super) fn direction(self, x: u32, y: u32) -> DVec3 {
        let [w, h] = self.0.map(f64::from);
        direction_of((f64::from(x) + 0.5) / w, (f64::from(y) + 0.5) / h)
    }
}

impl Map {
    /// The same radiance everywhere.
    pub fn filled(size_px: [u32; 2], radiance: Vec3) -> Self {
        Self {
            size_px,
            pixels: vec![radiance; size_px[0] as usize * size_px[1] as usize],
        }
    }

    /// The row of pixels `y`.
    pub(super) fn row(&self, y: u32) -> &[Vec3] {
        let width = self.size_px[0] as usize;
        &self.pixels[y as usize * width..][..width]
    }

    /// Solid angle of a pixel of row `y`, exactly.
    pub fn solid_angle(&self, y: u32) -> f64 {
        Grid(self.size_px).solid_angle(y)
    }

    /// The direction of the middle of a pixel.
    pub fn direction(&self, x: u32, y: u32) -> DVec3 {
        Grid(self.size_px).direction(x, y)
    }

    /// Mean radiance over all directions.
    pub(super) fn mean(&self) -> Vec3 {
        let sums = (0..self.size_px[1]).map(|y| {
            let row = self.row(y).iter().fold(DVec3::ZERO, |sum, p| sum + p.as_dvec3());
            row * self.solid_angle(y)
        });
        (sums.sum::<DVec3>() / (2.0 * TAU)).as_vec3()
    }

    /// Brings every pixel down to a luminance.
    pub(super) fn cap(&mut self, most: f32) {
        for pixel in &mut self.pixels {
            let bright = luminance(*pixel);
            if bright > most {
                *pixel *= most / bright;
            }
        }
    }

    /// Half as wide and high; pixels of a row count by their solid angle.
    fn halved(&self) -> Self {
        let [w, h] = self.size_px;
        let size_px = [(w / 2).max(1), (h / 2).max(1)];
        let mut pixels = Vec::with_capacity(size_px[0] as usize * size_px[1] as usize);
        for y in 0..size_px[1] {
            let rows = [2 * y, (2 * y + 1).min(h - 1)].map(|y| (self.row(y), self.solid_angle(y) as f32));
            let whole = 2.0 * (rows[0].1 + rows[1].1);
            for x in 0..size_px[0] as usize {
                let right = (2 * x + 1).min(w as usize - 1);
                let of = |(row, weight): (&[Vec3], f32)| (row[2 * x] + row[right]) * weight;
                pixels.push((of(rows[0]) + of(rows[1])) / whole);
            }
        }
        Self { size_px, pixels }
    }

    /// The map and all smaller levels of it.
    pub(super) fn levels(&self) -> Vec<Self> {
        let mut levels = vec![self.clone()];
        while let Some(last) = levels.last().filter(|l| l.size_px != [1, 1]) {
            let next = last.halved();
            levels.push(next);
        }
        levels
    }

    /// As small as `width` allows.
    pub(super) fn at_most(&self, width: u32) -> Self {
        let mut map = self.clone();
        while map.size_px[0] > width && map.size_px[1] > 1 {
            map = map.halved();
        }
        map
    }

    pub(super) fn to_level(&self) -> Level {
        let one = half::bits_of(1.0);
        let pixel = |p: &Vec3| [half::bits_of(p.x), half::bits_of(p.y), half::bits_of(p.z), one];
        Level {
            size_px: self.size_px,
            rgba: self.pixels.iter().flat_map(pixel).collect(),
        }
    }
}

/// Takes the pixels of a picture in any order and adds them up into a map of bounded size.
#[derive(Debug)]
pub(crate) struct Reducer {
    file_px: [u32; 2],
    size_px: [u32; 2],
    sums: Vec<Vec3>,
}

impl Reducer {
    fn kept_px([width, height]: [u32; 2]) -> [u32; 2] {
        let below = |n: u32| 1 << n.max(1).ilog2();
        // Never more columns or rows than there are pixels for.
        let width = below(width).min(2 * below(height)).clamp(2, MOST_KEPT_PX);
        [width, width / 2]
    }

    /// What a picture of this size takes in all, with the levels that come of it; bytes.
    pub(super) fn bytes(file_px: [u32; 2]) -> u64 {
        let [w, h] = Self::kept_px(file_px).map(u64::from);
        // Sums, levels (a third more) and their half floats.
        w * h * (12 + 16 + 11)
    }

    /// For a picture of `file_px`, which must be twice as wide as high or nearly so, and no larger than
    /// [`MOST_PX`](super::MOST_PX).
    pub(super) fn new(file_px: [u32; 2]) -> Self {
        let size_px = Self::kept_px(file_px);
        Self {
            file_px,
            size_px,
            sums: vec![Vec3::ZERO; size_px[0] as usize * size_px[1] as usize],
        }
    }

    pub(super) fn file_px(&self) -> [u32; 2] {
        self.file_px
    }

    /// Where the pixels of one row or column of the file go.
    fn place(at: u32, from: u32, to: u32) -> u32 {
        (u64::from(at) * u64::from(to) / u64::from(from)) as u32
    }

    /// Adds one pixel; what is no light counts as none. Pixels outside are left out.
    pub(super) fn add(&mut self, x: u32, y: u32, radiance: Vec3) {
        if x >= self.file_px[0] || y >= self.file_px[1] {
            return;
        }
        let [x, y] = [
            Self::place(x, self.file_px[0], self.size_px[0]),
            Self::place(y, self.file_px[1], self.size_px[1]),
        ];
        let at = y as usize * self.size_px[0] as usize + x as usize;
        self.sums[at] += Vec3::from(radiance.to_array().map(light));
    }

    /// The map.
    pub(super) fn finish(mut self) -> Map {
        let counts = |k: usize| {
            let mut counts = vec![0_u32; self.size_px[k] as usize];
            for at in 0..self.file_px[k] {
                counts[Self::place(at, self.file_px[k], self.size_px[k]) as usize] += 1;
            }
            counts
        };
        let (columns, rows) = (counts(0), counts(1));
        for (row, in_row) in self.sums.chunks_exact_mut(self.size_px[0] as usize).zip(rows) {
            for (sum, in_column) in row.iter_mut().zip(&columns) {
                *sum /= (in_row * in_column).max(1) as f32;
            }
        }
        Map {
            size_px: self.size_px,
            pixels: self.sums,
        }
    }
}

/// Light as a file has it, or none.
fn light(value: f32) -> f32 {
    // More than anything shines; sums of it stay finite.
    const MOST: f32 = 1e9;
    if value > 0.0 { value.min(MOST) } else { 0.0 }
}

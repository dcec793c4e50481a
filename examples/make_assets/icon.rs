//! The program's icon: an elbow of two bones, the upper one in the colour of A, the lower one in that of B; together they
//! point on, as a play button does. Drawn once as SVG and, from the same shapes, as PNG in every size that desktops ask
//! for.

use std::fmt::Write as _;
use std::path::Path;

use glam::{Vec2, vec2};

/// Sizes in pixels.
const SIZES: [u32; 8] = [16, 24, 32, 48, 64, 128, 256, 512];
/// Units of the drawing, a side.
const SIDE: f32 = 256.0;
/// Samples of a pixel, a side.
const SAMPLES: u32 = 8;

enum Shape {
    /// Between two corners, with round corners.
    Plate {
        min: Vec2,
        max: Vec2,
        radius: f32,
    },
    /// A convex outline with its edges pushed out by `round`.
    Outline {
        points: Vec<Vec2>,
        round: f32,
    },
    Disc {
        at: Vec2,
        radius: f32,
    },
}

enum Paint {
    Flat([u8; 3]),
    /// From above to below.
    Down([u8; 3], [u8; 3]),
}

const A: [u8; 3] = [0xf0, 0xa3, 0x5e];
const B: [u8; 3] = [0x4f, 0xb7, 0xb3];
const LIGHT: [u8; 3] = [0xf2, 0xf4, 0xf7];
const DARK: [u8; 3] = [0x1b, 0x1f, 0x25];

fn drawing() -> Vec<(Shape, Paint)> {
    let (shoulder, elbow, wrist) = (vec2(88.0, 60.0), vec2(176.0, 128.0), vec2(88.0, 196.0));
    let disc = |at, radius| Shape::Disc { at, radius };
    vec![
        (
            Shape::Plate {
                min: vec2(12.0, 12.0),
                max: vec2(244.0, 244.0),
                radius: 54.0,
            },
            Paint::Down([0x3b, 0x44, 0x52], DARK),
        ),
        (bone(shoulder, elbow), Paint::Flat(A)),
        (bone(wrist, elbow), Paint::Flat(B)),
        (disc(shoulder, 17.0), Paint::Flat(LIGHT)),
        (disc(wrist, 17.0), Paint::Flat(LIGHT)),
        (disc(elbow, 26.0), Paint::Flat(LIGHT)),
        (disc(elbow, 13.0), Paint::Flat(DARK)),
    ]
}

/// A kite from one joint to the next, widest near the first.
fn bone(from: Vec2, to: Vec2) -> Shape {
    let along = to - from;
    let aside = along.normalize().perp() * 25.0;
    let wide = from + 0.27 * along;
    Shape::Outline {
        points: vec![from, wide + aside, to, wide - aside],
        round: 5.0,
    }
}

impl Shape {
    /// How far `p` is outside; negative inside.
    fn distance(&self, p: Vec2) -> f32 {
        match self {
            Self::Plate { min, max, radius } => {
                let half = 0.5 * (*max - *min) - Vec2::splat(*radius);
                let q = (p - 0.5 * (*min + *max)).abs() - half;
                q.max(Vec2::ZERO).length() + q.max_element().min(0.0) - radius
            }
            Self::Disc { at, radius } => p.distance(*at) - radius,
            Self::Outline { points, round } => {
                let edges = || (0..points.len()).map(|k| (points[k], points[(k + 1) % points.len()]));
                let to_edge = |(a, b): (Vec2, Vec2)| {
                    let along = b - a;
                    let share = ((p - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                    p.distance(a + share * along)
                };
                let near = edges().map(to_edge).fold(f32::INFINITY, f32::min);
                let sides: Vec<bool> = edges().map(|(a, b)| (b - a).perp_dot(p - a) > 0.0).collect();
                let inside = sides.iter().all(|s| *s) || sides.iter().all(|s| !s);
                if inside { -near - round } else { near - round }
            }
        }
    }

    fn svg(&self, fill: &str) -> String {
        match self {
            Self::Plate { min, max, radius } => format!(
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{radius}" fill="{fill}"/>"#,
                min.x,
                min.y,
                max.x - min.x,
                max.y - min.y
            ),
            Self::Disc { at, radius } => {
                format!(
                    r#"<circle cx="{}" cy="{}" r="{radius}" fill="{fill}"/>"#,
                    at.x, at.y
                )
            }
            Self::Outline { points, round } => {
                let points: Vec<String> = points.iter().map(|p| format!("{:.2},{:.2}", p.x, p.y)).collect();
                format!(
                    r#"<polygon points="{}" fill="{fill}" stroke="{fill}" stroke-width="{}" stroke-linejoin="round"/>"#,
                    points.join(" "),
                    2.0 * round
                )
            }
        }
    }
}

impl Paint {
    /// Linear light, so that edges are as bright as they should be.
    fn at(&self, p: Vec2) -> [f32; 3] {
        let linear = |c: u8| (f32::from(c) / 255.0).powf(2.2);
        match self {
            Self::Flat(c) => c.map(linear),
            // Mixed as SVG mixes it.
            Self::Down(top, bottom) => std::array::from_fn(|k| {
                let share = p.y / SIDE;
                let mixed = f32::from(top[k]) * (1.0 - share) + f32::from(bottom[k]) * share;
                (mixed / 255.0).powf(2.2)
            }),
        }
    }
}

fn hex(c: [u8; 3]) -> String {
    format!("#{:02x}{:02x}{:02x}", c[0], c[1], c[2])
}

fn svg(drawing: &[(Shape, Paint)]) -> String {
    let mut out = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">\n");
    for (shape, paint) in drawing {
        let fill = match paint {
            Paint::Flat(c) => hex(*c),
            Paint::Down(top, bottom) => {
                let _ = writeln!(
                    out,
                    "  <linearGradient id=\"down\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" y1=\"0\" x2=\"0\" \
                     y2=\"{SIDE}\"><stop stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></linearGradient>",
                    hex(*top),
                    hex(*bottom)
                );
                "url(#down)".to_owned()
            }
        };
        let _ = writeln!(out, "  {}", shape.svg(&fill));
    }
    out + "</svg>\n"
}

fn pixels(drawing: &[(Shape, Paint)], size: u32) -> image::RgbaImage {
    let scale = SIDE / size as f32;
    image::RgbaImage::from_fn(size, size, |x, y| {
        let (mut sum, mut shown) = ([0.0; 3], 0.0);
        for k in 0..SAMPLES * SAMPLES {
            let offset = vec2((k % SAMPLES) as f32, (k / SAMPLES) as f32) + 0.5;
            let p = (vec2(x as f32, y as f32) + offset / SAMPLES as f32) * scale;
            if let Some((_, paint)) = drawing.iter().rev().find(|(s, _)| s.distance(p) <= 0.0) {
                let c = paint.at(p);
                sum = std::array::from_fn(|k| sum[k] + c[k]);
                shown += 1.0;
            }
        }
        let encode = |v: f32| ((v / f32::max(shown, 1.0)).powf(1.0 / 2.2) * 255.0).round() as u8;
        let alpha = (255.0 * shown / (SAMPLES * SAMPLES) as f32).round() as u8;
        image::Rgba([encode(sum[0]), encode(sum[1]), encode(sum[2]), alpha])
    })
}

/// Writes the icon into `folder`.
pub(crate) fn write(folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(folder)?;
    let drawing = drawing();
    std::fs::write(folder.join("rigscope.svg"), svg(&drawing))?;
    for size in SIZES {
        pixels(&drawing, size).save(folder.join(format!("rigscope-{size}.png")))?;
    }
    Ok(())
}

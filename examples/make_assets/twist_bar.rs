//! The twist bar: a slim column of clay on a plinth, with coloured inlays of knit that make a twist readable.
//!
//! Its middle joint turns by 170 degrees about the column. Linear blending pinches the middle to 9 per cent of its
//! width; dual quaternions keep it. The column is one closed surface once its vertices are welded by position.

use glam::{Mat4, Quat, Vec2, Vec3, Vec4};

use super::glb::{Glb, Keys, Mesh};
use super::look::{self, Look};
use super::maths::{about, sin_cos_degrees, smooth_step};

/// Heights of the joints, metres, from the root up. The last carries no weight: it ends the last bone.
const JOINTS: [(&str, f32); 5] = [
    ("Base", 0.06),
    ("Lower", 0.40),
    ("Middle", 0.88),
    ("Upper", 1.36),
    ("Tip", 1.70),
];
/// A joint takes over from the one below within this distance, smoothly: half and half at the joint itself.
const BLEND: f32 = 0.24;
/// Half the width of the column at its foot and at its top, metres.
const FOOT: f32 = 0.150;
const TOP: f32 = 0.116;
const BOTTOM: f32 = 0.06;
const SHOULDER: f32 = 1.61;
const CROWN: f32 = 1.70;
/// How often the reliefs repeat round the column and up to its crown.
const TILES: Vec2 = Vec2::new(9.0, 16.0);
/// Heights of the rings, and how far they reach up and down, and out.
const RINGS: [f32; 4] = [0.125, 0.610, 1.150, 1.580];
const RING_HALF: f32 = 0.013;
const RING_OUT: f32 = 0.008;
/// The inlay runs this far to both sides of the middle of each face, degrees, in so many steps.
const INLAY: f64 = 15.0;
const INLAY_STEPS: usize = 4;
const CORNER_STEPS: usize = 8;

/// A point of the outline: height and half width.
type Outline = Vec<(f32, f32)>;

pub(crate) fn make() -> Vec<u8> {
    let mut glb = Glb::new("Twist bar");
    let look = Look::new(&mut glb);
    let clay = look.clay(&mut glb, "Clay", look::SKIN);
    let inlay = look.knit(&mut glb, "Knit inlay", look::SUIT);
    let front = look.knit(&mut glb, "Front inlay", look::ORANGE);
    let cuff = Look::enamel(&mut glb, "Cuff", look::DARK);
    let base = look.clay(&mut glb, "Base", look::DARK);
    let lip = Look::enamel(&mut glb, "Lip", look::CREAM);

    let bar = glb.node("Twist bar", None, Vec3::ZERO, Quat::IDENTITY);
    let mut above = None;
    let mut from = 0.0;
    let joints: Vec<usize> = JOINTS
        .iter()
        .map(|&(name, height)| {
            let step = Vec3::new(0.0, height - from, 0.0);
            from = height;
            let node = glb.node(name, above, step, Quat::IDENTITY);
            above = Some(node);
            node
        })
        .collect();
    let plinth = glb.node("Plinth", None, Vec3::ZERO, Quat::IDENTITY);
    let binds: Vec<(usize, Mat4)> = joints
        .iter()
        .zip(JOINTS)
        .map(|(&node, (_, height))| (node, Mat4::from_translation(Vec3::new(0.0, -height, 0.0))))
        .collect();
    let skin = glb.skin("Twist bar", &binds);

    glb.mesh("Twist bar", bar, Some(skin), &column([clay, inlay, front, cuff]));
    glb.mesh("Plinth", plinth, None, &plinth_parts(base, lip));

    let (lower, middle, upper) = (joints[1], joints[2], joints[3]);
    let there_and_back = |axis: Vec3, degrees: f64, times: [f32; 4]| {
        let angles = [0.0, degrees, degrees, 0.0];
        Keys::Eased(times.into_iter().zip(angles.map(|d| about(axis, d))).collect())
    };
    glb.clip(
        "Twist",
        &[(middle, there_and_back(Vec3::Y, 170.0, [0.0, 1.75, 2.25, 4.0]))],
    );
    let bend = [0.0, 1.25, 1.75, 3.0];
    glb.clip(
        "Bend",
        &[
            (lower, there_and_back(Vec3::Z, -28.0, bend)),
            (middle, there_and_back(Vec3::Z, -44.0, bend)),
            (upper, there_and_back(Vec3::Z, -36.0, bend)),
        ],
    );
    glb.clip("Wave", &wave(&joints[1..4]));
    glb.finish()
}

/// Every joint swings by the same angle, each a little later than the one below; a turn rides along.
fn wave(joints: &[usize]) -> Vec<(usize, Keys)> {
    const STEPS: u16 = 24;
    let swing = |k: u16, joint: usize| {
        let phase = 360.0 * f64::from(k) / f64::from(STEPS) - 70.0 * joint as f64;
        let (s, c) = sin_cos_degrees(phase);
        about(Vec3::Z, 22.0 * s) * about(Vec3::Y, 26.0 * c)
    };
    let keys = |joint: usize| {
        (0..=STEPS)
            .map(|k| (f32::from(k) * 0.1, swing(k, joint)))
            .collect()
    };
    joints
        .iter()
        .enumerate()
        .map(|(i, &node)| (node, Keys::Linear(keys(i))))
        .collect()
}

/// Half width of the column at a height.
fn half_width(y: f32) -> f32 {
    let t = ((y - BOTTOM) / (SHOULDER - BOTTOM)).clamp(0.0, 1.0);
    // A little fuller than a straight taper, as columns are.
    FOOT + (TOP - FOOT) * t + 0.035 * t * (1.0 - t)
}

/// Which joints move what lies at a height.
fn influences(y: f32) -> Vec<(u8, f32)> {
    // The last joint carries nothing.
    for (joint, (_, height)) in JOINTS.iter().enumerate().take(JOINTS.len() - 1).skip(1).rev() {
        let share = smooth_step(*height, BLEND, y);
        if share >= 1.0 {
            return vec![(joint as u8, 1.0)];
        }
        if share > 0.0 {
            return vec![(joint as u8, share), (joint as u8 - 1, 1.0 - share)];
        }
    }
    vec![(0, 1.0)]
}

/// A point of the column: a square with very round corners, `|x|^4 + |z|^4 = w^4`.
fn point(y: f32, half_width: f32, degrees: f64) -> Vec3 {
    let (s, c) = sin_cos_degrees(degrees);
    let r = 1.0 / (s * s * s * s + c * c * c * c).sqrt().sqrt();
    Vec3::new((s * r) as f32 * half_width, y, (c * r) as f32 * half_width)
}

/// Materials: body, inlays, the inlay of the face that looks ahead (so that half a turn can be told from none), rings.
fn column(materials: [usize; 4]) -> Vec<Mesh> {
    let [mut body, mut inlays, mut front, mut rings] = materials.map(|m| Mesh {
        mode: 4,
        material: Some(m),
        ..Mesh::default()
    });
    let faces: Vec<(f64, f64, usize)> = (0..4)
        .flat_map(|k| {
            let middle = 90.0 * f64::from(k);
            [
                (middle - INLAY, middle + INLAY, INLAY_STEPS),
                (middle + INLAY, middle + 90.0 - INLAY, CORNER_STEPS),
            ]
        })
        .collect();
    for part in outline() {
        match part {
            Part::Body(rows) => {
                for (i, face) in faces.iter().enumerate() {
                    let mesh = match i {
                        0 => &mut front,
                        _ if i % 2 == 0 => &mut inlays,
                        _ => &mut body,
                    };
                    strip(mesh, &rows, &columns(&[*face]));
                }
            }
            Part::Foot(rows) | Part::Crown(rows) => strip(&mut body, &rows, &columns(&faces)),
            Part::Ring(rows) => strip(&mut rings, &rows, &columns(&faces)),
        }
    }
    // Enamel has no relief.
    rings.tangents.clear();
    rings.uvs.clear();
    vec![body, inlays, front, rings]
}

fn columns(faces: &[(f64, f64, usize)]) -> Vec<f64> {
    let mut all: Vec<f64> = faces
        .iter()
        .flat_map(|&(from, to, steps)| (0..steps).map(move |k| from + (to - from) * k as f64 / steps as f64))
        .collect();
    all.extend(faces.last().map(|f| f.1));
    all
}

/// A stretch of the outline, from below; neighbours share their end points to the bit.
enum Part {
    Foot(Outline),
    Body(Outline),
    Ring(Outline),
    Crown(Outline),
}

fn outline() -> Vec<Part> {
    let at = |y: f32| (y, half_width(y));
    let mut parts = vec![Part::Foot(vec![(BOTTOM, 0.0), at(BOTTOM)])];
    let mut from = BOTTOM;
    for ring in RINGS {
        let (lo, hi) = (ring - RING_HALF, ring + RING_HALF);
        parts.push(Part::Body(rows(from, lo)));
        parts.push(Part::Ring(vec![
            at(lo),
            bulge(ring, -0.8),
            bulge(ring, -0.3),
            bulge(ring, 0.3),
            bulge(ring, 0.8),
            at(hi),
        ]));
        from = hi;
    }
    // The crown: a quarter of an ellipse, from upright to level.
    let mut crown = vec![at(from), at(SHOULDER)];
    for k in 1..=6 {
        let (s, c) = sin_cos_degrees(90.0 * f64::from(k) / 6.0);
        let width = if k == 6 {
            0.0
        } else {
            half_width(SHOULDER) * c as f32
        };
        crown.push((SHOULDER + (CROWN - SHOULDER) * s as f32, width));
    }
    parts.push(Part::Crown(crown));
    parts
}

fn bulge(ring: f32, at: f32) -> (f32, f32) {
    let y = ring + RING_HALF * at;
    (y, half_width(y) + RING_OUT * (1.0 - at * at).sqrt())
}

/// Rows of the plain column; closer together where it twists, and one exactly at each joint.
fn rows(from: f32, to: f32) -> Outline {
    let middle = (from + to) * 0.5;
    let step = if (middle - JOINTS[2].1).abs() < BLEND {
        0.020
    } else {
        0.060
    };
    let steps = ((to - from) / step).ceil().max(1.0) as u16;
    let height = |k: u16| {
        let even = if k == steps {
            to
        } else {
            from + (to - from) * f32::from(k) / f32::from(steps)
        };
        let joint = JOINTS
            .iter()
            .map(|j| j.1)
            .find(|j| (j - even).abs() < step * 0.4 && k > 0 && k < steps);
        joint.unwrap_or(even)
    };
    (0..=steps).map(|k| (height(k), half_width(height(k)))).collect()
}

/// Adds a grid of `rows` by `columns` (degrees); a row of width 0 is a single point.
fn strip(mesh: &mut Mesh, rows: &Outline, columns: &[f64]) {
    let first = mesh.positions.len();
    let width = columns.len();
    for (r, &(y, w)) in rows.iter().enumerate() {
        for &degrees in columns {
            mesh.positions.push(point(y, w, degrees));
            mesh.normals.push(normal(rows, r, degrees));
            let round = point(y, 1.0, degrees + 0.5) - point(y, 1.0, degrees - 0.5);
            mesh.tangents.push(along(round, normal(rows, r, degrees)));
            mesh.uvs
                .push(TILES * Vec2::new(((degrees + INLAY) / 360.0) as f32, 1.0 - y / CROWN));
            mesh.influences.push(influences(y));
        }
    }
    let at = |r: usize, c: usize| (first + r * width + c) as u16;
    for r in 1..rows.len() {
        for c in 1..width {
            let (a, b) = (at(r - 1, c - 1), at(r - 1, c));
            let (d, e) = (at(r, c - 1), at(r, c));
            // Counter-clockwise from outside: angles grow to the right as seen from there.
            if rows[r - 1].1 > 0.0 {
                mesh.indices.extend([a, b, e]);
            }
            if rows[r].1 > 0.0 {
                mesh.indices.extend([a, e, d]);
            }
        }
    }
}

/// A tangent: `way` as far as it lies in the surface; -v is up, to its left as seen from outside.
fn along(way: Vec3, normal: Vec3) -> Vec4 {
    (way - normal * way.dot(normal)).normalize_or(Vec3::X).extend(1.0)
}

fn normal(rows: &Outline, row: usize, degrees: f64) -> Vec3 {
    let (before, after) = (rows[row.saturating_sub(1)], rows[(row + 1).min(rows.len() - 1)]);
    // At a pole the direction round is taken from beside it.
    let w = if rows[row].1 > 0.0 {
        rows[row].1
    } else {
        before.1.max(after.1)
    };
    let y = rows[row].0;
    let round = point(y, w, degrees + 0.5) - point(y, w, degrees - 0.5);
    let up = point(after.0, after.1, degrees) - point(before.0, before.1, degrees);
    if rows[row].1 == 0.0 && up.y.abs() > 0.0 {
        return Vec3::Y;
    }
    round.cross(up).normalize_or(Vec3::Y)
}

/// A round step with a lip; it follows no joint.
fn plinth_parts(base: usize, lip: usize) -> Vec<Mesh> {
    let [mut stone, mut lip] = [base, lip].map(|m| Mesh {
        mode: 4,
        material: Some(m),
        ..Mesh::default()
    });
    // (height, radius), each stretch smooth in itself.
    lathe(&mut stone, &[(0.0, 0.0), (0.0, 0.262)]);
    lathe(
        &mut stone,
        &[(0.0, 0.262), (0.004, 0.268), (0.010, 0.270), (0.030, 0.270)],
    );
    lathe(
        &mut lip,
        &[
            (0.030, 0.270),
            (0.030, 0.273),
            (0.034, 0.276),
            (0.038, 0.273),
            (0.038, 0.270),
        ],
    );
    lathe(
        &mut stone,
        &[(0.038, 0.270), (0.052, 0.270), (0.058, 0.268), (0.060, 0.262)],
    );
    lathe(&mut stone, &[(0.060, 0.262), (0.060, 0.0)]);
    lip.tangents.clear();
    lip.uvs.clear();
    vec![stone, lip]
}

fn lathe(mesh: &mut Mesh, rows: &[(f32, f32)]) {
    const STEPS: usize = 64;
    let first = mesh.positions.len();
    for (r, &(y, radius)) in rows.iter().enumerate() {
        let (before, after) = (rows[r.saturating_sub(1)], rows[(r + 1).min(rows.len() - 1)]);
        let (rise, out) = (after.0 - before.0, after.1 - before.1);
        let length = (rise * rise + out * out).sqrt();
        for k in 0..=STEPS {
            let (s, c) = sin_cos_degrees(360.0 * k as f64 / STEPS as f64);
            let (s, c) = (s as f32, c as f32);
            mesh.positions.push(Vec3::new(s * radius, y, c * radius));
            let normal = Vec3::new(s * rise / length, -out / length, c * rise / length);
            mesh.normals.push(normal);
            mesh.tangents.push(along(Vec3::new(c, 0.0, -s), normal));
            // On the level by place, up the side by height.
            mesh.uvs.push(if rise == 0.0 {
                Vec2::new(s * radius, c * radius) * TILES.y / CROWN
            } else {
                Vec2::new(16.0 * k as f32 / STEPS as f32, (1.0 - y) * TILES.y / CROWN)
            });
        }
    }
    let at = |r: usize, k: usize| (first + r * (STEPS + 1) + k) as u16;
    for r in 1..rows.len() {
        for k in 1..=STEPS {
            let (a, b, d, e) = (at(r - 1, k - 1), at(r - 1, k), at(r, k - 1), at(r, k));
            if rows[r - 1].1 > 0.0 {
                mesh.indices.extend([a, b, e]);
            }
            if rows[r].1 > 0.0 {
                mesh.indices.extend([a, e, d]);
            }
        }
    }
}

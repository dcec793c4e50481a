//! The sea anemone: the source chapter's sum of section 11 as a character.
//!
//! Six arms of ten joints are 60 joints; one clip holds a translation and a rotation of each for 150 frames, 30 a second:
//! 60 x 150 x 28 bytes = 252,000 bytes. As in the chapter, the frames are sparse keys resampled.

use glam::{Mat4, Quat, Vec3};

use super::glb::{Finish, Frames, Glb, Mesh};
use super::look;
use super::maths::{about, sin_cos_degrees, smooth_step};

const ARMS: usize = 6;
const JOINTS: usize = 10;
const FRAMES: usize = 150;
const RATE: f32 = 30.0;
/// From one joint to the next, metres.
const STEP: f32 = 0.062;
/// Distance of the arms from the middle, metres.
const ROUND: f32 = 0.11;
/// Rings a joint, sides of a ring, and half widths at foot and tip, metres.
const RINGS: usize = 3;
const SIDES: usize = 10;
const FOOT: f32 = 0.042;
const TIP: f32 = 0.016;

/// Numbers that look like chance and are the same each time: 0 to 1.
struct Chance(u32);

impl Chance {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }
}

pub(crate) fn make() -> Vec<u8> {
    let mut glb = Glb::new("Sea anemone");
    let finish = Finish {
        metallic: 0.0,
        roughness: 0.55,
        relief: None,
    };
    let materials = [
        glb.material("Arm", look::ORANGE, finish),
        glb.material("Pale arm", look::CREAM, finish),
    ];
    let body = glb.node("Sea anemone", None, Vec3::ZERO, Quat::IDENTITY);
    let mut binds = Vec::new();
    let mut frames = Vec::new();
    let mut parts = [part(materials[0]), part(materials[1])];
    let mut chance = Chance(11);
    for arm in 0..ARMS {
        let (s, c) = sin_cos_degrees(360.0 * arm as f64 / ARMS as f64);
        let (s, c) = (s as f32, c as f32);
        let foot = Vec3::new(ROUND * s, 0.0, ROUND * c);
        let mut above = body;
        for joint in 0..JOINTS {
            let rest = if joint == 0 { foot } else { Vec3::Y * STEP };
            let node = glb.node(
                &format!("Arm {} joint {}", arm + 1, joint + 1),
                Some(above),
                rest,
                Quat::IDENTITY,
            );
            let place = foot + Vec3::Y * STEP * joint as f32;
            binds.push((node, Mat4::from_translation(-place)));
            frames.push(Frames {
                node,
                translations: swell(rest, &mut chance),
                rotations: sway(arm, joint, Vec3::new(c, 0.0, -s), &mut chance),
            });
            above = node;
        }
        arm_surface(foot, (arm * JOINTS) as u8, &mut parts[arm % 2]);
    }
    let skin = glb.skin("Sea anemone", &binds);
    let mesh = glb.node("Arms", None, Vec3::ZERO, Quat::IDENTITY);
    glb.mesh("Arms", mesh, Some(skin), &parts);
    glb.frames("Sway", RATE, &frames);
    glb.finish()
}

fn part(material: usize) -> Mesh {
    Mesh {
        mode: 4,
        material: Some(material),
        ..Mesh::default()
    }
}

/// Frames that have a key: the ends, and about every `gap`-th between.
fn keyed(gap: f32, chance: &mut Chance) -> Vec<usize> {
    let mut keys = vec![0];
    let mut at = 0.0;
    loop {
        at += gap * (0.6 + 0.8 * chance.next());
        let frame = at as usize;
        if frame + 1 >= FRAMES {
            keys.push(FRAMES - 1);
            return keys;
        }
        if keys.last() != Some(&frame) {
            keys.push(frame);
        }
    }
}

/// The key before a frame, the one after, and how far from one to the other.
fn between(keys: &[usize], frame: usize) -> (usize, usize, f32) {
    let after = keys.partition_point(|k| *k <= frame).clamp(1, keys.len() - 1);
    let (a, b) = (keys[after - 1], keys[after]);
    (after - 1, after, (frame - a) as f32 / (b - a) as f32)
}

/// A swing about one axis, a little later from joint to joint, by sparse keys that do not quite follow it.
fn sway(arm: usize, joint: usize, axis: Vec3, chance: &mut Chance) -> Vec<Quat> {
    let keys = keyed(2.6, chance);
    let angles: Vec<f32> = keys
        .iter()
        .map(|k| {
            let phase = 144.0 * *k as f64 / 30.0 + 60.0 * arm as f64 - 24.0 * joint as f64;
            let swing = sin_cos_degrees(phase).0 as f32;
            5.0 + (4.0 + joint as f32) * swing + 1.2 * (chance.next() - 0.5)
        })
        .collect();
    (0..FRAMES)
        .map(|frame| {
            let (a, b, u) = between(&keys, frame);
            about(axis, f64::from(angles[a] + (angles[b] - angles[a]) * u))
        })
        .collect()
}

/// A bone that grows and shrinks a little.
fn swell(rest: Vec3, chance: &mut Chance) -> Vec<Vec3> {
    let keys = keyed(5.0, chance);
    let lengths: Vec<f32> = keys.iter().map(|_| 1.0 + 0.12 * (chance.next() - 0.5)).collect();
    (0..FRAMES)
        .map(|frame| {
            let (a, b, u) = between(&keys, frame);
            rest * (lengths[a] + (lengths[b] - lengths[a]) * u)
        })
        .collect()
}

/// A round, tapering tube with a cap.
fn arm_surface(foot: Vec3, first: u8, part: &mut Mesh) {
    let rings = RINGS * JOINTS;
    let start = part.positions.len() as u16;
    let top = STEP * JOINTS as f32;
    for ring in 0..=rings {
        let share = ring as f32 / rings as f32;
        let y = top * share;
        // Round at the tip.
        let end = ((1.0 - share) * 8.0).min(1.0);
        let width = (FOOT + (TIP - FOOT) * share) * (1.0 - (1.0 - end) * (1.0 - end)).max(0.0).sqrt();
        let slope = (FOOT - TIP) / top + if end < 1.0 { 1.0 - end } else { 0.0 };
        for side in 0..=SIDES {
            let (s, c) = sin_cos_degrees(360.0 * (side % SIDES) as f64 / SIDES as f64);
            let out = Vec3::new(s as f32, 0.0, c as f32);
            part.positions.push(foot + out * width + Vec3::Y * y);
            let normal = if ring == rings {
                Vec3::Y
            } else {
                (out + Vec3::Y * slope).normalize()
            };
            part.normals.push(normal);
            part.influences.push(influences(y, first));
        }
    }
    let row = SIDES as u16 + 1;
    for ring in 0..rings as u16 {
        for side in 0..SIDES as u16 {
            let a = start + ring * row + side;
            let (b, c, d) = (a + 1, a + row, a + row + 1);
            part.indices.extend([a, b, d]);
            // At the tip the upper side has no length.
            if ring + 1 < rings as u16 {
                part.indices.extend([a, d, c]);
            }
        }
    }
}

/// A joint takes over from the one below about its own height.
fn influences(y: f32, first: u8) -> Vec<(u8, f32)> {
    for joint in (1..JOINTS).rev() {
        let share = smooth_step(STEP * joint as f32, 0.5 * STEP, y);
        if share >= 1.0 {
            return vec![(first + joint as u8, 1.0)];
        }
        if share > 0.0 {
            return vec![
                (first + joint as u8, share),
                (first + joint as u8 - 1, 1.0 - share),
            ];
        }
    }
    vec![(first, 1.0)]
}

//! The chapter's rig: a shoulder, an elbow, and the vertices of its tables; beside it the same with a rotated bind.
//!
//! The table's vertices are a primitive of points (the first one of each mesh), in the order of [`TABLE`]. A thin arm in
//! a knitted sleeve and a bead at each point make them visible; a bead follows its point's joints wholly.

use glam::{Mat4, Quat, Vec2, Vec3};

use super::glb::{Glb, Keys, Mesh};
use super::look::{self, Look};
use super::maths::{about, sin_cos_degrees, smooth_step};

/// The second rig stands this far behind the first, so that both can be seen.
pub(crate) const BEHIND: f32 = -1.0;

const SHOULDER: u8 = 0;
const ELBOW: u8 = 1;
const LENGTH: f32 = 2.0;

/// Position along the arm and influences of each vertex of the tables.
const TABLE: [(f32, &[(u8, f32)]); 8] = [
    (1.0, &[(ELBOW, 1.0)]),
    (1.2, &[(SHOULDER, 1.0)]),
    (1.2, &[(ELBOW, 1.0)]),
    (1.2, &[(SHOULDER, 0.5), (ELBOW, 0.5)]),
    (1.2, &[(SHOULDER, 0.25), (ELBOW, 0.75)]),
    (1.2, &[(SHOULDER, 0.75), (ELBOW, 0.25)]),
    (2.0, &[(ELBOW, 1.0)]),
    (2.0, &[(SHOULDER, 1.0)]),
];
/// The one vertex of the rotated bind.
const ROTATED: [(f32, &[(u8, f32)]); 1] = [(1.5, &[(ELBOW, 1.0)])];

pub(crate) fn make() -> Vec<u8> {
    let mut glb = Glb::new("Chapter rig");
    let look = Look::new(&mut glb);
    let dress = Dress {
        sleeve: look.knit(&mut glb, "Knit", look::SUIT),
        cuff: look.knit(&mut glb, "Cuff", look::DARK),
        hand: look.clay(&mut glb, "Clay", look::SKIN),
        bead: Look::enamel(&mut glb, "Bead", look::ORANGE),
    };
    let rotated_dress = Dress {
        sleeve: look.knit(&mut glb, "Knit, rotated bind", look::ORANGE),
        bead: Look::enamel(&mut glb, "Bead, rotated bind", look::CREAM),
        ..dress
    };

    let mesh_node = glb.node("Arm", None, Vec3::ZERO, Quat::IDENTITY);
    let shoulder = glb.node("Shoulder", None, Vec3::ZERO, Quat::IDENTITY);
    let elbow = glb.node("Elbow", Some(shoulder), Vec3::X, Quat::IDENTITY);
    let place = Vec3::new(0.0, 0.0, BEHIND);
    let rotated_mesh_node = glb.node("Arm, rotated bind", None, Vec3::ZERO, Quat::IDENTITY);
    let rotated_shoulder = glb.node("Shoulder, rotated bind", None, place, Quat::IDENTITY);
    let bound = about(Vec3::Z, 45.0);
    let rotated_elbow = glb.node("Elbow, rotated bind", Some(rotated_shoulder), Vec3::X, bound);

    let skin = glb.skin(
        "Arm",
        &[
            (shoulder, Mat4::IDENTITY),
            (elbow, Mat4::from_translation(Vec3::new(-1.0, 0.0, 0.0))),
        ],
    );
    let bind = Mat4::from_rotation_translation(bound, Vec3::X + place);
    let rotated_skin = glb.skin(
        "Arm, rotated bind",
        &[
            (rotated_shoulder, Mat4::from_translation(-place)),
            (rotated_elbow, rigid_inverse(bind)),
        ],
    );
    glb.mesh("Arm", mesh_node, Some(skin), &parts(&TABLE, Vec3::ZERO, dress));
    glb.mesh(
        "Arm, rotated bind",
        rotated_mesh_node,
        Some(rotated_skin),
        &parts(&ROTATED, place, rotated_dress),
    );

    let turn = |axis: Vec3, keys: &[(f32, f64)]| {
        Keys::Linear(keys.iter().map(|&(t, d)| (t, about(axis, d))).collect())
    };
    let z = Vec3::Z;
    glb.clip(
        "A elbow keys",
        &[(elbow, turn(z, &[(0.0, 0.0), (0.2, 100.0), (0.4, 10.0)]))],
    );
    glb.clip(
        "A turn about Y",
        &[(shoulder, turn(Vec3::Y, &[(0.0, 0.0), (0.5, 45.0), (1.0, 90.0)]))],
    );
    glb.clip(
        "A late first key",
        &[(elbow, turn(z, &[(1.0, 0.0), (2.0, 100.0)]))],
    );
    let flipped = vec![(0.0, Quat::IDENTITY), (0.2, -about(z, 100.0))];
    glb.clip("A flipped sign", &[(elbow, Keys::Linear(flipped))]);
    glb.clip(
        "B shoulder 90",
        &[(shoulder, turn(z, &[(0.0, 0.0), (1.0, 90.0)]))],
    );
    glb.clip(
        "C shoulder 90, elbow 30",
        &[
            (shoulder, turn(z, &[(0.0, 0.0), (1.0, 90.0)])),
            (elbow, turn(z, &[(0.0, 0.0), (1.0, 30.0)])),
        ],
    );
    glb.clip(
        "D rotated bind, shoulder 90, elbow 75",
        &[
            (rotated_shoulder, turn(z, &[(0.0, 0.0), (1.0, 90.0)])),
            (rotated_elbow, turn(z, &[(0.0, 45.0), (1.0, 75.0)])),
        ],
    );
    glb.clip(
        "E shoulder 170",
        &[(shoulder, turn(z, &[(0.0, 0.0), (1.0, 170.0)]))],
    );
    glb.finish()
}

/// The inverse of a rotation and a translation, without the rounding of a general one.
fn rigid_inverse(m: Mat4) -> Mat4 {
    let back = glam::Mat3::from_mat4(m).transpose();
    Mat4::from_cols(
        back.x_axis.extend(0.0),
        back.y_axis.extend(0.0),
        back.z_axis.extend(0.0),
        (back * -m.w_axis.truncate()).extend(1.0),
    )
}

/// Materials of an arm: what its sleeve, cuff and hand are made of, and its beads.
#[derive(Clone, Copy)]
struct Dress {
    sleeve: usize,
    cuff: usize,
    hand: usize,
    bead: usize,
}

fn parts(table: &[(f32, &[(u8, f32)])], place: Vec3, dress: Dress) -> Vec<Mesh> {
    let at = |x: f32| Vec3::new(x, 0.0, 0.0) + place;
    let points = Mesh {
        mode: 0,
        material: Some(dress.bead),
        positions: table.iter().map(|(x, _)| at(*x)).collect(),
        influences: table.iter().map(|(_, list)| list.to_vec()).collect(),
        ..Mesh::default()
    };
    let mut beads = Mesh {
        mode: 4,
        material: Some(dress.bead),
        ..Mesh::default()
    };
    for (x, list) in table {
        sphere(&mut beads, at(*x), 0.064, list);
    }
    let [sleeve, cuff, hand] = arm(place, dress);
    vec![points, sleeve, beads, cuff, hand]
}

/// Where the cuff begins and ends on the forearm, how far it stands out, and how wide its rounded edges are.
const CUFF: [f32; 2] = [1.64, 1.74];
const CUFF_OUT: f32 = 0.011;
const CUFF_EDGE: f32 = 0.010;

/// A slim tapered tube along X with round ends, bent softly at the elbow: sleeve, cuff and hand.
fn arm(place: Vec3, dress: Dress) -> [Mesh; 3] {
    const STEPS: u16 = 5;
    let radius = |x: f32| 0.052 - 0.018 * (x / LENGTH);
    let end = |k: u16| sin_cos_degrees(90.0 * f64::from(k) / f64::from(STEPS));
    let tube = |from: f32, to: f32| {
        let steps = ((to - from) / 0.05).ceil().max(1.0) as u16;
        (0..=steps)
            .map(move |k| from + (to - from) * f32::from(k) / f32::from(steps))
            .map(move |x| (x, radius(x)))
    };
    // The ends are single points.
    let mut sleeve = vec![(-0.052, 0.0)];
    sleeve.extend(
        (1..STEPS)
            .map(end)
            .map(|(s, c)| (-0.052 * c as f32, 0.052 * s as f32)),
    );
    sleeve.extend(tube(0.0, CUFF[0]));
    let mut cuff = vec![(CUFF[0], radius(CUFF[0]))];
    cuff.extend((0..=STEPS).map(end).map(|(s, c)| {
        let x = CUFF[0] + CUFF_EDGE * (1.0 - c as f32);
        (x, radius(x) + CUFF_OUT * s as f32)
    }));
    cuff.extend((0..=STEPS).rev().map(end).map(|(s, c)| {
        let x = CUFF[1] - CUFF_EDGE * (1.0 - c as f32);
        (x, radius(x) + CUFF_OUT * s as f32)
    }));
    cuff.dedup();
    let mut hand: Vec<(f32, f32)> = tube(CUFF[1], LENGTH).collect();
    hand.extend(
        (1..STEPS)
            .map(end)
            .map(|(s, c)| (LENGTH + 0.034 * s as f32, 0.034 * c as f32)),
    );
    hand.push((LENGTH + 0.034, 0.0));
    [
        revolved(&sleeve, place, dress.sleeve),
        revolved(&cuff, place, dress.cuff),
        revolved(&hand, place, dress.hand),
    ]
}

/// Rows of (place along X, radius) turned about X; a radius of 0 is a pole.
fn revolved(rows: &[(f32, f32)], place: Vec3, material: usize) -> Mesh {
    const AROUND: usize = 16;
    // Repeats of the relief round the arm, and to the metre.
    const TILES: [f32; 2] = [6.0, 24.0];
    let mut mesh = Mesh {
        mode: 4,
        material: Some(material),
        ..Mesh::default()
    };
    for (r, &(x, w)) in rows.iter().enumerate() {
        let (before, after) = (rows[r.saturating_sub(1)], rows[(r + 1).min(rows.len() - 1)]);
        let slope = Vec2::new(after.0 - before.0, after.1 - before.1).normalize_or(Vec2::X);
        let share = smooth_step(1.0, 0.25, x);
        for k in 0..=AROUND {
            let (s, c) = sin_cos_degrees(360.0 * k as f64 / AROUND as f64);
            let (s, c) = (s as f32, c as f32);
            let out = Vec3::new(0.0, c, s);
            mesh.positions.push(Vec3::new(x, 0.0, 0.0) + out * w + place);
            let pole = match (w == 0.0, r) {
                (true, 0) => Some(Vec3::NEG_X),
                (true, _) => Some(Vec3::X),
                (false, _) => None,
            };
            mesh.normals
                .push(pole.unwrap_or_else(|| (out * slope.x - Vec3::X * slope.y).normalize()));
            // u grows round the arm, v along it: -v lies on the other side than the cross product.
            mesh.tangents.push(Vec3::new(0.0, -s, c).extend(-1.0));
            mesh.uvs
                .push(Vec2::new(TILES[0] * k as f32 / AROUND as f32, TILES[1] * x));
            mesh.influences.push(match share {
                0.0 => vec![(SHOULDER, 1.0)],
                1.0 => vec![(ELBOW, 1.0)],
                w => vec![(SHOULDER, 1.0 - w), (ELBOW, w)],
            });
        }
    }
    grid(
        &mut mesh.indices,
        0,
        rows.len(),
        AROUND + 1,
        [rows[0].1 == 0.0, rows[rows.len() - 1].1 == 0.0],
    );
    mesh
}

fn sphere(mesh: &mut Mesh, center: Vec3, radius: f32, influences: &[(u8, f32)]) {
    const ROWS: usize = 11;
    const AROUND: usize = 18;
    let first = mesh.positions.len();
    for r in 0..ROWS {
        let (s, c) = sin_cos_degrees(180.0 * r as f64 / (ROWS - 1) as f64);
        let s = if r == 0 || r == ROWS - 1 { 0.0 } else { s };
        for k in 0..=AROUND {
            let (sk, ck) = sin_cos_degrees(360.0 * k as f64 / AROUND as f64);
            let out = Vec3::new((s * sk) as f32, -c as f32, (s * ck) as f32);
            mesh.positions.push(center + out * radius);
            mesh.normals.push(out.normalize());
            mesh.influences.push(influences.to_vec());
        }
    }
    grid(&mut mesh.indices, first, ROWS, AROUND + 1, [true, true]);
}

/// Two triangles a cell, counter-clockwise from outside; one where the first or last row is a single point.
fn grid(indices: &mut Vec<u16>, first: usize, rows: usize, width: usize, poles: [bool; 2]) {
    let at = |r: usize, c: usize| (first + r * width + c) as u16;
    for r in 1..rows {
        for c in 1..width {
            let (a, b, d, e) = (at(r - 1, c - 1), at(r - 1, c), at(r, c - 1), at(r, c));
            if r > 1 || !poles[0] {
                indices.extend([a, b, e]);
            }
            if r + 1 < rows || !poles[1] {
                indices.extend([a, e, d]);
            }
        }
    }
}

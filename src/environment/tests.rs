//! Pictures made here, pixel by pixel.

use std::f64::consts::PI;

use glam::{DVec3, Vec3};

use super::harmonics::{basis, evaluate, irradiance};
use super::map::{Map, direction_of};
use super::{Environment, EnvironmentError, Lamp, MOST_PX};
use crate::model::Issue;
use crate::work::Work;

/// Shared-exponent bytes of a colour.
fn rgbe(c: Vec3) -> [u8; 4] {
    let largest = c.max_element();
    if largest < 1e-30 {
        return [0; 4];
    }
    let exponent = largest.log2().floor() as i32 + 1;
    let scale = 256.0 / 2_f32.powi(exponent);
    let byte = |v: f32| (v * scale).floor().min(255.0) as u8;
    [byte(c.x), byte(c.y), byte(c.z), (exponent + 128) as u8]
}

/// A plain Radiance picture.
fn hdr([w, h]: [u32; 2], pixel: impl Fn(u32, u32) -> Vec3) -> Vec<u8> {
    let mut bytes = format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {h} +X {w}\n").into_bytes();
    for y in 0..h {
        for x in 0..w {
            bytes.extend(rgbe(pixel(x, y)));
        }
    }
    bytes
}

fn decode(bytes: &[u8]) -> Result<Environment, Issue> {
    match Environment::decode("made.hdr", bytes, 1 << 30, &Work::alone()) {
        Ok(environment) => Ok(environment),
        Err(EnvironmentError::Refused(issue)) => Err(issue),
        Err(EnvironmentError::Cancelled) => panic!("nobody cancelled"),
    }
}

fn code(bytes: &[u8]) -> &'static str {
    decode(bytes).expect_err("it is wrong").code
}

/// A smooth sky over a coloured ground.
fn sky(d: DVec3) -> Vec3 {
    let up = d.y as f32;
    let glow = ((d.dot(DVec3::new(0.6, 0.0, 0.8)) as f32) * 3.0 - 3.0).exp();
    if up > 0.0 {
        Vec3::new(0.3, 0.5, 0.9) * (0.4 + up) + Vec3::new(3.0, 2.0, 1.0) * glow
    } else {
        Vec3::new(0.2, 0.15, 0.1) + Vec3::new(1.5, 1.0, 0.5) * glow
    }
}

fn map_of(size_px: [u32; 2], radiance: impl Fn(DVec3) -> Vec3) -> Map {
    let mut map = Map::filled(size_px, Vec3::ZERO);
    for y in 0..size_px[1] {
        for x in 0..size_px[0] {
            map.pixels[(y * size_px[0] + x) as usize] = radiance(map.direction(x, y));
        }
    }
    map
}

#[test]
fn harmonics_are_an_orthonormal_basis() {
    let map = Map::filled([256, 128], Vec3::ONE);
    let mut sums = [[0.0; 9]; 9];
    for y in 0..128 {
        for x in 0..256 {
            let b = basis(map.direction(x, y));
            for (i, row) in sums.iter_mut().enumerate() {
                for (j, sum) in row.iter_mut().enumerate() {
                    *sum += b[i] * b[j] * map.solid_angle(y);
                }
            }
        }
    }
    for (i, row) in sums.iter().enumerate() {
        for (j, sum) in row.iter().enumerate() {
            let wanted = if i == j { 1.0 } else { 0.0 };
            assert!((sum - wanted).abs() < 1e-3, "{i} {j}: {sum}");
        }
    }
}

/// Against the integral itself, ring by ring around the normal.
#[test]
fn irradiance_is_the_integral_over_the_cosine() {
    let coefficients = irradiance(&map_of([512, 256], sky));
    for normal in [
        DVec3::Y,
        DVec3::NEG_Y,
        DVec3::X,
        DVec3::new(0.6, 0.0, 0.8),
        DVec3::new(-0.5, 0.4, -0.7).normalize(),
    ] {
        let side = normal.any_orthonormal_vector();
        let other = normal.cross(side);
        let (rings, steps) = (200, 400);
        let mut sum = DVec3::ZERO;
        for i in 0..rings {
            // Evenly in the squared sine, so that the cosine is in the measure.
            let sine = ((f64::from(i) + 0.5) / f64::from(rings)).sqrt();
            for j in 0..steps {
                let around = f64::from(j) / f64::from(steps) * 2.0 * PI;
                let d =
                    normal * (1.0 - sine * sine).sqrt() + (side * around.cos() + other * around.sin()) * sine;
                sum += sky(d).as_dvec3();
            }
        }
        let exact = (sum / f64::from(rings * steps)).as_vec3();
        let got = evaluate(&coefficients, normal.as_vec3());
        // The paper's own bound for nine coefficients is a few per cent of the brightest.
        assert!(
            (got - exact).abs().max_element() < 0.035,
            "{normal}: {got} is not {exact}"
        );
    }
}

#[test]
fn even_light_is_even_and_exact() {
    let even = Environment::uniform(Vec3::new(0.5, 0.25, 2.0));
    for normal in [Vec3::X, Vec3::Y, Vec3::NEG_Z, Vec3::new(0.6, -0.8, 0.0)] {
        let got = evaluate(&even.irradiance, normal);
        assert!(
            (got - Vec3::new(0.5, 0.25, 2.0)).abs().max_element() < 1e-4,
            "{got}"
        );
    }
    assert_eq!(even.levels.last().map(|l| l.size_px), Some([1, 1]));
}

#[test]
fn a_picture_comes_back_where_it_was() {
    // Brightest at one pixel of each quarter; the middle is +X, right of it +Z.
    let environment = decode(&hdr([64, 32], |x, y| {
        Vec3::splat(if (40..44).contains(&x) && y == 10 {
            3.0
        } else {
            0.5
        })
    }))
    .unwrap();
    let level = &environment.levels[0];
    assert_eq!(level.size_px, [64, 32]);
    let at = |x: usize, y: usize| level.rgba[4 * (y * 64 + x)];
    assert_eq!((at(41, 10), at(39, 10), at(41, 11)), (0x4200, 0x3800, 0x3800));
    let towards = direction_of(42.0 / 64.0, 10.5 / 32.0);
    assert!(towards.x > 0.0 && towards.z > 0.0 && towards.y > 0.0);
    assert_eq!(environment.lamp, None, "six times as bright is no lamp");
}

#[test]
fn rows_in_runs_are_read_as_plain_ones() {
    let plain = decode(&hdr([16, 8], |x, _| Vec3::splat(if x < 8 { 1.0 } else { 2.0 }))).unwrap();
    let mut coded = b"#?RGBE\n# made here\nFORMAT=32-bit_rle_rgbe\n\n-Y 8 +X 16\n".to_vec();
    let (one, two) = (rgbe(Vec3::ONE), rgbe(Vec3::splat(2.0)));
    for _ in 0..8 {
        coded.extend([2, 2, 0, 16]);
        for channel in 0..4 {
            // A run, then plain bytes.
            coded.extend([128 + 8, one[channel], 8]);
            coded.extend([two[channel]; 8]);
        }
    }
    assert_eq!(decode(&coded).unwrap().levels, plain.levels);
    // The old way: the pixel before, seven times more.
    let mut old = b"#?RADIANCE\n\n-Y 8 +X 16\n".to_vec();
    for _ in 0..8 {
        for pixel in [one, two] {
            old.extend(pixel);
            old.extend([1, 1, 1, 7]);
        }
    }
    assert_eq!(decode(&old).unwrap().levels, plain.levels);
    // Upside down and mirrored; an exposure is taken back.
    let mut turned = b"#?RADIANCE\nEXPOSURE=2\n\n+Y 8 -X 16\n".to_vec();
    for _ in 0..8 {
        turned.extend(rgbe(Vec3::splat(4.0)).repeat(8));
        turned.extend(two.repeat(8));
    }
    assert_eq!(decode(&turned).unwrap().levels, plain.levels);
}

#[test]
fn the_sun_is_taken_out_as_a_lamp() {
    let sun = DVec3::new(0.5, 0.6, 0.62).normalize();
    let radiance = |d: DVec3| {
        if d.dot(sun) > 0.9996 {
            Vec3::splat(20_000.0)
        } else {
            Vec3::new(0.3, 0.4, 0.6)
        }
    };
    let map = map_of([512, 256], radiance);
    let bytes = hdr([512, 256], |x, y| radiance(map.direction(x, y)));
    let environment = decode(&bytes).unwrap();
    let lamp: Lamp = environment.lamp.expect("a sun");
    assert!(lamp.towards.dot(sun.as_vec3()) > 0.9998, "{lamp:?}");
    // Its share of the sphere times its radiance.
    let exact = 20_000.0 * 2.0 * std::f32::consts::PI * (1.0 - 0.9996);
    assert!(
        (lamp.irradiance.x / exact - 1.0).abs() < 0.15,
        "{lamp:?} is not {exact}"
    );
    assert!(lamp.sharpness > 1000.0);
    assert!(environment.towards_light.dot(sun.as_vec3()) > 0.99);
    let brightest = environment.levels[0].rgba.chunks(4).map(|p| p[2]).max();
    assert!(brightest < Some(super::half::bits_of(1.0)), "nothing sparkles");
    // A bright window is none: it fills more than a lamp does.
    let window = map_of([128, 64], |d| {
        Vec3::splat(if d.dot(sun) > 0.8 { 30.0 } else { 0.2 })
    });
    let bytes = hdr([128, 64], |x, y| window.pixels[(y * 128 + x) as usize]);
    assert_eq!(decode(&bytes).unwrap().lamp, None);
}

#[test]
fn what_is_no_light_counts_as_none() {
    let mut reducer = super::Reducer::new([4, 2]);
    for (x, bad) in [f32::NAN, f32::INFINITY, -5.0, 1.0].into_iter().enumerate() {
        reducer.add(x as u32, 0, Vec3::splat(bad));
    }
    reducer.add(9, 9, Vec3::ONE);
    let map = reducer.finish();
    assert!(map.pixels.iter().all(|p| p.is_finite() && p.min_element() >= 0.0));
    assert_eq!(map.pixels[3], Vec3::ONE);
}

#[test]
fn damaged_and_huge_pictures_end_in_words() {
    let good = hdr([16, 8], |_, _| Vec3::ONE);
    assert!(decode(&good).is_ok());
    assert_eq!(code(b""), "environment-format");
    assert_eq!(code(b"\x89PNG\r\n\x1a\n"), "environment-format");
    assert_eq!(code(&good[..good.len() - 1]), "environment-cut-off");
    assert_eq!(code(b"#?RADIANCE\n"), "environment-cut-off");
    let with = |resolution: &str| code(format!("#?RADIANCE\n\n{resolution}\n").as_bytes());
    assert_eq!(with("-Y 0 +X 0"), "environment-empty");
    assert_eq!(with("-Y 8 +X 8"), "environment-not-a-panorama");
    assert_eq!(with("-Y 16 +X 8"), "environment-not-a-panorama");
    assert_eq!(with("-Y 40000 +X 80000"), "environment-too-large");
    assert_eq!(with("-Y 99999999999999999999 +X 1"), "environment-broken");
    assert_eq!(with("+X 16 +Y 8"), "environment-broken");
    assert_eq!(with("nonsense"), "environment-broken");
    // As large as may be, and not there.
    let huge = format!("-Y {} +X {}", MOST_PX[1], MOST_PX[0]);
    assert_eq!(with(&huge), "environment-cut-off");
    let xyz = b"#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 8 +X 16\n";
    assert_eq!(code(xyz), "environment-colours");
    let row = |bytes: &[u8]| {
        let mut all = b"#?RADIANCE\n\n-Y 8 +X 16\n".to_vec();
        all.extend(bytes);
        all.extend([0; 64]);
        code(&all)
    };
    assert_eq!(row(&[2, 2, 0, 15]), "environment-broken");
    assert_eq!(row(&[2, 2, 0, 16, 128 + 17, 1]), "environment-broken");
    assert_eq!(row(&[2, 2, 0, 16, 0, 0]), "environment-broken");
    assert_eq!(row(&[1, 1, 1, 4]), "environment-broken");
    assert_eq!(row(&[9, 9, 9, 9, 1, 1, 1, 255]), "environment-broken");
    // Marks without end multiply nothing.
    assert_eq!(
        row(&[[9, 9, 9, 9], [1, 1, 1, 0]].concat().repeat(1)),
        "environment-cut-off"
    );
    let refused = Environment::decode("x", &hdr([2048, 1024], |_, _| Vec3::ONE), 1 << 20, &Work::alone());
    assert!(matches!(refused, Err(EnvironmentError::Refused(i)) if i.code == "memory-limit"));
    let work = Work::alone();
    work.cancel.cancel();
    let stopped = Environment::decode("x", &good, 1 << 30, &work);
    assert_eq!(stopped.err(), Some(EnvironmentError::Cancelled));
}

/// One byte after the other, changed in some ways: words or a picture, never a panic.
#[test]
fn any_byte_may_be_wrong() {
    let good = hdr([16, 8], |x, y| Vec3::splat((x + y) as f32));
    for at in 0..good.len().min(160) {
        for value in [0, 1, 2, 127, 255] {
            let mut bytes = good.clone();
            bytes[at] = value;
            let _ = decode(&bytes);
        }
    }
}

//! OpenEXR pictures: read as Radiance ones are, and damaged in every way without a panic.

use glam::Vec3;
use image::ImageEncoder as _;
use image::codecs::openexr::OpenExrEncoder;
use rigscope::environment::{Environment, EnvironmentError};
use rigscope::work::Work;

fn exr([w, h]: [u32; 2], pixel: impl Fn(u32, u32) -> Vec3) -> Vec<u8> {
    let floats: Vec<f32> = (0..h)
        .flat_map(|y| (0..w).map(move |x| (x, y)))
        .flat_map(|(x, y)| pixel(x, y).to_array())
        .collect();
    let mut bytes = std::io::Cursor::new(Vec::new());
    OpenExrEncoder::new(&mut bytes)
        .write_image(
            bytemuck::cast_slice(&floats),
            w,
            h,
            image::ExtendedColorType::Rgb32F,
        )
        .expect("it is written");
    bytes.into_inner()
}

fn decode(bytes: &[u8]) -> Result<Environment, &'static str> {
    match Environment::decode("made.exr", bytes, 1 << 30, &Work::alone()) {
        Ok(environment) => Ok(environment),
        Err(EnvironmentError::Refused(issue)) => Err(issue.code),
        Err(EnvironmentError::Cancelled) => panic!("nobody cancelled"),
    }
}

#[test]
fn a_picture_comes_back() {
    let bytes = exr([32, 16], |x, y| {
        Vec3::new(0.25, x as f32 / 32.0, if y < 8 { 2.0 } else { 0.5 })
    });
    let environment = decode(&bytes).expect("a picture");
    assert_eq!(environment.file_px, [32, 16]);
    let level = &environment.levels[0];
    assert_eq!(level.size_px, [32, 16]);
    let at = |x: usize, y: usize| &level.rgba[4 * (y * 32 + x)..][..3];
    assert_eq!(at(16, 3), [0x3400, 0x3800, 0x4000]);
    assert_eq!(at(0, 12), [0x3400, 0, 0x3800]);
}

#[test]
fn what_is_no_panorama_or_no_colour_is_refused_in_words() {
    assert_eq!(
        decode(&exr([16, 16], |_, _| Vec3::ONE)).err(),
        Some("environment-not-a-panorama")
    );
    let whole = exr([32, 16], |_, _| Vec3::ONE);
    for cut in [4, 40, 200, whole.len() / 2, whole.len() - 1] {
        let code = decode(&whole[..cut]).err();
        assert!(
            matches!(code, Some("environment-cut-off" | "environment-broken")),
            "{cut}: {code:?}"
        );
    }
    let work = Work::alone();
    work.cancel.cancel();
    let stopped = Environment::decode("x", &whole, 1 << 30, &work);
    assert_eq!(stopped.err(), Some(EnvironmentError::Cancelled));
}

/// One byte after the other, changed in some ways. A size that the file cannot hold is not allocated.
#[test]
fn any_byte_may_be_wrong() {
    let good = exr([32, 16], |x, y| Vec3::splat((x + y) as f32));
    for at in 0..good.len() {
        for value in [0, 1, 127, 128, 255] {
            if at > 700 && value != 255 {
                continue;
            }
            let mut bytes = good.clone();
            bytes[at] = value;
            let _ = decode(&bytes);
        }
    }
}

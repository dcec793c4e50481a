//! `rigscope render`: films, sequences, sheets and references, opened again.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs::File;
use std::io::BufReader;

use image::RgbaImage;

use crate::cli_support::{Folder, Run};

const SMALL: [&str; 6] = [
    "render",
    "sample:twist_bar",
    "--size",
    "96x80",
    "--backend",
    "software",
];

fn render(here: &Folder, more: &[&str]) -> Run {
    here.run(&[&SMALL[..], more].concat())
}

fn picture(path: &std::path::Path) -> RgbaImage {
    image::open(path).unwrap().to_rgba8()
}

/// Mean difference of two pictures, 0 to 255.
pub(crate) fn apart(a: &RgbaImage, b: &RgbaImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions());
    let sum: u64 = a
        .as_raw()
        .iter()
        .zip(b.as_raw())
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    sum as f64 / a.as_raw().len() as f64
}

/// The frames of a GIF as they show, and their delays in hundredths of a second.
pub(crate) fn gif_frames(path: &std::path::Path) -> (Vec<RgbaImage>, Vec<u16>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options
        .read_info(BufReader::new(File::open(path).unwrap()))
        .unwrap();
    let mut canvas = RgbaImage::new(decoder.width().into(), decoder.height().into());
    let (mut frames, mut delays) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (k, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (
                k as u32 % u32::from(frame.width),
                k as u32 / u32::from(frame.width),
            );
            if pixel[3] > 0 {
                let at = (u32::from(frame.left) + x, u32::from(frame.top) + y);
                canvas.put_pixel(at.0, at.1, image::Rgba([pixel[0], pixel[1], pixel[2], 255]));
            }
        }
        frames.push(canvas.clone());
        delays.push(frame.delay);
    }
    (frames, delays)
}

/// The frames of an animated PNG as they show.
pub(crate) fn apng_frames(path: &std::path::Path) -> (Vec<RgbaImage>, u32) {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap()))
        .read_info()
        .unwrap();
    let (width, height) = (reader.info().width, reader.info().height);
    let control = *reader.info().animation_control().unwrap();
    let mut canvas = RgbaImage::new(width, height);
    let mut frames = Vec::new();
    for _ in 0..control.num_frames {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let read = reader.next_frame(&mut pixels).unwrap();
        let part = *reader.info().frame_control().unwrap();
        let bytes = read.color_type.samples();
        for y in 0..part.height {
            for x in 0..part.width {
                let at = y as usize * read.line_size + x as usize * bytes;
                let alpha = if bytes == 4 { pixels[at + 3] } else { 255 };
                let color = [pixels[at], pixels[at + 1], pixels[at + 2], alpha];
                canvas.put_pixel(part.x_offset + x, part.y_offset + y, image::Rgba(color));
            }
        }
        frames.push(canvas.clone());
    }
    (frames, control.num_plays)
}

#[test]
fn a_sequence_is_the_pictures_one_by_one() {
    let here = Folder::new();
    render(
        &here,
        &[
            "--clip",
            "Twist",
            "--frames",
            "0..2",
            "--fps",
            "2",
            "-o",
            "out_{frame:03}.png",
        ],
    )
    .fine();
    assert_eq!(here.names(), ["out_000.png", "out_001.png", "out_002.png"]);
    let frames: Vec<_> = here.names().iter().map(|n| picture(&here.path(n))).collect();
    assert!(apart(&frames[0], &frames[2]) > 0.3, "it moves");
    // A frame range does not frame itself anew: the last one alone has another camera only if it is cut.
    render(
        &here,
        &[
            "--clip",
            "Twist",
            "--frames",
            "2..2",
            "--fps",
            "2",
            "-o",
            "again_{frame}.png",
        ],
    )
    .fine();
    assert!(apart(&frames[2], &picture(&here.path("again_2.png"))) < 3.0);
}

#[test]
fn films_hold_the_same_frames_as_a_sequence() {
    let here = Folder::new();
    let film = ["--clip", "Twist", "--frames", "0..5", "--fps", "3", "-o"];
    render(&here, &[&film[..], &["f_{frame}.png"]].concat()).fine();
    let right: Vec<_> = (0..6)
        .map(|k| picture(&here.path(&format!("f_{k}.png"))))
        .collect();

    render(&here, &[&film[..], &["film.apng"]].concat()).fine();
    let (frames, plays) = apng_frames(&here.path("film.apng"));
    assert_eq!(frames, right, "an animated PNG is exact");
    assert_eq!(plays, 1, "frames of a range are no loop");

    render(&here, &[&film[..], &["film.gif"]].concat()).fine();
    let (frames, delays) = gif_frames(&here.path("film.gif"));
    assert_eq!(frames.len(), 6);
    for (frame, right) in frames.iter().zip(&right) {
        assert!(
            apart(frame, right) < 4.0,
            "255 colours come near: {}",
            apart(frame, right)
        );
    }
    // Six thirds of a second, to the hundredth.
    assert_eq!(delays.iter().sum::<u16>(), 200);
    assert_eq!(here.names().len(), 8, "nothing half-written is left");
}

#[test]
fn a_loop_closes_and_a_turntable_goes_round_once() {
    let here = Folder::new();
    let json = render(
        &here,
        &["--clip", "Twist", "--fps", "2", "-o", "loop.apng", "--json"],
    );
    let report = json.fine().json_line();
    let (frames, plays) = apng_frames(&here.path("loop.apng"));
    assert_eq!(
        (frames.len() as u64, plays),
        (report["frames"].as_u64().unwrap(), 0)
    );
    assert_eq!(report["fps"], 2.0);
    // The end of the clip is its start, and is not shown twice.
    assert!(apart(&frames[0], frames.last().unwrap()) > 0.05);

    render(&here, &["--turntable", "4", "--transparent", "-o", "round.apng"]).fine();
    let (frames, plays) = apng_frames(&here.path("round.apng"));
    assert_eq!((frames.len(), plays), (4, 0));
    let clear = |p: &RgbaImage| p.pixels().filter(|p| p.0[3] == 0).count();
    assert!(
        frames.iter().all(|f| clear(f) > 1000),
        "what is behind shows through"
    );
    assert!(apart(&frames[0], &frames[1]) > 0.3);
}

#[test]
fn a_sheet_has_a_cell_a_moment() {
    let here = Folder::new();
    here.run(&[
        "render",
        "sample:twist_bar",
        "--backend",
        "software",
        "--contact-sheet",
        "3x2",
        "--size",
        "304x202",
        "--no-grid",
        "-o",
        "sheet.png",
    ])
    .fine();
    let sheet = picture(&here.path("sheet.png"));
    assert_eq!(sheet.dimensions(), (304, 202));
    let part = |p: &RgbaImage, at: [u32; 2], size: [u32; 2]| {
        image::imageops::crop_imm(p, at[0], at[1], size[0], size[1]).to_image()
    };
    let cell = |column: u32, row: u32| part(&sheet, [column * 102, row * 102], [100, 100]);
    let top = |p: &RgbaImage| part(p, [0, 0], [100, 60]);
    assert!(
        apart(&top(&cell(0, 0)), &top(&cell(1, 0))) > 0.2,
        "another moment"
    );
    assert!(apart(&top(&cell(1, 0)), &top(&cell(1, 1))) > 0.2, "another clip");
    // A sheet is held against a sheet: the size is that of its cells.
    let again = ["--size", "302x202", "--contact-sheet", "3x2"];
    let base = ["render", "sample:twist_bar", "--backend", "software", "--no-grid"];
    here.run(&[&base[..], &again, &["-o", "kept.png"]].concat())
        .fine();
    assert_eq!(picture(&here.path("kept.png")).dimensions(), (301, 202));
    here.run(&[&base[..], &again, &["--reference", "kept.png", "-o", "same.png"]].concat())
        .fine();
    here.run(&[&base[..], &again, &["--reference", "sheet.png", "-o", "x.png"]].concat())
        .fails(2, &["304", "301"]);
    // The caption: bright words at the lower edge.
    let first = cell(0, 0);
    let words = first
        .rows()
        .skip(70)
        .flatten()
        .filter(|p| p.0[..3].iter().all(|c| *c > 150))
        .count();
    assert!(words > 20, "{words}");
}

#[test]
fn a_picture_that_changed_is_told_from_one_that_did_not() {
    let here = Folder::new();
    render(&here, &["--time", "2", "-o", "kept.png"]).fine();
    let same = [
        "--time",
        "2",
        "--reference",
        "kept.png",
        "-o",
        "difference.png",
        "--json",
    ];
    let report = render(&here, &same).fine().json_line();
    assert_eq!(report["reference"]["differing_per_cent"], 0.0);
    let other = ["--time", "1", "--reference", "kept.png", "-o", "difference.png"];
    render(&here, &other).fails(1, &["differ", "reference"]);
    let drawn = picture(&here.path("difference.png"));
    assert!(drawn.pixels().any(|p| p.0[0] > 100 && p.0[1] == 32));
    render(&here, &[&other[..], &["--threshold", "100%"]].concat()).fine();
    let other_size = [
        "render",
        "sample:twist_bar",
        "--size",
        "64x64",
        "--reference",
        "kept.png",
        "-o",
        "x.png",
    ];
    here.run(&other_size).fails(2, &["96", "--size 96x80"]);
    render(&here, &["--reference", "none.png", "-o", "x.png"]).fails(2, &["none.png"]);
}

/// A program of that name on the PATH.
#[cfg(unix)]
fn stand_in(here: &Folder, script: &str) -> std::ffi::OsString {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = here.path("bin");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("ffmpeg");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut paths = folder.into_os_string();
    paths.push(":/usr/bin:/bin");
    paths
}

#[cfg(unix)]
fn video(here: &Folder, path: &std::ffi::OsStr, more: &[&str]) -> (i32, String) {
    let base = ["--clip", "Twist", "--frames", "0..2", "-o", "film.mp4"];
    let output = here
        .command(&[&SMALL[..], &base, more].concat())
        .env("PATH", path)
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code().unwrap_or(-1), err)
}

/// The encoder gets raw frames; one that is missing, fails or hangs is named, and nothing half-written stays.
#[cfg(unix)]
#[test]
fn video_goes_through_the_program_on_the_path() {
    let here = Folder::new();
    // Its last argument is where to write.
    let path = stand_in(&here, "for last; do :; done; cat > \"$last\"; echo \"$@\" > args");
    assert_eq!(video(&here, &path, &[]), (0, String::new()));
    let raw = std::fs::read(here.path("film.mp4")).unwrap();
    assert_eq!(raw.len(), 3 * 96 * 80 * 4, "all frames, raw");
    let args = std::fs::read_to_string(here.path("args")).unwrap();
    assert!(
        args.contains("-s 96x80 -r 30") && args.contains("-f mp4"),
        "{args}"
    );
    std::fs::remove_file(here.path("film.mp4")).unwrap();
    std::fs::remove_file(here.path("args")).unwrap();

    let path = stand_in(&here, "echo 'Unknown encoder libx264' >&2; exit 8");
    let (code, err) = video(&here, &path, &[]);
    assert!(
        code == 4 && err.contains("Unknown encoder libx264"),
        "{code} {err}"
    );
    let path = stand_in(&here, "exec sleep 60");
    let (code, err) = video(&here, &path, &["--deadline", "20"]);
    assert!(code == 4 && err.contains("stood still"), "{code} {err}");
    std::fs::remove_file(here.path("bin/ffmpeg")).unwrap();
    std::fs::remove_dir(here.path("bin")).unwrap();
    let nowhere = here.path("bin").into_os_string();
    let (code, err) = video(&here, &nowhere, &[]);
    assert!(
        code == 4 && err.contains("ffmpeg") && err.contains("apt-get"),
        "{code} {err}"
    );
    assert!(here.names().is_empty(), "{:?}", here.names());
}

#[test]
fn what_does_not_fit_is_said_before_any_work() {
    let here = Folder::new();
    let fails = |more: &[&str], words: &[&str]| {
        render(&here, more).fails(2, words);
    };
    fails(&["--turntable", "8", "-o", "x.png"], &["one picture", ".gif"]);
    fails(&["--fps", "8", "-o", "x.png"], &["--fps"]);
    fails(&["--frames", "9..2", "-o", "x.gif"], &["0..47"]);
    fails(&["--time", "1", "-o", "x.gif"], &["--time"]);
    fails(&["--contact-sheet", "3x3", "-o", "x.gif"], &["--contact-sheet"]);
    fails(&["--contact-sheet", "30x30", "-o", "x.png"], &["16 pixels"]);
    fails(&["-o", "x_{frame:q}.png"], &["{frame:04}"]);
    fails(&["-o", "x.jpg"], &[".png", ".gif"]);
    render(&here, &["--frames", "0..1", "-o", "no/x_{frame}.png"]).fails(4, &["no folder"]);
    assert!(here.names().is_empty());
    let cube = here.sample("chapter_rig");
    let args = [
        "render",
        cube.to_str().unwrap(),
        "--backend",
        "software",
        "--size",
        "64x64",
    ];
    here.run(&[&args[..], &["--deadline", "0.0001", "-o", "x.png"]].concat())
        .fails(5, &["--deadline"]);
}

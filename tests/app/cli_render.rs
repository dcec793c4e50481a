//! `rigscope render`: the real program on the software rasteriser.

#![allow(clippy::unwrap_used, reason = "a test may")]

use crate::cli_support::Folder;

fn picture(bytes: &[u8]) -> image::RgbaImage {
    image::load_from_memory(bytes).unwrap().to_rgba8()
}

/// Share of pixels that differ by more than a trifle.
fn difference(a: &image::RgbaImage, b: &image::RgbaImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions());
    let far = |(p, q): &(&image::Rgba<u8>, &image::Rgba<u8>)| (0..4).any(|c| p.0[c].abs_diff(q.0[c]) > 12);
    a.pixels().zip(b.pixels()).filter(far).count() as f64 / f64::from(a.width() * a.height())
}

#[test]
fn a_picture_shows_the_pose_and_the_method() {
    let here = Folder::new();
    let render = |more: &[&str]| {
        let base = [
            "render",
            "sample:twist_bar",
            "--size",
            "160x200",
            "--backend",
            "software",
            "-o",
            "-",
        ];
        let run = here.run(&[&base[..], more].concat());
        picture(&run.fine().out)
    };
    let rest = render(&[]);
    assert_eq!(rest.dimensions(), (160, 200));
    assert_eq!(
        difference(&rest, &render(&["--clip", "Twist", "--time", "0"])),
        0.0
    );
    let lbs = render(&["--time", "2"]);
    let dqs = render(&["--time", "2", "--skinning", "dqs"]);
    assert!(difference(&rest, &lbs) > 0.01 && difference(&lbs, &dqs) > 0.01);
    // The middle of the column: nothing but background beside the candy wrapper's waist, porcelain with volume kept.
    let light = render(&["--theme", "light"]);
    assert!(light.get_pixel(2, 2).0[0] > rest.get_pixel(2, 2).0[0] + 60);
    assert_eq!(render(&["--time", "2"]), lbs, "the same words, the same pixels");
    let aliases = [
        "--animation-indices",
        "0",
        "--animation-time",
        "2",
        "--camera-azimuth-angle",
        "25",
    ];
    assert_eq!(
        render(
            &[
                &aliases[..],
                &["--camera-elevation-angle", "8", "--camera-zoom-factor", "1"]
            ]
            .concat()
        ),
        lbs
    );
    let bones = render(&["--time", "2", "--overlay", "skeleton"]);
    assert!(difference(&bones, &lbs) > 0.001);
}

#[test]
fn a_transparent_picture_has_alpha_and_no_grid() {
    let here = Folder::new();
    let run = here.run(&[
        "render",
        "sample:twist_bar",
        "--no-background",
        "--resolution",
        "120,150",
        "--backend",
        "software",
        "--output",
        "out.png",
        "--json",
    ]);
    let report = run.fine().json_line();
    assert_eq!(
        (report["format"].as_str(), report["width"].as_u64()),
        (Some("rigscope-render"), Some(120))
    );
    let shot = picture(&std::fs::read(here.path("out.png")).unwrap());
    assert_eq!((shot.dimensions(), shot.get_pixel(1, 1).0[3]), ((120, 150), 0));
    assert_eq!(shot.get_pixel(60, 40).0[3], 255, "the column is solid");
    assert_eq!(here.names(), ["out.png"]);
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let here = Folder::new();
    let render = |more: &[&str]| here.run(&[&["render", "sample:twist_bar"], more].concat());
    render(&["-o", "out.jpg"]).fails(2, &["out.jpg", "PNG"]);
    render(&["-o", "out.png", "--size", "0x5"]).fails(2, &["--size"]);
    render(&["-o", "out.png", "--zoom", "0"]).fails(2, &["--zoom"]);
    render(&["-o", "out.png", "--clip", "Fly"]).fails(2, &["Fly"]);
    render(&["-o", "nosuch/out.png"]).fails(4, &["nosuch"]);
    render(&["-o", "out.png", "--size", "1000000x10"]).fails(5, &["1000000", "at most"]);
    assert!(here.names().is_empty());
}

#[test]
fn without_a_driver_it_says_which_packages_to_install() {
    let here = Folder::new();
    let mut command = here.command(&[
        "render",
        "sample:twist_bar",
        "-o",
        "out.png",
        "--backend",
        "vulkan",
        "--json",
    ]);
    for name in ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"] {
        command.env(name, "/nonexistent.json");
    }
    let output = command.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(
        err.contains("mesa-vulkan-drivers") && err.starts_with("error: "),
        "{err}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"outcome\":\"no-gpu\""));
    assert!(here.names().is_empty());
}

/// The chapter's table C and the twist, as the graphics device moves them.
#[test]
fn vertices_read_back_from_the_gpu_are_those_of_the_cpu() {
    let here = Folder::new();
    for (model, clip, time) in [
        ("sample:chapter_rig", "#5", "1"),
        ("sample:chapter_rig", "#6", "1"),
        ("sample:twist_bar", "Twist", "1.9"),
    ] {
        for skinning in ["lbs", "dqs"] {
            let pose = |source: &str| {
                let args = [
                    "pose",
                    model,
                    "--clip",
                    clip,
                    "--time",
                    time,
                    "--skinning",
                    skinning,
                    "--source",
                    source,
                ];
                here.run(&[&args[..], &["--backend", "software", "--with", "normals"]].concat())
                    .fine()
                    .json_line()
            };
            let (cpu, gpu) = (pose("cpu"), pose("gpu"));
            assert_eq!(cpu["nodes"], gpu["nodes"]);
            let parts = |d: &serde_json::Value| d["instances"].as_array().unwrap().len();
            assert_eq!(parts(&cpu), parts(&gpu));
            for i in 0..parts(&cpu) {
                for (what, tolerance) in [("positions", 3e-5), ("normals", 2e-3)] {
                    let numbers = |d: &serde_json::Value| -> Vec<f64> {
                        let list = d["instances"][i][what].as_array().unwrap();
                        list.iter().map(|v| v.as_f64().unwrap()).collect()
                    };
                    let worst = numbers(&cpu)
                        .iter()
                        .zip(numbers(&gpu))
                        .map(|(a, b)| (a - b).abs())
                        .fold(0.0, f64::max);
                    assert!(
                        worst < tolerance,
                        "{model} {clip} {skinning} instance {i} {what}: {worst}"
                    );
                }
            }
        }
    }
}

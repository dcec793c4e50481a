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
    // The middle of the column: nothing but background beside the candy wrapper's waist, clay with volume kept.
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
fn a_close_up_follows_its_joint() {
    let here = Folder::new();
    let render = |clip: &[&str]| {
        let base = [
            "render",
            "sample:mannequin",
            "--size",
            "120x120",
            "--backend",
            "software",
            "--transparent",
            "--focus",
            "LeftHand",
            "--zoom",
            "5",
            "-o",
            "-",
        ];
        picture(&here.run(&[&base[..], clip].concat()).fine().out)
    };
    // Wherever the hand goes, it is in the middle, and the picture holds little else.
    for clip in [
        &[][..],
        &["--clip", "Dance", "--time", "1"],
        &["--clip", "Jump", "--time", "0.8"],
    ] {
        let shot = render(clip);
        assert_eq!(shot.get_pixel(60, 60).0[3], 255, "{clip:?}");
        let solid = shot.pixels().filter(|p| p.0[3] > 0).count();
        assert!((1000..13_000).contains(&solid), "{clip:?}: {solid}");
    }
}

#[test]
fn two_ways_to_skin_share_a_picture() {
    let here = Folder::new();
    let render = |more: &[&str]| {
        let base = [
            "render",
            "sample:twist_bar",
            "--time",
            "1.8",
            "--size",
            "320x240",
            "--backend",
            "software",
            "-o",
            "-",
        ];
        picture(&here.run(&[&base[..], more].concat()).fine().out)
    };
    let (lbs, dqs) = (render(&[]), render(&["--skinning", "dqs"]));
    let both = |view: &[&str]| render(&[&["--methods", "lbs,dqs", "--no-labels"], view].concat());
    // Left of the line A, right of it B (within rounding: what one casts on the ground, both stand on).
    let split = both(&["--split", "0.5"]);
    for (x, y, pixel) in split.enumerate_pixels() {
        let right = if x < 160 { &lbs } else { &dqs }.get_pixel(x, y);
        let off = (0..4).map(|c| pixel.0[c].abs_diff(right.0[c])).max();
        // Beside the line a pixel's neighbour is the other way's.
        assert!(
            off <= Some(3) || (158..162).contains(&x),
            "{x} {y}: {pixel:?} {right:?}"
        );
    }
    assert_eq!(difference(&both(&["--view", "split", "--split", "1"]), &lbs), 0.0);
    assert_eq!(difference(&both(&["--split", "0"]), &dqs), 0.0);
    let same = ["--methods", "dqs,dqs", "--no-labels"];
    assert_eq!(difference(&render(&same), &dqs), 0.0);
    // The others are all of their own.
    let views = ["ghost", "difference", "side"].map(|v| both(&["--view", v]));
    for (i, a) in views.iter().enumerate() {
        for b in views[..i].iter().chain([&lbs, &dqs, &split]) {
            assert!(difference(a, b) > 0.005, "{i}");
        }
    }
    // A wider scale makes a darker map.
    let light = |p: &image::RgbaImage| p.pixels().map(|p| u64::from(p.0[0])).sum::<u64>();
    let wide = both(&["--view", "difference", "--difference-scale", "2000mm"]);
    assert!(light(&wide) < light(&views[1]));
    // Words stand over the picture, in their corners only.
    let labelled = render(&["--methods", "lbs,dqs"]);
    let worded = |x0: u32, x1: u32| {
        let differ = |x: u32, y: u32| labelled.get_pixel(x, y) != split.get_pixel(x, y);
        (x0..x1)
            .flat_map(|x| (0..45).map(move |y| (x, y)))
            .filter(|&(x, y)| differ(x, y))
            .count()
    };
    assert!(worded(14, 100) > 100 && worded(220, 306) > 100 && worded(157, 163) > 40);
    assert_eq!((worded(0, 14), worded(110, 150)), (0, 0));
    assert_eq!(
        render(&["--methods", "lbs,dqs"]),
        labelled,
        "the same words, the same pixels"
    );
}

#[test]
fn the_report_of_a_picture_says_what_was_compared() {
    let here = Folder::new();
    let render = |more: &[&str]| {
        let base = [
            "render",
            "sample:twist_bar",
            "--time",
            "1.8",
            "--size",
            "96x64",
            "--json",
            "-o",
            "out.png",
        ];
        let run = here.run(&[&base[..], &["--backend", "software"], more].concat());
        run.fine().json_line()
    };
    assert!(render(&[]).get("compared").is_none());
    let ways = ["--methods", "lbs,blend", "--blend", "0.3", "--influences", "4"];
    let report = render(&[&ways[..], &["--view", "difference"]].concat());
    let compared = &report["compared"];
    assert_eq!(
        (
            compared["a"].as_str(),
            compared["b"].as_str(),
            compared["view"].as_str()
        ),
        (Some("lbs/4"), Some("blend:0.3/4"), Some("difference"))
    );
    // 1, 2 or 5 of a power of ten millimetres.
    let scale = compared["difference_scale"].as_f64().unwrap() * 1000.0;
    let mantissa = scale / 10_f64.powf(scale.log10().floor());
    assert!(
        [1.0, 2.0, 5.0, 10.0].iter().any(|m| (mantissa - m).abs() < 1e-4),
        "{scale}"
    );
    let typed = render(&[
        "--methods",
        "lbs,dqs",
        "--view",
        "difference",
        "--difference-scale",
        "30mm",
    ]);
    assert!((typed["compared"]["difference_scale"].as_f64().unwrap() - 0.03).abs() < 1e-7);
}

#[test]
fn views_that_make_no_sense_are_refused() {
    let here = Folder::new();
    let render = |more: &[&str]| here.run(&[&["render", "sample:twist_bar", "-o", "out.png"], more].concat());
    render(&["--methods", "lbs"]).fails(2, &["two", "--methods lbs,dqs"]);
    render(&["--methods", "lbs,dqs,masked"]).fails(2, &["two"]);
    render(&["--methods", "lbs,xyz"]).fails(2, &["xyz"]);
    render(&["--methods", "lbs,dqs", "--skinning", "dqs"]).fails(2, &["--skinning"]);
    render(&["--view", "ghost"]).fails(2, &["--view", "--methods A,B"]);
    render(&["--methods", "lbs,dqs", "--view", "ghost", "--split", "0.4"])
        .fails(2, &["--split", "--view split"]);
    render(&["--methods", "lbs,dqs", "--split", "2"]).fails(2, &["--split"]);
    render(&["--methods", "lbs,dqs", "--difference-scale", "5mm"]).fails(2, &["--view difference"]);
    render(&[
        "--methods",
        "lbs,dqs",
        "--view",
        "difference",
        "--difference-scale",
        "0mm",
    ])
    .fails(2, &["5mm"]);
    assert!(here.names().is_empty());
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
    render(&["-o", "out.png", "--focus", "Wing"]).fails(2, &["Wing"]);
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

/// Where Vulkan has no driver, OpenGL draws the same picture; where there is no OpenGL either, that is said.
#[test]
fn without_vulkan_opengl_draws_the_same() {
    let here = Folder::new();
    let render = |vulkan: bool| {
        let mut command = here.command(&["render", "sample:twist_bar", "--time", "2", "--skinning", "dqs"]);
        command.args(["--size", "240x300", "-o", "-"]);
        if !vulkan {
            for name in ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"] {
                command.env(name, "/nonexistent.json");
            }
        }
        command.output().unwrap()
    };
    let output = render(false);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!err.contains("Validation") && !err.contains("panicked"), "{err}");
    if output.status.code() == Some(3) {
        assert!(err.starts_with("error: ") && output.stdout.is_empty(), "{err}");
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{err}");
    let vulkan = render(true);
    let far = difference(&picture(&output.stdout), &picture(&vulkan.stdout));
    assert!(far < 0.01, "{far} of the pixels differ");
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
        for skinning in ["lbs", "dqs", "blend:0.3", "masked", "dqs/1"] {
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

#[test]
fn a_picture_that_is_wrong_on_purpose_says_so_in_red() {
    let here = Folder::new();
    let render = |more: &[&str]| {
        let base = [
            "render",
            "sample:twist_bar",
            "--clip",
            "Bend",
            "--time",
            "1",
            "--size",
            "480x360",
            "--backend",
            "software",
            "-o",
            "-",
        ];
        picture(&here.run(&[&base[..], more].concat()).fine().out)
    };
    let (right, wrong) = (render(&[]), render(&["--teach", "transposed-palette"]));
    let is_red = |p: &image::Rgba<u8>| p.0[0] > 150 && p.0[1] < 60 && p.0[2] < 60;
    let red_row = |picture: &image::RgbaImage, y: u32| (0..480).all(|x| is_red(picture.get_pixel(x, y)));
    assert!(red_row(&wrong, 2) && !red_row(&right, 2) && !red_row(&wrong, 200));
    let white = wrong.rows().take(60).flatten().filter(|p| p.0[1] > 200).count();
    assert!(white > 200, "it holds words: {white}");
    // Below the band the character bends the other way; the camera has not moved.
    let middle = |p: &image::RgbaImage| image::imageops::crop_imm(p, 0, 120, 480, 240).to_image();
    assert!(difference(&middle(&right), &middle(&wrong)) > 0.03);
    let corner = |p: &image::RgbaImage| image::imageops::crop_imm(p, 0, 330, 60, 30).to_image();
    assert_eq!(corner(&right), corner(&wrong));
    // With two ways to skin their names stand below the band; without names the band stays.
    let both = ["--methods", "lbs,dqs", "--no-labels", "--teach", "wrong-side"];
    assert!(red_row(&render(&both), 2));

    let json = here.run(&[
        "render",
        "sample:twist_bar",
        "--size",
        "64x64",
        "--backend",
        "software",
        "--teach",
        "wrong-side",
        "--json",
        "-o",
        "out.png",
    ]);
    assert_eq!(json.fine().json_line()["teach"], "wrong-side");
}

#[test]
fn more_samples_make_the_same_picture_better_and_the_report_tells_what_it_took() {
    let here = Folder::new();
    let render = |more: &[&str]| {
        let base = [
            "render",
            "sample:twist_bar",
            "--time",
            "1.8",
            "--size",
            "96x64",
            "--backend",
            "software",
            "--json",
            "-o",
            "out.png",
        ];
        let report = here.run(&[&base[..], more].concat()).fine().json_line();
        (report, picture(&std::fs::read(here.path("out.png")).unwrap()))
    };
    let (one, plain) = render(&[]);
    assert_eq!((&one["samples"], &one["preset"]), (&1.into(), &"full".into()));
    let (many, refined) = render(&["--samples", "6"]);
    assert_eq!(many["samples"], 6);
    let passes = |report: &serde_json::Value| report["cost"]["passes"].as_u64().unwrap();
    assert!(passes(&many) > 3 * passes(&one), "{many}");
    assert_ne!(plain, refined);
    assert!(difference(&plain, &refined) < 0.2, "the same thing");
    assert_eq!(render(&["--samples", "6"]).1, refined, "to the bit");
    let (reduced, _) = render(&["--preset", "reduced"]);
    assert_eq!(reduced["preset"], "reduced");
    assert!(passes(&reduced) < passes(&one));
    let bytes = |report: &serde_json::Value, what: &str| report["cost"][what].as_u64().unwrap();
    assert!(bytes(&reduced, "texture_bytes") < bytes(&one, "texture_bytes"));
    assert!(bytes(&one, "uploaded_bytes") > 0 && bytes(&one, "draws") > 0 && bytes(&one, "triangles") > 0);
    for wrong in ["0", "5000", "many"] {
        here.run(&["render", "sample:twist_bar", "-o", "x.png", "--samples", wrong])
            .fails(2, &["--samples"]);
    }
}

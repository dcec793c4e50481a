//! The report for people.

use super::super::table::{Table, grouped, three_digits};
use super::Report;
use super::core::CoreFigures;
use super::device::GpuFigures;
use crate::text::Texts;

pub(super) fn text(texts: &Texts, report: &Report) -> String {
    let machine = &report.machine;
    let args = [
        (
            "cpu",
            machine
                .cpu
                .clone()
                .unwrap_or_else(|| machine.arch.to_owned())
                .into(),
        ),
        ("cores", machine.cores.into()),
        ("os", machine.os.into()),
        ("seconds", three_digits(report.seconds).into()),
    ];
    let mut out = texts.with("bench-machine", &args);
    out.push('\n');
    if !machine.optimized {
        out.push_str(&texts.get("bench-not-optimized"));
        out.push('\n');
    }
    core(&mut out, texts, &report.core);
    match &report.gpu {
        Some(gpu) => device(&mut out, texts, gpu),
        None => {
            out.push('\n');
            out.push_str(&texts.get("bench-no-gpu"));
            out.push('\n');
        }
    }
    out
}

fn core(out: &mut String, texts: &Texts, core: &CoreFigures) {
    let args = [("joints", core.joints.into()), ("simd", core.simd.into())];
    out.push('\n');
    out.push_str(&texts.with("bench-core", &args));
    out.push('\n');
    let mut t = Table::new(&["", ">", ">"]);
    let ns = |v: f64| format!("{} ns", three_digits(v));
    let times = |v: f64| texts.with("bench-times", &[("ratio", three_digits(v).into())]);
    let mut line = |id: &str, value: String, note: String| {
        t.row([texts.get(&format!("bench-{id}")), value, note]);
    };
    let readable = [core.readable_one_clip_ns, core.readable_two_clips_ns];
    line(
        "one-clip",
        ns(core.one_clip_ns),
        times(readable[0] / core.one_clip_ns),
    );
    line("random", ns(core.random_times_ns), String::new());
    line(
        "two-clips",
        ns(core.two_clips_ns),
        times(readable[1] / core.two_clips_ns),
    );
    line("eight-layers", ns(core.eight_layers_ns), String::new());
    line("dual", ns(core.one_clip_dual_quaternions_ns), String::new());
    line(
        "crowd",
        format!("{} ms", three_digits(core.crowd_ms)),
        String::new(),
    );
    let dual = format!("{} ms", three_digits(core.crowd_dual_quaternions_ms));
    line("crowd-dual", dual, String::new());
    if let Some(skin) = &core.skin {
        line(
            "skin-lbs",
            ns(skin.lbs_ns),
            times(skin.readable_lbs_ns / skin.lbs_ns),
        );
        line(
            "skin-dqs",
            ns(skin.dqs_ns),
            times(skin.readable_dqs_ns / skin.dqs_ns),
        );
    }
    out.push_str(&body(&t));
}

fn device(out: &mut String, texts: &Texts, gpu: &GpuFigures) {
    out.push('\n');
    let args = [
        ("device", gpu.device.clone().into()),
        ("width", gpu.width.into()),
        ("height", gpu.height.into()),
    ];
    out.push_str(&texts.with("bench-device", &args));
    out.push('\n');
    let mut t = Table::new(&["", ">", ">"]);
    for f in &gpu.frames {
        let what = texts.with(
            "bench-characters",
            &[
                ("count", f.characters.into()),
                ("shown", grouped(f.characters as u64).into()),
            ],
        );
        let (fps, ms) = match (f.frames_per_second, f.frame_ms) {
            (Some(fps), Some(ms)) => (
                texts.with("bench-fps", &[("fps", three_digits(fps).into())]),
                format!("{} ms", three_digits(ms)),
            ),
            _ => (texts.get("bench-left-out"), String::new()),
        };
        t.row([what, fps, ms]);
    }
    if let Some(s) = &gpu.skinning {
        for (id, rate) in [
            ("gpu-lbs", s.lbs_vertices_per_second),
            ("gpu-dqs", s.dqs_vertices_per_second),
        ] {
            let millions = three_digits(rate * 1e-6);
            t.row([
                texts.get(&format!("bench-{id}")),
                texts.with("bench-millions", &[("millions", millions.into())]),
            ]);
        }
        t.row([texts.get("bench-ratio"), three_digits(s.dqs_to_lbs)]);
    }
    out.push_str(&body(&t));
}

/// The table without its empty head.
fn body(table: &Table) -> String {
    let text = table.text();
    text.split_once('\n')
        .map_or(String::new(), |(_, rest)| rest.to_owned())
}

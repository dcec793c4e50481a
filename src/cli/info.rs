//! `rigscope info`: what is inside a model.

use super::args::{Common, InfoArgs};
use super::clip::find_variant;
use super::console::{Console, printable};
use super::failure::{Failure, Outcome};
use super::table::{Table, bytes, grouped, three_digits};
use super::{extensions, open};
use crate::inspect::{ClipBounds, Info, WeightInfo};
use crate::text::Texts;
use crate::work::Work;

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-info";

pub(super) fn run(console: &Console, common: &Common, args: &InfoArgs) -> Result<(), Failure> {
    let Some(argument) = &args.model else {
        // The arguments demand one without --extensions.
        return extensions::run(console, args.json);
    };
    let work = Work::on_all_cores();
    let model = open::open(console, common, argument, &work)?;
    let mut info = Info::of(&model);
    if let Some(asked) = &args.variant {
        let variant = find_variant(&model, asked)
            .map_err(|i| Failure::new(Outcome::Refused, i).about(open::shown(argument)))?;
        info = info.with_variant(&model, variant);
    }
    if args.bounds {
        info = info.with_bounds(&model, &work)?;
    }
    let file = open::shown(argument);
    if args.json {
        return console.json_report(FORMAT, &file, None, &info);
    }
    console.result(report(&console.texts, &model.name, &info).as_bytes())
}

/// The report for people.
fn report(texts: &Texts, name: &str, info: &Info) -> String {
    let mut out = format!("{}  {}", printable(name), bytes(info.bytes));
    for by in [&info.generator, &info.copyright]
        .into_iter()
        .flatten()
        .filter(|s| !s.is_empty())
    {
        out.push_str("  ");
        out.push_str(&printable(by));
    }
    out.push_str("\n\n");
    out.push_str(&overview(texts, info).text());
    section(&mut out, texts, "clips", &clips(texts, info), info.clips.len());
    weight(&mut out, texts, info);
    bounds(&mut out, texts, info);
    section(&mut out, texts, "meshes", &meshes(texts, info), info.meshes.len());
    section(
        &mut out,
        texts,
        "materials",
        &materials(texts, info),
        info.materials.len(),
    );
    section(
        &mut out,
        texts,
        "variants",
        &variants(texts, info),
        info.variants.len(),
    );
    variant(&mut out, texts, info);
    section(
        &mut out,
        texts,
        "cameras",
        &cameras(texts, info),
        info.cameras.len(),
    );
    section(
        &mut out,
        texts,
        "textures",
        &textures(texts, info),
        info.textures.len(),
    );
    section(&mut out, texts, "lights", &lights(texts, info), info.lights.len());
    out
}

fn section(out: &mut String, texts: &Texts, id: &str, table: &Table, rows: usize) {
    if rows > 0 {
        heading(out, texts, id);
        out.push_str(&table.text());
    }
}

fn heading(out: &mut String, texts: &Texts, id: &str) {
    out.push('\n');
    out.push_str(&texts.get(&format!("info-{id}")));
    out.push('\n');
}

fn overview(texts: &Texts, info: &Info) -> Table {
    let counted = |id: &str, count: usize| {
        texts.with(
            &format!("info-count-{id}"),
            &[("count", count.into()), ("shown", grouped(count as u64).into())],
        )
    };
    let mut t = Table::headless(2);
    let mut line = |id: &str, parts: Vec<String>| t.row([texts.get(&format!("info-{id}")), parts.join(", ")]);
    line(
        "skeleton",
        vec![
            counted("nodes", info.nodes),
            counted("joints", info.joints),
            counted("skins", info.skins.len()),
        ],
    );
    line(
        "geometry",
        vec![
            counted("meshes", info.meshes.len()),
            counted("primitives", info.primitives),
            counted("vertices", info.vertices),
            counted("triangles", info.triangles),
        ],
    );
    if info.copies > 0 {
        line("copies", vec![counted("copies", info.copies)]);
    }
    if info.hidden_instances > 0 {
        line("hidden", vec![counted("hidden", info.hidden_instances)]);
    }
    let morphs: u32 = info.meshes.iter().map(|m| m.morph_targets).sum();
    if morphs > 0 {
        line("morphs", vec![counted("targets", morphs as usize)]);
    }
    line("animation", vec![counted("clips", info.clips.len())]);
    line(
        "surface",
        vec![
            counted("materials", info.materials.len()),
            counted("textures", info.textures.len()),
        ],
    );
    if info.scenes.len() > 1 {
        let scene = |(i, s): (usize, &crate::inspect::SceneInfo)| {
            let name = s
                .name
                .as_deref()
                .map_or_else(|| i.to_string(), |n| format!("{i} {}", printable(n)));
            if s.default {
                format!("{name} ({})", texts.get("info-shown"))
            } else {
                name
            }
        };
        line("scenes", info.scenes.iter().enumerate().map(scene).collect());
    }
    if !info.extensions.is_empty() {
        line(
            "extensions",
            info.extensions.iter().map(|e| printable(e)).collect(),
        );
    }
    let count = |severity: &str| info.issues.iter().filter(|i| i.severity == severity).count();
    let findings = count("warning") + count("error");
    if findings > 0 {
        line("issues", vec![counted("warnings", findings)]);
    }
    t
}

fn clips(texts: &Texts, info: &Info) -> Table {
    let head = [
        "#",
        "name",
        "duration",
        "tracks",
        "keys",
        "step",
        "linear",
        "spline",
        "as-vertices",
        "as-joints",
        "ratio",
    ];
    let mut t = table(texts, &head, &[1]);
    for c in &info.clips {
        let tracks = c.tracks.step + c.tracks.linear + c.tracks.cubic_spline;
        t.row([
            c.index.to_string(),
            named(c.name.as_deref()),
            format!("{:.3} s", c.duration_secs),
            grouped(tracks as u64),
            grouped(c.keys as u64),
            dashed(c.tracks.step),
            dashed(c.tracks.linear),
            dashed(c.tracks.cubic_spline),
            bytes(c.weight.vertex_bytes),
            bytes(c.weight.joint_bytes),
            ratio(&c.weight),
        ]);
    }
    t
}

/// What the clips would weigh as vertex animation, in a sentence.
fn weight(out: &mut String, texts: &Texts, info: &Info) {
    if info.weight.joint_numbers == 0 || info.weight.vertex_numbers == 0 {
        return;
    }
    let stored: u64 = info.clips.iter().map(|c| c.stored_numbers * 4).sum();
    let args = [
        ("vertices", bytes(info.weight.vertex_bytes).into()),
        ("joints", bytes(info.weight.joint_bytes).into()),
        ("ratio", ratio(&info.weight).into()),
        ("stored", bytes(stored).into()),
    ];
    out.push_str("\n  ");
    out.push_str(&texts.with("info-weight", &args));
    out.push('\n');
}

fn bounds(out: &mut String, texts: &Texts, info: &Info) {
    let Some(bounds) = &info.bounds else { return };
    let mut t = table(
        texts,
        &["", "pose", "size-x", "size-y", "size-z", "min", "max"],
        &[1, 5, 6],
    );
    let mut row = |number: String, name: String, b: &Option<ClipBounds>| {
        let point = |p: [f64; 3]| p.map(metres).join(" ");
        match b {
            Some(b) => {
                let [x, y, z] = b.size.map(metres);
                t.row([number, name, x, y, z, point(b.min), point(b.max)]);
            }
            None => t.row([number, name, texts.get("info-nothing")]),
        }
    };
    row(String::new(), texts.get("info-rest"), &bounds.rest);
    for (clip, b) in info.clips.iter().zip(&bounds.clips) {
        row(clip.index.to_string(), named(clip.name.as_deref()), b);
    }
    heading(out, texts, "bounds");
    out.push_str(&t.text());
}

fn meshes(texts: &Texts, info: &Info) -> Table {
    let head = [
        "#",
        "name",
        "primitives",
        "vertices",
        "triangles",
        "influences",
        "targets",
    ];
    let mut t = table(texts, &head, &[1]);
    for (i, m) in info.meshes.iter().enumerate() {
        t.row([
            i.to_string(),
            named(m.name.as_deref()),
            grouped(m.primitives as u64),
            grouped(m.vertices as u64),
            grouped(m.triangles as u64),
            dashed(m.max_influences),
            dashed(m.morph_targets as usize),
        ]);
    }
    t
}

fn materials(texts: &Texts, info: &Info) -> Table {
    let layered = info.materials.iter().any(|m| !m.extensions.is_empty());
    let heads: &[&str] = if layered {
        &["#", "name", "alpha", "maps", "extensions"]
    } else {
        &["#", "name", "alpha", "maps"]
    };
    let mut t = table(texts, heads, &[1, 2, 3, 4]);
    for (i, m) in info.materials.iter().enumerate() {
        let mut alpha = vec![m.alpha.to_owned()];
        alpha.extend(m.double_sided.then(|| texts.get("info-double-sided")));
        alpha.extend(m.unlit.then(|| texts.get("info-unlit")));
        let alpha = alpha.join(", ");
        let maps = m.textures.join(", ").replace('_', " ");
        let mut row = vec![i.to_string(), named(m.name.as_deref()), alpha, maps];
        if layered {
            // The common beginning says nothing.
            let names = m
                .extensions
                .iter()
                .map(|e| e.strip_prefix("KHR_materials_").unwrap_or(e));
            let names = names.collect::<Vec<_>>().join(", ").replace('_', " ");
            row.push(printable(&names));
        }
        t.row(row);
    }
    t
}

fn lights(texts: &Texts, info: &Info) -> Table {
    let mut t = table(texts, &["#", "name", "node", "kind", "intensity"], &[1, 2, 3]);
    for (i, l) in info.lights.iter().enumerate() {
        let unit = if l.kind == "directional" { "lx" } else { "cd" };
        let mut kind = l.kind.to_owned();
        if let Some([inner, outer]) = l.cone_degrees {
            kind.push_str(&format!(" {inner:.0}–{outer:.0}°"));
        }
        t.row([
            i.to_string(),
            named(l.name.as_deref()),
            printable(&l.node),
            kind,
            format!("{:.1} {unit}", l.intensity),
        ]);
    }
    t
}

fn variants(texts: &Texts, info: &Info) -> Table {
    let mut t = table(texts, &["#", "name", "primitives"], &[1]);
    for v in &info.variants {
        t.row([
            v.index.to_string(),
            named(v.name.as_deref()),
            grouped(v.primitives as u64),
        ]);
    }
    t
}

/// Which material each primitive has under the variant that was asked for.
fn variant(out: &mut String, texts: &Texts, info: &Info) {
    let Some(variant) = &info.variant else { return };
    let mut t = table(texts, &["mesh", "primitive", "material", ""], &[2, 3]);
    for p in &variant.primitives {
        let material = p.material.map(|m| {
            let name = info.materials.get(m as usize).and_then(|m| m.name.as_deref());
            format!("{m} {}", named(name))
        });
        t.row([
            p.mesh.to_string(),
            p.primitive.to_string(),
            material.unwrap_or_else(|| texts.get("info-clay")),
            if p.named {
                String::new()
            } else {
                texts.get("info-own-material")
            },
        ]);
    }
    let name = named(variant.name.as_deref());
    out.push('\n');
    out.push_str(&texts.with(
        "info-variant",
        &[("name", format!("{} {name}", variant.index).into())],
    ));
    out.push('\n');
    out.push_str(&t.text());
}

fn cameras(texts: &Texts, info: &Info) -> Table {
    let mut t = table(texts, &["#", "name", "kind", "seen", "node"], &[1, 2]);
    for c in &info.cameras {
        let (kind, seen) = match (c.fov_y_degrees, c.height) {
            (Some(degrees), _) => ("info-perspective", format!("{degrees:.1}°")),
            (None, height) => {
                let height = metres(height.unwrap_or(0.0).into());
                ("info-orthographic", format!("{height} m"))
            }
        };
        t.row([
            c.index.to_string(),
            named(c.name.as_deref()),
            texts.get(kind),
            seen,
            c.node.to_string(),
        ]);
    }
    t
}

fn textures(texts: &Texts, info: &Info) -> Table {
    let mut t = table(texts, &["#", "name", "size"], &[1]);
    for (i, x) in info.textures.iter().enumerate() {
        let size = if x.placeholder {
            texts.get("info-missing")
        } else {
            format!("{} × {}", x.width, x.height)
        };
        t.row([i.to_string(), named(x.name.as_deref()), size]);
    }
    t
}

/// A table with translated heads; `left` are its columns of words.
fn table(texts: &Texts, heads: &[&str], left: &[usize]) -> Table {
    let head = |(i, id): (usize, &&str)| {
        let word = if id.is_empty() || *id == "#" {
            (*id).to_owned()
        } else {
            texts.get(&format!("info-head-{id}"))
        };
        if left.contains(&i) {
            word
        } else {
            format!(">{word}")
        }
    };
    let heads: Vec<String> = heads.iter().enumerate().map(head).collect();
    Table::new(&heads.iter().map(String::as_str).collect::<Vec<_>>())
}

fn named(name: Option<&str>) -> String {
    name.filter(|n| !n.is_empty())
        .map_or_else(|| "–".to_owned(), printable)
}

fn dashed(count: usize) -> String {
    if count == 0 {
        "–".to_owned()
    } else {
        grouped(count as u64)
    }
}

fn ratio(w: &WeightInfo) -> String {
    if w.ratio > 0.0 {
        format!("{} : 1", three_digits(w.ratio))
    } else {
        "–".to_owned()
    }
}

/// Metres to a tenth of a millimetre, and never "-0.0000".
fn metres(v: f64) -> String {
    let text = format!("{v:.4}");
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
        "0.0000".to_owned()
    } else {
        text
    }
}

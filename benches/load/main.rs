//! What it costs to load a large character: file to bytes that a buffer write takes as they are.
//!
//! `cargo run --release --manifest-path benches/load/Cargo.toml` writes a character of 48 MB, loads it with rigscope's
//! importer and with the `gltf` crate, on one thread. Each load is a process of its own, both in turn; the best of each
//! counts, since noise only ever adds. Over a limit the run ends with exit code 1. Trust ratios within one run, not times.
//!
//! Ours is everything between the file and the device: reading; every index, joint, weight, normal, position, UV and key
//! checked; the boxes around what follows each joint; clips; and the very arrays that the renderer's upload hands to
//! buffer writes (parts of the file's bytes wherever they lie right there). Not in it: which vertices stand out, which
//! only framing asks for.
//! Theirs is parsing, and every reader of every primitive, skin and channel run to its end: nothing checked, nothing
//! packed.

mod character;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use rigscope::import::{ImportOptions, import_path};
use rigscope::model::{Kept, VertexStreams};
use rigscope::work::Work;

const ROUNDS: usize = 9;
/// Of the other's time.
const TIME_LIMIT: f64 = 0.45;
/// Peak memory: this many times the file, and this much more.
const MEMORY_LIMIT: (f64, f64) = (1.5, 40e6);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    match args.get(1).map(String::as_str) {
        Some("--ours") => one(ours, &args[2]),
        Some("--gltf") => one(theirs, &args[2]),
        _ => compare(),
    }
}

/// Loads once and prints milliseconds and the peak of memory in bytes.
fn one(load: impl Fn(&Path) -> usize, path: &str) -> ExitCode {
    let (begin, begin_ns) = (Instant::now(), processor_ns());
    let vertices = load(Path::new(path));
    let on_the_clock = begin.elapsed().as_secs_f64() * 1e3;
    let busy = processor_ns()
        .zip(begin_ns)
        .map(|(end, begin)| (end - begin) as f64 * 1e-6);
    let ms = busy.unwrap_or(on_the_clock);
    assert_eq!(vertices, character::VERTICES);
    println!("{ms} {}", peak_bytes().unwrap_or(0));
    ExitCode::SUCCESS
}

/// Time that the processor spent on this thread, in nanoseconds: what others do on the machine does not count. Linux
/// alone tells.
fn processor_ns() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// The most that this process ever had in memory.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

fn ours(path: &Path) -> usize {
    let model = import_path(path, &ImportOptions::default(), &Work::alone()).expect("a sound file");
    assert!(model.issues.is_empty(), "{:?}", model.issues);
    let primitives = &model.meshes[0].primitives;
    assert!(primitives.iter().all(|p| p.influences.is_some()));
    assert_eq!(model.clips.len(), 4);
    let mut bytes = 0;
    for primitive in primitives {
        let streams = VertexStreams::of(primitive, Kept::default());
        assert!(streams.indices.is_some());
        bytes += std::hint::black_box(&streams).byte_count();
    }
    let count = primitives.iter().map(|p| p.vertex_count()).sum::<usize>();
    // Position, normal, joints, weights, UVs; then three corners of 1.69 triangles each.
    assert!(bytes >= count * (12 + 12 + 8 + 16 + 8) + count * 12 * 168 / 100);
    std::mem::forget(model);
    count
}

fn theirs(path: &Path) -> usize {
    let (document, buffers, _) = gltf::import(path).expect("a sound file");
    let mut kept: Vec<Vec<[f32; 4]>> = Vec::new();
    let mut vertices = 0;
    let (mut three, mut two, mut indices, mut joints) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for primitive in document.meshes().flat_map(|m| m.primitives()) {
        let reader = primitive.reader(|b| Some(&buffers[b.index()]));
        let positions: Vec<_> = reader.read_positions().into_iter().flatten().collect();
        vertices += positions.len();
        three.push(positions);
        three.push(reader.read_normals().into_iter().flatten().collect());
        two.extend(
            reader
                .read_tex_coords(0)
                .map(|t| t.into_f32().collect::<Vec<_>>()),
        );
        joints.extend(reader.read_joints(0).map(|j| j.into_u16().collect::<Vec<_>>()));
        kept.extend(reader.read_weights(0).map(|w| w.into_f32().collect()));
        indices.extend(reader.read_indices().map(|i| i.into_u32().collect::<Vec<_>>()));
    }
    let mut binds = Vec::new();
    for skin in document.skins() {
        let reader = skin.reader(|b| Some(&buffers[b.index()]));
        binds.extend(reader.read_inverse_bind_matrices().map(|m| m.collect::<Vec<_>>()));
    }
    let mut times: Vec<Vec<f32>> = Vec::new();
    for channel in document
        .animations()
        .flat_map(|a| a.channels().collect::<Vec<_>>())
    {
        let reader = channel.reader(|b| Some(&buffers[b.index()]));
        times.extend(reader.read_inputs().map(Iterator::collect));
        match reader.read_outputs() {
            Some(gltf::animation::util::ReadOutputs::Rotations(r)) => kept.push(r.into_f32().collect()),
            Some(
                gltf::animation::util::ReadOutputs::Translations(t)
                | gltf::animation::util::ReadOutputs::Scales(t),
            ) => three.push(t.collect()),
            Some(gltf::animation::util::ReadOutputs::MorphTargetWeights(w)) => {
                times.push(w.into_f32().collect())
            }
            None => {}
        }
    }
    std::mem::forget((document, buffers, kept, three, two, indices, joints, binds, times));
    vertices
}

fn compare() -> ExitCode {
    let folder = std::env::temp_dir().join(format!("rigscope-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join("character.glb");
    let bytes = character::write(&path).expect("a character");
    println!("{:.1} MB, {} vertices", bytes as f64 / 1e6, character::VERTICES);
    let kinds = ["--gltf", "--ours"];
    let mut best = [(f64::INFINITY, 0.0_f64); 2];
    for _ in 0..ROUNDS {
        for (kind, best) in kinds.iter().zip(&mut best) {
            let (ms, peak) = run(kind, &path);
            *best = (best.0.min(ms), best.1.max(peak));
        }
    }
    std::fs::remove_dir_all(&folder).expect("a temporary folder");
    for (kind, (ms, peak)) in kinds.iter().zip(best) {
        let (time, room) = (ms / best[0].0, peak / bytes as f64);
        println!(
            "{kind:8} {ms:7.1} ms  {time:5.2}   peak {:6.1} MB  {room:4.2} of the file",
            peak / 1e6
        );
    }
    let most = MEMORY_LIMIT.0 * bytes as f64 + MEMORY_LIMIT.1;
    let (time, memory) = (best[1].0 / best[0].0, best[1].1);
    let kept = [time <= TIME_LIMIT, memory <= most];
    println!("time:   {time:.2}, at most {TIME_LIMIT}{}", over(kept[0]));
    println!(
        "memory: {:.1} MB, at most {:.1} MB{}",
        memory / 1e6,
        most / 1e6,
        over(kept[1])
    );
    if kept == [true; 2] {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn over(kept: bool) -> &'static str {
    if kept { "" } else { "  OVER" }
}

fn run(kind: &str, path: &Path) -> (f64, f64) {
    let me = std::env::current_exe().expect("this program");
    let output = Command::new(me).arg(kind).arg(path).output().expect("starts");
    assert!(
        output.status.success(),
        "{kind}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.split_whitespace().filter_map(|n| n.parse().ok());
    (
        numbers.next().expect("milliseconds"),
        numbers.next().expect("bytes"),
    )
}

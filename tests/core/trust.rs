//! What a hostile file may cost: memory is asked for before it is taken, and time grows no faster than the file.

use rigscope::import::{ImportError, ImportOptions, import_bytes};
use rigscope::model::{Issue, Model};
use rigscope::work::Work;
use serde_json::json;

use super::support::{GltfBuilder, Numbers, codes, glb};

const LIMIT: u64 = 16 << 20;

/// Imports within [`LIMIT`]; returns also the most that was allocated at one time.
fn within_limit(bytes: Vec<u8>) -> (Result<Model, ImportError>, u64) {
    let options = ImportOptions {
        max_memory_bytes: LIMIT,
    };
    let mut result = Err(ImportError::Cancelled);
    let used = allocation_counter::measure(|| {
        result = import_bytes("bomb.glb", bytes, None, &options, &Work::alone());
    });
    (result, used.bytes_max)
}

/// Refused at `pointer` by the limit, before it was passed.
#[track_caller]
fn defused(what: &str, b: &GltfBuilder, pointer: &str) {
    let file = b.glb();
    // A list that grows is in two places for a moment, and JSON takes a multiple of its text.
    let room = LIMIT + LIMIT / 2 + 16 * file.len() as u64 + (1 << 20);
    let (result, most) = within_limit(file);
    assert!(most <= room, "{what} took {most} bytes, more than {room}");
    let issue = match result {
        Err(ImportError::Refused(issue)) => issue,
        Ok(model) => first_error(&model, what),
        Err(other) => panic!("{what}: {other}"),
    };
    assert_eq!(issue.code, "memory-limit", "{what}: {issue}");
    assert_eq!(issue.pointer, pointer, "{what}");
    let limit = issue.args.iter().find(|(name, _)| *name == "limit-mib");
    assert!(
        limit.is_some_and(|(_, v)| v.to_string() == "16"),
        "{what}: {issue}"
    );
}

/// What became of a channel that is left out.
#[track_caller]
fn first_error(model: &Model, what: &str) -> Issue {
    let found = model.issues.iter().find(|i| i.code == "memory-limit").cloned();
    found.unwrap_or_else(|| panic!("{what} loads: {:?}", model.issues))
}

/// The arm, one of whose accessors claims `count` elements and has no bytes.
fn hollow(accessor: usize, count: u64) -> GltfBuilder {
    let mut b = GltfBuilder::arm();
    let a = b.json["accessors"][accessor].as_object_mut().unwrap();
    a.remove("bufferView");
    a.insert("count".to_owned(), count.into());
    b
}

#[test]
fn counts_without_bytes_are_refused_before_memory_is_taken() {
    const BILLIONS: u64 = 4_000_000_000;
    defused("positions", &hollow(0, BILLIONS), "/accessors/0");
    defused("indices", &hollow(4, BILLIONS), "/accessors/4");
    defused("inverse binds", &hollow(5, BILLIONS), "/accessors/5");
    defused("key times", &hollow(6, BILLIONS), "/accessors/6");
    defused(
        "a count that wraps in bytes",
        &hollow(0, u64::MAX / 12 + 2),
        "/accessors/0",
    );
    // Attributes of another count than positions are left out unread; of the same count they are asked for, too.
    let mut both = hollow(0, 1_000_000);
    for accessor in [1, 2, 3] {
        let a = both.json["accessors"][accessor].as_object_mut().unwrap();
        a.remove("bufferView");
        a.insert("count".to_owned(), 1_000_000.into());
    }
    defused("normals after positions", &both, "/accessors/1");
}

#[test]
fn key_counts_are_refused_before_memory_is_taken() {
    // The times fit, their values do not.
    let mut b = hollow(6, 1_500_000);
    b.json["accessors"][7]
        .as_object_mut()
        .unwrap()
        .remove("bufferView");
    b.json["accessors"][7]["count"] = 1_500_000.into();
    defused("keys and values", &b, "/accessors/7");
}

#[test]
fn sparse_counts_are_refused_or_do_not_fit() {
    let mut b = hollow(0, 3_000_000);
    let view = b.view(&[0; 64]);
    b.json["accessors"][0]["sparse"] = json!({
        "count": 1, "indices": { "bufferView": view, "componentType": 5121 }, "values": { "bufferView": view }
    });
    defused("zeros below a sparse one", &b, "/accessors/0");
    b.json["accessors"][0]["sparse"]["count"] = 2_999_999.into();
    let (result, most) = within_limit(b.glb());
    let Err(ImportError::Refused(issue)) = result else {
        panic!()
    };
    assert_eq!(issue.code, "sparse-out-of-bounds");
    assert!(most < 1 << 20, "{most}");
}

/// Targets cost a file next to nothing where they share one accessor, and a model a delta for each vertex.
#[test]
fn morph_targets_times_vertices_are_refused_before_memory_is_taken() {
    let mut b = GltfBuilder::new();
    let vertices = 10_000;
    let p = b.floats("VEC3", &vec![0.5; 3 * vertices]);
    let targets = vec![json!({ "POSITION": p }); 2000];
    let mesh = b.mesh(json!({ "POSITION": p }), json!({ "targets": targets }));
    b.node(json!({ "mesh": mesh }));
    defused("20 million deltas", &b, "/meshes/0/primitives/0");
}

/// One mesh that a hundred skins share becomes a hundred meshes.
#[test]
fn meshes_times_skins_are_refused_before_memory_is_taken() {
    let mut b = GltfBuilder::new();
    let vertices = 10_000;
    let p = b.floats("VEC3", &vec![0.5; 3 * vertices]);
    let joints = b.accessor("VEC4", Numbers::U8(&[0, 0, 0, 0].repeat(vertices)));
    let weights = b.accessor("VEC4", Numbers::U8(&[255, 0, 0, 0].repeat(vertices)));
    let mesh = b.mesh(
        json!({ "POSITION": p, "JOINTS_0": joints, "WEIGHTS_0": weights }),
        json!({}),
    );
    for skin in 0..100 {
        b.node(json!({ "mesh": mesh, "skin": skin }));
        b.push("skins", json!({ "joints": [0] }));
    }
    let (result, most) = within_limit(b.glb());
    let Err(ImportError::Refused(issue)) = result else {
        panic!("loads")
    };
    assert_eq!(issue.code, "memory-limit");
    assert!(most < LIMIT + (4 << 20), "{most}");
}

#[test]
fn a_picture_of_thirty_thousand_squared_costs_nothing() {
    let bomb = super::import_materials::picture_bomb();
    let mut b = GltfBuilder::triangle();
    let view = b.view(&bomb);
    b.push("images", json!({ "bufferView": view }));
    b.push("textures", json!({ "source": 0 }));
    b.push(
        "materials",
        json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }),
    );
    b.json["meshes"][0]["primitives"][0]["material"] = 0.into();
    let (model, most) = within_limit(b.glb());
    let model = model.expect("a model with a placeholder");
    assert!(codes(&model).contains(&"image-too-large"), "{:?}", model.issues);
    assert!(most < 1 << 20, "{most}");
}

#[test]
fn json_two_hundred_thousand_deep_is_read_and_dropped_without_recursion() {
    let nest = ["[".repeat(200_000), "]".repeat(200_000)].concat();
    let objects = ["{\"a\":".repeat(200_000), "1".to_owned(), "}".repeat(200_000)].concat();
    for deep in [&nest, &objects] {
        for place in ["extras", "extensions", "nodes", "animations"] {
            let text = format!(r#"{{"asset":{{"version":"2.0"}},"{place}":{deep}}}"#);
            // A model or a refusal: a stack that overflows ends the process.
            let _ = within_limit(glb(text.as_bytes(), &[]));
        }
        // A channel without a node makes the importer read the document as a value.
        let text = format!(
            r#"{{"asset":{{"version":"2.0"}},"extras":{deep},"animations":[{{"samplers":[],"channels":[{{"sampler":0,"target":{{"path":"scale"}}}}]}}]}}"#
        );
        let _ = within_limit(glb(text.as_bytes(), &[]));
    }
}

#[test]
fn text_that_is_no_utf8_is_refused() {
    for text in [
        &b"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"\xff\xfe\"}]}"[..],
        b"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"\xc3\"}]}",
        b"{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"\\ud800\"}]}",
    ] {
        let (result, _) = within_limit(glb(text, &[]));
        let Err(ImportError::Refused(issue)) = result else {
            panic!("{}", text.escape_ascii())
        };
        assert_eq!(issue.code, "json-broken", "{}", text.escape_ascii());
    }
}

/// Processor time of the fastest of `rounds`, in nanoseconds; elsewhere than on Linux time on the clock.
fn fastest_ns(rounds: usize, mut job: impl FnMut()) -> u64 {
    let mut best = u64::MAX;
    for _ in 0..rounds {
        let begin = processor_ns();
        job();
        best = best.min(processor_ns() - begin);
    }
    best
}

fn processor_ns() -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ns = stat.and_then(|s| s.split_whitespace().next()?.parse().ok());
    ns.unwrap_or_else(|| {
        static BEGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        BEGIN.get_or_init(std::time::Instant::now).elapsed().as_nanos() as u64
    })
}

/// A chain of joints, a skin over all of them, and a clip that moves each.
fn chain(length: usize) -> Vec<u8> {
    let mut b = GltfBuilder::triangle();
    b.json["nodes"] = json!([]);
    for k in 0..length {
        b.node(match k + 1 {
            next if next == length => json!({ "mesh": 0, "skin": 0 }),
            next => json!({ "translation": [0.0, 0.001, 0.0], "children": [next] }),
        });
    }
    b.push("skins", json!({ "joints": (0..length).collect::<Vec<_>>() }));
    let times = b.floats("SCALAR", &[0.0, 1.0]);
    let values = b.floats("VEC3", &[0.0, 0.0, 0.0, 0.0, 0.001, 0.0]);
    let channels: Vec<_> = (0..length)
        .map(|k| json!({ "sampler": 0, "target": { "node": k, "path": "translation" } }))
        .collect();
    b.push(
        "animations",
        json!({ "samplers": [{ "input": times, "output": values }], "channels": channels }),
    );
    b.glb()
}

#[test]
fn a_chain_twice_as_long_takes_no_more_than_three_times_as_long() {
    let load = |bytes: &[u8]| {
        let bytes = bytes.to_vec();
        import_bytes("chain", bytes, None, &ImportOptions::default(), &Work::alone()).unwrap();
    };
    let (short, long) = (chain(10_000), chain(20_000));
    let (short, long) = (fastest_ns(5, || load(&short)), fastest_ns(5, || load(&long)));
    let ratio = long as f64 / short as f64;
    assert!(
        ratio < 3.0,
        "10,000: {short} ns, 20,000: {long} ns, {ratio:.2} times"
    );
}

#[test]
fn fifty_files_in_turn_leave_time_and_memory_flat() {
    let mannequin = rigscope::samples::find("mannequin").unwrap().bytes;
    let load = || {
        let model = import_bytes(
            "x",
            mannequin.to_vec(),
            None,
            &ImportOptions::default(),
            &Work::alone(),
        );
        std::hint::black_box(model.unwrap());
    };
    load();
    let mut times = Vec::new();
    let left = allocation_counter::measure(|| {
        times = (0..50).map(|_| fastest_ns(1, load)).collect();
    });
    // The list of times itself.
    assert!(left.bytes_current <= 4096, "{left:?}");
    let median = |times: &[u64]| {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        sorted[sorted.len() / 2]
    };
    let (first, last) = (median(&times[..10]), median(&times[40..]));
    assert!(
        last as f64 <= 1.5 * first as f64,
        "first ten {first} ns, last ten {last} ns"
    );
}

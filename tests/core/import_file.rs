//! Import: containers, JSON, versions, extensions, what is no glTF.

use rigscope::import::{ImportError, ImportOptions, import_bytes, import_path};
use rigscope::work::Work;
use serde_json::json;

use super::support::{GltfBuilder, codes, glb, import};

#[track_caller]
fn refused(bytes: &[u8]) -> &'static str {
    match import(bytes.to_vec()) {
        Err(ImportError::Refused(issue)) => issue.code,
        other => panic!("must be refused: {other:?}"),
    }
}

#[test]
fn glb_and_gltf_give_the_same_model() {
    let arm = GltfBuilder::arm();
    let (a, b) = (import(arm.glb()).unwrap(), import(arm.gltf()).unwrap());
    assert!(a.issues.is_empty(), "{:?}", a.issues);
    assert_eq!(
        a.meshes[0].primitives[0].positions.to_vec(),
        b.meshes[0].primitives[0].positions.to_vec()
    );
    assert_eq!((a.clips.len(), a.skins.len(), a.instances.len()), (1, 1, 1));
    assert_eq!((a.clips == b.clips, a.generator == b.generator), (true, true));
    assert_eq!(a.generator.as_deref(), Some("rigscope tests"));
    assert_eq!(a.byte_count, arm.glb().len() as u64);
}

#[test]
fn a_file_is_known_by_its_content() {
    for (bytes, code) in [
        (&b""[..], "file-empty"),
        (b"hello", "not-gltf"),
        (b"Kaydara FBX Binary  \0\x1a\0", "not-gltf-fbx"),
        (b"# made by hand\nv 0 0 0\nv 1 0 0\nf 1 2 3\n", "not-gltf-obj"),
        (b"\x89PNG\r\n\x1a\n", "not-gltf-picture"),
        (b"glTF", "glb-truncated"),
        (b"{", "json-broken"),
        (b"{}", "asset-missing"),
        (br#"{"asset":{}}"#, "asset-missing"),
        (br#"{"asset":{"version":"1.0"}}"#, "unsupported-version"),
        (
            br#"{"asset":{"version":"2.0","minVersion":"2.1"}}"#,
            "unsupported-version",
        ),
        (br#"{"asset":{"version":"2.0"},"nodes":{}}"#, "json-broken"),
        (
            b"{\"asset\":{\"version\":\"2.0\",\"generator\":\"\xff\"}}",
            "json-broken",
        ),
    ] {
        assert_eq!(refused(bytes), code, "{}", String::from_utf8_lossy(bytes));
    }
    let with_mark = [b"\xEF\xBB\xBF".as_slice(), &GltfBuilder::arm().gltf()].concat();
    assert_eq!(codes(&import(with_mark).unwrap()), ["json-byte-order-mark"]);
}

#[test]
fn an_empty_document_is_a_model_with_one_empty_scene() {
    let model = GltfBuilder::new().model();
    assert_eq!((model.scenes.len(), model.skeleton.len()), (1, 0));
    assert_eq!(codes(&model), ["scene-without-meshes"]);
}

#[test]
fn json_nested_a_hundred_thousand_deep_is_no_crash() {
    let deep = |property: &str| {
        let nest = ("[".repeat(100_000), "]".repeat(100_000));
        format!(
            r#"{{"asset":{{"version":"2.0"}},"{property}":{}{}}}"#,
            nest.0, nest.1
        )
    };
    // Extras are not looked into.
    assert!(import(glb(deep("extras").as_bytes(), &[])).is_ok());
    for property in ["nodes", "extensions"] {
        assert_eq!(refused(deep(property).as_bytes()), "json-broken");
    }
}

#[test]
fn a_broken_property_is_named_with_its_place() {
    let Err(ImportError::Refused(issue)) =
        import(b"{\"asset\":{\"version\":\"2.0\"},\n\"nodes\":[7]}".to_vec())
    else {
        panic!()
    };
    let text = issue.to_string();
    assert!(
        text.contains("line: 2") && text.contains("invalid type"),
        "{text}"
    );
}

#[test]
fn a_required_extension_that_is_not_supported_is_refused_by_name() {
    for name in ["VENDOR_magic", "EXT_texture_avif", "KHR_materials_dispersion"] {
        let mut b = GltfBuilder::arm();
        b.json["extensionsRequired"] = json!(["KHR_mesh_quantization", name]);
        let issue = b.refusal();
        assert_eq!(
            (issue.code, issue.pointer.as_str()),
            ("required-extension", "/extensionsRequired/1")
        );
        assert!(issue.to_string().contains(name));
    }
    let mut b = GltfBuilder::arm();
    let known = json!([
        "KHR_mesh_quantization",
        "KHR_texture_transform",
        "KHR_materials_unlit",
        "EXT_texture_webp",
        "KHR_draco_mesh_compression",
        "EXT_meshopt_compression",
        "KHR_meshopt_compression",
        "KHR_texture_basisu"
    ]);
    b.json["extensionsRequired"] = known;
    assert!(b.model().issues.is_empty());
    b.json["extensionsRequired"] = json!([]);
    b.json["extensionsUsed"] = json!(["VENDOR_magic"]);
    let model = b.model();
    assert_eq!(codes(&model), ["extension-ignored"]);
    assert_eq!(model.extensions_used, ["VENDOR_magic"]);
}

#[test]
fn files_beside_the_model_are_read_and_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("model");
    std::fs::create_dir_all(folder.join("ข้อมูล")).unwrap();
    let arm = GltfBuilder::arm();
    std::fs::write(folder.join("ข้อมูล/a b.bin"), &arm.bin).unwrap();
    std::fs::write(home.path().join("outside.bin"), &arm.bin).unwrap();
    let open = |uri: &str| {
        let path = folder.join("m.gltf");
        std::fs::write(&path, arm.gltf_beside(uri)).unwrap();
        import_path(&path, &ImportOptions::default(), &Work::alone())
    };
    for uri in [
        "ข้อมูล/a b.bin",
        "%E0%B8%82%E0%B9%89%E0%B8%AD%E0%B8%A1%E0%B8%B9%E0%B8%A5/a%20b.bin",
    ] {
        let model = open(uri).unwrap();
        assert_eq!(
            model.byte_count,
            (arm.gltf_beside(uri).len() + arm.bin.len()) as u64
        );
        assert_eq!(model.name, "m.gltf");
    }
    let code = |uri: &str| match open(uri) {
        Err(ImportError::Refused(issue)) => (issue.code, issue.pointer),
        other => panic!("{uri}: {other:?}"),
    };
    let at = || "/buffers/0/uri".to_owned();
    assert_eq!(code("../outside.bin"), ("uri-outside-folder", at()));
    assert_eq!(code("..%2foutside.bin"), ("uri-outside-folder", at()));
    let absolute = home.path().join("outside.bin");
    assert_eq!(code(absolute.to_str().unwrap()), ("uri-outside-folder", at()));
    assert_eq!(
        code(&format!("file://{}", absolute.display())),
        ("uri-scheme", at())
    );
    assert_eq!(code("http://127.0.0.1:9/x.bin"), ("uri-scheme", at()));
    assert_eq!(code("missing.bin"), ("file-missing", at()));
    // Bytes alone have no folder.
    let options = ImportOptions::default();
    let alone = import_bytes("-", arm.gltf_beside("a.bin"), None, &options, &Work::alone());
    assert!(matches!(alone, Err(ImportError::Refused(i)) if i.code == "uri-without-folder"));
}

#[test]
fn paths_that_are_no_file_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let code = |path: &std::path::Path| match import_path(path, &ImportOptions::default(), &Work::alone()) {
        Err(ImportError::Refused(issue)) => issue.code,
        other => panic!("{other:?}"),
    };
    assert_eq!(code(folder.path()), "file-is-folder");
    assert_eq!(code(&folder.path().join("not-there.glb")), "model-file-missing");
}

#[test]
fn damaged_buffers_are_refused() {
    let mut b = GltfBuilder::arm();
    b.json["buffers"] = json!([{ "byteLength": b.bin.len() + 100 }]);
    assert_eq!(b.refusal().code, "buffer-too-short");
    b.json["buffers"] = json!([{ "byteLength": 8 }]);
    assert_eq!(b.refusal().code, "buffer-view-out-of-bounds");
    b.json["buffers"] = json!([{ "byteLength": 8, "uri": "data:;base64,!" }]);
    assert_eq!(b.refusal().code, "uri-data-broken");
    b.bin.clear();
    b.json["buffers"] = json!([{ "byteLength": 1000 }]);
    assert_eq!(b.refusal().code, "buffer-without-data");
}

#[test]
fn memory_is_asked_for_before_it_is_taken() {
    let mut b = GltfBuilder::new();
    let bomb = b.push(
        "accessors",
        json!({ "componentType": 5126, "count": 4_000_000_000_u32, "type": "VEC3" }),
    );
    let mesh = b.mesh(json!({ "POSITION": bomb }), json!({}));
    b.node(json!({ "mesh": mesh }));
    let issue = b.refusal();
    assert_eq!(
        (issue.code, issue.pointer.as_str()),
        ("memory-limit", "/accessors/0")
    );
    b.json["accessors"][0]["count"] = json!(1000);
    assert_eq!(b.model().meshes[0].primitives[0].positions.len(), 1000);
    let small = ImportOptions {
        max_memory_bytes: 11_000,
    };
    let refused = import_bytes("x", b.glb(), None, &small, &Work::alone());
    assert!(matches!(refused, Err(ImportError::Refused(i)) if i.code == "memory-limit"));
}

#[test]
fn cancelling_stops_and_progress_runs_to_its_end() {
    let work = Work::alone();
    import_bytes(
        "x",
        GltfBuilder::arm().glb(),
        None,
        &ImportOptions::default(),
        &work,
    )
    .unwrap();
    assert_eq!(work.progress.fraction(), Some(1.0));
    work.cancel.cancel();
    let stopped = import_bytes(
        "x",
        GltfBuilder::arm().glb(),
        None,
        &ImportOptions::default(),
        &work,
    );
    assert!(matches!(stopped, Err(ImportError::Cancelled)));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut b = GltfBuilder::arm();
    for k in 0..20 {
        b.clip(
            2,
            "scale",
            "",
            &[0.0, 1.0],
            ("VEC3", &[1.0, 1.0, 1.0, f32::NAN, 1.0, k as f32]),
        );
    }
    let run = |threads| {
        let work = Work {
            workers: rigscope::work::Workers::new(threads),
            ..Work::default()
        };
        import_bytes("x", b.glb(), None, &ImportOptions::default(), &work).unwrap()
    };
    let (one, many) = (run(1), run(4));
    assert_eq!((one.issues.len(), one.issues == many.issues), (20, true));
    assert!(one.clips == many.clips);
}

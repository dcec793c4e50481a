//! What a file says of its scene beyond meshes and joints: copies, hidden nodes, cameras, sets of materials, and the way
//! a character looks. Each healthy and damaged.

use rigscope::inspect::Info;
use rigscope::math::Bounds;
use rigscope::model::{
    CameraId, Lens, MaterialId, MaterialVariantId, Model, PosedModel, Severity, outline_bounds, posed_bounds,
    quick_bounds,
};
use rigscope::skinning::SkinningMethod;
use rigscope::work::Work;
use serde_json::{Value, json};

use crate::support::{GltfBuilder, Numbers, codes};

use glam::Vec3;

fn exact(model: &Model) -> Bounds {
    let posed = PosedModel::at_rest(model);
    let scene = model.default_scene;
    posed_bounds(model, &posed, scene, SkinningMethod::LinearBlend, &Work::alone()).unwrap()
}

fn close(a: Vec3, b: Vec3) -> bool {
    a.abs_diff_eq(b, 1e-5)
}

/// A triangle at (0,0), (1,0), (0,1) under node 0 with copies.
fn copies(attributes: &Value) -> GltfBuilder {
    let mut b = GltfBuilder::triangle();
    b.json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
    b.json["nodes"][0]["extensions"] = json!({ "EXT_mesh_gpu_instancing": { "attributes": attributes } });
    b
}

#[test]
fn copies_stand_below_their_node_and_count_in_every_bound() {
    let mut b = GltfBuilder::triangle();
    let h = std::f32::consts::FRAC_1_SQRT_2;
    let t = b.floats("VEC3", &[0.0, 0.0, 0.0, 10.0, 0.0, 0.0]);
    // A quarter turn about z for the second one, as 16-bit integers.
    let half = (h * 32767.0).round() as i16;
    let r = b.normalized("VEC4", Numbers::I16(&[0, 0, 0, 32767, 0, 0, half, half]));
    let s = b.floats("VEC3", &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    b.json["extensionsRequired"] = json!(["EXT_mesh_gpu_instancing"]);
    b.json["nodes"][0]["translation"] = json!([0.0, 100.0, 0.0]);
    b.json["nodes"][0]["extensions"] = json!({ "EXT_mesh_gpu_instancing": {
        "attributes": { "TRANSLATION": t, "ROTATION": r, "SCALE": s, "_ID": 0 }
    } });
    let model = b.model();
    assert!(model.issues.is_empty(), "{:?}", model.issues);
    let instance = &model.instances[0];
    assert_eq!(
        (model.copies_of(instance).len(), model.copy_count(instance)),
        (2, 2)
    );
    let bounds = exact(&model);
    assert!(close(bounds.min, Vec3::new(0.0, 100.0, 0.0)), "{bounds:?}");
    // Turned and doubled: x reaches from 8 to 10, y to 2.
    assert!(close(bounds.max, Vec3::new(10.0, 102.0, 0.0)), "{bounds:?}");
    let posed = PosedModel::at_rest(&model);
    let (scene, method) = (model.default_scene, SkinningMethod::LinearBlend);
    assert!(close(
        outline_bounds(&model, &posed, scene, method).max,
        bounds.max
    ));
    let quick = quick_bounds(&model, &posed, scene, method);
    assert!(quick.contains(bounds.min, 1e-4) && quick.contains(bounds.max, 1e-4));
    let info = Info::of(&model);
    assert_eq!(
        (info.copies, info.primitives, info.vertices, info.triangles),
        (2, 2, 6, 2)
    );
}

#[test]
fn a_pose_dump_has_a_node_with_copies_once() {
    let mut b = copies(&json!({}));
    let t = b.floats("VEC3", &[5.0; 9]);
    b.json["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"] = t.into();
    let model = b.model();
    let posed = PosedModel::at_rest(&model);
    let request = rigscope::inspect::PoseRequest::default();
    let vertices = request
        .vertices(&model, &posed, model.default_scene, &Work::alone())
        .unwrap();
    assert_eq!((vertices.len(), vertices[0].vertices.len()), (1, 3));
    assert_eq!(
        vertices[0].vertices[1].position,
        Vec3::X,
        "without the copy's transform"
    );
}

#[test]
fn damaged_copies_are_told_and_a_bomb_is_refused_before_anything_is_made() {
    // Four billion copies out of nothing: an accessor without a view.
    let mut b = copies(&json!({ "TRANSLATION": 1 }));
    b.push(
        "accessors",
        json!({ "componentType": 5126, "type": "VEC3", "count": 4_000_000_000_u64 }),
    );
    assert_eq!(b.refusal().code, "memory-limit");

    let told = |b: &GltfBuilder| {
        let model = b.model();
        (codes(&model), model.copy_count(&model.instances[0]), model)
    };
    let of = |attributes: &Value| told(&copies(attributes));
    for broken in [
        json!({}),
        json!({ "_ID": 0 }),
        json!([1]),
        json!({ "TRANSLATION": "x" }),
    ] {
        let (codes, count, _) = of(&broken);
        assert_eq!((codes, count), (vec!["instancing-broken"], 1), "{broken}");
    }
    // NaN in one of three.
    let mut b = copies(&json!({ "TRANSLATION": 1 }));
    b.floats("VEC3", &[0.0, 0.0, 0.0, f32::NAN, 0.0, 0.0, 4.0, 0.0, 0.0]);
    let (codes_, count, model) = told(&b);
    assert_eq!((codes_, count), (vec!["instancing-not-finite"], 2));
    assert!(close(exact(&model).max, Vec3::new(5.0, 1.0, 0.0)));
    // Of different counts the fewest count.
    let mut b = copies(&json!({ "TRANSLATION": 1, "SCALE": 2 }));
    b.floats("VEC3", &[0.0; 9]);
    b.floats("VEC3", &[1.0; 6]);
    let (codes_, count, _) = told(&b);
    assert_eq!((codes_, count), (vec!["instancing-counts"], 2));
    // None at all is nothing, not one.
    let mut b = copies(&json!({ "TRANSLATION": 1 }));
    b.floats("VEC3", &[]);
    let (_, _, model) = told(&b);
    assert_eq!(model.vertex_count(model.default_scene), 0);
    // An accessor that is not there, and one of another type.
    assert_eq!(
        copies(&json!({ "TRANSLATION": 77 })).refusal().code,
        "accessor-missing"
    );
    let mut b = copies(&json!({ "TRANSLATION": 1 }));
    b.floats("VEC2", &[0.0; 4]);
    assert_eq!(b.refusal().code, "accessor-wrong-type");
    // A skin places its mesh.
    let mut b = GltfBuilder::arm();
    let t = b.floats("VEC3", &[0.0; 9]);
    b.json["nodes"][0]["extensions"] =
        json!({ "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": t } } });
    let (codes_, count, _) = told(&b);
    assert_eq!((codes_, count), (vec!["instancing-skinned"], 1));
}

#[test]
fn a_mesh_of_many_parts_at_many_nodes_is_refused_before_it_is_drawn() {
    let mut b = GltfBuilder::triangle();
    let part = b.json["meshes"][0]["primitives"][0].clone();
    b.json["meshes"][0]["primitives"] = vec![part; 3000].into();
    b.json["nodes"] = vec![json!({ "mesh": 0 }); 2000].into();
    assert_eq!(b.refusal().code, "memory-limit");
    b.json["nodes"] = vec![json!({ "mesh": 0 }); 20].into();
    assert_eq!(b.model().instances.len(), 20);
}

#[test]
fn what_is_drawn_over_and_over_counts_against_the_budget() {
    // A strip of 100,000 vertices that 30,000 nodes, or as many copies, show: three billion to draw.
    let large = || {
        let mut b = GltfBuilder::new();
        let p = b.push(
            "accessors",
            json!({ "componentType": 5126, "type": "VEC3", "count": 100_000 }),
        );
        b.mesh(json!({ "POSITION": p }), json!({}));
        b
    };
    let mut b = large();
    b.json["nodes"] = vec![json!({ "mesh": 0 }); 30_000].into();
    assert_eq!(b.refusal().code, "memory-limit");
    let mut b = large();
    let t = b.push(
        "accessors",
        json!({ "componentType": 5126, "type": "VEC3", "count": 30_000 }),
    );
    b.node(json!({ "mesh": 0,
        "extensions": { "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": t } } } }));
    let issue = b.refusal();
    assert_eq!(
        (issue.code, issue.pointer.as_str()),
        ("memory-limit", "/nodes/0/extensions/EXT_mesh_gpu_instancing")
    );
}

#[test]
fn a_channel_that_points_at_a_node_is_an_ordinary_one() {
    let mut b = GltfBuilder::arm();
    let plain = b.model();
    let pointed = |pointer: &str| json!({ "path": "pointer", "extensions": { "KHR_animation_pointer": { "pointer": pointer } } });
    b.json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
    b.json["extensionsRequired"] = json!(["KHR_animation_pointer"]);
    b.json["animations"][0]["channels"][0]["target"] = pointed("/nodes/2/rotation");
    let model = b.model();
    assert!(codes(&model).is_empty(), "{:?}", model.issues);
    assert_eq!(model.clips[0].tracks(), plain.clips[0].tracks());
    // What moves no node stands still, and is told; a node that is not there, too.
    for (pointer, code) in [
        (
            "/materials/0/pbrMetallicRoughness/roughnessFactor",
            "channel-without-node",
        ),
        ("/nodes/77/rotation", "reference-out-of-range"),
    ] {
        b.json["animations"][0]["channels"][0]["target"] = pointed(pointer);
        let model = b.model();
        assert_eq!(codes(&model), [code]);
        assert!(model.clips[0].tracks().is_empty());
    }
}

/// The arm, with a triangle far to the side below its lower joint.
fn with_hidden(visible: &Value) -> GltfBuilder {
    let mut b = GltfBuilder::arm();
    let p = b.floats("VEC3", &[50.0, 0.0, 0.0, 51.0, 0.0, 0.0, 50.0, 1.0, 0.0]);
    let mesh = b.mesh(json!({ "POSITION": p }), json!({}));
    let leaf = b.node(json!({ "mesh": mesh }));
    b.json["nodes"][1]["children"] = json!([2, leaf]);
    b.json["nodes"][1]["extensions"] = json!({ "KHR_node_visibility": visible });
    b.json["extensionsUsed"] = json!(["KHR_node_visibility"]);
    b.json["extensionsRequired"] = json!(["KHR_node_visibility"]);
    b
}

#[test]
fn a_hidden_node_hides_all_below_it_and_its_joints_still_move_others() {
    let model = with_hidden(&json!({ "visible": false })).model();
    assert_eq!(codes(&model), ["nodes-hidden"]);
    assert_eq!(model.issues[0].severity, Severity::Info);
    // The arm hangs on the hidden joints but not below them.
    let shows: Vec<bool> = model.instances.iter().map(|i| i.visible).collect();
    assert_eq!(shows, [true, false]);
    assert!(exact(&model).max.x < 1.0, "what is hidden is not framed");
    assert_eq!(model.vertex_count(model.default_scene), 6);
    let info = Info::of(&model);
    assert_eq!((info.hidden_instances, info.primitives, info.vertices), (1, 1, 6));
    let mut posed = PosedModel::default();
    posed.set_clips(&model, Some((rigscope::animation::ClipId(0), 1.0)), None, false);
    let bent = outline_bounds(&model, &posed, model.default_scene, SkinningMethod::LinearBlend);
    assert!(bent.min.x < -0.9, "the clip moves it: {bent:?}");
    // It is dumped all the same.
    let vertices = rigscope::inspect::PoseRequest::default()
        .vertices(&model, &posed, model.default_scene, &Work::alone())
        .unwrap();
    assert_eq!(vertices.len(), 2);
}

#[test]
fn visible_nodes_show_and_broken_visibility_is_told() {
    for fine in [json!({ "visible": true }), json!({})] {
        let model = with_hidden(&fine).model();
        assert!(codes(&model).is_empty() && model.instances.iter().all(|i| i.visible));
    }
    for broken in [json!({ "visible": 0 }), json!(false)] {
        let model = with_hidden(&broken).model();
        assert_eq!(codes(&model), ["node-visibility-broken"]);
        assert!(model.instances.iter().all(|i| i.visible));
    }
    // Everything hidden: the joints are framed.
    let mut b = with_hidden(&json!({ "visible": false }));
    b.json["nodes"][0]["extensions"] = json!({ "KHR_node_visibility": { "visible": false } });
    let model = b.model();
    let bounds = exact(&model);
    assert!(!bounds.is_empty() && bounds.max.x < 0.5, "{bounds:?}");
}

#[test]
fn cameras_stand_where_their_node_is_and_move_with_it() {
    let mut b = GltfBuilder::arm();
    b.push(
        "cameras",
        json!({ "type": "perspective", "perspective": { "yfov": 0.8, "znear": 0.1 } }),
    );
    b.push(
        "cameras",
        json!({ "name": "Plan", "type": "orthographic",
            "orthographic": { "xmag": 3.0, "ymag": 2.0, "znear": 0.1, "zfar": 9.0 } }),
    );
    // On the joint that bends by 90 degrees about z, scaled and mirrored above.
    let eye = b.node(
        json!({ "name": "Eye", "camera": 0, "translation": [0.0, 1.0, 3.0], "scale": [-2.0, 2.0, 2.0] }),
    );
    b.node(json!({ "camera": 1, "translation": [0.0, 0.0, 5.0] }));
    b.json["nodes"][2]["children"] = json!([eye]);
    let model = b.model();
    assert!(codes(&model).is_empty(), "{:?}", model.issues);
    let names: Vec<Option<&str>> = model.cameras.iter().map(|c| c.name.as_deref()).collect();
    assert_eq!(names, [Some("Eye"), Some("Plan")]);
    let [eye, plan] = [0, 1].map(|k| model.camera(CameraId(k)).unwrap());
    assert_eq!(eye.lens, Lens::Perspective { fov_y: 0.8 });
    assert_eq!(plan.lens, Lens::Orthographic { half_height: 2.0 });
    assert_eq!(eye.source.pointer, "/nodes/3");
    let rest = eye.place(&PosedModel::at_rest(&model)).unwrap();
    assert!(close(rest.position, Vec3::new(0.0, 2.0, 3.0)));
    assert!(close(rest.backward, Vec3::Z) && close(rest.right, Vec3::X) && close(rest.up, Vec3::Y));
    let mut posed = PosedModel::default();
    posed.set_clips(&model, Some((rigscope::animation::ClipId(0), 1.0)), None, false);
    let bent = eye.place(&posed).unwrap();
    assert!(close(bent.position, Vec3::new(-1.0, 1.0, 3.0)), "{bent:?}");
    assert!(close(bent.up, -Vec3::X), "{bent:?}");
    let info = Info::of(&model);
    assert_eq!((info.cameras[1].index, info.cameras[1].height), (1, Some(4.0)));
}

#[test]
fn cameras_that_make_no_picture_are_told_and_left_out() {
    for broken in [
        json!({ "type": "perspective" }),
        json!({ "type": "perspective", "perspective": { "yfov": 0.0, "znear": 0.1 } }),
        json!({ "type": "perspective", "perspective": { "yfov": 4.0, "znear": 0.1 } }),
        json!({ "type": "orthographic", "orthographic": { "xmag": 0, "ymag": 0, "znear": 0, "zfar": 1 } }),
        json!({ "type": "fisheye", "perspective": { "yfov": 1.0, "znear": 0.1 } }),
    ] {
        let mut b = GltfBuilder::triangle();
        b.push("cameras", broken.clone());
        b.json["nodes"][0]["camera"] = 0.into();
        let model = b.model();
        assert_eq!(codes(&model), ["camera-broken"], "{broken}");
        assert!(model.cameras.is_empty());
    }
    let mut b = GltfBuilder::triangle();
    b.json["nodes"][0]["camera"] = 5.into();
    let model = b.model();
    assert_eq!(codes(&model), ["reference-out-of-range"]);
    assert!(model.cameras.is_empty());
    // A node of no size looks nowhere.
    let mut b = GltfBuilder::triangle();
    b.push(
        "cameras",
        json!({ "type": "perspective", "perspective": { "yfov": 1.0, "znear": 0.1 } }),
    );
    b.json["nodes"][0]["camera"] = 0.into();
    b.json["nodes"][0]["scale"] = json!([0.0, 0.0, 0.0]);
    let model = b.model();
    assert_eq!(model.cameras[0].place(&PosedModel::at_rest(&model)), None);
}

fn variants(mappings: &Value) -> GltfBuilder {
    let mut b = GltfBuilder::triangle();
    for name in ["a", "b", "c"] {
        b.push("materials", json!({ "name": name }));
    }
    let used = json!({ "KHR_materials_variants": { "variants": [{ "name": "Day" }, { "name": "Night" }] } });
    b.json["extensionsUsed"] = json!(["KHR_materials_variants"]);
    b.json["extensions"] = used;
    let primitive = &mut b.json["meshes"][0]["primitives"][0];
    primitive["material"] = 0.into();
    primitive["extensions"] = json!({ "KHR_materials_variants": { "mappings": mappings } });
    b
}

#[test]
fn a_variant_puts_its_material_on_each_primitive_that_it_names() {
    let model = variants(&json!([{ "material": 2, "variants": [1] }])).model();
    assert!(codes(&model).is_empty(), "{:?}", model.issues);
    let names: Vec<_> = model
        .material_variants
        .iter()
        .map(|v| v.name.as_deref().unwrap())
        .collect();
    assert_eq!(names, ["Day", "Night"]);
    let primitive = &model.meshes[0].primitives[0];
    let under = |v: Option<u32>| primitive.material_under(v.map(MaterialVariantId));
    assert_eq!(under(None), Some(MaterialId(0)));
    assert_eq!(under(Some(0)), Some(MaterialId(0)), "not named: its own");
    assert_eq!(under(Some(1)), Some(MaterialId(2)));
    let info = Info::of(&model).with_variant(&model, MaterialVariantId(1));
    assert_eq!((info.variants[0].primitives, info.variants[1].primitives), (0, 1));
    let told = info.variant.unwrap();
    assert_eq!(
        (told.primitives[0].material, told.primitives[0].named),
        (Some(2), true)
    );
}

#[test]
fn damaged_variants_are_told_and_the_model_keeps_its_own_materials() {
    for (mappings, code) in [
        (
            json!([{ "material": 9, "variants": [0] }]),
            "reference-out-of-range",
        ),
        (
            json!([{ "material": 1, "variants": [7] }]),
            "reference-out-of-range",
        ),
        (json!("x"), "variants-broken"),
        (json!([{ "material": -1, "variants": [0] }]), "variants-broken"),
    ] {
        let model = variants(&mappings).model();
        assert_eq!(codes(&model), [code], "{mappings}");
        let primitive = &model.meshes[0].primitives[0];
        assert_eq!(
            primitive.material_under(Some(MaterialVariantId(0))),
            Some(MaterialId(0))
        );
    }
    let twice = json!([{ "material": 1, "variants": [0] }, { "material": 2, "variants": [0] }]);
    let model = variants(&twice).model();
    assert_eq!(codes(&model), ["variant-mapped-twice"]);
    let first = model.meshes[0].primitives[0].material_under(Some(MaterialVariantId(0)));
    assert_eq!(first, Some(MaterialId(1)));
    let mut b = variants(&json!([]));
    b.json["extensions"]["KHR_materials_variants"] = json!({});
    let model = b.model();
    assert_eq!(codes(&model), ["variants-broken"]);
    assert!(model.material_variants.is_empty());
}

#[test]
fn vrm_opens_as_gltf_and_vrm_0_shows_its_face() {
    let mut b = GltfBuilder::arm();
    b.json["extensionsUsed"] = json!(["VRM", "VRMC_vrm"]);
    b.json["extensions"] = json!({ "VRM": { "specVersion": "0.0" } });
    let model = b.model();
    assert!(model.faces_backward);
    assert!(
        model.issues.iter().all(|i| i.severity == Severity::Info),
        "{:?}",
        model.issues
    );
    b.json["extensions"] = json!({ "VRMC_vrm": { "specVersion": "1.0" } });
    b.json["extensionsRequired"] = json!(["VRMC_vrm"]);
    let model = b.model();
    assert!(!model.faces_backward);
    let told: Vec<&str> = codes(&model);
    assert!(told.contains(&"required-extension-ignored"), "{told:?}");
}

#[test]
fn other_formats_of_json_and_old_versions_are_named() {
    let refused = |text: &str| match crate::support::import(text.as_bytes().to_vec()) {
        Err(rigscope::import::ImportError::Refused(issue)) => issue.code,
        other => panic!("{text}: {other:?}"),
    };
    for (text, code) in [
        (
            r#"{"asset":{"version":"1.0"},"meshes":{"a":{}}}"#,
            "unsupported-version",
        ),
        (
            r#"{"meshes":{"a":{"primitives":[]}},"nodes":{}}"#,
            "unsupported-version",
        ),
        (
            r#"{"producer":{"name":"Blender"},"meshes":[]}"#,
            "not-gltf-babylon",
        ),
        (r#"{"metadata":{"type":"Object"},"object":{}}"#, "not-gltf-three"),
        (r#"{"hello":1}"#, "asset-missing"),
        (r#"{"asset":{"version":"2.0"},"meshes":7}"#, "json-broken"),
    ] {
        assert_eq!(refused(text), code, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    use rigscope::import::{ImportError, ImportOptions, import_path};
    let home = tempfile::tempdir().unwrap();
    let pipe = home.path().join("pipe.glb");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let refused = |path: &std::path::Path| match import_path(path, &ImportOptions::default(), &Work::alone())
    {
        Err(ImportError::Refused(issue)) => issue.code,
        other => panic!("{other:?}"),
    };
    // Nobody writes to the pipe: to open it would wait for ever.
    assert_eq!(refused(&pipe), "file-not-regular");
    assert_eq!(refused(std::path::Path::new("/dev/zero")), "file-not-regular");
    let b = GltfBuilder::triangle();
    let model = home.path().join("model.gltf");
    std::fs::write(&model, b.gltf_beside("pipe.glb")).unwrap();
    assert_eq!(refused(&model), "file-unreadable");
}

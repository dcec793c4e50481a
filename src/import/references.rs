//! Tells every index in the document that leads nowhere, also in parts that nothing uses.
//!
//! Whoever follows an index checks it again: these are only findings. The crate's own validation is not used; it
//! panics on some of the very files that it should judge.

use gltf::json;

use super::preflight::NO_NODE;
use super::report::Report;
use crate::model::Issue;

struct Check<'a>(&'a mut Report);

impl Check<'_> {
    fn index(
        &mut self,
        index: Option<usize>,
        count: usize,
        array: &'static str,
        pointer: impl FnOnce() -> String,
    ) {
        if let Some(index) = index.filter(|&i| i >= count) {
            self.0.push(
                Issue::error("reference-out-of-range", pointer())
                    .with("index", index)
                    .with("array", array)
                    .with("count", count),
            );
        }
    }
}

/// Checks all references of `root`.
pub(super) fn check(root: &json::Root, report: &mut Report) {
    let mut check = Check(report);
    for (i, view) in root.buffer_views.iter().enumerate() {
        check.index(Some(view.buffer.value()), root.buffers.len(), "buffers", || {
            format!("/bufferViews/{i}/buffer")
        });
    }
    for (i, a) in root.accessors.iter().enumerate() {
        let at = |part: &str| format!("/accessors/{i}/{part}");
        let views = root.buffer_views.len();
        check.index(a.buffer_view.map(|v| v.value()), views, "bufferViews", || {
            at("bufferView")
        });
        if let Some(sparse) = &a.sparse {
            let index = Some(sparse.indices.buffer_view.value());
            check.index(index, views, "bufferViews", || at("sparse/indices/bufferView"));
            let index = Some(sparse.values.buffer_view.value());
            check.index(index, views, "bufferViews", || at("sparse/values/bufferView"));
        }
    }
    for (m, mesh) in root.meshes.iter().enumerate() {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            primitive_references(
                &mut check,
                root,
                primitive,
                &format!("/meshes/{m}/primitives/{p}"),
            );
        }
    }
    for (i, node) in root.nodes.iter().enumerate() {
        let at = |part: &str| format!("/nodes/{i}/{part}");
        check.index(node.mesh.map(|x| x.value()), root.meshes.len(), "meshes", || {
            at("mesh")
        });
        check.index(node.skin.map(|x| x.value()), root.skins.len(), "skins", || {
            at("skin")
        });
        let camera = node.camera.map(|x| x.value());
        check.index(camera, root.cameras.len(), "cameras", || at("camera"));
        for (k, child) in node.children.iter().flatten().enumerate() {
            check.index(Some(child.value()), root.nodes.len(), "nodes", || {
                at(&format!("children/{k}"))
            });
        }
    }
    for (i, skin) in root.skins.iter().enumerate() {
        let accessor = skin.inverse_bind_matrices.map(|x| x.value());
        let at = || format!("/skins/{i}/inverseBindMatrices");
        check.index(accessor, root.accessors.len(), "accessors", at);
        for (k, joint) in skin.joints.iter().enumerate() {
            check.index(Some(joint.value()), root.nodes.len(), "nodes", || {
                format!("/skins/{i}/joints/{k}")
            });
        }
    }
    for (i, scene) in root.scenes.iter().enumerate() {
        for (k, node) in scene.nodes.iter().enumerate() {
            check.index(Some(node.value()), root.nodes.len(), "nodes", || {
                format!("/scenes/{i}/nodes/{k}")
            });
        }
    }
    check.index(root.scene.map(|x| x.value()), root.scenes.len(), "scenes", || {
        "/scene".to_owned()
    });
    for (i, texture) in root.textures.iter().enumerate() {
        let source = Some(texture.source.value()).filter(|&s| s != u32::MAX as usize);
        check.index(source, root.images.len(), "images", || {
            format!("/textures/{i}/source")
        });
        let sampler = texture.sampler.map(|x| x.value());
        check.index(sampler, root.samplers.len(), "samplers", || {
            format!("/textures/{i}/sampler")
        });
    }
    for (i, image) in root.images.iter().enumerate() {
        let view = image.buffer_view.map(|x| x.value());
        check.index(view, root.buffer_views.len(), "bufferViews", || {
            format!("/images/{i}/bufferView")
        });
    }
    for (a, animation) in root.animations.iter().enumerate() {
        for (s, sampler) in animation.samplers.iter().enumerate() {
            let at = |part: &str| format!("/animations/{a}/samplers/{s}/{part}");
            check.index(
                Some(sampler.input.value()),
                root.accessors.len(),
                "accessors",
                || at("input"),
            );
            check.index(
                Some(sampler.output.value()),
                root.accessors.len(),
                "accessors",
                || at("output"),
            );
        }
        for (c, channel) in animation.channels.iter().enumerate() {
            let at = |part: &str| format!("/animations/{a}/channels/{c}/{part}");
            let sampler = Some(channel.sampler.value());
            check.index(sampler, animation.samplers.len(), "samplers", || at("sampler"));
            let node = Some(channel.target.node.value()).filter(|&n| n != NO_NODE as usize);
            check.index(node, root.nodes.len(), "nodes", || at("target/node"));
        }
    }
}

fn primitive_references(
    check: &mut Check<'_>,
    root: &json::Root,
    primitive: &json::mesh::Primitive,
    pointer: &str,
) {
    let count = root.accessors.len();
    for (semantic, accessor) in &primitive.attributes {
        let at = || format!("{pointer}/attributes/{}", semantic.to_string());
        check.index(Some(accessor.value()), count, "accessors", at);
    }
    check.index(primitive.indices.map(|x| x.value()), count, "accessors", || {
        format!("{pointer}/indices")
    });
    let material = primitive.material.map(|x| x.value());
    check.index(material, root.materials.len(), "materials", || {
        format!("{pointer}/material")
    });
    for (t, target) in primitive.targets.iter().flatten().enumerate() {
        let parts = [
            ("POSITION", target.positions),
            ("NORMAL", target.normals),
            ("TANGENT", target.tangents),
        ];
        for (name, accessor) in parts {
            let at = || format!("{pointer}/targets/{t}/{name}");
            check.index(accessor.map(|x| x.value()), count, "accessors", at);
        }
    }
}

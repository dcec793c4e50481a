//! VRM 0 and 1 are GLB files with more to say; what of it matters to a picture is which way the character looks.

use gltf::json;

/// True for VRM 0, whose characters look along -Z. Those of VRM 1 look along +Z, as glTF has it.
/// Source: <https://github.com/vrm-c/vrm-specification/blob/master/specification/0.0/README.md>
pub(super) fn faces_backward(root: &json::Root) -> bool {
    root.extensions
        .as_ref()
        .is_some_and(|e| e.others.contains_key("VRM") && !e.others.contains_key("VRMC_vrm"))
}

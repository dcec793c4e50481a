//! The minimal cases with their right answers, as `rigscope cases` writes them: a test set for importers.
//!
//! They are the exact output of `examples/make_cases.py`; one, a chain of 20,000 nodes, is made here instead of kept.

use std::borrow::Cow;

/// A file of the test set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseFile {
    /// File name, without a folder.
    pub name: &'static str,
    /// What stands in it.
    pub bytes: Cow<'static, [u8]>,
}

macro_rules! kept {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("../../assets/cases/", $name)) as &'static [u8])),*]
    };
}

/// The files that are kept, by name.
static KEPT: [(&str, &[u8]); 77] = kept![
    "README.md",
    "a1_cubic_quaternion_normalise.gltf",
    "a1_cubic_quaternion_normalise.pose.json",
    "a2_mixed_interpolation.gltf",
    "a2_mixed_interpolation.pose.json",
    "a3_unequal_channels.gltf",
    "a3_unequal_channels.pose.json",
    "a4_first_key_late.gltf",
    "a4_first_key_late.pose.json",
    "a5_shortest_arc.gltf",
    "a5_shortest_arc.pose.json",
    "a6_short_rotation.gltf",
    "a6_short_rotation.pose.json",
    "a7_channel_without_node.gltf",
    "a7_channel_without_node.pose.json",
    "b1_no_inverse_bind.gltf",
    "b1_no_inverse_bind.pose.json",
    "b2_skinned_node_transform.gltf",
    "b2_skinned_node_transform.pose.json",
    "b3_weights_below_one.gltf",
    "b3_weights_below_one.pose.json",
    "b4_zero_weights.gltf",
    "b4_zero_weights.pose.json",
    "b5_ushort_joints_weights.gltf",
    "b5_ushort_joints_weights.pose.json",
    "b6_mesh_under_two_skins.gltf",
    "b6_mesh_under_two_skins.pose.json",
    "b7_eight_influences.gltf",
    "b7_eight_influences.pose.json",
    "b8_joint_attributes_without_skin.gltf",
    "b8_joint_attributes_without_skin.pose.json",
    "c1_transform_above_joints.gltf",
    "c1_transform_above_joints.pose.json",
    "c2_plain_node_between_joints.gltf",
    "c2_plain_node_between_joints.pose.json",
    "c3_same_names.gltf",
    "c3_same_names.pose.json",
    "c4_prop_on_joint.gltf",
    "c4_prop_on_joint.pose.json",
    "c5_skinned_mesh_under_its_joint.gltf",
    "c5_skinned_mesh_under_its_joint.pose.json",
    "cases.json",
    "d1_candy_wrapper.gltf",
    "d1_candy_wrapper.pose.json",
    "d2_opposite_sign_quaternions.gltf",
    "d2_opposite_sign_quaternions.pose.json",
    "d3_scaled_joints_both_modes.gltf",
    "d3_scaled_joints_both_modes.pose.json",
    "e1_weight_precedence.gltf",
    "e1_weight_precedence.pose.json",
    "e2_sparse_without_view.gltf",
    "e2_sparse_without_view.pose.json",
    "e3_morph_then_skin.gltf",
    "e3_morph_then_skin.pose.json",
    "f1_required_unknown_extension.gltf",
    "f2_quantised_skin.gltf",
    "f2_quantised_skin.pose.json",
    "h1_node_cycle.gltf",
    "h2_accessor_past_view.gltf",
    "h3_count_wraps_64_bits.gltf",
    "h4_uri_outside_folder.gltf",
    "h5_joint_index_past_skin.gltf",
    "h6_glb_json_chunk_too_long.glb",
    "h7_nan_key_time.gltf",
    "h8_chain_20000_deep.pose.json",
    "j1_zero_length_clip.gltf",
    "j1_zero_length_clip.pose.json",
    "j2_switch_clip_resets.gltf",
    "j2_switch_clip_resets.pose.json",
    "j3_same_clip_names.gltf",
    "j3_same_clip_names.pose.json",
    "k1_300_joints.gltf",
    "k1_300_joints.pose.json",
    "m1_armature_scale.gltf",
    "m1_armature_scale.pose.json",
    "m2_far_from_origin.gltf",
    "m2_far_from_origin.pose.json",
];

/// Name of the file that is made: a chain of so many nodes, each a millimetre above the one before.
const CHAIN: &str = "h8_chain_20000_deep.gltf";
const CHAIN_LENGTH: usize = 20_000;

/// All files of the test set, by name: a list of the cases (`cases.json`), their models, their right answers, a README.
pub fn case_files() -> Vec<CaseFile> {
    let mut files: Vec<CaseFile> = KEPT
        .iter()
        .map(|(name, bytes)| CaseFile {
            name,
            bytes: Cow::Borrowed(*bytes),
        })
        .collect();
    files.push(CaseFile {
        name: CHAIN,
        bytes: Cow::Owned(chain().into_bytes()),
    });
    files.sort_by_key(|f| f.name);
    files
}

/// The model of that name.
pub fn case_file(name: &str) -> Option<CaseFile> {
    case_files().into_iter().find(|f| f.name == name)
}

/// Byte for byte what `examples/make_cases.py` makes.
fn chain() -> String {
    let mut text = String::with_capacity(48 * CHAIN_LENGTH);
    text.push_str(
        r#"{"asset":{"version":"2.0","generator":"gen_cases"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":["#,
    );
    for child in 1..=CHAIN_LENGTH {
        text.push_str(&format!(r#"{{"translation":[0,0.001,0],"children":[{child}]}},"#));
    }
    text.push_str(concat!(
        r#"{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"#,
        r#""accessors":[{"componentType":5126,"count":3,"type":"VEC3","bufferView":0,"min":[0.0,0.0,0.0],"max":[1.0,1.0,0.0]}],"#,
        r#""bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36,"target":34962}],"#,
        r#""buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#
    ));
    text
}

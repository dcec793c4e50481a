//! Tests that need neither GPU nor window.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod allocation;
mod architecture;
mod cases;
mod compare;
mod compression;
mod doctor_binds;
mod doctor_rig;
mod export;
mod fuzz_table;
mod import_accessors;
mod import_clips;
mod import_file;
mod import_layers;
mod import_materials;
mod import_meshes;
mod import_mutations;
mod import_nodes;
mod import_scene;
mod import_skins;
mod import_texts;
mod import_twins;
mod laws;
mod playback;
mod pose_dump;
mod runtime;
mod samples;
mod seed_tables;
mod stages;
mod teach;
mod trust;
mod verify;

#[path = "../support/mod.rs"]
mod support;

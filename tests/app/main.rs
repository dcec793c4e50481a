//! Tests of the interface and of the real program.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

mod cli_bench;
mod cli_check;
mod cli_compare;
mod cli_compress;
mod cli_film;
mod cli_info;
mod cli_looks;
mod cli_pose;
mod cli_render;
mod cli_scene;
mod cli_support;
mod cli_verify;
mod extensions;
mod light;
mod symptoms;
#[cfg(target_os = "linux")]
mod trust;
mod ui_compare;
mod ui_compression;
mod ui_inspector;
mod ui_looks;
mod ui_output;
mod ui_panels;
mod ui_pictures;
mod ui_posing;
mod ui_support;
mod ui_teach;
mod ui_texts;
mod ui_timeline;
#[cfg(target_os = "linux")]
mod ui_window;
#[cfg(target_os = "linux")]
mod ui_window_compression;
mod ui_window_doctor;
#[cfg(target_os = "linux")]
mod ui_window_lab;
#[cfg(target_os = "linux")]
mod ui_window_light;
#[cfg(target_os = "linux")]
mod ui_window_loading;
#[cfg(target_os = "linux")]
mod ui_window_output;
#[cfg(target_os = "linux")]
mod ui_window_posing;
#[cfg(target_os = "linux")]
mod ui_window_timeline;
#[cfg(target_os = "linux")]
mod xclip;
#[cfg(target_os = "linux")]
mod xdnd;

#[path = "../support/mod.rs"]
mod support;

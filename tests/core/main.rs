//! Tests that need neither GPU nor window.

mod allocation;
mod architecture;
mod laws;
mod pose_dump;
mod samples;
mod seed_tables;

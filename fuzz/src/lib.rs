//! What the targets share: files put together and taken apart, mutation that keeps a file a file, and the checks.

pub mod check;
pub mod glb;
pub mod mutate;

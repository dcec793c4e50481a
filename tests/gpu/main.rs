//! Everything that needs a graphics device, and what can be said about shaders without one.

#![allow(clippy::unwrap_used, reason = "a test may")]
#![allow(clippy::fn_params_excessive_bools, reason = "a case is its switches")]

mod compressed;
mod corpus;
mod cost;
mod environment;
mod environment_files;
mod layout;
mod layouts;
mod looks;
mod materials;
mod memory;
mod pictures;
mod poses;
mod samples;
mod scene;
mod shaders;
mod shading;
mod support;
mod tone;
mod twins;
mod upload;

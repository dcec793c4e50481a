//! rigscope: see how a glTF character deforms, compare the ways to skin it, and prove the numbers.
//!
//! The crate is one package with walls that the compiler and a test check. Data flows forward:
//! [`import`] turns bytes into a [`model::Model`], [`animation`] into a pose, [`skinning`] into a palette,
//! `render` into pixels. `ARCHITECTURE.md` has the map and the invariants.

pub mod animation;
pub mod environment;
pub mod export;
pub mod import;
pub mod inspect;
pub mod math;
pub mod model;
pub mod samples;
pub mod skinning;
pub mod teach;
pub mod viewer;
pub mod work;

#[cfg(feature = "render")]
pub mod render;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod output;
#[cfg(feature = "cli")]
pub mod picture;
#[cfg(feature = "cli")]
pub mod text;
#[cfg(feature = "cli")]
pub mod ui;

#[cfg(feature = "app")]
pub mod app;

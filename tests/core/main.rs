//! Tests that need neither GPU nor window.

mod allocation;
mod architecture;
mod compare;
mod laws;

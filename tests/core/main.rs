//! Tests that need neither GPU nor window.

mod architecture;
mod laws;

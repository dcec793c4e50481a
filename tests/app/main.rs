//! Tests of the interface and of the real program.

mod ui_panels;
mod ui_pictures;
mod ui_support;
mod ui_texts;

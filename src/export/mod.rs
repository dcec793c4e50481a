//! Writing: later the file's own JSON and chunks plus new tracks or poses.

mod whole_file;

pub use whole_file::{Durability, Unfinished, folder_of, write_whole};

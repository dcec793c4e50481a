//! Where a thing stands in the file.

/// Index in the file's own array and JSON pointer. Only dumps, messages and `export` read it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// Index in the file's array (`nodes`, `meshes`, `skins`, …; a primitive's index within its mesh).
    pub index: u32,
    /// RFC 6901, such as `/meshes/0/primitives/1`.
    pub pointer: String,
}

impl Source {
    /// Element `index` of the top-level array `array`.
    pub fn element(array: &str, index: usize) -> Self {
        Self {
            index: index as u32,
            pointer: format!("/{array}/{index}"),
        }
    }
}

//! A file's JSON and buffers as they stand, for whoever writes it again.

use std::path::Path;

use bytes::Bytes;

use super::budget::Budget;
use super::buffers::{self, Buffers};
use super::report::Report;
use super::{ImportOptions, Result, container, preflight};
use crate::model::Issue;
use crate::work::Work;

/// The text of a document and the bytes of its buffers.
pub struct Document {
    file: Bytes,
    json: std::ops::Range<usize>,
    buffers: Buffers,
    count: usize,
}

impl Document {
    /// Reads the bytes of a .glb or .gltf. `folder`: where what they refer to may be read, if anywhere.
    ///
    /// What the import refuses is refused here, too; what it only tells is not told again.
    pub fn open(
        name: &str,
        file: Bytes,
        folder: Option<&Path>,
        options: &ImportOptions,
        work: &Work,
    ) -> Result<Self> {
        let mut report = Report::default();
        let container = container::open(&file, name, &mut report)?;
        preflight::check(container.json, name)?;
        let root = preflight::parse(container.json, &mut report)?;
        let budget = Budget::new(options.max_memory_bytes);
        let buffers = buffers::load(
            &root,
            &file,
            container.bin.as_ref(),
            folder,
            &budget,
            work,
            &mut report,
        )?;
        let start = container.json.as_ptr() as usize - file.as_ptr() as usize;
        let json = start..start + container.json.len();
        std::str::from_utf8(container.json)
            .map_err(|e| Issue::error("json-broken", "").with("reason", e.to_string()))?;
        Ok(Self {
            count: root.buffers.len(),
            file,
            json,
            buffers,
        })
    }

    /// The JSON as it is written.
    pub fn json(&self) -> &str {
        // Looked at when it was opened.
        std::str::from_utf8(&self.file[self.json.clone()]).unwrap_or("{}")
    }

    /// The bytes of each buffer, as long as the document says; `None` where one only stands in for compressed data.
    pub fn buffers(&self) -> Vec<Option<&[u8]>> {
        (0..self.count).map(|at| self.buffers.whole(at)).collect()
    }
}

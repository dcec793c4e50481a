//! Vertices that a person keeps an eye on, over the whole clip.

use std::sync::Arc;

use super::Effect;
use super::state::Shown;
use crate::animation::ClipId;
use crate::inspect::compare::VertexRef;
use crate::inspect::probe::VertexPaths;
use crate::skinning::Skinning;

/// What the paths of vertices follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbeKey {
    /// Which clip.
    pub clip: ClipId,
    /// Which vertices.
    pub vertices: Vec<VertexRef>,
    /// A and B.
    pub skinnings: [Skinning; 2],
    /// Where the masked method uses dual quaternions.
    pub mask: Vec<f32>,
    /// Instants a second.
    pub fps: f64,
}

/// The vertices, and what is known of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Probes {
    /// In the order in which they were pinned.
    pub pinned: Vec<VertexRef>,
    paths: Option<(ProbeKey, Arc<VertexPaths>)>,
}

impl Probes {
    /// Most that can be pinned: as many colours can be told apart.
    pub const MOST: usize = 6;

    /// The paths over a clip, if they are known; those of vertices that were pinned since are missing.
    pub fn of(&self, clip: Option<ClipId>) -> Option<&Arc<VertexPaths>> {
        self.paths
            .as_ref()
            .filter(|(key, _)| Some(key.clip) == clip)
            .map(|(_, paths)| paths)
    }

    /// Whether these are the paths that are there.
    pub fn has(&self, key: &ProbeKey) -> bool {
        self.paths.as_ref().is_some_and(|(k, _)| k == key)
    }

    pub(super) fn keep(&mut self, key: ProbeKey, paths: Arc<VertexPaths>) {
        self.paths = Some((key, paths));
    }

    pub(super) fn forget_numbers(&mut self) {
        self.paths = None;
    }

    pub(super) fn forget_model(&mut self) {
        *self = Self::default();
    }
}

/// One wish about them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ProbeCommand {
    /// Keeps an eye on a vertex; beyond [`Probes::MOST`] the oldest goes.
    Pin(VertexRef),
    /// No longer.
    Unpin(VertexRef),
    /// Puts all paths on the clipboard as a table.
    Copy,
}

pub(super) fn apply_probe(s: &mut Shown, command: ProbeCommand) -> Vec<Effect> {
    let pinned = &mut s.probes.pinned;
    match command {
        ProbeCommand::Pin(vertex) => {
            if !pinned.contains(&vertex) {
                if pinned.len() >= Probes::MOST {
                    pinned.remove(0);
                }
                pinned.push(vertex);
            }
        }
        ProbeCommand::Unpin(vertex) => pinned.retain(|v| *v != vertex),
        ProbeCommand::Copy => {
            let paths = s.probes.of(s.clip()).cloned();
            if let (Some(paths), Some(model)) = (paths, &s.model) {
                return vec![Effect::CopyText(paths.csv(model))];
            }
        }
    }
    Vec::new()
}

impl Shown {
    /// What is to be found out about pinned vertices; nothing while something is wrong on purpose.
    pub fn probe_key(&self) -> Option<ProbeKey> {
        if self.probes.pinned.is_empty() || self.shown_variant.fault.is_some() {
            return None;
        }
        Some(ProbeKey {
            clip: self.clip()?,
            vertices: self.probes.pinned.clone(),
            skinnings: self.lab.skinnings,
            mask: self.lab.mask.clone(),
            fps: self.fps(),
        })
    }
}

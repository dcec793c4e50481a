//! The keys of a clip as rows to show: one a joint, unfolded one a track.

use std::collections::BTreeSet;

use crate::animation::{Clip, JointId, Target};

/// What a track drives, of a joint or of a mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Channel {
    /// Place.
    Translation,
    /// Turn.
    #[default]
    Rotation,
    /// Size.
    Scale,
    /// Morph weights.
    Weights,
    /// Anything else that is animated.
    Property,
}

impl Channel {
    /// Those that curves can be shown of.
    pub const CURVES: [Self; 4] = [Self::Translation, Self::Rotation, Self::Scale, Self::Weights];

    /// That of a target.
    pub fn of(target: &Target) -> Self {
        match target {
            Target::Translation(_) => Self::Translation,
            Target::Rotation(_) => Self::Rotation,
            Target::Scale(_) => Self::Scale,
            Target::MorphWeights(_) => Self::Weights,
            Target::Property(_) => Self::Property,
        }
    }

    /// Its word in state dumps and texts.
    pub fn word(self) -> &'static str {
        match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::Weights => "weights",
            Self::Property => "property",
        }
    }
}

/// Whose keys a row shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowOf {
    /// A joint's.
    Joint(JointId),
    /// Those of a mesh's morph weights, by where they begin in the pose.
    Weights(u32),
    /// Of all animated properties.
    Properties,
}

/// All tracks of one joint, or of one mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyGroup {
    /// Whose.
    pub of: RowOf,
    /// Every time at which one of its tracks has a key, seconds, ascending.
    pub times: Vec<f32>,
    /// The tracks, by what they drive: indices into [`Clip::tracks`].
    pub tracks: Vec<(Channel, usize)>,
}

/// One row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyRow {
    /// Which group.
    pub group: usize,
    /// Which of its tracks; `None` is the group itself.
    pub track: Option<usize>,
}

/// The rows of a clip.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KeyRows {
    groups: Vec<KeyGroup>,
    unfolded: BTreeSet<RowOf>,
    rows: Vec<KeyRow>,
}

impl KeyRows {
    /// Takes the keys of a clip, joints in the order of `order`; what was unfolded stays so.
    pub(super) fn show(&mut self, clip: Option<&Clip>, order: &[JointId]) {
        self.groups.clear();
        if let Some(clip) = clip {
            self.groups = groups_of(clip, order);
        }
        self.rebuild();
    }

    /// The groups.
    pub fn groups(&self) -> &[KeyGroup] {
        &self.groups
    }

    /// The rows to show, from top to bottom.
    pub fn rows(&self) -> &[KeyRow] {
        &self.rows
    }

    /// Whether a group shows its tracks.
    pub fn is_unfolded(&self, of: RowOf) -> bool {
        self.unfolded.contains(&of)
    }

    /// The group of a joint.
    pub fn of_joint(&self, joint: JointId) -> Option<&KeyGroup> {
        self.groups.iter().find(|g| g.of == RowOf::Joint(joint))
    }

    pub(super) fn set_unfolded(&mut self, of: RowOf, unfolded: bool) {
        if unfolded {
            self.unfolded.insert(of);
        } else {
            self.unfolded.remove(&of);
        }
        self.rebuild();
    }

    pub(super) fn unfold_all(&mut self, unfolded: bool) {
        self.unfolded.clear();
        if unfolded {
            self.unfolded.extend(self.groups.iter().map(|g| g.of));
        }
        self.rebuild();
    }

    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    fn rebuild(&mut self) {
        self.rows.clear();
        for (group, g) in self.groups.iter().enumerate() {
            self.rows.push(KeyRow { group, track: None });
            if self.unfolded.contains(&g.of) {
                let tracks = (0..g.tracks.len()).map(|k| KeyRow {
                    group,
                    track: Some(k),
                });
                self.rows.extend(tracks);
            }
        }
    }
}

fn groups_of(clip: &Clip, order: &[JointId]) -> Vec<KeyGroup> {
    let mut place = vec![usize::MAX; order.iter().map(|j| j.index() + 1).max().unwrap_or(0)];
    for (at, joint) in order.iter().enumerate() {
        place[joint.index()] = at;
    }
    // By where the row stands, then by what it drives, then as in the file.
    let mut tracks: Vec<(usize, RowOf, Channel, usize)> = clip
        .tracks()
        .iter()
        .enumerate()
        .filter(|(_, t)| !t.keys.is_empty())
        .filter_map(|(index, t)| {
            let channel = Channel::of(&t.target);
            let (at, of) = match &t.target {
                Target::MorphWeights(range) => (usize::MAX - 1, RowOf::Weights(range.start)),
                Target::Property(_) => (usize::MAX, RowOf::Properties),
                _ => {
                    let joint = t.target.joint()?;
                    // What no scene shows has no row.
                    let at = place.get(joint.index()).copied().filter(|p| *p != usize::MAX)?;
                    (at, RowOf::Joint(joint))
                }
            };
            Some((at, of, channel, index))
        })
        .collect();
    tracks.sort();
    let mut groups: Vec<KeyGroup> = Vec::new();
    for (_, of, channel, index) in tracks {
        if groups.last().is_none_or(|g| g.of != of) {
            groups.push(KeyGroup {
                of,
                times: Vec::new(),
                tracks: Vec::new(),
            });
        }
        if let Some(group) = groups.last_mut() {
            group.tracks.push((channel, index));
            let times = clip.tracks()[index].keys.times();
            group.times.extend(times.iter().filter(|t| **t >= 0.0));
        }
    }
    for group in &mut groups {
        group.times.sort_by(f32::total_cmp);
        group.times.dedup();
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{Interpolation, Keys, Track};

    fn track(target: Target, times: &[f32]) -> Track {
        let width = target.width();
        let values = vec![1.0; width * times.len()];
        Track {
            target,
            keys: Keys::new(times.into(), values, width, Interpolation::Linear).unwrap(),
        }
    }

    #[test]
    fn rows_follow_the_tree_and_unfold_into_tracks() {
        let [a, b, c] = [0, 1, 2].map(JointId);
        let clip = Clip::new(
            None,
            vec![
                track(Target::MorphWeights(0..2), &[0.5]),
                track(Target::Scale(a), &[0.0, 1.0]),
                track(Target::Rotation(b), &[0.25]),
                track(Target::Translation(a), &[-1.0, 0.0, 0.5]),
                track(Target::Rotation(c), &[0.75]),
            ],
        );
        let mut rows = KeyRows::default();
        // The third joint is in no scene.
        rows.show(Some(&clip), &[b, a]);
        let of: Vec<RowOf> = rows.groups().iter().map(|g| g.of).collect();
        assert_eq!(of, [RowOf::Joint(b), RowOf::Joint(a), RowOf::Weights(0)]);
        assert_eq!(rows.of_joint(a).unwrap().times, [0.0, 0.5, 1.0]);
        assert_eq!(rows.rows().len(), 3);
        rows.set_unfolded(RowOf::Joint(a), true);
        assert_eq!(rows.rows().len(), 5);
        assert_eq!(
            rows.groups()[1].tracks,
            [(Channel::Translation, 3), (Channel::Scale, 1)]
        );
        rows.show(Some(&clip), &[b, a, c]);
        assert_eq!(rows.rows().len(), 6, "another clip keeps what is unfolded");
        rows.unfold_all(false);
        assert_eq!(rows.rows().len(), 4);
        rows.show(None, &[]);
        assert!(rows.rows().is_empty());
    }
}

//! Whether feet that stand on the ground stay where they stand.

use std::ops::Range;

use glam::{Vec2, Vec3};

use super::JointPaths;
use crate::animation::JointId;
use crate::model::Model;

/// When a foot counts as standing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactRule {
    /// No higher than this above the lowest place it has in the clip, metres.
    pub height: f32,
    /// No faster than this against the ground, metres a second.
    pub speed: f32,
}

impl ContactRule {
    /// For a character of this height, metres: 2.5 per cent of it (the rise of an ankle as the heel lifts), and 45 per
    /// cent of it a second: below a slow walk's swinging foot, above what anybody calls standing.
    pub fn for_height(height: f32) -> Self {
        let height = if height.is_finite() && height > 0.0 {
            height
        } else {
            1.0
        };
        Self {
            height: 0.025 * height,
            speed: 0.45 * height,
        }
    }
}

/// The contacts of one foot, and how it slides in them.
#[derive(Debug, Clone, PartialEq)]
pub struct FootSlide {
    /// The foot.
    pub joint: JointId,
    /// From instant to instant of the paths, each longer than one.
    pub contacts: Vec<Range<usize>>,
    /// How long it stands, seconds.
    pub contact_secs: f64,
    /// How far along the ground it gets at most from where it came down, in one contact, metres.
    pub slide: f64,
    /// The fastest it slides, metres a second, and when, seconds.
    pub fastest: (f64, f64),
}

/// The joints that are feet: by name, else those of the skin that lie lowest at rest and have nothing below them.
pub fn feet_of(model: &Model) -> Vec<JointId> {
    let skeleton = &model.skeleton;
    let mut in_skin = vec![model.skins.is_empty(); skeleton.len()];
    for joint in model.skins.iter().flat_map(crate::skinning::Skin::joints) {
        in_skin[joint.index()] = true;
    }
    let named = |words: &[&str]| -> Vec<JointId> {
        skeleton
            .joints()
            .filter(|j| in_skin[j.index()])
            .filter(|j| {
                let name = skeleton.name(*j).unwrap_or("").to_lowercase();
                let helper = ["ik", "pole", "ctrl", "toe", "roll", "twist"];
                words.iter().any(|w| name.contains(w)) && !helper.iter().any(|h| name.contains(h))
            })
            .collect()
    };
    // One joint a foot: the first that a name has on the way down.
    let topmost = |found: Vec<JointId>| -> Vec<JointId> {
        let above = |j: JointId| skeleton.ancestry(j).skip(1).any(|a| found.contains(&a));
        found.iter().copied().filter(|j| !above(*j)).collect()
    };
    for words in [&["foot", "ankle", "hoof", "paw"][..], &["toe", "ball"]] {
        let found = topmost(named(words));
        if !found.is_empty() {
            return found;
        }
    }
    let rest = skeleton.rest_model_pose();
    let height_of = |j: JointId| rest.model_from_joint(j).translation.y;
    let mut has_child = vec![false; skeleton.len()];
    for joint in skeleton.joints().filter(|j| in_skin[j.index()]) {
        if let Some(parent) = skeleton.parent(joint) {
            has_child[parent.index()] = true;
        }
    }
    let heights = || {
        skeleton
            .joints()
            .filter(|j| in_skin[j.index()])
            .map(height_of)
            .filter(|h| h.is_finite())
    };
    let (low, high) = heights().fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), y| {
        (l.min(y), h.max(y))
    });
    let near = low + 0.08 * (high - low);
    let lowest = |j: &JointId| in_skin[j.index()] && !has_child[j.index()] && height_of(*j) <= near;
    if high > low {
        skeleton.joints().filter(lowest).take(8).collect()
    } else {
        Vec::new()
    }
}

/// Finds the contacts of `feet` by `rule`, and how far each slides in them.
///
/// A clip whose root stays (`travels`, metres along the ground, is next to nothing) is one on a treadmill: its ground
/// moves, as fast as low feet do at the median. Slides are measured against that ground.
pub fn foot_slides(paths: &JointPaths, feet: &[JointId], rule: ContactRule, travels: f32) -> Vec<FootSlide> {
    let times = &paths.times;
    let found: Vec<(JointId, &[Vec3])> = feet.iter().filter_map(|j| Some((*j, paths.of(*j)?))).collect();
    // Whether a foot is low over the whole of a gap between two instants, and how fast it goes there.
    let low = |path: &[Vec3], ground: f32, k: usize| path[k].y.max(path[k + 1].y) - ground <= rule.height;
    let speed = |path: &[Vec3], k: usize| {
        let by = path[k + 1] - path[k];
        Vec2::new(by.x, by.z) / ((times[k + 1] - times[k]) as f32).max(1e-9)
    };
    let gaps = times.len().saturating_sub(1);
    let ground_of = |path: &[Vec3]| path.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
    let mut ground_speed = Vec2::ZERO;
    if travels <= 2.0 * rule.height {
        let all = || {
            found.iter().flat_map(|(_, path)| {
                let ground = ground_of(path);
                (0..gaps)
                    .filter(move |k| low(path, ground, *k))
                    .map(|k| speed(path, k))
            })
        };
        ground_speed = Vec2::new(median(all().map(|s| s.x)), median(all().map(|s| s.y)));
    }
    found
        .iter()
        .map(|&(joint, path)| {
            let ground = ground_of(path);
            let against_ground = |k: usize| speed(path, k) - ground_speed;
            let stands = |k: usize| low(path, ground, k) && against_ground(k).length() <= rule.speed;
            let mut slide = FootSlide {
                joint,
                contacts: Vec::new(),
                contact_secs: 0.0,
                slide: 0.0,
                fastest: (0.0, 0.0),
            };
            let mut k = 0;
            while k < gaps {
                let from = k;
                let mut away = Vec2::ZERO;
                while k < gaps && stands(k) {
                    let velocity = against_ground(k);
                    away += velocity * (times[k + 1] - times[k]) as f32;
                    slide.slide = slide.slide.max(away.length().into());
                    let fast = f64::from(velocity.length());
                    if fast > slide.fastest.0 {
                        slide.fastest = (fast, times[k]);
                    }
                    k += 1;
                }
                if k > from {
                    slide.contacts.push(from..k);
                    slide.contact_secs += times[k] - times[from];
                }
                k += 1;
            }
            slide
        })
        .collect()
}

/// The lower of the two in the middle; 0 of none.
fn median(values: impl Iterator<Item = f32>) -> f32 {
    let mut all: Vec<f32> = values.collect();
    all.sort_by(f32::total_cmp);
    all.get(all.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
}

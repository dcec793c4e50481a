//! A pose as text for the clipboard:
//! `{"rigscope-pose":1,"joints":{NAME:{"rotation":[x,y,z,w],"translation":[x,y,z]}}}`, local transforms.

use std::collections::{BTreeMap, HashMap};

use glam::{Quat, Vec3};
use serde_json::{Map, Value, json};

use crate::animation::{JointId, Pose};
use crate::math::Transform;
use crate::model::{Model, SceneId};

/// The key that tells a pose from any other text, and the version that this program writes and reads.
const KEY: &str = "rigscope-pose";
const VERSION: u64 = 1;
/// A longer text is none of ours.
const MOST_BYTES: usize = 32 << 20;
/// Farther than this from the parent, metres, is a mistake.
const FARTHEST: f64 = 1e6;

/// Why a text is no pose.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PoseTextError {
    /// Not what a pose looks like.
    #[error("it is not a pose that was copied here")]
    NotAPose,
    /// A version that this program does not know.
    #[error("its version is not 1")]
    Version,
    /// A number that is missing, not finite or far beyond any character.
    #[error("a number of the joint {0} is missing or out of bounds")]
    Number(String),
}

/// Local rotations and translations by the names of joints.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PoseText {
    joints: BTreeMap<String, (Option<Quat>, Option<Vec3>)>,
}

/// True for a text that says that it is a pose, right or wrong.
pub(super) fn is_pose(text: &str) -> bool {
    text.len() <= MOST_BYTES && text.trim_start().starts_with('{') && text.contains(KEY)
}

/// Reads a pose; nothing of a text with a mistake is taken.
///
/// # Errors
/// [`PoseTextError`].
pub(super) fn parse(text: &str) -> Result<PoseText, PoseTextError> {
    if text.len() > MOST_BYTES {
        return Err(PoseTextError::NotAPose);
    }
    let value: Value = serde_json::from_str(text).map_err(|_| PoseTextError::NotAPose)?;
    match value.get(KEY) {
        Some(version) if version.as_u64() == Some(VERSION) => {}
        Some(_) => return Err(PoseTextError::Version),
        None => return Err(PoseTextError::NotAPose),
    }
    let joints = value
        .get("joints")
        .and_then(Value::as_object)
        .ok_or(PoseTextError::NotAPose)?;
    let mut out = PoseText::default();
    for (name, joint) in joints {
        let wrong = || PoseTextError::Number(name.clone());
        let rotation = match joint.get("rotation") {
            None => None,
            Some(numbers) => {
                let q = Quat::from_array(numbers_of(numbers, 2.0).ok_or_else(wrong)?);
                // Far from unit length it is something else than a rotation.
                let is_rotation = (0.5..2.0).contains(&q.length());
                Some(is_rotation.then(|| q.normalize()).ok_or_else(wrong)?)
            }
        };
        let translation = match joint.get("translation") {
            None => None,
            Some(numbers) => Some(Vec3::from_array(numbers_of(numbers, FARTHEST).ok_or_else(wrong)?)),
        };
        if !joint.is_object() {
            return Err(wrong());
        }
        out.joints.insert(name.clone(), (rotation, translation));
    }
    Ok(out)
}

fn numbers_of<const N: usize>(value: &Value, most: f64) -> Option<[f32; N]> {
    let numbers = value.as_array().filter(|n| n.len() == N)?;
    let mut out = [0.0; N];
    for (out, number) in out.iter_mut().zip(numbers) {
        *out = number.as_f64().filter(|n| n.abs() <= most)? as f32;
    }
    Some(out)
}

/// By joint, its label; several that share one are numbered in their order.
fn labels(model: &Model) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let label = |joint: JointId| {
        let label = model.joint_label(joint);
        let count = seen.entry(label.clone()).or_insert(0);
        *count += 1;
        if *count == 1 {
            label
        } else {
            format!("{label} #{count}")
        }
    };
    model.skeleton.joints().map(label).collect()
}

impl PoseText {
    /// The joints of a scene as they are in `pose`.
    pub(super) fn of(model: &Model, scene: SceneId, pose: &Pose) -> Self {
        let labels = labels(model);
        let in_scene = model.scene(scene).map_or(&[][..], |s| &s.joints);
        let joints = in_scene.iter().filter(|j| j.index() < pose.len()).map(|j| {
            let local = pose.local(*j);
            (
                labels[j.index()].clone(),
                (Some(local.rotation), Some(local.translation)),
            )
        });
        Self {
            joints: joints.collect(),
        }
    }

    /// Number of joints.
    pub(super) fn len(&self) -> usize {
        self.joints.len()
    }

    /// The text.
    pub(super) fn to_json(&self) -> String {
        let joints: Map<String, Value> = self
            .joints
            .iter()
            .map(|(name, (rotation, translation))| {
                let mut joint = Map::new();
                if let Some(q) = rotation {
                    joint.insert("rotation".into(), json!(q.to_array()));
                }
                if let Some(t) = translation {
                    joint.insert("translation".into(), json!(t.to_array()));
                }
                (name.clone(), joint.into())
            })
            .collect();
        json!({ KEY: VERSION, "joints": joints }).to_string()
    }

    /// The joints of a model by these names, and the names that it does not have. What the text does not tell of a joint
    /// is as at rest; scales are those of the rest pose.
    pub(super) fn find(&self, model: &Model) -> (Vec<(JointId, Transform)>, Vec<String>) {
        let labels = labels(model);
        let by_label: HashMap<&str, JointId> = labels
            .iter()
            .map(String::as_str)
            .zip(model.skeleton.joints())
            .collect();
        let (mut joints, mut unknown) = (Vec::new(), Vec::new());
        for (name, (rotation, translation)) in &self.joints {
            let Some(&joint) = by_label.get(name.as_str()) else {
                unknown.push(name.clone());
                continue;
            };
            let rest = model.skeleton.rest(joint);
            joints.push((
                joint,
                Transform {
                    rotation: rotation.unwrap_or(rest.rotation),
                    translation: translation.unwrap_or(rest.translation),
                    ..rest
                },
            ));
        }
        (joints, unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_text_is_refused_with_its_reason() {
        let one = |joint: &str| format!(r#"{{"rigscope-pose":1,"joints":{{"Hand":{joint}}}}}"#);
        for (text, error) in [
            ("/home/me/fox.glb".to_owned(), PoseTextError::NotAPose),
            ("{}".to_owned(), PoseTextError::NotAPose),
            (r#"{"rigscope-pose":1}"#.to_owned(), PoseTextError::NotAPose),
            (
                r#"{"rigscope-pose":2,"joints":{}}"#.to_owned(),
                PoseTextError::Version,
            ),
            (
                one(r#"{"rotation":[0,0,0,0]}"#),
                PoseTextError::Number("Hand".into()),
            ),
            (
                one(r#"{"rotation":[0,0,1]}"#),
                PoseTextError::Number("Hand".into()),
            ),
            (
                one(r#"{"translation":[0,1e30,0]}"#),
                PoseTextError::Number("Hand".into()),
            ),
            (
                one(r#"{"translation":[0,null,0]}"#),
                PoseTextError::Number("Hand".into()),
            ),
            (one("7"), PoseTextError::Number("Hand".into())),
        ] {
            assert_eq!(parse(&text), Err(error), "{text}");
        }
        assert_eq!(parse(&one(r#"{"rotation":[0,0,0,1]}"#)).map(|p| p.len()), Ok(1));
        assert!(is_pose(r#" {"rigscope-pose":9"#) && !is_pose("/home/rigscope-pose.glb"));
    }
}

//! From where pictures are taken, so that all of what they show is in them.

use super::shots::{Shot, samples};
use crate::inspect::PoseRequest;
use crate::math::Bounds;
use crate::model::{Hidden, Model, SceneId, opening_bounds, outline_bounds};
use crate::skinning::SkinningMethod;
use crate::viewer::Camera;
use crate::work::{Cancelled, Work};

/// Room around the character, as in the window.
const MARGIN: f32 = 1.12;

/// A camera that stands still and holds all `shots`.
#[derive(Debug, Clone, Copy)]
pub struct Framed {
    /// Looks where the one that was given looks.
    pub camera: Camera,
    /// What the window would frame.
    pub opening: Bounds,
}

impl Framed {
    /// Frames `shots` of the right `model` from the direction of `camera`; `aspect` is width over height.
    /// What is hidden takes no room.
    pub fn new(
        model: &Model,
        scene: SceneId,
        (request, hidden): (&PoseRequest, &Hidden),
        shots: &[Shot],
        mut camera: Camera,
        aspect: f32,
        work: &Work,
    ) -> Result<Self, Cancelled> {
        // The same camera for every method: pictures of two lie on each other.
        let method = SkinningMethod::LinearBlend;
        let right = PoseRequest {
            fault: None,
            ..request.clone()
        };
        let clip = shots.first().and_then(|s| s.clip).or(right.blend.map(|b| b.0));
        let opening = opening_bounds(model, clip, scene, method, work)?;
        let now = samples(shots).fold(Bounds::EMPTY, |bounds, shot| {
            let mut posed = shot.request(&right).pose(model);
            posed.hidden.clone_from(hidden);
            bounds.union(&outline_bounds(model, &posed, scene, method))
        });
        // What shows is framed; of what is out of sight nobody wants to see where it was.
        let framed = if hidden.hides_parts() {
            now
        } else {
            followed(&opening, &now)
        };
        // The farthest of all sides: the camera goes round at one distance.
        let distance = samples(shots).map(|shot| {
            let mut turned = camera;
            turned.yaw += shot.turn;
            turned.frame(&framed, aspect, MARGIN);
            turned.distance
        });
        let distance = distance.fold(0.0, f32::max);
        camera.frame(&framed, aspect, MARGIN);
        camera.distance = distance;
        Ok(Self { camera, opening })
    }
}

/// The clip's bounds in place, carried to where the character is now, so that a walk does not leave the picture.
fn followed(opening: &Bounds, now: &Bounds) -> Bounds {
    if opening.is_empty() || now.is_empty() || opening.union(now).diagonal() <= opening.diagonal() * 1.001 {
        return opening.union(now);
    }
    let travel = (now.center() - opening.center()) * glam::Vec3::new(1.0, 0.0, 1.0);
    opening.moved(travel).union(now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn a_character_that_walked_away_is_followed_and_one_in_place_is_framed_as_ever() {
        let opening = Bounds {
            min: Vec3::new(-0.5, 0.0, -0.5),
            max: Vec3::new(0.5, 2.0, 0.5),
        };
        let inside = Bounds {
            min: Vec3::new(-0.3, 0.0, -0.2),
            max: Vec3::new(0.4, 1.8, 0.2),
        };
        assert_eq!(followed(&opening, &inside), opening);
        let away = inside.moved(Vec3::new(10.0, 0.0, 0.0));
        let framed = followed(&opening, &away);
        assert!(framed.contains(away.min, 0.0) && framed.contains(away.max, 0.0));
        assert!(framed.size().x < 1.5, "no ant: {framed:?}");
        assert_eq!(followed(&Bounds::EMPTY, &inside), inside);
    }
}

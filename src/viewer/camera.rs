//! The camera: orbiting, or looking through one of the file.

use glam::{Mat4, Vec2, Vec3};

use crate::math::Bounds;
use crate::model::{CameraPlace, Lens};

/// How depth maps to the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Projection {
    /// Nearer is larger.
    #[default]
    Perspective,
    /// Parallel.
    Orthographic,
}

/// A camera of the file that is looked through.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Through {
    /// Where it is in the pose that shows.
    pub place: CameraPlace,
    /// What it sees.
    pub lens: Lens,
}

/// Looks at `target` from `distance` away, or through a camera of the file. World: right-handed, +Y up, the character faces +Z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// What it looks at, model space.
    pub target: Vec3,
    /// Radians about +Y; 0 looks from +Z (at the face), positive moves the camera towards +X.
    pub yaw: f32,
    /// Radians; positive looks down from above.
    pub pitch: f32,
    /// Metres from `target`, more than 0.
    pub distance: f32,
    /// Vertical field of view, radians.
    pub fov_y: f32,
    /// Perspective or parallel.
    pub projection: Projection,
    /// A camera of the file in place of all the above, which wait for when it is left.
    pub through: Option<Through>,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            target: Vec3::ZERO,
            yaw: 0.0,
            pitch: 0.0,
            distance: 3.0,
            fov_y: 35_f32.to_radians(),
            projection: Projection::Perspective,
            through: None,
        }
    }
}

impl Camera {
    /// Straight up or down.
    pub const MAX_PITCH: f32 = std::f32::consts::FRAC_PI_2;

    /// Fields of view that can be set, radians.
    pub const FOV_RANGE: [f32; 2] = [0.035, 2.1];

    /// Another vertical field of view, radians, from where what is in the middle keeps its size.
    pub fn set_fov_y(&mut self, fov_y: f32) {
        let before = (0.5 * self.fov_y).tan();
        self.fov_y = fov_y.clamp(Self::FOV_RANGE[0], Self::FOV_RANGE[1]);
        self.distance = (self.distance * before / (0.5 * self.fov_y).tan()).clamp(1e-6, 1e9);
    }

    /// Unit vector from the target to the camera.
    pub fn backward(&self) -> Vec3 {
        if let Some(through) = &self.through {
            return through.place.backward;
        }
        let (sp, cp) = self.pitch.sin_cos();
        let (sy, cy) = self.yaw.sin_cos();
        Vec3::new(sy * cp, sp, cy * cp)
    }

    /// Where the camera is, model space.
    pub fn position(&self) -> Vec3 {
        if let Some(through) = &self.through {
            return through.place.position;
        }
        self.target + self.backward() * self.distance
    }

    /// Unit vectors to the right and up in the picture.
    pub fn right_up(&self) -> (Vec3, Vec3) {
        if let Some(through) = &self.through {
            return (through.place.right, through.place.up);
        }
        let (sy, cy) = self.yaw.sin_cos();
        let right = Vec3::new(cy, 0.0, -sy);
        (right, self.backward().cross(right))
    }

    /// `view_from_world`, right-handed, looking along -Z.
    pub fn view_from_world(&self) -> Mat4 {
        let (right, up) = self.right_up();
        let back = self.backward();
        let rotation = glam::Mat3::from_cols(right, up, back).transpose();
        Mat4::from_mat3_translation(rotation, -(rotation * self.position()))
    }

    /// How depth maps to the picture, whoever says so.
    pub fn projection_shown(&self) -> Projection {
        match self.through.map(|t| t.lens) {
            None => self.projection,
            Some(Lens::Perspective { .. }) => Projection::Perspective,
            Some(Lens::Orthographic { .. }) => Projection::Orthographic,
        }
    }

    /// Goes on orbiting from where the file's camera that was looked through is, with what it saw; only its roll goes.
    pub fn leave(&mut self) {
        let Some(Through { place, lens }) = self.through.take() else {
            return;
        };
        let back = place.backward;
        self.pitch = back.y.clamp(-1.0, 1.0).asin();
        self.yaw = if back.x.hypot(back.z) > 1e-4 {
            back.x.atan2(back.z)
        } else {
            (-place.right.z).atan2(place.right.x)
        }
        .rem_euclid(std::f32::consts::TAU);
        // It turns about what lies as deep as the target before.
        let depth = (place.position - self.target).dot(back);
        let depth = if depth > 1e-3 * self.distance {
            depth
        } else {
            self.distance
        };
        self.target = place.position - back * depth;
        match lens {
            Lens::Perspective { fov_y } => {
                self.projection = Projection::Perspective;
                self.fov_y = fov_y;
                self.distance = depth.clamp(1e-6, 1e9);
            }
            Lens::Orthographic { half_height } => {
                self.projection = Projection::Orthographic;
                self.distance = (half_height / (0.5 * self.fov_y).tan()).clamp(1e-6, 1e9);
            }
        }
    }

    /// Near plane: follows the distance, so that neither a 1 mm nor a 10 km model is cut.
    pub fn near(&self) -> f32 {
        if self.through.is_some() {
            // It may stand close to something in a large scene; a reversed depth loses nothing by it.
            return self.distance * 1e-4;
        }
        self.distance * 0.005
    }

    /// `clip_from_view`: reverse-Z (near 1, far 0), depth 0 to 1; infinite far for perspective.
    ///
    /// `aspect` is width over height.
    pub fn clip_from_view(&self, aspect: f32) -> Mat4 {
        let fov_y = match self.through.map(|t| t.lens) {
            Some(Lens::Orthographic { half_height }) => return self.parallel_slab(half_height, aspect),
            Some(Lens::Perspective { fov_y }) => fov_y,
            None => self.fov_y,
        };
        let half_height = (0.5 * fov_y).tan();
        match self.projection_shown() {
            Projection::Perspective => {
                let f = half_height.recip();
                Mat4::from_cols_array(&[
                    f / aspect,
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                    f,
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                    -1.0,
                    0.0,
                    0.0,
                    self.near(),
                    0.0,
                ])
            }
            Projection::Orthographic => {
                let h = half_height * self.distance;
                // The slab reaches far in front and behind: a parallel view must not cut what lies before the target.
                let depth = self.distance * 200.0;
                Mat4::from_cols_array(&[
                    (h * aspect).recip(),
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                    h.recip(),
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                    (2.0 * depth).recip(),
                    0.0,
                    0.0,
                    0.0,
                    0.5 + self.distance / (2.0 * depth),
                    1.0,
                ])
            }
        }
    }

    /// The parallel view of a camera of the file: from where it is, so that nothing behind it shows, to far away.
    fn parallel_slab(&self, half_height: f32, aspect: f32) -> Mat4 {
        let depth = self.distance * 400.0;
        Mat4::from_cols_array(&[
            (half_height * aspect).recip(),
            0.0,
            0.0,
            0.0,
            0.0,
            half_height.recip(),
            0.0,
            0.0,
            0.0,
            0.0,
            depth.recip(),
            0.0,
            0.0,
            0.0,
            1.0,
            1.0,
        ])
    }

    /// `clip_from_world`.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        self.clip_from_view(aspect) * self.view_from_world()
    }

    /// The camera for a picture of another shape, `to` (width over height), that shows all that this one shows in a picture
    /// of the shape `from`: a narrower one sees farther up and down.
    #[must_use]
    pub fn for_aspect(mut self, from: f32, to: f32) -> Self {
        if self.through.is_none() && to < from && to > 0.0 && from.is_finite() {
            let half_height = (0.5 * self.fov_y).tan() * from / to;
            // A lens as wide as that would show nothing but its own distortion.
            let widest = 120_f32.to_radians();
            self.fov_y = (2.0 * half_height.atan()).min(widest.max(self.fov_y));
        }
        self
    }

    /// Turns about the target; radians.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        self.yaw = (self.yaw + yaw).rem_euclid(std::f32::consts::TAU);
        self.pitch = (self.pitch + pitch).clamp(-Self::MAX_PITCH, Self::MAX_PITCH);
    }

    /// Moves the target with the picture; `by` in heights of the picture, x to the right, y up.
    pub fn pan(&mut self, by: Vec2) {
        let height = 2.0 * (0.5 * self.fov_y).tan() * self.distance;
        let (right, up) = self.right_up();
        self.target -= (right * by.x + up * by.y) * height;
    }

    /// Brings the camera nearer (`factor` < 1) or farther, keeping what is under `at` in its place.
    ///
    /// `at`: position in the picture relative to its middle, in heights of the picture, y up.
    pub fn zoom(&mut self, factor: f32, at: Vec2) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let before = self.distance;
        self.distance = (before * factor).clamp(1e-6, 1e9);
        let moved = 1.0 - self.distance / before;
        let height = 2.0 * (0.5 * self.fov_y).tan() * before;
        let (right, up) = self.right_up();
        self.target += (right * at.x + up * at.y) * height * moved;
    }

    /// Looks at the middle of `bounds` from a distance at which all of it fits; `margin` 1.0 is tight.
    pub fn frame(&mut self, bounds: &Bounds, aspect: f32, margin: f32) {
        // Finite corners can be farther apart than an f32 holds.
        if bounds.is_empty() || !bounds.size().is_finite() {
            return;
        }
        self.target = bounds.center();
        let (right, up) = self.right_up();
        let back = self.backward();
        let half = bounds.size() * 0.5;
        let tan_y = (0.5 * self.fov_y).tan();
        let tan_x = tan_y * aspect.max(1e-3);
        let perspective = match self.projection {
            Projection::Perspective => 1.0,
            Projection::Orthographic => 0.0,
        };
        // The nearest distance from which each corner is inside the picture.
        let fit = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]
            .into_iter()
            .flat_map(|[y, z]| {
                [
                    Vec3::new(half.x, y * half.y, z * half.z),
                    Vec3::new(-half.x, y * half.y, z * half.z),
                ]
            })
            .map(|corner| {
                let aside = (up.dot(corner).abs() / tan_y).max(right.dot(corner).abs() / tan_x);
                aside * margin + back.dot(corner) * perspective
            })
            .fold(0.0, f32::max);
        self.distance = fit.max(bounds.diagonal() * 0.05).clamp(1e-6, 1e9);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec4;

    fn ndc(camera: &Camera, p: Vec3) -> Vec3 {
        let v: Vec4 = camera.clip_from_world(1.5) * p.extend(1.0);
        v.truncate() / v.w
    }

    #[test]
    fn a_narrower_picture_shows_all_that_a_wide_one_did() {
        let c = Camera::default();
        assert_eq!(c.for_aspect(1.5, 2.0), c);
        let narrow = c.for_aspect(1.5, 0.5);
        let edge = |c: &Camera, aspect: f32| (0.5 * c.fov_y).tan() * aspect;
        assert!((edge(&c, 1.5) - edge(&narrow, 0.5)).abs() < 1e-6);
    }

    #[test]
    fn the_target_is_in_the_middle_and_depth_is_reversed() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let mut c = Camera {
                target: Vec3::new(1.0, 2.0, 3.0),
                yaw: 0.7,
                pitch: 0.3,
                projection,
                ..Camera::default()
            };
            let p = ndc(&c, c.target);
            assert!(p.truncate().length() < 1e-5);
            let nearer = ndc(&c, c.target + c.backward() * 0.5);
            assert!(
                nearer.z > p.z && p.z > 0.0 && nearer.z < 1.0,
                "{projection:?} {nearer} {p}"
            );
            let (right, up) = c.right_up();
            assert!(ndc(&c, c.target + right).x > 0.0 && ndc(&c, c.target + up).y > 0.0);
            c.pan(Vec2::new(0.25, 0.0));
            assert!(
                ndc(&c, Vec3::new(1.0, 2.0, 3.0)).x > 0.0,
                "what was in the middle moves with the hand"
            );
        }
    }

    fn through(lens: Lens) -> Camera {
        let turned = glam::Quat::from_rotation_y(0.6) * glam::Quat::from_rotation_x(-0.3);
        Camera {
            target: Vec3::new(0.0, 1.0, 0.0),
            through: Some(Through {
                place: CameraPlace {
                    position: turned * Vec3::Z * 4.0 + Vec3::Y,
                    right: turned * Vec3::X,
                    up: turned * Vec3::Y,
                    backward: turned * Vec3::Z,
                },
                lens,
            }),
            ..Camera::default()
        }
    }

    #[test]
    fn what_a_camera_of_the_file_sees_stays_when_it_is_left() {
        for lens in [
            Lens::Perspective { fov_y: 0.9 },
            Lens::Orthographic { half_height: 1.3 },
        ] {
            let mut c = through(lens);
            let points = [
                Vec3::new(0.2, 1.4, 0.3),
                Vec3::new(-0.5, 0.2, -0.1),
                Vec3::new(0.0, 1.0, 1.0),
            ];
            let before = points.map(|p| ndc(&c, p));
            assert!(before.iter().all(|p| (0.0..=1.0).contains(&p.z)), "{before:?}");
            let nearer = c.backward() * 0.5;
            assert!(ndc(&c, nearer).z > ndc(&c, Vec3::ZERO).z, "reversed depth");
            c.leave();
            assert_eq!(c.through, None);
            for (p, before) in points.into_iter().zip(before) {
                assert!((ndc(&c, p) - before).truncate().length() < 1e-4, "{lens:?}");
            }
        }
    }

    #[test]
    fn what_is_behind_a_parallel_camera_of_the_file_does_not_show() {
        let c = through(Lens::Orthographic { half_height: 1.0 });
        assert!(ndc(&c, c.position() + c.backward()).z > 1.0);
        assert!(ndc(&c, c.position() - c.backward()).z < 1.0);
    }

    #[test]
    fn zoom_keeps_what_is_under_the_cursor() {
        let mut c = Camera {
            yaw: 0.4,
            pitch: 0.2,
            ..Camera::default()
        };
        let (right, up) = c.right_up();
        let height = 2.0 * (0.5 * c.fov_y).tan() * c.distance;
        let at = Vec2::new(0.3, -0.2);
        let under = c.target + (right * at.x + up * at.y) * height;
        let before = ndc(&c, under);
        c.zoom(0.5, at);
        assert!((ndc(&c, under) - before).truncate().length() < 1e-4);
        c.zoom(f32::NAN, at);
        assert!(c.distance.is_finite());
    }

    #[test]
    fn framing_fits_the_whole_box_in_both_directions() {
        let tall = Bounds {
            min: Vec3::new(-0.2, 0.0, -0.2),
            max: Vec3::new(0.2, 1.8, 0.2),
        };
        let wide = Bounds {
            min: Vec3::new(-5.0, 0.0, -0.2),
            max: Vec3::new(5.0, 1.0, 0.2),
        };
        for bounds in [tall, wide] {
            let mut c = Camera {
                yaw: 0.5,
                pitch: 0.2,
                ..Camera::default()
            };
            c.frame(&bounds, 1.5, 1.05);
            for x in [bounds.min.x, bounds.max.x] {
                for y in [bounds.min.y, bounds.max.y] {
                    for z in [bounds.min.z, bounds.max.z] {
                        let p = ndc(&c, Vec3::new(x, y, z));
                        assert!(p.x.abs() <= 1.0 && p.y.abs() <= 1.0, "{p}");
                    }
                }
            }
        }
    }
}

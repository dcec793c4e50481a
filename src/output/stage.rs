//! The device with the model on it: draws one shot after the other.

use std::sync::Arc;

use super::shots::Shot;
use super::{Failure, Labels, Outcome};
use crate::animation::{Clip, ClipId, JointId, Player};
use crate::environment::Environment;
use crate::inspect::{LengthUnit, PoseRequest};
use crate::model::{CameraId, Hidden, Issue, Model, PosedModel};
use crate::render::{DrawStats, EnvironmentTexture, Gpu, GpuModel, Picture, Poses, Renderer, ViewTarget};
use crate::teach;
use crate::text::Texts;
use crate::ui::annotate::{Annotations, Band, WeightLegend, joint_names};
use crate::viewer::look::MarkedVertices;
use crate::viewer::view::View;
use crate::viewer::{Camera, Theme, Through};
use crate::work::Work;

/// Who is in the picture, and what is said about it.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The model as it is right, which cameras follow.
    pub model: Arc<Model>,
    /// The model as it shows: the right one, or one with a mistake.
    pub shown: Arc<Model>,
    /// The pose; each shot sets its clip and time.
    pub request: PoseRequest,
    /// What is played in every shot, where no clip and time say it: in the middle of a crossfade.
    pub playback: Option<Player>,
    /// The camera of the file to look through.
    pub camera: Option<CameraId>,
    /// The joint to look at.
    pub focus: Option<JointId>,
    /// Leaves out names of A and B, lines and legends where false.
    pub named: bool,
    /// What is wrong on purpose, or cured.
    pub band: Option<Band>,
    /// The unit of a legend.
    pub unit: LengthUnit,
    /// What is out of sight.
    pub hidden: Hidden,
    /// Vertices that are marked, if influences show.
    pub marked: MarkedVertices,
    /// How many samples of a pixel a picture is the mean of; see [`Renderer::draw_mean`].
    pub samples: u32,
    /// The clips after compression, by id, where B is the character as they move it; one that is not there is the model's.
    pub compressed: Option<Vec<Option<Arc<Clip>>>>,
}

impl Subject {
    /// The model in the pose of a shot, with what `view` needs; and as the compressed clips have it, where B is that.
    fn poses(&self, shot: &Shot, view: &View) -> (PosedModel, Option<PosedModel>) {
        let Some(compressed) = &self.compressed else {
            return (self.pose(shot, view), None);
        };
        let own = |id: ClipId| self.shown.clip(id);
        let other = |id: ClipId| {
            let clip = compressed.get(id.index()).and_then(Option::as_deref);
            clip.or(self.shown.clip(id))
        };
        let dual = view.needs_dual_quaternions();
        (
            self.pose_from(shot, &own, dual),
            Some(self.pose_from(shot, &other, dual)),
        )
    }

    fn pose_from<'c>(
        &self,
        shot: &Shot,
        clips: &dyn Fn(ClipId) -> Option<&'c Clip>,
        dual: bool,
    ) -> PosedModel {
        let mut posed = PosedModel::default();
        posed.joint_mask.clone_from(&self.request.joint_mask);
        posed.hidden.clone_from(&self.hidden);
        if let Some(player) = &self.playback {
            posed.update_from(&self.shown, player, clips, dual);
        } else {
            let request = shot.request(&self.request);
            let clip = request.clip.map(|c| (c, request.time_secs));
            posed.set_clips_from(&self.shown, clips, clip, request.blend, dual);
        }
        posed
    }

    /// The model in the pose of a shot, with what `view` needs.
    fn pose(&self, shot: &Shot, view: &View) -> PosedModel {
        let mut posed = self.posed(shot, view.needs_dual_quaternions());
        posed.hidden.clone_from(&self.hidden);
        posed
    }

    fn posed(&self, shot: &Shot, dual: bool) -> PosedModel {
        let Some(player) = &self.playback else {
            return shot.request(&self.request).pose_with(&self.shown, dual);
        };
        let mut posed = PosedModel::default();
        posed.joint_mask.clone_from(&self.request.joint_mask);
        match self.request.fault {
            None => posed.update(&self.shown, player, dual),
            Some(fault) => teach::update(fault, &mut posed, &self.shown, player, dual),
        }
        posed
    }

    /// Takes the camera to where the file's camera is at this moment, or turns it to the joint that was asked for.
    fn follow(&self, shot: &Shot, camera: &mut Camera) -> Result<(), Failure> {
        let through = self.camera.and_then(|id| self.model.camera(id));
        if through.is_none() && self.focus.is_none() {
            return Ok(());
        }
        let right = PoseRequest {
            fault: None,
            ..shot.request(&self.request)
        };
        let posed = right.pose(&self.model);
        if let Some(joint) = self.focus {
            camera.target = posed.model_space.model_from_joint(joint).translation.into();
        }
        if let Some(file) = through {
            let place = file.place(&posed).ok_or_else(|| {
                let issue = Issue::error("camera-without-direction", file.source.pointer.as_str());
                Failure::new(Outcome::Refused, issue)
            })?;
            camera.through = Some(Through {
                place,
                lens: file.lens,
            });
        }
        Ok(())
    }
}

/// Draws pictures of one subject in one size.
pub struct Stage<'a> {
    texts: &'a Texts,
    subject: &'a Subject,
    gpu: Gpu,
    renderer: Renderer,
    gpu_model: GpuModel,
    target: ViewTarget,
    labels: Labels,
    cost: DrawStats,
}

impl<'a> Stage<'a> {
    /// Prepares a device for pictures of `size` pixels, with words in the colours of `theme`.
    pub fn new(
        texts: &'a Texts,
        gpu: Gpu,
        subject: &'a Subject,
        size: [u32; 2],
        theme: Theme,
        work: &Work,
    ) -> Result<Self, Failure> {
        let most = gpu.max_texture_px();
        if size.iter().any(|&s| s > most) {
            let [w, h] = size.map(f64::from);
            let issue = Issue::error("picture-too-large", "")
                .with("width", w)
                .with("height", h)
                .with("most", most);
            return Err(Failure::new(Outcome::Stopped, issue));
        }
        let renderer = Renderer::new(&gpu);
        let gpu_model = GpuModel::new(&gpu, &renderer, &subject.shown, work)?;
        let target = ViewTarget::new(&gpu, size);
        let labels = Labels::new(&gpu, &target, theme);
        Ok(Self {
            texts,
            subject,
            gpu,
            renderer,
            gpu_model,
            target,
            labels,
            cost: DrawStats::default(),
        })
    }

    /// Lights by a picture of surroundings where a view asks for one.
    pub fn light_by(&mut self, environment: &Environment, work: &Work) -> Result<(), Failure> {
        let texture = EnvironmentTexture::upload(&self.gpu, environment, work)?;
        self.renderer.set_environment(&self.gpu, Some(texture));
        self.renderer.finish_environment(&self.gpu);
        Ok(self.gpu.take_error()?)
    }

    /// Draws `shot` as `view` sees it, which the shot's turn is added to.
    pub fn draw(&mut self, view: &View, shot: &Shot, caption: Option<String>) -> Result<Picture, Failure> {
        let subject = self.subject;
        let mut view = *view;
        view.camera.yaw += shot.turn;
        subject.follow(shot, &mut view.camera)?;
        let (posed, other) = subject.poses(shot, &view);
        let poses = other
            .as_ref()
            .map_or_else(|| Poses::from(&posed), |other| Poses::of_sides(&posed, other));
        self.cost = self.renderer.draw_mean(
            &self.gpu,
            &mut self.gpu_model,
            (&subject.shown, poses),
            &view,
            &self.target,
            subject.samples,
        );
        let mut annotations = Annotations {
            named: view.layout.shows_both() && subject.named,
            band: subject.band.clone(),
            caption,
            weights: view
                .weights
                .as_ref()
                .filter(|_| subject.named)
                .map(|w| WeightLegend::new(self.texts, &subject.shown, view.scene, w, subject.marked)),
            joints: if view.overlays.names {
                joint_names(&subject.shown, &posed, &view)
            } else {
                Vec::new()
            },
            ..Annotations::new(self.texts, view.skinnings, view.layout, subject.unit)
        };
        if let Some(clips) = &subject.compressed {
            annotations.name_compressed(self.texts, clips.iter().any(Option::is_some));
        }
        let says = annotations.named
            || annotations.band.is_some()
            || annotations.caption.is_some()
            || annotations.weights.is_some()
            || !annotations.joints.is_empty();
        if says {
            self.labels.paint(&self.gpu, &self.target, &annotations);
        }
        self.gpu.take_error()?;
        Ok(self.target.read(&self.gpu)?)
    }

    /// What the last picture took.
    pub fn cost(&self) -> DrawStats {
        self.cost
    }

    /// Seconds that the device worked on one sample of a picture, by its own clock; `None` where it has none.
    pub fn device_secs(&mut self) -> Option<f64> {
        self.renderer.device_secs()
    }

    /// Which device draws.
    pub fn device(&self) -> String {
        self.gpu.description()
    }
}

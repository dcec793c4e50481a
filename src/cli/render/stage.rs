//! The device with the model on it: draws one shot after the other.

use super::shots::Shot;
use super::{Plan, RenderArgs};
use crate::cli::console::Console;
use crate::cli::failure::{Failure, Outcome};
use crate::cli::gpu;
use crate::cli::labels::Labels;
use crate::environment::Environment;
use crate::inspect::PoseRequest;
use crate::model::{Issue, Model};
use crate::render::{EnvironmentTexture, Gpu, GpuModel, Picture, Renderer, ViewTarget};
use crate::ui::annotate::{Annotations, Band};
use crate::viewer::view::View;
use crate::viewer::{Camera, Through};
use crate::work::Work;

pub(super) struct Stage<'a> {
    console: &'a Console,
    args: &'a RenderArgs,
    /// The file's model, which its cameras follow.
    model: &'a Model,
    /// The model as it shows: the file's, or one with a mistake.
    shown: &'a Model,
    gpu: Gpu,
    renderer: Renderer,
    gpu_model: GpuModel,
    target: ViewTarget,
    labels: Labels,
}

impl<'a> Stage<'a> {
    /// Opens the device for pictures of `size` pixels.
    pub(super) fn open(
        console: &'a Console,
        args: &'a RenderArgs,
        (model, shown): (&'a Model, &'a Model),
        size: [u32; 2],
        work: &Work,
    ) -> Result<Self, Failure> {
        let gpu = gpu::open(console, args.backend.unwrap_or_default())?;
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
        let gpu_model = GpuModel::new(&gpu, &renderer, shown, work)?;
        let target = ViewTarget::new(&gpu, size);
        let labels = Labels::new(&gpu, &target, args.theme.unwrap_or_default());
        Ok(Self {
            console,
            args,
            model,
            shown,
            gpu,
            renderer,
            gpu_model,
            target,
            labels,
        })
    }

    /// Lights by a picture of surroundings where a view asks for one.
    pub(super) fn light_by(&mut self, environment: &Environment, work: &Work) -> Result<(), Failure> {
        let texture = EnvironmentTexture::upload(&self.gpu, environment, work)?;
        self.renderer.set_environment(&self.gpu, Some(texture));
        self.renderer.finish_environment(&self.gpu);
        Ok(self.gpu.take_error()?)
    }

    /// Draws `shot` as `view` sees it, which the shot's turn is added to.
    pub(super) fn draw(
        &mut self,
        plan: &Plan,
        view: &View,
        shot: &Shot,
        caption: Option<String>,
    ) -> Result<Picture, Failure> {
        let mut view = *view;
        view.camera.yaw += shot.turn;
        self.follow(plan, shot, &mut view.camera)?;
        let posed = plan.pose(self.shown, shot);
        self.renderer.draw(
            &self.gpu,
            &mut self.gpu_model,
            self.shown,
            &posed,
            &view,
            &self.target,
        );
        let texts = &self.console.texts;
        let annotations = Annotations {
            named: view.layout.shows_both() && !self.args.no_labels,
            band: self.args.teach.map(|fault| Band::of(texts, fault)),
            caption,
            ..Annotations::new(texts, view.skinnings, view.layout, plan.unit)
        };
        if annotations.named || annotations.band.is_some() || annotations.caption.is_some() {
            self.labels.paint(&self.gpu, &self.target, &annotations);
        }
        self.gpu.take_error()?;
        Ok(self.target.read(&self.gpu)?)
    }

    /// Takes the camera to where the file's camera is at this moment, or turns it to the joint that was asked for.
    fn follow(&self, plan: &Plan, shot: &Shot, camera: &mut Camera) -> Result<(), Failure> {
        let through = plan.camera.and_then(|id| self.model.camera(id));
        if through.is_none() && plan.focus.is_none() {
            return Ok(());
        }
        let right = PoseRequest {
            fault: None,
            ..shot.request(&plan.request)
        };
        let posed = right.pose(self.model);
        if let Some(joint) = plan.focus {
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

    /// Which device draws.
    pub(super) fn device(&self) -> String {
        self.gpu.description()
    }
}

//! The device with the model on it: draws one shot after the other.

use super::shots::Shot;
use super::{Plan, RenderArgs};
use crate::cli::console::Console;
use crate::cli::failure::{Failure, Outcome};
use crate::cli::gpu;
use crate::cli::labels::Labels;
use crate::inspect::PoseRequest;
use crate::model::{Issue, Model};
use crate::render::{Gpu, GpuModel, Picture, Renderer, ViewTarget};
use crate::ui::annotate::{Annotations, Band};
use crate::viewer::Through;
use crate::viewer::view::View;
use crate::work::Work;

pub(super) struct Stage<'a> {
    console: &'a Console,
    args: &'a RenderArgs,
    /// The file's model.
    right: &'a Model,
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
        [right, shown]: [&'a Model; 2],
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
            right,
            shown,
            gpu,
            renderer,
            gpu_model,
            target,
            labels,
        })
    }

    /// Draws `shot` as `view` sees it, which the shot's turn is added to.
    pub(super) fn draw(
        &mut self,
        plan: &Plan,
        view: &View,
        shot: &Shot,
        caption: Option<String>,
    ) -> Result<Picture, Failure> {
        let mut view = view.clone();
        view.camera.yaw += shot.turn;
        view.camera.through = self.through(plan, shot)?;
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

    /// The camera of the file that is looked through, where it is at that moment. What is wrong on purpose is seen from
    /// where the right picture is.
    fn through(&self, plan: &Plan, shot: &Shot) -> Result<Option<Through>, Failure> {
        let Some(camera) = plan.camera.and_then(|id| self.right.camera(id)) else {
            return Ok(None);
        };
        let right = PoseRequest {
            fault: None,
            ..plan.request.clone()
        };
        let posed = shot.request(&right).pose(self.right);
        let Some(place) = camera.place(&posed) else {
            let issue = Issue::error("camera-without-direction", camera.source.pointer.as_str());
            return Err(Failure::new(Outcome::Refused, issue).about(self.args.model.display().to_string()));
        };
        Ok(Some(Through {
            place,
            lens: camera.lens,
        }))
    }

    /// Which device draws.
    pub(super) fn device(&self) -> String {
        self.gpu.description()
    }
}

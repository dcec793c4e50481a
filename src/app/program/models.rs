//! Models come and go: what was loaded, varied or lost with a device, and what the person is told when it fails.

use std::sync::Arc;

use winit::event_loop::ActiveEventLoop;

use super::super::graphics::Graphics;
use super::super::loading::{Loaded, Uploaded, Varied};
use super::Program;
use crate::import::ImportError;
use crate::model::{Issue, Model, opening_bounds_of, quick_samples};
use crate::render::RenderError;
use crate::viewer::{Again, ErrorCard, Report, Variant, report};
use crate::work::Work;

impl Program {
    pub(super) fn loaded(
        &mut self,
        event_loop: &ActiveEventLoop,
        ticket: u64,
        result: Result<Loaded, ImportError>,
    ) {
        if !self.loader.is_awaited(ticket) {
            return;
        }
        match result {
            Ok(loaded) => self.take_over(event_loop, loaded),
            Err(ImportError::Cancelled) => self.load_ended(Report::LoadCancelled),
            Err(ImportError::Refused(issue)) => {
                let card = ErrorCard {
                    again: self.loader.last_text().map(Again::Open),
                    ..self.issue_card(self.loading_name(), &issue)
                };
                self.load_ended(Report::LoadFailed(card));
            }
        }
        self.redraw();
    }

    /// Shows what was read and uploaded, or tries the upload once more where that may help.
    pub(super) fn take_over(&mut self, event_loop: &ActiveEventLoop, loaded: Loaded) {
        if self.shell.as_ref().is_some_and(|s| s.graphics.is_lost()) {
            self.rebuild(event_loop);
        }
        let Some(shell) = &mut self.shell else {
            // Suspended: uploaded when there is a device again.
            self.load_ended(Report::Loaded {
                model: loaded.model,
                opening_bounds: loaded.opening_bounds,
            });
            return;
        };
        let again = match &loaded.uploaded {
            Ok(uploaded) => !uploaded.uploader.is_for(&shell.graphics.gpu),
            Err(RenderError::Lost) => true,
            // Two large characters at once may be too much.
            Err(RenderError::OutOfMemory { .. }) => shell.graphics.make_room(),
            Err(_) => false,
        };
        if again {
            let uploader = shell.graphics.uploader();
            self.loader.upload_again(loaded, uploader);
            return;
        }
        match loaded.uploaded {
            Ok(uploaded) => {
                shell.graphics.show(Arc::clone(&loaded.model), uploaded.gpu_model);
                self.load_ended(Report::Loaded {
                    model: loaded.model,
                    opening_bounds: loaded.opening_bounds,
                });
            }
            Err(RenderError::Cancelled) => self.load_ended(Report::LoadCancelled),
            Err(error) => {
                let card = self.device_card(self.loading_name(), &error);
                self.load_ended(Report::LoadFailed(card));
                // It may have made room for nothing.
                self.restore_model();
            }
        }
    }

    pub(super) fn load_ended(&mut self, how: Report) {
        if matches!(how, Report::Loaded { .. }) {
            self.loader.is_opened();
        }
        self.loader.finish();
        report(&mut self.state, how);
        self.last_frame = None;
    }

    pub(super) fn loading_name(&self) -> String {
        let loading = self.state.loading.as_ref();
        loading.map_or_else(String::new, |l| l.name.clone())
    }

    pub(super) fn issue_card(&self, subject: String, issue: &Issue) -> ErrorCard {
        let words = self.texts.issue(issue);
        ErrorCard {
            subject,
            what: words.what,
            place: issue.pointer.clone(),
            remedy: words.remedy,
            again: None,
        }
    }

    pub(super) fn device_card(&self, subject: String, error: &RenderError) -> ErrorCard {
        ErrorCard {
            subject,
            what: error.to_string(),
            place: self
                .shell
                .as_ref()
                .map_or_else(String::new, |s| s.graphics.gpu.description()),
            remedy: self.texts.get("device-remedy"),
            again: None,
        }
    }

    /// Begins to make a variant of the model that is open.
    pub(super) fn vary(&mut self, variant: Variant) {
        let (Some(original), Some(shown)) = (&self.state.original, &self.state.model) else {
            return;
        };
        let models = [Arc::clone(original), Arc::clone(shown)];
        let framing = (self.state.scene, self.state.method());
        let graphics = self.shell.as_ref().map(|s| &s.graphics);
        let (prior, uploader) = (
            graphics.and_then(Graphics::prior),
            graphics.map(Graphics::uploader),
        );
        if let Err(error) = self.loader.vary(variant, models, framing, prior, uploader) {
            let card = self.device_card(self.shown_name(), &RenderError::Device(error.to_string()));
            report(&mut self.state, Report::VaryFailed(card));
        }
    }

    pub(super) fn varied(&mut self, event_loop: &ActiveEventLoop, varied: Varied) {
        // Another one was chosen, or another model opened since.
        let same = |m: &Arc<Model>| Arc::ptr_eq(m, &varied.original);
        if self.state.variant != varied.variant || !self.state.original.as_ref().is_some_and(same) {
            return;
        }
        if self.shell.as_ref().is_some_and(|s| s.graphics.is_lost()) {
            self.rebuild(event_loop);
        }
        let Ok(made) = varied.made else {
            // Given up for another device; it is still wanted.
            self.vary(varied.variant);
            return;
        };
        match (made.uploaded, &mut self.shell) {
            (Some(Ok(uploaded)), Some(shell)) if uploaded.uploader.is_for(&shell.graphics.gpu) => {
                shell.graphics.show(Arc::clone(&made.model), uploaded.gpu_model);
            }
            // A device that was lost since, or none at all: it gets the model when it is there again.
            (None | Some(Ok(_) | Err(RenderError::Lost)), _) | (_, None) => {}
            (Some(Err(error)), Some(_)) => {
                let card = self.device_card(self.shown_name(), &error);
                report(&mut self.state, Report::VaryFailed(card));
                self.redraw();
                return;
            }
        }
        let opening_bounds = if varied.scene == self.state.scene {
            made.opening_bounds
        } else {
            let (clip, scene) = (made.model.opening_clip(), self.state.scene);
            let (samples, work) = (quick_samples(&made.model, scene, u32::MAX), Work::alone());
            opening_bounds_of(&made.model, clip, scene, self.state.method(), samples, &work)
                .unwrap_or(made.opening_bounds)
        };
        report(
            &mut self.state,
            Report::Varied {
                variant: varied.variant,
                model: made.model,
                opening_bounds,
            },
        );
        report(&mut self.state, Report::VisibleFaults(made.visible_faults));
        self.restore_model();
        self.last_frame = None;
        self.redraw();
    }

    pub(super) fn shown_name(&self) -> String {
        self.state
            .model
            .as_ref()
            .map_or_else(String::new, |m| m.name.clone())
    }

    /// Gives the device the model of the state, if it lacks it: a variant, after a failure, or on a new device.
    pub(super) fn restore_model(&mut self) {
        if let (Some(shell), Some(model)) = (&self.shell, &self.state.model)
            && !shell.graphics.shows(model)
        {
            let (model, prior) = (Arc::clone(model), shell.graphics.prior());
            self.loader.restore(model, prior, shell.graphics.uploader());
        }
    }

    pub(super) fn restored(
        &mut self,
        event_loop: &ActiveEventLoop,
        model: Arc<Model>,
        uploaded: Result<Uploaded, RenderError>,
    ) {
        // Another one may have been opened since.
        if !self.state.model.as_ref().is_some_and(|m| Arc::ptr_eq(m, &model)) {
            return;
        }
        if self.shell.as_ref().is_some_and(|s| s.graphics.is_lost()) {
            self.rebuild(event_loop);
            return;
        }
        let Some(shell) = &mut self.shell else { return };
        match uploaded {
            Ok(uploaded) if uploaded.uploader.is_for(&shell.graphics.gpu) => {
                shell.graphics.show(model, uploaded.gpu_model);
            }
            // Meant for a device that was lost since: what is for the new one is under way.
            Ok(_) | Err(RenderError::Lost | RenderError::Cancelled) => return,
            Err(error) => {
                let card = self.device_card(model.name.clone(), &error);
                report(&mut self.state, Report::Failed(card));
            }
        }
        self.last_frame = None;
        self.redraw();
    }
}

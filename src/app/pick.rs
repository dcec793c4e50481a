//! The vertex under a click, found on a thread of its own: a large model takes longer than a frame.

use winit::event_loop::EventLoopProxy;

use super::program::Happening;
use crate::model::PosedModel;
use crate::skinning::Skinning;
use crate::teach;
use crate::viewer::ViewerState;
use crate::viewer::pick::{Ray, vertex_under};
use crate::work::Work;

/// Looks for what was clicked last.
#[derive(Debug)]
pub(super) struct Picker {
    proxy: EventLoopProxy<Happening>,
    work: Option<Work>,
}

impl Picker {
    pub(super) fn new(proxy: EventLoopProxy<Happening>) -> Self {
        Self { proxy, work: None }
    }

    /// Begins to look in the frame that shows, and gives up an earlier click.
    pub(super) fn find(&mut self, state: &ViewerState, ray: Ray, skinning: Skinning) {
        self.cancel();
        let Some(model) = state.model.clone() else { return };
        let (player, mask) = (state.player.clone(), state.lab.mask.clone());
        let hidden = state.posed.hidden.clone();
        let (scene, fault) = (state.scene, state.shown_variant.fault);
        let (proxy, work) = (self.proxy.clone(), Work::alone());
        self.work = Some(work.clone());
        let thread = std::thread::Builder::new()
            .name("pick".to_owned())
            .spawn(move || {
                let mut posed = PosedModel::default();
                posed.joint_mask = mask;
                posed.hidden = hidden;
                let dual = skinning.method.needs_dual_quaternions();
                match fault {
                    None => posed.update(&model, &player, dual),
                    Some(fault) => teach::update(fault, &mut posed, &model, &player, dual),
                }
                if let Ok(vertex) = vertex_under(&model, &posed, scene, (skinning, fault), ray, &work) {
                    let _ = proxy.send_event(Happening::Picked { model, vertex });
                }
            });
        if let Err(error) = thread {
            log::warn!("no thread to find what was clicked: {error}");
        }
    }

    /// Gives it up.
    pub(super) fn cancel(&mut self) {
        if let Some(work) = self.work.take() {
            work.cancel.cancel();
        }
    }
}

//! What the graphics device does: frames of crowds, vertices of both ways to skin.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::Budget;
use super::crowd::Crowd;
use crate::animation::runtime::SimdPath;
use crate::cli::failure::Failure;
use crate::math::Bounds;
use crate::model::{Model, SceneId, quick_bounds};
use crate::render::{Gpu, GpuModel, RenderError, Renderer, ViewTarget};
use crate::skinning::{Skinning, SkinningMethod};
use crate::viewer::Camera;
use crate::viewer::view::{Layout, View};
use crate::work::Work;

/// How far [`measure`] moves the progress.
pub(super) const STEPS: u64 = 4;

/// Pixels of a frame.
const SIZE_PX: [u32; 2] = [1280, 720];
/// So few pixels that vertices are what counts.
const TINY_PX: [u32; 2] = [64, 64];
/// Characters in a picture.
const CROWDS: [usize; 3] = [1, 100, 1000];
/// Vertices of a picture that is made of vertices alone: about that many.
const VERTICES: usize = 200_000;
/// Seconds from one frame to the next.
const STEP_SECS: f64 = 1.0 / 60.0;

#[derive(Debug, Serialize)]
pub(super) struct GpuFigures {
    /// The device as it calls itself.
    pub device: String,
    /// True if the processor plays graphics device.
    pub software: bool,
    /// Pixels.
    pub width: u32,
    pub height: u32,
    /// By number of characters, each in a crossfade of its own.
    pub frames: Vec<FrameFigures>,
    /// Skinning alone; `None` where the device refused.
    pub skinning: Option<SkinningFigures>,
}

#[derive(Debug, Serialize)]
pub(super) struct FrameFigures {
    pub characters: usize,
    pub vertices: usize,
    /// `None` where it was left out: too slow for the time there is, or more than the device takes.
    pub frames_per_second: Option<f64>,
    /// Milliseconds of a frame, and what of it was posing on one core.
    pub frame_ms: Option<f64>,
    pub pose_ms: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct SkinningFigures {
    /// Of one picture.
    pub vertices: usize,
    /// Vertices of whole frames, shadows and all, at so few pixels that little else counts.
    pub lbs_vertices_per_second: f64,
    pub dqs_vertices_per_second: f64,
    /// A frame of dual quaternion skinning to one of linear blending.
    pub dqs_to_lbs: f64,
}

/// A crowd on the device.
struct Stage<'a> {
    gpu: &'a Gpu,
    renderer: Renderer,
    crowd: Crowd,
    gpu_model: GpuModel,
    target: ViewTarget,
    view: View,
}

impl<'a> Stage<'a> {
    fn new(
        gpu: &'a Gpu,
        path: SimdPath,
        model: &Model,
        count: usize,
        size_px: [u32; 2],
    ) -> Result<Self, RenderError> {
        let mut crowd = Crowd::new(path, model, count, apart(model));
        crowd.pose(true);
        let renderer = Renderer::new(gpu);
        let gpu_model = GpuModel::new(gpu, &renderer, &crowd.model, &Work::alone())?;
        let lbs: Skinning = SkinningMethod::LinearBlend.into();
        let bounds = quick_bounds(&crowd.model, &crowd.posed, SceneId(0), lbs);
        let mut camera = Camera::default();
        camera.frame(&bounds, size_px[0] as f32 / size_px[1] as f32, 1.12);
        let view = View {
            size_px,
            camera,
            scene: SceneId(0),
            ground_y: bounds.min.y,
            model_size: bounds.diagonal(),
            layout: Layout::A,
            ..View::default()
        };
        Ok(Self {
            target: ViewTarget::new(gpu, size_px),
            gpu,
            renderer,
            crowd,
            gpu_model,
            view,
        })
    }

    /// One frame, until the device has drawn it; returns what posing took.
    fn frame(&mut self, method: SkinningMethod) -> Result<Duration, RenderError> {
        let began = Instant::now();
        self.crowd.advance(STEP_SECS);
        self.crowd.pose(method.needs_dual_quaternions());
        let posed = began.elapsed();
        let skinning: Skinning = method.into();
        let view = View {
            skinnings: [skinning; 2],
            ..self.view
        };
        self.renderer.draw(
            self.gpu,
            &mut self.gpu_model,
            &self.crowd.model,
            &self.crowd.posed,
            &view,
            &self.target,
        );
        self.gpu
            .device
            .poll(wgpu::PollType::wait_indefinitely())
            .map_err(|_| RenderError::Lost)?;
        self.gpu.take_error()?;
        Ok(posed)
    }
}

/// Metres between two of a crowd: nobody stands in another.
fn apart(model: &Model) -> f32 {
    let posed = crate::model::PosedModel::at_rest(model);
    let lbs: Skinning = SkinningMethod::LinearBlend.into();
    let bounds: Bounds = quick_bounds(model, &posed, model.default_scene, lbs);
    let size = bounds.max - bounds.min;
    size.x.max(size.z).max(1e-3) * 1.1
}

pub(super) fn measure(
    gpu: &Gpu,
    path: SimdPath,
    model: &Model,
    budget: Budget,
    work: &Work,
) -> Result<GpuFigures, Failure> {
    let mut frames = Vec::new();
    let mut per_character = 0.0;
    for count in CROWDS {
        work.cancel.check()?;
        let expected = Duration::from_secs_f64(per_character * count as f64);
        let figures = crowd_frames(gpu, path, model, count, budget, expected);
        per_character = figures
            .frame_ms
            .map_or(f64::INFINITY, |ms| ms * 1e-3 / count as f64);
        if !per_character.is_finite() {
            per_character = 1e3;
        }
        frames.push(figures);
        work.progress.add(1);
    }
    let skinning = skinning(gpu, path, model, budget);
    work.progress.add(1);
    gpu.take_error()?;
    Ok(GpuFigures {
        device: gpu.description(),
        software: gpu.is_software(),
        width: SIZE_PX[0],
        height: SIZE_PX[1],
        frames,
        skinning,
    })
}

/// Frames of a crowd for a while; `expected` is what one may take. The first makes pipelines and is not counted.
fn crowd_frames(
    gpu: &Gpu,
    path: SimdPath,
    model: &Model,
    count: usize,
    budget: Budget,
    expected: Duration,
) -> FrameFigures {
    let vertices = model.vertex_count(model.default_scene) * count;
    let left_out = FrameFigures {
        characters: count,
        vertices,
        frames_per_second: None,
        frame_ms: None,
        pose_ms: None,
    };
    // Two at least, and something is left for the rest.
    if expected * 4 > budget.left() {
        return left_out;
    }
    let measured = || -> Result<(f64, f64), RenderError> {
        let mut stage = Stage::new(gpu, path, model, count, SIZE_PX)?;
        stage.frame(SkinningMethod::LinearBlend)?;
        let share = budget.share(0.1).min(budget.left() / 2);
        let (began, mut all) = (Instant::now(), Vec::new());
        while all.is_empty() || began.elapsed() < share {
            let start = Instant::now();
            let posed = stage.frame(SkinningMethod::LinearBlend)?;
            all.push((start.elapsed().as_secs_f64(), posed.as_secs_f64()));
        }
        // The frame in the middle: what a person sees, not the luckiest.
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        Ok(all[all.len() / 2])
    };
    match measured() {
        Ok((frame, pose)) => FrameFigures {
            frames_per_second: Some(1.0 / frame),
            frame_ms: Some(frame * 1e3),
            pose_ms: Some(pose * 1e3),
            ..left_out
        },
        Err(error) => {
            log::info!("{count} characters: {error}");
            left_out
        }
    }
}

/// Both ways to skin, in turn, the best of each.
fn skinning(gpu: &Gpu, path: SimdPath, model: &Model, budget: Budget) -> Option<SkinningFigures> {
    let one = model.vertex_count(model.default_scene).max(1);
    let count = (VERTICES / one).clamp(1, 400);
    let measured = || -> Result<[f64; 2], RenderError> {
        let mut stage = Stage::new(gpu, path, model, count, TINY_PX)?;
        let methods = [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion];
        for method in methods {
            stage.frame(method)?;
        }
        let share = budget.share(0.12).min(budget.left());
        let (began, mut best, mut rounds) = (Instant::now(), [f64::INFINITY; 2], 0);
        while rounds < 3 || began.elapsed() < share {
            for (method, best) in methods.into_iter().zip(&mut best) {
                let start = Instant::now();
                let posed = stage.frame(method)?;
                *best = best.min(start.elapsed().saturating_sub(posed).as_secs_f64());
            }
            rounds += 1;
        }
        Ok(best)
    };
    let [lbs, dqs] = measured().inspect_err(|e| log::info!("skinning: {e}")).ok()?;
    let vertices = one * count;
    Some(SkinningFigures {
        vertices,
        lbs_vertices_per_second: vertices as f64 / lbs,
        dqs_vertices_per_second: vertices as f64 / dqs,
        dqs_to_lbs: dqs / lbs,
    })
}

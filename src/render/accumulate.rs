//! A picture that is refined: the mean of many samples of it, each moved by a part of a pixel.
//!
//! Data flow: sample 0 is drawn as any picture. With sample 1 its light is put aside in a texture of floats; that and every
//! later sample is averaged in there, display light by display light, and the mean is shown.

use glam::{Mat4, Vec2, Vec3};

use super::cost::{DrawStats, texture_bytes};
use super::environment::Environments;
use super::layout::Poses;
use super::pipelines::{Layouts, PipelineKey, Pipelines};
use super::preset::Quality;
use super::renderer::color_attachment;
use super::target::ViewTarget;
use super::{Gpu, GpuModel, Renderer};
use crate::model::Model;
use crate::viewer::view::View;

/// Enough bits for the mean of any number of samples. Neither blended nor filtered: devices need not.
pub(super) const MEAN_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Float;

/// Most samples of a picture that is refined while a person looks at it.
pub const MOST_SAMPLES: u32 = 64;
/// The same where each sample is drawn on the CPU: edges are smooth by then, and the fan may rest.
pub const MOST_SAMPLES_ON_CPU: u32 = 16;

/// Decides which sample of a picture comes next: 0 of a new one, the following ones while nothing changes, none at rest.
#[derive(Debug)]
pub struct Refinement<K> {
    /// What the picture follows from.
    key: Option<K>,
    drawn: u32,
}

impl<K> Default for Refinement<K> {
    fn default() -> Self {
        Self { key: None, drawn: 0 }
    }
}

impl<K: PartialEq> Refinement<K> {
    /// The sample to draw for a picture that follows from `key`, of at most `most`; `None` if all are drawn.
    pub fn next(&mut self, key: K, most: u32) -> Option<u32> {
        if self.key.as_ref() != Some(&key) {
            self.key = Some(key);
            self.drawn = 0;
            // A key that is not even itself (a number that is none) would begin anew for ever.
            #[expect(clippy::eq_op, reason = "that is what is asked")]
            let is_itself = self.key == self.key;
            if !is_itself {
                self.drawn = most.max(1);
                return Some(0);
            }
        }
        if self.drawn >= most.max(1) {
            return None;
        }
        self.drawn += 1;
        Some(self.drawn - 1)
    }

    /// How many samples were drawn.
    pub fn drawn(&self) -> u32 {
        self.drawn
    }

    /// True if the picture is not there yet at its best.
    pub fn goes_on(&self, most: u32) -> bool {
        self.drawn < most
    }

    /// Begins anew, whatever the key.
    pub fn restart(&mut self) {
        self.key = None;
        self.drawn = 0;
    }
}

impl Renderer {
    /// Draws the mean of `samples` samples into `target`, all at once; one is what [`Self::draw`] draws. The same number
    /// gives the same picture. What it took is what all took together.
    pub fn draw_mean<'a>(
        &mut self,
        gpu: &Gpu,
        gpu_model: &mut GpuModel,
        (model, poses): (&Model, impl Into<Poses<'a>>),
        view: &View,
        target: &ViewTarget,
        samples: u32,
    ) -> DrawStats {
        // What is drawn while things move does not count.
        let first = match samples {
            0 | 1 => 0,
            _ => Quality::of(view.preset, gpu, 0).first_sample,
        };
        let poses = poses.into();
        let mut all = DrawStats::default();
        for sample in first..first + samples.max(1) {
            let one = self.draw_sample(gpu, gpu_model, (model, poses), view, target, sample);
            all = all.and(&one);
        }
        all
    }
}

/// How far sample `sample` is moved, pixels, right and down. Sample 0 stays; the others fill a pixel evenly, also where
/// four samples already share each: what is shaded once a pixel must not alias either, and edges become as soft as those of
/// a renderer's usual filter. Source: Halton 1964, bases 2 and 3.
pub(super) fn jitter_px(sample: u32) -> Vec2 {
    if sample == 0 {
        return Vec2::ZERO;
    }
    Vec2::new(radical_inverse(sample, 2), radical_inverse(sample, 3)) - 0.5
}

/// By how many levels the pictures of materials are read sharper in sample `sample`: samples that fill the pixel average what
/// lies in it by themselves, while a blurred level also holds what lies beside the picture's parts and shows as seams.
/// Relief keeps a blur of its own, see material.wgsl.
pub(super) fn texel_bias(sample: u32) -> f32 {
    if sample == 0 { 0.0 } else { -0.8 }
}

/// The digits of `index` mirrored at the point.
fn radical_inverse(mut index: u32, base: u32) -> f32 {
    let (mut value, mut digit) = (0.0, 1.0 / base as f32);
    while index > 0 {
        value += (index % base) as f32 * digit;
        index /= base;
        digit /= base as f32;
    }
    value
}

/// Moves a picture of `size_px` by `by_px`, right and down.
pub(super) fn moved(clip_from_model: Mat4, by_px: Vec2, size_px: Vec2) -> Mat4 {
    if by_px == Vec2::ZERO {
        return clip_from_model;
    }
    let by = 2.0 * by_px / size_px;
    Mat4::from_translation(Vec3::new(by.x, -by.y, 0.0)) * clip_from_model
}

/// The mean of the samples of a target, in turn in one and the other of two textures.
#[derive(Debug)]
pub(super) struct Mean {
    textures: [wgpu::Texture; 2],
    views: [wgpu::TextureView; 2],
    /// What is put into texture k: the light drawn last, and the mean so far, which is in the other texture.
    binds: [wgpu::BindGroup; 2],
    /// What the last pass reads.
    pub finish_binds: [wgpu::BindGroup; 2],
}

impl Mean {
    pub(super) fn new(
        gpu: &Gpu,
        layouts: &Layouts,
        environments: &Environments,
        target: &ViewTarget,
    ) -> Self {
        let [width, height] = target.size_px();
        let textures = [0, 1].map(|_| {
            gpu.create_texture(&wgpu::TextureDescriptor {
                label: Some("mean of samples"),
                size: wgpu::Extent3d {
                    width,
                    height,
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: MEAN_FORMAT,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            })
        });
        let views = [0, 1].map(|k: usize| textures[k].create_view(&wgpu::TextureViewDescriptor::default()));
        let view = wgpu::BindingResource::TextureView;
        let binds = [0, 1].map(|k: usize| {
            let both = [view(&target.resolved), view(&views[1 - k])];
            gpu.bind_in_order("mean of samples", &layouts.mean, &both)
        });
        let finish_binds = [0, 1].map(|k: usize| environments.finish_bind(gpu, layouts, &views[k]));
        Self {
            textures,
            views,
            binds,
            finish_binds,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.textures.iter().map(texture_bytes).sum()
    }

    /// Adds the light that was drawn last as the `nth` sample of the mean, from 0. Where the mean is afterwards:
    /// texture `nth % 2`. How much it counts is told to the shader by the number of its instance: that needs no buffer.
    pub(super) fn add(&self, encoder: &mut wgpu::CommandEncoder, pipelines: &Pipelines, nth: u32) {
        let into = (nth % 2) as usize;
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("mean of samples"),
            color_attachments: &[Some(color_attachment(&self.views[into]))],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(pipelines.get(PipelineKey::Accumulate));
        pass.set_bind_group(0, &self.binds[into], &[]);
        pass.draw(0..3, nth..nth + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_refined_to_its_last_sample_and_then_rests() {
        let mut refinement = Refinement::default();
        let first: Vec<_> = std::iter::from_fn(|| refinement.next("a", MOST_SAMPLES)).collect();
        assert_eq!(first, (0..64).collect::<Vec<_>>());
        assert_eq!(
            (refinement.next("a", MOST_SAMPLES), refinement.drawn()),
            (None, 64)
        );
        // Any change begins anew, at once.
        assert_eq!(refinement.next("b", MOST_SAMPLES), Some(0));
        assert_eq!(refinement.next("b", MOST_SAMPLES), Some(1));
        assert_eq!(refinement.next("a", MOST_SAMPLES), Some(0));
        refinement.restart();
        assert_eq!(refinement.next("a", 0), Some(0), "a picture there always is");
        assert_eq!(refinement.next("a", 0), None);
    }

    #[test]
    fn samples_fill_a_pixel_evenly() {
        let all: Vec<Vec2> = (1..64).map(jitter_px).collect();
        assert!(all.iter().all(|j| j.abs().max_element() <= 0.5));
        let mean = all.iter().sum::<Vec2>() / all.len() as f32;
        assert!(mean.length() < 0.015, "{mean}");
        // Sixteen cells have four each, more or less.
        let mut cells = [0; 16];
        for j in &all {
            let cell = ((*j / 0.5 + 1.0) * 2.0).min(Vec2::splat(3.0)).as_uvec2();
            cells[(4 * cell.y + cell.x) as usize] += 1;
        }
        assert!(cells.iter().all(|n| (2..=6).contains(n)), "{cells:?}");
        assert_eq!(jitter_px(0), Vec2::ZERO);
    }

    #[test]
    fn a_moved_picture_moves_by_pixels() {
        let clip = moved(Mat4::IDENTITY, Vec2::new(1.0, 2.0), Vec2::new(100.0, 50.0));
        let at = clip.project_point3(Vec3::ZERO);
        assert!((at - Vec3::new(0.02, -0.08, 0.0)).length() < 1e-6, "{at}");
    }
}

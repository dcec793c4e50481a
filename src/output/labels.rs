//! Words over a finished picture: the interface's own painter, without a window.

use egui::{Rect, ViewportId, pos2, vec2};

use crate::render::{Gpu, ViewTarget};
use crate::ui::annotate::{Annotations, annotate};
use crate::ui::theme::{self, Tokens};
use crate::viewer::Theme;

/// Pixels of a picture's shorter side at which words have their nominal size; larger pictures have larger words.
const NOMINAL_PX: f32 = 720.0;

/// The painter of words over pictures of one size.
pub struct Labels {
    ctx: egui::Context,
    renderer: egui_wgpu::Renderer,
    tokens: Tokens,
    screen: Rect,
    pixels_per_point: f32,
    max_texture_side: usize,
}

impl Labels {
    /// For pictures like that of `target`.
    pub fn new(gpu: &Gpu, target: &ViewTarget, theme: Theme) -> Self {
        let [width, height] = target.size_px();
        let pixels_per_point = (width.min(height) as f32 / NOMINAL_PX).max(1.0);
        let points = vec2(width as f32, height as f32) / pixels_per_point;
        let ctx = egui::Context::default();
        theme::install(&ctx);
        theme::choose(&ctx, theme);
        // Dithering would make the same words differ from picture to picture by nothing that anybody sees.
        let options = egui_wgpu::RendererOptions {
            dithering: false,
            ..egui_wgpu::RendererOptions::default()
        };
        Self {
            ctx,
            renderer: egui_wgpu::Renderer::new(&gpu.device, target.texture().format(), options),
            tokens: Tokens::of(theme),
            screen: Rect::from_min_size(pos2(0.0, 0.0), points),
            pixels_per_point,
            max_texture_side: gpu.max_texture_px() as usize,
        }
    }

    /// Paints `annotations` over the picture in `target`.
    pub fn paint(&mut self, gpu: &Gpu, target: &ViewTarget, annotations: &Annotations) {
        let mut input = egui::RawInput {
            screen_rect: Some(self.screen),
            max_texture_side: Some(self.max_texture_side),
            ..egui::RawInput::default()
        };
        input
            .viewports
            .entry(ViewportId::ROOT)
            .or_default()
            .native_pixels_per_point = Some(self.pixels_per_point);
        let (screen, tokens) = (self.screen, self.tokens);
        let mut output = self.ctx.run_ui(input, |ui| {
            annotate(ui.painter(), screen, annotations, &tokens);
        });
        let primitives = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        self.draw(
            gpu,
            target,
            &output.textures_delta,
            &primitives,
            output.pixels_per_point,
        );
        // They are applied; nothing is freed before the textures go with the renderer.
        output.textures_delta.clear();
    }

    fn draw(
        &mut self,
        gpu: &Gpu,
        target: &ViewTarget,
        textures: &egui::TexturesDelta,
        primitives: &[egui::ClippedPrimitive],
        pixels_per_point: f32,
    ) {
        let (device, queue) = (&gpu.device, &gpu.queue);
        let renderer = &mut self.renderer;
        let mut set: Vec<_> = textures.set.iter().collect();
        set.sort_by_key(|(id, _)| **id);
        for (id, parts) in set {
            for part in parts {
                renderer.update_texture(device, queue, *id, part);
            }
        }
        let screen = egui_wgpu::ScreenDescriptor {
            size_in_pixels: target.size_px(),
            pixels_per_point,
        };
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("labels"),
        });
        let mut commands = renderer.update_buffers(device, queue, &mut encoder, primitives, &screen);
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("labels"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target.texture_view(),
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Load,
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        let mut pass = pass.forget_lifetime();
        renderer.render(&mut pass, primitives, &screen);
        drop(pass);
        commands.push(encoder.finish());
        queue.submit(commands);
    }
}

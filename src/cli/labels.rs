//! Words over a finished picture: the interface's own painter, without a window.

use egui::{Rect, ViewportId, pos2, vec2};

use super::args::Theme;
use crate::render::{Gpu, ViewTarget};
use crate::ui::annotate::{Annotations, annotate};
use crate::ui::theme::{self, Tokens};
use crate::viewer;

/// Pixels of a picture's shorter side at which words have their nominal size; larger pictures have larger words.
const NOMINAL_PX: f32 = 720.0;

/// Paints `annotations` over the picture in `target`.
pub(super) fn paint(gpu: &Gpu, target: &ViewTarget, annotations: &Annotations, theme: Theme) {
    let theme = match theme {
        Theme::Dark => viewer::Theme::Dark,
        Theme::Light => viewer::Theme::Light,
    };
    let [width, height] = target.size_px();
    let pixels_per_point = (width.min(height) as f32 / NOMINAL_PX).max(1.0);
    let points = vec2(width as f32, height as f32) / pixels_per_point;
    let screen = Rect::from_min_size(pos2(0.0, 0.0), points);
    let ctx = egui::Context::default();
    theme::install(&ctx);
    theme::choose(&ctx, theme);
    let mut input = egui::RawInput {
        screen_rect: Some(screen),
        max_texture_side: Some(gpu.max_texture_px() as usize),
        ..egui::RawInput::default()
    };
    input
        .viewports
        .entry(ViewportId::ROOT)
        .or_default()
        .native_pixels_per_point = Some(pixels_per_point);
    let tokens = Tokens::of(theme);
    let mut output = ctx.run_ui(input, |ui| {
        annotate(ui.painter(), screen, annotations, &tokens);
    });
    let primitives = ctx.tessellate(output.shapes, output.pixels_per_point);
    draw(
        gpu,
        target,
        &output.textures_delta,
        &primitives,
        output.pixels_per_point,
    );
    // They are applied; nothing is freed, since the textures go with the renderer.
    output.textures_delta.clear();
}

fn draw(
    gpu: &Gpu,
    target: &ViewTarget,
    textures: &egui::TexturesDelta,
    primitives: &[egui::ClippedPrimitive],
    pixels_per_point: f32,
) {
    let (device, queue) = (&gpu.device, &gpu.queue);
    // Dithering would make the same words differ from picture to picture by nothing that anybody sees.
    let options = egui_wgpu::RendererOptions {
        dithering: false,
        ..egui_wgpu::RendererOptions::default()
    };
    let mut renderer = egui_wgpu::Renderer::new(device, target.texture().format(), options);
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

//! The window's surface, the device behind it, and everything that lives on it.

use std::sync::Arc;
use std::time::Duration;

use egui::TextureId;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use super::AppError;
use crate::model::Model;
use crate::render::{
    EnvironmentTexture, Gpu, GpuModel, GpuOptions, MOST_SAMPLES, MOST_SAMPLES_ON_CPU, Picture, Poses, Prior,
    Refinement, RenderError, Renderer, Uploader, ViewTarget, chosen_preset, read_opaque,
};
use crate::viewer::view::{Layout, View};
use crate::viewer::{Cost, ViewerState};

/// What became of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presented {
    /// It is on the screen.
    Shown,
    /// Nothing can be shown now; an event will say when.
    Hidden,
    /// Try again at once.
    Again,
}

/// Device, surface and textures.
pub(super) struct Graphics {
    window: Arc<Window>,
    instance: wgpu::Instance,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    pub(super) gpu: Gpu,
    renderer: Renderer,
    target: ViewTarget,
    interface: egui_wgpu::Renderer,
    /// The 3D view, as the interface knows it.
    picture: TextureId,
    model: Option<(Arc<Model>, GpuModel)>,
    refinement: Refinement<PictureKey>,
    /// The device as it calls itself.
    device_name: Arc<str>,
    /// Of the last picture, until it is asked for.
    cost: Option<Cost>,
}

/// What the 3D view follows from, besides the model: view and pose.
#[derive(Debug, PartialEq)]
struct PictureKey {
    view: View,
    pose_revision: u64,
}

impl Graphics {
    /// Opens a device that can draw on `window`.
    pub(super) fn new(
        event_loop: &ActiveEventLoop,
        window: Arc<Window>,
        options: &GpuOptions,
    ) -> Result<Self, AppError> {
        let mut descriptor =
            wgpu::InstanceDescriptor::new_with_display_handle(Box::new(event_loop.owned_display_handle()));
        descriptor.backends = options.backends();
        let instance = wgpu::Instance::new(descriptor);
        let no_window = |cause: String| AppError::NoWindow { cause };
        let surface = instance
            .create_surface(Arc::clone(&window))
            .map_err(|e| no_window(e.to_string()))?;
        let (gpu, adapter) = Gpu::for_surface(&instance, &surface, options)?;
        log::info!("drawing with {}", gpu.description());
        let capabilities = surface.get_capabilities(&adapter);
        // egui and our own picture hold encoded values: the surface must not encode them once more.
        let format = [wgpu::TextureFormat::Rgba8Unorm, wgpu::TextureFormat::Bgra8Unorm]
            .into_iter()
            .find(|f| capabilities.formats.contains(f))
            .or_else(|| capabilities.formats.first().copied())
            .ok_or_else(|| no_window("the surface offers no pixel format".to_owned()))?;
        let mut config = surface
            .get_default_config(&adapter, 1, 1)
            .ok_or_else(|| no_window("the adapter cannot draw on this surface".to_owned()))?;
        config.format = format;
        config.present_mode = wgpu::PresentMode::Fifo;
        let renderer = Renderer::new(&gpu);
        let target = ViewTarget::new(&gpu, [1, 1]);
        let options = egui_wgpu::RendererOptions {
            dithering: true,
            ..egui_wgpu::RendererOptions::default()
        };
        let mut interface = egui_wgpu::Renderer::new(&gpu.device, format, options);
        let picture =
            interface.register_native_texture(&gpu.device, target.texture_view(), wgpu::FilterMode::Nearest);
        let mut graphics = Self {
            device_name: gpu.description().into(),
            window,
            instance,
            surface,
            config,
            gpu,
            renderer,
            target,
            interface,
            picture,
            model: None,
            refinement: Refinement::default(),
            cost: None,
        };
        graphics.configure();
        Ok(graphics)
    }

    /// The 3D view, as the interface knows it.
    pub(super) fn picture(&self) -> TextureId {
        self.picture
    }

    /// True once the device is gone. Asks the device to tell: it says so only when it is polled.
    pub(super) fn is_lost(&self) -> bool {
        if let Err(error) = self.gpu.device.poll(wgpu::PollType::Poll) {
            log::debug!("the graphics device cannot be asked: {error}");
        }
        self.gpu.is_lost()
    }

    /// Pixels of the surface: those of the window, as far as the device can.
    pub(super) fn size_px(&self) -> [u32; 2] {
        let size = self.window.inner_size();
        let most = self.gpu.max_texture_px();
        [size.width.min(most), size.height.min(most)]
    }

    fn configure(&mut self) {
        let [width, height] = self.size_px();
        if width > 0 && height > 0 {
            self.config.width = width;
            self.config.height = height;
            self.surface.configure(&self.gpu.device, &self.config);
        }
    }

    /// What uploads models to this device, on any thread.
    pub(super) fn uploader(&self) -> Uploader {
        self.renderer.uploader(&self.gpu)
    }

    /// Lights by a picture of surroundings, as soon as it is filtered.
    pub(super) fn light_by(&mut self, texture: EnvironmentTexture) {
        self.renderer.set_environment(&self.gpu, Some(texture));
        self.refinement.restart();
    }

    /// True while that takes more frames.
    pub(super) fn is_filtering(&self) -> bool {
        self.renderer.is_filtering()
    }

    /// Shows a model from now on; the one before it is freed.
    pub(super) fn show(&mut self, model: Arc<Model>, gpu_model: GpuModel) {
        self.model = Some((model, gpu_model));
        self.refinement.restart();
    }

    /// True if the device has this model.
    pub(super) fn shows(&self, model: &Arc<Model>) -> bool {
        self.model.as_ref().is_some_and(|(m, _)| Arc::ptr_eq(m, model))
    }

    /// What a variant of the shown model has in common with it.
    pub(super) fn prior(&self) -> Option<Prior> {
        self.model
            .as_ref()
            .map(|(model, uploaded)| uploaded.prior(Arc::clone(model)))
    }

    /// Frees the model that is shown. False if there was none.
    pub(super) fn make_room(&mut self) -> bool {
        self.model.take().is_some()
    }

    /// Uploads `texture` of the interface whole: a new device has none.
    pub(super) fn restore_fonts(&mut self, ctx: &egui::Context) {
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method alone is not general enough"
        )]
        let image = ctx.fonts(|fonts| fonts.image());
        let options = egui::epaint::TextureAtlas::texture_options();
        let delta = egui::epaint::ImageDelta::full(image, options);
        self.interface
            .update_texture(&self.gpu.device, &self.gpu.queue, TextureId::default(), &delta);
    }

    /// Takes over what the interface changed in its textures; must happen for every frame of it, shown or not.
    pub(super) fn update_textures(&mut self, deltas: &egui::TexturesDelta) {
        let mut set: Vec<_> = deltas.set.iter().collect();
        set.sort_by_key(|(id, _)| **id);
        for (id, parts) in set {
            for part in parts {
                self.interface
                    .update_texture(&self.gpu.device, &self.gpu.queue, *id, part);
            }
        }
    }

    /// Frees what the interface no longer uses; after the frame was drawn.
    pub(super) fn free_textures(&mut self, deltas: &egui::TexturesDelta) {
        let mut free: Vec<_> = deltas.free.iter().collect();
        free.sort();
        for id in free {
            self.interface.free_texture(id);
        }
    }

    /// Draws the view and the interface over it, and shows both. `layout` is the one that the interface was laid out
    /// for: names and the line between halves fit the picture, also in the frame in which another one is chosen.
    pub(super) fn paint(
        &mut self,
        state: &ViewerState,
        layout: Layout,
        view_px: [u32; 2],
        primitives: &[egui::ClippedPrimitive],
        pixels_per_point: f32,
    ) -> Presented {
        let size_px = self.size_px();
        if size_px.contains(&0) {
            return Presented::Hidden;
        }
        if size_px != [self.config.width, self.config.height] {
            self.configure();
        }
        let Some(frame) = self.acquire() else {
            return Presented::Again;
        };
        let frame = match frame {
            Ok(frame) => frame,
            Err(presented) => return presented,
        };
        self.draw_view(state, layout, view_px);
        let target = frame.texture.create_view(&wgpu::TextureViewDescriptor::default());
        self.draw_interface(&target, primitives, pixels_per_point);
        self.window.pre_present_notify();
        self.gpu.queue.present(frame);
        Presented::Shown
    }

    /// Draws the interface, with the view in it, into a texture as large as the surface.
    fn draw_interface(
        &mut self,
        target: &wgpu::TextureView,
        primitives: &[egui::ClippedPrimitive],
        pixels_per_point: f32,
    ) {
        let screen = egui_wgpu::ScreenDescriptor {
            size_in_pixels: [self.config.width, self.config.height],
            pixels_per_point,
        };
        let device = &self.gpu.device;
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("interface"),
        });
        let mut commands =
            self.interface
                .update_buffers(device, &self.gpu.queue, &mut encoder, primitives, &screen);
        {
            let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("interface"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: target,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            });
            self.interface
                .render(&mut pass.forget_lifetime(), primitives, &screen);
        }
        commands.push(encoder.finish());
        self.gpu.queue.submit(commands);
    }

    /// The window as it was just painted.
    pub(super) fn whole_window(
        &mut self,
        primitives: &[egui::ClippedPrimitive],
        pixels_per_point: f32,
    ) -> Result<Picture, RenderError> {
        let [width, height] = [self.config.width, self.config.height];
        let texture = self.gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("window for the clipboard"),
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: self.config.format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let target = texture.create_view(&wgpu::TextureViewDescriptor::default());
        self.draw_interface(&target, primitives, pixels_per_point);
        read_opaque(&self.gpu, &texture)
    }

    /// The next picture of the surface; `None` if it has to be tried again.
    fn acquire(&mut self) -> Option<Result<wgpu::SurfaceTexture, Presented>> {
        use wgpu::CurrentSurfaceTexture as Current;
        // A resize between the event and here is normal: once more with the right size.
        for attempt in 0..2 {
            match self.surface.get_current_texture() {
                Current::Success(frame) => return Some(Ok(frame)),
                // Some window systems never find a surface optimal.
                Current::Suboptimal(frame) if attempt > 0 => return Some(Ok(frame)),
                Current::Suboptimal(frame) => {
                    drop(frame);
                    self.configure();
                }
                Current::Outdated | Current::Validation => self.configure(),
                Current::Lost => {
                    match self.instance.create_surface(Arc::clone(&self.window)) {
                        Ok(surface) => self.surface = surface,
                        Err(error) => log::error!("the window's surface cannot be made again: {error}"),
                    }
                    self.configure();
                }
                Current::Timeout => return None,
                Current::Occluded => return Some(Err(Presented::Hidden)),
            }
        }
        None
    }

    fn draw_view(&mut self, state: &ViewerState, layout: Layout, view_px: [u32; 2]) {
        let (Some((model, uploaded)), Some(shown)) = (&mut self.model, &state.model) else {
            return;
        };
        if !Arc::ptr_eq(model, shown) || view_px.contains(&0) {
            return;
        }
        let before = self.target.size_px();
        self.target.resize(&self.gpu, view_px);
        if self.target.size_px() != before {
            self.refinement.restart();
            self.interface.update_egui_texture_from_wgpu_texture(
                &self.gpu.device,
                self.target.texture_view(),
                wgpu::FilterMode::Nearest,
                self.picture,
            );
        }
        let view = View {
            layout,
            ..state.view(self.target.size_px())
        };
        let most = most_samples(&self.gpu);
        let key = PictureKey {
            view,
            pose_revision: state.pose_revision,
        };
        if self.renderer.is_filtering() {
            // What lights may be another in each frame.
            self.refinement.restart();
        }
        // At rest the picture is there: only the interface is drawn anew.
        let Some(sample) = self.refinement.next(key, most) else {
            return;
        };
        let poses = state.posed_compressed.as_deref().map_or_else(
            || Poses::from(&state.posed),
            |compressed| Poses::of_sides(&state.posed, compressed),
        );
        let stats =
            self.renderer
                .draw_sample(&self.gpu, uploaded, (model, poses), &view, &self.target, sample);
        self.cost = Some(Cost {
            device: Arc::clone(&self.device_name),
            device_secs: self.renderer.device_secs(),
            passes: stats.passes,
            draws: stats.draws,
            triangles: stats.triangles,
            uploaded_bytes: stats.uploaded_bytes,
            texture_bytes: stats.texture_bytes,
            samples: stats.samples,
            rests: !self.refinement.goes_on(most),
            preset: chosen_preset(view.preset, &self.gpu),
        });
    }

    /// What the picture took that was drawn since the last call, if one was.
    pub(super) fn take_cost(&mut self) -> Option<Cost> {
        self.cost.take()
    }

    /// How long to wait until the next sample of the picture is drawn; `None` if it has all of them. Where samples are drawn
    /// on the CPU a hand that only paused is not kept waiting for one.
    pub(super) fn next_sample_in(&self) -> Option<Duration> {
        const STILL_FOR: Duration = Duration::from_millis(250);
        let goes_on = self.model.is_some() && self.refinement.goes_on(most_samples(&self.gpu));
        let pause = if self.gpu.is_software() && self.refinement.drawn() < 2 {
            STILL_FOR
        } else {
            Duration::ZERO
        };
        goes_on.then_some(pause)
    }
}

/// Most samples of a picture that is refined.
fn most_samples(gpu: &Gpu) -> u32 {
    if gpu.is_software() {
        MOST_SAMPLES_ON_CPU
    } else {
        MOST_SAMPLES
    }
}

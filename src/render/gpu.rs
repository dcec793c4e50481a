//! The device: how it is chosen, what it is, and whether it is still there.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::cost::Tally;
use super::{GpuError, RenderError};

/// Storage buffers that the vertex stage reads: palettes, influences and morph targets.
pub(super) const STORAGE_BUFFERS: u32 = 8;

/// How the device is chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GpuOptions {
    /// Backends by name, comma separated (`vulkan,gl`), as `WGPU_BACKEND` has them; `None`: any.
    pub backends: Option<String>,
    /// Ask for the software rasteriser first: the same picture on every machine that has the same one.
    pub prefer_software: bool,
    /// Treat the device as one whose storage bindings hold no more than this: what large models meet on small devices
    /// can be tried on any.
    pub max_storage_binding_bytes: Option<u64>,
}

impl GpuOptions {
    /// The backends that are named; all if none is.
    pub fn backends(&self) -> wgpu::Backends {
        match &self.backends {
            Some(names) => wgpu::Backends::from_comma_list(names),
            None => wgpu::Backends::all(),
        }
    }
}

/// Block-compressed textures, as far as the adapter has them: none is needed.
fn block_features() -> wgpu::Features {
    wgpu::Features::TEXTURE_COMPRESSION_BC
        | wgpu::Features::TEXTURE_COMPRESSION_ETC2
        | wgpu::Features::TEXTURE_COMPRESSION_ASTC
}

/// What callbacks of the device leave behind.
#[derive(Debug, Default)]
struct Health {
    lost: AtomicBool,
    /// The first error that nobody has asked for yet.
    error: Mutex<Option<RenderError>>,
}

/// An open device. Clones are the same device, for other threads.
#[derive(Debug, Clone)]
pub struct Gpu {
    /// Makes resources.
    pub device: wgpu::Device,
    /// Takes work.
    pub queue: wgpu::Queue,
    info: wgpu::AdapterInfo,
    limits: wgpu::Limits,
    health: Arc<Health>,
    tally: Arc<Tally>,
}

impl Gpu {
    /// Opens a device without a window.
    ///
    /// The software rasteriser is tried first when `prefer_software`, last otherwise.
    pub fn headless(options: &GpuOptions) -> Result<Self, GpuError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = options.backends();
        let instance = wgpu::Instance::new(descriptor);
        Ok(Self::choose(&instance, None, options)?.0)
    }

    /// Opens a device that can show pictures on `surface`.
    pub fn for_surface(
        instance: &wgpu::Instance,
        surface: &wgpu::Surface<'_>,
        options: &GpuOptions,
    ) -> Result<(Self, wgpu::Adapter), GpuError> {
        Self::choose(instance, Some(surface), options)
    }

    fn choose(
        instance: &wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
        options: &GpuOptions,
    ) -> Result<(Self, wgpu::Adapter), GpuError> {
        let mut answers = Vec::new();
        let mut refused = None;
        for software in [options.prefer_software, !options.prefer_software] {
            let request = wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::HighPerformance,
                force_fallback_adapter: software,
                compatible_surface: surface,
                ..wgpu::RequestAdapterOptions::default()
            };
            match pollster::block_on(instance.request_adapter(&request)) {
                // The next kind of adapter may do what this one cannot.
                Ok(adapter) => match Self::open(&adapter, options) {
                    Ok(gpu) => return Ok((gpu, adapter)),
                    Err(error) => refused = Some(refused.unwrap_or(error)),
                },
                Err(error) => {
                    answers.push(format!(
                        "{}: {error}",
                        if software { "software" } else { "hardware" }
                    ));
                }
            }
        }
        Err(refused.unwrap_or(GpuError::NoAdapter {
            tried: answers.join("; "),
        }))
    }

    fn open(adapter: &wgpu::Adapter, options: &GpuOptions) -> Result<Self, GpuError> {
        let info = adapter.get_info();
        let mut limits = adapter.limits();
        if let Some(bytes) = options.max_storage_binding_bytes {
            limits.max_storage_buffer_binding_size = limits.max_storage_buffer_binding_size.min(bytes);
        }
        let lacking = |lacks: String| GpuError::Lacking {
            adapter: info.name.clone(),
            lacks,
        };
        if limits.max_storage_buffers_per_shader_stage < STORAGE_BUFFERS
            || !adapter
                .get_downlevel_capabilities()
                .flags
                .contains(wgpu::DownlevelFlags::VERTEX_STORAGE)
        {
            return Err(lacking(format!(
                "{STORAGE_BUFFERS} storage buffers in the vertex stage"
            )));
        }
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("rigscope"),
            required_features: adapter.features() & (block_features() | super::clock::features()),
            // What the adapter has, not the defaults: a texture or palette may need it.
            required_limits: limits.clone(),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&descriptor)).map_err(|e| GpuError::DeviceRefused {
                adapter: info.name.clone(),
                cause: e.to_string(),
            })?;
        let health = Arc::new(Health::default());
        let on_lost = Arc::clone(&health);
        device.set_device_lost_callback(move |reason, message| {
            // `Destroyed` also comes when we drop the device ourselves; then nobody asks any more.
            log::warn!("graphics device lost ({reason:?}): {message}");
            on_lost.lost.store(true, Ordering::Relaxed);
        });
        let on_error = Arc::clone(&health);
        // Without a handler wgpu panics.
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            log::error!("graphics device: {error}");
            let error = match error {
                wgpu::Error::OutOfMemory { .. } => RenderError::OutOfMemory { what: "drawing" },
                other => RenderError::Device(other.to_string()),
            };
            on_error
                .error
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(error);
        }));
        Ok(Self {
            device,
            queue,
            info,
            limits,
            health,
            tally: Arc::default(),
        })
    }

    /// The adapter, its driver and backend, in one line for people.
    pub fn description(&self) -> String {
        let driver = [&self.info.driver, &self.info.driver_info].map(|s| s.trim());
        let driver = driver
            .iter()
            .filter(|s| !s.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join(" ");
        let backend = self.info.backend;
        if driver.is_empty() {
            format!("{} ({backend})", self.info.name)
        } else {
            format!("{} ({backend}, {driver})", self.info.name)
        }
    }

    /// Everything the driver says about itself.
    pub fn info(&self) -> &wgpu::AdapterInfo {
        &self.info
    }

    pub(super) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The device's limits.
    pub fn limits(&self) -> &wgpu::Limits {
        &self.limits
    }

    /// True for a rasteriser on the CPU.
    pub fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// Largest width and height of a texture or a picture, pixels.
    pub fn max_texture_px(&self) -> u32 {
        self.limits.max_texture_dimension_2d
    }

    /// True once the device is gone; everything that was made with it is, too.
    pub fn is_lost(&self) -> bool {
        self.health.lost.load(Ordering::Relaxed)
    }

    /// The first error since the last call, if any; [`RenderError::Lost`] once the device is gone.
    pub fn take_error(&self) -> Result<(), RenderError> {
        let error = self
            .health
            .error
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if self.is_lost() {
            return Err(RenderError::Lost);
        }
        error.map_or(Ok(()), Err)
    }

    /// Runs `job` and tells which error the device reported of it. Counts what this thread did alone, so that threads do
    /// not take each other's errors for theirs.
    pub(super) fn caught<T>(&self, what: &'static str, job: impl FnOnce() -> T) -> Result<T, RenderError> {
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let rules = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let driver = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let out = job();
        // Scopes end as they began, the last one first; each is answered at once.
        let driver = pollster::block_on(driver.pop());
        let rules = pollster::block_on(rules.pop());
        let memory = pollster::block_on(memory.pop());
        if self.is_lost() {
            return Err(RenderError::Lost);
        }
        match memory.or(rules).or(driver) {
            None => Ok(out),
            Some(wgpu::Error::OutOfMemory { .. }) => Err(RenderError::OutOfMemory { what }),
            Some(other) => Err(RenderError::Device(other.to_string())),
        }
    }

    /// True if both are clones of one device.
    pub(super) fn is_same_device(&self, other: &Self) -> bool {
        self.device == other.device
    }

    /// Waits until the device has done all that was handed to it.
    pub(super) fn wait(&self) -> Result<(), RenderError> {
        let done = self.device.poll(wgpu::PollType::wait_indefinitely());
        self.take_error()?;
        done.map(drop).map_err(|e| RenderError::Device(e.to_string()))
    }
}

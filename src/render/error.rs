//! Why a picture cannot be made. Callers turn the kind into a sentence and an exit code.

use crate::work::Cancelled;

/// Why there is no device to draw with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// No driver offers anything.
    #[error(
        "no graphics adapter: {tried}. Install a graphics driver, or a software one \
         (Debian: apt-get install libvulkan1 mesa-vulkan-drivers)"
    )]
    NoAdapter {
        /// What was asked for and what the system answered.
        tried: String,
    },
    /// There is an adapter, but it cannot do what every picture needs.
    #[error("the graphics adapter {adapter} lacks {lacks}; update its driver or choose another backend")]
    Lacking {
        /// Name of the adapter.
        adapter: String,
        /// What it cannot do.
        lacks: String,
    },
    /// The adapter would not open.
    #[error("the graphics adapter {adapter} refused to open: {cause}")]
    DeviceRefused {
        /// Name of the adapter.
        adapter: String,
        /// What the driver said.
        cause: String,
    },
}

/// Why something cannot be drawn or read back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// Graphics memory ran out.
    #[error("the graphics device ran out of memory while {what}; use a smaller picture or model")]
    OutOfMemory {
        /// What was being done.
        what: &'static str,
    },
    /// One thing is larger than the device allows.
    #[error("{what} needs {needed}, more than the {allowed} that this graphics device allows")]
    TooLarge {
        /// What.
        what: String,
        /// Its size, in the unit of `allowed`.
        needed: u64,
        /// The device's limit.
        allowed: u64,
    },
    /// The device is gone (driver restart, sleep, unplugged); make a new one from the model.
    #[error("the graphics device was lost; it has to be opened again")]
    Lost,
    /// The driver or this program broke a rule of the graphics interface.
    #[error("the graphics device reported an error: {0}")]
    Device(String),
    /// The task was asked to stop.
    #[error("cancelled")]
    Cancelled,
}

impl From<Cancelled> for RenderError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

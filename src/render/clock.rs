//! How long a device works on a picture, by the device's own clock.
//!
//! Data flow: the first and the last command of a picture each write an instant; both are copied into a buffer that the
//! processor reads once the device is done. Nobody waits for it: until then no other picture is timed. Where a device has
//! no clock that commands can read (WebGL, some drivers), nothing is measured.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::Gpu;

/// What a device must have for this.
pub(super) fn features() -> wgpu::Features {
    wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS
}

/// Two instants, eight bytes each.
const BYTES: u64 = 16;

/// Where the copy of the last timed picture is: nothing asked for, on its way, there, or given up.
const IDLE: u8 = 0;
const AWAITED: u8 = 1;
const ARRIVED: u8 = 2;
const FAILED: u8 = 3;

/// Times pictures, one after another.
#[derive(Debug)]
pub(super) struct Clock {
    parts: Option<Parts>,
    last_secs: Option<f64>,
}

#[derive(Debug)]
struct Parts {
    instants: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    copied: wgpu::Buffer,
    state: Arc<AtomicU8>,
    /// Nanoseconds of one tick.
    tick_ns: f64,
}

impl Clock {
    pub(super) fn new(gpu: &Gpu) -> Self {
        let tick_ns = f64::from(gpu.queue.get_timestamp_period());
        let has_one = gpu.device.features().contains(features()) && tick_ns > 0.0;
        let parts = has_one.then(|| Parts {
            instants: gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("instants"),
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }),
            resolved: gpu.create_buffer(&wgpu::BufferDescriptor {
                label: Some("instants"),
                size: BYTES,
                usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            }),
            copied: gpu.create_buffer(&wgpu::BufferDescriptor {
                label: Some("instants, to be read"),
                size: BYTES,
                usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
                mapped_at_creation: false,
            }),
            state: Arc::default(),
            tick_ns,
        });
        Self {
            parts,
            last_secs: None,
        }
    }

    /// Before the first command of a picture. True if this one is timed: then [`Self::end`] and [`Self::submitted`] follow.
    pub(super) fn begin(&mut self, encoder: &mut wgpu::CommandEncoder) -> bool {
        self.look();
        match &self.parts {
            Some(parts) if parts.state.load(Ordering::Acquire) == IDLE => {
                encoder.write_timestamp(&parts.instants, 0);
                true
            }
            _ => false,
        }
    }

    /// After the last command.
    pub(super) fn end(&self, encoder: &mut wgpu::CommandEncoder) {
        let Some(parts) = &self.parts else { return };
        encoder.write_timestamp(&parts.instants, 1);
        encoder.resolve_query_set(&parts.instants, 0..2, &parts.resolved, 0);
        encoder.copy_buffer_to_buffer(&parts.resolved, 0, &parts.copied, 0, BYTES);
    }

    /// After the commands were handed over.
    pub(super) fn submitted(&self) {
        let Some(parts) = &self.parts else { return };
        parts.state.store(AWAITED, Ordering::Release);
        let state = Arc::clone(&parts.state);
        parts.copied.map_async(wgpu::MapMode::Read, .., move |result| {
            let now = if result.is_ok() { ARRIVED } else { FAILED };
            state.store(now, Ordering::Release);
        });
    }

    /// Seconds that the device worked on the picture that was timed last and is done, if one is.
    pub(super) fn last_secs(&mut self) -> Option<f64> {
        self.look();
        self.last_secs
    }

    /// Reads what has arrived.
    fn look(&mut self) {
        let Some(parts) = &self.parts else { return };
        if parts.state.load(Ordering::Acquire) != ARRIVED {
            return;
        }
        // A device that is lost meanwhile has nothing to read; it is not asked again.
        let Ok(mapped) = parts.copied.get_mapped_range(..) else {
            parts.state.store(FAILED, Ordering::Release);
            return;
        };
        let ticks: Option<[u64; 2]> = bytemuck::try_pod_read_unaligned(&mapped).ok();
        drop(mapped);
        parts.copied.unmap();
        parts.state.store(IDLE, Ordering::Release);
        self.last_secs = ticks.and_then(|ticks| between(ticks, parts.tick_ns));
    }
}

/// Seconds from one instant to the other; `None` if the clock ran over in between.
fn between([first, last]: [u64; 2], tick_ns: f64) -> Option<f64> {
    let ticks = last.checked_sub(first)?;
    Some(ticks as f64 * tick_ns * 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_seconds_and_a_clock_that_ran_over_says_nothing() {
        let secs = between([1_000, 3_000], 41.5).expect("two instants");
        assert!((secs - 83e-6).abs() < 1e-12, "{secs}");
        assert_eq!(between([5, 4], 1.0), None);
    }
}

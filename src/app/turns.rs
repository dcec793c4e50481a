//! How long the event loop is away from its events while a model loads: what keeps a window from answering.

use std::time::{Duration, Instant};

/// Turns of the event loop since the newest load began: from an event to the next wait.
///
/// Kept only where a state dump shows it.
#[derive(Debug, Default)]
pub(super) struct Turns {
    began: Option<(Instant, Option<u64>)>,
    count: u64,
    longest: Duration,
    longest_busy: Duration,
}

impl Turns {
    /// A load begins: what was before does not count.
    pub(super) fn restart(&mut self) {
        *self = Self {
            began: self.began,
            ..Self::default()
        };
    }

    /// Events came.
    pub(super) fn begin(&mut self) {
        self.began = Some((Instant::now(), processor_ns()));
    }

    /// All of them are done. `loading`: whether a model was being loaded meanwhile.
    pub(super) fn end(&mut self, loading: bool) {
        let Some((began, busy)) = self.began.take().filter(|_| loading) else {
            return;
        };
        self.count += 1;
        self.longest = self.longest.max(began.elapsed());
        if let Some((now, then)) = processor_ns().zip(busy) {
            self.longest_busy = self
                .longest_busy
                .max(Duration::from_nanos(now.saturating_sub(then)));
        }
    }

    /// For the state dump. `busy`: what the processor did for this thread, however busy it was with others.
    pub(super) fn values(&self) -> serde_json::Value {
        serde_json::json!({
            "count": self.count,
            "longest_ms": milliseconds(self.longest),
            "longest_busy_ms": milliseconds(self.longest_busy),
        })
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() * 1e-2
}

/// Time that the processor spent on this thread, nanoseconds. Linux alone tells.
fn processor_ns() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_turns_while_something_loads_count() {
        let mut turns = Turns::default();
        let pause = Duration::from_millis(12);
        let turn = |turns: &mut Turns, loading| {
            turns.begin();
            std::thread::sleep(pause);
            turns.end(loading);
        };
        turn(&mut turns, false);
        assert_eq!(turns.values()["count"], 0);
        turn(&mut turns, true);
        turn(&mut turns, true);
        let values = turns.values();
        assert_eq!(values["count"], 2);
        assert!(values["longest_ms"].as_f64() >= Some(12.0), "{values}");
        // Asleep is not busy.
        assert!(
            values["longest_busy_ms"].as_f64() < values["longest_ms"].as_f64(),
            "{values}"
        );
        turns.restart();
        assert_eq!(turns.values()["count"], 0);
    }
}

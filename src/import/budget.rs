//! The one budget that allocations are asked from.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::model::Issue;

/// Bytes that an import may still allocate. Shared by threads.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    spent: AtomicU64,
}

impl Budget {
    /// With `limit` bytes to spend.
    pub fn new(limit: u64) -> Self {
        Self {
            limit,
            spent: AtomicU64::new(0),
        }
    }

    /// Asks for room for `count` things of `size` bytes before it is allocated; `pointer` says for what.
    pub fn ask(&self, count: usize, size: usize, pointer: &str) -> Result<(), Issue> {
        let refused = |wanted: f64| {
            Err(Issue::error("memory-limit", pointer)
                .with("wanted-mib", (wanted / f64::from(1 << 20)).ceil())
                .with("limit-mib", (self.limit >> 20) as f64))
        };
        let Some(bytes) = (count as u64).checked_mul(size as u64) else {
            return refused(count as f64 * size as f64);
        };
        let add = |spent: u64| spent.checked_add(bytes).filter(|&sum| sum <= self.limit);
        match self.spent.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add) {
            Ok(_) => Ok(()),
            Err(_) => refused(bytes as f64),
        }
    }

    /// Gives back what was asked for and is free again.
    pub fn give_back(&self, count: usize, size: usize) {
        self.spent.fetch_sub((count * size) as u64, Ordering::Relaxed);
    }

    /// What is left.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.spent.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grants_up_to_the_limit_and_not_a_byte_more() {
        let budget = Budget::new(100);
        assert!(budget.ask(10, 9, "/a").is_ok());
        assert_eq!(budget.ask(11, 1, "/a").unwrap_err().code, "memory-limit");
        assert!(budget.ask(10, 1, "/a").is_ok());
        assert_eq!(budget.left(), 0);
        budget.give_back(10, 9);
        assert_eq!(budget.left(), 90);
        assert_eq!(budget.ask(usize::MAX, 16, "/b").unwrap_err().pointer, "/b");
    }
}

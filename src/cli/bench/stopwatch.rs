//! Times that mean something on a machine that does other things, too.

use std::time::{Duration, Instant};

/// Fewest rounds of a race.
const FEWEST: u32 = 3;
/// A round is about that long, so that a clock's grain does not count.
const ROUND: Duration = Duration::from_micros(300);

/// A thing to be timed: does itself as often as it is told.
pub(super) type Runner<'a> = &'a mut dyn FnMut(u32);

/// Nanoseconds that one repetition of each takes: all in turn, so that a busy moment hits all alike, and the best round
/// of each, since noise only ever adds.
pub(super) fn race<const N: usize>(budget: Duration, runners: [Runner<'_>; N]) -> [f64; N] {
    let began = Instant::now();
    let mut best = [f64::INFINITY; N];
    let mut counts = [1_u32; N];
    let mut runners = runners;
    let mut rounds = 0;
    while rounds < FEWEST || began.elapsed() < budget {
        for ((run, best), count) in runners.iter_mut().zip(&mut best).zip(&mut counts) {
            let start = Instant::now();
            run(*count);
            let took = start.elapsed();
            // The first round warms up, and tells how many repetitions make a whole one.
            if rounds == 0 {
                let fit = ROUND.as_secs_f64() / took.as_secs_f64().max(1e-9);
                *count = fit.clamp(1.0, 4096.0) as u32;
            } else {
                *best = best.min(took.as_secs_f64() * 1e9 / f64::from(*count));
            }
        }
        rounds += 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_more_takes_longer() {
        let work = |n: u32| {
            for i in 0..n {
                std::hint::black_box(i);
            }
        };
        let (mut one, mut hundred) = (|n: u32| work(n * 50), |n: u32| work(n * 5000));
        let [a, b] = race(Duration::ZERO, [&mut one, &mut hundred]);
        assert!(a > 0.0 && b > 10.0 * a, "{a} {b}");
    }
}

//! How far off a coded clip is: on every key time and between, against double precision.

use glam::DAffine3;

use super::super::clip::{Clip, Interpolation};
use super::super::pose::Pose;
use super::super::{JointId, Skeleton};
use super::exact::Local;
use super::grid::Grid;
use super::reach::Reach;
use super::rig::{Rig, shell_error, take};
use crate::work::{Cancelled, Work};

/// Instants between two neighbouring key times.
const BETWEEN: usize = 3;

/// A list of lengths of which only figures are wanted: 2 kB, whatever goes in.
///
/// Bins are 1/32 of an octave: a percentile is told up to 2.2 % too large, never too small.
#[derive(Debug, Clone)]
pub struct Figures {
    bins: Vec<u64>,
    count: u64,
    sum: f64,
    largest: f64,
}

/// Octaves below one and above.
const LOWEST: i32 = -40;
const OCTAVES: usize = 56;
const PER_OCTAVE: usize = 32;

impl Default for Figures {
    fn default() -> Self {
        Self {
            bins: vec![0; OCTAVES * PER_OCTAVE + 1],
            count: 0,
            sum: 0.0,
            largest: 0.0,
        }
    }
}

impl Figures {
    /// Takes one length, not negative.
    #[inline]
    pub fn add(&mut self, length: f64) {
        self.count += 1;
        self.sum += length;
        self.largest = self.largest.max(length);
        self.bins[bin(length)] += 1;
    }

    /// Takes all of another list.
    pub fn join(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.largest = self.largest.max(other.largest);
        for (bin, theirs) in self.bins.iter_mut().zip(&other.bins) {
            *bin += theirs;
        }
    }

    /// How many went in.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The largest; 0 of none.
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// The mean; 0 of none.
    pub fn mean(&self) -> f64 {
        if self.count == 0 {
            0.0
        } else {
            self.sum / self.count as f64
        }
    }

    /// What a share (0 to 1) of them does not exceed.
    pub fn percentile(&self, share: f64) -> f64 {
        let wanted = (share * self.count as f64).ceil() as u64;
        let mut seen = 0;
        for (at, count) in self.bins.iter().enumerate() {
            seen += count;
            if seen >= wanted.max(1) {
                return upper_edge(at).min(self.largest);
            }
        }
        self.largest
    }
}

/// Bin 0 holds what is nothing; a bin's place follows from exponent and the first five bits of the fraction.
fn bin(length: f64) -> usize {
    let bits = length.to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    if exponent < LOWEST || length <= 0.0 {
        return 0;
    }
    let fraction = (bits >> 47 & 31) as usize;
    ((exponent - LOWEST) as usize * PER_OCTAVE + fraction + 1).min(OCTAVES * PER_OCTAVE)
}

fn upper_edge(bin: usize) -> f64 {
    let power = |e: i32| f64::from_bits(((1023 + e) as u64) << 52);
    if bin == 0 {
        return power(LOWEST);
    }
    let (octave, fraction) = ((bin - 1) / PER_OCTAVE, (bin - 1) % PER_OCTAVE);
    power(LOWEST + i32::try_from(octave).unwrap_or(i32::MAX / 2))
        * (1.0 + (fraction + 1) as f64 / PER_OCTAVE as f64)
}

/// What a coded clip is off.
#[derive(Debug, Clone, Default)]
pub struct ShellError {
    /// Of every joint that something hangs on, at every instant; model space.
    pub figures: Figures,
    /// The largest, in parts of what its joint may be off.
    pub share: f64,
    /// Where and when the largest is.
    pub worst: Option<(JointId, f64)>,
}

/// Instants at which errors are measured: all key times, and three between each two.
pub fn instants(clip: &Clip) -> Vec<f64> {
    let grid = Grid::of(clip);
    let times = grid.times();
    let mut out = Vec::with_capacity(times.len() * (BETWEEN + 1));
    for (row, time) in times.iter().enumerate() {
        let from = f64::from(*time);
        out.push(from);
        if let Some(next) = times.get(row + 1) {
            let gap = f64::from(*next) - from;
            out.extend((1..=BETWEEN).map(|k| from + gap * k as f64 / (BETWEEN + 1) as f64));
        }
    }
    out
}

/// `model_from_joint` of every joint in double precision.
pub fn exact_model_pose(skeleton: &Skeleton, clip: &Clip, time_secs: f64) -> Vec<DAffine3> {
    let mut locals: Vec<Local> = skeleton.joints().map(|j| skeleton.rest(j).into()).collect();
    for track in clip.tracks().iter().filter(|t| !t.keys.is_empty()) {
        if let Some((joint, kind)) = super::thin::joint_part(&track.target)
            && let Some(local) = locals.get_mut(joint.index())
        {
            take(local, &track.keys, kind, time_secs);
        }
    }
    walk(skeleton, &locals)
}

/// `model_from_joint` of a pose, in double precision.
pub fn model_pose(skeleton: &Skeleton, pose: &Pose) -> Vec<DAffine3> {
    let locals: Vec<Local> = pose.locals().map(Local::from).collect();
    walk(skeleton, &locals)
}

fn walk(skeleton: &Skeleton, locals: &[Local]) -> Vec<DAffine3> {
    let mut out: Vec<DAffine3> = Vec::with_capacity(locals.len());
    for (joint, local) in skeleton.joints().zip(locals) {
        let above = skeleton
            .parent(joint)
            .map_or(DAffine3::IDENTITY, |p| out[p.index()]);
        out.push(above * local.matrix());
    }
    out
}

/// Measures what `play` (time to local pose, over a pose at rest) makes of `clip`, on the shells of `reach`.
pub fn measure(
    skeleton: &Skeleton,
    clip: &Clip,
    reach: &Reach,
    mut play: impl FnMut(f64, &mut Pose),
    work: &Work,
) -> Result<ShellError, Cancelled> {
    let rig = Rig::new(skeleton, clip, reach);
    let mut out = ShellError::default();
    let mut pose = skeleton.rest_pose();
    let grid = Grid::of(clip);
    if grid.len() == 0 {
        return Ok(out);
    }
    for time in instants(clip) {
        work.cancel.check()?;
        let right = exact_model_pose(skeleton, clip, time);
        skeleton.reset_to_rest(&mut pose);
        play(time, &mut pose);
        let wrong = model_pose(skeleton, &pose);
        for (at, joint) in rig.joints.iter().enumerate() {
            if rig.tolerance[at].is_infinite() {
                continue;
            }
            let error = shell_error(&right[joint.index()], &wrong[joint.index()], rig.radius[at]);
            if error > out.figures.largest() || out.worst.is_none() {
                out.worst = Some((*joint, time));
            }
            out.share = out.share.max(error / rig.tolerance[at]);
            out.figures.add(error);
        }
    }
    Ok(out)
}

/// Times that coding is tried again where errors between key times are larger than on them.
const TRIES: usize = 6;
/// Rows between the keys of splines are at most so many times as dense as at first.
const FINEST: u32 = 16;

/// Codes by `make` (tolerances, fineness of the grid) until what `play` makes of it is within the tolerances of `reach`, on
/// key times and between; after [`TRIES`], or once that no longer helps, as near as it came. Whoever shows it measures it.
pub(super) fn settle<T>(
    skeleton: &Skeleton,
    clip: &Clip,
    reach: &Reach,
    work: &Work,
    make: impl Fn(&Reach, u32, &Work) -> Result<T, Cancelled>,
    play: impl Fn(&T, f64, &mut Pose),
) -> Result<T, Cancelled> {
    let mut made = make(reach, 1, &work.step(0.0, 0.8))?;
    let (mut factor, mut fineness, mut before) = (1.0_f64, 1_u32, f64::INFINITY);
    let has_splines = clip
        .tracks()
        .iter()
        .any(|t| t.keys.interpolation() == Interpolation::CubicSpline);
    for _ in 1..TRIES {
        let quiet = Work {
            progress: crate::work::Progress::default(),
            ..work.clone()
        };
        let share = measure(
            skeleton,
            clip,
            reach,
            |time, pose| play(&made, time, pose),
            &quiet,
        )?
        .share;
        // Where the densest rows did not help nothing will: numbers have only so many bits.
        if share <= 1.0 || fineness == FINEST && share > 0.95 * before {
            break;
        }
        before = share;
        if has_splines && fineness == 1 {
            // What a spline does between two rows no tolerance on the rows mends. Between rows half as far apart it is off
            // by a quarter: as many rows as leave half of the tolerance for the rows themselves.
            fineness = ((2.0 * share).sqrt().ceil() as u32).clamp(2, FINEST);
            factor = 0.5;
        } else {
            factor *= (0.98 / share).clamp(0.3, 0.98);
            fineness = (fineness + fineness / 2).min(FINEST);
        }
        let tighter = Reach {
            tolerance: reach.tolerance.iter().map(|t| t * factor as f32).collect(),
            ..reach.clone()
        };
        made = make(&tighter, fineness, &quiet)?;
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_never_too_small_and_hardly_too_large() {
        let mut figures = Figures::default();
        for k in 1..=1000_u32 {
            figures.add(f64::from(k) * 1e-5);
        }
        let p = figures.percentile(0.99);
        assert!((0.0099..0.0099 * 1.033).contains(&p), "{p}");
        assert_eq!(figures.percentile(1.0), figures.largest());
        assert!((figures.mean() - 0.005_005).abs() < 1e-9);
        let mut both = Figures::default();
        both.join(&figures);
        both.add(0.0);
        assert_eq!(both.count(), 1001);
        assert_eq!(Figures::default().percentile(0.5), 0.0);
    }
}

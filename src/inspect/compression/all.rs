//! All clips of a model compressed, one after the other, with what each technique makes of them and what all come to.

use super::{CompressedClip, Steps, Technique, WorstOnSkin, compress, rest_diagonal, skin_reach, steps};
use crate::animation::compression::Figures;
use crate::animation::{Clip, ClipId};
use crate::inspect::LengthUnit;
use crate::model::Model;
use crate::work::{Cancelled, Work};

/// How far vertices may be off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tolerance {
    /// A length, model units.
    Distance(f64),
    /// Per cent of the model's diagonal at rest.
    PerCent(f64),
}

impl Tolerance {
    /// What is taken unless something else is said: a tenth of a millimetre on what is as large as a person, else as
    /// small a part of the diagonal.
    pub fn usual(unit: LengthUnit) -> Self {
        if unit.symbol() == "mm" {
            Self::Distance(1e-4)
        } else {
            Self::PerCent(5e-3)
        }
    }

    /// Model units.
    pub fn in_units(self, diagonal: f64) -> f64 {
        match self {
            Self::Distance(units) => units,
            // Where nothing has a size, per cent of it mean nothing.
            Self::PerCent(share) if diagonal > 0.0 => 0.01 * share * diagonal,
            Self::PerCent(_) => 1e-4,
        }
    }
}

/// A clip compressed, beside what each technique of the chapter makes of it.
#[derive(Debug, Clone)]
pub struct ClipInBytes {
    /// The clip by the technique that was asked for.
    pub compressed: CompressedClip,
    /// Bytes by technique.
    pub steps: Steps,
    /// Bytes of its keys as they came in, as floats.
    pub key_bytes: u64,
}

/// What is compressed, and how.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// How far vertices may be off.
    pub tolerance: Tolerance,
    /// By which technique.
    pub technique: Technique,
    /// The clip that somebody waits for comes first.
    pub first: Option<ClipId>,
    /// Bytes by technique that are known already, by clip.
    pub known: &'a [Option<Steps>],
}

/// Lengths that everything about a model's compression is told by, model units.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Scale {
    /// How far vertices may be off.
    pub tolerance: f64,
    /// The diagonal of the model at rest.
    pub diagonal: f64,
}

/// Compresses every clip of `model` and hands each over as soon as it is done.
pub fn compress_all(
    model: &Model,
    wanted: Wanted<'_>,
    work: &Work,
    mut done: impl FnMut(Scale, ClipInBytes),
) -> Result<(), Cancelled> {
    let diagonal = rest_diagonal(model, work)?;
    let tolerance = wanted.tolerance.in_units(diagonal);
    let scale = Scale { tolerance, diagonal };
    let reach = skin_reach(model, tolerance, work)?;
    let mut order: Vec<ClipId> = model.clip_ids().collect();
    order.sort_by_key(|id| Some(*id) != wanted.first);
    let weight = |id: &ClipId| model.clips[id.index()].key_count() as f32 + 1.0;
    let total: f32 = order.iter().map(weight).sum();
    let mut before = 0.0;
    for id in order {
        let (from, to) = (before / total, (before + weight(&id)) / total);
        before += weight(&id);
        let known = wanted.known.get(id.index()).copied().flatten();
        let middle = if known.is_some() {
            to
        } else {
            from + 0.6 * (to - from)
        };
        let made = compress(
            model,
            id,
            &reach,
            tolerance,
            wanted.technique,
            &work.step(from, middle),
        )?;
        let steps = match known {
            Some(steps) => steps,
            None => steps(model, id, &reach, &work.step(middle, to))?,
        };
        let key_bytes = key_bytes(&model.clips[id.index()]);
        if let Some(compressed) = made {
            done(
                scale,
                ClipInBytes {
                    compressed,
                    steps,
                    key_bytes,
                },
            );
        }
    }
    Ok(())
}

/// Bytes of a clip's keys as floats: times and values, tangents among them.
pub fn key_bytes(clip: &Clip) -> u64 {
    let numbers = |t: &crate::animation::Track| t.keys.times().len() + t.keys.values().len();
    4 * clip.tracks().iter().map(numbers).sum::<usize>() as u64
}

/// What several clips come to.
#[derive(Debug, Clone, Default)]
pub struct Sum {
    /// How many.
    pub clips: usize,
    /// Bytes of their keys as they came in.
    pub key_bytes: u64,
    /// Bytes now.
    pub bytes: u64,
    /// By technique.
    pub steps: Steps,
    /// What they are off.
    pub figures: Figures,
    /// Where most, and in which clip.
    pub worst: Option<(ClipId, WorstOnSkin)>,
}

impl Sum {
    /// Takes one more clip.
    pub fn add(&mut self, clip: &ClipInBytes) {
        let c = &clip.compressed;
        let largest = c.error.figures.largest();
        if let Some(worst) = c.error.worst
            && (self.worst.is_none() || largest > self.figures.largest())
        {
            self.worst = Some((c.clip, worst));
        }
        self.clips += 1;
        self.key_bytes += clip.key_bytes;
        self.bytes += c.bytes;
        self.figures.join(&c.error.figures);
        let (all, one) = (&mut self.steps, &clip.steps);
        all.raw += one.raw;
        all.stripped += one.stripped;
        all.quantised += one.quantised;
        all.reduced += one.reduced;
        all.variable += one.variable;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_in_per_cent_is_one_of_the_diagonal() {
        assert_eq!(Tolerance::Distance(0.25).in_units(10.0), 0.25);
        assert!((Tolerance::PerCent(0.5).in_units(10.0) - 0.05).abs() < 1e-15);
        assert!(Tolerance::PerCent(0.5).in_units(0.0) > 0.0, "nothing has a size");
    }
}

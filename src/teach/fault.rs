//! The mistakes, by name.

/// One mistake that importers and engines really make, to be shown on purpose.
///
/// Every one is a change of one stage of the frame and leaves the others alone; [`Fault::stage`] says which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The palette holds `model_from_joint` alone.
    ///
    /// The joint's offset from the origin is added to vertices that already stand there: everything is about twice as
    /// far out. Seen where a file has no `inverseBindMatrices` (glTF 2.0, section 3.7.3.1: identity) and where a loader
    /// forgets the accessor.
    NoInverseBind,
    /// `inverse_bind * model_from_joint`.
    ///
    /// Fine at the bind pose, since a matrix commutes with its inverse; wrong as soon as a joint turns. Seen where code
    /// for row vectors is carried over to column vectors.
    WrongSide,
    /// The inverse bind is only the negated translation of the bind matrix; its rotation is dropped.
    ///
    /// Right for rigs whose joints were all bound unturned, so test models hide it.
    TranslationOnlyInverse,
    /// The inverse of `[R | t]` taken as `[R^T | -t]` instead of `[R^T | -R^T t]`.
    HalfInverse,
    /// The inverse of `[R | t]` taken as `[R | -t]`: only the translation is inverted.
    UninvertedRotation,
    /// The palette goes up transposed.
    ///
    /// The shader then turns the other way, and the translation lands in a row that nobody reads. Seen where row-major
    /// memory meets a column-major shader.
    TransposedPalette,
    /// Children are walked before their parents.
    ///
    /// A child reads the matrix that its parent had before: that of the rest pose, which buffers are filled with when a
    /// model is loaded. (In a game that never stops, one that is a frame old for each level of the hierarchy.) Seen
    /// where nodes are walked in the file's order, which glTF leaves free.
    ChildrenFirst,
    /// `local * model_from_parent`.
    LocalTimesParent,
    /// The palette is filled in another order than the skin's `joints`: here the other way round.
    ///
    /// Each slot is right in itself, with the inverse bind of its own joint, so the bind pose shows nothing. Seen where
    /// an engine sorts joints by name or by depth and leaves `JOINTS_0` as it was.
    ShuffledJoints,
    /// The node that carries the skinned mesh moves it once more, after the skin.
    ///
    /// glTF 2.0, section 3.7.3.3: only the joints count. Many viewers did this for years, some still do.
    NodeTransformApplied,
    /// A crossfade averages matrices in model space.
    ///
    /// Between two directions the average is shorter than either: limbs shrink in the middle of a fade.
    BlendedMatrices,
    /// Rotations are mixed as plain numbers and not normalised after, between keys and in crossfades.
    ///
    /// The turn runs unevenly and joints shrink between keys. Cubic splines, which glTF wants normalised (appendix C),
    /// are not normalised either.
    UnnormalisedNlerp,
    /// Slerp without choosing the shorter arc: where two keys have opposite signs the joint turns the other way round.
    LongWaySlerp,
    /// Before its first key a track takes its last one.
    ///
    /// A search for the bracketing keys that falls through, as that of the source chapter does. glTF 2.0, section 3.11:
    /// the first key holds.
    FirstKeyNotHeld,
    /// Dual quaternions are summed without aligning their signs.
    ///
    /// `q` and `-q` are one rotation; summed with different signs they cancel out or go the long way. Source: Kavan et
    /// al. 2007, "Skinning with Dual Quaternions", section 4.1.
    NoSignAlignment,
    /// Scale of joints is ignored.
    ///
    /// Engines that keep a joint as rotation and translation have no place for it. It concerns the skins' joints and
    /// all above them; other nodes keep theirs.
    ScaleDropped,
    /// Only `JOINTS_0` and `WEIGHTS_0` are read, as they are.
    ///
    /// The weights of vertices with more influences then sum to less than one, which pulls them to the origin.
    SecondSetIgnored,
    /// Weights are taken as they are, whatever they sum to.
    ///
    /// Less than one pulls a vertex to the origin, more pushes it out. Negative weights and such that are no numbers
    /// count as 0 here, too.
    RawWeights,
    /// Of a joint that a vertex names twice the last weight counts instead of the sum.
    ///
    /// Seen where weights are kept in a map by joint.
    DoubledLastWins,
    /// The four strongest influences count, as they are.
    ///
    /// Engines with a limit should divide by what is left; `--influences 4` shows one that does.
    FourInfluences,
}

/// The step of a frame that a fault gets wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// From keys to local poses.
    Sampling,
    /// From local poses to `model_from_joint`.
    Hierarchy,
    /// Blending one clip with another.
    Crossfade,
    /// From `model_from_joint` to skinning matrices.
    Palette,
    /// Which joints move a vertex, and how much.
    Influences,
    /// From skinning matrices to a vertex.
    Vertex,
}

impl Stage {
    /// All, in the order of a frame.
    pub const ALL: [Self; 6] = [
        Self::Sampling,
        Self::Crossfade,
        Self::Hierarchy,
        Self::Palette,
        Self::Influences,
        Self::Vertex,
    ];

    /// The end of the ids of its sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sampling => "sampling",
            Self::Hierarchy => "hierarchy",
            Self::Crossfade => "crossfade",
            Self::Palette => "palette",
            Self::Influences => "influences",
            Self::Vertex => "vertex",
        }
    }
}

impl Fault {
    /// All of them, by stage; those that rigscope corrects in files come last.
    pub const ALL: [Self; 20] = [
        Self::FirstKeyNotHeld,
        Self::UnnormalisedNlerp,
        Self::LongWaySlerp,
        Self::ScaleDropped,
        Self::BlendedMatrices,
        Self::ChildrenFirst,
        Self::LocalTimesParent,
        Self::NoInverseBind,
        Self::WrongSide,
        Self::TranslationOnlyInverse,
        Self::HalfInverse,
        Self::UninvertedRotation,
        Self::TransposedPalette,
        Self::ShuffledJoints,
        Self::NoSignAlignment,
        Self::SecondSetIgnored,
        Self::NodeTransformApplied,
        Self::RawWeights,
        Self::DoubledLastWins,
        Self::FourInfluences,
    ];

    /// The word of the command line, of dumps and of the ids of its sentences (`teach-WORD`).
    pub fn word(self) -> &'static str {
        match self {
            Self::NoInverseBind => "no-inverse-bind",
            Self::WrongSide => "wrong-side",
            Self::TranslationOnlyInverse => "translation-only-inverse",
            Self::HalfInverse => "half-inverse",
            Self::UninvertedRotation => "uninverted-rotation",
            Self::TransposedPalette => "transposed-palette",
            Self::ChildrenFirst => "children-first",
            Self::LocalTimesParent => "local-times-parent",
            Self::ShuffledJoints => "shuffled-joints",
            Self::NodeTransformApplied => "node-transform-applied",
            Self::BlendedMatrices => "blended-matrices",
            Self::UnnormalisedNlerp => "unnormalised-nlerp",
            Self::LongWaySlerp => "long-way-slerp",
            Self::FirstKeyNotHeld => "first-key-not-held",
            Self::NoSignAlignment => "no-sign-alignment",
            Self::ScaleDropped => "scale-dropped",
            Self::SecondSetIgnored => "second-set-ignored",
            Self::RawWeights => "raw-weights",
            Self::DoubledLastWins => "doubled-last-wins",
            Self::FourInfluences => "four-influences",
        }
    }

    /// The fault with that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.word() == word)
    }

    /// The step of a frame that it gets wrong. What follows is computed right, from what that step gave.
    pub fn stage(self) -> Stage {
        match self {
            Self::UnnormalisedNlerp | Self::LongWaySlerp | Self::FirstKeyNotHeld | Self::ScaleDropped => {
                Stage::Sampling
            }
            Self::BlendedMatrices => Stage::Crossfade,
            Self::ChildrenFirst | Self::LocalTimesParent => Stage::Hierarchy,
            Self::NoInverseBind
            | Self::WrongSide
            | Self::TranslationOnlyInverse
            | Self::HalfInverse
            | Self::UninvertedRotation
            | Self::TransposedPalette
            | Self::ShuffledJoints
            | Self::NodeTransformApplied => Stage::Palette,
            Self::SecondSetIgnored | Self::RawWeights | Self::DoubledLastWins | Self::FourInfluences => {
                Stage::Influences
            }
            Self::NoSignAlignment => Stage::Vertex,
        }
    }

    /// True for what rigscope always corrects in a file, so that a switch shows it as viewers without the correction do.
    pub fn is_elsewhere(self) -> bool {
        matches!(
            self,
            Self::NodeTransformApplied | Self::RawWeights | Self::DoubledLastWins | Self::FourInfluences
        )
    }

    /// The code of the doctor's finding on files that have this mistake in them; `None` where only a program can make it.
    pub fn finding(self) -> Option<&'static str> {
        match self {
            Self::NoInverseBind => Some("inverse-binds-missing"),
            Self::TranslationOnlyInverse => Some("inverse-binds-rotation-dropped"),
            Self::HalfInverse | Self::UninvertedRotation => Some("inverse-binds-translation-negated"),
            Self::TransposedPalette => Some("inverse-binds-transposed"),
            Self::ShuffledJoints => Some("joint-indices-permuted"),
            Self::NodeTransformApplied => Some("skinned-node-transform"),
            Self::LongWaySlerp => Some("rotation-keys-flipped"),
            Self::ScaleDropped => Some("common-scale"),
            Self::RawWeights => Some("weights-not-normalized"),
            Self::DoubledLastWins => Some("joints-doubled"),
            Self::SecondSetIgnored | Self::FourInfluences => Some("influences-over-four"),
            Self::WrongSide
            | Self::ChildrenFirst
            | Self::LocalTimesParent
            | Self::BlendedMatrices
            | Self::UnnormalisedNlerp
            | Self::FirstKeyNotHeld
            | Self::NoSignAlignment => None,
        }
    }

    /// True if it needs a model of its own: see [`faulty_model`](super::faulty_model).
    pub fn changes_model(self) -> bool {
        self.stage() == Stage::Influences || matches!(self, Self::ShuffledJoints | Self::NodeTransformApplied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_distinct_and_find_their_fault() {
        for fault in Fault::ALL {
            assert_eq!(Fault::from_word(fault.word()), Some(fault));
        }
        assert_eq!(Fault::from_word("nothing"), None);
        assert!(Fault::ALL.iter().rev().take_while(|f| f.is_elsewhere()).count() == 4);
    }
}

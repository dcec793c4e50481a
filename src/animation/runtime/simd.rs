//! Which instructions the kernels run on.

use std::sync::OnceLock;

use fearless_simd::Level;
#[cfg(target_arch = "aarch64")]
use fearless_simd::aarch64::Neon;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::x86::{Avx2, Sse4_2};

/// The instructions that sampling, blending and matrices use.
///
/// Holding one proves that this processor has them. `RIGSCOPE_SIMD` (`avx2`, `sse` or `neon`) forces one. There is none of
/// plain numbers: where a processor has no instructions of these, or `RIGSCOPE_SIMD` is `scalar`, frames come from the
/// readable code beside these kernels. In scalar code they took the compiler as long as all the rest of this crate.
///
/// Paths differ in rounding (AVX2 and NEON fuse multiplication and addition): within 2e-6 of the model's size.
#[derive(Debug, Clone, Copy)]
pub struct SimdPath(pub(crate) Instructions);

#[derive(Debug, Clone, Copy)]
pub(crate) enum Instructions {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(Avx2),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Sse(Sse4_2),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

/// The variable that forces a path.
const VARIABLE: &str = "RIGSCOPE_SIMD";

/// Its word for no path.
const SCALAR: &str = "scalar";

impl SimdPath {
    /// The paths that this processor has, fastest first.
    pub fn available() -> Vec<Self> {
        let level = Level::new();
        let mut paths: Vec<Instructions> = Vec::new();
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            paths.extend(level.as_avx2().map(Instructions::Avx2));
            paths.extend(level.as_sse4_2().map(Instructions::Sse));
        }
        #[cfg(target_arch = "aarch64")]
        paths.extend(level.as_neon().map(Instructions::Neon));
        let _ = level;
        paths.into_iter().map(Self).collect()
    }

    /// The path of this run: the one that `RIGSCOPE_SIMD` names if this processor has it, else the fastest; `None` where
    /// the readable core plays.
    ///
    /// The environment is read once. A path that is not to be had is said in the log, since whoever forces one wants to
    /// know.
    pub fn chosen() -> Option<Self> {
        static CHOSEN: OnceLock<Option<SimdPath>> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let available = Self::available();
            let fastest = available.first().copied();
            let Some(word) = std::env::var_os(VARIABLE) else {
                return fastest;
            };
            if word == SCALAR {
                return None;
            }
            let named = available.iter().find(|p| word == p.word());
            named.copied().or_else(|| {
                let words: Vec<&str> = available.iter().map(|p| p.word()).chain([SCALAR]).collect();
                log::warn!(
                    "{VARIABLE} is {}, which this processor does not have; {} is used. It has: {}",
                    word.to_string_lossy(),
                    fastest.map_or(SCALAR, Self::word),
                    words.join(", ")
                );
                fastest
            })
        })
    }

    /// The word of `RIGSCOPE_SIMD` and of reports.
    pub fn word(self) -> &'static str {
        match self.0 {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2(_) => "avx2",
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Sse(_) => "sse",
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon(_) => "neon",
        }
    }
}

impl PartialEq for SimdPath {
    fn eq(&self, other: &Self) -> bool {
        self.word() == other.word()
    }
}

/// Runs `$kernel`, an expression over `$simd`, compiled for the instructions of `$path`.
///
/// The kernel must be `#[inline(always)]`, so that it becomes part of a function that may use them.
macro_rules! on_path {
    ($path:expr, $simd:ident => $kernel:expr) => {{
        use fearless_simd::Simd as _;
        match $path.0 {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            $crate::animation::runtime::simd::Instructions::Avx2($simd) => $simd.vectorize(
                #[inline(always)]
                || $kernel,
            ),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            $crate::animation::runtime::simd::Instructions::Sse($simd) => $simd.vectorize(
                #[inline(always)]
                || $kernel,
            ),
            #[cfg(target_arch = "aarch64")]
            $crate::animation::runtime::simd::Instructions::Neon($simd) => $simd.vectorize(
                #[inline(always)]
                || $kernel,
            ),
        }
    }};
}
pub(crate) use on_path;

//! KHR_materials_ior: the index of refraction.

use super::fence::{Fence, POSITIVE};
use crate::model::{Issue, Material};

pub(super) const NAME: &str = "KHR_materials_ior";

pub(super) fn read(file: &mut Fence<'_>, made: &mut Material) {
    let ior = file.number("ior", 1.5, POSITIVE);
    // 0 is allowed: it stands for a surface that reflects everything.
    made.ior = if ior == 0.0 { 0.0 } else { ior.max(1.0) };
    if made.ior != ior {
        file.tell("ior", |at| {
            Issue::warning("value-out-of-range", at)
                .with("value", f64::from(ior))
                .with("taken", 1_u32)
        });
    }
}

//! The mistakes that the program can make on purpose.

use super::{Bench, Candidate, Visit};
use crate::inspect::PoseRequest;
use crate::inspect::verify::frame::Frame;
use crate::teach::{self, Fault};
use crate::work::Cancelled;

pub(super) fn all(bench: &Bench<'_>, visit: &mut Visit<'_>) -> Result<(), Cancelled> {
    for fault in Fault::ALL {
        if !teach::can_show(fault, bench.model) {
            continue;
        }
        bench.work.cancel.check()?;
        let own = teach::faulty_model(bench.model, fault);
        let model = own.as_ref().unwrap_or(bench.model);
        let request = PoseRequest {
            fault: Some(fault),
            ..bench.theirs.request.clone()
        };
        let posed = request.pose(model);
        let skinning = request.skinning;
        let frame = Frame::of(model, &posed, bench.theirs, &|i, p, v| {
            teach::vertex(fault, &posed, i, p, skinning, v).position
        });
        visit(Candidate::new(fault.word(), frame));
    }
    Ok(())
}

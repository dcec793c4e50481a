//! Reports on a model: statistics, pose dumps; later the doctor, comparison, compression.

pub mod compare;
pub mod twist;

//! Traces: the columns that a run records, and the summary of its results.

pub mod digest;
pub mod gaps;
pub mod hops;
pub mod intervals;
pub mod recorder;
pub mod summary;
pub mod tables;
pub mod thinning;

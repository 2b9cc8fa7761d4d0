//! Traces: what a run leaves behind, as columns, and the figures that sum it up.

pub mod digest;
pub mod hops;
pub mod recorder;
pub mod summary;
pub mod tables;
pub mod thinning;

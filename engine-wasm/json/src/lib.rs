//! Reads JSON as [`serde_json::Value`], and writes every type that serde can serialize. `serde_json` can do this too,
//! but is optimized for speed: its tables and its code generated for each type were a quarter of the browser's
//! download. This crate is smaller. It accepts, reads and writes exactly the same text as `serde_json`; its tests
//! compare the two. Only [`read_unique`] is stricter.

mod decimal;
pub mod number;
mod read;
mod write;

pub use read::{ParseError, read, read_unique};
pub use write::{quoted, text};

//! JSON text: read as [`serde_json::Value`], and written of whatever serde can write. `serde_json` reads and writes text of its
//! own, but is built for speed: its tables and its copies for each type were a quarter of the browser's download. This crate does
//! the same in less space, natively and in wasm. It accepts, reads and writes exactly the same text as `serde_json`, to the
//! letter; the tests compare.

mod decimal;
pub mod number;
mod read;
mod write;

pub use read::{Misread, read};
pub use write::{quoted, text};

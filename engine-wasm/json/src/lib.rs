//! JSON text: read as [`serde_json::Value`], and written of whatever serde can write. `serde_json` reads and writes text of its
//! own, but for speed: its tables and its copies for each type were a quarter of what a browser had to load. Here is what does
//! the same in little room, natively and in wasm alike. What is accepted, what is read and what is written is the same to the
//! letter; the tests compare.

mod decimal;
pub mod number;
mod read;
mod write;

pub use read::{Misread, read};
pub use write::{quoted, text};

//! All tests in one binary, because every test binary links the whole engine.

mod generator;
mod grid;
mod heap;
mod replays;
mod share;
mod sums;

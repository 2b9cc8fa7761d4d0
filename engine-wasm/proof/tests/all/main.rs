//! The generator's and the grid's tests in one program, because every test program links the whole engine.

mod generator;
mod grid;
mod share;

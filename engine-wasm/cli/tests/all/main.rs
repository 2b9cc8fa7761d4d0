//! The command line's tests in one program, because every test program links the whole engine.

mod bench;
mod command_line;
mod export;

//! All tests of the command line in one binary, because every test binary links the whole engine.

mod bench;
mod capture;
mod command_line;
mod export;

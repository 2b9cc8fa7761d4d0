//! All tests in one binary, because every test binary links the whole engine.

mod agreement;
mod files;
mod observation;
mod random_losses;

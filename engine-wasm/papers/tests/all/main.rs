//! The papers' tests in one program, because every test program links the whole engine.

mod agreement;
mod files;
mod observation;
mod random_losses;

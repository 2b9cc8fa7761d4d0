//! The theory's tests in one program, because every test program links the whole engine.

mod low_tables;
mod predict;
mod random_networks;
mod random_scenarios;

//! All tests of the theory in one binary, because every test binary links the whole engine.

mod low_tables;
mod predict;
mod random_networks;
mod random_scenarios;

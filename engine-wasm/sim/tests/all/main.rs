//! All simulator tests in one binary, because every test binary links the whole engine.

mod bad_input;
mod by_hand;
mod contract;
mod delay;
mod determinism;
mod drops;
mod fall_floyd;
mod figures;
mod golden;
mod invariants;
mod low;
mod marks;
mod modern;
mod own_presets;
mod queues;
mod receiver_window;
mod rem;
mod schema;
mod streams;
mod support;
mod table1;
mod timeline;
mod topologies;
mod trace_tables;
mod turns;
mod veno;

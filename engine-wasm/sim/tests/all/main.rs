//! The simulator's tests in one program, because every test program links the whole engine.

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
mod reasons;
mod rem;
mod schema;
mod streams;
mod support;
mod table1;
mod timeline;
mod topologies;
mod turns;
mod veno;

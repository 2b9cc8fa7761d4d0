//! The Vegas Lab packet simulator.
//!
//! A [`Scenario`](scenario::Scenario) fully describes a run; a [`Simulation`] executes it and fills
//! [trace tables](trace). This crate does no I/O, reads no clock and keeps no global state, so the same scenario and
//! engine version give the same bits natively and in every browser.

#[macro_use]
pub mod schema;

pub mod catalogue;
pub mod datagram;
pub mod kernel;
pub mod message;
pub mod messages;
mod names;
pub mod net;
pub mod scenario;
mod simulation;
pub mod tcp;
pub mod timeline;
pub mod trace;
pub mod traffic;
#[cfg(feature = "ts")]
pub mod typescript;

pub use simulation::{Audit, Budget, Excerpt, History, Replay, Simulation};

/// Version of the engine. The same scenario and version always give the same trace digest.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

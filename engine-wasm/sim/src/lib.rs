//! The Vegas Lab packet simulator.
//!
//! A [`Scenario`](scenario::Scenario) says everything about a run; a [`Simulation`] carries it out and fills
//! [trace tables](trace). Nothing here does I/O, reads a clock or keeps global state, so the same scenario and
//! engine version give the same bits natively and in every browser.

#[macro_use]
mod macros;

pub mod catalogue;
pub mod datagram;
pub mod kernel;
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

pub use simulation::{Audit, Simulation};

/// Version of the engine. Same scenario and same version: same trace digest.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

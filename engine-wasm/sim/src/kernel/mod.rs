//! Virtual time, the scheduler and the random streams.
//!
//! Time is a whole number of nanoseconds, and nothing here reads a real clock. [`schedule`] orders the events of a run,
//! [`agenda`] keeps what a scenario plans, [`clock`] provides the free-running clocks of hosts and routers, and [`random`] gives each purpose its own random
//! stream.

pub mod agenda;
pub mod clock;
pub mod random;
pub mod schedule;

/// A moment or a span of virtual time, in nanoseconds.
pub type Nanos = u64;

/// One second in nanoseconds.
pub const SECOND: Nanos = 1_000_000_000;
/// One millisecond in nanoseconds.
pub const MILLISECOND: Nanos = 1_000_000;

/// Converts a time to a floating-point number of nanoseconds. All times are below 2^63, and signed integers convert in
/// one step.
#[inline]
pub fn real(time: Nanos) -> f64 {
    time as i64 as f64
}

/// Rounds a nonnegative number of nanoseconds to the nearest integer, halves up. Gives the same result as `f64::round`,
/// which compiles to a function call on most processors.
#[inline]
pub fn nearest(time: f64) -> Nanos {
    let whole = time as i64;
    whole as Nanos + Nanos::from(time - whole as f64 >= 0.5)
}

/// Converts nanoseconds to seconds, for output.
#[inline]
pub fn seconds(time: Nanos) -> f64 {
    real(time) / SECOND as f64
}

/// Converts nanoseconds to milliseconds, for output.
#[inline]
pub fn milliseconds(time: Nanos) -> f64 {
    real(time) / MILLISECOND as f64
}

/// Converts seconds of a validated scenario to nanoseconds, rounded to the nearest.
pub fn from_seconds(seconds: f64) -> Nanos {
    nearest(seconds * SECOND as f64)
}

/// Converts milliseconds of a validated scenario to nanoseconds, rounded to the nearest.
pub fn from_milliseconds(milliseconds: f64) -> Nanos {
    nearest(milliseconds * MILLISECOND as f64)
}

//! Virtual time, the scheduler and the random streams.

pub mod clock;
pub mod random;
pub mod schedule;

/// A moment or a span of virtual time, in nanoseconds.
pub type Nanos = u64;

/// One second in nanoseconds.
pub const SECOND: Nanos = 1_000_000_000;
/// One millisecond in nanoseconds.
pub const MILLISECOND: Nanos = 1_000_000;

/// Nanoseconds as seconds, for people and traces.
#[inline]
pub fn seconds(time: Nanos) -> f64 {
    time as f64 / SECOND as f64
}

/// Nanoseconds as milliseconds, for people and traces.
#[inline]
pub fn milliseconds(time: Nanos) -> f64 {
    time as f64 / MILLISECOND as f64
}

/// Seconds of a validated scenario as nanoseconds, to the nearest.
pub fn from_seconds(seconds: f64) -> Nanos {
    (seconds * SECOND as f64).round() as Nanos
}

/// Milliseconds of a validated scenario as nanoseconds, to the nearest.
pub fn from_milliseconds(milliseconds: f64) -> Nanos {
    (milliseconds * MILLISECOND as f64).round() as Nanos
}

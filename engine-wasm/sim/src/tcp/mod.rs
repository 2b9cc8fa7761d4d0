//! TCP: senders assembled from parts over one transport core, and receivers.
//!
//! The core ([`sender`]) owns `cwnd`, `ssthresh`, the sequence numbers and the timers. Parts see a narrow view and return
//! decisions: growth ([`slow_start`], [`avoidance`]) knows nothing of losses, recovery nothing of growth.

pub mod avoidance;
pub mod decrease;
pub mod detection;
pub mod receiver;
pub mod recovery;
pub mod rounds;
pub mod segments;
pub mod sender;
pub mod slow_start;
pub mod timer;
pub mod veno;
pub mod window;

use crate::kernel::Nanos;
use crate::kernel::clock::Clock;
use crate::kernel::random::Stream;

/// Where a sender or receiver runs.
#[derive(Clone, Debug)]
pub struct Host {
    /// Seed of the scenario.
    pub seed: u64,
    /// Name of the node.
    pub node: String,
    /// Payload of a full segment, bytes.
    pub smss: u32,
}

impl Host {
    /// One of the host's free-running clocks. All connections of a host share the phase of a clock; the phase is random
    /// per host and run.
    pub fn clock(&self, name: &str, period: Nanos) -> Clock {
        Clock::new(period, Stream::new(self.seed, &format!("{name} clock/{}", self.node)))
    }
}

/// A new acknowledgment, as the growth rules see it.
#[derive(Clone, Copy, Debug)]
pub struct Ack {
    /// Segments newly acknowledged.
    pub acked: u32,
    /// Segments in transit, counted from the last one acknowledged: `snd_nxt - (ack - 1)`.
    pub in_transit: u32,
    /// Payload of a full segment, bytes.
    pub smss: u32,
    /// Its RTT sample on the sender's fine clock, if the last segment that it acknowledges was sent once.
    pub rtt: Option<Nanos>,
    /// The sender is in slow start.
    pub slow_start: bool,
}

impl Ack {
    /// Whether the sender uses its window. Vegas does not grow a window that rwnd or the application leaves unused by more
    /// than two segments.
    pub fn uses(&self, window: &window::Window) -> bool {
        window.cwnd - f64::from(self.in_transit) <= 2.0
    }
}

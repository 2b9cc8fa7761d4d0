//! TCP: senders assembled from parts around one transport core, and receivers.
//!
//! The core ([`sender`]) owns `cwnd`, `ssthresh`, the sequence numbers and the timers, and fixes the order of steps on
//! an ACK. A part gets a narrow view ([`Ack`], [`rounds::Round`], [`window::Window`]) and returns a decision, so you
//! can test it without a network. Growth ([`slow_start`], [`avoidance`]) and repair ([`detection`], [`recovery`],
//! [`decrease`]) are independent of each other. Reno, Vegas and the other algorithms are presets: data that names the
//! parts (`sim/presets/`).
//!
//! Growth and decrease may share [`measurements`], detection and recovery the order of [`transmissions`].

pub mod avoidance;
pub mod decision;
pub mod decrease;
pub mod detection;
pub mod measurements;
pub mod receiver;
pub mod recovery;
pub mod rounds;
pub mod runs;
pub mod sack;
pub mod segments;
pub mod sender;
pub mod slow_start;
pub mod timer;
pub mod timestamps;
pub mod transmissions;
pub mod validation;
pub mod window;

use crate::kernel::Nanos;
use crate::kernel::clock::Clock;
use crate::kernel::random::Stream;
use measurements::Measured;

/// The host and the connection of a sender or receiver.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// Seed of the scenario.
    pub seed: u64,
    /// Name of the node.
    pub node: String,
    /// Name of the flow.
    pub flow: String,
    /// Number of the connection in its flow, from 0.
    pub connection: u32,
    /// Number of its first segment. Segment numbers continue from one connection of a flow to the next.
    pub first_seq: u32,
    /// Payload of a full segment, bytes.
    pub smss: u32,
    /// Advertised window, whole segments.
    pub rwnd: u32,
    /// The same in bytes, as the receiver advertises it.
    pub rwnd_bytes: u64,
    /// Round-trip time of a full segment and its ACK over the path without queueing.
    pub propagation_rtt: Nanos,
    /// The same for a header alone, as in a handshake.
    pub handshake_rtt: Nanos,
}

impl Host {
    /// One of the host's free-running clocks. All connections of a host share the phase of a clock; the phase is random
    /// per host and run.
    pub fn clock(&self, name: &str, period: Nanos) -> Clock {
        Clock::new(period, Stream::new(self.seed, &format!("{name} clock/{}", self.node)))
    }

    /// A random stream of this connection.
    pub fn stream(&self, name: &str) -> Stream {
        Stream::new(self.seed, &format!("{name}/{}/{}", self.flow, self.connection))
    }
}

/// An acknowledgment, as passed to the parts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ack {
    /// Arrival time.
    pub now: Nanos,
    /// Segments newly acknowledged; 0 for a duplicate ACK.
    pub acked: u32,
    /// Segments that this ACK is the first to report, cumulatively or by SACK blocks.
    pub delivered: u32,
    /// Marked segments that the receiver echoes with this ACK; in RFC 3168 mode, 1 if ECE is set.
    pub marked: u32,
    /// Segments in transit, counted from the last one acknowledged: `snd_nxt - (ack - 1)`.
    pub in_transit: u32,
    /// Payload of a full segment, bytes.
    pub smss: u32,
    /// RTT sample on the sender's fine clock, if the last segment that this ACK acknowledges was sent once.
    pub rtt: Option<Nanos>,
    /// The sender is in slow start.
    pub slow_start: bool,
    /// The sender is repairing losses that ACKs showed.
    pub recovering: bool,
    /// No loss is suspected: no duplicate ACKs, no recovery, and everything sent before the last timeout is
    /// acknowledged.
    pub open: bool,
    /// Next segment to send.
    pub snd_nxt: u32,
    /// First unacknowledged segment.
    pub snd_una: u32,
}

/// The flight after an acknowledgment. Only parts that observe every acknowledgment get it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flight<'a> {
    /// Segments in the network after it, by the sender's estimate: sent, and neither acknowledged, nor reported by SACK
    /// blocks, nor marked lost.
    pub segments: u32,
    /// Segments that are marked lost at this acknowledgment.
    pub lost: u32,
    /// The most recently sent segment among those that the acknowledgment is the first to report.
    pub latest: Option<u32>,
    /// The measurements that parts of the sender asked for, this acknowledgment included.
    pub measured: Measured<'a>,
}

impl Ack {
    /// Segments in flight before it.
    pub fn flight_before(&self) -> u32 {
        (self.in_transit + self.acked).saturating_sub(1)
    }

    /// Returns whether the sender uses its window, except for at most two segments. Vegas doesn't grow a window that
    /// rwnd or the application leaves unused.
    pub fn uses(&self, window: &window::Window) -> bool {
        window.cwnd - f64::from(self.in_transit) <= 2.0
    }
}

#[cfg(test)]
impl Host {
    /// A host for tests of single parts.
    pub fn for_tests() -> Self {
        let (node, flow) = ("host".to_owned(), "flow".to_owned());
        Self {
            seed: 1,
            node,
            flow,
            connection: 0,
            first_seq: 0,
            smss: 512,
            rwnd: 80,
            rwnd_bytes: 40_960,
            propagation_rtt: 100_000_000,
            handshake_rtt: 90_000_000,
        }
    }
}

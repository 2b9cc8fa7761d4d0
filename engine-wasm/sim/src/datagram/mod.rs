//! Sources without TCP: datagrams that leave when the source says so and are never acknowledged or repeated. The papers
//! use them as load that does not give way.
//!
//! A source counts payload; every packet on the wire carries a header beside it. The rates are rates of payload.

use crate::kernel::Nanos;
use crate::kernel::random::Stream;
use crate::scenario::limits;
use crate::scenario::shape::{integer, number, optional, part, text};
use crate::traffic::on_off::OnOff;

/// Largest payload of a datagram over IP, bytes.
pub const PAYLOAD_BYTES: u64 = 65_507;

/// Packets that leave together, back to back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    /// How long after the last burst began, or after the source's start.
    pub wait: Nanos,
    /// Number of packets, at least 1.
    pub packets: u32,
    /// Size of each packet on the wire but the last, bytes.
    pub packet_bytes: u32,
    /// Size of the last packet on the wire, bytes.
    pub last_bytes: u32,
}

impl Burst {
    /// One packet by itself.
    pub fn single(wait: Nanos, bytes: u32) -> Self {
        Self { wait, packets: 1, packet_bytes: bytes, last_bytes: bytes }
    }

    /// Sizes of the packets on the wire, in order, bytes.
    pub fn sizes(self) -> impl Iterator<Item = u32> {
        (1..=self.packets).map(move |n| if n == self.packets { self.last_bytes } else { self.packet_bytes })
    }
}

/// What a source knows of where it stands.
#[derive(Clone, Debug)]
pub struct DatagramContext {
    /// The source's own random stream, `datagrams/<name>`.
    pub stream: Stream,
    /// What each packet has beside its payload.
    pub header_bytes: u32,
}

/// Tells when datagrams leave.
pub trait DatagramRule {
    /// The next packets, or `None` when there are no more. Between two bursts there is at least a microsecond.
    fn next_burst(&mut self) -> Option<Burst>;
}

registry! {
    /// When datagrams leave a source that knows nothing of congestion.
    set "datagram", "Datagrams";
    choice Datagram; running RunningDatagram; rule DatagramRule; context DatagramContext;
    members {
        constant_rate::ConstantRate, exponential_on_off::ExponentialOnOff, pareto_on_off::ParetoOnOff, bursts::Bursts,
    }
    dispatch { fn next_burst() -> Option<Burst>; }
}

/// Single packets of one size, with the times between them of an on/off source.
#[derive(Clone, Debug)]
pub struct Packets {
    times: OnOff,
    bytes: u32,
}

impl DatagramRule for Packets {
    fn next_burst(&mut self) -> Option<Burst> {
        Some(Burst::single(self.times.next_wait(), self.bytes))
    }
}

described! {
    /// A source of datagrams and where they go.
    pub struct DatagramSource {
        /// Name of the source.
        name: String = text(limits::NAME_LENGTH);
        /// Node of the source.
        from: String = text(limits::NAME_LENGTH);
        /// Node that the datagrams go to.
        to: String = text(limits::NAME_LENGTH);
        /// When the source starts.
        start_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.0;
        /// When the source stops; without it, with the run.
        stop_s: Option<f64> = optional(&number("s", 0.0, limits::DURATION_S)), default null;
        /// UDP and IP header of every packet.
        header_bytes: u32 = integer("bytes", 0, 120), default 28;
        /// When datagrams leave.
        traffic: Datagram = part("datagram");
    }
}

#[cfg(test)]
mod tests;

//! Datagram sources, which don't use TCP. A source decides when its datagrams leave; they are never acknowledged or
//! retransmitted. The papers use such sources as load that doesn't back off.
//!
//! Sizes and rates count payload; on the wire, every packet also has a header.

use crate::kernel::Nanos;
use crate::kernel::random::Stream;
use crate::schema::limits;
use crate::schema::shape::{integer, number, optional, text};
use crate::traffic::on_off::OnOff;

/// Largest payload of a datagram over IP, bytes.
pub const PAYLOAD_BYTES: u64 = 65_507;

/// Packets that leave together, back to back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    /// Time since the last burst began, or since the source started.
    pub wait: Nanos,
    /// Number of packets, at least 1.
    pub packets: u32,
    /// Size on the wire of each packet except the last, bytes.
    pub packet_bytes: u32,
    /// Size on the wire of the last packet, bytes.
    pub last_bytes: u32,
}

impl Burst {
    /// A burst of one packet.
    pub fn single(wait: Nanos, bytes: u32) -> Self {
        Self { wait, packets: 1, packet_bytes: bytes, last_bytes: bytes }
    }

    /// Sizes on the wire of the packets, in order, bytes.
    pub fn sizes(self) -> impl Iterator<Item = u32> {
        (1..=self.packets).map(move |n| if n == self.packets { self.last_bytes } else { self.packet_bytes })
    }
}

/// Scenario data that a source needs.
#[derive(Clone, Debug)]
pub struct DatagramContext {
    /// The source's own random stream, `datagrams/<name>`.
    pub stream: Stream,
    /// Header bytes of each packet.
    pub header_bytes: u32,
}

/// Decides when datagrams leave.
pub trait DatagramRule {
    /// The next burst, or `None` when there are no more. Bursts are at least a microsecond apart.
    fn next_burst(&mut self) -> Option<Burst>;
}

registry! {
    /// When a source sends datagrams, without reacting to congestion.
    set "datagram", "Datagrams";
    choice Datagram; running RunningDatagram; rule DatagramRule; context DatagramContext;
    members {
        constant_rate::ConstantRate, exponential_on_off::ExponentialOnOff, pareto_on_off::ParetoOnOff, bursts::Bursts,
    }
    dispatch { fn next_burst() -> Option<Burst>; }
}

/// Sends single packets of one size, timed by an on/off source.
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
        /// Node that receives the datagrams.
        to: String = text(limits::NAME_LENGTH);
        /// When the source starts.
        start_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.0;
        /// When the source stops; by default, when the run ends.
        stop_s: Option<f64> = optional(&number("s", 0.0, limits::DURATION_S)), default null;
        /// UDP and IP header of every packet.
        header_bytes: u32 = integer("bytes", 0, 120), default 28, label "Header size";
        /// When datagrams are sent.
        traffic: Datagram = Datagram::SHAPE;
    }
}

#[cfg(test)]
mod tests;

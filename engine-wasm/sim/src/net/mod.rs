//! The network: directed links with output buffers, and the routes over them.

pub mod drops;
pub mod loss;
pub mod packets;
pub mod places;
pub mod port;
pub mod queue;
pub mod route;
pub mod topology;

use crate::tcp::sack::Slot;

/// What a packet carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// A data segment.
    Data {
        /// Its number.
        seq: u32,
        /// The sender has reduced its window because of a mark.
        cwr: bool,
    },
    /// A cumulative acknowledgment.
    Ack {
        /// The next segment that is expected.
        next: u32,
        /// Marked segments that it echoes.
        marks: u16,
        /// Where its SACK blocks are kept.
        sack: Option<Slot>,
    },
    /// The datagram with this number.
    Datagram(u32),
}

/// The two bits of explicit congestion notification (RFC 3168).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ecn {
    /// It can only be dropped.
    NotCapable,
    /// It may be marked.
    Capable,
    /// A queue has marked it.
    Marked,
}

/// A packet on its way.
#[derive(Clone, Copy, Debug)]
pub struct Packet {
    /// Index of the flow, or of the datagram source after the flows.
    pub flow: u16,
    /// Place of the link that it is on or waits for, see [`route::Routes`].
    pub place: u32,
    /// Connection of the flow, from 0 and round again; what comes late from an earlier one is ignored.
    pub connection: u16,
    /// Congestion notification.
    pub ecn: Ecn,
    /// Bit errors on the way have made it worthless.
    pub corrupted: bool,
    /// Bytes on the wire.
    pub size: u32,
    /// What it carries.
    pub payload: Payload,
}

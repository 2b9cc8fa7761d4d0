//! The network: directed links with output buffers, and the routes over them.
//!
//! Each link has a [`port`], whose buffer management ([`queue`]) and losses ([`loss`]) are replaceable parts.
//! [`packets`] stores the packets under way, [`route`] their routes, and [`drops`] the packets to which a scenario does something.
//! [`directory`] finds links and flows by name.

pub mod directory;
pub mod drops;
pub mod loss;
pub mod packets;
pub mod port;
pub mod queue;
pub mod route;
pub mod topology;

use crate::tcp::sack::Slot;
use crate::tcp::timestamps::Timestamp;

/// The content of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// A data segment.
    Data {
        /// Its number.
        seq: u32,
        /// Set if the sender has reduced its window because of a mark.
        cwr: bool,
        /// Its timestamp, if the connection uses them (TSval).
        timestamp: Timestamp,
    },
    /// A cumulative acknowledgment.
    Ack {
        /// The next expected segment.
        next: u32,
        /// Number of marked segments that it echoes.
        marks: u16,
        /// Slot of its options.
        options: Option<Slot>,
    },
    /// The datagram with this number.
    Datagram(u32),
}

/// The two bits of explicit congestion notification (RFC 3168).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ecn {
    /// The packet can be dropped, but not marked.
    NotCapable,
    /// The packet may be marked.
    Capable,
    /// A queue has marked the packet.
    Marked,
}

/// A packet in the network.
#[derive(Clone, Copy, Debug)]
pub struct Packet {
    /// Index of the flow, or of the datagram source after the flows.
    pub flow: u16,
    /// Position in [`route::Routes`] of the link that it is on or waits for.
    pub place: u32,
    /// Number of the flow's connection, wrapping around; late packets of an earlier connection are ignored.
    pub connection: u16,
    /// Congestion notification.
    pub ecn: Ecn,
    /// True if bit errors have corrupted the packet.
    pub corrupted: bool,
    /// True if the script of the next link has already decided what happens to the packet.
    pub scripted: bool,
    /// Bytes on the wire.
    pub size: u32,
    /// Its content.
    pub payload: Payload,
}

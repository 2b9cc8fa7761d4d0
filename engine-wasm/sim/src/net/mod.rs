//! The network: directed links with output buffers, and the routes over them.

pub mod loss;
pub mod port;
pub mod queue;
pub mod topology;

/// What a packet carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// The data segment with this number.
    Data(u32),
    /// A cumulative acknowledgment: the next segment that is expected.
    Ack(u32),
}

/// A packet on its way.
#[derive(Clone, Copy, Debug)]
pub struct Packet {
    /// Index of the flow.
    pub flow: u16,
    /// How many links of its path the packet has behind it.
    pub hop: u16,
    /// Bytes on the wire.
    pub size: u32,
    /// What it carries.
    pub payload: Payload,
}

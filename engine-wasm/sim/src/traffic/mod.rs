//! Traffic over TCP: which connections a flow opens, one after the other, and when their data is available.
//!
//! The simulation asks a source for its next connection when the flow starts and whenever a connection has completed.
//! Most sources have all data of a connection when it opens. A source whose data becomes available gradually sets
//! `in_portions`, and the simulation asks it for writes. A sender that waits for the next write is limited by the
//! application, not by the network.

use crate::kernel::Nanos;
use crate::kernel::random::Stream;

pub mod distributions;
pub mod on_off;
pub mod pace;

/// A connection to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Wait after the previous connection completed, or after the flow's start.
    pub wait: Nanos,
    /// Bytes to send; `None` if unlimited.
    pub bytes: Option<u64>,
    /// True if the data arrives in portions, see [`TrafficRule::next_write`]; otherwise all of it is available when the
    /// connection opens.
    pub in_portions: bool,
}

/// Data that an application writes to an open connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// Time since the last write, or since the connection opened.
    pub wait: Nanos,
    /// Number of full segments.
    pub segments: u32,
}

/// Properties of the flow that a source needs.
#[derive(Clone, Debug)]
pub struct TrafficContext {
    /// The source's own random stream, `traffic/<flow>`.
    pub stream: Stream,
    /// Payload of a full segment.
    pub smss_bytes: u32,
}

/// Decides what a flow sends.
pub trait TrafficRule {
    /// The next connection, or `None` if there are no more. Called at the flow's start and whenever a connection has
    /// completed; an unlimited connection is the last one.
    fn next_connection(&mut self) -> Option<Connection>;

    /// The next write to a connection whose data arrives in portions; `None` if all data was available when it opened.
    fn next_write(&mut self) -> Option<Write> {
        None
    }

    /// Maximum bytes of one connection; `None` if unlimited. Makes no random draws.
    fn most_bytes(&mut self) -> Option<u64>;
}

registry! {
    /// What the application sends.
    set "traffic", "Traffic";
    choice Traffic; running RunningTraffic; rule TrafficRule; context TrafficContext;
    members {
        bulk::Bulk, transfer::Transfer, repeated::Repeated, tcplib_ftp::TcplibFtp, web::Web, telnet::Telnet,
        exponential_writes::ExponentialWrites, scripted_writes::ScriptedWrites,
    }
    dispatch {
        fn next_connection() -> Option<Connection>;
        fn next_write() -> Option<Write>;
        fn most_bytes() -> Option<u64>;
    }
}

impl Traffic {
    /// Maximum bytes of one connection; `None` if unlimited. See [`TrafficRule::most_bytes`].
    pub fn bytes(&self) -> Option<u64> {
        self.start(&TrafficContext { stream: Stream::new(0, "traffic"), smss_bytes: 1 }).most_bytes()
    }
}

#[cfg(test)]
pub(crate) mod tests;

//! Peculiarities of a capture that change what can be measured.

use std::fmt;

use serde::Serialize;

/// A peculiarity. Its sentence says what we do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
#[serde(tag = "code", content = "values", rename_all = "kebab-case")]
pub enum Oddity {
    /// The file ends inside a packet.
    FileCut,
    /// The snap length is shorter than the headers.
    HeadersCut {
        /// Packets without all of their headers.
        packets: u64,
    },
    /// IP packets were fragmented.
    Fragments {
        /// Later fragments.
        packets: u64,
    },
    /// A mirror port, or two interfaces, captured each packet twice.
    EveryPacketTwice {
        /// Copies that were left out.
        copies: u64,
    },
    /// Only one direction was captured.
    OneDirection {
        /// The end whose packets are missing.
        missing: String,
    },
    /// The packets weren't in the order of their times.
    OutOfOrder {
        /// Packets that are earlier than the one before.
        packets: u64,
        /// Interfaces of the connection.
        interfaces: u64,
    },
    /// The capture's clock was set during the connection.
    ClockJumps {
        /// How often.
        times: u64,
    },
    /// The capture doesn't contain the handshake.
    NoHandshake,
    /// The snap length cut off options of the handshake.
    OptionsCut,
    /// Bytes were acknowledged that the capture doesn't contain.
    MissingBytes {
        /// The end that sent them.
        from: String,
        /// How many.
        bytes: u64,
    },
    /// The network card split or merged segments.
    Offloaded {
        /// The end that sent them.
        from: String,
        /// The largest, bytes.
        largest: u32,
    },
}

impl fmt::Display for Oddity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileCut => write!(out, "The file ends inside a packet, which is left out."),
            Self::HeadersCut { packets } => write!(
                out,
                "The snap length cut off headers of {packets} packets, which are left out. Capture at least 128 bytes of each."
            ),
            Self::Fragments { packets } => write!(
                out,
                "{packets} packets are later fragments of IP packets. Their bytes aren’t counted, because only the first fragment has a TCP header."
            ),
            Self::EveryPacketTwice { copies } => write!(
                out,
                "The capture contains every packet twice, as from a mirror port. The {copies} copies are left out."
            ),
            Self::OneDirection { missing } => write!(
                out,
                "The capture contains no packets from {missing}. RTT and causes of retransmissions aren’t known without them."
            ),
            Self::OutOfOrder { packets, interfaces: 0 | 1 } => {
                write!(out, "{packets} packets are earlier than the one before. They’re sorted by time.")
            }
            Self::OutOfOrder { packets, interfaces } => write!(
                out,
                "{packets} packets of {interfaces} interfaces are earlier than the one before. They’re sorted by time."
            ),
            Self::ClockJumps { times: 1 } => {
                write!(out, "The capture’s clock jumps once. Nothing is measured across the jump.")
            }
            Self::ClockJumps { times } => {
                write!(out, "The capture’s clock jumps {times} times. Nothing is measured across a jump.")
            }
            Self::NoHandshake => write!(
                out,
                "The capture begins after the handshake. The window scale isn’t known, so windows are lower bounds."
            ),
            Self::OptionsCut => {
                write!(out, "The snap length cut off options of the handshake. What they’d say isn’t known.")
            }
            Self::MissingBytes { from, bytes } => {
                write!(out, "The capture misses {bytes} bytes from {from} that were acknowledged.")
            }
            Self::Offloaded { from, largest } => write!(
                out,
                "The network card splits or merges segments from {from}: the largest has {largest} bytes. Each counts as the segments it stands for."
            ),
        }
    }
}

//! Reasons why a file can't be read. Each has a code, because the page translates its sentence.

use std::fmt;

use serde::Serialize;

/// A problem with a file. It names the place and what's allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
#[serde(tag = "code", content = "values", rename_all = "kebab-case")]
pub enum Problem {
    /// The file doesn't begin like a capture.
    NotACapture,
    /// The file's compression is damaged.
    DamagedGzip {
        /// Offset in the compressed file.
        at: u64,
    },
    /// A compressed file with more bytes than its reader takes.
    DecompressedSize {
        /// Bytes that are allowed.
        most: u64,
    },
    /// A pcap record that's longer than any packet.
    PacketSize {
        /// Offset in the file, uncompressed.
        at: u64,
        /// Its size, bytes.
        size: u32,
        /// The largest size that is allowed, bytes.
        most: u32,
    },
    /// A pcapng section without its byte-order magic.
    ByteOrder {
        /// Offset in the file, uncompressed.
        at: u64,
    },
    /// A pcapng block whose length is impossible.
    BlockLength {
        /// Offset in the file, uncompressed.
        at: u64,
        /// Its length, bytes.
        size: u32,
    },
    /// A pcapng packet block that's too short for its fields.
    PacketBlockLength {
        /// Offset in the file, uncompressed.
        at: u64,
        /// Its length, bytes.
        size: u32,
        /// The least length, bytes.
        least: u32,
    },
    /// A packet of an interface that no block before it describes.
    UnknownInterface {
        /// Offset in the file, uncompressed.
        at: u64,
        /// The interface's index.
        which: u32,
    },
    /// A packet that's longer than its block.
    PacketTooLong {
        /// Offset in the file, uncompressed.
        at: u64,
        /// The packet's size, bytes.
        size: u32,
    },
    /// All packets have link types that we don't read.
    UnknownLinks {
        /// Some of them.
        number: String,
        /// Those that are supported.
        links: &'static str,
    },
    /// The file has no packets.
    NoPackets,
    /// No packet is a TCP segment.
    NoTcp {
        /// Packets in the file.
        packets: u64,
    },
}

/// Supported link layers, as listed in messages.
pub(crate) const LINKS: &str =
    "Ethernet, raw IP, loopback (NULL, LOOP), Linux cooked capture (SLL, SLL2), PPP, 802.11, radiotap, Cisco HDLC";

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACapture => {
                write!(
                    out,
                    "The file doesn’t begin like a capture (byte 0). Open a pcap or pcapng file, or one compressed by gzip."
                )
            }
            Self::DamagedGzip { at } => {
                write!(
                    out,
                    "The compressed file is damaged near byte {at}. Get it again, or decompress it with gzip -dc."
                )
            }
            Self::DecompressedSize { most } => write!(
                out,
                "The compressed file has more than {most} bytes when it’s decompressed, which is the limit. Cut out a part with editcap, or decompress it with gzip -dc and open that file."
            ),
            Self::PacketSize { at, size, most } => {
                write!(out, "The packet at byte {at} has a size of {size} bytes. At most {most} are allowed.")
            }
            Self::ByteOrder { at } => write!(out, "The section at byte {at} has no valid byte-order magic."),
            Self::BlockLength { at, size } => write!(
                out,
                "The block at byte {at} has a length of {size} bytes. It must be a multiple of 4 and at least 12."
            ),
            Self::PacketBlockLength { at, size, least } => {
                write!(out, "The packet block at byte {at} has a length of {size} bytes. It must be at least {least}.")
            }
            Self::UnknownInterface { at, which } => {
                write!(out, "The packet at byte {at} uses interface {which}, which no block before it describes.")
            }
            Self::PacketTooLong { at, size } => {
                write!(out, "The packet at byte {at} has {size} bytes, more than its block can contain.")
            }
            Self::UnknownLinks { number, links } => {
                write!(out, "The capture’s link type {number} isn’t supported. These are: {links}.")
            }
            Self::NoPackets => write!(out, "The capture contains no packets. It needs at least one TCP segment."),
            Self::NoTcp { packets } => write!(
                out,
                "None of the capture’s {packets} packets is a TCP segment over IPv4 or IPv6. The lab shows only those."
            ),
        }
    }
}

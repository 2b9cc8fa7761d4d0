//! Parses TCP segments: header and options. Payloads are skipped.

use std::net::IpAddr;

use crate::layers::Skipped;

/// No more data from the sender.
pub const FIN: u8 = 1;
/// Opens a connection.
pub const SYN: u8 = 2;
/// Aborts a connection.
pub const RST: u8 = 4;
/// The acknowledgment number counts.
pub const ACK: u8 = 16;

/// The address and port of one end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    /// Its address.
    pub address: IpAddr,
    /// Its port.
    pub port: u16,
}

impl std::fmt::Display for End {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::net::SocketAddr::new(self.address, self.port).fmt(out)
    }
}

/// SACK blocks of one segment: at most four fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sack {
    blocks: [(u32, u32); 4],
    count: u8,
}

impl Sack {
    /// The blocks, each from its first byte to the one after its last.
    #[must_use]
    pub fn blocks(&self) -> &[(u32, u32)] {
        &self.blocks[..usize::from(self.count).min(4)]
    }
}

/// Options of a SYN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SynOptions {
    /// The largest segment that this end receives, bytes.
    pub mss: Option<u16>,
    /// Exponent of the window scale.
    pub window_scale: Option<u8>,
    /// This end understands SACK blocks.
    pub sack_permitted: bool,
    /// This end sends timestamps.
    pub timestamps: bool,
    /// A Fast Open option, with or without a cookie (RFC 7413).
    pub fast_open: bool,
    /// The snap length cut the options off, so that others may be missing here.
    pub cut: bool,
}

/// A TCP segment.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The sender.
    pub from: End,
    /// The receiver.
    pub to: End,
    /// Sequence number.
    pub seq: u32,
    /// Acknowledgment number.
    pub ack: u32,
    /// Flags of the header's byte 13.
    pub flags: u8,
    /// The window as it's in the header.
    pub window: u16,
    /// The checksum as it's in the header.
    pub checksum: u16,
    /// Bytes of payload on the wire, even if fewer were captured.
    pub payload: u32,
    /// Length of the IP and TCP headers, bytes.
    pub header: u16,
    /// The packet's identification, if it's IPv4.
    pub ip_id: Option<u16>,
    /// Timestamps: TSval and TSecr.
    pub timestamps: Option<(u32, u32)>,
    /// SACK blocks.
    pub sack: Sack,
    /// The options that count in a SYN.
    pub options: SynOptions,
}

/// Reads a segment of a length on the wire, of which not all may be in `bytes`.
pub(crate) fn parse(
    bytes: &[u8],
    length: usize,
    (from, to): (IpAddr, IpAddr),
    ip_id: Option<u16>,
    ip_header: usize,
) -> Result<Segment, Skipped> {
    let Some(fixed) = bytes.first_chunk::<20>() else {
        return Err(if length < 20 { Skipped::Malformed } else { Skipped::CutHeader });
    };
    let u16_at = |at: usize| u16::from_be_bytes([fixed[at], fixed[at + 1]]);
    let u32_at = |at: usize| u32::from_be_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]);
    let header = usize::from(fixed[12] >> 4) * 4;
    if header < 20 || length < header {
        return Err(Skipped::Malformed);
    }
    let mut segment = Segment {
        from: End { address: from, port: u16_at(0) },
        to: End { address: to, port: u16_at(2) },
        seq: u32_at(4),
        ack: u32_at(8),
        flags: fixed[13],
        window: u16_at(14),
        checksum: u16_at(16),
        payload: u32::try_from(length - header).unwrap_or(u32::MAX),
        header: u16::try_from(ip_header + header).unwrap_or(u16::MAX),
        ip_id,
        timestamps: None,
        sack: Sack::default(),
        options: SynOptions { cut: bytes.len() < header, ..SynOptions::default() },
    };
    read_options(&bytes[20..bytes.len().min(header)], &mut segment);
    Ok(segment)
}

fn read_options(mut options: &[u8], segment: &mut Segment) {
    while let [kind, rest @ ..] = options {
        match kind {
            0 => return,
            1 => {
                options = rest;
                continue;
            }
            _ => {}
        }
        let Some(&size) = rest.first() else { return };
        let Some(content) = options.get(2..usize::from(size)) else { return };
        let word = |at: usize| {
            let four = content.get(at..).and_then(<[u8]>::first_chunk::<4>);
            four.map_or(0, |four| u32::from_be_bytes(*four))
        };
        let syn = &mut segment.options;
        match (kind, content) {
            (2, [high, low]) => syn.mss = Some(u16::from_be_bytes([*high, *low])),
            // A larger exponent counts as 14 (RFC 7323, section 2.3).
            (3, [exponent]) => syn.window_scale = Some((*exponent).min(14)),
            (4, []) => syn.sack_permitted = true,
            (5, _) => {
                for (block, at) in segment.sack.blocks.iter_mut().zip((0..content.len() / 8).map(|block| 8 * block)) {
                    *block = (word(at), word(at + 4));
                    segment.sack.count += 1;
                }
            }
            (8, [_, _, _, _, _, _, _, _]) => {
                syn.timestamps = true;
                segment.timestamps = Some((word(0), word(4)));
            }
            (34, _) | (254, [0xf9, 0x89, ..]) => syn.fast_open = true,
            _ => {}
        }
        options = &options[usize::from(size).max(2)..];
    }
}

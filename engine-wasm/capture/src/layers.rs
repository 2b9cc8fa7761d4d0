//! Finds IP packets in frames: link layers, VLAN tags, MPLS labels and tunnels, and then the TCP segment in the packet.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use serde::Serialize;

use crate::segment::{self, Segment};

/// The reason why a packet isn't shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
#[serde(rename_all = "snake_case")]
pub enum Skipped {
    /// The link type isn't supported.
    UnknownLink,
    /// Neither IPv4 nor IPv6, e.g. ARP.
    NotIp,
    /// IP, but not TCP.
    NotTcp,
    /// A later fragment of an IP packet, which has no TCP header.
    LaterFragment,
    /// A header isn't in the captured bytes.
    CutHeader,
    /// An encrypted frame of 802.11.
    Encrypted,
    /// A frame of 802.11 that contains several packets.
    Aggregated,
    /// A header that contradicts itself.
    Malformed,
}

impl fmt::Display for Skipped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::UnknownLink => "on a link of a type that isn’t supported",
            Self::NotIp => "not IP",
            Self::NotTcp => "IP, but not TCP",
            Self::LaterFragment => "later fragments of IP packets",
            Self::CutHeader => "with headers cut off by the snap length",
            Self::Encrypted => "encrypted by 802.11",
            Self::Aggregated => "aggregated by 802.11",
            Self::Malformed => "with malformed headers",
        })
    }
}

/// More headers than any real packet has.
const MOST_HEADERS: usize = 32;

const IPV4: u16 = 0x0800;
const IPV6: u16 = 0x86dd;
/// EtherType of Ethernet in a tunnel.
const ETHERNET_INSIDE: u16 = 0x6558;
const PPP_INSIDE: u16 = 0x880b;

/// The header that comes next.
enum Next {
    Ethernet,
    EtherType(u16),
    /// IPv4 or IPv6, by the version in its first byte.
    Ip,
    Ppp,
    Llc,
    Wifi,
    Gre,
}

/// Bytes of a frame from a header on.
#[derive(Clone, Copy)]
struct Rest<'b> {
    bytes: &'b [u8],
    /// Length on the wire, which may be more than what was captured.
    length: usize,
}

impl<'b> Rest<'b> {
    fn byte(self, at: usize) -> Result<u8, Skipped> {
        self.bytes.get(at).copied().ok_or(Skipped::CutHeader)
    }

    fn u16(self, at: usize) -> Result<u16, Skipped> {
        Ok(u16::from_be_bytes([self.byte(at)?, self.byte(at + 1)?]))
    }

    fn array<const N: usize>(self, at: usize) -> Result<[u8; N], Skipped> {
        self.bytes.get(at..).and_then(<[u8]>::first_chunk).copied().ok_or(Skipped::CutHeader)
    }

    fn skip(self, count: usize) -> Result<Self, Skipped> {
        let bytes = self.bytes.get(count..).ok_or(Skipped::CutHeader)?;
        Ok(Self { bytes, length: self.length.saturating_sub(count) })
    }
}

/// The TCP segment in a frame.
///
/// # Errors
/// The reason why there is none.
pub fn segment_in(link: u16, bytes: &[u8], length: usize) -> Result<Segment, Skipped> {
    let frame = Rest { bytes, length };
    let (mut next, mut rest) = first_header(link, frame)?;
    for _ in 0..MOST_HEADERS {
        (next, rest) = match next {
            Next::Ethernet => (ether_type(rest.u16(12)?), rest.skip(14)?),
            Next::EtherType(kind) => match kind {
                IPV4 | IPV6 => (Next::Ip, rest),
                // Tags of VLANs, also of one in another.
                0x8100 | 0x88a8 | 0x9100 | 0x9200 => (ether_type(rest.u16(2)?), rest.skip(4)?),
                0x8847 | 0x8848 => past_labels(rest)?,
                // PPPoE has a header of six bytes.
                0x8864 => (Next::Ppp, rest.skip(6)?),
                ETHERNET_INSIDE => (Next::Ethernet, rest),
                PPP_INSIDE => (Next::Ppp, rest),
                _ => return Err(Skipped::NotIp),
            },
            Next::Ppp => past_ppp(rest)?,
            Next::Llc => match rest.array::<6>(0)? {
                [0xaa, 0xaa, 3, 0, 0, 0 | 0xf8] => (Next::EtherType(rest.u16(6)?), rest.skip(8)?),
                _ => return Err(Skipped::NotIp),
            },
            Next::Wifi => past_wifi(rest)?,
            Next::Gre => past_gre(rest)?,
            Next::Ip => match in_ip(rest)? {
                Inner::Tcp(segment) => return Ok(segment),
                Inner::Tunnel(next, rest) => (next, rest),
            },
        };
    }
    Err(Skipped::Malformed)
}

fn first_header(link: u16, frame: Rest<'_>) -> Result<(Next, Rest<'_>), Skipped> {
    Ok(match link {
        1 => (Next::Ethernet, frame),
        12 | 14 | 101 | 228 | 229 => (Next::Ip, frame),
        // NULL has the capturing host's byte order, LOOP the network's.
        0 | 108 => match frame.array::<4>(0)? {
            [family, 0, 0, 0] | [0, 0, 0, family] if matches!(family, 2 | 10 | 24 | 28 | 30) => {
                (Next::Ip, frame.skip(4)?)
            }
            _ => return Err(Skipped::NotIp),
        },
        9 | 50 => (Next::Ppp, frame),
        51 => (Next::Ppp, frame.skip(6)?),
        104 => (ether_type(frame.u16(2)?), frame.skip(4)?),
        105 => (Next::Wifi, frame),
        113 => (cooked(frame.u16(14)?), frame.skip(16)?),
        127 => radiotap(frame)?,
        276 => (cooked(frame.u16(0)?), frame.skip(20)?),
        _ => return Err(Skipped::UnknownLink),
    })
}

/// A type field. Up to 1500 it's the length of an LLC frame.
fn ether_type(field: u16) -> Next {
    if field <= 1500 { Next::Llc } else { Next::EtherType(field) }
}

/// The protocol field of a Linux cooked header, where 4 is LLC.
fn cooked(field: u16) -> Next {
    if field == 4 { Next::Llc } else { Next::EtherType(field) }
}

/// Removes MPLS labels. After the last one comes IP, or Ethernet after a control word that begins with a zero.
fn past_labels(mut rest: Rest<'_>) -> Result<(Next, Rest<'_>), Skipped> {
    loop {
        let is_last = rest.byte(2)? & 1 == 1;
        rest = rest.skip(4)?;
        if is_last {
            return match rest.byte(0)? >> 4 {
                4 | 6 => Ok((Next::Ip, rest)),
                0 => Ok((Next::Ethernet, rest.skip(4)?)),
                _ => Err(Skipped::NotIp),
            };
        }
    }
}

fn past_ppp(rest: Rest<'_>) -> Result<(Next, Rest<'_>), Skipped> {
    let with_address = rest.bytes.starts_with(&[0xff, 3]);
    let rest = if with_address { rest.skip(2)? } else { rest };
    // An odd first byte is a compressed protocol field.
    let first = rest.byte(0)?;
    let (protocol, size) = if first & 1 == 1 { (first.into(), 1) } else { (rest.u16(0)?, 2) };
    let next = match protocol {
        0x21 | 0x57 => Next::Ip,
        0x281 => Next::EtherType(0x8847),
        _ => return Err(Skipped::NotIp),
    };
    Ok((next, rest.skip(size)?))
}

/// Removes a radiotap header and the padding that it announces.
fn radiotap(rest: Rest<'_>) -> Result<(Next, Rest<'_>), Skipped> {
    let length = usize::from(u16::from_le_bytes(rest.array(2)?));
    let mut fields = 8;
    let mut present = u32::from_le_bytes(rest.array(4)?);
    let first = present;
    while present & 1 << 31 != 0 {
        present = u32::from_le_bytes(rest.array(fields)?);
        fields += 4;
    }
    // The field of flags comes after a clock of 64 bits, which is aligned.
    let at = if first & 1 == 0 { fields } else { fields.next_multiple_of(8) + 8 };
    let padded = first & 2 != 0 && rest.byte(at)? & 0x20 != 0;
    let frame = rest.skip(length.max(8))?;
    let (next, inside) = past_wifi(frame)?;
    let header = frame.bytes.len() - inside.bytes.len();
    let padding = if padded { header.next_multiple_of(4) - header } else { 0 };
    Ok((next, inside.skip(padding)?))
}

fn past_wifi(rest: Rest<'_>) -> Result<(Next, Rest<'_>), Skipped> {
    let [kind, flags] = rest.array(0)?;
    let (is_data, without_data, with_qos) = (kind & 0x0c == 8, kind & 0x40 != 0, kind & 0x80 != 0);
    if !is_data || without_data {
        return Err(Skipped::NotIp);
    }
    if flags & 0x40 != 0 {
        return Err(Skipped::Encrypted);
    }
    if u16::from_le_bytes(rest.array(22)?) & 15 != 0 {
        return Err(Skipped::LaterFragment);
    }
    // A frame between two access points has a fourth address.
    let mut header = if flags & 3 == 3 { 30 } else { 24 };
    if with_qos {
        if rest.byte(header)? & 0x80 != 0 {
            return Err(Skipped::Aggregated);
        }
        header += if flags & 0x80 != 0 { 6 } else { 2 };
    }
    Ok((Next::Llc, rest.skip(header)?))
}

fn past_gre(rest: Rest<'_>) -> Result<(Next, Rest<'_>), Skipped> {
    let flags = rest.u16(0)?;
    // Fields that follow the first four bytes: checksum and offset, key, sequence number, acknowledgment number.
    let fields: &[u16] = match flags & 7 {
        0 => &[0xc000, 0x2000, 0x1000],
        1 => &[0x2000, 0x1000, 0x0080],
        _ => return Err(Skipped::NotIp),
    };
    let size = 4 + 4 * fields.iter().filter(|field| flags & **field != 0).count();
    Ok((Next::EtherType(rest.u16(2)?), rest.skip(size)?))
}

enum Inner<'b> {
    Tcp(Segment),
    Tunnel(Next, Rest<'b>),
}

const TCP: u8 = 6;

fn in_ip(rest: Rest<'_>) -> Result<Inner<'_>, Skipped> {
    match rest.byte(0)? >> 4 {
        4 => in_ipv4(rest),
        6 => in_ipv6(rest),
        _ => Err(Skipped::NotIp),
    }
}

fn in_ipv4(rest: Rest<'_>) -> Result<Inner<'_>, Skipped> {
    let header = usize::from(rest.byte(0)? & 15) * 4;
    let fixed: [u8; 20] = rest.array(0)?;
    if header < 20 {
        return Err(Skipped::Malformed);
    }
    if rest.u16(6)? & 0x1fff != 0 {
        return Err(Skipped::LaterFragment);
    }
    // The length is zero if segmentation is offloaded to the network card.
    let total = match usize::from(rest.u16(2)?) {
        0 => rest.length,
        total => total,
    };
    let from = IpAddr::V4(Ipv4Addr::from([fixed[12], fixed[13], fixed[14], fixed[15]]));
    let to = IpAddr::V4(Ipv4Addr::from([fixed[16], fixed[17], fixed[18], fixed[19]]));
    let length = total.checked_sub(header).ok_or(Skipped::Malformed)?;
    inside(fixed[9], rest.skip(header)?, length, (from, to), Some(rest.u16(4)?), header)
}

/// IPv6 extension headers whose length counts 8 bytes: hop-by-hop options, routing, destination options, mobility, HIP,
/// shim6.
const EXTENSIONS: [u8; 6] = [0, 43, 60, 135, 139, 140];
const FRAGMENT: u8 = 44;
const AUTHENTICATION: u8 = 51;

fn in_ipv6(rest: Rest<'_>) -> Result<Inner<'_>, Skipped> {
    let mut protocol = rest.byte(6)?;
    let (from, to): ([u8; 16], [u8; 16]) = (rest.array(8)?, rest.array(24)?);
    let ends = (IpAddr::V6(Ipv6Addr::from(from)), IpAddr::V6(Ipv6Addr::from(to)));
    let mut header = 40;
    // The length is zero in a jumbogram, and if segmentation is offloaded.
    let total = match usize::from(rest.u16(4)?) {
        0 => rest.length,
        payload => payload + header,
    };
    let mut count = 0;
    while EXTENSIONS.contains(&protocol) || protocol == FRAGMENT || protocol == AUTHENTICATION {
        count += 1;
        if count > MOST_HEADERS {
            return Err(Skipped::Malformed);
        }
        let [next, size] = rest.array(header)?;
        if protocol == FRAGMENT && rest.u16(header + 2)? >> 3 != 0 {
            return Err(Skipped::LaterFragment);
        }
        header += match protocol {
            FRAGMENT => 8,
            AUTHENTICATION => 4 * (usize::from(size) + 2),
            _ => 8 * (usize::from(size) + 1),
        };
        protocol = next;
    }
    let length = total.checked_sub(header).ok_or(Skipped::Malformed)?;
    inside(protocol, rest.skip(header)?, length, ends, None, header)
}

/// Reads an IP packet's payload of a length.
fn inside(
    protocol: u8,
    rest: Rest<'_>,
    length: usize,
    ends: (IpAddr, IpAddr),
    ip_id: Option<u16>,
    header: usize,
) -> Result<Inner<'_>, Skipped> {
    let bytes = &rest.bytes[..rest.bytes.len().min(length)];
    let rest = Rest { bytes, length };
    match protocol {
        TCP => segment::parse(bytes, length, ends, ip_id, header).map(Inner::Tcp),
        4 | 41 => Ok(Inner::Tunnel(Next::Ip, rest)),
        47 => Ok(Inner::Tunnel(Next::Gre, rest)),
        _ => Err(Skipped::NotTcp),
    }
}

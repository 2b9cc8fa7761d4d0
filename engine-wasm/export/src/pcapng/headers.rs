//! IPv4, TCP and UDP headers with their checksums. Payloads are zeros, which don't change a checksum. So checksums are
//! correct for the whole packet, even if a file contains only a part of it.

const TCP: u8 = 6;
const UDP: u8 = 17;
const IP_HEADER: usize = 20;
const TCP_HEADER: usize = 20;
const UDP_HEADER: usize = 8;
const LARGEST_OPTIONS: usize = 40;
const LARGEST_PACKET: usize = 0xffff;
const NO_OPERATION: u8 = 1;
/// Maximum number of blocks in a SACK option (RFC 2018, section 3).
const LARGEST_SACK: usize = 4;

pub const ACK: u8 = 0x10;
pub const ECE: u8 = 0x40;
pub const CWR: u8 = 0x80;

/// Codepoints of the ECN field (RFC 3168).
#[derive(Clone, Copy, Debug)]
pub enum Ecn {
    NotCapable = 0,
    Capable = 2,
    Marked = 3,
}

/// The address of a host as a tap sees it.
pub fn address(tap: usize, host: usize) -> u32 {
    10 << 24 | (tap as u32) << 16 | (host as u32 + 1) & 0xffff
}

/// Addresses and ports of a packet, those of its sender first.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub addresses: [u32; 2],
    pub ports: [u16; 2],
}

impl Ends {
    /// The ends of the answer.
    pub fn reversed(self) -> Self {
        let ([from, to], [from_port, to_port]) = (self.addresses, self.ports);
        Self { addresses: [to, from], ports: [to_port, from_port] }
    }
}

pub struct Tcp<'a> {
    pub ends: Ends,
    /// Identification of the IP packet.
    pub id: u16,
    pub ecn: Ecn,
    pub flags: u8,
    pub seq: u32,
    pub ack: u32,
    pub window: u16,
    pub sack: &'a [(u32, u32)],
    /// Bytes of the simulator's header, including IP. No-operation options fill the header up to this size.
    pub header_bytes: usize,
    pub payload: usize,
}

/// The headers of a packet.
#[derive(Debug)]
pub struct Headers {
    bytes: [u8; IP_HEADER + TCP_HEADER + LARGEST_OPTIONS],
    length: usize,
}

impl Headers {
    pub fn tcp(packet: &Tcp<'_>) -> Self {
        let &Tcp { ends, id, ecn, flags, seq, ack, window, sack, header_bytes, payload } = packet;
        let sack = &sack[..sack.len().min(LARGEST_SACK)];
        let needed = if sack.is_empty() { 0 } else { 4 + 8 * sack.len() };
        let spare = LARGEST_OPTIONS.min(LARGEST_PACKET.saturating_sub(IP_HEADER + TCP_HEADER + payload));
        let simulated = spare.min(header_bytes.saturating_sub(IP_HEADER + TCP_HEADER)) & !3;
        let header = TCP_HEADER + needed.max(simulated);
        let mut headers = Self::ip(id, ecn, TCP, ends, header, header + payload);
        headers.put(24, seq.to_be_bytes());
        headers.put(28, ack.to_be_bytes());
        headers.put(32, [(header << 2) as u8, flags]);
        headers.put(34, window.to_be_bytes());
        headers.bytes[IP_HEADER + TCP_HEADER..IP_HEADER + header].fill(NO_OPERATION);
        if !sack.is_empty() {
            headers.put(42, [5, 2 + 8 * sack.len() as u8]);
            for (block, (from, to)) in sack.iter().enumerate() {
                headers.put(44 + 8 * block, from.to_be_bytes());
                headers.put(48 + 8 * block, to.to_be_bytes());
            }
        }
        let checksum = headers.checksum_of_segment(ends, TCP, header + payload);
        headers.put(36, checksum.to_be_bytes());
        headers
    }

    pub fn udp(ends: Ends, id: u16, payload: usize) -> Self {
        let length = UDP_HEADER + payload;
        let mut headers = Self::ip(id, Ecn::NotCapable, UDP, ends, UDP_HEADER, length);
        headers.put(24, (length as u16).to_be_bytes());
        let checksum = match headers.checksum_of_segment(ends, UDP, length) {
            // Zero would mean that there is no checksum (RFC 768).
            0 => 0xffff,
            checksum => checksum,
        };
        headers.put(26, checksum.to_be_bytes());
        headers
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// An IP header and the ports; `length` counts what follows the IP header, of which `header` bytes are the transport's
    /// header.
    fn ip(id: u16, ecn: Ecn, protocol: u8, ends: Ends, header: usize, length: usize) -> Self {
        const DONT_FRAGMENT: u16 = 0x4000;
        let mut headers = Self { bytes: [0; IP_HEADER + TCP_HEADER + LARGEST_OPTIONS], length: IP_HEADER + header };
        headers.put(0, [0x45, ecn as u8]);
        headers.put(2, ((IP_HEADER + length) as u16).to_be_bytes());
        headers.put(4, id.to_be_bytes());
        headers.put(6, DONT_FRAGMENT.to_be_bytes());
        headers.put(8, [64, protocol]);
        headers.put(12, ends.addresses[0].to_be_bytes());
        headers.put(16, ends.addresses[1].to_be_bytes());
        let checksum = checksum(0, &headers.bytes[..IP_HEADER]);
        headers.put(10, checksum.to_be_bytes());
        headers.put(20, ends.ports[0].to_be_bytes());
        headers.put(22, ends.ports[1].to_be_bytes());
        headers
    }

    fn put<const N: usize>(&mut self, at: usize, value: [u8; N]) {
        self.bytes[at..at + N].copy_from_slice(&value);
    }

    fn checksum_of_segment(&self, ends: Ends, protocol: u8, length: usize) -> u16 {
        let addresses = ends.addresses.into_iter().map(|address| (address >> 16) + (address & 0xffff));
        let pseudo_header = addresses.sum::<u32>() + u32::from(protocol) + length as u32;
        checksum(pseudo_header, &self.bytes[IP_HEADER..self.length])
    }
}

/// The Internet checksum (RFC 1071) of an even number of bytes.
fn checksum(start: u32, bytes: &[u8]) -> u16 {
    let (words, _) = bytes.as_chunks();
    let mut sum = start + words.iter().map(|&word| u32::from(u16::from_be_bytes(word))).sum::<u32>();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    !(sum as u16)
}

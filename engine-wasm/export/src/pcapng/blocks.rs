//! Writes a pcapng file block by block (draft-ietf-opsawg-pcapng): one section, interfaces with nanosecond timestamps,
//! names of addresses, and packets with comments. Little-endian throughout.

use std::io::{self, Write};

use super::Packet;

const SECTION: u32 = 0x0a0d_0d0a;
const INTERFACE: u32 = 1;
const NAMES: u32 = 4;
const PACKET: u32 = 6;

const COMMENT: u16 = 1;
const SECTION_APPLICATION: u16 = 4;
const INTERFACE_NAME: u16 = 2;
const INTERFACE_DESCRIPTION: u16 = 3;
const INTERFACE_RESOLUTION: u16 = 9;
const PACKET_FLAGS: u16 = 2;

/// Packets start with their IP header.
const LINKTYPE_RAW: u16 = 101;

/// An option: its code and its value.
type Optional<'a> = (u16, &'a [u8]);

pub struct Blocks<W> {
    out: W,
    /// The block that's being made.
    block: Vec<u8>,
}

impl<W: Write> Blocks<W> {
    pub fn new(out: W) -> Self {
        Self { out, block: Vec::new() }
    }

    pub fn section(&mut self, application: &str, comment: &str) -> io::Result<()> {
        self.begin(SECTION);
        self.u32(0x1a2b_3c4d);
        self.u16(1);
        self.u16(0);
        // The section's length isn't known in advance.
        self.u32(u32::MAX);
        self.u32(u32::MAX);
        self.end(&[(SECTION_APPLICATION, text(application)), (COMMENT, text(comment))])
    }

    /// An interface, with the maximum bytes captured per packet; 0 for no limit.
    pub fn interface(&mut self, name: &str, description: &str, snaplen: usize) -> io::Result<()> {
        self.begin(INTERFACE);
        self.u16(LINKTYPE_RAW);
        self.u16(0);
        self.u32(snaplen as u32);
        self.end(&[
            (INTERFACE_NAME, text(name)),
            (INTERFACE_DESCRIPTION, text(description)),
            (INTERFACE_RESOLUTION, &[9]),
        ])
    }

    pub fn names<'a>(&mut self, entries: impl Iterator<Item = (u32, &'a str)>) -> io::Result<()> {
        self.begin(NAMES);
        for (address, name) in entries {
            let name = name.replace('\0', "");
            let name = text(&name);
            self.u16(1);
            self.u16(4 + name.len() as u16 + 1);
            self.block.extend(address.to_be_bytes());
            self.block.extend(name);
            self.block.push(0);
            self.align();
        }
        self.u32(0);
        self.end(&[])
    }

    /// A packet, of which this many bytes are captured. Bytes after its headers are zeros.
    pub fn packet(&mut self, packet: &Packet, captured: usize) -> io::Result<()> {
        self.begin(PACKET);
        self.u32(packet.tap as u32);
        self.u32((packet.time_ns >> 32) as u32);
        self.u32(packet.time_ns as u32);
        self.u32(captured as u32);
        self.u32(packet.length as u32);
        let header = packet.header.bytes();
        let header = &header[..header.len().min(captured)];
        self.block.extend(header);
        self.block.resize(self.block.len() + captured - header.len(), 0);
        let flags = [if packet.outbound { 2 } else { 1 }, 0, 0, 0];
        let options = [(PACKET_FLAGS, &flags[..]), (COMMENT, text(&packet.comment))];
        self.end(if packet.comment.is_empty() { &options[..1] } else { &options })
    }

    fn begin(&mut self, kind: u32) {
        self.block.clear();
        self.u32(kind);
        // The block's length follows at its end.
        self.u32(0);
    }

    fn end(&mut self, options: &[Optional<'_>]) -> io::Result<()> {
        self.align();
        for &(code, value) in options {
            self.u16(code);
            self.u16(value.len() as u16);
            self.block.extend(value);
            self.align();
        }
        if !options.is_empty() {
            self.u32(0);
        }
        let length = self.block.len() as u32 + 4;
        self.block[4..8].copy_from_slice(&length.to_le_bytes());
        self.u32(length);
        self.out.write_all(&self.block)
    }

    fn u16(&mut self, value: u16) {
        self.block.extend(value.to_le_bytes());
    }

    fn u32(&mut self, value: u32) {
        self.block.extend(value.to_le_bytes());
    }

    /// Pads with zeros to the next multiple of four.
    fn align(&mut self) {
        self.block.resize(self.block.len().next_multiple_of(4), 0);
    }
}

/// Cuts a text to the maximum length of an option.
fn text(value: &str) -> &[u8] {
    &value.as_bytes()[..value.len().min(0xffff)]
}

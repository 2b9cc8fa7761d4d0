//! Decompresses gzip as it arrives (RFC 1952). A file may have several members, one after the other.

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use crate::problem::Problem;

/// The first bytes of a compressed file.
pub const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Bytes that are decompressed at a time.
const PIECE: usize = 1 << 16;

/// Headers longer than this are damaged: names and comments are short.
const LONGEST_HEADER: usize = 1 << 17;

enum Part {
    /// A member's header, of which this much has arrived.
    Header(Vec<u8>),
    Body,
    /// Checksum and length, of which this much has arrived.
    Trailer(Vec<u8>),
    /// Bytes after the last member, e.g. padding.
    Rest,
}

pub struct Gzip {
    state: Box<InflateState>,
    part: Part,
    piece: Vec<u8>,
    crc: u32,
    crcs: [u32; 256],
    /// Bytes of the compressed file so far.
    at: u64,
    /// True if a member was complete, so that other bytes may follow.
    complete: bool,
    /// Bytes that may still be decompressed, and all that may.
    left: u64,
    most: u64,
}

impl Gzip {
    /// Decompresses at most this many bytes: a small file may contain any number of equal ones.
    pub fn new(most: u64) -> Self {
        let mut crcs = [0; 256];
        for (value, crc) in (0_u32..).zip(&mut crcs) {
            *crc = (0..8).fold(value, |crc, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 });
        }
        Self {
            state: InflateState::new_boxed(DataFormat::Raw),
            part: Part::Header(Vec::new()),
            piece: vec![0; PIECE],
            crc: !0,
            crcs,
            at: 0,
            complete: false,
            left: most,
            most,
        }
    }

    /// True if the file ends inside a member.
    pub fn is_cut(&self) -> bool {
        match &self.part {
            Part::Header(header) => !header.is_empty() || !self.complete,
            Part::Body | Part::Trailer(_) => true,
            Part::Rest => false,
        }
    }

    /// Decompresses bytes and passes them on.
    pub fn push(
        &mut self,
        mut bytes: &[u8],
        pass: &mut dyn FnMut(&[u8]) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        while !bytes.is_empty() {
            let taken = match &mut self.part {
                Part::Header(header) => {
                    let before = header.len();
                    header.extend_from_slice(&bytes[..bytes.len().min(LONGEST_HEADER)]);
                    if self.complete && header.len() >= 2 && header[..2] != MAGIC {
                        self.part = Part::Rest;
                        return Ok(());
                    }
                    match header_length(header) {
                        Ok(Some(length)) => {
                            self.state.reset(DataFormat::Raw);
                            self.crc = !0;
                            self.part = Part::Body;
                            length.saturating_sub(before)
                        }
                        Ok(None) if header.len() < LONGEST_HEADER => bytes.len().min(LONGEST_HEADER),
                        _ => return Err(Problem::DamagedGzip { at: self.at }),
                    }
                }
                Part::Body => self.inflate(bytes, pass)?,
                Part::Trailer(trailer) => {
                    let taken = bytes.len().min(8 - trailer.len());
                    trailer.extend_from_slice(&bytes[..taken]);
                    if let [a, b, c, d, ..] = trailer[..]
                        && trailer.len() == 8
                    {
                        if u32::from_le_bytes([a, b, c, d]) != !self.crc {
                            return Err(Problem::DamagedGzip { at: self.at });
                        }
                        self.complete = true;
                        self.part = Part::Header(Vec::new());
                    }
                    taken
                }
                Part::Rest => return Ok(()),
            };
            self.at += taken as u64;
            bytes = &bytes[taken..];
        }
        Ok(())
    }

    /// Decompresses a part of a member's body. Returns how many bytes of it were used.
    fn inflate(&mut self, bytes: &[u8], pass: &mut dyn FnMut(&[u8]) -> Result<(), Problem>) -> Result<usize, Problem> {
        let mut used = 0;
        loop {
            let result = inflate(&mut self.state, &bytes[used..], &mut self.piece, MZFlush::None);
            used += result.bytes_consumed;
            let written = &self.piece[..result.bytes_written];
            self.left =
                self.left.checked_sub(written.len() as u64).ok_or(Problem::DecompressedSize { most: self.most })?;
            self.crc = written.iter().fold(self.crc, |crc, byte| self.crcs[usize::from(crc as u8 ^ byte)] ^ (crc >> 8));
            pass(written)?;
            match result.status {
                Ok(MZStatus::StreamEnd) => {
                    self.part = Part::Trailer(Vec::new());
                    return Ok(used);
                }
                Ok(_) if result.bytes_consumed > 0 || result.bytes_written > 0 => {}
                // It needs more input.
                Ok(_) | Err(MZError::Buf) => return Ok(bytes.len()),
                Err(_) => return Err(Problem::DamagedGzip { at: self.at + used as u64 }),
            }
        }
    }
}

/// The length of a member's header; `None` if it isn't complete, an error if it's not one.
fn header_length(bytes: &[u8]) -> Result<Option<usize>, ()> {
    let known = [MAGIC[0], MAGIC[1], 8];
    if bytes.iter().zip(known).any(|(byte, known)| *byte != known) {
        return Err(());
    }
    let Some(&flags) = bytes.get(3) else { return Ok(None) };
    let mut at = 10;
    if flags & 4 != 0 {
        let Some(&[low, high]) = bytes.get(at..at + 2) else { return Ok(None) };
        at += 2 + usize::from(u16::from_le_bytes([low, high]));
    }
    // Name and comment end with a zero.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let Some(end) = bytes.get(at..).and_then(|text| text.iter().position(|byte| *byte == 0)) else {
                return Ok(None);
            };
            at += end + 1;
        }
    }
    if flags & 2 != 0 {
        at += 2;
    }
    Ok((at <= bytes.len()).then_some(at))
}

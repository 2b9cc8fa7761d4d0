//! Finds the packets in a capture as it arrives: pcap with microseconds or nanoseconds, or pcapng, in either byte
//! order. A file may end inside a packet, for example if the capture was killed; then the complete packets are read.

use crate::problem::Problem;

/// A packet as it was captured.
pub struct Frame<'a> {
    /// Nanoseconds since the clock's epoch.
    pub time_ns: i128,
    /// LINKTYPE of the interface.
    pub link: u16,
    /// The interface, counted through all sections.
    pub interface: u32,
    /// Captured bytes.
    pub bytes: &'a [u8],
    /// Length on the wire, bytes.
    pub length: u32,
}

const PCAP_MICROS: u32 = 0xa1b2_c3d4;
const PCAP_NANOS: u32 = 0xa1b2_3c4d;
const SECTION: u32 = 0x0a0d_0d0a;
const BYTE_ORDER: u32 = 0x1a2b_3c4d;

const INTERFACE: u32 = 1;
const OBSOLETE_PACKET: u32 = 2;
const SIMPLE_PACKET: u32 = 3;
const PACKET: u32 = 6;

/// Larger than any packet that capture tools write, bytes.
const LONGEST: u32 = 1 << 24;

const NS_PER_S: i128 = 1_000_000_000;

struct Interface {
    link: u16,
    snaplen: u32,
    resolution: Resolution,
    offset_ns: i128,
}

/// Ticks per second.
enum Resolution {
    PowerOfTen(u8),
    PowerOfTwo(u8),
}

impl Resolution {
    /// Nanoseconds of a number of ticks.
    fn ns(&self, ticks: u64) -> i128 {
        let scaled = i128::from(ticks) * NS_PER_S;
        match *self {
            Self::PowerOfTen(digits) => 10_i128.checked_pow(u32::from(digits)).map_or(0, |per_s| scaled / per_s),
            Self::PowerOfTwo(bits) => scaled >> bits.min(126),
        }
    }
}

enum Format {
    /// Nothing was read yet.
    Unknown,
    Pcap {
        little: bool,
        unit_ns: i128,
        link: u16,
    },
    Pcapng {
        little: bool,
        interfaces: Vec<Interface>,
        /// Interfaces of earlier sections.
        before: u32,
        /// Time of the last packet.
        last_ns: i128,
    },
}

/// One step of reading.
enum Step {
    /// So many bytes were read.
    Read(usize),
    /// So many bytes are needed at least.
    Needs(usize),
}

pub struct File {
    format: Format,
    /// The beginning of a block that isn't complete.
    pending: Vec<u8>,
    /// Bytes before `pending`.
    at: u64,
}

type Found<'f> = &'f mut dyn FnMut(Frame<'_>);

impl File {
    pub const fn new() -> Self {
        Self { format: Format::Unknown, pending: Vec::new(), at: 0 }
    }

    /// True if the file ends inside a block.
    pub const fn is_cut(&self) -> bool {
        !self.pending.is_empty()
    }

    /// True if the file's header was read.
    pub const fn is_capture(&self) -> bool {
        !matches!(self.format, Format::Unknown)
    }

    /// Reads a piece of the file. Blocks that it contains whole aren't copied.
    pub fn push(&mut self, mut piece: &[u8], found: Found<'_>) -> Result<(), Problem> {
        let mut needs = 1;
        while !self.pending.is_empty() {
            let more = needs.max(self.pending.len() + 1) - self.pending.len();
            if more > piece.len() {
                self.pending.extend_from_slice(piece);
                // The next piece may complete the block: its length is read again then.
                return Ok(());
            }
            self.pending.extend_from_slice(&piece[..more]);
            piece = &piece[more..];
            match self.format.step(&self.pending, self.at, found)? {
                Step::Read(length) => {
                    self.at += length as u64;
                    self.pending.drain(..length.min(self.pending.len()));
                }
                Step::Needs(length) => needs = length,
            }
        }
        loop {
            match self.format.step(piece, self.at, found)? {
                Step::Read(length) => {
                    self.at += length as u64;
                    piece = &piece[length..];
                }
                Step::Needs(_) => {
                    self.pending.extend_from_slice(piece);
                    return Ok(());
                }
            }
        }
    }
}

fn u16_at(bytes: &[u8], at: usize, little: bool) -> u16 {
    let two = [at, at + 1].map(|place| bytes.get(place).copied().unwrap_or_default());
    if little { u16::from_le_bytes(two) } else { u16::from_be_bytes(two) }
}

fn u32_at(bytes: &[u8], at: usize, little: bool) -> u32 {
    let four = [0, 1, 2, 3].map(|place| bytes.get(at + place).copied().unwrap_or_default());
    if little { u32::from_le_bytes(four) } else { u32::from_be_bytes(four) }
}

impl Format {
    /// Reads one block or record at the start of `bytes`, which is at byte `at` of the file.
    fn step(&mut self, bytes: &[u8], at: u64, found: Found<'_>) -> Result<Step, Problem> {
        match self {
            Self::Unknown => self.start(bytes),
            Self::Pcap { little, unit_ns, link } => {
                let little = *little;
                if bytes.len() < 16 {
                    return Ok(Step::Needs(16));
                }
                let captured = u32_at(bytes, 8, little);
                if captured > LONGEST {
                    return Err(Problem::PacketSize { at: at + 8, size: captured, most: LONGEST });
                }
                let end = 16 + captured as usize;
                let Some(packet) = bytes.get(16..end) else { return Ok(Step::Needs(end)) };
                let fraction_ns = i128::from(u32_at(bytes, 4, little)) * *unit_ns;
                found(Frame {
                    time_ns: i128::from(u32_at(bytes, 0, little)) * NS_PER_S + fraction_ns,
                    link: *link,
                    interface: 0,
                    bytes: packet,
                    length: u32_at(bytes, 12, little).max(captured),
                });
                Ok(Step::Read(end))
            }
            Self::Pcapng { little, interfaces, before, last_ns } => {
                if bytes.len() < 12 {
                    return Ok(Step::Needs(12));
                }
                let kind = u32_at(bytes, 0, *little);
                if kind == SECTION {
                    *little = u32_at(bytes, 8, true) == BYTE_ORDER;
                    if u32_at(bytes, 8, *little) != BYTE_ORDER {
                        return Err(Problem::ByteOrder { at: at + 8 });
                    }
                }
                let size = u32_at(bytes, 4, *little);
                if size < 12 || !size.is_multiple_of(4) {
                    return Err(Problem::BlockLength { at: at + 4, size });
                }
                let Some(block) = bytes.get(..size as usize) else { return Ok(Step::Needs(size as usize)) };
                match kind {
                    SECTION => {
                        *before = before.saturating_add(u32::try_from(interfaces.len()).unwrap_or(u32::MAX));
                        interfaces.clear();
                    }
                    INTERFACE if size >= 20 => interfaces.push(interface(block, *little)),
                    PACKET | OBSOLETE_PACKET => {
                        let frame = packet(block, kind, *little, interfaces, at)?;
                        *last_ns = frame.time_ns;
                        found(Frame { interface: before.saturating_add(frame.interface), ..frame });
                    }
                    SIMPLE_PACKET => {
                        if size < 16 {
                            return Err(Problem::PacketBlockLength { at, size, least: 16 });
                        }
                        if let Some(Interface { link, snaplen, .. }) = interfaces.first() {
                            let length = u32_at(block, 8, *little);
                            let most = if *snaplen == 0 { u32::MAX } else { *snaplen };
                            let captured = length.min(most).min(size - 16) as usize;
                            // It has no timestamp, so it gets the previous packet's.
                            let bytes = &block[12..12 + captured];
                            found(Frame { time_ns: *last_ns, link: *link, interface: *before, bytes, length });
                        }
                    }
                    _ => {}
                }
                Ok(Step::Read(size as usize))
            }
        }
    }

    fn start(&mut self, bytes: &[u8]) -> Result<Step, Problem> {
        if bytes.len() < 4 {
            return Ok(Step::Needs(4));
        }
        let magics = [false, true].map(|little| (u32_at(bytes, 0, little), little));
        for (magic, little) in magics {
            let unit_ns = match magic {
                SECTION => {
                    *self = Self::Pcapng { little, interfaces: Vec::new(), before: 0, last_ns: 0 };
                    return Ok(Step::Read(0));
                }
                PCAP_MICROS => 1000,
                PCAP_NANOS => 1,
                _ => continue,
            };
            if bytes.len() < 24 {
                return Ok(Step::Needs(24));
            }
            // The upper bits contain the length of a frame check sequence.
            let link = (u32_at(bytes, 20, little) & 0xffff) as u16;
            *self = Self::Pcap { little, unit_ns, link };
            return Ok(Step::Read(24));
        }
        Err(Problem::NotACapture)
    }
}

fn packet<'b>(
    block: &'b [u8],
    kind: u32,
    little: bool,
    interfaces: &[Interface],
    at: u64,
) -> Result<Frame<'b>, Problem> {
    if block.len() < 32 {
        return Err(Problem::PacketBlockLength { at, size: block.len() as u32, least: 32 });
    }
    let which = if kind == PACKET { u32_at(block, 8, little) } else { u16_at(block, 8, little).into() };
    let Some(Interface { link, resolution, offset_ns, .. }) = interfaces.get(which as usize) else {
        return Err(Problem::UnknownInterface { at: at + 8, which });
    };
    let ticks = u64::from(u32_at(block, 12, little)) << 32 | u64::from(u32_at(block, 16, little));
    let captured = u32_at(block, 20, little);
    let content = &block[28..block.len() - 4];
    let Some(bytes) = content.get(..captured as usize) else {
        return Err(Problem::PacketTooLong { at: at + 20, size: captured });
    };
    Ok(Frame {
        time_ns: resolution.ns(ticks) + offset_ns,
        link: *link,
        interface: which,
        bytes,
        length: u32_at(block, 24, little).max(captured),
    })
}

fn interface(block: &[u8], little: bool) -> Interface {
    let mut its = Interface {
        link: u16_at(block, 8, little),
        snaplen: u32_at(block, 12, little),
        resolution: Resolution::PowerOfTen(6),
        offset_ns: 0,
    };
    let end = block.len() - 4;
    let mut at = 16;
    while at + 4 <= end {
        let code = u16_at(block, at, little);
        let length = usize::from(u16_at(block, at + 2, little));
        if code == 0 || at + 4 + length > end {
            break;
        }
        match (code, length) {
            // The highest bit selects a power of two instead of ten.
            (9, 1..) if block[at + 4] & 0x80 != 0 => its.resolution = Resolution::PowerOfTwo(block[at + 4] & 0x7f),
            (9, 1..) => its.resolution = Resolution::PowerOfTen(block[at + 4]),
            (14, 8) => {
                let (first, second) = (u32_at(block, at + 4, little), u32_at(block, at + 8, little));
                let (low, high) = if little { (first, second) } else { (second, first) };
                its.offset_ns = i128::from((u64::from(high) << 32 | u64::from(low)).cast_signed()) * NS_PER_S;
            }
            _ => {}
        }
        at += 4 + length.next_multiple_of(4);
    }
    its
}

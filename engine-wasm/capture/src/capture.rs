//! Reads a file in pieces and sorts its segments by connection.

use std::collections::{BTreeMap, BTreeSet};

use crate::connection::Connection;
use crate::file::{File, Frame};
use crate::gzip::{self, Gzip};
use crate::layers::{Skipped, segment_in};
use crate::oddity::Oddity;
use crate::problem::{LINKS, Problem};
use crate::segment::{ACK, End, RST, SYN, Sack, Segment, SynOptions};

/// Link types named in a message. A capture may have thousands.
const NAMED: usize = 3;

/// Times further than this from the first packet's are clamped, so that differences can't overflow: 36 years.
const MOST_NS: i128 = 1 << 60;

/// A segment as the capture has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw {
    /// Since the first packet.
    pub time_ns: i64,
    pub connection: u32,
    pub interface: u32,
    pub seq: u32,
    pub ack: u32,
    pub payload: u32,
    pub window: u16,
    pub checksum: u16,
    pub header: u16,
    pub ip_id: Option<u16>,
    pub timestamps: Option<(u32, u32)>,
    /// Index into the capture's SACK options.
    pub sack: Option<u32>,
    pub flags: u8,
    /// 0 from the first end to the second one.
    pub direction: u8,
}

/// A connection before its segments are studied.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub ends: [End; 2],
    /// Sequence numbers of the SYNs.
    pub isn: [Option<u32>; 2],
    pub syn: [Option<SynOptions>; 2],
    /// The end that sent a SYN-ACK.
    pub responder: Option<u8>,
    /// The first sequence number of each end, from its first segment or the peer's first ACK.
    starts: [Option<u32>; 2],
    /// Payload bytes of each direction, with retransmissions.
    pub bytes: [u64; 2],
    rows: u32,
}

impl Track {
    /// False if this segment is a SYN of another connection between the same ends.
    fn continues(&self, segment: &Segment, direction: usize) -> bool {
        if segment.flags & SYN == 0 {
            return true;
        }
        let first = segment.seq.wrapping_add(1);
        match self.isn[direction] {
            Some(isn) => isn == segment.seq,
            // The SYN may be late in the file, after segments of its connection.
            None => self.starts[direction] == Some(first) || self.starts[direction].is_none(),
        }
    }

    fn add(&mut self, segment: &Segment, direction: usize) {
        if segment.flags & SYN != 0 {
            self.isn[direction] = Some(segment.seq);
            self.syn[direction].get_or_insert(segment.options);
            if segment.flags & ACK != 0 {
                self.responder = u8::try_from(direction).ok();
            }
            self.starts[direction] = Some(segment.seq.wrapping_add(1));
        }
        self.starts[direction].get_or_insert(segment.seq);
        if segment.flags & (ACK | RST) == ACK {
            self.starts[1 - direction].get_or_insert(segment.ack);
        }
        self.bytes[direction] += u64::from(segment.payload);
        self.rows = self.rows.saturating_add(1);
    }
}

/// A compressed file may have this many bytes when it's decompressed, unless its reader sets another limit.
const MOST_DECOMPRESSED: u64 = 1 << 30;

enum Input {
    /// The first bytes, which say whether the file is compressed.
    Start(Vec<u8>),
    Plain,
    Gzip(Box<Gzip>),
}

/// Reads a capture in pieces.
pub struct Reader {
    input: Input,
    most_decompressed: u64,
    file: File,
    found: Found,
}

#[derive(Default)]
struct Found {
    origin_ns: Option<i128>,
    packets: u64,
    skipped: BTreeMap<Skipped, u64>,
    /// Link types that aren't supported.
    links: BTreeSet<u16>,
    rows: Vec<Raw>,
    sacks: Vec<Sack>,
    tracks: Vec<Track>,
    by_ends: BTreeMap<(End, End), u32>,
    /// The connection of the last segment, and its ends.
    last: Option<((End, End), u32)>,
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader of a new file. A compressed one may have up to 1 GiB when it's decompressed.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(MOST_DECOMPRESSED)
    }

    /// A reader of a new file that refuses more bytes than this in a compressed one. Memory grows with the segments in a
    /// file, and a damaged or malicious one of a megabyte may contain a gigabyte of them.
    #[must_use]
    pub fn with_limit(most_decompressed: u64) -> Self {
        Self { input: Input::Start(Vec::new()), most_decompressed, file: File::new(), found: Found::default() }
    }

    /// Reads the next piece of the file.
    ///
    /// # Errors
    /// The file isn't a capture, or it's damaged.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        let Self { input, most_decompressed, file, found } = self;
        match input {
            Input::Start(start) => {
                start.extend_from_slice(bytes);
                if start.len() < 2 {
                    return Ok(());
                }
                let start = std::mem::take(start);
                *input = if start.starts_with(&gzip::MAGIC) {
                    Input::Gzip(Box::new(Gzip::new(*most_decompressed)))
                } else {
                    Input::Plain
                };
                self.push(&start)
            }
            Input::Plain => file.push(bytes, &mut |frame| found.add(&frame)),
            Input::Gzip(gzip) => gzip.push(bytes, &mut |piece| file.push(piece, &mut |frame| found.add(&frame))),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The file isn't a capture, or has no TCP segments.
    pub fn finish(self) -> Result<Capture, Problem> {
        let Self { input, file, found, .. } = self;
        if !file.is_capture() {
            return Err(Problem::NotACapture);
        }
        let Found { packets, links, rows, .. } = &found;
        if rows.is_empty() {
            return Err(if *packets == 0 {
                Problem::NoPackets
            } else if links.is_empty() {
                Problem::NoTcp { packets: *packets }
            } else {
                let names: Vec<_> = links.iter().take(NAMED).map(u16::to_string).collect();
                Problem::UnknownLinks {
                    number: format!("{}{}", names.join(", "), if links.len() > NAMED { ", …" } else { "" }),
                    links: LINKS,
                }
            });
        }
        let is_cut = file.is_cut() || matches!(&input, Input::Gzip(gzip) if gzip.is_cut());
        Ok(Capture::new(found, is_cut))
    }
}

impl Found {
    fn add(&mut self, frame: &Frame<'_>) {
        self.packets += 1;
        let origin_ns = *self.origin_ns.get_or_insert(frame.time_ns);
        match segment_in(frame.link, frame.bytes, frame.length as usize) {
            Ok(segment) => {
                let since_ns = (frame.time_ns - origin_ns).clamp(-MOST_NS, MOST_NS);
                self.add_segment(&segment, i64::try_from(since_ns).unwrap_or_default(), frame.interface);
            }
            Err(reason) => {
                *self.skipped.entry(reason).or_default() += 1;
                if reason == Skipped::UnknownLink {
                    self.links.insert(frame.link);
                }
            }
        }
    }

    fn add_segment(&mut self, segment: &Segment, time_ns: i64, interface: u32) {
        let key = (segment.from.min(segment.to), segment.from.max(segment.to));
        let known = match self.last {
            Some((last, connection)) if last == key => Some(connection),
            _ => self.by_ends.get(&key).copied(),
        };
        let direction_in = |track: &Track| usize::from(track.ends[0] != segment.from);
        let continued = known.filter(|known| {
            self.tracks.get(*known as usize).is_some_and(|track| track.continues(segment, direction_in(track)))
        });
        let connection = continued.unwrap_or_else(|| {
            let new = u32::try_from(self.tracks.len()).unwrap_or(u32::MAX);
            self.tracks.push(Track {
                ends: [segment.from, segment.to],
                isn: [None; 2],
                syn: [None; 2],
                responder: None,
                starts: [None; 2],
                bytes: [0; 2],
                rows: 0,
            });
            self.by_ends.insert(key, new);
            new
        });
        self.last = Some((key, connection));
        let Some(track) = self.tracks.get_mut(connection as usize) else { return };
        let direction = direction_in(track);
        track.add(segment, direction);
        let sack = (!segment.sack.blocks().is_empty()).then(|| {
            self.sacks.push(segment.sack);
            u32::try_from(self.sacks.len() - 1).unwrap_or(u32::MAX)
        });
        let Segment { seq, ack, payload, window, checksum, header, ip_id, timestamps, flags, .. } = *segment;
        let direction = u8::from(direction == 1);
        let row = Raw {
            ..Raw {
                time_ns,
                connection,
                interface,
                seq,
                ack,
                payload,
                window,
                checksum,
                header,
                ip_id,
                timestamps,
                sack,
                flags,
                direction,
            }
        };
        self.rows.push(row);
    }
}

/// A capture whose packets were read.
pub struct Capture {
    /// Nanoseconds of the first packet since the clock's epoch.
    pub origin_ns: i128,
    /// Packets in the file.
    pub packets: u64,
    /// Packets that aren't shown, by reason.
    pub skipped: BTreeMap<Skipped, u64>,
    /// The file ends inside a packet.
    pub is_cut: bool,
    rows: Vec<Raw>,
    sacks: Vec<Sack>,
    /// In the order of their data in one direction, most first.
    tracks: Vec<Track>,
    /// Indices of rows, connection by connection, and where those of each connection begin.
    order: Vec<u32>,
    begins: Vec<usize>,
}

impl Capture {
    fn new(found: Found, is_cut: bool) -> Self {
        let Found { origin_ns, packets, skipped, rows, sacks, tracks, .. } = found;
        let mut places: Vec<usize> = (0..tracks.len()).collect();
        places.sort_by_key(|place| std::cmp::Reverse(tracks[*place].bytes.into_iter().max()));
        // The places of each connection's rows, in the order of the file.
        let mut begins = vec![0; tracks.len() + 1];
        let mut next = vec![0; tracks.len()];
        let mut begin = 0;
        for (rank, place) in places.iter().enumerate() {
            begins[rank] = begin;
            next[*place] = begin;
            begin += tracks[*place].rows as usize;
        }
        begins[tracks.len()] = begin;
        let mut order = vec![0; rows.len()];
        for (index, row) in (0..).zip(&rows) {
            let next = &mut next[row.connection as usize];
            order[*next] = index;
            *next += 1;
        }
        let tracks = places.iter().map(|place| tracks[*place].clone()).collect();
        Self { origin_ns: origin_ns.unwrap_or_default(), packets, skipped, is_cut, rows, sacks, tracks, order, begins }
    }

    /// The number of connections.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tracks.len()
    }

    /// A capture has at least one connection.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tracks.is_empty()
    }

    /// Both ends of a connection and the payload bytes that each sent, for a list.
    #[must_use]
    pub fn name(&self, index: usize) -> Option<([End; 2], [u64; 2])> {
        self.tracks.get(index).map(|track| (track.ends, track.bytes))
    }

    /// A connection with its segments. Those with most data come first.
    #[must_use]
    pub fn connection(&self, index: usize) -> Option<Connection> {
        let track = self.tracks.get(index)?;
        let order = self.order.get(*self.begins.get(index)?..*self.begins.get(index + 1)?)?;
        let rows = order.iter().filter_map(|row| self.rows.get(*row as usize)).copied().collect();
        Some(Connection::new(track, rows, &self.sacks))
    }

    /// Oddities of the file. Its connections have oddities of their own.
    #[must_use]
    pub fn oddities(&self) -> Vec<Oddity> {
        let count = |reason| self.skipped.get(&reason).copied().unwrap_or_default();
        let mut oddities = Vec::new();
        if self.is_cut {
            oddities.push(Oddity::FileCut);
        }
        if count(Skipped::CutHeader) > 0 {
            oddities.push(Oddity::HeadersCut { packets: count(Skipped::CutHeader) });
        }
        if count(Skipped::LaterFragment) > 0 {
            oddities.push(Oddity::Fragments { packets: count(Skipped::LaterFragment) });
        }
        oddities
    }
}

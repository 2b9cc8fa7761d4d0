//! One connection: its handshake, and its segments with unwrapped sequence numbers.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;

use crate::capture::{Raw, Track};
use crate::oddity::Oddity;
use crate::segment::{ACK, End, FIN, RST, SYN, Sack, SynOptions};
use crate::sequence::Sequence;

/// A segment of either direction.
#[derive(Clone, Debug)]
pub struct Row {
    /// Nanoseconds since the capture's first packet.
    pub time_ns: i64,
    /// 0 from the first end to the second one.
    pub direction: u8,
    /// Flags of the header.
    pub flags: u8,
    /// Offset of the first byte in its direction's data. A SYN is at -1 without data, else at 0.
    pub seq: i64,
    /// Offset of the next byte that this end expects; `None` without the ACK flag.
    pub ack: Option<i64>,
    /// Payload, bytes.
    pub payload: u32,
    /// The window, bytes: scaled if the scale is known.
    pub window: u32,
    /// Length of the IP and TCP headers, bytes.
    pub header: u16,
    /// The packet's identification, if it's IPv4.
    pub ip_id: Option<u16>,
    /// TSval and TSecr.
    pub timestamps: Option<(u32, u32)>,
    /// SACK blocks as offsets: a range of [`Connection::sacks`].
    pub sack: (u32, u32),
    /// Times of different eras can't be compared, because the clock was set between them.
    pub era: u32,
}

impl Row {
    /// True for a flag.
    #[must_use]
    pub const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The offset after the payload.
    #[must_use]
    pub const fn end(&self) -> i64 {
        self.seq + self.payload as i64
    }
}

/// The statements of an end about itself in its SYN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
pub struct Hello {
    /// The largest segment that it receives, bytes.
    pub mss: Option<u16>,
    /// Exponent of its windows, if both ends sent one.
    pub window_scale: Option<u8>,
    /// It understands SACK blocks.
    pub sack_permitted: bool,
    /// It sends timestamps.
    pub timestamps: bool,
    /// It asked for Fast Open, or used it.
    pub fast_open: bool,
}

/// A connection with its segments.
pub struct Connection {
    /// Its ends. Direction 0 goes from the first to the second.
    pub ends: [End; 2],
    /// The end that opened the connection, if the capture shows it.
    pub initiator: Option<u8>,
    /// Options of each end's SYN; `None` if the capture doesn't contain it.
    pub syn: [Option<SynOptions>; 2],
    /// Exponent of each end's windows; `None` if it isn't known.
    pub window_scale: [Option<u8>; 2],
    /// Payload bytes of each direction, with retransmissions.
    pub bytes: [u64; 2],
    /// Segments in the order of their times.
    pub rows: Vec<Row>,
    /// Their SACK blocks.
    pub sacks: Vec<(i64, i64)>,
    /// Its oddities.
    pub oddities: Vec<Oddity>,
}

/// An earlier time of the same interface, ns, is disorder up to this, and more is a jump of the clock.
const DISORDER_NS: i64 = 1_000_000;

/// While data are outstanding a connection isn't silent for an hour: it would be aborted.
const SILENCE_NS: i64 = 3_600_000_000_000;

/// A copy of a packet comes within this time of it, ns, and within this many packets of its direction.
const COPY_NS: i64 = 50_000_000;
const COPY_ROWS: usize = 64;

/// More than this share of a direction's segments are copies if everything was captured twice.
const COPIES: f64 = 0.45;

impl Connection {
    pub(crate) fn new(track: &Track, mut raw: Vec<Raw>, sacks: &[Sack]) -> Self {
        let mut oddities = Vec::new();
        let copies = copies_in(&raw);
        if copies.iter().any(|is_copy| *is_copy) {
            oddities
                .push(Oddity::EveryPacketTwice { copies: copies.iter().filter(|is_copy| **is_copy).count() as u64 });
            let mut is_copy = copies.iter();
            raw.retain(|_| !is_copy.next().copied().unwrap_or_default());
        }
        let jumps = sort(&mut raw, &mut oddities);
        let initiator = match (track.responder, track.isn) {
            (Some(responder), _) => Some(1 - responder),
            (None, [Some(_), _]) => Some(0),
            (None, [None, Some(_)]) => Some(1),
            _ => None,
        };
        let mut its = Self {
            ends: track.ends,
            initiator,
            syn: track.syn,
            window_scale: scales(&track.syn, track.responder),
            bytes: [0; 2],
            rows: Vec::with_capacity(raw.len()),
            sacks: Vec::new(),
            oddities,
        };
        its.unwrap(track, &raw, sacks, jumps);
        its.note_oddities();
        its
    }

    /// The SYN's statements about its end; `None` without it.
    #[must_use]
    pub fn hello(&self, end: usize) -> Option<Hello> {
        let syn = (*self.syn.get(end)?)?;
        let sent_data = self
            .rows
            .iter()
            .take(8)
            .any(|row| usize::from(row.direction) == end && row.has(SYN) && !row.has(ACK) && row.payload > 0);
        Some(Hello {
            mss: syn.mss,
            window_scale: self.window_scale[end].filter(|_| syn.window_scale.is_some()),
            sack_permitted: syn.sack_permitted,
            timestamps: syn.timestamps,
            fast_open: syn.fast_open || sent_data,
        })
    }

    /// The SACK blocks of a row.
    #[must_use]
    pub fn sack(&self, row: &Row) -> &[(i64, i64)] {
        self.sacks.get(row.sack.0 as usize..row.sack.1 as usize).unwrap_or_default()
    }

    /// The direction with more payload.
    #[must_use]
    pub const fn main_direction(&self) -> u8 {
        if self.bytes[0] >= self.bytes[1] { 0 } else { 1 }
    }

    /// Seconds from the first segment to the last; `None` if the clock was set between them.
    #[must_use]
    pub fn duration_s(&self) -> Option<f64> {
        let (first, last) = (self.rows.first()?, self.rows.last()?);
        (first.era == last.era).then(|| seconds(last.time_ns - first.time_ns))
    }

    /// Turns sequence numbers into offsets, and scales windows.
    fn unwrap(&mut self, track: &Track, raw: &[Raw], sacks: &[Sack], mut jumps: Jumps) {
        let start = |direction: u8| {
            if let Some(isn) = track.isn[usize::from(direction)] {
                return Some(Sequence::after_syn(isn));
            }
            raw.iter().find_map(|row| {
                let is_ack = row.flags & (ACK | RST) == ACK;
                if row.direction == direction {
                    Some(Sequence::from(row.seq))
                } else if is_ack {
                    Some(Sequence::from(row.ack))
                } else {
                    None
                }
            })
        };
        let mut sequences = [0, 1].map(|direction| start(direction).unwrap_or(Sequence::from(0)));
        // How far each direction got, and how far the other end acknowledged.
        let mut sent = [0; 2];
        let mut acknowledged = [0; 2];
        let mut era = 0;
        let mut times = 0;
        let mut before_ns = None;
        for (place, row) in raw.iter().enumerate() {
            let (from, to) = (usize::from(row.direction), usize::from(1 - row.direction));
            let waits = (0..2).any(|direction| sent[direction] > acknowledged[direction]);
            let is_silence = before_ns.is_some_and(|before| row.time_ns - before > SILENCE_NS) && waits;
            if jumps.pop_if_at(place) || is_silence {
                era += 1;
                times += 1;
            }
            before_ns = Some(row.time_ns);
            let is_reset = row.flags & RST != 0;
            // Numbers of resets may be anything.
            let seq = if is_reset { sequences[from].offset(row.seq) } else { sequences[from].advance(row.seq) };
            let seq = if row.flags & SYN != 0 && row.payload > 0 { seq + 1 } else { seq };
            let ack = (row.flags & ACK != 0)
                .then(|| if is_reset { sequences[to].offset(row.ack) } else { sequences[to].advance(row.ack) });
            if !is_reset {
                sent[from] = sent[from].max(seq + i64::from(row.payload));
                acknowledged[to] = acknowledged[to].max(ack.unwrap_or_default());
            }
            let first_block = self.sacks.len() as u32;
            if let Some(sack) = row.sack.and_then(|sack| sacks.get(sack as usize)) {
                let offsets = sack
                    .blocks()
                    .iter()
                    .map(|(left, right)| (sequences[to].offset(*left), sequences[to].offset(*right)));
                self.sacks.extend(offsets.filter(|(left, right)| left < right));
            }
            // The window of a SYN is never scaled.
            let scale = if row.flags & SYN == 0 { self.window_scale[from].unwrap_or_default() } else { 0 };
            self.bytes[from] += u64::from(row.payload);
            self.rows.push(Row {
                time_ns: row.time_ns,
                direction: row.direction,
                flags: row.flags,
                seq,
                ack,
                payload: row.payload,
                window: u32::from(row.window) << scale,
                header: row.header,
                ip_id: row.ip_id,
                timestamps: row.timestamps,
                sack: (first_block, self.sacks.len() as u32),
                era,
            });
        }
        if times > 0 {
            self.oddities.push(Oddity::ClockJumps { times });
        }
        self.rebase([track.isn[0].is_some(), track.isn[1].is_some()]);
    }

    /// Counts offsets from the lowest byte that was sent, if the SYN isn't in the capture.
    fn rebase(&mut self, has_syn: [bool; 2]) {
        let mut lowest = [None::<i64>; 2];
        for row in &self.rows {
            // A keep-alive repeats the byte before.
            if row.payload > 1 && !row.has(RST) {
                let lowest = &mut lowest[usize::from(row.direction)];
                *lowest = Some(lowest.map_or(row.seq, |lowest| lowest.min(row.seq)));
            }
        }
        let [first, second] = [0, 1].map(|end| if has_syn[end] { 0 } else { lowest[end].unwrap_or_default() });
        if (first, second) == (0, 0) {
            return;
        }
        for row in &mut self.rows {
            let (own, other) = if row.direction == 0 { (first, second) } else { (second, first) };
            row.seq -= own;
            row.ack = row.ack.map(|ack| ack - other);
            for block in self.sacks.get_mut(row.sack.0 as usize..row.sack.1 as usize).unwrap_or_default() {
                *block = (block.0 - other, block.1 - other);
            }
        }
    }

    fn note_oddities(&mut self) {
        for end in [0, 1] {
            if self.rows.iter().all(|row| row.direction != end) {
                self.oddities.push(Oddity::OneDirection { missing: self.ends[usize::from(end)].to_string() });
            }
        }
        if self.syn == [None; 2] {
            self.oddities.push(Oddity::NoHandshake);
        }
        if self.syn.iter().flatten().any(|syn| syn.cut) {
            self.oddities.push(Oddity::OptionsCut);
        }
    }
}

/// Seconds of a number of nanoseconds.
pub(crate) fn seconds(ns: i64) -> f64 {
    crate::study::as_f64(ns) / 1e9
}

/// Milliseconds of a number of nanoseconds.
pub(crate) fn milliseconds(ns: i64) -> f64 {
    crate::study::as_f64(ns) / 1e6
}

/// The exponent of each end's windows. It counts only if both SYNs have one (RFC 7323, section 2.2). A SYN-ACK has one
/// only if the SYN had.
fn scales(syn: &[Option<SynOptions>; 2], responder: Option<u8>) -> [Option<u8>; 2] {
    // The exponent of a SYN that was captured: `None` if the snap length cut it off.
    let known = |end: usize| {
        syn[end].and_then(|syn| match syn.window_scale {
            None if syn.cut => None,
            scale => Some(scale),
        })
    };
    match [known(0), known(1)] {
        [Some(Some(one)), Some(Some(other))] => [Some(one), Some(other)],
        // One that doesn't offer it prevents it for both.
        [Some(None), _] | [_, Some(None)] => [Some(0); 2],
        [Some(Some(scale)), None] if responder == Some(0) => [Some(scale), None],
        [None, Some(Some(scale))] if responder == Some(1) => [None, Some(scale)],
        _ => [None; 2],
    }
}

/// Marks the copies of packets, if each was captured twice.
fn copies_in(rows: &[Raw]) -> Vec<bool> {
    let mut copies = vec![false; rows.len()];
    // The last packets of each direction, of which no copy was found yet.
    let mut recent: [VecDeque<usize>; 2] = [VecDeque::new(), VecDeque::new()];
    // By direction and for data alone: segments, and those that are copies.
    let mut counts = [[0_u32; 2]; 3];
    for (place, row) in rows.iter().enumerate() {
        let direction = usize::from(row.direction);
        let recent = &mut recent[direction];
        let is_data = row.payload > 0;
        let original = recent.iter().position(|other| {
            let other = &rows[*other];
            let same = |one: &Raw| {
                (one.seq, one.ack, one.flags, one.window, one.payload, one.checksum, one.ip_id, one.timestamps)
            };
            same(other) == same(row)
                && (row.time_ns - other.time_ns).abs() <= COPY_NS
                && other.sack.is_some() == row.sack.is_some()
        });
        for count in [direction, 2] {
            if count < 2 || is_data {
                counts[count][0] += 1;
                counts[count][1] += u32::from(original.is_some());
            }
        }
        match original {
            Some(original) => {
                recent.remove(original);
                copies[place] = true;
            }
            None => {
                recent.push_back(place);
                if recent.len() > COPY_ROWS {
                    recent.pop_front();
                }
            }
        }
    }
    let many = |[all, copied]: [u32; 2], least| all >= least && f64::from(copied) >= COPIES * f64::from(all);
    // Duplicate ACKs may be equal too, so the data decide if there are some.
    let [there, back, data] = counts;
    let twice = if data[0] >= 4 { many(data, 4) } else { many([there[0] + back[0], there[1] + back[1]], 6) };
    for (is_copy, row) in copies.iter_mut().zip(rows) {
        let own = if row.direction == 0 { there } else { back };
        *is_copy &= twice && many(own, 1);
    }
    copies
}

/// Places at which the clock was set back.
struct Jumps(VecDeque<usize>);

impl Jumps {
    fn pop_if_at(&mut self, place: usize) -> bool {
        let is_here = self.0.front() == Some(&place);
        if is_here {
            self.0.pop_front();
        }
        is_here
    }
}

/// Sorts segments by time if only their order in the file is wrong. Returns where the clock itself was set back.
fn sort(rows: &mut [Raw], oddities: &mut Vec<Oddity>) -> Jumps {
    let mut latest: BTreeMap<u32, i64> = BTreeMap::new();
    let mut before_ns = i64::MIN;
    let mut earlier = 0;
    let mut jumps = VecDeque::new();
    for (place, row) in rows.iter().enumerate() {
        earlier += u64::from(row.time_ns < before_ns);
        let own = latest.entry(row.interface).or_insert(row.time_ns);
        if row.time_ns < own.saturating_sub(DISORDER_NS) {
            jumps.push_back(place);
            *own = row.time_ns;
        }
        *own = row.time_ns.max(*own);
        before_ns = row.time_ns;
    }
    if earlier > 0 && jumps.is_empty() {
        rows.sort_by_key(|row| row.time_ns);
        oddities.push(Oddity::OutOfOrder { packets: earlier, interfaces: latest.len() as u64 });
    }
    Jumps(jumps)
}

/// True for segments that neither open nor abort a connection.
pub(crate) const fn is_ordinary(row: &Row) -> bool {
    row.flags & (SYN | RST) == 0
}

/// True for the end of a direction's data.
pub(crate) const fn is_last(row: &Row) -> bool {
    row.flags & FIN != 0
}

//! Builds captures: segments, packets around them, files around these, and whole transfers over one bottleneck.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use vegaslab_capture::study::Study;
use vegaslab_capture::{Capture, Problem, Reader};

pub const FIN: u8 = 1;
pub const SYN: u8 = 2;
pub const RST: u8 = 4;
pub const ACK: u8 = 16;

pub const US: u64 = 1_000;
pub const MS: u64 = 1_000_000;
pub const S: u64 = 1_000_000_000;

/// The time of the captures' first packets.
pub const EPOCH_NS: u64 = 1_700_000_000 * S;

/// A segment. End 0 is 10.0.0.1:40001, end 1 is 10.0.0.2:5001.
#[derive(Clone, Debug)]
pub struct Segment {
    pub time_ns: u64,
    pub from: usize,
    pub seq: u32,
    pub ack: u32,
    pub flags: u8,
    pub window: u16,
    pub payload: u32,
    pub mss: Option<u16>,
    pub scale: Option<u8>,
    pub sack_permitted: bool,
    pub timestamps: Option<(u32, u32)>,
    pub sack: Vec<(u32, u32)>,
    pub fast_open: bool,
    pub ip_id: u16,
    pub port: u16,
}

impl Default for Segment {
    fn default() -> Self {
        Self {
            time_ns: 0,
            from: 0,
            seq: 0,
            ack: 0,
            flags: ACK,
            window: 40_000,
            payload: 0,
            mss: None,
            scale: None,
            sack_permitted: false,
            timestamps: None,
            sack: Vec::new(),
            fast_open: false,
            ip_id: 0,
            port: 40_001,
        }
    }
}

/// Data of one end; the other's bytes are acknowledged up to 1.
pub fn data(time_ns: u64, from: usize, seq: u32, payload: u32) -> Segment {
    Segment { time_ns, from, seq, payload, ack: 1, ..Segment::default() }
}

/// An ACK of one end, which has sent nothing but its SYN.
pub fn ack(time_ns: u64, from: usize, ack: u32) -> Segment {
    Segment { time_ns, from, seq: 1, ack, ..Segment::default() }
}

/// A handshake with sequence numbers 0, at the given times of SYN, SYN-ACK and ACK. End 0 begins.
pub fn handshake(times: [u64; 3], syn: &Segment) -> Vec<Segment> {
    let echo = |time: u64| syn.timestamps.map(|_| (ticks(times[0]), ticks(time)));
    vec![
        Segment {
            time_ns: times[0],
            flags: SYN,
            timestamps: syn.timestamps.map(|_| (ticks(times[0]), 0)),
            ..syn.clone()
        },
        Segment {
            time_ns: times[1],
            from: 1,
            flags: SYN | ACK,
            ack: 1 + syn.payload,
            payload: 0,
            timestamps: echo(times[1]).map(|(value, own)| (own, value)),
            ..syn.clone()
        },
        Segment {
            time_ns: times[2],
            seq: 1 + syn.payload,
            ack: 1,
            timestamps: syn.timestamps.map(|_| (ticks(times[2]), ticks(times[1]))),
            ..Segment::default()
        },
    ]
}

/// A SYN with the usual options.
pub fn syn() -> Segment {
    Segment { mss: Some(1460), sack_permitted: true, window: 64_240, ..Segment::default() }
}

/// A clock of timestamps, in milliseconds.
pub fn ticks(time_ns: u64) -> u32 {
    1_000_000 + (time_ns / MS) as u32
}

impl Segment {
    fn options(&self) -> Vec<u8> {
        let mut options = Vec::new();
        if let Some(mss) = self.mss {
            options.extend([2, 4]);
            options.extend(mss.to_be_bytes());
        }
        if let Some(scale) = self.scale {
            options.extend([1, 3, 3, scale]);
        }
        if self.sack_permitted {
            options.extend([1, 1, 4, 2]);
        }
        if let Some((value, echo)) = self.timestamps {
            options.extend([1, 1, 8, 10]);
            options.extend(value.to_be_bytes());
            options.extend(echo.to_be_bytes());
        }
        if self.fast_open {
            options.extend([1, 1, 34, 10, 1, 2, 3, 4, 5, 6, 7, 8]);
        }
        if !self.sack.is_empty() {
            options.extend([1, 1, 5, 2 + 8 * self.sack.len() as u8]);
            for (left, right) in &self.sack {
                options.extend(left.to_be_bytes());
                options.extend(right.to_be_bytes());
            }
        }
        options
    }

    /// The TCP header.
    pub fn tcp(&self) -> Vec<u8> {
        let options = self.options();
        let ports = if self.from == 0 { [self.port, 5001] } else { [5001, self.port] };
        let mut bytes: Vec<u8> = ports.iter().flat_map(|port| port.to_be_bytes()).collect();
        bytes.extend(self.seq.to_be_bytes());
        bytes.extend(if self.flags & ACK == 0 { 0 } else { self.ack }.to_be_bytes());
        bytes.extend([((20 + options.len()) / 4 * 16) as u8, self.flags]);
        bytes.extend(self.window.to_be_bytes());
        bytes.extend([0; 4]);
        bytes.extend(options);
        bytes
    }

    /// The IPv4 and TCP headers.
    pub fn ipv4(&self) -> Vec<u8> {
        let tcp = self.tcp();
        // As for a card that segments: the length is 0 if it doesn't fit.
        let total = u16::try_from(20 + tcp.len() as u32 + self.payload).unwrap_or(0);
        ipv4(6, total, self.ip_id, self.from, &tcp)
    }

    /// The IPv6 and TCP headers, with other headers between.
    pub fn ipv6(&self, first: u8, between: &[u8]) -> Vec<u8> {
        let tcp = self.tcp();
        let length = u16::try_from(between.len() as u32 + tcp.len() as u32 + self.payload).unwrap_or(0);
        let mut bytes = vec![0x60, 0, 0, 0];
        bytes.extend(length.to_be_bytes());
        bytes.extend([first, 64]);
        for end in [self.from, 1 - self.from] {
            bytes.extend([0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 + end as u8]);
        }
        bytes.extend(between);
        bytes.extend(tcp);
        bytes
    }

    pub fn frame(&self) -> Frame {
        let bytes = self.ipv4();
        Frame { time_ns: self.time_ns, length: bytes.len() as u32 + self.payload, bytes, interface: 0 }
    }
}

/// An IPv4 header around a payload.
pub fn ipv4(protocol: u8, total: u16, id: u16, from: usize, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x45, 0];
    bytes.extend(total.to_be_bytes());
    bytes.extend(id.to_be_bytes());
    bytes.extend([0x40, 0, 64, protocol, 0, 0]);
    for end in [from, 1 - from] {
        bytes.extend([10, 0, 0, 1 + end as u8]);
    }
    bytes.extend(payload);
    bytes
}

/// A packet of a file.
#[derive(Clone, Debug)]
pub struct Frame {
    pub time_ns: u64,
    pub bytes: Vec<u8>,
    pub length: u32,
    pub interface: u32,
}

impl Frame {
    /// The frame with bytes before it.
    pub fn within(mut self, prefix: &[u8]) -> Self {
        self.length += prefix.len() as u32;
        self.bytes = [prefix, &self.bytes].concat();
        self
    }

    /// The frame with fewer captured bytes.
    pub fn cut(mut self, snaplen: usize) -> Self {
        self.bytes.truncate(snaplen);
        self
    }
}

pub fn frames(segments: &[Segment]) -> Vec<Frame> {
    segments.iter().map(Segment::frame).collect()
}

fn word(value: u32, little: bool) -> [u8; 4] {
    if little { value.to_le_bytes() } else { value.to_be_bytes() }
}

fn half(value: u16, little: bool) -> [u8; 2] {
    if little { value.to_le_bytes() } else { value.to_be_bytes() }
}

/// A pcap file.
pub fn pcap_in(link: u32, frames: &[Frame], little: bool, nanos: bool) -> Vec<u8> {
    let mut file = word(if nanos { 0xa1b2_3c4d } else { 0xa1b2_c3d4 }, little).to_vec();
    file.extend(half(2, little));
    file.extend(half(4, little));
    for value in [0, 0, 0x40000, link] {
        file.extend(word(value, little));
    }
    for frame in frames {
        let time_ns = EPOCH_NS + frame.time_ns;
        let fraction = if nanos { time_ns % S } else { time_ns % S / US };
        for value in [(time_ns / S) as u32, fraction as u32, frame.bytes.len() as u32, frame.length] {
            file.extend(word(value, little));
        }
        file.extend(&frame.bytes);
    }
    file
}

/// A pcap file with nanoseconds.
pub fn pcap(link: u32, frames: &[Frame]) -> Vec<u8> {
    pcap_in(link, frames, true, true)
}

/// A pcapng block.
pub fn block(kind: u32, content: &[u8], little: bool) -> Vec<u8> {
    let padding = content.len().next_multiple_of(4) - content.len();
    let size = (12 + content.len() + padding) as u32;
    let mut block = word(kind, little).to_vec();
    block.extend(word(size, little));
    block.extend(content);
    block.extend(vec![0; padding]);
    block.extend(word(size, little));
    block
}

/// A pcapng section's header.
pub fn section(little: bool) -> Vec<u8> {
    let mut content = word(0x1a2b_3c4d, little).to_vec();
    content.extend(half(1, little));
    content.extend(half(0, little));
    content.extend([0xff; 8]);
    block(0x0a0d_0d0a, &content, little)
}

/// A pcapng interface with its time resolution and offset.
pub fn interface(link: u16, resolution: Option<u8>, offset_s: Option<i64>, little: bool) -> Vec<u8> {
    let mut content = half(link, little).to_vec();
    content.extend([0; 2]);
    content.extend(word(0, little));
    if let Some(resolution) = resolution {
        content.extend(half(9, little));
        content.extend(half(1, little));
        content.extend([resolution, 0, 0, 0]);
    }
    if let Some(offset_s) = offset_s {
        content.extend(half(14, little));
        content.extend(half(8, little));
        content.extend(if little { offset_s.to_le_bytes() } else { offset_s.to_be_bytes() });
    }
    content.extend([0; 4]);
    block(1, &content, little)
}

/// A pcapng packet at a number of ticks.
pub fn packet(frame: &Frame, ticks: u64, little: bool) -> Vec<u8> {
    let mut content = Vec::new();
    for value in [frame.interface, (ticks >> 32) as u32, ticks as u32, frame.bytes.len() as u32, frame.length] {
        content.extend(word(value, little));
    }
    content.extend(&frame.bytes);
    block(6, &content, little)
}

/// A pcapng file with nanoseconds and as many interfaces of one link type as the frames use.
pub fn pcapng(link: u16, frames: &[Frame]) -> Vec<u8> {
    let mut file = section(true);
    for _ in 0..=frames.iter().map(|frame| frame.interface).max().unwrap_or_default() {
        file.extend(interface(link, Some(9), None, true));
    }
    for frame in frames {
        file.extend(packet(frame, EPOCH_NS + frame.time_ns, true));
    }
    file
}

/// Reads a file in pieces of a size.
pub fn read_in(file: &[u8], piece: usize) -> Result<Capture, Problem> {
    let mut reader = Reader::new();
    for piece in file.chunks(piece) {
        reader.push(piece)?;
    }
    reader.finish()
}

pub fn read(file: &[u8]) -> Capture {
    read_in(file, 1 << 16).unwrap_or_else(|problem| panic!("{problem}"))
}

/// The data of end 0 in the first connection of raw IP packets.
pub fn study(segments: &[Segment]) -> Study {
    study_of(segments, 0)
}

pub fn study_of(segments: &[Segment], direction: u8) -> Study {
    let capture = read(&pcap(101, &frames(segments)));
    let connection = capture.connection(0).expect("a connection");
    Study::new(&connection, direction, None)
}

/// A transfer from end 0 to end 1 over one bottleneck, with a fixed window.
#[derive(Clone, Debug)]
pub struct Transfer {
    pub segments: u32,
    pub smss: u32,
    pub window: u32,
    pub rtt_ns: u64,
    /// Time that a segment takes at the bottleneck.
    pub transmission_ns: u64,
    /// Place of the tap from 0 at the sender to 1 at the receiver.
    pub tap: f64,
    /// First transmissions that are lost after the tap, or before it if it's at the receiver.
    pub lost: Vec<u32>,
    /// Retransmissions of these are lost too.
    pub lost_again: Vec<u32>,
    pub sack: bool,
    pub timestamps: bool,
    pub scale: Option<u8>,
    pub ack_every: u32,
    pub isn: u32,
    /// True if the handshake is in the capture.
    pub whole: bool,
}

impl Default for Transfer {
    fn default() -> Self {
        Self {
            segments: 200,
            smss: 1460,
            window: 20,
            rtt_ns: 40 * MS,
            transmission_ns: MS,
            tap: 0.0,
            lost: Vec::new(),
            lost_again: Vec::new(),
            sack: true,
            timestamps: false,
            scale: None,
            ack_every: 1,
            isn: 0,
            whole: true,
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Arrival(u32),
    Ack(u32),
    Timeout(u64),
}

/// Time that the receiver takes for an ACK.
const HOST_NS: u64 = 10 * US;

/// Shortest retransmission timeout of [`Transfer`].
const RTO_NS: u64 = 300 * MS;

impl Transfer {
    /// The segments that its tap sees.
    pub fn segments(&self) -> Vec<Segment> {
        let Self { smss, rtt_ns, tap, .. } = *self;
        let one_way = rtt_ns / 2;
        let at_tap = |from: u64, to: u64| from + ((to - from) as f64 * tap) as u64;
        let mut options = Segment { scale: self.scale, sack_permitted: self.sack, ..syn() };
        options.timestamps = self.timestamps.then_some((0, 0));
        let shift = (one_way as f64 * tap) as u64;
        // SYN, SYN-ACK and ACK as they pass the tap.
        let mut seen = handshake([shift, rtt_ns - shift, rtt_ns + shift], &options);
        for segment in &mut seen {
            if segment.from == 0 {
                segment.seq = segment.seq.wrapping_add(self.isn)
            } else {
                segment.ack = segment.ack.wrapping_add(self.isn)
            }
        }
        if !self.whole {
            seen.clear();
        }
        let number = |index: u32| self.isn.wrapping_add(1).wrapping_add(index.wrapping_mul(smss));
        let mut events: BinaryHeap<Reverse<(u64, Event)>> = BinaryHeap::new();
        let (mut now, mut free) = (rtt_ns, 0);
        let (mut una, mut next, mut duplicates, mut recover, mut heard) = (0, 0, 0, 0, 0_u64);
        let mut received = BTreeSet::new();
        let (mut expected, mut waiting) = (0, 0);
        let mut tries = vec![0_u32; self.segments as usize];
        let mut ip_id = 100_u16;
        let mut last_ack = ticks(rtt_ns);
        let mut last_data = 0;
        let mut sends: Vec<u32> = Vec::new();
        loop {
            while next < self.segments && next < una + self.window {
                sends.push(next);
                next += 1;
            }
            for index in sends.drain(..) {
                let departure = now.max(free) + self.transmission_ns;
                free = departure;
                let arrival = departure + one_way;
                let try_ = tries[index as usize];
                tries[index as usize] += 1;
                let list = if try_ == 0 { &self.lost } else { &self.lost_again };
                let is_lost = try_ < 2 && list.contains(&index);
                ip_id = ip_id.wrapping_add(1).max(1);
                if !is_lost {
                    events.push(Reverse((arrival, Event::Arrival(index))));
                }
                if !is_lost || tap < 1.0 {
                    let mut segment = data(at_tap(now, arrival), 0, number(index), smss);
                    segment.ip_id = ip_id;
                    segment.timestamps = self.timestamps.then_some((ticks(now), last_ack));
                    seen.push(segment);
                }
                heard += 1;
                events.push(Reverse((now.max(free) + rtt_ns + RTO_NS, Event::Timeout(heard))));
            }
            let Some(Reverse((time, event))) = events.pop() else { break };
            now = time;
            match event {
                Event::Arrival(index) => {
                    let in_order = index == expected;
                    received.insert(index);
                    while received.contains(&expected) {
                        expected += 1;
                    }
                    if in_order {
                        last_data = ticks(now - one_way);
                    }
                    waiting += 1;
                    let holes = received.last().is_some_and(|last| *last > expected);
                    if waiting < self.ack_every && in_order && !holes && expected < self.segments {
                        continue;
                    }
                    waiting = 0;
                    // The block with the segment that arrived comes first.
                    let mut sack = Vec::new();
                    if self.sack && index > expected {
                        let (mut left, mut right) = (index, index + 1);
                        while left > 0 && received.contains(&(left - 1)) {
                            left -= 1;
                        }
                        while received.contains(&right) {
                            right += 1;
                        }
                        sack.push((left, right));
                    }
                    let mut segment = ack(now + HOST_NS + one_way - shift, 1, number(expected));
                    segment.sack = sack.iter().map(|(left, right)| (number(*left), number(*right))).collect();
                    segment.timestamps = self.timestamps.then_some((ticks(now), last_data));
                    segment.ip_id = ip_id;
                    seen.push(segment);
                    events.push(Reverse((now + HOST_NS + one_way, Event::Ack(expected))));
                }
                Event::Ack(number) => {
                    last_ack = ticks(now - one_way);
                    heard += 1;
                    events.push(Reverse((now + rtt_ns + RTO_NS, Event::Timeout(heard))));
                    if number > una {
                        una = number;
                        duplicates = 0;
                        if una < recover {
                            sends.push(una);
                        }
                    } else if una < next {
                        duplicates += 1;
                        if duplicates == 3 && una >= recover {
                            recover = next;
                            sends.push(una);
                        }
                    }
                }
                Event::Timeout(version) => {
                    if version == heard && una < next {
                        recover = 0;
                        duplicates = 0;
                        sends.push(una);
                    }
                }
            }
        }
        seen.sort_by_key(|segment| segment.time_ns);
        seen
    }
}

//! The packets at the two taps of a flow or datagram source, with headers and comments.

use std::collections::BTreeSet;

use vegaslab_sim::datagram::{Burst, DatagramContext, DatagramSource};
use vegaslab_sim::kernel::from_seconds;
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::{EcnMode, Flow};
use vegaslab_sim::trace::tables::{Sacks, SegmentKind, Segments};

use super::headers::{ACK, CWR, ECE, Ecn, Ends, Headers, Tcp, address};
use crate::connections::{Connection, advance};
use crate::journeys::Journeys;
use crate::kind_of;
use crate::number::Seconds;

/// RFC 863: the discard port.
const DISCARD: u16 = 9;
/// Dynamic ports (RFC 6335).
const FIRST_PORT: usize = 49_152;
const PORTS: usize = 16_384;

/// Sequence number of a stream's first byte, so that Wireshark's relative numbers equal the absolute ones.
const FIRST_BYTE: u32 = 1;
const LARGEST_WINDOW: u64 = 0xffff;

/// The taps' numbers.
const SENDER: usize = 0;
const RECEIVER: usize = 1;

/// A packet that a tap sees.
#[derive(Debug)]
pub struct Packet {
    pub time_ns: u64,
    pub tap: usize,
    pub outbound: bool,
    pub header: Headers,
    /// Size of the whole packet, in bytes.
    pub length: usize,
    /// Empty if there is none.
    pub comment: String,
}

/// A source of packets, in chronological order.
pub trait Source {
    /// Time of the next row; `None` after the last.
    fn next_ns(&self) -> Option<u64>;
    /// Moves on by a row. Returns its packet, if it has one.
    fn packet(&mut self) -> Option<Packet>;
}

/// Window scale: how many bits to shift the advertised window so that it fits into its field.
pub fn window_shift(rwnd_bytes: u64) -> u32 {
    (0..14).find(|shift| rwnd_bytes <= LARGEST_WINDOW << shift).unwrap_or(14)
}

/// The rows of a source, and its addresses.
pub struct Track<'a> {
    rows: &'a Segments,
    journeys: Journeys,
    links: &'a [String],
    /// Numbers of the sending and the receiving host.
    hosts: [usize; 2],
    /// Number of the first connection's port.
    first_port: usize,
    next: usize,
}

impl<'a> Track<'a> {
    pub fn new(rows: &'a Segments, links: &'a [String], hosts: [usize; 2], first_port: usize) -> Self {
        Self { rows, journeys: Journeys::new(rows), links, hosts, first_port, next: 0 }
    }

    fn next_ns(&self) -> Option<u64> {
        (self.next < self.rows.len()).then(|| self.time_ns(self.next))
    }

    /// The next row and its kind.
    fn advance(&mut self) -> Option<(usize, SegmentKind)> {
        let row = self.next;
        self.next += 1;
        Some((row, kind_of(self.rows.kind[row])?))
    }

    fn time_ns(&self, row: usize) -> u64 {
        from_seconds(self.rows.time_s[row])
    }

    /// The ends of a packet from the sender to the receiver, as a tap sees them.
    fn ends(&self, tap: usize, connection: usize) -> Ends {
        let port = FIRST_PORT + (self.first_port + connection) % PORTS;
        Ends { addresses: self.hosts.map(|host| address(tap, host)), ports: [port as u16, DISCARD] }
    }

    /// A note on where and when a packet was lost or marked.
    fn note(&self, what: &str, row: usize) -> String {
        let link = self.links.get(usize::from(self.rows.place[row])).map_or("a link", String::as_str);
        format!("{what} at {link}, {} s", Seconds(self.rows.time_s[row]))
    }

    /// A note on how a packet that was sent at a row is lost; empty if it arrives.
    fn drop_note(&self, sent: usize) -> String {
        use SegmentKind as Kind;
        let Some(row) = self.journeys.dropped(sent) else { return String::new() };
        let full = [Kind::DropFull, Kind::AckDropFull, Kind::DatagramDropFull].map(|kind| kind as u8);
        self.note(if full.contains(&self.rows.kind[row]) { "dropped by the queue" } else { "lost on the link" }, row)
    }
}

/// The packets of a TCP flow.
pub struct FlowTaps<'a> {
    flow: &'a Flow,
    track: Track<'a>,
    connections: Vec<Connection>,
    sacks: SackReader<'a>,
    header_bytes: usize,
    window: u16,
    /// By tap, the connection of the last segment seen there. ACKs around it belong to the same connection.
    current: [usize; 2],
    /// Rows at which segments with CWR were sent.
    reduced: BTreeSet<usize>,
    /// Rows at which ACKs with ECE were sent.
    echoing: BTreeSet<usize>,
    /// Marks that the receiver has to echo.
    marks: u32,
    reduced_until: i64,
    /// One past the last segment sent.
    past: i64,
    announces_reduction: bool,
}

impl<'a> FlowTaps<'a> {
    pub fn new(flow: &'a Flow, track: Track<'a>, connections: Vec<Connection>, sacks: &'a Sacks) -> Self {
        let advertised = flow.rwnd_bytes >> window_shift(flow.rwnd_bytes);
        Self {
            flow,
            track,
            connections,
            sacks: SackReader { rows: sacks, next: [0; 2] },
            header_bytes: flow.wire_header_bytes() as usize,
            window: advertised.min(LARGEST_WINDOW) as u16,
            current: [0; 2],
            reduced: BTreeSet::new(),
            echoing: BTreeSet::new(),
            marks: 0,
            reduced_until: -1,
            past: 0,
            announces_reduction: false,
        }
    }

    fn number(&self, row: usize) -> i64 {
        i64::from(self.track.rows.seq[row])
    }

    fn data(&mut self, row: usize, tap: usize, sent: usize) -> Packet {
        let segment = self.number(row);
        advance(&self.connections, &mut self.current[tap], segment);
        let Self { flow, track, .. } = &*self;
        let connection = &self.connections[self.current[tap]];
        let before = connection.bytes_before(segment, flow.smss_bytes);
        let payload = (connection.bytes_before(segment + 1, flow.smss_bytes) - before) as usize;
        let marked = track.journeys.marked(sent).filter(|_| tap == RECEIVER);
        // Retransmissions aren't ECN-capable (RFC 3168, section 6.1.5).
        let capable = flow.sender.ecn != EcnMode::Off && kind_of(track.rows.kind[sent]) == Some(SegmentKind::Send);
        let header = Headers::tcp(&Tcp {
            ends: track.ends(tap, self.current[tap]),
            id: sent as u16,
            ecn: if marked.is_some() {
                Ecn::Marked
            } else if capable {
                Ecn::Capable
            } else {
                Ecn::NotCapable
            },
            flags: ACK | if self.reduced.contains(&sent) { CWR } else { 0 },
            seq: (before as u32).wrapping_add(FIRST_BYTE),
            ack: FIRST_BYTE,
            window: self.window,
            sack: &[],
            header_bytes: self.header_bytes,
            payload,
        });
        let reason = match kind_of(track.rows.kind[row]) {
            Some(SegmentKind::RetransmitFast) => "sent again: fast retransmit",
            Some(SegmentKind::RetransmitEarly) => "sent again: early retransmit, its fine-grained timeout had passed",
            Some(SegmentKind::RetransmitTimeout) => "sent again: after a retransmission timeout",
            _ => "",
        };
        let fate = match marked {
            _ if tap == SENDER => track.drop_note(row),
            Some(at) => track.note("marked", at),
            None => String::new(),
        };
        let notes: Vec<&str> = [reason, &fate].into_iter().filter(|note| !note.is_empty()).collect();
        Packet {
            time_ns: track.time_ns(row),
            tap,
            outbound: tap == SENDER,
            length: header.bytes().len() + payload,
            header,
            comment: notes.join("; "),
        }
    }

    fn ack(&mut self, row: usize, tap: usize, sent: usize) -> Packet {
        let Segments { time_s, seq, .. } = self.track.rows;
        // The table's taps are 0 at the receiver and 1 at the sender.
        let blocks = self.sacks.at(1 - tap, time_s[row], seq[row]);
        let Self { flow, track, .. } = &*self;
        let connection = &self.connections[self.current[tap]];
        let number = |segment: u32| {
            (connection.bytes_before(i64::from(segment), flow.smss_bytes) as u32).wrapping_add(FIRST_BYTE)
        };
        let blocks: Vec<_> = blocks.into_iter().map(|(from, to)| (number(from), number(to))).collect();
        let header = Headers::tcp(&Tcp {
            ends: track.ends(tap, self.current[tap]).reversed(),
            id: sent as u16,
            ecn: Ecn::NotCapable,
            flags: ACK | if self.echoing.contains(&sent) { ECE } else { 0 },
            seq: FIRST_BYTE,
            ack: number(seq[row]),
            window: self.window,
            sack: &blocks,
            header_bytes: self.header_bytes,
            payload: 0,
        });
        Packet {
            time_ns: track.time_ns(row),
            tap,
            outbound: tap == RECEIVER,
            length: header.bytes().len(),
            header,
            comment: if tap == RECEIVER { track.drop_note(row) } else { String::new() },
        }
    }
}

impl Source for FlowTaps<'_> {
    fn next_ns(&self) -> Option<u64> {
        self.track.next_ns()
    }

    fn packet(&mut self) -> Option<Packet> {
        use SegmentKind as Kind;
        let (row, kind) = self.track.advance()?;
        let sent = self.track.journeys.left(row);
        let ecn = self.flow.sender.ecn;
        match kind {
            Kind::Send => {
                self.past = self.past.max(self.number(row) + 1);
                if self.announces_reduction {
                    self.reduced.insert(row);
                }
                self.announces_reduction = false;
                Some(self.data(row, SENDER, row))
            }
            Kind::RetransmitFast | Kind::RetransmitEarly | Kind::RetransmitTimeout => Some(self.data(row, SENDER, row)),
            Kind::DataArrived => {
                // The trace doesn't record the echo, so apply the receiver's rules: RFC 3168, section 6.1.3, or one echo
                // for all marks since the last ACK.
                let marked = self.track.journeys.marked(sent).is_some();
                self.marks = match ecn {
                    EcnMode::Off => 0,
                    EcnMode::PerPacket => self.marks + u32::from(marked),
                    EcnMode::Rfc3168 => u32::from(marked || (self.marks > 0 && !self.reduced.contains(&sent))),
                };
                Some(self.data(row, RECEIVER, sent))
            }
            Kind::AckSent | Kind::DupAckSent => {
                if self.marks > 0 {
                    self.echoing.insert(row);
                }
                if ecn == EcnMode::PerPacket {
                    self.marks = 0;
                }
                Some(self.ack(row, RECEIVER, row))
            }
            Kind::Ack | Kind::DupAck => {
                // The sender reduces its window once per window of data (RFC 3168, section 6.1.2).
                if kind == Kind::Ack
                    && ecn == EcnMode::Rfc3168
                    && self.echoing.contains(&sent)
                    && self.number(row) > self.reduced_until
                {
                    self.reduced_until = self.past;
                    self.announces_reduction = true;
                }
                Some(self.ack(row, SENDER, sent))
            }
            _ => None,
        }
    }
}

/// SACK blocks of ACKs; the trace has a separate table for them. The ACKs of a tap are asked for in order of time.
struct SackReader<'a> {
    rows: &'a Sacks,
    /// By tap, the next row.
    next: [usize; 2],
}

impl SackReader<'_> {
    fn at(&mut self, tap: usize, time_s: f64, ack: u32) -> Vec<(u32, u32)> {
        let Self { rows, next } = self;
        let mut blocks = Vec::new();
        while next[tap] < rows.len() {
            let row = next[tap];
            if rows.time_s[row] > time_s {
                break;
            }
            if usize::from(rows.tap[row]) == tap && rows.time_s[row] >= time_s {
                if rows.ack[row] != ack {
                    break;
                }
                blocks.push((rows.from[row], rows.to[row]));
            }
            next[tap] += 1;
        }
        blocks
    }
}

/// The packets of a datagram source.
pub struct DatagramTaps<'a> {
    track: Track<'a>,
    /// Payloads of a burst; all of a source's are alike.
    burst: Burst,
}

impl<'a> DatagramTaps<'a> {
    pub fn new(source: &DatagramSource, track: Track<'a>) -> Self {
        let context = DatagramContext { stream: Stream::new(0, ""), header_bytes: 0 };
        let burst = source.traffic.start(&context).next_burst();
        Self { track, burst: burst.unwrap_or(Burst::single(0, 0)) }
    }

    fn payload(&self, number: u32) -> u32 {
        let Burst { packets, packet_bytes, last_bytes, .. } = self.burst;
        if number % packets == packets - 1 { last_bytes } else { packet_bytes }
    }
}

impl Source for DatagramTaps<'_> {
    fn next_ns(&self) -> Option<u64> {
        self.track.next_ns()
    }

    fn packet(&mut self) -> Option<Packet> {
        let (row, kind) = self.track.advance()?;
        let tap = match kind {
            SegmentKind::DatagramSent => SENDER,
            SegmentKind::DatagramArrived => RECEIVER,
            _ => return None,
        };
        let track = &self.track;
        let payload = self.payload(track.rows.seq[row]) as usize;
        let header = Headers::udp(track.ends(tap, 0), track.journeys.left(row) as u16, payload);
        Some(Packet {
            time_ns: track.time_ns(row),
            tap,
            outbound: tap == SENDER,
            length: header.bytes().len() + payload,
            header,
            comment: if tap == SENDER { track.drop_note(row) } else { String::new() },
        })
    }
}

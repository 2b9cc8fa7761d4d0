//! Measures the data of one direction: what each segment is, and what follows from it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::connection::{Connection, Row, is_last, is_ordinary, seconds};
use crate::intervals::Intervals;
use crate::oddity::Oddity;
use crate::round_trip::{self, RoundTrip};
pub use crate::round_trip::{Sample, Source, Tap};
use crate::segment_size::segment_size;
pub use crate::segment_size::{SegmentSize, SizeSource};

/// The kind of a segment, seen from the data of one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Kind {
    /// Opens or closes the connection, or has neither data nor news.
    Other,
    /// Data that were sent for the first time.
    Send,
    /// A retransmission after three duplicate ACKs, or after SACK blocks that show as much.
    RetransmitFast,
    /// A retransmission after fewer duplicate ACKs.
    RetransmitEarly,
    /// A retransmission by a timer.
    RetransmitTimeout,
    /// A retransmission of data that were acknowledged before, or that a duplicate SACK block shows to be unneeded.
    Spurious,
    /// At most one byte before the next one, with nothing outstanding, to see whether the peer is there.
    KeepAlive,
    /// A segment sent against a closed window.
    WindowProbe,
    /// Data that another segment overtook.
    Reordered,
    /// The peer's ACK.
    Ack,
    /// The peer's ACK that repeats the one before while data are outstanding.
    DuplicateAck,
}

/// The names of all kinds, by their numbers.
pub const KINDS: [&str; 11] = [
    "other",
    "send",
    "retransmit_fast",
    "retransmit_early",
    "retransmit_timeout",
    "spurious",
    "keep_alive",
    "window_probe",
    "reordered",
    "ack",
    "duplicate_ack",
];

/// Segments by kind. An offloaded segment counts as those that it stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
pub struct Counts {
    /// Segments with data, without keep-alives and window probes.
    pub segments: u64,
    /// Packets of the capture that have them.
    pub packets: u64,
    /// Fast retransmissions, including those after fewer than three duplicate ACKs.
    pub fast: u64,
    /// Retransmissions by a timer.
    pub timeout: u64,
    /// Unneeded retransmissions.
    pub spurious: u64,
    /// Keep-alives.
    pub keep_alives: u64,
    /// Window probes.
    pub window_probes: u64,
    /// Segments that were overtaken.
    pub reordered: u64,
    /// Duplicate ACKs of the peer.
    pub duplicate_acks: u64,
}

impl Counts {
    /// All retransmissions, needed or not.
    #[must_use]
    pub const fn retransmitted(&self) -> u64 {
        self.fast + self.timeout + self.spurious
    }
}

/// The receiver's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
pub struct Window {
    /// The largest, bytes.
    pub bytes: u64,
    /// False if its scale isn't known, so that it's a lower bound.
    pub exact: bool,
}

/// Bytes in flight and the receiver's window over time.
#[derive(Clone, Debug, Default)]
pub struct Flight {
    /// Seconds since the connection's first segment.
    pub time_s: Vec<f64>,
    /// Bytes in flight.
    pub flight: Vec<f64>,
    /// The receiver's window, bytes; NaN before the first ACK. A lower bound if its scale isn't known.
    pub window: Vec<f64>,
}

/// A point of the curve of delivered bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delivered {
    pub time_ns: i64,
    pub era: u32,
    /// Bytes that reached the receiver so far.
    pub bytes: i64,
}

/// The data of one direction.
pub struct Study {
    /// 0 for data from the connection's first end.
    pub direction: u8,
    /// Round-trip times, and where the capture was taken.
    pub round_trip: RoundTrip,
    /// The size of full segments; `None` without data.
    pub size: Option<SegmentSize>,
    /// The largest window of the receiver; `None` if it sent none.
    pub window: Option<Window>,
    /// Each of the connection's segments.
    pub kinds: Vec<Kind>,
    /// Segments by kind.
    pub counts: Counts,
    /// Bytes of the data, each counted once, as far as they were sent or acknowledged.
    pub transfer_bytes: u64,
    /// The most bytes in flight.
    pub most_in_flight: u64,
    /// Segments that the sender sent before it heard of the receiver; `None` if that isn't visible.
    pub initial_window: Option<u64>,
    /// Oddities of this direction.
    pub oddities: Vec<Oddity>,
    /// Over time, for the sender's side.
    pub flight: Flight,
    pub(crate) acked: Vec<Delivered>,
    pub(crate) arrivals: Vec<Delivered>,
    /// The most frequent step of ACKs, bytes.
    pub(crate) step: i64,
}

/// Duplicate ACKs that indicate a loss (RFC 5681, section 3.2).
const DUPLICATES: u32 = 3;

/// A segment that an ACK causes is sent within this time of it, ns. A timer takes longer.
const PROMPT_NS: i64 = 20_000_000;

/// A segment is overtaken by at most this time, ns, if the RTT isn't known.
const OVERTAKEN_NS: i64 = 3_000_000;

impl Study {
    /// Measures the data of a direction. Without a tap, the capture shows where it was taken, or it's guessed.
    #[must_use]
    pub fn new(connection: &Connection, direction: u8, tap: Option<Tap>) -> Self {
        let direction = direction.min(1);
        let round_trip = round_trip::measure(connection, direction, tap);
        let size = segment_size(connection, direction);
        let walk = Walk::new(connection, direction, &round_trip, size);
        walk.finish(connection, round_trip, size)
    }
}

/// The state while the segments are read in order.
struct Walk {
    direction: u8,
    /// True if the capture contains the SYN of this direction.
    from_start: bool,
    smss: i64,
    /// A segment that an ACK causes is seen within this time of the ACK, ns.
    prompt_ns: i64,
    /// Segments later than this aren't overtaken but retransmitted, ns.
    overtaken_ns: i64,
    kinds: Vec<Kind>,
    /// The offset after the last byte that was sent; `None` before the first segment or ACK.
    past: Option<i64>,
    /// The highest ACK, and the first one.
    una: Option<i64>,
    first_ack: Option<i64>,
    /// Bytes that were never seen although later ones were.
    holes: Intervals,
    /// Starts of first transmissions in ascending order, with their rows.
    firsts: Vec<(i64, usize)>,
    sacked: Intervals,
    duplicates: u32,
    last_ack_ns: i64,
    /// The peer's last window; `None` before its first.
    last_window: Option<u32>,
    /// Retransmissions below these offsets belong to the current recovery, after duplicate ACKs or a timeout.
    recover_until: i64,
    go_back_until: i64,
    /// The last retransmission of each offset.
    retransmissions: BTreeMap<i64, usize>,
    /// Bytes that were acknowledged but never seen.
    unseen: i64,
    finished: Option<i64>,
    most_in_flight: i64,
    widest: Option<u32>,
    syn_window: Option<u32>,
    initial: u64,
    began_before: bool,
    /// Time of the first ACK of data.
    answered: Option<i64>,
    acked: Vec<Delivered>,
    arrivals: Vec<Delivered>,
    arrived: i64,
    delivered: i64,
    early: i64,
    steps: BTreeMap<i64, u64>,
    flight: Flight,
}

impl Walk {
    fn new(connection: &Connection, direction: u8, round_trip: &RoundTrip, size: Option<SegmentSize>) -> Self {
        let away_ns = match round_trip.tap {
            Tap::Sender => 0,
            Tap::Between => round_trip.to_sender_ns.unwrap_or_default(),
            Tap::Receiver => round_trip.base_ns.unwrap_or_default(),
        };
        let mut walk = Self {
            direction,
            from_start: connection.syn[usize::from(direction)].is_some(),
            smss: size.map_or(1, |size| size.bytes.into()),
            prompt_ns: PROMPT_NS + away_ns + away_ns / 2,
            overtaken_ns: round_trip.base_ns.map_or(OVERTAKEN_NS, |base_ns| base_ns.min(OVERTAKEN_NS)),
            kinds: Vec::with_capacity(connection.rows.len()),
            past: None,
            una: None,
            first_ack: None,
            holes: Intervals::default(),
            firsts: Vec::new(),
            sacked: Intervals::default(),
            duplicates: 0,
            last_ack_ns: i64::MIN / 2,
            last_window: None,
            recover_until: i64::MIN,
            go_back_until: i64::MIN,
            retransmissions: BTreeMap::new(),
            unseen: 0,
            finished: None,
            most_in_flight: 0,
            widest: None,
            syn_window: None,
            initial: 0,
            began_before: false,
            answered: None,
            acked: Vec::new(),
            arrivals: Vec::new(),
            arrived: 0,
            delivered: 0,
            early: 0,
            steps: BTreeMap::new(),
            flight: Flight::default(),
        };
        let weight = |payload| size.map_or(0, |size| size.segments_in(payload));
        let begin_ns = connection.rows.first().map_or(0, |row| row.time_ns);
        for place in 0..connection.rows.len() {
            let row = &connection.rows[place];
            let kind = if row.direction == direction {
                walk.on_data(connection, place)
            } else {
                walk.on_ack(connection, place)
            };
            walk.kinds.push(kind);
            let is_new = matches!(kind, Kind::Send) && is_ordinary(row);
            if is_new {
                let before_answer = match (round_trip.tap, walk.answered) {
                    (_, None) => true,
                    (Tap::Sender, Some(_)) => false,
                    // Data that the first ACK causes comes no sooner than an RTT after it; a tenth is for hosts that hesitate.
                    (Tap::Receiver | Tap::Between, Some(answered)) => {
                        let rtt =
                            if round_trip.tap == Tap::Receiver { round_trip.base_ns } else { round_trip.to_sender_ns };
                        rtt.is_some_and(|rtt| row.time_ns < answered + rtt - rtt / 10)
                    }
                };
                walk.initial += if before_answer { weight(row.payload) } else { 0 };
            }
            if is_ordinary(row) && (kind != Kind::Other || row.direction != direction) {
                walk.flight.time_s.push(seconds(row.time_ns - begin_ns));
                walk.flight.flight.push(as_f64(walk.in_flight()));
                walk.flight.window.push(walk.last_window.map_or(f64::NAN, f64::from));
            }
        }
        walk
    }

    fn in_flight(&self) -> i64 {
        self.past
            .zip(self.una.or(self.firsts.first().map(|(start, _)| *start)))
            .map_or(0, |(past, una)| (past - una).max(0))
    }

    fn on_data(&mut self, connection: &Connection, place: usize) -> Kind {
        let row = &connection.rows[place];
        if !is_ordinary(row) && (row.payload == 0 || row.has(crate::segment::RST)) {
            return Kind::Other;
        }
        if is_last(row) {
            self.finished = Some(row.end());
        }
        let is_window_closed = self.last_window == Some(0);
        let nothing_outstanding = self.una.is_some_and(|una| self.past.is_some_and(|past| una >= past));
        let before_next = self.past.is_some_and(|past| row.seq == past - 1);
        if row.payload <= 1 && !is_last(row) && before_next && nothing_outstanding {
            return if is_window_closed { Kind::WindowProbe } else { Kind::KeepAlive };
        }
        if row.payload == 0 {
            return Kind::Other;
        }
        let (from, to) = (row.seq, row.end());
        if is_window_closed {
            let is_next_byte = row.payload == 1 && self.past == Some(from);
            // A closed window is probed with what was sent before, too.
            let is_again = self.past.is_some_and(|past| to <= past) && self.una == Some(from);
            if is_next_byte || is_again {
                return Kind::WindowProbe;
            }
        }
        let past = *self.past.get_or_insert(from);
        self.arrived += i64::from(row.payload);
        self.arrivals.push(Delivered { time_ns: row.time_ns, era: row.era, bytes: self.arrived });
        if from >= past {
            // A capture that begins in the middle doesn't contain what was in flight then.
            if !self.firsts.is_empty() || self.from_start {
                self.holes.add(past, from);
            }
            self.firsts.push((from, place));
            self.past = Some(to);
            self.most_in_flight = self.most_in_flight.max(self.in_flight());
            return Kind::Send;
        }
        self.past = Some(past.max(to));
        self.began_before |= !self.from_start && self.firsts.first().is_some_and(|(first, _)| from < *first);
        let was_hole = self.holes.remove(from, to) > 0;
        if was_hole && self.was_overtaken(connection, place) {
            return Kind::Reordered;
        }
        let kind = self.cause(row, past);
        if kind != Kind::Spurious {
            self.retransmissions.insert(from, place);
        }
        kind
    }

    /// True if a segment that fills a hole was sent before the segment that made it.
    fn was_overtaken(&self, connection: &Connection, place: usize) -> bool {
        let row = &connection.rows[place];
        let after = self.firsts.partition_point(|(start, _)| *start < row.end());
        let Some(other) = self.firsts.get(after).and_then(|(_, other)| connection.rows.get(*other)) else {
            return false;
        };
        if let (Some(own @ 1..), Some(its @ 1..)) = (row.ip_id, other.ip_id)
            && own != its
        {
            return its.wrapping_sub(own).cast_signed() > 0;
        }
        if let (Some((own, _)), Some((its, _))) = (row.timestamps, other.timestamps)
            && own != its
        {
            return crate::sequence::is_later(its, own);
        }
        row.era == other.era && row.time_ns - other.time_ns < self.overtaken_ns
    }

    /// Why a segment was retransmitted.
    fn cause(&mut self, row: &Row, past: i64) -> Kind {
        let (from, to) = (row.seq, row.end());
        let una = self.una.unwrap_or(i64::MIN);
        if to <= una || self.sacked.contain(from, to) {
            return Kind::Spurious;
        }
        let is_first = from <= una;
        if is_first && row.time_ns - self.last_ack_ns > self.prompt_ns {
            self.go_back_until = past;
            self.recover_until = i64::MIN;
            return Kind::RetransmitTimeout;
        }
        let sacked_beyond = self.sacked.last_end().is_some_and(|end| end - to >= i64::from(DUPLICATES) * self.smss);
        if (self.duplicates >= DUPLICATES && is_first) || (sacked_beyond && from >= self.go_back_until) {
            self.recover_until = past;
            return Kind::RetransmitFast;
        }
        if from < self.go_back_until {
            return Kind::RetransmitTimeout;
        }
        if from < self.recover_until {
            return Kind::RetransmitFast;
        }
        if self.duplicates > 0 && is_first { Kind::RetransmitEarly } else { Kind::RetransmitTimeout }
    }

    fn on_ack(&mut self, connection: &Connection, place: usize) -> Kind {
        let row = &connection.rows[place];
        let Some(ack) = row.ack.filter(|_| !row.has(crate::segment::RST)) else { return Kind::Other };
        let is_syn = !is_ordinary(row);
        if is_syn {
            self.syn_window = Some(row.window);
        } else {
            self.widest = self.widest.max(Some(row.window));
        }
        // The FIN is acknowledged as one more byte.
        let ack = self.finished.map_or(ack, |finished| ack.min(finished));
        let sacks = connection.sack(row);
        let before = self.una;
        let past = self.past.unwrap_or(ack);
        // A SYN-ACK acknowledges only the SYN, or data of Fast Open.
        let is_new = before.is_none_or(|una| ack > una);
        // A window update repeats an ACK number too, but isn't a duplicate ACK (RFC 5681, section 2).
        let no_update = !sacks.is_empty() || self.last_window == Some(row.window);
        let is_duplicate =
            before == Some(ack) && row.payload == 0 && ack < past && no_update && !is_syn && !is_last(row);
        if is_duplicate {
            self.duplicates = self.duplicates.saturating_add(1);
        } else if is_new {
            self.duplicates = 0;
        }
        if is_new {
            if ack > past {
                // A byte of a window probe isn't missing.
                self.unseen += if ack - past > 1 { ack - past } else { 0 };
            }
            self.unseen += self.holes.remove(i64::MIN / 2, ack);
            self.past = Some(past.max(ack));
            self.first_ack.get_or_insert(ack);
            self.una = Some(ack);
            if ack >= self.recover_until {
                self.recover_until = i64::MIN;
            }
            if ack >= self.go_back_until {
                self.go_back_until = i64::MIN;
            }
        }
        let first = self.firsts.first().map(|(start, _)| *start);
        if !is_syn && self.answered.is_none() && is_new && ack > before.or(first).unwrap_or(i64::MAX) {
            self.answered = Some(row.time_ns);
        }
        // An ACK of earlier data shows that the capture begins in the middle.
        self.began_before |= !self.from_start && !is_syn && self.answered.is_none() && row.ack <= first.or(row.ack);
        self.deliver(row, before, ack, is_duplicate, sacks);
        self.last_ack_ns = row.time_ns;
        self.last_window = Some(row.window);
        if is_syn {
            Kind::Other
        } else if is_duplicate {
            Kind::DuplicateAck
        } else {
            Kind::Ack
        }
    }

    /// Counts bytes that reached the receiver: by ACKs and SACK blocks, or without these by duplicate ACKs.
    fn deliver(&mut self, row: &Row, before: Option<i64>, ack: i64, is_duplicate: bool, sacks: &[(i64, i64)]) {
        if let Some(&(left, right)) = sacks.first() {
            let in_second = sacks.get(1).is_some_and(|second| left >= second.0 && right <= second.1);
            // A duplicate SACK block is of bytes that arrived twice (RFC 2883).
            if (right <= ack || in_second)
                && let Some(place) = self.retransmissions.remove(&left)
                && let Some(kind) = self.kinds.get_mut(place)
            {
                *kind = Kind::Spurious;
            }
        }
        let sacked_before = self.sacked.total();
        let una = self.una.unwrap_or(ack);
        for (left, right) in sacks {
            self.sacked.add((*left).max(una), (*right).min(self.past.unwrap_or(una)));
        }
        let newly_sacked = self.sacked.total() - sacked_before;
        let step = before.map_or(0, |before| ack - before).max(0);
        let known = if step > 0 { self.sacked.remove(i64::MIN / 2, ack) } else { 0 };
        let fresh = if newly_sacked > 0 || known > 0 {
            (step - known).max(0) + newly_sacked
        } else if step > 0 {
            // Duplicate ACKs have already counted what arrived beyond a hole.
            let fresh = (step - self.early).max(0);
            self.early = (self.early - step).max(0);
            fresh
        } else if is_duplicate && sacks.is_empty() {
            self.early += self.smss;
            self.smss
        } else {
            0
        };
        if fresh == step && step > 0 && self.early == 0 {
            *self.steps.entry(step).or_default() += 1;
        }
        self.delivered += fresh;
        if step > 0 || fresh > 0 {
            self.acked.push(Delivered { time_ns: row.time_ns, era: row.era, bytes: self.delivered });
        }
    }

    fn finish(self, connection: &Connection, round_trip: RoundTrip, size: Option<SegmentSize>) -> Study {
        let mut counts = Counts::default();
        for (kind, row) in self.kinds.iter().zip(&connection.rows) {
            let segments = size.map_or(1, |size| size.segments_in(row.payload)).max(1);
            let counter = match kind {
                Kind::RetransmitFast | Kind::RetransmitEarly => &mut counts.fast,
                Kind::RetransmitTimeout => &mut counts.timeout,
                Kind::Spurious => &mut counts.spurious,
                Kind::Reordered => &mut counts.reordered,
                Kind::Send => &mut counts.segments,
                Kind::KeepAlive => {
                    counts.keep_alives += 1;
                    continue;
                }
                Kind::WindowProbe => {
                    counts.window_probes += 1;
                    continue;
                }
                Kind::DuplicateAck => {
                    counts.duplicate_acks += 1;
                    continue;
                }
                Kind::Other | Kind::Ack => continue,
            };
            *counter += segments;
            counts.packets += 1;
        }
        counts.segments += counts.retransmitted() + counts.reordered;
        let start = self.from_start.then_some(0);
        let start = start.or_else(|| self.firsts.first().map(|(first, _)| (*first).min(0))).or(self.first_ack);
        let transfer_bytes = start.zip(self.past).map_or(0, |(start, past)| (past - start).max(0)).unsigned_abs();
        let exact = connection.window_scale[usize::from(1 - self.direction)].is_some();
        let window = self.widest.or(self.syn_window).map(|widest| {
            // The sender obeys the window, so it's at least what was in flight.
            let least = if exact || round_trip.tap != Tap::Sender { 0 } else { self.most_in_flight.unsigned_abs() };
            Window { bytes: u64::from(widest).max(least), exact }
        });
        let name = connection.ends[usize::from(self.direction)].to_string();
        let mut oddities = Vec::new();
        if let Some(SegmentSize { bytes, largest, .. }) = size
            && largest > bytes
        {
            oddities.push(Oddity::Offloaded { from: name.clone(), largest });
        }
        let one_direction = connection.rows.iter().all(|row| row.direction != self.direction);
        if self.unseen > 0 && !one_direction {
            oddities.push(Oddity::MissingBytes { from: name, bytes: self.unseen.unsigned_abs() });
        }
        let step = self.steps.iter().max_by_key(|(step, count)| (**count, std::cmp::Reverse(**step)));
        let seen = match round_trip.tap {
            Tap::Sender => true,
            Tap::Receiver => round_trip.base_ns.is_some(),
            Tap::Between => round_trip.to_sender_ns.is_some(),
        };
        Study {
            direction: self.direction,
            initial_window: (seen && !self.began_before && self.initial > 0).then_some(self.initial),
            round_trip,
            size,
            window,
            counts,
            transfer_bytes,
            most_in_flight: self.most_in_flight.unsigned_abs(),
            oddities,
            flight: self.flight,
            step: step.map_or(self.smss, |(step, _)| *step),
            kinds: self.kinds,
            acked: self.acked,
            arrivals: self.arrivals,
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "an estimate, or less than 2^53")]
pub(crate) const fn as_f64(value: i64) -> f64 {
    value as f64
}

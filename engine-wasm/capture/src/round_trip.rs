//! Round-trip times, by where the capture was taken.
//!
//! At the sender, an ACK comes an RTT after its data. At the receiver it comes at once; there the RTT is visible from
//! the handshake, and from timestamps: the sender echoes the timestamp of an ACK in the data that this ACK allowed. At
//! a point between, each of both shows a part of the path.

use std::collections::VecDeque;

use serde::Serialize;

use crate::connection::{Connection, Row, is_ordinary};
use crate::segment::{ACK, SYN};
use crate::sequence::is_later;
use crate::unacknowledged::Unacknowledged;

/// The place of a capture on the path, seen from the data of one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
#[serde(rename_all = "snake_case")]
pub enum Tap {
    /// At the sender of the data, or near it.
    Sender,
    /// In the network.
    Between,
    /// At the receiver of the data, or near it.
    Receiver,
}

impl Tap {
    /// The tap of a name, as it's in JSON.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "sender" => Some(Self::Sender),
            "between" => Some(Self::Between),
            "receiver" => Some(Self::Receiver),
            _ => None,
        }
    }

    /// A few words for tables.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Sender => "at the sender",
            Self::Between => "between",
            Self::Receiver => "at the receiver",
        }
    }
}

/// How an RTT was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// From data to their ACK.
    Acks,
    /// From the SYN to the SYN-ACK and from there to its ACK.
    Handshake,
    /// From a segment to the echo of its timestamp.
    Timestamps,
    /// From data to their ACK on one side, and from timestamps to their echo on the other.
    BothSides,
}

impl Source {
    /// A few words for tables.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Acks => "data to ACK",
            Self::Handshake => "handshake",
            Self::Timestamps => "timestamps",
            Self::BothSides => "both sides of the tap",
        }
    }
}

/// One measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The segment that ended it.
    pub row: usize,
    /// Its time.
    pub time_ns: i64,
    /// The round-trip time.
    pub rtt_ns: i64,
    /// Bytes that the ACK acknowledged; 0 if it wasn't an ACK.
    pub step: i64,
}

/// Round-trip times of one direction's data.
#[derive(Clone, Debug)]
pub struct RoundTrip {
    /// The place of the capture on the path.
    pub tap: Tap,
    /// True if that was guessed from which segments follow which, because the capture has neither handshake nor
    /// timestamps.
    pub guessed: bool,
    /// The shortest RTT, ns; `None` if it isn't visible where the capture was taken.
    pub base_ns: Option<i64>,
    /// How it was measured.
    pub source: Option<Source>,
    /// Over time: at the sender from ACKs, at the receiver from timestamps.
    pub samples: Vec<Sample>,
    /// The shortest time from the tap to the sender and back, ns.
    pub to_sender_ns: Option<i64>,
}

/// A share of the RTT up to this is the host's own time, not a part of the path.
const AT_A_HOST: f64 = 0.1;

/// A host answers within this time, ns, on a path that's much longer.
const HOST_NS: i64 = 300_000;

/// With as many samples from ACKs, the handshake isn't needed.
const ENOUGH: usize = 4;

/// Measures the data of a direction. Without a tap, the capture shows where it was taken, or it's guessed.
pub(crate) fn measure(connection: &Connection, direction: u8, tap: Option<Tap>) -> RoundTrip {
    let acks = from_acks(connection, direction);
    let (echoes, promptest_ns) = from_echoes(connection, direction);
    let shortest = |samples: &[Sample]| samples.iter().map(|sample| sample.rtt_ns).min();
    let halves = handshake(connection).map(|(near_initiator, near_responder)| {
        let sender_initiates = connection.initiator == Some(direction);
        if sender_initiates { (near_initiator, near_responder) } else { (near_responder, near_initiator) }
    });
    // From the tap to the sender and back, and to the receiver and back.
    let parts = halves.or_else(|| Some((promptest_ns?, shortest(&acks)?)));
    let seen = parts.map(|(to_sender, to_receiver)| place(to_sender, to_receiver));
    let guessed = seen.is_none();
    let tap = tap.or(seen).unwrap_or_else(|| guess(connection, direction));
    // At a host, the other half is only the host's own time.
    let whole_ns = halves.map(|(one, other)| if seen == Some(Tap::Between) { one + other } else { one.max(other) });
    let to_sender_ns = [halves.map(|(to_sender, _)| to_sender), promptest_ns].into_iter().flatten().min();
    let by = |ns: Option<i64>, source| ns.map(|ns| (ns, source));
    let sources = match tap {
        Tap::Sender => {
            // A few samples may all have waited for the receiver's timer.
            let enough = acks.len() >= ENOUGH;
            [by(shortest(&acks), Source::Acks), by(whole_ns, Source::Handshake).filter(|_| !enough)]
        }
        Tap::Receiver => [by(whole_ns, Source::Handshake), by(shortest(&echoes), Source::Timestamps)],
        Tap::Between => {
            let both = shortest(&acks).zip(shortest(&echoes)).map(|(one, other)| one + other);
            [by(whole_ns, Source::Handshake), by(both, Source::BothSides)]
        }
    };
    let best = sources.into_iter().flatten().min_by_key(|(ns, _)| *ns);
    let samples = match tap {
        Tap::Sender => acks,
        Tap::Receiver => echoes,
        Tap::Between => Vec::new(),
    };
    RoundTrip {
        tap,
        guessed,
        base_ns: best.map(|(ns, _)| ns),
        source: best.map(|(_, source)| source),
        samples,
        to_sender_ns,
    }
}

#[allow(clippy::cast_precision_loss, reason = "only a share")]
fn place(to_sender: i64, to_receiver: i64) -> Tap {
    let total = (to_sender + to_receiver) as f64;
    let is_near = |part: i64, other: i64| part as f64 <= AT_A_HOST * total || (part <= HOST_NS && other > 2 * part);
    match (is_near(to_sender, to_receiver), is_near(to_receiver, to_sender)) {
        (true, _) => Tap::Sender,
        (false, true) => Tap::Receiver,
        (false, false) => Tap::Between,
    }
}

/// The time from the first row to the second, unless the clock was set between them.
fn between(from: &Row, to: &Row) -> Option<i64> {
    (from.era == to.era && to.time_ns >= from.time_ns).then(|| to.time_ns - from.time_ns)
}

/// The handshake's two parts, ns: between the tap and the initiator, and between the tap and the responder. `None` if
/// it isn't in the capture, or a repeated SYN makes it ambiguous.
fn handshake(connection: &Connection) -> Option<(i64, i64)> {
    let initiator = connection.initiator?;
    let rows = &connection.rows;
    let is_syn = |row: &Row| row.has(SYN) && row.direction == initiator;
    let is_answer = |row: &Row| row.has(SYN) && row.has(ACK) && row.direction != initiator;
    let answer_at = rows.iter().position(is_answer)?;
    let answer = rows.get(answer_at)?;
    let syn = sole(rows[..answer_at].iter().filter(|row| is_syn(row)), answer)?;
    let ack_at = rows.iter().position(|row| {
        row.direction == initiator
            && is_ordinary(row)
            && row.ack.is_some_and(|ack| ack >= 0)
            && row.time_ns >= answer.time_ns
    })?;
    let ack = rows.get(ack_at)?;
    let answer = sole(rows.get(..ack_at)?.iter().filter(|row| is_answer(row)), ack)?;
    Some((between(answer, ack)?, between(syn, answer)?))
}

/// The segment that was answered: the only one, or the one whose timestamp is echoed.
fn sole<'r>(mut rows: impl Iterator<Item = &'r Row> + Clone, answer: &Row) -> Option<&'r Row> {
    let echo = answer.timestamps.map(|(_, echo)| echo);
    let all = rows.clone();
    let first = rows.next()?;
    if rows.next().is_none() {
        return Some(first);
    }
    let mut echoed = all.filter(|row| row.timestamps.map(|(value, _)| value) == echo && echo.is_some());
    let only = echoed.next()?;
    echoed.next().is_none().then_some(only)
}

/// Samples from data to their ACK, without those of retransmitted data (Karn's rule). An ACK in a segment with data may
/// have waited for the peer's application, so it counts only if other data of the peer came between.
fn from_acks(connection: &Connection, direction: u8) -> Vec<Sample> {
    let mut waiting = Unacknowledged::default();
    let mut samples = Vec::new();
    let mut past = None;
    let mut una = i64::MIN;
    let mut last_of_peer = None;
    for (place, row) in connection.rows.iter().enumerate().filter(|(_, row)| is_ordinary(row)) {
        if row.direction == direction {
            if row.payload == 0 {
                continue;
            }
            let past = past.get_or_insert(row.seq);
            if row.seq < *past {
                waiting.retransmitted(row.seq, row.end());
            }
            // A retransmission may have new bytes at its end.
            if row.end() > *past {
                if row.seq >= *past {
                    waiting.sent(row.seq, row.end(), place);
                }
                *past = row.end();
            }
            continue;
        }
        let Some(ack) = row.ack else { continue };
        if ack > una {
            let step = if una == i64::MIN { 0 } else { ack - una };
            una = ack;
            let sent = waiting.acknowledged(ack);
            let waited = row.payload > 0 && last_of_peer <= sent;
            let sent = sent.filter(|_| !waited).and_then(|sent| connection.rows.get(sent));
            if let Some(rtt_ns) = sent.and_then(|sent| between(sent, row)) {
                samples.push(Sample { row: place, time_ns: row.time_ns, rtt_ns, step });
            }
        }
        if row.payload > 0 {
            last_of_peer = Some(place);
        }
        for (left, right) in connection.sack(row) {
            waiting.sacked(*left, *right);
        }
    }
    samples
}

/// Samples from an ACK to the data that echo its timestamp. While the sender waits for its application, all ACKs have
/// arrived before, so a sample counts only if other data arrived between the two. Also the shortest time of all, with those
/// that don't count: at the sender, data follow their ACK at once.
fn from_echoes(connection: &Connection, direction: u8) -> (Vec<Sample>, Option<i64>) {
    // Timestamps of the other end, each with the first segment that had it, in ascending order.
    let mut values: VecDeque<(u32, usize)> = VecDeque::new();
    let mut newest = None;
    let mut last_data = None;
    let mut samples = Vec::new();
    let mut promptest_ns = None::<i64>;
    for (place, row) in connection.rows.iter().enumerate().filter(|(_, row)| is_ordinary(row)) {
        let Some((value, echo)) = row.timestamps else { continue };
        if row.direction != direction {
            if newest.is_none_or(|newest| is_later(value, newest)) {
                newest = Some(value);
                values.push_back((value, place));
            }
            continue;
        }
        if row.payload == 0 {
            continue;
        }
        let mut found = None;
        while let Some(&(value, at)) = values.front()
            && !is_later(value, echo)
        {
            found = (value == echo).then_some(at);
            values.pop_front();
        }
        let was_busy = found.is_some_and(|at| last_data.is_some_and(|last| last > at));
        if let Some(sent) = found.and_then(|at| connection.rows.get(at))
            && let Some(rtt_ns) = between(sent, row)
            && sent.payload == 0
        {
            promptest_ns = Some(promptest_ns.map_or(rtt_ns, |promptest| rtt_ns.min(promptest)));
            if was_busy {
                samples.push(Sample { row: place, time_ns: row.time_ns, rtt_ns, step: 0 });
            }
        }
        last_data = Some(place);
    }
    (samples, promptest_ns)
}

/// Guesses the tap. Near the receiver, ACKs follow data sooner than data follow ACKs.
fn guess(connection: &Connection, direction: u8) -> Tap {
    let mut after_data = Vec::new();
    let mut after_ack = Vec::new();
    for (before, row) in connection.rows.iter().zip(connection.rows.iter().skip(1)) {
        if before.direction != row.direction {
            let waits = if row.direction == direction { &mut after_ack } else { &mut after_data };
            waits.extend(between(before, row));
        }
    }
    let median = |mut waits: Vec<i64>| {
        waits.sort_unstable();
        waits.get(waits.len() / 2).copied().unwrap_or(i64::MAX)
    };
    if median(after_data) < median(after_ack) { Tap::Receiver } else { Tap::Sender }
}

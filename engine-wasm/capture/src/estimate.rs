//! Estimates the path behind a captured transfer: one bottleneck with its rate and buffer, and the RTT without a queue.

use serde::Serialize;

use crate::connection::{Connection, milliseconds, seconds};
use crate::study::{Delivered, Kind, Sample, Study, Tap, as_f64};

/// A path like the captured one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
pub struct Estimate {
    /// Rate of the slowest link, with headers, bit/s.
    pub rate_bps: f64,
    /// The RTT without queueing, ms; `None` if it isn't visible where the capture was taken.
    pub base_rtt_ms: Option<f64>,
    /// Space for waiting packets at the bottleneck.
    pub buffer_bytes: u64,
    /// True if the queue overflowed; `None` if the queue isn't visible where the capture was taken. Unless it's true, the
    /// buffer is at least this large.
    pub overflowed: Option<bool>,
    /// Share of segments lost while the queue was short; `None` if the queue isn't visible.
    pub random_loss: Option<f64>,
    /// Segments that were retransmitted, needed or not.
    pub retransmitted: u64,
    /// Segments with data.
    pub segments: u64,
    /// Payload of a full segment, bytes.
    pub smss_bytes: u32,
    /// Its IP and TCP headers, bytes.
    pub header_bytes: u16,
    /// Payload of the whole transfer.
    pub transfer_bytes: u64,
    /// Segments before the first ACK; `None` if the capture doesn't show them.
    pub initial_cwnd: Option<u64>,
    /// The largest receive window; `None` if no ACK was captured.
    pub rwnd_bytes: Option<u64>,
    /// False if the window is a lower bound.
    pub rwnd_exact: bool,
    /// Segments per ACK of the receiver.
    pub ack_every: u64,
    /// Seconds from the first segment to the last.
    pub duration_s: f64,
}

/// Segments between the two ends of a measurement of the rate.
const TRAIN: i64 = 24;

/// Losses at less than this share of the longest queueing delay count as random.
const SHORT_QUEUE: f64 = 0.5;

/// Retransmissions within this many RTTs of each other repair the same burst of losses.
const BURST_RTTS: f64 = 1.0;

/// Fewer segments don't show a rate.
const FEWEST: u64 = 4;

/// Segments per ACK that a scenario may have.
const MOST_PER_ACK: u64 = 64;

impl Estimate {
    /// Estimates the path; `None` if the capture is too short, or if its clock was set.
    #[must_use]
    pub fn new(connection: &Connection, study: &Study) -> Option<Self> {
        let size = study.size?;
        let duration_s = connection.duration_s()?;
        if study.transfer_bytes == 0 || study.counts.segments < FEWEST {
            return None;
        }
        let round_trip = &study.round_trip;
        let points = if round_trip.tap == Tap::Sender { &study.acked } else { &study.arrivals };
        let smss = i64::from(size.bytes);
        let payload_bps = delivery_rate(points, smss)?;
        let rate_bps = payload_bps * ((as_f64(smss) + f64::from(size.header_bytes)) / as_f64(smss));
        let per_ack = as_f64(study.step) / as_f64(smss);
        let ack_every = (per_ack.round() as u64).clamp(1, MOST_PER_ACK);
        let base_ns = round_trip.base_ns;
        let longest_ns = longest(&round_trip.samples, i64::try_from(ack_every).unwrap_or_default() * smss);
        let wait_ns = base_ns.map_or(0, |base_ns| (longest_ns - base_ns).max(0));
        let visible = base_ns.filter(|_| !round_trip.samples.is_empty());
        let causes = visible.map(|base_ns| causes(connection, study, base_ns, wait_ns));
        let queued = seconds(wait_ns) * rate_bps / 8.0;
        let segments = study.counts.segments;
        Some(Self {
            rate_bps: rate_bps.round(),
            base_rtt_ms: base_ns.map(milliseconds),
            // A packet waits for those before it, so the one that just fit is in the buffer but not in the wait.
            buffer_bytes: queued.round().max(0.0) as u64 + u64::from(size.bytes) + u64::from(size.header_bytes),
            overflowed: causes.map(|(overflows, _)| overflows > 0),
            random_loss: causes.map(|(_, random)| random as f64 / segments as f64),
            retransmitted: study.counts.retransmitted(),
            segments,
            smss_bytes: size.bytes,
            header_bytes: size.header_bytes,
            transfer_bytes: study.transfer_bytes,
            initial_cwnd: study.initial_window,
            rwnd_bytes: study.window.map(|window| window.bytes.max(size.bytes.into())),
            rwnd_exact: study.window.is_some_and(|window| window.exact),
            ack_every,
            duration_s,
        })
    }
}

/// The rate at which segments leave the bottleneck while it's busy, bit/s of payload: trains of segments are timed, and
/// the fastest are at the link's rate. The very fastest are left out, because ACKs can bunch up on the way back.
fn delivery_rate(points: &[Delivered], smss: i64) -> Option<f64> {
    let rate = |start: &Delivered, end: &Delivered| {
        let is_later = end.time_ns > start.time_ns && end.era == start.era;
        is_later.then(|| 8e9 * as_f64(end.bytes - start.bytes) / as_f64(end.time_ns - start.time_ns))
    };
    let mut rates = Vec::new();
    let mut from = 0;
    for end in points.iter().skip(1) {
        let start = &points[from];
        if end.bytes - start.bytes >= TRAIN * smss {
            rates.extend(rate(start, end));
            from += 1;
        }
    }
    if rates.is_empty() {
        return rate(points.first()?, points.last()?);
    }
    rates.sort_unstable_by(f64::total_cmp);
    rates.get((rates.len() - 1) * 9 / 10).copied()
}

/// The longest RTT, ns. An ACK of fewer segments than usual may have waited for the receiver's timer. A queue changes
/// slowly, so a single long sample between shorter ones was delayed by something else.
fn longest(samples: &[Sample], step: i64) -> i64 {
    let prompt: Vec<i64> = samples.iter().filter(|sample| sample.step >= step).map(|sample| sample.rtt_ns).collect();
    let rtts = if prompt.len() > 2 { prompt } else { samples.iter().map(|sample| sample.rtt_ns).collect() };
    let at = |place: Option<usize>| place.and_then(|place| rtts.get(place)).copied().unwrap_or_default();
    (0..rtts.len())
        .map(|place| at(Some(place)).min(at(place.checked_sub(1)).max(at(Some(place + 1)))))
        .max()
        .unwrap_or_default()
}

/// Losses while the queue was long are its overflows; the others are random. Bursts count once, as overflows.
fn causes(connection: &Connection, study: &Study, base_ns: i64, wait_ns: i64) -> (u64, u64) {
    let samples = &study.round_trip.samples;
    // A capture's clock may go back: from each sample on, the earliest time.
    let mut earliest: Vec<i64> = samples.iter().map(|sample| sample.time_ns).collect();
    for place in (1..earliest.len()).rev() {
        earliest[place - 1] = earliest[place - 1].min(earliest[place]);
    }
    let (mut overflows, mut random) = (0, 0);
    let mut last_ns = None::<i64>;
    for (kind, row) in study.kinds.iter().zip(&connection.rows) {
        if !matches!(kind, Kind::RetransmitFast | Kind::RetransmitEarly | Kind::RetransmitTimeout) {
            continue;
        }
        let before = earliest.partition_point(|time_ns| *time_ns <= row.time_ns).checked_sub(1);
        let rtt_ns = before.and_then(|place| samples.get(place)).map_or(base_ns, |sample| sample.rtt_ns);
        let is_burst = last_ns.is_some_and(|last| as_f64(row.time_ns - last) < BURST_RTTS * as_f64(base_ns + wait_ns));
        last_ns = Some(row.time_ns);
        if is_burst {
            continue;
        }
        if wait_ns > 0 && as_f64(rtt_ns - base_ns) >= SHORT_QUEUE * as_f64(wait_ns) {
            overflows += 1;
        } else {
            random += 1;
        }
    }
    (overflows, random)
}

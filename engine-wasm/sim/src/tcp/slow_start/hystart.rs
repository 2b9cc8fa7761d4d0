//! HyStart: Jacobson's slow start, extended to detect a full path before losses occur.
//!
//! Either of two signals ends slow start by setting `ssthresh` to `cwnd`. The first is an ACK train, a series of
//! closely spaced ACKs. Once a train has lasted for more than half the smallest RTT, the forward path is about full.
//! The second is delay: the smallest of at least eight RTT samples of a round exceeds the connection's smallest RTT by
//! an eighth (at least 4 ms, at most 16 ms), because a queue is building. The constants are Linux's. The train is
//! measured as for a sender without pacing. RFC 9406 (HyStart++) keeps only the second signal.

use super::SlowStartRule;
use crate::kernel::{MILLISECOND, Nanos, from_milliseconds};
use crate::schema::shape::{Part, flag, number};
use crate::tcp::window::Window;
use crate::tcp::{Ack, Flight, Host};

/// RTT samples that a round needs before their minimum counts.
const SAMPLES: u32 = 8;
/// Lower and upper limits of the RTT rise that ends slow start.
const RISE: (Nanos, Nanos) = (4 * MILLISECOND, 16 * MILLISECOND);

described! {
    /// Adds a segment for each delivered one, so cwnd doubles every RTT, and ends when ACKs or RTTs show that the path
    /// is full.
    pub struct Hystart {
        /// A long train of ACKs ends slow start.
        ack_train: bool = flag(), default true, label "Exit on a train of ACKs";
        /// A rising RTT ends slow start.
        delay_increase: bool = flag(), default true, label "Exit on a rising RTT";
        /// Window below which only ssthresh ends slow start.
        min_cwnd: f64 = number("segments", 1.0, 10_000.0), default 16.0, label "No exit below";
        /// Longest time between two ACKs of a train.
        train_spacing_ms: f64 = number("ms", 0.0, 1_000.0), default 2.0, label "Longest gap in a train";
    }
}

/// One sender's slow-start state.
#[derive(Clone, Debug)]
pub struct Running {
    part: Hystart,
    spacing: Nanos,
    min_rtt: Option<Nanos>,
    round: Option<Round>,
}

/// Measurements of one round.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// The round ends with an ACK that covers this segment.
    end: u32,
    began: Nanos,
    /// Arrival time of the last ACK of the round's train.
    last_ack: Nanos,
    samples: u32,
    min_rtt: Nanos,
}

impl Part<Host> for Hystart {
    const LABEL: &'static str = "HyStart";
    const SOURCE: &'static str = "Ha & Rhee 2011; Linux tcp_cubic";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), spacing: from_milliseconds(self.train_spacing_ms), min_rtt: None, round: None }
    }
}

impl Running {
    /// Returns whether this ACK shows that the path is full.
    fn path_is_full(&mut self, ack: &Ack) -> bool {
        let fresh = Round { end: ack.snd_nxt, began: ack.now, last_ack: ack.now, samples: 0, min_rtt: Nanos::MAX };
        let round = self.round.get_or_insert(fresh);
        if ack.snd_una > round.end {
            *round = fresh;
        }
        let Some(min_rtt) = self.min_rtt else { return false };
        let mut full = false;
        if ack.now - round.last_ack <= self.spacing {
            round.last_ack = ack.now;
            full |= self.part.ack_train && ack.now - round.began > min_rtt / 2;
        }
        if let Some(rtt) = ack.rtt {
            round.samples = (round.samples + 1).min(SAMPLES);
            round.min_rtt = round.min_rtt.min(rtt);
            let rise = (min_rtt / 8).clamp(RISE.0, RISE.1);
            full |= self.part.delay_increase && round.samples == SAMPLES && round.min_rtt > min_rtt + rise;
        }
        full
    }
}

impl SlowStartRule for Running {
    fn observe(&mut self, ack: &Ack, _flight: &Flight, window: &mut Window) -> bool {
        if let Some(rtt) = ack.rtt {
            self.min_rtt = Some(self.min_rtt.map_or(rtt, |min_rtt| min_rtt.min(rtt)));
        }
        // Linux looks for the end at each new ACK, even if the ACK may not grow the window because the application or
        // the receiver limits the sender.
        let probes = ack.acked > 0 && ack.slow_start && !ack.recovering && window.cwnd >= self.part.min_cwnd;
        if probes && self.path_is_full(ack) {
            window.ssthresh = window.cwnd.max(2.0);
            self.round = None;
        }
        true
    }

    #[inline]
    fn active(&mut self, window: &Window) -> bool {
        window.cwnd < window.ssthresh
    }

    fn on_ack(&mut self, ack: &Ack, window: &mut Window) {
        // Use `delivered`, not `acked`: segments that SACK blocks reported earlier either grew the window then or
        // arrived with duplicate ACKs, which don't grow it.
        window.cwnd = (window.cwnd + f64::from(ack.delivered)).min(window.ssthresh);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = MILLISECOND;

    fn hystart(ack_train: bool, delay_increase: bool) -> Running {
        Hystart { ack_train, delay_increase, min_cwnd: 16.0, train_spacing_ms: 2.0 }.start(&Host::for_tests())
    }

    /// Passes in one-segment ACKs with these times and RTTs. Returns how many arrive before slow start ends.
    fn acks_before_the_end(mut part: Running, cwnd: f64, acks: impl IntoIterator<Item = (u64, u64)>) -> Option<usize> {
        let mut window = Window { cwnd, ssthresh: f64::INFINITY, rwnd: 1_000 };
        for (count, (now, rtt)) in acks.into_iter().enumerate() {
            let snd_una = count as u32 + 1;
            let ack = Ack {
                now,
                acked: 1,
                delivered: 1,
                rtt: Some(rtt),
                snd_una,
                snd_nxt: 1_000,
                in_transit: 1_001 - snd_una,
                slow_start: true,
                ..Ack::default()
            };
            let before = window.cwnd;
            part.observe(&ack, &Flight::default(), &mut window);
            part.on_ack(&ack, &mut window);
            if !part.active(&window) {
                assert_eq!((window.cwnd, window.ssthresh), (before, before));
                return Some(count);
            }
            assert_eq!(window.cwnd, before + 1.0);
        }
        None
    }

    #[test]
    fn an_ack_train_longer_than_half_the_smallest_rtt_ends_slow_start() {
        // RTT 100 ms, ACKs 2 ms apart: ACK number 26 (counted from 0), 52 ms after the first, ends slow start.
        let train = |spacing: u64| (0..40).map(move |n| (100 * MS + n * spacing, 100 * MS));
        assert_eq!(acks_before_the_end(hystart(true, false), 16.0, train(2 * MS)), Some(26));
        assert_eq!(acks_before_the_end(hystart(true, false), 16.0, train(2 * MS + 1)), None, "not a train");
        assert_eq!(acks_before_the_end(hystart(false, false), 16.0, train(2 * MS)), None, "switched off");
        // From 10 segments, the first six ACKs grow the window to 16; the seventh starts the round and its train.
        assert_eq!(acks_before_the_end(hystart(true, false), 10.0, train(2 * MS)), Some(6 + 26));
    }

    #[test]
    fn eight_rtts_more_than_an_eighth_above_the_smallest_end_slow_start() {
        // Base RTT 80 ms, so the rise must exceed 10 ms. ACKs arrive 3 ms apart, too far apart for a train.
        let rtts = |rise: u64| (0..40).map(move |n| (n * 3 * MS, if n == 0 { 80 * MS } else { 80 * MS + rise }));
        let from = |cwnd, rise| acks_before_the_end(hystart(true, true), cwnd, rtts(rise));
        // At 15 segments, cwnd is below `min_cwnd`, so the first ACK, which has the base RTT, starts no round. The next
        // eight ACKs count.
        assert_eq!(from(15.0, 10 * MS + 1), Some(8));
        assert_eq!(from(15.0, 10 * MS), None);
        assert_eq!(from(16.0, 10 * MS + 1), None, "one sample of the round at the base RTT");
        assert_eq!(acks_before_the_end(hystart(true, false), 15.0, rtts(50 * MS)), None, "switched off");
    }

    #[test]
    fn required_rise_is_clamped_between_4_and_16_ms() {
        let ends = |base: u64, rise: u64| {
            let rtts = (0..40).map(move |n| (n * 3 * MS, if n == 0 { base } else { base + rise }));
            acks_before_the_end(hystart(false, true), 15.0, rtts).is_some()
        };
        assert_eq!((ends(8 * MS, 4 * MS), ends(8 * MS, 4 * MS + 1)), (false, true));
        assert_eq!((ends(400 * MS, 16 * MS), ends(400 * MS, 16 * MS + 1)), (false, true));
    }

    #[test]
    fn stops_growing_at_ssthresh() {
        let mut part = hystart(true, true);
        let mut window = Window { cwnd: 10.0, ssthresh: 11.5, rwnd: 80 };
        part.on_ack(&Ack { acked: 2, delivered: 2, in_transit: 9, ..Ack::default() }, &mut window);
        assert_eq!(window.cwnd, 11.5);
    }

    #[test]
    fn a_train_ends_slow_start_even_if_its_acks_do_not_grow_the_window() {
        let mut part = hystart(true, false);
        let mut window = Window { cwnd: 20.0, ssthresh: f64::INFINITY, rwnd: 1_000 };
        for n in 0..=26_u64 {
            assert!(part.active(&window), "{n}");
            let ack = Ack {
                now: 100 * MS + n * 2 * MS,
                acked: 1,
                delivered: 1,
                rtt: Some(100 * MS),
                snd_una: n as u32 + 1,
                snd_nxt: 1_000,
                slow_start: true,
                ..Ack::default()
            };
            part.observe(&ack, &Flight::default(), &mut window);
        }
        assert_eq!((window.cwnd, window.ssthresh), (20.0, 20.0));
    }

    #[test]
    fn a_cumulative_ack_counts_only_segments_not_sacked_before() {
        let mut window = Window { cwnd: 20.0, ssthresh: 100.0, rwnd: 200 };
        let ack = Ack { acked: 30, delivered: 1, in_transit: 21, ..Ack::default() };
        hystart(true, true).on_ack(&ack, &mut window);
        assert_eq!(window.cwnd, 21.0);
    }
}

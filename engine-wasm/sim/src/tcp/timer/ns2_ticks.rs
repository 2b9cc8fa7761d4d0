//! The timer of the ns-2 agents: BSD's integer arithmetic on a finer tick. Unlike in BSD, a timeout starts when it is
//! set rather than at a tick, and back-off doubles up to 64 and never gives up. RTTs are read from a clock with a
//! random phase and are at least one tick.
//!
//! The tick was 0.1 s until March 2002 and has been 0.01 s since. The shortest timeout was 1 s until October 2004 and
//! has been 0.2 s since. The defaults are from the years in which Low et al. and Martin ran ns-2.

use super::{TimerRule, TimerState};
use crate::kernel::clock::Clock;
use crate::kernel::{Nanos, from_milliseconds, milliseconds};
use crate::schema::shape::{Part, number};
use crate::tcp::Host;

described! {
    /// BSD's estimator on a tick of 0.1 s, with timeouts that start when they are set.
    pub struct Ns2Ticks {
        /// Period of the clock.
        tick_ms: f64 = number("ms", 1.0, 10_000.0), default 100.0, label "Clock tick";
        /// Shortest timeout.
        min_ms: f64 = number("ms", 1.0, 60_000.0), default 1_000.0, label "Shortest timeout";
        /// Longest timeout.
        max_ms: f64 = number("ms", 1_000.0, 1e8), default 1e8, label "Longest timeout";
        /// Timeout before the first RTT sample.
        initial_ms: f64 = number("ms", 1.0, 60_000.0), default 6_000.0, label "First timeout";
    }
}

/// Largest back-off factor.
const MAX_BACK_OFF: u64 = 64;

/// One sender's timer.
#[derive(Clone, Debug)]
pub struct Running {
    tick: Nanos,
    min: Nanos,
    max: Nanos,
    clock: Clock,
    /// Scaled by 8, in ticks; 0 before the first sample.
    srtt: i64,
    /// Scaled by 4, in ticks.
    rttvar: i64,
    rto: Nanos,
    back_off: u64,
    timed: Option<(u32, Nanos)>,
}

impl Part<Host> for Ns2Ticks {
    const LABEL: &'static str = "ns-2 ticks";
    const SOURCE: &'static str = "ns-2, Agent/TCP";
    type Running = Running;
    fn start(&self, host: &Host) -> Running {
        let tick = from_milliseconds(self.tick_ms);
        Running {
            tick,
            min: from_milliseconds(self.min_ms),
            max: from_milliseconds(self.max_ms),
            clock: host.clock("ns-2", tick),
            srtt: 0,
            rttvar: 0,
            rto: from_milliseconds(self.initial_ms),
            back_off: 1,
            timed: None,
        }
    }
}

impl Running {
    fn sample(&mut self, ticks: i64) {
        let ticks = ticks.max(1);
        if self.srtt == 0 {
            self.srtt = ticks << 3;
            self.rttvar = ticks << 1;
        } else {
            let delta = ticks - (self.srtt >> 3);
            self.srtt = (self.srtt + delta).max(1);
            self.rttvar = (self.rttvar + delta.abs() - (self.rttvar >> 2)).max(1);
        }
        self.rto = ((self.srtt + 8 * self.rttvar) >> 3) as Nanos * self.tick;
        self.back_off = 1;
    }

    fn timeout(&self) -> Nanos {
        (self.rto.max(self.min) * self.back_off).min(self.max).max(2 * self.tick)
    }
}

impl TimerRule for Running {
    fn on_measured(&mut self, rtt: Nanos, _now: Nanos) {
        self.timed = None;
        // With timestamps, ns-2 rounds to the nearest tick (`rtt_update` in tcp.cc).
        self.sample(((rtt + self.tick / 2) / self.tick) as i64);
    }

    fn on_send(&mut self, seq: u32, now: Nanos) {
        self.timed.get_or_insert((seq, now));
    }

    fn on_retransmit(&mut self) {
        self.timed = None;
    }

    fn on_new_ack(&mut self, ack: u32, _sample: Option<Nanos>, now: Nanos) {
        if let Some((_, sent_at)) = self.timed.filter(|&(seq, _)| ack > seq) {
            self.timed = None;
            self.sample((self.clock.ticks(now) - self.clock.ticks(sent_at)) as i64);
        }
    }

    fn back_off(&mut self) -> bool {
        self.timed = None;
        self.back_off = (2 * self.back_off).min(MAX_BACK_OFF);
        true
    }

    fn deadline(&mut self, now: Nanos) -> Nanos {
        now + self.timeout()
    }

    fn state(&mut self) -> TimerState {
        let srtt_ms = (self.srtt > 0).then(|| self.srtt as f64 / 8.0 * milliseconds(self.tick));
        TimerState { srtt_ms, rto_ms: milliseconds(self.timeout()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timer() -> Running {
        Ns2Ticks { tick_ms: 100.0, min_ms: 1_000.0, max_ms: 1e8, initial_ms: 6_000.0 }.start(&Host::for_tests())
    }

    #[test]
    fn estimator_omits_the_minus_one_and_the_timeout_has_a_minimum() {
        let mut timer = timer();
        assert_eq!(timer.deadline(5), 6_000_000_005);
        timer.sample(5);
        // srtt 40, rttvar 10: (40 + 80) / 8 = 15 ticks.
        assert_eq!((timer.srtt, timer.rttvar, timer.rto), (40, 10, 1_500_000_000));
        timer.sample(3);
        // delta -2: srtt 38, rttvar 10 + 2 - 2 = 10; (38 + 80) >> 3 = 14 ticks.
        assert_eq!((timer.srtt, timer.rttvar, timer.rto), (38, 10, 1_400_000_000));
        for _ in 0..20 {
            timer.sample(1);
        }
        assert_eq!(timer.timeout(), 1_000_000_000);
    }

    #[test]
    fn back_off_doubles_up_to_64_until_a_sample_resets_it() {
        let mut timer = timer();
        timer.sample(1);
        let timeouts: Vec<_> = (0..8)
            .map(|_| {
                assert!(timer.back_off());
                timer.timeout() / 1_000_000_000
            })
            .collect();
        assert_eq!(timeouts, [2, 4, 8, 16, 32, 64, 64, 64]);
        timer.sample(1);
        assert_eq!(timer.timeout(), 1_000_000_000);
    }

    #[test]
    fn a_handshake_gives_the_first_sample_in_ticks() {
        let mut timer = timer();
        timer.on_measured(500_000_000, 0);
        assert_eq!((timer.srtt, timer.rto), (40, 1_500_000_000));
    }
}

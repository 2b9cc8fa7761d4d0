//! BSD's timer counts everything in ticks of one free-running 500 ms clock per host. A timer of n ticks therefore waits
//! between n - 1 and n ticks, and an RTT of 0.1 s measures 1 or 2. Only one segment is timed at a time.
//!
//! `srtt` is scaled by 8 and `rttvar` by 4. The first sample sets them without the "- 1" of later samples, exactly as
//! in the original code (4.4BSD-Lite, `tcp_xmit_timer`).

use super::{TimerRule, TimerState};
use crate::kernel::clock::Clock;
use crate::kernel::{Nanos, from_milliseconds};
use crate::schema::shape::{Part, integer, number};
use crate::tcp::Host;

described! {
    /// Counts RTTs and timeouts in coarse ticks of a free-running host clock.
    pub struct BsdTicks {
        /// Period of the clock.
        tick_ms: f64 = number("ms", 1.0, 10_000.0), default 500.0, label "Clock tick";
        /// Shortest timeout.
        min_ticks: u32 = integer("ticks", 1, 1_000), default 2, label "Shortest timeout";
        /// Longest timeout.
        max_ticks: u32 = integer("ticks", 1, 1_000_000), default 128, label "Longest timeout";
        /// Timeout before the first RTT sample.
        initial_ticks: u32 = integer("ticks", 1, 1_000_000), default 12, label "First timeout";
        /// Deviations added to the mean: 4 since Reno, 2 in Tahoe's time.
        deviations: u32 = integer("", 1, 16), default 4, label "Deviations added";
    }
}

/// Back-off factor by consecutive timeouts. The connection is dropped after twelve retransmissions.
const BACK_OFF: [u32; 13] = [1, 2, 4, 8, 16, 32, 64, 64, 64, 64, 64, 64, 64];

/// One sender's timer.
#[derive(Clone, Debug)]
pub struct Running {
    part: BsdTicks,
    tick: Nanos,
    clock: Clock,
    srtt: i64,
    rttvar: i64,
    rto_ticks: u32,
    shift: usize,
    timed: Option<(u32, Nanos)>,
}

impl Part<Host> for BsdTicks {
    const LABEL: &'static str = "BSD ticks";
    const SOURCE: &'static str = "4.4BSD-Lite; Ahn et al. 1995, section 1";
    type Running = Running;
    fn start(&self, host: &Host) -> Running {
        let tick = from_milliseconds(self.tick_ms);
        Running {
            part: self.clone(),
            tick,
            clock: host.clock("slow", tick),
            srtt: 0,
            // 4.4BSD starts from a default RTT of 6 ticks, scaled by 4; only back-off before the first sample uses it.
            rttvar: 24,
            rto_ticks: self.initial_ticks,
            shift: 0,
            timed: None,
        }
    }
}

impl Running {
    fn sample(&mut self, ticks: i64) {
        if self.srtt == 0 {
            self.srtt = ticks << 3;
            self.rttvar = ticks << 1;
        } else {
            let delta = ticks - 1 - (self.srtt >> 3);
            self.srtt = (self.srtt + delta).max(1);
            self.rttvar = (self.rttvar + delta.abs() - (self.rttvar >> 2)).max(1);
        }
        self.shift = 0;
        self.rto_ticks = self.clamped(self.base_ticks());
    }

    fn base_ticks(&self) -> i64 {
        match self.part.deviations {
            2 => ((self.srtt >> 2) + self.rttvar) >> 1, // rounded once, as in 4.3BSD-Tahoe
            deviations => (self.srtt >> 3) + ((i64::from(deviations) * self.rttvar) >> 2),
        }
    }

    fn clamped(&self, ticks: i64) -> u32 {
        ticks.max(i64::from(self.part.min_ticks)).min(i64::from(self.part.max_ticks)) as u32
    }
}

impl TimerRule for Running {
    fn on_measured(&mut self, rtt: Nanos, now: Nanos) {
        self.timed = None;
        // The clock's phase is random, so this interval is as good as the one before `now`, which may not exist.
        self.sample(1 + (self.clock.ticks(now + rtt) - self.clock.ticks(now)) as i64);
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
            // The count starts at 1 and increases with each tick.
            self.sample(1 + (self.clock.ticks(now) - self.clock.ticks(sent_at)) as i64);
        }
    }

    fn back_off(&mut self) -> bool {
        self.timed = None;
        self.shift += 1;
        let Some(&factor) = BACK_OFF.get(self.shift) else { return false };
        self.rto_ticks = self.clamped(self.base_ticks() * i64::from(factor));
        if self.shift > 3 {
            // The route may have changed: discard the mean, but add it to the deviation.
            self.rttvar += self.srtt >> 3;
            self.srtt = 0;
        }
        true
    }

    fn deadline(&mut self, now: Nanos) -> Nanos {
        self.clock.after(now, u64::from(self.rto_ticks))
    }

    fn state(&mut self) -> TimerState {
        let ms = self.tick as f64 / 1e6;
        let srtt_ms = (self.srtt > 0).then(|| self.srtt as f64 / 8.0 * ms);
        TimerState { srtt_ms, rto_ms: f64::from(self.rto_ticks) * ms }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bsd(deviations: u32) -> Running {
        let part = BsdTicks { tick_ms: 500.0, min_ticks: 2, max_ticks: 128, initial_ticks: 12, deviations };
        part.start(&Host::for_tests())
    }

    #[test]
    fn estimator_follows_the_bsd_arithmetic() {
        let mut timer = bsd(4);
        let states: Vec<_> = [1, 1, 1, 2, 1, 1]
            .into_iter()
            .map(|ticks| {
                timer.sample(ticks);
                (timer.srtt, timer.rttvar, timer.rto_ticks)
            })
            .collect();
        assert_eq!(states, [(8, 2, 3), (7, 3, 3), (7, 3, 3), (8, 4, 5), (7, 4, 4), (7, 3, 3)]);
    }

    #[test]
    fn back_off_from_3_ticks_gives_6_12_24_48_96_128() {
        let mut timer = bsd(4);
        timer.sample(1);
        timer.sample(1);
        assert_eq!(timer.rto_ticks, 3);
        let ticks: Vec<_> = (0..6)
            .map(|_| {
                assert!(timer.back_off());
                timer.rto_ticks
            })
            .collect();
        assert_eq!(ticks, [6, 12, 24, 48, 96, 128]);
        assert_eq!(timer.srtt, 0);
    }

    #[test]
    fn gives_up_after_twelve_retransmissions() {
        let mut timer = bsd(4);
        assert_eq!((0..20).take_while(|_| timer.back_off()).count(), 12);
    }

    #[test]
    fn tahoe_adds_two_deviations() {
        let mut timer = bsd(2);
        timer.sample(1);
        // srtt 8, rttvar 2: (8 / 4 + 2) / 2 = 2 ticks.
        assert_eq!(timer.rto_ticks, 2);
    }

    #[test]
    fn rtts_of_112_ms_give_timeouts_of_3_4_and_5_ticks_in_the_predicted_shares() {
        // An RTT contains a tick with probability 0.224; the stationary shares are 61, 22 and 17 percent.
        let mut timer = bsd(4);
        let mut stream = crate::kernel::random::Stream::new(11, "rtt phase");
        let n = 200_000;
        let mut counts = [0_u32; 8];
        for _ in 0..n {
            timer.sample(if stream.uniform() < 0.112 / 0.5 { 2 } else { 1 });
            counts[timer.rto_ticks as usize] += 1;
        }
        let share = |ticks: usize| f64::from(counts[ticks]) / f64::from(n);
        for (ticks, expected) in [(3, 0.61), (4, 0.22), (5, 0.17)] {
            assert!((share(ticks) - expected).abs() < 0.01, "{ticks} ticks: {}", share(ticks));
        }
    }
}

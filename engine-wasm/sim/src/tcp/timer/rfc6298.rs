//! The timer of RFC 6298: every ACK of a segment that was sent once gives a sample, and the timeout is the smoothed RTT
//! plus four mean deviations.

use super::{TimerRule, TimerState};
use crate::kernel::{Nanos, from_milliseconds, milliseconds};
use crate::schema::shape::{Part, flag, number};
use crate::tcp::Host;

alternatives! {
    /// What the minimum applies to.
    pub enum MinimumOf {
        /// The whole timeout, as in the RFC.
        Timeout = "timeout",
        /// The 4 rttvar that are added to srtt, as in Linux. The timeout then exceeds srtt by at least the minimum.
        Deviation = "deviation",
    }
}

described! {
    /// Smooths exact RTT samples; the timeout is srtt + 4 rttvar, at least a minimum.
    pub struct Rfc6298 {
        /// Shortest timeout; the RFC says 1 s, Linux 200 ms.
        min_ms: f64 = number("ms", 1.0, 60_000.0), default 1_000.0, label "Minimum";
        /// What the minimum applies to.
        min_of: MinimumOf = MinimumOf::SHAPE, default "timeout", label "Minimum applies to";
        /// Segments that SACK blocks report give RTT samples too, as in Linux. Without them, a sender that repairs
        /// one loss after another measures nothing, and its timeout stays backed off.
        sack_samples: bool = flag(), default false, label "RTT samples from SACK";
        /// Longest timeout.
        max_ms: f64 = number("ms", 1_000.0, 1_000_000.0), default 60_000.0, label "Longest timeout";
        /// Timeout before the first RTT sample.
        initial_ms: f64 = number("ms", 1.0, 60_000.0), default 1_000.0, label "First timeout";
        /// Granularity of the clock.
        granularity_ms: f64 = number("ms", 0.0, 1_000.0), default 1.0, label "Clock granularity";
    }
}

/// One sender's timer.
#[derive(Clone, Debug)]
pub struct Running {
    part: Rfc6298,
    /// The shortest timeout.
    shortest: Nanos,
    /// Smoothed RTT and its mean deviation, ms.
    estimate: Option<(f64, f64)>,
    rto: Nanos,
    back_offs: u32,
}

/// Consecutive timeouts after which the sender gives up the connection: R2 of RFC 1122, as a count.
const MAX_BACK_OFFS: u32 = 15;

impl Part<Host> for Rfc6298 {
    const LABEL: &'static str = "RFC 6298";
    const SOURCE: &'static str = "RFC 6298";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        let rto = from_milliseconds(self.initial_ms);
        Running { part: self.clone(), shortest: self.capped(self.min_ms), estimate: None, rto, back_offs: 0 }
    }
}

impl Rfc6298 {
    fn capped(&self, rto_ms: f64) -> Nanos {
        from_milliseconds(rto_ms.min(self.max_ms))
    }
}

impl Running {
    fn sample(&mut self, sample: Nanos) {
        let rtt_ms = milliseconds(sample);
        let (srtt, rttvar) = match self.estimate {
            None => (rtt_ms, rtt_ms / 2.0),
            Some((srtt, rttvar)) => (0.875 * srtt + 0.125 * rtt_ms, 0.75 * rttvar + 0.25 * (srtt - rtt_ms).abs()),
        };
        self.estimate = Some((srtt, rttvar));
        self.back_offs = 0;
        let deviation_ms = self.part.granularity_ms.max(4.0 * rttvar);
        let rto_ms = match self.part.min_of {
            MinimumOf::Timeout => srtt + deviation_ms,
            MinimumOf::Deviation => srtt + deviation_ms.max(self.part.min_ms),
        };
        self.rto = if rto_ms <= self.part.min_ms { self.shortest } else { self.part.capped(rto_ms) };
    }
}

impl TimerRule for Running {
    fn on_measured(&mut self, rtt: Nanos, _now: Nanos) {
        self.sample(rtt);
    }

    fn on_send(&mut self, _seq: u32, _now: Nanos) {}

    fn on_retransmit(&mut self) {}

    fn on_new_ack(&mut self, _ack: u32, sample: Option<Nanos>, _now: Nanos) {
        if let Some(sample) = sample {
            self.sample(sample);
        }
    }

    fn on_sack(&mut self, sample: Nanos) {
        if self.part.sack_samples {
            self.sample(sample);
        }
    }

    fn back_off(&mut self) -> bool {
        self.back_offs += 1;
        self.rto = (2 * self.rto).min(from_milliseconds(self.part.max_ms));
        self.back_offs <= MAX_BACK_OFFS
    }

    fn deadline(&mut self, now: Nanos) -> Nanos {
        now + self.rto
    }

    fn state(&mut self) -> TimerState {
        TimerState { srtt_ms: self.estimate.map(|(srtt, _)| srtt), rto_ms: milliseconds(self.rto) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(min_of: MinimumOf) -> Rfc6298 {
        Rfc6298 {
            min_ms: 200.0,
            min_of,
            sack_samples: false,
            max_ms: 60_000.0,
            initial_ms: 1_000.0,
            granularity_ms: 1.0,
        }
    }

    #[test]
    fn timeout_at_a_steady_rtt_of_300_ms_is_301_ms_by_the_rfc_and_500_in_linux() {
        for (min_of, rto_ms) in [(MinimumOf::Timeout, 301.0), (MinimumOf::Deviation, 500.0)] {
            let mut timer = part(min_of).start(&Host::for_tests());
            // rttvar starts at 150 ms and shrinks by a quarter with each sample; after 40 it is less than 2 us.
            (1..=40).for_each(|ack| timer.on_new_ack(ack, Some(300_000_000), 0));
            assert!((timer.state().rto_ms - rto_ms).abs() < 0.01, "{min_of:?}: {}", timer.state().rto_ms);
        }
    }

    #[test]
    fn smooths_samples_after_the_first_and_backs_off() {
        let mut timer = part(MinimumOf::Timeout).start(&Host::for_tests());
        assert_eq!(timer.deadline(0), 1_000_000_000);
        timer.on_new_ack(1, Some(100_000_000), 0);
        assert_eq!(timer.state(), TimerState { srtt_ms: Some(100.0), rto_ms: 300.0 });
        timer.on_new_ack(2, Some(180_000_000), 0);
        // srtt 110, rttvar 0.75 * 50 + 0.25 * 80 = 57.5, rto 340.
        assert_eq!(timer.state(), TimerState { srtt_ms: Some(110.0), rto_ms: 340.0 });
        assert!(timer.back_off());
        assert_eq!(timer.state().rto_ms, 680.0);
    }

    #[test]
    fn a_handshake_gives_the_first_sample() {
        let mut timer = part(MinimumOf::Timeout).start(&Host::for_tests());
        timer.on_measured(100_000_000, 0);
        assert_eq!(timer.state(), TimerState { srtt_ms: Some(100.0), rto_ms: 300.0 });
    }
}

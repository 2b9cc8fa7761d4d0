//! The smallest RTT of the last ten seconds, and the duration of PROBE_RTT. A sample that matches the smallest RTT
//! renews it. If no sample was that small for ten seconds, the path may have become longer, or a standing queue may
//! hide its true RTT.

use crate::kernel::Nanos;

/// The smallest RTT of a time window.
#[derive(Clone, Copy, Debug)]
pub struct MinRtt {
    window: Nanos,
    value: Option<Nanos>,
    seen_at: Nanos,
}

impl MinRtt {
    /// A filter without samples; the smallest RTT expires after `window`.
    pub fn new(window: Nanos) -> Self {
        Self { window, value: None, seen_at: 0 }
    }

    /// The smallest RTT, if any was sampled.
    pub fn get(&self) -> Option<Nanos> {
        self.value
    }

    /// Processes an acknowledgment with its RTT sample. Returns whether the smallest RTT had expired; the sample then
    /// replaces it.
    pub fn on_sample(&mut self, sample: Option<Nanos>, now: Nanos) -> bool {
        let expired = self.value.is_some() && now > self.seen_at + self.window;
        if let Some(rtt) = sample.filter(|&rtt| expired || self.value.is_none_or(|value| rtt <= value)) {
            self.value = Some(rtt);
            self.seen_at = now;
        }
        expired
    }

    /// Keeps the smallest RTT for another window, because the pipe was empty.
    pub fn renew(&mut self, now: Nanos) {
        self.seen_at = now;
    }
}

/// Times PROBE_RTT once few segments are in flight: it lasts for a minimum time and a round trip.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProbeRttTimer {
    ends: Option<Nanos>,
    round_over: bool,
}

impl ProbeRttTimer {
    /// Returns whether the timer has started.
    pub fn started(&self) -> bool {
        self.ends.is_some()
    }

    /// Starts the timer, which runs at least until `ends`.
    pub fn start(&mut self, ends: Nanos) {
        *self = Self { ends: Some(ends), round_over: false };
    }

    /// Processes an ACK, which may have ended a round trip. Returns whether both the time and the round trip are over.
    pub fn on_ack(&mut self, round_started: bool, now: Nanos) -> bool {
        self.round_over |= round_started;
        self.round_over && self.time_over(now)
    }

    /// Returns whether the minimum time is over.
    pub fn time_over(&self, now: Nanos) -> bool {
        self.ends.is_some_and(|ends| now > ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_equal_rtt_renews_the_minimum_and_any_rtt_replaces_it_after_expiry() {
        let mut min_rtt = MinRtt::new(1_000);
        // A connection that starts late has no RTT that could expire.
        assert!(!min_rtt.on_sample(Some(50), 5_000));
        assert!(!min_rtt.on_sample(Some(60), 5_500));
        assert!(!min_rtt.on_sample(Some(50), 5_900), "matched");
        assert!(!min_rtt.on_sample(Some(60), 6_900));
        assert!(min_rtt.on_sample(None, 6_901));
        assert_eq!(min_rtt.get(), Some(50));
        assert!(min_rtt.on_sample(Some(60), 6_902));
        assert_eq!(min_rtt.get(), Some(60));
        assert!(!min_rtt.on_sample(Some(70), 7_902));
        min_rtt.renew(7_902);
        assert!(!min_rtt.on_sample(Some(70), 8_902));
    }

    #[test]
    fn probe_rtt_lasts_for_its_minimum_time_and_a_round_trip() {
        let mut timer = ProbeRttTimer::default();
        assert!(!timer.on_ack(true, 100), "not started");
        timer.start(200);
        assert!(!timer.on_ack(false, 201), "no round trip yet");
        assert!(timer.on_ack(true, 201));
        timer.start(300);
        assert!(!timer.on_ack(true, 300), "the minimum time is not over");
        assert!(timer.on_ack(false, 301));
    }
}

//! The smallest RTT of the last ten seconds, and PROBE_RTT's stay at the bottom. An RTT that is as small as the smallest
//! renews it; when none has been for so long, the path may have become longer, or a standing queue may hide how short it is.

use crate::kernel::Nanos;

/// The smallest RTT.
#[derive(Clone, Copy, Debug)]
pub struct MinRtt {
    window: Nanos,
    value: Option<Nanos>,
    seen_at: Nanos,
}

impl MinRtt {
    /// No RTT yet; one is doubted after this time.
    pub fn new(window: Nanos) -> Self {
        Self { window, value: None, seen_at: 0 }
    }

    /// The smallest RTT, once there was one.
    pub fn get(&self) -> Option<Nanos> {
        self.value
    }

    /// An acknowledgment with its RTT sample. Returns whether the smallest was too old; then the sample replaces it.
    pub fn on_sample(&mut self, sample: Option<Nanos>, now: Nanos) -> bool {
        let expired = self.value.is_some() && now > self.seen_at + self.window;
        if let Some(rtt) = sample.filter(|&rtt| expired || self.value.is_none_or(|value| rtt <= value)) {
            self.value = Some(rtt);
            self.seen_at = now;
        }
        expired
    }

    /// The pipe was empty: the smallest RTT is good for another while.
    pub fn renew(&mut self, now: Nanos) {
        self.seen_at = now;
    }
}

/// The stay of PROBE_RTT, from when little is in flight: a time and a round trip.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stay {
    ends: Option<Nanos>,
    round_over: bool,
}

impl Stay {
    /// Whether it has begun.
    pub fn begun(&self) -> bool {
        self.ends.is_some()
    }

    /// It begins, and lasts at least until then.
    pub fn begin(&mut self, ends: Nanos) {
        *self = Self { ends: Some(ends), round_over: false };
    }

    /// A round trip may have ended. Returns whether both are over.
    pub fn on_ack(&mut self, round_started: bool, now: Nanos) -> bool {
        self.round_over |= round_started;
        self.round_over && self.time_over(now)
    }

    /// Whether the time is over.
    pub fn time_over(&self, now: Nanos) -> bool {
        self.ends.is_some_and(|ends| now > ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_small_an_rtt_renews_it_and_after_its_time_any_rtt_replaces_it() {
        let mut min_rtt = MinRtt::new(1_000);
        // A connection that starts late has nothing that could be old.
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
    fn a_stay_lasts_a_time_and_a_round() {
        let mut stay = Stay::default();
        assert!(!stay.on_ack(true, 100), "not begun");
        stay.begin(200);
        assert!(!stay.on_ack(false, 201), "no round");
        assert!(stay.on_ack(true, 201));
        stay.begin(300);
        assert!(!stay.on_ack(true, 300), "not longer than its time");
        assert!(stay.on_ack(false, 301));
    }
}

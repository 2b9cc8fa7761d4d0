//! A random wait before a sender uses free space in its window, like `overhead_` in ns-2. Simulated hosts respond to
//! each ACK instantly, so flows can fall into lockstep, and one of them then finds the buffer full every time (phase
//! effects, Floyd & Jacobson 1992). A wait of up to one transmission time at the bottleneck breaks the lockstep.
//!
//! Retransmissions that an ACK triggers are sent at once, as in ns-2. When a wait ends, the sender sends everything
//! that the window then allows.

use crate::kernel::random::Stream;
use crate::kernel::{Nanos, from_milliseconds};

/// One sender's random waits.
#[derive(Clone, Debug)]
pub struct Jitter {
    max_wait: Nanos,
    stream: Stream,
    /// End of the current wait.
    until: Option<Nanos>,
    /// Segments are sent without a wait.
    bypassed: bool,
}

impl Jitter {
    /// Waits of up to `max_wait_ms`; `None` if that is 0.
    pub fn new(max_wait_ms: f64, stream: impl FnOnce() -> Stream) -> Option<Box<Self>> {
        let max_wait = from_milliseconds(max_wait_ms);
        (max_wait > 0).then(|| Box::new(Self { max_wait, stream: stream(), until: None, bypassed: false }))
    }

    /// End of the current wait.
    pub fn until(&self) -> Option<Nanos> {
        self.until
    }

    /// Returns whether a segment has to wait; starts a wait if none is in progress.
    pub fn must_wait(&mut self, now: Nanos) -> bool {
        if self.bypassed {
            return false;
        }
        let Self { until, stream, max_wait, .. } = self;
        until.get_or_insert_with(|| now + stream.below(*max_wait));
        true
    }

    /// Sets whether segments are sent without a wait. A wait in progress continues.
    pub fn set_bypassed(&mut self, bypassed: bool) {
        self.bypassed = bypassed;
    }

    /// Ends the current wait.
    pub fn end(&mut self) {
        self.until = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_share_the_wait_in_progress() {
        let mut jitter = Jitter::new(2.0, || Stream::new(1, "send jitter/test")).expect("a jitter");
        assert!(jitter.must_wait(1_000_000));
        let until = jitter.until().expect("a wait in progress");
        assert!((1_000_000..3_000_000).contains(&until));
        assert!(jitter.must_wait(1_500_000));
        assert_eq!(jitter.until(), Some(until));
        jitter.set_bypassed(true);
        assert!(!jitter.must_wait(until));
        jitter.set_bypassed(false);
        assert_eq!(jitter.until(), Some(until));
        jitter.end();
        assert!(jitter.must_wait(until));
        assert_ne!(jitter.until(), Some(until));
    }

    #[test]
    fn a_maximum_wait_of_zero_creates_no_jitter() {
        assert!(Jitter::new(0.0, || panic!("no stream is needed")).is_none());
    }

    #[test]
    fn waits_average_half_the_maximum() {
        let mut jitter = Jitter::new(1.0, || Stream::new(3, "send jitter/test")).expect("a jitter");
        let n = 10_000;
        let mut sum = 0;
        for _ in 0..n {
            jitter.must_wait(0);
            let wait = jitter.until().expect("a wait in progress");
            assert!(wait < 1_000_000);
            sum += wait;
            jitter.end();
        }
        // Five standard errors of the mean of a uniform distribution over 1 ms.
        let allowed = 5.0 * 1e6 / 12_f64.sqrt() / f64::from(n).sqrt();
        assert!((sum as f64 / f64::from(n) - 5e5).abs() < allowed);
    }
}

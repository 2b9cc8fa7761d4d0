//! A random wait before a sender uses room in its window, as with `overhead_` in ns-2. Simulated hosts answer each ACK in no time
//! at all, so that flows can march in step and one of them meets every full buffer (Floyd & Jacobson 1992, phase effects). A
//! wait of up to one transmission time at the bottleneck breaks that.
//!
//! Retransmissions that an ACK triggers leave at once, as in ns-2. When the wait is over, all that the window then allows leaves.

use crate::kernel::random::Stream;
use crate::kernel::{Nanos, from_milliseconds};

/// The waits of one sender.
#[derive(Debug)]
pub struct Jitter {
    longest: Nanos,
    stream: Stream,
    /// When the present wait is over.
    until: Option<Nanos>,
    /// Segments leave without a wait.
    open: bool,
}

impl Jitter {
    /// Waits of up to so many milliseconds; `None` for none at all.
    pub fn new(longest_ms: f64, stream: impl FnOnce() -> Stream) -> Option<Box<Self>> {
        let longest = from_milliseconds(longest_ms);
        (longest > 0).then(|| Box::new(Self { longest, stream: stream(), until: None, open: false }))
    }

    /// When the present wait is over.
    pub fn until(&self) -> Option<Nanos> {
        self.until
    }

    /// Returns true if the segment has to wait; starts a wait unless one is running.
    pub fn holds(&mut self, now: Nanos) -> bool {
        if self.open {
            return false;
        }
        let Self { until, stream, longest, .. } = self;
        until.get_or_insert_with(|| now + stream.below(*longest));
        true
    }

    /// Lets segments leave without a wait, or no longer. A wait that has begun goes on.
    pub fn set_open(&mut self, open: bool) {
        self.open = open;
    }

    /// Ends the present wait.
    pub fn end(&mut self) {
        self.until = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wait_is_drawn_for_all_that_comes_meanwhile() {
        let mut jitter = Jitter::new(2.0, || Stream::new(1, "send jitter/test")).expect("there are waits");
        assert!(jitter.holds(1_000_000));
        let until = jitter.until().expect("it has begun");
        assert!((1_000_000..3_000_000).contains(&until));
        assert!(jitter.holds(1_500_000));
        assert_eq!(jitter.until(), Some(until));
        jitter.set_open(true);
        assert!(!jitter.holds(until));
        jitter.set_open(false);
        assert_eq!(jitter.until(), Some(until));
        jitter.end();
        assert!(jitter.holds(until));
        assert_ne!(jitter.until(), Some(until));
    }

    #[test]
    fn no_wait_draws_nothing() {
        assert!(Jitter::new(0.0, || panic!("no stream is needed")).is_none());
    }

    #[test]
    fn waits_are_even_up_to_the_longest() {
        let mut jitter = Jitter::new(1.0, || Stream::new(3, "send jitter/test")).expect("there are waits");
        let n = 10_000;
        let mut sum = 0;
        for _ in 0..n {
            jitter.holds(0);
            let wait = jitter.until().expect("it has begun");
            assert!(wait < 1_000_000);
            sum += wait;
            jitter.end();
        }
        // Five standard errors of the mean of an even distribution over 1 ms.
        let allowed = 5.0 * 1e6 / 12_f64.sqrt() / f64::from(n).sqrt();
        assert!((sum as f64 / f64::from(n) - 5e5).abs() < allowed);
    }
}

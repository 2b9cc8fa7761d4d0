//! Jacobson's slow start: each new ACK adds one segment. So `cwnd` doubles every RTT if the receiver acknowledges every
//! segment, and grows by half if it acknowledges every second one. Counting segments instead of ACKs (RFC 3465; Linux)
//! doubles it in both cases.

use super::SlowStartRule;
use crate::schema::shape::{Part, integer};
use crate::tcp::window::{Counts, Window};
use crate::tcp::{Ack, Host};

alternatives! {
    /// Whether the threshold itself belongs to slow start.
    pub enum Boundary {
        /// cwnd <= ssthresh, as in BSD.
        AtOrBelow = "at_or_below",
        /// cwnd < ssthresh, as in ns-2 and in Linux today.
        Below = "below",
    }
}

described! {
    /// Adds a segment for each ACK, or for each segment that ACKs report: cwnd doubles every RTT, but grows only by half
    /// if it counts ACKs and each reports two segments.
    pub struct EveryRtt {
        /// Whether the threshold itself belongs to slow start.
        boundary: Boundary = Boundary::SHAPE, default "at_or_below", label "At the threshold";
        /// The unit by which the window grows.
        counts: Counts = Counts::SHAPE, default "acks", label "Growth counts";
        /// Most segments that one ACK counts for: L of RFC 3465, which says 2. Linux has no limit.
        limit: u32 = integer("segments", 1, 1_000_000), default 2, label "Most growth per ACK";
    }
}

impl Part<Host> for EveryRtt {
    const LABEL: &'static str = "Every RTT (Reno)";
    const BRIEF: &'static str = "Reno's slow start";
    const SOURCE: &'static str = "Jacobson 1988";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl SlowStartRule for EveryRtt {
    #[inline]
    fn active(&mut self, window: &Window) -> bool {
        match self.boundary {
            Boundary::AtOrBelow => window.cwnd <= window.ssthresh,
            Boundary::Below => window.cwnd < window.ssthresh,
        }
    }

    #[inline]
    fn on_ack(&mut self, ack: &Ack, window: &mut Window) {
        window.cwnd += f64::from(self.counts.of(ack).min(self.limit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ack_of_five_segments_adds_one_two_or_five() {
        for (counts, limit, more) in [(Counts::Acks, 2, 1.0), (Counts::Segments, 2, 2.0), (Counts::Segments, 100, 5.0)]
        {
            let mut window = Window { cwnd: 10.0, ssthresh: 80.0, rwnd: 80 };
            let mut rule = EveryRtt { boundary: Boundary::Below, counts, limit };
            rule.on_ack(&Ack { acked: 5, delivered: 5, ..Ack::default() }, &mut window);
            assert_eq!(window.cwnd, 10.0 + more);
        }
    }
}

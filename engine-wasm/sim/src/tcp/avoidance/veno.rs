//! Veno's congestion avoidance: like Reno's, but at half the pace while three or more segments are queued. So the
//! window stays longer near the size at which it would cause losses. The paper has one threshold for growth and cut;
//! here each rule has its own, so that either can be changed or replaced alone.

use super::AvoidanceRule;
use crate::schema::shape::{Part, flag, number};
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::measurements::Measurements;
use crate::tcp::measurements::backlog::{Backlog, Rtts};
use crate::tcp::window::{Counts, Window};
use crate::tcp::{Ack, Flight, Host};

described! {
    /// Grows as Reno does, but at half the pace while beta or more segments wait in queues.
    pub struct Veno {
        /// Growth slows down while at least this many segments wait in queues.
        beta: f64 = number("segments", 0.0, 1_000.0), default 3.0, label "Threshold beta", basic true;
        /// Each loss restarts the estimate of the smallest RTT, as in the paper. Linux keeps it.
        forget_base: bool = flag(), default true, label "Forget the base RTT at a loss";
        /// Growth by ACKs or by segments. With delayed ACKs, counting ACKs adds half a segment per RTT.
        counts: Counts = Counts::SHAPE, default "acks", label "Growth counts";
        /// cwnd grows by a whole segment for each window of counted segments, as in Linux, instead of a fraction each
        /// time.
        whole_segments: bool = flag(), default false, label "Whole segments only";
    }
}

/// One sender's avoidance state.
#[derive(Clone, Debug)]
pub struct Running {
    part: Veno,
    rtts: Option<Rtts>,
    skipped_last: bool,
    last_decision: Option<Decision>,
}

impl Part<Host> for Veno {
    const LABEL: &'static str = "Veno's slower increase";
    const SOURCE: &'static str = "Fu & Liew 2003, section II";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), rtts: None, skipped_last: false, last_decision: None }
    }
}

impl AvoidanceRule for Running {
    fn observe(&mut self, _ack: &Ack, flight: &Flight, _window: &mut Window) -> bool {
        self.rtts = flight.measured.get::<Backlog>().and_then(|backlog| backlog.rtts(self.part.forget_base));
        true
    }

    fn on_ack(&mut self, ack: &Ack, window: &mut Window) {
        let backlog = self.rtts.map_or(0.0, |rtts| rtts.backlog(window.cwnd));
        let queued = backlog >= self.part.beta;
        if queued {
            // Skip every other ACK. As in the paper, `skipped_last` keeps its value while the backlog is small.
            self.skipped_last = !self.skipped_last;
        }
        let skips = queued && self.skipped_last;
        let verdict = if skips { Verdict::Hold } else { Verdict::Raise };
        self.last_decision = self.rtts.map(|rtts| rtts.decision(verdict, window.cwnd, self.part.beta));
        if skips {
            return;
        }
        let counted = self.part.counts.of(ack);
        if self.part.whole_segments {
            window.count_up(counted);
        } else {
            window.cwnd += f64::from(counted) / window.cwnd;
        }
    }

    fn needs(&mut self, measurements: &mut Measurements) {
        measurements.need::<Backlog>();
    }

    fn decision(&mut self) -> Option<Decision> {
        self.last_decision.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::measurements::backlog::tests::backlog;

    fn after_four_acks(beta: f64, rtt_ms: f64) -> f64 {
        let veno = Veno { beta, forget_base: true, counts: Counts::Acks, whole_segments: false };
        let mut veno = Running { rtts: backlog(rtt_ms).rtts(true), ..veno.start(&Host::for_tests()) };
        let mut window = Window { cwnd: 20.0, ssthresh: 10.0, rwnd: 80 };
        for _ in 0..4 {
            veno.on_ack(&Ack { acked: 1, in_transit: 20, smss: 1_460, ..Ack::default() }, &mut window);
        }
        window.cwnd
    }

    #[test]
    fn counts_only_every_other_ack_with_beta_segments_queued() {
        let grown = |acks: u32| (0..acks).fold(20.0, |cwnd: f64, _| cwnd + 1.0 / cwnd);
        // At 140 ms 2.857 of 20 segments are queued, at 142 ms 3.099.
        assert_eq!(after_four_acks(3.0, 140.0), grown(4));
        assert_eq!(after_four_acks(3.0, 142.0), grown(2));
        assert_eq!(after_four_acks(2.8, 140.0), grown(2));
        assert_eq!(after_four_acks(3.2, 142.0), grown(4));
    }
}

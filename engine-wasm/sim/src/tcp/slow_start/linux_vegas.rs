//! Linux Vegas' slow start. `cwnd` grows in every RTT as in Reno, and at the end of each round Vegas checks for a queue.
//! Once more than `gamma` is queued, it lowers the window to the number of segments that the path carries plus one.
//!
//! Cardwell's patch then sets `ssthresh` to 2, so slow start resumes only after a loss; current kernels lower
//! `ssthresh` to the window. The window grows by one segment per ACK, as in the patch.

use super::SlowStartRule;
use crate::schema::shape::{Part, integer};
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::measurements::Measurements;
use crate::tcp::measurements::linux_rounds::{DiffForm, LinuxRounds, RoundPhase};
use crate::tcp::window::Window;
use crate::tcp::{Ack, Flight, Host};

alternatives! {
    /// What ssthresh becomes when Vegas ends slow start.
    pub enum ExitSsthresh {
        /// 2 segments, as in Cardwell's patch and up to 2.6.2x.
        Two = "two",
        /// The window, if that is less, as in current kernels.
        Window = "window",
    }
}

described! {
    /// Adds a segment for each ACK and ends once more than gamma wait in queues, at the rate that the path carries.
    pub struct LinuxVegasSlowStart {
        /// Queued half packets that end slow start.
        gamma: u32 = integer("half packets", 0, 2_000), default 2, label "Exit threshold gamma", basic true;
        /// The formula for the segments in queues.
        diff: DiffForm = DiffForm::SHAPE, default "divide_by_rtt", label "Queue estimate";
        /// What ssthresh becomes when Vegas ends slow start.
        exit_ssthresh: ExitSsthresh = ExitSsthresh::SHAPE, default "two", label "Threshold at the exit";
    }
}

/// One sender's slow-start state.
#[derive(Clone, Debug)]
pub struct Running {
    part: LinuxVegasSlowStart,
    round_phase: RoundPhase,
    last_decision: Option<Decision>,
}

impl Part<Host> for LinuxVegasSlowStart {
    const LABEL: &'static str = "Every RTT, early exit (Linux Vegas)";
    const SOURCE: &'static str = "Cardwell & Bak 2000; Linux, tcp_vegas.c";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running { part: self.clone(), round_phase: RoundPhase::Off, last_decision: None }
    }
}

impl SlowStartRule for Running {
    fn observe(&mut self, _ack: &Ack, flight: &Flight, _window: &mut Window) -> bool {
        self.round_phase = LinuxRounds::phase(flight.measured);
        true
    }

    #[inline]
    fn active(&mut self, window: &Window) -> bool {
        window.cwnd < window.ssthresh
    }

    fn on_ack(&mut self, _ack: &Ack, window: &mut Window) {
        if let RoundPhase::Ends(round) = self.round_phase {
            let (target, diff) = round.backlog(self.part.diff, window.cwnd);
            let leaves = diff > u64::from(self.part.gamma);
            let verdict = if leaves { Verdict::LeaveSlowStart } else { Verdict::StayInSlowStart };
            self.last_decision = Some(round.decision(verdict, window.cwnd, diff, [self.part.gamma; 2]));
            if leaves {
                window.cwnd = window.cwnd.min(target + 1.0).max(2.0);
                window.ssthresh = match self.part.exit_ssthresh {
                    ExitSsthresh::Two => 2.0,
                    ExitSsthresh::Window => window.ssthresh.min(window.cwnd),
                };
                return;
            }
        }
        window.cwnd += 1.0;
    }

    fn needs(&mut self, measurements: &mut Measurements) {
        measurements.need::<LinuxRounds>();
    }

    fn decision(&mut self) -> Option<Decision> {
        self.last_decision.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::measurements::Measured;
    use crate::tcp::measurements::linux_rounds::tests::round_of_16;

    /// Returns cwnd and ssthresh after the ACK that ends a round with this RTT.
    fn after(rtt_ms: u64, gamma: u32, diff: DiffForm, exit_ssthresh: ExitSsthresh) -> (f64, f64) {
        let mut slow_start = LinuxVegasSlowStart { gamma, diff, exit_ssthresh }.start(&Host::for_tests());
        let mut window = Window { cwnd: 16.0, ssthresh: f64::INFINITY, rwnd: 80 };
        let acks = round_of_16(rtt_ms);
        let mut all = Measurements::with(LinuxRounds::default());
        for ack in &acks {
            all.on_ack(ack);
            slow_start.observe(ack, &Flight { measured: Measured::for_tests(&all), ..Flight::default() }, &mut window);
        }
        slow_start.on_ack(&acks[17], &mut window);
        (window.cwnd, window.ssthresh)
    }

    #[test]
    fn ends_at_14_with_16_segments_base_100_and_rtt_120() {
        // Target 13, diff 3.
        let by_base = DiffForm::DivideByBase;
        assert_eq!(after(120, 2, by_base, ExitSsthresh::Window), (14.0, 14.0));
        assert_eq!(after(120, 2, by_base, ExitSsthresh::Two), (14.0, 2.0));
        // The measured round has 17 segments, of which the path carries 14.
        assert_eq!(after(120, 2, DiffForm::DivideByRtt, ExitSsthresh::Two), (15.0, 2.0));
    }

    #[test]
    fn every_ack_adds_a_segment_while_at_most_gamma_is_queued() {
        // 16 * 20 / 100 = 3.2 segments, or 6 whole half packets.
        assert_eq!(after(120, 6, DiffForm::DivideByBase, ExitSsthresh::Two), (17.0, f64::INFINITY));
        assert_eq!(after(100, 2, DiffForm::DivideByRtt, ExitSsthresh::Two), (17.0, f64::INFINITY));
    }

    #[test]
    fn is_inactive_at_ssthresh() {
        let mut slow_start =
            LinuxVegasSlowStart { gamma: 2, diff: DiffForm::DivideByBase, exit_ssthresh: ExitSsthresh::Window }
                .start(&Host::for_tests());
        assert!(!slow_start.active(&Window { cwnd: 14.0, ssthresh: 14.0, rwnd: 80 }));
    }
}

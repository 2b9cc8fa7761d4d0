//! Linux Vegas' congestion avoidance. At the end of each round it changes `cwnd` by one segment at once, instead of
//! spreading the change over the next ACKs. Between round ends `cwnd` stays constant. While a loss is suspected or
//! being repaired, or if a round had too few RTT samples, it grows as in Reno.
//!
//! The 2.2 patch moves by one segment toward the target for the window *at the start of the round*. Current kernels
//! change the window itself, and also keep `ssthresh` between three quarters of the window and the window. Each form of
//! diff selects the matching behavior. The kernel caps cwnd with a socket option; here the cap is rwnd, because a
//! larger window has no effect.

use super::AvoidanceRule;
use crate::schema::shape::{Part, flag, integer};
use crate::tcp::decision::{Decision, Verdict};
use crate::tcp::measurements::Measurements;
use crate::tcp::measurements::linux_rounds::{DiffForm, LinuxRound, LinuxRounds, RoundPhase};
use crate::tcp::window::Window;
use crate::tcp::{Ack, Flight, Host};

described! {
    /// Keeps between alpha and beta half packets in queues, based on each round's smallest RTT, while no loss is
    /// suspected.
    pub struct LinuxVegas {
        /// cwnd grows while fewer half packets than this are queued.
        alpha: u32 = integer("half packets", 0, 2_000), default 2, label "Lower threshold alpha", basic true;
        /// cwnd shrinks while more half packets than this are queued.
        beta: u32 = integer("half packets", 0, 2_000), default 6, label "Upper threshold beta", basic true;
        /// The formula for the segments in queues.
        diff: DiffForm = DiffForm::SHAPE, default "divide_by_rtt", label "Queue estimate";
        /// When growing like Reno, it counts the segments that ACKs deliver and adds whole ones, as in current
        /// kernels.
        whole_segments: bool = flag(), default false, label "Whole segments only";
    }
}

/// One sender's avoidance state.
#[derive(Clone, Debug)]
pub struct Running {
    part: LinuxVegas,
    round_phase: RoundPhase,
    /// Windows at the start of the last completed round and at the start of the current round, in segments.
    prior_cwnd: f64,
    round_cwnd: f64,
    last_decision: Option<Decision>,
}

impl Part<Host> for LinuxVegas {
    const LABEL: &'static str = "CAM (Linux Vegas)";
    const SOURCE: &'static str = "Cardwell & Bak 2000; Linux, tcp_vegas.c";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running {
            part: self.clone(),
            round_phase: RoundPhase::Off,
            prior_cwnd: 0.0,
            round_cwnd: 0.0,
            last_decision: None,
        }
    }
}

impl Running {
    fn on_round_end(&mut self, round: LinuxRound, window: &mut Window) {
        let (_, diff) = round.backlog(self.part.diff, window.cwnd);
        let (verdict, step) = match diff {
            _ if diff > u64::from(self.part.beta) => (Verdict::Lower, -1.0),
            _ if diff < u64::from(self.part.alpha) => (Verdict::Raise, 1.0),
            _ => (Verdict::Hold, 0.0),
        };
        self.last_decision = Some(round.decision(verdict, window.cwnd, diff, [self.part.alpha, self.part.beta]));
        let moved = match self.part.diff {
            DiffForm::DivideByRtt => (self.prior_cwnd.floor() + step - window.cwnd.floor()).clamp(-1.0, 1.0),
            DiffForm::DivideByBase => step,
        };
        window.cwnd = (window.cwnd + moved).min(f64::from(window.rwnd)).max(2.0);
        if self.part.diff == DiffForm::DivideByBase {
            if step < 0.0 {
                window.ssthresh = window.ssthresh.min(window.cwnd);
            }
            window.ssthresh = window.ssthresh.max(0.75 * window.cwnd).max(2.0);
        }
    }
}

impl AvoidanceRule for Running {
    fn observe(&mut self, _ack: &Ack, flight: &Flight, window: &mut Window) -> bool {
        self.round_phase = LinuxRounds::phase(flight.measured);
        match self.round_phase {
            RoundPhase::Off => self.round_cwnd = window.cwnd,
            RoundPhase::Within => {}
            RoundPhase::Ends(_) => self.prior_cwnd = std::mem::replace(&mut self.round_cwnd, window.cwnd),
        }
        true
    }

    fn on_ack(&mut self, ack: &Ack, window: &mut Window) {
        match self.round_phase {
            RoundPhase::Off if self.part.whole_segments => window.count_up(ack.delivered),
            RoundPhase::Off => window.cwnd += 1.0 / window.cwnd,
            RoundPhase::Within => {}
            RoundPhase::Ends(round) => self.on_round_end(round, window),
        }
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

    /// Starts with 16 segments and returns cwnd and ssthresh after the end of a round with this RTT.
    fn after(rtt_ms: u64, diff: DiffForm) -> (f64, f64) {
        let mut vegas = LinuxVegas { alpha: 2, beta: 6, diff, whole_segments: false }.start(&Host::for_tests());
        let mut window = Window { cwnd: 16.0, ssthresh: 2.0, rwnd: 80 };
        let mut all = Measurements::with(LinuxRounds::default());
        for ack in &round_of_16(rtt_ms) {
            all.on_ack(ack);
            vegas.observe(ack, &Flight { measured: Measured::for_tests(&all), ..Flight::default() }, &mut window);
            if ack.snd_una > 1 {
                vegas.on_ack(ack, &mut window);
            }
        }
        (window.cwnd, window.ssthresh)
    }

    #[test]
    fn moves_the_window_by_one_at_once_at_a_round_end() {
        // Queued half packets, computed from the 17 segments of the round: 1, 5 and 9 (rounding the target down rounds
        // the diff up). Computed from the 16 segments of the window: 0, 4 and 10.
        for (rtt_ms, by_rtt, by_base) in [(102, (17.0, 2.0), (17.0, 12.75)), (115, (16.0, 2.0), (16.0, 12.0))] {
            assert_eq!(after(rtt_ms, DiffForm::DivideByRtt), by_rtt, "{rtt_ms}");
            assert_eq!(after(rtt_ms, DiffForm::DivideByBase), by_base, "{rtt_ms}");
        }
        assert_eq!(after(133, DiffForm::DivideByRtt), (15.0, 2.0));
        assert_eq!(after(133, DiffForm::DivideByBase), (15.0, 11.25));
    }

    #[test]
    fn dividing_by_base_shrinks_earlier_when_the_queue_is_long() {
        // At base 100 ms and RTT 114.4 ms, 3.02 of 24 segments are queued, or 3.46 when divided by the base: 7 and 6
        // half packets, since one form rounds up and the other down. At 160 ms, 3 of 8 segments are queued, or 4.8: 6
        // and 9 half packets.
        let shrinks = |form, segments: u32, rtt| {
            let vegas = LinuxVegas { alpha: 2, beta: 6, diff: form, whole_segments: false };
            let window = f64::from(segments);
            let mut after = Window { cwnd: window, ssthresh: 2.0, rwnd: 80 };
            let round = LinuxRound { rtt, base: 100_000, sent: segments };
            Running { prior_cwnd: window, ..vegas.start(&Host::for_tests()) }.on_round_end(round, &mut after);
            after.cwnd < window
        };
        assert!(shrinks(DiffForm::DivideByRtt, 24, 114_400) && !shrinks(DiffForm::DivideByBase, 24, 114_400));
        assert!(!shrinks(DiffForm::DivideByRtt, 8, 160_000) && shrinks(DiffForm::DivideByBase, 8, 160_000));
    }

    #[test]
    fn patch_moves_toward_the_target_for_the_window_at_the_start_of_the_round() {
        let round = LinuxRound { rtt: 110_001, base: 100_001, sent: 16 };
        let vegas = |prior_cwnd| Running {
            prior_cwnd,
            ..LinuxVegas { alpha: 2, beta: 6, diff: DiffForm::DivideByRtt, whole_segments: false }
                .start(&Host::for_tests())
        };
        // 16 segments: the path carries 29 of 32 half packets and 3 are queued, so Vegas holds.
        for (prior_cwnd, expected) in [(16.0, 16.0), (20.0, 17.0), (9.0, 15.0)] {
            let mut window = Window { cwnd: 16.0, ssthresh: 2.0, rwnd: 80 };
            vegas(prior_cwnd).on_round_end(round, &mut window);
            assert_eq!(window.cwnd, expected);
        }
    }

    #[test]
    fn the_window_stays_between_two_segments_and_rwnd() {
        let mut vegas = LinuxVegas { alpha: 2, beta: 6, diff: DiffForm::DivideByBase, whole_segments: false }
            .start(&Host::for_tests());
        let mut end = |cwnd, rtt| {
            let mut window = Window { cwnd, ssthresh: 2.0, rwnd: 80 };
            vegas.on_round_end(LinuxRound { rtt, base: 100_001, sent: 16 }, &mut window);
            (window.cwnd, window.ssthresh)
        };
        assert_eq!(end(80.0, 100_001), (80.0, 60.0));
        assert_eq!(end(2.0, 900_000), (2.0, 2.0));
    }

    #[test]
    fn grows_like_reno_while_a_loss_is_suspected() {
        let mut vegas = LinuxVegas { alpha: 2, beta: 6, diff: DiffForm::DivideByRtt, whole_segments: false }
            .start(&Host::for_tests());
        let mut window = Window { cwnd: 16.0, ssthresh: 2.0, rwnd: 80 };
        let ack = Ack { acked: 1, open: false, snd_una: 5, snd_nxt: 21, ..Ack::default() };
        let mut all = Measurements::with(LinuxRounds::default());
        all.on_ack(&ack);
        vegas.observe(&ack, &Flight { measured: Measured::for_tests(&all), ..Flight::default() }, &mut window);
        vegas.on_ack(&ack, &mut window);
        assert_eq!(window.cwnd, 16.0 + 1.0 / 16.0);
    }
}

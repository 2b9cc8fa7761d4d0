//! The eight phases of PROBE_BW, each one `min_rtt` long. The first sends a quarter faster than the bandwidth to probe
//! for more. The second sends a quarter slower to drain the queue if there was no more. The other six send at the
//! bandwidth.

use crate::kernel::Nanos;
use crate::kernel::random::Stream;

/// Pacing gains of the phases.
const GAINS: [f64; 8] = [1.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];

/// A sender's position in the cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cycle {
    phase: usize,
    began: Nanos,
    /// A loss was found in this phase. Linux counts only losses found by the ACK that might end the phase.
    lost: bool,
}

impl Cycle {
    /// Begins the cycle in a random phase other than the slower one, so that flows don't probe at the same time.
    pub fn begin(stream: &mut Stream, now: Nanos) -> Self {
        let phase = (GAINS.len() - stream.below(7) as usize) % GAINS.len();
        Self { phase, began: now, lost: false }
    }

    /// The pacing gain: the sending rate as a multiple of the bandwidth.
    pub fn gain(&self) -> f64 {
        GAINS[self.phase]
    }

    /// Called when a loss is found.
    pub fn on_loss(&mut self) {
        self.lost = true;
    }

    /// Moves to the next phase if this one is over. The faster phase also lasts until the segments in flight reach its
    /// target (`target_reached`) or a loss shows that they can't. The slower phase ends early once the queue is empty
    /// (`drained`).
    pub fn advance(&mut self, now: Nanos, min_rtt: Nanos, target_reached: bool, drained: bool) {
        let lasted = now.saturating_sub(self.began) > min_rtt;
        let over = if self.gain() > 1.0 {
            lasted && (self.lost || target_reached)
        } else {
            lasted || self.gain() < 1.0 && drained
        };
        if over {
            *self = Self { phase: (self.phase + 1) % GAINS.len(), began: now, lost: false };
        }
    }
}

#[cfg(test)]
impl Cycle {
    /// A cycle in a phase that begins now.
    pub fn at(phase: usize, now: Nanos) -> Self {
        Self { phase, began: now, lost: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begins_with_any_phase_but_the_slower_one() {
        let mut stream = Stream::new(1, "bbr");
        let mut seen = [0; 8];
        for _ in 0..700 {
            seen[Cycle::begin(&mut stream, 0).phase] += 1;
        }
        // On average 100 each, with a standard deviation of 9.3; the limits are five standard deviations away.
        assert!(
            seen[1] == 0 && [0, 2, 3, 4, 5, 6, 7].iter().all(|&phase| (54..147).contains(&seen[phase])),
            "{seen:?}"
        );
    }

    #[test]
    fn gains_cycle_through_phases_of_one_min_rtt() {
        let mut cycle = Cycle::at(0, 0);
        let mut gains = Vec::new();
        for n in 0..10 {
            cycle.advance(n * 41 + 40, 40, true, false);
            gains.push(cycle.gain());
            cycle.advance(n * 41 + 41, 40, true, false);
        }
        assert_eq!(gains, [1.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.25, 0.75]);
    }

    #[test]
    fn faster_phase_lasts_until_its_target_or_a_loss_and_slower_one_ends_early() {
        let mut cycle = Cycle::at(0, 0);
        cycle.advance(1_000, 40, false, true);
        assert_eq!(cycle.gain(), 1.25);
        cycle.on_loss();
        cycle.advance(1_001, 40, false, true);
        assert_eq!(cycle.gain(), 0.75);
        cycle.advance(1_002, 40, false, false);
        assert_eq!(cycle.gain(), 0.75);
        cycle.advance(1_003, 40, false, true);
        assert_eq!(cycle.gain(), 1.0);
    }
}

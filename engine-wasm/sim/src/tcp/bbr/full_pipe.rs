//! When STARTUP has filled the pipe: the bandwidth has not grown by a quarter in three rounds. One round may pass before a
//! larger window shows, and one may suffer from other traffic.

use super::rate::Rate;

/// Growth that shows that the pipe is not full.
const GROWTH: f64 = 1.25;
/// Rounds without it that show that it is.
const ROUNDS: u32 = 3;

/// Watches the bandwidth of one sender.
#[derive(Clone, Debug, Default)]
pub struct FullPipe {
    bandwidth: Option<Rate>,
    rounds: u32,
    full: bool,
}

impl FullPipe {
    /// A round ended that the application did not limit.
    pub fn on_round(&mut self, bandwidth: Rate) {
        if self.full {
            return;
        }
        if self.bandwidth.is_none_or(|last| bandwidth.reaches(GROWTH, &last)) {
            self.bandwidth = Some(bandwidth);
            self.rounds = 0;
        } else {
            self.rounds += 1;
            self.full = self.rounds >= ROUNDS;
        }
    }

    /// Whether the pipe has once been full.
    pub fn full(&self) -> bool {
        self.full
    }

    /// After a timeout any bandwidth is growth.
    pub fn on_timeout(&mut self) {
        self.bandwidth = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of these bandwidths are seen until the pipe is full.
    fn rounds(bandwidths: &[f64]) -> Option<usize> {
        let mut pipe = FullPipe::default();
        bandwidths.iter().position(|&segments| {
            pipe.on_round(Rate::new(segments, 1_000).expect("a rate"));
            pipe.full()
        })
    }

    #[test]
    fn three_rounds_without_a_quarter_more_are_a_full_pipe() {
        assert_eq!(rounds(&[8.0, 10.0, 12.0, 12.4, 12.4]), Some(4));
        // 12.5 is a quarter more than 10, which was the last that had grown: the count starts anew.
        assert_eq!(rounds(&[8.0, 10.0, 12.0, 12.4, 12.5, 12.5, 12.5]), None);
        assert_eq!(rounds(&[8.0, 10.0, 12.0, 12.4, 12.5, 12.5, 12.5, 15.6]), Some(7));
    }

    #[test]
    fn after_a_timeout_any_bandwidth_is_growth() {
        let mut pipe = FullPipe::default();
        let rate = Rate::new(8.0, 1_000).expect("a rate");
        (0..3).for_each(|_| pipe.on_round(rate));
        pipe.on_timeout();
        (0..3).for_each(|_| pipe.on_round(rate));
        assert!(!pipe.full());
        pipe.on_round(rate);
        assert!(pipe.full());
    }
}

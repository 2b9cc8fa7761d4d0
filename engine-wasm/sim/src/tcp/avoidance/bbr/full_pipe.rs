//! Detects when STARTUP has filled the pipe: the bandwidth has not grown by a quarter in three rounds. One round may
//! pass before a larger window takes effect, and other traffic may disturb another.

use super::rate::Rate;

/// Growth factor that shows that the pipe isn't full yet.
const GROWTH: f64 = 1.25;
/// Rounds without such growth that show a full pipe.
const ROUNDS: u32 = 3;

/// Tracks one sender's bandwidth growth.
#[derive(Clone, Debug, Default)]
pub struct FullPipe {
    bandwidth: Option<Rate>,
    rounds: u32,
    full: bool,
}

impl FullPipe {
    /// Called when a round ends that was not application-limited.
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

    /// Returns whether the pipe has ever been full.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// After a timeout, any bandwidth counts as growth.
    pub fn on_timeout(&mut self) {
        self.bandwidth = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the index of the bandwidth at which the pipe counts as full.
    fn rounds(bandwidths: &[f64]) -> Option<usize> {
        let mut pipe = FullPipe::default();
        bandwidths.iter().position(|&segments| {
            pipe.on_round(Rate::new(segments, 1_000).expect("a rate"));
            pipe.is_full()
        })
    }

    #[test]
    fn pipe_is_full_after_three_rounds_without_growth_by_a_quarter() {
        assert_eq!(rounds(&[8.0, 10.0, 12.0, 12.4, 12.4]), Some(4));
        // 12.5 is a quarter more than 10, the last bandwidth that counted as growth, so the count restarts.
        assert_eq!(rounds(&[8.0, 10.0, 12.0, 12.4, 12.5, 12.5, 12.5]), None);
        assert_eq!(rounds(&[8.0, 10.0, 12.0, 12.4, 12.5, 12.5, 12.5, 15.6]), Some(7));
    }

    #[test]
    fn any_bandwidth_counts_as_growth_after_a_timeout() {
        let mut pipe = FullPipe::default();
        let rate = Rate::new(8.0, 1_000).expect("a rate");
        (0..3).for_each(|_| pipe.on_round(rate));
        pipe.on_timeout();
        (0..3).for_each(|_| pipe.on_round(rate));
        assert!(!pipe.is_full());
        pipe.on_round(rate);
        assert!(pipe.is_full());
    }
}

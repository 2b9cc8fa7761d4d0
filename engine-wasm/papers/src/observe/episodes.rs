//! Counts loss episodes that begin with a fast retransmit: one per recovery, however many segments it retransmits.

use vegaslab_sim::trace::tables::FlowState;

/// Counter of episodes in the window. Rows of segments and states arrive separately, so retransmissions wait for the
/// states before them.
#[derive(Clone, Debug, Default)]
pub struct Episodes {
    begun: u64,
    recovering: bool,
    /// Times of fast retransmits whose preceding state isn't known yet.
    pending: Vec<f64>,
}

impl Episodes {
    /// Records a fast retransmit.
    pub fn retransmit(&mut self, time_s: f64) {
        // All retransmissions of one ACK belong to one episode.
        if self.pending.last() != Some(&time_s) {
            self.pending.push(time_s);
        }
    }

    /// Records a state change: earlier retransmits happened in the state before.
    pub fn change(&mut self, state: u8, time_s: f64) {
        let before = self.pending.iter().take_while(|&&at_s| at_s <= time_s).count();
        let begun = if self.recovering { 0 } else { before as u64 };
        self.pending.drain(..before);
        self.begun += begun;
        self.recovering = state == FlowState::Recovery as u8;
    }

    /// Number of episodes begun, including one still in progress.
    pub fn begun(&self) -> u64 {
        self.begun + if self.recovering { 0 } else { self.pending.len() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retransmissions_in_recovery_begin_no_episode() {
        let mut episodes = Episodes::default();
        // Two in one recovery; the first starts it.
        [1.0, 1.5].into_iter().for_each(|time_s| episodes.retransmit(time_s));
        episodes.change(FlowState::Recovery as u8, 1.0);
        assert_eq!(episodes.begun(), 1);
        episodes.change(FlowState::Avoidance as u8, 2.0);
        // A sender without fast recovery, such as Tahoe, stays in its state.
        [3.0, 3.0, 4.0].into_iter().for_each(|time_s| episodes.retransmit(time_s));
        assert_eq!(episodes.begun(), 3);
        episodes.change(FlowState::SlowStart as u8, 5.0);
        assert_eq!(episodes.begun(), 3);
    }
}

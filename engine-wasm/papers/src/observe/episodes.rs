//! Loss episodes that begin with a fast retransmit: one per recovery, however many segments it retransmits.

use vegaslab_sim::trace::tables::FlowState;

/// Episodes in the window. Rows of segments and of states come apart, so that the times of retransmissions wait for the states
/// before them.
#[derive(Clone, Debug, Default)]
pub struct Episodes {
    begun: u64,
    recovering: bool,
    /// Times of fast retransmits whose state before them is not known yet.
    open: Vec<f64>,
}

impl Episodes {
    /// A segment is retransmitted fast.
    pub fn take(&mut self, time_s: f64) {
        // All retransmissions of one ACK belong to one episode.
        if self.open.last() != Some(&time_s) {
            self.open.push(time_s);
        }
    }

    /// The sender's state changes: what it retransmitted until now, it did in the state before.
    pub fn change(&mut self, state: u8, time_s: f64) {
        let before = self.open.iter().take_while(|&&at_s| at_s <= time_s).count();
        let begun = if self.recovering { 0 } else { before as u64 };
        self.open.drain(..before);
        self.begun += begun;
        self.recovering = state == FlowState::Recovery as u8;
    }

    /// Number of episodes begun, including an open one.
    pub fn begun(&self) -> u64 {
        self.begun + if self.recovering { 0 } else { self.open.len() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_retransmitted_in_recovery_begins_no_episode() {
        let mut episodes = Episodes::default();
        // Two in one recovery, the first at the moment at which it begins.
        [1.0, 1.5].into_iter().for_each(|time_s| episodes.take(time_s));
        episodes.change(FlowState::Recovery as u8, 1.0);
        assert_eq!(episodes.begun(), 1);
        episodes.change(FlowState::Avoidance as u8, 2.0);
        // A sender without fast recovery, as Tahoe, stays in the state in which it was.
        [3.0, 3.0, 4.0].into_iter().for_each(|time_s| episodes.take(time_s));
        assert_eq!(episodes.begun(), 3);
        episodes.change(FlowState::SlowStart as u8, 5.0);
        assert_eq!(episodes.begun(), 3);
    }
}

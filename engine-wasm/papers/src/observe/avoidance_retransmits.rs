//! Counts retransmissions of segments that were lost in congestion avoidance.

use vegaslab_sim::trace::tables::FlowState;

/// Counter of retransmissions due to congestion avoidance. Rows of segments and states arrive separately, so
/// retransmissions wait for the states before them.
#[derive(Clone, Debug, Default)]
pub struct AvoidanceRetransmits {
    /// True if the sender was last in congestion avoidance rather than slow start. Recovery and timeouts don't change
    /// this.
    avoiding: bool,
    counted: u64,
    /// Times of retransmissions whose preceding state isn't known yet.
    pending: Vec<f64>,
}

impl AvoidanceRetransmits {
    /// Records a retransmission.
    pub fn retransmit(&mut self, time_s: f64) {
        self.pending.push(time_s);
    }

    /// Records a state change: earlier retransmissions belong to the state before.
    pub fn change(&mut self, state: u8, time_s: f64) {
        let before = self.pending.iter().take_while(|&&at_s| at_s <= time_s).count();
        self.pending.drain(..before);
        self.counted += if self.avoiding { before as u64 } else { 0 };
        if state == FlowState::Avoidance as u8 || state == FlowState::SlowStart as u8 {
            self.avoiding = state == FlowState::Avoidance as u8;
        }
    }

    /// Number of retransmissions of segments lost in congestion avoidance.
    pub fn count(&self) -> u64 {
        self.counted + if self.avoiding { self.pending.len() as u64 } else { 0 }
    }
}

//! Counts retransmissions by the state in which the sender lost the segment: slow start or congestion avoidance.

use vegaslab_sim::trace::tables::FlowState;

/// Segments sent again in congestion avoidance.
#[derive(Clone, Debug, Default)]
pub struct Again {
    /// The last of both that the sender was in is congestion avoidance. A recovery and a timeout leave it as it was.
    avoiding: bool,
    in_avoidance: u64,
    /// Times of those of which the states that were before are still to come.
    open: Vec<f64>,
}

impl Again {
    /// A segment is sent again.
    pub fn take(&mut self, time_s: f64) {
        self.open.push(time_s);
    }

    /// The sender's state changes: what it sent again until now belongs to what it did before.
    pub fn change(&mut self, state: u8, time_s: f64) {
        let before = self.open.iter().take_while(|&&at_s| at_s <= time_s).count();
        self.open.drain(..before);
        self.in_avoidance += if self.avoiding { before as u64 } else { 0 };
        if state == FlowState::Avoidance as u8 || state == FlowState::SlowStart as u8 {
            self.avoiding = state == FlowState::Avoidance as u8;
        }
    }

    /// Retransmissions of segments lost in congestion avoidance.
    pub fn in_avoidance(&self) -> u64 {
        self.in_avoidance + if self.avoiding { self.open.len() as u64 } else { 0 }
    }
}

//! Checkpoints: copies of the state, from which the run can go on. A copy has no rows, and no results of earlier
//! connections. Those would be most of its bytes, and no longer change, so a restored run takes them from the original.

use super::Simulation;
use super::flow::Flow;
use super::source::Source;
use crate::kernel::Nanos;
use crate::net::port::Port;
use crate::trace::recorder::Recorder;

impl Simulation {
    /// Copies the state.
    pub(super) fn checkpoint(&mut self) -> Self {
        // Rows and results are moved out, so that they aren't copied.
        let without_rows = Recorder::without_rows(self.recorder.digest());
        let recorder = std::mem::replace(&mut self.recorder, without_rows);
        let earlier: Vec<_> = self.flows.iter_mut().map(|flow| std::mem::take(&mut flow.totals.earlier)).collect();
        let copy = self.clone();
        self.recorder = recorder;
        for (flow, earlier) in self.flows.iter_mut().zip(earlier) {
            flow.totals.earlier = earlier;
        }
        copy
    }

    /// A run that goes on from a checkpoint of this run.
    pub(super) fn restored(&self, checkpoint: &Self) -> Self {
        let mut copy = checkpoint.clone();
        for (flow, original) in copy.flows.iter_mut().zip(&self.flows) {
            flow.totals.restore_earlier(&original.totals);
        }
        copy
    }

    /// Records every row from now on; packets at links only if they enter before `hops_until`. The packets on links now
    /// get their first rows.
    pub(super) fn record_all(&mut self, hops_until: Nanos) {
        // Reasons wait for their next event to record them. Without rows none did, so the last ones are still there.
        for flow in &mut self.flows {
            flow.sender.check();
            flow.sender.decisions().for_each(drop);
        }
        self.recorder = Recorder::of_all_rows(self.recorder.digest(), hops_until);
        self.record_carried();
    }

    /// Estimated bytes of a checkpoint: exact for what's large in large runs.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.schedule.heap_bytes()
            + self.packets.heap_bytes()
            + self.ack_options.heap_bytes()
            + self.port_names.iter().map(|name| size_of::<String>() + name.len()).sum::<usize>()
            + self.ports.iter().map(|port| size_of::<Port>() + port.heap_bytes()).sum::<usize>()
            + self.flows.iter().map(|flow| size_of::<Flow>() + flow.heap_bytes()).sum::<usize>()
            + self.sources.len() * size_of::<Source>()
    }
}

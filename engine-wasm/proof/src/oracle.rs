//! A second opinion on every flow from its trace alone: what a receiver has that takes in the segments of the trace, and
//! what a sender may send that knows nothing else. It shares no code with the engine's reassembly and books.

use std::collections::BTreeSet;

use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::{FlowState, SegmentKind, Tables};

#[derive(Debug, Default)]
struct Ends {
    /// First segment of the current connection, next new one, next expected one, and the segments received beyond it.
    first: u32,
    next_new: u32,
    expected: u32,
    beyond: BTreeSet<u32>,
    /// Number in the last ACK sent.
    last_ack_sent: u32,
    /// Number in the last ACK that reached the sender.
    last_ack_received: u32,
    /// The connection has ended; the next segment opens another one.
    ended: bool,
    /// Segments delivered by each connection that was complete, in order, with its number.
    complete: Vec<(usize, u32)>,
    connections: usize,
}

/// Checks flows by the trace alone.
#[derive(Debug)]
pub struct Oracle {
    flows: Vec<Ends>,
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

impl Oracle {
    /// Starts with this many flows.
    pub fn new(flows: usize) -> Self {
        Self { flows: (0..flows).map(|_| Ends::default()).collect() }
    }

    /// Takes in the rows of one event.
    ///
    /// # Errors
    /// A row contradicts earlier ones.
    pub fn take(&mut self, rows: &Tables) -> Result<(), String> {
        let segments = &rows.segments;
        for row in 0..segments.len() {
            let index = usize::from(segments.flow[row]);
            if let Some(flow) = self.flows.get_mut(index) {
                flow.event(segments.kind[row], segments.seq[row]).map_err(|what| format!("flow {index}: {what}"))?;
            }
        }
        let states = &rows.states;
        for row in 0..states.len() {
            let flow = &mut self.flows[usize::from(states.flow[row])];
            let done = states.state[row] == FlowState::Done as u8;
            if done {
                ensure(flow.expected == flow.next_new, || "complete, but not all has arrived".into())?;
                flow.complete.push((flow.connections, flow.expected - flow.first));
            }
            flow.ended |= done || states.state[row] == FlowState::Aborted as u8;
        }
        Ok(())
    }

    /// Compares with the summary: every complete connection has delivered exactly its data.
    ///
    /// # Errors
    /// The summary differs.
    pub fn check_summary(&self, scenario: &Scenario, summary: &Summary) -> Result<(), String> {
        for ((ends, flow), figures) in self.flows.iter().zip(&scenario.flows).zip(&summary.flows) {
            for &(connection, segments) in &ends.complete {
                let transfer = figures.transfers.get(connection.saturating_sub(1));
                let bytes = transfer.filter(|transfer| transfer.completed_at_s.is_some()).and_then(|t| t.bytes);
                if let Some(bytes) = bytes {
                    let due = bytes.div_ceil(u64::from(flow.smss_bytes));
                    ensure(u64::from(segments) == due, || {
                        format!("{}: {segments} segments delivered of a transfer of {due}", flow.name)
                    })?;
                }
            }
        }
        Ok(())
    }
}

impl Ends {
    fn event(&mut self, kind: u8, seq: u32) -> Result<(), String> {
        const SEND: u8 = SegmentKind::Send as u8;
        const RETRANSMITS: [u8; 3] = [
            SegmentKind::RetransmitFast as u8,
            SegmentKind::RetransmitEarly as u8,
            SegmentKind::RetransmitTimeout as u8,
        ];
        const ARRIVED: u8 = SegmentKind::DataArrived as u8;
        const ACK_SENT: u8 = SegmentKind::AckSent as u8;
        const DUP_ACK_SENT: u8 = SegmentKind::DupAckSent as u8;
        const ACK: u8 = SegmentKind::Ack as u8;
        const DUP_ACK: u8 = SegmentKind::DupAck as u8;
        match kind {
            SEND => {
                ensure(seq == self.next_new, || format!("segment {seq} is new, {} is due", self.next_new))?;
                if self.ended || self.connections == 0 {
                    let connections = self.connections + 1;
                    let complete = std::mem::take(&mut self.complete);
                    *self = Self {
                        first: seq,
                        next_new: seq,
                        expected: seq,
                        last_ack_sent: seq,
                        last_ack_received: seq,
                        ..Self::default()
                    };
                    (self.connections, self.complete) = (connections, complete);
                }
                self.next_new += 1;
            }
            kind if RETRANSMITS.contains(&kind) => {
                ensure((self.last_ack_received..self.next_new).contains(&seq), || {
                    format!(
                        "segment {seq} is sent again, {} to {} are outstanding",
                        self.last_ack_received, self.next_new
                    )
                })?;
            }
            ARRIVED => {
                ensure((self.first..self.next_new).contains(&seq), || {
                    format!("segment {seq} arrives, but was not sent")
                })?;
                if seq >= self.expected {
                    self.beyond.insert(seq);
                }
                while self.beyond.remove(&self.expected) {
                    self.expected += 1;
                }
            }
            ACK_SENT | DUP_ACK_SENT => {
                ensure(seq == self.expected, || format!("the ACK says {seq}, {} is expected", self.expected))?;
                ensure((kind == ACK_SENT) == (seq > self.last_ack_sent), || {
                    format!("the ACK of {seq} is of the wrong kind")
                })?;
                self.last_ack_sent = seq;
            }
            ACK | DUP_ACK => {
                ensure(seq <= self.last_ack_sent, || {
                    format!("an ACK of {seq} arrives, at most {} was sent", self.last_ack_sent)
                })?;
                self.last_ack_received = self.last_ack_received.max(seq);
            }
            _ => {}
        }
        Ok(())
    }
}

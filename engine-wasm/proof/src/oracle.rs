//! Checks every flow from its trace alone: reassembles the data that arrives, and checks each segment and ACK that is
//! sent against it. It shares no code with the engine's reassembly and counters.

use std::collections::BTreeSet;

use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::{FlowState, SegmentKind, Tables};

/// Sender and receiver of a flow.
#[derive(Debug, Default)]
struct Endpoints {
    /// First segment of the current connection, next new one, next expected one, and the segments received out of
    /// order.
    first: u32,
    next_new: u32,
    expected: u32,
    out_of_order: BTreeSet<u32>,
    /// True if the receiver's ACKs needn't say what was received.
    makes_up: bool,
    /// Number in the last ACK sent, and the highest one.
    last_ack_sent: u32,
    highest_ack_sent: u32,
    /// Number in the last ACK that reached the sender.
    last_ack_received: u32,
    /// The connection has ended; the next segment opens another one.
    ended: bool,
    /// Number and delivered segments of each completed connection, in order.
    complete: Vec<(usize, u32)>,
    connections: usize,
}

/// Checks flows against the trace.
#[derive(Debug)]
pub struct Oracle {
    flows: Vec<Endpoints>,
}

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(message()) }
}

impl Oracle {
    /// Starts with a scenario's flows.
    pub fn new(scenario: &Scenario) -> Self {
        let makes_up = scenario.flows.iter().map(|flow| flow.receiver.makes_up());
        Self { flows: makes_up.map(|makes_up| Endpoints { makes_up, ..Endpoints::default() }).collect() }
    }

    /// Processes the rows of one event.
    ///
    /// # Errors
    /// A row contradicts earlier ones.
    pub fn process(&mut self, rows: &Tables) -> Result<(), String> {
        let segments = &rows.segments;
        for row in 0..segments.len() {
            let index = usize::from(segments.flow[row]);
            if let Some(flow) = self.flows.get_mut(index) {
                flow.event(segments.kind[row], segments.seq[row]).map_err(|error| format!("flow {index}: {error}"))?;
            }
        }
        let states = &rows.states;
        for row in 0..states.len() {
            let flow = &mut self.flows[usize::from(states.flow[row])];
            let done = states.state[row] == FlowState::Done as u8;
            if done {
                ensure(flow.makes_up || flow.expected == flow.next_new, || {
                    "the connection is complete, but not all data has arrived".into()
                })?;
                if !flow.makes_up {
                    flow.complete.push((flow.connections, flow.expected - flow.first));
                }
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
        for ((ends, flow), results) in self.flows.iter().zip(&scenario.flows).zip(&summary.flows) {
            for &(connection, segments) in &ends.complete {
                let transfer = results.transfers.get(connection.saturating_sub(1));
                let bytes = transfer.filter(|transfer| transfer.completed_at_s.is_some()).and_then(|t| t.bytes);
                if let Some(bytes) = bytes {
                    let expected = bytes.div_ceil(u64::from(flow.smss_bytes));
                    ensure(u64::from(segments) == expected, || {
                        format!("{}: {segments} of a transfer's {expected} segments delivered", flow.name)
                    })?;
                }
            }
        }
        Ok(())
    }
}

impl Endpoints {
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
                ensure(seq == self.next_new, || format!("new segment {seq} is sent, expected {}", self.next_new))?;
                if self.ended || self.connections == 0 {
                    let connections = self.connections + 1;
                    let complete = std::mem::take(&mut self.complete);
                    *self = Self {
                        first: seq,
                        next_new: seq,
                        expected: seq,
                        makes_up: self.makes_up,
                        last_ack_sent: seq,
                        highest_ack_sent: seq,
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
                        "segment {seq} is retransmitted, but only {} to {} are outstanding",
                        self.last_ack_received, self.next_new
                    )
                })?;
            }
            ARRIVED => {
                ensure((self.first..self.next_new).contains(&seq), || {
                    format!("segment {seq} arrives, but wasn't sent")
                })?;
                if seq >= self.expected {
                    self.out_of_order.insert(seq);
                }
                while self.out_of_order.remove(&self.expected) {
                    self.expected += 1;
                }
            }
            ACK_SENT | DUP_ACK_SENT => {
                ensure(self.makes_up || seq == self.expected, || {
                    format!("an ACK of {seq} is sent, expected {}", self.expected)
                })?;
                ensure(self.makes_up || (kind == ACK_SENT) == (seq > self.last_ack_sent), || {
                    format!("the ACK of {seq} is wrongly marked as duplicate or new")
                })?;
                self.last_ack_sent = seq;
                self.highest_ack_sent = self.highest_ack_sent.max(seq);
            }
            ACK | DUP_ACK => {
                ensure(self.makes_up || seq <= self.highest_ack_sent, || {
                    format!("an ACK of {seq} arrives, but the highest ACK sent is {}", self.highest_ack_sent)
                })?;
                // Senders ignore ACKs of data that they haven't sent.
                if seq <= self.next_new {
                    self.last_ack_received = self.last_ack_received.max(seq);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

//! The behavior of the two ends of a connection.

use super::Simulation;
use super::flow::{RECEIVER_TIMER, SENDER_TIMER};
use crate::net::{Ecn, Packet, Payload};
use crate::tcp::receiver::Arriving;
use crate::tcp::sack::AckOptions;
use crate::tcp::sender::{Acknowledgment, SendCause, Sent};
use crate::tcp::timestamps::Timestamp;
use crate::trace::tables::{FlowState, SegmentKind};

/// Bytes that a SACK block adds to an ACK. As in ns-2, the kind and length bytes of the option aren't counted.
const SACK_BLOCK_BYTES: u32 = 8;

/// Values of `tap`: where the trace records an ACK, as it leaves the receiver or as it reaches the sender.
const TAP_RECEIVER: u8 = 0;
const TAP_SENDER: u8 = 1;

impl Simulation {
    #[inline(never)]
    pub(super) fn on_data(&mut self, flow: u16, connection: u16, arriving: Arriving) {
        let index = usize::from(flow);
        let state = &mut self.flows[index];
        state.packets.arrived += 1;
        if connection != state.connection() {
            return self.record_limit(index); // late packet of a closed connection
        }
        self.recorder.segment(self.now, flow, SegmentKind::DataArrived, arriving.seq, 0);
        if state.receiver.on_segment(arriving, self.now) {
            self.send_ack(index);
        } else {
            let due = state.receiver.delayed_until();
            self.plan(index, RECEIVER_TIMER, due);
            if due.is_none() {
                self.record_limit(index);
            }
        }
    }

    pub(super) fn on_receiver_timer(&mut self, index: usize) {
        match self.flows[index].receiver.delayed_until() {
            Some(due) if due <= self.now => {
                self.send_ack(index);
                let due = self.flows[index].receiver.delayed_until();
                self.plan(index, RECEIVER_TIMER, due);
            }
            due => self.plan(index, RECEIVER_TIMER, due),
        }
    }

    #[inline(always)]
    fn send_ack(&mut self, index: usize) {
        let state = &mut self.flows[index];
        let Acknowledgment { next, blocks, marks, rwnd, echo } = state.receiver.acknowledge();
        let kind = if next > state.last_ack_sent { SegmentKind::AckSent } else { SegmentKind::DupAckSent };
        state.last_ack_sent = next;
        state.packets.sent += 1;
        let (flow, place, connection) = (index as u16, state.reverse, state.connection());
        let size = state.header + SACK_BLOCK_BYTES * blocks.as_ref().map_or(0, |blocks| blocks.as_slice().len() as u32);
        let marks = u16::try_from(marks).unwrap_or(u16::MAX);
        let payload = Payload::Ack { next, marks, options: self.ack_options.store(&AckOptions { blocks, rwnd, echo }) };
        self.recorder.segment(self.now, flow, kind, next, 0);
        if let Some(blocks) = &blocks {
            self.recorder.sack_blocks(self.now, flow, TAP_RECEIVER, next, blocks);
        }
        self.send(Packet {
            flow,
            place,
            connection,
            ecn: Ecn::NotCapable,
            corrupted: false,
            scripted: false,
            size,
            payload,
        });
    }

    #[inline(never)]
    pub(super) fn on_ack(&mut self, flow: u16, connection: u16, ack: &Acknowledgment) {
        let index = usize::from(flow);
        let state = &mut self.flows[index];
        state.packets.arrived += 1;
        if connection != state.connection() {
            return self.record_limit(index);
        }
        let kind = if state.sender.is_dup_ack(ack) { SegmentKind::DupAck } else { SegmentKind::Ack };
        self.recorder.segment(self.now, flow, kind, ack.next, 0);
        if let Some(blocks) = &ack.blocks {
            self.recorder.sack_blocks(self.now, flow, TAP_SENDER, ack.next, blocks);
        }
        state.sender.on_ack(ack, self.now, &mut self.actions);
        self.carry_out(index);
    }

    pub(super) fn on_sender_timer(&mut self, index: usize) {
        let flow = &mut self.flows[index];
        if flow.sender.on_timer(self.now, &mut self.actions) {
            flow.totals.coarse_timeouts += 1;
            flow.last_state = Some(FlowState::Timeout);
            self.recorder.state(self.now, index as u16, FlowState::Timeout);
        }
        self.carry_out(index);
    }

    /// Executes the actions that the sender of a flow decided on, and records its new state.
    pub(super) fn carry_out(&mut self, index: usize) {
        if self.recorder.keeps_rows() {
            self.record_reasons(index);
        }
        let flow = &mut self.flows[index];
        if let Some(diff) = self.actions.diff.take() {
            flow.diff = diff;
        }
        if let Some((exact, shown)) = self.actions.rtt.take() {
            flow.totals.rtt(exact);
            self.recorder.rtt(self.now, index as u16, shown, flow.diff, || flow.rtt_row(shown));
        }
        let is_fast_retransmit = |sent: &Sent| sent.cause == SendCause::FastRetransmit;
        if flow.last_state != Some(FlowState::Recovery) && self.actions.sends.iter().any(is_fast_retransmit) {
            flow.totals.fast_retransmit_episodes += 1;
        }
        if flow.record(&mut self.recorder, index as u16, self.now) {
            self.on_closed(index);
        }
        // If the first of several segments is dropped at once, the others still count as being in the network.
        self.flows[index].packets.sent += self.actions.sends.len() as u64;
        for nth in 0..self.actions.sends.len() {
            self.send_segment(index, self.actions.sends[nth]);
        }
        self.actions.sends.clear();
        let flow = &mut self.flows[index];
        flow.record_limit(&mut self.recorder, index as u16, self.now);
        let wakes_at = flow.sender.wakes_at();
        self.plan(index, SENDER_TIMER, wakes_at);
    }

    /// Records the reason why a sender sends no more, where that's rare enough for a call.
    #[inline(never)]
    pub(super) fn record_limit(&mut self, index: usize) {
        self.flows[index].record_limit(&mut self.recorder, index as u16, self.now);
    }

    /// Records the reasons for the sender's actions.
    #[inline(never)]
    fn record_reasons(&mut self, index: usize) {
        let Self { flows, recorder, now, .. } = self;
        let sender = &mut flows[index].sender;
        if let Some(check) = sender.check() {
            recorder.check(*now, index as u16, sender.snd_una(), &check);
        }
        for decision in sender.decisions() {
            recorder.decision(*now, index as u16, &decision);
        }
    }

    #[inline]
    fn send_segment(&mut self, index: usize, sent: Sent) {
        let Sent { seq, cause, ecn_capable, cwr } = sent;
        let flow = index as u16;
        let state = &mut self.flows[index];
        let bytes = state.payload_bytes(seq);
        let kind = match cause {
            SendCause::New => SegmentKind::Send,
            SendCause::FastRetransmit => SegmentKind::RetransmitFast,
            SendCause::EarlyRetransmit => SegmentKind::RetransmitEarly,
            SendCause::GoBack => SegmentKind::RetransmitTimeout,
        };
        state.totals.sent(cause, bytes);
        let ecn = if ecn_capable { Ecn::Capable } else { Ecn::NotCapable };
        let (place, connection, size) = (state.forward, state.connection(), bytes + state.header);
        let timestamp = if state.timestamps { Timestamp::at(self.now) } else { Timestamp::default() };
        self.recorder.segment(self.now, flow, kind, seq, 0);
        self.send(Packet {
            flow,
            place,
            connection,
            ecn,
            corrupted: false,
            scripted: false,
            size,
            payload: Payload::Data { seq, cwr, timestamp },
        });
    }
}

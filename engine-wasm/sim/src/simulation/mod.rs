//! The simulation loop: events out of the schedule, packets over the ports, segments to and from the endpoints.

mod audit;
mod flow;

use crate::kernel::clock::Clock;
use crate::kernel::random::Stream;
use crate::kernel::schedule::{Event, Schedule};
use crate::kernel::{Nanos, from_milliseconds, from_seconds, seconds};
use crate::net::port::{Offer, Port};
use crate::net::queue::PortContext;
use crate::net::topology::{Directed, Topology};
use crate::net::{Ecn, Packet, Payload};
use crate::scenario::Scenario;
use crate::tcp::sack::SackPool;
use crate::tcp::sender::{Acknowledgment, SendCause, Sent};
use crate::trace::recorder::Recorder;
use crate::trace::summary::{LinkSummary, Summary};
use crate::trace::tables::{FlowState, SegmentKind, Tables};
use flow::{Actions, Flow, RECEIVER_TIMER, SENDER_TIMER, TIMERS_PER_FLOW};

/// What a SACK block adds to an ACK, as ns-2 counts it; the kind and length of the option are not counted.
const SACK_BLOCK_BYTES: u32 = 8;

/// One run of a scenario.
#[derive(Debug)]
pub struct Simulation {
    name: String,
    seed: u64,
    now: Nanos,
    end: Nanos,
    finished: bool,
    /// Flows that are neither complete nor given up.
    open_flows: usize,
    schedule: Schedule,
    packets_sent: u64,
    packet_hops: u64,
    ports: Vec<Port>,
    port_names: Vec<String>,
    flows: Vec<Flow>,
    /// SACK blocks of the ACKs on their way.
    sacks: SackPool,
    recorder: Recorder,
    actions: Actions,
}

impl Simulation {
    /// Sets up a run. The scenario must come from [`crate::scenario::read`], which has checked it.
    ///
    /// # Panics
    /// A flow has no path; the check would have said so.
    pub fn new(scenario: &Scenario) -> Self {
        let topology = Topology::new(&scenario.links);
        let stream = |name: String| Stream::new(scenario.seed, &name);
        let ports = topology.directed.iter().map(|directed| {
            let Directed { from, rate_bps, delay_ms, clock_us, queue, loss, .. } = *directed;
            let release = Clock::new(u64::from(clock_us) * 1_000, stream(format!("release clock/{from}")));
            let loss = loss.start(&stream(format!("loss/{}", directed.name())));
            let context = PortContext { rate_bps, stream: stream(format!("queue/{}", directed.name())) };
            Port::new(rate_bps, from_milliseconds(delay_ms), release, queue.start(&context), loss)
        });
        let flows: Vec<Flow> = scenario.flows.iter().map(|flow| Flow::new(flow, scenario.seed, &topology)).collect();
        let mut simulation = Self {
            name: scenario.name.clone(),
            seed: scenario.seed,
            now: 0,
            end: from_seconds(scenario.duration_s),
            finished: false,
            open_flows: flows.len(),
            schedule: Schedule::default(),
            packets_sent: 0,
            packet_hops: 0,
            ports: ports.collect(),
            port_names: topology.directed.iter().map(|directed| directed.name()).collect(),
            flows,
            sacks: SackPool::default(),
            recorder: Recorder::new(scenario.record.max_rows),
            actions: Actions::default(),
        };
        for index in 0..simulation.flows.len() {
            let start = simulation.flows[index].start;
            simulation.plan(index, SENDER_TIMER, Some(start));
        }
        simulation
    }

    /// Handles at most `max_events` events. Returns whether the run is finished. However it is cut, a run gives the same
    /// trace.
    pub fn step(&mut self, max_events: u64) -> bool {
        for _ in 0..max_events {
            if self.finished {
                break;
            }
            if self.open_flows == 0 || self.schedule.next_time().is_none_or(|time| time > self.end) {
                self.finish();
                break;
            }
            let Some((time, event)) = self.schedule.pop() else { break };
            self.now = time;
            match event {
                Event::Arrival(port) => self.on_arrival(port),
                Event::Timer(timer) => self.on_timer((timer / TIMERS_PER_FLOW) as usize, timer % TIMERS_PER_FLOW),
            }
        }
        self.finished
    }

    fn finish(&mut self) {
        self.finished = true;
        if self.open_flows > 0 {
            self.now = self.end;
        }
        for port in 0..self.ports.len() {
            self.settle(port as u32);
        }
    }

    fn on_arrival(&mut self, port: u32) {
        let Some(delivery) = self.ports[port as usize].deliver() else { return };
        self.packet_hops += 1;
        if let Some((time, order)) = delivery.next {
            self.schedule.arrival(time, order, port);
        }
        let mut packet = delivery.packet;
        if delivery.corrupted {
            return self.drop_packet(&packet, port, SegmentKind::DropError, SegmentKind::AckDropError);
        }
        packet.hop += 1;
        let state = &self.flows[usize::from(packet.flow)];
        let path = match packet.payload {
            Payload::Ack { .. } => &state.reverse,
            Payload::Data { .. } | Payload::Datagram(_) => &state.forward,
        };
        if let Some(&next) = path.get(usize::from(packet.hop)) {
            return self.transmit(next, packet);
        }
        self.flows[usize::from(packet.flow)].packets.arrived += 1;
        match packet.payload {
            Payload::Data { seq, cwr } => self.on_data(packet.flow, seq, packet.ecn == Ecn::Marked, cwr),
            Payload::Ack { next, marks, sack } => {
                let blocks = self.sacks.take(sack);
                self.on_ack(packet.flow, &Acknowledgment { next, blocks, marks });
            }
            Payload::Datagram(_) => {}
        }
    }

    fn transmit(&mut self, port: u32, packet: Packet) {
        self.settle(port);
        let order = self.packets_sent;
        self.packets_sent += 1;
        match self.ports[port as usize].offer(self.now, order, packet) {
            Offer::Accepted { head_arrives, marked } => {
                if let Some(time) = head_arrives {
                    self.schedule.arrival(time, order, port);
                }
                if marked {
                    self.record_packet(&packet, port, SegmentKind::Marked, SegmentKind::AckMarked);
                }
                self.recorder.queue(self.now, port as u16, self.ports[port as usize].backlog());
            }
            Offer::Full => self.drop_packet(&packet, port, SegmentKind::DropFull, SegmentKind::AckDropFull),
            Offer::Refused => self.drop_packet(&packet, port, SegmentKind::DropError, SegmentKind::AckDropError),
        }
    }

    fn settle(&mut self, port: u32) {
        let recorder = &mut self.recorder;
        self.ports[port as usize].settle(self.now, |time, backlog| recorder.queue(time, port as u16, backlog));
    }

    fn drop_packet(&mut self, packet: &Packet, port: u32, data: SegmentKind, ack: SegmentKind) {
        if let Payload::Ack { sack, .. } = packet.payload {
            self.sacks.take(sack);
        }
        self.flows[usize::from(packet.flow)].packets.dropped += 1;
        self.record_packet(packet, port, data, ack);
    }

    fn record_packet(&mut self, packet: &Packet, port: u32, data: SegmentKind, ack: SegmentKind) {
        let (kind, seq) = match packet.payload {
            Payload::Data { seq, .. } | Payload::Datagram(seq) => (data, seq),
            Payload::Ack { next, .. } => (ack, next),
        };
        self.recorder.segment(self.now, packet.flow, kind, seq, port as u16);
    }

    fn on_data(&mut self, flow: u16, seq: u32, marked: bool, cwr: bool) {
        self.recorder.segment(self.now, flow, SegmentKind::DataArrived, seq, 0);
        let index = usize::from(flow);
        if self.flows[index].receiver.on_segment(seq, marked, cwr, self.now) {
            self.send_ack(flow);
        } else {
            let due = self.flows[index].receiver.delayed_until();
            self.plan(index, RECEIVER_TIMER, due);
        }
    }

    fn send_ack(&mut self, flow: u16) {
        let state = &mut self.flows[usize::from(flow)];
        let ack = state.receiver.acknowledge();
        let kind = if ack.next > state.last_ack_sent { SegmentKind::AckSent } else { SegmentKind::DupAckSent };
        state.last_ack_sent = ack.next;
        let size = state.header + SACK_BLOCK_BYTES * ack.blocks.as_slice().len() as u32;
        let payload = Payload::Ack { next: ack.next, marks: ack.marks, sack: self.sacks.keep(&ack.blocks) };
        let first = state.reverse[0];
        state.packets.sent += 1;
        self.recorder.segment(self.now, flow, kind, ack.next, 0);
        self.transmit(first, Packet { flow, hop: 0, connection: 0, ecn: Ecn::NotCapable, size, payload });
    }

    fn on_ack(&mut self, flow: u16, ack: &Acknowledgment) {
        let index = usize::from(flow);
        let sender = &mut self.flows[index].sender;
        let kind = if sender.is_dup_ack(ack.next) { SegmentKind::DupAck } else { SegmentKind::Ack };
        self.recorder.segment(self.now, flow, kind, ack.next, 0);
        sender.on_ack(ack, self.now, &mut self.actions);
        self.carry_out(index);
    }

    fn on_timer(&mut self, index: usize, timer: u32) {
        let scheduled = &mut self.flows[index].scheduled[timer as usize];
        if *scheduled != Some(self.now) {
            return; // an entry that was overtaken by an earlier one
        }
        *scheduled = None;
        if timer == RECEIVER_TIMER {
            match self.flows[index].receiver.delayed_until() {
                Some(due) if due <= self.now => self.send_ack(index as u16),
                due => self.plan(index, RECEIVER_TIMER, due),
            }
            return;
        }
        let flow = &mut self.flows[index];
        if !flow.started {
            flow.started = true;
            flow.sender.open(self.now, &mut self.actions);
        } else if flow.sender.on_timer(self.now, &mut self.actions) {
            flow.totals.coarse_timeouts += 1;
            flow.last_state = Some(FlowState::Timeout);
            self.recorder.state(self.now, index as u16, FlowState::Timeout);
        }
        self.carry_out(index);
    }

    /// Puts a timer into the schedule unless it stands there already for an earlier moment; when that comes, the timer is
    /// looked at and planned anew. So each timer has one entry that counts and rarely moves; a later one that it overtook
    /// is ignored when its time comes.
    fn plan(&mut self, index: usize, timer: u32, expires: Option<Nanos>) {
        let Some(expires) = expires else { return };
        let scheduled = &mut self.flows[index].scheduled[timer as usize];
        if scheduled.is_none_or(|at| expires < at) {
            *scheduled = Some(expires);
            self.schedule.timer(expires, index as u32 * TIMERS_PER_FLOW + timer);
        }
    }

    /// Carries out what the sender of a flow decided, and takes down how it stands now.
    fn carry_out(&mut self, index: usize) {
        let flow_index = index as u16;
        let mut actions = std::mem::take(&mut self.actions);
        let flow = &mut self.flows[index];
        if let Some(diff) = actions.diff.take() {
            flow.diff = diff;
        }
        for (exact, shown) in actions.rtts.drain(..) {
            flow.totals.rtt(exact);
            self.recorder.rtt(self.now, flow_index, &flow.rtt_row(shown));
        }
        self.record_standing(index);
        for sent in actions.sends.drain(..) {
            self.send_segment(flow_index, sent);
        }
        self.actions = actions;
        let wakes_at = self.flows[index].sender.wakes_at();
        self.plan(index, SENDER_TIMER, wakes_at);
    }

    fn record_standing(&mut self, index: usize) {
        let flow = &mut self.flows[index];
        let window = flow.sender.window();
        let flight = flow.sender.flight_size();
        if flow.last_window != (window.cwnd, window.ssthresh, flight) {
            if flow.last_window.0 != window.cwnd {
                flow.totals.cwnd(window.cwnd, self.now);
            }
            flow.last_window = (window.cwnd, window.ssthresh, flight);
            self.recorder.window(self.now, index as u16, &window, flight);
        }
        let state = flow.state();
        flow.totals.acknowledged(flow.acked_bytes(), self.now);
        if flow.last_state == Some(state) {
            return;
        }
        flow.last_state = Some(state);
        self.recorder.state(self.now, index as u16, state);
        if matches!(state, FlowState::Done | FlowState::Aborted) {
            flow.totals.ended = Some(self.now);
            flow.totals.completed = state == FlowState::Done;
            self.open_flows -= 1;
        }
    }

    fn send_segment(&mut self, flow: u16, sent: Sent) {
        let Sent { seq, cause, ecn_capable, cwr } = sent;
        let state = &mut self.flows[usize::from(flow)];
        let bytes = state.payload_bytes(seq);
        let totals = &mut state.totals;
        totals.segments_sent += 1;
        let kind = match cause {
            SendCause::New => SegmentKind::Send,
            SendCause::FastRetransmit => SegmentKind::RetransmitFast,
            SendCause::EarlyRetransmit => SegmentKind::RetransmitEarly,
            SendCause::GoBack => SegmentKind::RetransmitTimeout,
        };
        totals.fast_retransmits += u64::from(cause == SendCause::FastRetransmit);
        totals.early_retransmits += u64::from(cause == SendCause::EarlyRetransmit);
        if cause != SendCause::New {
            totals.retransmitted_segments += 1;
            totals.retransmitted_bytes += u64::from(bytes);
        }
        let ecn = if ecn_capable { Ecn::Capable } else { Ecn::NotCapable };
        let size = bytes + state.header;
        let packet = Packet { flow, hop: 0, connection: 0, ecn, size, payload: Payload::Data { seq, cwr } };
        let first = state.forward[0];
        state.packets.sent += 1;
        self.recorder.segment(self.now, flow, kind, seq, 0);
        self.transmit(first, packet);
    }

    /// Takes the trace rows that came since the last call.
    pub fn take_rows(&mut self) -> Tables {
        self.recorder.take()
    }

    /// Simulated time, s.
    pub fn now_s(&self) -> f64 {
        seconds(self.now)
    }

    /// How much of the longest duration has been simulated, 0 to 1; 1 when finished.
    pub fn progress(&self) -> f64 {
        if self.finished { 1.0 } else { self.now as f64 / self.end as f64 }
    }

    /// Figures of the run so far.
    pub fn summary(&self) -> Summary {
        let (rows_recorded, rows_thinned) = self.recorder.counts();
        let links = self.ports.iter().zip(&self.port_names);
        Summary {
            scenario: self.name.clone(),
            engine_version: crate::ENGINE_VERSION.to_owned(),
            seed: self.seed,
            digest: self.recorder.digest().hex(),
            ended_at_s: seconds(self.now),
            rows_recorded,
            rows_thinned,
            packet_hops: self.packet_hops,
            flows: self.flows.iter().map(|flow| flow.summary(self.now)).collect(),
            links: links.map(|(p, name)| LinkSummary::new(name.clone(), &p.totals(self.now), self.now)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bulk flow over a path with random losses: its timer backs off to minutes and comes back to a second, often.
    fn lossy() -> Scenario {
        let queue = serde_json::json!({ "kind": "drop_tail_packets", "limit_packets": 10 });
        let loss = serde_json::json!({ "kind": "bernoulli", "rate": 0.1 });
        crate::scenario::from_value(serde_json::json!({
            "version": 1, "name": "lossy", "duration_s": 100_000, "record": { "max_rows": 0 },
            "links": [{ "name": "a-b", "from": "a", "to": "b", "rate_bps": 100_000, "delay_ms": 20, "queue": queue, "loss": loss }],
            "flows": [{ "name": "flow", "from": "a", "to": "b", "traffic": { "kind": "bulk" },
                        "sender": { "preset": "reno" }, "receiver": { "kind": "bsd_reno" } }],
        }))
        .expect("the scenario is right")
    }

    #[test]
    fn a_timer_that_moves_earlier_leaves_nothing_behind_for_good() {
        let mut simulation = Simulation::new(&lossy());
        let mut most = 0;
        while !simulation.step(100) {
            most = most.max(simulation.schedule.len());
        }
        let timeouts = simulation.flows[0].totals.coarse_timeouts;
        assert!(timeouts > 100, "{timeouts} timeouts");
        // Two links and two timers, and of each timer now and then an entry that was overtaken.
        assert!(most <= 12, "{most} entries in the schedule");
    }
}

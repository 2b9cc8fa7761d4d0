//! Invariants of every run, true between any two events. The tests check them on random scenarios.

use super::Simulation;
use super::flow::{APPLICATION_TIMER, Flow, RECEIVER_TIMER, SENDER_TIMER, TIMERS_PER_FLOW};
use crate::kernel::Nanos;
use crate::net::packets::{Due, PacketId};
use crate::net::port::Port;
use crate::net::{Packet, Payload};
use crate::trace::tables::SendLimit;

/// Checks a run repeatedly and remembers values that must not decrease.
#[derive(Debug, Default)]
pub struct Audit {
    now: Nanos,
    flows: Vec<Delivery>,
}

/// Data delivered to the receiving application on a flow's current connection.
#[derive(Clone, Copy, Debug)]
struct Delivery {
    connection: u16,
    rcv_nxt: u32,
    /// Bytes delivered, and bytes acknowledged on the flow's earlier connections; `None` if the connection was first
    /// checked after its first segment arrived.
    bytes: Option<(u64, u64)>,
}

fn ensure(condition: bool, error: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(error()) }
}

impl Audit {
    /// Runs [`Simulation::audit`]. Also checks that time doesn't go back and that every byte is delivered once and in
    /// order.
    ///
    /// # Errors
    /// A description of the violated invariant.
    pub fn check(&mut self, simulation: &Simulation) -> Result<(), String> {
        simulation.audit()?;
        let at = |error: String| format!("at {} s: {error}", simulation.now_s());
        ensure(simulation.now >= self.now, || at(format!("time went back from {} ns", self.now)))?;
        self.now = simulation.now;
        if self.flows.is_empty() {
            self.flows = simulation.flows.iter().map(Delivery::of).collect();
        }
        for (flow, delivery) in simulation.flows.iter().zip(&mut self.flows) {
            delivery.advance(flow).map_err(at)?;
        }
        Ok(())
    }
}

impl Delivery {
    fn of(flow: &Flow) -> Self {
        let rcv_nxt = flow.receiver.rcv_nxt();
        let at_start = flow.sender.snd_una() == rcv_nxt;
        Self { connection: flow.connection(), rcv_nxt, bytes: at_start.then(|| (0, flow.acked_bytes())) }
    }

    fn advance(&mut self, flow: &Flow) -> Result<(), String> {
        if self.connection != flow.connection() {
            *self = Self::of(flow);
        }
        let rcv_nxt = flow.receiver.rcv_nxt();
        ensure(rcv_nxt >= self.rcv_nxt, || format!("rcv_nxt went back from {} to {rcv_nxt}", self.rcv_nxt))?;
        if let Some((bytes, before)) = &mut self.bytes
            && !flow.receiver.makes_up()
        {
            *bytes += (self.rcv_nxt..rcv_nxt).map(|seq| u64::from(flow.payload_bytes(seq))).sum::<u64>();
            let acked = flow.acked_bytes() - *before;
            let all = flow.sender.snd_una() == rcv_nxt;
            ensure(acked <= *bytes && (!all || acked == *bytes), || format!("{acked} bytes acked, {bytes} delivered"))?;
        }
        self.rcv_nxt = rcv_nxt;
        Ok(())
    }
}

/// Checks the reason why a sender sends no more: it's the present one, its windows are the reason only while they're full,
/// and the times of all reasons add up.
fn audit_limit(flow: &Flow, now: Nanos) -> Result<(), String> {
    let (sender, limit) = (&flow.sender, flow.totals.limit());
    ensure(limit == flow.limit(), || "the recorded limit isn't the present one".to_owned())?;
    let is_window = matches!(limit, SendLimit::Receiver | SendLimit::Flight | SendLimit::Cwnd);
    let (flight, usable) = (sender.flight_size(), sender.window().usable());
    ensure(!is_window || flight >= usable || !sender.sends_in_order(), || {
        format!("a window is the limit with {flight} segments in flight and room for {usable}")
    })?;
    let end = flow.totals.ended.unwrap_or(now).max(flow.start);
    let (limited, life) = (flow.totals.limited_time(end), end - flow.start);
    ensure(limited == life, || format!("the times of all limits are {limited} ns of {life}"))
}

impl Simulation {
    /// Checks that packets are conserved per link and per flow and keep their order, that every window is at least one
    /// segment and not exceeded, that each flow's limit is true, that a flow with data outstanding has a running timer in the schedule, that neither
    /// end is ahead of the other, and that options are stored only for ACKs under way. Receivers that make up their ACKs
    /// may claim anything.
    ///
    /// # Errors
    /// A description of the violated invariant.
    pub fn audit(&self) -> Result<(), String> {
        self.audit_network()
            .and_then(|()| self.audit_flows())
            .map_err(|error| format!("at {} s: {error}", self.now_s()))
    }

    fn audit_network(&self) -> Result<(), String> {
        let mut ids: Vec<PacketId> = self.held.items().map(|(_, id)| *id).collect();
        for (link, (port, name)) in (0..).zip(self.ports.iter().zip(&self.port_names)) {
            self.audit_port(link, port).map_err(|error| format!("{name}: {error}"))?;
            ids.extend(port.in_transit(&self.packets).map(|(id, _)| id));
        }
        let mut in_transit = vec![0; self.flows.len() + self.sources.len()];
        let mut slots = Vec::new();
        for id in ids {
            let Packet { flow, payload, .. } = self.packets[id].packet;
            in_transit[usize::from(flow)] += 1;
            if let Payload::Ack { options: Some(slot), .. } = payload {
                slots.push(slot);
            }
        }
        let (carried, under_way) = (in_transit.iter().sum::<u64>(), self.packets.count() as u64);
        ensure(carried == under_way, || format!("{under_way} packets are under way, links carry {carried}"))?;
        let of_flows = self.flows.iter().map(|flow| flow.packets);
        let packets = of_flows.chain(self.sources.iter().map(|source| source.packets));
        for (packets, in_transit) in packets.zip(in_transit) {
            let accounted = packets.arrived + packets.dropped + in_transit;
            ensure(packets.sent == accounted, || format!("{} packets sent, {accounted} accounted for", packets.sent))?;
        }
        let carried = slots.len();
        slots.sort_unstable();
        slots.dedup();
        ensure(slots.len() == carried, || "two ACKs share the same options".into())?;
        let stored = self.ack_options.stored();
        ensure(stored == carried, || {
            format!("options are stored for {stored} ACKs, but {carried} ACKs under way have some")
        })?;

        let next = self.schedule.peek();
        ensure(next.is_none_or(|(time, _)| self.finished || time >= self.now), || {
            "an event in the past is still scheduled".into()
        })
    }

    fn audit_port(&self, link: u32, port: &Port) -> Result<(), String> {
        let totals = port.totals(self.now, &self.packets);
        let carried = port.carried();
        let accounted = totals.delivered + totals.counts.dropped_error + carried;
        ensure(totals.accepted == accounted, || {
            format!("{} packets accepted, {accounted} accounted for", totals.accepted)
        })?;
        ensure(totals.busy <= self.now, || "the link was busy for longer than the run".into())?;
        let backlog = port.backlog();
        ensure(backlog.packets <= totals.accepted && backlog.bytes <= totals.occupancy.max_bytes, || {
            format!("the backlog of {} packets and {} bytes exceeds the totals", backlog.packets, backlog.bytes)
        })?;
        let mut last = None;
        for (_, due) in port.in_transit(&self.packets) {
            ensure(last.is_none_or(|last: Due| last.time <= due.time && last.rank.order() < due.rank.order()), || {
                "packets are out of order".into()
            })?;
            ensure(self.finished || due.time >= self.now, || "a packet in transit is overdue".into())?;
            last = Some(due);
        }
        let head = port.head().map(|(_, due)| (due.time, due.rank.number()));
        // Arrivals after the end are not planned.
        let in_time = |head: &(Nanos, u64)| head.0 <= self.end;
        ensure(self.schedule.planned(link).filter(in_time) == head.filter(in_time), || {
            "the scheduled arrival is not that of the head of the link".into()
        })
    }

    fn audit_flows(&self) -> Result<(), String> {
        for (index, flow) in (0..).zip(&self.flows) {
            self.audit_flow(index, flow)?;
        }
        let open = self.flows.iter().filter(|flow| flow.totals.ended.is_none()).count();
        ensure(open == self.open_flows, || format!("{open} flows are open, but open_flows is {}", self.open_flows))
    }

    fn audit_flow(&self, index: u32, flow: &Flow) -> Result<(), String> {
        let sender = &flow.sender;
        let window = sender.window();
        ensure(window.cwnd >= 1.0 && window.cwnd.is_finite(), || {
            format!("cwnd is {}, below 1 or infinite", window.cwnd)
        })?;
        ensure(window.ssthresh >= 2.0, || format!("ssthresh is {}, below 2", window.ssthresh))?;
        let (una, max, next) = (sender.snd_una(), sender.snd_max(), flow.receiver.rcv_nxt());
        let honest = !flow.receiver.makes_up();
        ensure(next <= max && una <= max && (una <= next || !honest), || {
            format!("snd_una {una}, rcv_nxt {next} and snd_max {max} are out of order")
        })?;
        let fits = max - una <= window.rwnd || !honest;
        ensure(fits, || format!("{} outstanding in a window of {}", max - una, window.rwnd))?;
        ensure(sender.flight_size() <= max - una, || {
            format!("{} segments in flight, more than outstanding", sender.flight_size())
        })?;
        // A paced sender that has gone back waits for its next send time; sending that segment starts the
        // retransmission timer.
        let wakes = sender.wakes_at();
        ensure(una == max || sender.is_aborted() || wakes.is_some(), || {
            "data are outstanding, but no timer is running".into()
        })?;
        let due = [wakes, flow.receiver.delayed_until(), flow.acts_at()];
        for (timer, due) in [SENDER_TIMER, RECEIVER_TIMER, APPLICATION_TIMER].into_iter().zip(due) {
            let scheduled = self.schedule.timer(index * TIMERS_PER_FLOW + timer);
            let late = due.is_some_and(|due| due < self.now) || scheduled.is_some_and(|at| at < self.now);
            ensure(self.finished || !late, || format!("timer {timer} is late"))?;
            // A timer that is due after the end need not be scheduled.
            let in_time = due.is_none_or(|due| due > self.end || scheduled.is_some_and(|at| at <= due));
            ensure(in_time, || format!("timer {timer} is due, but not scheduled in time"))?;
        }
        audit_limit(flow, self.now)?;
        let complete = flow.totals.ended.is_some() && !sender.is_aborted();
        ensure(!complete || next == max || !honest, || "the flow is complete, but the receiver lacks data".into())
    }
}

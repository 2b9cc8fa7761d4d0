//! The behavior of applications and datagram sources.

use super::Simulation;
use super::flow::{APPLICATION_TIMER, Plan, RECEIVER_TIMER, TIMERS_PER_FLOW};
use crate::net::{Ecn, Packet, Payload};
use crate::trace::tables::SegmentKind;

impl Simulation {
    /// Plans the first connection of each flow. If two flows take turns, the one with the later start waits for the
    /// other.
    pub(super) fn start_flows(&mut self) {
        for index in 0..self.flows.len() {
            let start = self.flows[index].start;
            let waits =
                self.flows[index].partner.is_some_and(|other| (self.flows[other].start, other) < (start, index));
            if !self.flows[index].plan_connection(waits, start) {
                self.flows[index].totals.ended = Some(start);
                self.open_flows -= 1;
            }
            self.plan_application(index);
        }
    }

    pub(super) fn plan_application(&mut self, index: usize) {
        let at = self.flows[index].acts_at();
        self.plan(index, APPLICATION_TIMER, at);
    }

    pub(super) fn on_application_timer(&mut self, index: usize) {
        let flow = &mut self.flows[index];
        match flow.plan {
            Plan::Open(connection, at) if at <= self.now => {
                flow.connect(&connection, self.now);
                flow.sender.open(self.now, &mut self.actions);
                let due = flow.receiver.delayed_until();
                self.plan(index, RECEIVER_TIMER, due);
                self.carry_out(index);
            }
            Plan::Write(write, at) if at <= self.now => {
                flow.plan_write(self.now);
                flow.sender.write(write.segments, self.now, &mut self.actions);
                self.carry_out(index);
            }
            _ => {}
        }
        self.plan_application(index);
    }

    /// Handles the end of a connection, completed or aborted: the application opens its next connection, or its partner
    /// does.
    pub(super) fn on_closed(&mut self, index: usize) {
        let partner = self.flows[index].partner;
        let turn = partner.filter(|&other| matches!(self.flows[other].plan, Plan::OpenInTurn(_)));
        if !self.flows[index].plan_connection(turn.is_some(), self.now) {
            self.flows[index].totals.ended = Some(self.now);
            self.open_flows -= 1;
        }
        self.plan_application(index);
        if let Some(other) = turn {
            let flow = &mut self.flows[other];
            if let Plan::OpenInTurn(connection) = flow.plan {
                // A flow whose turn comes before its start waits for the start.
                flow.plan = Plan::Open(connection, (self.now + connection.wait).max(flow.start));
            }
            self.plan_application(other);
        }
    }

    pub(super) fn start_sources(&mut self) {
        for index in 0..self.sources.len() {
            self.plan_source(index);
        }
    }

    fn plan_source(&mut self, index: usize) {
        if let Some(due) = self.sources[index].due() {
            let timer = self.flows.len() as u32 * TIMERS_PER_FLOW + index as u32;
            self.schedule.plan_timer(timer, due);
        }
    }

    /// Sends the datagrams of a burst, all at the current time.
    pub(super) fn on_source(&mut self, index: usize) {
        let Some(burst) = self.sources[index].take_burst() else { return };
        let flow = (self.flows.len() + index) as u16;
        let place = self.sources[index].route;
        for size in burst.sizes() {
            let number = self.sources[index].packets.sent as u32;
            self.sources[index].packets.sent += 1;
            self.recorder.segment(self.now, flow, SegmentKind::DatagramSent, number, 0);
            let payload = Payload::Datagram(number);
            self.send(Packet {
                flow,
                place,
                connection: 0,
                ecn: Ecn::NotCapable,
                corrupted: false,
                scripted: false,
                size,
                payload,
            });
        }
        self.plan_source(index);
    }
}

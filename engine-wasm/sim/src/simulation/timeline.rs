//! The timeline at work: one timer that comes after all others of its moment, and what changes may touch.

use super::Simulation;
use crate::kernel::random::Stream;
use crate::kernel::schedule::LAST_TIMER;
use crate::kernel::{Nanos, from_seconds};
use crate::net::places::Places;
use crate::net::{drops, loss::Loss, queue::Queue};
use crate::scenario::Scenario;
use crate::timeline::{Network, RunningChange, TimedChange};

/// Number of the timer.
pub const TIMELINE_TIMER: u32 = LAST_TIMER;

/// Changes that are still to come, and how many have been made.
#[derive(Debug, Default)]
pub struct Timeline {
    /// The next one is the last.
    coming: Vec<(Nanos, RunningChange)>,
    made: u64,
}

impl Timeline {
    /// The changes of a checked scenario.
    fn new(timeline: &[TimedChange], places: &Places) -> Self {
        let start = |timed: &TimedChange| (from_seconds(timed.at_s), timed.change.start(places));
        let mut coming: Vec<_> = timeline.iter().map(start).collect();
        coming.sort_by_key(|(at, _)| *at);
        coming.reverse();
        Self { coming, made: 0 }
    }

    /// When the next change happens.
    fn next(&self) -> Option<Nanos> {
        self.coming.last().map(|(at, _)| *at)
    }
}

impl Simulation {
    /// Takes scripted drops and the timeline from the scenario.
    pub(super) fn follow_script(&mut self, scenario: &Scenario) {
        if scenario.drops.is_empty() && scenario.timeline.is_empty() {
            return;
        }
        let places = Places::new(scenario);
        for (link, script) in drops::scripts(&scenario.drops, &places) {
            self.ports[link as usize].set_script(script);
        }
        self.timeline = Timeline::new(&scenario.timeline, &places);
        self.plan_change();
    }

    /// Makes the changes of this moment.
    pub(super) fn on_timeline(&mut self) {
        while self.timeline.next() == Some(self.now) {
            let Some((_, mut change)) = self.timeline.coming.pop() else { break };
            self.timeline.made += 1;
            change.apply(self);
        }
        self.plan_change();
    }

    /// Plans the next change.
    fn plan_change(&mut self) {
        if let Some(at) = self.timeline.next() {
            self.schedule.timer(at, TIMELINE_TIMER);
        }
    }

    /// The random stream of something that this change puts at a link.
    fn stream_of_change(&self, purpose: &str, link: u32) -> Stream {
        Stream::new(self.seed, &format!("{purpose}/{}/change {}", self.port_names[link as usize], self.timeline.made))
    }
}

impl Network for Simulation {
    fn set_link(&mut self, link: u32, rate_bps: Option<u64>, delay: Option<Nanos>) {
        self.settle(link);
        let port = &mut self.ports[link as usize];
        let (rate, old_delay) = port.link();
        if let Some((time, order)) = port.set_link(self.now, rate_bps.unwrap_or(rate), delay.unwrap_or(old_delay)) {
            self.schedule.arrival(time, order, link);
        }
    }

    fn set_queue(&mut self, link: u32, queue: &Queue) {
        self.settle(link);
        let stream = self.stream_of_change("queue", link);
        self.ports[link as usize].set_queue(queue, stream);
    }

    fn set_loss(&mut self, link: u32, loss: &Loss) {
        let stream = self.stream_of_change("loss", link);
        self.ports[link as usize].set_loss(loss.start(&stream));
    }

    fn set_route(&mut self, flow: u16, data: Option<&[u32]>, acks: Option<&[u32]>) {
        let index = usize::from(flow);
        let flows = self.flows.len();
        if let Some(links) = data {
            let route =
                if index < flows { &mut self.flows[index].forward } else { &mut self.sources[index - flows].route };
            route.change(links);
        }
        if let Some(links) = acks.filter(|_| index < flows) {
            self.flows[index].reverse.change(links);
        }
    }
}

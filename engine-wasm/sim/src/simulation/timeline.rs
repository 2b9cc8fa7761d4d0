//! Runs the timeline with one timer, which fires after all other timers of the same time, and implements the operations
//! that changes use.

use super::Simulation;
use crate::kernel::agenda::Agenda;
use crate::kernel::random::Stream;
use crate::kernel::{Nanos, from_seconds};
use crate::net::directory::Directory;
use crate::net::{drops, loss::Loss, queue::Queue};
use crate::scenario::Scenario;
use crate::timeline::{Network, RunningChange, TimedChange};

/// Changes that haven't happened yet.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    pending: Agenda<RunningChange>,
}

impl Timeline {
    /// Collects the changes of a validated scenario.
    fn new(timeline: &[TimedChange], directory: &Directory) -> Self {
        let start = |timed: &TimedChange| (from_seconds(timed.at_s), timed.change.start(directory));
        Self { pending: timeline.iter().map(start).collect() }
    }
}

impl Simulation {
    /// Sets up the scripted packets and the timeline of a scenario.
    pub(super) fn set_up_timeline(&mut self, scenario: &Scenario) {
        if scenario.drops.is_empty() && scenario.timeline.is_empty() {
            return;
        }
        let directory = Directory::new(scenario);
        for (link, script) in drops::scripts(&scenario.drops, &directory) {
            self.ports[link as usize].set_script(script);
        }
        self.timeline = Timeline::new(&scenario.timeline, &directory);
        self.plan_change();
    }

    /// Applies the changes that are due now.
    pub(super) fn on_timeline(&mut self) {
        while let Some(mut change) = self.timeline.pending.take_due(self.now) {
            change.apply(self);
        }
        self.plan_change();
    }

    /// Plans the next change.
    fn plan_change(&mut self) {
        if let Some(at) = self.timeline.pending.next_at() {
            self.schedule.plan_timer(self.timeline_timer(), at);
        }
    }

    /// The random stream of a part that a change installs at a link now. If several changes install the part at the
    /// same time, the last one takes effect. Changes at other links don't shift the draws.
    fn stream_of_change(&self, purpose: &str, link: u32) -> Stream {
        Stream::new(self.seed, &format!("{purpose}/{}/at {} ns", self.port_names[link as usize], self.now))
    }
}

impl Network for Simulation {
    fn set_link(&mut self, link: u32, rate_bps: Option<u64>, delay: Option<Nanos>) {
        self.settle(link, self.now);
        let port = &mut self.ports[link as usize];
        let (rate, old_delay) = port.link();
        let (rate, delay) = (rate_bps.unwrap_or(rate), delay.unwrap_or(old_delay));
        if port.set_link(self.now, rate, delay, &mut self.packets)
            && let Some((head, due)) = port.head()
        {
            self.schedule.clear_arrival(link);
            self.schedule.plan_arrival(link, due.time, due.rank.number(), head);
        }
    }

    fn set_queue(&mut self, link: u32, queue: &Queue) {
        self.settle(link, self.now);
        let stream = self.stream_of_change("queue", link);
        self.ports[link as usize].set_queue(queue, stream);
    }

    fn set_loss(&mut self, link: u32, loss: &Loss) {
        let stream = self.stream_of_change("loss", link);
        self.ports[link as usize].set_loss(loss.start(&stream));
    }

    fn set_route(&mut self, flow: u16, data: Option<&[u32]>, acks: Option<&[u32]>) {
        let (index, flows) = (usize::from(flow), self.flows.len());
        if let Some(links) = data {
            let route = self.routes.add(links);
            match self.flows.get_mut(index) {
                Some(flow) => flow.forward = route,
                None => self.sources[index - flows].route = route,
            }
        }
        if let (Some(links), Some(flow)) = (acks, self.flows.get_mut(index)) {
            flow.reverse = self.routes.add(links);
        }
    }
}

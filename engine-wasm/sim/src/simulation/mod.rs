//! The simulation: the state of a run, and its event loop. `packets` handles packets in the network, `endpoints` the
//! two ends of a connection, `sources` applications and datagram sources, and `timeline` the changes of the timeline.
//! `checkpoint` copies the state, and `history` simulates any part of a run again from such copies.

mod audit;
mod checkpoint;
mod endpoints;
mod flow;
mod history;
mod packets;
mod source;
mod sources;
mod timeline;

use crate::kernel::agenda::Agenda;
use crate::kernel::clock::Clock;
use crate::kernel::random::Stream;
use crate::kernel::schedule::{Event, Schedule};
use crate::kernel::{Nanos, from_milliseconds, from_seconds, seconds};
use crate::net::packets::{PacketId, Packets, Rank};
use crate::net::port::Port;
use crate::net::queue::PortContext;
use crate::net::route::Routes;
use crate::net::topology::{Directed, Topology};
use crate::scenario::Scenario;
use crate::tcp::sack::OptionPool;
use crate::trace::intervals::{ChangedIntervals, Intervals};
use crate::trace::recorder::Recorder;
use crate::trace::summary::{LinkSummary, Summary};
use crate::trace::tables::Tables;
pub use audit::Audit;
use flow::{Actions, Flow, RECEIVER_TIMER, SENDER_TIMER, TIMERS_PER_FLOW};
pub use history::{Budget, Excerpt, History, Replay};
use source::Source;
use timeline::Timeline;

/// Packet size assumed when sizing the schedule.
const USUAL_BYTES: u32 = 1_500;

/// One run of a scenario.
#[derive(Clone, Debug)]
pub struct Simulation {
    name: String,
    seed: u64,
    now: Nanos,
    end: Nanos,
    finished: bool,
    /// Flows that aren't finished: they have or will have something to send.
    open_flows: usize,
    schedule: Schedule,
    packets_sent: u64,
    packets: Packets,
    ports: Vec<Port>,
    port_names: Vec<String>,
    flows: Vec<Flow>,
    sources: Vec<Source>,
    routes: Routes,
    /// Options of the ACKs under way.
    ack_options: OptionPool,
    timeline: Timeline,
    /// Packets that a script keeps from a link for a while: the link, and the packet.
    held: Agenda<(u16, PacketId)>,
    recorder: Recorder,
    actions: Actions,
}

impl Simulation {
    /// Sets up a run. The scenario must come from [`crate::scenario::read`], which validates it.
    ///
    /// # Panics
    /// If a flow has no path, which validation rules out.
    pub fn new(scenario: &Scenario) -> Self {
        Self::with_memory(scenario, Tables::default())
    }

    /// Like [`Self::new`], for [`Self::exchange_rows`]: the first rows use the memory of `spare`.
    ///
    /// # Panics
    /// Like [`Self::new`].
    pub fn with_memory(scenario: &Scenario, spare: Tables) -> Self {
        let mut recorder = Recorder::new(&scenario.record);
        recorder.take(spare);
        let topology = Topology::new(&scenario.links);
        let stream = |name: String| Stream::new(scenario.seed, &name);
        let ports = topology.directed.iter().map(|directed| {
            let Directed { from, rate_bps, delay_ms, clock_us, queue, loss, .. } = *directed;
            let release = Clock::new(u64::from(clock_us) * 1_000, stream(format!("release clock/{from}")));
            let loss = loss.start(&stream(format!("loss/{}", directed.name())));
            let delay = from_milliseconds(delay_ms);
            let context = PortContext { rate_bps, delay, stream: stream(format!("queue/{}", directed.name())) };
            Port::new(rate_bps, delay, release, queue.start(&context), loss)
        });
        let ports: Vec<Port> = ports.collect();
        let mut routes = Routes::default();
        let flows = 0..scenario.flows.len();
        let flows: Vec<_> = flows.map(|index| Flow::new(scenario, index, &topology, &mut routes)).collect();
        let sources = scenario.datagrams.iter();
        let sources: Vec<_> =
            sources.map(|source| Source::new(source, scenario.seed, &topology, &mut routes)).collect();
        let held = usize::from(!scenario.drops.is_empty());
        let timers = flows.len() * TIMERS_PER_FLOW as usize + sources.len() + 1 + held;
        let ahead = ports.iter().map(|port| port.unloaded_delay(USUAL_BYTES)).max().unwrap_or(0);
        let mut simulation = Self {
            name: scenario.name.clone(),
            seed: scenario.seed,
            now: 0,
            end: from_seconds(scenario.duration_s),
            finished: false,
            open_flows: scenario.flows.len(),
            schedule: Schedule::new(timers, ports.len(), ahead),
            packets_sent: 0,
            packets: Packets::default(),
            ports,
            port_names: topology.directed.iter().map(|directed| directed.name()).collect(),
            flows,
            sources,
            routes,
            ack_options: OptionPool::default(),
            timeline: Timeline::default(),
            held: Agenda::default(),
            recorder,
            actions: Actions::default(),
        };
        simulation.set_up_timeline(scenario);
        simulation.start_flows();
        simulation.start_sources();
        simulation
    }

    /// Handles at most `max_events` events. Returns whether the run is finished. The trace doesn't depend on how the
    /// run is divided into steps.
    pub fn step(&mut self, max_events: u64) -> bool {
        self.step_until(max_events, self.end);
        self.finished
    }

    /// Handles at most `max_events` events, none of them later than `until`. Returns whether no more of these are left.
    // Runs and windows share one copy of the loop, because the page downloads it.
    #[inline(never)]
    fn step_until(&mut self, max_events: u64, until: Nanos) -> bool {
        if self.finished {
            return true;
        }
        let last = until.min(self.end);
        // Count down, so that the loop keeps one number instead of two.
        for _ in (0..max_events).rev() {
            let idle = self.open_flows == 0 && !self.flows.is_empty();
            let next = if idle { None } else { self.schedule.take_until(last) };
            let Some((time, event)) = next else {
                if idle || until >= self.end {
                    self.finish();
                }
                return true;
            };
            self.now = time;
            match event {
                Event::Arrival { link, rank, cargo } => self.on_arrival(link, cargo, Rank::of_number(rank)),
                Event::Timer(timer) => self.on_timer(timer),
            }
        }
        false
    }

    /// Handles a timer. The timers of flows have the lowest numbers, then come those of sources, then that of the
    /// timeline and that of held packets.
    #[inline(never)]
    fn on_timer(&mut self, timer: u32) {
        if timer == self.timeline_timer() {
            return self.on_timeline();
        }
        if timer == self.held_timer() {
            return self.on_held();
        }
        let index = (timer / TIMERS_PER_FLOW) as usize;
        if index >= self.flows.len() {
            return self.on_source(timer as usize - self.flows.len() * TIMERS_PER_FLOW as usize);
        }
        match timer % TIMERS_PER_FLOW {
            SENDER_TIMER => self.on_sender_timer(index),
            RECEIVER_TIMER => self.on_receiver_timer(index),
            _ => self.on_application_timer(index),
        }
    }

    fn timeline_timer(&self) -> u32 {
        (self.flows.len() * TIMERS_PER_FLOW as usize + self.sources.len()) as u32
    }

    fn held_timer(&self) -> u32 {
        self.timeline_timer() + 1
    }

    /// Plans a timer of a flow, unless it is already planned for an earlier time. When it fires, its handler checks the
    /// real deadline and plans it again, so restarting a timer with every ACK costs nothing.
    #[inline]
    fn plan(&mut self, index: usize, timer: u32, expires: Option<Nanos>) {
        let Some(expires) = expires else { return };
        let timer = index as u32 * TIMERS_PER_FLOW + timer;
        if self.schedule.timer(timer).is_none_or(|at| expires < at) {
            self.schedule.plan_timer(timer, expires);
        }
    }

    fn finish(&mut self) {
        self.finished = true;
        if self.open_flows > 0 || self.flows.is_empty() {
            self.now = self.end;
        }
        self.settle_all(self.now);
    }

    /// Removes and returns the trace rows added since the last call.
    pub fn take_rows(&mut self) -> Tables {
        self.exchange_rows(Tables::default())
    }

    /// Like [`Self::take_rows`]; later rows use the memory of `spare`, whose own rows are removed. Memory that has been
    /// used before is cheaper than new memory, which the operating system must clear.
    pub fn exchange_rows(&mut self, spare: Tables) -> Tables {
        self.recorder.take(spare)
    }

    /// Sums up rows from where they're thinned, in about this many bytes. Call it before the first step.
    pub fn keep_intervals(&mut self, most_bytes: usize) {
        self.recorder.keep_intervals(Intervals::new(self.end, most_bytes));
    }

    /// Returns the intervals that are new or have more rows than at the last call.
    pub fn take_intervals(&mut self) -> ChangedIntervals {
        self.recorder.intervals_mut().map_or_else(ChangedIntervals::default, Intervals::take)
    }

    /// The intervals that sum up thinned rows, if they're kept.
    pub fn intervals(&self) -> Option<&Intervals> {
        self.recorder.intervals()
    }

    /// Packets on each directed link, from buffer entry to arrival.
    pub fn carried(&self) -> impl Iterator<Item = u64> {
        self.ports.iter().map(Port::carried)
    }

    /// Simulated time, s.
    pub fn now_s(&self) -> f64 {
        seconds(self.now)
    }

    /// Returns true if the run has ended.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Share of the maximum duration that has been simulated, 0 to 1; 1 when finished.
    pub fn progress(&self) -> f64 {
        if self.finished { 1.0 } else { self.now as f64 / self.end as f64 }
    }

    /// Results of the run so far.
    pub fn summary(&self) -> Summary {
        let (rows_recorded, rows_thinned) = self.recorder.counts();
        let totals = self.ports.iter().map(|port| port.totals(self.now, &self.packets));
        let links = self.port_names.iter().zip(totals);
        Summary {
            scenario: self.name.clone(),
            engine_version: crate::ENGINE_VERSION.to_owned(),
            seed: self.seed,
            digest: self.recorder.digest().hex(),
            ended_at_s: seconds(self.now),
            rows_recorded,
            rows_thinned,
            hops_stopped_at_s: self.recorder.hops_stopped_at_s(),
            packet_hops: self.ports.iter().map(Port::arrived).sum(),
            flows: self.flows.iter().map(|flow| flow.summary(self.now)).collect(),
            datagrams: self.sources.iter().map(Source::summary).collect(),
            links: links.map(|(name, totals)| LinkSummary::new(name.clone(), &totals, self.now)).collect(),
        }
    }
}

//! A run whose every row can be had, however long it is. It keeps checkpoints of itself, and simulates any window again
//! from the last one before it. The engine is deterministic, so these rows are the ones that a full recording has.
//!
//! The limit on checkpoints is in bytes, because the states of small and large networks differ by a factor of a
//! thousand. When they exceed it, every second one is dropped, and later ones are twice as far apart. Their distance is
//! a number of events, so it doesn't depend on how the run is divided into steps.
//!
//! Rows beyond `record.max_rows` are thinned, and summed up in intervals: those show at once what a window then shows in
//! full.

use super::Simulation;
use crate::kernel::{Nanos, from_seconds, seconds};
use crate::scenario::Scenario;
use crate::trace::intervals::ChangedIntervals;
use crate::trace::recorder::Recorder;
use crate::trace::tables::Tables;

/// Events between the first checkpoints. It takes a few milliseconds to simulate them.
const FIRST_DISTANCE: u64 = 1 << 16;

/// Limits on the memory of a history, bytes.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Of checkpoints. The start always is one, and the only one if this is 0.
    pub checkpoints: usize,
    /// Of intervals; none are kept if it's 0.
    pub intervals: usize,
}

impl Budget {
    /// For runs in which nobody looks at windows.
    pub const NONE: Self = Self { checkpoints: 0, intervals: 0 };
}

impl Default for Budget {
    fn default() -> Self {
        Self { checkpoints: 32 << 20, intervals: 16 << 20 }
    }
}

/// A run with its checkpoints.
#[derive(Debug)]
pub struct History {
    simulation: Simulation,
    /// The start, then a checkpoint every `distance` events.
    checkpoints: Vec<Checkpoint>,
    distance: u64,
    /// Events handled so far.
    events: u64,
    /// Bytes of all checkpoints, and their limit.
    bytes: usize,
    most_bytes: usize,
}

#[derive(Debug)]
struct Checkpoint {
    state: Simulation,
    bytes: usize,
}

impl History {
    /// Sets up a run.
    pub fn new(scenario: &Scenario, budget: Budget) -> Self {
        Self::with_distance(scenario, budget, FIRST_DISTANCE)
    }

    /// Like [`Self::new`], with this many events between the first checkpoints.
    pub fn with_distance(scenario: &Scenario, budget: Budget, distance: u64) -> Self {
        let mut simulation = Simulation::new(scenario);
        if budget.intervals > 0 {
            simulation.keep_intervals(budget.intervals);
        }
        let distance = if budget.checkpoints > 0 { distance } else { u64::MAX };
        let most_bytes = budget.checkpoints;
        let mut history = Self { simulation, checkpoints: Vec::new(), distance, events: 0, bytes: 0, most_bytes };
        history.add_checkpoint();
        history
    }

    /// Like [`Simulation::step`].
    pub fn step(&mut self, max_events: u64) -> bool {
        let mut left = max_events;
        while left > 0 {
            let events = left.min(self.distance - self.events % self.distance);
            if self.simulation.step(events) {
                return true;
            }
            left -= events;
            self.events += events;
            if self.events.is_multiple_of(self.distance) {
                self.add_checkpoint();
            }
        }
        false
    }

    fn add_checkpoint(&mut self) {
        let state = self.simulation.checkpoint();
        let bytes = state.bytes();
        self.checkpoints.push(Checkpoint { state, bytes });
        self.bytes += bytes;
        while self.bytes > self.most_bytes && self.checkpoints.len() > 1 {
            let mut nth = 0;
            self.checkpoints.retain(|_| {
                nth += 1;
                nth % 2 == 1
            });
            self.bytes = self.checkpoints.iter().map(|checkpoint| checkpoint.bytes).sum();
            self.distance *= 2;
        }
    }

    /// The run.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Like [`Simulation::take_rows`]: rows up to `record.max_rows` in full, later ones thinned.
    pub fn take_rows(&mut self) -> Tables {
        self.simulation.take_rows()
    }

    /// Returns the intervals that are new or have more rows than at the last call.
    pub fn take_intervals(&mut self) -> ChangedIntervals {
        self.simulation.take_intervals()
    }

    /// Simulates a window of the run again, up to the present. It works on a copy, so it doesn't affect the run. With
    /// `hops`, packets at links are recorded too.
    pub fn window(&self, from_s: f64, to_s: f64, hops: bool) -> Replay {
        let Self { simulation, checkpoints, .. } = self;
        let (from, to) = (from_seconds(from_s), from_seconds(to_s));
        let to = if simulation.finished { to } else { to.min(simulation.now) };
        // A checkpoint at `from` may come after events of that moment.
        let before = checkpoints.partition_point(|checkpoint| checkpoint.state.now < from);
        let state = &checkpoints[before.saturating_sub(1)].state;
        let simulation = simulation.restored(state);
        let excerpt = Excerpt::new(&simulation, from, to, hops);
        Replay { simulation, excerpt }
    }

    /// Events handled so far.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Number of checkpoints, and about how many bytes they take.
    pub fn checkpoints(&self) -> (usize, usize) {
        (self.checkpoints.len(), self.bytes)
    }
}

/// The part of a run of which every row is wanted. It's kept apart from the run, so that a run can be used up for it where
/// no copy of its state can be made.
#[derive(Debug)]
pub struct Excerpt {
    from: Nanos,
    to: Nanos,
    hops: bool,
    /// Time at which the simulation began.
    start: Nanos,
    recording: bool,
    finished: bool,
}

impl Excerpt {
    /// Prepares a run that is before `from_s`, or at its start, for the rows of `from_s <= time_s < to_s`. It loses the
    /// rows that weren't taken.
    pub fn of(simulation: &mut Simulation, from_s: f64, to_s: f64, hops: bool) -> Self {
        simulation.recorder = Recorder::without_rows(simulation.recorder.digest());
        Self::new(simulation, from_seconds(from_s), from_seconds(to_s), hops)
    }

    fn new(simulation: &Simulation, from: Nanos, to: Nanos, hops: bool) -> Self {
        Self { from, to, hops, start: simulation.now, recording: false, finished: from >= to }
    }

    /// Handles at most `max_events` events of the run. Returns whether the rows are complete.
    pub fn step(&mut self, simulation: &mut Simulation, max_events: u64) -> bool {
        if self.finished {
            return true;
        }
        if !self.recording {
            if self.from > 0 {
                let before = self.from - 1;
                if !simulation.step_until(max_events, before) {
                    return false;
                }
                // Ports notice departures late. Those before the window must not be recorded in it.
                simulation.settle_all(before);
            }
            simulation.record_all(if self.hops { self.to } else { 0 });
            self.recording = true;
            return false;
        }
        let last = self.to - 1;
        self.finished = simulation.step_until(max_events, last);
        if self.finished && !simulation.finished {
            simulation.settle_all(last);
        }
        self.finished
    }
}

/// A part of a run, simulated again with every row.
#[derive(Debug)]
pub struct Replay {
    simulation: Simulation,
    excerpt: Excerpt,
}

impl Replay {
    /// Handles at most `max_events` events. Returns whether the window's rows are complete.
    pub fn step(&mut self, max_events: u64) -> bool {
        self.excerpt.step(&mut self.simulation, max_events)
    }

    /// Removes and returns the rows since the last call, of `from_s <= time_s < to_s`. Hops begin with those of packets
    /// that were on links at `from_s`: they were offered earlier. Changes of queues come last for packets that left a
    /// buffer shortly before `to_s`, because ports notice that late.
    pub fn take_rows(&mut self) -> Tables {
        self.simulation.take_rows()
    }

    /// The window, s; it ends with the present if the run isn't finished.
    pub fn window_s(&self) -> (f64, f64) {
        (seconds(self.excerpt.from), seconds(self.excerpt.to))
    }

    /// Share of the window's simulation that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        let Excerpt { finished, start, to, .. } = self.excerpt;
        if finished {
            return 1.0;
        }
        let (done, all) = (self.simulation.now - start, to - start);
        done as f64 / all as f64
    }

    /// The copy of the run.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }
}

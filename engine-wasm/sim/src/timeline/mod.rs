//! Changes during a run: links become faster, slower, longer or shorter, and flows change their routes. Each change
//! happens at its time, before packets that arrive then; changes at the same time happen in the order of the list.

use crate::kernel::Nanos;
use crate::message::{Message, quoted};
use crate::messages;
use crate::net::directory::Directory;
use crate::net::{loss::Loss, queue::Queue};
use crate::schema::shape::number;
use crate::schema::{limits, problem::Problem};

described! {
    /// One change and its time.
    pub struct TimedChange {
        /// When it happens.
        at_s: f64 = number("s", 0.0, limits::DURATION_S);
        /// The change.
        change: Change = Change::SHAPE;
    }
}

/// The operations that a change can use.
pub trait Network {
    /// Sets the rate or propagation delay of a directed link; `None` keeps the current value.
    fn set_link(&mut self, link: u32, rate_bps: Option<u64>, delay: Option<Nanos>);
    /// Replaces the queue discipline of a directed link, which keeps its packets.
    fn set_queue(&mut self, link: u32, queue: &Queue);
    /// Replaces the losses of a directed link.
    fn set_loss(&mut self, link: u32, loss: &Loss);
    /// Changes the route of a flow's data, of its ACKs, or of both.
    fn set_route(&mut self, flow: u16, data: Option<&[u32]>, acks: Option<&[u32]>);
}

/// A field of a change that refers to something the scenario doesn't have.
#[derive(Clone, Debug)]
pub struct Fault {
    field: &'static str,
    problem: Message,
    allowed: Message,
}

/// Changes a network while it runs.
pub trait ChangeRule {
    /// Fields that refer to something the scenario doesn't have. A scenario with faults is rejected.
    fn faults(&mut self) -> Vec<Fault>;
    /// Applies the change.
    fn apply(&mut self, network: &mut dyn Network);
}

registry! {
    /// A change during a run.
    set "change", "Change";
    choice Change; running RunningChange; rule ChangeRule; context Directory;
    members { set_link::SetLink, set_queue::SetQueue, set_loss::SetLoss, set_route::SetRoute }
    dispatch {
        fn faults() -> Vec<Fault>;
        fn apply(network: &mut dyn Network);
    }
}

/// A change of one link's properties.
pub trait LinkChange: Clone {
    /// The link: a direction, e.g. `R1>R2`, or the name of a link for both directions.
    fn link(&self) -> &str;
    /// Applies the change to one directed link.
    fn apply(&self, link: u32, network: &mut dyn Network);
}

/// A change of one link, with the directed links that it applies to.
#[derive(Clone, Debug)]
pub struct AtLinks<T> {
    change: T,
    links: Vec<u32>,
    faults: Vec<Fault>,
}

impl<T: LinkChange> AtLinks<T> {
    fn new(change: &T, directory: &Directory) -> Self {
        let links = directory.links(change.link());
        let fault = || {
            let problem = messages::no_such_link(&quoted(change.link()));
            Fault { field: "link", problem, allowed: directory.link_names() }
        };
        let faults = if links.is_empty() { vec![fault()] } else { Vec::new() };
        Self { change: change.clone(), links, faults }
    }
}

impl<T: LinkChange> ChangeRule for AtLinks<T> {
    fn faults(&mut self) -> Vec<Fault> {
        self.faults.clone()
    }

    fn apply(&mut self, network: &mut dyn Network) {
        for &link in &self.links {
            self.change.apply(link, network);
        }
    }
}

/// Finds the problems of a timeline.
pub fn check(timeline: &[TimedChange], directory: &Directory) -> Vec<Problem> {
    let faults = timeline.iter().enumerate().flat_map(|(index, timed)| {
        let faults = timed.change.start(directory).faults();
        faults.into_iter().map(move |Fault { field, problem, allowed }| {
            Problem::new(format!("timeline.{index}.change.{field}"), problem, allowed)
        })
    });
    faults.collect()
}

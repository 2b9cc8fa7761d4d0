//! What changes while a run goes on: links get faster, slower, longer or shorter, flows take another way. Each change happens
//! at its moment, before packets that arrive then; those of one moment in the order of the list.

use vegaslab_json::quoted;

use crate::kernel::Nanos;
use crate::net::places::Places;
use crate::net::{loss::Loss, queue::Queue};
use crate::scenario::shape::{number, part};
use crate::scenario::{Problem, limits};

described! {
    /// One change and its time.
    pub struct TimedChange {
        /// When it happens.
        at_s: f64 = number("s", 0.0, limits::DURATION_S);
        /// What changes.
        change: Change = part("change");
    }
}

/// What a change can change.
pub trait Network {
    /// Another rate or propagation delay of a directed link; `None` leaves it as it is.
    fn set_link(&mut self, link: u32, rate_bps: Option<u64>, delay: Option<Nanos>);
    /// Another queue discipline of a directed link, over the same packets.
    fn set_queue(&mut self, link: u32, queue: &Queue);
    /// Other losses of a directed link.
    fn set_loss(&mut self, link: u32, loss: &Loss);
    /// Another way of a flow's data, of its ACKs, or of both.
    fn set_route(&mut self, flow: u16, data: Option<&[u32]>, acks: Option<&[u32]>);
}

/// Something that a change names and that is not there.
#[derive(Clone, Debug)]
pub struct Fault {
    field: &'static str,
    problem: String,
    allowed: String,
}

/// Changes a network while it runs.
pub trait ChangeRule {
    /// What it names and is not there. A scenario with faults does not run.
    fn faults(&mut self) -> Vec<Fault>;
    /// Makes the change.
    fn apply(&mut self, network: &mut dyn Network);
}

registry! {
    /// What changes at a moment of a run.
    set "change", "Change";
    choice Change; running RunningChange; rule ChangeRule; context Places;
    members { set_link::SetLink, set_queue::SetQueue, set_loss::SetLoss, set_route::SetRoute }
    dispatch {
        fn faults() -> Vec<Fault>;
        fn apply(network: &mut dyn Network);
    }
}

/// A change of what one link is.
pub trait LinkChange: Clone {
    /// The link: a direction such as `R1>R2`, or the name of a link for both.
    fn link(&self) -> &str;
    /// Makes the change at one directed link.
    fn apply(&self, link: u32, network: &mut dyn Network);
}

/// A change of one link, with the directed links that it names.
#[derive(Clone, Debug)]
pub struct AtLinks<T> {
    change: T,
    links: Vec<u32>,
    faults: Vec<Fault>,
}

impl<T: LinkChange> AtLinks<T> {
    fn new(change: &T, places: &Places) -> Self {
        let links = places.links(change.link());
        let fault = || {
            let problem = format!("no link is called {}", quoted(change.link()));
            Fault { field: "link", problem, allowed: format!("one of {}", places.link_names()) }
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

/// What is wrong with a timeline.
pub fn check(timeline: &[TimedChange], places: &Places) -> Vec<Problem> {
    let faults = timeline.iter().enumerate().flat_map(|(index, timed)| {
        let faults = timed.change.start(places).faults();
        faults.into_iter().map(move |Fault { field, problem, allowed }| {
            Problem::new(format!("timeline.{index}.change.{field}"), problem, allowed)
        })
    });
    faults.collect()
}

//! What changes while a run goes on: links get faster, slower, longer or shorter, flows take another way. Each change happens
//! at its moment, before packets that arrive then; those of one moment in the order of the list.

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

/// The directed links that a change names.
#[derive(Clone, Debug)]
struct Named {
    links: Vec<u32>,
    faults: Vec<Fault>,
}

impl Named {
    fn new(link: &str, places: &Places) -> Self {
        let links = places.links(link);
        let fault = || {
            let (problem, allowed) = (format!("no link is called {link:?}"), format!("one of {}", places.link_names()));
            Fault { field: "link", problem, allowed }
        };
        let faults = if links.is_empty() { vec![fault()] } else { Vec::new() };
        Self { links, faults }
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

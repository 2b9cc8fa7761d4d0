//! Changes the route of a flow. Packets under way keep the old route, so some may overtake others, as in a real
//! network. The path properties given to the sender at the start, e.g. the propagation RTT, aren't updated; the sender
//! must measure the new path itself.

use super::{ChangeRule, Fault, Network};
use crate::message::quoted;
use crate::messages;
use crate::net::directory::Directory;
use crate::schema::limits;
use crate::schema::shape::{Part, list, optional, text};

described! {
    /// Moves a flow to other links.
    pub struct SetRoute {
        /// Name of the flow.
        flow: String = text(limits::NAME_LENGTH);
        /// Nodes on the data's path between the ends of the flow, in order; none: the path with the fewest links;
        /// null: no change.
        route: Option<Vec<String>> = optional(&list(&text(limits::NAME_LENGTH), limits::ROUTE_NODES)), default null;
        /// Nodes on the ACKs' path, in the order in which the ACKs reach them.
        route_back: Option<Vec<String>> = optional(&list(&text(limits::NAME_LENGTH), limits::ROUTE_NODES)), default null;
    }
}

/// The change, resolved to the flow's index and directed links.
#[derive(Clone, Debug, Default)]
pub struct Running {
    flow: u16,
    data: Option<Vec<u32>>,
    acks: Option<Vec<u32>>,
    faults: Vec<Fault>,
}

impl Part<Directory> for SetRoute {
    const LABEL: &'static str = "Change a route";
    const SOURCE: &'static str = "";
    type Running = Running;
    fn start(&self, directory: &Directory) -> Running {
        let mut faults = Vec::new();
        let Some(ends) = directory.flow(&self.flow) else {
            let problem = messages::no_such_flow(&quoted(&self.flow));
            faults.push(Fault { field: "flow", problem, allowed: directory.flow_names() });
            return Running { faults, ..Running::default() };
        };
        let mut path = |field, from: &str, between: &Option<Vec<String>>, to: &str| {
            let path = directory.path(from, between.as_ref()?, to);
            let allowed = || messages::nodes_between(&quoted(from), &quoted(to));
            path.map_err(|problem| faults.push(Fault { field, problem, allowed: allowed() })).ok()
        };
        let data = path("route", &ends.from, &self.route, &ends.to);
        let acks = path("route_back", &ends.to, &self.route_back, &ends.from);
        Running { flow: ends.flow, data, acks, faults }
    }
}

impl ChangeRule for Running {
    fn faults(&mut self) -> Vec<Fault> {
        self.faults.clone()
    }

    fn apply(&mut self, network: &mut dyn Network) {
        network.set_route(self.flow, self.data.as_deref(), self.acks.as_deref());
    }
}

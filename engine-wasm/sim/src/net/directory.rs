//! Finds a scenario's links, flows and datagram sources by name. Scripted drops and the timeline refer to them by name.

use super::topology::{Topology, nodes_of_path};
use crate::message::{Message, quoted};
use crate::messages;
use crate::names::Names;
use crate::scenario::{Link, Scenario};
use crate::schema::suggest::one_of;

/// The two end nodes of a flow or datagram source.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Index of the flow; sources come after the flows.
    pub flow: u16,
    /// Node of the sender.
    pub from: String,
    /// Node of the receiver.
    pub to: String,
}

/// Directed links and flows by name.
#[derive(Clone, Debug, Default)]
pub struct Directory {
    links: Vec<Link>,
    directed: Names,
    /// Indices of the entries of `links`, by link name.
    entries: Names,
    /// Indices in `ends` by name: flows, then datagram sources.
    flows: Names,
    ends: Vec<Ends>,
}

impl Directory {
    /// Builds the directory of a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let topology = Topology::new(&scenario.links);
        let mut directory = Self { links: scenario.links.clone(), ..Self::default() };
        for (directed, number) in topology.directed.iter().zip(0..) {
            directory.directed.add(&directed.name(), number);
        }
        for (link, number) in scenario.links.iter().zip(0..) {
            directory.entries.add(&link.name, number);
        }
        let flows = scenario.flows.iter().map(|flow| (&flow.name, &flow.from, &flow.to));
        let sources = scenario.datagrams.iter().map(|source| (&source.name, &source.from, &source.to));
        for ((name, from, to), index) in flows.chain(sources).zip(0..) {
            // If a flow and a source have the same name, the name refers to the flow.
            directory.flows.add(name, u32::from(index));
            directory.ends.push(Ends { flow: index, from: from.clone(), to: to.clone() });
        }
        directory
    }

    fn directed_between(&self, from: &str, to: &str) -> Option<u32> {
        self.directed_link(&format!("{from}>{to}"))
    }

    /// The directed link with this name, e.g. `R1>R2`.
    pub fn directed_link(&self, name: &str) -> Option<u32> {
        self.directed.number(name)
    }

    /// The directed links with this name: one for a direction, e.g. `R1>R2`; all directions for the name of a link.
    pub fn links(&self, name: &str) -> Vec<u32> {
        if let Some(link) = self.directed_link(name) {
            return vec![link];
        }
        let Some(entry) = self.entries.number(name) else { return Vec::new() };
        let link = &self.links[entry as usize];
        let directions = [(&link.from, &link.to), (&link.to, &link.from)];
        let directions = directions.iter().take(1 + usize::from(link.both_ways));
        directions.filter_map(|(from, to)| self.directed_between(from, to)).collect()
    }

    /// The ends of a flow or datagram source.
    pub fn flow(&self, name: &str) -> Option<&Ends> {
        self.flows.number(name).map(|index| &self.ends[index as usize])
    }

    /// The directed links of the path over the given nodes, or of the path with the fewest links if no nodes are given.
    ///
    /// # Errors A message that names the missing link or path.
    pub fn path(&self, from: &str, between: &[String], to: &str) -> Result<Vec<u32>, Message> {
        let topology = Topology::new(&self.links);
        if between.is_empty() {
            return topology.route(from, to).ok_or_else(|| messages::no_path_leads(&quoted(from), &quoted(to)));
        }
        let missing = |(from, to): (&str, &str)| messages::no_link_leads(&quoted(from), &quoted(to));
        topology.path(&nodes_of_path(from, between, to)).map_err(missing)
    }

    /// Names that [`directed_link`](Self::directed_link) accepts.
    pub fn directed_link_names(&self) -> Message {
        one_of(&self.directed.all())
    }

    /// Names that [`links`](Self::links) accepts.
    pub fn link_names(&self) -> Message {
        one_of(&[self.entries.all(), self.directed.all()].concat())
    }

    /// Names that [`flow`](Self::flow) accepts.
    pub fn flow_names(&self) -> Message {
        one_of(&self.flows.all())
    }
}

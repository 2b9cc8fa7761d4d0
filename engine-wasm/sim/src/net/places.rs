//! Names of a scenario's links, flows and sources of datagrams, for what refers to them from elsewhere: scripted drops and the timeline.

use std::collections::BTreeMap;

use super::topology::{Topology, nodes_of_path};
use crate::scenario::{Link, Scenario};

/// The ends of a flow or of a source of datagrams.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Index of the flow; sources follow the flows.
    pub flow: u16,
    /// Node of the sender.
    pub from: String,
    /// Node of the receiver.
    pub to: String,
}

/// Directed links and flows by name.
#[derive(Clone, Debug, Default)]
pub struct Places {
    list: Vec<Link>,
    directed: BTreeMap<String, u32>,
    entries: BTreeMap<String, Vec<u32>>,
    flows: BTreeMap<String, Ends>,
}

impl Places {
    /// The places of a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let topology = Topology::new(&scenario.links);
        let names = topology.directed.iter().map(|directed| directed.name());
        let mut places = Self { directed: names.zip(0..).collect(), list: scenario.links.clone(), ..Self::default() };
        for link in &scenario.links {
            let ways = [(&link.from, &link.to), (&link.to, &link.from)];
            let directions = ways.iter().take(1 + usize::from(link.both_ways));
            let links = directions.filter_map(|(from, to)| places.directed(from, to)).collect();
            places.entries.insert(link.name.clone(), links);
        }
        let flows = scenario.flows.iter().map(|flow| (&flow.name, &flow.from, &flow.to));
        let sources = scenario.datagrams.iter().map(|source| (&source.name, &source.from, &source.to));
        for ((name, from, to), index) in flows.chain(sources).zip(0..) {
            // Where a source is called like a flow, the flow is meant.
            places.flows.entry(name.clone()).or_insert(Ends { flow: index, from: from.clone(), to: to.clone() });
        }
        places
    }

    fn directed(&self, from: &str, to: &str) -> Option<u32> {
        self.one_way(&format!("{from}>{to}"))
    }

    /// The directed link of a name such as `R1>R2`.
    pub fn one_way(&self, name: &str) -> Option<u32> {
        self.directed.get(name).copied()
    }

    /// The directed links of a name: one of `R1>R2`, and those of both directions if the link itself is named.
    pub fn links(&self, name: &str) -> Vec<u32> {
        self.one_way(name).map(|link| vec![link]).or_else(|| self.entries.get(name).cloned()).unwrap_or_default()
    }

    /// A flow or a source of datagrams, and its ends.
    pub fn flow(&self, name: &str) -> Option<&Ends> {
        self.flows.get(name)
    }

    /// The directed links of the path over these nodes between its ends, or if there are none of the one with the fewest
    /// links.
    ///
    /// # Errors
    /// Where it breaks, in words.
    pub fn path(&self, from: &str, between: &[String], to: &str) -> Result<Vec<u32>, String> {
        let topology = Topology::new(&self.list);
        if between.is_empty() {
            return topology.route(from, to).ok_or_else(|| format!("no path leads from {from:?} to {to:?}"));
        }
        let missing = |(from, to)| format!("no link leads from {from:?} to {to:?}");
        topology.path(&nodes_of_path(from, between, to)).map_err(missing)
    }

    /// Names that [`one_way`](Self::one_way) knows.
    pub fn one_way_names(&self) -> String {
        self.directed.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
    }

    /// Names that [`links`](Self::links) knows.
    pub fn link_names(&self) -> String {
        self.entries.keys().chain(self.directed.keys()).map(String::as_str).collect::<Vec<_>>().join(", ")
    }

    /// Names that [`flow`](Self::flow) knows.
    pub fn flow_names(&self) -> String {
        self.flows.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

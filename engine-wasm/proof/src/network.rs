//! Random networks: a topology from the registry with changes and additions, or a row of routers with a few extra
//! links.

use serde_json::{Map, Value, json};
use vegaslab_sim::scenario::{Link, WayBack, topology};
use vegaslab_sim::schema::shape::Described as _;

use crate::draw::Draw;

/// A network in the form of a scenario, with the nodes and edges for choosing paths.
#[derive(Debug)]
pub struct Network {
    /// The topology part, or null.
    pub topology: Value,
    /// The list of links.
    pub links: Vec<Value>,
    /// The names of all its links.
    pub link_names: Vec<String>,
    /// Its directed links, by nodes.
    edges: Vec<(String, String)>,
    /// Its nodes.
    pub nodes: Vec<String>,
}

impl Network {
    /// A random network in which every node reaches every other. The names of its nodes and links begin with `prefix`,
    /// unless they come from a topology.
    pub fn random(draw: &mut Draw, prefix: &str) -> Self {
        let mut network = Self {
            topology: Value::Null,
            links: Vec::new(),
            link_names: Vec::new(),
            edges: Vec::new(),
            nodes: Vec::new(),
        };
        if prefix.is_empty() && draw.chance(0.25) {
            network.add_topology(draw);
        } else {
            let routers = 2 + draw.below(4);
            network.nodes = (1..=routers).map(|n| format!("{prefix}R{n}")).collect();
            for n in 1..routers {
                let (from, to) = (network.nodes[n - 1].clone(), network.nodes[n].clone());
                network.add_link(draw, format!("{prefix}link {n}"), &from, &to, true);
            }
        }
        for n in 1..=draw.below(3) {
            let (from, to) = network.ends(draw);
            let taken = |from: &str, to: &str| network.edges.iter().any(|(a, b)| a == from && b == to);
            let both_ways = draw.chance(0.7);
            if !taken(&from, &to) && !taken(&to, &from) {
                network.add_link(draw, format!("{prefix}across {n}"), &from, &to, both_ways);
            }
        }
        network
    }

    fn add_topology(&mut self, draw: &mut Draw) {
        self.topology = draw.part("topology");
        let topology_links = topology::links(&self.topology).expect("a part drawn from its shape is a valid topology");
        for link in &topology_links {
            self.link_names.push(link.name.clone());
            self.edges.push((link.from.clone(), link.to.clone()));
            self.edges.push((link.to.clone(), link.from.clone()));
            for node in [&link.from, &link.to] {
                if !self.nodes.contains(node) {
                    self.nodes.push(node.clone());
                }
            }
        }
        if draw.chance(0.5) {
            let mut changes = draw.fields(Link::FIELDS, &["name", "from", "to", "both_ways"]);
            changes.insert("name".into(), json!(draw.one_of(&topology_links).name));
            self.links.push(Value::Object(changes));
        }
    }

    fn add_link(&mut self, draw: &mut Draw, name: String, from: &str, to: &str, both_ways: bool) {
        let mut link: Map<String, Value> = draw.fields(Link::FIELDS, &["name", "from", "to", "both_ways", "back"]);
        if both_ways && draw.chance(0.3) {
            link.insert("back".into(), Value::Object(draw.fields(WayBack::FIELDS, &[])));
        }
        self.link_names.push(name.clone());
        let ends = json!({ "name": name, "from": from, "to": to, "both_ways": both_ways });
        link.extend(ends.as_object().cloned().unwrap_or_default());
        self.links.push(Value::Object(link));
        self.edges.push((from.to_owned(), to.to_owned()));
        if both_ways {
            self.edges.push((to.to_owned(), from.to_owned()));
        }
    }

    /// The name of a directed link.
    pub fn directed_link(&self, draw: &mut Draw) -> String {
        let (from, to) = draw.one_of(&self.edges);
        format!("{from}>{to}")
    }

    /// Two different nodes.
    pub fn ends(&self, draw: &mut Draw) -> (String, String) {
        let from = draw.below(self.nodes.len());
        let to = (from + 1 + draw.below(self.nodes.len() - 1)) % self.nodes.len();
        (self.nodes[from].clone(), self.nodes[to].clone())
    }

    /// The nodes between the ends of a random path without repeated nodes, or `None` if the random walk gets stuck.
    pub fn route_between(&self, draw: &mut Draw, from: &str, to: &str) -> Option<Vec<String>> {
        let mut path = vec![from.to_owned()];
        while let Some(here) = path.last().filter(|here| *here != to) {
            let next: Vec<&String> =
                self.edges.iter().filter(|(a, b)| a == here && !path.contains(b)).map(|(_, b)| b).collect();
            if next.is_empty() || path.len() > 60 {
                return None;
            }
            path.push((*draw.one_of(&next)).clone());
        }
        Some(path[1..path.len() - 1].to_vec())
    }
}

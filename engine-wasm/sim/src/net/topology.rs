//! Directed links and shortest routes.

use std::collections::{BTreeMap, VecDeque};

use crate::kernel::{Nanos, SECOND, from_milliseconds};
use crate::scenario::Link;

/// The directed links of a scenario: of each entry first the way out, then, if it leads both ways, the way back.
#[derive(Debug)]
pub struct Topology<'a> {
    /// The directed links, in order.
    pub directed: Vec<Directed<'a>>,
    leaving: BTreeMap<&'a str, Vec<usize>>,
}

/// One direction of a link.
#[derive(Clone, Copy, Debug)]
pub struct Directed<'a> {
    /// Node where it starts.
    pub from: &'a str,
    /// Node where it ends.
    pub to: &'a str,
    /// The entry of the scenario.
    pub link: &'a Link,
}

impl Directed<'_> {
    /// The name in traces and summaries, such as `R1>R2`.
    pub fn name(&self) -> String {
        format!("{}>{}", self.from, self.to)
    }
}

impl<'a> Topology<'a> {
    /// The topology that these links make.
    pub fn new(links: &'a [Link]) -> Self {
        let mut directed = Vec::with_capacity(2 * links.len());
        for link in links {
            directed.push(Directed { from: &link.from, to: &link.to, link });
            if link.both_ways {
                directed.push(Directed { from: &link.to, to: &link.from, link });
            }
        }
        let mut leaving: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, link) in directed.iter().enumerate() {
            leaving.entry(link.from).or_default().push(index);
            leaving.entry(link.to).or_default();
        }
        Self { directed, leaving }
    }

    /// Names of all nodes, in alphabetical order.
    pub fn nodes(&self) -> impl Iterator<Item = &'a str> {
        self.leaving.keys().copied()
    }

    /// Whether a link touches this node.
    pub fn has_node(&self, node: &str) -> bool {
        self.leaving.contains_key(node)
    }

    /// Time that a packet of this size takes over a path without any queue.
    pub fn unloaded_delay(&self, path: &[u32], size: u32) -> Nanos {
        let links = path.iter().map(|&link| self.directed[link as usize].link);
        let bits = u64::from(size) * 8;
        links.map(|link| from_milliseconds(link.delay_ms) + bits * SECOND / link.rate_bps).sum()
    }

    /// The directed links of the path with the fewest links; among equals the one whose links come first in the list.
    pub fn route(&self, from: &str, to: &str) -> Option<Vec<u32>> {
        let mut reached_by: BTreeMap<&str, Option<usize>> = BTreeMap::new();
        let (start, _) = self.leaving.get_key_value(from)?;
        reached_by.insert(start, None);
        let mut frontier = VecDeque::from([*start]);
        while let Some(node) = frontier.pop_front() {
            if node == to {
                break;
            }
            for &link in &self.leaving[node] {
                let next = self.directed[link].to;
                if !reached_by.contains_key(next) {
                    reached_by.insert(next, Some(link));
                    frontier.push_back(next);
                }
            }
        }
        let mut path = Vec::new();
        let mut node = to;
        while let Some(link) = *reached_by.get(node)? {
            path.push(link as u32);
            node = self.directed[link].from;
        }
        path.reverse();
        Some(path)
    }
}

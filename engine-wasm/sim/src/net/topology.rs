//! Directed links and the paths over them: the path with the fewest links, or a static path given by its nodes.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::{loss::Loss, queue::Queue};
use crate::kernel::{Nanos, SECOND, from_milliseconds};
use crate::names::Names;
use crate::scenario::Link;

/// The directed links of a scenario: for each entry the forward direction, then the reverse one if the link works both
/// ways.
#[derive(Debug)]
pub struct Topology<'a> {
    /// The directed links, in order.
    pub directed: Vec<Directed<'a>>,
    /// Numbers of the nodes.
    nodes: Names,
    /// For each node, the links that leave it and the nodes that they reach.
    leaving: Vec<Vec<(u32, usize)>>,
    /// Cache of shortest-path trees: many flows start from few routers.
    trees: RefCell<Vec<(usize, Rc<Tree>)>>,
}

/// The shortest paths from one node: for each other node, the last link and the node before it.
type Tree = Vec<Option<(u32, usize)>>;

/// Maximum number of cached trees; when it is reached, the cache is cleared.
const TREES: usize = 64;

/// One direction of a link, with the parameters of this direction.
#[derive(Clone, Copy, Debug)]
pub struct Directed<'a> {
    /// Node where it starts.
    pub from: &'a str,
    /// Node where it ends.
    pub to: &'a str,
    /// Transmission rate, bit/s.
    pub rate_bps: u64,
    /// Propagation delay, ms.
    pub delay_ms: f64,
    /// Period of the software clock that releases packets, us.
    pub clock_us: u32,
    /// Output buffer.
    pub queue: &'a Queue,
    /// Packets lost on the link.
    pub loss: &'a Loss,
}

impl<'a> Directed<'a> {
    fn forward(link: &'a Link) -> Self {
        let Link { from, to, rate_bps, delay_ms, clock_us, queue, loss, .. } = link;
        Self { from, to, rate_bps: *rate_bps, delay_ms: *delay_ms, clock_us: *clock_us, queue, loss }
    }

    fn reverse(link: &'a Link) -> Self {
        let out = Self::forward(link);
        let mirrored = Self { from: out.to, to: out.from, ..out };
        let Some(back) = &link.back else { return mirrored };
        Self {
            rate_bps: back.rate_bps.unwrap_or(out.rate_bps),
            delay_ms: back.delay_ms.unwrap_or(out.delay_ms),
            clock_us: back.clock_us.unwrap_or(out.clock_us),
            queue: back.queue.as_ref().unwrap_or(out.queue),
            loss: back.loss.as_ref().unwrap_or(out.loss),
            ..mirrored
        }
    }

    /// The name in traces and summaries, e.g. `R1>R2`.
    pub fn name(&self) -> String {
        format!("{}>{}", self.from, self.to)
    }
}

impl<'a> Topology<'a> {
    /// Builds the topology of these links.
    pub fn new(links: &'a [Link]) -> Self {
        let mut directed = Vec::with_capacity(2 * links.len());
        for link in links {
            directed.push(Directed::forward(link));
            if link.both_ways {
                directed.push(Directed::reverse(link));
            }
        }
        let mut nodes = Names::default();
        let mut leaving: Vec<Vec<(u32, usize)>> = Vec::new();
        let mut number = |node: &str, leaving: &mut Vec<_>| {
            if nodes.add(node, leaving.len() as u32) {
                leaving.push(Vec::new());
                return leaving.len() - 1;
            }
            nodes.number(node).map_or(0, |number| number as usize)
        };
        for (index, link) in directed.iter().enumerate() {
            let (from, to) = (number(link.from, &mut leaving), number(link.to, &mut leaving));
            leaving[from].push((index as u32, to));
        }
        Self { directed, nodes, leaving, trees: RefCell::default() }
    }

    /// Names of all nodes, in alphabetical order.
    pub fn nodes(&self) -> Vec<&str> {
        self.nodes.all()
    }

    fn number(&self, node: &str) -> Option<usize> {
        self.nodes.number(node).map(|number| number as usize)
    }

    /// Returns whether a link touches this node.
    pub fn has_node(&self, node: &str) -> bool {
        self.number(node).is_some()
    }

    /// One-way delay of a packet of this size over a path whose queues are empty.
    pub fn unloaded_delay(&self, path: &[u32], size: u32) -> Nanos {
        let links = path.iter().map(|&link| &self.directed[link as usize]);
        let bits = u64::from(size) * 8;
        links.map(|link| from_milliseconds(link.delay_ms) + bits * SECOND / link.rate_bps).sum()
    }

    /// The directed links of the path with the fewest links; ties go to the links listed first.
    pub fn route(&self, from: &str, to: &str) -> Option<Vec<u32>> {
        let (start, end) = (self.number(from)?, self.number(to)?);
        // A host has a single link, so search only from the router behind it.
        let (root, first) = match self.leaving[start][..] {
            [(link, router)] if start != end => (router, Some(link)),
            _ => (start, None),
        };
        let tree = self.tree(root);
        let mut path = Vec::new();
        let mut node = end;
        while node != root {
            let (link, before) = tree[node]?;
            path.push(link);
            node = before;
        }
        path.extend(first);
        path.reverse();
        Some(path)
    }

    /// The shortest paths from a node; ties go to the links listed first.
    fn tree(&self, root: usize) -> Rc<Tree> {
        let mut trees = self.trees.borrow_mut();
        if let Some((_, tree)) = trees.iter().find(|(from, _)| *from == root) {
            return tree.clone();
        }
        let mut tree = vec![None; self.leaving.len()];
        let mut frontier = VecDeque::from([root]);
        while let Some(node) = frontier.pop_front() {
            for &(link, next) in &self.leaving[node] {
                if next != root && tree[next].is_none() {
                    tree[next] = Some((link, node));
                    frontier.push_back(next);
                }
            }
        }
        if trees.len() == TREES {
            trees.clear();
        }
        let tree = Rc::new(tree);
        trees.push((root, tree.clone()));
        tree
    }

    /// The directed links of the path over exactly these nodes, both ends included.
    ///
    /// # Errors
    /// The first two neighbors that no link connects in this direction.
    pub fn path<'n>(&self, nodes: &[&'n str]) -> Result<Vec<u32>, (&'n str, &'n str)> {
        let step = |pair: &[&'n str]| {
            let (from, to) = (pair[0], pair[1]);
            let link = self.number(from).and_then(|node| {
                let to = self.number(to)?;
                self.leaving[node].iter().find(|(_, next)| *next == to)
            });
            link.map(|&(link, _)| link).ok_or((from, to))
        };
        nodes.windows(2).map(step).collect()
    }

    /// The path of a flow: over the given nodes between its ends, or the path with the fewest links if no nodes are
    /// given.
    pub fn path_of_flow(&self, from: &str, between: &[String], to: &str) -> Option<Vec<u32>> {
        if between.is_empty() { self.route(from, to) } else { self.path(&nodes_of_path(from, between, to)).ok() }
    }
}

/// The nodes of a static path, ends included.
pub fn nodes_of_path<'n>(from: &'n str, between: &'n [String], to: &'n str) -> Vec<&'n str> {
    std::iter::once(from).chain(between.iter().map(String::as_str)).chain([to]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::typed::Typed;
    use serde_json::{Value, json};

    fn links(entries: Value) -> Vec<Link> {
        let fill = |mut entry: Value| {
            for (field, default) in [
                ("name", entry["from"].clone()),
                ("both_ways", json!(true)),
                ("rate_bps", json!(1_000)),
                ("delay_ms", json!(1.0)),
                ("clock_us", json!(0)),
                ("queue", json!({ "kind": "drop_tail_bytes", "limit_bytes": 1_000 })),
                ("loss", json!({ "kind": "none" })),
                ("back", Value::Null),
            ] {
                let entry = entry.as_object_mut().unwrap();
                entry.entry(field).or_insert(default);
            }
            Typed::from_value(&entry).unwrap()
        };
        entries.as_array().unwrap().iter().cloned().map(fill).collect()
    }

    /// The chain a-b-c-d and a shortcut a>c. Links 0 and 1: a>b, b>a; 2 and 3: b>c, c>b; 4 and 5: c>d, d>c; 6: a>c.
    fn shortcut() -> Vec<Link> {
        links(json!([
            { "from": "a", "to": "b" }, { "from": "b", "to": "c" }, { "from": "c", "to": "d" },
            { "from": "a", "to": "c", "both_ways": false },
        ]))
    }

    #[test]
    fn the_route_has_the_fewest_links() {
        let links = shortcut();
        let topology = Topology::new(&links);
        assert_eq!(topology.route("a", "d"), Some(vec![6, 4]));
        assert_eq!(topology.route("d", "a"), Some(vec![5, 3, 1]));
        assert_eq!(topology.route("a", "a"), Some(vec![]));
        assert_eq!(topology.route("a", "e"), None);
    }

    #[test]
    fn ties_go_to_the_links_listed_first() {
        let entries = json!([{ "from": "a", "to": "y" }, { "from": "a", "to": "x" }, { "from": "x", "to": "b" },
                             { "from": "y", "to": "b" }]);
        let links = links(entries);
        assert_eq!(Topology::new(&links).route("a", "b"), Some(vec![0, 6]));
    }

    #[test]
    fn a_static_path_uses_its_nodes_or_reports_the_missing_link() {
        let links = shortcut();
        let topology = Topology::new(&links);
        assert_eq!(topology.path(&["a", "b", "c", "d"]), Ok(vec![0, 2, 4]));
        assert_eq!(topology.path(&["a", "c"]), Ok(vec![6]));
        assert_eq!(topology.path(&["d", "c", "a"]), Err(("c", "a")));
        assert_eq!(topology.path(&["a", "e"]), Err(("a", "e")));
        assert_eq!(topology.path_of_flow("a", &["b".into()], "c"), Some(vec![0, 2]));
        assert_eq!(topology.path_of_flow("a", &[], "c"), Some(vec![6]));
    }

    #[test]
    fn the_reverse_direction_differs_only_in_the_fields_of_back() {
        let entries = json!([{ "from": "a", "to": "b", "clock_us": 7, "back": {
            "rate_bps": 500, "delay_ms": null, "clock_us": 0, "queue": null,
            "loss": { "kind": "bit_error", "ber": 0.5 } } }]);
        let links = links(entries);
        let [out, back] = Topology::new(&links).directed[..] else { panic!("the link should have two directions") };
        assert_eq!((out.rate_bps, out.delay_ms, out.clock_us, out.loss), (1_000, 1.0, 7, &links[0].loss));
        assert_eq!((back.rate_bps, back.delay_ms, back.clock_us), (500, 1.0, 0));
        assert_eq!((back.name().as_str(), back.queue), ("b>a", &links[0].queue));
        assert_ne!(back.loss, out.loss);
    }
}

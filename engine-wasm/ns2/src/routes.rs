//! Checks routes. Like the simulator, ns-2 uses the path with the fewest links, but it may choose another one of
//! several.

use vegaslab_sim::net::topology::Topology;

use crate::Script;

/// Refuses a path that ns-2 wouldn't take, or might not.
pub fn check(topology: &Topology<'_>, from: &str, between: &[String], to: &str, path: &str, script: &mut Script) {
    if topology.path_of_flow(from, between, to) != topology.route(from, to) {
        script.refuse(path, "ns-2 takes the path with the fewest links", "an empty list");
    } else if shortest_paths(topology, from, to) > 1 {
        script.refuse(path, "several paths have the fewest links, and ns-2 may take another", "one shortest path");
    }
}

/// Counts the shortest paths, up to two.
fn shortest_paths(topology: &Topology<'_>, from: &str, to: &str) -> u32 {
    let mut level = vec![(from, 1)];
    let mut seen = vec![from];
    while !level.is_empty() {
        if let Some((_, paths)) = level.iter().find(|(node, _)| *node == to) {
            return *paths;
        }
        let mut next: Vec<(&str, u32)> = Vec::new();
        for (node, paths) in level {
            for link in topology.directed.iter().filter(|link| link.from == node && !seen.contains(&link.to)) {
                match next.iter_mut().find(|(reached, _)| *reached == link.to) {
                    Some((_, count)) => *count = (*count + paths).min(2),
                    None => next.push((link.to, paths)),
                }
            }
        }
        seen.extend(next.iter().map(|(node, _)| *node));
        level = next;
    }
    0
}

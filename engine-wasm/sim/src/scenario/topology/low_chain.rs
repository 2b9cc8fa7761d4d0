//! The multi-link network of Low et al. 2000, Figure 4. The drawing is lost, but the tables determine it. The queues
//! are named LA, SF and CH. The base RTTs show how many of them each connection passes, and the rates show which: 1a,
//! 3a and 6a pass LA; 1a, 2a, 4a and 6a pass SF; 2a, 5a and 6a pass CH. So the backbone is a chain of three links.
//! The text doesn't name the fourth router; it's called East here.
//!
//! Connections 3a, 4a and 5a pass one link each and have latencies of 15, 60 and 20 ms. Those of 1a and 2a, 75 and 80
//! ms, are exactly the sums over their links, so all latency is on the backbone. Only 6a, with 100 ms, has 5 ms more
//! than its sum; they're on the link of its sender.

use super::wiring::{self, Access};
use crate::net::queue::Queue;
use crate::scenario::link::Link;
use crate::schema::limits;
use crate::schema::shape::{integer, number};

described! {
    /// The backbone LA, SF, CH, East with the links LA, SF and CH, named after the router that queues for them, and hosts
    /// Host1a to Host6a, which send to Host1b to Host6b.
    pub struct LowChain {
        /// Rate of the three backbone links.
        rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 48_000_000;
        /// Rate of the links to the hosts.
        access_rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 100_000_000;
        /// Round trip latency of the link from LA to SF. Propagation only.
        la_latency_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 15.0, label "Latency LA to SF";
        /// Round trip latency of the link from SF to CH.
        sf_latency_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 60.0, label "Latency SF to CH";
        /// Round trip latency of the link from CH to East.
        ch_latency_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 20.0, label "Latency CH to East";
        /// Round trip latency of the sixth connection beyond that of the backbone.
        host6_latency_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 5.0, label "Extra latency of host 6";
        /// Buffers of the backbone. The paper's have no limit.
        queue: Queue = Queue::SHAPE, default { "kind": "drop_tail_packets", "limit_packets": 100_000_000 };
    }
}

/// The routers at which each connection enters and leaves the backbone.
const CONNECTIONS: [(&str, &str); 6] =
    [("LA", "CH"), ("SF", "East"), ("LA", "SF"), ("SF", "CH"), ("CH", "East"), ("LA", "East")];

topology! {
    LowChain, "Low, Peterson & Wang 2000, Figure 4 and Tables 3 and 4", label "Low et al., three bottlenecks";
    |net| {
        let hops =
            [("LA", "SF", net.la_latency_ms), ("SF", "CH", net.sf_latency_ms), ("CH", "East", net.ch_latency_ms)];
        let hop =
            |(from, to, latency_ms)| wiring::link(from, from, to, net.rate_bps, latency_ms / 2.0, net.queue.clone());
        let mut links: Vec<Link> = hops.into_iter().map(hop).collect();
        for (n, (entry, exit)) in (1..).zip(CONNECTIONS) {
            let latency_ms = if n == 6 { net.host6_latency_ms } else { 0.0 };
            let access = |delay_ms| Access::unlimited(net.access_rate_bps, delay_ms);
            links.push(access(latency_ms / 2.0).link(&format!("Host{n}a"), entry));
            links.push(access(0.0).link(exit, &format!("Host{n}b")));
        }
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::topology::Topology;
    use crate::scenario::topology::links;
    use serde_json::json;

    #[test]
    fn base_rtts_are_those_of_table_3() {
        let links = links(&json!({ "kind": "low_chain" })).unwrap();
        let rtt = |n| wiring::base_rtt(&links, &format!("Host{n}a"), &format!("Host{n}b"), 1_000, 40);
        // Latency, plus 0.166400 ms on the hosts' links and 0.173332 ms per backbone link: 75.51, 80.51, 15.34, 60.34,
        // 20.34 and 100.69 ms.
        let expected = [75_513_064, 80_513_064, 15_339_732, 60_339_732, 20_339_732, 100_686_396];
        assert_eq!((1..=6).map(rtt).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn each_queue_serves_the_connections_that_the_tables_show() {
        let links = links(&json!({ "kind": "low_chain" })).unwrap();
        let topology = Topology::new(&links);
        let passing = |router: &str| -> Vec<u32> {
            let passes = |n: &u32| {
                let path = topology.route(&format!("Host{n}a"), &format!("Host{n}b")).unwrap();
                path.iter().any(|&link| {
                    topology.directed[link as usize].from == router && links[link as usize / 2].name == router
                })
            };
            (1..=6).filter(passes).collect()
        };
        assert_eq!(passing("LA"), [1, 3, 6]);
        assert_eq!(passing("SF"), [1, 2, 4, 6]);
        assert_eq!(passing("CH"), [2, 5, 6]);
    }
}

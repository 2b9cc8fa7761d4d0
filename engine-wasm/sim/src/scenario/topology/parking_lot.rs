//! The parking lot: equal bottlenecks in a row, one long path over all of them, and cross traffic over each. See
//! Floyd 1991 on connections with multiple congested gateways, and Low et al. 2000, section 3, on fairness there.
//! Neither paper gives the numbers below; they're round ones of our own.

use super::wiring::{self, Access};
use crate::net::queue::Queue;
use crate::scenario::link::Link;
use crate::schema::limits;
use crate::schema::shape::{integer, number};

described! {
    /// Routers R1, R2, ... in a row, the long path from sender to receiver over all of them, and hosts s1, s2, ..., which send
    /// to r1, r2, ... over one link each: the first ones from R1 to R2, the next from R2 to R3, and so on.
    pub struct ParkingLot {
        /// Number of bottlenecks in a row.
        hops: u32 = integer("links", 1, 40), default 3, label "Bottlenecks";
        /// Number of host pairs with traffic across each bottleneck.
        cross_pairs: u32 = integer("pairs", 0, 24), default 1, label "Pairs across each bottleneck";
        /// Rate of each bottleneck.
        rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 10_000_000;
        /// Propagation delay of each bottleneck, one way.
        delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 10.0;
        /// Buffers of the bottlenecks.
        queue: Queue = Queue::SHAPE, default { "kind": "drop_tail_packets", "limit_packets": 50 };
        /// Rate of the links to the hosts.
        access_rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 100_000_000;
        /// Propagation delay of each link to a host, one way. Its buffer never fills.
        access_delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 1.0;
    }
}

topology! {
    ParkingLot, "Floyd 1991";
    |net| {
        let access = Access::unlimited(net.access_rate_bps, net.access_delay_ms);
        let router = |n: u32| format!("R{n}");
        let ends = [access.link("sender", &router(1)), access.link(&router(net.hops + 1), "receiver")];
        let row = (1..=net.hops).map(|n| {
            let (from, to) = (router(n), router(n + 1));
            wiring::link(&format!("{from}-{to}"), &from, &to, net.rate_bps, net.delay_ms, net.queue.clone())
        });
        let mut links: Vec<Link> = row.chain(ends).collect();
        for hop in 1..=net.hops {
            let first = (hop - 1) * net.cross_pairs + 1;
            links.extend(access.pairs(first, net.cross_pairs, &router(hop), &router(hop + 1)));
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
    fn the_long_path_passes_every_bottleneck_and_each_cross_path_its_own() {
        let links = links(&json!({ "kind": "parking_lot", "cross_pairs": 2 })).unwrap();
        let topology = Topology::new(&links);
        let path = |from: &str, to: &str| -> Vec<String> {
            let links = topology.route(from, to).unwrap();
            links.iter().map(|&link| topology.directed[link as usize].name()).collect()
        };
        assert_eq!(links.len(), 3 + 2 + 2 * 3 * 2);
        assert_eq!(path("sender", "receiver"), ["sender>R1", "R1>R2", "R2>R3", "R3>R4", "R4>receiver"]);
        assert_eq!(path("s1", "r1"), ["s1>R1", "R1>R2", "R2>r1"]);
        assert_eq!(path("s4", "r4"), ["s4>R2", "R2>R3", "R3>r4"]);
        assert_eq!(path("s6", "r6"), ["s6>R3", "R3>R4", "R4>r6"]);
        // 32 ms each way; 1000 bytes: 3 times 0.8 ms, twice 0.08 ms; 40 bytes: 3 times 0.032 ms, twice 0.0032 ms.
        assert_eq!(wiring::base_rtt(&links, "sender", "receiver", 1_000, 40), 66_662_400);
    }
}

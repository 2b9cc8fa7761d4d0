//! The single shared link of Low et al. 2000, Figure 1 and sections 6.1.1, 6.2 and 6.3. The paper gives each
//! connection's round-trip latency, but not which link has it. Here it's on the sending host's link, half in each
//! direction, so that the queue doesn't depend on the latencies. Packets have 1000 bytes and ACKs 40 bytes. With 100
//! Mbit/s to the hosts, transmission adds 0.340 ms to the latency, as in Tables 1 and 2; with 1600 Mbit/s it adds
//! 0.184 ms, as in Tables 5 to 7.

use super::wiring::{self, Access};
use crate::net::queue::Queue;
use crate::schema::limits;
use crate::schema::shape::{integer, list, number};

described! {
    /// Hosts Host1a, Host2a, ... at Router1, hosts Host1b, Host2b, ... at Router2, and between the routers the link
    /// bottleneck.
    pub struct LowSingle {
        /// Round trip latency of each connection; there are as many host pairs as entries. Propagation only.
        latencies_ms: Vec<f64> = list(&number("ms", 0.0, limits::DELAY_MS), 999), default [15, 15, 20, 30, 40],
            label "Round-trip latencies";
        /// Rate of the bottleneck.
        rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 48_000_000;
        /// Rate of the links to the hosts.
        access_rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 100_000_000;
        /// Buffers of the bottleneck. The paper's have no limit.
        queue: Queue = Queue::SHAPE, default { "kind": "drop_tail_packets", "limit_packets": 100_000_000 };
    }
}

topology! {
    LowSingle, "Low, Peterson & Wang 2000, Figure 1", label "Low et al., one bottleneck";
    |net| {
        let (left, right) = ("Router1", "Router2");
        let mut links = vec![wiring::link("bottleneck", left, right, net.rate_bps, 0.0, net.queue.clone())];
        for (n, latency_ms) in (1..).zip(&net.latencies_ms) {
            let access = |delay_ms| Access::unlimited(net.access_rate_bps, delay_ms);
            links.push(access(latency_ms / 2.0).link(&format!("Host{n}a"), left));
            links.push(access(0.0).link(right, &format!("Host{n}b")));
        }
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::link::Link;
    use crate::scenario::topology::links;
    use serde_json::json;

    /// Base RTTs of the connections in ns, ordered by host number.
    fn base_rtts(links: &[Link], connections: u32) -> Vec<u64> {
        let rtt = |n| wiring::base_rtt(links, &format!("Host{n}a"), &format!("Host{n}b"), 1_000, 40);
        (1..=connections).map(rtt).collect()
    }

    #[test]
    fn base_rtts_are_those_of_tables_1_and_2() {
        let links = links(&json!({ "kind": "low_single" })).unwrap();
        // Transmission adds 0.340 ms: 2 * 80 us + 166.666 us for 1000 bytes, 2 * 3.2 us + 6.666 us for 40 bytes.
        let expected = [15_339_732, 15_339_732, 20_339_732, 30_339_732, 40_339_732];
        assert_eq!(base_rtts(&links, 5), expected);
    }

    #[test]
    fn with_1600_mbits_to_the_hosts_they_are_those_of_table_7() {
        let part =
            json!({ "kind": "low_single", "latencies_ms": [10, 10, 20, 10, 30], "access_rate_bps": 1_600_000_000 });
        // Transmission adds 0.184 ms: 2 * 5 us + 166.666 us for 1000 bytes, 2 * 0.2 us + 6.666 us for 40 bytes.
        let expected = [10_183_732, 10_183_732, 20_183_732, 10_183_732, 30_183_732];
        assert_eq!(base_rtts(&links(&part).unwrap(), 5), expected);
    }
}

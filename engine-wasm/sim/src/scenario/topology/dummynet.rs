//! The emulated path of Cardwell's measurements of Vegas in Linux: a dummynet pipe of 10 Mbit/s with an RTT of 100 ms
//! and a queue of 100 packets. How the hosts were attached isn't stated; here their links are ten times faster.

use super::wiring::{self, Access};
use crate::net::loss::Loss;
use crate::schema::limits;
use crate::schema::shape::{integer, number};

described! {
    /// Hosts s1, s2, ... at router left, hosts r1, r2, ... at router right, and between the routers the link pipe.
    pub struct Dummynet {
        /// Number of host pairs.
        pairs: u32 = integer("pairs", 1, 999), default 1, label "Host pairs";
        /// Rate of the pipe.
        rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 10_000_000;
        /// Propagation delay of the pipe, one way.
        delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 50.0;
        /// Slots of the pipe's queue, in each direction.
        limit_packets: u64 = integer("packets", 1, wiring::UNLIMITED_PACKETS), default 100, label "Buffer";
        /// Packets lost on the way from left to right.
        loss: Loss = Loss::SHAPE, default { "kind": "none" };
        /// Rate of the links to the hosts. They have no delay, and their buffers never fill.
        access_rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 100_000_000;
    }
}

topology! {
    Dummynet, "Cardwell & Bak, Linux Vegas";
    |net| {
        let queue = wiring::packets(net.limit_packets);
        let pipe = wiring::link("pipe", "left", "right", net.rate_bps, net.delay_ms, queue);
        let pipe = wiring::lossy_on_the_way_out(pipe, &net.loss);
        wiring::dumbbell(net.pairs, &Access::unlimited(net.access_rate_bps, 0.0), pipe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::topology::links;
    use serde_json::json;

    #[test]
    fn the_path_has_100_ms_100_slots_and_a_bandwidth_delay_product_of_83_packets() {
        let links = links(&json!({ "kind": "dummynet" })).unwrap();
        assert_eq!((links.len(), &links[0].queue, &links[0].back), (3, &wiring::packets(100), &None));
        // 1500 bytes: 1.2 ms and twice 0.12 ms; 40 bytes: 0.032 ms and twice 0.0032 ms.
        assert_eq!(wiring::base_rtt(&links, "s1", "r1", 1_500, 40), 101_478_400);
        assert_eq!(links[0].rate_bps / 10 / (1_500 * 8), 83);
    }
}

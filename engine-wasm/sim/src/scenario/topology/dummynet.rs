//! The emulated path of Cardwell's measurements of Vegas in Linux: a dummynet pipe of 10 Mbit/s, 100 ms RTT and a queue of
//! 100 packets. How the hosts were attached is not said; their links are ten times faster here.

use super::wiring::{self, Access, BlueprintRule};
use crate::net::loss::Loss;
use crate::scenario::link::Link;
use crate::schema::limits;
use crate::schema::shape::{Part, integer, number};

described! {
    /// Hosts s1, s2, ... at router left, hosts r1, r2, ... at router right, and between the routers the link pipe.
    pub struct Dummynet {
        /// Number of host pairs.
        pairs: u32 = integer("pairs", 1, 999), default 1;
        /// Rate of the pipe.
        rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 10_000_000;
        /// Propagation delay of the pipe, one way.
        delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 50.0;
        /// Slots of the pipe's queue, in each direction.
        limit_packets: u64 = integer("packets", 1, wiring::UNLIMITED_PACKETS), default 100;
        /// Packets lost on the way from left to right.
        loss: Loss = Loss::SHAPE, default { "kind": "none" };
        /// Rate of the links to the hosts. They have no delay, and their buffers never fill.
        access_rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 100_000_000;
    }
}

impl Part<()> for Dummynet {
    const SOURCE: &'static str = "Cardwell & Bak, Linux Vegas";
    type Running = Self;
    fn start(&self, _context: &()) -> Self {
        self.clone()
    }
}

impl BlueprintRule for Dummynet {
    fn links(&self) -> Vec<Link> {
        let queue = wiring::packets(self.limit_packets);
        let pipe = wiring::link("pipe", "left", "right", self.rate_bps, self.delay_ms, queue);
        let pipe = wiring::lossy_on_the_way_out(pipe, &self.loss);
        wiring::dumbbell(self.pairs, &Access::unlimited(self.access_rate_bps, 0.0), pipe)
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

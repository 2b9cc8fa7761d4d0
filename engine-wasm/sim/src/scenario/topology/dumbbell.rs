//! The dumbbell: pairs of hosts that share one link. The defaults are the network of Hengartner, Bolliger and Gross
//! 2000, as described by Low et al. 2000, section 6.4: 200 KB/s, 50 ms one way, and 10 Mbit/s to the hosts. Low et
//! al. vary the buffer from 2 to 50 packets; Hengartner's holds 10.

use super::wiring::{self, Access};
use crate::net::{loss::Loss, queue::Queue};
use crate::schema::limits;
use crate::schema::shape::{integer, number};

described! {
    /// Hosts s1, s2, ... at router left, hosts r1, r2, ... at router right, and between the routers the link bottleneck.
    pub struct Dumbbell {
        /// Number of host pairs.
        pairs: u32 = integer("pairs", 1, 999), default 5, label "Host pairs";
        /// Rate of the bottleneck.
        rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 1_600_000;
        /// Propagation delay of the bottleneck, one way.
        delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 50.0;
        /// Buffers of the bottleneck, in both directions.
        queue: Queue = Queue::SHAPE, default { "kind": "drop_tail_packets", "limit_packets": 10 };
        /// Packets lost on the bottleneck on the way from left to right.
        loss: Loss = Loss::SHAPE, default { "kind": "none" };
        /// Rate of the links to the hosts.
        access_rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 10_000_000;
        /// Propagation delay of each link to a host, one way. Its buffer never fills.
        access_delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 0.0;
    }
}

topology! {
    Dumbbell, "Low, Peterson & Wang 2000, Figure 1 and section 6.4";
    |net| {
        let bottleneck = wiring::link("bottleneck", "left", "right", net.rate_bps, net.delay_ms, net.queue.clone());
        let bottleneck = wiring::lossy_on_the_way_out(bottleneck, &net.loss);
        wiring::dumbbell(net.pairs, &Access::unlimited(net.access_rate_bps, net.access_delay_ms), bottleneck)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::topology::links;
    use serde_json::json;

    #[test]
    fn five_pairs_share_the_bottleneck_and_the_bandwidth_delay_product_is_20_packets() {
        let links = links(&json!({ "kind": "dumbbell" })).unwrap();
        let names: Vec<_> = links.iter().map(|link| link.name.as_str()).collect();
        assert_eq!(names[..3], ["bottleneck", "s1-left", "s2-left"]);
        assert_eq!((names.len(), names[10]), (11, "right-r5"));
        // 1000 bytes: 5 ms and twice 0.8 ms; 40 bytes: 0.2 ms and twice 0.032 ms; 50 ms each way.
        assert_eq!(wiring::base_rtt(&links, "s1", "r1", 1_000, 40), 106_864_000);
        // 1.6 Mbit/s for 100 ms are 20 packets of 1000 bytes.
        assert_eq!(links[0].rate_bps as f64 * 2.0 * links[0].delay_ms / 1e3 / 8_000.0, 20.0);
    }

    #[test]
    fn random_loss_only_affects_the_direction_of_the_data() {
        let links = links(&json!({ "kind": "dumbbell", "loss": { "kind": "bernoulli", "rate": 0.01 } })).unwrap();
        assert_ne!(links[0].loss, wiring::no_loss());
        assert_eq!(links[0].back.as_ref().unwrap().loss, Some(wiring::no_loss()));
        assert_eq!(links[0].back.as_ref().unwrap().rate_bps, None);
    }
}

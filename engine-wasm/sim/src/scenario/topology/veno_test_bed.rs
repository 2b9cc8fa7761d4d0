//! The test bed of Fu and Liew 2003, Figure 3(a). Hosts are on 10 Mbit/s Ethernet on both sides of a FreeBSD router,
//! whose dummynet sets rate, delay, buffer and random loss in each direction. Here the dummynet pipe is a link
//! between two nodes, router and far, so that several connections share it. Buffers count packets. The paper gives
//! the sum of both propagation delays; we split it equally. Random loss happens where packets enter the pipe, and
//! only in the direction of the data.

use super::wiring::{self, Access};
use crate::net::loss::Loss;
use crate::scenario::link::{Link, WayBack};
use crate::schema::limits;
use crate::schema::shape::{integer, number};

described! {
    /// Hosts s1, s2, ... at the router, hosts r1, r2, ... on its far side, and between them the link pipe, the router's
    /// emulated path.
    pub struct VenoTestBed {
        /// Number of host pairs.
        pairs: u32 = integer("pairs", 1, 999), default 1, label "Host pairs";
        /// Rate of the pipe on the way of the data.
        rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 1_600_000;
        /// Propagation delay of the pipe on the way of the data.
        delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 60.0;
        /// Buffer on the way of the data.
        limit_packets: u64 = integer("packets", 1, wiring::UNLIMITED_PACKETS), default 12, label "Buffer";
        /// Packets lost on the way of the data.
        loss: Loss = Loss::SHAPE, default { "kind": "none" };
        /// Rate of the pipe on the way of the ACKs.
        back_rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 1_600_000,
            label "Rate back";
        /// Propagation delay of the pipe on the way of the ACKs.
        back_delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 60.0, label "Delay back";
        /// Buffer on the way of the ACKs.
        back_limit_packets: u64 = integer("packets", 1, wiring::UNLIMITED_PACKETS), default 12, label "Buffer back";
        /// Rate of the links to the hosts. They have no delay, and their buffers never fill.
        access_rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 10_000_000;
    }
}

topology! {
    VenoTestBed, "Fu & Liew 2003, Figure 3(a)", label "Veno test bed";
    |net| {
        let back = WayBack {
            rate_bps: Some(net.back_rate_bps),
            delay_ms: Some(net.back_delay_ms),
            clock_us: None,
            queue: Some(wiring::packets(net.back_limit_packets)),
            loss: Some(wiring::no_loss()),
        };
        let queue = wiring::packets(net.limit_packets);
        let pipe = wiring::link("pipe", "router", "far", net.rate_bps, net.delay_ms, queue);
        let pipe = Link { loss: net.loss.clone(), back: Some(back), ..pipe };
        wiring::dumbbell(net.pairs, &Access::unlimited(net.access_rate_bps, 0.0), pipe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::topology::Topology;
    use crate::scenario::topology::links;
    use serde_json::json;

    #[test]
    fn the_propagation_delay_is_120_ms_and_the_buffers_hold_12_packets() {
        let links = links(&json!({ "kind": "veno_test_bed", "pairs": 5 })).unwrap();
        assert_eq!(links.len(), 11);
        // 1500 bytes take 7.5 ms + 2 * 1.2 ms; 40 bytes take 0.2 ms + 2 * 0.032 ms.
        assert_eq!(wiring::base_rtt(&links, "s5", "r5", 1_500, 40), 120_000_000 + 9_900_000 + 264_000);
        let topology = Topology::new(&links);
        for direction in &topology.directed[..2] {
            assert_eq!((direction.queue, direction.rate_bps), (&wiring::packets(12), 1_600_000));
        }
    }

    #[test]
    fn the_two_directions_are_independent() {
        let part = json!({ "kind": "veno_test_bed", "loss": { "kind": "bernoulli", "rate": 0.01 }, "back_rate_bps": 64_000,
                           "back_delay_ms": 5, "back_limit_packets": 3, "limit_packets": 28, "rate_bps": 4_000_000 });
        let links = links(&part).unwrap();
        let topology = Topology::new(&links);
        let [out, back, ..] = topology.directed[..] else { panic!("two directions") };
        assert_eq!((out.rate_bps, out.delay_ms, out.queue), (4_000_000, 60.0, &wiring::packets(28)));
        assert_eq!((back.rate_bps, back.delay_ms, back.queue), (64_000, 5.0, &wiring::packets(3)));
        assert_eq!((out.loss == &wiring::no_loss(), back.loss == &wiring::no_loss()), (false, true));
    }
}

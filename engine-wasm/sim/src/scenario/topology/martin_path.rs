//! Builds both chains of Martin's thesis. Chapter 9 says that links 4-5 (45 Mbit/s) and 7-8 (155 Mbit/s) of the Emory
//! path are congested, and that queueing at 7-8 is insignificant compared with 4-5. The figures with the rest are in
//! chapters that we don't have.
//!
//! We assume nine nodes, 100 Mbit/s to the hosts at both ends, 622 Mbit/s on the other links, and equal propagation
//! delay on all links. Buffers are drop-tail: 250 kB at 4-5 (44 ms, which gives the 90 ms peaks in his RTTs) and 100
//! kB at 7-8 (5 ms). Background hosts are directly at both ends of each bottleneck, on links of 100 Mbit/s.

use super::wiring::{self, Access};
use crate::scenario::link::Link;

/// Number of nodes in the chain.
const NODES: u32 = 9;
const HOST_RATE_BPS: u64 = 100_000_000;
const OTHER_RATE_BPS: u64 = 622_000_000;

/// Returns the chain's links, then those of background hosts at the first bottleneck, then those at the second.
pub fn links(background: u32, propagation_ms: f64, background_delay_ms: f64, scale: u32) -> Vec<Link> {
    let scaled = |value: u64| value / u64::from(scale);
    let node = |n: u32| format!("N{n}");
    let delay_ms = propagation_ms / f64::from(2 * (NODES - 1));
    let hop = |n: u32| {
        let unlimited = wiring::packets(wiring::UNLIMITED_PACKETS);
        let (rate_bps, queue) = match n {
            4 => (45_000_000, wiring::bytes(scaled(250_000))),
            7 => (155_000_000, wiring::bytes(scaled(100_000))),
            _ if n == 1 || n == NODES - 1 => (HOST_RATE_BPS, unlimited),
            _ => (OTHER_RATE_BPS, unlimited),
        };
        wiring::link(&format!("N{n}-N{}", n + 1), &node(n), &node(n + 1), scaled(rate_bps), delay_ms, queue)
    };
    let access = Access::unlimited(scaled(HOST_RATE_BPS), background_delay_ms);
    let first = access.pairs(1, background, "N4", "N5");
    let second = access.pairs(1 + background, background, "N7", "N8");
    (1..NODES).map(hop).chain(first).chain(second).collect()
}

//! The emulated path of Ahn et al. 1995, Figure 9. The drawing is lost. The text gives four hops, 50 ms one way, a
//! bottleneck of 800 kbit/s with a buffer of 16 KB, and a default of 1 ms and "10 MB/S" for the other links. We read
//! that as the 10 Mbit/s of their Ethernet, because the emulator was only verified up to 1 MB/s. Each background
//! source has its own pair of hosts, at the routers before and after the bottleneck.

use super::wiring::{self, Access};
use crate::scenario::link::Link;
use crate::schema::limits;
use crate::schema::shape::{integer, number};

described! {
    /// The chain sender, R1, R2, R3, receiver with the bottleneck R1-R2, and background hosts s1, s2, ... at R1 and r1, r2,
    /// ... at R3.
    pub struct AhnFigure9 {
        /// Number of background host pairs.
        background: u32 = integer("pairs", 0, 998), default 0, label "Background pairs";
        /// Rate of the bottleneck. With 700 kbit/s transfers take as long as in the paper.
        rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 800_000;
        /// Propagation delay of the bottleneck, one way.
        delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 50.0;
        /// Output buffer of every port. The paper varies it from 4 to 16 KB.
        limit_bytes: u64 = integer("bytes", 1, limits::BUFFER_BYTES), default 16_384, label "Buffer";
        /// Rate of the other links.
        access_rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), default 10_000_000;
        /// Propagation delay of the other links, one way.
        access_delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 1.0;
        /// Period of the emulator's software clock that releases packets; 0 is exact.
        clock_us: u32 = integer("us", 0, 1_000_000), default 1_000, label "Emulator clock";
    }
}

topology! {
    AhnFigure9, "Ahn et al. 1995, Figure 9", label "Ahn et al., Figure 9";
    |net| {
        let queue = wiring::bytes(net.limit_bytes);
        let bottleneck = wiring::link("R1-R2", "R1", "R2", net.rate_bps, net.delay_ms, queue.clone());
        let other = Access { rate_bps: net.access_rate_bps, delay_ms: net.access_delay_ms, queue };
        let chain = [other.link("sender", "R1"), bottleneck, other.link("R2", "R3"), other.link("R3", "receiver")];
        let background = other.pairs(1, net.background, "R1", "R3");
        chain.into_iter().chain(background).map(|link| Link { clock_us: net.clock_us, ..link }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::topology::links;
    use serde_json::json;

    #[test]
    fn the_rtt_of_552_bytes_and_a_40_byte_ack_is_113_3_ms() {
        let links = links(&json!({ "kind": "ahn_figure9", "background": 20 })).unwrap();
        // 106 ms; 552 bytes: 5.52 ms and 3 times 0.4416 ms; 40 bytes: 0.4 ms and 3 times 0.032 ms.
        assert_eq!(wiring::base_rtt(&links, "sender", "receiver", 552, 40), 113_340_800);
        assert_eq!(wiring::base_rtt(&links, "s20", "r20", 552, 40), 113_340_800);
        assert_eq!(links.len(), 4 + 2 * 20);
    }

    #[test]
    fn every_port_holds_16384_bytes_and_releases_on_a_millisecond_clock() {
        for link in links(&json!({ "kind": "ahn_figure9", "background": 2 })).unwrap() {
            assert_eq!((link.queue, link.clock_us, link.back), (wiring::bytes(16_384), 1_000, None));
        }
    }
}

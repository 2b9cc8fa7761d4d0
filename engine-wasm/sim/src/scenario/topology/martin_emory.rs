//! The Emory path of Martin's thesis, built by [`martin_path`](super::martin_path).

use super::martin_path;
use crate::schema::limits;
use crate::schema::shape::{integer, number};

described! {
    /// The Emory path: nodes N1 to N9 in a row, congested from N4 to N5 and from N7 to N8, with background hosts s1, s2, ... and
    /// r1, r2, ... around the first bottleneck and as many with the next numbers around the second.
    pub struct MartinEmory {
        /// Number of background host pairs at each of the two bottlenecks.
        background: u32 = integer("pairs", 0, 498), default 0, label "Background pairs";
        /// Round trip propagation delay from N1 to N9, equally on the links of the chain.
        propagation_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 40.0, label "Round-trip propagation";
        /// Propagation delay of each link to a background host, one way. By default their round trip is as long as that of
        /// the chain.
        background_delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 8.75;
        /// Divides all rates and buffers, to keep runs small: delays of full buffers stay the same.
        scale: u32 = integer("", 1, 100), default 1, label "Scale down by";
    }
}

topology! {
    MartinEmory, "Martin, chapter 9", label "Martin, Emory path";
    |net| {
        let MartinEmory { background, propagation_ms, background_delay_ms, scale } = *net;
        martin_path::links(background, propagation_ms, background_delay_ms, scale)
    }
}

#[cfg(test)]
mod tests {
    use crate::kernel::SECOND;
    use crate::scenario::topology::{links, wiring};
    use serde_json::json;

    #[test]
    fn the_chain_has_nine_nodes_and_40_ms() {
        let links = links(&json!({ "kind": "martin_emory", "background": 3 })).unwrap();
        assert_eq!(links.len(), 8 + 2 * 2 * 3);
        // 1000 bytes: twice 80 us, four times 12.861 us, 177.777 us and 51.612 us; 40 bytes: 3.2, 0.514, 7.111, 2.064 us.
        let transmission = 2 * 80_000 + 4 * 12_861 + 177_777 + 51_612 + 2 * 3_200 + 4 * 514 + 7_111 + 2_064;
        assert_eq!(wiring::base_rtt(&links, "N1", "N9", 1_000, 40), 40_000_000 + transmission);
        // Propagation of the background: twice 8.75 ms and 2.5 ms each way.
        let near = wiring::base_rtt(&links, "s1", "r1", 0, 0);
        assert_eq!((near, wiring::base_rtt(&links, "s6", "r6", 0, 0)), (40_000_000, 40_000_000));
    }

    #[test]
    fn the_scale_divides_rates_and_buffers_and_leaves_44_ms_of_queue() {
        for scale in [1_u64, 4, 10, 100] {
            let links = links(&json!({ "kind": "martin_emory", "scale": scale })).unwrap();
            let bottleneck = |name: &str| links.iter().find(|link| link.name == name).unwrap();
            let (first, second) = (bottleneck("N4-N5"), bottleneck("N7-N8"));
            assert_eq!((first.rate_bps, &first.queue), (45_000_000 / scale, &wiring::bytes(250_000 / scale)));
            assert_eq!((second.rate_bps, &second.queue), (155_000_000 / scale, &wiring::bytes(100_000 / scale)));
            // 250 kB at 45 Mbit/s.
            assert_eq!(250_000 / scale * 8 * SECOND / first.rate_bps, 44_444_444);
        }
    }
}

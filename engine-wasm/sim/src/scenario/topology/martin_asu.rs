//! The ASU path of Martin's thesis, built by [`martin_path`](super::martin_path).

use super::martin_path;
use crate::schema::limits;
use crate::schema::shape::{integer, number};

described! {
    /// The ASU path: nodes N1 to N9 in a row, congested from N4 to N5 and from N7 to N8, with background hosts s1, s2, ... and
    /// r1, r2, ... around the first bottleneck and as many with the next numbers around the second.
    pub struct MartinAsu {
        /// Number of background host pairs at each of the two bottlenecks.
        background: u32 = integer("pairs", 0, 498), default 0, label "Background pairs";
        /// Round trip propagation delay from N1 to N9, equally on the links of the chain.
        propagation_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 70.0, label "Round-trip propagation";
        /// Propagation delay of each link to a background host, one way. By default their round trip is as long as that of
        /// the chain.
        background_delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), default 15.3125;
        /// Divides all rates and buffers, to keep runs small: delays of full buffers stay the same.
        scale: u32 = integer("", 1, 100), default 1, label "Scale down by";
    }
}

topology! {
    MartinAsu, "Martin, chapter 9", label "Martin, ASU path";
    |net| {
        let MartinAsu { background, propagation_ms, background_delay_ms, scale } = *net;
        martin_path::links(background, propagation_ms, background_delay_ms, scale)
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::topology::{links, wiring};
    use serde_json::json;

    #[test]
    fn the_chain_has_70_ms_and_so_has_the_background() {
        let links = links(&json!({ "kind": "martin_asu", "background": 1 })).unwrap();
        assert_eq!(wiring::base_rtt(&links, "N1", "N9", 0, 0), 70_000_000);
        assert_eq!(wiring::base_rtt(&links, "s1", "r1", 0, 0), 70_000_000);
        assert_eq!(wiring::base_rtt(&links, "s2", "r2", 0, 0), 70_000_000);
    }
}

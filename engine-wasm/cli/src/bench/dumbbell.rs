//! The benchmark scenario: long-lived flows through one bottleneck. `scripts/bench/ns` rebuilds it for ns-2, ns-3 and
//! htsim.

use serde_json::json;

/// Flow starts are spread evenly over this time, s.
const STARTS_WITHIN_S: f64 = 0.1;

/// Unlimited NewReno flows, each between its own pair of hosts: packets of 1000 bytes, a bottleneck of 100 Mbit/s with
/// a drop-tail buffer of 100 packets, a propagation RTT of 20 ms, an ACK for every packet, no traces.
#[derive(Clone, Copy, Debug)]
pub struct Dumbbell {
    /// Number of flows.
    pub flows: u32,
    /// Simulated time, s.
    pub duration_s: f64,
    /// Scales the bottleneck with the number of flows: 10 Mbit/s and 10 packets for each, so that every flow has the
    /// same share as with ten flows.
    pub wide: bool,
}

impl Dumbbell {
    /// The scenario as JSON.
    pub fn scenario(&self) -> String {
        let shares = if self.wide { u64::from(self.flows) } else { 10 };
        let queue = |packets: u64| json!({ "kind": "drop_tail_packets", "limit_packets": packets });
        let mut links = vec![json!({ "name": "bottleneck", "from": "left", "to": "right",
            "rate_bps": 10_000_000 * shares, "delay_ms": 8, "queue": queue(10 * shares) })];
        for n in 0..self.flows {
            for (side, router) in [("s", "left"), ("r", "right")] {
                links.push(json!({ "name": format!("{side}{n}"), "from": format!("{side}{n}"), "to": router,
                    "rate_bps": 1_000_000_000, "delay_ms": 1, "queue": queue(1_000) }));
            }
        }
        let flows: Vec<_> = (0..self.flows)
            .map(|n| {
                json!({ "name": format!("flow {n}"), "from": format!("s{n}"), "to": format!("r{n}"),
                    "start_s": STARTS_WITHIN_S * f64::from(n) / f64::from(self.flows),
                    "smss_bytes": 960, "rwnd_bytes": 960_000, "traffic": { "kind": "bulk" },
                    "sender": { "preset": "newreno" }, "receiver": { "kind": "every_packet" } })
            })
            .collect();
        json!({ "version": 1, "name": "dumbbell", "duration_s": self.duration_s, "record": { "max_rows": 0 },
            "links": links, "flows": flows })
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vegaslab_sim::scenario;

    #[test]
    fn the_wide_dumbbell_equals_the_narrow_one_for_ten_flows() {
        let narrow = Dumbbell { flows: 10, duration_s: 60.0, wide: false };
        let wide = Dumbbell { wide: true, ..narrow };
        assert_eq!(narrow.scenario(), wide.scenario());
        let scenario = scenario::read(&narrow.scenario()).expect("a valid scenario");
        assert_eq!(scenario.links[0].rate_bps, 100_000_000);
        assert_eq!(scenario.links.len(), 21);
    }

    #[test]
    fn a_thousand_flows_are_a_valid_scenario() {
        for wide in [false, true] {
            let scenario = scenario::read(&Dumbbell { flows: 1_000, duration_s: 1_000.0, wide }.scenario());
            assert_eq!(scenario.expect("a valid scenario").flows.len(), 1_000);
        }
    }
}

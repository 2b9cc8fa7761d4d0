//! The timed scenario, which `scripts/bench-ns` rebuilds for ns-2 and ns-3: long-lived flows through one
//! bottleneck.

use serde_json::json;

/// The flows start evenly over so many seconds.
const STARTS_WITHIN_S: f64 = 0.1;

/// NewReno flows without end, each between two hosts of its own, recorded without traces: packets of 1000 bytes,
/// a bottleneck of 100 Mbit/s with 100 packets of drop-tail, 20 ms there and back, an ACK for every packet.
#[derive(Clone, Copy, Debug)]
pub struct Dumbbell {
    /// Number of flows.
    pub flows: u32,
    /// Simulated time, s.
    pub duration_s: f64,
    /// The bottleneck grows with the flows, 10 Mbit/s and 10 packets for each, so that each does what it does among
    /// ten, however many there are.
    pub wide: bool,
}

impl Dumbbell {
    /// The scenario's text.
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
    fn ten_flows_share_100_mbit_and_100_packets_either_way() {
        let narrow = Dumbbell { flows: 10, duration_s: 60.0, wide: false };
        let wide = Dumbbell { wide: true, ..narrow };
        assert_eq!(narrow.scenario(), wide.scenario());
        let scenario = scenario::read(&narrow.scenario()).expect("the scenario is right");
        assert_eq!(scenario.links[0].rate_bps, 100_000_000);
        assert_eq!(scenario.links.len(), 21);
    }

    #[test]
    fn a_thousand_flows_fit_a_scenario() {
        for wide in [false, true] {
            let scenario = scenario::read(&Dumbbell { flows: 1_000, duration_s: 1_000.0, wide }.scenario());
            assert_eq!(scenario.expect("the scenario is right").flows.len(), 1_000);
        }
    }
}

//! `vegaslab bench`: packet-hops per CPU second, one packet over one link being one hop.

use cpu_time::ProcessTime;
use serde_json::json;
use vegaslab_sim::Simulation;
use vegaslab_sim::scenario;

use crate::{Failure, answer};

/// Simulated seconds of one repetition.
const DURATION_S: f64 = 60.0;
const REPETITIONS: usize = 5;

/// Ten long-lived Reno flows over one bottleneck, without traces: 1000-byte packets, 100 Mbit/s, 20 ms round trip,
/// 100 packets of buffer, an ACK for every packet.
fn dumbbell() -> String {
    let queue = json!({ "kind": "drop_tail_packets", "limit_packets": 100 });
    let access = json!({ "kind": "drop_tail_packets", "limit_packets": 1_000 });
    let mut links = vec![
        json!({ "name": "bottleneck", "from": "left", "to": "right", "rate_bps": 100_000_000, "delay_ms": 8, "queue": queue }),
    ];
    let mut flows = Vec::new();
    for n in 0..10 {
        for (side, router) in [("s", "left"), ("r", "right")] {
            links.push(json!({ "name": format!("{side}{n}"), "from": format!("{side}{n}"), "to": router,
                "rate_bps": 1_000_000_000, "delay_ms": 1, "queue": access }));
        }
        flows.push(json!({ "name": format!("flow {n}"), "from": format!("s{n}"), "to": format!("r{n}"), "start_s": 0.01 * f64::from(n),
            "smss_bytes": 960, "rwnd_bytes": 960_000, "traffic": { "kind": "bulk" },
            "sender": { "preset": "reno" }, "receiver": { "kind": "every_packet" } }));
    }
    json!({ "version": 1, "name": "dumbbell", "duration_s": DURATION_S, "record": { "max_rows": 0 }, "links": links, "flows": flows })
        .to_string()
}

/// Times the engine, or prints the scenario it is timed with.
pub fn bench(arguments: &[String]) -> Result<(), Failure> {
    let as_json = match arguments {
        [] => false,
        [flag] if flag == "--json" => true,
        [flag] if flag == "--print-scenario" => {
            return answer(&dumbbell());
        }
        _ => return Err(Failure::Usage("bench takes only --json".into())),
    };
    let scenario = scenario::read(&dumbbell()).map_err(Failure::Scenario)?;
    let mut rates = Vec::new();
    let mut packet_hops = 0;
    for _ in 0..REPETITIONS {
        let mut simulation = Simulation::new(&scenario);
        let start = ProcessTime::now();
        while !simulation.step(1 << 20) {}
        let cpu_s = start.elapsed().as_secs_f64();
        packet_hops = simulation.summary().packet_hops;
        rates.push(packet_hops as f64 / cpu_s);
    }
    rates.sort_by(f64::total_cmp);
    let median = rates[rates.len() / 2];
    if as_json {
        let rates = json!({ "packet_hops": packet_hops, "native_packet_hops_per_cpu_s": median, "all": rates });
        return answer(&rates.to_string());
    }
    let millions = median / 1e6;
    answer(&format!("{packet_hops} packet-hops, median {millions:.1} million per CPU second of {REPETITIONS} runs"))
}

//! The receiver's window limits the sender: cwnd follows the rule of the sender's lineage, and the summary says how long.

use serde_json::{Value, json};
use vegaslab_sim::scenario::presets;
use vegaslab_sim::trace::tables::Tables;

use crate::support::{checked, run, scenario_json};

/// A long transfer over a path with room for everything, to a receiver with a window of `rwnd` segments of 1,000 bytes.
fn limited(preset: &str, rwnd: u64, drops: Value) -> Value {
    json!({
        "version": 1, "name": "limited", "duration_s": 60,
        "links": [
            { "name": "access", "from": "a", "to": "r", "rate_bps": 200_000_000, "delay_ms": 0,
              "queue": { "kind": "unlimited" } },
            { "name": "path", "from": "r", "to": "b", "rate_bps": 20_000_000, "delay_ms": 25,
              "queue": { "kind": "unlimited" } },
        ],
        "flows": [{ "name": "t", "from": "a", "to": "b", "smss_bytes": 1_000, "rwnd_bytes": 1_000 * rwnd,
                    "traffic": { "kind": "bulk" }, "sender": { "preset": preset }, "receiver": { "kind": "every_packet" } }],
        "drops": drops,
    })
}

fn largest(tables: &Tables) -> (f64, u32) {
    let cwnd = tables.windows.cwnd.iter().copied().fold(0.0, f64::max);
    (cwnd, tables.windows.flight.iter().copied().max().unwrap_or(0))
}

#[test]
fn cwnd_of_each_preset_stays_within_what_its_lineage_allows() {
    let losses = json!([
        { "link": "r>b", "flow": "t", "segment": 500 },
        { "link": "r>b", "flow": "t", "segment": 20_000 },
    ]);
    for drops in [json!([]), losses] {
        for preset in presets::all() {
            let rule = &preset.sender["cwnd_validation"];
            let scenario = checked(limited(&preset.name, 40, drops.clone()));
            let (summary, tables) = run(&scenario);
            let (cwnd, flight) = largest(&tables);
            assert!(flight <= 40, "{} has {flight} segments out", preset.name);
            // Duplicate ACKs may inflate cwnd by as many segments as are out.
            let most = match rule.as_str() {
                Some("max_window") => 65.535 + 40.0,
                Some("cwnd_limited") => 80.0,
                _ => f64::INFINITY,
            };
            assert!(cwnd <= most, "{}: cwnd {cwnd} with {rule}", preset.name);
            assert!(summary.flows[0].limited_s.receiver <= 60.0);
        }
    }
}

#[test]
fn linux_adds_nothing_to_an_unused_window_after_a_loss() {
    for preset in ["linux-reno", "linux-veno", "linux-westwood", "linux-cubic"] {
        let (_, tables) = run(&checked(limited(preset, 64, json!([{ "link": "r>b", "flow": "t", "segment": 500 }]))));
        let rows = &tables.windows;
        let after = (0..rows.len()).filter(|&row| rows.time_s[row] > 10.0).map(|row| rows.cwnd[row]);
        let most = after.fold(0.0, f64::max);
        assert!(most < 66.0, "{preset}: cwnd {most} for a receiver's window of 64");
    }
}

/// The first control that a visitor drags: the bottleneck's buffer in Figure 1 of Ahn et al., from 16 to 128 KiB. The
/// receiver's window is 80 segments.
#[test]
fn reno_with_a_large_buffer_stops_at_the_largest_window_of_bsd() {
    let mut scenario = scenario_json("ahn-fig1-rr");
    let links = scenario["links"].as_array_mut().expect("links");
    for link in links.iter_mut().filter(|link| link["name"] == "R1-R2") {
        link["queue"]["limit_bytes"] = json!(131_072);
    }
    let (summary, tables) = run(&checked(scenario));
    let (cwnd, flight) = largest(&tables);
    assert_eq!((cwnd, flight), (65_535.0 / 512.0, 80));
    let flow = &summary.flows[0];
    let first = flow.rwnd_limited_at_s.expect("the receiver limits");
    let rows = &tables.windows;
    let full = (0..rows.len()).find(|&row| rows.flight[row] == 80).map(|row| rows.time_s[row]);
    assert_eq!(Some(first), full);
    let end = flow.completed_at_s.expect("the transfer completes");
    assert!(flow.limited_s.receiver > 0.8 * (end - first), "{} s of {}", flow.limited_s.receiver, end - first);
}

#[test]
fn a_path_that_limits_leaves_no_time_to_the_receiver() {
    let (summary, _) = run(&checked(scenario_json("ahn-fig2")));
    assert_eq!((summary.flows[0].limited_s.receiver, summary.flows[0].rwnd_limited_at_s), (0.0, None));
}

/// In Figure 1, fast recovery inflates Reno's cwnd above the receiver's window for two duplicate ACKs' time.
#[test]
fn an_inflated_cwnd_can_reach_the_receivers_window() {
    let (summary, tables) = run(&checked(scenario_json("ahn-fig1-rr")));
    let (at_s, limited_s) = (summary.flows[0].rwnd_limited_at_s, summary.flows[0].limited_s.receiver);
    let rows = &tables.windows;
    let first = (0..rows.len()).find(|&row| rows.cwnd[row] >= 80.0 && rows.flight[row] == 80);
    assert_eq!(first.map(|row| rows.time_s[row]), at_s);
    assert_eq!(limited_s, 0.039);
}

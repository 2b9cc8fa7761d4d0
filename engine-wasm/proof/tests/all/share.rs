//! Tests for endless cycles: lone bulk flows get their share. `soak` tests more of them.

use proof::run::checked;
use proof::scenarios::lone;
use proof::share::{self, ShareVerdict};
use serde_json::json;
use vegaslab_sim::scenario::VERSION;

/// Enough seeds to draw every preset several times.
const SEEDS: u64 = 160;

#[test]
fn lone_flows_get_their_share() {
    let (mut checked_flows, mut settled, mut stuck) = (0, 0, Vec::new());
    for seed in 0..SEEDS {
        let scenario = checked(&lone(seed)).expect("a valid scenario");
        let Some(path) = share::path_of(&scenario) else { continue };
        checked_flows += 1;
        match share::check(&scenario, &path) {
            Ok(ShareVerdict::Share) => {}
            Ok(ShareVerdict::Settled) => settled += 1,
            Err(error) => stuck.push(format!("lone {seed}: {error}")),
        }
    }
    assert_eq!(stuck, Vec::<String>::new());
    println!("{checked_flows} of {SEEDS} lone flows were checked for their share, {settled} settled below it");
    // The rule doesn't apply to windows set by hand, small advertised windows and runs that are too short.
    assert!(checked_flows >= SEEDS * 3 / 4, "the rule applies to only {checked_flows} of {SEEDS} lone flows");
    assert!(settled * 20 <= checked_flows, "{settled} of {checked_flows} settled below their share");
}

/// The slowest link buffers 37 packets, the link before it 12. Once a second the slowest link drops one segment. The
/// burst after its repair then loses fifteen at the first link, which causes a timeout. With a first buffer of 74
/// packets the flow uses the whole path.
#[test]
fn the_rule_does_not_apply_with_a_smaller_buffer_before_the_slowest_link() {
    let with_first_buffer = |limit_packets: u64| {
        let link = |n: usize, rate_bps: u64, limit_packets: u64| {
            json!({ "name": format!("link {n}"), "from": format!("R{n}"), "to": format!("R{}", n + 1), "rate_bps": rate_bps,
                    "delay_ms": 0.02, "queue": { "kind": "drop_tail_packets", "limit_packets": limit_packets },
                    "back": { "queue": { "kind": "unlimited" } } })
        };
        json!({
            "version": VERSION, "name": "two buffers", "seed": 1, "duration_s": 60.0, "record": { "max_rows": 0 },
            "links": [link(0, 285_000_000, limit_packets), link(1, 63_600_000, 37)],
            "flows": [{ "name": "flow", "from": "R0", "to": "R2", "smss_bytes": 276, "rwnd_bytes": 11_868,
                        "traffic": { "kind": "bulk" }, "sender": { "preset": "vegas-rem" },
                        "receiver": { "kind": "every_packet" } }],
        })
    };
    let small = checked(&with_first_buffer(12)).expect("a valid scenario");
    assert!(share::path_of(&small).is_none());
    let large = checked(&with_first_buffer(74)).expect("a valid scenario");
    let path = share::path_of(&large).expect("the rule applies to the path");
    assert_eq!(share::check(&large, &path), Ok(ShareVerdict::Share));
    assert!(share::check(&small, &path).is_err(), "the small buffer makes no difference");
}

/// With a buffer of 7 packets, each repair of Westwood ends with 13 or 14 segments at once, some of which are lost, so it stays
/// at 0.3 of the path without a timeout. With 70 packets it uses the path.
#[test]
fn the_rule_does_not_apply_to_a_measured_window_that_overflows_the_buffer() {
    let with_buffer = |limit_packets: u64| {
        checked(&json!({
            "version": VERSION, "name": "measured", "seed": 1, "duration_s": 60.0, "record": { "max_rows": 0 },
            "links": [{ "name": "link", "from": "R0", "to": "R1", "rate_bps": 80_502_887, "delay_ms": 0.782,
                        "queue": { "kind": "drop_tail_packets", "limit_packets": limit_packets },
                        "back": { "queue": { "kind": "unlimited" } } }],
            "flows": [{ "name": "flow", "from": "R0", "to": "R1", "smss_bytes": 266, "rwnd_bytes": 18_088,
                        "traffic": { "kind": "bulk" }, "sender": { "preset": "westwood" },
                        "receiver": { "kind": "every_packet" } }],
        }))
        .expect("a valid scenario")
    };
    let small = with_buffer(7);
    assert!(share::path_of(&small).is_none());
    let large = with_buffer(70);
    let path = share::path_of(&large).expect("the rule applies to the path");
    assert_eq!(share::check(&large, &path), Ok(ShareVerdict::Share));
    assert!(share::check(&small, &path).is_err(), "the small buffer makes no difference");
}

//! Tests the trace tables that explain a run: decisions, checks of the fine-grained timer, SACK blocks and the hops of
//! every packet.

use serde_json::{Value, json};
use vegaslab_sim::Simulation;
use vegaslab_sim::trace::tables::{
    DecisionVerdict as Verdict, Decisions, HopEvent, PacketKind, SegmentKind, Tables, Windows,
};

use crate::support::{checked, dumbbell, run, scenario_json};

/// cwnd at a time: the last value recorded up to then.
fn cwnd_at(windows: &Windows, time_s: f64) -> f64 {
    let rows = windows.time_s.partition_point(|&at| at <= time_s);
    windows.cwnd[rows - 1]
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// Checks that each row's diff follows from its other columns, and its verdict from its diff.
fn check_arithmetic(decisions: &Decisions) {
    for row in 0..decisions.len() {
        let (diff, alpha, beta) = (decisions.diff[row], decisions.alpha[row], decisions.beta[row]);
        let exact = (decisions.expected[row] - decisions.actual[row]) * decisions.base_rtt_ms[row] / 1e3;
        assert!((exact + 0.5).floor() == diff || close((exact + 0.5).fract(), 0.0), "row {row}: {exact} and {diff}");
        let verdict = decisions.verdict[row];
        let consistent = match verdict {
            _ if verdict == Verdict::Raise as u8 => diff < alpha,
            _ if verdict == Verdict::Hold as u8 => diff >= alpha && diff <= beta,
            _ if verdict == Verdict::Lower as u8 => diff > beta,
            _ if verdict == Verdict::LeaveSlowStart as u8 => alpha == beta && diff > beta,
            _ => alpha == beta && diff <= beta,
        };
        assert!(consistent, "row {row}: verdict {verdict} with {diff} between {alpha} and {beta}");
    }
}

/// Compares each verdict with cwnd before it, right after its ACK, and at the next decision.
fn check_windows(decisions: &Decisions, windows: &Windows) {
    for row in 0..decisions.len() - 1 {
        let at = decisions.time_s[row];
        let (before, after, then) = (decisions.cwnd[row], cwnd_at(windows, at), decisions.cwnd[row + 1]);
        let verdict = decisions.verdict[row];
        let consistent = match verdict {
            // In the next round, each ACK that finds the window fully used adds a fraction of a segment.
            _ if verdict == Verdict::Raise as u8 => {
                (after == before || after == before + 1.0 / before) && then > before && then <= before + 1.1
            }
            _ if verdict == Verdict::Hold as u8 => after == before && then == before,
            _ if verdict == Verdict::Lower as u8 => after == before - 1.0 && then == after,
            _ if verdict == Verdict::LeaveSlowStart as u8 => after == before * 7.0 / 8.0 && then == after,
            // One round of growth, then one without.
            _ => after == before + 1.0 && then >= 1.5 * before,
        };
        assert!(consistent, "{at} s: verdict {verdict}, {before} to {after} to {then}");
    }
}

#[test]
fn figure_1_window_follows_the_decisions_of_vegas() {
    let mut decided = [0; 5];
    for (alpha, beta) in [(1, 3), (4, 6)] {
        let mut scenario = scenario_json("ahn-fig1-vr");
        scenario["flows"][0]["sender"]["avoidance"] = json!({ "kind": "cam", "alpha": alpha, "beta": beta });
        let Tables { decisions, windows, .. } = run(&checked(scenario)).1;
        decisions.verdict.iter().for_each(|&verdict| decided[usize::from(verdict)] += 1);
        check_arithmetic(&decisions);
        check_windows(&decisions, &windows);
    }
    let [raise, hold, lower, leave, stay] = decided;
    assert!(raise > 5 && hold > 100 && lower > 0 && leave == 2 && stay > 10, "{decided:?}");
}

fn with_sender(sender: Value) -> Tables {
    run(&checked(dumbbell(sender, json!({ "kind": "every_packet" })))).1
}

#[test]
fn every_delay_based_rule_records_its_decisions() {
    for (sender, recorded) in [
        (json!({ "preset": "vegas" }), "base_rtt rtt expected actual diff alpha beta"),
        (json!({ "preset": "linux-vegas" }), "base_rtt rtt diff alpha beta"),
        (json!({ "preset": "dual" }), "base_rtt rtt"),
        (json!({ "preset": "card" }), "rtt"),
        (json!({ "preset": "tri-s" }), "rtt actual"),
        (json!({ "preset": "veno" }), "base_rtt rtt diff beta"),
        (json!({ "preset": "reno" }), ""),
    ] {
        let Tables { decisions, .. } = with_sender(sender.clone());
        assert_eq!(decisions.is_empty(), recorded.is_empty(), "{sender}");
        let columns = [
            ("base_rtt", &decisions.base_rtt_ms),
            ("rtt", &decisions.rtt_ms),
            ("expected", &decisions.expected),
            ("actual", &decisions.actual),
            ("diff", &decisions.diff),
            ("alpha", &decisions.alpha),
            ("beta", &decisions.beta),
        ];
        for (name, column) in columns {
            let known = recorded.split(' ').any(|column| column == name);
            assert!(column.iter().all(|value| value.is_finite() == known), "{name} of {sender}");
        }
        assert!(decisions.cwnd.iter().all(|&cwnd| cwnd >= 1.0));
    }
}

#[test]
fn an_early_retransmit_follows_the_check_that_found_the_segment_overdue() {
    let mut scenario = scenario_json("ahn-fig1-vr");
    scenario["drops"] = json!([{ "link": "R1>R2", "flow": "transfer", "segment": 300 }]);
    let (summary, Tables { checks, segments, .. }) = run(&checked(scenario));
    assert!(summary.flows[0].early_retransmits > 0);
    let expired: Vec<usize> = (0..checks.len()).filter(|&row| checks.expired[row] == 1).collect();
    for row in 0..checks.len() {
        assert_eq!(checks.expired[row] == 1, checks.waited_ms[row] >= checks.fine_rto_ms[row]);
    }
    for row in 0..segments.len() {
        if segments.kind[row] == SegmentKind::RetransmitEarly as u8 {
            let retransmit = (segments.time_s[row], segments.seq[row]);
            let found = expired.iter().any(|&row| (checks.time_s[row], checks.seq[row]) == retransmit);
            assert!(found, "no check explains {retransmit:?}");
        }
    }
    // The first check comes with the first duplicate ACK for the lost segment, one RTT after it was sent.
    let sent =
        (0..segments.len()).find(|&row| segments.seq[row] == 300 && segments.kind[row] == SegmentKind::Send as u8);
    let sent_s = segments.time_s[sent.expect("it was sent")];
    assert_eq!((checks.seq[0], checks.dup_acks[0]), (300, 1));
    assert!((checks.waited_ms[0] - (checks.time_s[0] - sent_s) * 1e3).abs() < 1e-6, "{}", checks.waited_ms[0]);
}

#[test]
fn sack_blocks_reach_the_sender_unchanged() {
    let mut scenario = dumbbell(json!({ "preset": "sack" }), json!({ "kind": "every_packet" }));
    scenario["drops"] = json!([{ "link": "left>b", "flow": "flow", "segment": 8 },
                               { "link": "left>b", "flow": "flow", "segment": 11 }]);
    let (_, Tables { sacks, .. }) = run(&checked(scenario));
    let of_tap = |tap: u8| -> Vec<(u32, u32, u32)> {
        let rows = (0..sacks.len()).filter(|&row| sacks.tap[row] == tap);
        rows.map(|row| (sacks.ack[row], sacks.from[row], sacks.to[row])).collect()
    };
    // No ACK is lost here.
    assert_eq!(of_tap(0), of_tap(1));
    // 9 and 10 arrive, 11 is missing; when 12 arrives, its block comes first.
    assert_eq!(of_tap(0)[..5], [(8, 9, 10), (8, 9, 11), (8, 12, 13), (8, 9, 11), (8, 12, 14)]);
}

#[test]
fn hops_are_recorded_only_in_the_requested_interval() {
    let mut scenario = dumbbell(json!({ "preset": "reno" }), json!({ "kind": "every_packet" }));
    let plain = run(&checked(scenario.clone())).1;
    assert!(plain.hops.is_empty());
    scenario["record"] = json!({ "hops": { "from_s": 0.05, "to_s": 0.3 } });
    let (summary, tables) = run(&checked(scenario));
    assert_eq!(summary.hops_stopped_at_s, None);
    let hops = &tables.hops;
    let rows = |event: HopEvent, link: u16| {
        let of = move |row: &usize| hops.event[*row] == event as u8 && hops.link[*row] == link;
        (0..hops.len()).filter(of).map(|row| hops.time_s[row]).collect::<Vec<f64>>()
    };
    for link in 0..4 {
        let (offered, arrived) = (rows(HopEvent::Offered, link), rows(HopEvent::Arrived, link));
        assert!(offered.len() > 20 && offered.iter().all(|at| (0.05..0.3).contains(at)), "link {link}");
        assert_eq!(offered.len(), arrived.len() + rows(HopEvent::Dropped, link).len(), "link {link}");
    }
    // 552 bytes take 0.4416 ms to transmit at 10 Mbit/s and 1 ms to propagate.
    let access = rows(HopEvent::Arrived, 0)[0] - rows(HopEvent::Offered, 0)[0];
    assert!((access - 1.4416e-3).abs() < 1e-9, "{access}");
    // A 40-byte ACK takes 0.32 ms to transmit at 1 Mbit/s and 20 ms to propagate.
    assert_eq!(hops.kind[(0..hops.len()).find(|&row| hops.link[row] == 3).expect("an ACK")], PacketKind::Ack as u8);
    let back = rows(HopEvent::Arrived, 3)[0] - rows(HopEvent::Offered, 3)[0];
    assert!((back - 20.32e-3).abs() < 1e-9, "{back}");
}

#[test]
fn explaining_tables_do_not_depend_on_the_step_size_or_change_the_digest() {
    let mut scenario = dumbbell(json!({ "preset": "vegas", "sack": true }), json!({ "kind": "every_packet" }));
    scenario["drops"] = json!([{ "link": "left>b", "flow": "flow", "segment": 40 }]);
    let plain = run(&checked(scenario.clone())).0.digest;
    scenario["record"] = json!({ "hops": { "from_s": 0.5, "to_s": 2 } });
    let scenario = checked(scenario);
    let (summary, whole) = run(&scenario);
    assert_eq!(summary.digest, plain);
    assert!(
        !whole.decisions.is_empty() && !whole.checks.is_empty() && !whole.sacks.is_empty() && !whole.hops.is_empty()
    );
    let mut simulation = Simulation::new(&scenario);
    let mut at = [0; 4];
    let mut finished = false;
    while !finished {
        finished = simulation.step(3);
        let rows = simulation.take_rows();
        for n in 0..rows.decisions.len() {
            let (one, other) = (&rows.decisions, &whole.decisions);
            assert_eq!((one.time_s[n], one.verdict[n]), (other.time_s[at[0]], other.verdict[at[0]]));
            at[0] += 1;
        }
        for n in 0..rows.checks.len() {
            assert_eq!(
                (rows.checks.time_s[n], rows.checks.seq[n]),
                (whole.checks.time_s[at[1]], whole.checks.seq[at[1]])
            );
            at[1] += 1;
        }
        for n in 0..rows.sacks.len() {
            assert_eq!((rows.sacks.time_s[n], rows.sacks.to[n]), (whole.sacks.time_s[at[2]], whole.sacks.to[at[2]]));
            at[2] += 1;
        }
        for n in 0..rows.hops.len() {
            let (one, other) = (&rows.hops, &whole.hops);
            assert_eq!(
                (one.time_s[n], one.link[n], one.seq[n]),
                (other.time_s[at[3]], other.link[at[3]], other.seq[at[3]])
            );
            at[3] += 1;
        }
    }
    assert_eq!(at, [whole.decisions.len(), whole.checks.len(), whole.sacks.len(), whole.hops.len()]);
}

#[test]
fn with_few_rows_decisions_are_thinned_checks_are_kept_and_hops_stop() {
    let mut scenario = scenario_json("ahn-fig1-vr");
    scenario["drops"] = json!([{ "link": "R1>R2", "flow": "transfer", "segment": 300 }]);
    scenario["record"] = json!({ "hops": { "from_s": 0, "to_s": 100 } });
    let whole = run(&checked(scenario.clone())).1;
    scenario["record"]["max_rows"] = json!(40);
    let (summary, few) = run(&checked(scenario.clone()));
    assert!(few.decisions.len() < whole.decisions.len() && few.decisions.len() >= 40);
    assert_eq!(few.decisions.time_s[..40], whole.decisions.time_s[..40]);
    assert_eq!(few.checks, whole.checks);
    assert_eq!(few.hops.len(), 40);
    let stopped = summary.hops_stopped_at_s.expect("there were too many hops");
    assert_eq!(
        stopped,
        whole.hops.time_s[(0..).filter(|&row| whole.hops.event[row] == 0).nth(20).expect("a 21st offered packet")]
    );
    scenario["record"]["max_rows"] = json!(0);
    assert_eq!(run(&checked(scenario)).1.rows(), 0);
}

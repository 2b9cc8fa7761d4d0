//! The reasons why a sender sends no more, computed by hand. The audit checks them in random scenarios.

use serde_json::{Value, json};
use vegaslab_sim::trace::summary::{LimitedTimes, Summary};
use vegaslab_sim::trace::tables::{SEND_LIMITS, SegmentKind, Tables};

use crate::support::{checked, run, scenario_json};

/// Time on the path below of a segment of 1,040 bytes and its ACK of 40, ms: 1.04 + 50 + 0.04 + 50.
const RTT_MS: f64 = 101.08;
/// Transmission time of a segment, ms.
const SEGMENT_MS: f64 = 1.04;

/// One flow over a link of 8 Mbit/s and 50 ms each way.
fn path(preset: &str, rwnd: u64, traffic: Value, drops: Value, duration_s: f64) -> (Summary, Tables) {
    run(&checked(json!({
        "version": 1, "name": "limits", "duration_s": duration_s,
        "links": [{ "name": "path", "from": "a", "to": "b", "rate_bps": 8_000_000, "delay_ms": 50, "queue": { "kind": "unlimited" } }],
        "flows": [{ "name": "t", "from": "a", "to": "b", "smss_bytes": 1_000, "header_bytes": 40, "rwnd_bytes": 1_000 * rwnd,
                    "traffic": traffic, "sender": { "preset": preset }, "receiver": { "kind": "every_packet" } }],
        "drops": drops,
    })))
}

/// The rows of the first flow: time in ms, and reason.
fn rows(tables: &Tables) -> Vec<(f64, &'static str)> {
    let rows = &tables.limits;
    let of_flow = (0..rows.len()).filter(|&row| rows.flow[row] == 0);
    of_flow.map(|row| ((rows.time_s[row] * 1e9).round() / 1e6, SEND_LIMITS[usize::from(rows.limit[row])])).collect()
}

/// The times of the first flow, to the nanosecond.
fn times(summary: &Summary) -> LimitedTimes {
    summary.flows[0].limited_s
}

#[test]
fn cwnd_limits_until_slow_start_reaches_the_receivers_window() {
    let (summary, tables) = path("reno", 4, json!({ "kind": "bulk" }), json!([]), 2.0);
    // One segment, then two. The second ACK after two round trips raises cwnd to four.
    let full = 2.0 * RTT_MS + SEGMENT_MS;
    assert_eq!(rows(&tables), [(0.0, "cwnd"), (full, "receiver")]);
    assert_eq!(times(&summary), LimitedTimes { cwnd: 0.2032, receiver: 1.7968, ..LimitedTimes::default() });
    assert_eq!(summary.flows[0].rwnd_limited_at_s, Some(0.2032));
}

#[test]
fn an_application_that_writes_now_and_then_limits_between_its_writes() {
    let writes = json!([{ "at_s": 1, "segments": 1 }, { "at_s": 2, "segments": 4 }]);
    let (summary, tables) = path("reno", 40, json!({ "kind": "scripted_writes", "writes": writes }), json!([]), 3.0);
    // The first write finds a window of one segment and fits. Its ACK makes that two, so two of the other four wait
    // for an ACK, which makes room for both.
    assert_eq!(rows(&tables), [(2_000.0, "cwnd"), (2_000.0 + RTT_MS, "application")]);
    assert_eq!(times(&summary), LimitedTimes { cwnd: 0.10108, application: 2.89892, ..LimitedTimes::default() });
}

#[test]
fn pacing_limits_while_the_window_has_room() {
    let (summary, tables) = path("bbr", 40, json!({ "kind": "transfer", "bytes": 12_000 }), json!([]), 2.0);
    // The first ten segments leave at once. The first ACK gives the first pace, 2.885 * 0.99 times ten segments per
    // round trip, and room for two segments: one goes, the other is one interval later, and is the last.
    let interval = ((RTT_MS / (10.0 * 2.885 * 0.99)) * 1e6).floor() / 1e6;
    let last = ((RTT_MS + interval) * 1e6).round() / 1e6;
    assert_eq!(rows(&tables), [(0.0, "cwnd"), (RTT_MS, "pacing"), (last, "application")]);
    let LimitedTimes { pacing, timer, application, receiver, flight, cwnd } = times(&summary);
    assert_eq!((cwnd, application, timer, receiver, flight), (0.10108, 0.10108, 0.0, 0.0, 0.0));
    assert!((pacing * 1e3 - interval).abs() < 1e-9, "{pacing} s");
}

#[test]
fn a_sender_whose_only_segment_is_lost_waits_for_its_timer() {
    let drops = json!([{ "link": "a>b", "flow": "t", "segment": 0 }]);
    let (summary, tables) = path("newreno", 40, json!({ "kind": "transfer", "bytes": 1_000 }), drops, 10.0);
    let segments = &tables.segments;
    let again = (0..segments.len()).find(|&row| segments.kind[row] == SegmentKind::RetransmitTimeout as u8);
    let expires = segments.time_s[again.expect("a timeout")];
    assert_eq!(rows(&tables), [(0.0, "timer"), ((expires * 1e9).round() / 1e6, "application")]);
    assert_eq!(times(&summary), LimitedTimes { timer: expires, application: 0.10108, ..LimitedTimes::default() });
}

#[test]
fn a_delayed_ack_is_still_to_come() {
    let mut scenario = scenario_json("ahn-fig1-rr");
    // One segment, whose ACK waits for the receiver's clock.
    scenario["flows"][0]["traffic"] = json!({ "kind": "transfer", "bytes": 512 });
    let (summary, tables) = run(&checked(scenario));
    assert!(rows(&tables).is_empty(), "{:?}", rows(&tables));
    let completed = summary.flows[0].completed_at_s.expect("complete");
    assert_eq!(times(&summary), LimitedTimes { application: completed, ..LimitedTimes::default() });
}

/// Figure 1 of Ahn et al. From 1.93 s on, the recovery from the first losses leaves more segments under way than cwnd
/// allows. The last ACK arrives at 2.118 s; cwnd is 20 then, and 74 segments count as being in the network, but none is.
/// The timer expires at 3.664 s.
#[test]
fn reno_waits_for_its_timer_in_figure_1() {
    let (summary, tables) = run(&checked(scenario_json("ahn-fig1-rr")));
    let rows = rows(&tables);
    let wait = rows.iter().position(|(_, limit)| *limit == "timer").expect("a wait for the timer");
    assert_eq!(rows[wait - 1..=wait + 1].iter().map(|row| row.1).collect::<Vec<_>>(), ["flight", "timer", "cwnd"]);
    let (from_ms, to_ms) = (rows[wait].0, rows[wait + 1].0);
    let segments = &tables.segments;
    let at_sender = [SegmentKind::Ack as u8, SegmentKind::DupAck as u8];
    let ms = |row: usize| (segments.time_s[row] * 1e9).round() / 1e6;
    let last_ack = (0..segments.len()).rfind(|&row| at_sender.contains(&segments.kind[row]) && ms(row) < to_ms);
    assert_eq!(last_ack.map(ms), Some(from_ms));
    let timeout = (0..segments.len()).find(|&row| segments.kind[row] == SegmentKind::RetransmitTimeout as u8);
    assert_eq!(timeout.map(ms), Some(to_ms));
    assert_eq!((from_ms, to_ms), (2_117.610_521, 3_664.065_263));
    let windows = &tables.windows;
    let last = (0..windows.len()).rfind(|&row| windows.time_s[row] * 1e3 < to_ms).expect("a window");
    assert_eq!((windows.cwnd[last].floor(), windows.flight[last]), (20.0, 74));
    assert_eq!(times(&summary).timer, 1.546_454_742);
}

#[test]
fn the_rows_and_the_summary_agree() {
    for name in ["ahn-fig1-rr", "ahn-fig1-vr", "ahn-fig2", "veno-side-by-side"] {
        let (summary, tables) = run(&checked(scenario_json(name)));
        let LimitedTimes { pacing, timer, receiver, flight, cwnd, .. } = times(&summary);
        let end = summary.flows[0].completed_at_s.unwrap_or(summary.ended_at_s) * 1e3;
        let rows = rows(&tables);
        let found = |limit: &str| {
            let spans = rows.iter().enumerate().filter(|(_, row)| row.1 == limit);
            spans.map(|(at, row)| rows.get(at + 1).map_or(end, |next| next.0) - row.0).sum::<f64>() / 1e3
        };
        for (limit, time) in
            [("pacing", pacing), ("timer", timer), ("receiver", receiver), ("flight", flight), ("cwnd", cwnd)]
        {
            assert!((found(limit) - time).abs() < 1e-6, "{name}, {limit}: {} s in rows, {time} s", found(limit));
        }
    }
}

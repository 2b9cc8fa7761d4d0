//! Tests a peer that plays ACKs, an application that writes at chosen times, and packets that a script delays, copies
//! or marks.

use serde_json::{Value, json};

use crate::support::{SegmentEvent, checked, events, problems, run};

/// A sender on a path of 10 ms each way without queues, whose peer plays these ACKs.
fn played(sender: Value, traffic: Value, acks: Value) -> Value {
    json!({
        "version": 1, "name": "played", "duration_s": 10,
        "links": [{ "name": "path", "from": "a", "to": "b", "rate_bps": 1_000_000_000_000_u64, "delay_ms": 10,
                    "queue": { "kind": "unlimited" } }],
        "flows": [{ "name": "flow", "from": "a", "to": "b", "smss_bytes": 1000, "header_bytes": 0, "rwnd_bytes": 20_000,
                    "traffic": traffic, "sender": sender,
                    "receiver": { "kind": "scripted", "acks": acks, "afterwards": "silent" } }],
    })
}

fn of_kind(events: &[SegmentEvent], kind: &str) -> Vec<(u32, u64)> {
    let of_kind = events.iter().filter(|event| event.kind == kind);
    of_kind.map(|event| (event.seq, (event.time_s * 1e3).round() as u64)).collect()
}

fn events_of(scenario: Value) -> Vec<SegmentEvent> {
    events(&run(&checked(scenario)).1, 0)
}

fn newreno(initial_cwnd: u32) -> Value {
    json!({ "preset": "newreno", "initial_cwnd": initial_cwnd })
}

#[test]
fn acks_come_at_their_time_or_after_their_packet_in_the_order_of_the_list() {
    let acks = json!([
        { "packet": 2, "after_ms": 5, "ack": 1 },
        { "after_ms": 40, "ack": 3 },
        { "packet": 2, "ack": 2 },
        { "after_ms": 40, "ack": 4 },
    ]);
    let events = events_of(played(newreno(4), json!({ "kind": "bulk" }), acks));
    // Packet 2 arrives at 10 ms. The ACK that comes later says less.
    assert_eq!(of_kind(&events, "ack_sent"), [(2, 10), (3, 40), (4, 40)]);
    assert_eq!(of_kind(&events, "dup_ack_sent"), [(1, 15)]);
    assert_eq!(of_kind(&events, "ack"), [(2, 20), (1, 25), (3, 50), (4, 50)]);
}

#[test]
fn nothing_else_is_acknowledged() {
    let events = events_of(played(newreno(2), json!({ "kind": "bulk" }), json!([])));
    assert_eq!(of_kind(&events, "ack_sent"), []);
    assert!(of_kind(&events, "retransmit_timeout").len() >= 2);
}

#[test]
fn a_receiver_that_has_played_its_list_acknowledges_what_it_has_received() {
    let mut scenario =
        played(newreno(4), json!({ "kind": "transfer", "bytes": 8_000 }), json!([{ "packet": 3, "ack": 1 }]));
    scenario["flows"][0]["receiver"]["afterwards"] = json!("every_segment");
    let events = events_of(scenario);
    // Packets 1 and 2 aren't acknowledged, packet 3 as the list says, packet 4 and the rest by what has arrived.
    assert_eq!(of_kind(&events, "ack_sent"), [(1, 10), (4, 10), (5, 30), (6, 30), (7, 30), (8, 30)]);
}

#[test]
fn acks_for_data_that_never_arrived_are_believed() {
    let mut scenario =
        played(newreno(4), json!({ "kind": "transfer", "bytes": 4_000 }), json!([{ "after_ms": 50, "ack": 4 }]));
    scenario["drops"] = json!([{ "link": "a>b", "flow": "flow", "segment": 3 }]);
    let (summary, tables) = run(&checked(scenario));
    assert_eq!(summary.flows[0].completed_at_s, Some(0.06));
    assert_eq!(of_kind(&events(&tables, 0), "drop_error"), [(3, 0)]);
}

#[test]
fn three_duplicates_of_the_script_start_a_fast_retransmit_and_its_sack_blocks_are_read() {
    let ack = |ack: u32, blocks: Value| json!({ "after_ms": 30, "ack": ack, "sack": blocks });
    let acks = json!([
        ack(1, json!([])),
        ack(1, json!([{ "left": 2, "right": 3 }])),
        ack(1, json!([{ "left": 2, "right": 4 }])),
        ack(1, json!([{ "left": 2, "right": 5 }])),
    ]);
    let events = events_of(played(json!({ "preset": "sack", "initial_cwnd": 8 }), json!({ "kind": "bulk" }), acks));
    assert_eq!(of_kind(&events, "retransmit_fast")[0], (1, 40));
}

#[test]
fn a_repeated_ack_with_another_window_is_an_update_and_no_duplicate() {
    // RFC 5681, section 2: a duplicate leaves the advertised window as it was.
    let acks = |windows: [Option<u32>; 3]| {
        let repeats = windows.iter().map(|rwnd| json!({ "after_ms": 30, "ack": 1, "rwnd_segments": rwnd }));
        Value::Array(std::iter::once(json!({ "after_ms": 20, "ack": 1 })).chain(repeats).collect())
    };
    let retransmitted = |windows| {
        let events = events_of(played(newreno(8), json!({ "kind": "bulk" }), acks(windows)));
        (of_kind(&events, "dup_ack").len(), of_kind(&events, "retransmit_fast").len())
    };
    assert_eq!(retransmitted([None; 3]), (3, 1));
    assert_eq!(retransmitted([Some(20); 3]), (3, 1), "the window that it had");
    assert_eq!(retransmitted([Some(19), Some(18), Some(17)]), (0, 0));
    assert_eq!(retransmitted([Some(19), None, None]), (2, 0));
}

#[test]
fn the_window_of_an_ack_limits_the_sender_and_opens_it() {
    let acks = json!([
        { "after_ms": 20, "ack": 4, "rwnd_segments": 1 },
        { "after_ms": 60, "ack": 5 },
        { "after_ms": 100, "ack": 5, "rwnd_segments": 3 },
    ]);
    let events = events_of(played(newreno(4), json!({ "kind": "bulk" }), acks));
    let sent: Vec<_> = of_kind(&events, "send").into_iter().filter(|(_, ms)| *ms < 200).collect();
    assert_eq!(sent, [(0, 0), (1, 0), (2, 0), (3, 0), (4, 30), (5, 70), (6, 110), (7, 110)]);
}

#[test]
fn an_application_writes_at_the_times_of_its_list() {
    let writes = json!({ "kind": "scripted_writes", "writes": [
        { "at_s": 0.5, "segments": 2 }, { "at_s": 0, "segments": 1 }, { "at_s": 0.5, "segments": 1 } ] });
    let mut scenario = played(newreno(10), writes, json!([]));
    scenario["flows"][0]["receiver"] = json!({ "kind": "every_packet" });
    assert_eq!(of_kind(&events_of(scenario), "send"), [(0, 0), (1, 500), (2, 500), (3, 500)]);
}

fn effects(drops: Value) -> Vec<SegmentEvent> {
    let mut scenario = played(newreno(6), json!({ "kind": "transfer", "bytes": 6_000 }), json!([]));
    scenario["flows"][0]["receiver"] = json!({ "kind": "every_packet" });
    scenario["flows"][0]["sender"]["ecn"] = json!("rfc3168");
    scenario["drops"] = drops;
    events_of(scenario)
}

#[test]
fn packets_behind_a_delayed_one_overtake_it() {
    let events = effects(json!([{ "link": "a>b", "flow": "flow", "segment": 1, "effect": "delay", "delay_ms": 3 }]));
    assert_eq!(of_kind(&events, "data_arrived"), [(0, 10), (2, 10), (3, 10), (4, 10), (5, 10), (1, 13)]);
    assert_eq!(of_kind(&events, "dup_ack_sent").len(), 4);
    let ack = |ack: u32, delay_ms: u32| json!({ "link": "b>a", "flow": "flow", "ack": ack, "effect": "delay", "delay_ms": delay_ms });
    // The last ACK ends the run, so it comes later too.
    let events = effects(json!([ack(1, 3), ack(6, 7)]));
    assert_eq!(of_kind(&events, "ack"), [(2, 20), (3, 20), (4, 20), (5, 20), (1, 23), (6, 27)]);
}

#[test]
fn a_copy_arrives_like_the_packet_and_is_acknowledged() {
    let events = effects(json!([{ "link": "a>b", "flow": "flow", "segment": 1, "effect": "copy", "delay_ms": 5 }]));
    assert_eq!(of_kind(&events, "data_arrived")[6], (1, 15));
    assert_eq!(of_kind(&events, "dup_ack_sent"), [(6, 15)]);
    let events = effects(json!([{ "link": "b>a", "flow": "flow", "ack": 2, "effect": "copy" }]));
    assert_eq!(of_kind(&events, "dup_ack"), [(2, 20)]);
    assert_eq!(of_kind(&events, "ack").len(), 6);
}

#[test]
fn a_mark_is_echoed_and_does_nothing_to_a_sender_without_ecn() {
    let drops = json!([{ "link": "a>b", "flow": "flow", "segment": 1, "effect": "mark" }]);
    let mut scenario = played(newreno(6), json!({ "kind": "bulk" }), json!([]));
    scenario["flows"][0]["receiver"] = json!({ "kind": "every_packet" });
    scenario["duration_s"] = json!(0.025);
    scenario["drops"] = drops;
    let cwnd_and_marks = |scenario: &Value| {
        let (_, tables) = run(&checked(scenario.clone()));
        (*tables.windows.cwnd.last().expect("cwnd was recorded"), of_kind(&events(&tables, 0), "marked"))
    };
    assert_eq!(cwnd_and_marks(&scenario), (12.0, vec![]));
    scenario["flows"][0]["sender"]["ecn"] = json!("rfc3168");
    let (cwnd, marks) = cwnd_and_marks(&scenario);
    assert!(cwnd < 6.0);
    assert_eq!(marks, [(1, 0)]);
}

#[test]
fn several_things_happen_to_one_packet() {
    let at = |effect: &str, delay_ms: u32| json!({ "link": "a>b", "flow": "flow", "segment": 2, "effect": effect, "delay_ms": delay_ms });
    // Each delay adds up; a packet that's dropped has neither a copy nor a delay.
    let events = effects(json!([at("delay", 2), at("delay", 3)]));
    assert!(of_kind(&events, "data_arrived").contains(&(2, 15)));
    let events = effects(json!([at("copy", 1), at("drop", 0)]));
    assert_eq!(of_kind(&events, "drop_error"), [(2, 0)]);
    assert!(!of_kind(&events, "data_arrived").contains(&(2, 11)));
}

#[test]
fn a_delay_without_time_and_a_time_without_delay_are_refused() {
    let at = |effect: &str, delay_ms: f64| {
        let mut scenario = played(newreno(6), json!({ "kind": "bulk" }), json!([]));
        let drop = json!({ "link": "a>b", "flow": "flow", "ack": 1, "effect": effect, "delay_ms": delay_ms });
        scenario["drops"] = json!([drop]);
        scenario
    };
    for (effect, delay_ms) in [("delay", 0.0), ("delay", 1e-9), ("drop", 5.0), ("mark", 0.1)] {
        assert_eq!(problems(at(effect, delay_ms))[0].path, "drops.0.delay_ms", "{effect} {delay_ms}");
    }
    for (effect, delay_ms) in [("delay", 0.5), ("copy", 0.0), ("copy", 7.0), ("drop", 0.0), ("mark", 0.0)] {
        checked(at(effect, delay_ms));
    }
}

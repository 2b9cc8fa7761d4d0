//! Tests the timeline: rates, delays, queues, losses and routes that change while packets are in flight.

use serde_json::{Value, json};
use vegaslab_sim::Simulation;
use vegaslab_sim::trace::summary::Summary;

use crate::support::{checked, dumbbell, events, run};

/// A transfer with an advertised window of 16 segments of 512 bytes over a path that drops nothing.
fn transfer(timeline: Value) -> Value {
    let mut value = dumbbell(json!({ "preset": "reno" }), json!({ "kind": "every_packet" }));
    value["links"][1]["queue"] = json!({ "kind": "unlimited" });
    value["flows"][0]["rwnd_bytes"] = json!(512 * 16);
    value["timeline"] = timeline;
    value
}

/// Runs a scenario with an audit after every event.
fn run_audited(value: Value) -> Summary {
    let mut simulation = Simulation::new(&checked(value));
    while !simulation.step(1) {
        simulation.audit().expect("the audit passes");
    }
    simulation.audit().expect("the audit passes");
    simulation.summary()
}

fn set_link(at_s: f64, link: &str, field: &str, value: f64) -> Value {
    json!({ "at_s": at_s, "change": { "kind": "set_link", "link": link, field: value } })
}

/// Times at which data arrives at the receiver, ns.
fn arrivals(value: Value) -> Vec<u64> {
    let (_, tables) = run(&checked(value));
    let arrived = events(&tables, 0).into_iter().filter(|event| event.kind == "data_arrived");
    arrived.map(|event| (event.time_s * 1e9).round() as u64).collect()
}

#[test]
fn a_change_during_a_transmission_applies_to_the_rest_of_it() {
    // 552 bytes take 441.6 us and 1 ms over the access link, 4.416 ms and 20 ms over the bottleneck.
    assert_eq!(arrivals(transfer(json!([])))[0], 25_857_600);
    // By 3.6496 ms the bottleneck has sent half of the packet; the other half takes 4.416 ms at half the rate.
    let halved = set_link(0.003_649_6, "left>b", "rate_bps", 500_000.0);
    assert_eq!(arrivals(transfer(json!([halved])))[0], 1_441_600 + 2_208_000 + 4_416_000 + 20_000_000);
    // A link's name without a direction covers both. Each crossing takes 5 ms less, so the first segment arrives 5 ms
    // earlier. The second one is released by an ACK: 15 ms.
    let shorter = set_link(0.003, "bottleneck", "delay_ms", 15.0);
    let (before, after) = (arrivals(transfer(json!([]))), arrivals(transfer(json!([shorter]))));
    assert_eq!((before[0] - after[0], before[1] - after[1]), (5_000_000, 15_000_000));
}

#[test]
fn throughput_follows_the_rate() {
    let mut value = transfer(json!([set_link(20.0, "left>b", "rate_bps", 250_000.0)]));
    value["flows"][0]["traffic"] = json!({ "kind": "bulk" });
    value["duration_s"] = json!(40);
    // The rate is 250 kbit/s for half of the time. The link is never idle at either rate once the window reaches 16.
    let bytes = run_audited(value).flows[0].goodput_bytes_per_s * 40.0;
    let share = 512.0 / 552.0 / 8.0;
    let expected = 20.0 * share * (1_000_000.0 + 250_000.0);
    assert!((bytes / expected - 1.0).abs() < 0.01, "{bytes} bytes, expected {expected}");
}

#[test]
fn an_outage_costs_a_timeout_but_no_packet() {
    let outage = |rate: f64, at: f64| set_link(at, "bottleneck", "rate_bps", rate);
    let summary = run_audited(transfer(json!([outage(100.0, 1.0), outage(1_000_000.0, 11.0)])));
    let flow = &summary.flows[0];
    assert!(flow.coarse_timeouts >= 1, "{flow:?}");
    assert_eq!(summary.links.iter().map(|link| link.drops).sum::<u64>(), 0);
    let done = flow.completed_at_s.expect("complete");
    let undisturbed = run_audited(transfer(json!([]))).flows[0].completed_at_s.expect("complete");
    assert!(
        (undisturbed + 10.0..undisturbed + 14.0).contains(&done),
        "{done} s with the outage, {undisturbed} s without"
    );
}

#[test]
fn a_link_with_a_changing_delay_delivers_in_order() {
    let swings = (1..80).map(|n| set_link(0.03 * f64::from(n), "left>b", "delay_ms", [1.0, 80.0][n as usize % 2]));
    let value = transfer(swings.collect());
    let times = arrivals(value.clone());
    assert!(times.is_sorted());
    let summary = run_audited(value);
    assert_eq!((summary.flows[0].fast_retransmits, summary.flows[0].coarse_timeouts), (0, 0));
}

/// Two paths from a to b, via `near` and `far`.
fn two_paths(timeline: Value) -> Value {
    let queue = json!({ "kind": "drop_tail_packets", "limit_packets": 100 });
    let link = |from: &str, to: &str, delay: f64| json!({ "name": format!("{from}-{to}"), "from": from, "to": to, "rate_bps": 1_000_000, "delay_ms": delay, "queue": queue });
    let mut value = transfer(timeline);
    value["links"] =
        json!([link("a", "near", 10.0), link("near", "b", 10.0), link("a", "far", 40.0), link("far", "b", 40.0)]);
    value
}

#[test]
fn a_route_change_during_a_run_loses_no_packet() {
    let route = |at: f64, data: Value, acks: Value| json!({ "at_s": at, "change": { "kind": "set_route", "flow": "flow", "route": data, "route_back": acks } });
    let used = |summary: &Summary| -> Vec<bool> { summary.links.iter().map(|link| link.utilization > 0.0).collect() };
    let unchanged = run_audited(two_paths(json!([])));
    assert_eq!(used(&unchanged), [true, true, true, true, false, false, false, false]);
    // From 1 s on data takes the path via `far` and ACKs the same path as before. Nothing is reordered, because `far`
    // is the longer path.
    let far = run_audited(two_paths(json!([route(1.0, json!(["far"]), Value::Null)])));
    assert_eq!(used(&far), [true, true, true, true, true, false, true, false]);
    assert_eq!(far.flows[0].retransmitted_segments, 0);
    assert!(far.flows[0].completed_at_s > unchanged.flows[0].completed_at_s);
    // Then back to the shortest path in mid-flight: later packets overtake earlier ones, and none is lost.
    let back = run_audited(two_paths(json!([
        route(1.0, json!(["far"]), json!(["far"])),
        route(2.12, json!([]), json!(["near"])),
    ])));
    assert_eq!(used(&back), [true; 8]);
    assert_eq!(back.links.iter().map(|link| link.drops).sum::<u64>(), 0);
    assert!(back.flows[0].fast_retransmits > 0, "no packet was overtaken");
    assert!(back.flows[0].completed_at_s.is_some());
}

#[test]
fn an_ack_that_another_one_overtook_still_shows_what_its_block_reports() {
    // Every 50 ms, ACKs change from the short path to the long one or back, so later ones overtake earlier ones. With a
    // block per ACK, the overtaken ones are often the only ones to report some segments.
    let flap = |n: u32| {
        let back = if n.is_multiple_of(2) { "near" } else { "far" };
        json!({ "at_s": 0.5 + 0.05 * f64::from(n),
                "change": { "kind": "set_route", "flow": "flow", "route": ["near"], "route_back": [back] } })
    };
    let with = |preset: &str| {
        let mut value = two_paths((0..100).map(flap).collect());
        value["flows"][0]["sender"] = json!({ "preset": preset, "initial_cwnd": 10 });
        value["flows"][0]["rwnd_bytes"] = json!(512 * 60);
        value["flows"][0]["sack_blocks"] = json!(1);
        let drop = |segment: u32| json!({ "link": "a>near", "flow": "flow", "segment": segment });
        value["drops"] = (0..40).map(|n| drop(100 + 7 * n)).collect();
        let (summary, tables) = run(&checked(value));
        assert!(summary.flows[0].completed_at_s.is_some(), "{preset}");
        let mut highest = 0;
        let (mut late, mut answered) = (0, 0);
        let events = events(&tables, 0);
        for (place, event) in events.iter().enumerate() {
            if event.kind == "ack" {
                highest = highest.max(event.seq);
            } else if event.kind == "dup_ack" && event.seq < highest {
                late += 1;
                let at_once = events[place + 1..].iter().take_while(|next| next.time_s == event.time_s);
                answered += at_once.filter(|next| ["send", "retransmit_fast"].contains(&next.kind)).count();
            }
        }
        (late, answered)
    };
    for preset in ["sack", "fack", "linux-reno"] {
        let (late, answered) = with(preset);
        assert!(late > 0, "{preset}: no overtaken ACK had news");
        assert!(answered > 0, "{preset}: {late} overtaken ACKs had news, and none released a segment");
    }
    assert_eq!(with("newreno").0, 0, "without SACK, an overtaken ACK has no news");
}

#[test]
fn queue_and_loss_changes_apply_to_packets_in_flight() {
    let summary = run_audited(transfer(json!([
        { "at_s": 1, "change": { "kind": "set_loss", "link": "left>b", "loss": { "kind": "bernoulli", "rate": 1.0 } } },
        { "at_s": 1.1, "change": { "kind": "set_loss", "link": "left>b", "loss": { "kind": "none" } } },
    ])));
    assert!(summary.links[2].drops > 0 && summary.flows[0].completed_at_s.is_some());
    // Of a window of 16 packets, about 5 are propagating and the rest are queued, so a buffer of 2 overflows.
    let small = json!({ "kind": "drop_tail_packets", "limit_packets": 2 });
    let summary = run_audited(transfer(
        json!([{ "at_s": 1, "change": { "kind": "set_queue", "link": "left>b", "queue": small } }]),
    ));
    assert!(summary.links[2].drops > 0 && summary.flows[0].completed_at_s.is_some());
}

#[test]
fn simultaneous_changes_apply_in_list_order() {
    let rates = |first: f64, second: f64| {
        let change = |rate| set_link(0.5, "left>b", "rate_bps", rate);
        run_audited(transfer(json!([change(first), change(second)]))).flows[0].completed_at_s
    };
    let alone =
        |rate: f64| run_audited(transfer(json!([set_link(0.5, "left>b", "rate_bps", rate)]))).flows[0].completed_at_s;
    assert_eq!(rates(100_000.0, 2_000_000.0), alone(2_000_000.0));
    assert_eq!(rates(2_000_000.0, 100_000.0), alone(100_000.0));
}

#[test]
fn a_datagram_source_follows_a_route_change_and_loses_scripted_packets() {
    let to_far = json!({ "kind": "set_route", "flow": "datagrams", "route": ["far"] });
    let mut value = two_paths(json!([{ "at_s": 0.5, "change": to_far }]));
    let traffic = json!({ "kind": "constant_rate" });
    value["datagrams"] = json!([{ "name": "datagrams", "from": "a", "to": "b", "stop_s": 1, "traffic": traffic }]);
    value["flows"] = json!([]);
    value["duration_s"] = json!(5);
    value["drops"] = json!([{ "link": "a>far", "flow": "datagrams", "packet": 2 }]);
    let summary = run_audited(value);
    let used = |link: usize| summary.links[link].utilization > 0.0;
    assert!(used(0) && used(2) && used(4) && used(6));
    let source = &summary.datagrams[0];
    assert_eq!((source.dropped, source.arrived), (1, source.sent - 1));
}

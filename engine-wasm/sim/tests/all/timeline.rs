//! The timeline: rates, delays, queues, losses and routes that change while packets are underway.

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

/// Runs with an audit after every event.
fn audited(value: Value) -> Summary {
    let mut simulation = Simulation::new(&checked(value));
    while !simulation.step(1) {
        simulation.audit().expect("the books are right");
    }
    simulation.audit().expect("the books are right");
    simulation.summary()
}

fn set_link(at_s: f64, link: &str, field: &str, value: f64) -> Value {
    json!({ "at_s": at_s, "change": { "kind": "set_link", "link": link, field: value } })
}

/// Times of arrival of data at the receiver, ns.
fn arrivals(value: Value) -> Vec<u64> {
    let (_, tables) = run(&checked(value));
    let arrived = events(&tables, 0).into_iter().filter(|event| event.kind == "data_arrived");
    arrived.map(|event| (event.time_s * 1e9).round() as u64).collect()
}

#[test]
fn a_change_in_the_middle_of_the_first_packet_delays_it_by_what_is_left() {
    // 552 bytes: 441.6 us and 1 ms on the access, 4.416 ms and 20 ms on the bottleneck.
    assert_eq!(arrivals(transfer(json!([])))[0], 25_857_600);
    // At 3.6496 ms half of it is on the bottleneck: the other half takes 4.416 ms at half the rate.
    let halved = set_link(0.003_649_6, "left>b", "rate_bps", 500_000.0);
    assert_eq!(arrivals(transfer(json!([halved])))[0], 1_441_600 + 2_208_000 + 4_416_000 + 20_000_000);
    // A link's name means both directions: the segment arrives 5 ms earlier, and so does its ACK, which releases the next two.
    let shorter = set_link(0.003, "bottleneck", "delay_ms", 15.0);
    let (before, after) = (arrivals(transfer(json!([]))), arrivals(transfer(json!([shorter]))));
    assert_eq!((before[0] - after[0], before[1] - after[1]), (5_000_000, 15_000_000));
}

#[test]
fn throughput_follows_the_rate() {
    let mut value = transfer(json!([set_link(20.0, "left>b", "rate_bps", 250_000.0)]));
    value["flows"][0]["traffic"] = json!({ "kind": "bulk" });
    value["duration_s"] = json!(40);
    // 250 kbit/s for half of the time; the link is never idle at either rate once the window of 16 is open.
    let bytes = audited(value).flows[0].goodput_bytes_per_s * 40.0;
    let share = 512.0 / 552.0 / 8.0;
    let expected = 20.0 * share * (1_000_000.0 + 250_000.0);
    assert!((bytes / expected - 1.0).abs() < 0.01, "{bytes} against {expected}");
}

#[test]
fn an_outage_costs_a_timeout_but_no_packet() {
    let outage = |rate: f64, at: f64| set_link(at, "bottleneck", "rate_bps", rate);
    let summary = audited(transfer(json!([outage(100.0, 1.0), outage(1_000_000.0, 11.0)])));
    let flow = &summary.flows[0];
    assert!(flow.coarse_timeouts >= 1, "{flow:?}");
    assert_eq!(summary.links.iter().map(|link| link.drops).sum::<u64>(), 0);
    let done = flow.completed_at_s.expect("complete");
    let undisturbed = audited(transfer(json!([]))).flows[0].completed_at_s.expect("complete");
    assert!((undisturbed + 10.0..undisturbed + 14.0).contains(&done), "{done} s against {undisturbed} s");
}

#[test]
fn a_link_that_gets_longer_and_shorter_keeps_its_order() {
    let swings = (1..80).map(|n| set_link(0.03 * f64::from(n), "left>b", "delay_ms", [1.0, 80.0][n as usize % 2]));
    let value = transfer(swings.collect());
    let times = arrivals(value.clone());
    assert!(times.is_sorted());
    let summary = audited(value);
    assert_eq!((summary.flows[0].fast_retransmits, summary.flows[0].coarse_timeouts), (0, 0));
}

/// Two ways from a to b, over `near` and `far`.
fn two_ways(timeline: Value) -> Value {
    let queue = json!({ "kind": "drop_tail_packets", "limit_packets": 100 });
    let link = |from: &str, to: &str, delay: f64| json!({ "name": format!("{from}-{to}"), "from": from, "to": to, "rate_bps": 1_000_000, "delay_ms": delay, "queue": queue });
    let mut value = transfer(timeline);
    value["links"] =
        json!([link("a", "near", 10.0), link("near", "b", 10.0), link("a", "far", 40.0), link("far", "b", 40.0)]);
    value
}

#[test]
fn a_route_changes_in_the_middle_of_the_run_and_no_packet_goes_astray() {
    let route = |at: f64, data: Value, acks: Value| json!({ "at_s": at, "change": { "kind": "set_route", "flow": "flow", "route": data, "route_back": acks } });
    let used = |summary: &Summary| -> Vec<bool> { summary.links.iter().map(|link| link.utilization > 0.0).collect() };
    let stays = audited(two_ways(json!([])));
    assert_eq!(used(&stays), [true, true, true, true, false, false, false, false]);
    // Data by the far way from 1 s on, the ACKs as before: no reordering, as the far way is longer.
    let far = audited(two_ways(json!([route(1.0, json!(["far"]), Value::Null)])));
    assert_eq!(used(&far), [true, true, true, true, true, false, true, false]);
    assert_eq!(far.flows[0].retransmitted_segments, 0);
    assert!(far.flows[0].completed_at_s > stays.flows[0].completed_at_s);
    // Then back to the shortest delay in the middle of a flight: later packets overtake earlier ones, which aren't lost.
    let back =
        audited(two_ways(json!(
            [route(1.0, json!(["far"]), json!(["far"])), route(2.12, json!([]), json!(["near"])),]
        )));
    assert_eq!(used(&back), [true; 8]);
    assert_eq!(back.links.iter().map(|link| link.drops).sum::<u64>(), 0);
    assert!(back.flows[0].fast_retransmits > 0, "nothing was overtaken");
    assert!(back.flows[0].completed_at_s.is_some());
}

#[test]
fn queues_and_losses_change_over_the_packets_that_are_there() {
    let summary = audited(transfer(json!([
        { "at_s": 1, "change": { "kind": "set_loss", "link": "left>b", "loss": { "kind": "bernoulli", "rate": 1.0 } } },
        { "at_s": 1.1, "change": { "kind": "set_loss", "link": "left>b", "loss": { "kind": "none" } } },
    ])));
    assert!(summary.links[2].drops > 0 && summary.flows[0].completed_at_s.is_some());
    // Of a window of 16, about 5 are on the way and the rest waits; a buffer of 2 then drops.
    let small = json!({ "kind": "drop_tail_packets", "limit_packets": 2 });
    let summary =
        audited(transfer(json!([{ "at_s": 1, "change": { "kind": "set_queue", "link": "left>b", "queue": small } }])));
    assert!(summary.links[2].drops > 0 && summary.flows[0].completed_at_s.is_some());
}

#[test]
fn changes_of_one_moment_happen_in_the_order_of_the_list() {
    let rates = |first: f64, second: f64| {
        let change = |rate| set_link(0.5, "left>b", "rate_bps", rate);
        audited(transfer(json!([change(first), change(second)]))).flows[0].completed_at_s
    };
    let alone =
        |rate: f64| audited(transfer(json!([set_link(0.5, "left>b", "rate_bps", rate)]))).flows[0].completed_at_s;
    assert_eq!(rates(100_000.0, 2_000_000.0), alone(2_000_000.0));
    assert_eq!(rates(2_000_000.0, 100_000.0), alone(100_000.0));
}

#[test]
fn a_source_of_datagrams_is_led_another_way_and_loses_what_is_scripted() {
    let to_far = json!({ "kind": "set_route", "flow": "datagrams", "route": ["far"] });
    let mut value = two_ways(json!([{ "at_s": 0.5, "change": to_far }]));
    let traffic = json!({ "kind": "constant_rate" });
    value["datagrams"] = json!([{ "name": "datagrams", "from": "a", "to": "b", "stop_s": 1, "traffic": traffic }]);
    value["flows"] = json!([]);
    value["duration_s"] = json!(5);
    value["drops"] = json!([{ "link": "a>far", "flow": "datagrams", "packet": 2 }]);
    let summary = audited(value);
    let used = |link: usize| summary.links[link].utilization > 0.0;
    assert!(used(0) && used(2) && used(4) && used(6));
    let source = &summary.datagrams[0];
    assert_eq!((source.dropped, source.arrived), (1, source.sent - 1));
}

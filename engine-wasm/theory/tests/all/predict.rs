//! Predictions of scenarios: covered flows, reasons for the others, and caveats.

use serde_json::{Value, json};
use vegaslab_sim::scenario;
use vegaslab_theory::predict::predict;
use vegaslab_theory::predict::report::{Interval, Prediction, RangeEnd};

/// A scenario with flows over the single link of Low et al., which carries 6 packets of 1000 bytes per ms.
fn scenario(latencies_ms: &[f64], flows: Vec<Value>) -> Value {
    json!({
        "version": 1, "name": "single", "duration_s": 100, "links": [], "flows": flows,
        "topology": { "kind": "low_single", "latencies_ms": latencies_ms, "access_rate_bps": 1_600_000_000 },
    })
}

fn flow(n: usize, start_s: f64, sender: Value) -> Value {
    json!({
        "name": format!("{n}a"), "from": format!("Host{n}a"), "to": format!("Host{n}b"), "start_s": start_s,
        "smss_bytes": 960, "header_bytes": 40, "rwnd_bytes": 9_600_000, "traffic": { "kind": "bulk" },
        "sender": sender, "receiver": { "kind": "every_packet" },
    })
}

fn prediction(value: Value) -> Prediction {
    predict(&scenario::from_value(value).unwrap_or_else(|problems| panic!("{problems:#?}")))
}

fn reason(prediction: &Prediction, flow: usize) -> &str {
    assert!(!prediction.flows[flow].applies);
    prediction.flows[flow].reason.as_deref().expect("a reason")
}

fn assert_close(what: &str, ours: &[f64], expected: &[f64], within: f64) {
    assert_eq!(ours.len(), expected.len(), "{what}: {ours:?}");
    for (ours, expected) in ours.iter().zip(expected) {
        assert!((ours - expected).abs() <= within, "{what}: {ours} instead of {expected}");
    }
}

fn rates_kb_per_s(interval: &Interval) -> Vec<f64> {
    interval.at_rest[0].flows.iter().map(|flow| flow.wire_rate_bytes_per_s / 1e3).collect()
}

fn pf() -> Value {
    json!({ "preset": "vegas-pf" })
}

/// Vegas with a target of 2 packets per ms.
fn wpf() -> Value {
    json!({ "preset": "vegas-wpf", "avoidance": { "alpha": 2, "beta": 2 } })
}

#[test]
fn rates_are_reported_with_and_without_headers() {
    let prediction = prediction(scenario(&[10.0], vec![flow(1, 0.0, pf())]));
    let interval = &prediction.intervals[0];
    assert_eq!((interval.from_s, interval.to_s, interval.caveats.len()), (0.0, 100.0, 0));
    let equilibrium = &interval.at_rest[0];
    assert_eq!(equilibrium.range_end, RangeEnd::Point);
    let flow = &equilibrium.flows[0];
    assert_close("rate", &[flow.wire_rate_bytes_per_s, flow.payload_rate_bytes_per_s], &[6e6, 5.76e6], 1e-5);
    // A propagation delay of 10.184 ms, and a queue of 2 packets of 1/6 ms each.
    assert_close("RTT", &[flow.propagation_rtt_ms, flow.rtt_ms], &[10.183_732, 10.517_065], 1e-6);
    assert_close("window", &[flow.cwnd_segments, flow.target_segments], &[6.0 * 10.517_065, 2.0], 1e-5);
    assert_eq!(equilibrium.links.len(), 3);
    let bottleneck = &equilibrium.links[0];
    assert_eq!(bottleneck.name, "Router1>Router2");
    assert_close(
        "queue",
        &[bottleneck.queue_packets, bottleneck.queue_bytes, bottleneck.price_ms],
        &[2.0, 2e3, 1.0 / 3.0],
        1e-9,
    );
    assert!(equilibrium.links[1..].iter().all(|link| link.price_ms == 0.0 && link.utilization < 1.0));
}

#[test]
fn flows_with_different_segment_sizes_share_a_link_by_their_backlogs() {
    let mut small = flow(2, 0.0, pf());
    small["smss_bytes"] = json!(460);
    let prediction = prediction(scenario(&[10.0, 10.0], vec![flow(1, 0.0, pf()), small]));
    // 2 packets of 1000 and 2 of 500 bytes in the queue: two thirds and one third of 6 bytes/us.
    assert_close("rates", &rates_kb_per_s(&prediction.intervals[0]), &[4000.0, 2000.0], 1e-6);
    let link = &prediction.intervals[0].at_rest[0].links[0];
    assert_close("queue", &[link.queue_packets, link.queue_bytes], &[4.0, 3000.0], 1e-6);
    // Including the packet in transmission: for two thirds of the time one of 1000 bytes, otherwise one of 500.
    assert_close("held", &[link.held_packets, link.held_bytes], &[5.0, 3000.0 + 2500.0 / 3.0], 1e-6);
}

#[test]
fn flows_starting_one_after_another_estimate_delays_as_in_tables_5_and_6() {
    let flows = (1..=5).map(|n| flow(n, 20.0 * (n - 1) as f64, wpf())).collect();
    let prediction = prediction(scenario(&[10.0; 5], flows));
    assert_eq!(prediction.intervals.len(), 5);
    let last = &prediction.intervals[4];
    assert!(last.theory.contains("Theorem 3") && prediction.intervals[0].theory.ends_with("Theorem 1"));
    assert_close("rates", &rates_kb_per_s(last), &[288.7, 404.3, 674.7, 1298.8, 3333.5], 0.05);
    assert_close("queue", &[last.at_rest[0].links[0].queue_packets], &[423.35], 0.01);
    let estimates: Vec<f64> = last.at_rest[0].flows.iter().map(|flow| flow.base_rtt_ms).collect();
    assert_close("base_rtt", &estimates, &[10.184, 13.578, 20.367, 31.790, 50.464], 0.001);
    assert!(last.at_rest[0].residuals.is_some_and(|left| left.worst() < 1e-12));
    // The fifth flow's window reaches 265 segments at one per RTT of 80 ms, so 20 s may be too short to settle.
    assert!(prediction.intervals[..4].iter().all(|interval| interval.caveats.is_empty()));
    assert_eq!(last.caveats.len(), 1, "{:?}", last.caveats);
}

#[test]
fn flows_with_a_configured_base_rtt_estimate_exactly() {
    let configured = || json!({ "preset": "vegas-wpf", "base_rtt": "told", "avoidance": { "alpha": 2, "beta": 2 } });
    let flows = (1..=3).map(|n| flow(n, 20.0 * (n - 1) as f64, configured())).collect();
    let prediction = prediction(scenario(&[10.0; 3], flows));
    for (number, interval) in prediction.intervals.iter().enumerate() {
        let active = number as f64 + 1.0;
        assert!(interval.theory.ends_with("Theorem 1"), "{}", interval.theory);
        assert_close("queue", &[interval.at_rest[0].links[0].queue_packets], &[20.367 * active], 0.002 * active);
    }
}

#[test]
fn flows_that_start_before_others_have_settled_start_together() {
    // Windows of 40 segments and RTTs of 14 ms: settling may take 0.55 s.
    let flows = vec![flow(1, 0.0, wpf()), flow(2, 0.1, wpf()), flow(3, 20.0, wpf())];
    let prediction = prediction(scenario(&[10.0; 3], flows));
    assert_eq!(prediction.intervals.iter().map(|interval| interval.at_rest[0].flows.len()).collect::<Vec<_>>(), [2, 3]);
    assert!(prediction.intervals[0].caveats[0].contains("starting together"), "{:?}", prediction.intervals[0].caveats);
    assert_close("rates", &rates_kb_per_s(&prediction.intervals[0]), &[3000.0, 3000.0], 1e-6);
}

#[test]
fn a_range_between_alpha_and_beta_has_two_ends() {
    let one_to_three = || json!({ "preset": "vegas", "fine_clock_us": 0 });
    let prediction = prediction(scenario(&[10.0; 2], vec![flow(1, 0.0, one_to_three()), flow(2, 0.0, one_to_three())]));
    let equilibria = &prediction.intervals[0].at_rest;
    assert_eq!(
        equilibria.iter().map(|equilibrium| equilibrium.range_end).collect::<Vec<_>>(),
        [RangeEnd::Lower, RangeEnd::Upper]
    );
    // A rounded diff of 1 to 3 means 0.5 to 3.5 segments each.
    let queues: Vec<f64> = equilibria.iter().map(|equilibrium| equilibrium.links[0].queue_packets).collect();
    assert_close("queues", &queues, &[1.0, 7.0], 1e-9);
    assert!(prediction.intervals[0].caveats[0].contains("anywhere in its range"));
    // With an unrounded diff and alpha 0, there is no lower end.
    let from_0 = json!({ "preset": "vegas-pf", "avoidance": { "alpha": 0, "beta": 2 } });
    let prediction = self::prediction(scenario(&[10.0], vec![flow(1, 0.0, from_0)]));
    let interval = &prediction.intervals[0];
    assert_eq!((interval.at_rest.len(), interval.at_rest[0].range_end), (1, RangeEnd::Upper));
    assert!(interval.caveats[0].contains("no lower end"), "{:?}", interval.caveats);
}

#[test]
fn mark_based_flows_have_empty_queues() {
    let latencies_ms = [10.0, 10.0, 20.0, 10.0, 30.0];
    let flows = (1..=5).map(|n| flow(n, 20.0 * (n - 1) as f64, json!({ "preset": "vegas-rem" }))).collect();
    let mut value = scenario(&latencies_ms, flows);
    value["topology"]["queue"] = json!({ "kind": "rem", "limit_packets": 100_000 });
    let prediction = prediction(value.clone());
    let marking: Vec<f64> =
        prediction.intervals.iter().map(|interval| interval.at_rest[0].links[0].marked_share.unwrap()).collect();
    assert_close("marking", &marking, &[0.2764, 0.4764, 0.7243, 0.8005, 0.9235], 0.0001);
    let last = &prediction.intervals[4].at_rest[0];
    assert_close("rates", &rates_kb_per_s(&prediction.intervals[4]), &[755.0, 755.0, 1497.0, 755.0, 2238.0], 0.6);
    assert_close("price", &[last.links[0].price_ms, last.links[0].queue_packets], &[26.973, 0.0], 0.001);
    assert!(last.flows.iter().all(|flow| flow.rtt_ms == flow.propagation_rtt_ms && flow.base_rtt_ms == flow.rtt_ms));
    // With mu = 0.5 and 6 packets per ms, one waiting packet costs a twelfth of the capacity.
    for interval in &prediction.intervals {
        assert_eq!(interval.caveats.len(), 1, "{:?}", interval.caveats);
        assert!(interval.caveats[0].contains("a utilization of 91.7 % instead of 100 %"), "{:?}", interval.caveats);
    }
    // Mark-based senders need links that mark.
    value["topology"]["queue"] = json!({ "kind": "unlimited" });
    let plain = self::prediction(value);
    assert!(
        plain.intervals[0].caveats[0].contains("doesn't report a price with marks"),
        "{:?}",
        plain.intervals[0].caveats
    );
}

#[test]
fn flows_without_a_prediction_have_a_reason() {
    // Reno, and Vegas sharing its link.
    let mut value = scenario(&[10.0; 2], vec![flow(1, 0.0, json!({ "preset": "reno" })), flow(2, 0.0, pf())]);
    let with_reno = prediction(value.clone());
    assert!(!with_reno.applies() && with_reno.intervals.is_empty());
    assert!(reason(&with_reno, 0).contains("it backs off after losses"));
    assert!(reason(&with_reno, 1).contains("Router1>Router2 is shared with 1a"));
    // Short transfers, repeated transfers, and applications that decide when to write.
    for (traffic, why) in [
        (json!({ "kind": "transfer", "bytes": 10_000 }), "its transfer may finish"),
        (json!({ "kind": "repeated" }), "a series of transfers"),
        (json!({ "kind": "telnet" }), "its application decides"),
    ] {
        value["flows"][0] = flow(1, 0.0, pf());
        value["flows"][0]["traffic"] = traffic;
        let prediction = prediction(value.clone());
        assert!(reason(&prediction, 0).contains(why), "{:?}", prediction.flows);
        assert!(reason(&prediction, 1).contains("is shared with 1a"));
    }
    // While it lasts, a long transfer is predicted like an unlimited one.
    value["flows"][0]["traffic"] = json!({ "kind": "transfer", "bytes": 10_000_000 });
    let long = prediction(value.clone());
    assert!(long.applies() && long.intervals[0].caveats[0].contains("transfers end"));
    // Delay and marks over one link.
    value["flows"][0] = flow(1, 0.0, json!({ "preset": "vegas-rem" }));
    let mixed = prediction(value.clone());
    assert!((0..2).all(|flow| reason(&mixed, flow).contains("flows that react to different signals")));
    // Random losses, and datagrams.
    value["flows"][0] = flow(1, 0.0, pf());
    value["links"] = json!([{ "name": "bottleneck", "loss": { "kind": "bernoulli", "rate": 0.01 } }]);
    assert!(reason(&prediction(value.clone()), 0).contains("Router1>Router2 loses packets at random"));
    value["links"] = json!([]);
    value["datagrams"] = json!([{
        "name": "noise", "from": "Host1a", "to": "Host2b",
        "traffic": { "kind": "constant_rate", "rate_bps": 1_000_000, "packet_bytes": 500 },
    }]);
    let noisy = prediction(value);
    assert!(reason(&noisy, 1).contains("shared with the datagrams of noise"), "{:?}", noisy.flows);
}

#[test]
fn a_flow_is_predicted_if_only_other_links_have_unpredicted_flows() {
    // A chain of two links: Reno on the first, Vegas on the second.
    let link = |from: &str, to: &str| {
        json!({ "name": format!("{from}-{to}"), "from": from, "to": to, "rate_bps": 1_000_000, "delay_ms": 5,
                "queue": { "kind": "unlimited" } })
    };
    let between = |n: usize, from: &str, to: &str, sender: Value| {
        let mut flow = flow(n, 0.0, sender);
        (flow["from"], flow["to"]) = (json!(from), json!(to));
        flow
    };
    let prediction = prediction(json!({
        "version": 1, "name": "chain", "duration_s": 50, "links": [link("A", "B"), link("B", "C")],
        "flows": [between(1, "A", "B", json!({ "preset": "reno" })), between(2, "B", "C", pf())],
    }));
    assert_eq!(prediction.flows.iter().map(|flow| flow.applies).collect::<Vec<_>>(), [false, true]);
    assert_close("rates", &rates_kb_per_s(&prediction.intervals[0]), &[125.0], 1e-6);
}

#[test]
fn broken_assumptions_are_reported_as_caveats() {
    let caveats = |change: &dyn Fn(&mut Value)| {
        let mut value = scenario(&[10.0; 3], (1..=3).map(|n| flow(n, 0.0, pf())).collect());
        change(&mut value);
        prediction(value).intervals[0].caveats.join("; ")
    };
    assert_eq!(caveats(&|_| ()), "");
    let queue = |queue: Value| move |value: &mut Value| value["topology"]["queue"] = queue.clone();
    // 6 packets wait, and one is in transmission.
    assert_eq!(caveats(&queue(json!({ "kind": "drop_tail_packets", "limit_packets": 7 }))), "");
    let six = json!({ "kind": "drop_tail_packets", "limit_packets": 6 });
    assert!(caveats(&queue(six)).contains("its buffer of 6 packets is too small for the predicted queue"));
    let bytes = json!({ "kind": "drop_tail_bytes", "limit_bytes": 6_999 });
    assert!(caveats(&queue(bytes)).contains("its buffer of 6999 bytes"));
    assert!(caveats(&queue(json!({ "kind": "red" }))).contains("drops packets before its buffer is full"));
    let small_window = |value: &mut Value| value["flows"][0]["rwnd_bytes"] = json!(9_600);
    assert!(caveats(&small_window).contains("a window of 22.4 segments, but its receiver advertises 10"));
    let delayed = |value: &mut Value| value["flows"][0]["receiver"] = json!({ "kind": "bsd_reno" });
    assert!(caveats(&delayed).contains("may delay ACKs"));
    let short = |value: &mut Value| value["duration_s"] = json!(0.1);
    assert!(caveats(&short).contains("settling may take"));
    let change = json!([{ "at_s": 30, "change": { "kind": "set_link", "link": "bottleneck", "rate_bps": 400_000 } }]);
    assert!(caveats(&|value: &mut Value| value["timeline"] = change.clone()).contains("from 30 s on"));
    let two_way = |value: &mut Value| {
        (value["flows"][2]["from"], value["flows"][2]["to"]) = (json!("Host3b"), json!("Host3a"));
    };
    assert!(caveats(&two_way).contains("link Router1>Router2: ACKs of 3a also wait there"));
}

#[test]
fn large_predictions_are_refused() {
    let flows = |count: usize| (1..=count).map(|n| flow(n, n as f64, pf())).collect();
    let latencies = [10.0; 32];
    let most = prediction(scenario(&latencies[..31], flows(31)));
    assert!(most.flows.iter().all(|flow| flow.applies), "31 flows with 31 starts");
    let more = prediction(scenario(&latencies, flows(32)));
    assert!(more.intervals.is_empty());
    assert_eq!(
        reason(&more, 0),
        "32 flows with 32 start times are too many for this calculation, which allows at most 1000 values"
    );
}

/// Fu & Liew's Figure 5: 1.6 Mbit/s, 120 ms, random losses of data packets.
fn lossy(sender: &str, rate: f64) -> Value {
    json!({
        "version": 1, "name": "lossy", "duration_s": 600, "links": [],
        "topology": { "kind": "veno_test_bed", "loss": { "kind": "bernoulli", "rate": rate } },
        "flows": [{
            "name": "transfer", "from": "s1", "to": "r1", "smss_bytes": 1460, "header_bytes": 40, "rwnd_bytes": 64240,
            "traffic": { "kind": "bulk" }, "sender": { "preset": sender }, "receiver": { "kind": "bsd_reno" },
        }],
    })
}

#[test]
fn random_losses_determine_the_throughput_of_reno() {
    let prediction = prediction(lossy("reno", 0.01));
    let mean = &prediction.intervals[0].at_rest[0];
    assert!(mean.links.is_empty() && mean.residuals.is_none());
    let flow = &mean.flows[0];
    // The full form gives 82.8 KB/s for an ACK for every second segment, a timeout of 1 s and an RTT of 127.5 ms (see
    // the tests of `loss_throughput`). Scale the rate to that RTT.
    let scaled = flow.payload_rate_bytes_per_s * flow.propagation_rtt_ms / 127.5;
    assert_close("rate", &[scaled / 1e3], &[82.8], 0.6);
    assert_close("cwnd", &[flow.cwnd_segments], &[flow.payload_rate_bytes_per_s / 1460.0 * flow.rtt_ms / 1e3], 1e-9);
    assert_close("wire", &[flow.wire_rate_bytes_per_s], &[flow.payload_rate_bytes_per_s * 1500.0 / 1460.0], 1e-9);
    assert_eq!(prediction.intervals[0].caveats, ["the theory assumes that the timer of transfer waits for 1 s"]);
}

#[test]
fn flows_outside_the_loss_model_have_a_reason() {
    assert!(
        reason(&prediction(lossy("reno", 0.001)), 0).contains("more than it carries, so its queue limits the rate")
    );
    let mut clean = lossy("reno", 0.01);
    clean["topology"]["loss"] = json!({ "kind": "none" });
    assert!(reason(&prediction(clean), 0).contains("covers only random loss, and its path has none"));
    assert!(reason(&prediction(lossy("tahoe", 0.01)), 0).contains("starts over"));
    assert!(reason(&prediction(lossy("veno", 0.01)), 0).contains("avoidance is veno"));
    assert!(reason(&prediction(lossy("vegas", 0.01)), 0).contains("loses packets at random"));
    let mut bursts = lossy("reno", 0.01);
    bursts["topology"]["loss"] = json!({ "kind": "gilbert_elliott" });
    assert!(reason(&prediction(bursts), 0).contains("with the same probability"));
    let mut short = lossy("reno", 0.01);
    short["flows"][0]["traffic"] = json!({ "kind": "transfer", "bytes": 730_000 });
    assert!(reason(&prediction(short), 0).contains("about 5.0 of its segments are lost"));
}

#[test]
fn diff_is_between_alpha_and_beta_at_the_equilibrium() {
    // This is also true of the second flow, which mistakes the first one's queue for propagation delay.
    let one_to_three = json!({ "preset": "vegas-pf", "avoidance": { "alpha": 1, "beta": 3, "rounding": "real" } });
    let prediction =
        prediction(scenario(&[10.0, 10.0], vec![flow(1, 0.0, one_to_three.clone()), flow(2, 50.0, one_to_three)]));
    for interval in &prediction.intervals {
        let diffs = |end: usize| interval.at_rest[end].flows.iter().map(|flow| flow.diff_segments).collect::<Vec<_>>();
        let flows = interval.at_rest[0].flows.len();
        assert_close("lower ends", &diffs(0), &vec![1.0; flows], 1e-6);
        assert_close("upper ends", &diffs(1), &vec![3.0; flows], 1e-6);
    }
    let late = &prediction.intervals[1].at_rest[1].flows[1];
    assert!(late.base_rtt_ms > late.propagation_rtt_ms, "the second flow overestimates its delay");
}

#[test]
fn repair_costs_are_known_for_transfers_that_share_no_link() {
    let transfer = |n: usize| {
        let mut flow = flow(n, 0.0, json!({ "preset": "reno" }));
        flow["traffic"] = json!({ "kind": "transfer", "bytes": 2_097_152 });
        flow
    };
    let costs = |flows: Vec<Value>| prediction(scenario(&[10.0, 10.0], flows)).repairs;
    let alone = costs(vec![transfer(1)])[0].costs.expect("costs of a transfer that shares no link");
    assert_eq!(alone.timeout_s, 1.25);
    // A packet of 1000 bytes and an ACK of 40 over 48 Mbit/s and over two host links of 1.6 Gbit/s. The simulator
    // rounds each time to whole ns.
    let transmission_s = 1_040.0 * 8.0 / 48e6 + 2.0 * 1_040.0 * 8.0 / 1.6e9;
    assert!((alone.fast_retransmit_s - 0.010 - transmission_s).abs() < 1e-8, "{}", alone.fast_retransmit_s);
    assert!((alone.segment_s - 1_000.0 * 8.0 / 48e6).abs() < 1e-12, "{}", alone.segment_s);

    let why = |repairs: &[vegaslab_theory::predict::report::Repairs], flow: usize| {
        assert_eq!(repairs[flow].costs, None);
        repairs[flow].reason.clone().expect("a reason")
    };
    let both = costs(vec![transfer(1), transfer(2)]);
    assert!(why(&both, 0).contains("shares link Router1>Router2"), "{}", why(&both, 0));
    let mut second = transfer(2);
    second["turns_with"] = "1a".into();
    let mut first = transfer(1);
    first["turns_with"] = "2a".into();
    let in_turns = costs(vec![first, second]);
    assert!(in_turns.iter().all(|repairs| repairs.costs == Some(alone)), "{in_turns:?}");
    assert!(why(&costs(vec![flow(1, 0.0, pf())]), 0).contains("it never finishes"));
}

//! Tests the short forms of a scenario and what they expand to: topologies, copies of flows, static routes and start
//! jitter.

use proptest::prelude::*;
use serde_json::{Value, json};
use vegaslab_sim::scenario::{self, Scenario, expand, topology};
use vegaslab_sim::schema::limits;

use crate::support::{checked, run, scenario_json};

/// A scenario in which each host in turn sends one segment, with exact clocks.
fn one_segment_each(topology: Value, hosts: &[(&str, &str)], smss_bytes: u64, header_bytes: u64) -> Value {
    let flow = |(n, (from, to)): (usize, &(&str, &str))| {
        json!({ "name": from, "from": from, "to": to, "start_s": n, "smss_bytes": smss_bytes, "header_bytes": header_bytes,
                "traffic": { "kind": "transfer", "bytes": smss_bytes }, "receiver": { "kind": "every_packet" },
                "sender": { "preset": "reno", "fine_clock_us": 0 } })
    };
    json!({ "version": 1, "name": "one", "duration_s": 60, "topology": topology, "links": [],
            "flows": hosts.iter().enumerate().map(flow).collect::<Vec<_>>() })
}

/// RTT samples of a run, ms.
fn rtts(scenario: &Scenario) -> Vec<f64> {
    run(scenario).1.rtts.rtt_ms
}

#[test]
fn a_segment_over_figure_9_is_acknowledged_after_113_3_ms() {
    let topology = json!({ "kind": "ahn_figure9", "clock_us": 0 });
    assert_eq!(rtts(&checked(one_segment_each(topology, &[("sender", "receiver")], 512, 40))), [113.3408]);
}

#[test]
fn a_segment_over_the_veno_test_bed_is_acknowledged_after_propagation_and_transmission() {
    let topology = json!({ "kind": "veno_test_bed", "back_rate_bps": 64_000 });
    // Transmission takes 1.2, 7.5 and 1.2 ms for 1500 bytes, and 0.032, 5 and 0.032 ms for 40 bytes.
    assert_eq!(rtts(&checked(one_segment_each(topology, &[("s1", "r1")], 1_460, 40))), [134.964]);
}

#[test]
fn base_rtts_over_the_chain_match_table_3() {
    let hosts = (1..=6).map(|n| (format!("Host{n}a"), format!("Host{n}b"))).collect::<Vec<_>>();
    let hosts: Vec<_> = hosts.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    // 1 KB is 1000 bytes including headers; an ACK has 40 bytes.
    let scenario = checked(one_segment_each(json!({ "kind": "low_chain" }), &hosts, 960, 40));
    let rounded: Vec<_> = rtts(&scenario).iter().map(|rtt| format!("{rtt:.2}")).collect();
    assert_eq!(rounded, ["75.51", "80.51", "15.34", "60.34", "20.34", "100.69"]);
}

#[test]
fn a_topology_expands_to_the_same_links_as_written_by_hand() {
    let by_hand = checked(scenario_json("ahn-fig1-rr"));
    let mut short = scenario_json("ahn-fig1-rr");
    short["links"] = json!([]);
    short["topology"] = json!({ "kind": "ahn_figure9" });
    assert_eq!(checked(short.clone()), by_hand);
    short.as_object_mut().expect("a scenario").remove("links");
    assert_eq!(checked(short), by_hand);
}

#[test]
fn an_entry_changes_the_topology_link_of_its_name_or_adds_a_link() {
    let mut value = scenario_json("ahn-fig2");
    value["links"] = json!([
        { "name": "R1-R2", "rate_bps": 200_000, "queue": { "limit_bytes": 4_096 }, "back": { "delay_ms": 7 } },
        { "name": "competitor-R1", "from": "competitor", "to": "R1", "rate_bps": 10_000_000, "delay_ms": 1,
          "queue": { "kind": "drop_tail_bytes" } },
        { "name": "R3-receiver", "queue": { "kind": "drop_tail_packets" } },
        { "name": "R3-sink", "from": "R3", "to": "sink", "rate_bps": 10_000_000, "delay_ms": 1,
          "queue": { "kind": "drop_tail_bytes" } },
    ]);
    value["topology"] = json!({ "kind": "ahn_figure9" });
    let scenario = checked(value);
    let names: Vec<_> = scenario.links.iter().map(|link| link.name.as_str()).collect();
    assert_eq!(names, ["sender-R1", "R1-R2", "R2-R3", "R3-receiver", "competitor-R1", "R3-sink"]);
    let bottleneck = &scenario.links[1];
    assert_eq!((bottleneck.rate_bps, bottleneck.delay_ms, bottleneck.clock_us), (200_000, 50.0, 1_000));
    assert_eq!(json!(bottleneck.queue), json!({ "kind": "drop_tail_bytes", "limit_bytes": 4_096 }));
    assert_eq!(bottleneck.back.as_ref().and_then(|back| back.delay_ms), Some(7.0));
    assert_eq!(json!(scenario.links[3].queue), json!({ "kind": "drop_tail_packets", "limit_packets": 50 }));
}

#[test]
fn assignments_change_topology_links_by_name_in_any_order() {
    for assignments in [
        ["links.R1-R2.rate_bps=700000", "links.R1-R2.queue.limit_bytes=9000", "topology.background=2"],
        ["topology.background=2", "links.R1-R2.queue.limit_bytes=9000", "links.R1-R2.rate_bps=700000"],
    ] {
        let mut value = scenario_json("ahn-fig1-rr");
        value.as_object_mut().expect("a scenario").remove("links");
        value["topology"] = json!({ "kind": "ahn_figure9" });
        for assignment in assignments {
            expand::set(&mut value, assignment).expect("the path exists");
        }
        let problem = expand::set(&mut value, "links.R8-R9.rate_bps=1").expect_err("there is no such link");
        assert!(problem.problem.contains("no entry \"R8-R9\""), "{problem}");
        let scenario = checked(value);
        assert_eq!((scenario.links.len(), scenario.links[1].rate_bps), (8, 700_000));
        assert_eq!(json!(scenario.links[1].queue)["limit_bytes"], json!(9_000));
    }
}

/// Twenty copies of a flow over a dumbbell, each with its own start time.
fn twenty_copies() -> Value {
    let mut value = crate::support::dumbbell(json!({ "preset": "reno" }), json!({ "kind": "bsd_reno" }));
    value["topology"] = json!({ "kind": "dumbbell", "pairs": 20 });
    value["links"] = json!([]);
    let flow = &mut value["flows"][0];
    for (field, content) in [
        ("name", json!("flow {n} of 20")),
        ("from", json!("s{n}")),
        ("to", json!("r{n}")),
        ("route", json!(["left", "right"])),
        ("copies", json!(20)),
        ("start_s", json!(1)),
        ("start_jitter_s", json!(0.5)),
    ] {
        flow[field] = content;
    }
    value
}

#[test]
fn copies_are_numbered_flows() {
    let scenario = checked(twenty_copies());
    assert_eq!(scenario.flows.len(), 20);
    let last = &scenario.flows[19];
    assert_eq!((last.name.as_str(), last.from.as_str(), last.to.as_str()), ("flow 20 of 20", "s20", "r20"));
    assert_eq!((last.copies, &last.route[..]), (1, &["left".to_owned(), "right".to_owned()][..]));
    let mut unnumbered = twenty_copies();
    unnumbered["flows"][0]["name"] = json!("flow");
    unnumbered["flows"][0]["copies"] = json!(2);
    let names: Vec<_> = checked(unnumbered).flows.into_iter().map(|flow| flow.name).collect();
    assert_eq!(names, ["flow 1", "flow 2"]);
}

#[test]
fn every_short_form_reads_back_equal_once_written_out() {
    let mut values = vec![twenty_copies()];
    for member in topology::Blueprint::PART_SET.members {
        let part = json!({ "kind": member.kind });
        let links = topology::links(&part).expect("a topology with default fields");
        let mut value = twenty_copies();
        value["topology"] = part;
        value["flows"][0]["copies"] = json!(1);
        value["flows"][0]["route"] = json!([]);
        value["flows"][0]["from"] = json!(links[0].from);
        value["flows"][0]["to"] = json!(links[0].to);
        values.push(value);
    }
    for value in values {
        let scenario = checked(value);
        let text = serde_json::to_string(&scenario).expect("a scenario can be written");
        assert_eq!(scenario::read(&text).expect("the written text is valid"), scenario);
        assert!(scenario.topology.is_none() && scenario.flows.iter().all(|flow| flow.copies == 1));
    }
}

#[test]
fn the_maximum_numbers_of_flows_and_links_read_back_equal() {
    let mut value = twenty_copies();
    value["topology"] = json!({ "kind": "dumbbell", "pairs": 999 });
    value["flows"][0]["copies"] = json!(999);
    let scenario = checked(value);
    let text = serde_json::to_string_pretty(&scenario).expect("a scenario can be written");
    assert!(2 * text.len() < limits::TEXT_BYTES, "{} bytes", text.len());
    assert_eq!(scenario::read(&text).expect("the written text is valid"), scenario);
}

/// Times at which the flows send their first segments, s.
fn starts(scenario: &Scenario) -> Vec<f64> {
    let segments = run(scenario).1.segments;
    let first = |flow: usize| segments.flow.iter().position(|&of| usize::from(of) == flow).expect("every flow sends");
    (0..scenario.flows.len()).map(|flow| segments.time_s[first(flow)]).collect()
}

#[test]
fn each_flow_has_its_own_start_delay_independent_of_other_flows() {
    let all = starts(&checked(twenty_copies()));
    assert!(all.iter().all(|start| (1.0..1.5).contains(start)), "{all:?}");
    let spread = all.iter().copied().fold(0.0, f64::max) - all.iter().copied().fold(9.0, f64::min);
    assert!(spread > 0.3, "{all:?}");
    // On its own, under the same name, the seventh flow starts at the same time as among the others.
    let mut alone = checked(twenty_copies());
    alone.flows = vec![alone.flows[6].clone()];
    assert_eq!(starts(&alone), [all[6]]);
    alone.flows[0].start_jitter_s = 0.0;
    assert_eq!(starts(&alone), [1.0]);
}

#[test]
fn static_routes_and_link_settings_apply_per_direction() {
    let link = |name: &str, from: &str, to: &str| {
        json!({ "name": name, "from": from, "to": to, "rate_bps": 8_000_000, "delay_ms": 1,
                "queue": { "kind": "drop_tail_packets" }, "back": { "rate_bps": 800_000, "delay_ms": 10 } })
    };
    let mut value = one_segment_each(Value::Null, &[("a", "d")], 960, 40);
    value["links"] = json!([
        link("ab", "a", "b"),
        link("bd", "b", "d"),
        link("ac", "a", "c"),
        link("cd", "c", "d"),
        link("ad", "a", "d")
    ]);
    let rtt = |route: Value, route_back: Value| {
        let mut value = value.clone();
        value["flows"][0]["route"] = route;
        value["flows"][0]["route_back"] = route_back;
        let scenario = checked(value);
        let links = run(&scenario).0.links;
        let used: Vec<_> = links.into_iter().filter(|link| link.utilization > 0.0).map(|link| link.name).collect();
        (rtts(&scenario), used.join(" "))
    };
    // On each link, 1000 bytes take 1 ms on the way out and 40 bytes 0.4 ms on the way back.
    assert_eq!(rtt(json!([]), json!([])), (vec![12.4], "a>d d>a".into()));
    assert_eq!(rtt(json!(["c"]), json!(["b"])), (vec![24.8], "b>a d>b a>c c>d".into()));
    assert_eq!(rtt(json!([]), json!(["c"])), (vec![22.8], "c>a d>c a>d".into()));
}

/// Random JSON whose keys and strings are words of the schema.
fn json_value() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "kind",
        "dumbbell",
        "low_single",
        "parking_lot",
        "martin_asu",
        "name",
        "bottleneck",
        "links",
        "pairs",
        "queue",
        "latencies_ms",
        "s1-left",
        "{n}",
        "s1",
        "r{n}",
        "left",
        "from",
        "to",
        "route",
        "back",
        "loss",
        "copies",
        "rate_bps",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        (0_u64..3_000).prop_map(Value::from),
        word.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 5, move |inner| {
        let key = word.clone().prop_map(str::to_owned);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..5).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn maybe_json() -> impl Strategy<Value = Option<Value>> {
    prop::option::weighted(0.4, json_value())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn random_json_in_the_short_forms_gives_a_scenario_or_problems(
        topology in maybe_json(), link in maybe_json(), flow in maybe_json(), back in maybe_json(), member in 0..9_usize,
    ) {
        let mut value = twenty_copies();
        match topology {
            Some(Value::Object(mut fields)) => {
                fields.insert("kind".into(), json!(topology::Blueprint::PART_SET.members[member].kind));
                value["topology"] = Value::Object(fields);
            }
            Some(other) => value["topology"] = other,
            None => {}
        }
        value["links"] = match link {
            Some(Value::Object(mut fields)) => {
                fields.entry("name").or_insert(json!("s1-left"));
                json!([fields])
            }
            Some(other) => other,
            None => json!([]),
        };
        if let Some(Value::Object(fields)) = flow {
            value["flows"][0].as_object_mut().expect("a flow").extend(fields);
        }
        if let Some(back) = back {
            let _ = expand::set(&mut value, &format!("links.bottleneck.back={back}"));
        }
        match scenario::from_value(value) {
            Ok(scenario) => {
                let again = serde_json::to_string(&scenario).expect("a scenario can be written");
                prop_assert_eq!(scenario::read(&again).expect("the written text is valid"), scenario);
            }
            Err(problems) => prop_assert!(!problems.is_empty()),
        }
    }
}

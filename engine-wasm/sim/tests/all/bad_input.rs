//! Tests that an invalid scenario gets a complete list of problems, each with its path and the allowed values.

use serde_json::{Value, json};
use vegaslab_sim::catalogue::part_set;
use vegaslab_sim::scenario::{self, presets};

use crate::support::{problems, scenario_json};

/// The problem and the allowed values at a path, after a change to a valid scenario.
fn problem(change: impl FnOnce(&mut Value), path: &str) -> (String, String) {
    let mut value = scenario_json("ahn-fig1-rr");
    change(&mut value);
    let problems = problems(value);
    let found = problems.iter().find(|problem| problem.path == path);
    let found = found.unwrap_or_else(|| panic!("no problem at {path:?} in {problems:#?}"));
    (found.problem.clone(), found.allowed.clone())
}

#[test]
fn an_unknown_kind_gets_a_suggestion_and_the_known_kinds() {
    let change = |s: &mut Value| s["flows"][0]["sender"]["avoidance"] = json!({ "kind": "cma" });
    let (problem, allowed) = problem(change, "flows.0.sender.avoidance.kind");
    let kinds: Vec<_> = part_set("avoidance").members.iter().map(|member| member.kind).collect();
    assert_eq!(problem, "unknown kind \"cma\"; did you mean \"cam\"?");
    assert_eq!(allowed, format!("one of {}", kinds.join(", ")));
}

#[test]
fn an_unknown_preset_is_the_only_problem_and_lists_the_known_ones() {
    let mut names: Vec<_> = presets::all().iter().map(|preset| preset.name.as_str()).collect();
    names.sort_unstable();
    let only_problem = |sender: Value| {
        let mut value = scenario_json("ahn-fig1-rr");
        value["flows"][0]["sender"] = sender;
        let [problem] = &problems(value)[..] else { panic!("expected exactly one problem") };
        assert_eq!(problem.path, "flows.0.sender.preset");
        problem.clone()
    };
    let found = only_problem(json!({ "preset": "new-reno" }));
    assert_eq!(found.problem, "there's no preset \"new-reno\"; did you mean \"newreno\"?");
    assert_eq!(found.allowed, format!("one of {}", names.join(", ")));
    assert_eq!(only_problem(json!({ "preset": "dctcp" })).problem, "there's no preset \"dctcp\"");
    // The sender's other fields can't be checked without the preset.
    only_problem(json!({ "preset": "vegsa", "avoidance": { "alpha": 2 }, "initial_cwnd": -4 }));
    assert_eq!(only_problem(json!({ "preset": 7 })).problem, "there's no preset 7");
}

#[test]
fn an_unknown_choice_gets_a_suggestion() {
    let (found, allowed) = problem(|s| s["flows"][0]["sender"]["ecn"] = json!("rfc3186"), "flows.0.sender.ecn");
    assert_eq!(found, "unknown value \"rfc3186\"; did you mean \"rfc3168\"?");
    assert_eq!(allowed, "one of off, rfc3168, per_packet");
    assert_eq!(problem(|s| s["flows"][0]["sender"]["ecn"] = json!(3), "flows.0.sender.ecn").0, "found 3");
}

#[test]
fn a_name_or_a_number_lists_both_whichever_was_given() {
    let path = "flows.0.sender.initial_ssthresh";
    let with = |value: Value| problem(|s| s["flows"][0]["sender"]["initial_ssthresh"] = value, path);
    for (value, expected) in [
        (json!("unlimitd"), "unknown value \"unlimitd\"; did you mean \"unlimited\"?"),
        (json!("16"), "unknown value \"16\""),
        (json!(1), "1 is out of range"),
        (json!(-16), "-16 is out of range"),
        (json!(1_000_001), "1000001 is out of range"),
        (json!(16.5), "16.5 isn't a whole number"),
        (Value::Null, "found null"),
        (json!([16]), "found a list"),
    ] {
        let (found, allowed) = with(value);
        assert_eq!(found, expected);
        assert_eq!(allowed, "one of unlimited, rwnd, or a whole number from 2 to 1000000 segments");
    }
}

#[test]
fn a_negative_rate_is_reported_with_the_range() {
    let (problem, allowed) = problem(|s| s["links"][1]["rate_bps"] = json!(-800_000), "links.1.rate_bps");
    assert_eq!(problem, "-800000 is out of range");
    assert_eq!(allowed, "a whole number from 100 to 1000000000000 bit/s");
}

#[test]
fn a_misspelled_field_is_reported_with_the_known_ones() {
    let change = |s: &mut Value| {
        let link = s["links"][1].as_object_mut().expect("a link");
        let delay = link.remove("delay_ms").expect("a delay");
        link.insert("dealy_ms".into(), delay);
    };
    let (problem_found, allowed) = problem(change, "links.1.dealy_ms");
    assert_eq!(problem_found, "unknown field; did you mean \"delay_ms\"?");
    assert!(allowed.contains("delay_ms"), "{allowed}");
    let mut misspelled = scenario_json("ahn-fig1-rr");
    change(&mut misspelled);
    assert_eq!(problems(misspelled).len(), 1, "the correct field should not also be reported as missing");
    let mut missing = scenario_json("ahn-fig1-rr");
    missing["links"][1].as_object_mut().expect("a link").remove("delay_ms");
    assert_eq!(problems(missing)[0].problem, "missing");
}

#[test]
fn an_unknown_node_and_a_missing_return_path_are_reported() {
    let (unknown, allowed) = problem(|s| s["flows"][0]["to"] = json!("reciever"), "flows.0.to");
    assert_eq!(unknown, "\"reciever\" has no link");
    assert!(allowed.contains("receiver"), "{allowed}");
    let (cut, _) = problem(|s| s["links"][2]["both_ways"] = json!(false), "flows.0.to");
    assert_eq!(cut, "no path for ACKs from \"receiver\" to \"sender\"");
}

#[test]
fn a_route_must_list_linked_nodes_between_its_ends_once_each() {
    let route = |field: &str, route: Value| problem(|s| s["flows"][0][field] = route, &format!("flows.0.{field}"));
    let (cut, allowed) = route("route", json!(["R1", "R3"]));
    assert_eq!(cut, "there's no link from \"R1\" to \"R3\"");
    assert_eq!(allowed, "the nodes between \"sender\" and \"receiver\", each once and connected by links");
    assert_eq!(route("route_back", json!(["R1", "R2"])).0, "there's no link from \"receiver\" to \"R1\"");
    assert_eq!(route("route", json!(["elsewhere"])).0, "there's no link from \"sender\" to \"elsewhere\"");
    let (round, _) = route("route", json!(["R1", "R2", "R1", "R2", "R3"]));
    assert_eq!(round, "the path sender > R1 > R2 > R1 > R2 > R3 > receiver visits \"R1\" twice");
    assert_eq!(
        route("route", json!(["sender", "R1"])).0,
        "the path sender > sender > R1 > receiver visits \"sender\" twice"
    );
    assert_eq!(route("route", json!(vec!["R1"; 65])).1, "at most 64");
}

#[test]
fn return_settings_are_checked_like_forward_ones_and_need_a_two_way_link() {
    let (_, allowed) = problem(|s| s["links"][1]["back"] = json!({ "rate_bps": 1 }), "links.1.back.rate_bps");
    assert_eq!(allowed, "a whole number from 100 to 1000000000000 bit/s");
    let queue = json!({ "queue": { "kind": "leaky" } });
    assert_eq!(problem(|s| s["links"][1]["back"] = queue, "links.1.back.queue.kind").0, "unknown kind \"leaky\"");
    let change = |s: &mut Value| {
        s["links"][1]["both_ways"] = json!(false);
        s["links"][1]["back"] = json!({ "delay_ms": 3 });
    };
    let (found, allowed) = problem(change, "links.1.back");
    assert_eq!((found.as_str(), allowed.as_str()), ("the link is one-way", "null if both_ways is false"));
}

#[test]
fn copies_are_limited_and_their_problems_are_reported_for_the_original_flow() {
    let (_, allowed) = problem(|s| s["flows"][0]["copies"] = json!(1_001), "flows.0.copies");
    assert_eq!(allowed, "a whole number from 1 to 1000 flows");
    let many = |s: &mut Value| {
        s["flows"][0]["copies"] = json!(600);
        let mut more = s["flows"][0].clone();
        more["name"] = json!("more");
        s["flows"].as_array_mut().expect("flows").push(more);
    };
    let (found, allowed) = problem(many, "flows.1.copies");
    assert_eq!((found.as_str(), allowed.as_str()), ("1200 flows including this one", "at most 1000 flows in all"));
    let elsewhere = |s: &mut Value| {
        let mut first = s["flows"][0].clone();
        first["name"] = json!("first");
        first["copies"] = json!(10);
        s["flows"].as_array_mut().expect("flows").insert(0, first);
        s["flows"][1]["copies"] = json!(2);
        s["flows"][1]["from"] = json!("sender{n}");
    };
    assert_eq!(problem(elsewhere, "flows.1.from").0, "\"sender1\" has no link");
    let mut many = scenario_json("ahn-fig1-rr");
    many["flows"][0]["copies"] = json!(300);
    many["flows"][0]["rwnd_bytes"] = json!(1);
    many["flows"][0]["from"] = json!("s{n}");
    let found: Vec<_> = problems(many).into_iter().map(|problem| (problem.path, problem.problem)).collect();
    let expected = [
        ("flows.0.from", "\"s1\" has no link"),
        ("flows.0.rwnd_bytes", "1 bytes are too few for a segment of 512 bytes"),
    ];
    assert_eq!(found, expected.map(|(path, problem)| (path.to_owned(), problem.to_owned())));
    let long = |s: &mut Value| {
        s["flows"][0]["name"] = json!("x".repeat(63));
        s["flows"][0]["copies"] = json!(2);
    };
    assert_eq!(problem(long, "flows.0.name").1, "at most 64 characters, including the number");
}

#[test]
fn a_start_that_may_come_after_the_end_is_rejected() {
    let change = |s: &mut Value| {
        s["flows"][0]["start_s"] = json!(100);
        s["flows"][0]["start_jitter_s"] = json!(21);
    };
    assert_eq!(
        problem(change, "flows.0.start_jitter_s").0,
        "the flow may start as late as 121 s, but the run ends at 120 s"
    );
}

/// A change that replaces the links by a topology and a list of differences.
fn use_topology(topology: Value, links: Value) -> impl FnOnce(&mut Value) {
    move |s: &mut Value| {
        s["topology"] = topology;
        s["links"] = links;
    }
}

#[test]
fn an_invalid_topology_is_the_only_problem_reported() {
    let mut unknown = scenario_json("ahn-fig1-rr");
    use_topology(json!({ "kind": "ring" }), json!([{ "name": "R1-R2", "rate_bps": 700_000 }]))(&mut unknown);
    let found = problems(unknown);
    assert_eq!((found.len(), found[0].path.as_str()), (1, "topology.kind"), "{found:?}");
    assert!(found[0].allowed.contains("ahn_figure9, low_single"), "{}", found[0].allowed);
    let (_, allowed) =
        problem(use_topology(json!({ "kind": "dumbbell", "pairs": 1_000 }), json!([])), "topology.pairs");
    assert_eq!(allowed, "a whole number from 1 to 999 pairs");
    assert_eq!(problem(use_topology(json!("dumbbell"), json!([])), "topology").0, "found \"dumbbell\"");
    let latencies = json!({ "kind": "low_single", "latencies_ms": [15, -1] });
    assert_eq!(problem(use_topology(latencies, json!([])), "topology.latencies_ms.1").0, "-1 is out of range");
}

#[test]
fn problems_of_topology_links_are_reported_for_the_list_as_written() {
    let ahn = || json!({ "kind": "ahn_figure9", "background": 3 });
    let slow = json!([{ "name": "R1-R2", "rate_bps": 1 }]);
    assert_eq!(problem(use_topology(ahn(), slow), "links.0.rate_bps").0, "1 is out of range");
    let bare = json!([{ "name": "R1-R2" }, { "name": "R9", "from": "R1", "to": "R9" }]);
    assert_eq!(problem(use_topology(ahn(), bare), "links.1.rate_bps").0, "missing");
    let twice = json!([{ "name": "R1-R2" }, { "name": "R1-R2" }]);
    assert_eq!(problem(use_topology(ahn(), twice), "links.1.from").0, "missing");
    let round = json!([{ "name": "R3-receiver", "from": "R2", "to": "R1" }]);
    assert!(problem(use_topology(ahn(), round), "links.0").0.contains("there's already a link"));
    let shadowed = json!([{ "name": "sender-R1", "from": "R3", "to": "receiver" }]);
    assert!(problem(use_topology(ahn(), shadowed), "topology").0.contains("there's already a link"));
    let list = json!({ "name": "R1-R2" });
    assert_eq!(problem(use_topology(ahn(), list), "links").0, "found an object");
    let more = json!(vec![json!({}); 102]);
    let (found, allowed) = problem(use_topology(json!({ "kind": "dumbbell", "pairs": 999 }), more), "links");
    assert_eq!((found.as_str(), allowed.as_str()), ("2101 entries", "at most 2100"));
}

#[test]
fn a_billion_segments_are_too_many() {
    let change = |s: &mut Value| {
        s["flows"][0]["traffic"]["bytes"] = json!(1_000_000_000_u64);
        s["flows"][0]["smss_bytes"] = json!(1);
    };
    let (problem_found, allowed) = problem(change, "flows.0.traffic.bytes");
    assert_eq!((problem_found.as_str(), allowed.as_str()), ("1000000000 segments", "at most 10000000 segments"));
    let bytes = |s: &mut Value| s["flows"][0]["traffic"]["bytes"] = json!(512_000_000_000_u64);
    assert!(problem(bytes, "flows.0.traffic.bytes").0.contains("out of range"));
}

#[test]
fn invalid_json_is_reported_with_its_position() {
    let problems = scenario::read("{ \"version\": 1,\n  \"name\" \"x\" }").expect_err("this is not JSON");
    assert_eq!(problems.len(), 1);
    let expected = "not JSON: expected `:` at line 2 column 10, near `\"version\": 1, \"name\" \"x\" }`";
    assert_eq!(problems[0].problem, expected);
}

#[test]
fn a_mistake_in_a_long_text_is_quoted_with_a_few_words_around_it() {
    let problem = |text: &str| scenario::read(text).expect_err("this is not JSON")[0].problem.clone();
    let long = format!("{{ \"about\": \"{}\", \"é\": é{} }}", "x".repeat(100_000), "y".repeat(100_000));
    let quoted = format!("near `{}\", \"é\": é{}`", "x".repeat(16), "y".repeat(15));
    assert!(problem(&long).ends_with(&quoted), "{}", problem(&long));
    assert_eq!(problem("{"), "not JSON: EOF while parsing an object at line 1 column 1, near `{`");
    assert!(problem("{ \"name\": \"a\n b\" }").ends_with("near `{ \"name\": \"a b\" }`"));
    assert_eq!(problem(""), "no text");
    assert_eq!(problem(" \n\n"), "no text");
}

#[test]
fn no_message_repeats_a_long_name_whole() {
    let long = "x".repeat(1 << 20);
    let wrong: [fn(&mut Value, &str); 8] = [
        |s, name| s[name] = json!(1),
        |s, name| s["name"] = json!(name),
        |s, name| s["flows"][0]["name"] = json!(name),
        |s, name| s["flows"][0]["from"] = json!(name),
        |s, name| s["flows"][0]["sender"] = json!({ "preset": name }),
        |s, name| s["flows"][0]["sender"] = json!({ "preset": [name] }),
        |s, name| s["links"][0]["queue"] = json!({ "kind": name }),
        |s, name| s["flows"][0]["sender"]["avoidance"][name] = json!(name),
    ];
    for (nth, change) in wrong.iter().enumerate() {
        let mut value = scenario_json("ahn-fig1-rr");
        change(&mut value, &long);
        let problems = problems(value);
        let longest = problems.iter().map(|problem| problem.to_string().len()).max();
        assert!(longest.is_some_and(|longest| longest < 1_500), "{nth}: {longest:?}");
    }
}

#[test]
fn a_scenario_may_name_its_schema() {
    let mut value = scenario_json("ahn-fig1-rr");
    let plain = scenario::from_value(value.clone()).expect("a valid scenario");
    value["$schema"] = json!("https://example.org/schema/scenario-v1.json");
    assert_eq!(scenario::from_value(value.clone()).as_ref(), Ok(&plain));
    value["$schema"] = json!(5);
    let problem = &problems(value)[0];
    assert_eq!((problem.path.as_str(), problem.problem.as_str()), ("$schema", "found 5"));
}

#[test]
fn all_problems_are_listed_at_once() {
    let mut value = scenario_json("ahn-fig1-rr");
    value["duration_s"] = json!("long");
    value["links"][0]["rate_bps"] = json!(0);
    value["links"][1]["queue"]["kind"] = json!("leaky");
    value["flows"][0]["sender"]["timer"] = json!({ "kind": "bsd_ticks", "ticks": 3 });
    value["color"] = json!("red");
    let mut paths: Vec<String> = problems(value).into_iter().map(|problem| problem.path).collect();
    paths.sort();
    let expected = ["color", "duration_s", "flows.0.sender.timer.ticks", "links.0.rate_bps", "links.1.queue.kind"]
        .map(String::from);
    assert_eq!(paths, expected);
}

#[test]
fn names_must_be_unique_and_not_empty() {
    assert!(problem(|s| s["links"][1]["name"] = json!("sender-R1"), "links.1.name").0.contains("appears twice"));
    assert!(problem(|s| s["name"] = json!(""), "name").0.contains("isn't a valid name"));
}

#[test]
fn a_whole_number_may_be_written_as_a_real_but_not_as_a_fraction_or_text() {
    let mut whole = scenario_json("ahn-fig1-rr");
    whole["links"][1]["rate_bps"] = json!(8e5);
    assert_eq!(crate::support::checked(whole).links[1].rate_bps, 800_000);
    assert!(problem(|s| s["links"][1]["rate_bps"] = json!(8.5), "links.1.rate_bps").0.contains("isn't a whole number"));
    assert!(problem(|s| s["links"][1]["rate_bps"] = json!("fast"), "links.1.rate_bps").0.contains("\"fast\""));
}

#[test]
fn a_scripted_drop_needs_a_link_direction_a_flow_and_one_packet() {
    let drop = |drop: Value, path: &str| problem(|s| s["drops"] = json!([drop]), path);
    let (missing, allowed) = drop(json!({ "link": "R1-R2", "flow": "transfer", "packet": 1 }), "drops.0.link");
    assert_eq!(missing, "there's no directed link called \"R1-R2\"");
    assert!(allowed.contains("R1>R2") && allowed.contains("R2>R1"), "{allowed}");
    let (missing, allowed) = drop(json!({ "link": "R1>R2", "flow": "x", "packet": 1 }), "drops.0.flow");
    assert_eq!((missing.as_str(), allowed.as_str()), ("there's no flow called \"x\"", "one of transfer"));
    let entry_with = |fields: Value| {
        let mut entry = json!({ "link": "R1>R2", "flow": "transfer" });
        entry.as_object_mut().expect("an entry").extend(fields.as_object().expect("fields").clone());
        entry
    };
    for (fields, count) in [(json!({}), 0), (json!({ "segment": 1, "ack": 2 }), 2)] {
        let (found, allowed) = drop(entry_with(fields), "drops.0");
        assert_eq!(found, format!("{count} of segment, packet and ack are given"));
        assert_eq!(allowed, "exactly one");
    }
    drop(entry_with(json!({ "packet": 0 })), "drops.0.packet");
    drop(entry_with(json!({ "ack": 3, "transmission": 2 })), "drops.0.transmission");
}

#[test]
fn a_change_needs_known_links_and_flows_and_a_linked_route() {
    let change = |change: Value, field: &str| {
        problem(|s| s["timeline"] = json!([{ "at_s": 1, "change": change }]), &format!("timeline.0.change.{field}"))
    };
    let queue = json!({ "kind": "drop_tail_packets" });
    for unknown_link in [
        json!({ "kind": "set_link", "link": "R1>R3", "rate_bps": 1_000 }),
        json!({ "kind": "set_queue", "link": "R1>R3", "queue": queue }),
        json!({ "kind": "set_loss", "link": "R1>R3", "loss": { "kind": "none" } }),
    ] {
        let (found, allowed) = change(unknown_link, "link");
        assert_eq!(found, "there's no link called \"R1>R3\"");
        assert!(allowed.contains("R1-R2") && allowed.contains("R1>R2"), "{allowed}");
    }
    assert!(
        change(json!({ "kind": "set_link", "link": "R1-R2", "rate_bps": 0 }), "rate_bps").0.contains("out of range")
    );
    assert_eq!(change(json!({ "kind": "set_route", "flow": "x" }), "flow").1, "one of transfer");
    let route = json!({ "kind": "set_route", "flow": "transfer", "route": ["R1", "R3"], "route_back": ["R9"] });
    assert_eq!(change(route.clone(), "route").0, "there's no link from \"R1\" to \"R3\"");
    assert_eq!(change(route, "route_back").0, "there's no link from \"receiver\" to \"R9\"");
    let unknown = change(json!({ "kind": "set_weather" }), "kind");
    assert_eq!(unknown.1, "one of set_link, set_queue, set_loss, set_route");
}

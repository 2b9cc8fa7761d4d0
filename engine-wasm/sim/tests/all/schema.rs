//! Tests the schema: presets, differences, defaults, assignments and written-out scenarios.

use serde_json::{Value, json};
use vegaslab_sim::scenario::{self, expand};

use crate::support::{checked, scenario_json, scenario_names};

#[test]
fn a_written_out_scenario_reads_back_equal() {
    for name in scenario_names() {
        let scenario = checked(scenario_json(&name));
        let text = serde_json::to_string(&scenario).expect("a scenario can be written");
        assert_eq!(scenario::read(&text).expect("the written text is valid"), scenario, "{name}");
    }
}

#[test]
fn the_copies_of_a_flow_are_one_entry_where_a_scenario_is_written_for_the_page() {
    for name in scenario_names() {
        let value = scenario_json(&name);
        let mut reading = scenario::open(&value.to_string()).expect("a valid scenario");
        let written = reading.to_value();
        assert_eq!(written["flows"].as_array().map(Vec::len), value["flows"].as_array().map(Vec::len), "{name}");
        assert_eq!(checked(written), reading.scenario, "{name}");
    }
    let mut numbered = scenario_json("martin-asu");
    numbered["flows"][0]["name"] = json!("only {n}");
    let mut reading = scenario::open(&numbered.to_string()).expect("a valid scenario");
    assert_eq!(reading.to_value()["flows"][0]["name"], "only 1");
}

#[test]
fn each_copy_is_checked_but_a_problem_that_all_share_is_reported_once() {
    let mut value = scenario_json("martin-asu");
    value["flows"][4]["sender"] = json!({ "preset": "reno", "recovery": { "kind": "sack" } });
    value["flows"][5]["sender"] = json!({ "preset": "reno", "recovery": { "kind": "sack" } });
    let problems = scenario::read(&value.to_string()).expect_err("these senders need SACK");
    let paths: Vec<_> = problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["flows.4.sender.recovery", "flows.5.sender.recovery"]);
}

#[test]
fn scenarios_are_named_after_their_files() {
    for name in scenario_names() {
        assert_eq!(checked(scenario_json(&name)).name, name);
    }
}

#[test]
fn an_initial_threshold_is_a_name_or_a_number_of_segments() {
    for (given, read) in [
        (json!(16), json!(16)),
        (json!(2), json!(2)),
        (json!(1_000_000), json!(1_000_000)),
        (json!(16.0), json!(16)),
        (json!("rwnd"), json!("rwnd")),
        (json!("unlimited"), json!("unlimited")),
    ] {
        assert_eq!(sender(json!({ "preset": "reno", "initial_ssthresh": given }))["initial_ssthresh"], read);
    }
    assert_eq!(sender(json!({ "preset": "reno" }))["initial_ssthresh"], "unlimited");
    let mut value = scenario_json("ahn-fig1-rr");
    for (text, read) in [("16", json!(16)), ("rwnd", json!("rwnd"))] {
        expand::set(&mut value, &format!("flows.transfer.sender.initial_ssthresh={text}")).expect("the path exists");
        assert_eq!(value["flows"][0]["sender"]["initial_ssthresh"], read);
        let scenario = checked(value.clone());
        let text = serde_json::to_string(&scenario).expect("a scenario can be written");
        assert_eq!(scenario::read(&text).expect("the written text is valid"), scenario);
    }
}

fn sender(input: Value) -> Value {
    let mut value = scenario_json("ahn-fig1-rr");
    value["flows"][0]["sender"] = input;
    serde_json::to_value(&checked(value).flows[0].sender).expect("a sender can be written")
}

#[test]
fn a_difference_changes_one_field_and_another_kind_replaces_the_part() {
    let vegas = sender(json!({ "preset": "vegas" }));
    let mut expected = vegas.clone();
    expected["avoidance"]["alpha"] = json!(2.0);
    assert_eq!(sender(json!({ "preset": "vegas", "avoidance": { "alpha": 2 } })), expected);
    let replaced = sender(json!({ "preset": "vegas", "avoidance": { "kind": "aimd" } }));
    assert_eq!(
        replaced["avoidance"],
        json!({ "kind": "aimd", "counts": "acks", "arithmetic": "bytes", "eighth": false })
    );
    assert_eq!(replaced["slow_start"], vegas["slow_start"]);
}

#[test]
fn assignments_find_entries_by_name_or_number_and_accept_json_or_text() {
    let mut value = scenario_json("ahn-fig1-rr");
    for assignment in ["flows.transfer.sender.preset=vegas", "links.1.rate_bps=700000", "links.R2-R3.delay_ms=2.5"] {
        expand::set(&mut value, assignment).expect("the path exists");
    }
    let scenario = checked(value.clone());
    assert_eq!(scenario.flows[0].sender.preset.as_deref(), Some("vegas"));
    assert_eq!(scenario.links[1].rate_bps, 700_000);
    assert_eq!(scenario.links[2].delay_ms, 2.5);
    let problem = expand::set(&mut value, "links.R9.delay_ms=1").expect_err("there is no such link");
    assert_eq!(problem.path, "links.R9.delay_ms");
    assert!(expand::set(&mut value, "seed").is_err());
    let problem = expand::set(&mut value, "flows.transfre.start_s=1").expect_err("there is no such flow");
    assert_eq!(problem.problem, "the list has no entry \"transfre\"; did you mean \"transfer\"?");
    assert_eq!(problem.allowed, "a name in the list, a number below 1, or *");
}

#[test]
fn a_star_in_an_assignment_changes_every_list_entry() {
    let mut value = scenario_json("ahn-fig2");
    for assignment in
        ["flows.*.sender.preset=newreno", "links.*.queue.limit_bytes=20000", "flows.0.sender.preset=vegas"]
    {
        expand::set(&mut value, assignment).expect("the path exists");
    }
    let scenario = checked(value.clone());
    let presets: Vec<_> = scenario.flows.iter().filter_map(|flow| flow.sender.preset.as_deref()).collect();
    assert_eq!(presets, ["vegas", "newreno"]);
    let queues = value["links"].as_array().expect("links");
    assert!(queues.len() > 2 && queues.iter().all(|link| link["queue"]["limit_bytes"] == 20_000));
    let problem_of =
        |value: &mut Value, assignment: &str| expand::set(value, assignment).expect_err("nothing matches").problem;
    assert_eq!(problem_of(&mut value, "datagrams.*.start_s=1"), "* needs a list, and this isn't one");
    value["datagrams"] = json!([]);
    assert_eq!(problem_of(&mut value, "datagrams.*.start_s=1"), "the list is empty");
    assert_eq!(problem_of(&mut value, "flows.*.sender.*.alpha=1"), "* needs a list, and this isn't one");
}

#[test]
fn a_star_also_changes_the_links_of_a_topology() {
    let mut value = scenario_json("ahn-fig1-rr");
    value["topology"] = json!({ "kind": "ahn_figure9" });
    value["links"] = json!([{ "name": "R1-R2", "rate_bps": 700_000 }]);
    expand::set(&mut value, "links.*.delay_ms=10").expect("the topology has links");
    let links = checked(value).links;
    assert!(links.len() > 3 && links.iter().all(|link| link.delay_ms == 10.0), "{links:?}");
    assert!(links.iter().any(|link| link.rate_bps == 700_000) && links.iter().any(|link| link.rate_bps != 700_000));
}

#[test]
fn the_readme_example_is_a_valid_scenario() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = std::fs::read_to_string(path).expect("README.md exists");
    let (_, rest) = readme.split_once("{ \"version\"").expect("the README has an example");
    let (example, _) = rest.split_once("\n\n").expect("text follows the example");
    let scenario = scenario::read(&format!("{{ \"version\"{example}")).expect("the example is valid");
    assert_eq!((scenario.flows.len(), scenario.drops.len(), scenario.timeline.len()), (3, 1, 1));
}

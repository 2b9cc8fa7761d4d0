//! A wrong scenario gets a list of path, problem and what is allowed, and everything that is wrong is in the list.

mod support;

use serde_json::{Value, json};
use support::{problems, value};
use vegaslab_sim::catalogue::part_set;
use vegaslab_sim::scenario::{self, presets};

/// The problem at a path of a scenario in which one thing was changed.
fn problem(change: impl FnOnce(&mut Value), path: &str) -> (String, String) {
    let mut value = value("ahn-fig1-rr");
    change(&mut value);
    let problems = problems(value);
    let found = problems.iter().find(|problem| problem.path == path);
    let found = found.unwrap_or_else(|| panic!("nothing at {path:?} in {problems:#?}"));
    (found.problem.clone(), found.allowed.clone())
}

#[test]
fn an_unknown_part_is_answered_with_the_known_ones() {
    let change = |s: &mut Value| s["flows"][0]["sender"]["avoidance"] = json!({ "kind": "cma" });
    let (problem, allowed) = problem(change, "flows.0.sender.avoidance.kind");
    let kinds: Vec<_> = part_set("avoidance").members.iter().map(|member| member.kind).collect();
    assert_eq!(problem, "\"cma\" stands here");
    assert_eq!(allowed, format!("one of {}", kinds.join(", ")));
}

#[test]
fn an_unknown_preset_is_answered_with_the_known_ones() {
    let (_, allowed) = problem(|s| s["flows"][0]["sender"]["preset"] = json!("renoo"), "flows.0.sender.preset");
    let names: Vec<_> = presets::all().into_iter().map(|preset| preset.name).collect();
    assert_eq!(allowed, format!("one of {}", names.join(", ")));
}

#[test]
fn a_negative_rate_is_answered_with_the_range() {
    let (problem, allowed) = problem(|s| s["links"][1]["rate_bps"] = json!(-800_000), "links.1.rate_bps");
    assert_eq!(problem, "-800000 is out of range");
    assert_eq!(allowed, "a whole number from 100 to 1000000000000 bit/s");
}

#[test]
fn a_misspelt_field_is_named_together_with_the_right_ones() {
    let change = |s: &mut Value| {
        let link = s["links"][1].as_object_mut().expect("a link");
        let delay = link.remove("delay_ms").expect("a delay");
        link.insert("dealy_ms".into(), delay);
    };
    let (problem_found, allowed) = problem(change, "links.1.dealy_ms");
    assert_eq!(problem_found, "unknown field");
    assert!(allowed.contains("delay_ms"), "{allowed}");
    assert_eq!(problem(change, "links.1.delay_ms").0, "missing");
}

#[test]
fn a_path_to_nowhere_and_a_cut_path_are_named() {
    let (nowhere, allowed) = problem(|s| s["flows"][0]["to"] = json!("reciever"), "flows.0.to");
    assert_eq!(nowhere, "no link touches \"reciever\"");
    assert!(allowed.contains("receiver"), "{allowed}");
    let (cut, _) = problem(|s| s["links"][2]["both_ways"] = json!(false), "flows.0.to");
    assert_eq!(cut, "no path for ACKs from \"receiver\" to \"sender\"");
}

#[test]
fn a_thousand_million_segments_are_too_many() {
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
fn what_is_not_json_is_answered_with_the_place() {
    let problems = scenario::read("{ \"version\": 1,\n  \"name\" \"x\" }").expect_err("this is not JSON");
    assert_eq!(problems.len(), 1);
    assert!(problems[0].problem.contains("line 2 column"), "{}", problems[0].problem);
}

#[test]
fn everything_that_is_wrong_is_listed_at_once() {
    let mut value = value("ahn-fig1-rr");
    value["duration_s"] = json!("long");
    value["links"][0]["rate_bps"] = json!(0);
    value["links"][1]["queue"]["kind"] = json!("leaky");
    value["flows"][0]["sender"]["timer"] = json!({ "kind": "bsd_ticks", "ticks": 3 });
    value["colour"] = json!("red");
    let mut paths: Vec<String> = problems(value).into_iter().map(|problem| problem.path).collect();
    paths.sort();
    let expected = ["colour", "duration_s", "flows.0.sender.timer.ticks", "links.0.rate_bps", "links.1.queue.kind"]
        .map(String::from);
    assert_eq!(paths, expected);
}

#[test]
fn names_are_unique_and_plain() {
    assert!(problem(|s| s["links"][1]["name"] = json!("sender-R1"), "links.1.name").0.contains("appears twice"));
    assert!(problem(|s| s["name"] = json!(""), "name").0.contains("is no name"));
}

#[test]
fn whole_numbers_may_be_written_as_reals_and_nothing_else_may() {
    let mut whole = value("ahn-fig1-rr");
    whole["links"][1]["rate_bps"] = json!(8e5);
    assert_eq!(support::checked(whole).links[1].rate_bps, 800_000);
    assert!(problem(|s| s["links"][1]["rate_bps"] = json!(8.5), "links.1.rate_bps").0.contains("not whole"));
    assert!(problem(|s| s["links"][1]["rate_bps"] = json!("fast"), "links.1.rate_bps").0.contains("\"fast\""));
}

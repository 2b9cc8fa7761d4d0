//! Tests that the papers' files are valid, and that problems in a file are reported with their place.

use std::path::Path;

use serde_json::{Value, json};
use vegaslab_papers::figure::Drawing;
use vegaslab_papers::paper::{Entry, Expect, Paper};
use vegaslab_papers::plan::{Finding, Plan, Stored};
use vegaslab_papers::verdict::Verdict;

fn content(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content").join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn text_of(scenario: &str) -> Result<String, String> {
    Ok(content(&format!("scenarios/{scenario}.json")))
}

fn papers() -> Vec<Paper> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/papers");
    let files = std::fs::read_dir(folder).expect("content/papers exists");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
    let paper = |name: String| {
        let paper =
            Paper::read(&content(&format!("papers/{name}"))).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(format!("{}.json", paper.name), name);
        paper
    };
    names.map(paper).collect()
}

#[test]
fn every_experiment_is_used_by_an_entry() {
    let papers = papers();
    assert!(!papers.is_empty());
    for paper in &papers {
        let plan = Plan::new(&papers, Some(&paper.name), &text_of).unwrap_or_else(|problem| panic!("{problem}"));
        let runs =
            paper.experiments.iter().map(|experiment| experiment.all_arms().len().max(1) * experiment.seeds as usize);
        assert_eq!(plan.runs(), runs.sum::<usize>(), "{}: no entry uses one of its experiments", paper.name);
    }
}

#[test]
fn figures_name_existing_flows_and_links() {
    for paper in papers() {
        for figure in &paper.figures {
            let Drawing::Run { experiment, flows, link, window_s, .. } = &figure.drawing else { continue };
            let experiment = paper.experiment(experiment).expect("reading the file checked the experiment");
            let text = text_of(&experiment.scenario).expect("the scenario exists");
            let scenario = vegaslab_sim::scenario::read(&text).expect("the scenario is valid");
            let place = format!("{} {}", paper.name, figure.name);
            for flow in flows {
                assert!(scenario.flows.iter().any(|other| other.name == *flow), "{place}: there is no flow {flow:?}");
            }
            let ends = |link: &str| link.split_once('>').map(|(from, to)| (from.to_owned(), to.to_owned()));
            for (from, to) in link.iter().filter_map(|link| ends(link)) {
                let found = scenario.links.iter().any(|one| {
                    (one.from == from && one.to == to) || (one.both_ways && one.from == to && one.to == from)
                });
                assert!(found, "{place}: there is no link from {from} to {to}");
            }
            let end = window_s.map_or(0.0, |(_, to)| to);
            assert!(end <= scenario.duration_s, "{place}: the run ends before {end} s");
        }
    }
}

#[test]
fn an_unknown_selection_lists_the_papers() {
    let papers = papers();
    let problem = Plan::new(&papers, Some("nobody-1999"), &text_of).unwrap_err();
    assert!(problem.contains("\"nobody-1999\"") && problem.contains("low-2000"), "{problem}");
    assert!(Plan::new(&papers, Some("low-2000/table-99"), &text_of).is_err());
}

fn small() -> Value {
    json!({
        "name": "p", "authors": "", "title": "", "published_in": "", "about": "",
        "experiments": [{
            "name": "e", "title": "", "about": "", "specified": "full", "scenario": "ahn-fig1-vr", "seeds": 1,
            "arms": [{ "name": "a", "set": {} }],
        }],
        "entries": [{
            "item": "x", "place": "", "quantity": "", "unit": "", "published": { "value": 1 }, "experiment": "e",
            "measure": { "kind": "flow", "arm": "a", "flow": "transfer", "figure": "sent" },
            "expect": { "kind": "number", "tolerance": "r" },
        }],
        "tolerances": [{ "name": "r", "percent": 1, "because": "" }],
        "causes": [{ "name": "c", "title": "", "because": "" }],
        "coverage": [{ "place": "", "claim": "", "ours": "", "rows": ["x"] }],
    })
}

#[test]
fn problems_of_a_file_are_reported_with_the_allowed_values() {
    assert!(Paper::read(&small().to_string()).is_ok());
    let cases = [
        ("/entries/0/experiment", json!("f"), "x: there is no experiment \"f\"; allowed: e"),
        ("/entries/0/measure/arm", json!("b"), "x: there is no arm \"b\"; allowed: a"),
        ("/entries/0/expect/tolerance", json!("s"), "x: there is no tolerance \"s\"; allowed: r"),
        (
            "/entries/0/expect/tolerance",
            json!(null),
            "x: expect.tolerance is missing, and the paper prints no uncertainty",
        ),
        ("/tolerances/0/percent", json!(null), "r: the tolerance has no limit; allowed: percent, absolute, or both"),
        ("/causes/0/name", json!("r"), "r: two tolerances or causes have this name"),
        ("/coverage/0/rows", json!([]), ": the coverage lists no rows; add rows, or say in because why not"),
        ("/coverage/0/rows", json!(["y"]), ": no item begins with \"y\", and no figure has this name"),
        ("/coverage/0/ours", json!("{x} of {y}"), ": ours names \"y\"; allowed: items of this paper"),
        (
            "/entries/0/expect",
            json!({ "kind": "direction", "above": 1 }),
            "x: published.words is missing; a direction has the paper's words",
        ),
        (
            "/entries/0/expect",
            json!({ "kind": "direction" }),
            "x: expect has no direction; allowed: above, below, or both",
        ),
        (
            "/entries/0/published",
            json!({}),
            "x: published has no number to compare with; allowed: value, interval, or model",
        ),
        (
            "/entries/0/expect",
            json!({ "kind": "not_simulated", "because": "" }),
            "x: an entry needs both experiment and measure, unless",
        ),
        ("/experiments/0/seeds", json!(0), "e: seeds is 0; allowed: 1 or more"),
        (
            "/experiments/0",
            json!({
                "name": "e", "title": "", "about": "", "specified": "full", "scenario": "ahn-fig1-vr", "seeds": 1,
                "factors": [{ "name": "f", "set": {} }],
            }),
            "e: factors are set without arms; add an arm in which all factors are off",
        ),
        (
            "/entries/0/measure",
            json!({
                "kind": "variation", "terms": [["f"]],
                "design": {
                    "arm": "a", "factors": ["f"],
                    "response": { "kind": "flow", "flow": "transfer", "figure": "sent" },
                },
            }),
            "x: there is no arm \"a+f\"; allowed: a",
        ),
        ("/entries/0/measure/figure", json!("speed"), "unknown variant `speed`"),
        ("/entries/0/published", json!({ "vlaue": 1 }), "unknown field `vlaue`"),
    ];
    for (path, value, expected) in cases {
        let mut file = small();
        *file.pointer_mut(path).expect("the path exists") = value;
        let problem = Paper::read(&file.to_string()).unwrap_err();
        assert!(problem.contains(expected), "{path}: {problem}");
    }
}

fn with_figures() -> Value {
    let mut file = small();
    let axis = json!({ "label": "" });
    file["figures"] = json!([
        { "name": "x", "place": "", "title": "", "drawing": {
            "kind": "entries", "x": axis, "y": axis, "series": [{ "name": "", "points": [{ "x": 1, "item": "x" }] }],
        } },
        { "name": "curve", "place": "", "title": "", "drawing": {
            "kind": "run", "experiment": "e", "arm": "a", "panel": "cwnd", "window_s": [0, 10],
        } },
    ]);
    file
}

#[test]
fn problems_of_a_figure_are_reported_with_the_allowed_values() {
    Paper::read(&with_figures().to_string()).unwrap_or_else(|problem| panic!("{problem}"));
    let entries = "/figures/0/drawing";
    let run = "/figures/1/drawing";
    let cases = [
        ("/figures/1".to_owned(), "name", json!("x"), "x: two figures have this name"),
        (
            format!("{entries}/series/0/points/0"),
            "item",
            json!("z"),
            "x: there is no entry \"z\"; allowed: an item of the entries",
        ),
        (format!("{entries}/series/0"), "points", json!([]), "x: series has no points; allowed: at least one point"),
        (format!("{entries}/y"), "unit", json!("s"), "x: x: its unit is \"\", but y.unit is \"s\""),
        (
            format!("{entries}/x"),
            "names",
            json!(["a"]),
            "x: x: x is 1; allowed on an axis with names: whole numbers from 0 to 0",
        ),
        (format!("{entries}/y"), "names", json!(["a"]), "x: y.names is set; allowed: names only on the x axis"),
        (format!("{entries}/x"), "range", json!([2, 1]), "x: x.range is [2, 1]; allowed: a start and a later end"),
        (run.to_owned(), "experiment", json!("f"), "curve: there is no experiment \"f\"; allowed: e"),
        (run.to_owned(), "arm", json!("b"), "curve: there is no arm \"b\"; allowed: a"),
        (run.to_owned(), "arm", json!(null), "curve: arm is missing; allowed: a"),
        (
            run.to_owned(),
            "link",
            json!("R1>R2"),
            "curve: link is set for another panel; allowed: only with panel \"queue\"",
        ),
        (run.to_owned(), "window_s", json!([3, 3]), "curve: window_s is [3, 3]; allowed: a start of 0 or more"),
        (run.to_owned(), "panel", json!("speed"), "unknown variant `speed`, expected one of `sender_sequence`, `cwnd`"),
        (run.to_owned(), "flow", json!("a"), "unknown field `flow`"),
    ];
    for (path, name, value, expected) in cases {
        let mut file = with_figures();
        file.pointer_mut(&path).expect("the path exists")[name] = value;
        let problem = Paper::read(&file.to_string()).unwrap_err();
        assert!(problem.contains(expected), "{path}/{name}: {problem}");
    }
    let mut file = with_figures();
    file["figures"][0]["drawing"]["series"][0]["points"][0]["x"] = json!(0);
    file["figures"][0]["drawing"]["x"]["log"] = json!(true);
    let problem = Paper::read(&file.to_string()).unwrap_err();
    assert!(problem.contains("x: x: x is 0; allowed on a logarithmic axis: above 0"), "{problem}");
}

#[test]
fn a_cause_must_exist_and_explain_a_comparison() {
    let mut file = small();
    file["entries"][0]["cause"] = json!("d");
    assert!(Paper::read(&file.to_string()).unwrap_err().contains("x: there is no cause \"d\"; allowed: c"));
    file["entries"][0]["cause"] = json!("c");
    assert!(Paper::read(&file.to_string()).is_ok());
    file["entries"][0]["expect"] = json!({ "kind": "ours" });
    assert!(
        Paper::read(&file.to_string()).unwrap_err().contains("x: cause is set, but a row of our own can't deviate")
    );
}

/// The stored measurements, compared with the papers.
fn findings(papers: &[Paper]) -> Vec<Finding> {
    let stored: Vec<Stored> = serde_json::from_str(&content("findings.json")).expect("findings.json is valid");
    Plan::new(papers, None, &text_of).expect("the papers are valid").compare(&stored)
}

#[test]
fn the_stored_verdicts_are_those_of_the_rule() {
    let papers = papers();
    let shown: Vec<Value> = serde_json::from_str(&content("findings.json")).expect("findings.json is valid");
    for finding in findings(&papers) {
        let place = format!("{}/{}", finding.paper, finding.item);
        assert_eq!(finding.problem, None, "{place}");
        let one = shown.iter().find(|one| one["paper"] == finding.paper && one["item"] == finding.item);
        assert_eq!(one.map(|one| &one["verdict"]), Some(&json!(finding.verdict)), "{place}");
    }
}

#[test]
fn no_number_agrees_that_is_more_than_a_quarter_off_unless_the_paper_itself_is_as_uncertain() {
    let papers = papers();
    let mut agreeing = 0;
    for finding in findings(&papers).iter().filter(|finding| finding.verdict == Verdict::Agrees) {
        let (ours, theirs) = (finding.ours.expect("measured"), finding.published.reference().expect("printed"));
        let farthest = finding.published.spread().unwrap_or(0.0).max(0.25 * theirs.abs());
        let limit = if theirs == 0.0 { finding.tolerance.expect("a number") } else { farthest };
        assert!((ours - theirs).abs() <= limit + 1e-9, "{}/{}: {ours} for {theirs}", finding.paper, finding.item);
        agreeing += 1;
    }
    assert!(agreeing > 0);
}

#[test]
fn no_two_rows_measure_the_same() {
    for paper in papers() {
        let mut seen = std::collections::BTreeMap::new();
        for entry in paper.entries.iter().filter(|entry| entry.measure.is_some()) {
            let measured = format!("{:?} {:?}", entry.experiment, entry.measure);
            if let Some(other) = seen.insert(measured, &entry.item) {
                panic!("{}: {} and {other} measure the same", paper.name, entry.item);
            }
        }
    }
}

#[test]
fn every_counted_row_is_listed_by_the_coverage() {
    for paper in papers() {
        for entry in paper.entries.iter().filter(|entry| entry.expect != Expect::Ours) {
            let listed = paper.coverage.iter().any(|line| paper.covered_by(line).any(|other| other.item == entry.item));
            assert!(listed, "{}: the coverage doesn't list {}", paper.name, entry.item);
        }
    }
}

#[test]
fn every_claim_with_counted_rows_says_ours_in_measured_numbers() {
    for paper in papers() {
        for line in &paper.coverage {
            let measured = |entry: &Entry| !matches!(entry.expect, Expect::Ours | Expect::NotSimulated { .. });
            let counts = paper.covered_by(line).any(measured);
            assert!(!counts || !line.ours.is_empty(), "{}, {}: ours is missing", paper.name, line.place);
            // Numbers come from the findings, or from the claim.
            for number in numbers_outside_braces(&line.ours) {
                assert!(line.claim.contains(number), "{}, {}: {number} isn't measured", paper.name, line.place);
            }
        }
    }
}

fn numbers_outside_braces(text: &str) -> impl Iterator<Item = &str> {
    let outside = text.split('{').enumerate().map(|(place, part)| match part.split_once('}') {
        Some((_, rest)) if place > 0 => rest,
        _ => part,
    });
    let words = outside.flat_map(|part| part.split(|letter: char| !(letter.is_ascii_digit() || letter == '.')));
    words.map(|word| word.trim_matches('.')).filter(|word| !word.is_empty())
}

#[test]
fn every_tolerance_and_cause_is_used() {
    for paper in papers() {
        for rule in &paper.tolerances {
            let uses =
                |entry: &Entry| matches!(&entry.expect, Expect::Number { tolerance: Some(name) } if *name == rule.name);
            assert!(paper.entries.iter().any(uses), "{}: no row uses the tolerance {}", paper.name, rule.name);
            assert!(rule.percent.is_none_or(|percent| percent <= 20.0), "{}: {} is too wide", paper.name, rule.name);
        }
        for cause in &paper.causes {
            let has = |entry: &Entry| entry.cause.as_ref() == Some(&cause.name);
            assert!(paper.entries.iter().any(has), "{}: no row has the cause {}", paper.name, cause.name);
        }
    }
}

#[test]
fn an_unknown_path_in_a_difference_is_reported() {
    let mut file = small();
    file["experiments"][0]["arms"][0]["set"] = json!({ "flows.transfer.sender.avoidance.alhpa": 1 });
    let papers = [Paper::read(&file.to_string()).expect("the file is valid")];
    let problem = Plan::new(&papers, None, &text_of).unwrap_err();
    assert!(problem.starts_with("p e a: ") && problem.contains("alhpa"), "{problem}");
}

#[test]
fn factors_are_combined_and_later_values_replace_earlier_ones() {
    let mut file = small();
    file["experiments"][0]["arms"] = json!([{ "name": "a", "set": { "x": 0 } }, { "name": "b", "set": {} }]);
    file["experiments"][0]["factors"] =
        json!([{ "name": "f", "set": { "x": 1, "y": 1 } }, { "name": "g", "set": { "y": 2 } }]);
    let paper = Paper::read(&file.to_string()).expect("the file is valid");
    let arms = paper.experiments[0].all_arms();
    let names: Vec<_> = arms.iter().map(|arm| arm.name.as_str()).collect();
    assert_eq!(names, ["a", "a+g", "a+f", "a+f+g", "b", "b+g", "b+f", "b+f+g"]);
    let sets: Vec<_> = arms.iter().map(|arm| json!(arm.set)).collect();
    let expected = [json!({ "x": 0 }), json!({ "x": 0, "y": 2 }), json!({ "x": 1, "y": 1 }), json!({ "x": 1, "y": 2 })];
    assert_eq!(sets[..4], expected);
}

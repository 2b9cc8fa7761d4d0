//! Tests that the papers' files can be read, and that errors in a file name the place and the problem.

use std::path::Path;

use serde_json::{Value, json};
use vegaslab_papers::figure::Drawing;
use vegaslab_papers::paper::Paper;
use vegaslab_papers::plan::Plan;

fn content(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content").join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn text_of(scenario: &str) -> Result<String, String> {
    Ok(content(&format!("scenarios/{scenario}.json")))
}

fn papers() -> Vec<Paper> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/papers");
    let files = std::fs::read_dir(folder).expect("there is a folder of papers");
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
fn every_entry_has_runs_and_every_experiment_an_entry() {
    let papers = papers();
    assert!(!papers.is_empty());
    for paper in &papers {
        let plan = Plan::new(&papers, Some(&paper.name), &text_of).unwrap_or_else(|problem| panic!("{problem}"));
        let runs =
            paper.experiments.iter().map(|experiment| experiment.all_arms().len().max(1) * experiment.seeds as usize);
        assert_eq!(plan.runs(), runs.sum::<usize>(), "{}: an experiment that no entry looks at", paper.name);
    }
}

#[test]
fn figures_name_flows_and_links_that_their_scenarios_have() {
    for paper in papers() {
        for figure in &paper.figures {
            let Drawing::Run { experiment, flows, link, window_s, .. } = &figure.drawing else { continue };
            let experiment = paper.experiment(experiment).expect("it was looked up when the file was read");
            let text = text_of(&experiment.scenario).expect("there is a scenario");
            let scenario = vegaslab_sim::scenario::read(&text).expect("it is right");
            let place = format!("{} {}", paper.name, figure.name);
            for flow in flows {
                assert!(scenario.flows.iter().any(|one| one.name == *flow), "{place}: no flow is called {flow:?}");
            }
            let ends = |link: &str| link.split_once('>').map(|(from, to)| (from.to_owned(), to.to_owned()));
            for (from, to) in link.iter().filter_map(|link| ends(link)) {
                let found = scenario.links.iter().any(|one| {
                    (one.from == from && one.to == to) || (one.both_ways && one.from == to && one.to == from)
                });
                assert!(found, "{place}: no link goes from {from} to {to}");
            }
            let end = window_s.map_or(0.0, |(_, to)| to);
            assert!(end <= scenario.duration_s, "{place}: the run is over before {end} s");
        }
    }
}

#[test]
fn a_selection_that_nothing_fits_names_the_papers() {
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
            "expect": { "kind": "within", "tolerance": { "percent": 1 } },
        }],
    })
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_what_is_allowed() {
    assert!(Paper::read(&small().to_string()).is_ok());
    let cases = [
        ("/entries/0/experiment", json!("f"), "x: no experiment is called \"f\"; allowed: e"),
        ("/entries/0/measure/arm", json!("b"), "x: no arm is called \"b\"; allowed: a"),
        ("/entries/0/expect/tolerance", json!({}), "x: a tolerance is missing; allowed: percent, absolute, or both"),
        (
            "/entries/0/expect",
            json!({ "kind": "direction" }),
            "x: a direction is missing; allowed: above, below, or both",
        ),
        ("/entries/0/published", json!({}), "x: there is nothing to compare with"),
        ("/entries/0/expect", json!({ "kind": "not_simulated", "because": "" }), "x: experiment and measure belong to"),
        ("/experiments/0/seeds", json!(0), "e: seeds is 0; allowed: 1 or more"),
        (
            "/experiments/0",
            json!({
                "name": "e", "title": "", "about": "", "specified": "full", "scenario": "ahn-fig1-vr", "seeds": 1,
                "factors": [{ "name": "f", "set": {} }],
            }),
            "e: factors need an arm in which all of them are off",
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
            "x: no arm is called \"a+f\"; allowed: a",
        ),
        ("/entries/0/measure/figure", json!("speed"), "unknown variant `speed`"),
        ("/entries/0/published", json!({ "vlaue": 1 }), "unknown field `vlaue`"),
    ];
    for (path, value, expected) in cases {
        let mut file = small();
        *file.pointer_mut(path).expect("it is there") = value;
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
fn what_is_wrong_with_a_figure_is_told_with_what_is_allowed() {
    Paper::read(&with_figures().to_string()).unwrap_or_else(|problem| panic!("{problem}"));
    let entries = "/figures/0/drawing";
    let run = "/figures/1/drawing";
    let cases = [
        ("/figures/1".to_owned(), "name", json!("x"), "x: two figures have this name"),
        (format!("{entries}/series/0/points/0"), "item", json!("z"), "x: no entry is called \"z\""),
        (
            format!("{entries}/series/0"),
            "points",
            json!([]),
            "x: there is nothing to draw; allowed: series with points",
        ),
        (format!("{entries}/y"), "unit", json!("s"), "x: x: its unit is \"\", but the axis y has \"s\""),
        (format!("{entries}/x"), "names", json!(["a"]), "x: x: x is 1; allowed with these names: 0 to 0"),
        (format!("{entries}/y"), "names", json!(["a"]), "x: names are for the axis x"),
        (run.to_owned(), "experiment", json!("f"), "curve: no experiment is called \"f\"; allowed: e"),
        (run.to_owned(), "arm", json!("b"), "curve: no arm is called \"b\"; allowed: a"),
        (run.to_owned(), "arm", json!(null), "curve: it must be said which arm is meant; allowed: a"),
        (run.to_owned(), "link", json!("R1>R2"), "curve: link belongs to the panel queue, and to no other"),
        (run.to_owned(), "window_s", json!([3, 3]), "curve: window_s is from 3 to 3; allowed: 0 or more"),
        (run.to_owned(), "panel", json!("speed"), "unknown variant `speed`, expected one of `sender_sequence`, `cwnd`"),
        (run.to_owned(), "flow", json!("a"), "unknown field `flow`"),
    ];
    for (path, name, value, expected) in cases {
        let mut file = with_figures();
        file.pointer_mut(&path).expect("it is there")[name] = value;
        let problem = Paper::read(&file.to_string()).unwrap_err();
        assert!(problem.contains(expected), "{path}/{name}: {problem}");
    }
    let mut file = with_figures();
    file["figures"][0]["drawing"]["series"][0]["points"][0]["x"] = json!(0);
    file["figures"][0]["drawing"]["x"]["log"] = json!(true);
    let problem = Paper::read(&file.to_string()).unwrap_err();
    assert!(problem.contains("x: x: x is 0; allowed on a logarithmic axis: more than 0"), "{problem}");
}

#[test]
fn a_difference_that_the_scenario_does_not_know_is_told() {
    let mut file = small();
    file["experiments"][0]["arms"][0]["set"] = json!({ "flows.transfer.sender.avoidance.alhpa": 1 });
    let papers = [Paper::read(&file.to_string()).expect("its form is right")];
    let problem = Plan::new(&papers, None, &text_of).unwrap_err();
    assert!(problem.starts_with("p e a: ") && problem.contains("alhpa"), "{problem}");
}

#[test]
fn factors_are_combined_and_what_they_set_adds_up() {
    let mut file = small();
    file["experiments"][0]["arms"] = json!([{ "name": "a", "set": { "x": 0 } }, { "name": "b", "set": {} }]);
    file["experiments"][0]["factors"] =
        json!([{ "name": "f", "set": { "x": 1, "y": 1 } }, { "name": "g", "set": { "y": 2 } }]);
    let paper = Paper::read(&file.to_string()).expect("its form is right");
    let arms = paper.experiments[0].all_arms();
    let names: Vec<_> = arms.iter().map(|arm| arm.name.as_str()).collect();
    assert_eq!(names, ["a", "a+g", "a+f", "a+f+g", "b", "b+g", "b+f", "b+f+g"]);
    let sets: Vec<_> = arms.iter().map(|arm| json!(arm.set)).collect();
    let expected = [json!({ "x": 0 }), json!({ "x": 0, "y": 2 }), json!({ "x": 1, "y": 1 }), json!({ "x": 1, "y": 2 })];
    assert_eq!(sets[..4], expected);
}

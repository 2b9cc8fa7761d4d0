//! The files of the papers can be read, and wrong ones are told what is wrong where.

use std::path::Path;

use serde_json::{Value, json};
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
        let runs = paper.experiments.iter().map(|experiment| experiment.arms.len().max(1) * experiment.seeds as usize);
        assert_eq!(plan.runs(), runs.sum::<usize>(), "{}: an experiment that no entry looks at", paper.name);
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

#[test]
fn a_difference_that_the_scenario_does_not_know_is_told() {
    let mut file = small();
    file["experiments"][0]["arms"][0]["set"] = json!({ "flows.transfer.sender.avoidance.alhpa": 1 });
    let papers = [Paper::read(&file.to_string()).expect("its form is right")];
    let problem = Plan::new(&papers, None, &text_of).unwrap_err();
    assert!(problem.starts_with("p e a: ") && problem.contains("alhpa"), "{problem}");
}

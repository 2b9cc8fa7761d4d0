//! The command line as a script sees it: output, messages and exit codes.

use std::process::{Command, Output};

use serde_json::{Value, json};

fn vegaslab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vegaslab")).args(arguments).output().expect("the program starts")
}

fn json(arguments: &[&str]) -> Value {
    let output = vegaslab(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON value on standard output")
}

fn refused(arguments: &[&str]) -> String {
    let output = vegaslab(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "nothing on standard output of {arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn list_names_scenarios_presets_and_parts() {
    let list = json(&["list", "--json"]);
    let names = |value: &Value| -> Vec<String> { serde_json::from_value(value.clone()).expect("a list of names") };
    assert!(names(&list["scenarios"]).contains(&"ahn-fig1-rr".to_owned()));
    for preset in ["reno", "vegas", "tahoe"] {
        assert!(names(&list["presets"]).contains(&preset.to_owned()), "{preset}");
    }
    for set in ["slow_start", "avoidance", "detection", "recovery", "decrease", "receiver", "queue", "traffic"] {
        assert!(names(&list["parts"][set]).len() >= 2, "{set}");
    }
}

#[test]
fn run_prints_every_figure_under_its_name() {
    let run = json(&["run", "ahn-fig1-vr", "--json"]);
    assert_eq!(run["scenario"], "ahn-fig1-vr");
    assert_eq!(run["engine_version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(run["digest"].as_str().map(str::len), Some(16));
    let flow = run["flows"][0].as_object().expect("a flow");
    for name in [
        "goodput_bytes_per_s",
        "completed_at_s",
        "segments_sent",
        "retransmitted_segments",
        "retransmitted_bytes",
        "coarse_timeouts",
        "fast_retransmits",
        "early_retransmits",
        "mean_rtt_ms",
        "var_rtt_ms2",
        "mean_cwnd_segments",
    ] {
        assert!(flow[name].is_number(), "{name}");
    }
    assert!(flow["time_to_bytes_s"]["1048576"].is_number() && flow["time_to_bytes_s"]["2097152"].is_number());
    let link = run["links"][0].as_object().expect("a link");
    for name in ["drops", "mean_queue_bytes", "mean_queue_packets", "max_queue_bytes", "utilization"] {
        assert!(link[name].is_number(), "{name}");
    }
}

#[test]
fn predict_prints_every_figure_with_its_unit() {
    let prediction = json(&["predict", "ahn-fig1-vr", "--json"]);
    assert_eq!(prediction["scenario"], "ahn-fig1-vr");
    assert_eq!(prediction["flows"][0], json!({ "name": "transfer", "applies": true }));
    let interval = &prediction["intervals"][0];
    assert_eq!((&interval["from_s"], &interval["to_s"]), (&json!(0.0), &json!(120.0)));
    // alpha 1 and beta 3, rounded: 0.5 to 3.5 segments of 552 bytes wait at 800 kbit/s.
    for (rest, end, waiting) in [(&interval["at_rest"][0], "lower", 0.5), (&interval["at_rest"][1], "upper", 3.5)] {
        assert_eq!(rest["range_end"], end);
        let near = |value: &Value, expected: f64| {
            let value = value.as_f64().expect("a number");
            assert!((value / expected - 1.0).abs() < 1e-6, "{value} instead of {expected}");
        };
        let (flow, link) = (&rest["flows"][0], &rest["links"][1]);
        near(&flow["wire_rate_bytes_per_s"], 1e5);
        near(&flow["payload_rate_bytes_per_s"], 1e5 * 512.0 / 552.0);
        near(&flow["propagation_rtt_ms"], 113.3408);
        near(&flow["rtt_ms"], 113.3408 + waiting * 5.52);
        near(&flow["cwnd_segments"], (113.3408 + waiting * 5.52) / 5.52);
        near(&flow["target_segments"], waiting);
        assert_eq!(link["name"], "R1>R2");
        near(&link["queue_packets"], waiting);
        near(&link["queue_bytes"], waiting * 552.0);
        near(&link["price_ms"], waiting * 5.52);
        assert!(rest["residuals"]["stationarity"].as_f64() < Some(1e-12));
    }
    // The same for people, and for a scenario that is changed on the way in.
    let arguments = ["predict", "ahn-fig1-vr", "--set", "flows.transfer.sender.preset=vegas-pf"];
    let output = vegaslab(&arguments);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    for words in ["wire B/s", "payload B/s", "Theorem 1", "residuals", "but: a receiver may delay ACKs"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn predict_says_why_not_and_fails_if_nothing_is_predicted() {
    let output = vegaslab(&["predict", "ahn-fig1-rr", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON value on standard output");
    assert_eq!(answer["flows"][0]["applies"], false);
    assert!(
        answer["flows"][0]["reason"].as_str().is_some_and(|reason| reason.contains("halves its window at losses")),
        "{answer}"
    );
    assert_eq!(answer["intervals"], json!([]));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("no prediction for any flow of ahn-fig1-rr") && !message.contains("usage"), "{message}");
    // One of two flows is enough.
    let output = vegaslab(&["predict", "longer-path"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("no prediction for flow reno: it halves its window"));
    // Random losses give a mean.
    let output = vegaslab(&["predict", "veno-fig5", "--set", "flows.transfer.sender.preset=reno"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Padhye"));
}

#[test]
fn set_and_seed_change_the_run() {
    let digest = |arguments: &[&str]| json(&[&["run", "ahn-fig1-vr", "--json"], arguments].concat())["digest"].clone();
    assert_eq!(digest(&[]), digest(&["--seed", "8"]));
    assert_ne!(digest(&[]), digest(&["--seed", "2"]));
    assert_ne!(digest(&[]), digest(&["--set", "flows.transfer.sender.avoidance.alpha=2"]));
    assert_eq!(
        digest(&["--set", "flows.0.sender.preset=reno"]),
        json(&["run", "ahn-fig1-rr", "--json"])["digest"],
        "R-R is V-R with another sender"
    );
}

#[test]
fn a_wrong_scenario_gives_its_problems_and_exit_code_2() {
    let folder = std::env::temp_dir().join(format!("vegaslab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join("wrong.json");
    std::fs::write(&file, "{\"version\": 1, \"name\": \"wrong\", \"links\": [], \"flows\": [], \"duratoin_s\": 3}")
        .expect("a file");
    let path = file.to_str().expect("a path");
    for command in ["validate", "run", "predict"] {
        let message = refused(&[command, path]);
        assert!(message.contains("duratoin_s: unknown field; allowed: one of version, name"), "{message}");
        assert!(message.contains("duration_s: missing"), "{message}");
    }
    std::fs::write(&file, "{").expect("a file");
    assert!(refused(&["validate", path]).contains("not JSON"));
    std::fs::remove_dir_all(&folder).expect("the folder goes again");
    assert!(
        refused(&["run", "ahn-fig1-rr", "--set", "links.R1-R2.rate_bps=-1"])
            .contains("links.1.rate_bps: -1 is out of range")
    );
}

#[test]
fn wrong_usage_is_answered_with_the_usage() {
    for arguments in [
        &["fly"][..],
        &["run"],
        &["run", "ahn-fig1-rr", "--sead", "3"],
        &["run", "ahn-fig1-rr", "--seed"],
        &["predict"],
        &["predict", "ahn-fig1-rr", "--sead", "3"],
    ] {
        assert!(refused(arguments).contains("usage:"), "{arguments:?}");
    }
    assert!(refused(&["run", "no-such-scenario"]).contains("ahn-fig1-rr"));
}

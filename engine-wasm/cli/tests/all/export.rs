//! `vegaslab export`, run as a process.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn export(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vegaslab")).arg("export").args(arguments).output().expect("the program runs")
}

#[test]
fn a_scenario_is_exported_as_an_ns_2_script() {
    let sender = r#"flows.transfer.sender={"preset":"newreno"}"#;
    let receiver = r#"flows.transfer.receiver={"kind":"every_packet"}"#;
    let output = export(&["ns2", "veno-fig5", "--set", sender, "--set", receiver, "--seed", "5", "--window", "10,60"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for line in ["set from_s 10", "set to_s 60", "$loss(0) set rate_ 0.01"] {
        assert!(text.lines().any(|one| one == line), "no line {line:?} in\n{text}");
    }
    assert!(text.contains(": 5}]\n") && text.contains("Agent/TCP/Newreno") && text.contains("# Differs: "));
}

#[test]
fn features_that_ns_2_lacks_are_reported_with_their_paths() {
    let output = export(&["ns2", "veno-fig5"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    for path in ["flows.transfer.sender.timer.kind: ", "flows.transfer.receiver.clock: "] {
        assert!(text.lines().any(|line| line.starts_with(path) && line.contains("; allowed: ")), "{path} in\n{text}");
    }
    assert!(output.stdout.is_empty());
}

#[test]
fn a_wrong_target_or_window_is_a_usage_error() {
    for arguments in [
        &["ns3", "veno-fig5"][..],
        &["ns2", "veno-fig5", "--window", "10"],
        &["ns2", "veno-fig5", "--window"],
        &["ns2", "veno-fig5", "--packets", "whole"],
        &["pcapng"],
        &["pcapng", "veno-fig5", "--window", "0,10"],
        &["pcapng", "veno-fig5", "--packets", "some"],
        &["pcapng", "veno-fig5", "--packets", "whole", "--packets", "whole"],
        &["qlog", "veno-fig5", "--packets", "whole"],
        &["qlog", "veno-fig5", "veno-fig5"],
        &[],
    ] {
        let output = export(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.trim_end().ends_with("(see vegaslab help export)"), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    }
}

fn printed(command: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_vegaslab")).args(command).output().expect("the program runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The results of a flow of a run, thinned or not.
fn flow(run: &[&str]) -> Value {
    let summary = printed(&[&["run"], run, &["--json"]].concat());
    serde_json::from_slice::<Value>(&summary).expect("JSON")["flows"][0].clone()
}

const RUN: [&str; 5] = ["ahn-fig1-rr", "--set", "record.max_rows=100", "--seed", "3"];

#[test]
fn a_run_is_exported_as_a_capture() {
    let pcapng = |options: &[&str]| printed(&[&["export", "pcapng"], &RUN[..], options].concat());
    let (whole, headers) = (pcapng(&[]), pcapng(&["--packets", "headers"]));
    assert!(headers.len() < whole.len());
    let command = "vegaslab export pcapng ahn-fig1-rr --set record.max_rows=100 --seed 3";
    assert!(String::from_utf8_lossy(&whole).contains(&format!(", seed 3. {command}\n")));
    for (name, bytes) in [("whole", whole), ("headers", headers)] {
        let file = std::env::temp_dir().join(format!("vegaslab-export-{name}-{}.pcapng", std::process::id()));
        std::fs::write(&file, bytes).expect("a temporary file");
        let read = printed(&["capture", file.to_str().expect("a path"), "--json"]);
        std::fs::remove_file(&file).expect("it was there");
        let read: Value = serde_json::from_slice(&read).expect("JSON");
        let connections = read[0]["connections"].as_array().expect("connections");
        let directions = connections.iter().filter_map(|connection| connection["directions"].as_array()).flatten();
        let sender: Vec<&Value> = directions.filter(|one| one["tap"] == "sender" && one["bytes"] != 0).collect();
        assert_eq!(sender.len(), 1, "{name}");
        let count = |field: &str| sender[0][field].as_u64().expect("a number");
        let flow = flow(&RUN);
        assert_eq!(count("segments"), flow["segments_sent"], "{name}");
        assert_eq!(count("fast") + count("timeout") + count("spurious"), flow["retransmitted_segments"], "{name}");
    }
}

#[test]
fn a_run_is_exported_as_qlog() {
    let file: Value = serde_json::from_slice(&printed(&[&["export", "qlog"], &RUN[..]].concat())).expect("JSON");
    let events = file["traces"][0]["events"].as_array().expect("events");
    let count = |name: &str| events.iter().filter(|event| event["name"] == name).count();
    let flow = flow(&RUN);
    assert_eq!(count("transport:packet_sent"), flow["segments_sent"]);
    assert_eq!(count("recovery:packet_lost"), flow["retransmitted_segments"]);
    let description = file["description"].as_str().expect("text");
    assert!(description.ends_with("\nvegaslab export qlog ahn-fig1-rr --set record.max_rows=100 --seed 3"));
}

#[test]
fn the_command_in_a_file_is_quoted_for_a_shell() {
    let title = "title=It's \"a test\"; rm";
    let file = printed(&["export", "qlog", "ahn-fig1-rr", "--set", title, "--set", "duration_s=1"]);
    let file: Value = serde_json::from_slice(&file).expect("JSON");
    let command = r#"vegaslab export qlog ahn-fig1-rr --set 'title=It'\''s "a test"; rm' --set duration_s=1"#;
    assert!(file["description"].as_str().expect("text").ends_with(command), "{file}");
}

#[test]
fn a_file_that_nobody_reads_is_no_failure() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_vegaslab"))
        .args(["export", "qlog", "ahn-fig1-rr"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(program.stdout.take());
    assert!(program.wait().expect("it ends").success());
}

//! The command line as a script sees it: output, messages and exit codes.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

fn vegaslab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vegaslab")).args(arguments).output().expect("the program starts")
}

fn printed(arguments: &[&str]) -> String {
    let output = vegaslab(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("one JSON value on standard output")
}

/// A temporary folder, removed when dropped.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("vegaslab-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }

    /// Writes a file; returns its path.
    fn file(&self, name: &str, text: &str) -> String {
        let file = self.0.join(name);
        std::fs::write(&file, text).expect("a file");
        file.to_str().expect("a path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("the folder can be removed");
    }
}

/// The error message of a command that must fail with exit code 2.
fn usage_error(arguments: &[&str]) -> String {
    let output = vegaslab(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "nothing on standard output of {arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn run_says_what_limits_each_flow() {
    let text = printed(&["run", "ahn-fig1-rr"]);
    let expected = "limited by         cwnd 25.391 s, timer 1.546 s, flight above cwnd 0.590 s, application 0.232 s, receiver 0.039 s";
    assert!(text.contains(expected), "{text}");
    assert!(!text.contains("mostly"), "{text}");
    // With the defaults of 1995, 40 KiB in a round trip of 0.1 s are 3.1 Mbit/s.
    let text = printed(&["run", "ahn-fig1-rr", "--set", "links.R1-R2.rate_bps=20000000"]);
    assert!(text.contains("mostly             by the receiver (79 %)"), "{text}");
    assert!(text.contains("its rwnd_bytes 40960 keeps back the data"), "{text}");
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
fn run_reports_every_metric_by_name() {
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
        "fast_retransmit_episodes",
        "early_retransmits",
        "mean_rtt_ms",
        "var_rtt_ms2",
        "mean_cwnd_segments",
    ] {
        assert!(flow[name].is_number(), "{name}");
    }
    assert!(flow["time_to_bytes_s"]["1048576"].is_number() && flow["time_to_bytes_s"]["2097152"].is_number());
    let link = run["links"][0].as_object().expect("a link");
    for name in
        ["drops", "mean_queue_bytes", "mean_queue_packets", "mean_waiting_packets", "max_queue_bytes", "utilization"]
    {
        assert!(link[name].is_number(), "{name}");
    }
    let table = printed(&["run", "ahn-fig1-rr"]);
    for words in ["segments in 4 episodes", "mean queue pkt", "mean waiting pkt", "bytes/s"] {
        assert!(table.contains(words), "{words}: {table}");
    }
}

#[test]
fn a_window_has_the_metrics_between_two_times() {
    let run = json(&["run", "ahn-fig1-rr", "--json", "--window", "0,5", "--window", "5,10", "--window", "0,10"]);
    assert_eq!(run["digest"], json(&["run", "ahn-fig1-rr", "--json"])["digest"], "windows don't change the run");
    let windows = run["windows"].as_array().expect("windows");
    assert_eq!(windows.len(), 3);
    let number = |window: usize, list: &str, place: usize, name: &str| {
        windows[window][list][place][name].as_f64().unwrap_or_else(|| panic!("{name} of {}", windows[window]))
    };
    for name in ["segments_sent", "retransmitted_segments", "coarse_timeouts", "fast_retransmits", "dropped_segments"] {
        assert_eq!(number(0, "flows", 0, name) + number(1, "flows", 0, name), number(2, "flows", 0, name), "{name}");
    }
    for name in ["goodput_bytes_per_s", "throughput_bytes_per_s", "mean_cwnd_segments"] {
        let mean = (number(0, "flows", 0, name) + number(1, "flows", 0, name)) / 2.0;
        assert!((mean / number(2, "flows", 0, name) - 1.0).abs() < 1e-9, "{name}");
    }
    // The timeout and all but one of the drops are in the first five seconds; the queue drains after it.
    assert_eq!((number(0, "flows", 0, "coarse_timeouts"), number(1, "flows", 0, "coarse_timeouts")), (1.0, 0.0));
    assert_eq!((number(0, "links", 2, "drops"), number(1, "links", 2, "drops")), (25.0, 0.0));
    assert!(number(1, "flows", 0, "mean_rtt_ms") < number(0, "flows", 0, "mean_rtt_ms"));
    let (held, waiting) = (number(1, "links", 2, "mean_queue_packets"), number(1, "links", 2, "mean_waiting_packets"));
    assert!((held - waiting - number(1, "links", 2, "utilization")).abs() < 1e-9);
    let table = printed(&["run", "ahn-fig1-rr", "--window", "5,10"]);
    assert!(table.contains("from 5 s to 10 s") && table.contains("throughput         65945.6 bytes/s"), "{table}");
    assert!(!table.contains("completed at"), "metrics of the whole run: {table}");
}

#[test]
fn an_invalid_window_is_reported_with_the_allowed_range() {
    for wrong in ["10,5", "5,5", "5", "a,b", "1,2,3", "-1,5", "0,121", "nan,5", "0,inf", ""] {
        let message = usage_error(&["run", "ahn-fig1-rr", "--window", wrong]);
        assert!(message.contains("isn't a window of this run") && message.contains("from 0 to 120"), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    // The run ends with the transfer, long before its maximum duration.
    let message = usage_error(&["run", "ahn-fig1-rr", "--window", "100,120"]);
    assert!(message.contains("the run ended at 27.79") && message.contains("allowed: times up to 27.79"), "{message}");
}

/// The lines of a CSV, split at commas.
fn csv(arguments: &[&str]) -> Vec<Vec<String>> {
    printed(arguments).lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn series_prints_tables_with_units_and_names() {
    let windows = csv(&["series", "ahn-fig1-rr", "--table", "windows"]);
    assert_eq!(windows[0], ["time_s", "flow", "cwnd_segments", "ssthresh_segments", "flight_segments"]);
    assert_eq!(windows[1], ["0", "transfer", "1", "Infinity", "1"]);
    assert!(windows.len() > 500 && windows.iter().all(|row| row.len() == 5), "{}", windows.len());
    let queues = csv(&["series", "ahn-fig2", "--table", "queues", "--link", "R1>R2", "--window", "1,2"]);
    assert_eq!(queues[0], ["time_s", "link", "bytes", "packets"]);
    let time = |row: &[String]| row[0].parse::<f64>().expect("a time");
    assert!(queues.len() > 100);
    assert!(queues[1..].iter().all(|row| row[1] == "R1>R2" && (1.0..2.0).contains(&time(row))));
    let segments = csv(&["series", "ahn-fig2", "--table", "segments", "--flow", "competitor"]);
    assert_eq!(segments[0], ["time_s", "flow", "kind", "seq_segments", "link"]);
    assert!(segments[1..].iter().all(|row| row[1] == "competitor" && row[4].is_empty() != row[2].contains("drop")));
    // The table isn't thinned out, whatever max_rows is.
    let all = csv(&["series", "ahn-fig1-rr", "--table", "windows", "--set", "record.max_rows=10"]);
    assert_eq!(all, windows);
}

#[test]
fn series_samples_at_equal_steps() {
    let whole = csv(&["series", "ahn-fig2", "--table", "windows"]);
    let sampled = csv(&["series", "ahn-fig2", "--table", "windows", "--every", "0.25"]);
    assert_eq!(sampled[0], whole[0]);
    // 25 steps from 0 to 6 s, with a row for each of the two flows.
    assert_eq!(sampled.len(), 1 + 25 * 2);
    for row in &sampled[1..] {
        let time = |row: &[String]| row[0].parse::<f64>().expect("a time");
        let last = whole[1..].iter().rfind(|other| other[1] == row[1] && time(other) <= time(row));
        let expected = last.map_or_else(|| vec![String::new(); 3], |last| last[2..].to_vec());
        assert_eq!(row[2..], expected, "{row:?}");
    }
    assert_eq!(sampled[1][2..], ["", "", ""], "cells are empty before a flow starts");
}

#[test]
fn series_of_flows_and_links_add_up_to_the_run() {
    let run = json(&["run", "ahn-fig2", "--json"]);
    let flows = csv(&["series", "ahn-fig2", "--table", "flows", "--every", "1.5", "--flow", "transfer"]);
    assert_eq!(flows[0][..3], ["from_s", "to_s", "flow"]);
    assert_eq!(flows.len(), 1 + 4, "{flows:?}");
    let sum = |rows: &[Vec<String>], name: &str| -> f64 {
        let column = rows[0].iter().position(|column| column == name).expect("a column");
        rows[1..].iter().map(|row| row[column].parse::<f64>().expect("a number")).sum()
    };
    for name in ["segments_sent", "retransmitted_segments", "fast_retransmits", "fast_retransmit_episodes"] {
        assert_eq!(Some(sum(&flows, name)), run["flows"][0][name].as_f64(), "{name}");
    }
    let links = csv(&["series", "ahn-fig2", "--table", "links", "--every", "1.5", "--link", "R1>R2"]);
    assert_eq!(Some(sum(&links, "drops")), run["links"][2]["drops"].as_f64());
    let mean = sum(&links, "utilization") / 4.0;
    assert!((mean - run["links"][2]["utilization"].as_f64().expect("a share")).abs() < 1e-9);
}

#[test]
fn series_of_events_has_drops_retransmissions_and_timeouts() {
    let run = json(&["run", "ahn-fig1-rr", "--json"]);
    let rows = csv(&["series", "ahn-fig1-rr", "--table", "events"]);
    assert_eq!(rows[0], ["time_s", "flow", "event", "seq_segments", "link"]);
    let count = |part: &str| rows[1..].iter().filter(|row| row[2].starts_with(part)).count() as u64;
    assert_eq!(Some(count("drop_")), run["links"][2]["drops"].as_u64());
    assert_eq!(Some(count("retransmit_")), run["flows"][0]["retransmitted_segments"].as_u64());
    assert_eq!(Some(count("timeout")), run["flows"][0]["coarse_timeouts"].as_u64());
    let times: Vec<f64> = rows[1..].iter().map(|row| row[0].parse().expect("a time")).collect();
    assert!(times.is_sorted());
    let timeout = rows.iter().position(|row| row[2] == "timeout").expect("a timeout");
    assert_eq!((&rows[timeout][3], &rows[timeout + 1][2]), (&String::new(), &"retransmit_timeout".to_owned()));
    let only = csv(&["series", "ahn-fig1-rr", "--table", "events", "--kind", "timeout,retransmit"]);
    assert_eq!(only.len() as u64, 1 + count("retransmit_") + count("timeout"));
    assert_eq!(csv(&["series", "ahn-fig1-rr", "--table", "events", "--kind", "mark"]).len(), 1);
}

#[test]
fn series_reports_each_mistake_in_one_line() {
    for (arguments, words) in [
        (&[][..], "needs --table: one of flows, links, events, segments"),
        (&["--table", "queuez"], "there is no table \"queuez\"; did you mean \"queues\"?"),
        (&["--table", "windows", "--flow", "transfre"], "there is no flow \"transfre\"; did you mean \"transfer\"?"),
        (&["--table", "windows", "--link", "R1>R2"], "windows has none"),
        (&["--table", "flows"], "needs --every"),
        (&["--table", "segments", "--every", "1"], "segments can't be sampled"),
        (&["--table", "windows", "--every", "0"], "isn't a time step"),
        (&["--table", "windows", "--every", "1e-12"], "isn't a time step"),
        (&["--table", "windows", "--kind", "drop"], "--kind is only for --table events"),
        (&["--table", "events", "--kind", "drops"], "did you mean \"drop\"?"),
        (&["--table", "hops"], "--set record.hops.to_s=10"),
        (&["--table", "windows", "--table", "rtts"], "--table is given twice"),
    ] {
        let message = usage_error(&[&["series", "ahn-fig1-rr"], arguments].concat());
        assert!(message.contains(words), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn presets_defined_in_a_scenario_can_be_run() {
    let folder = Folder::new("presets");
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/scenarios/ahn-fig1-rr.json"));
    let mut scenario: Value = serde_json::from_str(&text.expect("a scenario")).expect("JSON");
    scenario["presets"] = json!([{ "name": "mine", "sender": { "preset": "vegas", "avoidance": { "alpha": 2 } } }]);
    scenario["flows"][0]["sender"] = json!({ "preset": "mine" });
    let file = folder.file("mine.json", &scenario.to_string());
    let run = json(&["run", &file, "--json"]);
    assert_eq!(run["flows"][0]["sender_preset"], "mine");
    let other = ["--set", "flows.0.sender.preset=vegas", "--set", "flows.*.sender.avoidance.alpha=2"];
    assert_eq!(run["digest"], json(&[&["run", "ahn-fig1-rr", "--json"], &other[..]].concat())["digest"]);
    let changed = json(&["run", &file, "--json", "--set", "presets.mine.sender.avoidance.alpha=1"]);
    assert_eq!(changed["digest"], json(&["run", "ahn-fig1-vr", "--json"])["digest"]);
}

#[test]
fn predict_reports_every_number_with_its_unit() {
    let prediction = json(&["predict", "ahn-fig1-vr", "--json"]);
    assert_eq!(prediction["scenario"], "ahn-fig1-vr");
    assert_eq!(prediction["flows"][0], json!({ "name": "transfer", "applies": true }));
    let interval = &prediction["intervals"][0];
    assert_eq!((&interval["from_s"], &interval["to_s"]), (&json!(0.0), &json!(120.0)));
    // With alpha 1, beta 3 and a rounded diff, 0.5 to 3.5 segments of 552 bytes wait at 800 kbit/s.
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
    // The text output, for a scenario with an assignment.
    let arguments = ["predict", "ahn-fig1-vr", "--set", "flows.transfer.sender.preset=vegas-pf"];
    let output = vegaslab(&arguments);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    for words in ["wire B/s", "payload B/s", "Theorem 1", "residuals", "but: a receiver may delay ACKs"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn predict_gives_a_reason_and_fails_if_no_flow_is_predicted() {
    let output = vegaslab(&["predict", "ahn-fig1-rr", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON value on standard output");
    assert_eq!(answer["flows"][0]["applies"], false);
    assert!(
        answer["flows"][0]["reason"].as_str().is_some_and(|reason| reason.contains("backs off after losses")),
        "{answer}"
    );
    assert_eq!(answer["intervals"], json!([]));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("no prediction for any flow of ahn-fig1-rr") && !message.contains("usage"), "{message}");
    // A prediction for one of two flows is enough.
    let output = vegaslab(&["predict", "longer-path"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("no prediction for flow reno: it backs off after losses"));
    // The loss model predicts a mean.
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
        "ahn-fig1-rr is ahn-fig1-vr with another sender"
    );
}

#[test]
fn an_invalid_scenario_prints_its_problems_and_exits_with_2() {
    let folder = Folder::new("wrong");
    let text = "{\"version\": 1, \"name\": \"wrong\", \"links\": [], \"flows\": [], \"duratoin_s\": 3}";
    let path = folder.file("wrong.json", text);
    for command in ["validate", "run", "predict"] {
        let message = usage_error(&[command, &path]);
        let words = "duratoin_s: unknown field; did you mean \"duration_s\"? allowed: one of version, name";
        assert!(message.contains(words) && !message.contains("duration_s: missing"), "{message}");
    }
    folder.file("wrong.json", "{");
    assert!(usage_error(&["validate", &path]).contains("not JSON"));
    assert!(
        usage_error(&["run", "ahn-fig1-rr", "--set", "links.R1-R2.rate_bps=-1"])
            .contains("links.1.rate_bps: -1 is out of range")
    );
}

#[test]
fn a_misspelled_preset_is_reported_in_one_line_with_a_suggestion() {
    let message = usage_error(&["run", "ahn-fig2", "--set", "flows.0.sender={\"preset\":\"new-reno\"}"]);
    let words = "flows.0.sender.preset: there's no preset \"new-reno\"; did you mean \"newreno\"? allowed: one of bbr,";
    assert!(message.starts_with(words), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(usage_error(&["run", "ahn-fig2", "--set", "flows.*.start_s=a"]).contains("flows.1.start_s"));
    assert!(usage_error(&["run", "ahn-fig2", "--set", "datagrams.*.start_s=1"]).contains("* needs a list"));
}

#[test]
fn wrong_usage_is_reported_in_one_line() {
    for (arguments, words) in [
        (&["rnu"][..], "there is no command \"rnu\"; did you mean \"run\"? commands: list, validate, run"),
        (&["run"], "run needs the name of a scenario or a file (see vegaslab help run)"),
        (&["run", "ahn-fig1-rr", "--sead", "3"], "run has no option --sead; did you mean \"--seed\"?"),
        (&["run", "ahn-fig1-rr", "--seed"], "--seed needs a value"),
        (&["run", "ahn-fig1-rr", "ahn-fig2"], "run takes one scenario"),
        (&["run", "ahn-fig1-r"], "there is no scenario or file \"ahn-fig1-r\"; did you mean \"ahn-fig1-rr\"?"),
        (&["predict"], "(see vegaslab help predict)"),
        (&["capture"], "capture needs the name of a pcap or pcapng file"),
        (&["capture", "--jsn", "a.pcap"], "did you mean \"--json\"?"),
        (&["predict", "ahn-fig1-rr", "--sead", "3"], "predict has no option --sead"),
        (&["series", "ahn-fig1-rr", "--json"], "series has no option --json"),
        (&["list", "--jsom"], "list takes only --json"),
        (&["bench", "--flow", "3"], "bench has no option --flow"),
        (&["help", "rnu"], "did you mean \"run\"?"),
    ] {
        let message = usage_error(arguments);
        assert!(message.contains(words) && message.contains("(see vegaslab help"), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    assert!(usage_error(&["run", "no-such-scenario"]).contains("ahn-fig1-rr"));
}

#[test]
fn help_covers_all_commands_or_one() {
    let all = printed(&["help"]);
    let commands = ["list", "validate", "run", "series", "predict", "capture", "reproduce", "bench", "help"];
    for command in commands {
        assert!(all.contains(&format!("vegaslab {command}")), "{command}");
        let own = printed(&["help", command]);
        assert!(all.contains(own.trim_start_matches("usage:\n").trim_end()), "{own}");
        assert_eq!(commands.iter().filter(|other| own.contains(&format!("  vegaslab {other} "))).count(), 1, "{own}");
        assert_eq!(printed(&[command, "--help"]), own);
    }
    assert_eq!(printed(&[]), all);
    assert_eq!(printed(&["--help"]), all);
}

#[test]
fn names_cannot_control_the_terminal() {
    let folder = Folder::new("control");
    let file = folder.file("names.json", r#"{ "\u001b]0;title\u0007": 1, "links": [{ "\u001b[2J": 2 }] }"#);
    let output = Command::new(env!("CARGO_BIN_EXE_vegaslab")).args(["validate", &file]).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("links.0.\\u{1b}[2J: unknown field"), "{errors}");
    assert!(!errors.contains(['\u{1b}', '\u{7}']), "{errors}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_stops_without_output() {
    let folder = Folder::new("interrupted");
    let mut scenario: Value =
        serde_json::from_str(include_str!("../../../../content/scenarios/ahn-fig1-rr.json")).expect("JSON");
    scenario["duration_s"] = json!(1e6);
    scenario["flows"][0]["traffic"] = json!({ "kind": "bulk" });
    let file = folder.file("long.json", &scenario.to_string());
    let interrupted_after = |wait_ms| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_vegaslab"));
        program.args(["run", &file]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = program.spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(wait_ms));
        // The shell's own `kill`: a bare Debian has no program of that name.
        let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
        assert!(kill.expect("sh starts").success());
        child.wait_with_output().expect("the program ends")
    };
    // Wait longer while the signal arrives before the program handles it.
    let waits = (0..7).map(|nth| 250 << nth).map(interrupted_after);
    let output = waits.into_iter().find(|output| output.status.code().is_some()).expect("the signal is handled");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "stopped before the run was finished\n");
}

/// Arguments and names of files are bytes on Unix.
#[cfg(unix)]
mod bytes {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

    use super::*;

    fn run(arguments: &[&[u8]]) -> Output {
        let arguments = arguments.iter().map(|bytes| OsStr::from_bytes(bytes));
        Command::new(env!("CARGO_BIN_EXE_vegaslab")).args(arguments).output().expect("the program starts")
    }

    fn error(arguments: &[&[u8]]) -> String {
        let output = run(arguments);
        let shown: Vec<_> = arguments.iter().map(|bytes| bytes.escape_ascii().to_string()).collect();
        assert_eq!(output.status.code(), Some(2), "{shown:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.is_empty(), "{shown:?}");
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!(message.lines().count(), 1, "{shown:?}: {message}");
        message
    }

    #[test]
    fn an_argument_that_is_not_utf_8_is_reported() {
        let fig1: &[u8] = b"ahn-fig1-rr";
        for arguments in [
            &[&b"\xff"[..]][..],
            &[b"help", b"\xff"],
            &[b"\xff", b"--help"],
            &[b"run", fig1, b"--set", b"flows.0.name=\xe9"],
            &[b"run", fig1, b"--set", b"flows.0.sender.preset=\xf0\x9f"],
            &[b"run", fig1, b"--seed", b"\xff"],
            &[b"run", fig1, b"--window", b"0,\xff"],
            &[b"series", fig1, b"--table", b"\xff"],
            &[b"series", fig1, b"--table", b"windows", b"--flow", b"\xc0\x80"],
            &[b"predict", fig1, b"--set", b"\xff"],
            &[b"export", b"ns2", fig1, b"--window", b"\xff"],
            &[b"export", b"pcapng", fig1, b"--packets", b"\xff"],
            &[b"reproduce", b"\xff"],
            &[b"bench", b"\xff"],
        ] {
            let message = error(arguments);
            let bad = arguments.iter().find(|bytes| std::str::from_utf8(bytes).is_err()).expect("one");
            let quoted = format!("{:?} isn't UTF-8", OsStr::from_bytes(bad));
            assert!(message.contains(&quoted), "{message}");
        }
        for (arguments, words) in [
            (&[&b"run"[..], b"no-\xff"][..], "there is no scenario or file \"no-\\xFF\""),
            (&[b"validate", b"\xff"], "there is no scenario or file \"\\xFF\""),
            (&[b"run", fig1, b"\xff"], "run takes one scenario; \"\\xFF\" is one too many"),
            (&[b"run", b"--\xff"], "there is no scenario or file \"--\\xFF\""),
            (&[b"bench", b"--flows", b"\xff"], "--flows needs a number"),
            (&[b"reproduce", b"--jobs", b"\xff"], "--jobs needs a number"),
            (&[b"export", b"\xff"], "export needs a target"),
            (&[b"list", b"\xff"], "list takes only --json"),
        ] {
            let message = error(arguments);
            assert!(message.contains(words), "{message}");
        }
    }

    #[test]
    fn a_file_may_have_any_name() {
        let folder = Folder::new("latin-1");
        let file = folder.0.join(OsString::from_vec(b"caf\xe9.json".to_vec()));
        // Some systems allow only UTF-8.
        let plain = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/scenarios/low-chain.json");
        if std::fs::copy(plain, &file).is_err() {
            return;
        }
        let scenario = file.into_os_string().into_vec();
        let output = run(&[b"validate", &scenario]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        for arguments in [
            &[&b"run"[..], &scenario, b"--set", b"duration_s=1"][..],
            &[b"predict", &scenario],
            &[b"series", &scenario, b"--table", b"windows", b"--set", b"duration_s=1"],
        ] {
            let output = run(arguments);
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let message = error(&[b"reproduce", b"--stored", &scenario]);
        assert!(message.contains("is no list of findings"), "{message}");
    }

    #[test]
    fn a_file_that_is_not_utf_8_is_reported_with_the_place() {
        let folder = Folder::new("not-utf-8");
        let path = folder.0.join("scenario.json");
        let text = printed(&["bench", "--print-scenario"]);
        let name = text.find("\"name\"").expect("a name");
        let latin =
            [&text.as_bytes()[..name], b"\"caf\xc3\xa9\": 1, \n  \"\xc3\xa9t\xe9\": 2, ", &text.as_bytes()[name..]]
                .concat();
        let utf_16: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let cut = [text.as_bytes(), b"\n\xe2\x82"].concat();
        let line = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
        for (bytes, place) in [
            (&latin, format!("line {}, column 6 has the byte 0xE9", line(&text.as_bytes()[..name]) + 1)),
            (&utf_16, "is UTF-16".to_owned()),
            (&cut, format!("line {}, column 1 has the byte 0xE2", line(&cut))),
        ] {
            std::fs::write(&path, bytes).expect("a file");
            let file = path.to_str().expect("a path").as_bytes();
            for arguments in [
                &[&b"validate"[..], file][..],
                &[b"run", file],
                &[b"predict", file],
                &[b"series", file, b"--table", b"windows"],
                &[b"export", b"ns2", file],
                &[b"export", b"qlog", file],
                &[b"reproduce", b"--stored", file],
            ] {
                let message = error(arguments);
                assert!(message.contains("UTF-8") && message.contains(&place), "{message}");
            }
            // From standard input.
            let input = std::fs::File::open(&path).expect("a file");
            let output = Command::new(env!("CARGO_BIN_EXE_vegaslab"))
                .args(["run", "/dev/stdin"])
                .stdin(input)
                .output()
                .expect("the program starts");
            assert_eq!(output.status.code(), Some(2));
            assert!(String::from_utf8_lossy(&output.stderr).contains(&place));
        }
    }
}

#[test]
fn the_program_prints_the_licenses_of_what_it_contains() {
    let text = printed(&["licenses"]);
    assert_eq!(text, printed(&["--licenses"]));
    // The lock file says which versions of these are in the program.
    let lock = include_str!("../../../Cargo.lock");
    for name in ["serde_json", "indicatif", "ctrlc", "libm", "statrs", "console"] {
        let (_, version) = lock.split_once(&format!("name = \"{name}\"\nversion = \"")).expect("a locked crate");
        let (version, _) = version.split_once('"').expect("a version");
        assert!(text.contains(&format!("\n{name} {version} (")), "{name} {version}");
    }
    for words in ["Permission is hereby granted", "Apache License", "Rust's standard library", "Copyright (c)"] {
        assert!(text.contains(words), "{words}");
    }
    assert!(usage_error(&["licenses", "serde"]).contains("licenses takes no arguments"));
}

#[test]
fn a_long_output_ends_when_nobody_reads_it() {
    // Printed whole, the rows of this run would take hours.
    let arguments = ["--set", "duration_s=1000000", "--set", r#"flows.transfer.traffic={"kind":"bulk"}"#];
    let mut program = Command::new(env!("CARGO_BIN_EXE_vegaslab"))
        .args(["series", "ahn-fig1-vr", "--table", "windows"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut output = BufReader::new(program.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("it prints a line");
    assert!(line.starts_with("time_s"), "{line}");
    drop(output);
    assert!(program.wait().expect("it ends").success());
}

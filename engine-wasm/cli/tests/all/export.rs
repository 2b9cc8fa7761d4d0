//! `vegaslab export`, run as a process.

use std::process::{Command, Output};

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
    for arguments in
        [&["ns3", "veno-fig5"][..], &["ns2", "veno-fig5", "--window", "10"], &["ns2", "veno-fig5", "--window"], &[]]
    {
        let output = export(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.trim_end().ends_with("(see vegaslab help export)"), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    }
}

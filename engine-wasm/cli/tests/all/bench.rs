//! `vegaslab bench`: its counts. Its times depend on the machine, so they aren't tested.

use std::process::Command;

use serde_json::Value;

fn bench(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_vegaslab"))
        .args(["bench", "--json"])
        .args(arguments)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON value on standard output")
}

#[test]
fn ten_flows_fill_the_bottleneck() {
    let metrics = bench(&["--duration", "20"]);
    let goodput_bps = metrics["goodput_bps"].as_f64().expect("a number");
    assert!((80e6..96e6).contains(&goodput_bps), "{goodput_bps}"); // 960 of 1000 bytes are payload
    // Each acknowledged segment crossed three links, and its ACK crossed three.
    let segments = goodput_bps * 20.0 / 8.0 / 960.0;
    let packet_hops = metrics["packet_hops"].as_f64().expect("a number");
    assert!((5.9..6.1).contains(&(packet_hops / segments)), "{packet_hops} for {segments} segments");
}

#[test]
fn memory_does_not_grow_with_the_simulated_time() {
    let memory_bytes = |duration| bench(&["--duration", duration])["memory_bytes"].as_u64().expect("a count");
    let (short, long) = (memory_bytes("10"), memory_bytes("100"));
    assert!(short > 10_000, "{short}"); // about 350 packets are in flight
    assert!(long <= short + short / 10, "{long} bytes after {short}");
}

//! `vegaslab capture`, run as a process.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn capture(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vegaslab")).arg("capture").args(arguments).output().expect("the program runs")
}

/// A raw IPv4 packet with a TCP header: from an end, with flags, numbers, payload and window scale.
fn packet(from: u8, flags: u8, seq: u32, ack: u32, payload: u16, scale: Option<u8>) -> Vec<u8> {
    let options = scale.map(|scale| vec![2, 4, 5, 180, 1, 3, 3, scale]).unwrap_or_default();
    let header = 20 + options.len() as u8;
    let mut bytes = vec![0x45, 0];
    bytes.extend((20 + u16::from(header) + payload).to_be_bytes());
    bytes.extend([0, 0, 0x40, 0, 64, 6, 0, 0, 10, 0, 0, 1 + from, 10, 0, 0, 2 - from]);
    let ports: [u16; 2] = if from == 0 { [40_001, 80] } else { [80, 40_001] };
    bytes.extend(ports.iter().flat_map(|port| port.to_be_bytes()));
    bytes.extend(seq.to_be_bytes());
    bytes.extend(ack.to_be_bytes());
    bytes.extend([header / 4 * 16, flags, 0x10, 0, 0, 0, 0, 0]);
    bytes.extend(options);
    bytes
}

/// A file of packets at milliseconds, with the lengths of their payloads.
fn file(name: &str, packets: &[(u32, u16, Vec<u8>)]) -> PathBuf {
    let mut bytes = 0xa1b2_c3d4_u32.to_le_bytes().to_vec();
    bytes.extend([2, 0, 4, 0]);
    for value in [0_u32, 0, 65_535, 101] {
        bytes.extend(value.to_le_bytes());
    }
    for (time_ms, payload, packet) in packets {
        let length = packet.len() as u32;
        for value in [0, 1000 * time_ms, length, length + u32::from(*payload)] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(packet);
    }
    let path = std::env::temp_dir().join(format!("vegaslab-capture-{name}-{}.pcap", std::process::id()));
    std::fs::write(&path, bytes).expect("a temporary file");
    path
}

fn transfer() -> Vec<(u32, u16, Vec<u8>)> {
    let mut packets = vec![
        (0, 0, packet(0, 2, 0, 0, 0, Some(7))),
        (30, 0, packet(1, 18, 0, 1, 0, Some(3))),
        (30, 0, packet(0, 16, 1, 1, 0, None)),
    ];
    for index in 0..5_u32 {
        let time_ms = 40 + 40 * index;
        packets.push((time_ms, 1460, packet(0, 16, 1 + 1460 * index, 1, 1460, None)));
        packets.push((time_ms + 35, 0, packet(1, 16, 1, 1461 + 1460 * index, 0, None)));
    }
    packets
}

#[test]
fn a_capture_is_printed_as_a_table_and_as_json() {
    let path = file("table", &transfer());
    let name = path.to_str().expect("a path");
    let table = capture(&[name]);
    let json = capture(&[name, "--json"]);
    std::fs::remove_file(&path).expect("the file was there");
    let text = String::from_utf8_lossy(&table.stdout);
    assert_eq!(table.status.code(), Some(0), "{}", String::from_utf8_lossy(&table.stderr));
    assert!(text.contains(": 13 packets, 1 TCP connection\n"), "{text}");
    let row = text.lines().find(|line| line.starts_with("  10.0.0.1:40001")).expect("a row");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1..5], ["7300", "5", "1460", "35.000"], "{row}");
    assert_eq!(cells[5..12], ["data", "to", "ACK", "at", "the", "sender", "32768"], "{row}");
    let value: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(value[0]["connections"][0]["handshake"][0]["window_scale"], 7);
    let direction = &value[0]["connections"][0]["directions"][0];
    assert_eq!(direction["window"], json!({ "bytes": 32_768, "exact": true }));
    assert_eq!((&direction["tap"], &direction["base_rtt_ms"]), (&json!("sender"), &json!(35.0)));
}

#[test]
fn a_file_that_cannot_be_read_says_why_after_the_others() {
    let path = file("others", &transfer());
    let name = path.to_str().expect("a path");
    let output = capture(&["no-such.pcap", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), name]);
    std::fs::remove_file(&path).expect("the file was there");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("no-such.pcap: cannot be read"), "{message}");
    assert!(message.contains("Cargo.toml: The file doesn’t begin like a capture"), "{message}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 TCP connection"));
}

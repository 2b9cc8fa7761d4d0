//! Golden traces as text: the summary with the digest of the whole trace, and the first 40 and last 10 events of each
//! flow. `npm run goldens` rewrites them; review the diff. A digest replaces the rest of each list that is too long to
//! read.

use std::fmt::Write as _;
use std::path::Path;

use vegaslab_sim::trace::digest::Digest;

use crate::support::{checked, events, run, scenario_json, scenario_names};

/// Maximum flows, links and transfers per flow that are written out.
const FLOWS: usize = 8;
const LINKS: usize = 40;
const TRANSFERS: usize = 10;

/// Removes the entries beyond `most` from a list; returns a line that replaces them, or an empty string.
fn shorten<T: serde::Serialize>(what: &str, list: &mut Vec<T>, most: usize) -> String {
    if list.len() <= most {
        return String::new();
    }
    let rest = list.split_off(most);
    let mut digest = Digest::default();
    let json = serde_json::to_vec(&rest).expect("the entries can be serialized");
    json.into_iter().for_each(|byte| digest.word(u64::from(byte)));
    format!("\n{what}: {} more, with the digest {}", rest.len(), digest.hex())
}

fn golden(name: &str) -> String {
    let (mut summary, tables) = run(&checked(scenario_json(name)));
    let mut left_out = shorten("flows", &mut summary.flows, FLOWS);
    for flow in &mut summary.flows {
        left_out += &shorten(&format!("transfers of {}", flow.name), &mut flow.transfers, TRANSFERS);
    }
    left_out += &shorten("links", &mut summary.links, LINKS);
    let mut text = serde_json::to_string_pretty(&summary).expect("a summary can be written") + &left_out;
    for flow in 0..summary.flows.len() {
        let events = events(&tables, flow as u16);
        let _ = writeln!(text, "\n\n{}: {} events", summary.flows[flow].name, events.len());
        for (index, event) in events.iter().enumerate() {
            if index < 40 || index + 10 >= events.len() {
                let _ = writeln!(text, "{:>6} {:>13.9} s  {:<18} {}", index, event.time_s, event.kind, event.seq);
            } else if index == 40 {
                let _ = writeln!(text, "   ...");
            }
        }
    }
    text
}

#[test]
fn traces_are_what_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens");
    for name in scenario_names() {
        let path = folder.join(format!("{name}.txt"));
        let text = golden(&name);
        if std::env::var_os("WRITE_GOLDENS").is_some() {
            std::fs::write(&path, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        let expected = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; to write it, run: npm run goldens", path.display()));
        let line = text.lines().zip(expected.lines()).position(|(ours, golden)| ours != golden);
        assert!(
            text == expected,
            "{name} differs from its golden trace from line {:?} on; if that is intended, run: npm run goldens",
            line.map(|l| l + 1)
        );
    }
}

//! Golden traces as text: the summary, the first 40 and the last 10 events, and the digest of the whole. They are written
//! anew by one explicit command, `npm run goldens`, and reviewed as a diff.

mod support;

use std::fmt::Write as _;
use std::path::Path;

use support::{checked, events, names, run, value};

fn golden(name: &str) -> String {
    let (summary, tables) = run(&checked(value(name)));
    let mut text = serde_json::to_string_pretty(&summary).expect("a summary can be written");
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
    for name in names() {
        let path = folder.join(format!("{name}.txt"));
        let text = golden(&name);
        if std::env::var_os("WRITE_GOLDENS").is_some() {
            std::fs::write(&path, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        let expected = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; type: npm run goldens", path.display()));
        let line = text.lines().zip(expected.lines()).position(|(ours, golden)| ours != golden);
        assert!(
            text == expected,
            "{name} differs from line {:?} on; if that is meant, type: npm run goldens",
            line.map(|l| l + 1)
        );
    }
}

//! `vegaslab list`: names of scenarios, presets and parts.

use std::ffi::OsString;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use vegaslab_sim::catalogue;
use vegaslab_sim::scenario::presets;

use crate::{Failure, Library, print_text};

/// Prints scenarios, presets and parts.
pub fn list(library: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let as_json = match arguments {
        [] => false,
        [flag] if flag == "--json" => true,
        _ => return Err(Failure::Usage("list takes only --json".into())),
    };
    let scenarios = library.scenario_names()?;
    let presets: Vec<&str> = presets::all().iter().map(|preset| preset.name.as_str()).collect();
    let sets = catalogue::PART_SETS;
    if as_json {
        let parts: Map<String, Value> = sets
            .iter()
            .map(|set| (set.name.to_owned(), set.members.iter().map(|member| member.kind).collect::<Vec<_>>().into()))
            .collect();
        return print_text(&json!({ "scenarios": scenarios, "presets": presets, "parts": parts }).to_string());
    }
    let mut text = format!("scenarios: {}\npresets: {}\n", scenarios.join(", "), presets.join(", "));
    for set in sets {
        let _ = writeln!(text, "\n{} ({}): {}", set.title, set.name, set.doc);
        for member in set.members {
            let _ = writeln!(text, "  {:<18} {}", member.kind, member.doc);
        }
    }
    print_text(&text)
}

//! `vegaslab list`: what there is to run and to choose from.

use serde_json::{Map, Value, json};
use vegaslab_sim::catalogue;
use vegaslab_sim::scenario::presets;

use crate::{Failure, source};

/// Prints scenarios, presets and parts.
pub fn list(arguments: &[String]) -> Result<(), Failure> {
    let as_json = match arguments {
        [] => false,
        [flag] if flag == "--json" => true,
        _ => return Err(Failure::Usage("list takes only --json".into())),
    };
    let scenarios = source::names()?;
    let presets: Vec<String> = presets::all().into_iter().map(|preset| preset.name).collect();
    let sets = catalogue::part_sets();
    if as_json {
        let parts: Map<String, Value> = sets
            .iter()
            .map(|set| (set.name.to_owned(), set.members.iter().map(|member| member.kind).collect::<Vec<_>>().into()))
            .collect();
        println!("{}", json!({ "scenarios": scenarios, "presets": presets, "parts": parts }));
        return Ok(());
    }
    println!("scenarios: {}", scenarios.join(", "));
    println!("presets: {}", presets.join(", "));
    for set in sets {
        println!("\n{} ({}): {}", set.title, set.name, set.doc);
        for member in set.members {
            println!("  {:<18} {}", member.kind, member.doc);
        }
    }
    Ok(())
}

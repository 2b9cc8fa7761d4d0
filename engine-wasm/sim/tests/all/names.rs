//! The core names no algorithm. Only the part's own file or folder, the line that registers it, presets and topologies,
//! which are data, may name it. So a new part changes no other file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use vegaslab_sim::catalogue::PART_SETS;

/// Kinds that are named after things of TCP and of networks. The core has these things without the parts.
const TERMS: [&str; 11] =
    ["dup_acks", "fack", "half", "none", "repeated", "sack", "sacked", "scripted", "share", "transfer", "unlimited"];

/// Files whose data names parts.
const DATA: [&str; 3] = ["scenario/presets.rs", "scenario/senders.rs", "scenario/topology/"];

/// Every set and kind of algorithms. The kinds of topologies and changes are those of data.
fn algorithms() -> impl Iterator<Item = (&'static str, &'static str)> {
    let sets = PART_SETS.iter().filter(|set| !["topology", "change"].contains(&set.name));
    sets.flat_map(|set| set.members.iter().map(|member| (set.name, member.kind)))
}

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { source_files(&path) } else { vec![path] }).collect()
}

/// Code without comments, tests and registry lines.
fn code(text: &str) -> String {
    let mut kept = String::new();
    let mut lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            if lines.next().is_some_and(|item| !item.ends_with(';')) {
                lines.find(|line| *line == "}");
            }
        } else {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    while let Some(start) = kept.find("members {") {
        let end = start + kept[start..].find('}').expect("a list of members ends");
        kept.replace_range(start..=end, "");
    }
    kept
}

/// Identifiers and words in snake case, with an underscore at both ends.
fn words(code: &str) -> impl Iterator<Item = String> {
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty()).map(|word| {
        let mut snake = "_".to_owned();
        let mut after_small = false;
        for letter in word.chars() {
            if letter.is_uppercase() && after_small {
                snake.push('_');
            }
            after_small = !letter.is_uppercase() && letter != '_';
            snake.extend(letter.to_lowercase());
        }
        snake + "_"
    })
}

/// Every source file of the simulator: its path in `src`, and its code.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let named = source_files(&root).into_iter().map(|file| {
        let name = file.strip_prefix(&root).expect("a file in src").to_string_lossy().replace('\\', "/");
        (name, code(&fs::read_to_string(&file).expect("a readable file")))
    });
    named.filter(|(name, _)| !name.ends_with("tests.rs") && !DATA.iter().any(|data| name.starts_with(data))).collect()
}

/// True for the part's own file, and those in its folder.
fn is_own(file: &str, kind: &str) -> bool {
    file.trim_end_matches(".rs").split('/').any(|name| name == kind)
}

#[test]
fn no_core_file_names_an_algorithm() {
    let mut found = BTreeSet::new();
    let mut used = BTreeSet::new();
    for (file, code) in sources() {
        if algorithms().any(|(_, kind)| is_own(&file, kind)) {
            continue;
        }
        for word in words(&code) {
            for (_, kind) in algorithms().filter(|(_, kind)| word.contains(&format!("_{kind}_"))) {
                match TERMS.iter().find(|term| **term == kind) {
                    Some(term) => drop(used.insert(*term)),
                    None => drop(found.insert(format!("{file}: {}", word.trim_matches('_')))),
                }
            }
        }
    }
    assert!(found.is_empty(), "these need a hook or a measurement instead of a name: {found:#?}");
    assert_eq!(used.into_iter().collect::<Vec<_>>(), TERMS, "a term that no core file uses");
}

#[test]
fn no_part_uses_the_file_of_another_part() {
    let mut found = Vec::new();
    for (file, code) in sources() {
        for (set, kind) in algorithms().filter(|(_, kind)| !is_own(&file, kind)) {
            // In the set's own folder, `super` is the set.
            let neighbor = format!("/{file}").contains(&format!("/{set}/")).then(|| format!("super::{kind}::"));
            for path in [Some(format!("{set}::{kind}::")), neighbor].into_iter().flatten() {
                if code.contains(&path) {
                    found.push(format!("{file}: {path}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "move what they share out of the part's file: {found:#?}");
}

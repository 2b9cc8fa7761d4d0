//! Finds scenarios: by file name, or by name in `content/scenarios`.

use std::path::{Path, PathBuf};

use vegaslab_sim::schema::suggest;

use crate::Failure;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/scenarios")
}

/// Names of the lab's scenarios.
pub fn names() -> Result<Vec<String>, Failure> {
    names_in(&folder())
}

/// Names of the JSON files in a folder.
pub fn names_in(folder: &Path) -> Result<Vec<String>, Failure> {
    let failure = |error| Failure::Other(format!("cannot read {}: {error}", folder.display()));
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failure)? {
        let path = entry.map_err(failure)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

/// The text of a scenario, given by its name or a file.
pub fn text(name_or_file: &str) -> Result<String, Failure> {
    let named = folder().join(format!("{name_or_file}.json"));
    let is_name = !name_or_file.contains(['/', '\\']) && named.is_file();
    let path = if is_name { named } else { PathBuf::from(name_or_file) };
    if !path.exists() {
        let names = names()?;
        let problem = format!("there is no scenario or file {name_or_file:?}");
        let known: Vec<_> = names.iter().map(String::as_str).collect();
        return Err(Failure::Usage(match suggest::nearest(name_or_file, &known) {
            Some(name) => format!("{problem}; did you mean {name:?}?"),
            None => format!("{problem}; scenarios: {}", known.join(", ")),
        }));
    }
    let bytes =
        std::fs::read(&path).map_err(|error| Failure::Other(format!("cannot read {}: {error}", path.display())))?;
    // Invalid UTF-8 is reported by the validator, with its position.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

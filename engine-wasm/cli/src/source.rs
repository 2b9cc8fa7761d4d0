//! Finds scenarios, by name or by file, and papers.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use vegaslab_papers::paper::Paper;
use vegaslab_sim::schema::suggest;

use crate::Failure;

/// Files as name and text, sorted by name.
pub type Files = &'static [(&'static str, &'static str)];

/// The lab's named scenarios and its papers.
pub enum Library {
    /// The folder `content`, read when a command needs a file.
    Folder(PathBuf),
    /// Files that are part of the program.
    Embedded {
        /// Named scenarios.
        scenarios: Files,
        /// Papers.
        papers: Files,
    },
}

impl Library {
    /// Names of the scenarios.
    pub fn scenario_names(&self) -> Result<Vec<String>, Failure> {
        match self {
            Self::Folder(content) => names_in(&content.join("scenarios")),
            Self::Embedded { scenarios, .. } => Ok(scenarios.iter().map(|(name, _)| (*name).to_owned()).collect()),
        }
    }

    /// The text of a scenario, given by its name or a file.
    pub fn scenario_text(&self, name_or_file: &OsStr) -> Result<String, Failure> {
        if let Some(name) = name_or_file.to_str()
            && let Some(text) = self.named_text(name)?
        {
            return Ok(text);
        }
        let path = Path::new(name_or_file);
        if !path.exists() {
            let names = self.scenario_names()?;
            let problem = format!("there is no scenario or file {name_or_file:?}");
            let known: Vec<_> = names.iter().map(String::as_str).collect();
            return Err(Failure::Usage(match suggest::nearest(&name_or_file.to_string_lossy(), &known) {
                Some(name) => format!("{problem}; did you mean {name:?}?"),
                None => format!("{problem}; scenarios: {}", known.join(", ")),
            }));
        }
        read_text(path)
    }

    /// The text of a named scenario; `None` if no scenario has this name.
    fn named_text(&self, name: &str) -> Result<Option<String>, Failure> {
        match self {
            Self::Folder(content) => {
                let path = content.join("scenarios").join(format!("{name}.json"));
                let is_name = !name.contains(['/', '\\']) && path.is_file();
                is_name.then(|| read_text(&path)).transpose()
            }
            Self::Embedded { scenarios, .. } => {
                Ok(scenarios.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned()))
            }
        }
    }

    /// The papers by name.
    pub fn papers(&self) -> Result<Vec<Paper>, Failure> {
        let parse = |name: &str, text: &str| {
            Paper::read(text).map_err(|problem| Failure::Other(format!("{name}.json: {problem}")))
        };
        match self {
            Self::Folder(content) => {
                let folder = content.join("papers");
                let names = names_in(&folder)?;
                names.iter().map(|name| parse(name, &read_text(&folder.join(format!("{name}.json")))?)).collect()
            }
            Self::Embedded { papers, .. } => papers.iter().map(|(name, text)| parse(name, text)).collect(),
        }
    }
}

/// Names of the JSON files in a folder.
fn names_in(folder: &Path) -> Result<Vec<String>, Failure> {
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

/// Reads a text file. Some editors put a byte order mark before the text, which isn't part of it.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let file = path.display();
    let bytes = std::fs::read(path).map_err(|error| Failure::Other(format!("cannot read {file}: {error}")))?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).map(<[u8]>::to_vec).unwrap_or(bytes);
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Failure::Usage(format!("{file} is UTF-16. Save the file as UTF-8")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let (valid, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let valid = String::from_utf8_lossy(valid);
        let line = valid.matches('\n').count() + 1;
        let column = valid.rsplit('\n').next().map_or(0, |text| text.chars().count()) + 1;
        let byte = rest.first().copied().unwrap_or_default();
        Failure::Usage(format!(
            "{file} isn't UTF-8: line {line}, column {column} has the byte 0x{byte:02X}. Save the file as UTF-8"
        ))
    })
}

//! Embeds the named scenarios, their earlier versions, the papers and the findings of `content/` in the library.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folders of `content/` and the names of their lists.
const FOLDERS: [(&str, &str); 3] = [("SCENARIOS", "scenarios"), ("ARCHIVE", "archive"), ("PAPERS", "papers")];

fn main() {
    let content = content();
    let mut code = String::new();
    for (list, folder) in FOLDERS {
        let _ = writeln!(code, "pub const {list}: Files = &[");
        for file in json_files(&content.join(folder)) {
            let name = file.file_stem().expect("a file has a name").to_string_lossy();
            let _ = writeln!(code, "    ({name:?}, include_str!({file:?})),");
        }
        let _ = writeln!(code, "];");
        println!("cargo::rerun-if-changed={}", content.join(folder).display());
    }
    let findings = content.join("findings.json");
    println!("cargo::rerun-if-changed={}", findings.display());
    let _ = writeln!(code, "pub const FINDINGS: &str = include_str!({findings:?});");
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("content.rs");
    fs::write(target, code).expect("OUT_DIR is writable");
}

/// The folder `content`: a source distribution has a copy, a working copy a link, which Windows may not follow.
fn content() -> PathBuf {
    // At run time: a script that was compiled in another folder may be used again.
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let folder = package.join("content");
    if folder.is_dir() { folder } else { package.join("../../content") }
}

/// The JSON files of a folder, sorted by name.
fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder is readable").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

//! With the feature `embedded`, the program contains the named scenarios and the papers of `content/`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_EMBEDDED").is_none() {
        return;
    }
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let mut code = String::new();
    for (list, folder) in [("SCENARIOS", "scenarios"), ("PAPERS", "papers")] {
        let _ = writeln!(code, "const {list}: Files = &[");
        for file in json_files(&content.join(folder)) {
            let name = file.file_stem().expect("a file has a name").to_string_lossy();
            let _ = writeln!(code, "    ({name:?}, include_str!({file:?})),");
        }
        let _ = writeln!(code, "];");
        println!("cargo::rerun-if-changed={}", content.join(folder).display());
    }
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("content.rs");
    fs::write(target, code).expect("OUT_DIR is writable");
}

/// The JSON files of a folder, sorted by name.
fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder is readable").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

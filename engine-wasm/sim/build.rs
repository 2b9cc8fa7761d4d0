//! Writes the presets to `OUT_DIR` without their titles, families, docs and sources, and without white space. The engine in the
//! browser needs no more: there the catalogue supplies those texts.

use std::path::Path;
use std::{env, fs};

const WORDS: [&str; 5] = ["\"title\":", "\"family\":", "\"components\":", "\"doc\":", "\"source\":"];

fn main() {
    println!("cargo:rerun-if-changed=presets");
    let out = env::var_os("OUT_DIR").expect("cargo names a folder");
    for entry in fs::read_dir("presets").expect("the presets are there") {
        let file = entry.expect("a file").path();
        let text = fs::read_to_string(&file).expect("a text");
        let is_words = |line: &str| WORDS.iter().any(|word| line.starts_with(word));
        let bare: String = text.lines().map(str::trim).filter(|line| !is_words(line)).collect();
        fs::write(Path::new(&out).join(file.file_name().expect("a name")), bare).expect("the folder can be written");
    }
}

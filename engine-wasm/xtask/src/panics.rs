//! Removes panic messages from a module: replaces functions that panic by a trap, and blanks the source locations in
//! their messages. The optimizer then drops their arguments, their messages and the formatting code, a twentieth of the
//! browser's download. A panic is a defect of the engine, and in a browser it ends in a trap either way. Run the
//! scenario with the command line to see the message.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use walrus::ir::Value;
use walrus::{ConstExpr, Data, DataId, DataKind, FunctionBuilder, FunctionId, FunctionKind, Module};

/// Prefixes of the standard library's functions that panic.
const PANICS: &[&str] = &[
    "core::panicking::",
    "core::cell::panic_",
    "core::option::expect_failed",
    "core::option::unwrap_failed",
    "core::result::unwrap_failed",
    "core::slice::copy_from_slice_impl::len_mismatch_fail",
    "core::slice::index::slice_",
    "core::slice::sort::shared::smallsort::panic_on_ord_violation",
    "core::str::slice_error_fail",
    "alloc::alloc::handle_alloc_error",
    "alloc::raw_vec::capacity_overflow",
    "alloc::raw_vec::handle_error",
    "std::panicking::",
];

/// Suffix of the functions that format values for panic messages. No visible text uses them; a test below checks that.
const DEBUG: &str = " as core::fmt::Debug>::fmt";

/// Removes panic messages from the module in a file.
pub fn strip(file: &Path) -> Result<()> {
    let mut module = Module::from_file(file).context("the module cannot be read")?;
    let functions = panicking_functions(&module);
    ensure!(!functions.is_empty(), "the module has no names of functions that panic; it must be compiled with names");
    for function in functions {
        trap(&mut module, function);
    }
    blank_source_locations(&mut module);
    module.emit_wasm_file(file).context("the module cannot be written")
}

fn panicking_functions(module: &Module) -> Vec<FunctionId> {
    let panics = |name: &str| {
        let name = without_hashes(name);
        PANICS.iter().any(|start| name.starts_with(start)) || name.ends_with(DEBUG)
    };
    let named = module.funcs.iter_local().map(|(id, _)| (id, &module.funcs.get(id).name));
    named.filter(|(_, name)| name.as_deref().is_some_and(panics)).map(|(id, _)| id).collect()
}

/// Turns `core[0123456789abcdef]::panicking` into `core::panicking`, and `name::h0123456789abcdef` into `name`.
fn without_hashes(name: &str) -> String {
    let is_hash = |hash: &str| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let name = name.rsplit_once("::h").filter(|(_, hash)| is_hash(hash)).map_or(name, |(name, _)| name);
    let mut parts = name.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| match part.split_once(']') {
        Some((hash, rest)) if hash.len() >= 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => name + rest,
        _ => name + "[" + part,
    })
}

/// Replaces a function's body by a trap.
fn trap(module: &mut Module, function: FunctionId) {
    let kind = module.types.get(module.funcs.get(function).ty());
    let (parameters, results) = (kind.params().to_vec(), kind.results().to_vec());
    let mut builder = FunctionBuilder::new(&mut module.types, &parameters, &results);
    builder.func_body().unreachable();
    let arguments = parameters.iter().map(|kind| module.locals.add(*kind)).collect();
    module.funcs.get_mut(function).kind = FunctionKind::Local(builder.local_func(arguments));
}

/// Size of a source location in bytes: address and length of the file name, line, column.
const LOCATION_BYTES: usize = 16;

/// Blanks source locations and their file names.
fn blank_source_locations(module: &mut Module) {
    let segment = |data: &Data| match data.kind {
        DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } => {
            Some((start as u32 as usize, data.id()))
        }
        _ => None,
    };
    let segments: Vec<(usize, DataId)> = module.data.iter().filter_map(segment).collect();
    let bytes_of = |id: DataId| &module.data.get(id).value;
    let mut blanks = Vec::new();
    for &(start, id) in &segments {
        let bytes = bytes_of(id);
        let padding = start.wrapping_neg() % 4;
        for at in (padding..).step_by(4).take_while(|at| at + LOCATION_BYTES <= bytes.len()) {
            let word = |nth: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + 4 * nth + byte])) as usize;
            let (file, length, line, column) = (word(0), word(1), word(2), word(3));
            let in_source = (1..100_000).contains(&line) && (1..1_000).contains(&column);
            let contains_file = |(start, id): &&(usize, DataId)| (*start..start + bytes_of(*id).len()).contains(&file);
            let Some(&(text_start, text)) = segments.iter().find(contains_file).filter(|_| in_source) else { continue };
            if bytes_of(text).get(file - text_start..file - text_start + length).is_some_and(is_source_file) {
                blanks.extend([(start + at, LOCATION_BYTES), (file, length)]);
            }
        }
    }
    for (start, id) in segments {
        let bytes = &mut module.data.get_mut(id).value;
        for (at, length) in &blanks {
            if let Some(blank) = at.checked_sub(start).and_then(|at| bytes.get_mut(at..at + length)) {
                blank.fill(0);
            }
        }
    }
}

fn is_source_file(name: &[u8]) -> bool {
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"/\\:._-".contains(byte);
    name.len() < 300 && name.ends_with(b".rs") && name.iter().all(in_name)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    /// Visible messages quote names as JSON strings or print numbers, but never use Rust's debug format.
    #[test]
    fn visible_messages_contain_no_debug_output() {
        let crates = ["json", "sim", "theory", "capture", "export"];
        let bindings = ["bindings", "bindings-theory", "bindings-capture", "bindings-export"];
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut folders: Vec<PathBuf> =
            crates.iter().chain(&bindings).map(|name| workspace.join(name).join("src")).collect();
        let mut seen = 0;
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if !["tests.rs", "typescript.rs"].iter().any(|native| path.ends_with(native)) {
                    let source = fs::read_to_string(&path).unwrap();
                    let (code, _tests) = source.split_once("#[cfg(test)]").unwrap_or((&source, ""));
                    assert!(!code.contains(":?}"), "{}", path.display());
                    seen += 1;
                }
            }
        }
        assert!(seen > 100, "{seen} files");
    }

    #[test]
    fn hashes_are_removed_from_names() {
        assert_eq!(without_hashes("core[c5930c85a12de822]::panicking::panic"), "core::panicking::panic");
        assert_eq!(
            without_hashes("<[u8; 4] as core[c5930c85a12de822]::fmt::Debug>::fmt"),
            "<[u8; 4] as core::fmt::Debug>::fmt"
        );
        assert_eq!(
            without_hashes("<json::read::ParseError as core::fmt::Debug>::fmt::h9d49357a94f72979"),
            "<json::read::ParseError as core::fmt::Debug>::fmt"
        );
        assert_eq!(without_hashes("sim::height"), "sim::height");
    }

    #[test]
    fn only_source_locations_and_their_file_names_are_blanked() {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        let file = b"sim/src/lib.rs";
        let mut bytes = file.to_vec();
        bytes.extend([0, 0]);
        for word in [1024, file.len() as u32, 7, 9, 1024, 3, 7, 9] {
            bytes.extend(word.to_le_bytes());
        }
        let offset = ConstExpr::Value(Value::I32(1024));
        module.data.add(DataKind::Active { memory, offset }, bytes.clone());
        blank_source_locations(&mut module);
        bytes[..32].fill(0);
        assert_eq!(module.data.iter().next().unwrap().value, bytes);
    }
}

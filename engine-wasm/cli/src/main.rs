//! The program `vegaslab`.

use std::path::Path;
use std::process::ExitCode;

use vegaslab_cli::bench::heap::CountingAllocator;
use vegaslab_cli::{Library, run_command};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let library = Library::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"));
    ExitCode::from(run_command(&library, &arguments))
}

//! The program `vegaslab`.

use std::ffi::OsString;
use std::process::ExitCode;

use vegaslab_cli::bench::heap::CountingAllocator;
use vegaslab_cli::{run_command, stop_at_interrupt};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[cfg(feature = "embedded")]
mod content {
    use vegaslab_cli::{Files, Library};

    include!(concat!(env!("OUT_DIR"), "/content.rs"));

    pub fn library() -> Library {
        Library::Embedded { scenarios: SCENARIOS, papers: PAPERS }
    }
}

/// The repository's own folder, so that a changed scenario needs no new build.
#[cfg(not(feature = "embedded"))]
mod content {
    use std::path::Path;

    use vegaslab_cli::Library;

    pub fn library() -> Library {
        Library::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content"))
    }
}

fn main() -> ExitCode {
    stop_at_interrupt();
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(run_command(&content::library(), &arguments))
}

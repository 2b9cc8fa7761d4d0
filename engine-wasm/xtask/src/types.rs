//! `types`: writes the TypeScript declarations of the engine, or checks that those in the repository are up to date.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use vegaslab_sim::typescript;

/// Writes `web/engine/generated`; with `--check`, fails if the files there differ.
pub fn run(arguments: &[String]) -> Result<()> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/engine/generated");
    match arguments {
        [] => {
            fs::create_dir_all(&target)?;
            generate(&target)
        }
        [flag] if flag == "--check" => check(&target),
        _ => bail!("types takes only --check"),
    }
}

/// Names of the generated files.
fn files() -> impl Iterator<Item = &'static str> {
    typescript::FILES.into_iter().chain([
        "papers.ts",
        "theory.ts",
        "theoryMessages.ts",
        "capture.ts",
        "captureKinds.ts",
    ])
}

fn generate(folder: &Path) -> Result<()> {
    for name in files() {
        // The generator appends to an existing file.
        let _ = fs::remove_file(folder.join(name));
    }
    let written = typescript::export(folder)
        .and_then(|()| vegaslab_papers::export_typescript(folder))
        .and_then(|()| vegaslab_theory::export_typescript(folder))
        .and_then(|()| vegaslab_capture::export_typescript(folder));
    written.with_context(|| format!("cannot write {}", folder.display()))
}

fn check(target: &Path) -> Result<()> {
    let fresh = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/types");
    fs::create_dir_all(&fresh)?;
    generate(&fresh)?;
    for name in files() {
        let checked_in = fs::read_to_string(target.join(name)).unwrap_or_default();
        if fs::read_to_string(fresh.join(name))? != checked_in {
            bail!("web/engine/generated/{name} is out of date; type: npm run types");
        }
    }
    println!("web/engine/generated is up to date");
    Ok(())
}

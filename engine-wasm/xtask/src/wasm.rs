//! Builds the wasm package: cargo, then the bindings' JavaScript, then Binaryen's optimiser; and beside it the catalogue, whose
//! words the module is built without.
//!
//! All but the first step is skipped while the compiled module and the catalogue are those of the last time.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
const CRATE: &str = "vegaslab-bindings";
const MODULE: &str = "vegaslab_bindings.wasm";

/// The package's name: `vegaslab.js`, `vegaslab.d.ts`, `vegaslab_bg.wasm`, `vegaslab_bg.wasm.d.ts`.
const NAME: &str = "vegaslab";

/// The features are those that rustc turns on for the target; the optimiser has to be told. Nothing here
/// may change a floating-point result: the engine's traces are the same bits in every build, so no `--fast-math`.
const OPTIMISE: &[&str] = &[
    "-O3",
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

pub fn run(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "wasm takes no arguments");
    let places = Places::new();
    compile(&places)?;

    let catalogue = serde_json::to_string(&vegaslab_sim::catalogue::catalogue())?;
    let stamp = stamp(&places, &catalogue)?;
    if fs::read_to_string(places.stamp()).is_ok_and(|last| last == stamp) {
        return Ok(());
    }
    if places.package.exists() {
        fs::remove_dir_all(&places.package)?;
    }
    bindgen(&places)?;
    optimise(&places)?;
    fs::write(places.catalogue(), catalogue)?;
    // Written last: an interrupted build is done again.
    fs::write(places.stamp(), stamp)?;
    let size = fs::metadata(places.wasm())?.len();
    eprintln!("The engine for the browser is built: {} kB", size / 1000);
    Ok(())
}

struct Places {
    workspace: PathBuf,
    target: PathBuf,
    binaryen: PathBuf,
    package: PathBuf,
}

impl Places {
    fn new() -> Self {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in a workspace");
        let project = workspace.parent().expect("the workspace is in the project's folder");
        Self {
            workspace: workspace.to_owned(),
            target: workspace.join("target"),
            binaryen: project.join("node_modules/binaryen"),
            package: project.join("web/engine/pkg"),
        }
    }

    fn compiled(&self) -> PathBuf {
        self.target.join(TARGET).join("release").join(MODULE)
    }

    fn wasm(&self) -> PathBuf {
        self.package.join(format!("{NAME}_bg.wasm"))
    }

    fn catalogue(&self) -> PathBuf {
        self.package.join("catalogue.json")
    }

    fn stamp(&self) -> PathBuf {
        self.package.join("built-from")
    }
}

fn compile(places: &Places) -> Result<()> {
    let status = Command::new(std::env::var("CARGO").as_deref().unwrap_or("cargo"))
        .current_dir(&places.workspace)
        .args(["build", "--quiet", "--release", "--package", CRATE, "--target", TARGET])
        .arg("--target-dir")
        .arg(&places.target)
        .status()
        .context("cargo could not be started")?;
    ensure!(
        status.success(),
        "{CRATE} did not compile for {TARGET}; if the target is missing, type: rustup target add {TARGET}"
    );
    Ok(())
}

/// What the package in `web/engine/pkg` depends on. The version of the bindings is part of the compiled module.
fn stamp(places: &Places, catalogue: &str) -> Result<String> {
    let compiled = places.compiled();
    let module = fs::read(&compiled).with_context(|| format!("no {}", compiled.display()))?;
    let manifest = places.binaryen.join("package.json");
    let binaryen = fs::read(manifest).context("Binaryen's optimiser is missing; type: npm ci")?;
    let mut hasher = DefaultHasher::new();
    (module, binaryen, OPTIMISE, catalogue).hash(&mut hasher);
    Ok(format!("{:016x}\n", hasher.finish()))
}

fn bindgen(places: &Places) -> Result<()> {
    Bindgen::new()
        .input_path(places.compiled())
        .web(true)?
        .omit_default_module_path(false)
        .typescript(true)
        .remove_producers_section(true)
        .out_name(NAME)
        .generate(&places.package)
        .context("the bindings' JavaScript could not be made")
}

fn optimise(places: &Places) -> Result<()> {
    // The npm package ships the optimiser as JavaScript; calling Node itself works on every system.
    let result = Command::new("node")
        .arg(places.binaryen.join("bin/wasm-opt"))
        .args(OPTIMISE)
        .arg(places.wasm())
        .arg("-o")
        .arg(places.wasm())
        .output()
        .context("node could not be started")?;
    if !result.status.success() {
        bail!("wasm-opt failed: {}", String::from_utf8_lossy(&result.stderr).trim());
    }
    Ok(())
}

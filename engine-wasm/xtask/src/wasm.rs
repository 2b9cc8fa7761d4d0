//! Builds the wasm package: compiles, generates the bindings' JavaScript, strips panic messages, runs
//! Binaryen's optimiser, and writes the catalogue, whose
//! words the modules don't contain.
//!
//! If the compiled modules and the catalogue haven't changed, all steps after the first are skipped.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::panics;

const TARGET: &str = "wasm32-unknown-unknown";

/// A module of the package.
struct Module {
    /// The crate, and the file that compiling it makes.
    package: &'static str,
    compiled: &'static str,
    /// Its name in the package, as in `vegaslab.js`, `vegaslab.d.ts`, `vegaslab_bg.wasm`, `vegaslab_bg.wasm.d.ts`.
    name: &'static str,
}

const MODULES: [Module; 2] = [
    Module { package: "vegaslab-bindings", compiled: "vegaslab_bindings.wasm", name: "vegaslab" },
    Module { package: "vegaslab-bindings-theory", compiled: "vegaslab_bindings_theory.wasm", name: "theory" },
];

/// The features are those that rustc enables for the target, because the optimiser doesn't know them. Nothing here
/// may change a floating-point result: the engine's traces are the same bits in every build, so no `--fast-math`.
const OPTIMISE: &[&str] = &[
    "-O3",
    // Rust places the stack first, so the lowest kilobyte is never used.
    "--low-memory-unused",
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
    for module in &MODULES {
        bindgen(&places, module)?;
        panics::strip(&places.wasm(module))?;
        optimise(&places, module)?;
    }
    fs::write(places.catalogue(), catalogue)?;
    // Written last, so that an interrupted build starts again.
    fs::write(places.stamp(), stamp)?;
    let sizes = MODULES.iter().map(|module| Ok(fs::metadata(places.wasm(module))?.len() / 1000));
    let sizes: Vec<u64> = sizes.collect::<Result<_>>()?;
    eprintln!("The engine for the browser is built: {} kB, and {} kB with the theory", sizes[0], sizes[1]);
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

    fn compiled(&self, module: &Module) -> PathBuf {
        self.target.join(TARGET).join("release").join(module.compiled)
    }

    fn wasm(&self, module: &Module) -> PathBuf {
        self.package.join(format!("{}_bg.wasm", module.name))
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
        .args(["build", "--quiet", "--release", "--target", TARGET])
        .args(MODULES.iter().flat_map(|module| ["--package", module.package]))
        .arg("--target-dir")
        .arg(&places.target)
        .status()
        .context("cargo could not be started")?;
    ensure!(
        status.success(),
        "the engine did not compile for {TARGET}; if the target is missing, type: rustup target add {TARGET}"
    );
    Ok(())
}

/// Hash of everything that the package in `web/engine/pkg` depends on. The compiled module includes the bindings' version.
fn stamp(places: &Places, catalogue: &str) -> Result<String> {
    let read = |module| {
        let compiled = places.compiled(module);
        fs::read(&compiled).with_context(|| format!("no {}", compiled.display()))
    };
    let modules: Vec<Vec<u8>> = MODULES.iter().map(read).collect::<Result<_>>()?;
    let manifest = places.binaryen.join("package.json");
    let binaryen = fs::read(manifest).context("Binaryen's optimiser is missing; type: npm ci")?;
    let mut hasher = DefaultHasher::new();
    (modules, binaryen, OPTIMISE, catalogue).hash(&mut hasher);
    Ok(format!("{:016x}\n", hasher.finish()))
}

fn bindgen(places: &Places, module: &Module) -> Result<()> {
    Bindgen::new()
        .input_path(places.compiled(module))
        .web(true)?
        .omit_default_module_path(false)
        .typescript(true)
        .remove_producers_section(true)
        .out_name(module.name)
        .generate(&places.package)
        .context("the bindings' JavaScript could not be made")
}

fn optimise(places: &Places, module: &Module) -> Result<()> {
    let wasm = places.wasm(module);
    // The npm package ships the optimiser as JavaScript; starting it with Node works on every system.
    let result = Command::new("node")
        .arg(places.binaryen.join("bin/wasm-opt"))
        .args(OPTIMISE)
        .arg(&wasm)
        .arg("-o")
        .arg(&wasm)
        .output()
        .context("node could not be started")?;
    if !result.status.success() {
        bail!("wasm-opt failed: {}", String::from_utf8_lossy(&result.stderr).trim());
    }
    Ok(())
}

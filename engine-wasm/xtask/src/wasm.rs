//! Builds the wasm package: cargo, then the bindings' JavaScript, then what only panics need is taken out, then
//! Binaryen's optimiser; and beside it the catalogue, whose
//! words the modules are built without.
//!
//! All but the first step is skipped while the compiled modules and the catalogue are those of the last time.

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
    /// The crate that is compiled, and the file that this makes.
    package: &'static str,
    compiled: &'static str,
    /// Its name in the package, as in `vegaslab.js`, `vegaslab.d.ts`, `vegaslab_bg.wasm`, `vegaslab_bg.wasm.d.ts`.
    name: &'static str,
}

const MODULES: [Module; 2] = [
    Module { package: "vegaslab-bindings", compiled: "vegaslab_bindings.wasm", name: "vegaslab" },
    Module { package: "vegaslab-bindings-theory", compiled: "vegaslab_bindings_theory.wasm", name: "theory" },
];

/// The features are those that rustc turns on for the target; the optimiser has to be told. Nothing here
/// may change a floating-point result: the engine's traces are the same bits in every build, so no `--fast-math`.
const OPTIMISE: &[&str] = &[
    "-O3",
    // Rust puts the stack first: its last kilobyte is never reached.
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
    // Written last: an interrupted build is done again.
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

/// Hashes everything that the package in `web/engine/pkg` depends on. The version of the bindings is part of the compiled module.
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
    // The npm package ships the optimiser as JavaScript; calling Node itself works on every system.
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

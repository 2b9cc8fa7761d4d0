//! Makes the wasm package of the compiled modules: generates the bindings' JavaScript, strips panic messages, runs
//! Binaryen's optimizer, and writes the catalogue, whose words the modules don't contain. Does nothing if the modules and
//! the catalogue haven't changed. `scripts/engine.mjs` compiles the modules.

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
    /// The file that cargo compiles it to.
    compiled: &'static str,
    /// Its name in the package: `vegaslab` gives `vegaslab.js`, `vegaslab.d.ts`, `vegaslab_bg.wasm`,
    /// `vegaslab_bg.wasm.d.ts`.
    name: &'static str,
}

const MODULES: [Module; 4] = [
    Module { compiled: "vegaslab_bindings.wasm", name: "vegaslab" },
    Module { compiled: "vegaslab_bindings_theory.wasm", name: "theory" },
    Module { compiled: "vegaslab_bindings_capture.wasm", name: "capture" },
    Module { compiled: "vegaslab_bindings_export.wasm", name: "export" },
];

/// Arguments of the optimizer. The features are those that rustc enables for the target; the optimizer doesn't detect
/// them. Don't add `--fast-math` or anything else that changes floating-point results: every build must produce the
/// same traces.
const OPTIMIZER_ARGUMENTS: &[&str] = &[
    "-O3",
    // Rust paths the stack first, so the lowest kilobyte is never used.
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
    let paths = Paths::new();
    let catalogue = serde_json::to_string(&vegaslab_sim::catalogue::catalogue())?;
    let stamp = stamp(&paths, &catalogue)?;
    if fs::read_to_string(paths.stamp()).is_ok_and(|last| last == stamp) {
        return Ok(());
    }
    if paths.package.exists() {
        fs::remove_dir_all(&paths.package)?;
    }
    for module in &MODULES {
        bindgen(&paths, module)?;
        panics::strip(&paths.wasm(module))?;
        optimize(&paths, module)?;
    }
    fs::write(paths.catalogue(), catalogue)?;
    // Write the stamp last, so that an interrupted build is repeated.
    fs::write(paths.stamp(), stamp)?;
    let sizes = MODULES.iter().map(|module| {
        let bytes = fs::metadata(paths.wasm(module))?.len();
        Ok(format!("{} {} kB", module.name, bytes / 1000))
    });
    eprintln!("Built the engine for the browser: {}", sizes.collect::<Result<Vec<_>>>()?.join(", "));
    Ok(())
}

struct Paths {
    target: PathBuf,
    binaryen: PathBuf,
    package: PathBuf,
}

impl Paths {
    fn new() -> Self {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in a workspace");
        let project = workspace.parent().expect("the workspace is in the project's folder");
        Self {
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

/// Hashes everything that the package in `web/engine/pkg` depends on. The compiled modules include the bindings'
/// version.
fn stamp(paths: &Paths, catalogue: &str) -> Result<String> {
    let read = |module| {
        let compiled = paths.compiled(module);
        fs::read(&compiled).with_context(|| format!("cannot read {}", compiled.display()))
    };
    let modules: Vec<Vec<u8>> = MODULES.iter().map(read).collect::<Result<_>>()?;
    let manifest = paths.binaryen.join("package.json");
    let binaryen = fs::read(manifest).context("Binaryen's optimizer is missing; type: npm ci")?;
    let mut hasher = DefaultHasher::new();
    (modules, binaryen, OPTIMIZER_ARGUMENTS, catalogue).hash(&mut hasher);
    Ok(format!("{:016x}\n", hasher.finish()))
}

fn bindgen(paths: &Paths, module: &Module) -> Result<()> {
    Bindgen::new()
        .input_path(paths.compiled(module))
        .web(true)?
        .omit_default_module_path(false)
        .typescript(true)
        .remove_producers_section(true)
        .out_name(module.name)
        .generate(&paths.package)
        .context("cannot generate the bindings' JavaScript")
}

fn optimize(paths: &Paths, module: &Module) -> Result<()> {
    let wasm = paths.wasm(module);
    // The npm package ships the optimizer as JavaScript; starting it with Node works on every system.
    let result = Command::new("node")
        .arg(paths.binaryen.join("bin/wasm-opt"))
        .args(OPTIMIZER_ARGUMENTS)
        .arg(&wasm)
        .arg("-o")
        .arg(&wasm)
        .output()
        .context("cannot start node")?;
    if !result.status.success() {
        bail!("wasm-opt failed: {}", String::from_utf8_lossy(&result.stderr).trim());
    }
    Ok(())
}

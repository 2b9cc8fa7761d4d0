//! Proof that the engine keeps its promises: scenarios drawn at random, and what must hold on each of them.
//!
//! One generator serves the property tests, the long runs (`soak`), the comparison of the native engine with wasm
//! (`digests`) and, over text instead of scenarios, the fuzz target (`bytes`). Everything is drawn from the schema and the
//! registries, so that a new field or part takes part at once. A seed is all that a failure needs to be repeated.

pub mod bytes;
pub mod draw;
pub mod flows;
pub mod grid;
mod hops;
pub mod mutate;
mod network;
mod oracle;
pub mod run;
pub mod scenarios;
mod script;
pub mod senders;
pub mod share;

/// Returns true under `npm run check`, which leaves nothing out. `npm test` tries fewer random cases.
pub fn checks_everything() -> bool {
    std::env::var_os("VEGASLAB_CHECK").is_some()
}

/// Number of random cases to try: all under `npm run check`, else a quarter.
pub fn cases(all: u32) -> u32 {
    if checks_everything() { all } else { all / 4 }
}

//! Property tests of the engine: random scenarios, and invariants that every scenario must satisfy.
//!
//! One generator serves the property tests, the long runs (`soak`), the comparison of the native engine with wasm
//! (`digests`) and, with text instead of scenarios, the fuzz target (`bytes`). Everything is drawn from the schema and
//! the registries, so a new field or part is drawn as soon as it is registered. A seed is enough to repeat a failure.

pub mod bytes;
pub mod draw;
pub mod flows;
pub mod grid;
mod hops;
pub mod mutate;
mod network;
mod oracle;
pub mod replays;
pub mod run;
pub mod scenarios;
mod script;
pub mod senders;
pub mod share;
pub mod sums;

/// Returns true under `npm run check`, which runs all random cases. `npm test` runs fewer.
pub fn checks_everything() -> bool {
    std::env::var_os("VEGASLAB_CHECK").is_some()
}

/// The program's arguments. Bytes that aren't UTF-8 are replaced.
pub fn arguments() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned())
}

/// Number of random cases to try: all under `npm run check`, else a quarter.
pub fn cases(all: u32) -> u32 {
    if checks_everything() { all } else { all / 4 }
}

//! Reproduces published results: compares the numbers in a paper with measurements from our own runs.
//!
//! A paper is one file of `content/papers` ([`paper`]). Its experiments are named scenarios with differences and seeds.
//! Its entries are numbers with their place in the paper, the metric that measures them here ([`measure`]), and the
//! expected agreement. Metrics are computed during a run ([`observe`]), so its trace isn't stored. Each entry is
//! measured once per seed; the mean and its interval ([`statistics`]) give the verdict ([`verdict`]). Only a factorial
//! [`design`] ([`factorial`]) gives one number for all seeds. [`plan`] lists the runs. Figures ([`figure`]) draw the
//! entries and the runs; they need no further measurement.

pub mod design;
pub mod factorial;
pub mod figure;
pub mod measure;
pub mod observe;
pub mod paper;
pub mod plan;
pub mod quantity;
pub mod statistics;
pub mod verdict;

/// Writes the TypeScript declarations of the files that the page reads, `papers.ts`, into a folder.
///
/// # Errors
/// The file cannot be written.
#[cfg(feature = "ts")]
pub fn export_typescript(folder: &std::path::Path) -> Result<(), ts_rs::ExportError> {
    use ts_rs::TS as _;
    let config = ts_rs::Config::new().with_out_dir(folder).with_large_int("number");
    paper::Paper::export_all(&config)?;
    verdict::Verdict::export_all(&config)
}

//! The papers' theory, independent of the simulator: closed forms and fixed points, no packets.
//!
//! Everything except [`predict`] is arithmetic on plain numbers, in any consistent units: rates in packets per ms with
//! times in ms and backlogs in packets, as in the papers' tables, or bytes per s with s and bytes. [`predict`] applies
//! the theory to a scenario of the simulator. The simulator doesn't depend on this crate.
//!
//! | module | contents | source |
//! |---|---|---|
//! | [`network`], [`equilibrium`] | the equilibrium of Vegas | Low, Peterson & Wang 2000, Theorems 1 and 3 |
//! | [`persistent`] | senders that mistake queueing for propagation delay | the same, section 4.2, Tables 5 and 6 |
//! | [`rem`] | the same rates with marks instead of delay | the same, equations 24 to 27 |
//! | [`time_saved`] | time saved by fewer timeouts and retransmissions | Ahn et al. 1995, section 6.2 |
//! | [`loss_throughput`] | rates of senders that halve at each loss | Mathis et al. 1997, Padhye et al. 1998 |
//! | [`diff`] | Vegas's estimate of its own backlog | Martin, chapter 9 |

mod cholesky;
pub mod diff;
mod dual;
pub mod equilibrium;
pub mod loss_throughput;
pub mod messages;
pub mod network;
pub mod persistent;
pub mod predict;
pub mod rem;
pub mod residuals;
pub mod time_saved;

/// Writes the TypeScript declarations of a prediction, `theory.ts` and `theoryMessages.ts`, into a folder.
///
/// # Errors
/// The file cannot be written.
#[cfg(feature = "ts")]
pub fn export_typescript(folder: &std::path::Path) -> Result<(), ts_rs::ExportError> {
    use ts_rs::TS as _;
    predict::report::Prediction::export_all(&ts_rs::Config::new().with_out_dir(folder).with_large_int("number"))?;
    vegaslab_sim::typescript::export_messages(folder, "theoryMessages.ts", "THEORY_MESSAGES", messages::ALL)
}

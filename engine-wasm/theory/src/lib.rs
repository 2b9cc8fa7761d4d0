//! The papers' theory of a network, next to the simulator: closed forms and fixed points, no packets.
//!
//! Everything but [`predict`] is arithmetic without scenarios. Any consistent units work: rates in
//! packets per ms with times in ms and backlogs in packets, as in the papers' tables, or bytes per s with s and bytes.
//! [`predict`] reads a scenario of the simulator and asks the theory about it. The simulator knows nothing of this crate.
//!
//! | module | what | source |
//! |---|---|---|
//! | [`network`], [`equilibrium`] | rates, windows and queues at which Vegas rests | Low, Peterson & Wang 2000, Theorems 1 and 3 |
//! | [`persistent`] | senders that take each other's queue for propagation delay | the same, section 4.2, Tables 5 and 6 |
//! | [`rem`] | the same rates with marks in the place of delay | the same, equations 24 to 27 |
//! | [`time_saved`] | what fewer timeouts and retransmissions are worth | Ahn et al. 1995, section 6.2 |
//! | [`loss_throughput`] | rates of senders that halve at each loss | Mathis et al. 1997, Padhye et al. 1998 |
//! | [`diff`] | how far a small window can see a queue | Martin, chapter 9 |

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

//! Reads packet captures and measures the TCP transfers in them.
//!
//! [`Reader`] takes a file in pieces: pcap or pcapng, plain or compressed by gzip. [`Reader::finish`] gives a
//! [`Capture`], which knows every TCP [`Connection`](connection::Connection) and how many packets it had to skip, by
//! reason. A connection's [`Study`](study::Study) measures the data of one direction: segment size, round-trip times,
//! the receiver's window, and every retransmission with its cause.
//!
//! An unknown number is `None`, or says that it's a bound. A capture without the handshake, for example, doesn't
//! contain the window scale, so that its windows are lower bounds.

mod capture;
pub mod columns;
pub mod connection;
mod estimate;
mod file;
mod gzip;
mod intervals;
pub mod layers;
mod oddity;
mod problem;
mod round_trip;
pub mod segment;
mod segment_size;
mod sequence;
pub mod study;
pub mod summary;
mod unacknowledged;

pub use capture::{Capture, Reader};
pub use columns::View;
pub use estimate::Estimate;
pub use layers::Skipped;
pub use oddity::Oddity;
pub use problem::Problem;

/// Writes TypeScript declarations of what the page reads into a folder.
///
/// # Errors
/// A file can't be written.
#[cfg(feature = "ts")]
pub fn export_typescript(folder: &std::path::Path) -> Result<(), ts_rs::ExportError> {
    use ts_rs::TS as _;
    let config = ts_rs::Config::new().with_out_dir(folder).with_large_int("number");
    Problem::export_all(&config)?;
    summary::Overview::export_all(&config)?;
    summary::Transfer::export_all(&config)?;
    let kinds: Vec<String> = study::KINDS.iter().map(|kind| format!("\"{kind}\"")).collect();
    let text = format!(
        "// This file was generated from the capture reader. Do not edit it: `npm run types`.\n\n\
         /** Kinds of segments in captures, by code. */\nexport const CAPTURE_KINDS = [{}] as const;\n",
        kinds.join(", ")
    );
    std::fs::write(folder.join("captureKinds.ts"), text)?;
    Ok(())
}

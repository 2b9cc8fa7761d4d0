//! Checks the random scenarios of many seeds on several threads. `soak FROM TO [THREADS]`
//!
//! Prints every seed that fails and why, its progress every 10,000 seeds, and the counts at the end. Start it with
//! `cargo run --profile soak -p vegaslab-proof --bin soak`: that profile checks overflows and catches panics.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use proof::run::{Extent, Outcome, catch, checked, keep_panics, prove};
use proof::scenarios::{lone, random};
use proof::share::{self, ShareVerdict};
use serde_json::Value;

/// Length of a run and steps between checks. Most runs are short, many of them in steps of one event; a few are long.
fn extent(seed: u64) -> Extent {
    match seed % 512 {
        0 => Extent { events: 100_000, step: 997 },
        1..16 => Extent { events: 10_000, step: 97 },
        16..320 => Extent { events: 1_500, step: 13 },
        _ => Extent { events: 1_500, step: 1 },
    }
}

/// One in this many seeds also runs a lone bulk flow that must get its share; such a run takes about ten thousand
/// packets.
const LONE_EVERY: u64 = 128;

#[derive(Default)]
struct Counts {
    next: AtomicU64,
    done: AtomicU64,
    failed: AtomicU64,
    finished: AtomicU64,
    packet_hops: AtomicU64,
    retransmitted: AtomicU64,
    timeouts: AtomicU64,
    /// Flows that got their share, and flows that settled below it.
    got_share: AtomicU64,
    settled: AtomicU64,
}

impl Counts {
    fn print(&self, heading: &str) {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let [done, failed, finished] = [&self.done, &self.failed, &self.finished].map(of);
        let [hops, retransmitted, timeouts] = [&self.packet_hops, &self.retransmitted, &self.timeouts].map(of);
        println!("{heading}: {done} scenarios, {failed} failed, {finished} ran to their end");
        println!("  {hops} packet-hops, {retransmitted} segments retransmitted, {timeouts} timeouts");
        let [got_share, settled] = [&self.got_share, &self.settled].map(of);
        println!(
            "  {} lone flows checked for their share: {got_share} got it, {settled} settled below it",
            got_share + settled
        );
    }

    /// Checks the random scenario of a seed, and for some seeds also a lone flow. If the rule of [`share`] applies to a
    /// scenario, checks it too.
    fn prove(&self, seed: u64) -> Result<Outcome, String> {
        let outcome = self.prove_one(&random(seed), extent(seed))?;
        if seed.is_multiple_of(LONE_EVERY) {
            self.prove_one(&lone(seed), extent(seed)).map_err(|error| format!("its lone flow: {error}"))?;
        }
        Ok(outcome)
    }

    fn prove_one(&self, value: &Value, extent: Extent) -> Result<Outcome, String> {
        let scenario = checked(value)?;
        let outcome = prove(&scenario, extent)?;
        if let Some(path) = share::path_of(&scenario) {
            let count = match share::check(&scenario, &path)? {
                ShareVerdict::Share => &self.got_share,
                ShareVerdict::Settled => &self.settled,
            };
            count.fetch_add(1, Ordering::Relaxed);
        }
        Ok(outcome)
    }

    fn work(&self, end: u64) {
        loop {
            let seed = self.next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return;
            }
            match catch(|| self.prove(seed)).and_then(|outcome| outcome) {
                Ok(outcome) => {
                    self.finished.fetch_add(u64::from(outcome.finished), Ordering::Relaxed);
                    self.packet_hops.fetch_add(outcome.summary.packet_hops, Ordering::Relaxed);
                    for flow in &outcome.summary.flows {
                        self.retransmitted.fetch_add(flow.retransmitted_segments, Ordering::Relaxed);
                        self.timeouts.fetch_add(flow.coarse_timeouts, Ordering::Relaxed);
                    }
                }
                Err(error) => {
                    self.failed.fetch_add(1, Ordering::Relaxed);
                    println!("seed {seed} FAILED: {error}");
                }
            }
            if self.done.fetch_add(1, Ordering::Relaxed) % 10_000 == 9_999 {
                self.print("so far");
            }
        }
    }
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = proof::arguments().filter_map(|word| word.parse().ok()).collect();
    let (from, to, threads) = match numbers[..] {
        [from, to] => (from, to, 1),
        [from, to, threads] => (from, to, threads),
        _ => {
            eprintln!("usage: soak FROM TO [THREADS]");
            return ExitCode::from(2);
        }
    };
    keep_panics();
    let counts = Counts { next: AtomicU64::new(from), ..Counts::default() };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| counts.work(to));
        }
    });
    counts.print(&format!("seeds {from} to {}, engine {}", to.saturating_sub(1), vegaslab_sim::ENGINE_VERSION));
    ExitCode::from(u8::from(counts.failed.load(Ordering::Relaxed) > 0))
}

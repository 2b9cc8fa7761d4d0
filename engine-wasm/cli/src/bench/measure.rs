//! One repetition of a measurement.

use cpu_time::ProcessTime;
use vegaslab_sim::{Simulation, scenario};

use super::heap;
use crate::Failure;

/// Minimum CPU time of a repetition, s: short simulations are repeated until they have used it.
const MIN_CPU_S: f64 = 0.5;

/// The result of one repetition.
pub struct Measurement {
    /// Number of links that data and ACKs crossed in one run.
    pub packet_hops: u64,
    /// Number of runs.
    pub runs: u32,
    /// CPU time of the events of all runs, s.
    cpu_s: f64,
    /// CPU time of setting up one run: routes, hosts, random streams; s.
    pub set_up_cpu_s: f64,
    /// The most bytes of heap that one run held.
    pub memory_bytes: usize,
    /// Acknowledged payload of all flows, bit/s.
    pub goodput_bps: f64,
    /// Share of the segments sent that were dropped.
    pub dropped_share: f64,
}

impl Measurement {
    /// The speed of the simulation, without setup.
    pub fn hops_per_cpu_s(&self) -> f64 {
        self.packet_hops as f64 * f64::from(self.runs) / self.cpu_s
    }
}

/// Repeats a scenario until the runs have used the minimum CPU time.
pub fn measure(text: &str) -> Result<Measurement, Failure> {
    let scenario = scenario::read(text).map_err(Failure::Scenario)?;
    let before_bytes = heap::reset_peak();
    let (mut runs, mut cpu_s) = (0, 0.0);
    loop {
        let start = ProcessTime::now();
        let mut simulation = Simulation::new(&scenario);
        let set_up_cpu_s = start.elapsed().as_secs_f64();
        let start = ProcessTime::now();
        while !simulation.step(1 << 20) {}
        cpu_s += start.elapsed().as_secs_f64();
        runs += 1;
        if cpu_s < MIN_CPU_S {
            continue;
        }
        let memory_bytes = heap::peak_bytes() - before_bytes;
        let summary = simulation.summary();
        let sent: u64 = summary.flows.iter().map(|flow| flow.segments_sent).sum();
        let dropped: u64 = summary.links.iter().map(|link| link.drops).sum();
        return Ok(Measurement {
            packet_hops: summary.packet_hops,
            runs,
            cpu_s,
            set_up_cpu_s,
            memory_bytes,
            goodput_bps: summary.flows.iter().map(|flow| 8.0 * flow.goodput_bytes_per_s).sum(),
            dropped_share: dropped as f64 / sent as f64,
        });
    }
}

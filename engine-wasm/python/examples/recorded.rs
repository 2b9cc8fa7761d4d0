//! Runs a scenario with its trace, as often as told, without Python. `measure.py` compares its time with Python's.

use std::env::args_os;
use std::fs::read_to_string;

use vegaslab_sim::trace::tables::Tables;
use vegaslab_sim::{Simulation, scenario};

fn main() {
    let [_, path, times] = &args_os().collect::<Vec<_>>()[..] else { panic!("usage: recorded SCENARIO.json TIMES") };
    let text = read_to_string(path).expect("a file");
    // Like Python's, a run gets the memory of the one before.
    let mut rows = Tables::default();
    for _ in 0_u32..times.to_str().and_then(|times| times.parse().ok()).expect("a number of runs") {
        let scenario = scenario::read(&text).expect("a scenario");
        rows.clear();
        let mut simulation = Simulation::with_memory(&scenario, rows);
        while !simulation.step(1 << 18) {}
        rows = simulation.exchange_rows(Tables::default());
        println!("{}", simulation.summary().digest);
    }
}

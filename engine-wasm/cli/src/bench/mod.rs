//! `vegaslab bench`: packet-hops per CPU second and bytes of memory on a dumbbell. A packet-hop is one packet crossing
//! one link. A process measures one dumbbell; `npm run bench` starts a process for each.

mod dumbbell;
pub mod heap;
mod measure;

use std::ffi::OsString;

use cpu_time::ProcessTime;
use serde_json::json;

use crate::options::text;
use crate::{Failure, Library, print_text};
use dumbbell::Dumbbell;

/// Times the engine, or prints the benchmark scenario.
pub fn bench(_: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let mut dumbbell = Dumbbell { flows: 10, duration_s: 60.0, wide: false };
    let (mut as_json, mut print_scenario) = (false, false);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let argument = text(argument)?;
        match argument {
            "--json" => as_json = true,
            "--print-scenario" => print_scenario = true,
            "--wide" => dumbbell.wide = true,
            "--flows" => dumbbell.flows = number(argument, arguments.next())?,
            "--duration" => dumbbell.duration_s = number(argument, arguments.next())?,
            _ => return Err(Failure::Usage(format!("bench has no option {argument}"))),
        }
    }
    let text = dumbbell.scenario();
    if print_scenario {
        return print_text(&text);
    }
    heap::count();
    let measurement = measure::measure(&text)?;
    let hops = measurement.hops_per_cpu_s();
    let memory = measurement.memory_bytes;
    if as_json {
        let metrics = json!({
            "flows": dumbbell.flows, "duration_s": dumbbell.duration_s,
            "packet_hops": measurement.packet_hops, "runs": measurement.runs, "packet_hops_per_cpu_s": hops,
            "set_up_cpu_s": measurement.set_up_cpu_s, "process_cpu_s": ProcessTime::now().as_duration().as_secs_f64(),
            "memory_bytes": memory,
            "goodput_bps": measurement.goodput_bps, "dropped_share": measurement.dropped_share,
        });
        return print_text(&metrics.to_string());
    }
    print_text(&format!(
        "{} packet-hops, {:.1} million per CPU second; {memory} bytes of memory; goodput {:.1} Mbit/s",
        measurement.packet_hops,
        hops / 1e6,
        measurement.goodput_bps / 1e6
    ))
}

fn number<T: std::str::FromStr>(option: &str, value: Option<&OsString>) -> Result<T, Failure> {
    let wrong = || Failure::Usage(format!("{option} needs a number"));
    value.and_then(|value| value.to_str()?.parse().ok()).ok_or_else(wrong)
}

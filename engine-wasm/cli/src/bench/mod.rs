//! `vegaslab bench`: packet-hops per CPU second and bytes of memory on a dumbbell, one packet over one link being one
//! hop. One process measures one dumbbell; `npm run bench` starts as many as it compares.

mod dumbbell;
pub mod heap;
mod measure;

use cpu_time::ProcessTime;
use serde_json::json;

use crate::{Failure, answer};
use dumbbell::Dumbbell;

/// Times the engine, or prints the scenario that it is timed with.
pub fn bench(arguments: &[String]) -> Result<(), Failure> {
    let mut dumbbell = Dumbbell { flows: 10, duration_s: 60.0, wide: false };
    let (mut as_json, mut print_scenario) = (false, false);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
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
        return answer(&text);
    }
    let measured = measure::measure(&text)?;
    let hops = measured.hops_per_cpu_s();
    let memory = measured.memory_bytes;
    if as_json {
        let figures = json!({
            "flows": dumbbell.flows, "duration_s": dumbbell.duration_s,
            "packet_hops": measured.packet_hops, "runs": measured.runs, "packet_hops_per_cpu_s": hops,
            "set_up_cpu_s": measured.set_up_cpu_s, "process_cpu_s": ProcessTime::now().as_duration().as_secs_f64(),
            "memory_bytes": memory,
            "goodput_bps": measured.goodput_bps, "dropped_share": measured.dropped_share,
        });
        return answer(&figures.to_string());
    }
    answer(&format!(
        "{} packet-hops, {:.1} million per CPU second; {memory} bytes of memory; goodput {:.1} Mbit/s",
        measured.packet_hops,
        hops / 1e6,
        measured.goodput_bps / 1e6
    ))
}

fn number<T: std::str::FromStr>(option: &str, value: Option<&String>) -> Result<T, Failure> {
    let wrong = || Failure::Usage(format!("{option} needs a number"));
    value.and_then(|value| value.parse().ok()).ok_or_else(wrong)
}

//! `vegaslab run` and `vegaslab validate`.

use std::fmt::Write as _;

use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::{self, Problem, Scenario, expand};
use vegaslab_sim::trace::summary::Summary;

use crate::{Failure, answer, source};

/// Checks a scenario file.
pub fn validate(arguments: &[String]) -> Result<(), Failure> {
    let [file] = arguments else {
        return Err(Failure::Usage("validate takes one file".into()));
    };
    let scenario = scenario::read(&source::text(file)?).map_err(Failure::Scenario)?;
    answer(&format!("{} is a valid scenario", scenario.name))
}

/// Runs a scenario and prints its figures.
pub fn run(arguments: &[String]) -> Result<(), Failure> {
    let (scenario, as_json) = read("run", arguments)?;
    let mut simulation = Simulation::new(&scenario);
    while !simulation.step(1 << 16) {
        simulation.take_rows();
    }
    let summary = simulation.summary();
    if as_json {
        answer(&serde_json::to_string(&summary).map_err(|error| Failure::Outside(error.to_string()))?)
    } else {
        answer(&table(&summary))
    }
}

/// The scenario that the arguments of a command give, and whether the answer is to be JSON.
pub fn read(command: &str, arguments: &[String]) -> Result<(Scenario, bool), Failure> {
    let mut name = None;
    let mut assignments = Vec::new();
    let mut as_json = false;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().cloned().ok_or_else(|| Failure::Usage(format!("{argument} needs a value")));
        match argument.as_str() {
            "--json" => as_json = true,
            "--set" => assignments.push(value()?),
            "--seed" => assignments.push(format!("seed={}", value()?)),
            flag if flag.starts_with("--") => return Err(Failure::Usage(format!("{command} has no option {flag}"))),
            given if name.is_none() => name = Some(given.to_owned()),
            given => return Err(Failure::Usage(format!("one scenario at a time; what is {given:?}?"))),
        }
    }
    let name = name.ok_or_else(|| Failure::Usage(format!("{command} needs the name of a scenario or a file")))?;
    let mut value = scenario::parse(&source::text(&name)?).map_err(Failure::Scenario)?;
    let problems: Vec<Problem> =
        assignments.iter().filter_map(|assignment| expand::set(&mut value, assignment).err()).collect();
    if !problems.is_empty() {
        return Err(Failure::Scenario(problems));
    }
    Ok((scenario::from_value(value).map_err(Failure::Scenario)?, as_json))
}

fn table(summary: &Summary) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} with seed {}, engine {}, digest {}",
        summary.scenario, summary.seed, summary.engine_version, summary.digest
    );
    let optional = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    for flow in &summary.flows {
        let _ = writeln!(text, "\nflow {}", flow.name);
        let _ = writeln!(text, "  goodput            {:.1} bytes/s", flow.goodput_bytes_per_s);
        let _ = writeln!(text, "  completed at       {} s", optional(flow.completed_at_s));
        for (bytes, time) in &flow.time_to_bytes_s {
            let _ = writeln!(text, "  time to {bytes}    {} s", optional(*time));
        }
        let _ = writeln!(text, "  segments sent      {}", flow.segments_sent);
        let _ = writeln!(
            text,
            "  retransmitted      {} segments, {} bytes",
            flow.retransmitted_segments, flow.retransmitted_bytes
        );
        let _ = writeln!(text, "  coarse timeouts    {}", flow.coarse_timeouts);
        let _ = writeln!(text, "  fast retransmits   {}", flow.fast_retransmits);
        let _ = writeln!(text, "  early retransmits  {}", flow.early_retransmits);
        let _ = writeln!(
            text,
            "  RTT                mean {} ms, variance {} ms2",
            optional(flow.mean_rtt_ms),
            optional(flow.var_rtt_ms2)
        );
        let _ = writeln!(text, "  mean cwnd          {:.2} segments", flow.mean_cwnd_segments);
    }
    let _ = writeln!(
        text,
        "\n{:<24} {:>6} {:>14} {:>14} {:>14} {:>12}",
        "link", "drops", "mean queue B", "mean queue pkt", "max queue B", "utilization"
    );
    for link in &summary.links {
        let _ = writeln!(
            text,
            "{:<24} {:>6} {:>14.1} {:>14.2} {:>14} {:>12.4}",
            link.name,
            link.drops,
            link.mean_queue_bytes,
            link.mean_queue_packets,
            link.max_queue_bytes,
            link.utilization
        );
    }
    text
}

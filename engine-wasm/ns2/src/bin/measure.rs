//! Prints metrics of our runs in a time window, in the format of an exported ns-2 script:
//! `measure FILE FROM TO [--set path=value]... -- SEED...` prints one line of JSON per seed.

use std::ffi::OsString;
use std::process::ExitCode;

use serde_json::{Value, json};
use vegaslab_papers::observe::{Observation, Window, observe};
use vegaslab_papers::quantity::{FlowFigure, LinkFigure};
use vegaslab_sim::net::topology::Topology;
use vegaslab_sim::scenario::{self, Problem, Scenario, expand};

fn main() -> ExitCode {
    let arguments: Result<Vec<String>, _> = std::env::args_os().skip(1).map(OsString::into_string).collect();
    let arguments = arguments.map_err(|argument| format!("the argument {argument:?} isn't UTF-8"));
    match arguments.and_then(|arguments| measure(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

const USAGE: &str = "usage: measure FILE FROM TO [--set path=value]... -- SEED...";

fn measure(arguments: &[String]) -> Result<(), String> {
    let [file, from, to, rest @ ..] = arguments else { return Err(USAGE.into()) };
    let number = |text: &String| text.parse::<f64>().map_err(|error| format!("{text}: {error}"));
    let window = (number(from)?, number(to)?);
    let split = rest.iter().position(|argument| argument == "--").ok_or(USAGE)?;
    let listed =
        |problems: Vec<Problem>| problems.iter().map(|one| format!("{file}: {one}")).collect::<Vec<_>>().join("\n");
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut value = scenario::parse(&text).map_err(listed)?;
    for pair in rest[..split].chunks(2) {
        let [flag, assignment] = pair else { return Err(USAGE.into()) };
        if flag != "--set" {
            return Err(USAGE.into());
        }
        expand::set(&mut value, assignment).map_err(|problem| listed(vec![problem]))?;
    }
    let scenario = scenario::from_value(value).map_err(listed)?;
    for seed in &rest[split + 1..] {
        let seed = seed.parse().map_err(|error| format!("{seed}: {error}"))?;
        println!("{}", metrics(&Scenario { seed, ..scenario.clone() }, window));
    }
    Ok(())
}

fn metrics(scenario: &Scenario, window: Window) -> Value {
    let observation = observe(scenario, &[Some(window)], &[], |_| ());
    let flows: Vec<Value> = scenario.flows.iter().map(|flow| flow_metrics(&flow.name, &observation, window)).collect();
    let links = Topology::new(&scenario.links)
        .directed
        .iter()
        .map(|link| link_metrics(&link.name(), &observation, window))
        .collect::<Vec<_>>();
    json!({ "simulator": "vegas-lab", "seed": scenario.seed, "window_s": [window.0, window.1], "flows": flows, "links": links })
}

fn flow_metrics(name: &str, observation: &Observation, window: Window) -> Value {
    let figure = |figure| observation.flow(name, figure, Some(window)).ok();
    json!({
        "name": name,
        "throughput_bps": figure(FlowFigure::GoodputBytesPerS).map(|rate| 8.0 * rate),
        "rtt_ms": figure(FlowFigure::RttMs),
        "timeouts": figure(FlowFigure::Timeouts),
        "retransmissions": figure(FlowFigure::Retransmitted),
    })
}

fn link_metrics(name: &str, observation: &Observation, window: Window) -> Value {
    let figure = |figure| observation.link(name, figure, Some(window)).ok();
    json!({
        "name": name,
        "waiting_packets": figure(LinkFigure::WaitingPackets),
        "utilization": figure(LinkFigure::Utilization),
        "drops": figure(LinkFigure::Drops),
    })
}

//! `vegaslab run` and `vegaslab validate`.

use std::ffi::OsString;
use std::fmt::{Display, Write as _};

use serde::Serialize;
use vegaslab_papers::observe::report::WindowReport;
use vegaslab_papers::observe::{Window, observe};
use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::{self, Flow, Scenario};
use vegaslab_sim::trace::summary::{FlowSummary, LimitedTimes, Summary};

use crate::progress::RunProgress;
use crate::{Failure, Library, options, print_text};

/// Checks a scenario file.
pub fn validate(library: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let [file] = arguments else {
        return Err(Failure::Usage("validate takes one file".into()));
    };
    let scenario = scenario::read(&library.scenario_text(file)?).map_err(Failure::Scenario)?;
    print_text(&format!("{} is a valid scenario", scenario.name))
}

/// The report that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    windows: &'a [WindowReport],
}

/// Runs a scenario and prints its metrics for the whole run or for the given windows.
pub fn run(library: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let args = options::read(library, "run", arguments, true, &["--window"])?;
    let (summary, windows) = measure(&args.scenario, &args.windows()?)?;
    if args.as_json {
        let report = Report { summary: &summary, windows: &windows };
        return print_text(&serde_json::to_string(&report).map_err(|error| Failure::Other(error.to_string()))?);
    }
    let mut text = headline(&summary);
    if windows.is_empty() {
        write_whole_run(&mut text, &args.scenario, &summary);
    }
    windows.iter().for_each(|window| write_window(&mut text, window));
    print_text(&text)
}

fn measure(scenario: &Scenario, windows: &[Window]) -> Result<(Summary, Vec<WindowReport>), Failure> {
    let progress = RunProgress::start();
    if windows.is_empty() {
        let mut simulation = Simulation::new(scenario);
        while !simulation.step(1 << 16) {
            simulation.take_rows();
            progress.show(simulation.progress());
        }
        return Ok((simulation.summary(), Vec::new()));
    }
    let windows: Vec<_> = windows.iter().copied().map(Some).collect();
    let observed = observe(scenario, &windows, &[], |share| progress.show(share));
    let reports = observed.reports().map_err(Failure::Usage)?;
    Ok((observed.summary().clone(), reports))
}

fn headline(summary: &Summary) -> String {
    let Summary { scenario, seed, engine_version, digest, .. } = summary;
    format!("{scenario} with seed {seed}, engine {engine_version}, digest {digest}\n")
}

fn optional(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.3}"))
}

fn write_whole_run(text: &mut String, scenario: &Scenario, summary: &Summary) {
    for (flow, spec) in summary.flows.iter().zip(&scenario.flows) {
        let _ = writeln!(text, "\nflow {}", flow.name);
        row(text, "goodput", format!("{:.1} bytes/s", flow.goodput_bytes_per_s));
        row(text, "completed at", format!("{} s", optional(flow.completed_at_s)));
        for (bytes, time) in &flow.time_to_bytes_s {
            row(text, &format!("time to {bytes}"), format!("{} s", optional(*time)));
        }
        row(text, "segments sent", flow.segments_sent);
        let (segments, bytes) = (flow.retransmitted_segments, flow.retransmitted_bytes);
        row(text, "retransmitted", format!("{segments} segments, {bytes} bytes"));
        write_repairs(text, flow.coarse_timeouts, flow.fast_retransmits, flow.fast_retransmit_episodes);
        row(text, "early retransmits", format!("{} segments", flow.early_retransmits));
        let (mean, variance) = (optional(flow.mean_rtt_ms), optional(flow.var_rtt_ms2));
        row(text, "RTT", format!("mean {mean} ms, variance {variance} ms2"));
        row(text, "mean cwnd", format!("{:.2} segments", flow.mean_cwnd_segments));
        write_limits(text, flow, spec);
    }
    write_link_head(text);
    for link in &summary.links {
        let packets = (link.mean_queue_packets, link.mean_waiting_packets);
        write_link(
            text,
            &link.name,
            link.drops,
            link.mean_queue_bytes,
            packets,
            link.max_queue_bytes,
            link.utilization,
        );
    }
}

/// Writes the reasons why a sender sent no more, the longest first, and the receiver's window if it's more than half.
fn write_limits(text: &mut String, flow: &FlowSummary, spec: &Flow) {
    let LimitedTimes { pacing, timer, application, receiver, flight, cwnd } = flow.limited_s;
    let mut times = [
        ("pacing", pacing),
        ("timer", timer),
        ("application", application),
        ("receiver", receiver),
        ("flight above cwnd", flight),
        ("cwnd", cwnd),
    ];
    let life: f64 = times.iter().map(|(_, time)| time).sum();
    times.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let some = times.iter().filter(|(_, time)| *time > 0.0);
    let limits: Vec<_> = some.map(|(reason, time)| format!("{reason} {time:.3} s")).collect();
    row(text, "limited by", limits.join(", "));
    if receiver > life / 2.0 {
        let (window, percent) = (spec.rwnd_bytes, 100.0 * receiver / life);
        row(text, "mostly", format!("by the receiver ({percent:.0} %): its rwnd_bytes {window} keeps back the data"));
    }
}

fn write_window(text: &mut String, window: &WindowReport) {
    let _ = writeln!(text, "\nfrom {} s to {} s", window.from_s, window.to_s);
    for flow in &window.flows {
        let _ = writeln!(text, "\nflow {}", flow.name);
        row(text, "throughput", format!("{:.1} bytes/s", flow.throughput_bytes_per_s));
        row(text, "goodput", format!("{:.1} bytes/s", flow.goodput_bytes_per_s));
        row(text, "segments sent", flow.segments_sent);
        let (segments, bytes) = (flow.retransmitted_segments, flow.retransmitted_bytes);
        row(text, "retransmitted", format!("{segments} segments, {bytes} bytes"));
        row(text, "dropped", format!("{} segments", flow.dropped_segments));
        write_repairs(text, flow.coarse_timeouts, flow.fast_retransmits, flow.fast_retransmit_episodes);
        row(text, "early retransmits", format!("{} segments", flow.early_retransmits));
        let (mean, base) = (optional(flow.mean_rtt_ms), optional(flow.base_rtt_ms));
        row(text, "RTT", format!("mean {mean} ms, base_rtt {base} ms"));
        row(text, "mean cwnd", format!("{:.2} segments", flow.mean_cwnd_segments));
    }
    for source in &window.datagrams {
        let _ = writeln!(text, "\ndatagrams {}", source.name);
        row(text, "sent", source.sent);
        row(text, "arrived", source.arrived);
        row(text, "dropped", source.dropped);
    }
    write_link_head(text);
    for link in &window.links {
        let packets = (link.mean_queue_packets, link.mean_waiting_packets);
        write_link(
            text,
            &link.name,
            link.drops,
            link.mean_queue_bytes,
            packets,
            link.max_queue_bytes,
            link.utilization,
        );
    }
}

fn row(text: &mut String, name: &str, value: impl Display) {
    let _ = writeln!(text, "  {name:<18} {value}");
}

fn write_repairs(text: &mut String, timeouts: u64, fast: u64, episodes: u64) {
    row(text, "coarse timeouts", timeouts);
    row(text, "fast retransmits", format!("{fast} segments in {episodes} episodes"));
}

/// Writes the header of the link table. The mean queue in packets has two columns: with the packet in transmission, and
/// without.
fn write_link_head(text: &mut String) {
    let _ = writeln!(
        text,
        "\n{:<24} {:>6} {:>14} {:>14} {:>16} {:>14} {:>12}",
        "link", "drops", "mean queue B", "mean queue pkt", "mean waiting pkt", "max queue B", "utilization"
    );
}

fn write_link(
    text: &mut String,
    name: &str,
    drops: u64,
    mean_bytes: f64,
    (held, waiting): (f64, f64),
    max_bytes: u64,
    utilization: f64,
) {
    let _ = writeln!(
        text,
        "{name:<24} {drops:>6} {mean_bytes:>14.1} {held:>14.2} {waiting:>16.2} {max_bytes:>14} {utilization:>12.4}"
    );
}

//! `vegaslab predict`: the theory's prediction for a scenario.

use std::ffi::OsString;
use std::fmt::Write as _;

use vegaslab_theory::predict::report::{AtRest, Interval, Prediction, RangeEnd, Repairs};
use vegaslab_theory::time_saved::RepairCosts;

use crate::options::{self, Arguments};
use crate::{Failure, Library, print_text};

/// Prints the prediction for a scenario. Fails after printing if the theory covers none of its flows.
pub fn predict(library: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let Arguments { scenario, as_json, .. } = options::read(library, "predict", arguments, true, &[])?;
    let prediction = vegaslab_theory::predict::predict(&scenario);
    if as_json {
        print_text(&serde_json::to_string(&prediction).map_err(|error| Failure::Other(error.to_string()))?)?;
    } else {
        print_text(&text(&prediction))?;
    }
    match prediction.applies() {
        true => Ok(()),
        false => Err(Failure::Other(format!("there is no prediction for any flow of {}", prediction.scenario))),
    }
}

fn text(prediction: &Prediction) -> String {
    let mut text = format!("{}: what the theory says; nothing was simulated\n", prediction.scenario);
    for interval in &prediction.intervals {
        write_interval(&mut text, interval);
    }
    for flow in &prediction.flows {
        if let Some(reason) = &flow.reason {
            let _ = writeln!(text, "\nno prediction for flow {}: {reason}", flow.name);
        }
    }
    write_repairs(&mut text, &prediction.repairs);
    text
}

fn write_repairs(text: &mut String, repairs: &[Repairs]) {
    let _ = writeln!(text, "\nwhat repairs of losses cost (Ahn et al. 1995, section 6.2), seconds each");
    for Repairs { name, costs, reason, .. } in repairs {
        let _ = match costs {
            Some(RepairCosts { timeout_s, fast_retransmit_s, segment_s }) => writeln!(
                text,
                "  {name}: timeout {timeout_s:.2}, fast retransmit {fast_retransmit_s:.3}, segment sent again {segment_s:.5}"
            ),
            None => writeln!(text, "  {name}: not known, {}", reason.as_deref().unwrap_or_default()),
        };
    }
}

fn write_interval(text: &mut String, interval: &Interval) {
    let _ = writeln!(text, "\nfrom {} s to {} s: {}", interval.from_s, interval.to_s, interval.theory);
    for rest in &interval.at_rest {
        let end = match rest.range_end {
            RangeEnd::Point => "",
            RangeEnd::Lower => {
                "the lower end of what alpha and beta leave open: all flows with as little in queues as suits them"
            }
            RangeEnd::Upper => "the upper end: all flows with as much in queues as suits them",
        };
        if !end.is_empty() {
            let _ = writeln!(text, "  {end}");
        }
        write_network(text, rest);
    }
    for caveat in &interval.caveats {
        let _ = writeln!(text, "  but: {caveat}");
    }
}

fn write_network(text: &mut String, rest: &AtRest) {
    let _ = writeln!(
        text,
        "  {:<20} {:>12} {:>12} {:>9} {:>10} {:>11} {:>14} {:>9} {:>7}",
        "flow", "wire B/s", "payload B/s", "cwnd seg", "RTT ms", "base_rtt ms", "propagation ms", "goal seg", "marked"
    );
    let share = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{share:.4}"));
    for flow in &rest.flows {
        let _ = writeln!(
            text,
            "  {:<20} {:>12.1} {:>12.1} {:>9.2} {:>10.3} {:>11.3} {:>14.3} {:>9.3} {:>7}",
            flow.name,
            flow.wire_rate_bytes_per_s,
            flow.payload_rate_bytes_per_s,
            flow.cwnd_segments,
            flow.rtt_ms,
            flow.base_rtt_ms,
            flow.propagation_rtt_ms,
            flow.target_segments,
            share(flow.marked_share)
        );
    }
    if rest.links.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "  {:<20} {:>12} {:>12} {:>9} {:>10} {:>11} {:>7}",
        "link", "capacity B/s", "utilization", "price ms", "waiting B", "waiting pkt", "marked"
    );
    let (full, not_full): (Vec<_>, Vec<_>) = rest.links.iter().partition(|link| link.price_ms > 0.0);
    for link in full {
        let _ = writeln!(
            text,
            "  {:<20} {:>12.1} {:>12.4} {:>9.4} {:>10.1} {:>11.3} {:>7}",
            link.name,
            link.capacity_bytes_per_s,
            link.utilization,
            link.price_ms,
            link.queue_bytes,
            link.queue_packets,
            share(link.marked_share)
        );
    }
    if !not_full.is_empty() {
        let _ = writeln!(text, "  and {} links that are not full, without queues", not_full.len());
    }
    let Some(residuals) = rest.residuals else { return };
    let _ = writeln!(
        text,
        "  residuals: feasibility {:.0e}, complementary slackness {:.0e}, stationarity {:.0e}",
        residuals.feasibility, residuals.slackness, residuals.stationarity
    );
}

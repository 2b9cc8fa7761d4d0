//! Losses and their repair: drops, retransmissions and timeouts, by flow and time.

use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::tables::{FLOW_STATES, FlowState, SEGMENT_KINDS};

use super::rows::Rows;
use super::{Filter, Names, csv, each_chunk, print as print_lines};
use crate::Failure;
use crate::options::place;

/// Kinds of events, and what the names of their events contain.
const KINDS: [(&str, &str); 4] =
    [("drop", "drop"), ("retransmit", "retransmit_"), ("timeout", "timeout"), ("mark", "marked")];

/// The kinds that are shown unless others are asked for.
const USUAL: [&str; 3] = ["drop", "retransmit", "timeout"];

/// Returns true if an event has one of these kinds.
fn is_of(event: &str, kinds: &[&str]) -> bool {
    // `retransmit_timeout` is a retransmission, and no timeout.
    let kind = if event == FLOW_STATES[FlowState::Timeout as usize] {
        Some("timeout")
    } else {
        KINDS.iter().find(|(_, part)| *part != "timeout" && event.contains(part)).map(|(kind, _)| *kind)
    };
    kind.is_some_and(|kind| kinds.contains(&kind))
}

/// Prints the events in the order of time.
pub fn print(scenario: &Scenario, kinds: Option<&str>, names: &Names, filter: &Filter) -> Result<(), Failure> {
    let known = KINDS.map(|(kind, _)| kind.to_owned());
    let given: Vec<&str> = kinds.map_or(USUAL.to_vec(), |kinds| kinds.split(',').map(str::trim).collect());
    given.iter().try_for_each(|kind| place("kind of event", kind, &known).map(drop))?;
    print_lines("time_s,flow,event,seq_segments,link")?;
    each_chunk(scenario, |tables| {
        let (segments, states) = (Rows::of("segments", tables), Rows::of("states", tables));
        let mut events: Vec<(f64, [String; 5])> = Vec::new();
        for (rows, column, words) in [(&states, "state", FLOW_STATES), (&segments, "kind", SEGMENT_KINDS)] {
            for row in (0..rows.len()).filter(|&row| rows.kept(row, filter)) {
                let event = words[rows.number(column, row).unwrap_or_default() as usize];
                let is_state = column == "state";
                if is_of(event, &given) && (!is_state || event == FLOW_STATES[FlowState::Timeout as usize]) {
                    let time_s = rows.number("time_s", row).unwrap_or_default();
                    let flow = rows.flow(row).map_or(String::new(), |flow| csv::text(&names.flows[flow]));
                    let seq = rows.number("seq", row).map_or(String::new(), csv::number);
                    let link = rows.link(row).map_or(String::new(), |link| csv::text(&names.links[link]));
                    events.push((time_s, [csv::number(time_s), flow, event.to_owned(), seq, link]));
                }
            }
        }
        // A timeout comes before what it sends.
        events.sort_by(|(time_s, _), (other_s, _)| time_s.total_cmp(other_s));
        let mut lines = String::new();
        events.iter().for_each(|(_, cells)| csv::line(&mut lines, cells));
        print_lines(&lines)
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_of_one_kind() {
        let kinds = |event: &str| -> Vec<&str> {
            KINDS.iter().map(|(kind, _)| *kind).filter(|kind| is_of(event, &[kind])).collect()
        };
        for (event, kind) in [
            ("drop_full", "drop"),
            ("ack_drop_error", "drop"),
            ("datagram_drop_full", "drop"),
            ("retransmit_fast", "retransmit"),
            ("retransmit_timeout", "retransmit"),
            ("timeout", "timeout"),
            ("ack_marked", "mark"),
        ] {
            assert_eq!(kinds(event), [kind], "{event}");
        }
        assert!(
            ["send", "ack", "dup_ack", "data_arrived", "datagram_sent"].iter().all(|event| kinds(event).is_empty())
        );
    }
}

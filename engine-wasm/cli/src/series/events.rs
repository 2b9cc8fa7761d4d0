//! The `events` table: drops, retransmissions, timeouts and marks in order of time.

use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::tables::{FLOW_STATES, FlowState, SEGMENT_KINDS};

use super::rows::Rows;
use super::{Filter, Names, csv, each_chunk, print_lines};
use crate::Failure;
use crate::options::index_of;

/// Each kind of event, and the substring that the names of its events contain.
const KINDS: [(&str, &str); 4] =
    [("drop", "drop"), ("retransmit", "retransmit_"), ("timeout", "timeout"), ("mark", "marked")];

/// The kinds that are printed by default.
const DEFAULT_KINDS: [&str; 3] = ["drop", "retransmit", "timeout"];

/// Returns true if an event has one of these kinds.
fn has_kind(event: &str, kinds: &[&str]) -> bool {
    // `retransmit_timeout` is a retransmission, not a timeout.
    let kind = if event == FLOW_STATES[FlowState::Timeout as usize] {
        Some("timeout")
    } else {
        KINDS.iter().find(|(_, part)| *part != "timeout" && event.contains(part)).map(|(kind, _)| *kind)
    };
    kind.is_some_and(|kind| kinds.contains(&kind))
}

/// Prints the events in order of time.
pub fn print(scenario: &Scenario, kinds: Option<&str>, names: &Names, filter: &Filter) -> Result<(), Failure> {
    let known = KINDS.map(|(kind, _)| kind.to_owned());
    let selected: Vec<&str> = kinds.map_or(DEFAULT_KINDS.to_vec(), |kinds| kinds.split(',').map(str::trim).collect());
    selected.iter().try_for_each(|kind| index_of("kind of event", kind, &known).map(drop))?;
    print_lines("time_s,flow,event,seq_segments,link")?;
    each_chunk(scenario, |tables| {
        let (segments, states) = (Rows::of("segments", tables), Rows::of("states", tables));
        let mut events: Vec<(f64, [String; 5])> = Vec::new();
        for (rows, column, words) in [(&states, "state", FLOW_STATES), (&segments, "kind", SEGMENT_KINDS)] {
            for row in (0..rows.len()).filter(|&row| rows.is_kept(row, filter)) {
                let event = words[rows.number(column, row).unwrap_or_default() as usize];
                let is_state = column == "state";
                if has_kind(event, &selected) && (!is_state || event == FLOW_STATES[FlowState::Timeout as usize]) {
                    let time_s = rows.number("time_s", row).unwrap_or_default();
                    let flow = rows.flow(row).map_or(String::new(), |flow| csv::text(&names.flows[flow]));
                    let seq = rows.number("seq", row).map_or(String::new(), csv::number);
                    let link = rows.link(row).map_or(String::new(), |link| csv::text(&names.links[link]));
                    events.push((time_s, [csv::number(time_s), flow, event.to_owned(), seq, link]));
                }
            }
        }
        // The sort is stable and states come first, so a timeout precedes the retransmissions that it causes.
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
    fn every_event_has_exactly_one_kind() {
        let kinds = |event: &str| -> Vec<&str> {
            KINDS.iter().map(|(kind, _)| *kind).filter(|kind| has_kind(event, &[kind])).collect()
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

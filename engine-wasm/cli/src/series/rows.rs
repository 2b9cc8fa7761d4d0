//! The tables of a trace as CSV. Column names include the unit; codes and indexes of the trace become words and names.

use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::tables::{
    Column, ColumnInfo, DECISION_VERDICTS, FLOW_STATES, HOP_EVENTS, PACKET_KINDS, SEGMENT_KINDS, Tables,
};

use super::{Filter, Names, csv, each_chunk, print as print_lines};
use crate::Failure;

/// The tables of a trace.
pub fn names() -> Vec<&'static str> {
    Tables::describe().into_iter().map(|(name, ..)| name).collect()
}

fn columns(table: &str) -> Vec<ColumnInfo> {
    let tables = Tables::describe().into_iter();
    tables.filter(|(name, ..)| *name == table).flat_map(|(_, _, columns)| columns).collect()
}

/// Tells if a value of the table lasts until the next row.
pub fn can_be_sampled(table: &str) -> bool {
    ["windows", "rtts", "queues", "states"].contains(&table)
}

/// Rows of a table belong to a flow or to a link.
pub fn has_column(table: &str, what: &str) -> bool {
    columns(table).iter().any(|column| heading(column) == what)
}

/// A column as its heading: with its unit, if its name does not have it.
fn heading(ColumnInfo { name, unit, .. }: &ColumnInfo) -> String {
    let unit = unit.replace('/', "_per_");
    match *name {
        "place" => "link".into(),
        name if unit.is_empty() || name == unit || name.ends_with(&format!("_{unit}")) => name.into(),
        name => format!("{name}_{unit}"),
    }
}

/// The headings of a table.
pub fn headings(table: &str) -> Vec<String> {
    columns(table).iter().map(heading).collect()
}

/// The rows of one table in a chunk of a trace.
pub struct Rows<'t> {
    table: &'t str,
    columns: Vec<(&'static str, Vec<f64>)>,
}

impl<'t> Rows<'t> {
    /// Of this table.
    pub fn of(table: &'t str, tables: &Tables) -> Self {
        let mut columns = Vec::new();
        tables.columns(|of, column, elements| {
            if of == table {
                columns.push((
                    column,
                    match elements {
                        Column::F64(slice) => slice.to_vec(),
                        Column::U32(slice) => slice.iter().map(|&n| f64::from(n)).collect(),
                        Column::U16(slice) => slice.iter().map(|&n| f64::from(n)).collect(),
                        Column::U8(slice) => slice.iter().map(|&n| f64::from(n)).collect(),
                    },
                ));
            }
        });
        Self { table, columns }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |(_, cells)| cells.len())
    }

    /// The number in a column of a row, if the table has such a column.
    pub fn number(&self, column: &str, row: usize) -> Option<f64> {
        self.columns.iter().find(|(name, _)| *name == column).map(|(_, cells)| cells[row])
    }

    /// The flow or source of a row.
    pub fn flow(&self, row: usize) -> Option<usize> {
        self.number("flow", row).map(|flow| flow as usize)
    }

    /// The link of a row. Only a segment that is dropped or marked has one.
    pub fn link(&self, row: usize) -> Option<usize> {
        let kind = self.number("kind", row).filter(|_| self.table == "segments");
        match kind.map(|kind| SEGMENT_KINDS[kind as usize]) {
            Some(kind) => self.number("place", row).filter(|_| is_at_link(kind)),
            None => self.number("link", row),
        }
        .map(|link| link as usize)
    }

    /// Tells if a row is wanted.
    pub fn kept(&self, row: usize, filter: &Filter) -> bool {
        let time_s = self.number("time_s", row).unwrap_or_default();
        filter.keeps_time(time_s)
            && self.flow(row).is_none_or(|flow| filter.keeps_flow(flow))
            && (filter.links.is_none() || self.link(row).is_some_and(|link| filter.keeps_link(link)))
    }

    /// A row as cells.
    pub fn cells(&self, row: usize, names: &Names) -> Vec<String> {
        let cell = |(column, cells): &(&'static str, Vec<f64>)| {
            let value = cells[row];
            let word = |words: &[&str]| csv::text(words[value as usize]);
            match (self.table, *column) {
                (_, "flow") => csv::text(&names.flows[value as usize]),
                (_, "link" | "place") => self.link(row).map_or(String::new(), |link| csv::text(&names.links[link])),
                ("segments", "kind") => word(SEGMENT_KINDS),
                ("hops", "kind") => word(PACKET_KINDS),
                ("hops", "event") => word(HOP_EVENTS),
                ("states", "state") => word(FLOW_STATES),
                ("decisions", "verdict") => word(DECISION_VERDICTS),
                _ => csv::number(value),
            }
        };
        self.columns.iter().map(cell).collect()
    }
}

/// Tells if an event happens to a packet at a link.
fn is_at_link(kind: &str) -> bool {
    kind.contains("drop") || kind.ends_with("marked")
}

/// Prints a table whole.
pub fn print(scenario: &Scenario, table: &str, names: &Names, filter: &Filter) -> Result<(), Failure> {
    if table == "hops" && scenario.record.hops.to_s <= scenario.record.hops.from_s {
        let problem = "no packets are followed over links: say when, as in --set record.hops.to_s=10";
        return Err(Failure::Usage(problem.into()));
    }
    print_lines(&headings(table).join(","))?;
    let summary = each_chunk(scenario, |tables| {
        let rows = Rows::of(table, tables);
        let mut lines = String::new();
        for row in (0..rows.len()).filter(|&row| rows.kept(row, filter)) {
            csv::line(&mut lines, &rows.cells(row, names));
        }
        print_lines(&lines)
    })?;
    match summary.hops_stopped_at_s.filter(|_| table == "hops") {
        None => Ok(()),
        Some(stopped_s) => {
            Err(Failure::Outside(format!("there are too many hops: from {stopped_s} s on they are missing")))
        }
    }
}

#[cfg(test)]
mod tests {
    use vegaslab_sim::trace::tables::SegmentKind;

    use super::*;

    #[test]
    fn headings_carry_units_once() {
        assert_eq!(headings("windows"), ["time_s", "flow", "cwnd_segments", "ssthresh_segments", "flight_segments"]);
        assert_eq!(headings("queues"), ["time_s", "link", "bytes", "packets"]);
        assert_eq!(headings("rtts").last().map(String::as_str), Some("diff_segments"));
        assert!(headings("decisions").contains(&"expected_segments_per_s".to_owned()));
        assert_eq!(headings("segments"), ["time_s", "flow", "kind", "seq_segments", "link"]);
        assert!(has_column("queues", "link") && !has_column("queues", "flow"));
    }

    #[test]
    fn every_kind_of_drop_and_mark_is_at_a_link() {
        for kind in [SegmentKind::DropFull, SegmentKind::AckDropError, SegmentKind::DatagramMarked, SegmentKind::Marked]
        {
            assert!(is_at_link(SEGMENT_KINDS[kind as usize]));
        }
        for kind in [SegmentKind::Send, SegmentKind::RetransmitFast, SegmentKind::DatagramSent] {
            assert!(!is_at_link(SEGMENT_KINDS[kind as usize]));
        }
    }
}

//! The tables of a trace as CSV. Column names include the unit; codes and indexes are replaced by words and names.

use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::tables::{
    Column, ColumnInfo, DECISION_VERDICTS, FLOW_STATES, HOP_EVENTS, PACKET_KINDS, SEGMENT_KINDS, SEND_LIMITS, Tables,
};

use super::{Filter, Names, csv, each_chunk, print_lines};
use crate::Failure;

/// The names of a trace's tables, except that of the gaps: these tables have none.
pub fn names() -> Vec<&'static str> {
    Tables::describe().into_iter().map(|(name, ..)| name).filter(|name| *name != "gaps").collect()
}

fn columns(table: &str) -> Vec<ColumnInfo> {
    let tables = Tables::describe().into_iter();
    tables.filter(|(name, ..)| *name == table).flat_map(|(_, _, columns)| columns).collect()
}

/// Returns true if the table's values stay valid until the next row.
pub fn can_be_sampled(table: &str) -> bool {
    ["windows", "rtts", "queues", "states", "limits"].contains(&table)
}

/// Returns true if a table has a column with this heading.
pub fn has_column(table: &str, what: &str) -> bool {
    columns(table).iter().any(|column| heading(column) == what)
}

/// The heading of a column: its name, followed by its unit unless the name already includes it.
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
    /// Extracts the rows of this table.
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

    /// The number in a row's column, if the table has that column.
    pub fn number(&self, column: &str, row: usize) -> Option<f64> {
        self.columns.iter().find(|(name, _)| *name == column).map(|(_, cells)| cells[row])
    }

    /// The index of a row's flow or datagram source.
    pub fn flow(&self, row: usize) -> Option<usize> {
        self.number("flow", row).map(|flow| flow as usize)
    }

    /// The index of a row's link. In `segments`, only rows of drops and marks have one.
    pub fn link(&self, row: usize) -> Option<usize> {
        let kind = self.number("kind", row).filter(|_| self.table == "segments");
        match kind.map(|kind| SEGMENT_KINDS[kind as usize]) {
            Some(kind) => self.number("place", row).filter(|_| is_at_link(kind)),
            None => self.number("link", row),
        }
        .map(|link| link as usize)
    }

    /// Returns true if the filter keeps a row.
    pub fn is_kept(&self, row: usize, filter: &Filter) -> bool {
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
                ("limits", "limit") => word(SEND_LIMITS),
                ("decisions", "verdict") => word(DECISION_VERDICTS),
                _ => csv::number(value),
            }
        };
        self.columns.iter().map(cell).collect()
    }
}

/// Returns true if this kind of event happens at a link.
fn is_at_link(kind: &str) -> bool {
    kind.contains("drop") || kind.ends_with("marked")
}

/// Prints all rows of a table that the filter keeps.
pub fn print(scenario: &Scenario, table: &str, names: &Names, filter: &Filter) -> Result<(), Failure> {
    if table == "hops" && scenario.record.hops.to_s <= scenario.record.hops.from_s {
        let problem =
            "the scenario records no hops; set a time until which to record them, as in --set record.hops.to_s=10";
        return Err(Failure::Usage(problem.into()));
    }
    print_lines(&headings(table).join(","))?;
    let summary = each_chunk(scenario, |tables| {
        let rows = Rows::of(table, tables);
        let mut lines = String::new();
        for row in (0..rows.len()).filter(|&row| rows.is_kept(row, filter)) {
            csv::line(&mut lines, &rows.cells(row, names));
        }
        print_lines(&lines)
    })?;
    match summary.hops_stopped_at_s.filter(|_| table == "hops") {
        None => Ok(()),
        Some(stopped_s) => Err(Failure::Other(format!("too many hops: the table stops at {stopped_s} s"))),
    }
}

#[cfg(test)]
mod tests {
    use vegaslab_sim::trace::tables::SegmentKind;

    use super::*;

    #[test]
    fn headings_include_each_unit_once() {
        assert_eq!(headings("windows"), ["time_s", "flow", "cwnd_segments", "ssthresh_segments", "flight_segments"]);
        assert_eq!(headings("queues"), ["time_s", "link", "bytes", "packets"]);
        assert_eq!(headings("rtts").last().map(String::as_str), Some("diff_segments"));
        assert!(headings("decisions").contains(&"expected_segments_per_s".to_owned()));
        assert_eq!(headings("segments"), ["time_s", "flow", "kind", "seq_segments", "link"]);
        assert!(has_column("queues", "link") && !has_column("queues", "flow"));
    }

    #[test]
    fn drops_and_marks_happen_at_links() {
        for kind in [SegmentKind::DropFull, SegmentKind::AckDropError, SegmentKind::DatagramMarked, SegmentKind::Marked]
        {
            assert!(is_at_link(SEGMENT_KINDS[kind as usize]));
        }
        for kind in [SegmentKind::Send, SegmentKind::RetransmitFast, SegmentKind::DatagramSent] {
            assert!(!is_at_link(SEGMENT_KINDS[kind as usize]));
        }
    }
}

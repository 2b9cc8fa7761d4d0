//! The rows of a trace parted by whose they are. They come interleaved, but every reader wants one flow or one link, and only within one
//! are the rows in order of time.

use std::borrow::Cow;
use std::ops::Range;

use super::tables::{Column, Tables};

/// The rows of one flow, or of one directed link, among those of their table once it is parted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Index of the flow or of the directed link.
    pub key: u16,
    /// Which rows.
    pub rows: Range<usize>,
}

/// A table that has rows, and how it is parted.
#[derive(Debug)]
pub struct Parted<'a> {
    /// Its name.
    pub table: &'static str,
    /// Its parts, in the order of their keys.
    pub parts: Vec<Part>,
    /// The columns as the trace has them, but for that of the keys.
    columns: Vec<(&'static str, Column<'a>)>,
    /// For each row, which it becomes.
    places: Vec<usize>,
}

/// Parts all tables by their second columns: those say which flow, or which directed link.
pub fn parted(tables: &Tables) -> Vec<Parted<'_>> {
    let mut found: Vec<Parted<'_>> = Vec::new();
    tables.columns(|table, name, column| {
        if found.last().is_none_or(|last| last.table != table) {
            found.push(Parted { table, parts: Vec::new(), columns: Vec::new(), places: Vec::new() });
        }
        let Some(last) = found.last_mut() else { return };
        match column {
            Column::U16(keys) if last.columns.len() == 1 && last.parts.is_empty() => {
                (last.parts, last.places) = arrangement(keys);
            }
            _ => last.columns.push((name, column)),
        }
    });
    found.retain(|parted| !parted.parts.is_empty());
    found
}

/// Which parts there are, and where each row goes: a counting sort, so that rows of one key keep their order.
fn arrangement(keys: &[u16]) -> (Vec<Part>, Vec<usize>) {
    let mut next = vec![0; keys.iter().max().map_or(0, |&most| usize::from(most) + 1)];
    for &key in keys {
        next[usize::from(key)] += 1;
    }
    let mut parts = Vec::new();
    let mut begin = 0;
    for (key, count) in (0..).zip(&mut next) {
        let rows = begin..begin + *count;
        *count = begin;
        begin = rows.end;
        if !rows.is_empty() {
            parts.push(Part { key, rows });
        }
    }
    let places = keys.iter().map(|&key| {
        let place = &mut next[usize::from(key)];
        *place += 1;
        *place - 1
    });
    let places = places.collect();
    (parts, places)
}

impl Parted<'_> {
    /// Shows each column of each part: `visit(part, column, elements)`, where the part is an index into `parts`.
    pub fn columns(&self, visit: &mut dyn FnMut(usize, &'static str, Column<'_>)) {
        for &(name, column) in &self.columns {
            match column {
                Column::F64(column) => self.show(name, Column::F64(&self.dealt(column)), visit),
                Column::U32(column) => self.show(name, Column::U32(&self.dealt(column)), visit),
                Column::U16(column) => self.show(name, Column::U16(&self.dealt(column)), visit),
                Column::U8(column) => self.show(name, Column::U8(&self.dealt(column)), visit),
            }
        }
    }

    fn dealt<'a, T: Copy>(&self, column: &'a [T]) -> Cow<'a, [T]> {
        let mut dealt = Cow::Borrowed(column);
        if self.parts.len() > 1 {
            let rows = dealt.to_mut();
            for (&value, &place) in column.iter().zip(&self.places) {
                rows[place] = value;
            }
        }
        dealt
    }

    fn show(&self, name: &'static str, column: Column<'_>, visit: &mut dyn FnMut(usize, &'static str, Column<'_>)) {
        for (part, Part { rows, .. }) in self.parts.iter().enumerate() {
            let rows = rows.clone();
            let elements = match column {
                Column::F64(column) => Column::F64(&column[rows]),
                Column::U32(column) => Column::U32(&column[rows]),
                Column::U16(column) => Column::U16(&column[rows]),
                Column::U8(column) => Column::U8(&column[rows]),
            };
            visit(part, name, elements);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_key_stand_together_in_their_order() {
        let mut tables = Tables::default();
        for (time_s, link, bytes) in [(0.0, 5, 50), (1.0, 2, 20), (1.5, 5, 51), (2.0, 2, 21), (2.5, 5, 52)] {
            tables.queues.push(time_s, link, bytes, 1);
        }
        tables.states.push(0.5, 3, 1);
        let parted = parted(&tables);
        assert_eq!(parted.iter().map(|one| one.table).collect::<Vec<_>>(), ["queues", "states"]);
        assert_eq!(parted[0].parts, [Part { key: 2, rows: 0..2 }, Part { key: 5, rows: 2..5 }]);
        assert_eq!(parted[1].parts, [Part { key: 3, rows: 0..1 }]);

        let mut seen = Vec::new();
        parted[0].columns(&mut |part, column, rows| seen.push((part, column, format!("{rows:?}"))));
        let want = [
            (0, "time_s", "F64([1.0, 2.0])"),
            (1, "time_s", "F64([0.0, 1.5, 2.5])"),
            (0, "bytes", "U32([20, 21])"),
            (1, "bytes", "U32([50, 51, 52])"),
            (0, "packets", "U32([1, 1])"),
            (1, "packets", "U32([1, 1, 1])"),
        ];
        assert_eq!(seen, want.map(|(part, column, rows)| (part, column, rows.to_owned())));
    }

    #[test]
    fn every_table_says_whose_a_row_is_in_its_second_column() {
        for (table, _, columns) in Tables::describe() {
            assert!(matches!((columns[1].name, columns[1].element), ("flow" | "link", "u16")), "{table}");
        }
    }
}

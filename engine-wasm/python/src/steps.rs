//! Sums up the rows of one flow or link per step of time, without losing a peak or an event.

use vegaslab_sim::trace::tables::{Column, Tables};

/// A step with rows: its number, the number of rows, and the first, the least, the greatest and the last value. NaN
/// counts as neither least nor greatest, unless all are.
pub type Step = (u64, u64, f64, f64, f64, f64);

/// The values of a column, and the rows that count: those of a flow or link, and of one kind if there are kinds.
#[derive(Default)]
struct Rows<'a> {
    times: &'a [f64],
    places: &'a [u16],
    kinds: &'a [u8],
    values: Option<Column<'a>>,
}

/// The steps that have rows, in order; `None` if there is no such column. `place` is the index of the flow or link.
pub fn steps(
    tables: &Tables,
    table: &str,
    column: &str,
    place: u16,
    kind: Option<u8>,
    step_ns: f64,
) -> Option<Vec<Step>> {
    let mut rows = Rows::default();
    tables.columns(|of, name, elements| {
        if of != table {
            return;
        }
        match (name, elements) {
            ("time_s", Column::F64(times)) => rows.times = times,
            ("flow" | "link", Column::U16(places)) => rows.places = places,
            ("kind", Column::U8(kinds)) => rows.kinds = kinds,
            _ => {}
        }
        if name == column {
            rows.values = Some(elements);
        }
    });
    let values = rows.values?;
    let mut found: Vec<Step> = Vec::new();
    for row in 0..rows.places.len() {
        if rows.places[row] != place || kind.is_some_and(|kind| rows.kinds[row] != kind) {
            continue;
        }
        // Times are whole nanoseconds, so one at the beginning of a step belongs to it, whatever its fraction is.
        let step = ((rows.times[row] * 1e9).round() / step_ns) as u64;
        let value = match values {
            Column::F64(values) => values[row],
            Column::U32(values) => values[row].into(),
            Column::U16(values) => values[row].into(),
            Column::U8(values) => values[row].into(),
        };
        match found.last_mut() {
            Some((last_step, count, _, least, greatest, last)) if *last_step == step => {
                *count += 1;
                *least = least.min(value);
                *greatest = greatest.max(value);
                *last = value;
            }
            _ => found.push((step, 1, value, value, value, value)),
        }
    }
    Some(found)
}

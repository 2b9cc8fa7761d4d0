//! Rebuilds the rows of a trace from the bytes of its columns, as pickles contain them.

use std::collections::BTreeMap;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use vegaslab_sim::trace::tables::{ColumnMut, Tables};

/// By table, the bytes of its columns, in the order of the table.
pub type Packed = BTreeMap<String, Vec<PyBuffer<u8>>>;

/// The tables with these columns.
pub fn unpacked(py: Python<'_>, packed: &Packed) -> PyResult<Tables> {
    let mut tables = Tables::default();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut lengths: BTreeMap<&str, usize> = BTreeMap::new();
    let mut damaged = Vec::new();
    tables.columns_mut(|table, column, elements| {
        let Some(buffers) = packed.get(table) else { return };
        let place = places.entry(table).or_default();
        let rows =
            buffers.get(*place).and_then(|buffer| buffer.to_vec(py).ok()).and_then(|bytes| fill(elements, &bytes));
        *place += 1;
        if rows.is_none() || rows != Some(*lengths.entry(table).or_insert(rows.unwrap_or_default())) {
            damaged.push(format!("{table}.{column}"));
        }
    });
    damaged.extend(packed.keys().filter(|name| !places.contains_key(name.as_str())).cloned());
    if damaged.is_empty() {
        Ok(tables)
    } else {
        Err(PyValueError::new_err(format!("these columns of a pickled trace are damaged: {}", damaged.join(", "))))
    }
}

/// Fills a column from bytes. Returns its number of rows, or None if the last element is incomplete.
fn fill(elements: ColumnMut<'_>, bytes: &[u8]) -> Option<usize> {
    match elements {
        ColumnMut::F64(column) => copied(column, bytes, f64::from_ne_bytes),
        ColumnMut::U32(column) => copied(column, bytes, u32::from_ne_bytes),
        ColumnMut::U16(column) => copied(column, bytes, u16::from_ne_bytes),
        ColumnMut::U8(column) => copied(column, bytes, u8::from_ne_bytes),
    }
}

fn copied<T, const N: usize>(column: &mut Vec<T>, bytes: &[u8], read: fn([u8; N]) -> T) -> Option<usize> {
    let (chunks, rest) = bytes.as_chunks::<N>();
    column.extend(chunks.iter().map(|&chunk| read(chunk)));
    rest.is_empty().then_some(column.len())
}

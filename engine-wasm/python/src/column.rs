//! Lends the columns of a trace or of a captured transfer to Python by the buffer protocol, without a copy.

use std::any::Any;
use std::ffi::{CStr, c_int, c_void};
use std::sync::Arc;

use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use vegaslab_capture::View;
use vegaslab_capture::columns::Column as CaptureColumn;
use vegaslab_sim::trace::tables;

use crate::memory::Rows;

/// Keeps the numbers of columns alive. Nothing changes them.
pub type Owner = Arc<dyn Any + Send + Sync>;

/// A column of a trace: a read-only buffer of numbers.
#[pyclass(frozen, module = "vegaslab._engine")]
pub struct Column {
    name: &'static str,
    /// Keeps the numbers alive.
    owner: Owner,
    start: *const c_void,
    rows: isize,
    item_size: isize,
    /// As in Python's `struct` module.
    format: &'static CStr,
}

// SAFETY: `start` points into `owner`, which is shared only by `Arc`s, so that its columns never change.
unsafe impl Send for Column {}
// SAFETY: as above.
unsafe impl Sync for Column {}

impl Column {
    /// The columns of a table of a captured transfer; none if there is no table of this name.
    pub fn of_view(owner: &Arc<View>, table: &str) -> Vec<Self> {
        let mut columns = Vec::new();
        owner.columns(&mut |of, name, elements| {
            if of == table {
                let (start, rows, item_size, format) = match elements {
                    CaptureColumn::F64(slice) => (slice.as_ptr().cast(), slice.len(), 8, c"d"),
                    CaptureColumn::U32(slice) => (slice.as_ptr().cast(), slice.len(), 4, c"I"),
                    CaptureColumn::U8(slice) => (slice.as_ptr().cast(), slice.len(), 1, c"B"),
                };
                let owner: Owner = Arc::clone(owner) as Owner;
                columns.push(Self { name, owner, start, rows: rows as isize, item_size, format });
            }
        });
        columns
    }

    /// The columns of a table of a trace; none if there is no table of this name.
    pub fn all(owner: &Arc<Rows>, table: &str) -> Vec<Self> {
        let mut columns = Vec::new();
        owner.columns(|of, name, elements| {
            if of == table {
                let (start, rows, item_size, format) = match elements {
                    tables::Column::F64(slice) => (slice.as_ptr().cast(), slice.len(), 8, c"d"),
                    tables::Column::U32(slice) => (slice.as_ptr().cast(), slice.len(), 4, c"I"),
                    tables::Column::U16(slice) => (slice.as_ptr().cast(), slice.len(), 2, c"H"),
                    tables::Column::U8(slice) => (slice.as_ptr().cast(), slice.len(), 1, c"B"),
                };
                let owner: Owner = Arc::clone(owner) as Owner;
                columns.push(Self { name, owner, start, rows: rows as isize, item_size, format });
            }
        });
        columns
    }

    /// Name of the column.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The numbers, and what keeps them alive.
    pub fn data(&self) -> (*const c_void, Owner) {
        (self.start, Arc::clone(&self.owner))
    }

    /// Number of rows.
    pub fn rows(&self) -> i64 {
        self.rows as i64
    }

    /// The type in Arrow's C data interface.
    pub fn arrow_format(&self) -> &'static CStr {
        match self.format.to_bytes() {
            b"d" => c"g",
            b"I" => c"I",
            b"H" => c"S",
            _ => c"C",
        }
    }
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.rows as usize
    }

    fn __reduce_ex__(&self, _protocol: u32) -> PyResult<String> {
        let name = self.name;
        Err(PyTypeError::new_err(format!(
            "the buffer of column {name:?} can't be pickled or copied: it lends the memory of a run or a capture. Pickle its table, or \
             bytes(memoryview(buffer))"
        )))
    }

    /// Fills in a buffer for `memoryview`, numpy and others.
    ///
    /// # Safety
    /// Python calls it with a pointer to a `Py_buffer`, and later releases what it fills in.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let asks_for = |flag: c_int| flags & flag == flag;
        // SAFETY: Python passes a valid pointer.
        let view = unsafe { &mut *view };
        view.obj = std::ptr::null_mut();
        if asks_for(ffi::PyBUF_WRITABLE) {
            return Err(PyBufferError::new_err("the columns of a run are read-only"));
        }
        let column = slf.get();
        view.buf = column.start.cast_mut();
        view.len = column.rows * column.item_size;
        view.readonly = 1;
        view.itemsize = column.item_size;
        view.ndim = 1;
        view.format =
            if asks_for(ffi::PyBUF_FORMAT) { column.format.as_ptr().cast_mut() } else { std::ptr::null_mut() };
        // Shape and stride are fields of the column, which `obj` keeps alive.
        let null = std::ptr::null_mut();
        view.shape = if asks_for(ffi::PyBUF_ND) { (&raw const column.rows).cast_mut() } else { null };
        view.strides = if asks_for(ffi::PyBUF_STRIDES) { (&raw const column.item_size).cast_mut() } else { null };
        view.suboffsets = null;
        view.internal = std::ptr::null_mut();
        view.obj = slf.into_ptr();
        Ok(())
    }
}

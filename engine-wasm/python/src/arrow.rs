//! Lends tables by Arrow's C stream interface, without a copy of the columns. Columns of codes become dictionary
//! columns if their names are given.
//!
//! The structures and who releases what: <https://arrow.apache.org/docs/format/CDataInterface.html> and
//! <https://arrow.apache.org/docs/format/CStreamInterface.html>. Each structure that is handed out owns a boxed
//! `private_data` with all that it points to, and its `release` frees just that.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::column::{Column, Owner};

#[repr(C)]
struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArrayStream {
    get_schema: unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int,
    get_next: unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int,
    get_last_error: unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

// SAFETY: everything that a stream points to is a boxed `StreamData`, whose columns may be read from any thread.
unsafe impl Send for ArrowArrayStream {}

/// Frees a child or a dictionary that nobody has moved away.
trait Release {
    fn release(&mut self);
}

macro_rules! release {
    ($($Structure:ident)+) => { $(
        impl Release for $Structure {
            fn release(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: a structure whose `release` is set is valid, and this is its owner.
                    unsafe { release(self) };
                }
            }
        }
    )+ };
}

release!(ArrowSchema ArrowArray ArrowArrayStream);

impl Drop for ArrowArrayStream {
    fn drop(&mut self) {
        Release::release(self);
    }
}

/// Structures that another one points to.
struct Owned<T: Release>(Vec<*mut T>);

impl<T: Release> Owned<T> {
    fn new(values: impl Iterator<Item = T>) -> Self {
        Self(values.map(|value| Box::into_raw(Box::new(value))).collect())
    }

    /// The only structure, or null.
    fn only(&self) -> *mut T {
        self.0.first().copied().unwrap_or(null_mut())
    }
}

impl<T: Release> Drop for Owned<T> {
    fn drop(&mut self) {
        for &pointer in &self.0 {
            // SAFETY: the pointers come from `Box::into_raw` in `new`.
            unsafe { Box::from_raw(pointer) }.release();
        }
    }
}

/// A column of the stream.
struct Field {
    name: CString,
    format: &'static CStr,
    /// Unit and description, as pairs of texts.
    metadata: Vec<u8>,
    data: *const c_void,
    owner: Owner,
    names: Option<Vec<String>>,
}

struct StreamData {
    fields: Vec<Field>,
    /// What is known of the whole table, as pairs of texts.
    metadata: Vec<u8>,
    rows: i64,
    sent: bool,
}

struct SchemaData {
    _name: CString,
    _metadata: Vec<u8>,
    children: Owned<ArrowSchema>,
    dictionary: Owned<ArrowSchema>,
}

/// What keeps the buffers of an array alive.
enum Buffers {
    None,
    Column { _rows: Owner },
    Texts { _offsets: Vec<i32>, _bytes: Vec<u8> },
}

struct ArrayData {
    buffers: Vec<*const c_void>,
    _kept: Buffers,
    children: Owned<ArrowArray>,
    dictionary: Owned<ArrowArray>,
}

fn schema(
    name: CString,
    format: &'static CStr,
    metadata: Vec<u8>,
    children: Owned<ArrowSchema>,
    dictionary: Owned<ArrowSchema>,
) -> ArrowSchema {
    let mut data = Box::new(SchemaData { _name: name, _metadata: metadata, children, dictionary });
    ArrowSchema {
        format: format.as_ptr(),
        name: data._name.as_ptr(),
        metadata: if data._metadata.is_empty() { std::ptr::null() } else { data._metadata.as_ptr().cast() },
        flags: 0,
        n_children: data.children.0.len() as i64,
        children: data.children.0.as_mut_ptr(),
        dictionary: data.dictionary.only(),
        release: Some(release_schema),
        private_data: Box::into_raw(data).cast(),
    }
}

fn array(
    length: i64,
    buffers: Vec<*const c_void>,
    kept: Buffers,
    children: Owned<ArrowArray>,
    dictionary: Owned<ArrowArray>,
) -> ArrowArray {
    let mut data = Box::new(ArrayData { buffers, _kept: kept, children, dictionary });
    ArrowArray {
        length,
        null_count: 0,
        offset: 0,
        n_buffers: data.buffers.len() as i64,
        n_children: data.children.0.len() as i64,
        buffers: data.buffers.as_mut_ptr(),
        children: data.children.0.as_mut_ptr(),
        dictionary: data.dictionary.only(),
        release: Some(release_array),
        private_data: Box::into_raw(data).cast(),
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the consumer passes a schema of `schema`, once.
    unsafe {
        drop(Box::from_raw((*schema).private_data.cast::<SchemaData>()));
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the consumer passes an array of `array`, once.
    unsafe {
        drop(Box::from_raw((*array).private_data.cast::<ArrayData>()));
        (*array).release = None;
    }
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: the consumer passes a stream of `arrow_stream`, once.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<StreamData>()));
        (*stream).release = None;
    }
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: the consumer passes a stream of `arrow_stream` and room for a schema.
    let StreamData { fields, metadata, .. } = unsafe { &*(*stream).private_data.cast::<StreamData>() };
    let none = || Owned(Vec::new());
    let children = fields.iter().map(|Field { name, format, metadata, names, .. }| {
        let texts = names.iter().map(|_| schema(CString::default(), c"u", Vec::new(), none(), none()));
        schema(name.clone(), format, metadata.clone(), none(), Owned::new(texts))
    });
    let whole = schema(CString::default(), c"+s", metadata.clone(), Owned::new(children), none());
    // SAFETY: as above.
    unsafe { out.write(whole) };
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: the consumer passes a stream of `arrow_stream` and room for an array.
    let StreamData { fields, rows, sent, .. } = unsafe { &mut *(*stream).private_data.cast::<StreamData>() };
    let none = || Owned(Vec::new());
    if std::mem::replace(sent, true) {
        // The end of a stream is an array without `release`.
        let mut end = array(0, Vec::new(), Buffers::None, none(), none());
        end.release();
        end.private_data = null_mut();
        // SAFETY: as above.
        unsafe { out.write(end) };
        return 0;
    }
    // No column has nulls, so the first buffer, their bitmap, is missing.
    let no_nulls = std::ptr::null();
    let children = fields.iter().map(|Field { data, owner, names, .. }| {
        let texts = names.iter().map(|names| {
            let (mut offsets, mut bytes) = (vec![0_i32], Vec::new());
            for name in names {
                bytes.extend_from_slice(name.as_bytes());
                offsets.push(bytes.len() as i32);
            }
            let buffers = vec![no_nulls, offsets.as_ptr().cast(), bytes.as_ptr().cast()];
            let kept = Buffers::Texts { _offsets: offsets, _bytes: bytes };
            array(names.len() as i64, buffers, kept, none(), none())
        });
        let kept = Buffers::Column { _rows: Arc::clone(owner) };
        array(*rows, vec![no_nulls, *data], kept, none(), Owned::new(texts))
    });
    let whole = array(*rows, vec![no_nulls], Buffers::None, Owned::new(children), none());
    // SAFETY: as above.
    unsafe { out.write(whole) };
    0
}

unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    // Nothing here can fail.
    std::ptr::null()
}

/// The metadata of a table or field: pairs of texts.
type Metadata = Vec<(String, String)>;

/// Metadata as the interface encodes it.
fn metadata(pairs: &[(String, String)]) -> Vec<u8> {
    if pairs.is_empty() {
        return Vec::new();
    }
    let mut bytes = (pairs.len() as i32).to_ne_bytes().to_vec();
    for text in pairs.iter().flat_map(|(key, value)| [key, value]) {
        bytes.extend_from_slice(&(text.len() as i32).to_ne_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes
}

/// A stream of one batch with these columns. The table and each column have metadata, and a column of codes has the names
/// of the codes.
#[pyfunction]
pub fn arrow_stream<'py>(
    py: Python<'py>,
    columns: Vec<(Py<Column>, Metadata, Option<Vec<String>>)>,
    of_table: Metadata,
) -> PyResult<Bound<'py, PyAny>> {
    let rows = columns.first().map_or(0, |(column, ..)| column.get().rows());
    let mut fields = Vec::with_capacity(columns.len());
    for (column, pairs, names) in columns {
        let column = column.get();
        if column.rows() != rows {
            return Err(PyValueError::new_err("the columns of a table have equal lengths"));
        }
        let (data, owner) = column.data();
        let name = CString::new(column.name())?;
        fields.push(Field { name, format: column.arrow_format(), metadata: metadata(&pairs), data, owner, names });
    }
    let stream = ArrowArrayStream {
        get_schema,
        get_next,
        get_last_error,
        release: Some(release_stream),
        private_data: Box::into_raw(Box::new(StreamData { fields, metadata: metadata(&of_table), rows, sent: false }))
            .cast(),
    };
    Ok(PyCapsule::new_with_value(py, stream, c"arrow_array_stream")?.into_any())
}

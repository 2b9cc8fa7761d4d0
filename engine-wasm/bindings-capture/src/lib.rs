//! A third module for the browser: the reader of captures, which the page loads when the first capture is opened. Numbers
//! are passed as JSON text; columns are copied into typed arrays, never passed as views of wasm memory.
//!
//! A file that can't be read gives a problem. A panic is a defect, or there's no more memory: it ends in a trap, and the
//! worker isn't used again.

use js_sys::{Float64Array, Object, Reflect, Uint8Array, Uint32Array};
use vegaslab_capture::columns::Column;
use vegaslab_capture::study::Tap;
use vegaslab_capture::{Problem, View};
use vegaslab_json as json;
use wasm_bindgen::prelude::*;

fn refuse(problem: &Problem) -> JsError {
    JsError::new(&json::text(problem))
}

/// Reads a capture in pieces.
#[wasm_bindgen]
pub struct Reader {
    reader: vegaslab_capture::Reader,
}

#[wasm_bindgen]
impl Reader {
    /// A reader of a new file. A compressed one may have this many bytes when it's decompressed.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(most_decompressed: f64) -> Self {
        Self { reader: vegaslab_capture::Reader::with_limit(most_decompressed as u64) }
    }

    /// Reads the next piece of the file.
    ///
    /// # Errors
    /// The file has a problem; the message is its JSON.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), JsError> {
        self.reader.push(piece).map_err(|problem| refuse(&problem))
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The file has a problem; the message is its JSON.
    pub fn finish(self) -> Result<Capture, JsError> {
        let capture = self.reader.finish().map_err(|problem| refuse(&problem))?;
        Ok(Capture { capture })
    }
}

/// A capture that was read.
#[wasm_bindgen]
pub struct Capture {
    capture: vegaslab_capture::Capture,
}

#[wasm_bindgen]
impl Capture {
    /// The file's numbers and the names of at most this many connections, as JSON.
    #[must_use]
    pub fn overview(&self, most: u32) -> String {
        json::text(&self.capture.overview(most as usize))
    }

    /// The data of a connection's direction: an object with the numbers as JSON in `transfer`, and with tables, each an
    /// object of typed arrays. What isn't chosen is taken from the capture. `undefined` if there is no such connection.
    ///
    /// # Errors
    /// A property cannot be set, which would be a defect.
    pub fn view(&self, connection: u32, direction: Option<u8>, tap: Option<String>) -> Result<JsValue, JsValue> {
        let tap = tap.as_deref().and_then(Tap::named);
        self.capture.view(connection as usize, direction, tap).map_or(Ok(JsValue::UNDEFINED), |view| object(&view))
    }
}

fn object(view: &View) -> Result<JsValue, JsValue> {
    let object = Object::new();
    let mut outcome = Reflect::set(&object, &"transfer".into(), &json::text(&view.transfer).into()).map(|_| ());
    view.columns(&mut |table, column, elements| {
        let put = || -> Result<(), JsValue> {
            let mut columns = Reflect::get(&object, &table.into())?;
            if columns.is_undefined() {
                columns = Object::new().into();
                Reflect::set(&object, &table.into(), &columns)?;
            }
            let array: JsValue = match elements {
                Column::F64(slice) => Float64Array::from(slice).into(),
                Column::U32(slice) => Uint32Array::from(slice).into(),
                Column::U8(slice) => Uint8Array::from(slice).into(),
            };
            Reflect::set(&columns, &column.into(), &array)?;
            Ok(())
        };
        if outcome.is_ok() {
            outcome = put();
        }
    });
    outcome.map(|()| object.into())
}

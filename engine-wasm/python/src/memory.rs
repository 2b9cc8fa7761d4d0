//! Keeps the memory of traces that aren't used any more for the next ones.
//!
//! The operating system clears new memory page by page. For a run with many rows that costs up to a third of the
//! run's own time; memory that has been used before costs next to nothing.

use std::mem::take;
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

use vegaslab_sim::trace::tables::Tables;

/// Most memory that is kept, bytes.
const MAX_KEPT_BYTES: usize = 256 << 20;

/// A trace may have this many times the memory that its rows need, and `MIN_EXCESS_BYTES` more, before it's moved to
/// memory of its own size.
const MAX_EXCESS: usize = 4;
const MIN_EXCESS_BYTES: usize = 1 << 20;

static KEPT: Mutex<Vec<Tables>> = Mutex::new(Vec::new());

fn kept() -> MutexGuard<'static, Vec<Tables>> {
    // The list is valid even if a thread panicked while it had the lock.
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Memory for rows: kept memory if there is some.
pub fn spare() -> Tables {
    kept().pop().unwrap_or_default()
}

fn keep(mut tables: Tables) {
    tables.clear();
    let mut kept = kept();
    let bytes: usize = kept.iter().map(Tables::memory_bytes).sum();
    let new_bytes = tables.memory_bytes();
    if new_bytes > 0 && bytes + new_bytes <= MAX_KEPT_BYTES {
        kept.push(tables);
    }
}

/// Rows of a run. Their memory is kept when they are dropped.
pub struct Rows(Tables);

impl Rows {
    /// Takes over rows. A few rows in the memory of a long trace are moved, so that they don't occupy it.
    pub fn new(tables: Tables) -> Self {
        if tables.memory_bytes() <= MAX_EXCESS * tables.used_bytes() + MIN_EXCESS_BYTES {
            return Self(tables);
        }
        let fitted = tables.clone();
        keep(tables);
        Self(fitted)
    }
}

impl Deref for Rows {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        &self.0
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        keep(take(&mut self.0));
    }
}

//! Bytes on the heap: the system's allocator with a count of what it has handed out. A simulation allocates while it
//! is set up and hardly ever afterwards, so counting does not slow the runs that are timed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The program's allocator.
pub struct Counted;

// SAFETY: every call is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // Both blocks exist while the contents are copied.
        took(new_size);
        LIVE.fetch_sub(layout.size(), Relaxed);
        unsafe { System.realloc(memory, layout, new_size) }
    }
}

fn took(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(live, Relaxed);
}

/// Forgets the peak so far. Returns the bytes that are live now.
pub fn count_peak_anew() -> usize {
    let live = LIVE.load(Relaxed);
    PEAK.store(live, Relaxed);
    live
}

/// The most bytes that were live at one time since the peak was forgotten.
pub fn peak_bytes() -> usize {
    PEAK.load(Relaxed)
}

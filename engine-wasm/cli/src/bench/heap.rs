//! Counts the bytes on the heap, with a wrapper around the system's allocator. A simulation allocates while it is set
//! up and hardly ever afterwards, so counting doesn't slow the timed runs. But it does slow short ones, and threads that
//! count at the same time wait for each other, so only `vegaslab bench` counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

static COUNTS: AtomicBool = AtomicBool::new(false);
/// More than zero at first, because memory from before counting may be given back.
static LIVE: AtomicUsize = AtomicUsize::new(usize::MAX / 2);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The program's allocator.
pub struct CountingAllocator;

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add_live(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add_live(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        subtract_live(layout.size());
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // Both blocks exist while the contents are copied.
        add_live(new_size);
        subtract_live(layout.size());
        unsafe { System.realloc(memory, layout, new_size) }
    }
}

fn add_live(bytes: usize) {
    if COUNTS.load(Relaxed) {
        let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
        PEAK.fetch_max(live, Relaxed);
    }
}

fn subtract_live(bytes: usize) {
    if COUNTS.load(Relaxed) {
        LIVE.fetch_sub(bytes, Relaxed);
    }
}

/// Starts to count.
pub fn count() {
    COUNTS.store(true, Relaxed);
}

/// Resets the peak to the bytes that are live now, and returns them.
pub fn reset_peak() -> usize {
    let live = LIVE.load(Relaxed);
    PEAK.store(live, Relaxed);
    live
}

/// The most bytes that were live at one time since the peak was reset.
pub fn peak_bytes() -> usize {
    PEAK.load(Relaxed)
}

//! The heap of the browser's module. It's the standard library's, except for one thing: it remembers in its own memory how
//! much of that it uses. The page may put an earlier copy of the memory back (`web/engine/checkpoints.ts`). Memory never
//! shrinks, so the standard one would then ask for more, and leave alone what lies behind the end of the copy.

use std::alloc::{GlobalAlloc, Layout};
use std::arch::wasm32::{memory_grow, memory_size};
use std::cell::UnsafeCell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

use dlmalloc::{Allocator, Dlmalloc};

#[global_allocator]
static HEAP: Heap = Heap(UnsafeCell::new(Dlmalloc::new_with_allocator(Pages)));

const PAGE: usize = 1 << 16;

/// The first page that isn't the heap's; 0 before it has any.
static END: AtomicUsize = AtomicUsize::new(0);

struct Pages;

// SAFETY: a page is given away once, and exists.
unsafe impl Allocator for Pages {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        let there = memory_size(0);
        let begin = if END.load(Ordering::Relaxed) == 0 { there } else { END.load(Ordering::Relaxed) };
        let end = begin + size.div_ceil(PAGE);
        if end > there && memory_grow(0, end - there) == usize::MAX {
            return (null_mut(), 0, 0);
        }
        END.store(end, Ordering::Relaxed);
        ((begin * PAGE) as *mut u8, (end - begin) * PAGE, 0)
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    fn free(&self, _: *mut u8, _: usize) -> bool {
        false
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    /// A page behind the end of a copy has what was there before.
    fn allocates_zeros(&self) -> bool {
        false
    }

    fn page_size(&self) -> usize {
        PAGE
    }
}

struct Heap(UnsafeCell<Dlmalloc<Pages>>);

// SAFETY: the module has one thread.
unsafe impl Sync for Heap {}

// SAFETY: one thread, and none of these calls itself, so each is the only one with the heap.
unsafe impl GlobalAlloc for Heap {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { (*self.0.get()).malloc(layout.size(), layout.align()) }
    }

    #[inline(never)]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { (*self.0.get()).free(place, layout.size(), layout.align()) }
    }

    #[inline(never)]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { (*self.0.get()).calloc(layout.size(), layout.align()) }
    }

    #[inline(never)]
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe { (*self.0.get()).realloc(place, layout.size(), layout.align(), size) }
    }
}

//! Tests that checkpoints take about as many bytes as they're counted with, by counting what each thread allocates.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use proof::run::checked;
use proof::scenarios::random;
use serde_json::json;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::{Budget, History};

struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
}

/// A thread that ends frees memory after its counter is gone.
fn count(bytes: isize) {
    let _ = LIVE.try_with(|live| live.set(live.get() + bytes));
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Bytes of a scenario's checkpoints after `events` events, allocated and estimated.
fn checkpoint_bytes(scenario: &Scenario, events: u64) -> (isize, isize) {
    let [few, many] = [events, events / 32].map(|distance| {
        let before = LIVE.get();
        let budget = Budget { checkpoints: usize::MAX, intervals: 0 };
        let mut history = History::with_distance(scenario, budget, distance);
        history.step(events);
        // Rows are no part of checkpoints.
        history.take_rows();
        (LIVE.get() - before, history.checkpoints().1 as isize, history)
    });
    (many.0 - few.0, many.1 - few.1)
}

#[test]
fn checkpoints_take_about_the_estimated_bytes() {
    let (mut allocated, mut estimated) = (0, 0);
    for seed in 0..200 {
        let mut scenario = checked(&random(seed)).expect("a valid scenario");
        scenario.record.max_rows = 0;
        let (found, expected) = checkpoint_bytes(&scenario, 10_000);
        assert!(found < 2 * expected + 1_000 && 2 * found + 1_000 > expected, "seed {seed}: {found} and {expected}");
        allocated += found;
        estimated += expected;
    }
    let ratio = allocated as f64 / estimated as f64;
    assert!((0.8..1.25).contains(&ratio), "{allocated} bytes allocated, {estimated} estimated");
}

#[test]
fn checkpoints_of_many_flows_take_the_estimated_bytes() {
    let host = |n: usize, side: &str| json!({ "name": format!("{side}{n}"), "from": format!("{side}{n}"), "to": side, "rate_bps": 1e9, "delay_ms": 1, "queue": { "kind": "unlimited" } });
    let flow = |n: usize| json!({ "name": format!("flow {n}"), "from": format!("left{n}"), "to": format!("right{n}"), "rwnd_bytes": 960_000, "traffic": { "kind": "bulk" }, "sender": { "preset": "newreno" }, "receiver": { "kind": "every_packet" } });
    let mut links = vec![
        json!({ "name": "bottleneck", "from": "left", "to": "right", "rate_bps": 1e9, "delay_ms": 10, "queue": { "kind": "drop_tail_packets", "limit_packets": 2_000 } }),
    ];
    links.extend((0..200).flat_map(|n| [host(n, "left"), host(n, "right")]));
    let flows: Vec<_> = (0..200).map(flow).collect();
    let scenario = json!({ "version": 1, "name": "many", "duration_s": 10, "record": { "max_rows": 0 }, "links": links, "flows": flows });
    let (found, expected) = checkpoint_bytes(&checked(&scenario).expect("a valid scenario"), 200_000);
    let ratio = found as f64 / expected as f64;
    assert!((0.9..1.15).contains(&ratio), "{found} bytes allocated, {expected} estimated");
}

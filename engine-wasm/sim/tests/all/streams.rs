//! Tests that random streams are independent: draws on one path never depend on events on another. Two random networks
//! run in one scenario without a link between them; the trace of the first stays the same for any second one.

use proof::draw::Draw;
use proof::flows::traffic;
use proof::scenarios::scenario;
use proof::senders::give_sender;
use proptest::prelude::*;
use serde_json::{Value, json};
use vegaslab_sim::Simulation;
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::trace::tables::Tables;

use crate::support::checked;

/// Prefix of the names in the first network.
const FIRST: &str = "here ";

/// Prefix of the names in the second network.
const SECOND: &str = "there ";

/// Maximum events of the longer run.
const MOST_EVENTS: u64 = 20_000;

/// Both networks in one scenario, with the seed of the first: streams of random numbers depend on the seed and on
/// names.
fn combined(first: &Value, second: &Value, reversed: bool) -> Value {
    let mut both = first.clone();
    for list in ["links", "presets", "flows", "datagrams", "drops", "timeline"] {
        let mut lists = [first, second].map(|value| value[list].as_array().expect("a list").clone());
        if reversed {
            lists.reverse();
        }
        both[list] = json!(lists.concat());
    }
    both
}

/// For each name, whether it belongs to the first network.
fn are_here<'a>(names: impl Iterator<Item = &'a String>) -> Vec<bool> {
    names.map(|name| name.starts_with(FIRST)).collect()
}

/// The trace of one network: rows of flows and sources with their times, and the buffer contents of each link.
#[derive(Debug, Default, PartialEq)]
struct NetworkTrace {
    until_s: f64,
    rows: Vec<(f64, String)>,
    queues: Vec<Vec<(f64, u32, u32)>>,
}

fn run(value: &Value, most_events: u64, until_s: f64) -> NetworkTrace {
    let scenario = checked(value.clone());
    let mut simulation = Simulation::new(&scenario);
    let summary = simulation.summary();
    let flows = are_here(scenario.flows.iter().map(|flow| &flow.name));
    let sources = are_here(scenario.datagrams.iter().map(|source| &source.name));
    let links = are_here(summary.links.iter().map(|link| &link.name));
    // Flows are numbered before sources, so flows of the second network shift the numbers of the first network's
    // sources.
    let first: Vec<bool> = flows.iter().chain(&sources).copied().collect();
    let place = |index: u16| {
        let index = usize::from(index);
        let of_flow = if index < flows.len() { "flow" } else { "source" };
        first[index].then(|| format!("{of_flow} {}", first[..index].iter().filter(|&&first| first).count()))
    };
    let mut trace = NetworkTrace {
        queues: vec![Vec::new(); links.iter().filter(|&&first| first).count()],
        ..NetworkTrace::default()
    };
    let mut finished = false;
    for _ in 0..most_events / 100 {
        finished = simulation.step(100);
        record(&simulation.take_rows(), &place, &links, &mut trace);
        if finished || simulation.now_s() > until_s {
            break;
        }
    }
    let simulated_s =
        if finished && simulation.now_s() >= scenario.duration_s { f64::INFINITY } else { simulation.now_s() };
    // Only the limit on hops is shared: once there are too many in total, recording stops and the summary gives the
    // time.
    trace.until_s = simulation.summary().hops_stopped_at_s.map_or(simulated_s, |stopped| simulated_s.min(stopped));
    trace
}

fn record(tables: &Tables, place: &impl Fn(u16) -> Option<String>, links: &[bool], trace: &mut NetworkTrace) {
    let Tables { segments, windows, rtts, states, queues, limits, decisions, checks, sacks, hops, gaps } = tables;
    assert!(gaps.is_empty(), "the comparison needs every row");
    let mut row = |time_s: f64, flow: u16, what: String| {
        if let Some(place) = place(flow) {
            trace.rows.push((time_s, format!("{place}: {what}")));
        }
    };
    for n in 0..segments.len() {
        let (kind, seq) = (segments.kind[n], segments.seq[n]);
        // A drop's link is numbered among those of the first network; other rows have place 0.
        let at = links[..usize::from(segments.place[n])].iter().filter(|&&first| first).count();
        row(segments.time_s[n], segments.flow[n], format!("segment {kind} {seq} {at}"));
    }
    for n in 0..windows.len() {
        let (cwnd, ssthresh, flight) = (windows.cwnd[n], windows.ssthresh[n], windows.flight[n]);
        row(windows.time_s[n], windows.flow[n], format!("window {cwnd} {ssthresh} {flight}"));
    }
    for n in 0..rtts.len() {
        let (rtt, srtt, rto, base) = (rtts.rtt_ms[n], rtts.srtt_ms[n], rtts.rto_ms[n], rtts.base_rtt_ms[n]);
        row(rtts.time_s[n], rtts.flow[n], format!("rtt {rtt} {srtt} {rto} {base} {}", rtts.diff[n]));
    }
    for n in 0..states.len() {
        row(states.time_s[n], states.flow[n], format!("state {}", states.state[n]));
    }
    for n in 0..limits.len() {
        row(limits.time_s[n], limits.flow[n], format!("limit {}", limits.limit[n]));
    }
    for n in 0..decisions.len() {
        let (verdict, cwnd, diff, rtt) =
            (decisions.verdict[n], decisions.cwnd[n], decisions.diff[n], decisions.rtt_ms[n]);
        row(decisions.time_s[n], decisions.flow[n], format!("decision {verdict} {cwnd} {diff} {rtt}"));
    }
    for n in 0..checks.len() {
        let (seq, waited, rto, expired) =
            (checks.seq[n], checks.waited_ms[n], checks.fine_rto_ms[n], checks.expired[n]);
        row(checks.time_s[n], checks.flow[n], format!("check {seq} {waited} {rto} {expired}"));
    }
    for n in 0..sacks.len() {
        let (tap, ack, from, to) = (sacks.tap[n], sacks.ack[n], sacks.from[n], sacks.to[n]);
        row(sacks.time_s[n], sacks.flow[n], format!("sack {tap} {ack} {from} {to}"));
    }
    for n in 0..hops.len() {
        let link = usize::from(hops.link[n]);
        let at = links[..link].iter().filter(|&&first| first).count();
        row(hops.time_s[n], hops.flow[n], format!("hop {at} {} {} {}", hops.event[n], hops.kind[n], hops.seq[n]));
    }
    for n in 0..queues.len() {
        let link = usize::from(queues.link[n]);
        if links[link] {
            let place = links[..link].iter().filter(|&&first| first).count();
            trace.queues[place].push((queues.time_s[n], queues.bytes[n], queues.packets[n]));
        }
    }
}

/// Compares two runs up to the end of the shorter one.
fn compare(one: &NetworkTrace, other: &NetworkTrace) -> Result<(), TestCaseError> {
    let until_s = one.until_s.min(other.until_s);
    // Rows of different tables with the same time may come in a different order in each run, so sort them.
    let before = |trace: &NetworkTrace| {
        let mut rows: Vec<(u64, String)> = trace
            .rows
            .iter()
            .filter(|(time_s, _)| *time_s < until_s)
            .map(|(time, what)| (time.to_bits(), what.clone()))
            .collect();
        rows.sort();
        rows
    };
    let (rows, others) = (before(one), before(other));
    if let Some((row, other)) = rows.iter().zip(&others).find(|(row, other)| row != other) {
        return Err(TestCaseError::fail(format!("{row:?} against {other:?} at {} s", f64::from_bits(row.0))));
    }
    prop_assert_eq!(rows.len(), others.len());
    // Departures are recorded when the next packet arrives or the run ends, so one list may be longer.
    for (queue, other) in one.queues.iter().zip(&other.queues) {
        let common = queue.len().min(other.len());
        prop_assert_eq!(&queue[..common], &other[..common]);
    }
    Ok(())
}

/// The first network, and the draw from which the second one is generated.
fn first_network(seed: u64) -> (Value, Draw) {
    let mut draw = Draw::new(Stream::new(seed, "streams"));
    let mut first = scenario(&mut draw, FIRST);
    first["record"] = json!({ "max_rows": 20_000_000, "hops": { "from_s": 0, "to_s": 200 } });
    first["duration_s"] = json!(200);
    (first, draw)
}

/// The second network with other senders, receivers and traffic.
fn changed(second: &Value, draw: &mut Draw) -> Value {
    let mut changed = second.clone();
    for flow in changed["flows"].as_array_mut().expect("flows") {
        let smss = flow["smss_bytes"].as_u64().expect("a size");
        give_sender(draw, flow, &[]);
        flow["receiver"] = draw.part("receiver");
        flow["traffic"] = traffic(draw, smss);
    }
    for source in changed["datagrams"].as_array_mut().expect("sources") {
        source["traffic"] = draw.part("datagram");
    }
    changed
}

/// Adds a second network; returns the time up to which both runs were compared.
fn compare_with_second_network(seed: u64) -> Result<f64, TestCaseError> {
    let (first, mut draw) = first_network(seed);
    let second = scenario(&mut draw, SECOND);
    compare_alone_and_combined(&first, &second, seed.is_multiple_of(2))
}

fn compare_alone_and_combined(first: &Value, second: &Value, reversed: bool) -> Result<f64, TestCaseError> {
    let alone = run(first, 3_000, f64::INFINITY);
    let both = run(&combined(first, second, reversed), MOST_EVENTS, alone.until_s);
    compare(&alone, &both)?;
    Ok(alone.until_s.min(both.until_s))
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: proof::cases(300),
        max_shrink_iters: 0,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn adding_a_second_network_changes_nothing_in_the_first(seed in 0..1_u64 << 48) {
        println!("seed {seed}");
        compare_with_second_network(seed)?;
    }

    #[test]
    fn changing_the_second_network_changes_nothing_in_the_first(seed in 0..1_u64 << 48) {
        println!("seed {seed}");
        let (first, mut draw) = first_network(seed);
        let second = scenario(&mut draw, SECOND);
        let reversed = seed.is_multiple_of(2);
        let before = run(&combined(&first, &second, reversed), 6_000, f64::INFINITY);
        let after = run(&combined(&first, &changed(&second, &mut draw), reversed), MOST_EVENTS, before.until_s);
        compare(&before, &after)?;
    }
}

#[test]
fn the_comparison_detects_a_different_seed() {
    // A different seed draws other losses and clock phases, which shows that the compared rows depend on the draws.
    let differ = (0..50).filter(|&seed| {
        let (first, _) = first_network(seed);
        let mut other = first.clone();
        other["seed"] = json!(first["seed"].as_u64().expect("a seed") ^ 1);
        compare(&run(&first, 3_000, f64::INFINITY), &run(&other, 3_000, f64::INFINITY)).is_err()
    });
    assert!(differ.count() > 25);
}

/// A network of one link, with this prefix in its names.
fn one_link(place: &str) -> Value {
    json!({
        "version": 1, "name": "flood", "duration_s": 200, "seed": 1,
        "record": { "max_rows": 20_000_000, "hops": { "from_s": 0, "to_s": 200 } },
        "links": [{
            "name": format!("{place}l"), "from": format!("{place}s"), "to": format!("{place}r"),
            "rate_bps": 1_000_000, "delay_ms": 10, "queue": { "kind": "drop_tail_packets", "limit_packets": 10 },
        }],
        "presets": [], "flows": [], "datagrams": [], "drops": [], "timeline": [],
    })
}

#[test]
fn a_flood_in_the_second_network_stops_hop_recording_at_the_reported_time() {
    let mut first = one_link(FIRST);
    first["flows"] = json!([{
        "name": format!("{FIRST}f"), "from": format!("{FIRST}s"), "to": format!("{FIRST}r"),
        "traffic": { "kind": "bulk" }, "sender": { "preset": "reno" }, "receiver": { "kind": "every_packet" },
    }]);
    let mut second = one_link(SECOND);
    second["datagrams"] = json!([{
        "name": format!("{SECOND}d"), "from": format!("{SECOND}s"), "to": format!("{SECOND}r"),
        "traffic": { "kind": "bursts", "burst_bytes": 65_507, "fragment_bytes": 64, "mean_gap_s": 0.001 },
    }]);
    let without = run(&first, 3_000, f64::INFINITY).until_s;
    let until_s =
        compare_alone_and_combined(&first, &second, true).expect("the runs are equal until hop recording stops");
    // With a thousand bursts of 1,024 packets per second, a million packets take about one second.
    assert!((0.8..1.2).contains(&until_s) && until_s < without, "{until_s} of {without}");
}

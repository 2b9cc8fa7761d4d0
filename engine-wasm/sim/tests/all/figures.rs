//! Counts the events that Ahn et al. 1995 describe in their Figures 1 and 2.

use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::SegmentKind;

use crate::support::{checked, events, kind, run, scenario_json, scenario_names, with_seed};

const MIB: [&str; 2] = ["1048576", "2097152"];

/// Runs one of the four transfers, with the given seed or else the scenario's own.
fn figure_1(pair: &str, seed: Option<u64>) -> Summary {
    let name = format!("ahn-fig1-{pair}");
    run(&seed.map_or_else(|| checked(scenario_json(&name)), |seed| with_seed(&name, seed))).0
}

/// Times the first and the second MiB took, s.
fn mebibytes(summary: &Summary) -> [f64; 2] {
    let time = |bytes: &str| summary.flows[0].time_to_bytes_s[bytes].expect("the transfer completes");
    [time(MIB[0]), time(MIB[1]) - time(MIB[0])]
}

fn drops(summary: &Summary) -> u64 {
    summary.links.iter().map(|link| link.drops).sum()
}

#[test]
fn scenarios_of_both_figures_exist() {
    let names = scenario_names();
    for name in ["ahn-fig1-rr", "ahn-fig1-rt", "ahn-fig1-vr", "ahn-fig1-vt", "ahn-fig2"] {
        assert!(names.iter().any(|found| found == name), "{name} is missing from {names:?}");
    }
}

#[test]
fn vegas_loses_and_retransmits_nothing_for_any_clock_phases() {
    for seed in 1..=20 {
        for pair in ["vr", "vt"] {
            let summary = figure_1(pair, Some(seed));
            let flow = &summary.flows[0];
            assert_eq!(
                (drops(&summary), flow.retransmitted_segments, flow.coarse_timeouts),
                (0, 0, 0),
                "{pair} {seed}"
            );
        }
    }
}

/// Times of a Reno-Reno transfer's only coarse timeout and of the drops and fast retransmits after it, s.
fn reno_reno(scenario: &Scenario) -> (f64, Vec<f64>, Vec<f64>) {
    let (summary, tables) = run(scenario);
    assert_eq!(summary.flows[0].coarse_timeouts, 1, "seed {}", scenario.seed);
    let events = events(&tables, 0);
    let times = |wanted: SegmentKind| -> Vec<f64> {
        events.iter().filter(|event| event.kind == kind(wanted)).map(|event| event.time_s).collect()
    };
    let timeout = times(SegmentKind::RetransmitTimeout)[0];
    let after = |times: Vec<f64>| times.into_iter().filter(|&time| time > timeout).collect();
    (timeout, after(times(SegmentKind::DropFull)), after(times(SegmentKind::RetransmitFast)))
}

#[test]
fn reno_reno_has_one_coarse_timeout_in_the_first_4_s() {
    let (timeout, ..) = reno_reno(&checked(scenario_json("ahn-fig1-rr")));
    assert!(timeout < 4.0, "{timeout}");
}

#[test]
fn reno_reno_times_out_once_and_then_repairs_by_fast_retransmit_for_any_clock_phases() {
    for seed in 1..=20 {
        let (timeout, lost, repaired) = reno_reno(&with_seed("ahn-fig1-rr", seed));
        // The last fast retransmit of the first window is sent by 2.11 s and arms the timer with at most 5 ticks.
        assert!((3.0..4.61).contains(&timeout), "seed {seed}: timeout at {timeout} s");
        // Since there is only one timeout, fast retransmit must have repaired these losses. The paper counts three
        // losses, from 13 s on. Our flow enters the linear phase with a smaller window, after three halvings and a
        // needless fast retransmit.
        assert!(!lost.is_empty() && lost[0] > 13.0, "seed {seed}: lost {lost:?}");
        assert!(repaired.len() >= 2 && repaired.last() > lost.last(), "seed {seed}: {lost:?}, {repaired:?}");
    }
}

#[test]
fn reno_tahoe_stalls_at_every_loss_and_is_the_slowest() {
    let times =
        ["rr", "rt", "vr", "vt"].map(|pair| figure_1(pair, None).flows[0].completed_at_s.expect("it completes"));
    let summary = figure_1("rt", None);
    assert!(summary.flows[0].coarse_timeouts >= 3, "{} coarse timeouts", summary.flows[0].coarse_timeouts);
    assert!(times.iter().enumerate().all(|(pair, &time)| pair == 1 || time < times[1]), "{times:?}");
}

#[test]
fn reno_to_vegas_time_ratios_match_the_paper() {
    // In the paper Reno takes 18 s and 14 s for the two MiB, Vegas 14 s and 13 s.
    let (reno, vegas) = (mebibytes(&figure_1("rr", None)), mebibytes(&figure_1("vr", None)));
    for (mib, published, tolerance) in [(0, 18.0 / 14.0, 0.20), (1, 14.0 / 13.0, 0.15)] {
        let ours = reno[mib] / vegas[mib];
        assert!((ours / published - 1.0_f64).abs() <= tolerance, "MiB {mib}: ours {ours:.3}, published {published:.3}");
    }
}

#[test]
fn figure_2_has_a_hole_duplicate_acks_one_fast_retransmit_and_a_coarse_timeout() {
    let (summary, tables) = run(&checked(scenario_json("ahn-fig2")));
    let flow = &summary.flows[0];
    assert_eq!((flow.fast_retransmits, flow.coarse_timeouts), (1, 1));
    let events = events(&tables, 0);
    let of_kind = |wanted: SegmentKind| events.iter().filter(move |event| event.kind == kind(wanted)).copied();
    let lost: Vec<_> = of_kind(SegmentKind::DropFull).collect();
    assert!(lost.len() >= 3, "{lost:?}");
    assert!(
        lost[0].time_s - 0.7 < 1.0,
        "the first loss should come about half a second into the transfer, not as {:?}",
        lost[0]
    );
    let hole = lost[0].seq;
    let cluster: Vec<_> = of_kind(SegmentKind::DupAckSent).filter(|event| event.seq == hole).collect();
    assert!(cluster.len() >= 3, "{cluster:?}");
    let repair = of_kind(SegmentKind::RetransmitFast).next().expect("one fast retransmit");
    assert_eq!(repair.seq, hole);
    // The sender's third duplicate ACK triggers the retransmission at the same instant.
    assert_eq!(of_kind(SegmentKind::DupAck).nth(2).expect("three duplicates").time_s, repair.time_s);
    let timeout = of_kind(SegmentKind::RetransmitTimeout).next().expect("a coarse timeout");
    assert!(timeout.time_s > repair.time_s + 1.0, "{timeout:?}");
}

//! Tests that observations match the run's summary, and that the windows of a run add up.

use std::path::Path;

use vegaslab_papers::design::Design;
use vegaslab_papers::measure::{Measure, Runs, Transfer};
use vegaslab_papers::observe::{Observation, observe, observe_in_turn};
use vegaslab_papers::quantity::{DatagramFigure, FlowFigure, LinkFigure};
use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::{self, Scenario};
use vegaslab_sim::trace::tables::{DecisionVerdict, SegmentKind as Kind};

fn scenario(name: &str) -> Scenario {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../content/scenarios/{name}.json"));
    scenario::read(&std::fs::read_to_string(file).expect("the scenario exists")).expect("the scenario is valid")
}

fn assert_near(ours: f64, theirs: f64) {
    assert!((ours - theirs).abs() <= 1e-9 * theirs.abs(), "{ours} is not {theirs}");
}

#[test]
fn an_observation_of_the_whole_run_matches_its_summary() {
    for name in ["ahn-fig1-rr", "ahn-fig1-vr", "ahn-fig2"] {
        let scenario = scenario(name);
        let mut simulation = Simulation::new(&scenario);
        while !simulation.step(1 << 20) {}
        let summary = simulation.summary();
        let observed = observe(&scenario, &[None], &[], |_| {});
        for flow in &summary.flows {
            let figure = |figure| observed.flow(&flow.name, figure, None).expect("a figure");
            assert_near(figure(FlowFigure::Sent), flow.segments_sent as f64);
            assert_near(figure(FlowFigure::Retransmitted), flow.retransmitted_segments as f64);
            assert_near(figure(FlowFigure::RetransmittedBytes), flow.retransmitted_bytes as f64);
            assert_near(figure(FlowFigure::FastRetransmits), flow.fast_retransmits as f64);
            assert_near(figure(FlowFigure::FastRetransmitEpisodes), flow.fast_retransmit_episodes as f64);
            assert_near(figure(FlowFigure::Timeouts), flow.coarse_timeouts as f64);
        }
        for link in &summary.links {
            let figure = |figure| observed.link(&link.name, figure, None).expect("a figure");
            assert_near(figure(LinkFigure::HeldPackets), link.mean_queue_packets);
            assert_near(figure(LinkFigure::WaitingPackets), link.mean_waiting_packets);
            assert_near(figure(LinkFigure::HeldBytes), link.mean_queue_bytes);
            assert_near(figure(LinkFigure::MostBytes), link.max_queue_bytes as f64);
            assert_near(figure(LinkFigure::Losses), link.drops as f64);
            assert_near(figure(LinkFigure::Utilization), link.utilization);
            assert_near(figure(LinkFigure::Drops), link.drops as f64);
        }
    }
}

#[test]
fn a_report_of_the_whole_run_matches_its_summary() {
    for name in ["veno-side-by-side", "longer-path", "martin-asu"] {
        let scenario = Scenario { duration_s: 30.0, ..scenario(name) };
        let observed = observe(&scenario, &[Some((0.0, 30.0))], &[], |_| {});
        let summary = observed.summary();
        let [report] = &observed.reports().expect("the run reaches the end of the window")[..] else {
            panic!("one report")
        };
        assert_eq!((report.flows.len(), report.links.len()), (summary.flows.len(), summary.links.len()));
        for (flow, whole) in report.flows.iter().zip(&summary.flows) {
            let counts = [flow.segments_sent, flow.retransmitted_segments, flow.coarse_timeouts, flow.fast_retransmits];
            let whole_counts =
                [whole.segments_sent, whole.retransmitted_segments, whole.coarse_timeouts, whole.fast_retransmits];
            assert_eq!(counts, whole_counts, "{name} {}", flow.name);
            assert_eq!(flow.fast_retransmit_episodes, whole.fast_retransmit_episodes, "{name} {}", flow.name);
            assert_eq!(flow.early_retransmits, whole.early_retransmits);
            assert!(flow.throughput_bytes_per_s >= flow.goodput_bytes_per_s);
        }
        for (link, whole) in report.links.iter().zip(&summary.links) {
            assert_eq!((link.drops, link.max_queue_bytes), (whole.drops, whole.max_queue_bytes));
            assert_near(link.mean_queue_packets, whole.mean_queue_packets);
            assert_near(link.mean_queue_bytes, whole.mean_queue_bytes);
            assert!((link.mean_waiting_packets - whole.mean_waiting_packets).abs() < 1e-9);
            assert_near(link.utilization, whole.utilization);
        }
    }
}

#[test]
fn consecutive_windows_have_the_same_reports_as_separate_ones() {
    // Windows of 0.7 s aren't aligned with any period, and the last one isn't complete when the run ends.
    for name in ["ahn-fig1-rr", "ahn-fig2", "veno-side-by-side"] {
        let scenario = Scenario { duration_s: 40.0, ..scenario(name) };
        let consecutive = observe_in_turn(&scenario, 0.7, |_| {});
        let reports = consecutive.reports().expect("the run reaches the end of the windows");
        let ended_at_s = consecutive.summary().ended_at_s;
        assert_eq!(reports.len(), (ended_at_s / 0.7) as usize, "{name}");
        let windows: Vec<_> = reports.iter().map(|report| Some((report.from_s, report.to_s))).collect();
        let separate =
            observe(&scenario, &windows, &[], |_| {}).reports().expect("the run reaches the end of the windows");
        for (one, other) in reports.iter().zip(&separate) {
            assert_eq!(serde_json::to_string(one).ok(), serde_json::to_string(other).ok(), "{name}");
        }
        assert!(reports.iter().any(|report| report.links.iter().any(|link| link.drops > 0)), "{name}");
    }
}

#[test]
fn a_window_that_the_run_does_not_reach_has_no_report() {
    let observed = observe(&scenario("ahn-fig1-vr"), &[Some((100.0, 110.0))], &[], |_| {});
    let problem = observed.reports().expect_err("the transfer completes before the window");
    assert!(problem.contains("before the end of the window 100,110"), "{problem}");
}

#[test]
fn early_retransmissions_match_the_summary() {
    let scenario = Scenario { duration_s: 20.0, ..scenario("martin-asu") };
    let mut simulation = Simulation::new(&scenario);
    while !simulation.step(1 << 20) {}
    let observed = observe(&scenario, &[None], &[], |_| {});
    let early = |name: &str| {
        let summary = simulation.summary();
        let flow = summary.flows.iter().find(|flow| flow.name == name).expect("a flow");
        assert_near(
            observed.flow(name, FlowFigure::EarlyRetransmits, None).expect("a figure"),
            flow.early_retransmits as f64,
        );
        flow.early_retransmits
    };
    assert_eq!(early("reno"), 0, "Reno waits for three duplicate ACKs");
    assert!(early("one") > 0, "Vegas retransmits early");
}

#[test]
fn adjacent_windows_add_up() {
    let scenario = scenario("ahn-fig1-rr");
    let (first, second, both) = ((2.0, 5.0), (5.0, 11.0), (2.0, 11.0));
    let observed = observe(&scenario, &[first, second, both].map(Some), &[], |_| {});
    let sum = |figure: &dyn Fn(&Observation, (f64, f64)) -> f64| {
        assert_near(figure(&observed, first) + figure(&observed, second), figure(&observed, both));
    };
    let flow = |figure, window| observed.flow("transfer", figure, Some(window)).expect("a figure");
    let link = |figure, window| observed.link("R1>R2", figure, Some(window)).expect("a figure");
    for figure in [FlowFigure::Sent, FlowFigure::Retransmitted, FlowFigure::Losses, FlowFigure::Timeouts] {
        sum(&|_, window| flow(figure, window));
    }
    assert_eq!(flow(FlowFigure::Timeouts, first), 1.0, "the timer expires at 3.7 s");
    for figure in [FlowFigure::SegmentsPerS, FlowFigure::GoodputBytesPerS, FlowFigure::Cwnd] {
        sum(&|_, window| flow(figure, window) * (window.1 - window.0));
    }
    for figure in [LinkFigure::HeldPackets, LinkFigure::WaitingPackets, LinkFigure::Utilization] {
        sum(&|_, window| link(figure, window) * (window.1 - window.0));
    }
    let (waiting, held, busy) = (LinkFigure::WaitingPackets, LinkFigure::HeldPackets, LinkFigure::Utilization);
    assert_near(link(waiting, both) + link(busy, both), link(held, both));
}

#[test]
fn unknown_names_are_reported_with_the_known_ones() {
    let observed = observe(&scenario("ahn-fig1-vr"), &[None], &[], |_| {});
    let problem = observed.flow("trasnfer", FlowFigure::Sent, None).unwrap_err();
    assert!(problem.contains("\"trasnfer\"") && problem.ends_with("allowed: transfer"), "{problem}");
    assert!(observed.link("R1-R2", LinkFigure::Drops, None).unwrap_err().contains("R1>R2"));
    assert!(observed.flow("transfer", FlowFigure::Sent, Some((1.0, 2.0))).unwrap_err().contains("not observed"));
}

#[test]
fn as_much_of_a_burst_arrives_as_fits_into_the_buffer() {
    let observed = observe(&scenario("ahn-emulator"), &[None, Some((0.0, 4.0)), Some((7.0, 15.0))], &[], |_| {});
    let burst = |figure| observed.datagrams("burst", figure, Some((0.0, 4.0)));
    assert_eq!(burst(DatagramFigure::Sent), Ok(40.0));
    assert_eq!(burst(DatagramFigure::Arrived), Ok(29.0), "16384 / 552 = 29.7");
    assert_eq!(burst(DatagramFigure::ArrivedPerS), Ok(7.25));
    assert_eq!(observed.link("R1>R2", LinkFigure::Drops, Some((0.0, 4.0))), Ok(11.0));
    // 1028 bytes at 800 kbit/s take 10.28 ms.
    let blast = observed.datagrams("blast", DatagramFigure::ArrivedPerS, Some((7.0, 15.0))).expect("a figure");
    assert!((blast - 1e3 / 10.28).abs() < 1.0 / 8.0, "{blast}");
    assert!(observed.datagrams("bust", DatagramFigure::Sent, None).unwrap_err().ends_with("allowed: burst, blast"));
    // 29 packets enter at once and leave after 1, 2, ... 29 times 5.52 ms; until each departure 28, 27, ... 0 packets
    // wait.
    let busy_s = 29.0 * 0.005_52;
    let mean = 14.0 * busy_s / 4.0;
    assert_within(observed.link("R1>R2", LinkFigure::WaitingPackets, Some((0.0, 4.0))).expect("a figure"), mean, 1e-3);
    let square = (0..29).map(|waiting| f64::from(waiting * waiting)).sum::<f64>() * 0.005_52 / 4.0;
    let variance = observed.link("R1>R2", LinkFigure::WaitingVariance, Some((0.0, 4.0))).expect("a figure");
    assert_within(variance, square - mean * mean, 1e-3);
}

fn assert_within(ours: f64, theirs: f64, share: f64) {
    assert!((ours - theirs).abs() <= share * theirs.abs(), "{ours} is not {theirs}");
}

#[test]
fn the_first_loss_matches_the_trace() {
    let mut gaps = 0;
    for seed in 1..=8 {
        let scenario = Scenario { seed, ..scenario("ahn-fig2") };
        let mut simulation = Simulation::new(&scenario);
        while !simulation.step(1 << 20) {}
        let table = &simulation.take_rows().segments;
        let of_kind = |kind: Kind| move |row: &usize| (table.flow[*row], table.kind[*row]) == (0, kind as u8);
        let rows = |kind: Kind| (0..table.len()).filter(of_kind(kind)).collect::<Vec<_>>();
        let (sent, lost) = (rows(Kind::Send), rows(Kind::DropFull));
        let (dup_acks_sent, dup_acks) = (rows(Kind::DupAckSent), rows(Kind::DupAck));
        let numbers: Vec<u32> = lost.iter().map(|&row| table.seq[row]).collect();
        let gap = (numbers[0]..).take_while(|number| numbers.contains(number)).count();
        let duplicates = dup_acks.iter().filter(|&&row| table.seq[row] == numbers[0]).count();
        gaps += u32::from(gap > 1);

        let observed = observe(&scenario, &[None], &[], |_| {});
        let figure = |figure| observed.flow("transfer", figure, None).expect("a figure");
        assert_eq!(figure(FlowFigure::FirstGap), gap as f64);
        assert_eq!(figure(FlowFigure::FirstGapDuplicates), duplicates as f64);
        assert_near(figure(FlowFigure::FirstLossS), table.time_s[lost[0]] - table.time_s[sent[0]]);
        assert_near(
            figure(FlowFigure::FirstDuplicateMs),
            1e3 * (table.time_s[dup_acks[0]] - table.time_s[dup_acks_sent[0]]),
        );
    }
    assert!(gaps > 0, "some seed should lose more than one segment in a row");
}

#[test]
fn reductions_are_the_decisions_to_lower_the_window() {
    let scenario = scenario("ahn-fig1-vr");
    let mut simulation = Simulation::new(&scenario);
    while !simulation.step(1 << 20) {}
    let verdicts = simulation.take_rows().decisions.verdict;
    let lowered = verdicts.iter().filter(|&&verdict| verdict == DecisionVerdict::Lower as u8).count();
    assert!(lowered > 0, "Vegas should lower its window");
    let observed = observe(&scenario, &[None], &[], |_| {});
    assert_near(observed.flow("transfer", FlowFigure::Reductions, None).expect("a figure"), lowered as f64);
}

#[test]
fn time_saved_is_computed_from_the_metrics_of_both_transfers() {
    let observe = |name: &str| observe(&scenario(name), &[None], &[], |_| {});
    let (reno, vegas) = (observe("ahn-fig1-rr"), observe("ahn-fig1-vr"));
    let of = |arm: &str| Transfer { arm: Some(arm.into()), flow: "transfer".into() };
    let measure = Measure::TimeSaved { by: of("v"), over: of("r"), rtt_ms: 100.0, bytes_per_s: 102_400.0 };
    assert_eq!(measure.arms(), ["v", "r"].map(|arm| Some(arm.to_owned())));
    let saved = measure.value(&|arm| Some(if arm == Some("v") { &vegas } else { &reno })).expect("a value");
    let count = |figure| reno.flow("transfer", figure, None).expect("a figure");
    assert_eq!(count(FlowFigure::Timeouts), 1.0);
    // Vegas loses nothing. 512 bytes at 102400 bytes/s take 5 ms.
    assert_near(saved, 1.25 + 0.1 * count(FlowFigure::FastRetransmits) + 0.005 * count(FlowFigure::Retransmitted));
    // Reno's longest silence is its timeout, and its transfer takes longer.
    let silence = reno.flow("transfer", FlowFigure::LongestSilenceS, None).expect("a figure");
    assert!((1.0..3.0).contains(&silence), "{silence}");
    let duration = |run: &Observation| run.flow("transfer", FlowFigure::TransferS, None).expect("a figure");
    assert_near(
        duration(&vegas),
        2_097_152.0 / vegas.flow("transfer", FlowFigure::TransferBytesPerS, None).expect("a figure"),
    );
    assert!(duration(&reno) > duration(&vegas));
}

#[test]
fn fairness_is_one_if_all_are_equal_and_one_half_if_one_of_two_has_all() {
    let observed = observe(&scenario("ahn-emulator"), &[None, Some((0.0, 4.0))], &[], |_| {});
    let of = |figure, source: &str| Measure::Datagrams {
        arm: None,
        source: source.into(),
        figure,
        window_s: Some((0.0, 4.0)),
    };
    let fairness = |of| Measure::Fairness { of }.value(&|_| Some(&observed)).expect("a value");
    assert_eq!(fairness(vec![of(DatagramFigure::Sent, "burst"), of(DatagramFigure::Sent, "burst")]), 1.0);
    assert_eq!(fairness(vec![of(DatagramFigure::Sent, "burst"), of(DatagramFigure::Sent, "blast")]), 0.5);
    // (40 + 29)^2 / (2 (40^2 + 29^2)).
    assert_near(
        fairness(vec![of(DatagramFigure::Sent, "burst"), of(DatagramFigure::Arrived, "burst")]),
        4761.0 / 4882.0,
    );
}

#[test]
fn a_window_growing_from_one_to_two_deviates_by_half_a_segment() {
    let scenario = scenario("ahn-fig1-rr");
    let mut simulation = Simulation::new(&scenario);
    while !simulation.step(1 << 20) {}
    let table = &simulation.take_rows().windows;
    let row = (0..table.len()).find(|&row| table.cwnd[row] == 2.0).expect("slow start");
    // The window grows from one to two segments in the middle of this interval: mean 1.5, deviation 0.5.
    let window = (0.5 * table.time_s[row], 1.5 * table.time_s[row]);
    let constant = (0.25 * table.time_s[row], 0.75 * table.time_s[row]);
    let observed = observe(&scenario, &[Some(window), Some(constant)], &[], |_| {});
    assert_near(observed.flow("transfer", FlowFigure::CwndDeviation, Some(window)).expect("a figure"), 0.5);
    assert_eq!(observed.flow("transfer", FlowFigure::CwndDeviation, Some(constant)), Ok(0.0));
}

#[test]
fn a_design_combines_all_seeds() {
    let observe = |name: &str| observe(&scenario(name), &[None], &[], |_| {});
    let (reno, vegas) = (observe("ahn-fig1-rr"), observe("ahn-fig1-vr"));
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let timeouts = |arm: Option<&str>| Measure::Flow {
        arm: arm.map(Into::into),
        flow: "transfer".into(),
        figure: FlowFigure::Timeouts,
        window_s: None,
    };
    let design = |response| Design { arm: "a".into(), factors: names(&["f"]), response: Box::new(response) };
    let (effect, variation) = (
        |by| Measure::Effect { design: design(timeouts(None)), by },
        |terms| Measure::Variation { design: design(timeouts(None)), terms },
    );
    assert_eq!(effect(names(&["f"])).arms(), ["a", "a+f"].map(|arm| Some(arm.to_owned())));
    // There is one timeout with the first seed and the factor off; other runs have no timeout.
    let runs =
        Runs { seeds: 2, observed: &|arm, seed| Some(if (arm, seed) == (Some("a"), 1) { &reno } else { &vegas }) };
    let mean = |measure: Measure| measure.mean(&runs).map(|mean| mean.expect("there are runs"));
    let f = mean(effect(names(&["f"]))).expect("a number");
    assert_eq!(f.value, (0.0 - 0.5) / 2.0);
    // Two errors of one half: the variance is 0.5 / 2, that of a mean of four a quarter of it. Student's t has 2
    // degrees of freedom.
    assert!((f.half_width(95.0).expect("an interval") - 4.302_653 * 0.0625_f64.sqrt()).abs() < 1e-5);
    assert_eq!(mean(effect(vec![])).expect("a number").value, 0.25);
    let share = mean(variation(vec![names(&["f"])])).expect("a number");
    assert_near(share.value, 100.0 * 0.25 / 0.75);
    assert_eq!(share.error, None, "a share is one number without an interval");
    assert_near(mean(variation(vec![])).expect("a number").value, 100.0 * 0.5 / 0.75);
    let half = Measure::Times { factor: 0.5, of: Box::new(variation(vec![names(&["f"])])) };
    assert_near(mean(half).expect("a number").value, 50.0 / 3.0);
    assert_eq!(mean(effect(names(&["g"]))), Err("there is no factor \"g\"; allowed: f".into()));
    let response = design(timeouts(Some("a")));
    assert!(mean(Measure::Effect { design: response, by: vec![] }).is_err(), "a response must not name an arm");
}

/// The scenario of Veno's Figure 5 with these changes, for 100 s.
fn veno(sender: &str, loss: f64, limit_packets: u64, drops: &[u32]) -> Scenario {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/scenarios/veno-fig5.json");
    let mut value: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(file).expect("the scenario exists"))
            .expect("the scenario is JSON");
    value["duration_s"] = 100.into();
    value["topology"]["loss"]["rate"] = loss.into();
    value["topology"]["limit_packets"] = limit_packets.into();
    value["flows"][0]["sender"]["preset"] = sender.into();
    let drop = |&segment: &u32| serde_json::json!({ "link": "router>far", "flow": "transfer", "segment": segment });
    value["drops"] = drops.iter().map(drop).collect();
    scenario::read(&value.to_string()).expect("the scenario is valid")
}

#[test]
fn cuts_are_counted_by_depth_and_cause_of_the_loss() {
    const CUTS: [FlowFigure; 4] =
        [FlowFigure::MildCutsFull, FlowFigure::MildCutsError, FlowFigure::DeepCutsFull, FlowFigure::DeepCutsError];
    let cuts = |scenario: &Scenario| {
        let observed = observe(scenario, &[None, Some((50.0, 100.0))], &[], |_| {});
        let cuts = |window| CUTS.map(|figure| observed.flow("transfer", figure, window).expect("a figure"));
        (cuts(None), cuts(Some((50.0, 100.0))), observed.flow("transfer", FlowFigure::KeptByMildCuts, None))
    };
    // The buffer holds all 44 segments of the advertised window, so only the scripted losses occur. Four fifths of 44
    // is 35.
    let (all, late, kept) = cuts(&veno("veno", 0.0, 100, &[500]));
    assert_eq!((all, late, kept), ([0.0, 1.0, 0.0, 0.0], [0.0; 4], Ok(35.0 / 44.0)));
    let (all, late, kept) = cuts(&veno("reno", 0.0, 100, &[500, 9_000]));
    assert_eq!((all, late), ([0.0, 0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 1.0]));
    assert!(kept.unwrap_err().contains("no value"));

    // With losses of both kinds, compare with the trace.
    let scenario = veno("veno", 0.003, 12, &[]);
    let mut simulation = Simulation::new(&scenario);
    while !simulation.step(1 << 20) {}
    let rows = simulation.take_rows();
    let (segments, windows) = (&rows.segments, &rows.windows);
    let is = |row: usize, kind: Kind| segments.kind[row] == kind as u8;
    let mut expected = [0.0; 4];
    for row in (0..segments.len()).filter(|&row| is(row, Kind::RetransmitFast)) {
        let lost = (0..row).rfind(|&before| {
            segments.seq[before] == segments.seq[row]
                && [Kind::DropFull, Kind::DropError].iter().any(|&kind| is(before, kind))
        });
        let after = windows.time_s.iter().position(|&time_s| time_s == segments.time_s[row]).expect("a row");
        let mild = windows.ssthresh[after] / windows.cwnd[after - 1].min(44.0) >= 0.6;
        if let Some(lost) = lost {
            expected[2 * usize::from(!mild) + usize::from(is(lost, Kind::DropError))] += 1.0;
        }
    }
    assert!(expected.iter().all(|&count| count > 0.0), "{expected:?}");
    assert_eq!(cuts(&scenario).0, expected);
}

#[test]
fn a_constant_window_is_steady_from_the_first_segment_to_the_last() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/scenarios/ahn-fig1-rr.json");
    let text = std::fs::read_to_string(file).expect("the scenario exists");
    let all_lost = r#""name": "R1-R2", "loss": {"kind": "bernoulli", "rate": 1.0},"#;
    let text = text.replace(r#""name": "R1-R2","#, all_lost).replace(r#""preset": "reno""#, r#""preset": "newreno""#);
    let observed =
        observe(&scenario::read(&text).expect("the scenario is valid"), &[None, Some((10.0, 50.0))], &[], |_| {});
    let figure = |figure, window| observed.flow("transfer", figure, window).expect("a figure");
    // Sent at 0, 1, 3, 7, 15, 31 and 63 s, with a window of one segment.
    assert_eq!(figure(FlowFigure::LongestSteadyS, None), 63.0);
    assert_eq!(figure(FlowFigure::LongestSilenceS, None), 32.0);
    assert_eq!(figure(FlowFigure::LongestSteadyS, Some((10.0, 50.0))), 21.0);
    // The first loss counts from the first segment, even if the window of time opens later.
    assert_near(figure(FlowFigure::FirstLossS, Some((10.0, 50.0))) - figure(FlowFigure::FirstLossS, None), 15.0);
}

/// The first loss ends slow start; segments 400 and 402 are lost in congestion avoidance, in one window.
#[test]
fn retransmissions_in_avoidance_are_counted_apart_from_slow_start() {
    let retransmitted = |drops: &[u32]| {
        let observed = observe(&veno("newreno", 0.0, 100, drops), &[None], &[], |_| {});
        let figure = |figure| observed.flow("transfer", figure, None).expect("a figure");
        (figure(FlowFigure::Retransmitted), figure(FlowFigure::RetransmittedInAvoidance))
    };
    assert_eq!(retransmitted(&[]), (0.0, 0.0));
    assert_eq!(retransmitted(&[20]), (1.0, 0.0));
    assert_eq!(retransmitted(&[20, 400, 402]), (3.0, 2.0));
}

/// A timeout in avoidance retransmits one segment; further retransmissions belong to the slow start that follows.
#[test]
fn a_timeout_in_avoidance_counts_once() {
    // The whole window of these twenty segments is lost, so no duplicate ACK arrives.
    let lost: Vec<u32> = std::iter::once(20).chain(400..420).collect();
    let observed = observe(&veno("newreno", 0.0, 100, &lost), &[None], &[], |_| {});
    let figure = |figure| observed.flow("transfer", figure, None).expect("a figure");
    assert_eq!(figure(FlowFigure::Timeouts), 1.0);
    assert_eq!(figure(FlowFigure::RetransmittedInAvoidance), 1.0);
    assert!(figure(FlowFigure::Retransmitted) > 2.0);
}

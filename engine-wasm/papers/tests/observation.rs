//! What is summed up while a run goes on is what the run's own summary says, and the parts of a run make up the whole.

use std::path::Path;

use vegaslab_papers::measure::{FlowFigure, LinkFigure};
use vegaslab_papers::observe::{Observation, observe};
use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::{self, Scenario};

fn scenario(name: &str) -> Scenario {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../content/scenarios/{name}.json"));
    scenario::read(&std::fs::read_to_string(file).expect("the scenario is there")).expect("it is valid")
}

fn near(ours: f64, theirs: f64) {
    assert!((ours - theirs).abs() <= 1e-9 * theirs.abs(), "{ours} is not {theirs}");
}

#[test]
fn the_whole_run_has_the_figures_of_its_summary() {
    for name in ["ahn-fig1-rr", "ahn-fig1-vr", "ahn-fig2"] {
        let scenario = scenario(name);
        let mut simulation = Simulation::new(&scenario);
        while !simulation.step(1 << 20) {}
        let summary = simulation.summary();
        let observed = observe(&scenario, &[None], &[], |_| {});
        for flow in &summary.flows {
            let figure = |figure| observed.flow(&flow.name, figure, None).expect("a figure");
            near(figure(FlowFigure::Sent), flow.segments_sent as f64);
            near(figure(FlowFigure::Retransmitted), flow.retransmitted_segments as f64);
            near(figure(FlowFigure::RetransmittedBytes), flow.retransmitted_bytes as f64);
            near(figure(FlowFigure::FastRetransmits), flow.fast_retransmits as f64);
            near(figure(FlowFigure::Timeouts), flow.coarse_timeouts as f64);
        }
        for link in &summary.links {
            let figure = |figure| observed.link(&link.name, figure, None).expect("a figure");
            near(figure(LinkFigure::HeldPackets), link.mean_queue_packets);
            near(figure(LinkFigure::Utilization), link.utilization);
            near(figure(LinkFigure::Drops), link.drops as f64);
        }
    }
}

#[test]
fn windows_that_follow_one_another_add_up() {
    let scenario = scenario("ahn-fig1-rr");
    let (first, second, both) = ((2.0, 5.0), (5.0, 11.0), (2.0, 11.0));
    let observed = observe(&scenario, &[first, second, both].map(Some), &[], |_| {});
    let sum = |figure: &dyn Fn(&Observation, (f64, f64)) -> f64| {
        near(figure(&observed, first) + figure(&observed, second), figure(&observed, both));
    };
    let flow = |figure, window| observed.flow("transfer", figure, Some(window)).expect("a figure");
    let link = |figure, window| observed.link("R1>R2", figure, Some(window)).expect("a figure");
    for figure in [FlowFigure::Sent, FlowFigure::Retransmitted, FlowFigure::Losses, FlowFigure::Timeouts] {
        sum(&|_, window| flow(figure, window));
    }
    assert_eq!(flow(FlowFigure::Timeouts, first), 1.0, "it expires at 3.7 s");
    for figure in [FlowFigure::SegmentsPerS, FlowFigure::GoodputBytesPerS, FlowFigure::Cwnd] {
        sum(&|_, window| flow(figure, window) * (window.1 - window.0));
    }
    for figure in [LinkFigure::HeldPackets, LinkFigure::WaitingPackets, LinkFigure::Utilization] {
        sum(&|_, window| link(figure, window) * (window.1 - window.0));
    }
    let (waiting, held, busy) = (LinkFigure::WaitingPackets, LinkFigure::HeldPackets, LinkFigure::Utilization);
    near(link(waiting, both) + link(busy, both), link(held, both));
}

#[test]
fn what_is_not_there_is_told_with_what_is() {
    let observed = observe(&scenario("ahn-fig1-vr"), &[None], &[], |_| {});
    let problem = observed.flow("trasnfer", FlowFigure::Sent, None).unwrap_err();
    assert!(problem.contains("\"trasnfer\"") && problem.ends_with("allowed: transfer"), "{problem}");
    assert!(observed.link("R1-R2", LinkFigure::Drops, None).unwrap_err().contains("R1>R2"));
    assert!(observed.flow("transfer", FlowFigure::Sent, Some((1.0, 2.0))).unwrap_err().contains("not observed"));
}

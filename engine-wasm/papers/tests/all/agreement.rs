//! Compares the theory with the simulator, which share no code, on the networks of Low, Peterson & Wang 2000, Tables 1
//! to 4. Each measured number must be within 3 % of the prediction, or within the difference between the paper's own
//! simulation and model, whichever is larger.
//!
//! Flows without randomness lock into patterns, so each table is run with several distances between the starts and the
//! results are averaged. The single link is measured from 10 to 20 s. On the chain a window of 190 segments changes by
//! one per 112 ms, so convergence may take 21.65 s according to the prediction; it is measured from 22 to 42 s. (From
//! 10 to 20 s the flow over three links still lacks 16 % of its rate in Table 4.)
//!
//! One number is farther off, and its deviation is stated: the queue at SF in Table 3, where four flows with windows up
//! to 140 meet, is 7.7 % above 5.37 packets (the paper's simulation: 2.6 %), however long the run. A window goes down
//! as often as up, so at equilibrium the median of each flow's diff is 2.00. The diffs are skewed there, from 0.7 to
//! 3.9, so their means, which add up to the queue, are 2.03 to 2.13.

use serde_json::{Value, json};
use vegaslab_papers::observe::{Observation, Window, observe};
use vegaslab_papers::quantity::{FlowFigure, LinkFigure};
use vegaslab_sim::scenario::{self, Scenario};
use vegaslab_theory::predict::predict;
use vegaslab_theory::predict::report::{AtRest, FlowAtRest, Prediction};

/// Distances between the flows' starts, s.
const START_GAPS_S: [f64; 4] = [0.0, 0.013, 0.03, 0.07];

fn scenario(table: &Table<'_>, apart_s: f64) -> Scenario {
    let flow = |n: usize| {
        json!({
            "name": format!("{n}a"), "from": format!("Host{n}a"), "to": format!("Host{n}b"),
            "start_s": (n - 1) as f64 * apart_s, "smss_bytes": 960, "header_bytes": 40, "rwnd_bytes": 9_600_000,
            "traffic": { "kind": "bulk" }, "sender": { "preset": table.preset }, "receiver": { "kind": "every_packet" },
        })
    };
    let flows: Vec<Value> = (1..=table.rates.len()).map(flow).collect();
    let value = json!({
        "version": 1, "name": table.topology, "duration_s": table.window.1,
        "topology": { "kind": table.topology }, "links": [], "flows": flows,
    });
    scenario::from_value(value).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// Mean of a metric over the runs.
fn mean(runs: &[Observation], figure: impl Fn(&Observation) -> Result<f64, String>) -> f64 {
    let figures = runs.iter().map(|run| figure(run).unwrap_or_else(|problem| panic!("{problem}")));
    figures.sum::<f64>() / runs.len() as f64
}

/// The only equilibrium of a prediction for flows that start together.
fn equilibrium(prediction: &Prediction) -> &AtRest {
    assert!(prediction.flows.iter().all(|flow| flow.applies), "{prediction:?}");
    assert_eq!((prediction.intervals.len(), prediction.intervals[0].at_rest.len()), (1, 1), "{prediction:?}");
    &prediction.intervals[0].at_rest[0]
}

/// A column of a table: the paper's model and simulation for each flow or link.
type Column<'a> = &'a [(f64, f64)];

/// One table: its flows' RTTs (ms), rates (KB/s) and windows, and the queues of its full links.
struct Table<'a> {
    topology: &'a str,
    preset: &'a str,
    window: Window,
    rtts: Column<'a>,
    rates: Column<'a>,
    cwnds: Column<'a>,
    queues: Column<'a>,
    /// Known deviations beyond the tolerance: column, index and relative deviation.
    known_deviations: &'a [(&'a str, usize, f64)],
}

impl Table<'_> {
    /// Asserts that each number of a column is within 3 % of the prediction, or as close as the paper's simulation is
    /// to its model.
    fn assert_near(&self, what: &str, ours: &[f64], predicted: &[f64], printed: Column<'_>) {
        assert_eq!((ours.len(), predicted.len()), (printed.len(), printed.len()), "{what}");
        for (index, ((ours, predicted), (model, simulation))) in ours.iter().zip(predicted).zip(printed).enumerate() {
            let (distance, theirs) = (ours / predicted - 1.0, (simulation / model - 1.0_f64).abs());
            let message = format!(
                "{what} {index}: {ours:.3}, predicted {predicted:.3}, {:+.2} % (paper {:.2} %)",
                distance * 100.0,
                theirs * 100.0
            );
            println!("{message}");
            match self.known_deviations.iter().find(|(column, at, _)| (*column, *at) == (what, index)) {
                // A stated deviation must be correct within half a percent, and necessary.
                Some((_, _, stated)) => {
                    assert!((distance - stated).abs() <= 0.005 && distance.abs() > theirs.max(0.03), "{message}");
                }
                None => assert!(distance.abs() <= theirs.max(0.03), "{message}"),
            }
        }
    }

    fn check(&self) {
        let window = Some(self.window);
        let runs = START_GAPS_S.map(|apart_s| observe(&scenario(self, apart_s), &[window], &[], |_| {}));
        let prediction = predict(&scenario(self, 0.0));
        let equilibrium = equilibrium(&prediction);
        assert!(equilibrium.residuals.is_some_and(|left| left.worst() < 1e-12), "{:?}", equilibrium.residuals);
        assert!(prediction.intervals[0].caveats.is_empty(), "{:?}", prediction.intervals[0].caveats);
        let of_flows = |figure: FlowFigure, predicted: fn(&FlowAtRest) -> f64| -> (Vec<f64>, Vec<f64>) {
            let ours = |flow: &FlowAtRest| mean(&runs, |run| run.flow(&flow.name, figure, window));
            equilibrium.flows.iter().map(|flow| (ours(flow), predicted(flow))).unzip()
        };
        let (ours, predicted) = of_flows(FlowFigure::RttMs, |flow| flow.rtt_ms);
        self.assert_near("RTT", &ours, &predicted, self.rtts);
        // A segment is 1000 bytes on the wire.
        let (ours, predicted) = of_flows(FlowFigure::SegmentsPerS, |flow| flow.wire_rate_bytes_per_s / 1e3);
        self.assert_near("rate", &ours, &predicted, self.rates);
        let (ours, predicted) = of_flows(FlowFigure::Cwnd, |flow| flow.cwnd_segments);
        self.assert_near("cwnd", &ours, &predicted, self.cwnds);
        let full = equilibrium.links.iter().filter(|link| link.price_ms > 0.0);
        let waiting = |link: &str| mean(&runs, |run| run.link(link, LinkFigure::WaitingPackets, window));
        let (ours, predicted): (Vec<f64>, Vec<f64>) =
            full.map(|link| (waiting(&link.name), link.queue_packets)).unzip();
        self.assert_near("queue", &ours, &predicted, self.queues);
    }
}

#[test]
fn table_1_matches_the_prediction() {
    let table = Table {
        topology: "low_single",
        preset: "vegas-pf",
        window: (10.0, 20.0),
        rtts: &[(17.0, 17.1), (17.0, 17.1), (22.0, 21.9), (32.0, 31.9), (42.0, 41.9)],
        rates: &[(1200.0, 1205.0), (1200.0, 1183.0), (1200.0, 1228.0), (1200.0, 1247.0), (1200.0, 1161.0)],
        cwnds: &[(20.4, 20.5), (20.4, 20.2), (26.4, 27.0), (38.4, 39.9), (50.4, 49.8)],
        queues: &[(10.0, 9.8)],
        known_deviations: &[],
    };
    table.check();
}

#[test]
fn table_2_matches_the_prediction() {
    let table = Table {
        topology: "low_single",
        preset: "vegas-wpf",
        window: (10.0, 20.0),
        rtts: &[(19.4, 19.55), (19.4, 19.58), (24.4, 24.4), (34.4, 34.3), (44.4, 44.3)],
        rates: &[(756.3, 781.0), (756.3, 774.0), (1003.0, 994.0), (1496.0, 1495.0), (1990.0, 1975.0)],
        cwnds: &[(14.7, 15.1), (14.7, 14.9), (24.5, 24.6), (51.5, 51.7), (88.4, 88.6)],
        queues: &[(24.34, 24.24)],
        known_deviations: &[],
    };
    table.check();
}

#[test]
fn table_3_matches_the_prediction() {
    let rates =
        [(1382.0, 1368.0), (1382.0, 1374.0), (3618.0, 3630.0), (2236.0, 2245.0), (3618.0, 3632.0), (1000.0, 980.0)];
    let table = Table {
        topology: "low_chain",
        preset: "vegas-pf",
        window: (22.0, 42.0),
        rtts: &[(76.96, 76.98), (81.96, 81.98), (15.89, 15.89), (61.23, 61.22), (20.89, 20.9), (102.69, 102.73)],
        rates: &rates,
        cwnds: &[(106.35, 106.45), (113.27, 113.7), (57.5, 58.3), (136.93, 139.0), (75.6, 75.7), (102.69, 100.6)],
        queues: &[(3.32, 3.5), (5.37, 5.51), (3.32, 3.31)],
        known_deviations: &[("queue", 1, 0.077)],
    };
    table.check();
}

#[test]
fn table_4_matches_the_prediction() {
    // The paper's model weights flows by latency; its senders, like our prediction, by their measured base RTT.
    let rates =
        [(1463.0, 1443.0), (1509.0, 1512.0), (2819.0, 2821.0), (1310.0, 1306.0), (2775.0, 2760.0), (1714.0, 1703.0)];
    let table = Table {
        topology: "low_chain",
        preset: "vegas-wpf",
        window: (22.0, 42.0),
        rtts: &[(85.74, 85.77), (91.12, 91.13), (16.4, 16.44), (69.5, 69.51), (21.78, 21.78), (112.35, 112.36)],
        rates: &rates,
        cwnds: &[(125.47, 125.3), (137.5, 139.0), (46.24, 46.65), (91.04, 91.6), (60.44, 60.3), (192.6, 193.0)],
        queues: &[(6.39, 6.38), (54.96, 55.3), (8.65, 8.64)],
        known_deviations: &[],
    };
    table.check();
}

//! Low, Peterson & Wang 2000, section 6: what their model and their ns-2 runs give, over a link of 48 Mbit/s (6 packets/ms)
//! that nothing ever overflows. Packets are 1000 bytes with their headers. Queues are counted as ns-2 counts them, without the
//! packet in transmission: its time is part of the propagation delay in the tables.

use serde_json::{Value, json};
use vegaslab_sim::Simulation;
use vegaslab_sim::trace::tables::{SegmentKind, Tables};

use crate::support::checked;

/// The bottleneck forward: the access links come first, each with two directions.
fn bottleneck(flows: usize) -> u16 {
    2 * flows as u16
}

/// One flow per latency, in ms both ways, from a host of its own to a host of its own.
fn network(latencies_ms: &[f64], host_rate_bps: u64, starts_s: &[f64], duration_s: f64, sender: &Value) -> Value {
    let link = |name: String, from: String, to: String, rate_bps: u64, delay_ms: f64| {
        let queue = json!({ "kind": "drop_tail_packets", "limit_packets": 1_000_000 });
        json!({ "name": name, "from": from, "to": to, "rate_bps": rate_bps, "delay_ms": delay_ms, "queue": queue })
    };
    let hosts = |side: &str, delays: Vec<f64>| -> Vec<Value> {
        let one = |(host, delay): (usize, f64)| match side {
            "a" => link(format!("in {host}"), format!("a{host}"), "R1".into(), host_rate_bps, delay),
            _ => link(format!("out {host}"), "R2".into(), format!("b{host}"), host_rate_bps, delay),
        };
        delays.into_iter().enumerate().map(one).collect()
    };
    let mut links = hosts("a", latencies_ms.iter().map(|latency| latency / 2.0).collect());
    links.push(link("bottleneck".into(), "R1".into(), "R2".into(), 48_000_000, 0.0));
    links.extend(hosts("b", vec![0.0; latencies_ms.len()]));
    let flow = |(host, start_s): (usize, &f64)| {
        json!({
            "name": format!("{host}"), "from": format!("a{host}"), "to": format!("b{host}"), "start_s": start_s,
            "smss_bytes": 960, "header_bytes": 40, "rwnd_bytes": 9_600_000, "traffic": { "kind": "bulk" },
            "sender": sender, "receiver": { "kind": "every_packet" },
        })
    };
    let flows: Vec<Value> = starts_s.iter().enumerate().map(flow).collect();
    json!({
        "version": 1, "name": "low", "duration_s": duration_s, "record": { "max_rows": 20_000_000 },
        "links": links, "flows": flows,
    })
}

/// What a run shows between two moments.
#[derive(Debug, Default)]
struct Measured {
    /// Per flow: packets that arrived, KB/s; cwnd averaged over time, segments; base_rtt at the end, ms.
    rates: Vec<f64>,
    cwnds: Vec<f64>,
    base_rtts: Vec<f64>,
    /// Packets waiting for the bottleneck, averaged over time.
    queue: f64,
}

/// A value that steps, and its integral over a window of time.
#[derive(Clone, Copy, Debug, Default)]
struct Stepped {
    since_s: f64,
    value: f64,
    integral: f64,
}

impl Stepped {
    fn set(&mut self, time_s: f64, value: f64, (from_s, to_s): (f64, f64)) {
        self.integral += self.value * (time_s.clamp(from_s, to_s) - self.since_s.clamp(from_s, to_s));
        (self.since_s, self.value) = (time_s, value);
    }

    fn mean(mut self, window: (f64, f64)) -> f64 {
        self.set(window.1, self.value, window);
        self.integral / (window.1 - window.0)
    }
}

/// One run, measured in some windows of time, s.
fn measure(scenario: Value, windows: &[(f64, f64)]) -> Vec<Measured> {
    let scenario = checked(scenario);
    let flows = scenario.flows.len();
    let mut queues = vec![Stepped::default(); windows.len()];
    let mut cwnds = vec![vec![Stepped::default(); flows]; windows.len()];
    let mut arrived = vec![vec![0_u32; flows]; windows.len()];
    let mut base_rtts = vec![vec![f64::NAN; flows]; windows.len()];
    let mut take = |tables: &Tables| {
        for (number, &window) in windows.iter().enumerate() {
            let within = |time_s: f64| time_s >= window.0 && time_s < window.1;
            let rows = &tables.queues;
            for row in (0..rows.len()).filter(|&row| rows.link[row] == bottleneck(flows)) {
                queues[number].set(rows.time_s[row], f64::from(rows.packets[row].saturating_sub(1)), window);
            }
            let rows = &tables.windows;
            for row in 0..rows.len() {
                cwnds[number][usize::from(rows.flow[row])].set(rows.time_s[row], rows.cwnd[row], window);
            }
            let rows = &tables.segments;
            for row in (0..rows.len()).filter(|&row| within(rows.time_s[row])) {
                arrived[number][usize::from(rows.flow[row])] +=
                    u32::from(rows.kind[row] == SegmentKind::DataArrived as u8);
            }
            let rows = &tables.rtts;
            for row in (0..rows.len()).filter(|&row| within(rows.time_s[row])) {
                base_rtts[number][usize::from(rows.flow[row])] = rows.base_rtt_ms[row];
            }
        }
    };
    let mut simulation = Simulation::new(&scenario);
    while !simulation.step(100_000) {
        take(&simulation.take_rows());
    }
    take(&simulation.take_rows());
    simulation.audit().expect("the books balance");
    let summary = simulation.summary();
    assert_eq!(summary.rows_thinned, 0);
    assert_eq!(summary.links.iter().map(|link| link.drops).sum::<u64>(), 0);
    let results = windows.iter().zip(queues).zip(cwnds).zip(arrived).zip(base_rtts);
    results
        .map(|((((&window, queue), cwnds), arrived), base_rtts)| Measured {
            // A packet is 1 KB.
            rates: arrived.into_iter().map(|packets| f64::from(packets) / (window.1 - window.0)).collect(),
            cwnds: cwnds.into_iter().map(|cwnd| cwnd.mean(window)).collect(),
            base_rtts,
            queue: queue.mean(window),
        })
        .collect()
}

fn assert_close(what: &str, ours: &[f64], theirs: &[f64], tolerance: f64) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert!((ours / theirs - 1.0).abs() <= tolerance, "{what}: ours {ours:.2}, theirs {theirs:.2}");
    }
}

/// The tolerances for sensible agreement with the tables.
const RATE: f64 = 0.04;
const QUEUE: f64 = 0.05;
const BASE_RTT_MS: f64 = 0.1;

const LATENCIES_MS: [f64; 5] = [15.0, 15.0, 20.0, 30.0, 40.0];
const BASE_RTTS_MS: [f64; 5] = [15.34, 15.34, 20.34, 30.34, 40.34];

/// Tables 1 and 2: five flows for 20 s, of which the first 10 are transient. They start a little apart, in several ways:
/// flows without any chance in them lock into patterns.
fn five_flows(sender: &Value) -> Vec<Measured> {
    let run = |apart_s: f64| {
        let starts: Vec<f64> = (0..5).map(|flow| f64::from(flow) * apart_s).collect();
        measure(network(&LATENCIES_MS, 100_000_000, &starts, 20.0, sender), &[(10.0, 20.0)]).remove(0)
    };
    [0.0, 0.013, 0.03, 0.07].map(run).into()
}

fn assert_table(runs: &[Measured], model: [f64; 5], simulated: [f64; 5], cwnds: [f64; 5], queues: [f64; 2]) {
    for run in runs {
        assert_close("rates, model", &run.rates, &model, RATE);
        for queue in queues {
            assert_close("queue", &[run.queue], &[queue], QUEUE);
        }
        for (ours, theirs) in run.base_rtts.iter().zip(BASE_RTTS_MS) {
            assert!((ours - theirs).abs() <= BASE_RTT_MS, "base_rtt: ours {ours}, theirs {theirs}");
        }
    }
    let mean = |of: fn(&Measured, usize) -> f64| -> Vec<f64> {
        (0..5).map(|flow| runs.iter().map(|run| of(run, flow)).sum::<f64>() / runs.len() as f64).collect()
    };
    assert_close("mean rates, simulation", &mean(|run, flow| run.rates[flow]), &simulated, RATE);
    assert_close("mean cwnd, model", &mean(|run, flow| run.cwnds[flow]), &cwnds, RATE);
}

#[test]
fn table_1_proportional_fairness() {
    assert_table(
        &five_flows(&json!({ "preset": "vegas-pf" })),
        [1200.0; 5],
        [1205.0, 1183.0, 1228.0, 1247.0, 1161.0],
        [20.4, 20.4, 26.4, 38.4, 50.4],
        [10.0, 9.8],
    );
}

#[test]
fn table_2_weighted_proportional_fairness() {
    assert_table(
        &five_flows(&json!({ "preset": "vegas-wpf" })),
        [756.3, 756.3, 1003.0, 1496.0, 1990.0],
        [781.0, 774.0, 994.0, 1495.0, 1975.0],
        [14.7, 14.7, 24.5, 51.5, 88.4],
        [24.34, 24.24],
    );
}

#[test]
fn with_a_rounded_diff_flows_freeze_at_unequal_rates() {
    // Any backlog within half a packet of alpha = beta is right: the paper's equal rates need the real diff.
    let sender = json!({ "preset": "vegas-pf", "avoidance": { "rounding": "nearest" } });
    for run in five_flows(&sender) {
        let (least, most) = run.rates.iter().fold((f64::MAX, 0.0_f64), |(a, b), &rate| (a.min(rate), b.max(rate)));
        assert!(most / least > 1.15, "{:?}", run.rates);
    }
}

/// Table 5 and Figure 5: a flow more every 20 s, of which the last 5 s are measured.
fn one_more_every_20_s(base_rtt: &str) -> Vec<Measured> {
    let sender = json!({ "preset": "vegas-wpf", "base_rtt": base_rtt, "avoidance": { "alpha": 2, "beta": 2 } });
    let starts = [0.0, 20.0, 40.0, 60.0, 80.0];
    measure(
        network(&[10.0; 5], 1_600_000_000, &starts, 100.0, &sender),
        &starts.map(|start| (start + 15.0, start + 20.0)),
    )
}

/// What the model says of `flows` such flows: what each takes for its propagation delay (ms), their rates (KB/s) and the
/// queue. A flow that starts takes the queue that it finds for propagation. With `c` packets per ms and true delay `d`, the
/// price `p` (ms in the queue) solves `sum of alpha dh / (p - (dh - d)) = c`.
fn recursion(flows: usize) -> (Vec<f64>, Vec<f64>, f64) {
    let (d, alpha, c) = (10.0, 2.0, 6.0);
    let (mut believed, mut price) = (Vec::new(), 0.0);
    for _ in 0..flows {
        let last: f64 = d + price;
        believed.push(last);
        let demand = |p: f64| believed.iter().map(|dh| alpha * dh / (p - (dh - d))).sum::<f64>();
        let (mut low, mut high) = (last - d, last - d + 1e4);
        for _ in 0..200 {
            price = (low + high) / 2.0;
            if demand(price) > c { low = price } else { high = price }
        }
    }
    let rates = believed.iter().map(|dh| 1e3 * alpha * dh / (price - (dh - d))).collect();
    (believed, rates, c * price)
}

#[test]
fn table_5_every_flow_takes_the_queue_that_it_finds_for_propagation() {
    let printed: [(&[f64], f64); 5] = [
        (&[5980.0], 19.8),
        (&[2050.0, 3920.0], 59.0),
        (&[960.0, 1460.0, 3540.0], 127.3),
        (&[510.0, 724.0, 1340.0, 3380.0], 237.5),
        (&[290.0, 404.0, 676.0, 1298.0, 3278.0], 416.3),
    ];
    for (index, (run, (rates, queue))) in one_more_every_20_s("measured").iter().zip(printed).enumerate() {
        let active = index + 1;
        let model = recursion(active);
        assert_close("rates, model", &run.rates[..active], &model.1, RATE);
        assert_close("rates, simulation", &run.rates[..active], rates, RATE);
        assert_close("queue, model", &[run.queue], &[model.2], QUEUE);
        assert_close("queue, simulation", &[run.queue], &[queue], QUEUE);
        // Table 6: what each took for its propagation delay, with 0.184 ms for its own transmission.
        let believed: Vec<f64> = model.0.iter().map(|dh| dh + 0.184).collect();
        assert_close("base_rtt", &run.base_rtts[..active], &believed, 0.01);
    }
}

#[test]
fn the_recursion_gives_the_model_column_of_table_5() {
    let (_, rates, queue) = recursion(5);
    assert_close("rates", &rates, &[290.0, 400.0, 670.0, 1300.0, 3340.0], 0.012);
    assert_close("queue", &[queue], &[416.0], 0.001);
}

#[test]
fn figure_5a_flows_that_are_told_their_propagation_delay_add_20_4_packets_each() {
    for (index, run) in one_more_every_20_s("told").iter().enumerate() {
        let active = index + 1;
        assert_close("queue", &[run.queue], &[20.37 * active as f64], QUEUE);
        assert_close("rates", &run.rates[..active], &vec![6000.0 / active as f64; active], RATE);
        assert!(run.base_rtts[..active].iter().all(|base| (base - 10.184).abs() < 1e-3), "{:?}", run.base_rtts);
    }
}

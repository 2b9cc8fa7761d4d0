//! Compares Westwood+, CUBIC and BBR on small networks with theory.

use serde_json::{Value, json};
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::{SegmentKind, Tables};

use crate::support::{SegmentEvent, checked, events, kind, run};

const PACKET_BYTES: f64 = 1_500.0;

/// One endless flow of 1500-byte packets over one link; every packet is acknowledged.
#[derive(Clone, Copy)]
struct Network {
    rate_bps: f64,
    rtt_s: f64,
    buffer_packets: u32,
    loss: f64,
    duration_s: f64,
    seed: u64,
}

impl Network {
    fn run(&self, sender: Value) -> (Summary, Tables) {
        let link = |name: &str, from: &str, to: &str, loss: f64| {
            json!({ "name": name, "from": from, "to": to, "both_ways": false, "rate_bps": self.rate_bps as u64,
                    "delay_ms": self.rtt_s * 500.0, "loss": { "kind": "bernoulli", "rate": loss },
                    "queue": { "kind": "drop_tail_packets", "limit_packets": self.buffer_packets } })
        };
        run(&checked(json!({
            "version": 1, "name": "modern", "duration_s": self.duration_s, "seed": self.seed,
            "record": { "max_rows": 20_000_000 },
            "links": [link("there", "a", "b", self.loss), link("back", "b", "a", 0.0)],
            "flows": [{ "name": "flow", "from": "a", "to": "b", "smss_bytes": 1_460, "header_bytes": 40,
                        "rwnd_bytes": 14_600_000, "traffic": { "kind": "bulk" }, "sender": sender,
                        "receiver": { "kind": "every_packet" } }],
        })))
    }

    fn run_seed(&self, seed: u64, sender: Value) -> (Summary, Tables) {
        Self { seed, ..*self }.run(sender)
    }

    /// Packets that fit the path without a queue.
    fn bdp(&self) -> f64 {
        self.rate_bps * self.rtt_s / 8.0 / PACKET_BYTES
    }

    fn packet_time_s(&self) -> f64 {
        PACKET_BYTES * 8.0 / self.rate_bps
    }
}

#[test]
fn from_a_numeric_threshold_on_the_window_grows_by_one_a_round() {
    // A round takes 100 ms: the window of 16 segments leaves in 2 ms.
    let network = Network { rate_bps: 1e8, rtt_s: 0.1, buffer_packets: 1_000, loss: 0.0, duration_s: 3.0, seed: 1 };
    for (preset, threshold) in [("reno", 16), ("newreno", 16), ("newreno", 5), ("sack", 64)] {
        let sender = json!({ "preset": preset, "initial_cwnd": 1, "initial_ssthresh": threshold });
        let windows = network.run(sender).1.windows;
        let in_round = |round: u32| {
            let middle = 0.1 * f64::from(round) + 0.05;
            windows.cwnd[windows.time_s.partition_point(|time_s| *time_s <= middle) - 1]
        };
        let rounds: Vec<f64> = (0..25).map(in_round).collect();
        let doubling = rounds.iter().take_while(|cwnd| **cwnd < f64::from(threshold)).count();
        for (round, cwnd) in rounds[..doubling].iter().enumerate() {
            assert_eq!(*cwnd, f64::from(1_u32 << round), "{preset} {threshold}: {rounds:?}");
        }
        // BSD still counts the window that equals the threshold as slow start, for one ACK.
        let reached = f64::from(threshold);
        assert!((reached..reached + 2.0).contains(&rounds[doubling]), "{preset} {threshold}: {rounds:?}");
        for two in rounds[doubling + 1..].windows(2) {
            assert!((0.8..=1.0).contains(&(two[1] - two[0])), "{preset} {threshold}: {rounds:?}");
        }
    }
}

/// Times of the events of one kind.
fn times(events: &[SegmentEvent], wanted: SegmentKind) -> Vec<f64> {
    events.iter().filter(|event| event.kind == kind(wanted)).map(|event| event.time_s).collect()
}

/// Share of the link's rate at which packets arrived between two times.
fn utilization(network: &Network, tables: &Tables, from_s: f64, to_s: f64) -> f64 {
    let arrived = times(&events(tables, 0), SegmentKind::DataArrived);
    let count = arrived.iter().filter(|time| (from_s..to_s).contains(*time)).count();
    count as f64 * network.packet_time_s() / (to_s - from_s)
}

/// Mean packets at a link from a time on.
fn mean_queue(tables: &Tables, link: u16, from_s: f64) -> f64 {
    let queues = &tables.queues;
    let rows: Vec<(f64, f64)> = (0..queues.len())
        .filter(|&row| queues.link[row] == link && queues.time_s[row] >= from_s)
        .map(|row| (queues.time_s[row], f64::from(queues.packets[row])))
        .collect();
    let area: f64 = rows.windows(2).map(|pair| pair[0].1 * (pair[1].0 - pair[0].0)).sum();
    area / (rows[rows.len() - 1].0 - rows[0].0)
}

/// Intervals in which the window had this value.
fn intervals_at(tables: &Tables, cwnd: f64) -> Vec<(f64, f64)> {
    let windows = &tables.windows;
    let mut spells = Vec::new();
    let mut since = None;
    for row in 0..windows.len() {
        match (windows.cwnd[row] == cwnd, since) {
            (true, None) => since = Some(windows.time_s[row]),
            (false, Some(began)) => {
                spells.push((began, windows.time_s[row]));
                since = None;
            }
            _ => {}
        }
    }
    spells
}

const DEEP: Network =
    Network { rate_bps: 10e6, rtt_s: 0.04, buffer_packets: 1_000, loss: 0.0, duration_s: 41.0, seed: 1 };

#[test]
fn bbr_fills_a_path_but_not_its_deep_buffer() {
    let (summary, tables) = DEEP.run(json!({ "preset": "bbr" }));
    assert_eq!(summary.links[0].drops, 0);
    // Every ten seconds PROBE_RTT takes 200 ms, plus about one round to drain and one to refill. Pacing leaves 1 %
    // unused.
    let used = utilization(&DEEP, &tables, 1.0, 41.0);
    assert!(used > 0.95, "{used}");
    // The window is 2 BDP plus 3 segments, and the path itself holds one BDP.
    let queue = mean_queue(&tables, 0, 1.0);
    assert!(queue < DEEP.bdp(), "{queue} of {}", DEEP.bdp());
}

#[test]
fn bbr_measures_the_propagation_delay_every_ten_seconds() {
    let (_, tables) = DEEP.run(json!({ "preset": "bbr" }));
    let spells = intervals_at(&tables, 4.0);
    // The first RTT is that of the empty path. For the next ten seconds no RTT is as small.
    assert_eq!(spells.len(), 3, "{spells:?}");
    assert!(spells[0].0 > 10.0 && spells.windows(2).all(|pair| pair[1].0 - pair[0].1 > 10.0), "{spells:?}");
    // At least 200 ms at four segments. Before that the flight of at most 2 BDP drains, and an ACK ends the interval.
    let longest = 0.2 + 2.0 * DEEP.rtt_s + DEEP.packet_time_s();
    assert!(spells.iter().all(|(began, ended)| (0.2..longest).contains(&(ended - began))), "{spells:?}");
    let rtts = &tables.rtts;
    let shortest_ms = |from: f64, to: f64| {
        let within = (0..rtts.len()).filter(|&row| (from..to).contains(&rtts.time_s[row]));
        within.map(|row| rtts.rtt_ms[row]).fold(f64::INFINITY, f64::min)
    };
    // Propagation plus the transmission of a packet and of its ACK.
    let propagation_ms = 1e3 * (DEEP.rtt_s + DEEP.packet_time_s() * (1.0 + 40.0 / PACKET_BYTES));
    assert!(shortest_ms(1.0, spells[0].0) > propagation_ms + 1e-6);
    for (began, ended) in spells {
        assert!((shortest_ms(began, ended) - propagation_ms).abs() < 1e-6);
    }
}

/// The rate of a Reno flow without timeouts over a path that loses each packet with probability p, packets/s: its mean
/// window is 1.31 / sqrt(p) (Ott, Kemperman & Mathis 1996; Mathis' constant 1.22 applies to evenly spaced losses).
fn reno_bound(network: &Network) -> f64 {
    1.31 / network.loss.sqrt() / network.rtt_s
}

const LOSSY: Network =
    Network { rate_bps: 10e6, rtt_s: 0.1, buffer_packets: 100, loss: 0.01, duration_s: 60.0, seed: 1 };

/// Goodput in packets/s over a path with 1 % random loss, averaged over five seeds.
fn over_lossy_path(sender: &Value) -> f64 {
    let rate = |seed| LOSSY.run_seed(seed, sender.clone()).0.flows[0].goodput_bytes_per_s / 1_460.0;
    (1..=5).map(rate).sum::<f64>() / 5.0
}

#[test]
fn with_random_losses_westwood_exceeds_the_bound_of_reno() {
    // The senders differ only in the decrease. Westwood's sets the window from the bandwidth measured before the loss.
    let westwood = over_lossy_path(&json!({ "preset": "westwood" }));
    let reno = over_lossy_path(&json!({ "preset": "westwood", "decrease": { "kind": "half", "of": "flight" } }));
    let bound = reno_bound(&LOSSY);
    assert!(reno < bound && bound < westwood, "Reno {reno}, at most {bound}; Westwood {westwood}");
}

#[test]
fn with_random_losses_illinois_keeps_several_times_the_window_of_reno() {
    let loss = 0.001;
    let network = Network { rate_bps: 100e6, rtt_s: 0.1, buffer_packets: 1_000, loss, duration_s: 100.0, seed: 1 };
    // On an empty path, a growth of a segments per RTT and a cut by the share b keep sqrt(a (2 - b) / (2 b loss))
    // segments in flight: Reno 39, Illinois with its largest alpha and smallest beta 274. The pipe holds 833.
    let aimd = |a: f64, b: f64| (a * (2.0 - b) / (2.0 * b * loss)).sqrt();
    let goodput = |seed| network.run_seed(seed, json!({ "preset": "illinois" })).0.flows[0].goodput_bytes_per_s;
    let window = (1..=3).map(goodput).sum::<f64>() / 3.0 / 1_460.0 * network.rtt_s;
    assert!(window > 4.0 * aimd(1.0, 0.5) && window < aimd(10.0, 0.125), "{window} segments");
}

#[test]
fn random_losses_barely_slow_bbr() {
    let bbr = over_lossy_path(&json!({ "preset": "bbr" }));
    // Goodput excludes lost packets. Pacing leaves 1 % unused, PROBE_RTT costs 200 ms and a few RTTs every ten seconds,
    // and startup one second of the sixty.
    let share = bbr * LOSSY.packet_time_s();
    assert!(share > 0.9, "{share}");
}

const FAST: Network = Network { rate_bps: 40e6, rtt_s: 0.1, buffer_packets: 300, loss: 0.0, duration_s: 60.0, seed: 1 };

#[test]
fn hystart_ends_slow_start_before_the_buffer_overflows() {
    let drops = |hystart: Value| {
        let sender = json!({ "preset": "cubic", "slow_start": hystart });
        let (_, tables) = Network { duration_s: 3.0, ..FAST }.run(sender);
        times(&events(&tables, 0), SegmentKind::DropFull).len()
    };
    // Without HyStart, slow start learns of the first loss when its window is twice what path and buffer hold, so it
    // loses as many packets as they hold. More losses follow, because 0.7 of that window is still too much.
    let without_hystart = drops(json!({ "ack_train": false, "delay_increase": false }));
    let capacity = FAST.bdp() + f64::from(FAST.buffer_packets);
    assert!(without_hystart as f64 > 0.9 * capacity, "{without_hystart} of {capacity}");
    assert_eq!(drops(json!({})), 0);
    assert_eq!(drops(json!({ "ack_train": false })), 0, "with the rising RTT alone");
}

/// The time of the first retransmission of each recovery. Those of one recovery come within an RTT, so less than 1 s
/// apart.
fn loss_times(tables: &Tables) -> Vec<f64> {
    let mut losses: Vec<f64> = Vec::new();
    let mut last = f64::NEG_INFINITY;
    for time in times(&events(tables, 0), SegmentKind::RetransmitFast) {
        if time > last + 1.0 {
            losses.push(time);
        }
        last = time;
    }
    losses
}

#[test]
fn cubic_follows_its_cubic_function_between_losses() {
    let (summary, tables) = FAST.run(json!({ "preset": "cubic" }));
    assert_eq!(summary.flows[0].coarse_timeouts, 0);
    let windows = &tables.windows;
    let losses = loss_times(&tables);
    assert!(losses.len() >= 5, "{losses:?}");
    // The longest RTT occurs with a full buffer.
    let rtt_s = FAST.rtt_s + f64::from(FAST.buffer_packets) * FAST.packet_time_s();
    let mut w_max = 0.0;
    for (n, &lost_s) in losses.iter().enumerate() {
        let end_s = losses.get(n + 1).copied().unwrap_or(FAST.duration_s);
        let cut = (0..windows.len()).find(|&row| windows.time_s[row] >= lost_s).expect("a window after the loss");
        let (before, low) = (windows.cwnd[cut - 1], windows.cwnd[cut]);
        // The factor applies to segments in flight: whole ones, and up to two more from limited transmit.
        assert!((0.7 * before.floor()..=0.7 * (before.floor() + 2.0)).contains(&low), "{low} of {before}");
        // Fast convergence (RFC 9438, section 4.7).
        w_max = if before < w_max { before * (1.0 + 0.7) / 2.0 } else { before };
        let k_s = libm::cbrt((w_max - low) / 0.4);
        let w_cubic = |t_s: f64| 0.4 * (t_s - k_s) * (t_s - k_s) * (t_s - k_s) + w_max;
        let first = (cut..windows.len()).find(|&row| windows.cwnd[row] > low).expect("growth");
        assert!(windows.time_s[first] < lost_s + 2.0 * rtt_s, "recovery takes longer than two RTTs");
        // Each ACK moves the window 1/cwnd of the way to the cubic one RTT R ahead, so the window lags like an
        // exponential filter: at time x after the plateau it is C (x^3 + 3 x R^2 - 2 R^3) above the plateau. That is at
        // most C R^3 below the cubic of one RTT ago, and never above the cubic of one RTT ahead.
        let rows = (first..windows.len()).take_while(|&row| windows.time_s[row] < end_s);
        let began_s = windows.time_s[first];
        for (cwnd, t_s) in rows.map(|row| (windows.cwnd[row], windows.time_s[row] - began_s)) {
            let (least, most) = (w_cubic(t_s - rtt_s) - 0.4 * rtt_s * rtt_s * rtt_s, w_cubic(t_s + rtt_s));
            assert!((least..=most).contains(&cwnd), "{t_s} s after {lost_s} s: {cwnd}, not {least} to {most}");
        }
        // The window grows faster than Reno's, which adds at most one segment per RTT.
        if n + 1 < losses.len() {
            let last = (first..windows.len()).take_while(|&row| windows.time_s[row] < end_s).last().unwrap_or(first);
            assert!(windows.cwnd[last] - low > (end_s - began_s) / FAST.rtt_s, "from {began_s} s to {end_s} s");
        }
    }
}

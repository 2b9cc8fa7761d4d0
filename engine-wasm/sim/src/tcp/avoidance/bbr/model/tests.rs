use super::*;
use crate::kernel::{MILLISECOND, SECOND};

const MS: u64 = MILLISECOND;
const SETTINGS: Settings = Settings {
    startup_gain: 2.885,
    cwnd_gain: 2.0,
    min_rtt_window: 10 * SECOND,
    probe_rtt_time: 200 * MS,
    finds_policers: false,
};

/// A model that gets one ACK per round trip of 40 ms.
struct Path {
    model: Model,
    delivery: Delivery,
    now: Nanos,
    total: u64,
    app_limited: bool,
}

impl Path {
    fn new() -> Self {
        let model = Model::new(SETTINGS, Stream::new(1, "bbr"));
        Self { model, delivery: Delivery::default(), now: 0, total: 0, app_limited: false }
    }

    /// Passes in an ACK one round trip later, with this rate, flight and RTT.
    fn round(&mut self, segments_per_ms: f64, in_flight: u32, rtt_ms: u64) -> ModelUpdate {
        self.now += 40 * MS;
        let before = self.total;
        self.total += 1;
        let sample = Sample {
            now: self.now,
            delivered: 1,
            total: self.total,
            before,
            rate: Rate::new(segments_per_ms, MS),
            app_limited: self.app_limited,
            in_flight_before: in_flight + 1,
            in_flight,
            rtt: Some(rtt_ms * MS),
            lost: 0,
        };
        self.model.on_sample(&sample, &mut self.delivery)
    }

    /// Returns a path in PROBE_BW at one segment per ms and 40 ms: 40 segments fit, plus 3 in the end hosts, rounded up
    /// to 44.
    fn probing() -> Self {
        let mut path = Self::new();
        (0..4).for_each(|_| _ = path.round(1.0, 100, 40));
        path.round(1.0, 45, 40);
        assert_eq!((path.model.mode(), path.model.pipe_is_full()), (Mode::Drain, true));
        path.round(1.0, 44, 40);
        assert_eq!(path.model.mode(), Mode::ProbeBw);
        path
    }
}

#[test]
fn startup_and_drain_pace_at_2_885_and_its_inverse() {
    let mut path = Path::new();
    for rate in [1.0, 2.0, 3.2, 3.2, 3.2] {
        path.round(rate, 1_000, 40);
        assert_eq!((path.model.mode(), path.model.pacing_gain()), (Mode::Startup, 2.885));
    }
    path.round(3.2, 1_000, 40);
    assert_eq!((path.model.mode(), path.model.pacing_gain()), (Mode::Drain, 1.0 / 2.885));
    // 2.885 * 3.2 * 40 = 369.28: 370 plus 3, rounded up to even.
    assert_eq!(path.model.target(0.0), 374.0);
}

#[test]
fn application_limited_rounds_do_not_fill_the_pipe() {
    let mut path = Path { app_limited: true, ..Path::new() };
    (0..10).for_each(|_| _ = path.round(1.0, 3, 40));
    assert_eq!(path.model.mode(), Mode::Startup);
}

#[test]
fn an_application_limited_rate_counts_only_if_it_is_larger() {
    let mut path = Path::probing();
    path.app_limited = true;
    (0..20).for_each(|_| _ = path.round(0.5, 3, 40));
    assert_eq!(path.model.bandwidth(), Rate::new(1.0, MS));
    path.round(1.5, 3, 40);
    assert_eq!(path.model.bandwidth(), Rate::new(1.5, MS));
}

#[test]
fn only_a_segment_sent_in_a_round_ends_it() {
    let mut path = Path::probing();
    path.model.start_round(path.total + 3);
    let started: Vec<bool> = (0..5).map(|_| path.round(1.0, 44, 40).round_started).collect();
    assert_eq!(started, [false, false, false, true, true]);
}

#[test]
fn targets_are_2_885_and_2_bdp_plus_3_rounded_up_to_even() {
    let mut path = Path::new();
    assert_eq!(path.model.target(0.0), 14.0, "10 plus 3 while there is no RTT");
    path.round(1.0, 100, 40);
    // 115.4 is rounded up to 116, plus 3, rounded up to even.
    assert_eq!(path.model.target(0.0), 120.0);
    let mut path = Path::probing();
    path.model.cycle = Cycle::at(2, path.now);
    assert_eq!((path.model.target(0.0), path.model.target(7.0)), (84.0, 90.0));
    path.model.cycle = Cycle::at(0, path.now);
    assert_eq!(path.model.target(0.0), 86.0);
}

#[test]
fn faster_phase_ends_at_1_25_bdp_in_flight_and_slower_one_at_1() {
    let mut path = Path::probing();
    path.model.cycle = Cycle::at(0, path.now);
    // 1.25 times 40 is 50, 54 with the end hosts, 56 in this phase. The segment acknowledged now and the next one to
    // send count as in flight.
    path.now += MS;
    path.round(1.0, 53, 41);
    assert_eq!(path.model.pacing_gain(), 1.25);
    path.round(1.0, 54, 41);
    assert_eq!(path.model.pacing_gain(), 0.75);
    path.now -= 39 * MS;
    path.round(1.0, 44, 41);
    assert_eq!(path.model.pacing_gain(), 0.75);
    path.now -= 39 * MS;
    path.round(1.0, 43, 41);
    assert_eq!(path.model.pacing_gain(), 1.0);
}

#[test]
fn probe_rtt_drains_the_pipe_after_ten_seconds_for_200_ms_and_a_round() {
    let mut path = Path::probing();
    let seen_at = path.now;
    while path.now <= seen_at + 10 * SECOND - 40 * MS {
        assert!(!path.round(1.0, 44, 41).entered_probe_rtt);
    }
    assert!(path.round(1.0, 44, 45).entered_probe_rtt);
    assert_eq!((path.model.mode(), path.model.pacing_gain()), (Mode::ProbeRtt, 1.0));
    assert_eq!(path.model.min_rtt.get(), Some(45 * MS), "the old one has expired");
    // The 200 ms start when at most four segments are in flight.
    path.round(1.0, 5, 45);
    path.round(1.0, 4, 40);
    let low_at = path.now;
    while path.now < low_at + 200 * MS {
        assert!(!path.round(0.1, 4, 40).left_probe_rtt);
    }
    assert!(path.round(0.1, 4, 40).left_probe_rtt);
    assert_eq!((path.model.mode(), path.model.min_rtt.get()), (Mode::ProbeBw, Some(40 * MS)));
}

#[test]
fn an_rtt_matched_within_ten_seconds_does_not_expire() {
    let mut path = Path::probing();
    assert!((0..1_000).all(|_| !path.round(1.0, 44, 40).entered_probe_rtt));
}

#[test]
fn idle_time_replaces_probe_rtt() {
    let mut path = Path::probing();
    path.now += 20 * SECOND;
    assert!(!path.model.on_restart(path.now));
    assert!(!path.round(1.0, 1, 50).entered_probe_rtt, "the RTT after idle time is that of an empty path");
    assert_eq!(path.model.min_rtt.get(), Some(50 * MS));
}

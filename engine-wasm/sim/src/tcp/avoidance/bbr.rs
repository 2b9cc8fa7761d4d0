//! BBR version 1. It doesn't treat losses as a congestion signal. It measures how fast the path delivers and how short
//! its RTT is, and paces at that bandwidth with a window of about twice the bandwidth-delay product, which keeps the path
//! full and its queue nearly empty. The code follows Linux before BBR version 2, but with floating-point numbers and exact
//! times.
//!
//! [`delivery`] takes a rate sample from every ACK. [`rate`] keeps rates and their windowed maximum, [`min_rtt`] the
//! smallest RTT. [`model`] has the four modes: [`full_pipe`] ends the first, and [`cycle`] has the phases of the third.
//! [`policer`] detects a policer that drops traffic above a certain rate. [`aggregation`] measures how many more
//! segments than expected are acknowledged at once. [`cwnd`] computes a window from all this. This file connects them to a
//! sender and sets the pace.
//!
//! BBR sets the window itself in every sender state, so slow start and decrease should be `none`. No handshake measures
//! an RTT before the first window, so that window is sent unpaced.

mod aggregation;
mod cwnd;
mod cycle;
mod delivery;
mod full_pipe;
mod min_rtt;
mod model;
mod policer;
mod rate;

use aggregation::Aggregation;
use cwnd::{Cwnd, Repair};
use delivery::Delivery;
use model::{Mode, Model, Settings};
use rate::Rate;

use super::{AvoidanceRule, Signal};
use crate::kernel::{Nanos, from_milliseconds, from_seconds};
use crate::schema::shape::{Part, flag, number};
use crate::tcp::window::Window;
use crate::tcp::{Ack, Flight, Host};

/// Share of the bandwidth used for pacing at a gain of 1. It is below 1, so that the queue shrinks rather than grows.
const MARGIN: f64 = 0.99;

described! {
    /// Paces at the measured bandwidth and keeps about twice the bandwidth-delay product in flight, regardless of
    /// losses.
    pub struct Bbr {
        /// Gain of pace and window while BBR searches for the bandwidth; 2 / ln 2 doubles the rate every RTT.
        startup_gain: f64 = number("", 1.0, 10.0), default 2.885, basic true;
        /// Window in bandwidth-delay products while BBR probes the bandwidth.
        cwnd_gain: f64 = number("", 1.0, 10.0), default 2.0, label "Window gain", basic true;
        /// If no RTT is as small for this long, BBR drains the path to measure the minimum again.
        min_rtt_window_s: f64 = number("s", 0.1, 1_000.0), default 10.0, label "Minimum RTT expires after";
        /// Shortest time that BBR keeps the path drained, with a window of four segments.
        probe_rtt_ms: f64 = number("ms", 0.0, 10_000.0), default 200.0, label "Probe RTT for";
        /// The window allows for ACKs that arrive in clumps.
        ack_aggregation: bool = flag(), default true, label "Allow for clumped ACKs";
        /// A loss of a fifth at an even rate counts as a policer, whose rate BBR then keeps for 48 rounds. Only
        /// losses that RACK finds count.
        finds_policers: bool = flag(), default false, label "Detect policers";
    }
}

/// One sender's BBR state.
#[derive(Clone, Debug)]
pub struct Running {
    delivery: Delivery,
    /// Boxed, because it is larger than the whole state of any other rule.
    model: Box<Model>,
    aggregation: Option<Aggregation>,
    cwnd: Cwnd,
    /// Pacing rate; `None` before the first RTT sample.
    pace: Option<Rate>,
}

impl Part<Host> for Bbr {
    const LABEL: &'static str = "BBR";
    const SOURCE: &'static str = "Cardwell et al. 2016; Linux tcp_bbr";
    type Running = Running;
    fn start(&self, host: &Host) -> Running {
        let settings = Settings {
            startup_gain: self.startup_gain,
            cwnd_gain: self.cwnd_gain,
            min_rtt_window: from_seconds(self.min_rtt_window_s),
            probe_rtt_time: from_milliseconds(self.probe_rtt_ms),
            finds_policers: self.finds_policers,
        };
        Running {
            delivery: Delivery::default(),
            model: Box::new(Model::new(settings, host.stream("bbr"))),
            aggregation: self.ack_aggregation.then(Aggregation::default),
            cwnd: Cwnd::default(),
            pace: None,
        }
    }
}

impl Running {
    fn set_pace(&mut self, cwnd: f64, rtt: Option<Nanos>) {
        if let (None, Some(rtt)) = (self.pace, rtt) {
            // The initial pace is the startup gain times the rate of the first window.
            self.pace = Rate::new(cwnd, rtt).map(|rate| rate.times(self.model.pacing_gain() * MARGIN));
        }
        let rate = self.model.bandwidth().map(|bandwidth| bandwidth.times(self.model.pacing_gain() * MARGIN));
        if let (Some(rate), Some(pace)) = (rate, self.pace)
            && (self.model.pipe_is_full() || rate > pace)
        {
            self.pace = Some(rate);
        }
    }

    /// Segments to add to the window to compensate for ACK aggregation.
    fn aggregated(&self) -> f64 {
        match (&self.aggregation, self.model.bandwidth()) {
            (Some(aggregation), Some(bandwidth)) if self.model.pipe_is_full() => aggregation.segments(bandwidth),
            _ => 0.0,
        }
    }
}

impl AvoidanceRule for Running {
    fn observe(&mut self, ack: &Ack, flight: &Flight, window: &mut Window) -> bool {
        let cwnd = self.cwnd.segments(window);
        let sample = self.delivery.on_ack(ack, flight, matches!(self.cwnd.repair(), Repair::Timeout(_)));
        let update = self.model.on_sample(&sample, &mut self.delivery);
        if let (Some(aggregation), Some(bandwidth), Some(_)) =
            (&mut self.aggregation, self.model.bandwidth(), sample.rate)
        {
            aggregation.on_sample(&sample, update.round_started, bandwidth, cwnd);
        }
        self.set_pace(cwnd, sample.rtt);
        self.cwnd.on_sample(ack, &sample, update, &self.model, self.aggregated());
        self.cwnd.apply(ack, &self.delivery, window);
        true
    }

    /// Does nothing: `observe` sets the window at every ACK.
    fn on_ack(&mut self, _ack: &Ack, _window: &mut Window) {}

    fn on_loss(&mut self, signal: Signal, window: &Window, flight_size: u32, now: Nanos) {
        self.cwnd.segments(window);
        let mode = self.model.mode();
        match signal {
            Signal::Mark => return,
            Signal::Acks => {
                if self.cwnd.on_recovery(self.delivery.in_flight(flight_size), mode) {
                    self.model.start_round(self.delivery.total());
                }
            }
            Signal::Timeout => self.cwnd.on_timeout(self.delivery.sent_end(), mode),
        }
        self.model.on_loss((signal == Signal::Timeout).then(|| self.delivery.total()), now);
    }

    #[inline(never)]
    fn on_send(&mut self, seq: u32, _flight_size: u32, now: Nanos) {
        if !self.delivery.on_send(seq, now) {
            return;
        }
        if let Some(aggregation) = &mut self.aggregation {
            aggregation.restart(now);
        }
        if self.model.mode() == Mode::ProbeBw {
            // After idle time, restart at the bandwidth without a gain: an application-limited sender needs no higher
            // speed.
            self.pace = self.model.bandwidth().map(|bandwidth| bandwidth.times(MARGIN)).or(self.pace);
        }
        if self.model.on_restart(now) {
            self.cwnd.restore();
        }
    }

    fn on_app_limited(&mut self, flight_size: u32) {
        self.delivery.mark_app_limited(self.delivery.in_flight(flight_size));
    }

    fn pace(&mut self) -> Option<Nanos> {
        self.pace.map(|rate| rate.interval(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::MILLISECOND;

    const MS: u64 = MILLISECOND;

    /// BBR on a path with a rate of one segment per ms and an RTT of 40 ms. Segments are numbered in sending order, and
    /// each is acknowledged.
    struct Path {
        bbr: Running,
        window: Window,
        sent: u32,
        acked: u32,
        now: Nanos,
    }

    impl Path {
        fn new() -> Self {
            let part = Bbr {
                startup_gain: 2.885,
                cwnd_gain: 2.0,
                min_rtt_window_s: 10.0,
                probe_rtt_ms: 200.0,
                ack_aggregation: false,
                finds_policers: false,
            };
            let window = Window { cwnd: 10.0, ssthresh: f64::INFINITY, rwnd: 10_000 };
            Self { bbr: part.start(&Host::for_tests()), window, sent: 0, acked: 0, now: 0 }
        }

        fn send(&mut self, segments: u32) {
            for _ in 0..segments {
                self.bbr.on_send(self.sent, self.sent - self.acked, self.now);
                self.sent += 1;
            }
        }

        fn ack(&mut self, acked: u32, rtt_ms: u64, recovering: bool) -> f64 {
            self.acked += acked;
            let ack = Ack {
                now: self.now,
                acked,
                delivered: acked,
                in_transit: self.sent + 1 - self.acked,
                rtt: (acked > 0).then_some(rtt_ms * MS),
                recovering,
                snd_una: self.acked,
                snd_nxt: self.sent,
                ..Ack::default()
            };
            let latest = (acked > 0).then(|| self.acked - 1);
            self.bbr.observe(
                &ack,
                &Flight { segments: self.sent - self.acked, latest, ..Flight::default() },
                &mut self.window,
            );
            self.window.cwnd
        }

        /// Fills the pipe: sends as many segments as the window allows while one per ms is acknowledged, until PROBE_BW
        /// begins.
        fn full() -> Self {
            let mut path = Self::new();
            path.send(10);
            path.now = 39 * MS;
            while path.bbr.model.mode() != Mode::ProbeBw {
                path.now += MS;
                let rtt = 40 + u64::from(path.sent - path.acked).saturating_sub(40);
                path.ack(1, rtt, false);
                if path.bbr.model.mode() == Mode::Startup {
                    path.send((path.window.usable() + path.acked - path.sent).min(3));
                }
                assert!(path.now < 10_000 * MS, "startup and drain don't end");
            }
            path
        }
    }

    #[test]
    fn does_not_pace_before_the_first_rtt_then_paces_at_2_885_times_the_rate() {
        let mut path = Path::new();
        path.send(10);
        assert_eq!(path.bbr.pace(), None);
        path.now = 40 * MS;
        assert_eq!(path.ack(1, 40, false), 11.0);
        // 10 segments in 40 ms, times 2.885 * 0.99: one per 1.4005 ms.
        assert_eq!(path.bbr.pace(), Some((4e6 / (2.885 * 0.99)) as Nanos));
    }

    #[test]
    fn startup_grows_the_window_by_the_segments_acknowledged() {
        let mut path = Path::new();
        path.send(10);
        path.now = 40 * MS;
        assert_eq!(path.ack(4, 40, false), 14.0);
        assert_eq!(path.ack(6, 40, false), 20.0);
    }

    #[test]
    fn pace_and_window_match_one_segment_per_ms_once_the_pipe_is_full() {
        let mut path = Path::full();
        let bandwidth = path.bbr.model.bandwidth().expect("a bandwidth");
        assert_eq!((bandwidth.interval(1.0), path.bbr.model.pipe_is_full()), (MS, true));
        let gain = path.bbr.model.pacing_gain();
        assert_eq!(path.bbr.pace(), Some((1e6 / (gain * 0.99)) as Nanos));
        for _ in 0..100 {
            path.now += MS;
            path.send(1);
            path.ack(1, 40, false);
        }
        // Twice 40 plus 3, rounded up to even, and 2 more in the phase that probes for bandwidth.
        let more = if path.bbr.model.pacing_gain() > 1.0 { 2.0 } else { 0.0 };
        assert_eq!(path.window.cwnd, 84.0 + more);
    }

    #[test]
    fn recovery_conserves_packets_for_a_round_then_restores_the_window() {
        let mut path = Path::full();
        path.send(80 - (path.sent - path.acked));
        path.now += MS;
        let before = path.ack(1, 80, false);
        path.bbr.on_loss(Signal::Acks, &path.window, 79, path.now);
        // 79 in flight: one ACK allows one segment.
        path.now += MS;
        assert_eq!(path.ack(1, 80, true), 80.0);
        path.send(2);
        for _ in 0..10 {
            path.now += MS;
            assert_eq!(path.ack(1, 80, true), 80.0_f64.max(f64::from(path.sent - path.acked) + 1.0));
        }
        // The round ends when the segments sent since the loss are acknowledged; then the window grows back to the
        // target.
        path.now += MS;
        path.ack(path.sent - path.acked, 80, true);
        path.send(1);
        path.now += 40 * MS;
        assert_eq!(path.ack(1, 40, false), before);
        assert_eq!(path.bbr.cwnd.repair(), Repair::None);
    }

    #[test]
    fn a_timeout_sends_one_segment_and_restores_the_window_once_all_is_acknowledged() {
        let mut path = Path::full();
        path.send(60 - (path.sent - path.acked));
        path.now += MS;
        let before = path.ack(1, 60, false);
        path.now += 300 * MS;
        path.bbr.on_loss(Signal::Timeout, &path.window, 59, path.now);
        assert_eq!(path.bbr.cwnd.segments(&path.window), 1.0);
        let end = path.sent;
        path.sent = path.acked;
        path.send(1);
        path.now += 40 * MS;
        assert_eq!(path.ack(1, 40, false), 4.0, "the smallest window");
        path.send(4);
        path.now += 40 * MS;
        assert_eq!(path.ack(4, 40, false), 8.0);
        path.send(end - path.sent);
        path.now += 40 * MS;
        path.ack(end - path.acked - 1, 40, false);
        assert!(matches!(path.bbr.cwnd.repair(), Repair::Timeout(_)));
        path.ack(1, 40, false);
        assert_eq!((path.bbr.cwnd.repair(), path.window.cwnd), (Repair::None, before + 1.0));
    }

    #[test]
    fn without_sack_duplicate_acks_count_at_the_next_new_ack() {
        let mut path = Path::full();
        path.send(60 - (path.sent - path.acked));
        path.bbr.on_loss(Signal::Acks, &path.window, 60, path.now);
        path.window.cwnd = 123.0;
        for _ in 0..5 {
            path.now += MS;
            assert_eq!(path.ack(0, 40, true), 123.0);
        }
        // The window at the loss was 61. Duplicate ACKs showed that five segments left the network; this ACK covers one
        // of them, so four are added.
        assert_eq!(path.ack(2, 40, true), 61.0 + 4.0);
    }

    #[test]
    fn ignores_congestion_marks() {
        let mut path = Path::full();
        let before = path.bbr.cwnd.segments(&path.window);
        path.bbr.on_loss(Signal::Mark, &path.window, 40, path.now);
        assert_eq!((path.bbr.cwnd.segments(&path.window), path.bbr.cwnd.repair()), (before, Repair::None));
    }
}

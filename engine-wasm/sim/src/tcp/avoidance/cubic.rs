//! CUBIC: above `ssthresh` the window follows a cubic function of the time since the last loss, independent of the RTT.
//! It rises fast at first, flattens around `w_max`, the window at the last loss, and then grows faster and faster to
//! probe for more bandwidth.
//!
//! The implementation follows RFC 9438. The RTT is smoothed with a gain of 1/8 (Linux uses the smallest RTT). On three
//! points the RFC is open or worded differently. An ACK never shrinks the window: in the Reno-friendly region, the
//! window becomes the larger of cwnd and the Reno estimate. Time in which the window is not used does not count
//! (section 5.8), and the window does not grow then. A timeout clears `w_max`, so the next epoch starts at its plateau.

use super::{AvoidanceRule, Signal};
use crate::kernel::{Nanos, seconds};
use crate::schema::shape::{Part, flag, number};
use crate::tcp::window::Window;
use crate::tcp::{Ack, Flight, Host};

described! {
    /// Sets cwnd to a cubic function of the time since the last loss.
    pub struct Cubic {
        /// Steepness of the cubic function: C.
        c: f64 = number("segments/s^3", 0.001, 100.0), default 0.4, label "Steepness C", basic true;
        /// The share of the window that remains after a loss; it also determines the growth that matches Reno's.
        beta: f64 = number("", 0.1, 0.99), default 0.7, label "Share kept beta", basic true;
        /// A loss below the last w_max lowers the next w_max further, to make room for new flows.
        fast_convergence: bool = flag(), default true;
        /// The window is at least that of a Reno flow with the same losses.
        reno_friendly: bool = flag(), default true, label "At least as fast as Reno";
        /// That Reno flow adds a whole segment per RTT once it is back at its window before the loss (RFC 9438,
        /// section 4.3). Linux keeps the smaller step throughout.
        alpha_one: bool = flag(), default true, label "Full Reno slope after recovery";
        /// cwnd grows by whole segments, and both curves are rounded down, as in Linux.
        whole_segments: bool = flag(), default false, label "Whole segments only";
    }
}

/// One sender's CUBIC state. Windows are in segments, times in seconds.
#[derive(Clone, Debug)]
pub struct Running {
    part: Cubic,
    srtt_s: Option<f64>,
    /// Window at the last loss, or less with fast convergence; `None` when the next epoch starts at its plateau.
    w_max: Option<f64>,
    /// Window just before the last loss.
    cwnd_prior: f64,
    epoch: Option<Epoch>,
    last_ack_at: Nanos,
    /// Segments counted toward the next whole segment of growth.
    counted: u32,
}

/// Congestion avoidance between two losses.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Epoch {
    began: Nanos,
    /// Window at the plateau.
    w_max: f64,
    /// Time from `began` to the plateau.
    k_s: f64,
    /// Estimated window of a Reno flow that started with this epoch.
    w_est: f64,
}

impl Part<Host> for Cubic {
    const LABEL: &'static str = "CUBIC";
    const SOURCE: &'static str = "RFC 9438";
    type Running = Running;
    fn start(&self, _host: &Host) -> Running {
        Running {
            part: self.clone(),
            srtt_s: None,
            w_max: None,
            cwnd_prior: 0.0,
            epoch: None,
            last_ack_at: 0,
            counted: 0,
        }
    }
}

impl Cubic {
    fn epoch(&self, w_max: Option<f64>, cwnd: f64, now: Nanos) -> Epoch {
        let w_max = w_max.unwrap_or(cwnd).max(cwnd);
        Epoch { began: now, w_max, k_s: libm::cbrt((w_max - cwnd) / self.c), w_est: cwnd }
    }

    fn w_cubic(&self, epoch: &Epoch, t_s: f64) -> f64 {
        let from_plateau = t_s - epoch.k_s;
        self.c * from_plateau * from_plateau * from_plateau + epoch.w_max
    }

    /// Growth in segments per window of ACKs that gives a flow with this decrease the same mean window as Reno.
    fn alpha(&self) -> f64 {
        3.0 * (1.0 - self.beta) / (1.0 + self.beta)
    }
}

impl AvoidanceRule for Running {
    fn observe(&mut self, ack: &Ack, _flight: &Flight, _window: &mut Window) -> bool {
        if let Some(rtt) = ack.rtt {
            let rtt_s = seconds(rtt);
            self.srtt_s = Some(self.srtt_s.map_or(rtt_s, |srtt_s| srtt_s + (rtt_s - srtt_s) / 8.0));
        }
        true
    }

    fn on_ack(&mut self, ack: &Ack, window: &mut Window) {
        let since_last_ack = ack.now.saturating_sub(std::mem::replace(&mut self.last_ack_at, ack.now));
        let cwnd = window.cwnd;
        let mut epoch = self.epoch.unwrap_or_else(|| self.part.epoch(self.w_max, cwnd, ack.now));
        if f64::from(ack.flight_before()) + 2.0 <= cwnd {
            epoch.began = (epoch.began + since_last_ack).min(ack.now);
            self.epoch = Some(epoch);
            return;
        }
        let delivered = f64::from(ack.delivered);
        let alpha = if !self.part.alpha_one || epoch.w_est < self.cwnd_prior { self.part.alpha() } else { 1.0 };
        epoch.w_est += alpha * delivered / cwnd;
        let t_s = seconds(ack.now - epoch.began);
        let ahead_s = t_s + self.srtt_s.unwrap_or(0.0);
        window.cwnd = if self.part.whole_segments {
            cwnd + f64::from(self.whole_step(cwnd, self.part.w_cubic(&epoch, ahead_s), epoch.w_est, ack.delivered))
        } else if self.part.reno_friendly && self.part.w_cubic(&epoch, t_s) < epoch.w_est {
            cwnd.max(epoch.w_est)
        } else {
            let target = self.part.w_cubic(&epoch, ahead_s).clamp(cwnd, 1.5 * cwnd);
            cwnd + delivered * (target - cwnd) / cwnd
        };
        self.epoch = Some(epoch);
    }

    fn on_loss(&mut self, signal: Signal, window: &Window, _flight_size: u32, _now: Nanos) {
        let cwnd = window.cwnd;
        let converging = self.part.fast_convergence && self.w_max.is_some_and(|w_max| cwnd < w_max);
        self.w_max = match signal {
            Signal::Timeout => None,
            Signal::Acks | Signal::Mark if converging => Some(cwnd * (1.0 + self.part.beta) / 2.0),
            Signal::Acks | Signal::Mark => Some(cwnd),
        };
        self.cwnd_prior = cwnd;
        self.epoch = None;
        self.counted = 0;
    }
}

impl Running {
    /// Returns the number of whole segments by which `delivered` more segments raise the window toward the two curves.
    fn whole_step(&mut self, cwnd: f64, w_cubic: f64, w_est: f64, delivered: u32) -> u32 {
        let per_step = |target: f64| (target.floor() > cwnd).then(|| (cwnd / (target.floor() - cwnd)) as u32);
        let slowest = if self.w_max.is_none() { 20 } else { u32::MAX };
        let cubic = per_step(w_cubic).unwrap_or((100.0 * cwnd) as u32).min(slowest);
        let reno = per_step(w_est).filter(|_| self.part.reno_friendly);
        let per_segment = reno.map_or(cubic, |reno| reno.min(cubic)).max(2);
        // Segments counted while growth was slower add at most one segment.
        let late = self.counted >= per_segment;
        let counted = if late { delivered } else { self.counted + delivered };
        self.counted = counted % per_segment;
        u32::from(late) + counted / per_segment
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::from_seconds;

    const CUBIC: Cubic = Cubic {
        c: 0.4,
        beta: 0.7,
        fast_convergence: true,
        reno_friendly: true,
        alpha_one: true,
        whole_segments: false,
    };

    fn ack(now_s: f64, acked: u32, flight: u32) -> Ack {
        Ack { now: from_seconds(now_s), acked, delivered: acked, in_transit: flight + 1, ..Ack::default() }
    }

    fn at(cwnd: f64) -> Window {
        Window { cwnd, ssthresh: 2.0, rwnd: 10_000 }
    }

    #[test]
    fn reaches_the_plateau_at_100_from_70_segments_in_4_217_s() {
        let epoch = CUBIC.epoch(Some(100.0), 70.0, 0);
        assert_eq!(epoch.k_s, libm::cbrt(75.0));
        assert!((epoch.k_s - 4.217).abs() < 5e-4, "{}", epoch.k_s);
        assert!((CUBIC.w_cubic(&epoch, 0.0) - 70.0).abs() < 1e-9);
        assert_eq!(CUBIC.w_cubic(&epoch, epoch.k_s), 100.0);
        // One second before or after the plateau the window differs by 0.4 segments, two seconds by 3.2.
        for (t_s, w) in [(-1.0, 99.6), (1.0, 100.4), (-2.0, 96.8), (2.0, 103.2)] {
            assert!((CUBIC.w_cubic(&epoch, epoch.k_s + t_s) - w).abs() < 1e-9);
        }
    }

    #[test]
    fn whole_segments_follow_the_faster_curve_rounded_down() {
        let mut cubic = Cubic { whole_segments: true, ..CUBIC }.start(&Host::for_tests());
        cubic.w_max = Some(100.0);
        let mut steps = |w_cubic, w_est, delivered: &[u32]| {
            cubic.counted = 0;
            delivered.iter().map(|&delivered| cubic.whole_step(10.0, w_cubic, w_est, delivered)).collect::<Vec<_>>()
        };
        // The cubic, rounded down, is 11: one more segment per ten deliveries. At 10.9 it isn't above the window yet.
        assert_eq!(steps(11.9, 10.0, &[9, 1, 9, 1]), [0, 1, 0, 1]);
        assert_eq!(steps(10.9, 10.9, &[9, 9, 9]), [0, 0, 0]);
        // The faster curve counts: three segments above the window add one per three deliveries. Never more than one
        // per two.
        assert_eq!(steps(11.0, 13.0, &[3, 3, 1]), [1, 1, 0]);
        assert_eq!(steps(90.0, 10.0, &[1, 1, 1, 1]), [0, 1, 0, 1]);
        cubic.counted = 9;
        assert_eq!(cubic.whole_step(10.0, 12.0, 10.0, 1), 1, "nine counted at one per five add only one");
        assert_eq!(cubic.counted, 1);
        cubic.w_max = None;
        cubic.counted = 19;
        assert_eq!(cubic.whole_step(10.0, 10.0, 10.0, 1), 1, "one per twenty while there is no plateau");
    }

    #[test]
    fn starts_at_the_plateau_if_the_window_is_at_or_above_w_max() {
        for w_max in [Some(100.0), Some(120.0), None] {
            let epoch = CUBIC.epoch(w_max, 120.0, 5);
            assert_eq!(epoch, Epoch { began: 5, w_max: 120.0, k_s: 0.0, w_est: 120.0 });
        }
    }

    #[test]
    fn moves_toward_the_target_one_rtt_ahead_capped_at_1_5_windows() {
        let mut cubic = Cubic { reno_friendly: false, ..CUBIC }.start(&Host::for_tests());
        let mut window = at(100.0);
        cubic.on_loss(Signal::Acks, &window, 100, 0);
        window.cwnd = 70.0;
        cubic.observe(&Ack { rtt: Some(100_000_000), ..ack(1.0, 2, 68) }, &Flight::default(), &mut window);
        cubic.on_ack(&ack(1.0, 2, 68), &mut window);
        // The epoch begins with this ACK; 0.1 s later the cubic is 0.4 (0.1 - K)^3 + 100.
        let target = 0.4 * (0.1 - libm::cbrt(75.0)) * (0.1 - libm::cbrt(75.0)) * (0.1 - libm::cbrt(75.0)) + 100.0;
        assert!((window.cwnd - (70.0 + 2.0 * (target - 70.0) / 70.0)).abs() < 1e-9, "{}", window.cwnd);
        // 50 s later the cubic is at 38,000, so the target is capped at 1.5 times the window.
        window.cwnd = 80.0;
        cubic.on_ack(&ack(51.0, 1, 79), &mut window);
        assert_eq!(window.cwnd, 80.5);
    }

    #[test]
    fn follows_reno_where_the_cubic_is_flat() {
        let mut cubic = CUBIC.start(&Host::for_tests());
        let mut window = at(10.0);
        cubic.on_loss(Signal::Acks, &window, 10, 0);
        window.cwnd = 7.0;
        cubic.on_ack(&ack(1.0, 1, 6), &mut window);
        // alpha = 3 * 0.3 / 1.7 = 0.529 until W_est is back at the window before the loss, 10; then 1.
        let alpha = 3.0 * (1.0 - 0.7) / (1.0 + 0.7);
        assert!((alpha - 0.529_f64).abs() < 5e-4);
        assert_eq!(window.cwnd, 7.0 + alpha / 7.0);
        if let Some(epoch) = &mut cubic.epoch {
            epoch.w_est = 10.0;
        }
        cubic.on_ack(&ack(1.0, 1, 6), &mut window);
        assert!((window.cwnd - (10.0 + 1.0 / (7.0 + alpha / 7.0))).abs() < 1e-12);
    }

    #[test]
    fn without_alpha_one_reno_keeps_its_smaller_step_above_the_prior_window() {
        let mut cubic = Cubic { alpha_one: false, ..CUBIC }.start(&Host::for_tests());
        let mut window = at(10.0);
        cubic.on_loss(Signal::Acks, &window, 10, 0);
        window.cwnd = 10.0;
        cubic.on_ack(&ack(1.0, 1, 9), &mut window);
        assert_eq!(window.cwnd, 10.0 + 3.0 * (1.0 - 0.7) / (1.0 + 0.7) / 10.0);
    }

    #[test]
    fn a_cumulative_ack_counts_only_segments_not_sacked_before() {
        let grown = |acked, delivered| {
            let mut window = at(70.0);
            let mut cubic = CUBIC.start(&Host::for_tests());
            cubic.on_ack(&Ack { delivered, ..ack(1.0, acked, 69) }, &mut window);
            window.cwnd
        };
        assert_eq!(grown(30, 1), grown(1, 1));
        assert!(grown(30, 30) > grown(1, 1));
    }

    #[test]
    fn a_loss_below_w_max_lowers_it_and_a_timeout_clears_it() {
        let mut cubic = CUBIC.start(&Host::for_tests());
        cubic.on_loss(Signal::Acks, &at(100.0), 100, 0);
        assert_eq!(cubic.w_max, Some(100.0));
        cubic.on_loss(Signal::Mark, &at(80.0), 80, 0);
        // 80 * 1.7 / 2.
        assert_eq!((cubic.w_max, cubic.cwnd_prior), (Some(68.0), 80.0));
        cubic.on_loss(Signal::Acks, &at(90.0), 90, 0);
        assert_eq!(cubic.w_max, Some(90.0));
        cubic.on_loss(Signal::Timeout, &at(95.0), 95, 0);
        assert_eq!((cubic.w_max, cubic.cwnd_prior), (None, 95.0));
    }

    #[test]
    fn ignores_time_in_which_the_window_is_not_used() {
        let mut cubic = CUBIC.start(&Host::for_tests());
        let mut window = at(20.0);
        cubic.on_ack(&ack(1.0, 1, 19), &mut window);
        let (began, cwnd) = (cubic.epoch.expect("an epoch").began, window.cwnd);
        cubic.on_ack(&ack(31.0, 1, 4), &mut window);
        assert_eq!(window.cwnd, cwnd);
        assert_eq!(cubic.epoch.expect("an epoch").began, began + from_seconds(30.0));
    }
}

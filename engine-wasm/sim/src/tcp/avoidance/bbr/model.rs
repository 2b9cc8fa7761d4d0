//! BBR's model of the path (its bandwidth and smallest RTT), and the four modes that keep it up to date.
//!
//! STARTUP doubles the rate every round until the [pipe is full](super::full_pipe). DRAIN empties the queue that
//! STARTUP built. PROBE_BW sends at the bandwidth and [periodically](super::cycle) a little faster. If no RTT sample
//! has matched the smallest RTT for ten seconds, PROBE_RTT lets the pipe run nearly empty to measure the [propagation
//! delay](super::min_rtt) again.

use super::cycle::Cycle;
use super::delivery::{Delivery, Sample};
use super::full_pipe::FullPipe;
use super::min_rtt::{MinRtt, ProbeRttTimer};
use super::policer::Policer;
use super::rate::{MaxFilter, Rate};
use crate::kernel::Nanos;
use crate::kernel::random::Stream;

/// Segments in flight in PROBE_RTT, and the smallest window otherwise.
pub const MIN_CWND: f64 = 4.0;
/// Segments added to a window to cover those that wait in the end hosts: three bursts of the minimum size, one segment.
const END_HOST_SEGMENTS: f64 = 3.0;
/// Window before the first RTT sample, segments.
const INITIAL_CWND: f64 = 10.0;

/// The mode, which decides how fast BBR sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Searches for the bandwidth.
    Startup,
    /// Drains the queue that STARTUP built.
    Drain,
    /// Keeps the pipe full and probes for more bandwidth.
    ProbeBw,
    /// Measures the propagation delay.
    ProbeRtt,
}

/// State changes caused by a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModelUpdate {
    /// A round trip ended and the next one started.
    pub round_started: bool,
    /// PROBE_RTT began.
    pub entered_probe_rtt: bool,
    /// PROBE_RTT ended.
    pub left_probe_rtt: bool,
}

/// Parameters of the model that a scenario may set.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Both gains of STARTUP; its inverse is the pacing gain of DRAIN.
    pub startup_gain: f64,
    /// Window gain of PROBE_BW.
    pub cwnd_gain: f64,
    /// Age at which the smallest RTT expires.
    pub min_rtt_window: Nanos,
    /// Shortest time in PROBE_RTT.
    pub probe_rtt_time: Nanos,
    /// Treat heavy loss at a steady rate as a sign of a policer.
    pub finds_policers: bool,
}

/// The model of one sender.
#[derive(Clone, Debug)]
pub struct Model {
    settings: Settings,
    stream: Stream,
    mode: Mode,
    bandwidth: MaxFilter,
    round: u64,
    /// The round ends with the ACK of a segment that was sent when at least this many had been delivered.
    round_end: u64,
    min_rtt: MinRtt,
    full_pipe: FullPipe,
    cycle: Cycle,
    probe_rtt_timer: ProbeRttTimer,
    policer: Option<Policer>,
    /// The sender has restarted after an application-limited idle period, and nothing sent since has been delivered.
    restarting: bool,
}

impl Model {
    /// A model without measurements. `stream` supplies the random phase in which PROBE_BW begins.
    pub fn new(settings: Settings, stream: Stream) -> Self {
        Self {
            settings,
            stream,
            mode: Mode::Startup,
            bandwidth: MaxFilter::default(),
            round: 0,
            round_end: 0,
            min_rtt: MinRtt::new(settings.min_rtt_window),
            full_pipe: FullPipe::default(),
            cycle: Cycle::default(),
            probe_rtt_timer: ProbeRttTimer::default(),
            policer: settings.finds_policers.then(Policer::default),
            restarting: false,
        }
    }

    /// The mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns whether STARTUP has ever filled the pipe.
    pub fn pipe_is_full(&self) -> bool {
        self.full_pipe.is_full()
    }

    /// The bandwidth, if there was a sample; a policer's token rate, if one was detected.
    pub fn bandwidth(&self) -> Option<Rate> {
        self.token_rate().or(self.bandwidth.max())
    }

    fn token_rate(&self) -> Option<Rate> {
        self.policer.as_ref()?.token_rate()
    }

    /// The pacing gain: the sending rate as a multiple of the bandwidth.
    pub fn pacing_gain(&self) -> f64 {
        match self.mode {
            Mode::Startup => self.settings.startup_gain,
            Mode::Drain => 1.0 / self.settings.startup_gain,
            Mode::ProbeBw if self.token_rate().is_none() => self.cycle.gain(),
            Mode::ProbeBw => 1.0,
            Mode::ProbeRtt => 1.0,
        }
    }

    fn cwnd_gain(&self) -> f64 {
        match self.mode {
            Mode::Startup | Mode::Drain => self.settings.startup_gain,
            Mode::ProbeBw => self.settings.cwnd_gain,
            Mode::ProbeRtt => 1.0,
        }
    }

    /// Target for the segments in flight, a whole number: `gain` times the bandwidth-delay product, plus `extra`
    /// segments and those that wait in the end hosts.
    fn inflight(&self, gain: f64, extra: f64) -> f64 {
        let bdp = match (self.bandwidth(), self.min_rtt.get()) {
            (_, None) => INITIAL_CWND,
            (None, Some(_)) => 0.0,
            (Some(bandwidth), Some(min_rtt)) => bandwidth.times(gain).segments_in(min_rtt).ceil(),
        };
        // Round up to even, for receivers that acknowledge every second segment. The 2 extra segments make a gain of
        // 1.25 exceed a gain of 1 on short paths too.
        let even = ((bdp + extra + END_HOST_SEGMENTS) / 2.0).ceil() * 2.0;
        if self.mode == Mode::ProbeBw && self.cycle.gain() > 1.0 { even + 2.0 } else { even }
    }

    /// The window toward which cwnd moves, including `aggregated` segments for ACK aggregation.
    pub fn target(&self, aggregated: f64) -> f64 {
        self.inflight(self.cwnd_gain(), aggregated)
    }

    /// Begins a round when `delivered` segments have been delivered.
    pub fn start_round(&mut self, delivered: u64) {
        self.round_end = delivered;
    }

    /// Processes a loss. If the timer showed it, `timeout` gives the segments delivered so far; otherwise it is `None`.
    pub fn on_loss(&mut self, timeout: Option<u64>, now: Nanos) {
        self.cycle.on_loss();
        if let Some(delivered) = timeout {
            self.full_pipe.on_timeout();
            if let Some(policer) = &mut self.policer {
                policer.on_timeout(now, delivered);
            }
        }
    }

    /// Called when sending restarts after an application-limited idle period. Returns whether PROBE_RTT is over,
    /// because idle time empties the pipe just as well.
    pub fn on_restart(&mut self, now: Nanos) -> bool {
        self.restarting = true;
        let over = self.mode == Mode::ProbeRtt && self.probe_rtt_timer.time_over(now);
        if over {
            self.leave_probe_rtt(now);
        }
        over
    }

    /// Processes an acknowledgment.
    pub fn on_sample(&mut self, sample: &Sample, delivery: &mut Delivery) -> ModelUpdate {
        let mut update = ModelUpdate { round_started: self.update_bandwidth(sample), ..ModelUpdate::default() };
        self.update_cycle(sample);
        if let Some(bandwidth) = self.bandwidth.max().filter(|_| update.round_started && !sample.app_limited) {
            self.full_pipe.on_round(bandwidth);
        }
        self.update_drain(sample);
        self.update_min_rtt(sample, delivery, &mut update);
        update
    }

    fn update_bandwidth(&mut self, sample: &Sample) -> bool {
        let Some(rate) = sample.rate else { return false };
        let round_started = sample.before >= self.round_end;
        if round_started {
            self.round_end = sample.total;
            self.round += 1;
        }
        let probing = self.mode == Mode::ProbeBw;
        if self.policer.as_mut().is_some_and(|policer| policer.on_sample(sample, round_started, probing)) {
            self.probe_bandwidth(sample.now);
        }
        if !sample.app_limited || self.bandwidth.max().is_none_or(|bandwidth| rate >= bandwidth) {
            self.bandwidth.add(self.round, rate);
        }
        round_started
    }

    fn update_cycle(&mut self, sample: &Sample) {
        let (Mode::ProbeBw, Some(min_rtt), None) = (self.mode, self.min_rtt.get(), self.token_rate()) else {
            return;
        };
        let in_flight = f64::from(sample.in_flight_before);
        // The next segment to be sent counts too.
        let target_reached = in_flight + 1.0 >= self.inflight(self.cycle.gain(), 0.0);
        let drained = in_flight <= self.inflight(1.0, 0.0);
        self.cycle.advance(sample.now, min_rtt, target_reached, drained);
    }

    fn update_drain(&mut self, sample: &Sample) {
        if self.mode == Mode::Startup && self.pipe_is_full() {
            self.mode = Mode::Drain;
        }
        if self.mode == Mode::Drain && f64::from(sample.in_flight) <= self.inflight(1.0, 0.0) {
            self.probe_bandwidth(sample.now);
        }
    }

    fn probe_bandwidth(&mut self, now: Nanos) {
        self.mode = Mode::ProbeBw;
        self.cycle = Cycle::begin(&mut self.stream, now);
    }

    fn update_min_rtt(&mut self, sample: &Sample, delivery: &mut Delivery, update: &mut ModelUpdate) {
        let expired = self.min_rtt.on_sample(sample.rtt, sample.now);
        if expired && !self.restarting && self.mode != Mode::ProbeRtt {
            self.mode = Mode::ProbeRtt;
            self.probe_rtt_timer = ProbeRttTimer::default();
            update.entered_probe_rtt = true;
        }
        if self.mode == Mode::ProbeRtt {
            // Rates measured now don't show the bandwidth of the path.
            delivery.mark_app_limited(sample.in_flight);
            if self.probe_rtt_timer.started() {
                update.left_probe_rtt = self.probe_rtt_timer.on_ack(update.round_started, sample.now);
            } else if f64::from(sample.in_flight) <= MIN_CWND {
                self.probe_rtt_timer.start(sample.now + self.settings.probe_rtt_time);
                self.round_end = sample.total;
            }
        }
        if update.left_probe_rtt {
            self.leave_probe_rtt(sample.now);
        }
        if sample.delivered > 0 {
            self.restarting = false;
        }
    }

    fn leave_probe_rtt(&mut self, now: Nanos) {
        self.min_rtt.renew(now);
        if self.pipe_is_full() {
            self.probe_bandwidth(now);
        } else {
            self.mode = Mode::Startup;
        }
    }
}

#[cfg(test)]
mod tests;

//! The metrics of a flow in a window of time.

use vegaslab_sim::scenario::Flow;
use vegaslab_sim::trace::summary::FlowSummary;
use vegaslab_sim::trace::tables::{DecisionVerdict, FlowState, SegmentKind};

use super::Window;
use super::avoidance_retransmits::AvoidanceRetransmits;
use super::cuts::Cuts;
use super::episodes::Episodes;
use super::stepped::{Steady, Stepped};
use crate::quantity::FlowFigure;

/// Sums of a flow over the window.
#[derive(Clone, Debug, Default)]
pub struct FlowSums {
    /// Window that the receiver advertises, segments.
    rwnd: f64,
    smss_bytes: f64,
    arrived: u64,
    sent: u64,
    retransmitted: u64,
    fast_retransmits: u64,
    episodes: Episodes,
    early_retransmits: u64,
    recoveries: Episodes,
    reductions: u64,
    timeouts: u64,
    /// Start of the current recovery.
    recovering_since_s: Option<f64>,
    longest_recovery_s: f64,
    losses: u64,
    /// Highest segment acknowledged before the window and at its end.
    acked: (u32, u32),
    cwnd: Stepped,
    cwnd_square: Stepped,
    steady: Steady,
    rtts: u64,
    rtt_sum: f64,
    rtt_square_sum: f64,
    base_rtt_ms: Option<f64>,
    first_loss: Option<FirstLoss>,
    first_duplicate: DupAckTimes,
    /// First segment sent in the whole run, not only in the window.
    first_sent_s: Option<f64>,
    last_sent_s: Option<f64>,
    longest_silence_s: f64,
    cuts: Cuts,
    avoidance_retransmits: AvoidanceRetransmits,
}

/// The first loss of a flow, and its consequences.
#[derive(Clone, Copy, Debug)]
struct FirstLoss {
    time_s: f64,
    seq: u32,
    /// The last of the consecutive segments lost from `seq` on.
    last: u32,
    duplicates: u64,
}

/// Times at which the receiver sent a duplicate ACK and the sender received it.
#[derive(Clone, Copy, Debug, Default)]
struct DupAckTimes {
    sent_s: Option<f64>,
    received_s: Option<f64>,
}

impl FlowSums {
    /// Starts to observe this flow.
    pub fn new(flow: &Flow) -> Self {
        let rwnd = (flow.rwnd_bytes / u64::from(flow.smss_bytes)) as f64;
        Self { rwnd, smss_bytes: f64::from(flow.smss_bytes), ..Self::default() }
    }

    /// Copies the state for a window that begins now. Leaves out the cuts, which are large and aren't in reports.
    pub fn begin(&self) -> Self {
        Self { cuts: Cuts::default(), ..self.clone() }
    }

    /// Records a change of the sender's windows.
    pub fn window(&mut self, time_s: f64, cwnd: f64, ssthresh: f64, window: Window) {
        self.cuts.window(time_s, ssthresh, self.cwnd.value.min(self.rwnd));
        self.cwnd.set(time_s, cwnd, window);
        self.cwnd_square.set(time_s, cwnd * cwnd, window);
        self.steady.set(time_s, cwnd, window);
    }

    /// Records an RTT sample within the window of time.
    pub fn rtt(&mut self, rtt_ms: f64, base_rtt_ms: f64) {
        self.rtts += 1;
        self.rtt_sum += rtt_ms;
        self.rtt_square_sum += rtt_ms * rtt_ms;
        self.base_rtt_ms = Some(base_rtt_ms);
    }

    /// Records a decision of the avoidance rule within the window of time.
    pub fn decision(&mut self, verdict: u8) {
        self.reductions += u64::from(verdict == DecisionVerdict::Lower as u8);
    }

    /// A metric of the flow in the window; `None` if the run has no value for it.
    pub fn figure(&self, figure: FlowFigure, window: Window, summary: &FlowSummary) -> Option<f64> {
        let length_s = window.1 - window.0;
        let count = |number: u64| Some(number as f64);
        let mean_rtt = (self.rtts > 0).then(|| self.rtt_sum / self.rtts as f64);
        match figure {
            FlowFigure::SegmentsPerS => Some(self.arrived as f64 / length_s),
            FlowFigure::ThroughputBytesPerS => Some(self.arrived as f64 * self.smss_bytes / length_s),
            FlowFigure::GoodputBytesPerS => Some(f64::from(self.acked.1 - self.acked.0) * self.smss_bytes / length_s),
            FlowFigure::Cwnd => Some(self.cwnd.mean(window)),
            FlowFigure::CwndDeviation => {
                let mean = self.cwnd.mean(window);
                // Rounding may give a constant window a slightly negative variance.
                Some((self.cwnd_square.mean(window) - mean * mean).max(0.0).sqrt())
            }
            FlowFigure::RttMs => mean_rtt,
            FlowFigure::RttVarianceMs2 => mean_rtt.map(|mean| self.rtt_square_sum / self.rtts as f64 - mean * mean),
            FlowFigure::BaseRttMs => self.base_rtt_ms,
            FlowFigure::Sent => count(self.sent),
            FlowFigure::Retransmitted => count(self.retransmitted),
            FlowFigure::RetransmittedBytes => Some(self.retransmitted as f64 * self.smss_bytes),
            FlowFigure::RetransmittedInAvoidance => count(self.avoidance_retransmits.count()),
            FlowFigure::FastRetransmits => count(self.fast_retransmits),
            FlowFigure::FastRetransmitEpisodes => count(self.episodes.begun()),
            FlowFigure::EarlyRetransmits => count(self.early_retransmits),
            FlowFigure::Recoveries => count(self.recoveries.begun()),
            FlowFigure::Reductions => count(self.reductions),
            FlowFigure::Timeouts => count(self.timeouts),
            FlowFigure::LongestRecoveryS => Some(self.longest_recovery_s),
            FlowFigure::Losses => count(self.losses),
            FlowFigure::FirstMibS => time_to(summary, 1 << 20),
            FlowFigure::SecondMibS => {
                time_to(summary, 2 << 20).zip(time_to(summary, 1 << 20)).map(|(two, one)| two - one)
            }
            // If the run cuts the flow off, a mean would only include its fast transfers.
            FlowFigure::TransferBytesPerS | FlowFigure::TransferRetransmittedBytes | FlowFigure::TransferS
                if summary.completed_at_s.is_none() =>
            {
                None
            }
            FlowFigure::TransferBytesPerS => mean(completed(summary).map(|(bytes, seconds, _)| bytes / seconds)),
            FlowFigure::TransferRetransmittedBytes => {
                mean(completed(summary).map(|(_, _, retransmitted)| retransmitted))
            }
            FlowFigure::TransferS => mean(completed(summary).map(|(_, seconds, _)| seconds)),
            FlowFigure::LongestSilenceS => Some(self.longest_silence_s),
            FlowFigure::LongestSteadyS => self.last_sent_s.map(|last_s| self.steady.longest_until(last_s)),
            FlowFigure::FirstLossS => {
                self.first_loss.zip(self.first_sent_s).map(|(loss, begun_s)| loss.time_s - begun_s)
            }
            FlowFigure::FirstGap => self.first_loss.map(|loss| f64::from(loss.last - loss.seq + 1)),
            FlowFigure::FirstGapDuplicates => self.first_loss.map(|loss| loss.duplicates as f64),
            FlowFigure::FirstDuplicateMs => {
                let DupAckTimes { sent_s, received_s } = self.first_duplicate;
                sent_s.zip(received_s).map(|(sent_s, received_s)| 1e3 * (received_s - sent_s))
            }
            FlowFigure::MildCutsFull => count(self.cuts.mild_full),
            FlowFigure::MildCutsError => count(self.cuts.mild_error),
            FlowFigure::DeepCutsFull => count(self.cuts.deep_full),
            FlowFigure::DeepCutsError => count(self.cuts.deep_error),
            FlowFigure::KeptByMildCuts => self.cuts.mean_kept_by_mild(),
        }
    }

    /// Records a change of the sender's state.
    pub fn change(&mut self, state: u8, time_s: f64, within: bool) {
        self.avoidance_retransmits.change(state, time_s);
        self.episodes.change(state, time_s);
        self.recoveries.change(state, time_s);
        self.timeouts += u64::from(within && state == FlowState::Timeout as u8);
        if let Some(since_s) = self.recovering_since_s.take() {
            self.longest_recovery_s = self.longest_recovery_s.max(time_s - since_s);
        }
        self.recovering_since_s = (within && state == FlowState::Recovery as u8).then_some(time_s);
    }

    /// Records an event of a segment or ACK.
    pub fn segment(&mut self, kind: u8, seq: u32, time_s: f64, within: bool) {
        use SegmentKind as Kind;
        let is = |kinds: &[Kind]| kinds.iter().any(|wanted| *wanted as u8 == kind);
        self.cuts.segment(kind, seq, time_s, within);
        if is(&[Kind::Ack]) {
            self.acked.1 = self.acked.1.max(seq);
            if !within {
                self.acked.0 = self.acked.1;
            }
        }
        let retransmitted = is(&[Kind::RetransmitFast, Kind::RetransmitEarly, Kind::RetransmitTimeout]);
        if retransmitted || is(&[Kind::Send]) {
            self.first_sent_s.get_or_insert(time_s);
        }
        if within && retransmitted {
            self.avoidance_retransmits.retransmit(time_s);
        }
        if within && is(&[Kind::RetransmitFast]) {
            self.episodes.retransmit(time_s);
        }
        if within && is(&[Kind::RetransmitFast, Kind::RetransmitEarly]) {
            self.recoveries.retransmit(time_s);
        }
        if within {
            self.arrived += u64::from(is(&[Kind::DataArrived]));
            self.sent += u64::from(retransmitted || is(&[Kind::Send]));
            self.retransmitted += u64::from(retransmitted);
            self.fast_retransmits += u64::from(is(&[Kind::RetransmitFast]));
            self.early_retransmits += u64::from(is(&[Kind::RetransmitEarly]));
            if retransmitted || is(&[Kind::Send]) {
                let silence_s = time_s - self.last_sent_s.replace(time_s).unwrap_or(time_s);
                self.longest_silence_s = self.longest_silence_s.max(silence_s);
            }
            if is(&[Kind::DropFull, Kind::DropError]) {
                self.losses += 1;
                let first = self.first_loss.get_or_insert(FirstLoss { time_s, seq, last: seq, duplicates: 0 });
                first.last += u32::from(seq == first.last + 1);
            }
            if is(&[Kind::DupAckSent]) {
                self.first_duplicate.sent_s.get_or_insert(time_s);
            }
            if is(&[Kind::DupAck]) {
                self.first_duplicate.received_s.get_or_insert(time_s);
                if let Some(first) = self.first_loss.as_mut().filter(|first| first.seq == seq) {
                    first.duplicates += 1;
                }
            }
        }
    }
}

fn time_to(summary: &FlowSummary, bytes: u64) -> Option<f64> {
    summary.time_to_bytes_s.get(&bytes.to_string()).copied().flatten()
}

/// Bytes, duration in s and retransmitted bytes of each completed transfer.
fn completed(summary: &FlowSummary) -> impl Iterator<Item = (f64, f64, f64)> {
    summary.transfers.iter().filter_map(|transfer| {
        let seconds = transfer.completed_at_s? - transfer.opened_at_s;
        Some((transfer.bytes? as f64, seconds, transfer.retransmitted_bytes as f64))
    })
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0_u32), |(sum, count), number| (sum + number, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

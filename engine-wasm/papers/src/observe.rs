//! A run, observed while it goes. Sums are kept per window of time, so that nothing of the trace needs to be.

use std::collections::{BTreeMap, VecDeque};

use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::{Recording, Scenario};
use vegaslab_sim::trace::summary::{FlowSummary, Summary};
use vegaslab_sim::trace::tables::{FlowState, SegmentKind, Tables};

use crate::measure::{DatagramFigure, FlowFigure, LinkFigure};

/// A window of time, s: its first moment, and the moment at which it is over.
pub type Window = (f64, f64);

/// Events between two looks at the trace.
const STEP: u64 = 1 << 16;

/// What a run showed.
#[derive(Clone, Debug)]
pub struct Observation {
    summary: Summary,
    smss_bytes: Vec<f64>,
    windows: Vec<Windowed>,
}

/// What one window of time showed.
#[derive(Clone, Debug)]
struct Windowed {
    /// `None`: the whole run.
    window: Option<Window>,
    flows: Vec<FlowSums>,
    links: Vec<LinkSums>,
    datagrams: Vec<DatagramSums>,
}

/// A value that steps, and its integral over the window.
#[derive(Clone, Copy, Debug, Default)]
struct Stepped {
    since_s: f64,
    value: f64,
    integral: f64,
}

impl Stepped {
    fn set(&mut self, time_s: f64, value: f64, (from_s, to_s): Window) {
        self.integral += self.value * (time_s.clamp(from_s, to_s) - self.since_s.clamp(from_s, to_s));
        (self.since_s, self.value) = (time_s, value);
    }

    fn mean(mut self, window: Window) -> f64 {
        self.set(f64::INFINITY, self.value, window);
        self.integral / (window.1 - window.0)
    }
}

/// The longest time for which a value stays as it is.
#[derive(Clone, Copy, Debug, Default)]
struct Steady {
    since_s: f64,
    value: f64,
    longest_s: f64,
}

impl Steady {
    fn set(&mut self, time_s: f64, value: f64, (from_s, to_s): Window) {
        if value != self.value {
            self.longest_s = self.longest_until(time_s.clamp(from_s, to_s));
            (self.since_s, self.value) = (time_s.clamp(from_s, to_s), value);
        }
    }

    fn longest_until(&self, time_s: f64) -> f64 {
        // Before the first value there is nothing that could stay.
        if self.value == 0.0 { 0.0 } else { self.longest_s.max(time_s - self.since_s) }
    }
}

#[derive(Clone, Debug, Default)]
struct FlowSums {
    /// Window that the receiver advertises, segments.
    rwnd: f64,
    arrived: u64,
    sent: u64,
    retransmitted: u64,
    fast_retransmits: u64,
    early_retransmits: u64,
    timeouts: u64,
    /// When the recovery at work began.
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
    first_duplicate: Journey,
    /// In the whole run, not in the window.
    first_sent_s: Option<f64>,
    last_sent_s: Option<f64>,
    longest_silence_s: f64,
    /// Segments that were lost on the way: whether, the last time, a full buffer dropped them.
    lost_to_full: BTreeMap<u32, bool>,
    /// Fast retransmits of which the window's row is still to come: their times, and whether a full buffer dropped the segment.
    repairs: VecDeque<(f64, bool)>,
    cuts: Cuts,
}

/// Window above which ssthresh stays at a fast retransmit to count as a mild cut, as a share of the window before. Between
/// Veno's two: of 3.75 segments and more, four fifths are at least three fifths when rounded down to whole segments, and half,
/// at least 2, is less.
const MILD: f64 = 0.6;

/// Fast retransmits by what lost the segment, a full buffer or something else, and what was left of the window.
#[derive(Clone, Copy, Debug, Default)]
struct Cuts {
    mild_full: u64,
    mild_error: u64,
    deep_full: u64,
    deep_error: u64,
    kept_by_mild: f64,
}

impl Cuts {
    fn add(&mut self, full: bool, kept: f64) {
        let count = match (kept >= MILD, full) {
            (true, true) => &mut self.mild_full,
            (true, false) => &mut self.mild_error,
            (false, true) => &mut self.deep_full,
            (false, false) => &mut self.deep_error,
        };
        *count += 1;
        if kept >= MILD {
            self.kept_by_mild += kept;
        }
    }
}

/// The first loss of a flow, and what came of it.
#[derive(Clone, Copy, Debug)]
struct FirstLoss {
    time_s: f64,
    seq: u32,
    /// The last segment of those lost from there on without a break in numbers.
    last: u32,
    duplicates: u64,
}

/// When something set out, and when it arrived.
#[derive(Clone, Copy, Debug, Default)]
struct Journey {
    from_s: Option<f64>,
    to_s: Option<f64>,
}

#[derive(Clone, Debug, Default)]
struct LinkSums {
    waiting: Stepped,
    waiting_square: Stepped,
    held: Stepped,
    busy: Stepped,
    most: u32,
    drops: u64,
}

#[derive(Clone, Debug, Default)]
struct DatagramSums {
    sent: u64,
    arrived: u64,
}

/// Runs a scenario and observes it in these windows of time, to its end or until all flows of `until_complete` are, if it names
/// any. `progress(share)` is told how far it is.
pub fn observe(
    scenario: &Scenario,
    windows: &[Option<Window>],
    until_complete: &[String],
    mut progress: impl FnMut(f64),
) -> Observation {
    // Nothing may be thinned out of what is summed, however long the run: rows are taken as they come, and none is kept.
    let record = Recording { max_rows: u64::MAX };
    let mut simulation = Simulation::new(&Scenario { record, ..scenario.clone() });
    let links = simulation.summary().links.len();
    let rwnds = scenario.flows.iter().map(|flow| (flow.rwnd_bytes / u64::from(flow.smss_bytes)) as f64);
    let flows: Vec<FlowSums> = rwnds.map(|rwnd| FlowSums { rwnd, ..FlowSums::default() }).collect();
    let windowed = |&window: &Option<Window>| Windowed {
        window,
        flows: flows.clone(),
        links: vec![LinkSums::default(); links],
        datagrams: vec![DatagramSums::default(); scenario.datagrams.len()],
    };
    let mut windows: Vec<Windowed> = windows.iter().map(windowed).collect();
    loop {
        let finished = simulation.step(STEP);
        let rows = simulation.take_rows();
        windows.iter_mut().for_each(|window| window.take(&rows));
        progress(simulation.progress());
        if finished || is_complete(&simulation, until_complete) {
            break;
        }
    }
    let smss_bytes = scenario.flows.iter().map(|flow| f64::from(flow.smss_bytes)).collect();
    Observation { summary: simulation.summary(), smss_bytes, windows }
}

fn is_complete(simulation: &Simulation, flows: &[String]) -> bool {
    if flows.is_empty() {
        return false;
    }
    let summary = simulation.summary();
    let complete = |name| summary.flows.iter().any(|flow| &flow.name == name && flow.completed_at_s.is_some());
    flows.iter().all(complete)
}

impl Windowed {
    fn take(&mut self, rows: &Tables) {
        let (from_s, to_s) = self.window.unwrap_or((0.0, f64::INFINITY));
        let within = |time_s: f64| time_s >= from_s && time_s < to_s;
        let table = &rows.segments;
        for row in 0..table.len() {
            let time_s = table.time_s[row];
            if time_s >= to_s {
                break;
            }
            let kind = table.kind[row];
            if within(time_s) && kind_is_drop(kind) {
                self.links[usize::from(table.place[row])].drops += 1;
            }
            let flow = usize::from(table.flow[row]);
            if let Some(flow) = self.flows.get_mut(flow) {
                flow.take(kind, table.seq[row], time_s, within(time_s));
            } else if within(time_s) {
                self.datagrams[flow - self.flows.len()].take(kind);
            }
        }
        let table = &rows.windows;
        for row in 0..table.len() {
            let flow = &mut self.flows[usize::from(table.flow[row])];
            let (time_s, cwnd) = (table.time_s[row], table.cwnd[row]);
            flow.cut(time_s, table.ssthresh[row]);
            flow.cwnd.set(time_s, cwnd, (from_s, to_s));
            flow.cwnd_square.set(time_s, cwnd * cwnd, (from_s, to_s));
            flow.steady.set(time_s, cwnd, (from_s, to_s));
        }
        let table = &rows.rtts;
        for row in (0..table.len()).filter(|&row| within(table.time_s[row])) {
            let flow = &mut self.flows[usize::from(table.flow[row])];
            flow.rtts += 1;
            flow.rtt_sum += table.rtt_ms[row];
            flow.rtt_square_sum += table.rtt_ms[row] * table.rtt_ms[row];
            flow.base_rtt_ms = Some(table.base_rtt_ms[row]);
        }
        let table = &rows.queues;
        for row in 0..table.len() {
            let link = &mut self.links[usize::from(table.link[row])];
            let (time_s, packets) = (table.time_s[row], table.packets[row]);
            link.held.set(time_s, f64::from(packets), (from_s, to_s));
            let waiting = f64::from(packets.saturating_sub(1));
            link.waiting.set(time_s, waiting, (from_s, to_s));
            link.waiting_square.set(time_s, waiting * waiting, (from_s, to_s));
            link.busy.set(time_s, f64::from(packets.min(1)), (from_s, to_s));
            if within(time_s) {
                link.most = link.most.max(packets);
            }
        }
        let table = &rows.states;
        for row in 0..table.len() {
            let flow = &mut self.flows[usize::from(table.flow[row])];
            flow.change(table.state[row], table.time_s[row], within(table.time_s[row]));
        }
    }
}

fn kind_is_drop(kind: u8) -> bool {
    use SegmentKind as Kind;
    [Kind::DropFull, Kind::AckDropFull, Kind::DatagramDropFull].into_iter().any(|drop| drop as u8 == kind)
}

impl FlowSums {
    fn change(&mut self, state: u8, time_s: f64, within: bool) {
        self.timeouts += u64::from(within && state == FlowState::Timeout as u8);
        if let Some(since_s) = self.recovering_since_s.take() {
            self.longest_recovery_s = self.longest_recovery_s.max(time_s - since_s);
        }
        self.recovering_since_s = (within && state == FlowState::Recovery as u8).then_some(time_s);
    }

    /// The window's next row, which shows what a fast retransmit at that moment has left of it.
    fn cut(&mut self, time_s: f64, ssthresh: f64) {
        while let Some(&(at_s, full)) = self.repairs.front().filter(|(at_s, _)| *at_s <= time_s) {
            self.repairs.pop_front();
            if at_s == time_s {
                self.cuts.add(full, ssthresh / self.cwnd.value.min(self.rwnd));
            }
        }
    }

    fn take(&mut self, kind: u8, seq: u32, time_s: f64, within: bool) {
        use SegmentKind as Kind;
        let is = |kinds: &[Kind]| kinds.iter().any(|one| *one as u8 == kind);
        if is(&[Kind::DropFull, Kind::DropError]) {
            self.lost_to_full.insert(seq, is(&[Kind::DropFull]));
        }
        if is(&[Kind::Ack]) {
            self.acked.1 = self.acked.1.max(seq);
            if !within {
                self.acked.0 = self.acked.1;
            }
        }
        let again = is(&[Kind::RetransmitFast, Kind::RetransmitEarly, Kind::RetransmitTimeout]);
        if again || is(&[Kind::Send]) {
            self.first_sent_s.get_or_insert(time_s);
        }
        if within {
            self.arrived += u64::from(is(&[Kind::DataArrived]));
            self.sent += u64::from(again || is(&[Kind::Send]));
            self.retransmitted += u64::from(again);
            self.fast_retransmits += u64::from(is(&[Kind::RetransmitFast]));
            if let Some(&full) = self.lost_to_full.get(&seq).filter(|_| is(&[Kind::RetransmitFast])) {
                self.repairs.push_back((time_s, full));
            }
            self.early_retransmits += u64::from(is(&[Kind::RetransmitEarly]));
            if again || is(&[Kind::Send]) {
                let silence_s = time_s - self.last_sent_s.replace(time_s).unwrap_or(time_s);
                self.longest_silence_s = self.longest_silence_s.max(silence_s);
            }
            if is(&[Kind::DropFull, Kind::DropError]) {
                self.losses += 1;
                let first = self.first_loss.get_or_insert(FirstLoss { time_s, seq, last: seq, duplicates: 0 });
                first.last += u32::from(seq == first.last + 1);
            }
            if is(&[Kind::DupAckSent]) {
                self.first_duplicate.from_s.get_or_insert(time_s);
            }
            if is(&[Kind::DupAck]) {
                self.first_duplicate.to_s.get_or_insert(time_s);
                if let Some(first) = self.first_loss.as_mut().filter(|first| first.seq == seq) {
                    first.duplicates += 1;
                }
            }
        }
    }
}

impl DatagramSums {
    fn take(&mut self, kind: u8) {
        self.sent += u64::from(kind == SegmentKind::DatagramSent as u8);
        self.arrived += u64::from(kind == SegmentKind::DatagramArrived as u8);
    }
}

impl Observation {
    fn windowed(&self, window: Option<Window>) -> Result<(&Windowed, Window), String> {
        assert_eq!(self.summary.rows_thinned, 0, "every row was asked for");
        let windowed = self.windows.iter().find(|windowed| windowed.window == window);
        let windowed = windowed.ok_or_else(|| format!("the window {window:?} was not observed"))?;
        Ok((windowed, window.unwrap_or((0.0, self.summary.ended_at_s))))
    }

    /// A figure of a flow.
    ///
    /// # Errors
    /// There is no such flow, or the run gave no such figure.
    pub fn flow(&self, name: &str, figure: FlowFigure, window: Option<Window>) -> Result<f64, String> {
        let position = self.summary.flows.iter().position(|flow| flow.name == name);
        let index = position.ok_or_else(|| {
            let names: Vec<_> = self.summary.flows.iter().map(|flow| flow.name.as_str()).collect();
            format!("no flow is called {name:?}; allowed: {}", names.join(", "))
        })?;
        let (windowed, span) = self.windowed(window)?;
        let (sums, summary, smss) = (&windowed.flows[index], &self.summary.flows[index], self.smss_bytes[index]);
        let length_s = span.1 - span.0;
        let count = |number: u64| Some(number as f64);
        let mean_rtt = (sums.rtts > 0).then(|| sums.rtt_sum / sums.rtts as f64);
        let value = match figure {
            FlowFigure::SegmentsPerS => Some(sums.arrived as f64 / length_s),
            FlowFigure::GoodputBytesPerS => Some(f64::from(sums.acked.1 - sums.acked.0) * smss / length_s),
            FlowFigure::Cwnd => Some(sums.cwnd.mean(span)),
            FlowFigure::CwndDeviation => {
                let mean = sums.cwnd.mean(span);
                // Rounding may leave a window that stands still less than no variance.
                Some((sums.cwnd_square.mean(span) - mean * mean).max(0.0).sqrt())
            }
            FlowFigure::RttMs => mean_rtt,
            FlowFigure::RttVarianceMs2 => mean_rtt.map(|mean| sums.rtt_square_sum / sums.rtts as f64 - mean * mean),
            FlowFigure::BaseRttMs => sums.base_rtt_ms,
            FlowFigure::Sent => count(sums.sent),
            FlowFigure::Retransmitted => count(sums.retransmitted),
            FlowFigure::RetransmittedBytes => Some(sums.retransmitted as f64 * smss),
            FlowFigure::FastRetransmits => count(sums.fast_retransmits),
            FlowFigure::EarlyRetransmits => count(sums.early_retransmits),
            FlowFigure::Timeouts => count(sums.timeouts),
            FlowFigure::LongestRecoveryS => Some(sums.longest_recovery_s),
            FlowFigure::Losses => count(sums.losses),
            FlowFigure::FirstMibS => time_to(summary, 1 << 20),
            FlowFigure::SecondMibS => {
                time_to(summary, 2 << 20).zip(time_to(summary, 1 << 20)).map(|(two, one)| two - one)
            }
            // Of transfers that are cut off the quick ones would be left.
            FlowFigure::TransferBytesPerS | FlowFigure::TransferRetransmittedBytes | FlowFigure::TransferS
                if summary.completed_at_s.is_none() =>
            {
                None
            }
            FlowFigure::TransferBytesPerS => mean(completed(summary).map(|(bytes, seconds, _)| bytes / seconds)),
            FlowFigure::TransferRetransmittedBytes => mean(completed(summary).map(|(_, _, again)| again)),
            FlowFigure::TransferS => mean(completed(summary).map(|(_, seconds, _)| seconds)),
            FlowFigure::LongestSilenceS => Some(sums.longest_silence_s),
            FlowFigure::LongestSteadyS => sums.last_sent_s.map(|last_s| sums.steady.longest_until(last_s)),
            FlowFigure::FirstLossS => {
                sums.first_loss.zip(sums.first_sent_s).map(|(loss, begun_s)| loss.time_s - begun_s)
            }
            FlowFigure::FirstGap => sums.first_loss.map(|loss| f64::from(loss.last - loss.seq + 1)),
            FlowFigure::FirstGapDuplicates => sums.first_loss.map(|loss| loss.duplicates as f64),
            FlowFigure::FirstDuplicateMs => {
                let Journey { from_s, to_s } = sums.first_duplicate;
                from_s.zip(to_s).map(|(from_s, to_s)| 1e3 * (to_s - from_s))
            }
            FlowFigure::MildCutsFull => count(sums.cuts.mild_full),
            FlowFigure::MildCutsError => count(sums.cuts.mild_error),
            FlowFigure::DeepCutsFull => count(sums.cuts.deep_full),
            FlowFigure::DeepCutsError => count(sums.cuts.deep_error),
            FlowFigure::KeptByMildCuts => {
                let mild = sums.cuts.mild_full + sums.cuts.mild_error;
                (mild > 0).then(|| sums.cuts.kept_by_mild / mild as f64)
            }
        };
        value.ok_or_else(|| format!("{name} has no figure {figure:?}"))
    }

    /// A figure of a directed link.
    ///
    /// # Errors
    /// There is no such link.
    pub fn link(&self, name: &str, figure: LinkFigure, window: Option<Window>) -> Result<f64, String> {
        let index = self.summary.links.iter().position(|link| link.name == name).ok_or_else(|| {
            let names: Vec<_> = self.summary.links.iter().map(|link| link.name.as_str()).collect();
            format!("no link is called {name:?}; allowed: {}", names.join(", "))
        })?;
        let (windowed, span) = self.windowed(window)?;
        let sums = &windowed.links[index];
        Ok(match figure {
            LinkFigure::WaitingPackets => sums.waiting.mean(span),
            LinkFigure::HeldPackets => sums.held.mean(span),
            LinkFigure::MostPackets => f64::from(sums.most),
            LinkFigure::Utilization => sums.busy.mean(span),
            LinkFigure::Drops => sums.drops as f64,
            LinkFigure::WaitingVariance => {
                let mean = sums.waiting.mean(span);
                sums.waiting_square.mean(span) - mean * mean
            }
        })
    }

    /// A figure of a source of datagrams.
    ///
    /// # Errors
    /// There is no such source.
    pub fn datagrams(&self, name: &str, figure: DatagramFigure, window: Option<Window>) -> Result<f64, String> {
        let index = self.summary.datagrams.iter().position(|source| source.name == name).ok_or_else(|| {
            let names: Vec<_> = self.summary.datagrams.iter().map(|source| source.name.as_str()).collect();
            format!("no source of datagrams is called {name:?}; allowed: {}", names.join(", "))
        })?;
        let (windowed, span) = self.windowed(window)?;
        let sums = &windowed.datagrams[index];
        Ok(match figure {
            DatagramFigure::Sent => sums.sent as f64,
            DatagramFigure::Arrived => sums.arrived as f64,
            DatagramFigure::ArrivedPerS => sums.arrived as f64 / (span.1 - span.0),
        })
    }
}

fn time_to(summary: &FlowSummary, bytes: u64) -> Option<f64> {
    summary.time_to_bytes_s.get(&bytes.to_string()).copied().flatten()
}

/// Bytes, duration in s and bytes sent again of each transfer that was completed.
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

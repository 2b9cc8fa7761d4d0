//! One connection in a run: its two ends, its paths, and what has been counted.

use crate::kernel::random::Stream;
use crate::kernel::{Nanos, from_seconds, milliseconds};
use crate::net::topology::Topology;
use crate::scenario;
use crate::tcp::Host;
use crate::tcp::receiver::{Agreement, ReceiverCore};
use crate::tcp::sender::{Observer, Phase, Sender, Sent, Supply};
use crate::trace::recorder::RttRow;
use crate::trace::summary::{FlowSummary, FlowTotals};
use crate::trace::tables::FlowState;

/// Timers per flow.
pub const TIMERS_PER_FLOW: u32 = 2;
/// Start of the connection, later the retransmission timer.
pub const SENDER_TIMER: u32 = 0;
/// Delayed ACK.
pub const RECEIVER_TIMER: u32 = 1;

/// Packets of one flow, data and ACKs.
#[derive(Clone, Copy, Debug, Default)]
pub struct PacketCounts {
    /// Sent by either end.
    pub sent: u64,
    /// Arrived at the other end.
    pub arrived: u64,
    /// Lost on the way.
    pub dropped: u64,
}

/// A connection.
#[derive(Debug)]
pub struct Flow {
    name: String,
    preset: Option<String>,
    /// The sending end.
    pub sender: Sender,
    /// The receiving end.
    pub receiver: ReceiverCore,
    /// Whether the connection has been opened.
    pub started: bool,
    /// When it is opened.
    pub start: Nanos,
    /// Directed links of data.
    pub forward: Vec<u32>,
    /// Directed links of ACKs.
    pub reverse: Vec<u32>,
    /// Bytes of an ACK, and of what a data packet has beside its payload.
    pub header: u32,
    /// Time for which each timer stands in the schedule, if it does.
    pub scheduled: [Option<Nanos>; TIMERS_PER_FLOW as usize],
    /// What the last ACK said.
    pub last_ack_sent: u32,
    /// cwnd, ssthresh and flight as last recorded.
    pub last_window: (f64, f64, u32),
    /// State as last recorded.
    pub last_state: Option<FlowState>,
    /// Vegas' diff of the last round.
    pub diff: f64,
    /// Sums for the summary.
    pub totals: FlowTotals,
    /// Packets, for checks of conservation.
    pub packets: PacketCounts,
    smss: u32,
    bytes: Option<u64>,
}

impl Flow {
    /// A connection that has not started.
    ///
    /// # Panics
    /// There is no path; the check of the scenario would have said so.
    pub fn new(flow: &scenario::Flow, seed: u64, topology: &Topology<'_>) -> Self {
        let path = |from, between, to| topology.path_of_flow(from, between, to).expect("a checked scenario has a path");
        let forward = path(&flow.from, &flow.route, &flow.to);
        let reverse = path(&flow.to, &flow.route_back, &flow.from);
        let propagation_rtt = topology.unloaded_delay(&forward, flow.smss_bytes + flow.header_bytes)
            + topology.unloaded_delay(&reverse, flow.header_bytes);
        let host = |node: &str| Host {
            seed,
            node: node.to_owned(),
            flow: flow.name.clone(),
            connection: 0,
            smss: flow.smss_bytes,
            rwnd: u32::try_from(flow.rwnd_bytes / u64::from(flow.smss_bytes)).unwrap_or(u32::MAX),
            propagation_rtt,
        };
        let bytes = flow.traffic.bytes();
        let segments = bytes.map(|bytes| bytes.div_ceil(u64::from(flow.smss_bytes)) as u32);
        let sack_blocks = if flow.sender.sack { flow.sack_blocks } else { 0 };
        let agreement = Agreement { sack_blocks, ecn: flow.sender.ecn };
        let jitter = || flow.start_jitter_s * Stream::new(seed, &format!("start/{}", flow.name)).uniform();
        let start = from_seconds(flow.start_s + if flow.start_jitter_s > 0.0 { jitter() } else { 0.0 });
        Self {
            name: flow.name.clone(),
            preset: flow.sender.preset.clone(),
            sender: Sender::new(&flow.sender, &host(&flow.from), Supply { segments, open: false }),
            receiver: ReceiverCore::new(flow.receiver.start(&host(&flow.to)), agreement),
            started: false,
            start,
            forward,
            reverse,
            header: flow.header_bytes,
            scheduled: [None; TIMERS_PER_FLOW as usize],
            last_ack_sent: 0,
            last_window: (f64::NAN, f64::NAN, 0),
            last_state: None,
            diff: f64::NAN,
            totals: FlowTotals::new(start),
            packets: PacketCounts::default(),
            smss: flow.smss_bytes,
            bytes,
        }
    }

    /// Payload of a segment, bytes: the last one may be short.
    pub fn payload_bytes(&self, seq: u32) -> u32 {
        let smss = u64::from(self.smss);
        self.bytes.map_or(smss, |bytes| (bytes - u64::from(seq) * smss).min(smss)) as u32
    }

    /// Bytes acknowledged so far.
    pub fn acked_bytes(&self) -> u64 {
        let acked = u64::from(self.sender.snd_una()) * u64::from(self.smss);
        self.bytes.map_or(acked, |bytes| bytes.min(acked))
    }

    /// The row of an RTT sample as the sender's fine clock shows it.
    pub fn rtt_row(&mut self, shown: Nanos) -> RttRow {
        let timer = self.sender.timer_state();
        RttRow {
            rtt_ms: milliseconds(shown),
            srtt_ms: timer.srtt_ms.unwrap_or(f64::NAN),
            rto_ms: timer.rto_ms,
            base_rtt_ms: self.sender.base_rtt_s().map_or(f64::NAN, |base| base * 1e3),
            diff: self.diff,
        }
    }

    /// Where the sender stands.
    pub fn state(&mut self) -> FlowState {
        match self.sender.phase() {
            Phase::SlowStart => FlowState::SlowStart,
            Phase::Avoidance => FlowState::Avoidance,
            Phase::Recovery => FlowState::Recovery,
            Phase::Done => FlowState::Done,
            Phase::Aborted => FlowState::Aborted,
        }
    }

    /// Figures of the flow so far.
    pub fn summary(&self, now: Nanos) -> FlowSummary {
        self.totals.summary(self.name.clone(), self.preset.clone(), now)
    }
}

/// What a sender did while it handled an event; carried out afterwards, in order.
#[derive(Debug, Default)]
pub struct Actions {
    /// Segments to send.
    pub sends: Vec<Sent>,
    /// RTT samples: exact, and as shown by the fine clock.
    pub rtts: Vec<(Nanos, Nanos)>,
    /// Diff of a round that ended.
    pub diff: Option<f64>,
}

impl Observer for Actions {
    fn send(&mut self, sent: Sent) {
        self.sends.push(sent);
    }
    fn rtt(&mut self, exact: Nanos, shown: Nanos) {
        self.rtts.push((exact, shown));
    }
    fn diff(&mut self, diff: f64) {
        self.diff = Some(diff);
    }
}

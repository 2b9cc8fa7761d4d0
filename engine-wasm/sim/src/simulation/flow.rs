//! One flow in a run: its successive connections, both ends of the current one, its routes and its counters.

use crate::kernel::random::Stream;
use crate::kernel::{Nanos, from_seconds, milliseconds};
use crate::net::route::Routes;
use crate::net::topology::Topology;
use crate::scenario;
use crate::tcp::Host;
use crate::tcp::receiver::{NegotiatedOptions, ReceiverCore};
use crate::tcp::sender::{Observer, Phase, Sender, Sent, Supply};
use crate::trace::recorder::{Recorder, RttRow};
use crate::trace::summary::{FlowSummary, FlowTotals};
use crate::trace::tables::{FlowState, SendLimit};
use crate::traffic::{Connection, RunningTraffic, TrafficContext, Write};

/// Timers per flow.
pub const TIMERS_PER_FLOW: u32 = 3;
/// Retransmission timer, or a paced sender's next send time.
pub const SENDER_TIMER: u32 = 0;
/// Delayed ACK.
pub const RECEIVER_TIMER: u32 = 1;
/// The application opens a connection or writes.
pub const APPLICATION_TIMER: u32 = 2;

/// Estimated bytes of the names in a flow's specification.
const NAMES_BYTES: usize = 200;

/// Packets of one flow, data and ACKs, or of one source.
#[derive(Clone, Copy, Debug, Default)]
pub struct PacketCounts {
    /// Sent by either end.
    pub sent: u64,
    /// Arrived at the other end.
    pub arrived: u64,
    /// Lost on the way.
    pub dropped: u64,
}

impl PacketCounts {
    /// Returns whether none is in the network.
    #[inline]
    pub fn are_gone(&self) -> bool {
        self.sent == self.arrived + self.dropped
    }
}

/// The application's next step.
#[derive(Clone, Copy, Debug)]
pub enum Plan {
    /// Waits until the connection completes or the run ends.
    Wait,
    /// Opens this connection at this time.
    Open(Connection, Nanos),
    /// Opens this connection when its partner flow has completed one.
    OpenInTurn(Connection),
    /// Writes to the open connection at this time.
    Write(Write, Nanos),
}

/// Round-trip times of a path without queueing.
#[derive(Clone, Copy, Debug)]
struct PathRtts {
    /// Of a full segment and its ACK.
    segment: Nanos,
    /// Of two headers.
    handshake: Nanos,
}

/// A flow.
#[derive(Clone, Debug)]
pub struct Flow {
    spec: scenario::Flow,
    seed: u64,
    rtts: PathRtts,
    traffic: RunningTraffic,
    /// The application's next step.
    pub plan: Plan,
    /// Index of the flow with which this one takes turns.
    pub partner: Option<usize>,
    /// Connections opened so far.
    connections: u32,
    /// First segment of the current connection, and its bytes; `None` if unlimited.
    first_seq: u32,
    bytes: Option<u64>,
    /// Bytes of the connections before the current one.
    earlier_bytes: u64,
    /// The sending end.
    pub sender: Sender,
    /// The receiving end.
    pub receiver: ReceiverCore,
    /// Start time of the flow.
    pub start: Nanos,
    /// Route of data.
    pub forward: u32,
    /// Route of ACKs.
    pub reverse: u32,
    /// Size of an ACK, and of a data packet's header, in bytes.
    pub header: u32,
    /// Segments carry timestamps.
    pub timestamps: bool,
    /// The next expected segment in the last ACK.
    pub last_ack_sent: u32,
    /// cwnd, ssthresh and flight as last recorded.
    pub last_window: (f64, f64, u32),
    /// State as last recorded.
    pub last_state: Option<FlowState>,
    /// Vegas' diff of the last round.
    pub diff: f64,
    /// Totals for the summary.
    pub totals: FlowTotals,
    /// Packets, for the conservation checks of the audit.
    pub packets: PacketCounts,
}

impl Flow {
    /// Creates a flow that hasn't started.
    ///
    /// # Panics
    /// If there is no path, which validation rules out.
    pub fn new(scenario: &scenario::Scenario, index: usize, topology: &Topology<'_>, routes: &mut Routes) -> Self {
        let spec = &scenario.flows[index];
        let path = |from, between, to| topology.path_of_flow(from, between, to).expect("a valid scenario has a path");
        let forward = path(&spec.from, &spec.route, &spec.to);
        let reverse = path(&spec.to, &spec.route_back, &spec.from);
        let header = spec.wire_header_bytes();
        let rtt_of = |bytes| topology.unloaded_delay(&forward, bytes) + topology.unloaded_delay(&reverse, header);
        let rtts = PathRtts { segment: rtt_of(spec.smss_bytes + header), handshake: rtt_of(header) };
        let stream = Stream::new(scenario.seed, &format!("traffic/{}", spec.name));
        let jitter = || spec.start_jitter_s * Stream::new(scenario.seed, &format!("start/{}", spec.name)).uniform();
        let start = from_seconds(spec.start_s + if spec.start_jitter_s > 0.0 { jitter() } else { 0.0 });
        let (sender, receiver) = ends(spec, scenario.seed, rtts, 0, 0, Supply { end: Some(0), open: true });
        Self {
            traffic: spec.traffic.start(&TrafficContext { stream, smss_bytes: spec.smss_bytes }),
            plan: Plan::Wait,
            partner: scenario.flows.iter().position(|other| spec.turns_with.as_ref() == Some(&other.name)),
            connections: 0,
            first_seq: 0,
            bytes: Some(0),
            earlier_bytes: 0,
            sender,
            receiver,
            start,
            forward: routes.add(&forward),
            reverse: routes.add(&reverse),
            header,
            timestamps: spec.sender.timestamps,
            last_ack_sent: 0,
            last_window: (f64::NAN, f64::NAN, 0),
            last_state: None,
            diff: f64::NAN,
            totals: FlowTotals::new(start),
            packets: PacketCounts::default(),
            spec: spec.clone(),
            seed: scenario.seed,
            rtts,
        }
    }

    /// Asks the application for the next connection and plans it; `now` is the end of the last connection or the flow's
    /// start. Returns whether there is a next connection.
    pub fn plan_connection(&mut self, in_turn: bool, now: Nanos) -> bool {
        self.plan = match self.traffic.next_connection() {
            None => Plan::Wait,
            Some(connection) if in_turn => Plan::OpenInTurn(connection),
            Some(connection) => Plan::Open(connection, now + connection.wait),
        };
        !matches!(self.plan, Plan::Wait)
    }

    /// Time of the application's next action.
    pub fn acts_at(&self) -> Option<Nanos> {
        match self.plan {
            Plan::Open(_, at) | Plan::Write(_, at) => Some(at),
            Plan::Wait | Plan::OpenInTurn(_) => None,
        }
    }

    /// Sets up both ends of a new connection.
    pub fn connect(&mut self, connection: &Connection, now: Nanos) {
        self.earlier_bytes += self.connection_bytes();
        self.first_seq = self.sender.snd_max();
        self.bytes = if connection.in_portions { None } else { connection.bytes };
        let segments = |bytes: u64| bytes.div_ceil(u64::from(self.spec.smss_bytes)) as u32;
        let supply = match connection.in_portions {
            true => Supply { end: Some(self.first_seq), open: true },
            false => {
                Supply { end: self.bytes.map(|bytes| self.first_seq.saturating_add(segments(bytes))), open: false }
            }
        };
        (self.sender, self.receiver) = ends(&self.spec, self.seed, self.rtts, self.connections, self.first_seq, supply);
        self.receiver.open(now);
        self.connections += 1;
        self.last_ack_sent = self.first_seq;
        self.totals.opened(connection.bytes, now);
        self.plan_write(now);
    }

    /// Asks the application for the next write to the open connection.
    pub fn plan_write(&mut self, now: Nanos) {
        self.plan = self.traffic.next_write().map_or(Plan::Wait, |write| Plan::Write(write, now + write.wait));
    }

    /// Number of the current connection, as its packets carry it.
    pub fn connection(&self) -> u16 {
        self.connections as u16
    }

    /// Payload of a segment of the current connection, bytes: the last one may be short.
    #[inline]
    pub fn payload_bytes(&self, seq: u32) -> u32 {
        let Some(bytes) = self.bytes else { return self.spec.smss_bytes };
        let smss = u64::from(self.spec.smss_bytes);
        let before = u64::from(seq - self.first_seq) * smss;
        (bytes - before).min(smss) as u32
    }

    fn connection_bytes(&self) -> u64 {
        let acked = u64::from(self.sender.snd_una() - self.first_seq) * u64::from(self.spec.smss_bytes);
        self.bytes.map_or(acked, |bytes| bytes.min(acked))
    }

    /// Bytes acknowledged so far, of all connections.
    pub fn acked_bytes(&self) -> u64 {
        self.earlier_bytes + self.connection_bytes()
    }

    /// The row of an RTT sample; `shown` is its value on the sender's fine clock.
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

    /// Records the sender's windows and state if they have changed. Returns whether its connection has ended.
    #[inline]
    pub fn record(&mut self, recorder: &mut Recorder, index: u16, now: Nanos) -> bool {
        let window = self.sender.window();
        let flight = self.sender.flight_size();
        if self.last_window != (window.cwnd, window.ssthresh, flight) {
            if self.last_window.0 != window.cwnd {
                self.totals.cwnd(window.cwnd, now);
            }
            self.last_window = (window.cwnd, window.ssthresh, flight);
            recorder.window(now, index, &window, flight);
        }
        if self.totals.awaits_milestone() {
            self.totals.acknowledged(self.acked_bytes(), now);
        }
        let state = self.state();
        if self.last_state == Some(state) {
            return false;
        }
        self.last_state = Some(state);
        recorder.state(now, index, state);
        let ended = matches!(state, FlowState::Done | FlowState::Aborted);
        if ended {
            self.totals.closed(state == FlowState::Done, now);
        }
        ended
    }

    /// Records the reason why the sender sends no more, if it's another than before.
    #[inline]
    pub fn record_limit(&mut self, recorder: &mut Recorder, index: u16, now: Nanos) {
        let limit = self.limit();
        if self.totals.limit() != limit {
            self.totals.set_limit(limit, now);
            recorder.limit(now, index, limit);
        }
    }

    /// The reason why the sender sends no more.
    #[inline]
    pub fn limit(&self) -> SendLimit {
        match self.sender.limit() {
            SendLimit::Pacing => SendLimit::Pacing,
            _ if self.packets.are_gone() && self.sender.awaits_ack() && self.receiver.delayed_until().is_none() => {
                SendLimit::Timer
            }
            limit => limit,
        }
    }

    /// State of the sender.
    #[inline]
    pub fn state(&mut self) -> FlowState {
        match self.sender.phase() {
            Phase::SlowStart => FlowState::SlowStart,
            Phase::Avoidance => FlowState::Avoidance,
            Phase::Recovery => FlowState::Recovery,
            Phase::Done => FlowState::Done,
            Phase::Aborted => FlowState::Aborted,
        }
    }

    /// Estimated bytes of the parts that the flow points to.
    pub fn heap_bytes(&self) -> usize {
        NAMES_BYTES + self.sender.heap_bytes()
    }

    /// Results of the flow so far.
    pub fn summary(&self, now: Nanos) -> FlowSummary {
        self.totals.summary(self.spec.name.clone(), self.spec.sender.preset.clone(), self.acked_bytes(), now)
    }
}

/// Creates both ends of a connection.
fn ends(
    spec: &scenario::Flow,
    seed: u64,
    rtts: PathRtts,
    connection: u32,
    first_seq: u32,
    supply: Supply,
) -> (Sender, ReceiverCore) {
    let host = |node: &str| Host {
        seed,
        node: node.to_owned(),
        flow: spec.name.clone(),
        connection,
        first_seq,
        smss: spec.smss_bytes,
        rwnd: u32::try_from(spec.rwnd_bytes / u64::from(spec.smss_bytes)).unwrap_or(u32::MAX),
        rwnd_bytes: spec.rwnd_bytes,
        propagation_rtt: rtts.segment,
        handshake_rtt: rtts.handshake,
    };
    let sack_blocks = if spec.sender.sack { spec.sack_blocks } else { 0 };
    let options =
        NegotiatedOptions { sack_blocks, ecn: spec.sender.ecn, timestamps: spec.sender.timestamps, first_seq };
    let sender = Sender::new(&spec.sender, &host(&spec.from), supply);
    (sender, ReceiverCore::new(spec.receiver.start(&host(&spec.to)), options))
}

/// Collects a sender's actions while it handles an event; they are executed afterward, in order.
#[derive(Clone, Debug, Default)]
pub struct Actions {
    /// Segments to send.
    pub sends: Vec<Sent>,
    /// RTT sample: exact, and as shown by the fine clock.
    pub rtt: Option<(Nanos, Nanos)>,
    /// Vegas' diff of a round that ended.
    pub diff: Option<f64>,
}

impl Observer for Actions {
    fn send(&mut self, sent: Sent) {
        self.sends.push(sent);
    }
    fn rtt(&mut self, exact: Nanos, shown: Nanos) {
        self.rtt = Some((exact, shown));
    }
    fn diff(&mut self, diff: f64) {
        self.diff = Some(diff);
    }
}

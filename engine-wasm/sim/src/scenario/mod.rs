//! The scenario: one JSON value that says everything about a run.
//!
//! [`read`] turns text into a checked [`Scenario`]; the stages are [`expand`] (presets, topologies and copies written
//! out), [`conform`] (every field against its shape, and defaults) and [`mod@check`] (what fields mean together).

pub mod check;
pub mod conform;
pub mod expand;
pub mod limits;
pub mod presets;
pub mod senders;
pub mod shape;
pub mod suggest;
pub mod topology;
pub mod typed;

use serde::Serialize;
use serde_json::Value;
use shape::{flag, integer, list, number, object, optional, part, text};
use typed::Typed;
use vegaslab_json::Misread;

use crate::datagram::DatagramSource;
use crate::message::Message;
use crate::messages;
use crate::net::{drops::ScriptedDrop, loss::Loss, queue::Queue};
use crate::tcp::sack::MAX_BLOCKS;
use crate::tcp::{
    avoidance::Avoidance,
    decrease::Decrease,
    detection::Detection,
    receiver::Receiver,
    recovery::Recovery,
    rounds::{BaseRtt, RateOf, RoundRtt, UnsampledRound},
    slow_start::SlowStart,
    timer::Timer,
};
use crate::timeline::TimedChange;
use crate::traffic::Traffic;
use topology::Blueprint;

/// The schema version that this engine reads and writes.
pub const VERSION: u32 = 1;

/// Something wrong in a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Problem {
    /// Where, e.g. `flows.0.sender.avoidance.alpha`; empty for the scenario as a whole.
    pub path: String,
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub allowed: String,
    /// `problem` with its code and its values.
    pub problem_message: Box<Message>,
    /// `allowed` with its code and its values.
    pub allowed_message: Box<Message>,
}

impl Problem {
    /// A problem at a path.
    pub fn new(path: impl Into<String>, problem: Message, allowed: Message) -> Self {
        Self::at(path.into(), problem, allowed)
    }

    #[inline(never)]
    fn at(path: String, problem: Message, allowed: Message) -> Self {
        let (problem_text, allowed_text) = (problem.text.clone(), allowed.text.clone());
        Self {
            path,
            problem: problem_text,
            allowed: allowed_text,
            problem_message: Box::new(problem),
            allowed_message: Box::new(allowed),
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path.is_empty() { "scenario" } else { &self.path };
        // A suggestion ends with a question mark.
        let stop = if self.problem.ends_with('?') { "" } else { ";" };
        write!(f, "{path}: {}{stop} allowed: {}", self.problem, self.allowed)
    }
}

described! {
    /// Everything about one run.
    pub struct Scenario {
        /// Version of the schema.
        version: u32 = integer("", VERSION as u64, VERSION as u64);
        /// Short name, that of the file.
        name: String = text(limits::NAME_LENGTH);
        /// One line for people.
        title: String = text(limits::TITLE_LENGTH), default "";
        /// What to look at, and which assumptions were made.
        about: String = text(limits::ABOUT_LENGTH), default "";
        /// Paper, section or figure that the scenario comes from.
        source: String = text(limits::TITLE_LENGTH), default "";
        /// Seed of every random stream. Another seed gives other host clock phases and other losses.
        seed: u64 = integer("", 0, limits::SEED), default 1;
        /// Longest simulated time. The run ends earlier when every transfer is complete.
        duration_s: f64 = number("s", 0.001, limits::DURATION_S);
        /// How much of the run is recorded.
        record: Recording = object::<Recording>(), default { "max_rows": 2_000_000 };
        /// A network to start from: its links come before those of the list, and an entry of the list with the name of one
        /// of them gives what differs. A scenario that is written out has all links in the list, and null here.
        topology: Option<Blueprint> = optional(&part("topology")), default null;
        /// The network: links between named nodes.
        links: Vec<Link> = list(&object::<Link>(), limits::LINKS);
        /// Senders with a name of their own, which flows can name like the built-in presets. A scenario that is written out has
        /// every sender whole: there, a change of a preset changes no flow.
        presets: Vec<OwnPreset> = list(&object::<OwnPreset>(), limits::PRESETS), default [];
        /// The connections.
        flows: Vec<Flow> = list(&object::<Flow>(), limits::FLOWS);
        /// Sources of datagrams, which know nothing of congestion.
        datagrams: Vec<DatagramSource> = list(&object::<DatagramSource>(), limits::DATAGRAM_SOURCES), default [];
        /// Packets that are lost whatever the queues and losses of their links.
        drops: Vec<ScriptedDrop> = list(&object::<ScriptedDrop>(), limits::DROPS), default [];
        /// What changes while the run goes on.
        timeline: Vec<TimedChange> = list(&object::<TimedChange>(), limits::TIMELINE), default [];
    }
}

described! {
    /// How much of the run is recorded.
    pub struct Recording {
        /// Rows of trace before samples are thinned. Losses, retransmissions and timeouts are always kept.
        max_rows: u64 = integer("rows", 0, limits::ROWS), default 2_000_000;
        /// The part of the run in which packets are followed over every link, so that they can be drawn on their way.
        hops: HopWindow = object::<HopWindow>(), default {};
    }
}

described! {
    /// The part of a run in which packets are followed over every link; none where it does not end after it begins. It takes
    /// two rows for each packet and link, a million packets at most.
    pub struct HopWindow {
        /// Packets that are put on a link from this time on are followed.
        from_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.0;
        /// Those that are put on one from this time on are not.
        to_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.0;
    }
}

impl HopWindow {
    /// No packet is followed.
    pub const NONE: Self = Self { from_s: 0.0, to_s: 0.0 };
}

described! {
    /// A link between two nodes with an output buffer in front of it.
    pub struct Link {
        /// Name of the link. Its directions are named after the nodes, as in `R1>R2`.
        name: String = text(limits::NAME_LENGTH);
        /// Node at one end.
        from: String = text(limits::NAME_LENGTH);
        /// Node at the other end.
        to: String = text(limits::NAME_LENGTH);
        /// Whether the link also leads back, with a buffer of its own.
        both_ways: bool = flag(), default true;
        /// Transmission rate.
        rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1);
        /// Propagation delay.
        delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS);
        /// Period of the software clock that releases packets, as in the hitbox emulator; 0 is exact.
        clock_us: u32 = integer("us", 0, 1_000_000), default 0;
        /// Output buffer.
        queue: Queue = part("queue");
        /// Packets lost on the link.
        loss: Loss = part("loss"), default { "kind": "none" };
        /// What differs on the way back, from `to` to `from`; null: nothing does.
        back: Option<WayBack> = optional(&object::<WayBack>()), default null;
    }
}

described! {
    /// What differs on the way back of a link. A field that is null is the same both ways.
    pub struct WayBack {
        /// Transmission rate.
        rate_bps: Option<u64> = optional(&integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1)), default null;
        /// Propagation delay.
        delay_ms: Option<f64> = optional(&number("ms", 0.0, limits::DELAY_MS)), default null;
        /// Period of the software clock that releases packets, as in the hitbox emulator; 0 is exact.
        clock_us: Option<u32> = optional(&integer("us", 0, 1_000_000)), default null;
        /// Output buffer.
        queue: Option<Queue> = optional(&part("queue")), default null;
        /// Packets lost on the link.
        loss: Option<Loss> = optional(&part("loss")), default null;
    }
}

described! {
    /// A preset that a scenario defines for its own flows.
    pub struct OwnPreset {
        /// Name of the preset. No built-in preset has it.
        name: String = text(limits::NAME_LENGTH);
        /// What it is, for people.
        about: String = text(limits::ABOUT_LENGTH), default "";
        /// The sender. It can name a built-in preset, or one before this one, and give only what differs from it.
        sender: Sender = object::<Sender>();
    }
}

described! {
    /// One connection: sender, receiver and what is sent.
    pub struct Flow {
        /// Name of the flow.
        name: String = text(limits::NAME_LENGTH);
        /// How many flows like this one there are. `{n}` in the name, the nodes and the routes stands for 1, 2 and so on;
        /// a name without it gets the number behind it. A scenario that is written out has each flow by itself.
        copies: u32 = integer("flows", 1, limits::FLOWS as u64), default 1;
        /// Node of the sender.
        from: String = text(limits::NAME_LENGTH);
        /// Node of the receiver.
        to: String = text(limits::NAME_LENGTH);
        /// Static route of the data: the nodes between `from` and `to`, in order. Empty: the path with the fewest links.
        route: Vec<String> = list(&text(limits::NAME_LENGTH), limits::ROUTE_NODES), default [];
        /// Static route of the ACKs: the nodes between `to` and `from`, in order. Empty: the path with the fewest links.
        route_back: Vec<String> = list(&text(limits::NAME_LENGTH), limits::ROUTE_NODES), default [];
        /// When the connection starts.
        start_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.0;
        /// Longest random delay of the start: a time between 0 and this is drawn per flow and added to `start_s`.
        start_jitter_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.0;
        /// Payload of a full segment.
        smss_bytes: u32 = integer("bytes", 1, 65_495), default 512;
        /// TCP and IP header of every packet; an ACK is a header alone.
        header_bytes: u32 = integer("bytes", 0, 120), default 40;
        /// Window advertised by the receiver. No more than one window leaves per RTT: 40,960 bytes over 100 ms are 3.3 Mbit/s.
        rwnd_bytes: u64 = integer("bytes", 1, limits::BUFFER_BYTES), default 40_960;
        /// What there is to send.
        traffic: Traffic = part("traffic");
        /// Flow with which this one takes turns: each connection waits until one of the other has completed. The flow that
        /// starts earlier begins. Both must name each other.
        turns_with: Option<String> = optional(&text(limits::NAME_LENGTH)), default null;
        /// The sender: a preset, and what differs from it.
        sender: Sender = object::<Sender>();
        /// How the receiver acknowledges.
        receiver: Receiver = part("receiver");
        /// SACK blocks that an ACK carries at most, if the sender asks for them.
        sack_blocks: u32 = integer("blocks", 0, MAX_BLOCKS as u64), default 3;
    }
}

alternatives! {
    /// Where slow start ends before anything is known of the path.
    pub enum InitialSsthresh {
        /// No limit: slow start ends with the first loss.
        Unlimited = "unlimited",
        /// The advertised window, as in Vegas.
        Rwnd = "rwnd",
    }
}

alternatives! {
    /// Whether congestion marks are used, and how the receiver echoes them.
    pub enum EcnMode {
        /// Packets are dropped, not marked.
        Off = "off",
        /// Each ACK says so from the first marked segment on until the sender answers; it reduces its window once per RTT.
        Rfc3168 = "rfc3168",
        /// Each ACK says how many of its segments were marked. The congestion avoidance alone decides what follows.
        PerPacket = "per_packet",
    }
}

described! {
    /// A sender assembled from parts.
    pub struct Sender {
        /// Preset whose parts are taken where no other is given: a built-in one, or one of the scenario's `presets`.
        preset: Option<String> = optional(&text(limits::NAME_LENGTH)), default null;
        /// Congestion window of a new connection.
        initial_cwnd: u32 = integer("segments", 1, 1_000), default 1;
        /// Where slow start ends before anything is known of the path.
        initial_ssthresh: InitialSsthresh = InitialSsthresh::SHAPE, default "unlimited";
        /// Period of the fine clock with which RTTs are read; 0 is exact. On a short path a coarse clock looks like a queue: with 1 ms,
        /// Vegas fills half of 50 Mbit/s over 20 ms.
        fine_clock_us: u32 = integer("us", 0, 1_000_000), default 0;
        /// What a round without an RTT sample means for base_rtt.
        unsampled_round: UnsampledRound = UnsampledRound::SHAPE, default "keeps_base";
        /// Which RTT sample of a round counts.
        round_rtt: RoundRtt = RoundRtt::SHAPE, default "mean";
        /// What a round divides by its RTT and by base_rtt to get the actual and the expected rate.
        rate_of: RateOf = RateOf::SHAPE, default "transit";
        /// Where base_rtt comes from.
        base_rtt: BaseRtt = BaseRtt::SHAPE, default "measured";
        /// Whether the receiver is asked for SACK blocks.
        sack: bool = flag(), default false;
        /// Whether congestion marks are used.
        ecn: EcnMode = EcnMode::SHAPE, default "off";
        /// Whether the first two duplicate ACKs each let a new segment go (RFC 3042).
        limited_transmit: bool = flag(), default false;
        /// Whether cwnd falls back to its first value after the application was silent for a timeout.
        idle_restart: bool = flag(), default true;
        /// Longest random wait before the sender uses room in its window; it keeps flows from marching in step. 0 sends at once.
        send_jitter_ms: f64 = number("ms", 0.0, 1_000.0), default 0.0;
        /// How cwnd grows below ssthresh.
        slow_start: SlowStart = part("slow_start");
        /// How cwnd moves above ssthresh.
        avoidance: Avoidance = part("avoidance");
        /// What counts as the sign of a loss, besides the retransmission timer.
        detection: Detection = part("detection");
        /// How losses are repaired.
        recovery: Recovery = part("recovery");
        /// How far a loss reduces the window.
        decrease: Decrease = part("decrease");
        /// The retransmission timer.
        timer: Timer = part("timer");
    }
}

/// Reads scenario text.
///
/// # Errors
/// Every problem that was found, each with its path and what is allowed.
pub fn read(text: &str) -> Result<Scenario, Vec<Problem>> {
    from_value(parse(text)?)
}

/// Parses scenario text without looking at what it says.
///
/// # Errors
/// The text is too long or is not JSON.
pub fn parse(text: &str) -> Result<Value, Vec<Problem>> {
    if text.len() > limits::TEXT_BYTES {
        let problem = messages::text_too_long(text.len());
        return Err(vec![Problem::new("", problem, messages::at_most_bytes(limits::TEXT_BYTES))]);
    }
    vegaslab_json::read(text).map_err(|Misread { what, line, column }| {
        vec![Problem::new("", messages::not_json(what, line, column), messages::one_json_object())]
    })
}

/// Expands and checks a scenario value.
///
/// # Errors
/// Every problem that was found.
pub fn from_value(mut value: Value) -> Result<Scenario, Vec<Problem>> {
    let mut problems = senders::apply_presets(&mut value);
    let mut origins = expand::apply_topology(&mut value);
    conform::conform(&object::<Scenario>(), &mut value, &mut String::new(), &mut problems);
    if !problems.is_empty() {
        return Err(origins.restore(problems));
    }
    // What conforms to the shapes can be read; the shapes are generated from the same lines as the types.
    let mut scenario = Scenario::from_value(&value)
        .ok_or_else(|| vec![Problem::new("", messages::not_a_scenario(), messages::as_the_schema_describes())])?;
    expand::write_copies(&mut scenario, &mut origins).map_err(|problem| vec![problem])?;
    let problems = check::check(&scenario);
    if problems.is_empty() { Ok(scenario) } else { Err(origins.restore(problems)) }
}

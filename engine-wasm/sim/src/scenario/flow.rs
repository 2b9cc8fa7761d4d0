//! Flows, and senders assembled from parts. A scenario's own presets also contain senders.

use crate::schema::limits;
use crate::schema::shape::{flag, integer, list, number, object, optional, text};
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
    timestamps::OPTION_BYTES,
    validation::CwndValidation,
};
use crate::traffic::Traffic;

described! {
    /// One connection: sender, receiver and what is sent.
    pub struct Flow {
        /// Name of the flow.
        name: String = text(limits::NAME_LENGTH);
        /// Number of copies of this flow. `{n}` in the name, the nodes and the routes becomes 1, 2 and so on; a name
        /// without it gets the number at its end. A fully expanded scenario lists each flow separately.
        copies: u32 = integer("flows", 1, limits::FLOWS as u64), default 1, group "traffic";
        /// Node of the sender.
        from: String = text(limits::NAME_LENGTH);
        /// Node of the receiver.
        to: String = text(limits::NAME_LENGTH);
        /// Static route of the data: the nodes between `from` and `to`, in order. Empty: the path with the fewest links.
        route: Vec<String> = list(&text(limits::NAME_LENGTH), limits::ROUTE_NODES), default [];
        /// Static route of the ACKs: the nodes between `to` and `from`, in order. Empty: the path with the fewest links.
        route_back: Vec<String> = list(&text(limits::NAME_LENGTH), limits::ROUTE_NODES), default [];
        /// When the connection starts.
        start_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.0, label "Start time", group "traffic";
        /// Longest random delay of the start: a time between 0 and this is drawn per flow and added to `start_s`.
        start_jitter_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.0,
            label "Random start delay", group "traffic";
        /// Payload of a full segment.
        smss_bytes: u32 = integer("bytes", 1, 65_495), default 512, label "Segment size", group "host";
        /// TCP and IP header of every packet; an ACK is a header alone.
        header_bytes: u32 = integer("bytes", 0, 120), default 40, label "Header size", group "host";
        /// Window advertised by the receiver. The sender sends at most one window per RTT: 40,960 bytes over 100 ms
        /// are 3.3 Mbit/s.
        rwnd_bytes: u64 = integer("bytes", 1, limits::BUFFER_BYTES), default 40_960,
            label "Receiver window", group "receiver", basic true;
        /// What the application sends.
        traffic: Traffic = Traffic::SHAPE, label "Traffic", group "traffic";
        /// Flow with which this one takes turns: each connection waits until one of the other has completed. The flow that
        /// starts earlier begins. Both must name each other.
        turns_with: Option<String> = optional(&text(limits::NAME_LENGTH)), default null;
        /// The sender: a preset, and changes to it.
        sender: Sender = object::<Sender>();
        /// How the receiver acknowledges.
        receiver: Receiver = Receiver::SHAPE, label "Acknowledgments", group "receiver", basic true;
        /// Most SACK blocks in an ACK, if the sender asks for them.
        sack_blocks: u32 = integer("blocks", 0, MAX_BLOCKS as u64), default 3,
            label "SACK blocks per ACK", group "window";
    }
}

impl Flow {
    /// Header of every packet on the wire, with the timestamps option if the connection uses it.
    pub fn wire_header_bytes(&self) -> u32 {
        self.header_bytes + if self.sender.timestamps { OPTION_BYTES } else { 0 }
    }
}

described! {
    /// A sender assembled from parts.
    pub struct Sender {
        /// Preset for all parts that aren't given: a built-in one, or one of the scenario's `presets`.
        preset: Option<String> = optional(&text(limits::NAME_LENGTH)), default null;
        /// Congestion window of a new connection.
        initial_cwnd: u32 = integer("segments", 1, 1_000), default 1, label "Initial window", group "window";
        /// Slow-start threshold of a new connection.
        initial_ssthresh: InitialSsthresh = InitialSsthresh::SHAPE, default "unlimited",
            label "Initial slow-start threshold", group "window";
        /// Period of the fine clock that measures RTTs; 0 is exact. On a short path a coarse clock looks like a
        /// queue: with 1 ms, Vegas fills half of 50 Mbit/s over 20 ms.
        fine_clock_us: u32 = integer("us", 0, 1_000_000), default 0, label "Fine clock", group "timers";
        /// How a round without an RTT sample affects base_rtt.
        unsampled_round: UnsampledRound = UnsampledRound::SHAPE, default "keeps_base",
            label "Rounds without a sample", group "timers";
        /// Which RTT sample of a round counts.
        round_rtt: RoundRtt = RoundRtt::SHAPE, default "mean", label "RTT of a round", group "timers";
        /// What a round divides by its RTT and by base_rtt to get the actual and the expected rate.
        rate_of: RateOf = RateOf::SHAPE, default "transit", label "Rate computed from", group "timers";
        /// Where base_rtt comes from.
        base_rtt: BaseRtt = BaseRtt::SHAPE, default "measured", label "Base RTT", group "timers";
        /// The handshake gives the timer its first RTT sample: that of two headers over the path without queueing
        /// (RFC 6298, section 2.2), as in Linux, ns-3 and INET. The run still begins with the first segment.
        handshake_sample: bool = flag(), default false, label "RTT sample from the handshake", group "timers";
        /// The sender asks the receiver for SACK blocks.
        sack: bool = flag(), default false, label "SACK", group "window";
        /// Every packet carries a timestamp, 12 bytes in addition to `header_bytes`. So every new ACK gives the timer an
        /// RTT sample, even one for a retransmission (RFC 7323).
        timestamps: bool = flag(), default false, label "Timestamps", group "timers";
        /// How the connection uses congestion marks.
        ecn: EcnMode = EcnMode::SHAPE, default "off", label "Congestion marks (ECN)", group "window";
        /// The first two duplicate ACKs each let the sender send a new segment (RFC 3042).
        limited_transmit: bool = flag(), default false, group "window";
        /// How far cwnd may grow while the receiver's window or the application limits the sender.
        cwnd_validation: CwndValidation = CwndValidation::SHAPE, default "max_window",
            label "Growth of an unused window", group "window";
        /// cwnd falls after the application was silent for a timeout.
        idle_restart: bool = flag(), default true, label "Restart after a silence", group "window";
        /// How far cwnd falls after a silence.
        restart_window: RestartWindow = RestartWindow::SHAPE, default "initial",
            label "Window after a silence", group "window";
        /// Longest random wait before the sender uses room in its window; it keeps flows from synchronizing. 0 sends
        /// immediately.
        send_jitter_ms: f64 = number("ms", 0.0, 1_000.0), default 0.0, label "Random send delay", group "host";
        /// How cwnd grows below ssthresh.
        slow_start: SlowStart = SlowStart::SHAPE, group "parts";
        /// How cwnd moves above ssthresh.
        avoidance: Avoidance = Avoidance::SHAPE, label "Congestion avoidance", group "parts";
        /// How the sender detects a loss before its retransmission timer expires.
        detection: Detection = Detection::SHAPE, label "Loss detection", group "parts";
        /// How losses are repaired.
        recovery: Recovery = Recovery::SHAPE, label "Loss recovery", group "parts";
        /// How far a loss reduces the window.
        decrease: Decrease = Decrease::SHAPE, label "Decrease at a loss", group "parts";
        /// The retransmission timer.
        timer: Timer = Timer::SHAPE, label "Retransmission timer", group "timers";
    }
}

described! {
    /// A preset that a scenario defines for its own flows.
    pub struct OwnPreset {
        /// Name of the preset. It must differ from the built-in presets.
        name: String = text(limits::NAME_LENGTH);
        /// What the sender is.
        about: String = text(limits::ABOUT_LENGTH), default "";
        /// The sender. It can name a built-in preset, or one before this one, and give only what differs from it.
        sender: Sender = object::<Sender>();
    }
}

alternatives! {
    /// Slow-start threshold of a new connection.
    pub enum InitialSsthresh {
        /// No limit: slow start ends with the first loss.
        Unlimited = "unlimited",
        /// The advertised window, as in Vegas.
        Rwnd = "rwnd" label "Receiver window",
    } or {
        /// This many segments, at least the two that a loss would leave.
        Segments(u32) = integer("segments", 2, limits::SSTHRESH_SEGMENTS),
    }
}

alternatives! {
    /// How far cwnd falls after the application was silent for a timeout.
    pub enum RestartWindow {
        /// To its initial value, as in BSD and RFC 5681, section 4.1.
        Initial = "initial" label "The initial window (RFC 5681)",
        /// To half for each timeout of silence, but not below the initial window. ssthresh rises to three quarters of
        /// cwnd, so that slow start returns there, as in Linux (RFC 2861).
        HalvedPerRto = "halved_per_rto" label "Half per timeout (Linux)",
    }
}

alternatives! {
    /// Whether congestion marks are used, and how the receiver echoes them.
    pub enum EcnMode {
        /// Packets are dropped, not marked.
        Off = "off",
        /// After a marked segment, each ACK reports the mark until the sender reacts; it reduces its window once per
        /// RTT.
        Rfc3168 = "rfc3168" label "Echo until answered (RFC 3168)",
        /// Each ACK reports how many of its segments were marked. Only the congestion avoidance reacts to it.
        PerPacket = "per_packet" label "Count every mark",
    }
}

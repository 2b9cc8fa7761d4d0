//! Maps senders and receivers to ns-2's agents and their settings.

use vegaslab_sim::scenario::{EcnMode, Flow, InitialSsthresh, Sender};
use vegaslab_sim::tcp::avoidance::Avoidance;
use vegaslab_sim::tcp::avoidance::aimd::Arithmetic;
use vegaslab_sim::tcp::avoidance::cam::{Cam, ThresholdUnit};
use vegaslab_sim::tcp::decrease::half::HalfRounding;
use vegaslab_sim::tcp::decrease::{Decrease, HalfOf};
use vegaslab_sim::tcp::detection::Detection;
use vegaslab_sim::tcp::receiver::Receiver;
use vegaslab_sim::tcp::receiver::bsd_reno::DelayedAckClock;
use vegaslab_sim::tcp::recovery::Recovery;
use vegaslab_sim::tcp::recovery::fack::RecoveryWindow;
use vegaslab_sim::tcp::recovery::new_reno::{Deflation, FullAck, Inflation, NewReno, PartialAckTimer, RecoverGuard};
use vegaslab_sim::tcp::recovery::sack::Pipe;
use vegaslab_sim::tcp::recovery::tahoe::Resends;
use vegaslab_sim::tcp::rounds::Rounding;
use vegaslab_sim::tcp::rounds::{BaseRtt, RateOf, RoundRtt, UnsampledRound};
use vegaslab_sim::tcp::slow_start::SlowStart;
use vegaslab_sim::tcp::slow_start::every_other_rtt::Exit;
use vegaslab_sim::tcp::slow_start::every_rtt::Boundary;
use vegaslab_sim::tcp::timer::Timer;
use vegaslab_sim::tcp::timer::rfc6298::MinimumOf;
use vegaslab_sim::tcp::timestamps::OPTION_BYTES;
use vegaslab_sim::tcp::validation::{CwndValidation, max_window_bytes};
use vegaslab_sim::tcp::window::Counts;

use crate::Script;

/// An ns-2 class with settings in Tcl.
#[derive(Debug)]
pub struct Agent {
    /// Name of the class.
    pub class: String,
    /// Names of variables and their values.
    pub settings: Vec<(&'static str, String)>,
}

impl Agent {
    /// The settings as one Tcl list.
    pub fn list(&self) -> String {
        let words: Vec<String> = self.settings.iter().map(|(name, value)| format!("{name} {value}")).collect();
        format!("{{{}}}", words.join(" "))
    }
}

/// Reports a flow's settings that ns-2 can't express.
struct Refusals<'s> {
    path: String,
    script: &'s mut Script,
}

impl Refusals<'_> {
    fn refuse(&mut self, field: &str, problem: &str, allowed: &str) {
        self.script.refuse(format!("{}.{field}", self.path), problem, allowed);
    }

    fn note(&mut self, note: &str) {
        self.script.note(note);
    }
}

/// More segments than any run of ns-2 has in flight.
const UNLIMITED_SEGMENTS: u64 = 1_000_000;

/// Returns the agent of a flow's sender.
pub fn sender(flow: &Flow, script: &mut Script) -> Agent {
    let sender = &flow.sender;
    let mut out = Refusals { path: format!("flows.{}", flow.name), script };
    let vegas = matches!(sender.recovery, Recovery::Vegas(_));
    let window = flow.rwnd_bytes / u64::from(flow.smss_bytes);
    let ssthresh = match sender.initial_ssthresh {
        InitialSsthresh::Rwnd => window,
        InitialSsthresh::Unlimited => UNLIMITED_SEGMENTS,
        InitialSsthresh::Segments(segments) => u64::from(segments),
    };
    let mut settings = vec![
        ("window_", window.to_string()),
        ("windowInit_", sender.initial_cwnd.to_string()),
        // An agent has already copied its defaults (ssthresh 20, cwnd 2) by the time the two windows above are set.
        ("cwnd_", sender.initial_cwnd.to_string()),
        ("ssthresh_", ssthresh.to_string()),
        ("singledup_", u8::from(sender.limited_transmit).to_string()),
        ("overhead_", (sender.send_jitter_ms / 1e3).to_string()),
        ("ecn_", u8::from(ecn(sender, vegas, &mut out)).to_string()),
    ];
    if vegas {
        // Vegas is the only agent that adds no header to its packets.
        settings.push(("packetSize_", (flow.smss_bytes + flow.wire_header_bytes()).to_string()));
    } else {
        settings.push(("packetSize_", flow.smss_bytes.to_string()));
        settings.push(("tcpip_base_hdr_size_", flow.header_bytes.to_string()));
    }
    match sender.cwnd_validation {
        CwndValidation::Off => {}
        CwndValidation::MaxWindow => {
            let bytes = max_window_bytes(flow.rwnd_bytes);
            settings.push(("maxcwnd_", (bytes / u64::from(flow.smss_bytes)).to_string()));
        }
        CwndValidation::CwndLimited => {
            out.note("ns-2's cwnd also grows while the receiver's window or the application limits the sender.");
        }
    }
    timer(sender, &mut settings, &mut out);
    if sender.timestamps {
        // The option's 12 bytes include padding, and any sample ends the back-off. Vegas adds no header.
        settings.extend([("timestamps_", "true"), ("ts_resetRTO_", "true")].map(|(name, on)| (name, on.to_owned())));
        if !vegas {
            settings.push(("ts_option_size_", OPTION_BYTES.to_string()));
        }
        out.note("ns-2 takes no RTT from the partial ACKs of a recovery.");
    }
    if sender.handshake_sample {
        out.refuse("sender.handshake_sample", "ns-2's first sample is that of the first packet", "false");
    }
    let class = recovery(sender, &mut settings, &mut out);
    if vegas {
        vegas_rules(sender, &mut settings, &mut out);
    } else {
        reno_rules(sender, class, &mut settings, &mut out);
    }
    Agent { class: class.to_owned(), settings }
}

fn ecn(sender: &Sender, vegas: bool, out: &mut Refusals<'_>) -> bool {
    match sender.ecn {
        EcnMode::Off => return false,
        EcnMode::Rfc3168 if !vegas => {
            out.note("ns-2 marks retransmissions too, and uses the first packet of a connection to agree on ECN.");
        }
        EcnMode::Rfc3168 => out.refuse("sender.ecn", "ns-2's Vegas grows after a mark as if there were none", "off"),
        EcnMode::PerPacket => out.refuse("sender.ecn", "ns-2's receivers echo marks by RFC 3168", "off, rfc3168"),
    }
    true
}

fn timer(sender: &Sender, settings: &mut Vec<(&'static str, String)>, out: &mut Refusals<'_>) {
    let (tick_ms, min_ms, max_ms, initial_ms) = match &sender.timer {
        Timer::Ns2Ticks(timer) => (timer.tick_ms, timer.min_ms, timer.max_ms, timer.initial_ms),
        Timer::Rfc6298(timer) => {
            if timer.min_of != MinimumOf::Timeout {
                out.refuse("sender.timer.min_of", "ns-2 bounds the whole timeout", "timeout");
            }
            if timer.sack_samples {
                out.refuse("sender.timer.sack_samples", "ns-2 takes no RTT from SACK blocks", "false");
            }
            out.note("ns-2 times one segment per RTT in whole ticks, where RFC 6298 smooths every exact sample.");
            (timer.granularity_ms.max(1.0), timer.min_ms, timer.max_ms, timer.initial_ms)
        }
        Timer::BsdTicks(_) => {
            let problem = "ns-2's timeouts run from the moment at which they are set, not with the ticks of a clock";
            return out.refuse("sender.timer.kind", problem, "ns2_ticks, rfc6298");
        }
        _ => return out.refuse("sender.timer.kind", "it is not written for ns-2", "ns2_ticks, rfc6298"),
    };
    for (name, ms) in [("tcpTick_", tick_ms), ("minrto_", min_ms), ("maxrto_", max_ms), ("rtxcur_init_", initial_ms)] {
        settings.push((name, (ms / 1e3).to_string()));
    }
}

/// Returns the class that implements this loss recovery.
fn recovery(sender: &Sender, settings: &mut Vec<(&'static str, String)>, out: &mut Refusals<'_>) -> &'static str {
    if sender.sack && !matches!(sender.recovery, Recovery::Sack(_) | Recovery::Fack(_)) {
        out.refuse(
            "sender.sack",
            "only ns-2's Sack1 and Fack agents read SACK blocks",
            "false, or recovery sack or fack",
        );
    }
    match &sender.recovery {
        Recovery::Tahoe(tahoe) => {
            if tahoe.resends == Resends::OneSegment {
                out.refuse("sender.recovery.resends", "ns-2's Tahoe goes back", "everything");
            }
            settings.push(("bugFix_", tahoe.recover_guard.to_string()));
            "Agent/TCP"
        }
        Recovery::NsReno(reno) => {
            settings.push(("bugFix_", reno.recover_guard.to_string()));
            match (reno.recover_guard, reno.timeout_guard) {
                (true, true) | (false, false) => {}
                (false, true) => {
                    out.note("ns-2's Reno without bugFix_ also retransmits fast what was sent before a timeout.");
                }
                (true, false) => {
                    let problem = "ns-2's bugFix_ guards against both";
                    out.refuse("sender.recovery.timeout_guard", problem, "true, or recover_guard false");
                }
            }
            "Agent/TCP/Reno"
        }
        Recovery::NewReno(rule) => {
            new_reno(rule, settings, out);
            "Agent/TCP/Newreno"
        }
        Recovery::Sack(rule) => {
            if !sender.sack {
                out.refuse("sender.sack", "recovery sack needs SACK blocks", "true");
            }
            settings.push(("bugFix_", "true".into()));
            if rule.pipe == Pipe::Scoreboard {
                out.note("ns-2's Sack1 counts down from an estimate of what is in the network, where RFC 6675 reads it off the SACK blocks.");
            }
            "Agent/TCP/Sack1"
        }
        Recovery::Fack(rule) => {
            if sender.limited_transmit {
                out.refuse("sender.limited_transmit", "ns-2's Fack has no limited transmit", "false");
            }
            if rule.recovery_window == RecoveryWindow::Halved {
                out.note("ns-2's Fack begins a recovery with one segment and slow start.");
            }
            out.note("ns-2's Fack restarts its timer at duplicate ACKs too, and stays in recovery after a timeout.");
            "Agent/TCP/Fack"
        }
        Recovery::Vegas(vegas) => {
            if vegas.restart_cwnd != 2 {
                out.refuse("sender.recovery.restart_cwnd", "ns-2's Vegas restarts with two segments", "2");
            }
            if vegas.deflate_after_dup_acks != 4 {
                out.note("ns-2's Vegas takes its inflation back only after a fourth duplicate ACK.");
            }
            if !vegas.doubles_rto {
                out.note("ns-2's Vegas doubles its RTO at each retransmission.");
            }
            settings.push(("bugFix_", "true".into()));
            "Agent/TCP/Vegas"
        }
        _ => {
            let problem = "no agent of ns-2 repairs losses like this";
            out.refuse("sender.recovery.kind", problem, "tahoe, ns_reno, new_reno, sack, fack, vegas");
            "Agent/TCP/Reno"
        }
    }
}

fn new_reno(rule: &NewReno, settings: &mut Vec<(&'static str, String)>, out: &mut Refusals<'_>) {
    let guard = rule.recover_guard;
    for (name, on) in [
        ("newreno_changes1_", rule.partial_ack_timer == PartialAckTimer::Impatient),
        ("exit_recovery_fix_", rule.full_ack == FullAck::NoBurst),
        ("partial_window_deflation_", rule.deflation == Deflation::Partial),
        ("bugFix_", guard != RecoverGuard::Off),
        ("lessCareful_", guard == RecoverGuard::LessCareful),
        ("bugFix_ack_", guard == RecoverGuard::AckHeuristic),
        ("bugFix_ts_", guard == RecoverGuard::TimestampHeuristic),
    ] {
        settings.push((name, u8::from(on).to_string()));
    }
    if rule.full_ack == FullAck::Ssthresh {
        out.note("ns-2's NewReno leaves recovery with the cwnd that partial ACKs left.");
    }
    if rule.inflation == Inflation::Cwnd {
        out.note("ns-2's NewReno sends at most two segments for a duplicate ACK.");
        out.note("ns-2's NewReno keeps its inflation apart from cwnd.");
    }
}

/// Adds the settings for slow start, increase and decrease of every agent except Vegas.
fn reno_rules(sender: &Sender, class: &str, settings: &mut Vec<(&'static str, String)>, out: &mut Refusals<'_>) {
    match &sender.slow_start {
        SlowStart::EveryRtt(rule) => {
            acks_count(rule.counts, "slow_start", out);
            if rule.boundary != Boundary::Below {
                out.refuse("sender.slow_start.boundary", "ns-2 leaves slow start at ssthresh", "below");
            }
        }
        _ => out.refuse("sender.slow_start.kind", "this agent of ns-2 has slow start every RTT", "every_rtt"),
    }
    match &sender.avoidance {
        Avoidance::Aimd(rule) => {
            acks_count(rule.counts, "avoidance", out);
            if rule.arithmetic != Arithmetic::Segments {
                out.refuse("sender.avoidance.arithmetic", "ns-2 counts windows in segments", "segments");
            }
            if rule.eighth {
                out.refuse("sender.avoidance.eighth", "ns-2 adds no eighth", "false");
            }
        }
        _ => out.refuse("sender.avoidance.kind", "this agent of ns-2 has additive increase", "aimd"),
    }
    let threshold = match &sender.detection {
        Detection::ForwardAck(rule) if class == "Agent/TCP/Fack" => rule.threshold,
        Detection::DupAcks(rule) if class != "Agent/TCP/Fack" => rule.threshold,
        Detection::Sacked(rule) if class == "Agent/TCP/Sack1" => {
            out.note("ns-2's Sack1 waits for three duplicate ACKs, however much they report.");
            rule.threshold
        }
        _ => {
            let allowed = match class {
                "Agent/TCP/Fack" => "forward_ack",
                "Agent/TCP/Sack1" => "dup_acks, sacked",
                _ => "dup_acks",
            };
            return out.refuse("sender.detection.kind", "this agent of ns-2 finds losses in another way", allowed);
        }
    };
    settings.push(("numdupacks_", threshold.to_string()));
    match &sender.decrease {
        Decrease::Half(half) => {
            if matches!(half.of, HalfOf::Flight | HalfOf::Pipe) {
                out.note("ns-2 halves the window, not what is in flight.");
            }
            let fractions = half.rounding == HalfRounding::Bytes;
            if fractions {
                out.note("ns-2 rounds half of a window down to a whole ssthresh.");
            }
            settings.push(("precisionReduce_", fractions.to_string()));
            out.note("In ns-2 half of two or three segments is one; here a loss leaves at least two.");
        }
        _ => out.refuse("sender.decrease.kind", "this agent of ns-2 halves its window", "half"),
    }
}

fn acks_count(counts: Counts, part: &str, out: &mut Refusals<'_>) {
    if counts != Counts::Acks {
        out.refuse(&format!("sender.{part}.counts"), "ns-2 grows a window by ACKs", "acks");
    }
}

fn vegas_rules(sender: &Sender, settings: &mut Vec<(&'static str, String)>, out: &mut Refusals<'_>) {
    settings.push(("precisionReduce_", "false".into()));
    match &sender.slow_start {
        SlowStart::EveryOtherRtt(rule) => {
            if rule.exit != Exit::Eighth {
                out.refuse("sender.slow_start.exit", "ns-2's Vegas leaves slow start an eighth lower", "eighth");
            }
            if rule.rounding != Rounding::Nearest {
                out.refuse("sender.slow_start.rounding", "ns-2's Vegas rounds diff", "nearest");
            }
            whole("sender.slow_start.gamma", "v_gamma_", rule.gamma, settings, out);
        }
        _ => out.refuse("sender.slow_start.kind", "ns-2's Vegas grows every other RTT", "every_other_rtt"),
    }
    match &sender.avoidance {
        Avoidance::Cam(cam) => cam_rules(cam, settings, out),
        _ => out.refuse("sender.avoidance.kind", "ns-2's Vegas has CAM", "cam"),
    }
    match &sender.detection {
        Detection::FineTimer(rule)
            if rule.early_retransmit && rule.worried_check && rule.deviations == 2.0 && rule.margin == 1.0625 =>
        {
            settings.push(("numdupacks_", rule.threshold.to_string()));
        }
        _ => {
            let allowed = "fine_timer with early_retransmit, worried_check, deviations 2 and margin 1.0625";
            out.refuse("sender.detection", "ns-2's Vegas finds losses in another way", allowed);
        }
    }
    match &sender.decrease {
        Decrease::ThreeQuarters(rule) if rule.cut_guard => {}
        _ => out.refuse("sender.decrease", "ns-2's Vegas decreases in another way", "three_quarters with cut_guard"),
    }
    for (field, fits, allowed) in [
        ("initial_ssthresh", sender.initial_ssthresh == InitialSsthresh::Rwnd, "rwnd"),
        ("round_rtt", sender.round_rtt == RoundRtt::Mean, "mean"),
        ("rate_of", sender.rate_of == RateOf::Transit, "transit"),
        ("base_rtt", sender.base_rtt == BaseRtt::Measured, "measured"),
        ("fine_clock_us", sender.fine_clock_us == 0, "0"),
        ("limited_transmit", !sender.limited_transmit, "false"),
    ] {
        if !fits {
            out.refuse(&format!("sender.{field}"), "ns-2's Vegas has another rule", allowed);
        }
    }
    out.note("ns-2's Vegas can stand still for good: after a timeout, a skipped cut sets its cwnd to 0.");
    if sender.unsampled_round == UnsampledRound::KeepsBase {
        out.note("ns-2's Vegas takes the length of a round without a sample for an RTT.");
    }
}

fn cam_rules(cam: &Cam, settings: &mut Vec<(&'static str, String)>, out: &mut Refusals<'_>) {
    if cam.unit != ThresholdUnit::PerRtt {
        out.refuse("sender.avoidance.unit", "ns-2's alpha and beta are segments per RTT", "per_rtt");
    }
    if cam.rounding != Rounding::Nearest {
        out.refuse("sender.avoidance.rounding", "ns-2's Vegas rounds diff", "nearest");
    }
    whole("sender.avoidance.alpha", "v_alpha_", cam.alpha, settings, out);
    whole("sender.avoidance.beta", "v_beta_", cam.beta, settings, out);
}

fn whole(
    field: &str,
    name: &'static str,
    value: f64,
    settings: &mut Vec<(&'static str, String)>,
    out: &mut Refusals<'_>,
) {
    if value.fract() != 0.0 {
        out.refuse(field, "ns-2's Vegas knows whole segments only", "a whole number");
    }
    settings.push((name, value.to_string()));
}

/// Returns the agent of a flow's receiver.
pub fn receiver(flow: &Flow, script: &mut Script) -> Agent {
    let mut out = Refusals { path: format!("flows.{}", flow.name), script };
    let sack = flow.sender.sack;
    let mut settings = vec![("packetSize_", flow.wire_header_bytes().to_string())];
    if sack {
        if flow.sack_blocks > 3 {
            out.refuse("sack_blocks", "an ACK of ns-2 has room for three blocks", "at most 3");
        }
        settings.push(("maxSackBlocks_", flow.sack_blocks.to_string()));
    }
    let base = if sack { "Agent/TCPSink/Sack1" } else { "Agent/TCPSink" };
    match &flow.receiver {
        Receiver::EveryPacket(_) => return Agent { class: base.to_owned(), settings },
        Receiver::BsdReno(rule) => {
            if rule.ack_every != 2 {
                out.refuse("receiver.ack_every", "ns-2's delayed ACKs are of two segments", "2");
            }
            if rule.clock != DelayedAckClock::PerSegment {
                out.refuse("receiver.clock", "in ns-2 the segment that waits starts a timer", "per_segment");
            }
            settings.push(("interval_", format!("{}ms", rule.delayed_ack_ms)));
        }
        _ => {
            out.refuse("receiver.kind", "no receiver of ns-2 acknowledges like this", "every_packet, bsd_reno");
        }
    }
    Agent { class: format!("{base}/DelAck"), settings }
}

//! Tests for endless cycles: a lone bulk flow over a path without random loss gets at least a given share of the
//! throughput that theory predicts for its kind of sender.
//!
//! The theory is that of the grid, applied to the scenario's path and receiver. The share is small, because the rule
//! only looks for senders that are stuck in repeated timeouts or retransmissions of the same segments. A delay-based
//! sender may settle anywhere, because its measurements may be coarse. It must reach its share only if it keeps
//! retransmitting.

use serde_json::json;
use vegaslab_sim::kernel::Nanos;
use vegaslab_sim::net::loss::Loss;
use vegaslab_sim::net::queue::Queue;
use vegaslab_sim::net::topology::{Directed, Topology};
use vegaslab_sim::scenario::{Flow, Scenario};
use vegaslab_sim::tcp::decrease::Decrease;
use vegaslab_sim::tcp::receiver::Receiver;
use vegaslab_sim::tcp::recovery::Recovery;
use vegaslab_sim::traffic::Traffic;

use crate::grid::floors;
use crate::grid::kinds::{Kind, Motion, Repair};
use crate::grid::measure;
use crate::grid::paths::{ACK_BYTES, Buffer, Path};
use crate::run::checked;

/// The share of the grid's floor that a flow must get.
pub const SHARE: f64 = 0.5;

/// The smallest buffer to which the rule applies, packets.
const MIN_BUFFER: u64 = 5;

/// Retransmissions per hundred segments above which a sender doesn't count as settled.
const SETTLED_PERCENT: f64 = 1.0;

/// The rule's verdict on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareVerdict {
    /// The flow got its share.
    Share,
    /// It settled at less, with hardly any retransmissions.
    Settled,
}

/// The path of a scenario, or `None` if the rule doesn't apply to it. The scenario must have one bulk flow with an
/// unchanged preset, and no other traffic, random loss, scripted ACKs or drops, or timeline. The receiver must acknowledge at
/// least every second segment within 200 ms, and segments out of order at once. Links must be exact, with drop-tail
/// buffers of at least 5 packets; every link but one must be at least twice as fast as the slowest and have at least
/// twice the smallest buffer. The run must be long enough, and a BBR sender must have RACK.
///
/// A receiver that delays duplicate ACKs by 200 ms adds that delay to every single loss, while the theory counts it
/// once for all losses of a window. On a short path that is thousands of RTTs each time (RFC 5681, section 4.2,
/// requires immediate duplicate ACKs).
///
/// The theory models one queue. The burst at the end of a recovery may overflow a small buffer before that queue,
/// although it fits the path. Losing many segments at once then causes a timeout, after which the window grows to the
/// same burst. And a link that is nearly as slow fills its own buffer too, so the slowest link keeps dropping packets
/// while the sender repairs.
///
/// Westwood keeps the rate that it measured. Where the burst after a repair overflows the buffer, it measures what is left
/// of that rate, keeps it, and loses the next burst: it stays at a share of the path that depends on the buffer.
pub fn path_of(scenario: &Scenario) -> Option<Path> {
    let [flow] = &scenario.flows[..] else { return None };
    let alone = scenario.datagrams.is_empty() && scenario.drops.is_empty() && scenario.timeline.is_empty();
    if !alone
        || !matches!(flow.traffic, Traffic::Bulk(_))
        || matches!(flow.receiver, Receiver::Scripted(_))
        || flow.wire_header_bytes() != ACK_BYTES
        || !is_preset(scenario)
    {
        return None;
    }
    let topology = Topology::new(&scenario.links);
    let forward = topology.path_of_flow(&flow.from, &flow.route, &flow.to)?;
    let back = topology.path_of_flow(&flow.to, &flow.route_back, &flow.from)?;
    let packet_bytes = flow.smss_bytes + flow.wire_header_bytes();
    let links = |way: &[u32]| way.iter().map(|&link| &topology.directed[link as usize]).collect::<Vec<_>>();
    let (data, acks) = (links(&forward), links(&back));
    let is_plain = |link: &&Directed<'_>| link.clock_us == 0 && matches!(link.loss, Loss::NoLoss(_));
    if !data.iter().chain(&acks).all(is_plain) {
        return None;
    }
    let least = |links: &[&Directed<'_>], bytes: u32| {
        links.iter().map(|link| buffer_packets(link.queue, bytes)).collect::<Option<Vec<_>>>()?.into_iter().min()
    };
    let buffer = least(&data, packet_bytes)?;
    let rate_bps = data.iter().map(|link| link.rate_bps).min()?;
    let may_queue = |link: &&&Directed<'_>| {
        link.rate_bps < 2 * rate_bps || buffer_packets(link.queue, packet_bytes).is_some_and(|limit| limit < 2 * buffer)
    };
    let one_queue = data.iter().filter(may_queue).count() == 1;
    // ACKs must neither be lost nor limit the rate.
    let ack_rate_bps = acks.iter().map(|link| link.rate_bps).min()?;
    let acks_fit = ack_rate_bps as f64 / f64::from(ACK_BYTES) > 2.0 * rate_bps as f64 / f64::from(packet_bytes);
    if !one_queue || buffer < MIN_BUFFER || least(&acks, ACK_BYTES)? < MIN_BUFFER || !acks_fit {
        return None;
    }
    let delay = |way: &[u32], bytes: u32| -> Nanos { topology.unloaded_delay(way, bytes) };
    let rtt_ms = (delay(&forward, packet_bytes) + delay(&back, ACK_BYTES)) as f64 / 1e6;
    let mut path = Path {
        name: "of a scenario",
        rate_bps,
        rtt_ms,
        buffer: Buffer::Packets(buffer),
        loss: 0.0,
        smss_bytes: flow.smss_bytes,
        rwnd_segments: Some(u32::try_from(flow.rwnd_bytes / u64::from(flow.smss_bytes)).ok()?),
        quick: false,
        max_seeds: 1,
    };
    // `Path` adds the transmission time at its bottleneck.
    path.rtt_ms -= path.transmission_s() * 1e3;
    let kind = Kind::of(flow, &path);
    let (warm_up_s, measured_s) = measure::durations(&path);
    let long_enough = flow.start_s + flow.start_jitter_s + warm_up_s + measured_s <= scenario.duration_s;
    let acknowledges = kind.per_ack <= 2.0 && kind.ack_wait_s <= 0.2 && kind.dup_acks;
    let slows_down = match kind.motion {
        Motion::Fixed => false,
        // BBR doesn't slow down after losses. If only the timer detects lost retransmissions, each timeout can cause
        // the next.
        Motion::Bandwidth { .. } => matches!(flow.sender.recovery, Recovery::Rack(_)),
        Motion::Loss | Motion::Delay { .. } | Motion::Knee { .. } => true,
    };
    // The window that Westwood keeps is measured.
    let measures = !matches!(flow.sender.decrease, Decrease::Westwood(_)) || burst(&kind, &path) <= buffer as f64;
    (long_enough && acknowledges && slows_down && measures && path.rwnd() >= 4).then_some(path)
}

/// Segments that the ACK of a repair releases at once: the window that's kept.
fn burst(kind: &Kind, path: &Path) -> f64 {
    kind.keeps * path.holds().min(f64::from(path.rwnd()))
}

/// The share of the path that theory predicts for this flow.
fn floor(flow: &Flow, kind: &Kind, path: &Path) -> f64 {
    let (mut kind, buffer) = (*kind, path.buffer_packets() as f64);
    // The ACK of a repair releases a burst as large as the kept window. If the buffer is smaller, more segments are
    // lost than Vegas detects (one on each of the two ACKs after a repair), and the rest wait for the timer.
    if matches!(flow.sender.recovery, Recovery::Vegas(_)) && burst(&kind, path) > buffer {
        kind.repair = Repair::OneLoss;
    }
    // A sender sees the queue one round late. If the buffer has room only for the queue that the sender wants, the
    // bursts of two ACKs decide whether it settles or loses packets.
    if matches!(kind.motion, Motion::Delay { queued } if queued + kind.increase + 2.0 * kind.per_ack > buffer) {
        kind.motion = Motion::Loss;
    }
    floors::floor(&kind, path, 1.0)
}

/// Number of packets of this size that fit into a drop-tail buffer.
fn buffer_packets(queue: &Queue, bytes: u32) -> Option<u64> {
    match queue {
        Queue::DropTailPackets(queue) => Some(queue.limit_packets),
        Queue::DropTailBytes(queue) => Some(queue.limit_bytes / u64::from(bytes)),
        Queue::Unlimited(_) => Some(u64::from(u32::MAX)),
        _ => None,
    }
}

/// Returns true if the only flow's sender equals its preset, apart from how it starts.
fn is_preset(scenario: &Scenario) -> bool {
    let flow = &scenario.flows[0];
    let Some(preset) = &flow.sender.preset else { return false };
    let mut value = json!(scenario);
    value["flows"][0]["sender"] = json!({
        "preset": preset, "initial_cwnd": flow.sender.initial_cwnd, "initial_ssthresh": flow.sender.initial_ssthresh,
        "limited_transmit": flow.sender.limited_transmit, "idle_restart": flow.sender.idle_restart,
    });
    checked(&value).is_ok_and(|plain| plain.flows[0].sender == flow.sender)
}

/// Runs a scenario to its end and checks its flow's share.
///
/// # Errors
/// The flow gets less and hasn't settled.
pub fn check(scenario: &Scenario, path: &Path) -> Result<ShareVerdict, String> {
    let flow: &Flow = &scenario.flows[0];
    let kind = Kind::of(flow, path);
    let floor = floor(flow, &kind, path);
    let run = measure::run(path, scenario);
    let share = run.halves[1] / floor;
    let segments = (run.total() * path.packets_per_s() * run.seconds).max(1.0);
    let settled = run.timeouts[1] <= 1 && run.retransmitted as f64 * 100.0 <= SETTLED_PERCENT * segments;
    match kind.motion {
        _ if share >= SHARE => Ok(ShareVerdict::Share),
        Motion::Delay { .. } | Motion::Knee { .. } if settled => Ok(ShareVerdict::Settled),
        _ => Err(format!(
            "the flow gets {:.3} of the path, theory predicts {floor:.3}; it has {:?} timeouts and {} retransmissions in {:.1} s",
            run.halves[1], run.timeouts, run.retransmitted, run.seconds
        )),
    }
}

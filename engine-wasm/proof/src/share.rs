//! No cycle that never ends: a lone bulk flow over a path that loses nothing at random gets at least a stated share of what
//! theory gives its kind of sender there.
//!
//! The theory is that of the grid, for whatever path and receiver the scenario has. The share is small, because only a sender
//! that is stuck is meant: timeout after timeout, or the same segments again and again. A sender that goes by delay may
//! settle anywhere, for its measurements may be coarse; it is held to its share only while it retransmits.

use serde_json::json;
use vegaslab_sim::kernel::Nanos;
use vegaslab_sim::net::loss::Loss;
use vegaslab_sim::net::queue::Queue;
use vegaslab_sim::net::topology::{Directed, Topology};
use vegaslab_sim::scenario::{Flow, Scenario};
use vegaslab_sim::tcp::recovery::Recovery;
use vegaslab_sim::traffic::Traffic;

use crate::grid::floors;
use crate::grid::kinds::{Kind, Motion, Repair};
use crate::grid::measure;
use crate::grid::paths::{ACK_BYTES, Buffer, Path};
use crate::run::checked;

/// The share of the grid's floor that a flow must get.
pub const SHARE: f64 = 0.5;

/// The smallest buffer that the rule is about, packets.
const LEAST_BUFFER: u64 = 5;

/// Retransmissions in a hundred segments above which a sender is not settled.
const SETTLED_PERCENT: f64 = 1.0;

/// The rule's verdict on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The flow got its share.
    Share,
    /// It got less, without losses: it settled there.
    Settled,
}

/// The path of a scenario that the rule is about: one bulk flow of a preset whose parts are as the preset has them, a
/// receiver that acknowledges at least every second segment within 200 ms and what is out of order at once, exact links with
/// drop-tail buffers of at least 5 packets, every link but one at least twice as fast as the slowest and with twice the smallest
/// buffer, nothing lost at random or by script, no timeline, nobody else, and enough time. A BBR sender must have RACK.
///
/// A receiver that withholds duplicate ACKs for 200 ms makes every single loss cost that long, where theory counts it once for
/// all losses of a window: on a short path that is thousands of RTTs each time (RFC 5681, section 4.2, asks for them at once).
///
/// The theory knows one queue. The burst at the end of a recovery may not fit into a small one before it, though it fits the
/// path: many segments lost at once are a timeout, and the same window comes back after it. And a link nearly as slow fills its
/// own buffer too, from which the slowest link goes on losing packets while the sender repairs.
pub fn path_of(scenario: &Scenario) -> Option<Path> {
    let [flow] = &scenario.flows[..] else { return None };
    let alone = scenario.datagrams.is_empty() && scenario.drops.is_empty() && scenario.timeline.is_empty();
    if !alone || !matches!(flow.traffic, Traffic::Bulk(_)) || flow.header_bytes != ACK_BYTES || !is_preset(scenario) {
        return None;
    }
    let topology = Topology::new(&scenario.links);
    let there = topology.path_of_flow(&flow.from, &flow.route, &flow.to)?;
    let back = topology.path_of_flow(&flow.to, &flow.route_back, &flow.from)?;
    let packet_bytes = flow.smss_bytes + flow.header_bytes;
    let links = |way: &[u32]| way.iter().map(|&link| &topology.directed[link as usize]).collect::<Vec<_>>();
    let (data, acks) = (links(&there), links(&back));
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
    if !one_queue || buffer < LEAST_BUFFER || least(&acks, ACK_BYTES)? < LEAST_BUFFER || !acks_fit {
        return None;
    }
    let delay = |way: &[u32], bytes: u32| -> Nanos { topology.unloaded_delay(way, bytes) };
    let rtt_ms = (delay(&there, packet_bytes) + delay(&back, ACK_BYTES)) as f64 / 1e6;
    let mut path = Path {
        name: "of a scenario",
        rate_bps,
        rtt_ms,
        buffer: Buffer::Packets(buffer),
        loss: 0.0,
        smss_bytes: flow.smss_bytes,
        rwnd_segments: Some(u32::try_from(flow.rwnd_bytes / u64::from(flow.smss_bytes)).ok()?),
        quick: false,
        most_seeds: 1,
    };
    // The path adds the transmission at its bottleneck by itself.
    path.rtt_ms -= path.transmission_s() * 1e3;
    let kind = Kind::of(flow, &path);
    let (warm_up_s, measured_s) = measure::durations(&path);
    let time = flow.start_s + flow.start_jitter_s + warm_up_s + measured_s <= scenario.duration_s;
    let acknowledges = kind.per_ack <= 2.0 && kind.ack_wait_s <= 0.2 && kind.dup_acks;
    let slows_down = match kind.motion {
        Motion::Fixed => false,
        // BBR answers no loss. Where the timer alone shows losses of retransmissions, each timeout can cause the next.
        Motion::Bandwidth { .. } => matches!(flow.sender.recovery, Recovery::Rack(_)),
        Motion::Loss | Motion::Delay { .. } | Motion::Knee { .. } => true,
    };
    (time && acknowledges && slows_down && path.rwnd() >= 4).then_some(path)
}

/// The share of the path that theory gives a flow of this kind.
fn floor(flow: &Flow, kind: &Kind, path: &Path) -> f64 {
    let (mut kind, buffer) = (*kind, path.buffer_packets() as f64);
    // The ACK of a repair lets a burst of the kept window go. If the buffer is smaller, it loses more segments than Vegas finds,
    // one with each of the two ACKs after a repair, and then the timer has to help.
    let burst = kind.keeps * path.holds().min(f64::from(path.rwnd()));
    if matches!(flow.sender.recovery, Recovery::Vegas(_)) && burst > buffer {
        kind.repair = Repair::OneLoss;
    }
    // The queue shows a round late. In a buffer with room for what the sender wants and no more, the bursts of two ACKs decide
    // whether it settles there or loses.
    if matches!(kind.motion, Motion::Delay { queued } if queued + kind.increase + 2.0 * kind.per_ack > buffer) {
        kind.motion = Motion::Loss;
    }
    floors::floor(&kind, path, 1.0)
}

/// The packets of this size that fit into a drop-tail buffer.
fn buffer_packets(queue: &Queue, bytes: u32) -> Option<u64> {
    match queue {
        Queue::DropTailPackets(queue) => Some(queue.limit_packets),
        Queue::DropTailBytes(queue) => Some(queue.limit_bytes / u64::from(bytes)),
        Queue::Unlimited(_) => Some(u64::from(u32::MAX)),
        Queue::Red(_) | Queue::Rem(_) => None,
    }
}

/// Whether the sender of the only flow is its preset, but for how it starts.
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

/// Runs a scenario to its end and holds its flow to its share.
///
/// # Errors
/// It gets less.
pub fn check(scenario: &Scenario, path: &Path) -> Result<Kept, String> {
    let flow: &Flow = &scenario.flows[0];
    let kind = Kind::of(flow, path);
    let floor = floor(flow, &kind, path);
    let run = measure::run(path, scenario);
    let share = run.halves[1] / floor;
    let segments = (run.total() * path.packets_per_s() * run.seconds).max(1.0);
    let settled = run.timeouts[1] <= 1 && run.retransmitted as f64 * 100.0 <= SETTLED_PERCENT * segments;
    match kind.motion {
        _ if share >= SHARE => Ok(Kept::Share),
        Motion::Delay { .. } | Motion::Knee { .. } if settled => Ok(Kept::Settled),
        _ => Err(format!(
            "the flow gets {:.3} of the path where theory gives {floor:.3}, with {:?} timeouts and {} retransmissions in {:.1} s",
            run.halves[1], run.timeouts, run.retransmitted, run.seconds
        )),
    }
}

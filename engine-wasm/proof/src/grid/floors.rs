//! The utilization that a kind of sender reaches on a path in theory. It was fixed before the first run of the grid.
//!
//! **Without random loss**, the window of a loss-based sender grows from `keeps * W` to `W`, the maximum that the path
//! holds. A round takes the base RTT if the window is below the pipe, else as long as the window takes to send. So mean
//! utilization is 1 if the buffer is large enough (`B >= P` for halving: Appenzeller, Keslassy & McKeown 2004, section
//! 2), and 3/4 with no buffer (Mathis et al. 1997, Figure 1). The cost of repairs is added: one RTT if all losses of a
//! window are repaired in one recovery, else a timeout and a slow start.
//!
//! **With random loss**, utilization is the full form of Padhye, Firoiu, Towsley & Kurose 1998, with the sender's
//! increase. A sender that restarts from one segment after each loss gets as far as its slow start between two losses.
//!
//! **Senders that settle** (by delay or bandwidth) keep the pipe full, as long as their queue fits into the buffer.

use vegaslab_theory::loss_throughput;

use super::kinds::{Kind, Motion, Repair};
use super::paths::Path;

/// Share of the drop-tail model that must be reached. The model counts whole rounds, but a run has only a few cycles,
/// bursts of two or three segments, and windows of whole segments.
pub const OF_SAWTOOTH: f64 = 0.85;

/// Share of the random-loss formula that must be reached. Padhye et al. measured real transfers within about a third of
/// it.
pub const OF_LOSS_FORMULA: f64 = 0.7;

/// Segments in flight that give three duplicate ACKs if one is lost.
const FOR_THREE_DUP_ACKS: f64 = 4.0;

/// One flow's share of a path.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Packets per second.
    pub rate: f64,
    /// Packets in the pipe.
    pub pipe: f64,
    /// Largest window: the flow's share of what the path holds, or the advertised window.
    pub window: f64,
    /// True if the advertised window limits the flow.
    pub limited_by_rwnd: bool,
    /// RTT with an empty queue, s.
    pub base_rtt_s: f64,
    /// Segments that fit into the queue.
    pub buffer: f64,
}

impl Share {
    /// The share of each of `flows` flows of this kind.
    pub fn of(path: &Path, kind: &Kind, flows: f64) -> Self {
        // An ACK releases a burst; all its segments but the first are queued.
        let holds = (path.holds() - (kind.per_ack - 1.0)) / flows;
        let rwnd = f64::from(path.rwnd());
        Self {
            rate: path.packets_per_s() / flows,
            pipe: path.pipe() / flows,
            window: holds.min(rwnd).max(1.0),
            limited_by_rwnd: rwnd < holds,
            base_rtt_s: path.base_rtt_s(),
            buffer: path.buffer_packets() as f64 / flows,
        }
    }

    fn round_s(&self, window: f64) -> f64 {
        self.base_rtt_s.max(window / self.rate)
    }
}

/// The period from one loss to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// Mean utilization.
    pub utilization: f64,
    /// Length, s.
    pub seconds: f64,
}

/// A cycle that waits for `idle_s`, starts with a window of `start`, slow-starts up to `ssthresh` and grows to the
/// largest window.
fn cycle(kind: &Kind, share: &Share, start: f64, ssthresh: f64, idle_s: f64) -> Cycle {
    let (mut window, mut seconds, mut sent) = (start, idle_s, 0.0);
    while window <= share.window {
        seconds += share.round_s(window);
        sent += window;
        window = if window < ssthresh { (window * kind.slow_start).min(ssthresh) } else { window + kind.increase };
    }
    Cycle { utilization: (sent / (share.rate * seconds)).min(1.0), seconds }
}

/// Returns true if a loss always causes a timeout, because there are no duplicate ACKs or too few.
pub fn needs_timer(kind: &Kind, share: &Share) -> bool {
    !kind.dup_acks || kind.keeps * share.window < FOR_THREE_DUP_ACKS
}

/// The cycle of a sender whose losses are buffer overflows.
pub fn sawtooth(kind: &Kind, share: &Share) -> Cycle {
    let kept = (kind.keeps * share.window).max(1.0);
    let timeout_s = kind.rto_s(share.round_s(share.window)) + kind.ack_wait_s;
    let rtt_s = share.round_s(share.window);
    match kind.repair {
        _ if needs_timer(kind, share) => cycle(kind, share, 1.0, kept, timeout_s),
        Repair::FromOneSegment => cycle(kind, share, 1.0, kept, rtt_s + kind.ack_wait_s),
        // A second loss cuts the window again, and only the timer repairs it.
        Repair::OneLoss => cycle(kind, share, 1.0, (kind.keeps * kept).max(2.0), timeout_s),
        Repair::AllLosses => cycle(kind, share, kept, kept, rtt_s),
    }
}

/// Returns true if the sender settles without losses.
pub fn settles(kind: &Kind, share: &Share) -> bool {
    if share.limited_by_rwnd {
        return true;
    }
    match kind.motion {
        // The window grows for one more round before the sender sees its queue.
        Motion::Delay { queued } => queued + kind.increase + kind.per_ack <= share.buffer,
        Motion::Knee { .. } | Motion::Loss => false,
        // Flows mistake each other's queue for bandwidth, up to the gain (Hock, Bless & Zitterbart 2017).
        Motion::Bandwidth { gain, .. } => (gain - 1.0) * share.pipe <= share.buffer,
        // After a timeout the whole window is sent in one burst.
        Motion::Fixed => share.pipe + share.buffer / 2.0 <= share.buffer + 1.0,
    }
}

/// Time from a loss to the ACK of its repair by the timer, s.
pub fn restored_s(kind: &Kind, share: &Share) -> f64 {
    kind.rto_s(share.round_s(share.window)) + kind.ack_wait_s + share.base_rtt_s
}

/// Utilization without random loss.
fn on_drop_tail(kind: &Kind, share: &Share) -> f64 {
    let full = (share.window / share.pipe).min(1.0);
    match kind.motion {
        Motion::Bandwidth { probing, .. } => full * (1.0 - probing),
        // If the buffer is too small for the delay signal, losses move the window.
        Motion::Knee { keeps } if !share.limited_by_rwnd => {
            let empty = Share { window: share.pipe, ..*share };
            let knee = cycle(kind, &empty, (keeps * share.pipe).max(1.0), 0.0, 0.0).utilization;
            knee.min(sawtooth(kind, share).utilization)
        }
        _ if settles(kind, share) => full,
        // As much of each burst as fits into the buffer gets through. Then the sender waits for its timer.
        Motion::Fixed => (share.buffer / (share.rate * restored_s(kind, share))).min(full),
        _ => sawtooth(kind, share).utilization,
    }
}

/// Utilization under random loss with empty queues.
fn under_loss(kind: &Kind, share: &Share, loss: f64) -> f64 {
    let rto_s = kind.rto_s(share.base_rtt_s);
    match kind.motion {
        Motion::Bandwidth { .. } | Motion::Fixed => {
            // A lost retransmission needs the timer, and without duplicate ACKs every loss does. The sender pauses
            // until then.
            let waits_per_s = share.rate * loss * if kind.dup_acks { loss } else { 1.0 };
            return (1.0 - loss) / (1.0 + waits_per_s * (rto_s + kind.ack_wait_s));
        }
        _ => {}
    }
    let path = loss_throughput::Path {
        rtt_s: share.base_rtt_s,
        rto_s,
        smss_bytes: 1.0,
        segments_per_ack: 1.0 / kind.increase.min(1.0),
        max_window: share.window,
    };
    let formula = loss_throughput::padhye_full(&path, loss);
    let restarts = kind.repair == Repair::FromOneSegment || !kind.dup_acks;
    let rate = if restarts { formula.min(restarting_rate(kind, share, loss)) } else { formula };
    (rate / share.rate).min(1.0)
}

/// Packets per second of a sender that restarts from one segment after each loss, with 1 / loss packets between losses.
fn restarting_rate(kind: &Kind, share: &Share, loss: f64) -> f64 {
    let mut ssthresh = 2.0;
    let mut rate = 0.0;
    // The window at one loss sets the end of the next slow start; this settles after a few cycles.
    for _ in 0..50 {
        let (mut window, mut sent) = (1.0_f64, 0.0);
        let by_dup_acks = kind.dup_acks && kind.repair == Repair::FromOneSegment;
        let mut seconds = kind.ack_wait_s + if by_dup_acks { share.base_rtt_s } else { kind.rto_s(share.base_rtt_s) };
        while sent < 1.0 / loss {
            sent += window;
            seconds += share.base_rtt_s;
            let grown =
                if window < ssthresh { (window * kind.slow_start).min(ssthresh) } else { window + kind.increase };
            window = grown.min(share.window);
        }
        ssthresh = (kind.keeps * window).max(2.0);
        rate = sent / seconds;
    }
    rate
}

/// The utilization that `flows` flows of this kind must reach together.
pub fn floor(kind: &Kind, path: &Path, flows: f64) -> f64 {
    let share = Share::of(path, kind, flows);
    let drop_tail = OF_SAWTOOTH * on_drop_tail(kind, &share);
    if path.loss == 0.0 {
        return drop_tail;
    }
    let factor = match kind.motion {
        Motion::Bandwidth { .. } | Motion::Fixed => OF_SAWTOOTH,
        _ => OF_LOSS_FORMULA,
    };
    drop_tail.min(factor * under_loss(kind, &share, path.loss))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SACK: Kind = Kind {
        motion: Motion::Loss,
        increase: 1.0,
        keeps: 0.5,
        repair: Repair::AllLosses,
        dup_acks: true,
        slow_start: 2.0,
        per_ack: 1.0,
        ack_wait_s: 0.0,
        min_rto_s: 1.0,
    };

    fn share(pipe: f64, buffer: f64) -> Share {
        let window = pipe + buffer;
        Share { rate: 10.0 * pipe, pipe, window, limited_by_rwnd: false, base_rtt_s: 0.1, buffer }
    }

    #[test]
    fn halving_gives_full_utilization_with_a_bdp_of_buffer_and_three_quarters_without() {
        let mean = |pipe, buffer, keeps| {
            let share = share(pipe, buffer);
            cycle(&SACK, &share, keeps * share.window, 0.0, 0.0).utilization
        };
        assert!((mean(1_000.0, 0.0, 0.5) - 0.75).abs() < 0.001);
        assert!((mean(1_000.0, 1_000.0, 0.5) - 1.0).abs() < 1e-9);
        // The mean of a window from 0.7 of the pipe to the whole pipe is 0.85.
        assert!((mean(1_000.0, 0.0, 0.7) - 0.85).abs() < 0.001);
        // With half a product of buffer the window goes from 750 to 1500: 843,750 packets in 250 * 1000 + 625,000
        // packet times.
        assert!((mean(1_000.0, 500.0, 0.5) - 843_750.0 / 875_000.0).abs() < 0.001);
    }

    #[test]
    fn a_repair_costs_a_round_or_a_timeout() {
        let share = share(100.0, 100.0);
        let sack = sawtooth(&SACK, &share);
        // 100 rounds from 100 to 200 segments: 15,150 packets at 1000 per second, and a full round of 0.2 s.
        assert!((sack.seconds - 15.35).abs() < 0.01, "{}", sack.seconds);
        assert!((sack.utilization - 15.15 / 15.35).abs() < 0.001, "{}", sack.utilization);
        let reno = sawtooth(&Kind { repair: Repair::OneLoss, ..SACK }, &share);
        assert!(reno.utilization < sack.utilization && reno.utilization > 0.85, "{}", reno.utilization);
    }

    #[test]
    fn random_loss_follows_the_formula_and_restarting_senders_get_less() {
        let share = share(1_000.0, 10.0);
        // At 1 % loss and an ACK per packet, about sqrt(1.5 / 0.01) = 12 segments of the 1000, minus timeouts.
        let sack = under_loss(&SACK, &share, 0.01);
        assert!((0.007..0.012).contains(&sack), "{sack}");
        let tahoe = under_loss(&Kind { repair: Repair::FromOneSegment, ..SACK }, &share, 0.01);
        assert!((0.4..0.95).contains(&(tahoe / sack)), "{}", tahoe / sack);
    }

    #[test]
    fn a_delay_based_sender_settles_if_its_queue_fits_into_the_buffer() {
        let vegas = Kind { motion: Motion::Delay { queued: 3.0 }, ..SACK };
        assert!(settles(&vegas, &share(50.0, 5.0)));
        assert!(!settles(&vegas, &share(50.0, 4.0)));
        assert_eq!(on_drop_tail(&vegas, &share(50.0, 5.0)), 1.0);
    }
}

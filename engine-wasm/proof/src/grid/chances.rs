//! The probability that a random loss ends in a timeout, for an ideal sender of its kind.
//!
//! Under independent losses the window of a sender is a Markov chain. A round without a loss adds to the window; a
//! round with a loss keeps a share of it, or restarts from one segment after a timeout. The distribution of windows
//! gives how often fewer than three duplicate ACKs arrive, and how often a second segment of the window is lost. Padhye
//! et al. 1998 have a closed form for this. But it assumes that everything after the first loss of a round is lost too,
//! which gives four times too many timeouts for senders that repair several losses.

use super::floors::Share;
use super::kinds::{Kind, Motion, Repair};

/// Maximum number of window sizes, in steps of half a segment.
const MAX_STEPS: usize = 800;
const STEP: f64 = 0.5;

/// The chain is iterated until a round changes it by less than this, or for the maximum number of rounds.
const SETTLED: f64 = 1e-6;
const MAX_ROUNDS: usize = 5_000;

/// The probability that exactly `lost` of the other segments in a window are lost too.
fn also_lost(window: f64, loss: f64, lost: u32) -> f64 {
    let others = (window.floor() - 1.0).max(0.0);
    let mut ways = 1.0;
    for n in 0..lost {
        ways *= (others - f64::from(n)).max(0.0) / f64::from(n + 1);
    }
    ways * libm::pow(loss, f64::from(lost)) * libm::pow(1.0 - loss, (others - f64::from(lost)).max(0.0))
}

/// The probability that fewer than three of the other segments in a window arrive.
fn too_few_arrive(window: f64, loss: f64) -> f64 {
    let others = (window.floor() - 1.0).max(0.0) as u32;
    (0..3.min(others + 1)).map(|arrive| also_lost(window, loss, others - arrive)).sum::<f64>().min(1.0)
}

/// Window sizes, each with the share of losses that occur at it.
fn windows_at_losses(kind: &Kind, share: &Share, loss: f64) -> Vec<(f64, f64)> {
    if matches!(kind.motion, Motion::Fixed | Motion::Bandwidth { .. }) {
        return vec![(share.pipe.min(share.window), 1.0)];
    }
    let steps = ((share.window / STEP) as usize).clamp(4, MAX_STEPS);
    let step_of = |window: f64| ((window / STEP).round() as usize).clamp(2, steps);
    let mut chain = vec![0.0; steps + 1];
    chain[step_of(4.0)] = 1.0;
    for _ in 0..MAX_ROUNDS {
        let mut next = vec![0.0; steps + 1];
        for (step, &weight) in chain.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            let window = step as f64 * STEP;
            let passes = libm::pow(1.0 - loss, window);
            next[step_of(window + kind.increase.max(STEP))] += weight * passes;
            let by_timer = needs_timer(kind, window, loss);
            next[step_of((kind.keeps * window).max(1.0))] += weight * (1.0 - passes) * (1.0 - by_timer);
            next[step_of(1.0)] += weight * (1.0 - passes) * by_timer;
        }
        let moved: f64 = chain.iter().zip(&next).map(|(before, after)| (before - after).abs()).sum();
        chain = next;
        if moved < SETTLED {
            break;
        }
    }
    let at_loss = |(step, weight): (usize, &f64)| {
        let window = step as f64 * STEP;
        (window, weight * (1.0 - libm::pow(1.0 - loss, window)))
    };
    let weighted: Vec<_> = chain.iter().enumerate().map(at_loss).collect();
    let total: f64 = weighted.iter().map(|(_, weight)| weight).sum();
    weighted.into_iter().map(|(window, weight)| (window, weight / total)).collect()
}

/// The probability that a lost packet ends in a timeout.
pub fn of_timeout(kind: &Kind, share: &Share, loss: f64) -> f64 {
    if !kind.dup_acks {
        return 1.0;
    }
    let windows = windows_at_losses(kind, share, loss);
    windows.iter().map(|&(window, weight)| weight * needs_timer(kind, window, loss)).sum::<f64>().min(1.0)
}

/// The probability that a loss in a window of this size needs the timer.
fn needs_timer(kind: &Kind, window: f64, loss: f64) -> f64 {
    // A lost retransmission needs the timer. So may one that is sent during the first repair.
    let lost_again = 2.0 * loss;
    let second_loss = match kind.repair {
        Repair::OneLoss => 1.0 - also_lost(window, loss, 0),
        Repair::FromOneSegment | Repair::AllLosses => 0.0,
    };
    (too_few_arrive(window, loss) + lost_again + second_loss).min(1.0)
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

    fn share(window: f64) -> Share {
        Share { rate: 1e3, pipe: window, window, limited_by_rwnd: false, base_rtt_s: 0.1, buffer: 10.0 }
    }

    #[test]
    fn a_window_of_four_gives_three_duplicates_only_if_the_other_three_arrive() {
        assert!((too_few_arrive(4.0, 0.1) - (1.0 - 0.9 * 0.9 * 0.9)).abs() < 1e-12);
        assert_eq!(too_few_arrive(3.0, 0.1), 1.0);
        // Fewer than three of nine others arrive.
        assert!(too_few_arrive(10.0, 0.1) < 1e-5);
    }

    #[test]
    fn at_one_percent_loss_windows_are_about_fifteen_and_timeouts_are_rarer_with_sack_than_reno() {
        let windows = windows_at_losses(&SACK, &share(500.0), 0.01);
        let mean: f64 = windows.iter().map(|(window, weight)| window * weight).sum();
        // Mathis: the window at losses is sqrt(8 / 3p) = 16 if losses are evenly spaced.
        assert!((12.0..18.0).contains(&mean), "{mean}");
        let sack = of_timeout(&SACK, &share(500.0), 0.01);
        let reno = of_timeout(&Kind { repair: Repair::OneLoss, ..SACK }, &share(500.0), 0.01);
        assert!((0.02..0.06).contains(&sack), "{sack}");
        assert!((0.1..0.3).contains(&reno), "{reno}");
    }
}

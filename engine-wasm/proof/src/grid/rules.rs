//! The rules that any TCP obeys, and which of them a cell breaks. Their numbers were fixed before the first run.

use super::floors::{self, Share};
use super::kinds::{Kind, Repair};
use super::measure::Measured;
use super::paths::Path;
use super::timeouts::Allowed;

/// A rule of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Utilization reaches the floor of its kind, with every seed; under random loss on average.
    Floor,
    /// No more timeouts than its kind needs.
    Timeouts,
    /// No more retransmissions than drops and timeouts explain.
    Retransmissions,
    /// Not stuck: timeouts that keep coming at a utilization that stays below the floor, with no random loss to blame.
    Cycle,
    /// Seeds give about the same utilization.
    Seeds,
    /// Neither flow of a pair starves.
    Starved,
}

/// All of them.
pub const RULES: [Rule; 6] =
    [Rule::Floor, Rule::Timeouts, Rule::Retransmissions, Rule::Cycle, Rule::Seeds, Rule::Starved];

impl Rule {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Timeouts => "timeouts",
            Self::Retransmissions => "retransmissions",
            Self::Cycle => "cycle",
            Self::Seeds => "seeds",
            Self::Starved => "starved",
        }
    }
}

/// Retransmissions per drop. Each drop costs one; timeouts and cuts that go back are counted on top.
const RETRANSMISSIONS_PER_DROP: f64 = 1.5;

/// A pair whose slower flow has less than this share of a half starves it.
pub const STARVES: f64 = 0.1;

/// Largest difference between seeds, relative to their mean, without random losses.
const SEEDS_DIFFER: f64 = 0.2;

/// The result of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Utilization, the mean over the seeds, of the first, the least and the largest.
    pub mean: f64,
    /// The value of seed 1.
    pub first: f64,
    /// The smallest.
    pub least: f64,
    /// The difference between the largest and the smallest, in parts of the mean.
    pub spread: f64,
    /// The floor that it must reach.
    pub floor: f64,
    /// Most timeouts per minute with any seed.
    pub timeouts_per_min: f64,
    /// Retransmissions per drop with all seeds, or just retransmissions if nothing was dropped.
    pub retransmissions: f64,
    /// Share of the slower flow, 1 if both have the same, as a mean over the seeds; 1 for a flow alone.
    pub smaller_share: f64,
    /// The rules that it breaks.
    pub broken: Vec<Rule>,
}

/// The most retransmissions that a run may have.
fn retransmissions_allowed(kinds: &[Kind], path: &Path, run: &Measured) -> f64 {
    let window = path.holds().min(f64::from(path.rwnd()));
    // A go-back-N sender retransmits up to a window at each timeout and, without fast recovery, at each drop.
    let goes_back = kinds.iter().any(|kind| kind.repair == Repair::FromOneSegment || !kind.dup_acks);
    let timeouts = (run.timeouts[0] + run.timeouts[1]) as f64;
    let returns = timeouts + if goes_back { run.drops as f64 } else { 0.0 };
    // Those under way when the measurement began.
    let earlier = window;
    RETRANSMISSIONS_PER_DROP * run.drops as f64 + returns * window + earlier
}

/// Stuck in the last half as in the first.
fn is_stuck(path: &Path, run: &Measured, floor: f64) -> bool {
    let [first, last] = run.timeouts;
    path.loss == 0.0 && path.buffer_packets() >= 5 && run.halves[1] < floor && last >= 3 && 2 * last >= first
}

/// Returns true if a flow's share of the path is too small for fast retransmit after a cut, or after the two cuts of a sender that repairs
/// one loss of a window. A flow that waits for its timer, which backs off, then leaves the path to the other (Morris 1997);
/// no rule predicts which of the two.
fn small_windows(kinds: &[Kind], path: &Path) -> bool {
    let flows = kinds.len() as f64;
    let is_small = |kind: &Kind| {
        let cuts = if kind.repair == Repair::OneLoss { kind.keeps * kind.keeps } else { kind.keeps };
        floors::needs_timer(&Kind { keeps: cuts, ..*kind }, &Share::of(path, kind, flows))
    };
    kinds.iter().any(is_small)
}

/// Largest difference between seeds, relative to their mean. Where single events decide (random losses, or timeouts of windows that need
/// the timer) a rate goes with the root of their number, which has an error of its own root; the range of five seeds is 2.3
/// standard deviations.
fn differ_at_most(kinds: &[Kind], path: &Path, runs: &[Measured]) -> f64 {
    let events = |run: &Measured| match small_windows(kinds, path) {
        true => run.timeouts[0] + run.timeouts[1],
        false => run.drops,
    };
    if path.loss == 0.0 && !small_windows(kinds, path) {
        return SEEDS_DIFFER;
    }
    let events = runs.iter().map(events).min().unwrap_or(0).max(1);
    SEEDS_DIFFER + 3.0 / (events as f64).sqrt()
}

/// Judges a cell by these runs.
pub fn judge(kinds: &[Kind], path: &Path, runs: &[Measured]) -> Found {
    let flows = kinds.len() as f64;
    let floor = kinds.iter().map(|kind| floors::floor(kind, path, flows)).fold(1.0, f64::min);
    let count = runs.len() as f64;
    let mean = |of: &dyn Fn(&Measured) -> f64| runs.iter().map(of).sum::<f64>() / count;
    let utilization = mean(&Measured::total);
    let least = runs.iter().map(Measured::total).fold(f64::INFINITY, f64::min);
    let largest = runs.iter().map(Measured::total).fold(0.0, f64::max);
    let spread = if utilization > 0.0 { (largest - least) / utilization } else { 0.0 };
    let timeouts = |run: &Measured| (run.timeouts[0] + run.timeouts[1]) as f64;
    let retransmitted: u64 = runs.iter().map(|run| run.retransmitted).sum();
    let drops: u64 = runs.iter().map(|run| run.drops).sum();
    let smaller_share = mean(&Measured::smallest_share);
    let allowed = Allowed::of(kinds, path);
    let holds = |rule: Rule| match rule {
        // The formulas for random loss are means over many losses; how far a seed may be off is the rule on seeds.
        Rule::Floor => {
            if path.loss > 0.0 {
                utilization >= floor
            } else {
                least >= floor
            }
        }
        Rule::Timeouts => runs.iter().all(|run| timeouts(run) <= allowed.in_run(run)),
        Rule::Retransmissions => {
            runs.iter().all(|run| run.retransmitted as f64 <= retransmissions_allowed(kinds, path, run))
        }
        Rule::Cycle => !runs.iter().any(|run| is_stuck(path, run, floor)),
        Rule::Seeds => spread <= differ_at_most(kinds, path, runs),
        Rule::Starved => small_windows(kinds, path) || smaller_share >= STARVES,
    };
    Found {
        mean: utilization,
        first: runs.first().map_or(0.0, Measured::total),
        least,
        spread,
        floor,
        timeouts_per_min: runs.iter().map(|run| timeouts(run) * 60.0 / run.seconds).fold(0.0, f64::max),
        retransmissions: retransmitted as f64 / drops.max(1) as f64,
        smaller_share,
        broken: RULES.into_iter().filter(|&rule| !holds(rule)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::kinds::Motion;
    use crate::grid::paths::PATHS;

    const SACK: Kind = Kind {
        motion: Motion::Loss,
        increase: 1.0,
        keeps: 0.5,
        repair: Repair::AllLosses,
        dup_acks: true,
        slow_start: 2.0,
        per_ack: 1.0,
        ack_wait_s: 0.0,
        least_rto_s: 1.0,
    };

    /// 10 Mbit/s, 100 ms, 100 packets; nothing is lost at random.
    fn path() -> &'static Path {
        PATHS.iter().find(|path| path.name == "10M-100ms-100p").expect("a path")
    }

    /// A run of 100 s that breaks no rule: a cycle of about 16 s has one drop.
    fn healthy() -> Measured {
        Measured {
            seconds: 100.0,
            utilization: vec![0.99],
            halves: [0.99, 0.99],
            timeouts: [0, 0],
            retransmitted: 7,
            drops: 6,
        }
    }

    fn broken(kinds: &[Kind], runs: &[Measured]) -> Vec<Rule> {
        judge(kinds, path(), runs).broken
    }

    #[test]
    fn each_rule_has_runs_that_break_it() {
        assert_eq!(broken(&[SACK], &[healthy(), healthy()]), []);
        let slow = Measured { utilization: vec![0.7], halves: [0.7, 0.7], ..healthy() };
        assert_eq!(broken(&[SACK], &[slow.clone(), slow.clone()]), [Rule::Floor]);
        assert_eq!(broken(&[SACK], &[healthy(), slow]), [Rule::Floor, Rule::Seeds]);
        let timeouts = Measured { timeouts: [4, 0], ..healthy() };
        assert_eq!(broken(&[SACK], &[timeouts]), [Rule::Timeouts]);
        let needless = Measured { retransmitted: 400, ..healthy() };
        assert_eq!(broken(&[SACK], &[needless]), [Rule::Retransmissions]);
        // A sender stuck in a cycle of timeouts: 40 in 100 s at a utilization of 0.4.
        let stuck =
            Measured { utilization: vec![0.4], halves: [0.4, 0.4], timeouts: [20, 20], drops: 2_000, ..healthy() };
        assert_eq!(broken(&[SACK], &[stuck]), [Rule::Floor, Rule::Timeouts, Rule::Cycle]);
        let unfair = Measured { utilization: vec![0.95, 0.04], ..healthy() };
        assert_eq!(broken(&[SACK, SACK], &[unfair]), [Rule::Starved]);
    }

    #[test]
    fn timeouts_that_end_are_no_cycle() {
        let over = Measured { halves: [0.2, 0.99], timeouts: [20, 0], ..healthy() };
        assert!(!broken(&[SACK], &[over]).contains(&Rule::Cycle));
    }
}

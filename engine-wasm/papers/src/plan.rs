//! Plans the runs that entries need, and collects the findings.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use serde::{Deserialize, Serialize};
use vegaslab_sim::scenario::{self, Scenario, expand};

use crate::measure::Runs;
use crate::observe::{Observation, Window, observe};
use crate::paper::{Entry, Expect, Experiment, Paper, Published};
use crate::statistics::DEFAULT_CONFIDENCE;
use crate::verdict::{Measured, Verdict, allowed, contradiction, verdict};

/// The selected entries, and the runs that they need.
#[derive(Debug)]
pub struct Plan<'a> {
    entries: Vec<(&'a Paper, &'a Entry)>,
    runs: Vec<Run<'a>>,
}

/// One run of an experiment.
#[derive(Debug)]
struct Run<'a> {
    paper: &'a str,
    experiment: &'a str,
    arm: Option<String>,
    seed: u64,
    scenario: Scenario,
    windows: Vec<Option<Window>>,
    until_complete: &'a [String],
}

/// A message from a running simulation.
enum Message {
    /// The simulated share.
    Share(f64),
    Finished(Box<Observation>),
}

/// Progress of the runs.
#[derive(Clone, Debug)]
pub enum Progress {
    /// A run is in progress: its number and its simulated share.
    Running(usize, f64),
    /// A run is done: its number.
    Done(usize),
}

/// The finding for one entry.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Name of the paper.
    pub paper: String,
    /// Name of the entry.
    pub item: String,
    /// The quantity, in words.
    pub quantity: String,
    /// Its unit.
    pub unit: String,
    /// The published value.
    pub published: Published,
    /// Our mean over the seeds; `null` if it isn't simulated.
    pub ours: Option<f64>,
    /// Half the width of the 95 % interval; `null` for a single run.
    pub ci95: Option<f64>,
    /// The interval with the experiment's own confidence, if it states one. The verdict then uses this interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci: Option<StatedInterval>,
    /// How far ours may be from a printed number, before our own interval is added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// The largest difference that agrees, with our own interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<f64>,
    /// The test.
    pub expect: Expect,
    /// Its outcome.
    pub verdict: Verdict,
    /// Name of the cause of a deviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// Why our number is missing, or how the verdict contradicts the paper's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// An interval with the confidence that the experiment states.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct StatedInterval {
    /// Confidence, percent.
    pub percent: f64,
    /// Half the width of the interval.
    pub half: f64,
}

/// A measurement that was stored, as in `content/findings.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct Stored {
    /// Name of the paper.
    pub paper: String,
    /// Name of the entry.
    pub item: String,
    /// Our mean over the seeds.
    pub ours: Option<f64>,
    /// Half the width of the 95 % interval.
    pub ci95: Option<f64>,
    /// The interval with the experiment's own confidence.
    pub ci: Option<StatedInterval>,
}

/// Our number with its intervals.
#[derive(Clone, Copy, Debug, Default)]
struct Intervals {
    ours: Option<f64>,
    ci95: Option<f64>,
    ci: Option<StatedInterval>,
}

impl<'a> Plan<'a> {
    /// Plans the runs for all entries, or for those in `selection`: the name of a paper, or a paper and the beginning of
    /// an item, as in `low-2000/table-1`. `text_of` returns the text of a named scenario.
    ///
    /// # Errors
    /// The selection has no entries, or a scenario is invalid.
    pub fn new(
        papers: &'a [Paper],
        selection: Option<&str>,
        text_of: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<Self, String> {
        let (name, item) = selection.map_or((None, ""), |selection| match selection.split_once('/') {
            Some((paper, item)) => (Some(paper), item),
            None => (Some(selection), ""),
        });
        let papers_selected = papers.iter().filter(|paper| name.is_none_or(|name| paper.name == name));
        let entries: Vec<_> = papers_selected
            .flat_map(|paper| paper.entries.iter().map(move |entry| (paper, entry)))
            .filter(|(_, entry)| entry.item.starts_with(item))
            .collect();
        if entries.is_empty() {
            let names: Vec<_> = papers.iter().map(|paper| paper.name.as_str()).collect();
            let selection = selection.unwrap_or_default();
            return Err(format!("no entry matches {selection:?}; papers: {}", names.join(", ")));
        }
        let mut runs = Vec::new();
        for paper in papers {
            for experiment in &paper.experiments {
                let measures = entries.iter().filter(|(of, entry)| {
                    of.name == paper.name && entry.experiment.as_deref() == Some(&experiment.name)
                });
                let mut windows: Vec<_> =
                    measures.filter_map(|(_, entry)| entry.measure.as_ref()).flat_map(|m| m.windows()).collect();
                windows.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
                windows.dedup();
                if !windows.is_empty() {
                    runs.extend(runs_of(paper, experiment, &windows, text_of)?);
                }
            }
        }
        Ok(Self { entries, runs })
    }

    /// Number of runs.
    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    /// A run's title.
    pub fn title(&self, run: usize) -> String {
        let Run { paper, experiment, arm, seed, .. } = &self.runs[run];
        let arm = arm.as_ref().map_or(String::new(), |arm| format!(" {arm}"));
        format!("{paper} {experiment}{arm}, seed {seed}")
    }

    /// Runs everything, `jobs` runs at a time, and compares the results with the papers. `progress` receives each step.
    ///
    /// # Errors
    /// The first error of `progress`. No further run starts after it, but the runs in progress finish.
    pub fn carry_out<E>(
        &self,
        jobs: usize,
        mut progress: impl FnMut(Progress) -> Result<(), E>,
    ) -> Result<Vec<Finding>, E> {
        let next = AtomicUsize::new(0);
        let cancelled = AtomicBool::new(false);
        let mut outcome = Ok(());
        let mut observations: Vec<Option<Observation>> = self.runs.iter().map(|_| None).collect();
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, self.runs.len().max(1)) {
                let sender: Sender<(usize, Message)> = sender.clone();
                let (next, cancelled) = (&next, &cancelled);
                scope.spawn(move || {
                    while let Some((number, run)) = {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        self.runs.get(number).filter(|_| !cancelled.load(Ordering::Relaxed)).map(|run| (number, run))
                    } {
                        // If the receiver is gone, nobody needs the progress.
                        let report = |share| drop(sender.send((number, Message::Share(share))));
                        let observation = observe(&run.scenario, &run.windows, run.until_complete, report);
                        drop(sender.send((number, Message::Finished(Box::new(observation)))));
                    }
                });
            }
            drop(sender);
            for (number, message) in receiver {
                let step = match message {
                    Message::Share(share) => Progress::Running(number, share),
                    Message::Finished(observation) => {
                        observations[number] = Some(*observation);
                        Progress::Done(number)
                    }
                };
                outcome = progress(step);
                if outcome.is_err() {
                    cancelled.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
        outcome?;
        Ok(self.entries.iter().map(|(paper, entry)| self.finding(paper, entry, &observations)).collect())
    }

    fn finding(&self, paper: &Paper, entry: &Entry, observations: &[Option<Observation>]) -> Finding {
        let measured = entry.measure.as_ref().zip(entry.experiment.as_deref()).map(|(measure, experiment)| {
            let observed = |arm: Option<&str>, seed| {
                let is_it = |run: &Run| {
                    run.paper == paper.name
                        && run.experiment == experiment
                        && run.arm.as_deref() == arm
                        && run.seed == seed
                };
                observations.get(self.runs.iter().position(is_it)?)?.as_ref()
            };
            let seeds = paper.experiment(experiment).map_or(0, |experiment| u64::from(experiment.seeds));
            measure.mean(&Runs { seeds, observed: &observed })
        });
        let (ours, problem) = match measured {
            None => (None, None),
            Some(Ok(ours)) => (ours, None),
            Some(Err(problem)) => (None, Some(problem)),
        };
        let stated = entry.experiment.as_deref().and_then(|name| paper.experiment(name)?.confidence);
        let half = |percent| ours.and_then(|ours| ours.half_width(percent));
        let intervals = Intervals {
            ours: ours.map(|ours| ours.value),
            ci95: half(DEFAULT_CONFIDENCE),
            ci: stated.and_then(|percent| half(percent).map(|half| StatedInterval { percent, half })),
        };
        judged(paper, entry, intervals, problem)
    }

    /// Compares stored measurements with the papers, without any run. An entry without a measurement is missing.
    pub fn compare(&self, stored: &[Stored]) -> Vec<Finding> {
        let one = |(paper, entry): &(&Paper, &Entry)| {
            let found = stored.iter().find(|stored| stored.paper == paper.name && stored.item == entry.item);
            let intervals =
                found.map_or_else(Intervals::default, |&Stored { ours, ci95, ci, .. }| Intervals { ours, ci95, ci });
            let problem = (entry.measure.is_some() && intervals.ours.is_none()).then(|| "it isn't stored".into());
            judged(paper, entry, intervals, problem)
        };
        self.entries.iter().map(one).collect()
    }
}

/// The finding for a measurement.
fn judged(paper: &Paper, entry: &Entry, intervals: Intervals, problem: Option<String>) -> Finding {
    let Intervals { ours, ci95, ci } = intervals;
    let half = ci.map(|ci| ci.half).or(ci95).unwrap_or(0.0);
    let verdict = verdict(paper, entry, ours.map(|value| Measured { value, half }));
    Finding {
        paper: paper.name.clone(),
        item: entry.item.clone(),
        quantity: entry.quantity.clone(),
        unit: entry.unit.clone(),
        published: entry.published.clone(),
        ours,
        ci95,
        ci,
        tolerance: paper.tolerance_of(entry),
        allowed: ours.and_then(|_| allowed(paper, entry, half)),
        expect: entry.expect.clone(),
        verdict,
        cause: entry.cause.clone(),
        problem: problem.or_else(|| contradiction(entry, verdict).map(Into::into)),
    }
}

fn runs_of<'a>(
    paper: &'a Paper,
    experiment: &'a Experiment,
    windows: &[Option<Window>],
    text_of: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Vec<Run<'a>>, String> {
    let text = text_of(&experiment.scenario)?;
    let arms = experiment.all_arms();
    let arms: Vec<_> = if arms.is_empty() { vec![None] } else { arms.iter().map(Some).collect() };
    let mut runs = Vec::new();
    for arm in arms {
        for seed in 1..=u64::from(experiment.seeds) {
            let describe = |problems: Vec<scenario::Problem>| {
                let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
                let arm = arm.map_or("", |arm| &arm.name);
                format!("{} {} {arm}: {}", paper.name, experiment.name, problems.join("; "))
            };
            let mut value = scenario::parse(&text).map_err(describe)?;
            let differences = arm.into_iter().flat_map(|arm| &arm.set);
            let assignments = differences.map(|(path, value)| format!("{path}={value}"));
            for assignment in assignments.chain([format!("seed={seed}")]) {
                expand::set(&mut value, &assignment).map_err(|problem| describe(vec![problem]))?;
            }
            let scenario = scenario::from_value(value).map_err(describe)?;
            runs.push(Run {
                paper: &paper.name,
                experiment: &experiment.name,
                arm: arm.map(|arm| arm.name.clone()),
                seed,
                scenario,
                windows: windows.to_vec(),
                until_complete: &experiment.until_complete,
            });
        }
    }
    Ok(runs)
}

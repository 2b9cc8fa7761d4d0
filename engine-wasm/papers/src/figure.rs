//! The figures of a paper, redrawn from our measurements.
//!
//! There are two kinds: entries' numbers against an axis, and curves over time from a run.

use serde::{Deserialize, Serialize};

use crate::paper::{Entry, Paper};

/// A redrawn figure of the paper, or a table of it drawn as a figure.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Name, unique in the paper: the table or figure it redraws, plus its own name if that has several drawings, e.g.
    /// `figure-7` or `figure-3/delay`.
    pub name: String,
    /// Location in the paper, e.g. `Figure 7`.
    pub place: String,
    /// The title that the papers page shows.
    pub title: String,
    /// The point of the figure, and differences from the printed one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub about: String,
    /// The drawing.
    pub drawing: Drawing,
}

/// The drawing of a figure.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Drawing {
    /// Published numbers and ours for several entries, against an axis.
    Entries {
        /// The horizontal axis.
        x: Axis,
        /// The vertical axis, in the entries' unit.
        y: Axis,
        /// The series of numbers.
        series: Vec<Series>,
    },
    /// A curve over time, from a run.
    Run {
        /// The experiment.
        experiment: String,
        /// Its arm; absent if the experiment has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        arm: Option<String>,
        /// The panel that draws the run.
        panel: Panel,
        /// Names of the flows; if absent, the first ones, as many as the bench shows.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
        flows: Vec<String>,
        /// The directed link whose queue is drawn, as in `R1>R2`; if absent, the one with the longest queue.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        link: Option<String>,
        /// The time window, s; the whole run if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        window_s: Option<(f64, f64)>,
    },
}

/// A panel of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(rename_all = "snake_case")]
pub enum Panel {
    /// Segments and ACKs as the sender sees them.
    SenderSequence,
    /// cwnd, ssthresh and flight.
    Cwnd,
    /// The queue of a link.
    Queue,
    /// Round-trip times, `base_rtt` and `diff`.
    Rtt,
    /// Segments and ACKs as the receiver sees them.
    ReceiverSequence,
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// The axis title.
    pub label: String,
    /// Its unit; absent for counts, ratios and names.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub unit: String,
    /// True if the axis is logarithmic.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub log: bool,
    /// The paper's axis from its beginning to its end, if that can be read; otherwise the values decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub range: Option<(f64, f64)>,
    /// Labels at 0, 1, 2 and so on, instead of numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub names: Vec<String>,
}

/// Numbers joined by a line.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points.
    pub points: Vec<Point>,
}

/// One number in a figure.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Its position on the horizontal axis.
    pub x: f64,
    /// Name of the entry.
    pub item: String,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Figure {
    /// The figure's problems, including names that the paper doesn't define.
    pub(crate) fn problems(&self, paper: &Paper) -> Vec<String> {
        match &self.drawing {
            Drawing::Entries { x, y, series } => problems_of_entries(paper, x, y, series),
            Drawing::Run { experiment, arm, panel, link, window_s, .. } => {
                let mut problems = Vec::from_iter(paper.problem_of_arms(experiment, std::slice::from_ref(arm)));
                if link.is_some() && *panel != Panel::Queue {
                    problems.push("link is set for another panel; allowed: only with panel \"queue\"".into());
                }
                if let Some((from, to)) = window_s.filter(|(from, to)| !(*from >= 0.0 && from < to)) {
                    problems.push(format!("window_s is [{from}, {to}]; allowed: a start of 0 or more and a later end"));
                }
                problems
            }
        }
    }
}

fn problems_of_entries(paper: &Paper, x: &Axis, y: &Axis, series: &[Series]) -> Vec<String> {
    let mut problems = Vec::new();
    if series.iter().all(|series| series.points.is_empty()) {
        problems.push("series has no points; allowed: at least one point".into());
    }
    if !y.names.is_empty() {
        problems.push("y.names is set; allowed: names only on the x axis".into());
    }
    for (name, axis) in [("x", x), ("y", y)] {
        let Some((from, to)) = axis.range else { continue };
        let lowest = if axis.log { f64::MIN_POSITIVE } else { f64::MIN };
        if !(lowest <= from && from < to && to <= f64::MAX) {
            let start = if axis.log { "a start above 0" } else { "a start" };
            problems.push(format!("{name}.range is [{from}, {to}]; allowed: {start} and a later end"));
        }
        if !axis.names.is_empty() {
            problems.push(format!("{name}.range is set beside names; allowed: one of the two"));
        }
    }
    for Point { x: at, item } in series.iter().flat_map(|series| &series.points) {
        if x.log && *at <= 0.0 {
            problems.push(format!("{item}: x is {at}; allowed on a logarithmic axis: above 0"));
        }
        let names = x.names.len() as f64;
        if names > 0.0 && !(at.fract() == 0.0 && (0.0..names).contains(at)) {
            problems.push(format!(
                "{item}: x is {at}; allowed on an axis with names: whole numbers from 0 to {}",
                names - 1.0
            ));
        }
        match paper.entries.iter().find(|entry| entry.item == *item) {
            None => problems.push(format!("there is no entry {item:?}; allowed: an item of the entries")),
            Some(Entry { unit, .. }) if *unit != y.unit => {
                problems
                    .push(format!("{item}: its unit is {unit:?}, but y.unit is {:?}; allowed: the same unit", y.unit));
            }
            Some(_) => {}
        }
    }
    problems
}

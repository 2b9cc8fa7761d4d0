//! The file of a paper.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::design::arm_name;
use crate::figure::Figure;
use crate::measure::Measure;

/// A paper and the numbers it reports.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Short name, same as the file's, e.g. `low-2000`.
    pub name: String,
    /// Authors, as cited.
    pub authors: String,
    /// Its title.
    pub title: String,
    /// Journal or conference, and year.
    pub published_in: String,
    /// The method by which the numbers were read, and notes on all of them.
    pub about: String,
    /// The runs.
    pub experiments: Vec<Experiment>,
    /// The rules that say how far ours may be from a printed number whose uncertainty the paper doesn't print.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Rule>>", optional))]
    pub tolerances: Vec<Rule>,
    /// The explanations of deviations. Rows with the same reason share one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Cause>>", optional))]
    pub causes: Vec<Cause>,
    /// Every table, figure and numbered claim of the paper, with its rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Covered>>", optional))]
    pub coverage: Vec<Covered>,
    /// The rows.
    pub entries: Vec<Entry>,
    /// Its figures, drawn from the numbers or from runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Figure>>", optional))]
    pub figures: Vec<Figure>,
}

/// Degrees of completeness of a setup's description in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(rename_all = "snake_case")]
pub enum Specified {
    /// Every parameter is given.
    Full,
    /// Some parameters are assumed; the experiment says which.
    Partial,
    /// The path was live or calibrated, so only directions and magnitudes can be compared, on a substitute path.
    No,
}

/// A scenario, in one or more arms, that is run with several seeds.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Short name, unique in the paper.
    pub name: String,
    /// The title that the papers page shows.
    pub title: String,
    /// The setup and its assumptions.
    pub about: String,
    /// Completeness of the paper's description of the setup.
    pub specified: Specified,
    /// Name of the scenario.
    pub scenario: String,
    /// Number of seeds; they start at 1.
    pub seeds: u32,
    /// Confidence of the intervals, percent. Set if the paper states one; 95 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub confidence: Option<f64>,
    /// The run ends when these flows are complete, although others would continue.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub until_complete: Vec<String>,
    /// The variants to run; if absent, the scenario runs unchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Arm>>", optional))]
    pub arms: Vec<Arm>,
    /// Factors of a design. Each arm is run with every combination of them, e.g. `small`, `small+cam`, `small+cam+cut`.
    /// A factor's settings are applied after the arm's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Arm>>", optional))]
    pub factors: Vec<Arm>,
}

impl Experiment {
    /// Its arms, and every combination of its factors with each arm.
    pub fn all_arms(&self) -> Vec<Arm> {
        let with_factor = |arms: Vec<Arm>, factor: &Arm| {
            let on = |arm: &Arm| Arm {
                name: arm_name(&arm.name, std::iter::once(factor.name.as_str())),
                set: arm.set.iter().chain(&factor.set).map(|(path, value)| (path.clone(), value.clone())).collect(),
            };
            arms.iter().flat_map(|arm| [arm.clone(), on(arm)]).collect()
        };
        self.factors.iter().fold(self.arms.clone(), with_factor)
    }
}

/// One variant of a scenario.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// Short name, unique in the experiment.
    pub name: String,
    /// Differences from the scenario: values by path, as in `flows.transfer.sender.avoidance.alpha`.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub set: BTreeMap<String, Value>,
}

/// One row: a printed number, a direction that the paper states, or a number of our own.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Name, unique in the paper: its table or figure, and its own name, e.g. `table-1/rate-1a`.
    pub item: String,
    /// Location in the paper, e.g. `Table 1`.
    pub place: String,
    /// The quantity, in words.
    pub quantity: String,
    /// Its unit; empty for counts and ratios.
    pub unit: String,
    /// The published value.
    pub published: Published,
    /// The experiment that measures it; absent if it can't be simulated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub experiment: Option<String>,
    /// Our measure of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub measure: Option<Measure>,
    /// The test of our number.
    pub expect: Expect,
    /// Name of the cause, if our number deviates or the direction fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cause: Option<String>,
    /// A note for readers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub note: String,
}

/// A published value.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The number that the paper measured or simulated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub value: Option<f64>,
    /// Its confidence interval or range as printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub interval: Option<(f64, f64)>,
    /// The single measurements of which the number is the mean, if the paper prints them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<f64>>", optional))]
    pub runs: Vec<f64>,
    /// The value of the paper's own model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub model: Option<f64>,
    /// The paper's words, if it states a direction. Our limits say what we take them to mean.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub words: String,
}

impl Published {
    /// The number to compare with: the model's if the paper has one, because its simulations are samples of the model.
    /// If only a range is printed, its middle.
    pub fn reference(&self) -> Option<f64> {
        self.model.or(self.value).or_else(|| self.interval.map(|(low, high)| f64::midpoint(low, high)))
    }

    /// The paper's own uncertainty: half the width of its interval, else the largest distance of a single run from the
    /// number, else the distance between its simulation and its model.
    pub fn spread(&self) -> Option<f64> {
        if let Some((low, high)) = self.interval {
            return Some((high - low) / 2.0);
        }
        let reference = self.reference()?;
        let from_runs = self.runs.iter().map(|run| (run - reference).abs()).reduce(f64::max);
        from_runs.or_else(|| self.value.zip(self.model).map(|(value, model)| (value - model).abs()))
    }
}

/// The test of our number.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Expect {
    /// The paper prints a number, and ours must be near it.
    Number {
        /// Name of the rule that applies; absent if the paper's own uncertainty is enough.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        tolerance: Option<String>,
    },
    /// The paper states a direction or a size in words. Our number, with its whole interval, must be above or below a
    /// limit, or between two.
    Direction {
        /// It must be greater than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        above: Option<f64>,
        /// It must be less than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        below: Option<f64>,
    },
    /// A variant, model or sensitivity of our own, which the paper doesn't print. It isn't counted.
    Ours,
    /// The number can't be simulated.
    NotSimulated {
        /// The reason, and what replaces the measurement.
        because: String,
    },
}

/// How far ours may be from a printed number, for one kind of quantity of the paper. If both limits are set, the larger
/// applies.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Short name, unique in the paper: the kind of quantity.
    pub name: String,
    /// In percent of the published number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub percent: Option<f64>,
    /// In the unit of the number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub absolute: Option<f64>,
    /// Why this much.
    pub because: String,
}

impl Rule {
    /// The allowed difference from a published number.
    pub fn of(&self, published: f64) -> f64 {
        self.absolute.unwrap_or(0.0).max(published.abs() * self.percent.unwrap_or(0.0) / 100.0)
    }
}

/// Why our numbers deviate from the printed ones.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// Short name, unique in the paper.
    pub name: String,
    /// The cause in a few words.
    pub title: String,
    /// The explanation.
    pub because: String,
}

/// A table, figure or claim of the paper, with the rows that check it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Covered {
    /// Location in the paper, e.g. `Table 1`.
    pub place: String,
    /// The content: the numbers of a table, or a claim as the paper states it.
    pub claim: String,
    /// Our result next to it, in words. `{item}` stands for our number in that row, with its interval and unit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub ours: String,
    /// Its rows: items, or the beginnings of several items. A figure without numbers is listed by the name of its drawing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub rows: Vec<String>,
    /// Why it has no rows, or what is left out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub because: String,
}

impl Paper {
    /// Reads the file of a paper.
    ///
    /// # Errors
    /// The file's problems, each with its entry, experiment or figure.
    pub fn read(text: &str) -> Result<Self, String> {
        let paper: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let problems = paper.problems();
        if problems.is_empty() { Ok(paper) } else { Err(problems.join("\n")) }
    }

    /// The experiment with this name.
    pub fn experiment(&self, name: &str) -> Option<&Experiment> {
        self.experiments.iter().find(|experiment| experiment.name == name)
    }

    /// The entries that a line of the coverage lists. The name of an item lists only that item, even if others begin
    /// like it.
    pub fn covered_by<'p>(&'p self, covered: &'p Covered) -> impl Iterator<Item = &'p Entry> {
        let is_item = |row: &str| self.entries.iter().any(|entry| entry.item == row);
        let lists = move |row: &str, entry: &Entry| entry.item == row || (entry.item.starts_with(row) && !is_item(row));
        self.entries.iter().filter(move |entry| covered.rows.iter().any(|row| lists(row, entry)))
    }

    /// How far ours may be from an entry's printed number: the paper's own uncertainty, but at least what its rule
    /// allows. `None` if the entry isn't a printed number.
    pub fn tolerance_of(&self, entry: &Entry) -> Option<f64> {
        let Expect::Number { tolerance } = &entry.expect else { return None };
        let reference = entry.published.reference()?;
        let rule = tolerance.as_ref().and_then(|name| self.tolerances.iter().find(|rule| rule.name == *name));
        let by_rule = rule.map(|rule| rule.of(reference));
        by_rule.into_iter().chain(entry.published.spread()).reduce(f64::max)
    }

    fn problems(&self) -> Vec<String> {
        let mut problems = self.problems_of_lists();
        let mut seen = BTreeSet::new();
        for experiment in &self.experiments {
            let name = &experiment.name;
            if !seen.insert(name) {
                problems.push(format!("{name}: two experiments have this name; allowed: unique names"));
            }
            if experiment.seeds == 0 {
                problems.push(format!("{name}: seeds is 0; allowed: 1 or more"));
            }
            if experiment.confidence.is_some_and(|percent| !(percent > 0.0 && percent < 100.0)) {
                problems.push(format!(
                    "{name}: confidence is {}; allowed: above 0 and below 100 percent",
                    experiment.confidence.unwrap_or_default()
                ));
            }
            if experiment.arms.is_empty() && !experiment.factors.is_empty() {
                problems.push(format!("{name}: factors are set without arms; add an arm in which all factors are off"));
            }
        }
        let mut seen = BTreeSet::new();
        for entry in &self.entries {
            if !seen.insert(&entry.item) {
                problems.push(format!("{}: two entries have this item; allowed: unique items", entry.item));
            }
            problems.extend(self.problem_of(entry).map(|problem| format!("{}: {problem}", entry.item)));
        }
        let mut seen = BTreeSet::new();
        for figure in &self.figures {
            if !seen.insert(&figure.name) {
                problems.push(format!("{}: two figures have this name; allowed: unique names", figure.name));
            }
            let its = figure.problems(self);
            problems.extend(its.into_iter().map(|problem| format!("{}: {problem}", figure.name)));
        }
        problems
    }

    /// Problems of the tolerances, the causes and the coverage.
    fn problems_of_lists(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for rule in self.tolerances.iter().filter(|rule| rule.percent.is_none() && rule.absolute.is_none()) {
            problems.push(format!("{}: the tolerance has no limit; allowed: percent, absolute, or both", rule.name));
        }
        let mut seen = BTreeSet::new();
        let names = self.tolerances.iter().map(|rule| &rule.name).chain(self.causes.iter().map(|cause| &cause.name));
        for name in names {
            if !seen.insert(name) {
                problems.push(format!("{name}: two tolerances or causes have this name; allowed: unique names"));
            }
        }
        for line in &self.coverage {
            let place = &line.place;
            if line.rows.is_empty() && line.because.is_empty() {
                problems.push(format!("{place}: the coverage lists no rows; add rows, or say in because why not"));
            }
            for item in placeholders(&line.ours) {
                if self.entries.iter().all(|entry| entry.item != item) {
                    problems.push(format!("{place}: ours names {item:?}; allowed: items of this paper"));
                }
            }
            for row in &line.rows {
                let known = self.entries.iter().any(|entry| entry.item.starts_with(row.as_str()))
                    || self.figures.iter().any(|figure| figure.name == *row);
                if !known {
                    problems.push(format!("{place}: no item begins with {row:?}, and no figure has this name"));
                }
            }
        }
        problems
    }

    fn problem_of(&self, entry: &Entry) -> Option<String> {
        let simulated = !matches!(entry.expect, Expect::NotSimulated { .. });
        if simulated != entry.measure.is_some() || simulated != entry.experiment.is_some() {
            return Some(
                "an entry needs both experiment and measure, unless expect is not_simulated; then it must have neither"
                    .into(),
            );
        }
        if let Some(name) = entry.cause.as_ref().filter(|&name| self.causes.iter().all(|cause| cause.name != *name)) {
            let names: Vec<_> = self.causes.iter().map(|cause| cause.name.as_str()).collect();
            return Some(format!("there is no cause {name:?}; allowed: {}", names.join(", ")));
        }
        match &entry.expect {
            Expect::Number { tolerance } => {
                if entry.published.reference().is_none() {
                    return Some("published has no number to compare with; allowed: value, interval, or model".into());
                }
                let names: Vec<_> = self.tolerances.iter().map(|rule| rule.name.as_str()).collect();
                match tolerance {
                    Some(name) if !names.contains(&name.as_str()) => {
                        return Some(format!("there is no tolerance {name:?}; allowed: {}", names.join(", ")));
                    }
                    None if entry.published.spread().is_none() => {
                        return Some(format!(
                            "expect.tolerance is missing, and the paper prints no uncertainty; allowed: {}",
                            names.join(", ")
                        ));
                    }
                    _ => {}
                }
            }
            Expect::Direction { above: None, below: None } => {
                return Some("expect has no direction; allowed: above, below, or both".into());
            }
            Expect::Direction { .. } if entry.published.words.is_empty() => {
                return Some("published.words is missing; a direction has the paper's words".into());
            }
            Expect::Ours if entry.cause.is_some() => {
                return Some("cause is set, but a row of our own can't deviate".into());
            }
            Expect::Direction { .. } | Expect::Ours | Expect::NotSimulated { .. } => {}
        }
        let (name, measure) = entry.experiment.as_ref().zip(entry.measure.as_ref())?;
        self.problem_of_arms(name, &measure.arms())
    }

    /// The first of these arms that the experiment doesn't have, as a problem. `None` refers to an experiment without
    /// arms.
    pub(crate) fn problem_of_arms(&self, name: &str, requested: &[Option<String>]) -> Option<String> {
        let Some(experiment) = self.experiment(name) else {
            let names: Vec<_> = self.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
            return Some(format!("there is no experiment {name:?}; allowed: {}", names.join(", ")));
        };
        let arms: Vec<String> = experiment.all_arms().into_iter().map(|arm| arm.name).collect();
        requested.iter().find_map(|arm| match arm {
            None if arms.is_empty() => None,
            Some(arm) if arms.contains(arm) => None,
            Some(arm) => Some(format!("there is no arm {arm:?}; allowed: {}", arms.join(", "))),
            None => Some(format!("arm is missing; allowed: {}", arms.join(", "))),
        })
    }
}

/// The items that a text names in braces.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or_default())
}

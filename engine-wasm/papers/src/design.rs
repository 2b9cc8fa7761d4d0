//! A 2^k factorial design among the runs of an experiment: an arm with every combination of some of its factors.

use serde::{Deserialize, Serialize};

use crate::factorial::Factorial;
use crate::measure::{Measure, Runs};

/// The runs of a factorial design, and the metric of each.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Design {
    /// The arm in which all factors are off.
    pub arm: String,
    /// Names of the factors.
    pub factors: Vec<String>,
    /// The response. It leaves out `arm`, because it is measured in every arm.
    pub response: Box<Measure>,
}

impl Design {
    /// The arms of all combinations. In cell `n` the factors whose bits are set in `n` are on.
    pub fn arms(&self) -> Vec<String> {
        let arm = |cell: usize| {
            let on = self.factors.iter().enumerate().filter(|(bit, _)| cell >> bit & 1 == 1);
            arm_name(&self.arm, on.map(|(_, factor)| factor.as_str()))
        };
        (0..1 << self.factors.len()).map(arm).collect()
    }

    /// The set of the factors with these names, one bit per factor.
    ///
    /// # Errors
    /// A name isn't a factor of this design.
    pub fn set_of(&self, names: &[String]) -> Result<usize, String> {
        names.iter().try_fold(0, |set, name| match self.factors.iter().position(|factor| factor == name) {
            Some(bit) => Ok(set | 1 << bit),
            None => Err(format!("there is no factor {name:?}; allowed: {}", self.factors.join(", "))),
        })
    }

    /// The outcome over all seeds.
    ///
    /// # Errors
    /// A run is missing, or lacks the metric.
    pub fn outcome(&self, runs: &Runs<'_, '_>) -> Result<Factorial, String> {
        let cell = |arm: String| {
            let arm_runs = Runs {
                observed: &|named, seed| if named.is_none() { (runs.observed)(Some(&arm), seed) } else { None },
                ..*runs
            };
            (1..=runs.seeds).map(|seed| self.response.with_seed(&arm_runs, seed)).collect::<Result<Vec<_>, _>>()
        };
        let cells = self.arms().into_iter().map(cell).collect::<Result<Vec<_>, _>>()?;
        Factorial::of(&cells).ok_or_else(|| "the design has no runs".into())
    }
}

/// The name of an arm with some factors on, as in `small+cam+cut`.
pub fn arm_name<'n>(arm: &'n str, on: impl Iterator<Item = &'n str>) -> String {
    std::iter::once(arm).chain(on).collect::<Vec<_>>().join("+")
}

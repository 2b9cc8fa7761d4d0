//! Measures a number of a paper: metrics of flows and links, and values computed from them.

use serde::{Deserialize, Serialize};
use vegaslab_theory::time_saved::{AvoidedRepairs, RepairCosts, SEGMENT_BYTES};

use crate::design::Design;
use crate::observe::{Observation, Window};
use crate::quantity::{DatagramFigure, FlowFigure, LinkFigure};
use crate::statistics::Mean;

/// An expression over the metrics of an experiment's runs with the same seed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Measure {
    /// A metric of a flow.
    Flow {
        /// The arm; absent if the experiment has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        arm: Option<String>,
        /// Name of the flow.
        flow: String,
        /// The metric.
        figure: FlowFigure,
        /// The time window, s; the whole run if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        window_s: Option<Window>,
    },
    /// A metric of a directed link.
    Link {
        /// The arm; absent if the experiment has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        arm: Option<String>,
        /// The link, as in `R1>R2`.
        link: String,
        /// The metric.
        figure: LinkFigure,
        /// The time window, s; the whole run if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        window_s: Option<Window>,
    },
    /// The sum of several measures.
    Sum {
        /// Its terms.
        of: Vec<Measure>,
    },
    /// The mean of several measures.
    Mean {
        /// The averaged measures.
        of: Vec<Measure>,
    },
    /// One measure divided by another.
    Ratio {
        /// The dividend.
        of: Box<Measure>,
        /// The divisor.
        to: Box<Measure>,
    },
    /// The sum of one measure over all seeds, divided by that of another. For shares of rare events, whose divisor may
    /// be 0 in a run. One number for all seeds.
    Pooled {
        /// The dividend.
        of: Box<Measure>,
        /// The divisor.
        to: Box<Measure>,
    },
    /// The change from `from` to `of`, in percent of `from`.
    Change {
        /// The measure after the change.
        of: Box<Measure>,
        /// The measure before the change.
        from: Box<Measure>,
    },
    /// A measure times a factor, to convert its unit.
    Times {
        /// The factor.
        factor: f64,
        /// The measure.
        of: Box<Measure>,
    },
    /// 1 if a measure is less than a number, else 0. The mean is the share of seeds for which it is less.
    IsBelow {
        /// The measure.
        of: Box<Measure>,
        /// The limit.
        limit: f64,
    },
    /// A metric of a datagram source.
    Datagrams {
        /// The arm; absent if the experiment has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        arm: Option<String>,
        /// Name of the source.
        source: String,
        /// The metric.
        figure: DatagramFigure,
        /// The time window, s; the whole run if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        window_s: Option<Window>,
    },
    /// Jain's fairness index: 1 if all measures are equal, 1/n if one of n measures has everything.
    Fairness {
        /// The compared measures.
        of: Vec<Measure>,
    },
    /// The effect of a factor, or the interaction of several, in a factorial design: half the change from switching it
    /// on, in the unit of the response. One number for all seeds, with an interval.
    Effect {
        /// The design.
        design: Design,
        /// The factors.
        by: Vec<String>,
    },
    /// The share of the variation in a factorial design that is due to these factors and interactions together,
    /// percent. One number for all seeds.
    Variation {
        /// The design.
        design: Design,
        /// Each term is one factor, or several factors for their interaction. If absent, the share is that of the
        /// difference between seeds, which no factor explains.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Vec<String>>>", optional))]
        terms: Vec<Vec<String>>,
    },
    /// Time that one transfer saves compared with another, s. Ahn et al.'s formula computes it from the differences in
    /// timeouts, fast retransmits and retransmitted segments.
    TimeSaved {
        /// The transfer that saves time.
        by: Transfer,
        /// The transfer it is compared with.
        over: Transfer,
        /// RTT of the path, ms.
        rtt_ms: f64,
        /// Payload bandwidth of the path, bytes per second.
        bytes_per_s: f64,
    },
}

/// A flow in an arm.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    /// The arm; absent if the experiment has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub arm: Option<String>,
    /// Name of the flow.
    pub flow: String,
}

/// The runs of an experiment.
#[derive(Clone, Copy)]
pub struct Runs<'r, 'o> {
    /// Seeds 1 to this many.
    pub seeds: u64,
    /// The observation of an arm with a seed.
    pub observed: &'r dyn Fn(Option<&str>, u64) -> Option<&'o Observation>,
}

impl Measure {
    /// The arms that the measure reads.
    pub fn arms(&self) -> Vec<Option<String>> {
        match self {
            Self::Flow { arm, .. } | Self::Link { arm, .. } | Self::Datagrams { arm, .. } => vec![arm.clone()],
            Self::TimeSaved { by, over, .. } => vec![by.arm.clone(), over.arm.clone()],
            Self::Sum { of } | Self::Mean { of } | Self::Fairness { of } => of.iter().flat_map(Self::arms).collect(),
            Self::Ratio { of, to } | Self::Pooled { of, to } | Self::Change { of, from: to } => {
                [of.arms(), to.arms()].concat()
            }
            Self::Times { of, .. } | Self::IsBelow { of, .. } => of.arms(),
            Self::Effect { design, .. } | Self::Variation { design, .. } => {
                design.arms().into_iter().map(Some).collect()
            }
        }
    }

    /// The time windows that the measure reads.
    pub fn windows(&self) -> Vec<Option<Window>> {
        match self {
            Self::Flow { window_s, .. } | Self::Link { window_s, .. } | Self::Datagrams { window_s, .. } => {
                vec![*window_s]
            }
            Self::TimeSaved { .. } => vec![None],
            Self::Sum { of } | Self::Mean { of } | Self::Fairness { of } => of.iter().flat_map(Self::windows).collect(),
            Self::Ratio { of, to } | Self::Pooled { of, to } | Self::Change { of, from: to } => {
                [of.windows(), to.windows()].concat()
            }
            Self::Times { of, .. } | Self::IsBelow { of, .. } => of.windows(),
            Self::Effect { design, .. } | Self::Variation { design, .. } => design.response.windows(),
        }
    }

    /// Returns true if each seed has its own value.
    fn has_value_per_seed(&self) -> bool {
        match self {
            Self::Flow { .. } | Self::Link { .. } | Self::Datagrams { .. } | Self::TimeSaved { .. } => true,
            Self::Sum { of } | Self::Mean { of } | Self::Fairness { of } => of.iter().any(Self::has_value_per_seed),
            Self::Ratio { of, to } | Self::Change { of, from: to } => {
                of.has_value_per_seed() || to.has_value_per_seed()
            }
            Self::Times { of, .. } | Self::IsBelow { of, .. } => of.has_value_per_seed(),
            Self::Pooled { .. } | Self::Effect { .. } | Self::Variation { .. } => false,
        }
    }

    /// The result over all seeds: the mean of their values, or the single number for all. `None` without runs.
    ///
    /// # Errors
    /// A flow, link or arm is missing, or the runs lack the metric, or it isn't finite.
    pub fn mean(&self, runs: &Runs<'_, '_>) -> Result<Option<Mean>, String> {
        if let Self::Effect { design, by } = self {
            return Ok(design.outcome(runs)?.effect(design.set_of(by)?));
        }
        let seeds = if self.has_value_per_seed() { runs.seeds } else { runs.seeds.min(1) };
        let values = (1..=seeds).map(|seed| self.with_seed(runs, seed)).collect::<Result<Vec<_>, _>>()?;
        if values.iter().all(|value| value.is_finite()) {
            Ok(Mean::of(&values))
        } else {
            Err(format!("not all values are finite: {values:?}"))
        }
    }

    /// The value with one run per arm.
    ///
    /// # Errors
    /// A flow, link or arm is missing, or the run lacks the metric.
    pub fn value<'o>(&self, observed: &dyn Fn(Option<&str>) -> Option<&'o Observation>) -> Result<f64, String> {
        self.with_seed(&Runs { seeds: 1, observed: &|arm, _| observed(arm) }, 1)
    }

    /// The value in the runs with one seed.
    pub(crate) fn with_seed<'o>(&self, runs: &Runs<'_, 'o>, seed: u64) -> Result<f64, String> {
        let arm = |name: &Option<String>| -> Result<&'o Observation, String> {
            (runs.observed)(name.as_deref(), seed).ok_or_else(|| format!("there is no run of arm {name:?}"))
        };
        let value = |measure: &Self| measure.with_seed(runs, seed);
        match self {
            Self::Flow { arm: name, flow, figure, window_s } => arm(name)?.flow(flow, *figure, *window_s),
            Self::Link { arm: name, link, figure, window_s } => arm(name)?.link(link, *figure, *window_s),
            Self::Sum { of } => of.iter().map(value).sum(),
            Self::Mean { of } => Ok(of.iter().map(value).sum::<Result<f64, _>>()? / of.len() as f64),
            Self::Ratio { of, to } => Ok(value(of)? / value(to)?),
            Self::Pooled { of, to } => {
                let sum =
                    |measure: &Self| (1..=runs.seeds).map(|seed| measure.with_seed(runs, seed)).sum::<Result<f64, _>>();
                Ok(sum(of)? / sum(to)?)
            }
            Self::Change { of, from } => Ok(100.0 * (value(of)? / value(from)? - 1.0)),
            Self::Times { factor, of } => Ok(factor * value(of)?),
            Self::IsBelow { of, limit } => Ok(if value(of)? < *limit { 1.0 } else { 0.0 }),
            Self::Datagrams { arm: name, source, figure, window_s } => arm(name)?.datagrams(source, *figure, *window_s),
            Self::Fairness { of } => {
                let values = of.iter().map(value).collect::<Result<Vec<_>, _>>()?;
                let (sum, squares) =
                    (values.iter().sum::<f64>(), values.iter().map(|value| value * value).sum::<f64>());
                Ok(sum * sum / (values.len() as f64 * squares))
            }
            Self::Effect { design, by } => {
                let effect = design.outcome(runs)?.effect(design.set_of(by)?);
                effect.map(|effect| effect.value).ok_or_else(|| "the design has no runs".into())
            }
            Self::Variation { design, terms } => {
                let outcome = design.outcome(runs)?;
                let share = |term: &Vec<String>| Ok(outcome.variation(design.set_of(term)?));
                let share = match terms.as_slice() {
                    [] => outcome.error(),
                    terms => terms.iter().map(share).sum::<Result<Option<f64>, String>>()?,
                };
                share.ok_or_else(|| "the response doesn't vary".into())
            }
            Self::TimeSaved { by, over, rtt_ms, bytes_per_s } => {
                let difference = |figure| -> Result<f64, String> {
                    let count = |transfer: &Transfer| arm(&transfer.arm)?.flow(&transfer.flow, figure, None);
                    Ok(count(over)? - count(by)?)
                };
                let avoided = AvoidedRepairs {
                    coarse_timeouts: difference(FlowFigure::Timeouts)?,
                    fast_retransmits: difference(FlowFigure::FastRetransmits)?,
                    retransmitted_segments: difference(FlowFigure::Retransmitted)?,
                };
                Ok(RepairCosts::on(rtt_ms / 1e3, *bytes_per_s, SEGMENT_BYTES).saved_s(avoided))
            }
        }
    }
}

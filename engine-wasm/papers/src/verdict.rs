//! Decides whether our number agrees with a published one.

use serde::Serialize;

use crate::paper::{Expect, Published, Tolerance};
use crate::statistics::Mean;

/// The verdict on an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Our number is as expected.
    Agrees,
    /// Our number differs from the published one, for the reason in the paper's file.
    Deviates,
    /// The number can't be simulated, for the reason in the paper's file.
    NotSimulated,
    /// Our number is not as expected.
    Fails,
    /// Our number agrees although the paper's file expects it to differ.
    Stale,
}

impl Verdict {
    /// Returns true if the engine or the paper's file has to be fixed.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Fails | Self::Stale)
    }
}

/// The verdict on our number, which may be missing. A direction is checked against the whole interval with this
/// `confidence`, percent.
pub fn verdict(expect: &Expect, published: &Published, ours: Option<Mean>, confidence: f64) -> Verdict {
    let agrees = |tolerance: &Tolerance| {
        ours.zip(published.reference()).is_some_and(|(ours, theirs)| tolerance.allows(ours.value, theirs))
    };
    match expect {
        Expect::NotSimulated { .. } => Verdict::NotSimulated,
        Expect::Within { tolerance } => {
            if agrees(tolerance) {
                Verdict::Agrees
            } else {
                Verdict::Fails
            }
        }
        Expect::Deviates { tolerance, .. } => match ours {
            None => Verdict::Fails,
            Some(_) if agrees(tolerance) => Verdict::Stale,
            Some(_) => Verdict::Deviates,
        },
        Expect::Direction { above, below } => {
            let within = ours.map(|ours| ours.interval(confidence)).is_some_and(|(low, high)| {
                above.is_none_or(|above| low > above) && below.is_none_or(|below| high < below)
            });
            if within { Verdict::Agrees } else { Verdict::Fails }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::StandardError;

    const PUBLISHED: Published = Published { value: Some(100.0), interval: None, model: Some(104.0) };

    /// A mean of 20 runs: the interval is 2.0930 standard errors to each side for 95 %, 1.7291 for 90 %.
    fn ours(value: f64) -> Option<Mean> {
        Some(Mean { value, error: Some(StandardError { size: 1.0, freedom: 19.0 }) })
    }

    fn verdict(expect: &Expect, published: &Published, ours: Option<Mean>) -> Verdict {
        super::verdict(expect, published, ours, 95.0)
    }

    #[test]
    fn within_compares_with_the_model_if_there_is_one() {
        let expect = Expect::Within { tolerance: Tolerance { percent: Some(3.0), absolute: None } };
        assert_eq!(verdict(&expect, &PUBLISHED, ours(102.0)), Verdict::Agrees);
        assert_eq!(verdict(&expect, &PUBLISHED, ours(99.0)), Verdict::Fails);
        assert_eq!(verdict(&expect, &Published { model: None, ..PUBLISHED }, ours(99.0)), Verdict::Agrees);
        assert_eq!(verdict(&expect, &PUBLISHED, None), Verdict::Fails);
    }

    #[test]
    fn a_direction_needs_the_whole_interval() {
        let expect = Expect::Direction { above: Some(0.0), below: None };
        assert_eq!(verdict(&expect, &PUBLISHED, ours(2.5)), Verdict::Agrees);
        assert_eq!(verdict(&expect, &PUBLISHED, ours(1.9)), Verdict::Fails);
        let verdict_at = |confidence| super::verdict(&expect, &PUBLISHED, ours(1.9), confidence);
        assert_eq!((verdict_at(90.0), verdict_at(95.0)), (Verdict::Agrees, Verdict::Fails));
    }

    #[test]
    fn an_expected_deviation_that_agrees_is_stale() {
        let tolerance = Tolerance { percent: None, absolute: Some(5.0) };
        let expect = Expect::Deviates { tolerance, because: "a reason".into() };
        assert_eq!(verdict(&expect, &PUBLISHED, ours(90.0)), Verdict::Deviates);
        assert_eq!(verdict(&expect, &PUBLISHED, ours(102.0)), Verdict::Stale);
    }
}

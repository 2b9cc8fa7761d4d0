//! Compares our number with a published one.

use serde::{Deserialize, Serialize};

use crate::paper::{Entry, Expect, Paper};

/// The outcome of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Our number is as near to the printed one as both uncertainties allow.
    Agrees,
    /// Our number is farther from the printed one.
    Deviates,
    /// Our number, with its whole interval, is where the paper says.
    Holds,
    /// Our number, or a part of its interval, isn't where the paper says.
    Fails,
    /// The number is our own, so there is nothing to compare it with.
    Ours,
    /// The number can't be simulated, for the reason in the paper's file.
    NotSimulated,
    /// The measurement failed.
    Missing,
}

/// Our number, and half the width of its interval; 0 for a single run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The mean over the seeds.
    pub value: f64,
    /// Half the width of the interval.
    pub half: f64,
}

/// The largest difference, as a share of the printed number, that can agree if the paper's own uncertainty is smaller.
/// Without this limit a wide interval of ours would agree with anything.
const FARTHEST: f64 = 0.25;

/// The verdict on our number, which may be missing.
///
/// A printed number agrees if the difference is [`allowed`]: within both uncertainties combined, the square root of the
/// sum of the squares of the tolerance ([`Paper::tolerance_of`]) and of our interval. A difference of more than a quarter
/// agrees only if the paper's own uncertainty is as large. A direction needs our whole interval.
pub fn verdict(paper: &Paper, entry: &Entry, ours: Option<Measured>) -> Verdict {
    if let Expect::NotSimulated { .. } = entry.expect {
        return Verdict::NotSimulated;
    }
    let Some(Measured { value, half }) = ours else { return Verdict::Missing };
    match &entry.expect {
        Expect::Number { .. } => {
            let near = entry.published.reference().zip(allowed(paper, entry, half)).is_some_and(|(theirs, allowed)| {
                // A difference of exactly this much agrees, whatever the last bit of the subtraction.
                (value - theirs).abs() <= allowed + 1e-9 * theirs.abs()
            });
            if near { Verdict::Agrees } else { Verdict::Deviates }
        }
        Expect::Direction { above, below } => {
            let (low, high) = (value - half, value + half);
            let whole = above.is_none_or(|above| low > above) && below.is_none_or(|below| high < below);
            if whole { Verdict::Holds } else { Verdict::Fails }
        }
        Expect::Ours => Verdict::Ours,
        Expect::NotSimulated { .. } => Verdict::NotSimulated,
    }
}

/// The largest difference from an entry's printed number with which ours agrees, if half the width of our interval is
/// `half`. `None` if the entry isn't a printed number.
pub fn allowed(paper: &Paper, entry: &Entry, half: f64) -> Option<f64> {
    let (theirs, tolerance) = entry.published.reference().zip(paper.tolerance_of(entry))?;
    let combined = (tolerance * tolerance + half * half).sqrt();
    let farthest = entry.published.spread().unwrap_or(0.0).max(FARTHEST * theirs.abs());
    Some(if theirs == 0.0 { combined } else { combined.min(farthest) })
}

/// A contradiction between a verdict and the paper's file, which explains each deviation and nothing else.
pub fn contradiction(entry: &Entry, verdict: Verdict) -> Option<&'static str> {
    match (verdict, &entry.cause) {
        (Verdict::Deviates | Verdict::Fails, None) => Some("it has no cause; add one to the row"),
        (Verdict::Agrees | Verdict::Holds, Some(_)) => Some("a cause explains a deviation that there isn't; remove it"),
        _ => None,
    }
}

/// The number of rows by kind and verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Printed numbers with which ours agree.
    pub agree: usize,
    /// Printed numbers from which ours deviate.
    pub deviate: usize,
    /// Directions that hold.
    pub hold: usize,
    /// Directions that fail.
    pub fail: usize,
    /// Numbers and directions that can't be simulated.
    pub not_simulated: usize,
    /// Rows of our own.
    pub ours: usize,
    /// Rows whose measurement failed.
    pub missing: usize,
}

impl Count {
    /// Counts verdicts.
    pub fn of(verdicts: impl IntoIterator<Item = Verdict>) -> Self {
        let mut count = Self::default();
        for verdict in verdicts {
            *match verdict {
                Verdict::Agrees => &mut count.agree,
                Verdict::Deviates => &mut count.deviate,
                Verdict::Holds => &mut count.hold,
                Verdict::Fails => &mut count.fail,
                Verdict::Ours => &mut count.ours,
                Verdict::NotSimulated => &mut count.not_simulated,
                Verdict::Missing => &mut count.missing,
            } += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A paper with one row, and the rules "5 %" and "half".
    fn paper(published: &Value, expect: &Value) -> Paper {
        let file = json!({
            "name": "p", "authors": "", "title": "", "published_in": "", "about": "",
            "experiments": [{
                "name": "e", "title": "", "about": "", "specified": "full", "scenario": "s", "seeds": 1,
            }],
            "tolerances": [
                { "name": "5 %", "percent": 5, "because": "" },
                { "name": "half", "percent": 0, "absolute": 0.5, "because": "" },
            ],
            "causes": [{ "name": "c", "title": "", "because": "" }],
            "entries": [{
                "item": "x", "place": "", "quantity": "", "unit": "", "published": published, "experiment": "e",
                "measure": { "kind": "flow", "flow": "f", "figure": "sent" }, "expect": expect,
            }],
        });
        Paper::read(&file.to_string()).unwrap_or_else(|problem| panic!("{problem}"))
    }

    fn of(published: &Value, expect: &Value, value: f64, half: f64) -> Verdict {
        let paper = paper(published, expect);
        verdict(&paper, &paper.entries[0], Some(Measured { value, half }))
    }

    #[test]
    fn a_number_agrees_within_the_combined_uncertainty() {
        let (published, expect) = (json!({ "value": 100 }), json!({ "kind": "number", "tolerance": "5 %" }));
        assert_eq!(of(&published, &expect, 105.0, 0.0), Verdict::Agrees);
        assert_eq!(of(&published, &expect, 105.1, 0.0), Verdict::Deviates);
        // 5 and 12 combine to 13, not to 17.
        assert_eq!(of(&published, &expect, 113.0, 12.0), Verdict::Agrees);
        assert_eq!(of(&published, &expect, 113.1, 12.0), Verdict::Deviates);
        assert_eq!(of(&published, &expect, 87.0, 12.0), Verdict::Agrees);
    }

    #[test]
    fn a_printed_uncertainty_counts_instead_of_a_rule() {
        let printed = json!({ "kind": "number" });
        let interval = json!({ "value": 10, "interval": [6, 12] });
        assert_eq!(of(&interval, &printed, 13.0, 0.0), Verdict::Agrees);
        assert_eq!(of(&interval, &printed, 13.1, 0.0), Verdict::Deviates);
        let runs = json!({ "value": 10, "runs": [8, 10, 12] });
        assert_eq!(
            (of(&runs, &printed, 8.0, 0.0), of(&runs, &printed, 7.9, 0.0)),
            (Verdict::Agrees, Verdict::Deviates)
        );
        let range = json!({ "interval": [1, 3] });
        assert_eq!(
            (of(&range, &printed, 1.0, 0.0), of(&range, &printed, 3.1, 0.0)),
            (Verdict::Agrees, Verdict::Deviates)
        );
    }

    #[test]
    fn the_larger_of_a_rule_and_the_printed_uncertainty_applies() {
        let expect = json!({ "kind": "number", "tolerance": "5 %" });
        let wide = json!({ "value": 110, "model": 100 });
        assert_eq!(
            (of(&wide, &expect, 90.0, 0.0), of(&wide, &expect, 89.9, 0.0)),
            (Verdict::Agrees, Verdict::Deviates)
        );
        let narrow = json!({ "value": 101, "model": 100 });
        assert_eq!(
            (of(&narrow, &expect, 95.0, 0.0), of(&narrow, &expect, 94.9, 0.0)),
            (Verdict::Agrees, Verdict::Deviates)
        );
        let count = json!({ "kind": "number", "tolerance": "half" });
        let zero = json!({ "value": 0 });
        assert_eq!((of(&zero, &count, 0.5, 0.0), of(&zero, &count, 0.6, 0.0)), (Verdict::Agrees, Verdict::Deviates));
    }

    #[test]
    fn more_than_a_quarter_agrees_only_with_a_printed_uncertainty_as_wide() {
        let (published, expect) = (json!({ "value": 100 }), json!({ "kind": "number", "tolerance": "5 %" }));
        assert_eq!(of(&published, &expect, 125.0, 60.0), Verdict::Agrees);
        assert_eq!(of(&published, &expect, 126.0, 60.0), Verdict::Deviates);
        let wide = json!({ "value": 100, "interval": [60, 140] });
        assert_eq!(of(&wide, &json!({ "kind": "number" }), 140.0, 60.0), Verdict::Agrees);
        assert_eq!(of(&wide, &json!({ "kind": "number" }), 141.0, 60.0), Verdict::Deviates);
        // A difference from 0 has no share.
        let count = json!({ "kind": "number", "tolerance": "half" });
        assert_eq!(of(&json!({ "value": 0 }), &count, 1.0, 1.0), Verdict::Agrees);
    }

    #[test]
    fn a_direction_needs_the_whole_interval() {
        let stated = json!({ "words": "more" });
        let above = json!({ "kind": "direction", "above": 1 });
        assert_eq!(of(&stated, &above, 1.5, 0.4), Verdict::Holds);
        assert_eq!(of(&stated, &above, 1.5, 0.5), Verdict::Fails);
        let between = json!({ "kind": "direction", "above": 0.9, "below": 1.1 });
        assert_eq!(of(&stated, &between, 1.0, 0.05), Verdict::Holds);
        assert_eq!(of(&stated, &between, 1.06, 0.05), Verdict::Fails);
        // A published number doesn't matter: the limits say what the paper says.
        assert_eq!(of(&json!({ "value": 9, "words": "more" }), &above, 1.5, 0.0), Verdict::Holds);
    }

    #[test]
    fn rows_of_our_own_have_no_verdict() {
        assert_eq!(of(&json!({ "value": 9 }), &json!({ "kind": "ours" }), 1.0, 0.0), Verdict::Ours);
    }

    #[test]
    fn a_failed_measurement_is_missing() {
        let paper = paper(&json!({ "value": 1 }), &json!({ "kind": "number", "tolerance": "half" }));
        assert_eq!(verdict(&paper, &paper.entries[0], None), Verdict::Missing);
    }

    #[test]
    fn a_deviation_needs_a_cause_and_an_agreement_must_have_none() {
        let paper = paper(&json!({ "value": 1 }), &json!({ "kind": "number", "tolerance": "half" }));
        let plain = &paper.entries[0];
        let explained = &Entry { cause: Some("c".into()), ..plain.clone() };
        for verdict in [Verdict::Deviates, Verdict::Fails] {
            assert!(contradiction(plain, verdict).is_some() && contradiction(explained, verdict).is_none());
        }
        for verdict in [Verdict::Agrees, Verdict::Holds] {
            assert!(contradiction(plain, verdict).is_none() && contradiction(explained, verdict).is_some());
        }
        assert_eq!((contradiction(plain, Verdict::Ours), contradiction(plain, Verdict::NotSimulated)), (None, None));
    }

    #[test]
    fn a_count_has_each_row_once() {
        use Verdict::{Agrees, Deviates, Fails, Holds, Missing, NotSimulated, Ours};
        let count = Count::of([Agrees, Agrees, Deviates, Holds, Fails, Ours, NotSimulated, Missing]);
        let one_each = Count { agree: 2, deviate: 1, hold: 1, fail: 1, not_simulated: 1, ours: 1, missing: 1 };
        assert_eq!(count, one_each);
    }
}

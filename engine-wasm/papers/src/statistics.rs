//! Means with their confidence intervals.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF as _, StudentsT};

/// A mean over seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Half the width of its 95 % interval by Student's t; none for a single number.
    pub ci95: Option<f64>,
}

impl Mean {
    /// The mean of some numbers; none of no numbers.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let count = numbers.len() as f64;
        let value = numbers.iter().sum::<f64>() / count;
        match numbers {
            [] => None,
            [_] => Some(Self { value, ci95: None }),
            _ => {
                let variance =
                    numbers.iter().map(|number| (number - value) * (number - value)).sum::<f64>() / (count - 1.0);
                Some(Self { value, ci95: Some(t95(count - 1.0) * (variance / count).sqrt()) })
            }
        }
    }

    /// The ends of the interval.
    pub fn interval(&self) -> (f64, f64) {
        let half = self.ci95.unwrap_or(0.0);
        (self.value - half, self.value + half)
    }
}

/// The quantile of Student's t that leaves 2.5 % above.
pub fn t95(degrees_of_freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees_of_freedom).map_or(f64::INFINITY, |t| t.inverse_cdf(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_numbers_have_the_interval_of_four_degrees_of_freedom() {
        assert!((t95(4.0) - 2.776_445).abs() < 1e-5 && (t95(29.0) - 2.045_230).abs() < 1e-5);
        // Mean 3, variance 2.5, standard error 0.7071.
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!(mean.value, 3.0);
        assert!((mean.ci95.unwrap() - 2.776_445 * 0.5_f64.sqrt()).abs() < 1e-5);
    }

    #[test]
    fn one_number_has_no_interval_and_none_no_mean() {
        assert_eq!(Mean::of(&[7.0]), Some(Mean { value: 7.0, ci95: None }));
        assert_eq!(Mean::of(&[]), None);
    }
}

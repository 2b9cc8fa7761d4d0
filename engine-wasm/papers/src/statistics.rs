//! Means with their confidence intervals.

use statrs::distribution::{ContinuousCDF as _, StudentsT};

/// A mean over seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// The standard error; `None` for a single number.
    pub error: Option<StandardError>,
}

/// The standard error of a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandardError {
    /// The standard error in the unit of the mean.
    pub size: f64,
    /// Degrees of freedom of its variance.
    pub freedom: f64,
}

/// The default confidence of intervals, percent.
pub const DEFAULT_CONFIDENCE: f64 = 95.0;

impl Mean {
    /// The mean of these numbers; `None` for an empty list.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let count = numbers.len() as f64;
        let value = numbers.iter().sum::<f64>() / count;
        match numbers {
            [] => None,
            [_] => Some(Self { value, error: None }),
            _ => {
                let freedom = count - 1.0;
                let variance = numbers.iter().map(|number| (number - value) * (number - value)).sum::<f64>() / freedom;
                Some(Self { value, error: Some(StandardError { size: (variance / count).sqrt(), freedom }) })
            }
        }
    }

    /// Half the width of the interval with this confidence in percent, by Student's t; `None` for a single number.
    pub fn half_width(&self, confidence: f64) -> Option<f64> {
        self.error.map(|error| student_t(confidence, error.freedom) * error.size)
    }

    /// The ends of that interval; for a single number, twice the number itself.
    pub fn interval(&self, confidence: f64) -> (f64, f64) {
        let half = self.half_width(confidence).unwrap_or(0.0);
        (self.value - half, self.value + half)
    }
}

/// The quantile t of Student's distribution for which this percentage lies between -t and t.
fn student_t(confidence: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |t| t.inverse_cdf(0.5 + confidence / 200.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_five_numbers_has_four_degrees_of_freedom() {
        assert!((student_t(95.0, 4.0) - 2.776_445).abs() < 1e-5 && (student_t(95.0, 29.0) - 2.045_230).abs() < 1e-5);
        // Mean 3, variance 2.5, standard error 0.7071.
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!(mean.value, 3.0);
        assert!((mean.half_width(95.0).unwrap() - 2.776_445 * 0.5_f64.sqrt()).abs() < 1e-5);
    }

    #[test]
    fn less_confidence_gives_a_narrower_interval() {
        // Tables of Student's t print 2.132 for 4 and 1.729 for 19 degrees of freedom, 5 % above.
        assert!((student_t(90.0, 4.0) - 2.131_847).abs() < 1e-5 && (student_t(90.0, 19.0) - 1.729_133).abs() < 1e-5);
        let (low, high) = Mean::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap().interval(90.0);
        assert!((high - 3.0 - 2.131_847 * 0.5_f64.sqrt()).abs() < 1e-5 && (high + low - 6.0).abs() < 1e-12);
    }

    #[test]
    fn one_number_has_no_interval_and_an_empty_list_no_mean() {
        let one = Mean::of(&[7.0]).unwrap();
        assert_eq!((one.value, one.half_width(95.0), one.interval(95.0)), (7.0, None, (7.0, 7.0)));
        assert_eq!(Mean::of(&[]), None);
    }
}

//! Figures of papers against means over seeds. A published figure and that of an independent, simpler simulation span an
//! interval; ours agrees if its mean does, give or take the error of that mean, which comes from the seeds and from nothing
//! else. Where it does not agree, the test says by how much and why, and fails as well when it comes to agree.

/// A mean over seeds.
#[derive(Clone, Copy, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half of its 95 % interval (Student).
    pub error: f64,
    /// Standard deviation of one value.
    pub deviation: f64,
}

impl Mean {
    /// Of some values, one per seed.
    pub fn of(values: &[f64]) -> Self {
        let student = match values.len() {
            4 => 3.182,
            10 => 2.262,
            20 => 2.093,
            40 => 2.023,
            n => panic!("no quantile for {n} seeds"),
        };
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let deviation = (squares / (n - 1.0)).sqrt();
        Self { mean, error: student * deviation / n.sqrt(), deviation }
    }

    /// Smallest value that the mean may have.
    pub fn low(&self) -> f64 {
        self.mean - self.error
    }

    /// Largest value that the mean may have.
    pub fn high(&self) -> f64 {
        self.mean + self.error
    }
}

/// What the comparison comes to.
#[derive(Clone, Copy, Debug)]
pub enum Verdict {
    /// Ours lies in the interval.
    Agrees,
    /// It lies outside, between these two, and why.
    Deviates(f64, f64, &'static str),
}
use Verdict::{Agrees, Deviates};

/// Compares a mean with the interval that the published figures span.
pub fn compare(what: &str, ours: Mean, (low, high): (f64, f64), verdict: Verdict) {
    let agrees = ours.high() >= low && ours.low() <= high;
    let figures = format!("{what}: ours {:.2} +- {:.2}, published {low} to {high}", ours.mean, ours.error);
    match verdict {
        Agrees => assert!(agrees, "{figures}"),
        Deviates(from, to, why) => {
            assert!(!agrees, "{figures}: this agrees now; correct the test and what is written about it ({why})");
            assert!((from..=to).contains(&ours.mean), "{figures}: not {from} to {to} any more ({why})");
        }
    }
}

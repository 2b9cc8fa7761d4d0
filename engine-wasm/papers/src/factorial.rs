//! The 2^k factorial design with replications: how much of the variation of a response is due to each of k factors,
//! which are off or on, and to their interactions (Jain 1991, chapters 17 and 18).
//!
//! Each combination of the factors is a cell, and all cells have the same number of replications. A cell's number has a
//! bit for each factor that is on. By the sign table, the effect of a set of factors is the mean of all responses, each
//! multiplied by the signs of these factors in its cell: -1 for off and +1 for on. So an effect is half the change from
//! switching the factor on. Differences between the replications of a cell are the error.

use crate::statistics::{Mean, StandardError};

/// The outcome of a factorial design.
#[derive(Clone, Debug, PartialEq)]
pub struct Factorial {
    replications: f64,
    /// Effects by set of factors, one bit per factor; for the empty set, the mean of all responses.
    effects: Vec<f64>,
    error_squares: f64,
}

impl Factorial {
    /// Computes the effects from responses by cell and replication. `None` unless there are 2^k cells with equally many
    /// replications, at least one.
    pub fn of(cells: &[Vec<f64>]) -> Option<Self> {
        let replications = cells.first()?.len();
        if !cells.len().is_power_of_two() || replications == 0 || cells.iter().any(|cell| cell.len() != replications) {
            return None;
        }
        let means: Vec<f64> = cells.iter().map(|cell| cell.iter().sum::<f64>() / cell.len() as f64).collect();
        let effect = |factors: usize| {
            let signed = means.iter().enumerate().map(|(cell, mean)| sign(factors, cell) * mean);
            signed.sum::<f64>() / means.len() as f64
        };
        let errors = cells.iter().zip(&means).flat_map(|(cell, mean)| cell.iter().map(move |response| response - mean));
        Some(Self {
            replications: replications as f64,
            effects: (0..cells.len()).map(effect).collect(),
            error_squares: errors.map(|error| error * error).sum(),
        })
    }

    /// The effect of a set of factors, one bit per factor: the main effect of one factor, the interaction of several,
    /// or for the empty set the mean of all responses. Its standard error assumes the same variance in all cells; with
    /// one replication there is no standard error.
    pub fn effect(&self, factors: usize) -> Option<Mean> {
        let cells = self.effects.len() as f64;
        let freedom = cells * (self.replications - 1.0);
        let size = (self.error_squares / freedom / (cells * self.replications)).sqrt();
        let error = (freedom > 0.0).then_some(StandardError { size, freedom });
        Some(Mean { value: *self.effects.get(factors)?, error })
    }

    /// The share of the variation due to a set of factors, percent; `None` if nothing varies.
    pub fn variation(&self, factors: usize) -> Option<f64> {
        let squares = self.squares(factors);
        (1..self.effects.len()).contains(&factors).then(|| self.percent(squares))?
    }

    /// The share of the variation due to differences between replications, percent.
    pub fn error(&self) -> Option<f64> {
        self.percent(self.error_squares)
    }

    fn squares(&self, factors: usize) -> f64 {
        let effect = self.effects.get(factors).copied().unwrap_or_default();
        self.effects.len() as f64 * self.replications * effect * effect
    }

    fn percent(&self, squares: f64) -> Option<f64> {
        let total = (1..self.effects.len()).map(|factors| self.squares(factors)).sum::<f64>() + self.error_squares;
        (total > 0.0).then_some(100.0 * squares / total)
    }
}

/// The product of a set of factors' signs in a cell.
fn sign(factors: usize, cell: usize) -> f64 {
    if (factors & !cell).count_ones().is_multiple_of(2) { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(ours: Option<f64>, by_hand: f64) {
        assert!(ours.is_some_and(|ours| (ours - by_hand).abs() < 1e-9), "{ours:?} is not {by_hand}");
    }

    /// Two factors and three replications. The cells' means are 15, 48, 24 and 77.
    fn example() -> Factorial {
        let cells = [vec![15.0, 18.0, 12.0], vec![45.0, 48.0, 51.0], vec![25.0, 28.0, 19.0], vec![75.0, 75.0, 81.0]];
        Factorial::of(&cells).unwrap()
    }

    #[test]
    fn effects_follow_the_sign_table() {
        let value = |factors| example().effect(factors).map(|effect| effect.value);
        assert_near(value(0b00), (15.0 + 48.0 + 24.0 + 77.0) / 4.0);
        assert_near(value(0b01), (-15.0 + 48.0 - 24.0 + 77.0) / 4.0);
        assert_near(value(0b10), (-15.0 - 48.0 + 24.0 + 77.0) / 4.0);
        assert_near(value(0b11), (15.0 - 48.0 - 24.0 + 77.0) / 4.0);
        assert_eq!(example().effect(0b100), None);
    }

    #[test]
    fn all_of_the_variation_is_allocated() {
        // Squared errors: 0 + 9 + 9, 9 + 0 + 9, 1 + 16 + 25, 4 + 4 + 16. Effects: 21.5, 9.5 and 5, squared, times 12.
        let total = 5547.0 + 1083.0 + 300.0 + 102.0;
        assert_near(example().variation(0b01), 100.0 * 5547.0 / total);
        assert_near(example().variation(0b10), 100.0 * 1083.0 / total);
        assert_near(example().variation(0b11), 100.0 * 300.0 / total);
        assert_near(example().error(), 100.0 * 102.0 / total);
        assert_eq!(example().variation(0b00), None, "the mean does not vary");
    }

    #[test]
    fn the_interval_of_an_effect_uses_the_errors_of_all_cells() {
        // The variance of a response is 102 / 8, an effect is a mean of 12, and Student's t for 8 degrees of freedom is
        // 2.306004.
        let half = 2.306_004 * (102.0_f64 / 8.0 / 12.0).sqrt();
        assert!((example().effect(0b01).unwrap().half_width(95.0).unwrap() - half).abs() < 1e-5);
    }

    #[test]
    fn separates_one_main_effect_from_an_interaction() {
        // 10, plus or minus 3 for the first factor on or off, plus or minus 2 for the second and third equal or
        // different.
        let cell = |cell: usize| {
            let sign = |bit: usize| if cell >> bit & 1 == 1 { 1.0 } else { -1.0 };
            vec![10.0 + 3.0 * sign(0) + 2.0 * sign(1) * sign(2)]
        };
        let design = Factorial::of(&(0..8).map(cell).collect::<Vec<_>>()).unwrap();
        let effects: Vec<f64> = (0..8).map(|factors| design.effect(factors).unwrap().value).collect();
        assert_eq!(effects, [10.0, 3.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0]);
        assert_near(design.variation(0b001), 100.0 * 9.0 / 13.0);
        assert_near(design.variation(0b110), 100.0 * 4.0 / 13.0);
        assert_near(design.error(), 0.0);
        assert_eq!(design.effect(1).unwrap().error, None, "there is one replication");
    }

    #[test]
    fn incomplete_designs_give_none() {
        assert_eq!(Factorial::of(&[]), None);
        assert_eq!(Factorial::of(&[vec![], vec![]]), None);
        assert_eq!(Factorial::of(&[vec![1.0], vec![1.0], vec![1.0]]), None);
        assert_eq!(Factorial::of(&[vec![1.0], vec![1.0, 2.0]]), None);
        let constant = Factorial::of(&[vec![5.0, 5.0], vec![5.0, 5.0]]).unwrap();
        assert_eq!((constant.variation(1), constant.error()), (None, None), "nothing varies");
    }
}

//! Solves `M x = b` for a symmetric, positive definite matrix `M` by Cholesky factorization. Zeros before the first
//! nonzero entry of a row stay 0 and are skipped, so a matrix whose last rows are the full ones costs little.

/// The Cholesky factor of a matrix.
#[derive(Clone, Debug)]
pub struct Cholesky {
    size: usize,
    /// Lower triangle, by rows.
    factor: Vec<f64>,
}

impl Cholesky {
    /// Factors a matrix, given by rows; only its lower triangle is read. Returns `None` if it isn't positive definite.
    pub fn new(mut matrix: Vec<f64>, size: usize) -> Option<Self> {
        let mut first = Vec::with_capacity(size);
        for row in 0..size {
            let own = &matrix[row * size..row * size + row];
            first.push(own.iter().position(|&value| value != 0.0).unwrap_or(row));
            for column in first[row]..=row {
                let (above, below) = matrix.split_at(row * size);
                let of_column = if column < row { &above[column * size..] } else { below };
                let from = first[row].max(first[column]);
                let of_both = below[from..column].iter().zip(&of_column[from..column]);
                let product: f64 = of_both.map(|(a, b)| a * b).sum();
                let rest = matrix[row * size + column] - product;
                matrix[row * size + column] = if column < row {
                    rest / matrix[column * size + column]
                } else if rest > 0.0 {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Self { size, factor: matrix })
    }

    /// Returns the `x` that satisfies `M x = b`.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let (n, factor) = (self.size, &self.factor);
        let mut x = b.to_vec();
        for row in 0..n {
            let known: f64 = (0..row).map(|column| factor[row * n + column] * x[column]).sum();
            x[row] = (x[row] - known) / factor[row * n + row];
        }
        for row in (0..n).rev() {
            let known: f64 = (row + 1..n).map(|below| factor[below * n + row] * x[below]).sum();
            x[row] = (x[row] - known) / factor[row * n + row];
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_system_worked_out_by_hand() {
        // 4x + 2y = 2, 2x + 5y = -7: x = 1.5, y = -2; the factor is 2, (1, 2).
        let factor = Cholesky::new(vec![4.0, 2.0, 2.0, 5.0], 2).unwrap();
        assert_eq!([factor.factor[0], factor.factor[2], factor.factor[3]], [2.0, 1.0, 2.0]);
        assert_eq!(factor.solve(&[2.0, -7.0]), [1.5, -2.0]);
    }

    #[test]
    fn solves_matrices_with_zeros() {
        // An arrow matrix, then one whose zero comes first in its row and one whose zero is filled in by the factor.
        for (matrix, b) in [
            ([1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 4.0], [4.0, 5.0, 15.0]),
            ([2.0, 1.0, 0.0, 1.0, 2.0, 1.0, 0.0, 1.0, 2.0], [4.0, 8.0, 8.0]),
            ([2.0, 1.0, 1.0, 1.0, 2.0, 0.0, 1.0, 0.0, 2.0], [7.0, 5.0, 7.0]),
        ] {
            let x = Cholesky::new(matrix.to_vec(), 3).unwrap().solve(&b);
            assert!(x.iter().zip([1.0, 2.0, 3.0]).all(|(ours, exact)| (ours - exact).abs() < 1e-14), "{x:?}");
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_factor() {
        assert!(Cholesky::new(vec![1.0, 0.0, 2.0, 4.0], 2).is_none());
        assert!(Cholesky::new(vec![f64::NAN], 1).is_none());
    }
}

//! Decimal numbers of any length, and their exact products with powers of two. Every finite double is exactly such a
//! number, so conversions need no estimates.

use std::cmp::Ordering;

/// Maximum digits kept. No midpoint between two doubles has more.
const MAX_DIGITS: usize = 800;

/// Maximum shift of one pass over the digits, in bits: ten times the remainder must fit into 64 bits.
const MAX_SHIFT: u32 = 60;

/// The number 0.d₁d₂d₃… × 10^`point`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decimal {
    /// The digits, 0 to 9, without leading or trailing zeros. Zero has no digits.
    digits: Vec<u8>,
    /// Position of the decimal point, counted from before the first digit.
    point: i32,
    /// True if nonzero digits were cut off, so the number is larger than `digits` by less than one unit of the last
    /// digit.
    truncated: bool,
}

impl Decimal {
    /// The number with these digits, 0 to 9; `point` is the decimal point's distance from before the first one.
    pub fn new(digits: impl Iterator<Item = u8>, point: i32) -> Self {
        let mut number = Self { point, ..Self::default() };
        for digit in digits {
            match (number.digits.len(), digit) {
                (0, 0) => number.point -= 1,
                (MAX_DIGITS, _) => number.truncated |= digit != 0,
                _ => number.digits.push(digit),
            }
        }
        number.trimmed()
    }

    /// A whole number.
    pub fn whole(number: u64) -> Self {
        let text = number.to_string();
        Self::new(text.bytes().map(|letter| letter - b'0'), text.len() as i32)
    }

    fn trimmed(mut self) -> Self {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        self
    }

    /// The digits, 0 to 9, without zeros at either end.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns false if digits were cut off, so that the number is slightly larger than the kept digits.
    pub fn has_all_digits(&self) -> bool {
        !self.truncated
    }

    /// Position of the decimal point, counted from before the first digit.
    pub fn point(&self) -> i32 {
        self.point
    }

    /// The number times 2^`power`.
    pub fn shifted(mut self, power: i32) -> Self {
        let mut left = power.unsigned_abs();
        while left > 0 && !self.digits.is_empty() {
            let by = left.min(MAX_SHIFT);
            self = if power > 0 { self.multiplied(by) } else { self.divided(by) };
            left -= by;
        }
        self
    }

    fn multiplied(self, power: u32) -> Self {
        let mut digits = Vec::with_capacity(self.digits.len() + 20);
        let mut carry = 0;
        for digit in self.digits.iter().rev() {
            carry += u64::from(*digit) << power;
            digits.push((carry % 10) as u8);
            carry /= 10;
        }
        while carry > 0 {
            digits.push((carry % 10) as u8);
            carry /= 10;
        }
        let point = self.point + (digits.len() - self.digits.len()) as i32;
        let product = Self::new(digits.into_iter().rev(), point);
        Self { truncated: product.truncated | self.truncated, ..product }
    }

    fn divided(self, power: u32) -> Self {
        let mut rest = 0;
        let mut dividend = self.digits.iter();
        let digits = std::iter::from_fn(|| {
            let next = dividend.next();
            if next.is_none() && rest == 0 {
                return None;
            }
            rest = rest * 10 + u64::from(next.copied().unwrap_or(0));
            let digit = rest >> power;
            rest &= (1 << power) - 1;
            Some(digit as u8)
        });
        let quotient = Self::new(digits, self.point);
        Self { truncated: quotient.truncated | self.truncated, ..quotient }
    }

    /// Rounds to the nearest integer, half to even. The number must be below 2⁶³.
    pub fn rounded(&self) -> u64 {
        let Ok(whole) = usize::try_from(self.point) else { return 0 };
        let digit = |index: usize| u64::from(self.digits.get(index).copied().unwrap_or(0));
        let number = (0..whole).fold(0, |number, index| number * 10 + digit(index));
        let half = self.digits.len() == whole + 1 && !self.truncated && digit(whole) == 5;
        let up = if half { number % 2 == 1 } else { digit(whole) >= 5 };
        number + u64::from(up)
    }

    /// The number cut off after `count` digits, and the next larger number with that many digits.
    pub fn neighbors(&self, count: usize) -> (Self, Self) {
        let kept = &self.digits[..count.min(self.digits.len())];
        let below = Self { digits: kept.to_vec(), point: self.point, truncated: false }.trimmed();
        let mut above = Self { digits: kept.to_vec(), point: self.point, truncated: false };
        above.digits.resize(count, 0);
        while above.digits.last() == Some(&9) {
            above.digits.pop();
        }
        match above.digits.last_mut() {
            Some(last) => *last += 1,
            None => above = Self { digits: vec![1], point: self.point + 1, truncated: false },
        }
        (below, above)
    }

    /// Returns true if the number is nearer to the first of its [`neighbors`](Self::neighbors) with `count` digits, or
    /// halfway between them and the first one's last digit is even.
    pub fn is_nearer_below(&self, count: usize) -> bool {
        match self.digits.get(count..) {
            None | Some([]) => true,
            Some([5]) => count > 0 && self.digits[count - 1].is_multiple_of(2),
            Some([next, ..]) => *next < 5,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitude = |number: &Self| if number.digits.is_empty() { i32::MIN } else { number.point };
        magnitude(self).cmp(&magnitude(other)).then_with(|| self.digits.cmp(&other.digits))
    }
}

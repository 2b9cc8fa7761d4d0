//! Decimal numbers of any length, and their products with powers of two, digit by digit. Every finite double is such a number
//! exactly, so nothing is ever estimated.

use std::cmp::Ordering;

/// No point halfway between two doubles has more digits.
const MOST_DIGITS: usize = 800;

/// The longest shift in one pass over the digits: ten times a pass's remainder has to fit into 64 bits.
const LONGEST_SHIFT: u32 = 60;

/// The number 0.d₁d₂d₃… × 10^`point`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decimal {
    /// The digits, 0 to 9; neither the first nor the last is 0, so that zero has none.
    digits: Vec<u8>,
    /// Position of the decimal point, counted from before the first digit.
    point: i32,
    /// The number is larger than the digits say, by less than one of the last.
    more: bool,
}

impl Decimal {
    /// The number with these digits, 0 to 9; `point` is the decimal point's distance from before the first one.
    pub fn new(digits: impl Iterator<Item = u8>, point: i32) -> Self {
        let mut number = Self { point, ..Self::default() };
        for digit in digits {
            match (number.digits.len(), digit) {
                (0, 0) => number.point -= 1,
                (MOST_DIGITS, _) => number.more |= digit != 0,
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

    /// False if the number had more digits than are kept, so that it is a little larger than they say.
    pub fn has_all_digits(&self) -> bool {
        !self.more
    }

    /// Position of the decimal point, counted from before the first digit.
    pub fn point(&self) -> i32 {
        self.point
    }

    /// The number times 2^`power`.
    pub fn shifted(mut self, power: i32) -> Self {
        let mut left = power.unsigned_abs();
        while left > 0 && !self.digits.is_empty() {
            let by = left.min(LONGEST_SHIFT);
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
        Self { more: product.more | self.more, ..product }
    }

    fn divided(self, power: u32) -> Self {
        let mut rest = 0;
        let mut given = self.digits.iter();
        let digits = std::iter::from_fn(|| {
            let next = given.next();
            if next.is_none() && rest == 0 {
                return None;
            }
            rest = rest * 10 + u64::from(next.copied().unwrap_or(0));
            let digit = rest >> power;
            rest &= (1 << power) - 1;
            Some(digit as u8)
        });
        let quotient = Self::new(digits, self.point);
        Self { more: quotient.more | self.more, ..quotient }
    }

    /// The whole number next to this one, the even one of two. The number must be below 2⁶³.
    pub fn rounded(&self) -> u64 {
        let Ok(whole) = usize::try_from(self.point) else { return 0 };
        let digit = |index: usize| u64::from(self.digits.get(index).copied().unwrap_or(0));
        let number = (0..whole).fold(0, |number, index| number * 10 + digit(index));
        let half = self.digits.len() == whole + 1 && !self.more && digit(whole) == 5;
        let up = if half { number % 2 == 1 } else { digit(whole) >= 5 };
        number + u64::from(up)
    }

    /// The number cut off after so many digits, and the next larger one of as many.
    pub fn neighbours(&self, count: usize) -> (Self, Self) {
        let kept = &self.digits[..count.min(self.digits.len())];
        let below = Self { digits: kept.to_vec(), point: self.point, more: false }.trimmed();
        let mut above = Self { digits: kept.to_vec(), point: self.point, more: false };
        above.digits.resize(count, 0);
        while above.digits.last() == Some(&9) {
            above.digits.pop();
        }
        match above.digits.last_mut() {
            Some(last) => *last += 1,
            None => above = Self { digits: vec![1], point: self.point + 1, more: false },
        }
        (below, above)
    }

    /// Returns true if the number is nearer to the first of its [`neighbours`](Self::neighbours) with `count` digits, or halfway
    /// between them and the first one's last digit is even.
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
        let zero = |number: &Self| !number.digits.is_empty();
        let of = |number: &Self| if zero(number) { number.point } else { i32::MIN };
        of(self).cmp(&of(other)).then_with(|| self.digits.cmp(&other.digits))
    }
}

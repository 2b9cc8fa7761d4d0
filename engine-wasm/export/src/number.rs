//! Numbers as files have them.

use std::fmt;

/// A number as JavaScript writes it: `5`, `0.25`, `0.0000015`, `1.5e-7`, `1e+21`; `null` for NaN and infinity.
pub struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if !size.is_finite() {
            f.write_str("null")
        } else if size == 0.0 {
            f.write_str("0")
        } else if (1e-6..1e21).contains(&size) {
            write!(f, "{}", self.0)
        } else {
            let text = format!("{:e}", self.0);
            f.write_str(&if size < 1.0 { text } else { text.replace('e', "e+") })
        }
    }
}

/// Nanoseconds, written in milliseconds. Below 10¹⁵ ns, it's the shortest number with the same value as a double.
pub struct Milliseconds(pub u64);

impl fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MILLISECOND: u64 = 1_000_000;
        let (whole, rest) = (self.0 / MILLISECOND, self.0 % MILLISECOND);
        match rest {
            0 => write!(f, "{whole}"),
            _ => write!(f, "{whole}.{}", format!("{rest:06}").trim_end_matches('0')),
        }
    }
}

/// Seconds with three decimals and thousands separators, as on the page: `1,234.500`. The exact value is rounded, halves
/// up.
pub struct Seconds(pub f64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = rounded_thousandths(self.0);
        let digits = (thousandths / 1000).to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        write!(f, ".{:03}", thousandths % 1000)
    }
}

/// A nonnegative number below 10¹⁵, times 1000.
fn rounded_thousandths(number: f64) -> u128 {
    const FRACTION_BITS: u32 = 52;
    let bits = number.to_bits();
    // The number is `fraction` × 2^-`places`. Numbers without the implicit leading one are too small to matter.
    let fraction = u128::from(bits & ((1 << FRACTION_BITS) - 1) | 1 << FRACTION_BITS);
    match 1075 - (bits >> FRACTION_BITS) as i64 {
        places @ ..=0 => (fraction * 1000) << (-places).min(32),
        places => (fraction * 1000 + (1 << (places - 1).min(126))) >> places.min(127),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_javascripts() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (5.0, "5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e-6, "0.000001"),
            (1.5e-6, "0.0000015"),
            (9.999_999e-7, "9.999999e-7"),
            (1e-7, "1e-7"),
            (5e-324, "5e-324"),
            (123_456_789_012_345_680.0, "123456789012345680"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.25e300, "1.25e+300"),
            (-2.5e-9, "-2.5e-9"),
            (f64::NAN, "null"),
            (f64::INFINITY, "null"),
        ] {
            assert_eq!(Number(number).to_string(), text);
        }
    }

    #[test]
    fn milliseconds_have_no_digits_too_many() {
        for ns in [0, 1, 10, 999_999, 1_000_000, 1_500_000, 123_456_789, 10_000_000_001, 999_999_999_999_999] {
            assert_eq!(Milliseconds(ns).to_string(), Number(ns as f64 / 1e6).to_string());
        }
        let mut ns: u64 = 7;
        for _ in 0..100_000 {
            ns = ns.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let ns = ns % 1_000_000_000_000_000;
            assert_eq!(Milliseconds(ns).to_string(), Number(ns as f64 / 1e6).to_string());
        }
    }

    #[test]
    fn seconds_are_the_pages() {
        for (seconds, text) in [
            (0.0, "0.000"),
            (5e-324, "0.000"),
            (0.0625, "0.063"), // exact halves go up
            (0.1875, "0.188"),
            (0.0005, "0.001"), // a little more than it says
            (1.0005, "1.000"), // a little less
            (999.9995, "1,000.000"),
            (12.25, "12.250"),
            (1_234.5, "1,234.500"),
            (1_000_000.0, "1,000,000.000"),
        ] {
            assert_eq!(Seconds(seconds).to_string(), text);
        }
    }
}

//! Converts doubles to text and back. Parsing returns the nearest double, half to even. Writing gives the shortest
//! number that parses as the same double; of several, the closest one.

use crate::decimal::Decimal;

/// Digits that a double always distinguishes: two different numbers with this many digits never parse as the same
/// double.
const SAFE_DIGITS: usize = 15;

/// The powers of ten that are exactly representable as doubles.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Bits of a double's fraction, without the implicit leading one.
const FRACTION_BITS: u32 = 52;
const LEADING_ONE: u64 = 1 << FRACTION_BITS;
/// The smallest doubles are multiples of 2 to this power.
const SMALLEST_POWER: i32 = -1074;

/// Parses an unsigned number in JSON's format. Returns the nearest double, or infinity if the number is too large.
pub fn parse(text: &str) -> f64 {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = || whole.bytes().chain(fraction.bytes()).map(|letter| letter - b'0');
    let exponent = parse_exponent(exponent);
    // Clamp the point: numbers beyond this range are zero or infinite anyway.
    let point = whole.len() as i64 + exponent;
    let number = Decimal::new(digits(), point.clamp(-1 << 30, 1 << 30) as i32);
    // Fast path: if both operands are exact doubles, IEEE arithmetic rounds their product or quotient correctly.
    let power_of_ten = number.point() as i64 - number.digits().len() as i64;
    if number.has_all_digits()
        && number.digits().len() <= SAFE_DIGITS
        && power_of_ten.unsigned_abs() < POWERS.len() as u64
    {
        let whole = number.digits().iter().fold(0, |whole, digit| whole * 10 + u64::from(*digit)) as f64;
        let power = POWERS[power_of_ten.unsigned_abs() as usize];
        return if power_of_ten < 0 { whole / power } else { whole * power };
    }
    nearest(number)
}

fn parse_exponent(text: &str) -> i64 {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let size = digits.bytes().fold(0_i64, |size, letter| (size * 10 + i64::from(letter - b'0')).min(1 << 40));
    if negative { -size } else { size }
}

fn nearest(mut number: Decimal) -> f64 {
    const LARGEST_POINT: i32 = 309;
    const SMALLEST_POINT: i32 = -323;
    if number.digits().is_empty() || number.point() < SMALLEST_POINT {
        return 0.0;
    }
    if number.point() > LARGEST_POINT {
        return f64::INFINITY;
    }
    // Scale the number to the range from 1/2 to 1; the original is the scaled number times 2^power. Three bits are less
    // than a decimal digit, so a step never overshoots.
    let mut power = 0;
    while number.point() != 0 || number.digits()[0] < 5 {
        let by = if number.point() > 0 { -3 * number.point() } else { (-3 * number.point()).max(1) };
        number = number.shifted(by);
        power -= by;
    }
    let bits = (power - SMALLEST_POWER).min(FRACTION_BITS as i32 + 1);
    let mut fraction = number.shifted(bits).rounded();
    power -= bits;
    if fraction == 2 * LEADING_ONE {
        fraction = LEADING_ONE;
        power += 1;
    }
    // Subnormal doubles have no leading one. Their exponent is 0, but their power is that of exponent 1.
    let exponent = if fraction < LEADING_ONE { 0 } else { (power - SMALLEST_POWER + 1) as u64 };
    if exponent >= 2047 {
        return f64::INFINITY;
    }
    f64::from_bits((exponent << FRACTION_BITS) | (fraction & (LEADING_ONE - 1)))
}

/// Formats a finite double for JSON: `5.0`, `0.25`, `1.5e-7`, `1e+30`.
pub fn json(number: f64) -> String {
    let mut text = plain(number);
    if text.bytes().all(|letter| letter == b'-' || letter.is_ascii_digit()) {
        text.push_str(".0");
    }
    text
}

/// Formats a finite double for a sentence: `5`, `0.25`, `1.5e-7`, `1e+30`.
pub fn plain(number: f64) -> String {
    /// Numbers with more digits before the point, or more zeros after it, are written with an exponent.
    const MAX_WHOLE_DIGITS: i32 = 16;
    const MAX_ZEROS: i32 = 4;
    let shortest = shortest(number.abs());
    let (point, digits) = (shortest.point(), shortest.digits());
    let digits: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    let sign = if number.is_sign_negative() { "-" } else { "" };
    let zeros = |count: i32| &"0000000000000000"[..count as usize];
    let count = digits.len() as i32;
    match point {
        _ if count == 0 => [sign, "0"].concat(),
        1..=MAX_WHOLE_DIGITS if count <= point => [sign, &digits, zeros(point - count)].concat(),
        1..=MAX_WHOLE_DIGITS => [sign, &digits[..point as usize], ".", &digits[point as usize..]].concat(),
        _ if (-MAX_ZEROS..=0).contains(&point) => [sign, "0.", zeros(-point), &digits].concat(),
        _ => {
            let dot = if count > 1 { "." } else { "" };
            let e = if point > 0 { "e+" } else { "e" };
            [sign, &digits[..1], dot, &digits[1..], e, &(point - 1).to_string()].concat()
        }
    }
}

/// The shortest decimal number that parses as this double.
fn shortest(number: f64) -> Decimal {
    // Fast path: most numbers in practice have few digits, and one multiplication checks whether these are enough.
    for (places, power) in POWERS.iter().enumerate() {
        let whole = (number * power + 0.5).floor();
        if whole >= POWERS[SAFE_DIGITS] {
            break;
        }
        if whole / power == number {
            let digits = Decimal::whole(whole as u64);
            return Decimal::new(digits.digits().iter().copied(), digits.point() - places as i32);
        }
    }
    let (fraction, exponent, power) = parts(number);
    let leading = LEADING_ONE;
    let exact = Decimal::whole(fraction).shifted(power);
    // The midpoints to the next smaller and larger doubles. Below a power of two, doubles are twice as dense.
    let low = match fraction == leading && exponent > 1 {
        true => Decimal::whole(4 * fraction - 1).shifted(power - 2),
        false => Decimal::whole(2 * fraction - 1).shifted(power - 1),
    };
    let high = Decimal::whole(2 * fraction + 1).shifted(power - 1);
    let even = fraction % 2 == 0;
    for count in 1.. {
        let (below, above) = exact.neighbors(count);
        let down = if even { below >= low } else { below > low };
        let up = if even { above <= high } else { above < high };
        match (down, up) {
            (true, true) => return if exact.is_nearer_below(count) { below } else { above },
            (true, false) => return below,
            (false, true) => return above,
            (false, false) => {}
        }
    }
    exact
}

/// Splits a positive double into fraction, stored exponent and power. The double equals fraction × 2^power.
fn parts(number: f64) -> (u64, i32, i32) {
    let bits = number.to_bits();
    let exponent = (bits >> FRACTION_BITS) as i32;
    let fraction = (bits & (LEADING_ONE - 1)) | if exponent > 0 { LEADING_ONE } else { 0 };
    (fraction, exponent, SMALLEST_POWER + (exponent - 1).max(0))
}

/// Formats a finite double with a fixed number of decimals, like `format!("{number:.2}")` with two. Numbers with more
/// than 15 digits before the point are formatted by [`plain`].
pub fn fixed(number: f64, decimals: usize) -> String {
    if number.abs() >= POWERS[SAFE_DIGITS] {
        return plain(number);
    }
    let (fraction, _, power) = parts(number.abs());
    let exact = Decimal::whole(fraction).shifted(power);
    let scaled = Decimal::new(exact.digits().iter().copied(), exact.point() + decimals as i32);
    let mut digits = scaled.rounded().to_string();
    while digits.len() <= decimals {
        digits.insert(0, '0');
    }
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let sign = if number.is_sign_negative() { "-" } else { "" };
    [sign, whole, if decimals > 0 { "." } else { "" }, fraction].concat()
}

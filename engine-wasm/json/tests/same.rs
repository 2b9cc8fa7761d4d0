//! Everything is read and written as `serde_json` and the standard library do it, which do it otherwise.

use proptest::prelude::*;
use serde_json::{Value, json};
use vegaslab_json::{number, read, text};

const SCENARIO: &str = include_str!("../../../content/scenarios/ahn-emulator.json");

fn same_reading(given: &str) {
    let theirs = serde_json::from_str::<Value>(given);
    match (read(given), theirs) {
        (Ok(ours), Ok(theirs)) => {
            // Numbers are compared as text too: -0.0 equals 0.0.
            assert_eq!((&ours, ours.to_string()), (&theirs, theirs.to_string()), "{given}");
        }
        (Err(_), Err(_)) => {}
        (ours, theirs) => panic!("{given:?}: {ours:?}, not {theirs:?}"),
    }
}

fn same_number(bits: u64) {
    let given = f64::from_bits(bits);
    if !given.is_finite() {
        return;
    }
    let theirs = json!(given).to_string();
    assert_eq!(number::json(given), theirs, "{bits:#x}");
    assert_eq!(number::parse(theirs.trim_start_matches('-')).to_bits(), given.abs().to_bits(), "{theirs}");
}

/// Generates texts of numbers.
fn decimal() -> impl Strategy<Value = String> {
    prop_oneof!["[0-9]{1,40}(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?", "[0-9]\\.[0-9]{1,25}e-?[0-9]{1,3}",]
}

fn tree() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_double_goes_out_and_in(bits in any::<u64>()) {
        same_number(bits);
    }

    #[test]
    fn decimals_are_cut_as_the_standard_library_cuts_them(whole in -1_000_000_000_i64..1_000_000_000, beside in -2_i64..=2, decimals in 0_usize..4) {
        // Halves of the last decimal are among them, and their neighbors.
        let given = f64::from_bits((whole as f64 / 2_000.0).to_bits().saturating_add_signed(beside));
        prop_assert_eq!(number::fixed(given, decimals), format!("{given:.decimals$}"));
        let binary = whole as f64 / 64.0;
        prop_assert_eq!(number::fixed(binary, decimals), format!("{binary:.decimals$}"));
    }

    #[test]
    fn a_power_of_two_and_its_neighbours_go_out_and_in(exponent in 0_u64..2047, beside in -2_i64..=2) {
        same_number((exponent << 52).saturating_add_signed(beside));
    }

    #[test]
    fn any_decimal_is_the_double_that_the_standard_library_reads(given in decimal()) {
        let theirs: f64 = given.parse().unwrap();
        prop_assert_eq!(number::parse(&given).to_bits(), theirs.to_bits(), "{}", given);
    }

    /// Halfway between two doubles, and a little more or less.
    #[test]
    fn what_is_halfway_goes_to_the_even_one(bits in 0_u64..0x7fe0_0000_0000_0000, beside in 0_u32..3) {
        let halfway = halfway_above(bits);
        let given = match beside {
            0 => halfway,
            1 => format!("{halfway}{:0>800}1", ""),
            _ => format!("{}4{:9>800}", halfway.strip_suffix('5').unwrap_or(&halfway), ""),
        };
        let theirs: f64 = given.parse().unwrap();
        prop_assert_eq!(number::parse(&given).to_bits(), theirs.to_bits(), "{}", given);
    }

    #[test]
    fn any_tree_goes_out_and_in(tree in tree()) {
        let written = text(&tree);
        prop_assert_eq!(&written, &tree.to_string());
        prop_assert_eq!(read(&written).unwrap(), tree.clone());
        same_reading(&serde_json::to_string_pretty(&tree).unwrap());
    }

    #[test]
    fn text_that_is_almost_json_is_taken_alike(cut in 0_usize..3_000, length in 0_usize..4, put in "[\\[\\]{},:\"\\\\eu+.\u{1}0-9a-]{0,3}") {
        let letters: Vec<char> = SCENARIO.chars().collect();
        let cut = cut % letters.len();
        let rest = (cut + length).min(letters.len());
        let changed: String = letters[..cut].iter().copied().chain(put.chars()).chain(letters[rest..].iter().copied()).collect();
        same_reading(&changed);
    }

    #[test]
    fn short_text_is_taken_alike(given in "[ \\[\\]{},:\"\\\\tnuefalsr+.0-9a-]{0,12}") {
        same_reading(&given);
        same_reading(&format!("\"{given}\""));
        same_reading(&format!("[{given}]"));
        same_reading(&format!("\"\\u{given}\\u{given}\""));
    }
}

/// Fifteen digits and zeros stand for a number halfway between two doubles; the one behind 800 more zeros decides.
#[test]
fn a_digit_far_behind_few_decides_what_is_halfway() {
    let given = format!("9208963053459520000.{:0>800}1", "");
    assert_eq!(number::parse(&given), given.parse::<f64>().unwrap());
    assert_ne!(number::parse(&given), number::parse("9208963053459520000"));
}

/// The decimal digits of the midpoint between a double and the next larger one. No wider float could print it, so
/// this adds both exactly and halves the sum digit by digit.
fn halfway_above(bits: u64) -> String {
    let (low, high) = (format!("{:.1100}", f64::from_bits(bits)), format!("{:.1100}", f64::from_bits(bits + 1)));
    let width = low.len().max(high.len());
    let digits = |text: &str| -> Vec<u8> { format!("{text:0>width$}").bytes().collect() };
    let (low, high) = (digits(&low), digits(&high));
    let mut sum = vec![0_u8; width];
    let mut carry = 0;
    for place in (0..width).rev().filter(|place| low[*place] != b'.') {
        let digit = low[place] - b'0' + high[place] - b'0' + carry;
        (sum[place], carry) = (digit % 10, digit / 10);
    }
    let mut rest = carry;
    let mut half = String::new();
    for place in 0..width {
        if low[place] == b'.' {
            half.push('.');
            continue;
        }
        let digit = rest * 10 + sum[place];
        half.push(char::from(b'0' + digit / 2));
        rest = digit % 2;
    }
    half.trim_end_matches('0').to_owned()
}

#[test]
fn numbers_at_the_ends_of_their_range() {
    for given in [
        "0",
        "-0",
        "-0.0",
        "0e999",
        "1e309",
        "-1e309",
        "1e308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1e-400",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "9007199254740993",
        "9007199254740992.5",
        "1e23",
        "5e-324",
        "0.1e1",
        "1E+2",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "01",
        "-",
        "1.",
        ".5",
        "1e",
        "1e+",
        "--1",
        "+1",
        "0x10",
        "NaN",
        "Infinity",
        "1e1.5",
        "-01",
        "00",
        "0.",
        "1 2",
    ] {
        same_reading(given);
    }
    for given in [5e-324, f64::MIN_POSITIVE, f64::MAX, 1e15, 1e16, 123_456_789_012_345_680.0, 1e-5, 1e-6, 0.3, 9.5e-324]
    {
        same_number(given.to_bits());
    }
}

#[test]
fn as_many_lists_within_each_other_as_before() {
    for depth in [1, 126, 127, 128, 129, 100_000] {
        same_reading(&("[".repeat(depth) + &"]".repeat(depth)));
        same_reading(&("{\"a\":".repeat(depth) + "1" + &"}".repeat(depth)));
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (given, what) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{ \"version\": 1,\n  \"name\" \"x\" }", "expected `:` at line 2 column 10"),
        ("[1,\n2,\n]", "trailing comma at line 3 column 1"),
        ("[1 2]", "expected `,` or `]` at line 1 column 4"),
        ("{\"a\":1} x", "trailing characters at line 1 column 9"),
        ("{a: 1}", "key must be a string at line 1 column 2"),
        ("[\"a", "EOF while parsing a string at line 1 column 3"),
        ("nul", "EOF while parsing a value at line 1 column 3"),
        ("\"\\x\"", "invalid escape at line 1 column 3"),
        ("1e999", "number out of range at line 1 column 5"),
    ] {
        assert_eq!(read(given).unwrap_err().to_string(), what, "{given}");
        assert_eq!(serde_json::from_str::<Value>(given).unwrap_err().to_string(), what, "{given}: serde_json");
    }
}

#[test]
fn what_serde_can_write_is_written_alike() {
    #[derive(serde::Serialize)]
    enum Choice {
        Unit,
        One(u8),
        Two(i64, char),
        Fields { a: f32, b: Option<()> },
    }
    #[derive(serde::Serialize)]
    struct All(Vec<Choice>, [f64; 3], std::collections::BTreeMap<String, Option<u64>>, &'static str);
    let all = All(
        vec![Choice::Unit, Choice::One(1), Choice::Two(-2, '"'), Choice::Fields { a: 0.5, b: Some(()) }],
        [f64::NAN, f64::INFINITY, -0.0],
        [("a/\u{8}\u{1f}\u{7f}".to_owned(), Some(3)), ("ü\"\\\n".to_owned(), None)].into(),
        "",
    );
    assert_eq!(text(&all), serde_json::to_string(&all).unwrap());
}

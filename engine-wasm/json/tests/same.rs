//! Compares reading and writing with the independent implementations of `serde_json` and the standard library.

use proptest::prelude::*;
use serde_json::{Value, json};
use vegaslab_json::{number, read, read_unique, text};

const SCENARIO: &str = include_str!("../../../content/scenarios/ahn-emulator.json");

fn assert_reads_like_serde_json(input: &str) {
    let theirs = serde_json::from_str::<Value>(input);
    match (read(input), theirs) {
        (Ok(ours), Ok(theirs)) => {
            // Numbers are compared as text too: -0.0 equals 0.0.
            assert_eq!((&ours, ours.to_string()), (&theirs, theirs.to_string()), "{input}");
        }
        (Err(_), Err(_)) => {}
        (ours, theirs) => panic!("{input:?}: {ours:?}, not {theirs:?}"),
    }
}

fn assert_converts_like_serde_json(bits: u64) {
    let input = f64::from_bits(bits);
    if !input.is_finite() {
        return;
    }
    let theirs = json!(input).to_string();
    assert_eq!(number::json(input), theirs, "{bits:#x}");
    assert_eq!(number::parse(theirs.trim_start_matches('-')).to_bits(), input.abs().to_bits(), "{theirs}");
}

/// Generates decimal numbers as text.
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
    fn any_double_survives_a_round_trip(bits in any::<u64>()) {
        assert_converts_like_serde_json(bits);
    }

    #[test]
    fn fixed_decimals_match_the_standard_library(whole in -1_000_000_000_i64..1_000_000_000, offset in -2_i64..=2, decimals in 0_usize..4) {
        // These include midpoints of the last decimal and the doubles next to them.
        let input = f64::from_bits((whole as f64 / 2_000.0).to_bits().saturating_add_signed(offset));
        prop_assert_eq!(number::fixed(input, decimals), format!("{input:.decimals$}"));
        let binary = whole as f64 / 64.0;
        prop_assert_eq!(number::fixed(binary, decimals), format!("{binary:.decimals$}"));
    }

    #[test]
    fn doubles_near_powers_of_two_survive_a_round_trip(exponent in 0_u64..2047, offset in -2_i64..=2) {
        assert_converts_like_serde_json((exponent << 52).saturating_add_signed(offset));
    }

    #[test]
    fn any_decimal_parses_like_the_standard_library(input in decimal()) {
        let theirs: f64 = input.parse().unwrap();
        prop_assert_eq!(number::parse(&input).to_bits(), theirs.to_bits(), "{}", input);
    }

    /// Midpoints between two doubles, and numbers slightly above and below.
    #[test]
    fn midpoints_round_to_even(bits in 0_u64..0x7fe0_0000_0000_0000, offset in 0_u32..3) {
        let halfway = halfway_above(bits);
        let input = match offset {
            0 => halfway,
            1 => format!("{halfway}{:0>800}1", ""),
            _ => format!("{}4{:9>800}", halfway.strip_suffix('5').unwrap_or(&halfway), ""),
        };
        let theirs: f64 = input.parse().unwrap();
        prop_assert_eq!(number::parse(&input).to_bits(), theirs.to_bits(), "{}", input);
    }

    #[test]
    fn any_tree_survives_a_round_trip(tree in tree()) {
        let written = text(&tree);
        prop_assert_eq!(&written, &tree.to_string());
        prop_assert_eq!(read(&written).unwrap(), tree.clone());
        assert_reads_like_serde_json(&serde_json::to_string_pretty(&tree).unwrap());
    }

    #[test]
    fn almost_valid_json_reads_like_serde_json(cut in 0_usize..3_000, length in 0_usize..4, put in "[\\[\\]{},:\"\\\\eu+.\u{1}0-9a-]{0,3}") {
        let letters: Vec<char> = SCENARIO.chars().collect();
        let cut = cut % letters.len();
        let rest = (cut + length).min(letters.len());
        let changed: String = letters[..cut].iter().copied().chain(put.chars()).chain(letters[rest..].iter().copied()).collect();
        assert_reads_like_serde_json(&changed);
    }

    #[test]
    fn short_text_reads_like_serde_json(input in "[ \\[\\]{},:\"\\\\tnuefalsr+.0-9a-]{0,12}") {
        assert_reads_like_serde_json(&input);
        assert_reads_like_serde_json(&format!("\"{input}\""));
        assert_reads_like_serde_json(&format!("[{input}]"));
        assert_reads_like_serde_json(&format!("\"\\u{input}\\u{input}\""));
    }
}

/// The leading digits are a midpoint between two doubles, so the 1 after 800 zeros decides the rounding.
#[test]
fn a_digit_beyond_the_kept_ones_breaks_a_tie() {
    let input = format!("9208963053459520000.{:0>800}1", "");
    assert_eq!(number::parse(&input), input.parse::<f64>().unwrap());
    assert_ne!(number::parse(&input), number::parse("9208963053459520000"));
}

/// The decimal digits of the midpoint between a double and the next larger one. There is no wider float type to compute
/// it with, so this adds both numbers exactly and halves the sum digit by digit.
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
fn extreme_and_malformed_numbers_read_like_serde_json() {
    for input in [
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
        assert_reads_like_serde_json(input);
    }
    for input in [5e-324, f64::MIN_POSITIVE, f64::MAX, 1e15, 1e16, 123_456_789_012_345_680.0, 1e-5, 1e-6, 0.3, 9.5e-324]
    {
        assert_converts_like_serde_json(input.to_bits());
    }
}

#[test]
fn nesting_is_limited_like_in_serde_json() {
    for depth in [1, 126, 127, 128, 129, 100_000] {
        assert_reads_like_serde_json(&("[".repeat(depth) + &"]".repeat(depth)));
        assert_reads_like_serde_json(&("{\"a\":".repeat(depth) + "1" + &"}".repeat(depth)));
    }
}

#[test]
fn errors_report_their_position() {
    for (input, what) in [
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
        assert_eq!(read(input).unwrap_err().to_string(), what, "{input}");
        assert_eq!(serde_json::from_str::<Value>(input).unwrap_err().to_string(), what, "{input}: serde_json");
    }
}

#[test]
fn a_name_may_be_required_to_be_unique_in_its_object() {
    for input in ["{\"a\": {\"a\": 1}, \"b\": [{\"a\": 1}, {\"a\": 1}]}", "{}", "[1, 1]", "\"a\""] {
        assert_eq!(read_unique(input), read(input), "{input}");
    }
    let twice = "{\"a\": 1,\n \"b\": {\"c\": 1, \"\\u0063\": 1}}";
    assert_eq!(read(twice).unwrap()["b"]["c"], 1);
    let error = read_unique(twice).unwrap_err().to_string();
    assert_eq!(error, "a second value for the same name at line 2 column 24");
}

#[test]
fn every_serde_type_is_written_like_serde_json() {
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

//! Suggests the known name closest to a misspelled one.

use crate::message::{Message, quoted};
use crate::messages;

/// The known name closest to the given one, if they differ in one stretch of at most a third of the letters.
#[inline(never)]
pub fn nearest<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let mut best = None;
    let mut shortest = usize::MAX;
    for name in known {
        let length = difference(given.as_bytes(), name.as_bytes());
        if length < shortest && length <= given.len().max(name.len()).max(3) / 3 {
            (best, shortest) = (Some(*name), length);
        }
    }
    best
}

/// Length of the stretch in which two names differ, after removing their common prefix and suffix; the longer stretch
/// counts. Two swapped letters count as one.
fn difference(mut one: &[u8], mut other: &[u8]) -> usize {
    let same = |a: &u8, b: &u8| a.eq_ignore_ascii_case(b);
    while let ([a, one_rest @ ..], [b, other_rest @ ..]) = (one, other)
        && same(a, b)
    {
        (one, other) = (one_rest, other_rest);
    }
    while let ([one_rest @ .., a], [other_rest @ .., b]) = (one, other)
        && same(a, b)
    {
        (one, other) = (one_rest, other_rest);
    }
    match (one, other) {
        ([a, b], [c, d]) if same(a, d) && same(b, c) => 1,
        _ => one.len().max(other.len()),
    }
}

/// The problem of an unknown name with a suggestion, the allowed names, and the suggested name.
#[inline(never)]
pub fn unknown<'a>(problem: Message, given: &str, known: &[&'a str]) -> (Message, Message, Option<&'a str>) {
    (with_suggestion(problem, given, known), one_of(known), nearest(given, known))
}

/// Lists the first of these names and counts the others.
#[inline(never)]
pub fn one_of(names: &[&str]) -> Message {
    const SHOWN: usize = 40;
    match names.get(SHOWN..) {
        None | Some([]) => messages::one_of(&names.join(", ")),
        Some(more) => messages::one_of_many(&names[..SHOWN].join(", "), more.len()),
    }
}

/// Collects names by index until `nth` returns `None`.
pub fn listed<'a>(nth: &dyn Fn(usize) -> Option<&'a str>) -> Vec<&'a str> {
    let mut names = Vec::new();
    while let Some(name) = nth(names.len()) {
        names.push(name);
    }
    names
}

/// Adds a suggestion to a problem if a known name is close enough: `unknown field; did you mean "delay_ms"?`.
pub fn with_suggestion(problem: Message, given: &str, known: &[&str]) -> Message {
    match nearest(given, known) {
        Some(name) => messages::did_you_mean(&problem, &quoted(name)),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_excludes_the_common_prefix_and_suffix() {
        let cases = [("", "", 0), ("", "abc", 3), ("reno", "reno", 0), ("renoo", "reno", 1), ("cma", "cam", 1)];
        let more =
            [("Reno", "reno", 0), ("new-reno", "newreno", 1), ("vegas", "vxgys", 3), ("aa", "a", 1), ("abc", "x", 3)];
        for (one, other, expected) in cases.into_iter().chain(more) {
            assert_eq!(difference(one.as_bytes(), other.as_bytes()), expected, "{one} {other}");
            assert_eq!(difference(other.as_bytes(), one.as_bytes()), expected, "{other} {one}");
        }
    }

    #[test]
    fn suggests_the_nearest_name_unless_it_is_too_different() {
        let presets = ["reno", "newreno", "sack", "fack", "vegas", "cubic", "bbr"];
        let suggestion = |given| nearest(given, &presets);
        assert_eq!(suggestion("new-reno"), Some("newreno"));
        assert_eq!(suggestion("NewReno"), Some("newreno"));
        assert_eq!(suggestion("cubik"), Some("cubic"));
        assert_eq!(suggestion("bbr2"), Some("bbr"));
        assert_eq!(suggestion("dctcp"), None);
        assert_eq!(suggestion(""), None);
        assert_eq!(suggestion(&"reno".repeat(1_000_000)), None);
        assert_eq!(nearest("on", &["off", "rfc3168"]), None, "two of three letters differ");
        assert_eq!(nearest("sackk", &["fack", "sack"]), Some("sack"));
        let suggested = |given| with_suggestion(messages::unknown_field(), given, &["rate_bps", "delay_ms"]).text;
        assert_eq!(suggested("dealy_ms"), "unknown field; did you mean \"delay_ms\"?");
        assert_eq!(suggested("color"), "unknown field");
    }
}

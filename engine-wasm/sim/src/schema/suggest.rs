//! Suggests the known name that a misspelt one probably meant.

use vegaslab_json::quoted;

use crate::message::Message;
use crate::messages;

/// The known name nearest to the given one, if at most a third of its letters differ, in one
/// stretch.
#[inline(never)]
pub fn nearest<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let mut best = None;
    let mut most = usize::MAX;
    for name in known {
        let differing = differing(given.as_bytes(), name.as_bytes());
        if differing < most && differing <= given.len().max(name.len()).max(3) / 3 {
            (best, most) = (Some(*name), differing);
        }
    }
    best
}

/// Length of the stretch in which two names differ, in the longer of the two: their common beginning and end are cut off.
/// Two swapped letters count as one.
fn differing(mut one: &[u8], mut other: &[u8]) -> usize {
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

/// The problem of an unknown name, the allowed names, and the name that was probably meant.
#[inline(never)]
pub fn unknown<'a>(problem: Message, given: &str, known: &[&'a str]) -> (Message, Message, Option<&'a str>) {
    (with_suggestion(problem, given, known), messages::one_of(&known.join(", ")), nearest(given, known))
}

/// Lists the first few names and counts the rest.
pub fn listed<'a>(nth: &dyn Fn(usize) -> Option<&'a str>) -> Vec<&'a str> {
    let mut names = Vec::new();
    while let Some(name) = nth(names.len()) {
        names.push(name);
    }
    names
}

/// Adds a suggestion to a problem if a known name is near enough: `unknown field; did you mean "delay_ms"?`.
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
    fn what_differs_lies_between_what_is_the_same() {
        let cases = [("", "", 0), ("", "abc", 3), ("reno", "reno", 0), ("renoo", "reno", 1), ("cma", "cam", 1)];
        let more =
            [("Reno", "reno", 0), ("new-reno", "newreno", 1), ("vegas", "vxgys", 3), ("aa", "a", 1), ("abc", "x", 3)];
        for (one, other, expected) in cases.into_iter().chain(more) {
            assert_eq!(differing(one.as_bytes(), other.as_bytes()), expected, "{one} {other}");
            assert_eq!(differing(other.as_bytes(), one.as_bytes()), expected, "{other} {one}");
        }
    }

    #[test]
    fn the_nearest_name_is_suggested_and_none_that_is_far() {
        let presets = ["reno", "newreno", "sack", "fack", "vegas", "cubic", "bbr"];
        let meant = |given| nearest(given, &presets);
        assert_eq!(meant("new-reno"), Some("newreno"));
        assert_eq!(meant("NewReno"), Some("newreno"));
        assert_eq!(meant("cubik"), Some("cubic"));
        assert_eq!(meant("bbr2"), Some("bbr"));
        assert_eq!(meant("dctcp"), None);
        assert_eq!(meant(""), None);
        assert_eq!(meant(&"reno".repeat(1_000_000)), None);
        assert_eq!(nearest("on", &["off", "rfc3168"]), None, "two letters have no neighbors");
        assert_eq!(nearest("sackk", &["fack", "sack"]), Some("sack"));
        let suggested = |given| with_suggestion(messages::unknown_field(), given, &["rate_bps", "delay_ms"]).text;
        assert_eq!(suggested("dealy_ms"), "unknown field; did you mean \"delay_ms\"?");
        assert_eq!(suggested("colour"), "unknown field");
    }
}

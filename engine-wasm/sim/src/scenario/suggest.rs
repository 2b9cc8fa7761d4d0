//! The name that a misspelt one was probably meant to be.

use vegaslab_json::quoted;

/// Longer texts are no misspelt names, and comparing them would take long.
const LONGEST: usize = 64;

/// The known name that is nearest to the given one, if it is near enough.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |name: &str| -> Vec<char> { name.chars().map(|letter| letter.to_ascii_lowercase()).collect() };
    let given = letters(given);
    if given.len() > LONGEST {
        return None;
    }
    let mut best = None;
    for name in known {
        let other = letters(name);
        // One mistake in three letters; short names have few neighbors that mean the same.
        let allowed = given.len().max(other.len()).max(3) / 3;
        let edits = if given.len().abs_diff(other.len()) > allowed { usize::MAX } else { edits(&given, &other) };
        if edits <= allowed && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, name));
        }
    }
    best.map(|(_, name)| name)
}

/// A problem with the name that was probably meant, if there is one: `unknown field; did you mean "delay_ms"?`.
pub fn with_suggestion<'a>(problem: String, given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(given, known) {
        Some(name) => format!("{problem}; did you mean {}?", quoted(name)),
        None => problem,
    }
}

/// Letters to insert, delete, replace or swap with their neighbor until one name is the other (optimal string alignment).
fn edits(from: &[char], to: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, other) in to.iter().enumerate() {
            let mut least = (row[j] + usize::from(letter != other)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *letter == to[j - 1] && from[i - 1] == *other {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_with_swaps_of_neighbors() {
        let count = |from: &str, to: &str| edits(&from.chars().collect::<Vec<_>>(), &to.chars().collect::<Vec<_>>());
        let cases = [("", "", 0), ("", "abc", 3), ("abc", "", 3), ("reno", "reno", 0), ("renoo", "reno", 1)];
        let more = [("cma", "cam", 1), ("kitten", "sitting", 3), ("ca", "abc", 3), ("new-reno", "newreno", 1)];
        for (from, to, expected) in cases.into_iter().chain(more) {
            assert_eq!(count(from, to), expected, "{from} {to}");
            assert_eq!(count(to, from), expected, "{to} {from}");
        }
    }

    #[test]
    fn the_nearest_name_is_suggested_and_none_that_is_far() {
        let presets = ["reno", "newreno", "sack", "fack", "vegas", "cubic", "bbr"];
        let meant = |given| nearest(given, presets);
        assert_eq!(meant("new-reno"), Some("newreno"));
        assert_eq!(meant("NewReno"), Some("newreno"));
        assert_eq!(meant("cubik"), Some("cubic"));
        assert_eq!(meant("bbr2"), Some("bbr"));
        assert_eq!(meant("dctcp"), None);
        assert_eq!(meant(""), None);
        assert_eq!(meant(&"reno".repeat(1_000_000)), None);
        assert_eq!(nearest("on", ["off", "rfc3168"]), None, "two letters have no neighbors");
        assert_eq!(nearest("sackk", ["fack", "sack"]), Some("sack"));
        assert_eq!(
            with_suggestion("unknown field".into(), "dealy_ms", ["rate_bps", "delay_ms"]),
            "unknown field; did you mean \"delay_ms\"?"
        );
        assert_eq!(with_suggestion("unknown field".into(), "colour", ["rate_bps", "delay_ms"]), "unknown field");
    }
}

//! Texts as a terminal may show them. Names in a scenario can contain sequences that clear a terminal or change its title.

use std::borrow::Cow;

fn is_safe(letter: char) -> bool {
    !letter.is_control() || matches!(letter, '\n' | '\t')
}

/// The text with its control characters written as `\u{1b}`, except line breaks and tabs.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_safe) {
        return Cow::Borrowed(text);
    }
    let escaped = text
        .chars()
        .map(|letter| if is_safe(letter) { letter.to_string() } else { letter.escape_unicode().to_string() });
    Cow::Owned(escaped.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(printable("links.0.\u{1b}[2J\u{7}\r: ü\n\tx"), "links.0.\\u{1b}[2J\\u{7}\\u{d}: ü\n\tx");
        assert_eq!(printable("\u{9b}31m"), "\\u{9b}31m");
        assert!(matches!(printable("plain: ü\n"), Cow::Borrowed(_)));
    }
}

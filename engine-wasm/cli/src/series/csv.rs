//! Cells and lines of CSV (RFC 4180). Numbers keep all digits.

/// A cell of text. Text that a spreadsheet would evaluate as a formula gets an apostrophe in front.
pub fn text(text: &str) -> String {
    let apostrophe = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    // Some spreadsheets separate cells by semicolons.
    let plain = !text.contains([',', ';', '"', '\r', '\n']) && text.trim() == text;
    if plain { format!("{apostrophe}{text}") } else { format!("\"{apostrophe}{}\"", text.replace('"', "\"\"")) }
}

/// A cell with a number. NaN stands for an unknown value and gives an empty cell.
pub fn number(number: f64) -> String {
    if number.is_nan() {
        String::new()
    } else if number.is_infinite() {
        format!("{}Infinity", if number < 0.0 { "-" } else { "" })
    } else {
        number.to_string()
    }
}

/// Adds a line.
pub fn line(lines: &mut String, cells: &[String]) {
    lines.push_str(&cells.join(","));
    lines.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_if_necessary_and_numbers_keep_all_digits() {
        let cells = ["plain", "R1>R2", "a,b", "say \"a\"", " a"].map(text);
        assert_eq!(cells, ["plain", "R1>R2", "\"a,b\"", "\"say \"\"a\"\"\"", "\" a\""]);
        let formulas = ["=1+1", "+1", "-1", "@A1", "\t=1", "=a,b", "a;=1", "a=b"].map(text);
        let cells = ["'=1+1", "'+1", "'-1", "'@A1", "\"'\t=1\"", "\"'=a,b\"", "\"a;=1\"", "a=b"];
        assert_eq!(formulas, cells, "a spreadsheet evaluates none of them");
        assert_eq!(number(-1.0), "-1", "a number isn't a formula");
        let numbers = [0.1 + 0.2, 3.0, f64::NAN, f64::INFINITY].map(number);
        assert_eq!(numbers, ["0.30000000000000004", "3", "", "Infinity"]);
    }
}

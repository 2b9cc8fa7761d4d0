//! `content/evidence/grid-explained.json`: why some cells break rules without a defect of the engine.
//!
//! An explanation lists its presets and paths, and each pair of them must have a cell that breaks one of its rules. So
//! must each listed receiver, company and rule. A test fails for names without such a cell.

use serde_json::Value;

use super::cells::Cell;
use super::rules::Rule;

/// An explanation of why some cells break rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Presets.
    pub presets: Vec<String>,
    /// Paths.
    pub paths: Vec<String>,
    /// Receivers; an empty list means all.
    pub receivers: Vec<String>,
    /// Company; an empty list means any.
    pub company: Vec<String>,
    /// Broken rules.
    pub rules: Vec<String>,
    /// The reason, in plain words.
    pub reason: String,
    /// The source of the explanation, or how it was found.
    pub source: String,
}

/// A cell that breaks a rule.
#[derive(Clone, Debug)]
pub struct Breach {
    /// The cell.
    pub cell: Cell,
    /// The rule.
    pub rule: Rule,
}

/// Reads the file.
///
/// # Errors
/// The file's first problem, with its position.
pub fn read(text: &str) -> Result<Vec<Explanation>, String> {
    let file: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    let list = file.as_array().ok_or("the file must be a list of explanations")?;
    list.iter()
        .enumerate()
        .map(|(n, value)| read_explanation(value).map_err(|error| format!("explanation {n}: {error}")))
        .collect()
}

fn read_explanation(value: &Value) -> Result<Explanation, String> {
    const FIELDS: [&str; 7] = ["presets", "paths", "receivers", "company", "rules", "reason", "source"];
    let object = value.as_object().ok_or("must be an object")?;
    if let Some(other) = object.keys().find(|key| !FIELDS.contains(&key.as_str())) {
        return Err(format!("unknown field `{other}`; allowed: {}", FIELDS.join(", ")));
    }
    let names = |key: &str| -> Result<Vec<String>, String> {
        let list = match object.get(key) {
            None => return Ok(Vec::new()),
            Some(list) => list.as_array().ok_or(format!("`{key}` must be a list of names"))?,
        };
        list.iter()
            .map(|name| name.as_str().map(str::to_owned).ok_or(format!("`{key}` must be a list of names")))
            .collect()
    };
    let nonempty_names = |key: &str| match names(key)? {
        names if names.is_empty() => Err(format!("`{key}` must name at least one")),
        names => Ok(names),
    };
    let text = |key: &str| match object.get(key).and_then(Value::as_str) {
        Some(text) if text.len() > 10 => Ok(text.to_owned()),
        _ => Err(format!("`{key}` must be a text of more than 10 characters")),
    };
    Ok(Explanation {
        presets: nonempty_names("presets")?,
        paths: nonempty_names("paths")?,
        receivers: names("receivers")?,
        company: names("company")?,
        rules: nonempty_names("rules")?,
        reason: text("reason")?,
        source: text("source")?,
    })
}

impl Explanation {
    /// Returns true if the explanation covers this rule in this cell.
    pub fn covers(&self, cell: &Cell, rule: Rule) -> bool {
        let names = |list: &[String], name: &str| list.iter().any(|other| other == name);
        let names_or_all = |list: &[String], name: &str| list.is_empty() || names(list, name);
        names(&self.presets, cell.preset)
            && names(&self.paths, cell.path.name)
            && names_or_all(&self.receivers, &cell.receiver.name)
            && names_or_all(&self.company, cell.company.name())
            && names(&self.rules, rule.name())
    }

    /// The explanation's names that match no breach.
    pub fn unmatched(&self, breaches: &[Breach]) -> Vec<String> {
        let cases: Vec<&Breach> = breaches.iter().filter(|breach| self.covers(&breach.cell, breach.rule)).collect();
        let mut unmatched = Vec::new();
        for (preset, path) in self.presets.iter().flat_map(|preset| self.paths.iter().map(move |path| (preset, path))) {
            if !cases.iter().any(|case| case.cell.preset == preset && case.cell.path.name == path) {
                unmatched.push(format!("{preset} on {path}"));
            }
        }
        let mut add_unmatched = |list: &[String], of: &dyn Fn(&Breach) -> String| {
            let without = list.iter().filter(|name| !cases.iter().any(|case| of(case) == **name));
            unmatched.extend(without.cloned());
        };
        add_unmatched(&self.receivers, &|case| case.cell.receiver.name.clone());
        add_unmatched(&self.company, &|case| case.cell.company.name().to_owned());
        add_unmatched(&self.rules, &|case| case.rule.name().to_owned());
        unmatched
    }
}

/// Returns true if any explanation covers this rule in this cell.
pub fn is_explained(cell: &Cell, rule: Rule, explanations: &[Explanation]) -> bool {
    explanations.iter().any(|explanation| explanation.covers(cell, rule))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::cells;

    fn explanation(text: &str) -> Explanation {
        let entry = format!("[{{{text}, \"reason\": \"it is like that\", \"source\": \"a good paper\"}}]");
        read(&entry).expect("an explanation").remove(0)
    }

    #[test]
    fn an_explanation_covers_its_names_and_each_name_needs_a_breach() {
        let cells = cells::all(true);
        let find = |preset: &str, receiver: &str| {
            let fits = |cell: &&Cell| cell.preset == preset && cell.receiver.name == receiver;
            cells.iter().find(fits).expect("a cell").clone()
        };
        let path = find("reno", "every_packet").path.name;
        let one = explanation(&format!(r#""presets": ["reno", "tahoe"], "paths": ["{path}"], "rules": ["floor"]"#));
        let breach = |preset, rule| Breach { cell: find(preset, "every_packet"), rule };
        assert!(one.covers(&find("reno", "lbl_reno"), Rule::Floor));
        assert!(!one.covers(&find("reno", "lbl_reno"), Rule::Seeds));
        assert!(!one.covers(&find("vegas", "lbl_reno"), Rule::Floor));
        assert_eq!(one.unmatched(&[breach("reno", Rule::Floor)]), [format!("tahoe on {path}")]);
        assert!(one.unmatched(&[breach("reno", Rule::Floor), breach("tahoe", Rule::Floor)]).is_empty());
        let by_receiver = explanation(&format!(
            r#""presets": ["reno"], "paths": ["{path}"], "rules": ["floor", "seeds"], "receivers": ["every_packet", "lbl_reno"]"#
        ));
        assert_eq!(by_receiver.unmatched(&[breach("reno", Rule::Floor)]), ["lbl_reno", "seeds"]);
    }

    #[test]
    fn a_mistake_in_the_file_is_reported() {
        let error = |text: &str| read(text).expect_err("a mistake");
        assert!(error(r#"[{"preset": "reno"}]"#).contains("unknown field `preset`; allowed: presets"));
        assert!(error(r#"[{"presets": []}]"#).contains("`presets` must name at least one"));
        assert!(error("{}").contains("must be a list"));
    }
}

//! `content/evidence/grid.json`: the results of the whole grid, compact enough for a web page.
//!
//! `cells[preset][receiver][path][company]` is a list of whole numbers in the order of `columns`: thousandths, then the
//! verdict (its index in `verdicts`) and the broken rules (one bit each, in the order of `rules`).

use serde_json::{Value, json};
use vegaslab_sim::ENGINE_VERSION;
use vegaslab_sim::scenario::presets;

use super::cells::{self, COMPANY, Cell};
use super::explained::{Explanation, is_explained};
use super::paths::{PATHS, Path};
use super::rules::{CellResult, RULES, Rule};

/// The columns of a cell's list of numbers.
pub const COLUMNS: [&str; 10] = [
    "utilization",
    "utilization_of_seed_1",
    "least_utilization",
    "floor",
    "spread",
    "timeouts_per_min",
    "retransmissions_per_drop",
    "smaller_share",
    "verdict",
    "broken_rules",
];

/// The verdict on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The cell obeys every rule.
    In,
    /// The cell breaks rules, and explanations cover all of them.
    Explained,
    /// The cell breaks a rule that no explanation covers.
    Out,
}

const VERDICTS: [&str; 3] = ["in", "explained", "out"];

impl Verdict {
    /// Derives the verdict on a cell.
    pub fn of(cell: &Cell, broken: &[Rule], explanations: &[Explanation]) -> Self {
        match broken {
            [] => Self::In,
            broken if broken.iter().all(|&rule| is_explained(cell, rule, explanations)) => Self::Explained,
            _ => Self::Out,
        }
    }
}

/// A cell as stored in the file.
#[derive(Clone, Debug)]
pub struct StoredCell {
    /// Its coordinates in the grid.
    pub cell: Cell,
    /// Its results in thousandths, in the order of [`COLUMNS`] without the last two.
    pub thousandths: Vec<i64>,
    /// Its verdict when the file was written.
    pub verdict: Verdict,
    /// The rules that the cell breaks.
    pub broken: Vec<Rule>,
}

fn describe(path: &Path) -> Value {
    json!({
        "name": path.name, "rate_bps": path.rate_bps, "rtt_ms": path.rtt_ms, "buffer_packets": path.buffer_packets(),
        "loss": path.loss, "smss_bytes": path.smss_bytes, "rwnd_segments": path.rwnd(), "seeds": path.max_seeds,
    })
}

/// A number in thousandths.
pub fn thousandths(number: f64) -> i64 {
    (number * 1e3).round() as i64
}

fn row(cell: &Cell, found: &CellResult, explanations: &[Explanation]) -> Value {
    let numbers = [
        found.mean,
        found.first,
        found.least,
        found.floor,
        found.spread,
        found.timeouts_per_min,
        found.retransmissions,
        found.smaller_share,
    ];
    let bit = |(n, rule): (usize, &Rule)| if found.broken.contains(rule) { 1 << n } else { 0 };
    let bits: i64 = RULES.iter().enumerate().map(bit).sum();
    let verdict = Verdict::of(cell, &found.broken, explanations) as i64;
    let numbers = numbers.into_iter().map(thousandths).chain([verdict, bits]);
    Value::Array(numbers.map(|number| json!(number)).collect())
}

/// The text of the file for the whole grid.
pub fn text(cells: &[Cell], found: &[CellResult], seeds: u64, explanations: &[Explanation]) -> String {
    let receivers = cells::receivers();
    let names: Vec<_> = presets::all().iter().map(|preset| &preset.name).collect();
    let head = [
        ("engine_version", json!(ENGINE_VERSION)),
        ("seeds", json!(seeds)),
        ("presets", json!(names)),
        ("receivers", json!(receivers.iter().map(|receiver| &receiver.name).collect::<Vec<_>>())),
        ("paths", json!(PATHS.iter().map(describe).collect::<Vec<_>>())),
        ("company", json!(COMPANY.map(|company| company.name()))),
        ("rules", json!(RULES.map(Rule::name))),
        ("verdicts", json!(VERDICTS)),
        ("columns", json!(COLUMNS)),
    ];
    let mut rows = cells.iter().zip(found).map(|(cell, found)| row(cell, found, explanations));
    let mut text = String::from("{\n");
    for (key, value) in head {
        text += &format!("  \"{key}\": {value},\n");
    }
    // One line per preset and receiver, so that diffs are readable.
    let mut by_preset = Vec::new();
    for _ in &names {
        let lines: Vec<String> = receivers
            .iter()
            .map(|_| {
                let paths = PATHS.iter().map(|_| Value::Array(rows.by_ref().take(COMPANY.len()).collect()));
                format!("    {}", Value::Array(paths.collect()))
            })
            .collect();
        by_preset.push(format!("   [\n{}\n   ]", lines.join(",\n")));
    }
    text + "  \"cells\": [\n" + &by_preset.join(",\n") + "\n  ]\n}\n"
}

/// Reads the stored result of each cell.
///
/// # Errors
/// The file has other presets, receivers, paths, rules or columns than this engine.
pub fn read(text: &str) -> Result<Vec<StoredCell>, String> {
    let file: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    let check_equal = |key: &str, ours: Value| match &file[key] {
        stored if *stored == ours => Ok(()),
        _ => Err(format!("`{key}` differs from this engine's; run the grid again")),
    };
    check_equal("presets", json!(presets::all().iter().map(|preset| &preset.name).collect::<Vec<_>>()))?;
    check_equal(
        "receivers",
        json!(cells::receivers().iter().map(|receiver| receiver.name.clone()).collect::<Vec<_>>()),
    )?;
    check_equal("paths", json!(PATHS.iter().map(describe).collect::<Vec<_>>()))?;
    check_equal("rules", json!(RULES.map(Rule::name)))?;
    check_equal("columns", json!(COLUMNS))?;
    let flat = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let by_preset = flat(&file["cells"]).into_iter();
    let rows: Vec<Value> = by_preset
        .flat_map(|preset| flat(&preset))
        .flat_map(|receiver| flat(&receiver))
        .flat_map(|path| flat(&path))
        .collect();
    let cells = cells::all(false);
    if rows.len() != cells.len() {
        return Err(format!("the file has {} cells, the grid {}; run the grid again", rows.len(), cells.len()));
    }
    cells.into_iter().zip(rows).map(|(cell, row)| stored_cell(cell, &row)).collect()
}

fn stored_cell(cell: Cell, row: &Value) -> Result<StoredCell, String> {
    let numbers: Vec<i64> = row.as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
    let [ref thousandths @ .., verdict, bits] = numbers[..] else {
        return Err("a cell has fewer than two numbers".to_owned());
    };
    if numbers.len() != COLUMNS.len() {
        return Err(format!("a cell has {} numbers, expected {}", numbers.len(), COLUMNS.len()));
    }
    let verdict = match verdict {
        0 => Verdict::In,
        1 => Verdict::Explained,
        2 => Verdict::Out,
        other => return Err(format!("{other} is not a verdict; allowed: 0 to 2")),
    };
    let broken =
        RULES.into_iter().enumerate().filter(|(bit, _)| bits & (1 << bit) != 0).map(|(_, rule)| rule).collect();
    Ok(StoredCell { cell, thousandths: thousandths.to_vec(), verdict, broken })
}

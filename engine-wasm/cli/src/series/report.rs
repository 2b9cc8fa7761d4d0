//! The `flows` and `links` tables: metrics of consecutive windows.

use serde_json::Value;
use vegaslab_papers::observe::observe_in_turn;
use vegaslab_papers::observe::report::WindowReport;
use vegaslab_sim::scenario::Scenario;

use super::{Filter, csv, print_lines};
use crate::Failure;
use crate::progress::RunProgress;

/// Prints the metrics of flows or links. Columns are named as in the JSON of `vegaslab run --window`.
pub fn print(scenario: &Scenario, table: &str, every_s: f64, filter: &Filter) -> Result<(), Failure> {
    let progress = RunProgress::start();
    let reports = observe_in_turn(scenario, every_s, |share| progress.show(share)).reports().map_err(Failure::Other)?;
    drop(progress);
    let mut has_header = false;
    for report in reports.iter().filter(|report| filter.keeps_time(report.from_s)) {
        let (rows, is_kept): (_, &dyn Fn(usize) -> bool) = match table {
            "links" => (objects("link", &report.links)?, &|link| filter.keeps_link(link)),
            _ => (objects("flow", &report.flows)?, &|flow| filter.keeps_flow(flow)),
        };
        let mut lines = String::new();
        for (_, row) in rows.iter().enumerate().filter(|(place, _)| is_kept(*place)) {
            if !has_header {
                let columns: Vec<String> = row.iter().map(|(name, _)| name.clone()).collect();
                csv::line(&mut lines, &[vec!["from_s".into(), "to_s".into()], columns].concat());
                has_header = true;
            }
            let WindowReport { from_s, to_s, .. } = report;
            let times = vec![csv::number(*from_s), csv::number(*to_s)];
            csv::line(&mut lines, &[times, row.iter().map(|(_, value)| cell(value)).collect()].concat());
        }
        print_lines(&lines)?;
    }
    Ok(())
}

/// The fields of each report. The field `name` becomes the first one, with the name `owner`, as in the tables of the
/// trace.
fn objects<T: serde::Serialize>(owner: &str, reports: &[T]) -> Result<Vec<Vec<(String, Value)>>, Failure> {
    let fields = |report: &T| match serde_json::to_value(report) {
        Ok(Value::Object(mut fields)) => {
            let name = (owner.to_owned(), fields.remove("name").unwrap_or_default());
            Ok(std::iter::once(name).chain(fields).collect())
        }
        _ => Err(Failure::Other("the metrics cannot be written".into())),
    };
    reports.iter().map(fields).collect()
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => csv::text(text),
        other => other.to_string(),
    }
}

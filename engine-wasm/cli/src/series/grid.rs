//! Values at equal steps of time: of each flow or link the last row until then.

use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::summary::Summary;

use super::rows::{Rows, headings};
use super::{Filter, Names, csv, each_chunk, print as print_lines};
use crate::Failure;

/// The values of one flow or link at each step. Before its first row they are unknown.
#[derive(Clone, Debug, Default)]
struct Sampled {
    /// The cells behind time and name, a step each.
    steps: Vec<Vec<String>>,
    now: Vec<String>,
}

impl Sampled {
    /// The value until now holds at all steps before this one.
    fn fill(&mut self, until: usize) {
        while self.steps.len() < until {
            self.steps.push(self.now.clone());
        }
    }
}

/// Prints a table at multiples of a time.
pub fn print(scenario: &Scenario, table: &str, every_s: f64, names: &Names, filter: &Filter) -> Result<(), Failure> {
    let headings = headings(table);
    let of_links = headings.get(1).is_some_and(|column| column == "link");
    let all = if of_links { &names.links } else { &names.flows[..scenario.flows.len()] };
    let empty = Sampled { steps: Vec::new(), now: vec![String::new(); headings.len() - 2] };
    let mut sampled = vec![empty; all.len()];
    // Times are whole nanoseconds.
    let nanos = |seconds: f64| (seconds * 1e9).round() as u64;
    let every = nanos(every_s).max(1);
    let Summary { ended_at_s, .. } = each_chunk(scenario, |tables| {
        let rows = Rows::of(table, tables);
        for row in 0..rows.len() {
            let owner = if of_links { rows.link(row) } else { rows.flow(row) };
            let kept = |owner: &usize| if of_links { filter.keeps_link(*owner) } else { filter.keeps_flow(*owner) };
            let Some(owner) = owner.filter(kept) else { continue };
            // The first step that this row is there for.
            let step = nanos(rows.number("time_s", row).unwrap_or_default()).div_ceil(every) as usize;
            sampled[owner].fill(step);
            sampled[owner].now = rows.cells(row, names).split_off(2);
        }
        Ok(())
    })?;
    let steps = (nanos(ended_at_s) / every) as usize + 1;
    print_lines(&headings.join(","))?;
    let mut lines = String::new();
    sampled.iter_mut().for_each(|one| one.fill(steps));
    for step in 0..steps {
        let time_s = (step as u64 * every) as f64 / 1e9;
        for (owner, one) in sampled.iter().enumerate().filter(|_| filter.keeps_time(time_s)) {
            if if of_links { filter.keeps_link(owner) } else { filter.keeps_flow(owner) } {
                let mut cells = vec![csv::number(time_s), csv::text(&all[owner])];
                cells.extend_from_slice(&one.steps[step]);
                csv::line(&mut lines, &cells);
            }
        }
        if lines.len() > 1 << 16 {
            print_lines(&lines)?;
            lines.clear();
        }
    }
    print_lines(&lines)
}

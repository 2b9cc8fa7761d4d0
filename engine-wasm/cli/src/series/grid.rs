//! Samples a table at equal time steps: at each step, the latest row of each flow or link.

use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::summary::Summary;

use super::rows::{Rows, headings};
use super::{Filter, Names, csv, each_chunk, print_lines};
use crate::Failure;

/// The values of one flow or link at each step. They are empty before its first row.
#[derive(Clone, Debug, Default)]
struct Samples {
    /// For each step, the cells after time and name.
    steps: Vec<Vec<String>>,
    current: Vec<String>,
}

impl Samples {
    /// Fills all steps before `until` with the current value.
    fn fill(&mut self, until: usize) {
        while self.steps.len() < until {
            self.steps.push(self.current.clone());
        }
    }
}

/// Prints a table samples at multiples of `every_s`.
pub fn print(scenario: &Scenario, table: &str, every_s: f64, names: &Names, filter: &Filter) -> Result<(), Failure> {
    let headings = headings(table);
    let of_links = headings.get(1).is_some_and(|column| column == "link");
    let all = if of_links { &names.links } else { &names.flows[..scenario.flows.len()] };
    let empty = Samples { steps: Vec::new(), current: vec![String::new(); headings.len() - 2] };
    let mut samples = vec![empty; all.len()];
    // Simulated times are whole nanoseconds.
    let nanos = |seconds: f64| (seconds * 1e9).round() as u64;
    let every = nanos(every_s).max(1);
    let Summary { ended_at_s, .. } = each_chunk(scenario, |tables| {
        let rows = Rows::of(table, tables);
        for row in 0..rows.len() {
            let owner = if of_links { rows.link(row) } else { rows.flow(row) };
            let kept = |owner: &usize| if of_links { filter.keeps_link(*owner) } else { filter.keeps_flow(*owner) };
            let Some(owner) = owner.filter(kept) else { continue };
            // The first step at or after this row's time.
            let step = nanos(rows.number("time_s", row).unwrap_or_default()).div_ceil(every) as usize;
            samples[owner].fill(step);
            samples[owner].current = rows.cells(row, names).split_off(2);
        }
        Ok(())
    })?;
    let steps = (nanos(ended_at_s) / every) as usize + 1;
    print_lines(&headings.join(","))?;
    let mut lines = String::new();
    samples.iter_mut().for_each(|one| one.fill(steps));
    for step in 0..steps {
        let time_s = (step as u64 * every) as f64 / 1e9;
        for (owner, one) in samples.iter().enumerate().filter(|_| filter.keeps_time(time_s)) {
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

//! `vegaslab reproduce`: the papers' numbers next to ours.

use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use vegaslab_papers::paper::{Expect, Paper, Published};
use vegaslab_papers::plan::{Finding, Plan, Progress, Stored};
use vegaslab_papers::verdict::{Count, Verdict};

use crate::options::text;
use crate::source::read_text;
use crate::{Failure, Library, print_text};

/// Runs the experiments of the selected items and compares their results with the papers' numbers.
pub fn reproduce(library: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    let mut selection = None;
    let mut as_json = false;
    let mut coverage_only = false;
    let mut stored = None;
    let mut jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match text(argument)? {
            "--json" => as_json = true,
            "--coverage" => coverage_only = true,
            "--stored" => {
                let file = arguments
                    .next()
                    .ok_or_else(|| Failure::Usage("--stored needs a file, for example content/findings.json".into()))?;
                stored = Some(read_stored(file)?);
            }
            "--jobs" => {
                let number = arguments.next().and_then(|number| number.to_str()?.parse().ok()).filter(|&jobs| jobs > 0);
                jobs = number.ok_or_else(|| Failure::Usage("--jobs needs a number of at least 1".into()))?;
            }
            flag if flag.starts_with("--") => return Err(Failure::Usage(format!("reproduce has no option {flag}"))),
            item if selection.is_none() => selection = Some(item),
            item => {
                return Err(Failure::Usage(format!("reproduce takes one paper or item; {item:?} is one too many")));
            }
        }
    }
    let papers = library.papers()?;
    let text_of = |name: &str| library.scenario_text(OsStr::new(name)).map_err(|failure| failure.to_string());
    if coverage_only {
        let chosen: Vec<_> = papers.iter().filter(|paper| selection.is_none_or(|name| paper.name == name)).collect();
        if chosen.is_empty() {
            let names: Vec<_> = papers.iter().map(|paper| paper.name.as_str()).collect();
            return Err(Failure::Usage(format!("--coverage takes a paper; allowed: {}", names.join(", "))));
        }
        return print_text(&chosen.into_iter().map(coverage).collect::<Vec<_>>().join("\n"));
    }
    let plan = Plan::new(&papers, selection, &text_of).map_err(Failure::Usage)?;
    let findings = stored.map_or_else(|| run_with_progress(&plan, jobs), |stored| plan.compare(&stored));
    if as_json {
        print_text(&serde_json::to_string(&findings).map_err(|error| Failure::Other(error.to_string()))?)?;
    } else {
        print_text(&table(&findings))?;
    }
    let problems = findings.iter().filter(|finding| finding.problem.is_some()).count();
    match problems {
        0 => Ok(()),
        _ => Err(Failure::Other(format!("{problems} of {} rows have a problem", findings.len()))),
    }
}

/// Reads measurements that `npm run findings` stored.
fn read_stored(file: &OsStr) -> Result<Vec<Stored>, Failure> {
    serde_json::from_str(&read_text(file.as_ref())?)
        .map_err(|error| Failure::Usage(format!("{} is no list of findings: {error}", file.display())))
}

/// Every table, figure and claim of a paper, with the number of its rows or the reason why it has none.
fn coverage(paper: &Paper) -> String {
    let mut text = format!("{}\n", paper.name);
    for line in &paper.coverage {
        let rows: Vec<_> = paper.covered_by(line).collect();
        let of_kind = |is: fn(&Expect) -> bool| rows.iter().filter(|entry| is(&entry.expect)).count();
        let counts = [
            (of_kind(|expect| matches!(expect, Expect::Number { .. })), "number"),
            (of_kind(|expect| matches!(expect, Expect::Direction { .. })), "direction"),
            (of_kind(|expect| matches!(expect, Expect::NotSimulated { .. })), "not simulated"),
            (of_kind(|expect| matches!(expect, Expect::Ours)), "ours"),
        ];
        let words = counts.iter().filter(|(count, _)| *count > 0).map(|(count, kind)| match (count, *kind) {
            (2.., "number" | "direction") => format!("{count} {kind}s"),
            _ => format!("{count} {kind}"),
        });
        let words = words.collect::<Vec<_>>().join(", ");
        let words = if words.is_empty() && !line.rows.is_empty() { "drawn".into() } else { words };
        let told = [words, line.because.clone()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let _ = writeln!(text, "  {}: {}\n    {}", line.place, line.claim, told.join(". "));
        if !line.rows.is_empty() {
            let _ = writeln!(text, "    {}", line.rows.join(" "));
        }
    }
    text
}

/// Runs a plan, with progress bars on standard error if that is a terminal.
fn run_with_progress(plan: &Plan<'_>, jobs: usize) -> Vec<Finding> {
    let bars = MultiProgress::new();
    let style =
        |template: &str| ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let all = bars.add(ProgressBar::new(plan.runs() as u64));
    all.set_style(style("{pos}/{len} runs [{bar:40}] {elapsed}, about {eta} more"));
    all.enable_steady_tick(Duration::from_secs(1));
    let mut running: Vec<Option<ProgressBar>> = (0..plan.runs()).map(|_| None).collect();
    let mut show = |progress| match progress {
        Progress::Running(run, share) => {
            let bar = running[run].get_or_insert_with(|| {
                let bar = bars.add(ProgressBar::new(100));
                bar.set_style(style("  {percent:>3} % {msg}"));
                bar.set_message(plan.title(run));
                bar
            });
            bar.set_position((100.0 * share) as u64);
        }
        Progress::Done(run) => {
            if let Some(bar) = running[run].take() {
                bar.finish_and_clear();
            }
            all.inc(1);
        }
    };
    let Ok(findings) = plan.carry_out(jobs, |progress| {
        show(progress);
        Ok::<_, Infallible>(())
    });
    all.finish_and_clear();
    findings
}

fn table(findings: &[Finding]) -> String {
    let mut text = String::new();
    let mut paper = "";
    for finding in findings {
        if finding.paper != paper {
            paper = &finding.paper;
            let _ = writeln!(
                text,
                "{}{paper}\n  {:<26} {:<34} {:>22} {:>20}  verdict",
                if text.is_empty() { "" } else { "\n" },
                "item",
                "quantity",
                "published",
                "ours",
            );
        }
        let unit = if finding.unit.is_empty() { String::new() } else { format!(", {}", finding.unit) };
        let _ = writeln!(
            text,
            "  {:<26} {:<34} {:>22} {:>20}  {}",
            finding.item,
            format!("{}{unit}", finding.quantity),
            published(finding),
            ours(finding),
            words(finding),
        );
    }
    let _ = write!(text, "\n{}", counts(findings));
    text
}

/// The rows of each paper by kind and verdict, and their sums.
fn counts(findings: &[Finding]) -> String {
    let mut papers: Vec<&str> = findings.iter().map(|finding| finding.paper.as_str()).collect();
    papers.dedup();
    let mut text = format!(
        "{:<16} {:>13} {:>9} {:>16} {:>6} {:>14} {:>6}\n",
        "", "numbers agree", "deviate", "directions hold", "fail", "not simulated", "ours"
    );
    let mut line = |name: &str, of: &dyn Fn(&Finding) -> bool| {
        let count = Count::of(findings.iter().filter(|finding| of(finding)).map(|finding| finding.verdict));
        let Count { agree, deviate, hold, fail, not_simulated, ours, missing } = count;
        let _ = write!(text, "{name:<16} {agree:>13} {deviate:>9} {hold:>16} {fail:>6} {not_simulated:>14} {ours:>6}");
        let _ = writeln!(text, "{}", if missing > 0 { format!("  {missing} missing") } else { String::new() });
    };
    for paper in &papers {
        line(paper, &|finding| finding.paper == *paper);
    }
    if papers.len() > 1 {
        line("all", &|_| true);
    }
    text.push_str("Rows of ours are variants and models that the papers don't print. They aren't counted.\n");
    text
}

/// The printed number, or the limits of a direction.
fn published(finding: &Finding) -> String {
    if let Expect::Direction { above, below } = finding.expect {
        let side = |limit: Option<f64>, sign| limit.map(|limit| format!("{sign} {limit}"));
        return [side(above, ">"), side(below, "<")].into_iter().flatten().collect::<Vec<_>>().join(", ");
    }
    let Published { value, interval, model, .. } = &finding.published;
    let value = match (value, interval) {
        (Some(value), Some((low, high))) => format!("{value} ({low} to {high})"),
        (Some(value), None) => format!("{value}"),
        (None, Some((low, high))) => format!("{low} to {high}"),
        (None, None) => String::new(),
    };
    let model = model.map_or(String::new(), |model| format!("model {model}"));
    let tolerance = finding.tolerance.map_or(String::new(), |tolerance| format!("± {}", digits(tolerance)));
    [value, model, tolerance].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

fn ours(finding: &Finding) -> String {
    match (finding.ours, finding.ci, finding.ci95) {
        (Some(ours), Some(ci), _) => format!("{} ± {} ({} %)", digits(ours), digits(ci.half), ci.percent),
        (Some(ours), None, Some(ci95)) => format!("{} ± {}", digits(ours), digits(ci95)),
        (Some(ours), None, None) => digits(ours),
        (None, ..) => "-".into(),
    }
}

/// Four significant digits without trailing zeros.
fn digits(number: f64) -> String {
    let size = number.abs();
    let decimals = match size {
        _ if size >= 1_000.0 => 0,
        _ if size >= 100.0 => 1,
        _ if size >= 10.0 => 2,
        _ => 3,
    };
    format!("{number:.decimals$}")
}

fn words(finding: &Finding) -> String {
    let problem = finding.problem.as_ref().map_or(String::new(), |problem| format!(": {problem}"));
    let cause = finding.cause.as_ref().map_or(String::new(), |cause| format!(", cause {cause}"));
    let verdict = match (finding.verdict, &finding.expect) {
        (Verdict::Agrees, _) => "agrees",
        (Verdict::Deviates, _) => "deviates",
        (Verdict::Holds, _) => "holds",
        (Verdict::Fails, _) => "fails",
        (Verdict::Ours, _) => "ours",
        (Verdict::NotSimulated, Expect::NotSimulated { because }) => return format!("not simulated: {because}"),
        (Verdict::NotSimulated, _) => "not simulated",
        (Verdict::Missing, _) => "MISSING",
    };
    format!("{verdict}{cause}{problem}")
}

//! `vegaslab reproduce`: the papers' numbers next to ours.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use vegaslab_papers::paper::{Expect, Published};
use vegaslab_papers::plan::{Finding, Plan, Progress};
use vegaslab_papers::verdict::Verdict;

use crate::{Failure, Library, print_text};

/// Runs the experiments of the selected items and compares their results with the papers' numbers.
pub fn reproduce(library: &Library, arguments: &[String]) -> Result<(), Failure> {
    let mut selection = None;
    let mut as_json = false;
    let mut jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => as_json = true,
            "--jobs" => {
                let number = arguments.next().and_then(|text| text.parse().ok()).filter(|&jobs| jobs > 0);
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
    let text_of = |name: &str| {
        library.scenario_text(name).map_err(|failure| match failure {
            Failure::Usage(message) | Failure::Other(message) => message,
            Failure::Scenario(problems) => problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        })
    };
    let plan = Plan::new(&papers, selection, &text_of).map_err(Failure::Usage)?;
    let findings = run_with_progress(&plan, jobs);
    if as_json {
        print_text(&serde_json::to_string(&findings).map_err(|error| Failure::Other(error.to_string()))?)?;
    } else {
        print_text(&table(&findings))?;
    }
    let failures = findings.iter().filter(|finding| finding.verdict.is_failure()).count();
    match failures {
        0 => Ok(()),
        _ => Err(Failure::Other(format!("{failures} of {} are not as expected", findings.len()))),
    }
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
            published(&finding.published),
            ours(finding),
            words(finding),
        );
    }
    let count = |verdict: Verdict| findings.iter().filter(|finding| finding.verdict == verdict).count();
    let _ = writeln!(
        text,
        "\n{} agree, {} deviate as stated, {} are not simulated, {} are not as expected",
        count(Verdict::Agrees),
        count(Verdict::Deviates),
        count(Verdict::NotSimulated),
        count(Verdict::Fails) + count(Verdict::Stale),
    );
    text
}

fn published(published: &Published) -> String {
    let value = match (published.value, published.interval) {
        (Some(value), Some((low, high))) => format!("{value} ({low} to {high})"),
        (Some(value), None) => format!("{value}"),
        (None, _) => String::new(),
    };
    let model = published.model.map_or(String::new(), |model| format!("model {model}"));
    [value, model].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ")
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
    let because = match &finding.expect {
        Expect::Deviates { because, .. } | Expect::NotSimulated { because } => because.as_str(),
        Expect::Within { .. } | Expect::Direction { .. } => "",
    };
    match finding.verdict {
        Verdict::Agrees => "agrees".into(),
        Verdict::Deviates => format!("deviates: {because}"),
        Verdict::NotSimulated => format!("not simulated: {because}"),
        Verdict::Stale => format!("NOT AS EXPECTED: agrees, though it is stated that it deviates: {because}"),
        Verdict::Fails => {
            format!(
                "NOT AS EXPECTED{}",
                finding.problem.as_ref().map_or(String::new(), |problem| format!(": {problem}"))
            )
        }
    }
}

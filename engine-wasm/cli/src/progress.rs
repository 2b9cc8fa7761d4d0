//! Progress of a run on standard error, and its end at Ctrl-C.
#![expect(clippy::disallowed_methods, reason = "people wait in real time, not in simulated time")]

use std::io::Write as _;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Runs that are done sooner show no progress.
const QUIET: Duration = Duration::from_secs(2);

/// Exit code of programs that end at Ctrl-C: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// A line on standard error with the simulated share of a run and the time left. It appears if standard error is a
/// terminal and the run takes longer than two seconds, and disappears when the run is done.
pub struct RunProgress {
    started: Instant,
    bar: ProgressBar,
}

impl RunProgress {
    /// Starts to measure time.
    pub fn start() -> Self {
        Self::draw_on(ProgressDrawTarget::stderr())
    }

    fn draw_on(target: ProgressDrawTarget) -> Self {
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { started: Instant::now(), bar }
    }

    /// Shows the share of the simulated time, 0 to 1.
    pub fn show(&self, share: f64) {
        let elapsed = self.started.elapsed();
        if elapsed >= QUIET {
            self.bar.set_message(words(share, elapsed));
            self.bar.tick();
        }
    }
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn words(share: f64, elapsed: Duration) -> String {
    let percent = (100.0 * share).floor();
    // The share of a run that has hardly begun says nothing about the time left.
    let left_s = elapsed.as_secs_f64() * (1.0 - share) / share.max(1e-9);
    if share < 1e-3 {
        return format!("{percent} % simulated (Ctrl-C stops the run)");
    }
    format!(
        "{percent} % simulated, about {} left (Ctrl-C stops the run)",
        HumanDuration(Duration::from_secs_f64(left_s))
    )
}

/// Ends the program at Ctrl-C. A line of output that is being written is completed first.
pub fn stop_at_interrupt() {
    let stop = || {
        let _whole_lines = std::io::stdout().lock();
        // `\r` and `ESC [ K` clear a line of progress.
        let clear = if std::io::IsTerminal::is_terminal(&std::io::stderr()) { "\r\u{1b}[K" } else { "" };
        let _ = writeln!(std::io::stderr(), "{clear}stopped before the run was finished");
        std::process::exit(INTERRUPTED);
    };
    // Without a handler, Ctrl-C still ends the program.
    let _ = ctrlc::set_handler(stop);
}

#[cfg(test)]
mod tests {
    use indicatif::InMemoryTerm;

    use super::*;

    #[test]
    fn a_long_run_shows_its_share_and_the_time_left_until_it_is_done() {
        let terminal = InMemoryTerm::new(3, 80);
        let target = || ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let mut progress = RunProgress::draw_on(target());
        progress.show(0.2);
        assert_eq!(terminal.contents(), "", "nothing in the first two seconds");
        let Some(earlier) = Instant::now().checked_sub(Duration::from_secs(20)) else { return };
        progress.started = earlier;
        progress.show(0.25);
        let shown = terminal.contents();
        assert!(shown.starts_with("25 % simulated, about 60 seconds left"), "{shown}");
        drop(progress);
        assert_eq!(terminal.contents(), "");
    }

    #[test]
    fn the_time_left_follows_from_the_share() {
        let after = |share, seconds| words(share, Duration::from_secs(seconds));
        assert_eq!(after(0.5, 10), "50 % simulated, about 10 seconds left (Ctrl-C stops the run)");
        assert_eq!(after(0.01, 6), "1 % simulated, about 10 minutes left (Ctrl-C stops the run)");
        assert_eq!(after(0.0, 3), "0 % simulated (Ctrl-C stops the run)");
    }
}

//! Counts the seconds during which a link never stops transmitting.

use super::Window;

/// Counter of the whole seconds of the window, from its start on, that lie within a busy period.
#[derive(Clone, Copy, Debug, Default)]
pub struct FullSeconds {
    busy_since_s: Option<f64>,
    full: f64,
}

impl FullSeconds {
    /// Sets whether the link is busy from this time on; it may be as before.
    pub fn set(&mut self, time_s: f64, busy: bool, window: Window) {
        match (self.busy_since_s, busy) {
            (None, true) => self.busy_since_s = Some(time_s),
            (Some(since_s), false) => {
                self.full += full(since_s, time_s, window);
                self.busy_since_s = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }

    /// The share of the window's whole seconds that are full.
    pub fn share(&self, window: Window) -> f64 {
        let busy_still = self.busy_since_s.map_or(0.0, |since_s| full(since_s, window.1, window));
        (self.full + busy_still) / (window.1 - window.0).floor()
    }
}

/// Whole seconds of the window within a busy period.
fn full(from_s: f64, to_s: f64, (start_s, end_s): Window) -> f64 {
    let (from_s, to_s) = (from_s.max(start_s) - start_s, to_s.min(end_s) - start_s);
    (to_s.floor() - from_s.ceil()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_seconds_without_a_break_are_full() {
        let window = (0.5, 10.9);
        let mut seconds = FullSeconds::default();
        // Before the window and 2 s in it: 0.5 to 2.5 s.
        seconds.set(0.2, true, window);
        seconds.set(1.0, true, window);
        seconds.set(3.4, false, window);
        // A break in each second.
        seconds.set(3.6, true, window);
        seconds.set(5.4, false, window);
        seconds.set(5.5, true, window);
        assert_eq!(seconds.share(window), (2.0 + 5.0) / 10.0);
    }
}

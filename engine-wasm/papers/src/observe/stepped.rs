//! Values that stay constant between changes, measured over a window of time.

use super::Window;

/// A step function, and its integral over the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stepped {
    since_s: f64,
    /// The current value.
    pub value: f64,
    integral: f64,
}

impl Stepped {
    /// Sets the value from this time on.
    pub fn set(&mut self, time_s: f64, value: f64, (from_s, to_s): Window) {
        self.integral += self.value * (time_s.clamp(from_s, to_s) - self.since_s.clamp(from_s, to_s));
        (self.since_s, self.value) = (time_s, value);
    }

    /// The mean over the window.
    pub fn mean(mut self, window: Window) -> f64 {
        self.set(f64::INFINITY, self.value, window);
        self.integral / (window.1 - window.0)
    }
}

/// The longest time without a change of a value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steady {
    since_s: f64,
    value: f64,
    longest_s: f64,
}

impl Steady {
    /// Sets the value from this time on; it may be the same as before.
    pub fn set(&mut self, time_s: f64, value: f64, (from_s, to_s): Window) {
        if value != self.value {
            self.longest_s = self.longest_until(time_s.clamp(from_s, to_s));
            (self.since_s, self.value) = (time_s.clamp(from_s, to_s), value);
        }
    }

    /// The longest time without a change up to this time, s.
    pub fn longest_until(&self, time_s: f64) -> f64 {
        // No value has been set yet.
        if self.value == 0.0 { 0.0 } else { self.longest_s.max(time_s - self.since_s) }
    }
}

//! Values that stay until the next, over a window of time.

use super::Window;

/// A value that steps, and its integral over the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stepped {
    since_s: f64,
    /// The current value.
    pub value: f64,
    integral: f64,
}

impl Stepped {
    /// Another value from this moment on.
    pub fn set(&mut self, time_s: f64, value: f64, (from_s, to_s): Window) {
        self.integral += self.value * (time_s.clamp(from_s, to_s) - self.since_s.clamp(from_s, to_s));
        (self.since_s, self.value) = (time_s, value);
    }

    /// Its mean over the window.
    pub fn mean(mut self, window: Window) -> f64 {
        self.set(f64::INFINITY, self.value, window);
        self.integral / (window.1 - window.0)
    }
}

/// The longest time for which a value stays as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steady {
    since_s: f64,
    value: f64,
    longest_s: f64,
}

impl Steady {
    /// This value from this moment on, perhaps the one that stood already.
    pub fn set(&mut self, time_s: f64, value: f64, (from_s, to_s): Window) {
        if value != self.value {
            self.longest_s = self.longest_until(time_s.clamp(from_s, to_s));
            (self.since_s, self.value) = (time_s.clamp(from_s, to_s), value);
        }
    }

    /// The longest time until this moment, s.
    pub fn longest_until(&self, time_s: f64) -> f64 {
        // Before the first value there is nothing that could stay.
        if self.value == 0.0 { 0.0 } else { self.longest_s.max(time_s - self.since_s) }
    }
}

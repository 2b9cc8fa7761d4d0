//! No slow start, for congestion avoidance rules that probe for the path's rate themselves, as BBR does in STARTUP.

use super::SlowStartRule;
use crate::schema::shape::Part;
use crate::tcp::window::Window;
use crate::tcp::{Ack, Host};

described! {
    /// Is never active, because the congestion avoidance handles the start.
    pub struct NoSlowStart {}
}

impl Part<Host> for NoSlowStart {
    const SOURCE: &'static str = "Cardwell et al. 2016";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl SlowStartRule for NoSlowStart {
    #[inline]
    fn active(&mut self, _window: &Window) -> bool {
        false
    }

    fn on_ack(&mut self, _ack: &Ack, _window: &mut Window) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_inactive_even_below_an_infinite_ssthresh() {
        assert!(!NoSlowStart {}.active(&Window { cwnd: 1.0, ssthresh: f64::INFINITY, rwnd: 80 }));
    }
}

//! No decrease, for congestion avoidance rules like BBR that handle losses themselves or ignore them. Recovery may
//! still change the window while it repairs a loss. A timeout still halves `ssthresh`, because slow start, if the
//! sender uses one, needs a threshold.

use super::{DecreaseRule, Loss};
use crate::schema::shape::Part;
use crate::tcp::Host;
use crate::tcp::window::Window;

described! {
    /// Doesn't change the window when ACKs show a loss, because the congestion avoidance sets it.
    pub struct NoDecrease {}
}

impl Part<Host> for NoDecrease {
    const SOURCE: &'static str = "Cardwell et al. 2016";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl DecreaseRule for NoDecrease {
    fn on_loss(&mut self, _window: &Window, _loss: &Loss) -> Option<f64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::Timeout;
    use super::*;
    use crate::tcp::measurements::Measured;

    #[test]
    fn a_loss_changes_nothing_and_a_timeout_halves_ssthresh() {
        let window = Window { cwnd: 21.9, ssthresh: 12.0, rwnd: 80 };
        assert_eq!(NoDecrease {}.on_loss(&window, &Loss::for_tests(0)), None);
        let timeout = Timeout { flight_size: 20, repeated: false, now: 0, measured: Measured::default() };
        assert_eq!(NoDecrease {}.on_timeout(&window, &timeout), 10.0);
    }
}

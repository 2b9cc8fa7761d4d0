//! Jacobson's slow start: one segment more for every new ACK, so `cwnd` doubles every RTT when every segment is
//! acknowledged, and grows by half when every second one is.

use super::SlowStartRule;
use crate::scenario::shape::Part;
use crate::tcp::window::Window;
use crate::tcp::{Ack, Host};

alternatives! {
    /// Which side of the threshold belongs to slow start.
    pub enum Boundary {
        /// cwnd <= ssthresh, as in BSD.
        AtOrBelow = "at_or_below",
        /// cwnd < ssthresh, as in ns-2 and in Linux today.
        Below = "below",
    }
}

described! {
    /// Doubles cwnd every RTT: one segment more for every new ACK.
    pub struct EveryRtt {
        /// Which side of the threshold belongs to slow start.
        boundary: Boundary = Boundary::SHAPE, default "at_or_below";
    }
}

impl Part<Host> for EveryRtt {
    const SOURCE: &'static str = "Jacobson 1988";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl SlowStartRule for EveryRtt {
    #[inline]
    fn active(&mut self, window: &Window) -> bool {
        match self.boundary {
            Boundary::AtOrBelow => window.cwnd <= window.ssthresh,
            Boundary::Below => window.cwnd < window.ssthresh,
        }
    }

    #[inline]
    fn on_ack(&mut self, _ack: &Ack, window: &mut Window) {
        window.cwnd += 1.0;
    }
}

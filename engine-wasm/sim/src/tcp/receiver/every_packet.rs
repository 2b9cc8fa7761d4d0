//! Acknowledges every data packet at once, without a delayed-ACK clock.

use super::{Arrival, ReceiverRule, Reply};
use crate::kernel::Nanos;
use crate::schema::shape::Part;
use crate::tcp::Host;

described! {
    /// Acknowledges every segment immediately.
    pub struct EveryPacket {}
}

impl Part<Host> for EveryPacket {
    const LABEL: &'static str = "Every segment";
    const SOURCE: &'static str = "ns-2, Agent/TCPSink";
    type Running = Self;
    fn start(&self, _host: &Host) -> Self {
        self.clone()
    }
}

impl ReceiverRule for EveryPacket {
    fn on_segment(&mut self, _arrival: Arrival, _unacknowledged: u32, _now: Nanos) -> Reply {
        Reply::Now
    }
}

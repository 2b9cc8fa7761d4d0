//! Drop-tail without a limit in practice, for access links whose buffers should never matter. There is a limit of ten
//! million packets, so that a source that is always faster than the link can't use up the memory.

use super::{Arrival, Buffer, PortContext, QueueRule, Verdict};
use crate::kernel::Nanos;
use crate::schema::limits;
use crate::schema::shape::Part;

described! {
    /// First in, first out; nothing is dropped short of ten million packets.
    pub struct Unlimited {}
}

impl Part<PortContext> for Unlimited {
    const SOURCE: &'static str = "";
    type Running = Self;
    fn start(&self, _port: &PortContext) -> Self {
        self.clone()
    }
}

impl QueueRule for Unlimited {
    #[inline]
    fn on_arrival(&mut self, _now: Nanos, _arrival: Arrival, buffer: &Buffer) -> Verdict {
        Verdict::room(buffer.backlog.packets < limits::BUFFERED_PACKETS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{Ecn, queue::Backlog};

    #[test]
    fn limits_packets_but_not_bytes() {
        let verdict = |packets| {
            let arrival = Arrival { size: 65_535, ecn: Ecn::NotCapable, free_at: 1 };
            let backlog = Backlog { bytes: 65_535 * packets, packets };
            Unlimited {}.on_arrival(0, arrival, &Buffer { backlog, in_service: 65_535 })
        };
        assert_eq!(verdict(9_999_999), Verdict::Accept);
        assert_eq!(verdict(10_000_000), Verdict::Drop);
    }
}

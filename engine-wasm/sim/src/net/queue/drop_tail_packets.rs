//! Drop-tail with a limit in packets. The packet in transmission counts, so a limit of K leaves room for K - 1 waiting
//! packets, as in ns-2's `DropTail`.

use super::{Limit, PortContext, RunningQueue};
use crate::schema::shape::{Part, integer};

described! {
    /// First in, first out; a packet that arrives while the buffer holds its number of packets is dropped.
    pub struct DropTailPackets {
        /// Size of the buffer, the packet in transmission included.
        limit_packets: u64 = integer("packets", 1, 100_000_000), default 50, label "Buffer", basic true;
    }
}

impl Part<PortContext> for DropTailPackets {
    const LABEL: &'static str = "Drop-tail, in packets";
    const SOURCE: &'static str = "ns-2, DropTail";
    type Running = Limit;
    fn start(&self, _port: &PortContext) -> Limit {
        Limit { bytes: u64::MAX, packets: self.limit_packets }
    }
}

/// The discipline of a port that has had nothing but a limit.
impl From<Limit> for RunningQueue {
    fn from(limit: Limit) -> Self {
        Self::DropTailPackets(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random::Stream;
    use crate::net::queue::Backlog;

    #[test]
    fn a_limit_of_two_holds_two_packets_of_any_size() {
        let part = DropTailPackets { limit_packets: 2 };
        let limit = part.start(&PortContext { rate_bps: 1, delay: 0, stream: Stream::new(1, "test") });
        assert!(limit.admits(1_500, Backlog { bytes: 1_500, packets: 1 }));
        assert!(!limit.admits(40, Backlog { bytes: 80, packets: 2 }));
    }
}

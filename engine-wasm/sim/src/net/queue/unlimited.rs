//! Drop-tail without a limit in practice, for access links whose buffers should never matter. There is a limit of ten
//! million packets, so that a source that is always faster than the link can't use up the memory.

use super::{Limit, PortContext};
use crate::schema::limits;
use crate::schema::shape::Part;

described! {
    /// First in, first out; nothing is dropped short of ten million packets.
    pub struct Unlimited {}
}

impl Part<PortContext> for Unlimited {
    const SOURCE: &'static str = "";
    type Running = Limit;
    fn start(&self, _port: &PortContext) -> Limit {
        Limit { bytes: u64::MAX, packets: limits::BUFFERED_PACKETS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random::Stream;
    use crate::net::queue::Backlog;

    #[test]
    fn limits_packets_but_not_bytes() {
        let limit = Unlimited {}.start(&PortContext { rate_bps: 1, delay: 0, stream: Stream::new(1, "test") });
        let admits = |packets| limit.admits(65_535, Backlog { bytes: 65_535 * packets, packets });
        assert_eq!((admits(9_999_999), admits(10_000_000)), (true, false));
    }
}

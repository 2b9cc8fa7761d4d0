//! Transfers of one size, one after the other. The papers repeat a measurement this way on a path with continuous
//! background traffic.

use super::distributions::{SHORTEST_WAIT, seconds_to_wait};
use super::{Connection, TrafficContext, TrafficRule};
use crate::kernel::Nanos;
use crate::schema::limits;
use crate::schema::shape::{Part, integer, number};

described! {
    /// Transfers of a fixed size one after the other, each over a new connection.
    pub struct Repeated {
        /// Size of each file.
        bytes: u64 = integer("bytes", 1, limits::TRANSFER_BYTES), default 524_288, label "File size";
        /// Number of transfers; 0 continues until the run ends.
        count: u64 = integer("", 0, 1_000_000_000), default 0, label "Number of transfers";
        /// From the end of one transfer to the start of the next, at least 1 us. The first one starts with the flow.
        pause_s: f64 = number("s", 0.0, limits::DURATION_S), default 5.0, label "Pause between transfers";
    }
}

/// The transfers started so far.
#[derive(Clone, Debug)]
pub struct Running {
    bytes: u64,
    count: u64,
    pause: Nanos,
    opened: u64,
}

impl Part<TrafficContext> for Repeated {
    const LABEL: &'static str = "Repeated transfers";
    const SOURCE: &'static str = "Ahn et al. 1995, Table 1";
    type Running = Running;
    fn start(&self, _context: &TrafficContext) -> Running {
        Running { bytes: self.bytes, count: self.count, pause: seconds_to_wait(self.pause_s), opened: 0 }
    }
}

impl TrafficRule for Running {
    fn next_connection(&mut self) -> Option<Connection> {
        if self.count > 0 && self.opened == self.count {
            return None;
        }
        let wait = if self.opened == 0 { 0 } else { self.pause.max(SHORTEST_WAIT) };
        self.opened += 1;
        Some(Connection { wait, bytes: Some(self.bytes), in_portions: false })
    }

    fn most_bytes(&mut self) -> Option<u64> {
        Some(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::context;
    use super::*;

    fn waits(part: &Repeated) -> Vec<Nanos> {
        let mut source = part.start(&context(1));
        std::iter::from_fn(|| source.next_connection())
            .inspect(|connection| assert_eq!(connection.bytes, Some(part.bytes)))
            .map(|connection| connection.wait)
            .take(4)
            .collect()
    }

    #[test]
    fn the_first_transfer_starts_immediately_and_the_others_after_the_pause() {
        let part = Repeated { bytes: 524_288, count: 3, pause_s: 5.0 };
        assert_eq!(waits(&part), [0, 5_000_000_000, 5_000_000_000]);
    }

    #[test]
    fn a_count_of_zero_is_unlimited_and_a_zero_pause_still_makes_progress() {
        let part = Repeated { bytes: 1, count: 0, pause_s: 0.0 };
        assert_eq!(waits(&part), [0, 1_000, 1_000, 1_000]);
    }
}

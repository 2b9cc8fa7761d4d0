//! One transfer of a known size.

use super::{Connection, TrafficContext, TrafficRule};
use crate::schema::limits;
use crate::schema::shape::{Part, integer};

described! {
    /// One transfer of a fixed size; the flow is done when the last byte is acknowledged.
    pub struct Transfer {
        /// Size of the file.
        bytes: u64 = integer("bytes", 1, limits::TRANSFER_BYTES), default 2_097_152, label "File size";
    }
}

/// State of the only connection.
#[derive(Clone, Debug)]
pub struct Running {
    bytes: u64,
    opened: bool,
}

impl Part<TrafficContext> for Transfer {
    const LABEL: &'static str = "One transfer";
    const SOURCE: &'static str = "Ahn et al. 1995, Figure 1";
    type Running = Running;
    fn start(&self, _context: &TrafficContext) -> Running {
        Running { bytes: self.bytes, opened: false }
    }
}

impl TrafficRule for Running {
    fn next_connection(&mut self) -> Option<Connection> {
        let first = !std::mem::replace(&mut self.opened, true);
        first.then_some(Connection { wait: 0, bytes: Some(self.bytes), in_portions: false })
    }

    fn most_bytes(&mut self) -> Option<u64> {
        Some(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::context;
    use super::*;

    #[test]
    fn opens_one_connection_of_the_given_size_immediately() {
        let mut source = Transfer { bytes: 300 }.start(&context(1));
        assert_eq!(source.next_connection(), Some(Connection { wait: 0, bytes: Some(300), in_portions: false }));
        assert_eq!(source.next_connection(), None);
        assert_eq!(source.next_write(), None);
    }
}

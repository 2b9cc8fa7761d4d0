//! Unlimited data.

use super::{Connection, TrafficContext, TrafficRule};
use crate::schema::shape::Part;

described! {
    /// Always has more to send, until the run ends.
    pub struct Bulk {}
}

/// State of the only connection.
#[derive(Clone, Debug)]
pub struct Running {
    opened: bool,
}

impl Part<TrafficContext> for Bulk {
    const LABEL: &'static str = "Always more to send";
    const SOURCE: &'static str = "";
    type Running = Running;
    fn start(&self, _context: &TrafficContext) -> Running {
        Running { opened: false }
    }
}

impl TrafficRule for Running {
    fn next_connection(&mut self) -> Option<Connection> {
        let first = !std::mem::replace(&mut self.opened, true);
        first.then_some(Connection { wait: 0, bytes: None, in_portions: false })
    }

    fn most_bytes(&mut self) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::context;
    use super::*;

    #[test]
    fn opens_one_unlimited_connection_immediately() {
        let mut source = Bulk {}.start(&context(1));
        assert_eq!(source.next_connection(), Some(Connection { wait: 0, bytes: None, in_portions: false }));
        assert_eq!(source.next_connection(), None);
        assert_eq!(source.next_write(), None);
    }
}

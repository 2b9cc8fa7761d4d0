//! Data without end.

use super::TrafficRule;
use crate::scenario::shape::Part;

described! {
    /// Always more to send, until the run ends.
    pub struct Bulk {}
}

impl Part<()> for Bulk {
    const SOURCE: &'static str = "";
    type Running = Self;
    fn start(&self, (): &()) -> Self {
        self.clone()
    }
}

impl TrafficRule for Bulk {
    fn bytes(&mut self) -> Option<u64> {
        None
    }
}

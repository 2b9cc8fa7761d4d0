//! What there is to send.

/// Tells how much a connection has to send.
pub trait TrafficRule {
    /// Bytes to send; `None` is without end.
    fn bytes(&mut self) -> Option<u64>;
}

registry! {
    /// What the sender has to send.
    set "traffic", "Traffic";
    choice Traffic; running RunningTraffic; rule TrafficRule; context ();
    members { bulk::Bulk, transfer::Transfer }
    dispatch { fn bytes() -> Option<u64>; }
}

impl Traffic {
    /// Bytes of the first transfer; `None` is without end.
    pub fn bytes(&self) -> Option<u64> {
        self.start(&()).bytes()
    }
}

//! Limits on what a run records.

use crate::schema::limits;
use crate::schema::shape::{integer, number, object};

described! {
    /// How much of the run is recorded.
    pub struct Recording {
        /// Rows of trace before samples are thinned. Losses, retransmissions and timeouts are always kept.
        max_rows: u64 = integer("rows", 0, limits::ROWS), default 2_000_000, label "Rows recorded in full";
        /// The part of the run in which packets are followed over every link, so that the path can show them.
        hops: HopWindow = object::<HopWindow>(), default {};
    }
}

described! {
    /// The part of a run in which packets are followed over every link; none where it does not end after it begins. It takes
    /// two rows for each packet and link, a million packets at most.
    pub struct HopWindow {
        /// Follow packets that enter a link from this time on.
        from_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.0, label "Follow packets from";
        /// Follow no packets that enter a link from this time on.
        to_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.0, label "Follow packets until";
    }
}

impl HopWindow {
    /// An empty window, in which no packet is followed.
    pub const NONE: Self = Self { from_s: 0.0, to_s: 0.0 };
}

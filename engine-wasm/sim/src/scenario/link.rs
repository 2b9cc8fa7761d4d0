//! Links: rate, delay, buffer and losses between two nodes.

use crate::net::{loss::Loss, queue::Queue};
use crate::schema::limits;
use crate::schema::shape::{flag, integer, number, object, optional, text};

described! {
    /// A link between two nodes with an output buffer in front of it.
    pub struct Link {
        /// Name of the link. Its directions are named after the nodes, as in `R1>R2`.
        name: String = text(limits::NAME_LENGTH);
        /// Node at one end.
        from: String = text(limits::NAME_LENGTH);
        /// Node at the other end.
        to: String = text(limits::NAME_LENGTH);
        /// The link works in both directions, each with its own buffer.
        both_ways: bool = flag(), default true, label "Both directions";
        /// Transmission rate.
        rate_bps: u64 = integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1), basic true;
        /// Propagation delay.
        delay_ms: f64 = number("ms", 0.0, limits::DELAY_MS), basic true;
        /// Period of the software clock that releases packets, as in the hitbox emulator; 0 is exact.
        clock_us: u32 = integer("us", 0, 1_000_000), default 0, label "Emulator clock";
        /// Output buffer.
        queue: Queue = Queue::SHAPE, label "Queue discipline", basic true;
        /// Packets lost on the link.
        loss: Loss = Loss::SHAPE, default { "kind": "none" }, label "Random loss", basic true;
        /// Differences on the way back, from `to` to `from`; null: none.
        back: Option<WayBack> = optional(&object::<WayBack>()), default null;
    }
}

described! {
    /// What differs on the way back of a link. A field that is null is the same both ways.
    pub struct WayBack {
        /// Transmission rate.
        rate_bps: Option<u64> = optional(&integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1)), default null;
        /// Propagation delay.
        delay_ms: Option<f64> = optional(&number("ms", 0.0, limits::DELAY_MS)), default null;
        /// Period of the software clock that releases packets, as in the hitbox emulator; 0 is exact.
        clock_us: Option<u32> = optional(&integer("us", 0, 1_000_000)), default null;
        /// Output buffer.
        queue: Option<Queue> = optional(&Queue::SHAPE), default null;
        /// Packets lost on the link.
        loss: Option<Loss> = optional(&Loss::SHAPE), default null;
    }
}

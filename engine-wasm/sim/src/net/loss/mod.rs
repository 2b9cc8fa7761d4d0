//! Losses on the link itself, beside those of a full buffer.

use crate::kernel::random::Stream;

/// What the link does to a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It arrives as it was sent.
    Intact,
    /// It uses buffer and transmission time, and is then discarded.
    Corrupted,
}

/// Decides on packets that are transmitted.
pub trait LossRule {
    /// What becomes of a packet of `size` bytes.
    fn fate(&mut self, size: u32) -> Fate;
}

registry! {
    /// Losses on a link, beside those of a full buffer.
    set "loss", "Link loss";
    choice Loss; running RunningLoss; rule LossRule; context Stream;
    members { none::None, bit_error::BitError }
    dispatch { fn fate(size: u32) -> Fate; }
}

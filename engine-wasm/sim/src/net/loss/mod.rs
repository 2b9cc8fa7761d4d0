//! Losses on the link itself, in addition to drops at a full buffer.

use crate::kernel::random::Stream;

/// Outcome of a packet on the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It arrives intact.
    Intact,
    /// It is lost before it enters the buffer and uses no bandwidth.
    Refused,
    /// It uses buffer space and transmission time, and is then discarded.
    Corrupted,
}

alternatives! {
    /// Where packets are lost.
    pub enum Placement {
        /// Before the buffer, as in dummynet, so a lost packet uses no bandwidth.
        Entry = "entry",
        /// After transmission, as in the hitbox emulator.
        Exit = "exit",
    }
}

impl Placement {
    /// The outcome of a packet that is lost at this place.
    pub fn lost(self) -> Outcome {
        match self {
            Self::Entry => Outcome::Refused,
            Self::Exit => Outcome::Corrupted,
        }
    }
}

/// Decides which of the packets offered to a link are lost.
pub trait LossRule {
    /// Returns whether any packet can be lost; if not, `outcome` is never called.
    fn can_lose(&mut self) -> bool {
        true
    }
    /// The outcome of a packet of `size` bytes. Called for every offered packet, even if the buffer then drops it, so
    /// that the buffer doesn't shift the random draws.
    fn outcome(&mut self, size: u32) -> Outcome;
}

/// Boxes large rules, to keep ports small.
impl<Rule: LossRule> LossRule for Box<Rule> {
    fn can_lose(&mut self) -> bool {
        (**self).can_lose()
    }
    #[inline(never)]
    fn outcome(&mut self, size: u32) -> Outcome {
        (**self).outcome(size)
    }
}

registry! {
    /// Losses on a link, in addition to those of a full buffer.
    set "loss", "Link loss";
    choice Loss; running RunningLoss; rule LossRule; context Stream;
    members { none::NoLoss, bit_error::BitError, bernoulli::Bernoulli, gilbert_elliott::GilbertElliott, periodic::Periodic }
    dispatch { fn can_lose() -> bool; fn outcome(size: u32) -> Outcome; }
}

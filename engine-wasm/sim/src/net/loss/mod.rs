//! Losses on the link itself, in addition to those of a full buffer.

use crate::kernel::random::Stream;

/// Outcome of a packet on the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It arrives as it was sent.
    Intact,
    /// It is lost before it enters the buffer, and uses no bandwidth.
    Refused,
    /// It uses buffer and transmission time, and is then discarded.
    Corrupted,
}

alternatives! {
    /// Where packets are lost.
    pub enum Placement {
        /// Before the buffer, as in dummynet: a lost packet uses no bandwidth.
        Entry = "entry",
        /// After transmission, as in the hitbox emulator.
        Exit = "exit",
    }
}

impl Placement {
    /// The fate of a packet that is lost at this place.
    pub fn lost(self) -> Fate {
        match self {
            Self::Entry => Fate::Refused,
            Self::Exit => Fate::Corrupted,
        }
    }
}

/// Decides the fate of packets that are offered to a link.
pub trait LossRule {
    /// Returns whether any packet can be lost; if not, `fate` is never called.
    fn loses(&mut self) -> bool {
        true
    }
    /// The fate of a packet of `size` bytes. Called for every packet that is offered, so that the buffer doesn't shift
    /// the random draws.
    fn fate(&mut self, size: u32) -> Fate;
}

/// Boxes large rules, to keep ports small.
impl<Rule: LossRule> LossRule for Box<Rule> {
    fn loses(&mut self) -> bool {
        (**self).loses()
    }
    #[inline(never)]
    fn fate(&mut self, size: u32) -> Fate {
        (**self).fate(size)
    }
}

registry! {
    /// Losses on a link, beside those of a full buffer.
    set "loss", "Link loss";
    choice Loss; running RunningLoss; rule LossRule; context Stream;
    members { none::NoLoss, bit_error::BitError, bernoulli::Bernoulli, gilbert_elliott::GilbertElliott, periodic::Periodic }
    dispatch { fn loses() -> bool; fn fate(size: u32) -> Fate; }
}

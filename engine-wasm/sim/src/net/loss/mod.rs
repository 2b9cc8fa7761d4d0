//! Losses on the link itself, beside those of a full buffer.

use crate::kernel::random::Stream;

/// What the link does to a packet.
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
    /// The fate of a packet that is lost there.
    pub fn lost(self) -> Fate {
        match self {
            Self::Entry => Fate::Refused,
            Self::Exit => Fate::Corrupted,
        }
    }
}

/// Decides on packets that are offered to a link.
pub trait LossRule {
    /// Whether any packet may be lost; if not, nothing else is asked.
    fn loses(&mut self) -> bool {
        true
    }
    /// What becomes of a packet of `size` bytes on its way. Asked of every packet that is offered, so that the buffer does
    /// not shift the draws.
    fn fate(&mut self, size: u32) -> Fate;
}

/// What is large stands behind a pointer, so that ports stay small.
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

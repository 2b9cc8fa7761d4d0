//! Independent losses: every packet is lost with the same probability, whatever its size. dummynet drops packets on
//! entry, so a lost packet uses no bandwidth; the hitbox emulator drops them on exit.

use super::{LossRule, Outcome, Placement};
use crate::kernel::random::Stream;
use crate::schema::shape::{Part, number};

described! {
    /// Every packet is lost with the same probability.
    pub struct Bernoulli {
        /// Probability of loss.
        rate: f64 = number("", 0.0, 1.0), default 0.01, label "Loss probability", basic true;
        /// Where packets are lost.
        placement: Placement = Placement::SHAPE, default "entry", label "Lost";
    }
}

/// The losses of one link.
#[derive(Clone, Debug)]
pub struct Running {
    part: Bernoulli,
    stream: Stream,
}

impl Part<Stream> for Bernoulli {
    const LABEL: &'static str = "Independent losses";
    const SOURCE: &'static str = "Fu & Liew 2003; dummynet";
    type Running = Box<Running>;
    fn start(&self, stream: &Stream) -> Box<Running> {
        Box::new(Running { part: self.clone(), stream: stream.clone() })
    }
}

impl LossRule for Running {
    fn outcome(&mut self, _size: u32) -> Outcome {
        if self.stream.uniform() < self.part.rate { self.part.placement.lost() } else { Outcome::Intact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loses_the_configured_share_of_packets() {
        let part = Bernoulli { rate: 0.05, placement: Placement::Entry };
        let mut link = part.start(&Stream::new(1, "loss/test"));
        let n = 100_000;
        let lost = (0..n).filter(|_| link.outcome(40) == Outcome::Refused).count() as f64 / f64::from(n);
        // Five standard errors are 0.0034.
        assert!((lost - 0.05).abs() < 0.003_4, "lost {lost}");
    }
}

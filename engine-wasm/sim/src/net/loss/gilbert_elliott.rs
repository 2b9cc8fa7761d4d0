//! Losses in bursts: the link has a good and a bad state and switches between them with a given probability per packet.
//! A share of `p_bad / (p_bad + p_good)` of the packets meets the bad state, which lasts for `1 / p_good` packets on
//! average.

use super::{LossRule, Outcome, Placement};
use crate::kernel::random::Stream;
use crate::schema::shape::{Part, number};

described! {
    /// Losses in bursts: a good and a bad state, each with its own probability of loss.
    pub struct GilbertElliott {
        /// Probability of changing to the bad state, per packet.
        p_bad: f64 = number("", 0.0, 1.0), default 0.005, label "Probability to turn bad";
        /// Probability of changing to the good state, per packet.
        p_good: f64 = number("", 0.0, 1.0), default 0.5, label "Probability to turn good";
        /// Probability of loss in the good state.
        loss_good: f64 = number("", 0.0, 1.0), default 0.0, label "Loss in the good state";
        /// Probability of loss in the bad state.
        loss_bad: f64 = number("", 0.0, 1.0), default 1.0, label "Loss in the bad state";
        /// Where packets are lost.
        placement: Placement = Placement::SHAPE, default "entry", label "Lost";
    }
}

/// The losses of one link, which starts in the good state.
#[derive(Clone, Debug)]
pub struct Running {
    part: GilbertElliott,
    stream: Stream,
    bad: bool,
}

impl Part<Stream> for GilbertElliott {
    const LABEL: &'static str = "Bursts (Gilbert-Elliott)";
    const SOURCE: &'static str = "Gilbert 1960; Elliott 1963";
    type Running = Box<Running>;
    fn start(&self, stream: &Stream) -> Box<Running> {
        Box::new(Running { part: self.clone(), stream: stream.clone(), bad: false })
    }
}

impl LossRule for Running {
    fn outcome(&mut self, _size: u32) -> Outcome {
        // Always draw twice per packet, so that changing one probability doesn't shift later draws.
        let (turns, loses) = (self.stream.uniform(), self.stream.uniform());
        self.bad = if self.bad { turns >= self.part.p_good } else { turns < self.part.p_bad };
        let loss = if self.bad { self.part.loss_bad } else { self.part.loss_good };
        if loses < loss { self.part.placement.lost() } else { Outcome::Intact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loss_rate_and_burst_length_match_the_markov_chain() {
        let part =
            GilbertElliott { p_bad: 0.01, p_good: 0.25, loss_good: 0.0, loss_bad: 1.0, placement: Placement::Exit };
        let mut link = part.start(&Stream::new(5, "loss/test"));
        let n = 400_000;
        let lost: Vec<bool> = (0..n).map(|_| link.outcome(40) == Outcome::Corrupted).collect();
        let losses = lost.iter().filter(|&&lost| lost).count() as f64;
        let bursts = lost.windows(2).filter(|pair| !pair[0] && pair[1]).count() as f64;
        // 0.01 / 0.26 of the packets are lost, in bursts of 4; the tolerances are five standard errors or more.
        assert!((losses / f64::from(n) - 0.038_46).abs() < 0.004, "rate {}", losses / f64::from(n));
        assert!((losses / bursts - 4.0).abs() < 0.3, "burst {}", losses / bursts);
    }
}

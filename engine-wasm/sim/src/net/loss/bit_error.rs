//! Independent bit errors: a packet of `n` bytes is lost with probability `1 - (1 - BER)^(8 n)`, after it has used
//! buffer space and transmission time.

use super::{LossRule, Outcome};
use crate::kernel::random::Stream;
use crate::schema::shape::{Part, number};

described! {
    /// Every bit is wrong with the same probability; a packet with a wrong bit is discarded after transmission.
    pub struct BitError {
        /// Bit error rate.
        ber: f64 = number("", 0.0, 0.1), default 1e-6, label "Bit error rate";
    }
}

/// The errors of one link.
#[derive(Clone, Debug)]
pub struct Running {
    log_intact_bit: f64,
    stream: Stream,
}

impl Part<Stream> for BitError {
    const LABEL: &'static str = "Bit errors";
    const SOURCE: &'static str = "Ahn et al. 1995, section 4";
    type Running = Box<Running>;
    fn start(&self, stream: &Stream) -> Box<Running> {
        Box::new(Running { log_intact_bit: libm::log1p(-self.ber), stream: stream.clone() })
    }
}

impl LossRule for Running {
    fn outcome(&mut self, size: u32) -> Outcome {
        let lost = -libm::expm1(8.0 * f64::from(size) * self.log_intact_bit);
        if self.stream.uniform() < lost { Outcome::Corrupted } else { Outcome::Intact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_error_rate_of_2_44e_6_loses_one_percent_of_512_byte_packets() {
        let mut link = BitError { ber: 2.44e-6 }.start(&Stream::new(1, "loss/test"));
        let n = 200_000;
        let lost = (0..n).filter(|_| link.outcome(512) == Outcome::Corrupted).count() as f64 / f64::from(n);
        // 1 - (1 - 2.44e-6)^4096 is 0.009944; five standard errors are 0.0011.
        assert!((lost - 0.009_944).abs() < 0.001_1, "lost {lost}");
    }
}

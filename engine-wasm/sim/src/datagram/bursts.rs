//! Blocks of a network file system, as Ahn et al. model them: 8 KB at a time, split into fragments, at exponential
//! intervals. The paper doesn't give the mean interval; one second is an assumption.
//!
//! Every fragment leaves as a packet with a full header; in reality only the first fragment of a datagram carries the
//! UDP header. A block doesn't wait until the previous one has been transmitted.

use super::{Burst, DatagramContext, DatagramRule, PAYLOAD_BYTES};
use crate::kernel::random::Stream;
use crate::schema::limits;
use crate::schema::shape::{Part, integer, number};
use crate::traffic::distributions::{Distribution, SHORTEST_WAIT, seconds_to_wait};

described! {
    /// Blocks of a fixed size at exponential intervals, cut into fragments that are sent back to back.
    pub struct Bursts {
        /// Payload of a block.
        burst_bytes: u32 = integer("bytes", 1, PAYLOAD_BYTES), default 8_192, label "Burst size";
        /// Largest payload of a fragment.
        fragment_bytes: u32 = integer("bytes", 64, PAYLOAD_BYTES), default 1_472, label "Fragment size";
        /// Mean time from one block to the next.
        mean_gap_s: f64 = number("s", 0.001, limits::DURATION_S), default 1.0, label "Mean gap";
    }
}

/// State of the source.
#[derive(Clone, Debug)]
pub struct Running {
    gap: Distribution,
    /// A block; its `wait` is drawn for each burst.
    block: Burst,
    stream: Stream,
}

impl Part<DatagramContext> for Bursts {
    const SOURCE: &'static str = "Ahn et al. 1995, section 5";
    type Running = Running;
    fn start(&self, context: &DatagramContext) -> Running {
        let packets = self.burst_bytes.div_ceil(self.fragment_bytes);
        let last = self.burst_bytes - (packets - 1) * self.fragment_bytes;
        let block = Burst {
            wait: 0,
            packets,
            packet_bytes: self.fragment_bytes + context.header_bytes,
            last_bytes: last + context.header_bytes,
        };
        Running { gap: Distribution::Exponential { mean: self.mean_gap_s }, block, stream: context.stream.clone() }
    }
}

impl DatagramRule for Running {
    fn next_burst(&mut self) -> Option<Burst> {
        let wait = seconds_to_wait(self.gap.draw(&mut self.stream)).max(SHORTEST_WAIT);
        Some(Burst { wait, ..self.block })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{context, waits};
    use super::*;

    fn sizes(burst_bytes: u32, fragment_bytes: u32) -> Vec<u32> {
        let mut source = Bursts { burst_bytes, fragment_bytes, mean_gap_s: 1.0 }.start(&context(1));
        source.next_burst().into_iter().flat_map(Burst::sizes).collect()
    }

    #[test]
    fn splits_a_block_into_full_fragments_and_a_remainder() {
        assert_eq!(sizes(8_192, 1_472), [1_500, 1_500, 1_500, 1_500, 1_500, 860]);
        assert_eq!(sizes(8_192, 512), [540; 16]);
        assert_eq!(sizes(100, 1_472), [128]);
        assert_eq!(sizes(65_507, 64).len(), 1_024);
    }

    #[test]
    fn gaps_are_exponential() {
        let n = 200_000;
        for seed in 0..5 {
            let part = Bursts { burst_bytes: 8_192, fragment_bytes: 1_472, mean_gap_s: 1.0 };
            let waits = waits(part.start(&context(seed)), n);
            let root = (n as f64).sqrt();
            let mean = waits.iter().sum::<u64>() as f64 / n as f64 / 1e9;
            assert!((mean - 1.0).abs() < 5.0 / root, "seed {seed}: mean {mean} s, expected 1 s");
            let median = -1e9 * libm::log(0.5);
            let below = waits.iter().filter(|&&wait| (wait as f64) < median).count() as f64 / n as f64;
            assert!((below - 0.5).abs() < 5.0 * 0.5 / root, "seed {seed}: {below} below the median");
        }
    }
}

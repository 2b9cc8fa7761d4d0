//! FTP as in the background traffic of Ahn et al.: sleep for an exponential time, open a new connection, send one item,
//! wait until it is acknowledged. Item sizes are those of the tcplib library (Danzig & Jamin 1991), measured on
//! wide-area links.
//!
//! The library draws `u` in steps of 1/1000, takes the bin `P[i-1] < u <= P[i]` of a table, draws uniformly inside the
//! bin and drops the fraction. `u` never exceeds 0.999, so the last bin, up to 22 MB, is never drawn: the mean of the
//! draws is 27,041 bytes, while the table's own mean is 39,916. This table is condensed; with the library's own 290
//! bins, these means are 27,013 and 39,861. The first bin can give an item of 0 bytes, which becomes one byte, so that
//! the connection has something to send. The paper doesn't give the mean sleep.

use super::distributions::{Distribution, SHORTEST_WAIT, seconds_to_wait};
use super::{Connection, TrafficContext, TrafficRule};
use crate::kernel::random::Stream;
use crate::schema::limits;
use crate::schema::shape::{Part, integer, number};

/// Cumulative shares of FTP items in thousandths, and the sizes that they don't exceed, bytes.
const ITEM_SIZES: [(u64, u64); 39] = [
    (17, 5),
    (41, 10),
    (67, 20),
    (116, 50),
    (193, 100),
    (226, 150),
    (280, 200),
    (332, 300),
    (389, 400),
    (432, 500),
    (513, 510),
    (525, 610),
    (533, 700),
    (550, 1_000),
    (594, 1_030),
    (639, 1_540),
    (673, 2_060),
    (705, 2_600),
    (743, 4_090),
    (755, 5_000),
    (792, 10_000),
    (818, 15_000),
    (846, 20_000),
    (863, 25_000),
    (877, 30_000),
    (894, 40_000),
    (914, 50_000),
    (939, 95_000),
    (954, 100_000),
    (964, 150_000),
    (970, 200_000),
    (978, 300_000),
    (989, 500_000),
    (993, 800_000),
    (996, 1_050_000),
    (997, 1_200_000),
    (998, 2_200_000),
    (999, 3_700_000),
    (1_000, 22_050_000),
];

described! {
    /// FTP items of sizes from tcplib, each over a new connection after an exponential sleep.
    pub struct TcplibFtp {
        /// Mean sleep between items.
        mean_sleep_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.5, label "Mean sleep";
        /// Number of items; 0 continues until the run ends.
        count: u64 = integer("", 0, 1_000_000_000), default 0, label "Number of items";
    }
}

/// The items started so far.
#[derive(Clone, Debug)]
pub struct Running {
    sleep: Distribution,
    count: u64,
    opened: u64,
    stream: Stream,
}

impl Part<TrafficContext> for TcplibFtp {
    const LABEL: &'static str = "FTP (tcplib)";
    const SOURCE: &'static str = "Ahn et al. 1995, section 5; tcplib (Danzig & Jamin 1991)";
    type Running = Running;
    fn start(&self, context: &TrafficContext) -> Running {
        let sleep = Distribution::Exponential { mean: self.mean_sleep_s };
        Running { sleep, count: self.count, opened: 0, stream: context.stream.clone() }
    }
}

/// The lower and upper edge of the bin for a draw in thousandths, below 1000.
fn bin(thousandths: u64) -> (u64, u64) {
    let index = ITEM_SIZES.partition_point(|&(share, _)| share < thousandths);
    (if index == 0 { 0 } else { ITEM_SIZES[index - 1].1 }, ITEM_SIZES[index].1)
}

fn item_bytes(stream: &mut Stream) -> u64 {
    let (from, to) = bin(stream.below(1_000));
    (from + stream.below(to - from)).max(1)
}

impl TrafficRule for Running {
    fn next_connection(&mut self) -> Option<Connection> {
        if self.count > 0 && self.opened == self.count {
            return None;
        }
        self.opened += 1;
        let wait = seconds_to_wait(self.sleep.draw(&mut self.stream)).max(SHORTEST_WAIT);
        Some(Connection { wait, bytes: Some(item_bytes(&mut self.stream)), in_portions: false })
    }

    fn most_bytes(&mut self) -> Option<u64> {
        Some(bin(999).1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::context;
    use super::*;
    use crate::kernel::seconds;

    /// Bins as (weight in thousandths, lower edge, upper edge).
    fn bins() -> impl Iterator<Item = (u64, u64, u64)> {
        let before = std::iter::once((0, 0)).chain(ITEM_SIZES);
        before.zip(ITEM_SIZES).map(|((p, from), (q, to))| (q - p, from, to))
    }

    #[test]
    fn the_mean_of_the_condensed_table_is_close_to_that_of_the_library() {
        // Twice the mean in thousandths of a byte, so that all numbers are whole.
        let doubled = |bins: usize| self::bins().take(bins).map(|(weight, from, to)| weight * (from + to)).sum::<u64>();
        assert_eq!(doubled(38), 54_082_375); // 27,041.1875 bytes; 27,013 with the library's bins
        assert_eq!(doubled(39), 79_832_375); // 39,916.1875 bytes; 39,861 with the library's bins
    }

    #[test]
    fn a_draw_selects_the_first_bin_whose_share_it_does_not_exceed() {
        assert_eq!(bin(0), (0, 5));
        assert_eq!(bin(17), (0, 5));
        assert_eq!(bin(18), (5, 10));
        assert_eq!(bin(432), (400, 500));
        assert_eq!(bin(433), (500, 510));
        assert_eq!(bin(513), (500, 510));
        assert_eq!(bin(998), (1_200_000, 2_200_000));
        assert_eq!(bin(999), (2_200_000, 3_700_000));
    }

    #[test]
    fn sizes_match_the_moments_and_quantiles_of_the_table() {
        // u = 0 falls into the first bin, so its weight is 18; the last bin is never drawn. Sizes are whole numbers,
        // uniform from `from` to `to - 1`; in a fifth of the first bin, 0 becomes 1.
        let drawn = || bins().take(38).enumerate().map(|(n, (weight, ..))| weight + u64::from(n == 0)).zip(bins());
        let mean = drawn().map(|(w, (_, from, to))| (w * (from + to - 1)) as f64).sum::<f64>() / 2_000.0 + 0.018 / 5.0;
        assert!((mean - 27_040.693_6).abs() < 1e-6, "{mean}");
        let square = |from: f64, to: f64| (to * to + to * from + from * from) / 3.0;
        let squares =
            drawn().map(|(w, (_, from, to))| w as f64 * square(from as f64, to as f64)).sum::<f64>() / 1_000.0;
        let deviation = (squares - mean * mean).sqrt();
        let n = 1_000_000_usize;
        for seed in 0..3 {
            let mut stream = Stream::new(seed, "traffic/ftp");
            let mut sizes: Vec<u64> = (0..n).map(|_| item_bytes(&mut stream)).collect();
            let sampled = sizes.iter().sum::<u64>() as f64 / n as f64;
            let allowed = 5.0 * deviation / (n as f64).sqrt();
            assert!((sampled - mean).abs() < allowed, "seed {seed}: mean {sampled}, expected {mean} +- {allowed}");
            sizes.sort_unstable();
            assert_eq!(sizes[n / 2], 508, "seed {seed}");
            for (share, size) in &ITEM_SIZES[..38] {
                let expected = (share + 1) as f64 / 1_000.0;
                let below = sizes.partition_point(|bytes| bytes < size) as f64 / n as f64;
                let allowed = 5.0 * (expected * (1.0 - expected) / n as f64).sqrt();
                assert!(
                    (below - expected).abs() <= allowed,
                    "seed {seed}: a share {below} is below {size} bytes, expected {expected}"
                );
            }
            assert!(sizes[0] == 1 && sizes[n - 1] < 3_700_000);
        }
    }

    #[test]
    fn every_item_follows_a_sleep_and_the_count_limits_the_items() {
        let mut source = TcplibFtp { mean_sleep_s: 0.5, count: 10_000 }.start(&context(7));
        let sleeps: Vec<f64> = std::iter::from_fn(|| source.next_connection()).map(|item| seconds(item.wait)).collect();
        assert_eq!(sleeps.len(), 10_000);
        let mean = sleeps.iter().sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 5.0 * 0.5 / 100.0, "seed 7: mean {mean} s, expected 0.5 s");
    }

    #[test]
    fn the_mean_sleep_does_not_affect_the_sizes() {
        let sizes = |mean_sleep_s| {
            let mut source = TcplibFtp { mean_sleep_s, count: 100 }.start(&context(3));
            std::iter::from_fn(|| source.next_connection()).map(|item| item.bytes).collect::<Vec<_>>()
        };
        assert_eq!(sizes(0.0), sizes(3.0));
    }
}

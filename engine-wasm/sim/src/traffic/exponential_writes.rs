//! An application that produces data in bursts at a fixed rate, and writes it to one connection: ns-2's exponential
//! on/off source over TCP. Each write is one full segment; the rate counts payload. Data that can't be sent yet waits
//! in the sender.

use super::on_off::OnOff;
use super::pace::Pace;
use super::{Connection, TrafficContext, TrafficRule, Write};
use crate::schema::limits;
use crate::schema::shape::{Part, integer, number};

described! {
    /// One connection to which an application writes segments at a fixed rate in bursts of exponential length.
    pub struct ExponentialWrites {
        /// Rate of payload within a burst; never more than one segment per us.
        rate_bps: u64 = integer("bit/s", 100, 10_000_000_000), default 100_000;
        /// Mean length of a burst, at least one segment.
        mean_on_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.5, label "Mean burst";
        /// Mean silence between bursts.
        mean_off_s: f64 = number("s", 0.0, limits::DURATION_S), default 0.5, label "Mean silence";
    }
}

/// The connection and its writes.
#[derive(Clone, Debug)]
pub struct Running {
    opened: bool,
    writes: OnOff,
}

impl Part<TrafficContext> for ExponentialWrites {
    const LABEL: &'static str = "On/off writes";
    const SOURCE: &'static str = "ns-2, Application/Traffic/Exponential";
    type Running = Running;
    fn start(&self, context: &TrafficContext) -> Running {
        let pace = Pace::new(context.smss_bytes, self.rate_bps);
        let writes = OnOff::exponential(pace, self.mean_on_s, self.mean_off_s, context.stream.clone());
        Running { opened: false, writes }
    }
}

impl TrafficRule for Running {
    fn next_connection(&mut self) -> Option<Connection> {
        let first = !std::mem::replace(&mut self.opened, true);
        first.then_some(Connection { wait: 0, bytes: None, in_portions: true })
    }

    fn next_write(&mut self) -> Option<Write> {
        Some(Write { wait: self.writes.next_wait(), segments: 1 })
    }

    fn most_bytes(&mut self) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::context;
    use super::*;
    use crate::kernel::Nanos;

    #[test]
    fn one_connection_gets_segments_at_the_configured_rate() {
        let part = ExponentialWrites { rate_bps: 1_000_000, mean_on_s: 1e6, mean_off_s: 0.0 };
        let mut source = part.start(&context(1));
        assert_eq!(source.next_connection(), Some(Connection { wait: 0, bytes: None, in_portions: true }));
        assert_eq!(source.next_connection(), None);
        // 512 bytes at 1 Mbit/s.
        let writes = [0; 3].map(|_| source.next_write());
        assert_eq!(writes, [Some(Write { wait: 4_096_000, segments: 1 }); 3]);
    }

    #[test]
    fn being_on_half_the_time_gives_half_the_rate() {
        // A cycle has 122 segments and 0.5 s of silence on average; rounding adds 0.004 segments.
        let part = ExponentialWrites { rate_bps: 1_000_000, mean_on_s: 0.5, mean_off_s: 0.5 };
        for seed in 0..5 {
            let mut source = part.start(&context(seed));
            let n = 1_000_000;
            let time: Nanos = (0..n).map(|_| source.next_write().map_or(0, |write| write.wait)).sum();
            let rate = f64::from(n) * 4_096.0 / (time as f64 / 1e9);
            // The run has n / 122 = 8200 cycles; the standard deviation of a cycle's rate is less than the rate.
            assert!(
                (rate / 500_000.0 - 1.0).abs() < 5.0 / 8_200_f64.sqrt(),
                "seed {seed}: {rate} bit/s, expected 500,000"
            );
        }
    }
}

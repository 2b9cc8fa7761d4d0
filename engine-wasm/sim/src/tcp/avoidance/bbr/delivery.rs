//! Rate samples (Cheng, Cardwell et al., draft-cheng-iccrg-delivery-rate-estimation). Every segment records how much
//! had been delivered when it was sent, so its ACK shows how much has been delivered since. The rate is that amount
//! divided by the longer of two intervals. One is the time from the last ACK before the segment was sent to the
//! segment's own ACK. The other is the time between the transmissions of the two segments that these ACKs report. So a
//! burst of ACKs can't give a rate above the sending rate.
//!
//! If the receiver sends no SACK blocks, every duplicate ACK counts as one delivered segment, as in Linux. `ahead` is
//! the number of segments counted but not yet covered by the cumulative ACK. It prevents counting a segment twice, even
//! when the sender discards its SACK blocks at a timeout.

use std::collections::VecDeque;

use super::rate::Rate;
use crate::kernel::Nanos;
use crate::tcp::{Ack, Flight};

/// The record of a segment's latest transmission.
#[derive(Clone, Copy, Debug)]
struct Record {
    sent_at: Nanos,
    retransmission: bool,
    delivered: u64,
    delivered_at: Nanos,
    /// Start of the send interval: when the segment that gave the previous sample was sent.
    first_sent_at: Nanos,
    app_limited: bool,
}

/// The measurements of one ACK.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Arrival time of the ACK.
    pub now: Nanos,
    /// Segments that it is the first to report as delivered.
    pub delivered: u32,
    /// Total segments delivered so far.
    pub total: u64,
    /// Total segments delivered when the segment that gives the rate was sent.
    pub before: u64,
    /// Rate at which segments were delivered since then.
    pub rate: Option<Rate>,
    /// The sender was application-limited when that segment was sent.
    pub app_limited: bool,
    /// Segments in flight before the ACK. Lost ones count until they are retransmitted and delivered, unless RACK marks
    /// them.
    pub in_flight_before: u32,
    /// Segments in flight after it.
    pub in_flight: u32,
    /// RTT sample.
    pub rtt: Option<Nanos>,
    /// Segments that RACK marks lost at this ACK.
    pub lost: u32,
}

/// Measures how fast segments are delivered.
#[derive(Clone, Debug, Default)]
pub struct Delivery {
    first: u32,
    records: VecDeque<Record>,
    delivered: u64,
    delivered_at: Nanos,
    first_sent_at: Nanos,
    /// Samples count as application-limited until more than this is delivered.
    app_limited_until: Option<u64>,
    /// Segments above `snd_una` that were already counted as delivered.
    ahead: u32,
    sack_seen: bool,
    min_rtt: Option<Nanos>,
}

impl Delivery {
    /// Records a transmission. Returns whether the sender restarts after an application-limited idle period.
    pub fn on_send(&mut self, seq: u32, now: Nanos) -> bool {
        let idle = self.records.is_empty();
        if idle {
            self.first = seq;
            self.delivered_at = now;
            self.first_sent_at = now;
        }
        let index = seq.saturating_sub(self.first) as usize;
        let record = Record {
            sent_at: now,
            retransmission: index < self.records.len(),
            delivered: self.delivered,
            delivered_at: self.delivered_at,
            first_sent_at: self.first_sent_at,
            app_limited: self.app_limited_until.is_some(),
        };
        match self.records.get_mut(index) {
            Some(outstanding) => *outstanding = record,
            None => self.records.push_back(record),
        }
        idle && self.app_limited_until.is_some()
    }

    /// Marks the samples of the `in_flight` segments, and of those sent until they are delivered, as
    /// application-limited. Their rates don't measure the path, because the sender has no more data or deliberately
    /// sends less.
    pub fn mark_app_limited(&mut self, in_flight: u32) {
        self.app_limited_until = Some(self.delivered + u64::from(in_flight));
    }

    /// Segments in the network. `in_flight` is the sender's own count; without SACK blocks it still includes segments
    /// that duplicate ACKs have shown to have left the network.
    pub fn in_flight(&self, in_flight: u32) -> u32 {
        if self.sack_seen { in_flight } else { in_flight.saturating_sub(self.ahead) }
    }

    /// Segments delivered so far.
    pub fn total(&self) -> u64 {
        self.delivered
    }

    /// One past the highest segment ever sent.
    pub fn sent_end(&self) -> u32 {
        self.first + self.records.len() as u32
    }

    /// Returns whether the receiver has sent SACK blocks.
    pub fn sack_seen(&self) -> bool {
        self.sack_seen
    }

    /// Segments above the first outstanding one that have left the network.
    pub fn ahead(&self) -> u32 {
        self.ahead
    }

    /// Processes an acknowledgment. `after_timeout` is set after a timeout until everything sent before it is
    /// acknowledged.
    pub fn on_ack(&mut self, ack: &Ack, flight: &Flight, after_timeout: bool) -> Sample {
        self.sack_seen |= ack.delivered > ack.acked;
        let delivered = self.count(ack, after_timeout);
        self.ahead = (self.ahead + delivered).saturating_sub(ack.acked);
        self.delivered += u64::from(delivered);
        if self.app_limited_until.is_some_and(|until| self.delivered > until) {
            self.app_limited_until = None;
        }
        // After a timeout the sender retransmits everything, and its count no longer includes segments that the
        // receiver has.
        let in_flight = if after_timeout { flight.segments } else { self.in_flight(flight.segments) };
        let mut sample = Sample {
            now: ack.now,
            delivered,
            total: self.delivered,
            lost: flight.lost,
            in_flight_before: in_flight + delivered,
            in_flight,
            rtt: ack.rtt,
            ..Sample::default()
        };
        if delivered > 0 {
            self.delivered_at = ack.now;
            if let Some(record) = flight.latest.and_then(|seq| self.record(seq)) {
                self.sample(&record, &mut sample);
            }
        }
        while self.first < ack.snd_una && self.records.pop_front().is_some() {
            self.first += 1;
        }
        sample
    }

    fn count(&self, ack: &Ack, after_timeout: bool) -> u32 {
        match (self.sack_seen, ack.acked) {
            (true, _) => ack.delivered,
            (false, 0) if after_timeout => 0,
            (false, 0) => u32::from(self.ahead + 1 < ack.in_transit),
            (false, _) => ack.delivered - self.ahead.min(ack.delivered.saturating_sub(1)),
        }
    }

    fn record(&self, seq: u32) -> Option<Record> {
        self.records.get(seq.checked_sub(self.first)? as usize).copied()
    }

    fn sample(&mut self, record: &Record, sample: &mut Sample) {
        self.first_sent_at = record.sent_at;
        sample.before = record.delivered;
        sample.app_limited = record.app_limited;
        if !record.retransmission {
            let rtt = sample.now - record.sent_at;
            self.min_rtt = Some(self.min_rtt.map_or(rtt, |min_rtt| min_rtt.min(rtt)));
        }
        let send_interval = record.sent_at - record.first_sent_at;
        let ack_interval = sample.now - record.delivered_at;
        let interval = send_interval.max(ack_interval);
        // An interval below the smallest RTT is impossible: the segment was retransmitted unnecessarily, and the ACK is
        // for the original.
        if self.min_rtt.is_none_or(|min_rtt| interval >= min_rtt) {
            sample.rate = Rate::new((self.delivered - record.delivered) as f64, interval);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::MILLISECOND;

    const MS: u64 = MILLISECOND;

    fn ack(now_ms: u64, una: u32, acked: u32, nxt: u32) -> Ack {
        Ack {
            now: now_ms * MS,
            acked,
            delivered: acked,
            snd_una: una,
            snd_nxt: nxt,
            in_transit: nxt + 1 - una,
            ..Ack::default()
        }
    }

    /// Processes an ACK without SACK blocks.
    fn acknowledged(delivery: &mut Delivery, ack: Ack) -> Sample {
        let latest = (ack.acked > 0).then(|| ack.snd_una - 1);
        delivery.on_ack(&ack, &Flight { segments: ack.snd_nxt - ack.snd_una, latest, ..Flight::default() }, false)
    }

    fn rate(segments: u32, ms: u64) -> Option<Rate> {
        Rate::new(f64::from(segments), ms * MS)
    }

    /// Sends ten segments at time 0; their ACKs arrive from 40 ms on, one per ms.
    fn ten_acked() -> Delivery {
        let mut delivery = Delivery::default();
        (0..10).for_each(|seq| _ = delivery.on_send(seq, 0));
        for n in 1..=10 {
            let sample = acknowledged(&mut delivery, ack(39 + u64::from(n), n, 1, 10));
            assert_eq!((sample.delivered, sample.total, sample.before), (1, u64::from(n), 0));
            assert_eq!(sample.rate, rate(n, 39 + u64::from(n)));
            assert_eq!((sample.in_flight_before, sample.in_flight), (11 - n, 10 - n));
        }
        delivery
    }

    #[test]
    fn divides_delivered_segments_by_the_time_since_the_segment_was_sent() {
        let mut delivery = ten_acked();
        // The pipe was empty, so the clock restarts and only these two segments count.
        delivery.on_send(10, 100 * MS);
        delivery.on_send(11, 110 * MS);
        assert_eq!(acknowledged(&mut delivery, ack(140, 11, 1, 12)).rate, rate(1, 40));
        // Segment 11 was sent before that ACK: 2 delivered in the 50 ms since the first send.
        assert_eq!(acknowledged(&mut delivery, ack(150, 12, 1, 12)).rate, rate(2, 50));
    }

    #[test]
    fn ack_bursts_give_no_rate_above_the_sending_rate() {
        let mut delivery = Delivery::default();
        // Sent 10 ms apart from 0 to 90 ms; the first is acknowledged at 40 ms, all others at 131 ms.
        (0..=4).for_each(|seq| _ = delivery.on_send(seq, u64::from(seq) * 10 * MS));
        acknowledged(&mut delivery, ack(40, 1, 1, 5));
        (5..10).for_each(|seq| _ = delivery.on_send(seq, u64::from(seq) * 10 * MS));
        acknowledged(&mut delivery, ack(131, 9, 8, 10));
        // Segment 9 was sent after the first ACK: 9 segments, with a send interval of 90 ms and an ACK interval of 91
        // ms.
        assert_eq!(acknowledged(&mut delivery, ack(131, 10, 1, 10)).rate, rate(9, 91));
        // With ACKs only 60 ms apart, the send interval of 110 ms is the longer one.
        let record = Record {
            sent_at: 120 * MS,
            retransmission: true,
            delivered: 1,
            delivered_at: 100 * MS,
            first_sent_at: 10 * MS,
            app_limited: false,
        };
        let mut sample = Sample { now: 160 * MS, ..Sample::default() };
        delivery.sample(&record, &mut sample);
        assert_eq!(sample.rate, rate(9, 110));
    }

    #[test]
    fn an_ack_after_less_than_the_smallest_rtt_gives_no_rate() {
        let mut delivery = ten_acked();
        delivery.on_send(10, 100 * MS);
        // An ACK had arrived and a segment had been sent just before the retransmission.
        delivery.delivered_at = 299 * MS;
        delivery.first_sent_at = 299 * MS;
        delivery.on_send(10, 300 * MS);
        let sample = acknowledged(&mut delivery, ack(310, 11, 1, 11));
        assert_eq!((sample.delivered, sample.rate), (1, None));
    }

    #[test]
    fn without_sack_each_duplicate_ack_counts_one_segment_once() {
        let mut delivery = Delivery::default();
        (0..10).for_each(|seq| _ = delivery.on_send(seq, 0));
        let counted: Vec<u32> = (0..12).map(|n| acknowledged(&mut delivery, ack(40 + n, 0, 0, 10)).delivered).collect();
        assert_eq!(counted, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0], "no more than were sent");
        assert_eq!((delivery.ahead(), delivery.in_flight(10)), (10, 0));
        delivery.ahead = 9;
        let sample = acknowledged(&mut delivery, ack(90, 10, 10, 10));
        assert_eq!((sample.delivered, delivery.ahead, delivery.sack_seen()), (1, 0, false));
    }

    #[test]
    fn counts_sack_blocks_on_arrival_and_not_again_after_a_timeout() {
        let mut delivery = Delivery::default();
        (0..10).for_each(|seq| _ = delivery.on_send(seq, 0));
        let sacked = Ack { delivered: 3, ..ack(40, 0, 0, 10) };
        let sample = delivery.on_ack(&sacked, &Flight { segments: 7, latest: Some(4), ..Flight::default() }, false);
        assert_eq!((sample.delivered, sample.in_flight, delivery.sack_seen()), (3, 7, true));
        assert_eq!(sample.rate, rate(3, 40));
        // After the timeout the sender goes back to segment 0 and discards the blocks. The ACK of 0 to 4 is the first to
        // report two of them.
        delivery.on_send(0, 300 * MS);
        let sample = delivery.on_ack(
            &Ack { delivered: 2, ..ack(340, 5, 5, 5) },
            &Flight { latest: Some(0), ..Flight::default() },
            true,
        );
        assert_eq!((sample.delivered, sample.total, delivery.ahead), (2, 5, 0));
    }

    #[test]
    fn samples_stay_app_limited_until_the_flight_is_delivered() {
        let mut delivery = ten_acked();
        delivery.mark_app_limited(0);
        assert!(delivery.on_send(10, 100 * MS), "a restart after an application-limited idle period");
        assert!(!delivery.on_send(11, 100 * MS));
        assert!(acknowledged(&mut delivery, ack(140, 11, 1, 12)).app_limited);
        assert!(acknowledged(&mut delivery, ack(140, 12, 1, 12)).app_limited);
        delivery.on_send(12, 150 * MS);
        assert!(!acknowledged(&mut delivery, ack(190, 13, 1, 13)).app_limited);
    }
}

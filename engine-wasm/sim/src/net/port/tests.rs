//! Compares a port with calculations by hand: transmitting a packet of 552 bytes at 800 kbit/s takes 5.52 ms, and
//! propagation takes 50 ms.

use super::*;
use crate::net::Payload;
use crate::net::loss::Loss;
use crate::net::queue::{PortContext, Queue};
use crate::net::route::END;
use crate::schema::typed::Typed;

fn hitbox(buffer: u64) -> TestLink {
    let queue: Queue =
        Typed::from_value(&serde_json::json!({"kind": "drop_tail_bytes", "limit_bytes": buffer})).unwrap();
    let loss: Loss = Typed::from_value(&serde_json::json!({"kind": "none"})).unwrap();
    let stream = crate::kernel::random::Stream::new(1, "test");
    let context = PortContext { rate_bps: 800_000, delay: 50_000_000, stream: stream.clone() };
    let port = Port::new(800_000, 50_000_000, Clock::with_phase(0, 0), queue.start(&context), loss.start(&stream));
    TestLink { port, packets: Packets::default() }
}

fn segment(number: u32) -> Packet {
    Packet {
        flow: 0,
        place: 0,
        connection: 0,
        ecn: Ecn::NotCapable,
        corrupted: false,
        scripted: false,
        size: 552,
        payload: Payload::Data { seq: number, cwr: false, timestamp: crate::tcp::timestamps::Timestamp::default() },
    }
}

/// A port, and a packet store for its link alone.
struct TestLink {
    port: Port,
    packets: Packets,
}

impl TestLink {
    fn offer(&mut self, now: Nanos, order: u64, packet: Packet) -> Offer {
        let id = self.packets.add(packet);
        let offer = self.port.offer(now, Rank::new(order, END), id, &mut self.packets);
        if matches!(offer, Offer::Full | Offer::Refused) {
            self.packets.remove(id);
        }
        offer
    }

    fn settle(&mut self, now: Nanos, left: impl FnMut(Nanos, Backlog)) {
        self.port.settle(now, &self.packets, left);
    }

    /// Returns the head if its arrival time has changed.
    fn set_link(&mut self, now: Nanos, rate_bps: u64, delay: Nanos) -> Option<(Nanos, u64)> {
        let changed = self.port.set_link(now, rate_bps, delay, &mut self.packets);
        self.head().filter(|_| changed)
    }

    fn head(&self) -> Option<(Nanos, u64)> {
        self.port.head().map(|(_, due)| (due.time, due.rank.order()))
    }

    fn totals(&self, now: Nanos) -> PortTotals {
        self.port.totals(now, &self.packets)
    }

    /// Delivers the head; returns when the next packet arrives, and its order number.
    fn next_head(&mut self) -> Option<(Nanos, u64)> {
        let (id, _) = self.port.head()?;
        self.port.deliver(&mut self.packets[id]);
        self.packets.remove(id);
        self.head()
    }

    /// Arrival times of the packets on the link.
    fn arrivals(&self) -> Vec<Nanos> {
        self.port.in_transit(&self.packets).map(|(_, due)| due.time).collect()
    }

    /// Departure times of the packets in the buffer.
    fn departures(&self) -> Vec<Nanos> {
        self.port.buffered(&self.packets).map(|(_, transit)| transit.until).collect()
    }
}

#[test]
fn the_second_of_two_simultaneous_packets_waits_for_the_first() {
    let mut link = hitbox(16_384);
    // 552 bytes at 800 kbit/s take 5.52 ms: Q is 0 for the first packet and 5.52 ms for the second.
    assert_eq!(link.offer(0, 0, segment(0)), Offer::Accepted);
    assert_eq!((link.head(), link.port.transmitter.free_at()), (Some((55_520_000, 0)), 5_520_000));
    assert_eq!(link.offer(0, 1, segment(1)), Offer::Accepted);
    assert_eq!((link.head(), link.port.carried()), (Some((55_520_000, 0)), 2));
    link.settle(55_520_000, |_, _| {});
    assert_eq!(link.next_head(), Some((5_520_000 * 2 + 50_000_000, 1)));
}

#[test]
fn a_buffer_of_16384_bytes_admits_29_packets_of_552_and_drops_the_30th() {
    let mut link = hitbox(16_384);
    for number in 0..29 {
        assert_ne!(link.offer(0, u64::from(number), segment(number)), Offer::Full, "packet {number}");
    }
    assert_eq!(link.offer(0, 29, segment(29)), Offer::Full);
    // Once the first packet has been transmitted, there is room for one more.
    link.settle(5_520_000, |_, _| {});
    assert_ne!(link.offer(5_520_000, 30, segment(30)), Offer::Full);
    assert_eq!(link.offer(5_520_000, 31, segment(31)), Offer::Full);
}

#[test]
fn the_release_clock_adds_jitter_but_does_not_lower_the_rate() {
    let mut link = hitbox(1 << 20);
    link.port.rules().release = Clock::with_phase(1_000_000, 250_000);
    link.port.set_limit();
    for number in 0..100 {
        link.offer(0, number, segment(number as u32));
    }
    let mut arrives = 56_250_000;
    for number in 1..100u64 {
        let exact = 50_000_000 + 5_520_000 * (number + 1);
        link.settle(arrives, |_, _| {});
        arrives = link.next_head().unwrap().0;
        assert!(
            (exact..exact + 1_000_000).contains(&arrives),
            "packet {number} arrives at {arrives}, expected {exact} to 1 ms later"
        );
    }
    assert_eq!(arrives, 602_250_000);
}

/// A link with three packets, offered at time 0.
fn with_three_packets() -> TestLink {
    let mut link = hitbox(16_384);
    for number in 0..3 {
        link.offer(0, number, segment(number as u32));
    }
    link
}

#[test]
fn halving_the_rate_doubles_the_remaining_time_of_a_packet() {
    let mut link = with_three_packets();
    link.settle(2_760_000, |_, _| {});
    // 276 bytes remain: 5.52 ms at half the rate; the other packets take 11.04 ms each.
    assert_eq!(link.set_link(2_760_000, 400_000, 50_000_000), Some((58_280_000, 0)));
    assert_eq!(link.departures(), [8_280_000, 19_320_000, 30_360_000]);
    assert_eq!(link.arrivals(), [58_280_000, 69_320_000, 80_360_000]);
    assert_eq!(link.totals(2_760_000).busy, 2_760_000);
    // A later packet queues behind them, and busy time and contents stay exact.
    link.offer(10_000_000, 3, segment(3));
    let mut left = Vec::new();
    link.settle(100_000_000, |when, backlog| left.push((when, backlog.packets)));
    assert_eq!(left, [(8_280_000, 3), (19_320_000, 2), (30_360_000, 1), (41_400_000, 0)]);
    let totals = link.totals(100_000_000);
    assert_eq!(totals.busy, 41_400_000);
    assert_eq!(totals.occupancy.packet_time, 8_280_000.0 + 19_320_000.0 + 30_360_000.0 + 31_400_000.0);
    assert_eq!(totals.occupancy.byte_time, 552.0 * totals.occupancy.packet_time);
}

#[test]
fn fractions_of_a_nanosecond_survive_a_rate_change() {
    let mut link = hitbox(16_384);
    link.set_link(0, 700_000, 0);
    link.offer(0, 0, segment(0));
    link.offer(0, 1, segment(1));
    // 4416 bits at 700 kbit/s: 6.308571428... ms, and twice that.
    assert_eq!(link.departures(), [6_308_571, 12_617_142]);
    link.settle(1_000_000, |_, _| {});
    // 700 bits are sent; 3716 at 300 kbit/s take 12.38666666... ms, the next 14.72 ms.
    link.set_link(1_000_000, 300_000, 0);
    assert_eq!(link.departures(), [13_386_666, 28_106_666]);
    link.settle(13_400_000, |_, _| {});
    link.set_link(13_400_000, 100_000, 0);
    // 4 bits of the second packet were sent in the last 13.333 us; the other 4412 at 100 kbit/s take 44.12 ms.
    assert_eq!(link.departures(), [57_520_000]);
}

#[test]
fn a_rate_change_drops_the_fraction_of_the_previous_packet() {
    let mut link = hitbox(16_384);
    link.set_link(0, 700_000, 0);
    link.offer(0, 0, segment(0));
    link.offer(0, 1, segment(1));
    // The first packet counts as sent 0.43 ns early; at the new rate, that remainder would take 3 us.
    link.settle(6_308_571, |_, _| {});
    link.set_link(6_308_571, 100, 0);
    assert_eq!(link.departures(), [6_308_571 + 44_160_000_000]);
}

#[test]
fn a_rate_restored_at_the_same_time_changes_nothing() {
    let mut link = with_three_packets();
    let before = (link.departures(), link.arrivals(), link.port.transmitter.residue(), link.totals(0).busy);
    link.settle(2_000_000, |_, _| {});
    assert!(link.set_link(2_000_000, 123_457, 50_000_000).is_some());
    assert_eq!(link.set_link(2_000_000, 800_000, 50_000_000), Some((55_520_000, 0)));
    assert_eq!((link.departures(), link.arrivals(), link.port.transmitter.residue(), link.totals(0).busy), before);
}

#[test]
fn an_outage_delays_packets_and_drops_none() {
    let mut link = with_three_packets();
    link.settle(2_760_000, |_, _| {});
    link.set_link(2_760_000, 100, 50_000_000);
    assert_eq!(link.departures()[0], 2_760_000 + 22_080_000_000);
    // A second later: 100 bits of 2208 have been sent, 2108 bits take 2.635 ms.
    link.settle(1_002_760_000, |_, _| {});
    assert_eq!(link.set_link(1_002_760_000, 800_000, 50_000_000), Some((1_055_395_000, 0)));
    assert_eq!(link.departures(), [1_005_395_000, 1_010_915_000, 1_016_435_000]);
    link.settle(1_055_395_000, |_, _| {});
    assert_eq!(link.next_head(), Some((1_060_915_000, 1)));
}

#[test]
fn a_shorter_delay_applies_to_later_packets_but_they_do_not_overtake() {
    let mut link = with_three_packets();
    link.settle(6_000_000, |_, _| {});
    // The first packet has been sent and keeps its arrival time; the others would overtake it.
    assert_eq!(link.set_link(6_000_000, 800_000, 1_000_000), None);
    assert_eq!(link.arrivals(), [55_520_000, 55_520_000, 55_520_000]);
    link.settle(20_000_000, |_, _| {});
    link.offer(20_000_000, 3, segment(3));
    link.settle(60_000_000, |_, _| {});
    link.offer(60_000_000, 4, segment(4));
    assert_eq!(link.arrivals()[3..], [55_520_000, 66_520_000]);
    // A longer delay applies to the packet in the buffer, but not to those that have been sent.
    assert_eq!(link.set_link(60_000_000, 800_000, 90_000_000), None);
    assert_eq!(link.arrivals()[3..], [55_520_000, 155_520_000]);
}

#[test]
fn a_scripted_drop_happens_at_the_entry_and_does_not_shift_random_losses() {
    let lossy = || {
        let mut link = hitbox(1 << 20);
        let loss: Loss = Typed::from_value(&serde_json::json!(
            {"kind": "bernoulli", "rate": 0.3, "placement": "entry"}))
        .unwrap();
        link.port.set_loss(loss.start(&Stream::new(1, "loss/test")));
        link
    };
    let refused = |link: &mut TestLink| -> Vec<u64> {
        let offer = |number: &u64| link.offer(0, *number, segment(*number as u32)) == Offer::Refused;
        (0..100).filter(offer).collect()
    };
    let mut unscripted = refused(&mut lossy());
    assert!(!unscripted.contains(&20), "{unscripted:?}");
    let mut link = lossy();
    link.port.set_script(Script::of_segment(0, 20));
    let scripted = refused(&mut link);
    unscripted.push(20);
    unscripted.sort_unstable();
    assert_eq!(scripted, unscripted);
    assert_eq!(link.totals(0).counts.refused, scripted.len() as u64);
}

#[test]
fn a_port_fills_three_cache_lines() {
    assert_eq!(size_of::<Port>(), 3 * 64);
}

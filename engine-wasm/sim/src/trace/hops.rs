//! Packets at both ends of the links, for views that draw packets in motion. They are recorded only during the window
//! that a scenario requests, because these rows outnumber all others combined.
//!
//! A packet that enters a link within the window gets a row at both ends, even if it arrives after the window. A packet
//! that entered before the window gets no rows. So the packets offered to a link are the dropped ones, the arrived ones
//! and those still on it.

use super::tables::{HopEvent, Hops, PacketKind};
use crate::kernel::{Nanos, from_seconds, seconds};
use crate::net::Payload;
use crate::scenario::HopWindow;
use crate::schema::limits;

/// Decides which hops are recorded: those within a window, up to a limit.
#[derive(Clone, Debug)]
pub struct HopRecord {
    from: Nanos,
    to: Nanos,
    /// Packets that may still be recorded.
    left: u64,
    /// Order number and time of the first packet that exceeded the limit.
    stopped: Option<(u64, Nanos)>,
}

/// A packet at one end of a link.
#[derive(Clone, Copy, Debug)]
pub struct Hop {
    /// Index of the directed link.
    pub link: u32,
    /// Index of the flow or source.
    pub flow: u16,
    /// The packet's contents.
    pub payload: Payload,
    /// Time at which it entered the link.
    pub since: Nanos,
    /// The packet's order number: packets are numbered as they enter links.
    pub order: u64,
}

impl HopRecord {
    /// Creates a record for this window; it stays empty if no rows are kept.
    pub fn new(window: &HopWindow, max_rows: u64) -> Self {
        // Each packet has two rows: offered, then arrived or dropped.
        let left = max_rows.min(limits::HOP_ROWS) / 2;
        Self { from: from_seconds(window.from_s), to: from_seconds(window.to_s), left, stopped: None }
    }

    /// Creates a record of all packets that enter a link before `to`.
    pub fn until(to: Nanos) -> Self {
        Self { from: 0, to, left: u64::MAX, stopped: None }
    }

    /// Records that a packet enters a link. Returns whether it was recorded.
    pub fn offered(&mut self, hop: &Hop, rows: &mut Hops) -> bool {
        if !self.covers(hop) {
            return false;
        }
        if self.left == 0 {
            self.stopped = Some((hop.order, hop.since));
            return false;
        }
        self.left -= 1;
        push(rows, hop.since, hop, HopEvent::Offered);
        true
    }

    /// Records that a packet arrives at the far end of its link.
    pub fn arrived(&self, now: Nanos, hop: &Hop, rows: &mut Hops) {
        if self.covers(hop) {
            push(rows, now, hop, HopEvent::Arrived);
        }
    }

    fn covers(&self, hop: &Hop) -> bool {
        (self.from..self.to).contains(&hop.since) && self.stopped.is_none_or(|(order, _)| hop.order < order)
    }

    /// Time from which hops are missing because there were too many.
    pub fn stopped_at_s(&self) -> Option<f64> {
        self.stopped.map(|(_, at)| seconds(at))
    }
}

/// Adds a row.
pub fn push(rows: &mut Hops, now: Nanos, hop: &Hop, event: HopEvent) {
    let (kind, seq) = match hop.payload {
        Payload::Data { seq, .. } => (PacketKind::Data, seq),
        Payload::Ack { next, .. } => (PacketKind::Ack, next),
        Payload::Datagram(number) => (PacketKind::Datagram, number),
    };
    rows.push(seconds(now), hop.link as u16, hop.flow, event as u8, kind as u8, seq);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hop(order: u64, since: Nanos) -> Hop {
        Hop { link: 3, flow: 1, payload: Payload::Datagram(order as u32), since, order }
    }

    fn record(max_rows: u64) -> HopRecord {
        HopRecord::new(&HopWindow { from_s: 1e-9, to_s: 4e-9 }, max_rows)
    }

    #[test]
    fn packets_that_enter_within_the_window_have_two_rows() {
        let (mut record, mut rows) = (record(100), Hops::default());
        let recorded: Vec<bool> = (0..6).map(|n| record.offered(&hop(n, n), &mut rows)).collect();
        assert_eq!(recorded, [false, true, true, true, false, false]);
        (0..6).for_each(|n| record.arrived(9 + n, &hop(n, n), &mut rows));
        assert_eq!(rows.seq, [1, 2, 3, 1, 2, 3]);
        assert_eq!(rows.event, [0, 0, 0, 2, 2, 2]);
        assert_eq!(rows.time_s, [1e-9, 2e-9, 3e-9, 10e-9, 11e-9, 12e-9]);
        assert_eq!((rows.link[0], rows.flow[0], rows.kind[0]), (3, 1, PacketKind::Datagram as u8));
        assert_eq!(record.stopped_at_s(), None);
    }

    #[test]
    fn beyond_the_limit_no_packet_is_added_but_recorded_ones_still_arrive() {
        let (mut record, mut rows) = (record(5), Hops::default());
        // Room for two packets; the third enters at the same time as the second.
        let recorded: Vec<bool> =
            [(1, 1), (2, 2), (3, 2), (4, 3)].map(|(n, at)| record.offered(&hop(n, at), &mut rows)).into();
        assert_eq!(recorded, [true, true, false, false]);
        [(1, 1), (2, 2), (3, 2)].into_iter().for_each(|(n, at)| record.arrived(9, &hop(n, at), &mut rows));
        assert_eq!((rows.seq, rows.event), (vec![1, 2, 1, 2], vec![0, 0, 2, 2]));
        assert_eq!(record.stopped_at_s(), Some(2e-9));
    }

    #[test]
    fn an_empty_window_or_a_limit_of_zero_records_nothing() {
        let mut rows = Hops::default();
        assert!(!HopRecord::new(&HopWindow::NONE, 100).offered(&hop(0, 0), &mut rows));
        let mut record = record(0);
        assert!(!record.offered(&hop(1, 2), &mut rows));
        assert!(rows.is_empty());
    }
}

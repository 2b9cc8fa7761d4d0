//! The metrics of a directed link and of a datagram source in a window of time.

use vegaslab_sim::trace::tables::SegmentKind;

use super::Window;
use super::full_seconds::FullSeconds;
use super::stepped::Stepped;
use crate::quantity::{DatagramFigure, LinkFigure};

/// Sums of a link over the window.
#[derive(Clone, Debug, Default)]
pub struct LinkSums {
    waiting: Stepped,
    waiting_square: Stepped,
    held: Stepped,
    busy: Stepped,
    full_seconds: FullSeconds,
    bytes: Stepped,
    max_packets: u32,
    max_bytes: u32,
    drops: u64,
    losses: u64,
}

impl LinkSums {
    /// Records an event of a packet at this link within the window.
    pub fn packet(&mut self, kind: u8) {
        use SegmentKind as Kind;
        let full = [Kind::DropFull, Kind::AckDropFull, Kind::DatagramDropFull];
        let full = full.into_iter().any(|drop| drop as u8 == kind);
        let error = [Kind::DropError, Kind::AckDropError, Kind::DatagramDropError];
        self.drops += u64::from(full);
        self.losses += u64::from(full || error.into_iter().any(|drop| drop as u8 == kind));
    }

    /// Records that the buffer holds this many packets and bytes from this time on.
    pub fn queue(&mut self, time_s: f64, packets: u32, bytes: u32, window: Window) {
        self.bytes.set(time_s, f64::from(bytes), window);
        self.held.set(time_s, f64::from(packets), window);
        let waiting = f64::from(packets.saturating_sub(1));
        self.waiting.set(time_s, waiting, window);
        self.waiting_square.set(time_s, waiting * waiting, window);
        self.busy.set(time_s, f64::from(packets.min(1)), window);
        self.full_seconds.set(time_s, packets > 0, window);
        if time_s >= window.0 && time_s < window.1 {
            self.max_packets = self.max_packets.max(packets);
            self.max_bytes = self.max_bytes.max(bytes);
        }
    }

    /// A metric of the link in the window.
    pub fn figure(&self, figure: LinkFigure, window: Window) -> f64 {
        match figure {
            LinkFigure::WaitingPackets => self.waiting.mean(window),
            LinkFigure::HeldPackets => self.held.mean(window),
            LinkFigure::MostPackets => f64::from(self.max_packets),
            LinkFigure::HeldBytes => self.bytes.mean(window),
            LinkFigure::MostBytes => f64::from(self.max_bytes),
            LinkFigure::Losses => self.losses as f64,
            LinkFigure::Utilization => self.busy.mean(window),
            LinkFigure::FullSeconds => self.full_seconds.share(window),
            LinkFigure::Drops => self.drops as f64,
            LinkFigure::WaitingVariance => {
                let mean = self.waiting.mean(window);
                self.waiting_square.mean(window) - mean * mean
            }
        }
    }
}

/// Sums of a datagram source over the window.
#[derive(Clone, Debug, Default)]
pub struct DatagramSums {
    sent: u64,
    arrived: u64,
    losses: u64,
}

impl DatagramSums {
    /// Records an event of a datagram within the window.
    pub fn datagram(&mut self, kind: u8) {
        self.sent += u64::from(kind == SegmentKind::DatagramSent as u8);
        self.arrived += u64::from(kind == SegmentKind::DatagramArrived as u8);
        let losses = [SegmentKind::DatagramDropFull, SegmentKind::DatagramDropError];
        self.losses += u64::from(losses.into_iter().any(|loss| loss as u8 == kind));
    }

    /// A metric of the source in the window.
    pub fn figure(&self, figure: DatagramFigure, window: Window) -> f64 {
        match figure {
            DatagramFigure::Sent => self.sent as f64,
            DatagramFigure::Arrived => self.arrived as f64,
            DatagramFigure::Losses => self.losses as f64,
            DatagramFigure::ArrivedPerS => self.arrived as f64 / (window.1 - window.0),
        }
    }
}

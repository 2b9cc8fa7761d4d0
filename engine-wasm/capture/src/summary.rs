//! A capture's numbers in values, for the command line, the page and programs.

use serde::Serialize;

use crate::capture::Capture;
use crate::connection::{Connection, Hello, milliseconds, seconds};
use crate::estimate::Estimate;
use crate::layers::Skipped;
use crate::oddity::Oddity;
use crate::study::{Counts, SegmentSize, Source, Study, Tap, Window};

/// A capture.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Packets in the file.
    pub packets: u64,
    /// Packets that aren't shown.
    pub skipped: Vec<SkippedPackets>,
    /// Oddities of the file.
    pub oddities: Vec<Sentence>,
    /// The TCP connections, those with most data in one direction first.
    pub connections: Vec<ConnectionSummary>,
}

/// A capture without the numbers of its connections, for a list to choose from.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
pub struct Overview {
    /// Packets in the file.
    pub packets: u64,
    /// Packets that aren't shown.
    pub skipped: Vec<SkippedPackets>,
    /// Oddities of the file.
    pub oddities: Vec<Oddity>,
    /// The number of TCP connections.
    pub connections: usize,
    /// The first of them, those with most data in one direction first.
    pub names: Vec<ConnectionName>,
}

/// A connection in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
pub struct ConnectionName {
    /// Addresses and ports of both ends.
    pub ends: [String; 2],
    /// Payload bytes from each end, with retransmissions.
    pub bytes: [u64; 2],
}

/// The data of one direction, with what the connection says about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
pub struct Transfer {
    /// The connection's place in the capture.
    pub connection: usize,
    /// 0 for data from the first end.
    pub direction: u8,
    /// Addresses and ports of both ends.
    pub ends: [String; 2],
    /// Seconds from the epoch of the capture's clock to the connection's first segment.
    pub clock_s: f64,
    /// Seconds from its first segment to its last; `null` if the clock was set between them.
    pub duration_s: Option<f64>,
    /// The statements of each end in its SYN; `null` if the capture doesn't contain it.
    pub handshake: [Option<Hello>; 2],
    /// Bytes of a unit of sequence numbers: the segment size if each segment starts at a multiple of it, else 1.
    pub unit_bytes: u32,
    /// The numbers.
    pub data: DirectionSummary,
    /// Oddities of the connection and of this direction.
    pub oddities: Vec<Oddity>,
}

/// Packets that aren't shown for one reason.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
pub struct SkippedPackets {
    /// The reason.
    pub reason: Skipped,
    /// How many.
    pub packets: u64,
}

/// An oddity with its sentence.
#[derive(Clone, Debug, Serialize)]
pub struct Sentence {
    /// The oddity.
    #[serde(flatten)]
    pub oddity: Oddity,
    /// Its meaning, in English.
    pub text: String,
}

impl From<Oddity> for Sentence {
    fn from(oddity: Oddity) -> Self {
        Self { text: oddity.to_string(), oddity }
    }
}

/// A connection.
#[derive(Clone, Debug, Serialize)]
pub struct ConnectionSummary {
    /// Addresses and ports of both ends.
    pub ends: [String; 2],
    /// The end that opened the connection, 0 or 1; `None` if the capture doesn't show it.
    pub initiator: Option<u8>,
    /// Seconds from the capture's first packet to the connection's.
    pub start_s: f64,
    /// Seconds from its first packet to its last; `None` if the clock was set between them.
    pub duration_s: Option<f64>,
    /// The statements of each end in its SYN; `None` if the capture doesn't contain it.
    pub handshake: [Option<Hello>; 2],
    /// The data from each end.
    pub directions: [DirectionSummary; 2],
    /// Its oddities.
    pub oddities: Vec<Sentence>,
}

/// The data of one direction.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
pub struct DirectionSummary {
    /// Payload in all packets, with retransmissions.
    pub bytes: u64,
    /// Bytes of the data, each counted once, as far as they were sent or acknowledged.
    pub transfer_bytes: u64,
    /// The size of full segments; `None` without data.
    pub segment_size: Option<SegmentSize>,
    /// The place of the capture on the path.
    pub tap: Tap,
    /// True if that was guessed.
    pub tap_guessed: bool,
    /// The shortest RTT, ms; `None` if it isn't visible where the capture was taken.
    pub base_rtt_ms: Option<f64>,
    /// How it was measured.
    pub rtt_from: Option<Source>,
    /// Measurements over time.
    pub rtt_samples: usize,
    /// The receiver's largest window; `None` if no ACK was captured.
    pub window: Option<Window>,
    /// The most bytes in flight.
    pub most_in_flight: u64,
    /// Segments by kind.
    #[serde(flatten)]
    pub counts: Counts,
    /// The path behind the transfer; `None` if the capture is too short.
    pub estimate: Option<Estimate>,
}

impl Capture {
    /// The file, with the names of at most this many connections.
    #[must_use]
    pub fn overview(&self, most: usize) -> Overview {
        let names = (0..self.len().min(most)).filter_map(|index| self.name(index));
        Overview {
            packets: self.packets,
            skipped: self.skipped_packets(),
            oddities: self.oddities(),
            connections: self.len(),
            names: names.map(|(ends, bytes)| ConnectionName { ends: ends.map(|end| end.to_string()), bytes }).collect(),
        }
    }

    fn skipped_packets(&self) -> Vec<SkippedPackets> {
        self.skipped.iter().map(|(reason, packets)| SkippedPackets { reason: *reason, packets: *packets }).collect()
    }

    /// All numbers.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary {
            packets: self.packets,
            skipped: self.skipped_packets(),
            oddities: self.oddities().into_iter().map(Sentence::from).collect(),
            connections: (0..self.len()).filter_map(|index| self.connection(index)).map(|it| it.summary()).collect(),
        }
    }
}

impl Connection {
    /// The numbers of both directions.
    #[must_use]
    pub fn summary(&self) -> ConnectionSummary {
        let studies = [0, 1].map(|direction| Study::new(self, direction, None));
        let mut oddities = self.oddities.clone();
        oddities.extend(studies.iter().flat_map(|study| study.oddities.clone()));
        ConnectionSummary {
            ends: self.ends.map(|end| end.to_string()),
            initiator: self.initiator,
            start_s: self.rows.first().map_or(0.0, |row| seconds(row.time_ns)),
            duration_s: self.duration_s(),
            handshake: [self.hello(0), self.hello(1)],
            directions: studies.map(|study| self.direction_summary(&study)),
            oddities: oddities.into_iter().map(Sentence::from).collect(),
        }
    }

    pub(crate) fn direction_summary(&self, study: &Study) -> DirectionSummary {
        let round_trip = &study.round_trip;
        DirectionSummary {
            bytes: self.bytes[usize::from(study.direction)],
            transfer_bytes: study.transfer_bytes,
            segment_size: study.size,
            tap: round_trip.tap,
            tap_guessed: round_trip.guessed,
            base_rtt_ms: round_trip.base_ns.map(milliseconds),
            rtt_from: round_trip.source,
            rtt_samples: round_trip.samples.len(),
            window: study.window,
            most_in_flight: study.most_in_flight,
            counts: study.counts,
            estimate: Estimate::new(self, study),
        }
    }
}

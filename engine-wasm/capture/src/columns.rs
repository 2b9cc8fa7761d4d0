//! A transfer as columns, for plots: what each segment is, and the round-trip times. Bindings lend them as typed arrays.

use crate::connection::{Connection, is_ordinary, milliseconds, seconds};
use crate::study::{Kind, Study, as_f64};

/// Segments with data and the peer's ACKs.
#[derive(Clone, Debug, Default)]
pub struct Segments {
    /// Seconds since the connection's first segment.
    pub time_s: Vec<f64>,
    /// The [`Kind`] as a number.
    pub kind: Vec<u8>,
    /// Offset of the first byte, or for an ACK of the next expected one.
    pub offset: Vec<f64>,
    /// Payload, bytes.
    pub payload: Vec<u32>,
}

/// Measurements of the RTT, smoothed like the sender's retransmission timer (RFC 6298, section 2).
#[derive(Clone, Debug, Default)]
pub struct Rtts {
    /// Seconds since the connection's first segment.
    pub time_s: Vec<f64>,
    /// The measurement.
    pub rtt_ms: Vec<f64>,
    /// The smoothed RTT.
    pub srtt_ms: Vec<f64>,
    /// The shortest RTT so far.
    pub base_rtt_ms: Vec<f64>,
}

/// A smoothed RTT moves towards a sample by this share of the difference.
const SMOOTHING: f64 = 1.0 / 8.0;

impl Study {
    /// The direction's segments and their ACKs. Keep-alives and window probes are left out, because they carry nothing.
    #[must_use]
    pub fn segments(&self, connection: &Connection) -> Segments {
        let begin_ns = connection.rows.first().map_or(0, |row| row.time_ns);
        let mut columns = Segments::default();
        for (kind, row) in self.kinds.iter().zip(&connection.rows) {
            let offset = match kind {
                Kind::Other | Kind::KeepAlive | Kind::WindowProbe => continue,
                Kind::Ack | Kind::DuplicateAck => row.ack.unwrap_or_default(),
                _ => row.seq,
            };
            columns.time_s.push(seconds(row.time_ns - begin_ns));
            columns.kind.push(*kind as u8);
            columns.offset.push(as_f64(offset.max(0)));
            columns.payload.push(row.payload);
        }
        columns
    }

    /// The round-trip times.
    #[must_use]
    pub fn rtts(&self, connection: &Connection) -> Rtts {
        let begin_ns = connection.rows.first().map_or(0, |row| row.time_ns);
        let mut columns = Rtts::default();
        for sample in &self.round_trip.samples {
            let rtt_ms = milliseconds(sample.rtt_ns);
            let srtt_ms = columns.srtt_ms.last().map_or(rtt_ms, |srtt_ms| srtt_ms + (rtt_ms - srtt_ms) * SMOOTHING);
            let base_rtt_ms = columns.base_rtt_ms.last().map_or(rtt_ms, |base| rtt_ms.min(*base));
            columns.time_s.push(seconds(sample.time_ns - begin_ns));
            columns.rtt_ms.push(rtt_ms);
            columns.srtt_ms.push(srtt_ms);
            columns.base_rtt_ms.push(base_rtt_ms);
        }
        columns
    }

    /// True if each segment starts at a multiple of the segment size, so that segments can be numbered as in a
    /// simulation.
    #[must_use]
    pub fn has_whole_segments(&self, connection: &Connection) -> bool {
        let size = self.size.map_or(1, |size| i64::from(size.bytes));
        let is_data = |kind: &Kind| {
            !matches!(kind, Kind::Other | Kind::Ack | Kind::DuplicateAck | Kind::KeepAlive | Kind::WindowProbe)
        };
        self.kinds
            .iter()
            .zip(&connection.rows)
            .all(|(kind, row)| !is_data(kind) || !is_ordinary(row) || row.seq % size == 0)
    }
}

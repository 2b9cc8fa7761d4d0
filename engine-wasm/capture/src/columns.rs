//! A transfer as columns, for plots: what each segment is, the round-trip times, and the bytes in flight. Bindings pass
//! them on as arrays.

use crate::capture::Capture;
use crate::connection::{Connection, is_ordinary, milliseconds, seconds};
use crate::study::{Flight, KINDS, Kind, Study, Tap, as_f64};
use crate::summary::Transfer;

/// The numbers of a column.
#[derive(Clone, Copy, Debug)]
pub enum Column<'c> {
    /// Numbers with fractions.
    F64(&'c [f64]),
    /// Counts.
    U32(&'c [u32]),
    /// Codes.
    U8(&'c [u8]),
}

/// The description of a column.
#[derive(Clone, Copy, Debug)]
pub struct ColumnInfo {
    /// Its name.
    pub name: &'static str,
    /// Its element type: `f64`, `u32` or `u8`.
    pub element: &'static str,
    /// Its unit; empty for codes.
    pub unit: &'static str,
    /// Its meaning.
    pub doc: &'static str,
    /// The names of its codes; empty without codes.
    pub codes: &'static [&'static str],
}

const fn column(name: &'static str, element: &'static str, unit: &'static str, doc: &'static str) -> ColumnInfo {
    ColumnInfo { name, element, unit, doc, codes: &[] }
}

const TIME: ColumnInfo = column("time_s", "f64", "s", "Time since the connection's first segment.");

/// The tables of a transfer: name, description, columns.
pub const TABLES: [(&str, &str, &[ColumnInfo]); 3] = [
    (
        "segments",
        "Segments with data, and the peer's ACKs. Keep-alives and window probes are left out.",
        &[
            TIME,
            ColumnInfo { codes: &KINDS, ..column("kind", "u8", "", "The kind of the segment.") },
            column("offset", "f64", "bytes", "Offset of the first byte, or for an ACK of the next byte expected."),
            column("payload", "u32", "bytes", "Payload."),
        ],
    ),
    (
        "rtts",
        "Measurements of the RTT where the capture was taken, smoothed as in RFC 6298.",
        &[
            TIME,
            column("rtt_ms", "f64", "ms", "The measurement."),
            column("srtt_ms", "f64", "ms", "The smoothed RTT."),
            column("base_rtt_ms", "f64", "ms", "The shortest RTT so far."),
        ],
    ),
    (
        "flight",
        "Bytes in flight and the receiver's window.",
        &[
            TIME,
            column("flight", "f64", "bytes", "Bytes in flight."),
            column(
                "window",
                "f64",
                "bytes",
                "The receiver's window; NaN before its first. A lower bound without the handshake.",
            ),
        ],
    ),
];

/// One direction of a connection, as a page or a notebook shows it.
#[derive(Clone, Debug)]
pub struct View {
    /// Its numbers.
    pub transfer: Transfer,
    /// Its segments.
    pub segments: Segments,
    /// Its round-trip times.
    pub rtts: Rtts,
    /// Its bytes in flight.
    pub flight: Flight,
}

impl Capture {
    /// A direction of a connection; without a choice, the one with more data. Without a tap, the capture shows where it
    /// was taken, or it's guessed. `None` if there is no such connection.
    #[must_use]
    pub fn view(&self, index: usize, direction: Option<u8>, tap: Option<Tap>) -> Option<View> {
        let connection = self.connection(index)?;
        let study = Study::new(&connection, direction.unwrap_or(connection.main_direction()), tap);
        let begin_ns = connection.rows.first().map_or(0, |row| row.time_ns);
        #[allow(clippy::cast_precision_loss, reason = "a clock's time, for which microseconds are enough")]
        let clock_s = (self.origin_ns + i128::from(begin_ns)) as f64 / 1e9;
        let size = study.size.map_or(1, |size| size.bytes);
        // Numbers have 32 bits.
        let by_segments = study.transfer_bytes > u64::from(u32::MAX) || study.has_whole_segments(&connection);
        let oddities = connection.oddities.iter().chain(&study.oddities).cloned().collect();
        Some(View {
            transfer: Transfer {
                connection: index,
                direction: study.direction,
                ends: connection.ends.map(|end| end.to_string()),
                clock_s,
                duration_s: connection.duration_s(),
                handshake: [connection.hello(0), connection.hello(1)],
                unit_bytes: if by_segments { size } else { 1 },
                data: connection.direction_summary(&study),
                oddities,
            },
            segments: study.segments(&connection),
            rtts: study.rtts(&connection),
            flight: study.flight,
        })
    }
}

impl View {
    /// Passes on each column with the names of its table and itself, in the order of [`TABLES`].
    pub fn columns<'v>(&'v self, take: &mut dyn FnMut(&'static str, &'static str, Column<'v>)) {
        let Self { segments, rtts, flight, .. } = self;
        take("segments", "time_s", Column::F64(&segments.time_s));
        take("segments", "kind", Column::U8(&segments.kind));
        take("segments", "offset", Column::F64(&segments.offset));
        take("segments", "payload", Column::U32(&segments.payload));
        take("rtts", "time_s", Column::F64(&rtts.time_s));
        take("rtts", "rtt_ms", Column::F64(&rtts.rtt_ms));
        take("rtts", "srtt_ms", Column::F64(&rtts.srtt_ms));
        take("rtts", "base_rtt_ms", Column::F64(&rtts.base_rtt_ms));
        take("flight", "time_s", Column::F64(&flight.time_s));
        take("flight", "flight", Column::F64(&flight.flight));
        take("flight", "window", Column::F64(&flight.window));
    }
}

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

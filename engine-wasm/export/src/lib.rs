//! Writes runs as files for other programs: packet captures for Wireshark, and qlog. The page, the command line and the
//! Python package write the same bytes.
//!
//! A file needs every row of a run, because a reader couldn't tell a missing sample from a lost packet. A [`Recording`]
//! runs a scenario and keeps all rows that a format needs; [`Recorded::new`] takes those of a run that was recorded
//! already.

mod connections;
mod journeys;
mod number;
mod pcapng;
mod qlog;

use std::io::{self, BufWriter, Write};

use vegaslab_sim::Simulation;
use vegaslab_sim::net::topology::Topology;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::summary::Summary;
use vegaslab_sim::trace::tables::{SegmentKind, Tables};

/// Bytes that are written at a time.
const PIECE: usize = 1 << 20;

/// A format, with its options.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    /// A capture with an interface at the senders and one at the receivers.
    Pcapng {
        /// True to keep whole packets, false to keep only their headers; by default, whole up to about 48 MiB.
        whole: Option<bool>,
    },
    /// One trace per flow, as its sender sees it.
    Qlog,
}

impl Format {
    /// The names of the formats.
    pub const NAMES: [&str; 2] = ["pcapng", "qlog"];

    /// The format of a name.
    pub fn named(name: &str, whole: Option<bool>) -> Option<Self> {
        match name {
            "pcapng" => Some(Self::Pcapng { whole }),
            "qlog" => Some(Self::Qlog),
            _ => None,
        }
    }
}

/// The way to get a run again, for the notes in a file.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The link that opens the run on the bench, or the command that wrote the file.
    pub link: &'a str,
    /// Differences from the scenario's file; empty if there are none, or the link has them.
    pub changes: &'a str,
}

/// Numbers of a file that was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Packets of a capture.
    pub packets: u64,
    /// True if a capture has only the headers of packets.
    pub headers_only: bool,
}

/// A run in progress, of which all rows are kept that a format needs.
pub struct Recording {
    format: Format,
    scenario: Scenario,
    simulation: Simulation,
    rows: Vec<Tables>,
}

impl Recording {
    /// Sets up a run.
    #[must_use]
    pub fn new(mut scenario: Scenario, format: Format) -> Self {
        scenario.record.max_rows = u64::MAX;
        let rows = vec![Tables::default(); sources(&scenario)];
        Self { format, simulation: Simulation::new(&scenario), scenario, rows }
    }

    /// Handles at most this many events; returns whether the run is finished.
    pub fn step(&mut self, max_events: u64) -> bool {
        let finished = self.simulation.step(max_events);
        split(&self.simulation.take_rows(), self.format, &mut self.rows);
        finished
    }

    /// Share of the maximum duration that has been simulated, 0 to 1.
    pub fn progress(&self) -> f64 {
        self.simulation.progress()
    }

    /// The digest of the run so far.
    pub fn digest(&self) -> String {
        self.simulation.summary().digest
    }

    /// The run, once it's finished. The simulation's memory is free then.
    #[must_use]
    pub fn finish(self) -> Recorded {
        let Self { format, scenario, simulation, rows } = self;
        let Summary { engine_version, flows, .. } = simulation.summary();
        let transfers = flows.into_iter().map(|flow| flow.transfers.iter().map(|transfer| transfer.bytes).collect());
        Recorded { format, scenario, engine_version, transfers: transfers.collect(), rows }
    }
}

/// A finished run with all rows that a format needs.
pub struct Recorded {
    format: Format,
    scenario: Scenario,
    engine_version: String,
    /// By flow and connection, the bytes to send; `None` if unlimited.
    transfers: Vec<Vec<Option<u64>>>,
    /// The rows of each flow, followed by those of the datagram sources.
    rows: Vec<Tables>,
}

impl Recorded {
    /// A run of which every row was recorded. Its summary has the engine's version and the bytes of each flow's transfers.
    #[must_use]
    pub fn new(
        format: Format,
        scenario: Scenario,
        engine_version: String,
        transfers: Vec<Vec<Option<u64>>>,
        tables: &Tables,
    ) -> Self {
        let mut rows = vec![Tables::default(); sources(&scenario)];
        split(tables, format, &mut rows);
        Self { format, scenario, engine_version, transfers, rows }
    }

    /// Writes the file, in pieces of about a megabyte.
    ///
    /// # Errors
    /// A piece can't be written.
    pub fn write(&self, origin: Origin<'_>, out: impl Write) -> io::Result<Written> {
        let mut out = BufWriter::with_capacity(PIECE, out);
        let written = match self.format {
            Format::Pcapng { whole } => pcapng::write(self, origin, whole, &mut out)?,
            Format::Qlog => qlog::write(self, origin, &mut out)?,
        };
        out.flush()?;
        Ok(written)
    }

    fn title(&self) -> &str {
        let Scenario { title, name, .. } = &self.scenario;
        if title.is_empty() { name } else { title }
    }

    fn application(&self) -> String {
        format!("Vegas Lab, engine {}", self.engine_version)
    }

    /// Names of the directed links, by their numbers in the trace.
    fn links(&self) -> Vec<String> {
        Topology::new(&self.scenario.links).directed.iter().map(|link| link.name()).collect()
    }

    /// The bytes of a flow's transfers.
    fn transfers(&self, flow: usize) -> &[Option<u64>] {
        self.transfers.get(flow).map_or(&[], Vec::as_slice)
    }
}

fn sources(scenario: &Scenario) -> usize {
    scenario.flows.len() + scenario.datagrams.len()
}

/// Adds the rows that a format needs to those of each flow.
fn split(tables: &Tables, format: Format, rows: &mut [Tables]) {
    macro_rules! split {
        ($($table:ident)+) => { $(
            for (row, &flow) in tables.$table.flow.iter().enumerate() {
                if let Some(rows) = rows.get_mut(usize::from(flow)) {
                    rows.$table.push_from(&tables.$table, row);
                }
            }
        )+ };
    }
    split!(segments states);
    match format {
        Format::Pcapng { .. } => {
            split!(sacks);
        }
        Format::Qlog => {
            split!(windows rtts);
        }
    }
}

/// The kind of a row of `segments`; `None` if its code isn't one of this engine's.
fn kind_of(code: u8) -> Option<SegmentKind> {
    SegmentKind::ALL.get(usize::from(code)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMATS: [Format; 3] =
        [Format::Pcapng { whole: Some(true) }, Format::Pcapng { whole: Some(false) }, Format::Qlog];
    const ORIGIN: Origin<'_> = Origin { link: "#/bench", changes: "" };

    fn scenario() -> Scenario {
        let text = include_str!("../../../content/scenarios/fall-floyd-4.json");
        vegaslab_sim::scenario::read(text).unwrap_or_else(|problems| panic!("{}", problems[0]))
    }

    fn bytes(run: &Recorded) -> Vec<u8> {
        let mut bytes = Vec::new();
        run.write(ORIGIN, &mut bytes).expect("memory takes everything");
        bytes
    }

    #[test]
    fn a_run_has_the_same_file_however_it_was_recorded() {
        let mut simulation = Simulation::new(&scenario());
        simulation.step(u64::MAX);
        let (rows, summary) = (simulation.take_rows(), simulation.summary());
        let transfers: Vec<Vec<_>> =
            summary.flows.iter().map(|flow| flow.transfers.iter().map(|one| one.bytes).collect()).collect();
        for format in FORMATS {
            let version = summary.engine_version.clone();
            let whole = bytes(&Recorded::new(format, scenario(), version, transfers.clone(), &rows));
            for (max_rows, step) in [(0, 7), (50, 10_000), (1_000_000, u64::MAX)] {
                let mut thinned = scenario();
                thinned.record.max_rows = max_rows;
                let mut recording = Recording::new(thinned, format);
                while !recording.step(step) {}
                assert_eq!(recording.digest(), summary.digest);
                assert!(bytes(&recording.finish()) == whole, "{format:?}, {max_rows} rows");
            }
        }
    }

    #[test]
    fn a_reader_that_takes_no_more_ends_the_file() {
        struct Full(usize);

        impl Write for Full {
            fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
                self.0 = self.0.checked_sub(piece.len()).ok_or(io::ErrorKind::StorageFull)?;
                Ok(piece.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }

        for format in FORMATS {
            let mut recording = Recording::new(scenario(), format);
            while !recording.step(u64::MAX) {}
            let run = recording.finish();
            let size = bytes(&run).len();
            run.write(ORIGIN, Full(size)).expect("there is room");
            let error = run.write(ORIGIN, Full(size - 1)).expect_err("there is no room");
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{format:?}");
        }
    }
}

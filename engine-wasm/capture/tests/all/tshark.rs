//! Compares our numbers with those of Wireshark's command-line tool, segment by segment. Every difference has a name.

use std::collections::BTreeMap;
use std::process::Command;

use vegaslab_capture::connection::{Connection, Row};
use vegaslab_capture::study::{Kind, Study, Tap};

use crate::builder::*;

/// The verdict of tshark on a segment.
#[derive(Debug, Default)]
struct Theirs {
    stream: usize,
    payload: u32,
    window: u32,
    rtt_ns: Option<i64>,
    retransmission: bool,
    fast: bool,
    spurious: bool,
    keep_alive: bool,
    out_of_order: bool,
    zero_window_probe: bool,
    duplicate_ack: bool,
}

const FIELDS: [&str; 11] = [
    "tcp.stream",
    "tcp.len",
    "tcp.window_size",
    "tcp.analysis.ack_rtt",
    "tcp.analysis.retransmission",
    "tcp.analysis.fast_retransmission",
    "tcp.analysis.spurious_retransmission",
    "tcp.analysis.keep_alive",
    "tcp.analysis.out_of_order",
    "tcp.analysis.zero_window_probe",
    "tcp.analysis.duplicate_ack",
];

fn is_installed() -> bool {
    Command::new("tshark").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Nanoseconds of a text like `0.041000000`.
fn ns(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.')?;
    Some(whole.parse::<i64>().ok()? * 1_000_000_000 + format!("{fraction:0<9}").get(..9)?.parse::<i64>().ok()?)
}

fn tshark(name: &str, file: &[u8]) -> Vec<Theirs> {
    let path = std::env::temp_dir().join(format!("vegaslab-{}-{name}.pcap", std::process::id()));
    std::fs::write(&path, file).expect("a temporary file");
    let mut command = Command::new("tshark");
    command.arg("-n").arg("-r").arg(&path).args(["-T", "fields", "-E", "separator=;"]);
    for field in FIELDS {
        command.args(["-e", field]);
    }
    let output = command.output().expect("tshark runs");
    std::fs::remove_file(&path).expect("the file was there");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let rows = text.lines().map(|line| {
        let cells: Vec<&str> = line.split(';').collect();
        let has = |column: usize| cells.get(column).is_some_and(|cell| !cell.is_empty());
        let number = |column: usize| cells.get(column).and_then(|cell| cell.parse().ok()).unwrap_or_default();
        Theirs {
            stream: number(0) as usize,
            payload: number(1),
            window: number(2),
            rtt_ns: cells.get(3).and_then(|cell| ns(cell)),
            retransmission: has(4),
            fast: has(5),
            spurious: has(6),
            keep_alive: has(7),
            out_of_order: has(8),
            zero_window_probe: has(9),
            duplicate_ack: has(10),
        }
    });
    rows.collect()
}

/// Compares the data of end 0 in a capture with one connection. Returns how often each difference occurs.
fn differences(name: &str, segments: &[Segment]) -> BTreeMap<&'static str, u32> {
    let file = pcap(101, &frames(segments));
    let theirs = tshark(name, &file);
    let capture = read(&file);
    let connection = capture.connection(0).expect("a connection");
    assert_eq!((theirs.len(), capture.len()), (connection.rows.len(), 1), "{name}: packets");
    let direction = u8::from(connection.ends[0].port == 5001);
    // Their RTT is always from data to ACK.
    let study = Study::new(&connection, direction, Some(Tap::Sender));
    let mut rtts: BTreeMap<usize, i64> = BTreeMap::new();
    rtts.extend(study.round_trip.samples.iter().map(|sample| (sample.row, sample.rtt_ns)));
    let mut counts = BTreeMap::new();
    for (place, (row, theirs)) in connection.rows.iter().zip(&theirs).enumerate() {
        let found = [
            of_numbers(row, theirs),
            if row.direction == direction {
                of_kind(study.kinds[place], theirs)
            } else {
                of_ack(study.kinds[place], row, theirs)
            },
            if row.direction == direction {
                Ok(None)
            } else {
                of_rtt(&connection, &study, place, rtts.get(&place).copied(), theirs)
            },
        ];
        for found in found {
            match found {
                Ok(Some(difference)) => *counts.entry(difference).or_default() += 1,
                Ok(None) => {}
                Err(what) => {
                    panic!("{name}, packet {}: {what}; {row:?}, {:?}, {theirs:?}", place + 1, study.kinds[place])
                }
            }
        }
    }
    counts
}

type Difference = Result<Option<&'static str>, &'static str>;

fn of_numbers(row: &Row, theirs: &Theirs) -> Difference {
    if row.payload != theirs.payload {
        return Err("length");
    }
    if row.window == theirs.window { Ok(None) } else { Err("window") }
}

fn of_kind(kind: Kind, theirs: &Theirs) -> Difference {
    let again = theirs.retransmission || theirs.fast || theirs.spurious || theirs.out_of_order;
    let same = match kind {
        Kind::RetransmitFast | Kind::RetransmitEarly | Kind::RetransmitTimeout => theirs.retransmission || theirs.fast,
        Kind::Spurious => theirs.spurious,
        Kind::KeepAlive => theirs.keep_alive,
        Kind::WindowProbe => theirs.zero_window_probe,
        Kind::Reordered => theirs.out_of_order,
        _ => !again && !theirs.keep_alive && !theirs.zero_window_probe,
    };
    if same {
        return Ok(None);
    }
    match kind {
        Kind::RetransmitFast if theirs.out_of_order => {
            Ok(Some("a retransmission soon after newer data is out of order for tshark"))
        }
        Kind::Spurious if theirs.retransmission || theirs.fast || theirs.out_of_order => {
            Ok(Some("tshark counts neither SACK blocks nor duplicate ones as acknowledged"))
        }
        Kind::WindowProbe if theirs.keep_alive => Ok(Some("a probe of the byte before is a keep-alive for tshark")),
        Kind::WindowProbe if again => Ok(Some("a segment against a closed window is a retransmission for tshark")),
        Kind::Reordered if again => Ok(Some("tshark doesn't look at IP identifications and timestamps")),
        _ => Err("kind"),
    }
}

fn of_ack(kind: Kind, row: &Row, theirs: &Theirs) -> Difference {
    match (kind == Kind::DuplicateAck, theirs.duplicate_ack) {
        (true, true) | (false, false) => Ok(None),
        (false, true) if row.window == 0 || row.payload == 0 => {
            Ok(Some("an ACK with nothing outstanding is a duplicate for tshark"))
        }
        _ => Err("duplicate ACK"),
    }
}

fn of_rtt(connection: &Connection, study: &Study, place: usize, ours: Option<i64>, theirs: &Theirs) -> Difference {
    let row = &connection.rows[place];
    let before =
        || connection.rows[..place].iter().zip(&study.kinds).filter(|(other, _)| other.direction != row.direction);
    match (ours, theirs.rtt_ns) {
        (Some(ours), Some(theirs)) if ours == theirs => Ok(None),
        (None, None) => Ok(None),
        (None, Some(_)) if row.has(SYN) => Ok(Some("tshark counts the handshake among the data")),
        (None, Some(_)) if row.payload > 0 => Ok(Some("an ACK with data may have waited for the application")),
        (None, Some(_)) if connection.rows[..place].iter().all(|other| other.payload == 0) => {
            Ok(Some("tshark counts the handshake among the data"))
        }
        (None, Some(_)) if before().any(|(_, kind)| !matches!(kind, Kind::Send | Kind::Other)) => {
            Ok(Some("tshark measures retransmitted data and what waited behind a hole"))
        }
        (Some(_), None) if before().all(|(other, _)| row.ack != Some(other.end())) => {
            Ok(Some("tshark needs the ACK of a whole captured segment"))
        }
        _ => Err("RTT"),
    }
}

#[test]
fn tshark_agrees_or_differs_for_a_reason() {
    if !is_installed() {
        eprintln!("tshark is not installed, so nothing was compared with it");
        return;
    }
    let base = Transfer { segments: 120, ..Transfer::default() };
    // One segment overtakes another on the way to the receiver.
    let overtaken = |mut segments: Vec<Segment>| {
        let places: Vec<usize> =
            (0..segments.len()).filter(|place| segments[*place].payload > 0).skip(30).take(2).collect();
        let (one, other) = (places[0], places[1]);
        let late_ns = segments[other].time_ns + 5 * US;
        segments[one].time_ns = late_ns;
        segments.sort_by_key(|segment| segment.time_ns);
        segments
    };
    let answers = {
        let mut segments = handshake([0, 40 * MS, 40 * MS], &syn());
        for round in 0..10_u32 {
            let time_ns = 50 * MS + u64::from(round) * 200 * MS;
            segments.push(Segment { ack: 1 + 1000 * round, ..data(time_ns, 0, 1 + 100 * round, 100) });
            segments.push(Segment { ack: 101 + 100 * round, ..data(time_ns + 140 * MS, 1, 1 + 1000 * round, 1000) });
        }
        segments
    };
    let offloaded = {
        let mut segments = handshake([0, 20 * MS, 20 * MS + 10 * US], &syn());
        for round in 0..10_u32 {
            let time_ns = 30 * MS + u64::from(round) * 30 * MS;
            segments.push(data(time_ns, 0, 1 + 14_600 * round, 14_600));
            for part in 1..=5_u32 {
                segments.push(ack(time_ns + (20 + u64::from(part)) * MS, 1, 1 + 14_600 * round + 2920 * part));
            }
        }
        segments
    };
    let probes = |seq: u32, payload: u32| {
        let mut segments = Transfer { segments: 20, ..base.clone() }.segments();
        let (end, past) = (segments.last().expect("a segment").time_ns, 1 + 20 * 1460);
        segments.push(Segment { window: 0, ..ack(end + MS, 1, past) });
        for count in 1..=4 {
            segments.push(data(end + count * 500 * MS, 0, past - seq, payload));
            segments.push(Segment { window: 0, ..ack(end + count * 500 * MS + 40 * MS, 1, past) });
        }
        segments.push(ack(end + 3 * S, 1, past));
        segments.push(data(end + 3 * S + MS, 0, past, 1460));
        segments.push(ack(end + 3 * S + 42 * MS, 1, past + 1460));
        segments
    };
    let keep_alives = |payload: u32| {
        let mut segments = Transfer { segments: 20, ..base.clone() }.segments();
        let end = segments.last().expect("a segment").time_ns;
        for count in 1..=4 {
            segments.push(data(end + count * 45 * S, 0, 20 * 1460, payload));
            segments.push(ack(end + count * 45 * S + 40 * MS, 1, 20 * 1460 + 1));
        }
        segments
    };
    let spurious = {
        let mut segments = Transfer { segments: 20, ..base.clone() }.segments();
        let end = segments.last().expect("a segment").time_ns;
        segments.push(data(end + 400 * MS, 0, 1 + 19 * 1460, 1460));
        segments.push(Segment { sack: vec![(1 + 19 * 1460, 1 + 20 * 1460)], ..ack(end + 440 * MS, 1, 1 + 20 * 1460) });
        segments
    };
    let kinds: Vec<(&str, Vec<Segment>)> = vec![
        ("plain", base.segments()),
        ("scaled", Transfer { scale: Some(7), ..base.clone() }.segments()),
        ("timestamps", Transfer { timestamps: true, smss: 1448, ..base.clone() }.segments()),
        ("delayed ACKs", Transfer { ack_every: 2, ..base.clone() }.segments()),
        ("wrapping", Transfer { isn: u32::MAX - 40_000, ..base.clone() }.segments()),
        ("middle", Transfer { whole: false, ..base.clone() }.segments()),
        ("receiver", Transfer { tap: 1.0, ..base.clone() }.segments()),
        ("between", Transfer { tap: 0.5, ..base.clone() }.segments()),
        ("loss", Transfer { lost: vec![50], ..base.clone() }.segments()),
        ("loss without SACK", Transfer { lost: vec![50], sack: false, ..base.clone() }.segments()),
        ("losses", Transfer { lost: vec![50, 53, 60], ..base.clone() }.segments()),
        ("loss at the receiver", Transfer { lost: vec![50], tap: 1.0, ..base.clone() }.segments()),
        ("timeout", Transfer { lost: vec![119], ..base.clone() }.segments()),
        ("lost again", Transfer { lost: vec![50], lost_again: vec![50], ..base.clone() }.segments()),
        ("keep-alives of one byte", keep_alives(1)),
        ("keep-alives without data", keep_alives(0)),
        ("probes with the next byte", probes(0, 1)),
        ("probes without data", probes(1, 0)),
        ("spurious", spurious),
        ("answers", answers),
        ("offloaded", offloaded),
        ("overtaken", overtaken(Transfer { tap: 1.0, ..base.clone() }.segments())),
    ];
    let mut all: BTreeMap<&str, u32> = BTreeMap::new();
    for (name, segments) in &kinds {
        let differences = differences(name, segments);
        println!("{name}: {} packets, {differences:?}", segments.len());
        for (difference, count) in differences {
            *all.entry(difference).or_default() += count;
        }
    }
    println!("all: {all:#?}");
}

#[test]
fn tshark_finds_the_same_connections() {
    if !is_installed() {
        eprintln!("tshark is not installed, so nothing was compared with it");
        return;
    }
    let mut segments = Vec::new();
    // A port that is used again after a reset, and one that isn't; SYNs that are retransmitted.
    for (round, isn) in [(0, 0), (1, 9_000_000), (2, 40_000_000)] {
        for port in [40_001, 40_002] {
            let shift = round * S;
            let mut some = Transfer { segments: 5, isn: isn + u32::from(port), ..Transfer::default() }.segments();
            some.insert(1, Segment { time_ns: 1, ..some[0].clone() });
            let end = some.last().expect("a segment").time_ns;
            some.push(Segment { flags: RST | ACK, ..data(end + MS, 0, isn + u32::from(port) + 1 + 5 * 1460, 0) });
            segments.extend(some.into_iter().map(|segment| Segment {
                time_ns: segment.time_ns + shift,
                port,
                ..segment
            }));
        }
    }
    segments.sort_by_key(|segment| segment.time_ns);
    let file = pcap(101, &frames(&segments));
    let mut theirs: BTreeMap<usize, u64> = BTreeMap::new();
    for row in tshark("connections", &file) {
        *theirs.entry(row.stream).or_default() += u64::from(row.payload);
    }
    let capture = read(&file);
    let mut ours: Vec<u64> =
        (0..capture.len()).filter_map(|index| capture.name(index)).map(|(_, bytes)| bytes[0] + bytes[1]).collect();
    ours.sort_unstable();
    let mut theirs: Vec<u64> = theirs.into_values().collect();
    theirs.sort_unstable();
    assert_eq!((ours.len(), ours), (6, theirs));
}

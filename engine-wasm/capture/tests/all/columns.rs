//! Columns for plots.

use vegaslab_capture::columns::{Column, TABLES};
use vegaslab_capture::study::{KINDS, Kind, Study, Tap};

use crate::builder::*;

#[test]
fn columns_have_the_segments_the_rtts_and_the_flight() {
    let transfer = Transfer { segments: 40, window: 10, lost: vec![20], ..Transfer::default() };
    let mut segments = transfer.segments();
    let end = segments.last().expect("a segment").time_ns;
    segments.push(data(end + 45 * S, 0, 40 * 1460, 1));
    let connection = read(&pcap(101, &frames(&segments))).connection(0).expect("a connection");
    let study = Study::new(&connection, 0, None);
    let columns = study.segments(&connection);
    let count = |kind: Kind| columns.kind.iter().filter(|one| **one == kind as u8).count();
    assert_eq!((count(Kind::Send), count(Kind::RetransmitFast), count(Kind::DuplicateAck)), (40, 1, 9));
    assert_eq!((columns.time_s.len(), columns.offset.len(), columns.payload.len()), (81, 81, 81));
    let again = columns.kind.iter().position(|kind| *kind == Kind::RetransmitFast as u8).expect("one");
    assert_eq!((columns.offset[again], columns.payload[again]), (29_200.0, 1460));
    assert_eq!((columns.offset[1], columns.time_s[0]), (1460.0, 0.04));
    assert!(study.has_whole_segments(&connection));

    let rtts = study.rtts(&connection);
    assert_eq!(rtts.time_s.len(), study.round_trip.samples.len());
    assert_eq!((rtts.rtt_ms[0], rtts.srtt_ms[0]), (rtts.base_rtt_ms[0], rtts.rtt_ms[0]));
    let step = (rtts.rtt_ms[1] - rtts.rtt_ms[0]) / 8.0;
    assert!((rtts.srtt_ms[1] - rtts.srtt_ms[0] - step).abs() < 1e-9);
    assert!(rtts.base_rtt_ms.windows(2).all(|pair| pair[1] <= pair[0]));

    let most = study.flight.flight.iter().copied().fold(0.0, f64::max);
    assert_eq!((most, study.most_in_flight), (14_600.0, 14_600));
    assert_eq!(study.flight.flight.last(), Some(&0.0));
    assert_eq!(study.flight.window.last(), Some(&40_000.0));
}

#[test]
fn segments_of_other_sizes_are_not_whole() {
    let mut segments = handshake([0, 20 * MS, 20 * MS], &syn());
    for index in 0..20 {
        segments.push(data((21 + index) * MS, 0, 1 + 1000 * index as u32, 1000));
    }
    let whole = |segments: &[Segment]| {
        let connection = read(&pcap(101, &frames(segments))).connection(0).expect("a connection");
        Study::new(&connection, 0, None).has_whole_segments(&connection)
    };
    assert!(whole(&segments));
    segments.push(data(50 * MS, 0, 20_001, 10));
    assert!(whole(&segments), "a short last segment");
    segments.push(data(51 * MS, 0, 20_011, 1000));
    assert!(!whole(&segments));
}

#[test]
fn the_names_of_kinds_are_those_in_json() {
    let kinds = [
        Kind::Other,
        Kind::Send,
        Kind::RetransmitFast,
        Kind::RetransmitEarly,
        Kind::RetransmitTimeout,
        Kind::Spurious,
        Kind::KeepAlive,
        Kind::WindowProbe,
        Kind::Reordered,
        Kind::Ack,
        Kind::DuplicateAck,
    ];
    for (kind, name) in kinds.iter().zip(KINDS) {
        assert_eq!(serde_json::to_value(kind).expect("JSON"), name);
        assert_eq!(KINDS[*kind as usize], name);
    }
}

#[test]
fn a_view_has_the_numbers_and_the_columns_that_are_described() {
    let transfer = Transfer { segments: 40, window: 10, lost: vec![20], scale: Some(7), ..Transfer::default() };
    let capture = read(&pcap(101, &frames(&transfer.segments())));
    let view = capture.view(0, None, None).expect("a connection");
    let its = &view.transfer;
    assert_eq!((its.connection, its.direction, its.unit_bytes, its.data.counts.fast), (0, 0, 1460, 1));
    assert_eq!(its.ends, ["10.0.0.1:40001", "10.0.0.2:5001"]);
    assert!((its.clock_s - 1.7e9).abs() < 1e-3, "{}", its.clock_s);
    let mut described =
        TABLES.iter().flat_map(|(table, _, columns)| columns.iter().map(move |column| (*table, column)));
    view.columns(&mut |table, name, column| {
        let (of, info) = described.next().expect("a description");
        let element = match column {
            Column::F64(_) => "f64",
            Column::U32(_) => "u32",
            Column::U8(_) => "u8",
        };
        assert_eq!((of, info.name, info.element), (table, name, element));
    });
    assert!(described.next().is_none());
    // A choice of direction and tap.
    let other = capture.view(0, Some(1), Some(Tap::Receiver)).expect("a connection").transfer;
    assert_eq!((other.direction, other.data.tap, other.data.transfer_bytes), (1, Tap::Receiver, 0));
    assert!(capture.view(1, None, None).is_none());
    let overview = capture.overview(5);
    assert_eq!((overview.connections, overview.names.len(), overview.names[0].bytes), (1, 1, [41 * 1460, 0]));
    assert_eq!(capture.overview(0).names.len(), 0);
}

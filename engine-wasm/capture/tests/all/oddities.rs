//! Captures that are odd: each has a sentence, and right numbers or none.

use vegaslab_capture::Oddity;
use vegaslab_capture::study::{Source, Study};

use crate::builder::*;

fn transfer() -> Transfer {
    Transfer { lost: vec![50], timestamps: true, smss: 1448, ..Transfer::default() }
}

/// The numbers that shouldn't change, and the oddities.
fn numbers(file: &[u8]) -> ([u64; 5], Option<i64>, Vec<Oddity>) {
    let connection = read(file).connection(0).expect("a connection");
    let study = Study::new(&connection, u8::from(connection.ends[0].port == 5001), None);
    let counts = study.counts;
    let all =
        [study.transfer_bytes, counts.segments, counts.fast, counts.timeout + counts.spurious, counts.duplicate_acks];
    (all, study.round_trip.base_ns, connection.oddities)
}

#[test]
fn copies_of_a_mirror_port_are_left_out() {
    let segments = transfer().segments();
    let frames = frames(&segments);
    let (expected, rtt_ns, _) = numbers(&pcap(101, &frames));
    for delay_ns in [0, 3 * US, 2 * MS] {
        let mut twice: Vec<Frame> = frames.clone();
        twice.extend(frames.iter().map(|frame| Frame { time_ns: frame.time_ns + delay_ns, ..frame.clone() }));
        twice.sort_by_key(|frame| frame.time_ns);
        // A router's copy has another hop.
        for frame in twice.iter_mut().skip(1).step_by(2) {
            frame.bytes[8] -= 1;
        }
        let (read, rtt, oddities) = numbers(&pcap(101, &twice));
        assert_eq!((read, rtt), (expected, rtt_ns), "copies after {delay_ns} ns");
        assert_eq!(oddities, [Oddity::EveryPacketTwice { copies: frames.len() as u64 }]);
    }
    // A few copies are what they are: the network's.
    let mut some = frames.clone();
    some.insert(40, frames[40].clone());
    assert!(numbers(&pcap(101, &some)).2.is_empty());
}

#[test]
fn one_direction_alone_has_no_rtt() {
    for (end, missing) in [(0, "10.0.0.2:5001"), (1, "10.0.0.1:40001")] {
        let mut segments = transfer().segments();
        segments.retain(|segment| segment.from == end);
        let capture = read(&pcap(101, &frames(&segments)));
        let connection = capture.connection(0).expect("a connection");
        assert!(connection.oddities.contains(&Oddity::OneDirection { missing: missing.into() }));
        let direction = u8::from(connection.ends[0].port == 5001);
        let study = Study::new(&connection, direction, None);
        assert_eq!((study.round_trip.base_ns, study.transfer_bytes), (None, 289_600), "end {end}");
    }
}

#[test]
fn interfaces_out_of_order_are_sorted() {
    let mut segments = transfer().segments();
    // An end answers a moment later.
    for segment in segments.iter_mut().filter(|segment| segment.from == 0 && segment.flags == ACK) {
        segment.time_ns += US;
    }
    let frames: Vec<Frame> =
        segments.iter().map(|segment| Frame { interface: segment.from as u32, ..segment.frame() }).collect();
    let (expected, rtt_ns, _) = numbers(&pcapng(101, &frames));
    // All packets of one interface come first in each part of the file.
    let mut mixed = frames.clone();
    for part in mixed.chunks_mut(60) {
        part.sort_by_key(|frame| frame.interface);
    }
    let (read, rtt, oddities) = numbers(&pcapng(101, &mixed));
    assert_eq!((read, rtt), (expected, rtt_ns));
    assert!(matches!(oddities[..], [Oddity::OutOfOrder { interfaces: 2, .. }]), "{oddities:?}");
    // Even the handshake may be after the data in the file.
    let mut apart = frames;
    apart.sort_by_key(|frame| std::cmp::Reverse(frame.interface));
    assert_eq!(numbers(&pcapng(101, &apart)).0, expected);
}

#[test]
fn nothing_is_measured_across_a_jump_of_the_clock() {
    let whole = transfer().segments();
    for jump_ns in [-5_i64 * S as i64, 48 * 3600 * S as i64] {
        let mut segments = whole.clone();
        let place = segments.len() / 2;
        for segment in &mut segments[place..] {
            segment.time_ns = segment.time_ns.wrapping_add_signed(jump_ns + 10 * S as i64);
        }
        for segment in &mut segments[..place] {
            segment.time_ns += 10 * S;
        }
        let connection = read(&pcap(101, &frames(&segments))).connection(0).expect("a connection");
        assert_eq!(connection.oddities, [Oddity::ClockJumps { times: 1 }]);
        assert_eq!(connection.duration_s(), None);
        let study = Study::new(&connection, 0, None);
        let before = study_of(&whole, 0);
        assert_eq!((study.transfer_bytes, study.counts.fast), (before.transfer_bytes, 1));
        let longest = |study: &Study| study.round_trip.samples.iter().map(|sample| sample.rtt_ns).max();
        assert!(longest(&study) <= longest(&before) && study.round_trip.base_ns == before.round_trip.base_ns);
        assert!(vegaslab_capture::Estimate::new(&connection, &study).is_none());
    }
}

#[test]
fn a_snap_length_that_cuts_options_leaves_them_unknown() {
    let segments = Transfer { scale: Some(7), ..Transfer::default() }.segments();
    let file = |snaplen| pcap(101, &segments.iter().map(|segment| segment.frame().cut(snaplen)).collect::<Vec<_>>());
    let connection = read(&file(44)).connection(0).expect("a connection");
    assert_eq!(connection.oddities, [Oddity::OptionsCut]);
    let study = Study::new(&connection, 0, None);
    assert!(study.window.is_some_and(|window| !window.exact));
    // The MSS is the first option, and was captured.
    assert_eq!(study.size.map(|size| size.bytes), Some(1460));
    let problem = read_in(&file(30), 64).err().map(|problem| problem.to_string());
    assert!(problem.is_some_and(|problem| problem.starts_with("None of the capture’s")));
}

#[test]
fn a_capture_that_begins_in_the_middle_says_so() {
    let segments: Vec<Segment> = transfer().segments().into_iter().skip(120).collect();
    let connection = read(&pcap(101, &frames(&segments))).connection(0).expect("a connection");
    assert_eq!(connection.oddities, [Oddity::NoHandshake]);
    let study = Study::new(&connection, 0, None);
    assert_eq!((study.initial_window, study.round_trip.source), (None, Some(Source::Acks)));
    assert!(study.oddities.is_empty(), "{:?}", study.oddities);
}

#[test]
fn bytes_that_the_capture_lost_are_counted() {
    let mut segments = Transfer { ..Transfer::default() }.segments();
    let index = segments.iter().position(|segment| segment.seq == 1 + 60 * 1460).expect("a segment");
    segments.remove(index);
    let study = study(&segments);
    assert_eq!(study.oddities, [Oddity::MissingBytes { from: "10.0.0.1:40001".into(), bytes: 1460 }]);
    assert_eq!((study.counts.retransmitted(), study.transfer_bytes), (0, 292_000));
}

#[test]
fn every_oddity_has_one_or_two_sentences() {
    let from = || "10.0.0.1:40001".to_owned();
    for oddity in [
        Oddity::FileCut,
        Oddity::HeadersCut { packets: 2 },
        Oddity::Fragments { packets: 2 },
        Oddity::EveryPacketTwice { copies: 2 },
        Oddity::OneDirection { missing: from() },
        Oddity::OutOfOrder { packets: 2, interfaces: 1 },
        Oddity::OutOfOrder { packets: 2, interfaces: 3 },
        Oddity::ClockJumps { times: 1 },
        Oddity::ClockJumps { times: 2 },
        Oddity::NoHandshake,
        Oddity::OptionsCut,
        Oddity::MissingBytes { from: from(), bytes: 2 },
        Oddity::Offloaded { from: from(), largest: 2 },
    ] {
        let text = oddity.to_string();
        assert!(text.ends_with('.') && text.len() < 200 && !text.contains('{'), "{text}");
    }
}

//! Handshake, sequence numbers, segment size, window and round-trip times.

use vegaslab_capture::study::{SizeSource, Source, Study, Tap};

use crate::builder::*;

fn close(value: Option<i64>, expected_ns: u64) {
    let value = value.expect("a value");
    let expected = expected_ns as i64;
    assert!((value - expected).abs() <= expected / 50, "{value} ns instead of {expected} ns");
}

#[test]
fn windows_have_the_scale_of_their_own_end_if_both_offered_one() {
    let window = |there: Option<u8>, back: Option<u8>| {
        let mut segments = handshake([0, 20 * MS, 20 * MS], &syn());
        segments[0].scale = there;
        segments[1].scale = back;
        segments.push(data(21 * MS, 0, 1, 100));
        segments.push(Segment { window: 1000, ..ack(41 * MS, 1, 101) });
        let capture = read(&pcap(101, &frames(&segments)));
        let connection = capture.connection(0).expect("a connection");
        let one = Study::new(&connection, 0, None).window.expect("a window");
        let other = Study::new(&connection, 1, None).window.expect("a window");
        assert!(one.exact && other.exact);
        (one.bytes, other.bytes)
    };
    assert_eq!(window(Some(2), Some(7)), (128_000, 160_000));
    assert_eq!(window(Some(2), None), (1000, 40_000));
    assert_eq!(window(None, Some(7)), (1000, 40_000));
    assert_eq!(window(None, None), (1000, 40_000));
    // More than 14 counts as 14.
    assert_eq!(window(Some(0), Some(255)).0, 1000 << 14);
}

#[test]
fn a_window_without_the_handshake_is_a_lower_bound() {
    let window = |transfer: &Transfer| study(&transfer.segments()).window.expect("a window");
    let whole = Transfer { scale: Some(3), ..Transfer::default() };
    assert_eq!((window(&whole).bytes, window(&whole).exact), (320_000, true));
    let middle = Transfer { whole: false, ..whole.clone() };
    assert_eq!((window(&middle).bytes, window(&middle).exact), (40_000, false));
    // A SYN-ACK alone shows both that windows are scaled, and its own end's scale.
    let alone: Vec<Segment> = whole.segments().into_iter().skip(1).collect();
    assert_eq!(study_of(&alone, 1).window.map(|window| (window.bytes, window.exact)), Some((320_000, true)));
    // A SYN alone doesn't show whether the other end scales.
    let mut without_answer = whole.segments();
    without_answer.remove(1);
    assert_eq!(study(&without_answer).window.map(|window| window.exact), Some(false));
}

#[test]
fn the_handshake_is_reported() {
    let mut segments = handshake([0, 20 * MS, 20 * MS], &Segment { timestamps: Some((0, 0)), scale: Some(7), ..syn() });
    segments[1].mss = Some(1200);
    segments[1].sack_permitted = false;
    let capture = read(&pcap(101, &frames(&segments)));
    let connection = capture.connection(0).expect("a connection");
    assert_eq!(connection.initiator, Some(0));
    let [there, back] = [0, 1].map(|end| connection.hello(end).expect("a SYN"));
    assert_eq!(
        (there.mss, there.window_scale, there.sack_permitted, there.timestamps),
        (Some(1460), Some(7), true, true)
    );
    assert_eq!((back.mss, back.window_scale, back.sack_permitted, back.timestamps), (Some(1200), Some(7), false, true));
}

#[test]
fn fast_open_is_one_connection() {
    let mut segments = handshake([0, 20 * MS, 20 * MS], &Segment { payload: 500, fast_open: true, ..syn() });
    segments[1].fast_open = false;
    for index in 0..10 {
        segments.push(data((21 + index) * MS, 0, 501 + 1000 * index as u32, 1000));
        segments.push(ack((41 + index) * MS, 1, 1501 + 1000 * index as u32));
    }
    segments.sort_by_key(|segment| segment.time_ns);
    let capture = read(&pcap(101, &frames(&segments)));
    assert_eq!(capture.len(), 1);
    let connection = capture.connection(0).expect("a connection");
    assert!(connection.hello(0).is_some_and(|hello| hello.fast_open));
    let study = Study::new(&connection, 0, None);
    assert_eq!((study.transfer_bytes, study.counts.segments, study.counts.retransmitted()), (10_500, 11, 0));
    close(study.round_trip.base_ns, 20 * MS);
}

#[test]
fn a_port_that_is_used_again_is_another_connection() {
    for end in [FIN | ACK, RST] {
        let mut segments = handshake([0, MS, MS], &syn());
        segments.push(data(2 * MS, 0, 1, 100));
        segments.push(Segment { flags: end, ..data(3 * MS, 0, 101, 0) });
        let mut again = handshake([10 * MS, 11 * MS, 11 * MS], &syn());
        for segment in &mut again {
            let number = if segment.from == 0 { &mut segment.seq } else { &mut segment.ack };
            *number += 1_000_000;
        }
        segments.extend(again);
        segments.push(data(12 * MS, 0, 1_000_001, 300));
        let capture = read(&pcap(101, &frames(&segments)));
        assert_eq!(capture.len(), 2);
        let bytes = [0, 1].map(|index| study_at(&capture, index).transfer_bytes);
        assert_eq!(bytes, [300, 100]);
    }
    // A SYN that is retransmitted is the same connection.
    let mut segments = handshake([0, MS, MS], &syn());
    segments.insert(1, segments[0].clone());
    assert_eq!(read(&pcap(101, &frames(&segments))).len(), 1);
}

fn study_at(capture: &vegaslab_capture::Capture, index: usize) -> Study {
    Study::new(&capture.connection(index).expect("a connection"), 0, None)
}

#[test]
fn sequence_numbers_continue_beyond_4_gib() {
    let mut segments = handshake([0, 20 * MS, 20 * MS], &Segment { scale: Some(14), ..syn() });
    let step = 50_000_000_u32;
    for index in 0..200_u32 {
        let start = index.wrapping_mul(step).wrapping_add(1);
        segments.push(data((30 + 10 * u64::from(index)) * MS, 0, start, step));
        segments.push(ack((35 + 10 * u64::from(index)) * MS, 1, start.wrapping_add(step)));
    }
    let study = study(&segments);
    assert_eq!(study.transfer_bytes, 10_000_000_000);
    assert_eq!((study.counts.retransmitted(), study.most_in_flight), (0, 50_000_000));
}

#[test]
fn a_first_number_of_any_value_changes_nothing() {
    let numbers = [0, 1, u32::MAX, u32::MAX - 5000, 1 << 31].map(|isn| {
        let study = study(&Transfer { isn, lost: vec![30], ..Transfer::default() }.segments());
        (study.transfer_bytes, study.counts, study.most_in_flight, study.round_trip.base_ns)
    });
    assert_eq!(numbers[0].0, 292_000);
    assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
}

#[test]
fn a_capture_that_begins_in_a_recovery_counts_from_the_oldest_byte() {
    // The first segment in the capture retransmits older data, after newer ones from before the capture.
    let isn = 3_000_000_000_u32;
    let number = |offset: u32| isn.wrapping_add(offset);
    let mut segments = vec![data(0, 0, number(50_000), 1000), data(MS, 0, number(20_000), 1000)];
    segments.push(ack(20 * MS, 1, number(51_000)));
    for index in 0..20 {
        segments.push(data((21 + index) * MS, 0, number(51_000 + 1000 * index as u32), 1000));
        segments.push(ack((41 + index) * MS, 1, number(52_000 + 1000 * index as u32)));
    }
    segments.sort_by_key(|segment| segment.time_ns);
    let study = study(&segments);
    assert_eq!(study.transfer_bytes, 51_000);
    assert_eq!(study.initial_window, None);
    assert!(!study.window.expect("a window").exact);
}

#[test]
fn the_segment_size_is_the_handshakes_without_timestamps() {
    let size = |transfer: &Transfer| study(&transfer.segments()).size.expect("a size");
    let plain = size(&Transfer::default());
    assert_eq!((plain.bytes, plain.from, plain.header_bytes), (1460, SizeSource::Handshake, 40));
    let with_timestamps = size(&Transfer { timestamps: true, smss: 1448, ..Transfer::default() });
    assert_eq!(
        (with_timestamps.bytes, with_timestamps.from, with_timestamps.header_bytes),
        (1448, SizeSource::Handshake, 52)
    );
    // A tunnel's segments are smaller than the handshake allows.
    let tunnel = size(&Transfer { smss: 1400, ..Transfer::default() });
    assert_eq!((tunnel.bytes, tunnel.from), (1400, SizeSource::MostFrequent));
    let unknown = size(&Transfer { whole: false, smss: 1000, ..Transfer::default() });
    assert_eq!((unknown.bytes, unknown.from), (1000, SizeSource::MostFrequent));
}

/// Data in segments that a network card will split.
fn offloaded(whole: bool, smss: u32, parts: &[u32]) -> Vec<Segment> {
    let mut segments = if whole { handshake([0, 20 * MS, 20 * MS + 10 * US], &syn()) } else { vec![] };
    let mut offset = 1;
    let mut time_ns = 21 * MS;
    for round in 0..20 {
        let part = parts[round % parts.len()] * smss;
        segments.push(data(time_ns, 0, offset, part));
        offset += part;
        segments.push(ack(time_ns + 20 * MS, 1, offset));
        time_ns += 21 * MS;
    }
    segments
}

#[test]
fn an_offloaded_segment_counts_as_those_that_it_stands_for() {
    let whole = study(&offloaded(true, 1460, &[10, 3, 7]));
    let size = whole.size.expect("a size");
    assert_eq!((size.bytes, size.largest, size.from), (1460, 14_600, SizeSource::Handshake));
    assert_eq!(
        (whole.counts.segments, whole.counts.packets, whole.initial_window),
        (7 * 10 + 7 * 3 + 6 * 7, 20, Some(10))
    );
    // Without a handshake: several multiples, or a single one that fits in Ethernet's frames.
    for (smss, parts) in [(1400, &[10, 3, 7][..]), (1460, &[2, 2, 2]), (1460, &[1, 2, 10])] {
        let study = study(&offloaded(false, smss, parts));
        assert_eq!(study.size.map(|size| size.bytes), Some(smss), "{parts:?}");
    }
}

#[test]
fn the_rtt_is_measured_by_where_the_capture_was_taken() {
    // From the tap to the receiver and back; the bottleneck adds its transmission.
    for (tap, place, source, rtt_ns) in [
        (0.0, Tap::Sender, Source::Acks, 41 * MS),
        (0.5, Tap::Between, Source::Handshake, 40 * MS),
        (1.0, Tap::Receiver, Source::Handshake, 40 * MS),
    ] {
        let study = study(&Transfer { tap, ..Transfer::default() }.segments());
        let round_trip = &study.round_trip;
        assert_eq!((round_trip.tap, round_trip.guessed, round_trip.source), (place, false, Some(source)));
        close(round_trip.base_ns, rtt_ns);
    }
}

#[test]
fn without_a_handshake_timestamps_show_the_rtt() {
    let base = Transfer { whole: false, timestamps: true, smss: 1448, ..Transfer::default() };
    for (tap, place, source) in [
        (0.0, Tap::Sender, Source::Acks),
        (0.5, Tap::Between, Source::BothSides),
        (1.0, Tap::Receiver, Source::Timestamps),
    ] {
        let round_trip = study(&Transfer { tap, ..base.clone() }.segments()).round_trip;
        assert_eq!((round_trip.tap, round_trip.guessed, round_trip.source), (place, false, Some(source)));
        close(round_trip.base_ns, 41 * MS);
    }
    // Without timestamps too, the receiver's side doesn't show it.
    let round_trip = study(&Transfer { tap: 1.0, timestamps: false, ..base }.segments()).round_trip;
    assert_eq!((round_trip.tap, round_trip.guessed), (Tap::Receiver, true));
    assert_eq!((round_trip.base_ns, round_trip.source, round_trip.samples.len()), (None, None, 0));
}

#[test]
fn retransmitted_data_give_no_sample() {
    let study = study(&Transfer { lost: vec![50], ..Transfer::default() }.segments());
    let longest = study.round_trip.samples.iter().map(|sample| sample.rtt_ns).max();
    // The window's queue is 20 ms at most; the lost segment's ACK took an RTT more.
    assert!(longest <= Some(60 * MS as i64 + 1_000_000), "{longest:?}");
    assert!(study.round_trip.samples.len() > 100);
}

#[test]
fn the_time_that_the_peer_thinks_is_not_rtt() {
    let mut segments = handshake([0, 40 * MS, 40 * MS], &syn());
    // Each request is answered 100 ms later, in a segment that acknowledges it too.
    for round in 0..10_u32 {
        let time_ns = 50 * MS + u64::from(round) * 200 * MS;
        segments.push(Segment { ack: 1 + 1000 * round, ..data(time_ns, 0, 1 + 100 * round, 100) });
        segments.push(Segment { ack: 101 + 100 * round, ..data(time_ns + 140 * MS, 1, 1 + 1000 * round, 1000) });
        segments.push(Segment { seq: 101 + 100 * round, ..ack(time_ns + 140 * MS + 10 * US, 0, 1001 + 1000 * round) });
    }
    for direction in [0, 1] {
        let round_trip = study_of(&segments, direction).round_trip;
        assert_eq!(
            (round_trip.base_ns, round_trip.source),
            (Some(40 * MS as i64), Some(Source::Handshake)),
            "{direction}"
        );
    }
    // Without the handshake there's nothing to measure.
    let middle: Vec<Segment> = segments.split_off(3);
    assert_eq!(study(&middle).round_trip.base_ns, None);
}

#[test]
fn a_handshake_with_a_repeated_syn_needs_timestamps() {
    let rtt = |timestamps: bool| {
        let options = Segment { timestamps: timestamps.then_some((0, 0)), ..syn() };
        let mut segments = handshake([1000 * MS, 1040 * MS, 1040 * MS], &options);
        let first = Segment { time_ns: 0, timestamps: timestamps.then_some((ticks(0), 0)), ..segments[0].clone() };
        segments.insert(0, first);
        study(&segments).round_trip.base_ns
    };
    assert_eq!((rtt(false), rtt(true)), (None, Some(40 * MS as i64)));
}

#[test]
fn the_first_window_is_counted_at_either_end() {
    for tap in [0.0, 0.5, 1.0] {
        let study = study(&Transfer { tap, window: 10, transmission_ns: MS / 2, ..Transfer::default() }.segments());
        assert_eq!(study.initial_window, Some(10), "tap at {tap}");
    }
}

//! Captures as people have them: of a simulator, with scaled windows, keep-alives, offloading, Fast Open, and of a
//! download at the client.

use vegaslab_capture::study::{Source, Study, Tap};
use vegaslab_capture::{Capture, Estimate};

use crate::builder::*;

fn first(capture: &Capture, direction: u8) -> (Study, Option<Estimate>) {
    let connection = capture.connection(0).expect("a connection");
    let study = Study::new(&connection, direction, None);
    let estimate = Estimate::new(&connection, &study);
    (study, estimate)
}

#[test]
fn a_simulators_ppp_capture_opens() {
    let segments = Transfer { smss: 536, segments: 60, window: 10, lost: vec![20], ..Transfer::default() }.segments();
    let packets: Vec<Frame> = frames(&segments).into_iter().map(|frame| frame.within(&[0, 0x21])).collect();
    let (study, _) = first(&read(&pcap(9, &packets)), 0);
    assert_eq!((study.transfer_bytes, study.counts.fast, study.size.map(|size| size.bytes)), (32_160, 1, Some(536)));
}

#[test]
fn a_scaled_window_is_as_large_as_it_was() {
    let transfer = Transfer { scale: Some(7), segments: 400, ..Transfer::default() };
    let mut segments = transfer.segments();
    for segment in segments.iter_mut().filter(|segment| segment.from == 1 && segment.flags == ACK) {
        segment.window = 8192;
    }
    let (study, estimate) = first(&read(&pcap(101, &frames(&segments))), 0);
    let window = study.window.expect("a window");
    assert_eq!((window.bytes, window.exact), (1_048_576, true));
    assert_eq!(estimate.and_then(|estimate| estimate.rwnd_bytes), Some(1_048_576));
    let shown = study.flight.window.iter().copied().fold(0.0, f64::max);
    assert!((shown - 1_048_576.0).abs() < f64::EPSILON, "{shown}");
}

#[test]
fn keep_alives_of_one_byte_are_no_losses() {
    let mut segments = Transfer { segments: 60, smss: 536, ..Transfer::default() }.segments();
    let end = segments.last().expect("a segment").time_ns;
    for count in 1..=5 {
        segments.push(data(end + count * 45 * S, 0, 60 * 536, 1));
        segments.push(ack(end + count * 45 * S + 40 * MS, 1, 60 * 536 + 1));
    }
    let (study, estimate) = first(&read(&pcap(101, &frames(&segments))), 0);
    assert_eq!((study.counts.keep_alives, study.counts.retransmitted(), study.transfer_bytes), (5, 0, 60 * 536));
    let estimate = estimate.expect("an estimate");
    assert_eq!((estimate.overflowed, estimate.random_loss), (Some(false), Some(0.0)));
}

/// A transfer whose sender hands segments of ten times 1460 bytes to its card, which sends 100 Mbit/s.
#[test]
fn an_offloaded_transfer_has_its_rate_and_first_window() {
    let mut segments = handshake([0, 20 * MS, 20 * MS + 5 * US], &Segment { scale: Some(7), ..syn() });
    let packet_ns = 120 * US;
    let (mut offset, mut line_ns) = (1_u32, 20 * MS + 10 * US);
    for index in 0..360_u64 {
        // Eleven in the first window; then one as ten are acknowledged.
        let sent_ns = line_ns;
        segments.push(data(sent_ns, 0, offset, 14_600));
        for pair in 1..=5_u64 {
            let acked = offset + pair as u32 * 2920;
            segments.push(Segment { window: 8192, ..ack(sent_ns + 20 * MS + 2 * pair * packet_ns, 1, acked) });
        }
        offset += 14_600;
        line_ns += 10 * packet_ns;
        // A window of 110 segments takes 13.2 ms, the RTT 20.24 ms.
        if index % 11 == 10 {
            line_ns += 20 * MS + 240 * US - 110 * packet_ns;
        }
    }
    segments.sort_by_key(|segment| segment.time_ns);
    let (study, estimate) = first(&read(&pcap(101, &frames(&segments))), 0);
    let estimate = estimate.expect("an estimate");
    assert_eq!((estimate.smss_bytes, estimate.segments, estimate.initial_cwnd), (1460, 3600, Some(110)));
    assert!((estimate.rate_bps / 1e8 - 1.0).abs() < 0.01, "{}", estimate.rate_bps);
    assert_eq!((estimate.retransmitted, study.counts.packets), (0, 360));
}

#[test]
fn data_in_the_syn_belong_to_the_connection() {
    let mut segments = handshake([0, 20 * MS, 21 * MS], &Segment { payload: 1000, fast_open: true, ..syn() });
    segments.pop();
    for index in 1..=20_u32 {
        segments.push(data((20 + u64::from(index)) * MS, 0, 1 + 1000 * index, 1000));
        segments.push(ack((41 + u64::from(index)) * MS, 1, 1001 + 1000 * index));
    }
    segments.sort_by_key(|segment| segment.time_ns);
    let capture = read(&pcap(101, &frames(&segments)));
    assert_eq!((capture.len(), first(&capture, 0).0.transfer_bytes), (1, 21_000));
}

#[test]
fn a_download_at_the_client_has_the_handshakes_rtt() {
    let mut segments = handshake([0, 40 * MS, 40 * MS + 100 * US], &syn());
    segments.push(data(40 * MS + 200 * US, 0, 1, 100));
    // The server thinks for 100 ms, and then sends twice as many segments in each round.
    let (mut offset, mut round_ns, mut count) = (1_u32, 180 * MS + 200 * US, 4_u64);
    for _ in 0..5 {
        for index in 0..count {
            let time_ns = round_ns + index * MS;
            segments.push(Segment { ack: 101, ..data(time_ns, 1, offset, 1000) });
            offset += 1000;
            segments.push(Segment { seq: 101, ..ack(time_ns + 50 * US, 0, offset) });
        }
        round_ns += 40 * MS;
        count = (2 * count).min(40);
    }
    segments.sort_by_key(|segment| segment.time_ns);
    let capture = read(&pcap(101, &frames(&segments)));
    let (study, estimate) = first(&capture, 1);
    let round_trip = &study.round_trip;
    assert_eq!(
        (round_trip.tap, round_trip.base_ns, round_trip.source),
        (Tap::Receiver, Some(40 * MS as i64), Some(Source::Handshake))
    );
    let estimate = estimate.expect("an estimate");
    assert_eq!((estimate.base_rtt_ms, estimate.initial_cwnd), (Some(40.0), Some(4)));
    // The request's RTT isn't what the server thought.
    assert_eq!(first(&capture, 0).0.round_trip.base_ns, Some(40 * MS as i64));
}

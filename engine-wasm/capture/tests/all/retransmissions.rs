//! Retransmissions by cause, and segments that look like some but aren't.

use vegaslab_capture::Estimate;
use vegaslab_capture::study::{Counts, Kind, Study};

use crate::builder::*;

/// A handshake, ten segments of 1000 bytes and their ACKs until 50 ms.
fn ten() -> Vec<Segment> {
    let mut segments = handshake([0, 20 * MS, 20 * MS], &syn());
    for index in 0..10 {
        segments.push(data((21 + index) * MS, 0, 1 + 1000 * index as u32, 1000));
        segments.push(ack((41 + index) * MS, 1, 1001 + 1000 * index as u32));
    }
    segments.sort_by_key(|segment| segment.time_ns);
    segments
}

fn counts(segments: &[Segment]) -> Counts {
    study(segments).counts
}

/// Losses that an estimate of the path would see.
fn losses(segments: &[Segment]) -> Option<(Option<bool>, Option<f64>)> {
    let capture = read(&pcap(101, &frames(segments)));
    let connection = capture.connection(0).expect("a connection");
    let estimate = Estimate::new(&connection, &Study::new(&connection, 0, None))?;
    Some((estimate.overflowed, estimate.random_loss))
}

const NO_LOSS: Option<(Option<bool>, Option<f64>)> = Some((Some(false), Some(0.0)));

#[test]
fn keep_alives_are_no_retransmissions() {
    for payload in [0, 1] {
        let mut segments = ten();
        for index in 1..=5 {
            segments.push(data(index * 45 * S, 0, 10_000, payload));
            segments.push(ack(index * 45 * S + 20 * MS, 1, 10_001));
        }
        let counts = counts(&segments);
        assert_eq!((counts.keep_alives, counts.retransmitted(), counts.segments), (5, 0, 10), "{payload} bytes");
        assert_eq!(losses(&segments), NO_LOSS);
    }
    // One byte that is outstanding is retransmitted.
    let mut segments = ten();
    segments.push(data(60 * MS, 0, 10_001, 1));
    segments.push(data(400 * MS, 0, 10_001, 1));
    assert_eq!((counts(&segments).keep_alives, counts(&segments).timeout), (0, 1));
}

#[test]
fn window_probes_are_no_retransmissions() {
    for (seq, payload) in [(10_001, 1), (10_000, 0), (10_000, 1)] {
        let mut segments = ten();
        segments.push(Segment { window: 0, ..ack(60 * MS, 1, 10_001) });
        for index in 1..=4 {
            segments.push(data(index * 500 * MS, 0, seq, payload));
            segments.push(Segment { window: 0, ..ack(index * 500 * MS + 20 * MS, 1, 10_001) });
        }
        segments.push(ack(3 * S, 1, 10_001));
        segments.push(data(3 * S + MS, 0, 10_001, 1000));
        segments.push(ack(3 * S + 21 * MS, 1, 11_001));
        let study = study(&segments);
        let counts = study.counts;
        assert_eq!(
            (counts.window_probes, counts.retransmitted(), counts.segments),
            (4, 0, 11),
            "{payload} bytes at {seq}"
        );
        assert_eq!((study.transfer_bytes, counts.keep_alives), (11_000, 0));
        assert_eq!(losses(&segments), NO_LOSS);
    }
    // A full segment against a closed window, again and again.
    let mut segments = ten();
    segments.push(data(51 * MS, 0, 10_001, 1000));
    segments.push(Segment { window: 0, ..ack(60 * MS, 1, 10_001) });
    segments.push(data(400 * MS, 0, 10_001, 1000));
    segments.push(data(1000 * MS, 0, 10_001, 1000));
    assert_eq!((counts(&segments).window_probes, counts(&segments).retransmitted()), (2, 0));
}

#[test]
fn three_duplicate_acks_cause_a_fast_retransmission() {
    for sack in [false, true] {
        let transfer = Transfer { lost: vec![50], sack, ..Transfer::default() };
        let study = study(&transfer.segments());
        assert_eq!((study.counts.fast, study.counts.timeout, study.counts.spurious), (1, 0, 0));
        assert_eq!((study.counts.segments, study.counts.duplicate_acks), (201, 19));
        // At the receiver, the first transmission isn't in the capture.
        let study = crate::builder::study(&Transfer { tap: 1.0, ..transfer }.segments());
        assert_eq!((study.counts.fast, study.counts.timeout, study.counts.reordered), (1, 0, 0));
        assert_eq!(study.counts.segments, 200);
    }
}

#[test]
fn a_timer_causes_a_retransmission_if_nothing_else_does() {
    // The last segment's loss causes no duplicate ACKs.
    let study_at = |tap, lost: &[u32], lost_again: &[u32]| {
        study(&Transfer { tap, lost: lost.to_vec(), lost_again: lost_again.to_vec(), ..Transfer::default() }.segments())
    };
    let last = study_at(0.0, &[199], &[]);
    assert_eq!((last.counts.fast, last.counts.timeout), (0, 1));
    // A fast retransmission that is lost too.
    let again = study_at(0.0, &[50], &[50]);
    assert_eq!((again.counts.fast, again.counts.timeout), (1, 1));
    let kinds: Vec<Kind> = again
        .kinds
        .into_iter()
        .filter(|kind| !matches!(kind, Kind::Send | Kind::Ack | Kind::Other | Kind::DuplicateAck))
        .collect();
    assert_eq!(kinds, [Kind::RetransmitFast, Kind::RetransmitTimeout]);
    // At the receiver, the last segment's delay looks like any other; the fast one's doesn't.
    assert_eq!(study_at(1.0, &[199], &[]).counts.timeout, 0);
    assert_eq!(study_at(1.0, &[50], &[50]).counts.timeout, 1);
}

#[test]
fn data_that_were_acknowledged_are_spurious() {
    let mut segments = ten();
    segments.push(data(60 * MS, 0, 9001, 1000));
    let counts = counts(&segments);
    assert_eq!((counts.spurious, counts.fast, counts.timeout, counts.keep_alives), (1, 0, 0, 0));
    assert_eq!(losses(&segments), NO_LOSS);
    // A SACK block acknowledges too.
    let mut segments = ten();
    for index in 10..15_u32 {
        segments.push(data((60 + u64::from(index)) * MS, 0, 1 + 1000 * index, 1000));
    }
    segments.push(Segment { sack: vec![(12_001, 15_001)], ..ack(90 * MS, 1, 10_001) });
    segments.push(data(91 * MS, 0, 13_001, 1000));
    assert_eq!(self::counts(&segments).spurious, 1);
}

#[test]
fn a_duplicate_sack_block_shows_a_retransmission_to_be_spurious() {
    let mut segments = ten();
    segments.push(data(60 * MS, 0, 10_001, 1000));
    // The ACK is late, and the sender's timer too early.
    segments.push(data(400 * MS, 0, 10_001, 1000));
    segments.push(ack(410 * MS, 1, 11_001));
    assert_eq!((counts(&segments).timeout, counts(&segments).spurious), (1, 0));
    segments.push(Segment { sack: vec![(10_001, 11_001)], ..ack(420 * MS, 1, 11_001) });
    assert_eq!((counts(&segments).timeout, counts(&segments).spurious), (0, 1));
    assert_eq!(losses(&segments), NO_LOSS);
}

/// Ten segments of which the sixth arrives after the seventh.
fn overtaken(change: impl Fn(usize, &mut Segment)) -> Vec<Segment> {
    let mut segments = handshake([20 * MS, 20 * MS, 40 * MS], &syn());
    for index in [0, 1, 2, 3, 4, 6, 5, 7, 8, 9_usize] {
        let place = segments.len() as u64;
        let mut segment = data((60 + place) * MS, 0, 1 + 1000 * index as u32, 1000);
        change(index, &mut segment);
        segments.push(segment);
    }
    segments
}

#[test]
fn overtaken_segments_are_no_retransmissions() {
    let by_id = |index: usize, segment: &mut Segment| segment.ip_id = 100 + index as u16;
    let by_timestamp = |index: usize, segment: &mut Segment| segment.timestamps = Some((100 + index as u32, 7));
    for segments in [overtaken(by_id), overtaken(by_timestamp), overtaken(|_, _| ())] {
        let counts = counts(&segments);
        assert_eq!((counts.reordered, counts.retransmitted(), counts.segments), (1, 0, 10));
    }
    // A retransmission has a later number, however soon it comes.
    let again = overtaken(|index, segment| segment.ip_id = if index == 5 { 120 } else { 100 + index as u16 });
    assert_eq!((counts(&again).reordered, counts(&again).retransmitted()), (0, 1));
    // Without either, one that comes later than any segment is overtaken.
    let mut late = overtaken(|_, _| ());
    let time_ns = 200 * MS;
    late[9].time_ns = time_ns;
    late.sort_by_key(|segment| segment.time_ns);
    assert_eq!((counts(&late).reordered, counts(&late).retransmitted()), (0, 1));
}

#[test]
fn an_estimate_has_the_paths_values() {
    let segments = Transfer { segments: 2000, window: 100, lost: vec![500], ..Transfer::default() }.segments();
    let capture = read(&pcap(101, &frames(&segments)));
    let connection = capture.connection(0).expect("a connection");
    let estimate = Estimate::new(&connection, &Study::new(&connection, 0, None)).expect("an estimate");
    assert!((estimate.rate_bps - 12_000_000.0).abs() < 120_000.0, "{}", estimate.rate_bps);
    let base_rtt_ms = estimate.base_rtt_ms.expect("an RTT");
    assert!((base_rtt_ms - 41.0).abs() < 0.5, "{base_rtt_ms}");
    // The first window waits at the bottleneck as a whole.
    assert!((estimate.buffer_bytes as f64 / (99.0 * 1500.0) - 1.0).abs() < 0.02, "{}", estimate.buffer_bytes);
    assert_eq!((estimate.retransmitted, estimate.segments, estimate.overflowed), (1, 2001, Some(true)));
    assert_eq!((estimate.smss_bytes, estimate.header_bytes, estimate.initial_cwnd), (1460, 40, Some(100)));
    assert_eq!((estimate.transfer_bytes, estimate.ack_every, estimate.rwnd_bytes), (2_920_000, 1, Some(40_000)));
}

#[test]
fn a_loss_is_the_queues_only_if_the_queue_was_long() {
    // A window of 10 segments doesn't fill a path of 41, so nothing waits after the first round.
    let transfer = Transfer { window: 10, lost: vec![50], ..Transfer::default() };
    assert_eq!(losses(&transfer.segments()), Some((Some(false), Some(1.0 / 201.0))));
    // At the receiver, the queue isn't visible without timestamps.
    assert_eq!(losses(&Transfer { tap: 1.0, ..transfer }.segments()), Some((None, None)));
}

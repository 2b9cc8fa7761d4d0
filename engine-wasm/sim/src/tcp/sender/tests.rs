//! Tests of the core without a network: timeouts with each kind of recovery, congestion marks, RACK and random waits.

use super::jitter::Jitter;
use super::{Acknowledgment, Observer, Phase, SendCause, Sender, Sent, Supply};
use crate::kernel::random::Stream;
use crate::kernel::{MILLISECOND, Nanos};
use crate::scenario;
use crate::tcp::Host;
use crate::tcp::sack::SackBlocks;
use crate::tcp::window::Window;

#[derive(Default)]
struct Sends(Vec<Sent>);

impl Observer for Sends {
    fn send(&mut self, sent: Sent) {
        self.0.push(sent);
    }
    fn rtt(&mut self, _exact: Nanos, _measured: Nanos) {}
    fn diff(&mut self, _diff: f64) {}
}

/// A sender and the segments that it has sent.
struct Run {
    sender: Sender,
    sends: Sends,
    now: Nanos,
}

impl Run {
    /// Starts the sender that this JSON describes, with a window of 20 segments.
    fn new(sender: &str) -> Self {
        let run = Self::with(sender, 1_000, Supply { end: None, open: true });
        assert_eq!(run.sender.flight_size(), 20);
        run
    }

    /// Starts the sender that this JSON describes, with this receiver's window and supply of data.
    fn with(sender: &str, rwnd: u32, supply: Supply) -> Self {
        let text = format!(
            r#"{{"version": 1, "name": "core", "duration_s": 1,
                "links": [{{"name": "l", "from": "s", "to": "r", "rate_bps": 1000000, "delay_ms": 10,
                            "queue": {{"kind": "unlimited"}}}}],
                "flows": [{{"name": "f", "from": "s", "to": "r", "traffic": {{"kind": "bulk"}}, "rwnd_bytes": 512000,
                            "receiver": {{"kind": "every_packet"}}, "sender": {sender}}}]}}"#
        );
        let scenario = scenario::read(&text).expect("a valid scenario");
        let host = Host { rwnd, rwnd_bytes: 512 * u64::from(rwnd), ..Host::for_tests() };
        let mut run =
            Self { sender: Sender::new(&scenario.flows[0].sender, &host, supply), sends: Sends::default(), now: 0 };
        run.sender.open(0, &mut run.sends);
        run.now = 100 * MILLISECOND;
        run
    }

    fn ack(&mut self, next: u32, blocks: &[(u32, u32)], marks: u32) {
        self.now += MILLISECOND;
        let blocks = (!blocks.is_empty()).then(|| SackBlocks::of(blocks));
        let ack = Acknowledgment { next, blocks, marks, ..Acknowledgment::default() };
        self.sender.on_ack(&ack, self.now, &mut self.sends);
    }

    /// Loses segment 0: duplicate ACKs report the rest of the first window and some segments sent since.
    fn lose_the_first(&mut self) {
        for right in 2..=28 {
            self.ack(0, &[(1, right)], 0);
        }
    }

    fn time_out(&mut self) {
        self.now = self.sender.wakes_at().expect("a timer");
        assert!(self.sender.on_timer(self.now, &mut self.sends));
    }
}

const RECOVERIES: [&str; 6] = [
    r#"{"preset": "reno", "initial_cwnd": 20}"#,
    r#"{"preset": "newreno", "initial_cwnd": 20}"#,
    r#"{"preset": "dual", "initial_cwnd": 20}"#,
    r#"{"preset": "sack", "initial_cwnd": 20}"#,
    r#"{"preset": "fack", "initial_cwnd": 20}"#,
    r#"{"preset": "vegas-cam", "initial_cwnd": 20}"#,
];

#[test]
fn a_timeout_in_recovery_never_sets_ssthresh_above_the_recovery_target() {
    for sender in RECOVERIES {
        let mut run = Run::new(sender);
        run.lose_the_first();
        assert!(run.sender.flight_size() > 20, "the flight grows in recovery: {sender}");
        run.time_out();
        // Twenty segments were in flight at the loss; half of them is ten.
        assert!(run.sender.window().ssthresh <= 10.0, "{} with {sender}", run.sender.window().ssthresh);
    }
}

#[test]
fn a_timeout_counts_only_unsacked_segments() {
    // With a threshold of 100, the block doesn't count as a loss, so the timer detects it.
    let mut tolerant =
        Run::new(r#"{"preset": "sack", "initial_cwnd": 20, "detection": {"kind": "sacked", "threshold": 100}}"#);
    tolerant.ack(0, &[(4, 20)], 0);
    tolerant.time_out();
    assert_eq!(tolerant.sender.window().ssthresh, 2.0, "half of the four unsacked segments");
    let mut run = Run::new(r#"{"preset": "sack", "initial_cwnd": 20}"#);
    run.time_out();
    assert_eq!(run.sender.window().ssthresh, 10.0, "half of the flight");
}

#[test]
fn repeated_timeouts_of_a_segment_set_ssthresh_once_by_the_rfc_and_each_time_in_bsd() {
    for (preset, twice) in [("newreno", 10.0), ("cubic", 14.0), ("reno", 2.0)] {
        let mut run = Run::new(&format!(r#"{{"preset": "{preset}", "initial_cwnd": 20}}"#));
        run.time_out();
        run.time_out();
        assert_eq!(run.sender.window().ssthresh, twice, "{preset}");
    }
}

#[test]
fn a_mark_on_the_last_outstanding_segment_halves_the_window_and_sets_cwr() {
    let mut run = Run::new(r#"{"preset": "newreno", "initial_cwnd": 20, "ecn": "rfc3168"}"#);
    run.sends.0.clear();
    run.ack(20, &[], 1);
    assert_eq!((run.sender.window().cwnd, run.sender.window().ssthresh), (10.0, 10.0));
    assert!(run.sends.0[0].cwr, "the next new segment carries CWR");
    // An ACK without a mark grows the window again.
    run.ack(21, &[], 0);
    let grown = run.sender.window().cwnd;
    assert!(grown > 10.0, "growth continues: {grown}");
}

#[test]
fn an_ack_counts_a_sacked_segment_once_even_after_a_timeout_clears_the_blocks() {
    // After a timeout, CUBIC's slow start grows by the segments that an ACK is the first to report. So an ACK that
    // covers segments SACKed before the timeout must not raise cwnd to ssthresh at once.
    let mut run =
        Run::new(r#"{"preset": "cubic", "initial_cwnd": 20, "detection": {"kind": "sacked", "threshold": 100}}"#);
    run.ack(0, &[(1, 19)], 0);
    run.time_out();
    assert_eq!((run.sender.window().cwnd, run.sender.window().ssthresh), (1.0, 0.7 * 3.0));
    run.ack(19, &[], 0);
    assert_eq!(run.sender.window().cwnd, 2.0, "only segment 0 is new");
}

#[test]
fn with_rack_one_sacked_segment_starts_recovery_a_quarter_of_the_rtt_later() {
    let mut run = Run::new(r#"{"preset": "linux-reno", "initial_cwnd": 20}"#);
    run.ack(1, &[], 0); // an RTT of 101 ms
    run.sends.0.clear();
    run.ack(1, &[(2, 3)], 0);
    let sent: Vec<u32> = run.sends.0.iter().map(|sent| sent.seq).collect();
    assert_eq!(sent, [22], "limited transmit, no retransmission");
    run.sends.0.clear();
    // Segment 1 was sent at 0 ms, and segment 2 took 102 ms. Add 25.25 ms for reordering and 8 ms for Linux' clock.
    run.now = run.sender.wakes_at().expect("the end of the reordering window");
    assert_eq!(run.now, 135_250_000);
    assert!(!run.sender.on_timer(run.now, &mut run.sends), "no timeout");
    assert_eq!((run.sends.0[0].seq, run.sends.0[0].cause), (1, SendCause::FastRetransmit));
    assert_eq!((run.sender.phase(), run.sender.window().ssthresh), (Phase::Recovery, 10.0));
}

#[test]
fn with_rack_a_new_ack_can_start_recovery_too() {
    let mut run = Run::new(r#"{"preset": "linux-reno", "initial_cwnd": 20}"#);
    run.ack(5, &[(6, 9)], 0);
    assert_eq!(run.sender.phase(), Phase::Recovery, "three segments above the fifth are SACKed");
    run.ack(9, &[], 0);
    assert_eq!(run.sender.phase(), Phase::Recovery);
    // After a timeout, losses among the segments sent before it start no new recovery.
    run.time_out();
    run.ack(10, &[(11, 15)], 0);
    assert_ne!(run.sender.phase(), Phase::Recovery);
}

#[test]
fn after_a_selective_timeout_the_timer_runs_before_anything_is_sent() {
    let mut run = Run::new(r#"{"preset": "linux-bbr", "initial_cwnd": 20}"#);
    run.ack(1, &[], 0); // an RTT, so that the sender paces
    run.ack(1, &[(2, 3)], 0);
    run.sender.pace_free_at = 60_000 * MILLISECOND;
    run.now = run.sender.timer_expires.expect("a timer");
    run.sends.0.clear();
    assert!(run.sender.on_timer(run.now, &mut run.sends));
    assert_eq!(run.sends.0.len(), 0, "pacing delays the segment");
    assert!(run.sender.timer_expires.is_some());
}

#[test]
fn a_random_wait_delays_new_segments_but_not_retransmissions() {
    let mut run = Run::new(r#"{"preset": "newreno", "initial_cwnd": 20}"#);
    let mut waiting = Run::new(r#"{"preset": "newreno", "initial_cwnd": 20, "send_jitter_ms": 0}"#);
    waiting.sender.jitter = Jitter::new(50.0, || Stream::new(1, "send jitter/f/0"));
    for run in [&mut run, &mut waiting] {
        run.sends.0.clear();
        run.ack(1, &[], 0);
    }
    assert_eq!(run.sends.0.len(), 2, "slow start sends two segments for one ACK");
    assert_eq!(waiting.sends.0.len(), 0);
    let (now, wakes_at) = (waiting.now, waiting.sender.wakes_at().expect("a wait"));
    assert!((now..now + 50 * MILLISECOND).contains(&wakes_at));
    assert!(!waiting.sender.on_timer(wakes_at, &mut waiting.sends), "no timeout");
    assert_eq!(waiting.sends.0.len(), 2);
    waiting.now = wakes_at;
    waiting.sends.0.clear();
    for _ in 0..3 {
        waiting.ack(1, &[], 0);
    }
    assert_eq!(waiting.sends.0.len(), 1, "the third duplicate triggers a retransmission at once");
}

#[test]
fn vegas_in_ns_2_doubles_the_timeout_at_each_retransmission() {
    let timeout_after = |doubles_rto: bool| {
        let recovery = format!(r#"{{"doubles_rto": {doubles_rto}}}"#);
        let mut run = Run::new(&format!(r#"{{"preset": "vegas-cam", "initial_cwnd": 20, "recovery": {recovery}}}"#));
        run.lose_the_first();
        let retransmitted_at = 103 * MILLISECOND;
        run.sender.wakes_at().expect("a timer") - retransmitted_at
    };
    assert_eq!(timeout_after(true), 2 * timeout_after(false));
}

/// An application that has written this much so far and may write more.
const fn written(segments: u32) -> Supply {
    Supply { end: Some(segments), open: true }
}

/// Acknowledges everything outstanding, segment by segment.
fn acknowledge_all(run: &mut Run) {
    while run.sender.snd_una() < run.sender.snd_max() {
        run.ack(run.sender.snd_una() + 1, &[], 0);
    }
}

const LINUX: [&str; 4] = ["linux-reno", "linux-cubic", "linux-veno", "linux-westwood"];

#[test]
fn linux_grows_in_slow_start_to_twice_what_the_application_had_out() {
    for preset in LINUX {
        let mut run = Run::with(&format!(r#"{{"preset": "{preset}"}}"#), 1_000, written(9));
        acknowledge_all(&mut run);
        assert_eq!(run.sender.window().cwnd, 18.0, "nine of ten segments were used: {preset}");
        for _ in 0..5 {
            run.sender.write(4, run.now, &mut run.sends);
            acknowledge_all(&mut run);
        }
        assert_eq!(run.sender.window().cwnd, 18.0, "four segments don't use eighteen: {preset}");
    }
}

#[test]
fn linux_does_not_grow_in_avoidance_while_the_application_limits() {
    for preset in LINUX {
        let sender = format!(r#"{{"preset": "{preset}", "initial_ssthresh": "rwnd"}}"#);
        let mut run = Run::with(&sender, 5, written(6));
        // The initial window of ten is above ssthresh, and the receiver lets five out.
        for _ in 0..50 {
            acknowledge_all(&mut run);
            run.sender.write(6, run.now, &mut run.sends);
        }
        assert_eq!(run.sender.window().cwnd, 10.0, "{preset}");
    }
}

#[test]
fn bsd_and_ns2_grow_whoever_limits_and_bsd_stops_at_its_largest_window() {
    for (preset, most) in [("reno", 65_535.0 / 512.0), ("tahoe", 65_535.0 / 512.0), ("dual", f64::INFINITY)] {
        let mut run =
            Run::with(&format!(r#"{{"preset": "{preset}", "initial_ssthresh": "unlimited"}}"#), 80, written(1));
        for _ in 0..1_000 {
            acknowledge_all(&mut run);
            run.sender.write(1, run.now, &mut run.sends);
        }
        assert_eq!(run.sender.window().cwnd, most.min(1_001.0), "{preset}");
    }
}

#[test]
fn a_silence_resets_the_window_in_bsd_and_halves_it_per_timeout_in_linux() {
    let after = |preset: &str, timeouts: f64| {
        let mut run = Run::with(&format!(r#"{{"preset": "{preset}"}}"#), 1_000, written(1_000));
        // Each ACK covers everything outstanding, so the last segment leaves at the ACK before the last.
        while run.sender.snd_una() < run.sender.snd_max() {
            run.ack(run.sender.snd_max(), &[], 0);
        }
        let sent_at = run.now - MILLISECOND;
        let Window { cwnd, ssthresh, .. } = run.sender.window();
        let rto = run.sender.timer_state().rto_ms * MILLISECOND as f64;
        let silent = sent_at + (timeouts * rto) as Nanos;
        run.sender.write(1, silent, &mut run.sends);
        (cwnd, ssthresh, run.sender.window())
    };
    for preset in LINUX {
        let (cwnd, ssthresh, now) = after(preset, 0.9);
        assert_eq!((now.cwnd, now.ssthresh), (cwnd, ssthresh), "{preset}");
        for (timeouts, halvings) in [(1.5, 1), (2.5, 2), (3.5, 3), (1_000.0, 60)] {
            let (cwnd, ssthresh, now) = after(preset, timeouts);
            let halved = (0..halvings).fold(cwnd.floor(), |cwnd, _| (cwnd / 2.0).floor());
            assert_eq!(now.cwnd, halved.max(10.0), "{preset} after {timeouts} timeouts");
            assert_eq!(now.ssthresh, ssthresh.max((cwnd / 2.0).floor() + (cwnd / 4.0).floor()), "{preset}");
        }
    }
    let (_, ssthresh, now) = after("newreno", 1.5);
    assert_eq!((now.cwnd, now.ssthresh), (1.0, ssthresh), "RFC 5681: at once, and ssthresh stays");
}

#[test]
fn a_cut_leaves_out_what_limited_transmit_sent() {
    // Twenty segments are in flight, and the first two duplicate ACKs send one more each.
    for (preset, left) in [("newreno", 10.0), ("sack", 10.0), ("fack", 10.0), ("cubic", 14.0)] {
        for limited in [false, true] {
            let sender = format!(
                r#"{{"preset": "{preset}", "initial_cwnd": 20, "limited_transmit": {limited},
                     "detection": {{"kind": "dup_acks", "threshold": 3}}}}"#
            );
            let mut run = Run::new(&sender);
            run.sends.0.clear();
            for right in 2..=4 {
                run.ack(0, &[(1, right)], 0);
            }
            let new = run.sends.0.iter().filter(|sent| sent.cause == SendCause::New).count();
            assert_eq!(new, if limited { 2 } else { 0 }, "{preset}");
            assert_eq!(run.sender.phase(), Phase::Recovery, "{preset}");
            assert_eq!(run.sender.window().ssthresh, left, "{preset}, limited transmit {limited}");
        }
    }
}

#[test]
fn a_timeout_and_a_mark_leave_out_what_limited_transmit_sent() {
    let sender = r#"{"preset": "newreno", "initial_cwnd": 20, "limited_transmit": true, "ecn": "rfc3168"}"#;
    let mut run = Run::new(sender);
    run.ack(0, &[], 0);
    run.ack(0, &[], 0);
    assert_eq!(run.sender.flight_size(), 22);
    run.time_out();
    assert_eq!(run.sender.window().ssthresh, 10.0, "half of twenty");
    // The duplicates were only late, and the ACK that follows echoes a mark.
    let mut run = Run::new(sender);
    run.ack(0, &[], 0);
    run.ack(0, &[], 0);
    run.ack(20, &[], 1);
    assert_eq!(run.sender.window().ssthresh, 10.0, "half of twenty");
}

#[test]
fn what_limited_transmit_sent_counts_once_the_window_has_moved_over_it() {
    let mut run = Run::new(r#"{"preset": "newreno", "initial_cwnd": 20, "limited_transmit": true}"#);
    run.ack(0, &[], 0);
    run.ack(0, &[], 0);
    // Ten ACKs of slow start: the window is 30 and full.
    for next in 1..=10 {
        run.ack(next, &[], 0);
    }
    assert_eq!((run.sender.window().cwnd, run.sender.flight_size()), (30.0, 30));
    for _ in 0..3 {
        run.ack(10, &[], 0);
    }
    assert_eq!(
        run.sender.window().ssthresh,
        15.0,
        "without the two of these duplicates, with the two of the earlier ones"
    );
}

#[test]
fn recovery_counts_what_limited_transmit_sent_as_in_the_network() {
    let mut run = Run::new(r#"{"preset": "sack", "initial_cwnd": 20, "limited_transmit": true}"#);
    for right in 2..=4 {
        run.ack(0, &[(1, right)], 0);
    }
    // 22 sent, 3 SACKed, the lost one retransmitted: 19 are in the network. So the tenth ACK that follows finds nine
    // of ten, and sends one.
    run.sends.0.clear();
    for right in 5..=13 {
        run.ack(0, &[(1, right)], 0);
    }
    assert_eq!(run.sends.0.len(), 0);
    run.ack(0, &[(1, 14)], 0);
    assert_eq!(run.sends.0.len(), 1);
}

/// Delivers the ACKs of the rest of the first window in this order: the cumulative ACK first, whose segments 0 to 4
/// arrived, then older ones with the blocks that they had.
fn overtaken(run: &mut Run, blocks: &[(u32, &[(u32, u32)])]) {
    run.ack(5, &[], 0);
    run.sends.0.clear();
    for (next, blocks) in blocks {
        run.ack(*next, blocks, 0);
    }
}

#[test]
fn an_older_ack_with_news_in_its_blocks_counts_as_a_duplicate() {
    // Segments 5 and 6 are missing. Each ACK was overtaken, because 0 to 4 arrived late.
    let late: [(u32, &[(u32, u32)]); 3] = [(0, &[(7, 8)]), (1, &[(7, 9)]), (4, &[(7, 10)])];
    for preset in ["sack", "fack", "cubic", "linux-reno", "linux-cubic", "linux-bbr", "sack-veno"] {
        let mut run = Run::new(&format!(r#"{{"preset": "{preset}", "initial_cwnd": 20}}"#));
        overtaken(&mut run, &late);
        assert_eq!(run.sender.phase(), Phase::Recovery, "{preset}");
        let first = run.sends.0.iter().find(|sent| sent.cause == SendCause::FastRetransmit);
        assert_eq!(first.map(|sent| sent.seq), Some(5), "{preset}");
    }
}

#[test]
fn an_older_ack_without_news_changes_nothing() {
    for preset in ["sack", "fack", "cubic", "linux-reno", "newreno", "reno"] {
        let mut run = Run::new(&format!(r#"{{"preset": "{preset}", "initial_cwnd": 20}}"#));
        run.ack(5, &[(7, 8)], 0);
        let (window, flight, wakes_at) = (run.sender.window(), run.sender.flight_size(), run.sender.wakes_at());
        run.sends.0.clear();
        // Known, below the cumulative ACK, beyond what was sent, reversed, empty, or no block at all.
        for blocks in [&[(7, 8)][..], &[(1, 5)], &[(1_000, 2_000)], &[(9, 7)], &[(8, 8)], &[]] {
            let late = Some(SackBlocks::of(blocks));
            let ack = Acknowledgment { next: 2, blocks: late, ..Acknowledgment::default() };
            assert!(!run.sender.is_dup_ack(&ack), "{preset} {blocks:?}");
            run.ack(2, blocks, 0);
        }
        assert_eq!(run.sends.0.len(), 0, "{preset}");
        assert_eq!((run.sender.window(), run.sender.flight_size()), (window, flight), "{preset}");
        assert_eq!(run.sender.wakes_at(), wakes_at, "{preset}");
    }
}

#[test]
fn an_older_ack_in_recovery_updates_the_pipe() {
    for preset in ["sack", "linux-reno"] {
        let mut run = Run::new(&format!(r#"{{"preset": "{preset}", "initial_cwnd": 20}}"#));
        run.ack(5, &[(6, 9)], 0);
        run.ack(5, &[(6, 10)], 0);
        run.ack(5, &[(6, 11)], 0);
        run.ack(5, &[(6, 12)], 0);
        assert_eq!(run.sender.phase(), Phase::Recovery, "{preset}");
        run.sends.0.clear();
        // One ACK that arrives late reports ten more, and so makes room for new segments.
        run.ack(3, &[(12, 22)], 0);
        assert!(!run.sends.0.is_empty(), "{preset}");
    }
}

#[test]
fn the_initial_threshold_is_a_number_of_segments_the_receiver_window_or_unlimited() {
    for (given, segments) in [("16", 16.0), (r#""rwnd""#, 1_000.0), (r#""unlimited""#, f64::INFINITY)] {
        let run = Run::new(&format!(r#"{{"preset": "reno", "initial_cwnd": 20, "initial_ssthresh": {given}}}"#));
        assert_eq!(run.sender.window().ssthresh, segments);
    }
}

#[test]
fn a_handshake_gives_the_timer_its_first_sample() {
    for (sample, first_ms) in [(false, 1_000), (true, 270)] {
        let timer = r#"{"kind": "rfc6298", "min_ms": 1}"#;
        let sender = format!(r#"{{"preset": "newreno", "handshake_sample": {sample}, "timer": {timer}}}"#);
        let run = Run::with(&sender, 1_000, Supply { end: None, open: true });
        // A sample of 90 ms gives 90 + 4 * 45.
        assert_eq!(run.sender.wakes_at(), Some(first_ms * MILLISECOND));
    }
}

#[test]
fn half_of_the_pipe_leaves_out_what_duplicate_acks_or_blocks_report() {
    let halves = r#""initial_cwnd": 20, "decrease": {"kind": "half", "of": "pipe", "rounding": "bytes"}"#;
    // Three duplicate ACKs show that 3 of 20 segments have arrived. Blocks show it too, and that segment 0 is lost.
    for (preset, blocks, half) in [("newreno", false, 8.5), ("sack", true, 8.0)] {
        let mut run = Run::new(&format!(r#"{{"preset": "{preset}", {halves}}}"#));
        for right in 2..=4 {
            let block = [(1, right)];
            run.ack(0, &block[..usize::from(blocks)], 0);
        }
        assert_eq!(run.sender.window().ssthresh, half, "{preset}");
    }
}

#[test]
fn ns_2s_sack_sender_sends_everything_again_after_a_timeout() {
    // RFC 6675's sender skips what the block reports, and its window of two ends before segment 10.
    for (pipe, expected) in [("scoreboard", &[0, 1][..]), ("counted", &[0, 1, 2])] {
        let recovery = format!(r#"{{"kind": "sack", "pipe": "{pipe}"}}"#);
        let mut run = Run::new(&format!(r#"{{"preset": "sack", "initial_cwnd": 20, "recovery": {recovery}}}"#));
        run.time_out();
        run.ack(1, &[(2, 10)], 0);
        let sent: Vec<u32> = run.sends.0[20..].iter().map(|sent| sent.seq).collect();
        assert_eq!(sent, expected, "{pipe}");
    }
}

#[test]
fn limited_transmit_with_sack_needs_a_block_with_news() {
    let sender =
        |sack| format!(r#"{{"preset": "newreno", "initial_cwnd": 20, "limited_transmit": true, "sack": {sack}}}"#);
    for (sack, sent) in [(false, 1), (true, 0)] {
        let mut run = Run::new(&sender(sack));
        run.ack(0, &[], 0);
        assert_eq!(run.sends.0.len(), 20 + sent, "sack {sack}");
    }
    let mut run = Run::new(&sender(true));
    run.ack(0, &[(1, 2)], 0);
    run.ack(0, &[(1, 2)], 0);
    assert_eq!(run.sends.0.len(), 21, "the second block brings no news");
}

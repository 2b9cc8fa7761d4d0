//! Results of a run. The command line prints the field names, so they must stay the same.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::kernel::{Nanos, SECOND, milliseconds, real, seconds};
use crate::net::port::PortTotals;
use crate::tcp::sender::SendCause;
use crate::trace::tables::SendLimit;

/// Byte counts whose acknowledgment time is recorded: the first and second MiB of Ahn et al.'s transfers.
pub const MILESTONES: [u64; 2] = [1 << 20, 2 << 20];

/// Maximum number of a flow's connections with individual results.
const MAX_TRANSFERS: usize = 1_000;

/// Results of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Summary {
    /// Name of the scenario.
    pub scenario: String,
    /// Version of the engine that ran it.
    pub engine_version: String,
    /// Seed of the run.
    pub seed: u64,
    /// Digest of the whole trace.
    pub digest: String,
    /// Simulated time at the end, s.
    pub ended_at_s: f64,
    /// Rows kept in the trace tables `segments`, `windows`, `rtts`, `queues` and `states`.
    pub rows_recorded: u64,
    /// Samples left out because of `record.max_rows`.
    pub rows_thinned: u64,
    /// Time from which hops are missing, because the scenario's `record.hops` window contains too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hops_stopped_at_s: Option<f64>,
    /// Links crossed, summed over all packets.
    pub packet_hops: u64,
    /// Results per flow, in the order of the scenario.
    pub flows: Vec<FlowSummary>,
    /// Results per datagram source, in the order of the scenario.
    pub datagrams: Vec<DatagramSummary>,
    /// Results per directed link.
    pub links: Vec<LinkSummary>,
}

/// Results of one flow.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct FlowSummary {
    /// Name of the flow.
    pub name: String,
    /// Preset of the sender.
    pub sender_preset: Option<String>,
    /// Acknowledged bytes over the time from the start of the flow to its completion or the end of the run.
    pub goodput_bytes_per_s: f64,
    /// Simulated time at which the last byte was acknowledged.
    pub completed_at_s: Option<f64>,
    /// Time from the start of the flow until this many bytes were acknowledged, by number of bytes.
    pub time_to_bytes_s: BTreeMap<String, Option<f64>>,
    /// Data segments sent, including retransmissions.
    pub segments_sent: u64,
    /// Segments retransmitted.
    pub retransmitted_segments: u64,
    /// Payload bytes retransmitted.
    pub retransmitted_bytes: u64,
    /// Expiries of the retransmission timer.
    pub coarse_timeouts: u64,
    /// Segments retransmitted because of duplicate ACKs or SACK blocks.
    pub fast_retransmits: u64,
    /// Loss episodes that began with a fast retransmit. One episode can retransmit several segments.
    pub fast_retransmit_episodes: u64,
    /// Retransmissions because a fine-grained timeout had passed.
    pub early_retransmits: u64,
    /// Mean of the exact RTT samples.
    pub mean_rtt_ms: Option<f64>,
    /// Variance of the exact RTT samples.
    pub var_rtt_ms2: Option<f64>,
    /// Congestion window, averaged over the life of the flow.
    pub mean_cwnd_segments: f64,
    /// The reasons why the sender sent no more, each with the time for which it was the reason. They add up to the time
    /// from the start of the flow to its completion or the end of the run.
    pub limited_s: LimitedTimes,
    /// When the receiver's window first was the reason; `null` if it never was.
    pub rwnd_limited_at_s: Option<f64>,
    /// Connections opened.
    pub connections: u64,
    /// Results of the first thousand connections, in order.
    pub transfers: Vec<TransferSummary>,
}

/// The time for which a sender sent no more, by reason, s. The reasons are those of the trace table `limits`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct LimitedTimes {
    /// The window had room, but pacing or a random wait delayed the next segment.
    pub pacing: f64,
    /// Data was outstanding, and no ACK would come: only a timer could help.
    pub timer: f64,
    /// The application had nothing more to send, or no connection was open.
    pub application: f64,
    /// The receiver's window was full, and cwnd allowed at least as much.
    pub receiver: f64,
    /// More segments counted as being in the network than cwnd allowed.
    pub flight: f64,
    /// As many segments counted as being in the network as cwnd allowed.
    pub cwnd: f64,
}

/// Results of one connection of a flow.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct TransferSummary {
    /// Simulated time at which it was opened.
    pub opened_at_s: f64,
    /// Simulated time at which its last byte was acknowledged.
    pub completed_at_s: Option<f64>,
    /// Bytes to send; `null` if unlimited.
    pub bytes: Option<u64>,
    /// Payload bytes retransmitted.
    pub retransmitted_bytes: u64,
    /// Expiries of the retransmission timer.
    pub coarse_timeouts: u64,
}

/// Results of a datagram source.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct DatagramSummary {
    /// Name of the source.
    pub name: String,
    /// Datagrams sent.
    pub sent: u64,
    /// Datagrams that reached their destination.
    pub arrived: u64,
    /// Datagrams lost on the way.
    pub dropped: u64,
}

/// Results of one directed link.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct LinkSummary {
    /// Name, as in `R1>R2`.
    pub name: String,
    /// Packets dropped by a full buffer, or lost on the link itself.
    pub drops: u64,
    /// Bytes in the buffer, including the packet in transmission, averaged over the run.
    pub mean_queue_bytes: f64,
    /// Packets in the buffer, including the one in transmission, averaged over the run.
    pub mean_queue_packets: f64,
    /// Packets waiting in the buffer, excluding the one in transmission, averaged over the run, as ns-2 counts them.
    pub mean_waiting_packets: f64,
    /// Maximum bytes in the buffer.
    pub max_queue_bytes: u64,
    /// Share of the run in which the link was transmitting.
    pub utilization: f64,
}

impl LinkSummary {
    /// Computes the results of a port after a run of this length.
    pub fn new(name: String, totals: &PortTotals, run: Nanos) -> Self {
        let run = run.max(1) as f64;
        let PortTotals { occupancy, counts, .. } = totals;
        let busy = totals.busy as f64;
        Self {
            name,
            drops: counts.dropped_full + counts.dropped_error + counts.refused,
            mean_queue_bytes: occupancy.byte_time / run,
            mean_queue_packets: occupancy.packet_time / run,
            // While the link is busy, one of the packets is in transmission.
            mean_waiting_packets: (occupancy.packet_time - busy).max(0.0) / run,
            max_queue_bytes: occupancy.max_bytes,
            utilization: busy / run,
        }
    }
}

/// Running totals of one flow.
#[derive(Clone, Debug, Default)]
pub struct FlowTotals {
    /// Start time of the flow.
    pub start: Nanos,
    /// Data segments sent.
    pub segments_sent: u64,
    /// Segments retransmitted.
    pub retransmitted_segments: u64,
    /// Payload bytes retransmitted.
    pub retransmitted_bytes: u64,
    /// Retransmissions because of duplicate ACKs.
    pub fast_retransmits: u64,
    /// Loss episodes that began with a fast retransmit.
    pub fast_retransmit_episodes: u64,
    /// Retransmissions because of the fine timer.
    pub early_retransmits: u64,
    /// Expiries of the retransmission timer.
    pub coarse_timeouts: u64,
    /// Time at which the last connection completed or was aborted.
    pub ended: Option<Nanos>,
    /// True if the most recently ended connection completed.
    completed: bool,
    connections: u64,
    /// Results of earlier connections, which no longer change, and of the current one.
    pub earlier: Vec<TransferSummary>,
    transfer: Option<TransferSummary>,
    /// Retransmitted bytes and timeouts before the current connection.
    before: (u64, u64),
    /// Times of the milestones reached so far.
    milestones: Vec<Nanos>,
    rtt_count: u64,
    rtt_mean_ms: f64,
    rtt_square_sum: f64,
    cwnd: f64,
    cwnd_since: Nanos,
    cwnd_time: f64,
    /// The reason why the sender sends no more, since when it's that, and the times of all reasons before, by code.
    limit: SendLimit,
    limited_since: Nanos,
    limited_times: [Nanos; SendLimit::ALL.len()],
    /// When the receiver's window first was the reason.
    rwnd_limited_at: Option<Nanos>,
}

impl FlowTotals {
    /// Creates the totals of a flow that starts at this time.
    pub fn new(start: Nanos) -> Self {
        Self { start, cwnd_since: start, limited_since: start, ..Self::default() }
    }

    /// Counts a connection that opens.
    pub fn opened(&mut self, bytes: Option<u64>, now: Nanos) {
        self.connections += 1;
        self.before = (self.retransmitted_bytes, self.coarse_timeouts);
        self.earlier.extend(self.transfer.take());
        if self.earlier.len() < MAX_TRANSFERS {
            let opened_at_s = seconds(now);
            let (retransmitted_bytes, coarse_timeouts) = (0, 0);
            self.transfer = Some(TransferSummary {
                opened_at_s,
                completed_at_s: None,
                bytes,
                retransmitted_bytes,
                coarse_timeouts,
            });
        }
    }

    /// Restores the results of earlier connections, from the totals of the same run at this time or later.
    pub fn restore_earlier(&mut self, later: &Self) {
        let count = (self.connections as usize).saturating_sub(1).min(MAX_TRANSFERS);
        self.earlier = later.earlier[..count].to_vec();
    }

    /// Ends the current connection, which completed or was aborted.
    pub fn closed(&mut self, complete: bool, now: Nanos) {
        self.completed = complete;
        self.update_transfer(complete.then_some(now));
    }

    fn update_transfer(&mut self, completed: Option<Nanos>) {
        let (retransmitted_bytes, coarse_timeouts) = self.before;
        if let Some(transfer) = &mut self.transfer {
            transfer.completed_at_s = completed.map(seconds);
            transfer.retransmitted_bytes = self.retransmitted_bytes - retransmitted_bytes;
            transfer.coarse_timeouts = self.coarse_timeouts - coarse_timeouts;
        }
    }

    /// Counts a segment that the sender sends.
    pub fn sent(&mut self, cause: SendCause, bytes: u32) {
        self.segments_sent += 1;
        self.fast_retransmits += u64::from(cause == SendCause::FastRetransmit);
        self.early_retransmits += u64::from(cause == SendCause::EarlyRetransmit);
        if cause != SendCause::New {
            self.retransmitted_segments += 1;
            self.retransmitted_bytes += u64::from(bytes);
        }
    }

    /// Returns true until every milestone is reached.
    #[inline]
    pub fn awaits_milestone(&self) -> bool {
        self.milestones.len() < MILESTONES.len()
    }

    /// Records the milestones that this many acknowledged bytes have reached.
    pub fn acknowledged(&mut self, acked_bytes: u64, now: Nanos) {
        while MILESTONES.get(self.milestones.len()).is_some_and(|&bytes| acked_bytes >= bytes) {
            self.milestones.push(now);
        }
    }

    /// Adds an RTT sample (Welford's update of mean and squares).
    pub fn rtt(&mut self, rtt: Nanos) {
        let rtt_ms = milliseconds(rtt);
        self.rtt_count += 1;
        let delta = rtt_ms - self.rtt_mean_ms;
        self.rtt_mean_ms += delta / self.rtt_count as i64 as f64;
        self.rtt_square_sum += delta * (rtt_ms - self.rtt_mean_ms);
    }

    /// Sets the congestion window from now on.
    pub fn cwnd(&mut self, cwnd: f64, now: Nanos) {
        self.cwnd_time += self.cwnd * real(now - self.cwnd_since);
        self.cwnd = cwnd;
        self.cwnd_since = now;
    }

    /// The reason why the sender sends no more.
    #[inline]
    pub fn limit(&self) -> SendLimit {
        self.limit
    }

    /// The times of all reasons up to `end`.
    pub fn limited_time(&self, end: Nanos) -> Nanos {
        self.limited_times.iter().sum::<Nanos>() + (end - self.limited_since)
    }

    /// Sets this reason from now on.
    pub fn set_limit(&mut self, limit: SendLimit, now: Nanos) {
        self.limited_times[self.limit as usize] += now - self.limited_since;
        self.limit = limit;
        self.limited_since = now;
        if limit == SendLimit::Receiver {
            self.rwnd_limited_at.get_or_insert(now);
        }
    }

    /// The results up to `now`, with `acked_bytes` bytes acknowledged.
    pub fn summary(&self, name: String, sender_preset: Option<String>, acked_bytes: u64, now: Nanos) -> FlowSummary {
        let end = self.ended.unwrap_or(now).max(self.start);
        let life = (end - self.start).max(1) as f64;
        let open_cwnd = self.cwnd * end.saturating_sub(self.cwnd_since) as f64;
        let limited = |limit: SendLimit| {
            let open = if limit == self.limit { end - self.limited_since } else { 0 };
            seconds(self.limited_times[limit as usize] + open)
        };
        let mut current = self.clone();
        if current.transfer.as_ref().is_some_and(|transfer| transfer.completed_at_s.is_none()) {
            current.update_transfer(None);
        }
        let mut time_to_bytes_s = BTreeMap::new();
        for (nth, bytes) in MILESTONES.iter().enumerate() {
            let reached = self.milestones.get(nth).map(|at| seconds(at - self.start));
            time_to_bytes_s.insert(bytes.to_string(), reached);
        }
        FlowSummary {
            name,
            sender_preset,
            goodput_bytes_per_s: acked_bytes as f64 * SECOND as f64 / life,
            completed_at_s: self.ended.filter(|_| self.completed).map(seconds),
            time_to_bytes_s,
            segments_sent: self.segments_sent,
            retransmitted_segments: self.retransmitted_segments,
            retransmitted_bytes: self.retransmitted_bytes,
            coarse_timeouts: self.coarse_timeouts,
            fast_retransmits: self.fast_retransmits,
            fast_retransmit_episodes: self.fast_retransmit_episodes,
            early_retransmits: self.early_retransmits,
            mean_rtt_ms: (self.rtt_count > 0).then_some(self.rtt_mean_ms),
            var_rtt_ms2: (self.rtt_count > 1).then(|| self.rtt_square_sum / (self.rtt_count - 1) as f64),
            mean_cwnd_segments: (self.cwnd_time + open_cwnd) / life,
            limited_s: LimitedTimes {
                pacing: limited(SendLimit::Pacing),
                timer: limited(SendLimit::Timer),
                application: limited(SendLimit::Application),
                receiver: limited(SendLimit::Receiver),
                flight: limited(SendLimit::Flight),
                cwnd: limited(SendLimit::Cwnd),
            },
            rwnd_limited_at_s: self.rwnd_limited_at.map(seconds),
            connections: self.connections,
            transfers: current.earlier.into_iter().chain(current.transfer).collect(),
        }
    }
}

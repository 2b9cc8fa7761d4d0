//! The metrics of a run: of flows, directed links and datagram sources.

use serde::{Deserialize, Serialize};

/// Metrics of a flow in a time window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(rename_all = "snake_case")]
pub enum FlowFigure {
    /// Data segments that reach the receiver, per second.
    SegmentsPerS,
    /// Payload that reaches the receiver, including duplicates, bytes per second.
    ThroughputBytesPerS,
    /// Acknowledged payload, bytes per second.
    GoodputBytesPerS,
    /// cwnd averaged over time, segments.
    Cwnd,
    /// Standard deviation of cwnd over time, segments.
    CwndDeviation,
    /// Mean of the RTT samples, ms.
    RttMs,
    /// Variance of the RTT samples, ms squared.
    RttVarianceMs2,
    /// The sender's smallest RTT at the end of the window, ms.
    BaseRttMs,
    /// Segments sent, including retransmissions.
    Sent,
    /// Retransmitted segments.
    Retransmitted,
    /// Retransmitted payload, bytes.
    RetransmittedBytes,
    /// Segments retransmitted in congestion avoidance, in a recovery entered from it, or by a timeout that ends it.
    /// Retransmissions in slow start don't count, including those in the slow start after a timeout.
    RetransmittedInAvoidance,
    /// Segments retransmitted because of duplicate ACKs.
    FastRetransmits,
    /// Loss episodes that began with a fast retransmit.
    FastRetransmitEpisodes,
    /// Segments retransmitted because a fine-grained timeout expired.
    EarlyRetransmits,
    /// Recoveries that began with a fast or early retransmit, however many segments each retransmits.
    Recoveries,
    /// Decisions of a delay-based rule to lower the window.
    Reductions,
    /// Expiries of the retransmission timer.
    Timeouts,
    /// The longest recovery that begins in the window, s.
    LongestRecoveryS,
    /// Data segments lost in the network.
    Losses,
    /// Time of the first MiB, s.
    FirstMibS,
    /// Time of the second MiB, s.
    SecondMibS,
    /// Mean rate of the transfers of a flow that completes all of them, bytes per second.
    TransferBytesPerS,
    /// Payload retransmitted per transfer of a flow that completes all of them, bytes.
    TransferRetransmittedBytes,
    /// Mean duration of the transfers of a flow that completes all of them, s.
    TransferS,
    /// The longest time between two segments sent, s.
    LongestSilenceS,
    /// The longest time without a change of cwnd, up to the last segment sent, s.
    LongestSteadyS,
    /// Time from the flow's first segment to its first loss, s.
    FirstLossS,
    /// Length of the first gap: consecutive segments lost, starting with the first lost one.
    FirstGap,
    /// Duplicate ACKs for the first lost segment.
    FirstGapDuplicates,
    /// Delay of the first duplicate ACK from receiver to sender, ms.
    FirstDuplicateMs,
    /// Fast retransmits of segments dropped by a full buffer, if they set ssthresh to at least three fifths of the
    /// previous window. Veno keeps four fifths after losses that it considers random.
    MildCutsFull,
    /// Fast retransmits of segments lost for other reasons, if they set ssthresh to at least three fifths of the
    /// previous window.
    MildCutsError,
    /// Fast retransmits of segments dropped by a full buffer, if they set ssthresh to less than three fifths of the
    /// previous window.
    DeepCutsFull,
    /// Fast retransmits of segments lost for other reasons, if they set ssthresh to less than three fifths of the
    /// previous window.
    DeepCutsError,
    /// ssthresh relative to the previous window, averaged over the fast retransmits that keep at least three fifths.
    KeptByMildCuts,
}

/// Metrics of a directed link in a time window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(rename_all = "snake_case")]
pub enum LinkFigure {
    /// Waiting packets, excluding the one in transmission, averaged over time.
    WaitingPackets,
    /// Packets in the buffer, including the one in transmission, averaged over time.
    HeldPackets,
    /// Maximum packets in the buffer.
    MostPackets,
    /// Bytes in the buffer, including the packet in transmission, averaged over time.
    HeldBytes,
    /// Maximum bytes in the buffer.
    MostBytes,
    /// Share of the time during which the link transmits.
    Utilization,
    /// Share of the whole seconds in the window during which the link never stops transmitting.
    FullSeconds,
    /// Packets of any kind dropped by a full buffer.
    Drops,
    /// Packets of any kind lost at the link: dropped by a full buffer, or lost on the link itself.
    Losses,
    /// Variance of waiting packets over time, excluding the one in transmission.
    WaitingVariance,
}

/// Metrics of a datagram source in a time window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(rename_all = "snake_case")]
pub enum DatagramFigure {
    /// Datagrams sent.
    Sent,
    /// Datagrams that reach their destination.
    Arrived,
    /// Datagrams that reach their destination, per second.
    ArrivedPerS,
    /// Datagrams lost in the network.
    Losses,
}

//! The metrics of a run: of flows, directed links and datagram sources.

use serde::{Deserialize, Serialize};

/// Figures of a flow in a window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(rename_all = "snake_case")]
pub enum FlowFigure {
    /// Data segments that reach the receiver, per second.
    SegmentsPerS,
    /// Payload that reaches the receiver, repeated segments included, bytes per second.
    ThroughputBytesPerS,
    /// Acknowledged payload, bytes per second.
    GoodputBytesPerS,
    /// cwnd averaged over time, segments.
    Cwnd,
    /// Standard deviation over time of cwnd, segments.
    CwndDeviation,
    /// Mean of the RTT samples, ms.
    RttMs,
    /// Variance of the RTT samples, ms squared.
    RttVarianceMs2,
    /// The smallest RTT that the sender knows at the end, ms.
    BaseRttMs,
    /// Segments sent, retransmissions included.
    Sent,
    /// Segments sent again.
    Retransmitted,
    /// Payload sent again, bytes.
    RetransmittedBytes,
    /// Segments sent again in congestion avoidance, in a recovery that it led to, or by a timeout that ended it: not those of a
    /// slow start, nor what the slow start after a timeout sends again.
    RetransmittedInAvoidance,
    /// Segments sent again because of duplicate ACKs.
    FastRetransmits,
    /// Loss episodes that began with a fast retransmit.
    FastRetransmitEpisodes,
    /// Segments sent again because a fine-grained timeout had passed.
    EarlyRetransmits,
    /// Expiries of the retransmission timer.
    Timeouts,
    /// The longest recovery that begins in the window, s.
    LongestRecoveryS,
    /// Data segments lost on the way.
    Losses,
    /// Time of the first MiB, s.
    FirstMibS,
    /// Time of the second MiB, s.
    SecondMibS,
    /// Mean rate of the transfers of a flow that completes, bytes per second.
    TransferBytesPerS,
    /// Payload sent again per transfer of a flow that completes, bytes.
    TransferRetransmittedBytes,
    /// Mean duration of the transfers of a flow that completes, s.
    TransferS,
    /// The longest time between two segments that it sends, s.
    LongestSilenceS,
    /// The longest time for which cwnd stays as it is, s; at the end, until its last segment is sent.
    LongestSteadyS,
    /// The first loss, s after the flow's first segment.
    FirstLossS,
    /// Segments without a break in numbers that are lost from the first lost one on.
    FirstGap,
    /// Duplicate ACKs for the first lost segment.
    FirstGapDuplicates,
    /// Travelling time of the first duplicate ACK, ms.
    FirstDuplicateMs,
    /// Fast retransmits of segments dropped by a full buffer whose ssthresh is at least three fifths of the window before:
    /// Veno takes such losses for random, and keeps four fifths.
    MildCutsFull,
    /// Fast retransmits of segments lost for another reason whose ssthresh is at least three fifths of the window before.
    MildCutsError,
    /// Fast retransmits of segments dropped by a full buffer whose ssthresh is less than three fifths of the window before.
    DeepCutsFull,
    /// Fast retransmits of segments lost for another reason whose ssthresh is less than three fifths of the window before.
    DeepCutsError,
    /// ssthresh over the window before, averaged over the fast retransmits in which it is at least three fifths.
    KeptByMildCuts,
}

/// Figures of a directed link in a window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "papers.ts"))]
#[serde(rename_all = "snake_case")]
pub enum LinkFigure {
    /// Packets that wait, without the one in transmission, averaged over time.
    WaitingPackets,
    /// Packets in the buffer, with the one in transmission, averaged over time.
    HeldPackets,
    /// Most packets in the buffer.
    MostPackets,
    /// Bytes in the buffer, with the packet in transmission, averaged over time.
    HeldBytes,
    /// Most bytes in the buffer.
    MostBytes,
    /// Share of the time in which the link transmits.
    Utilization,
    /// Packets of any kind lost for want of room.
    Drops,
    /// Packets of any kind lost at the link: for want of room, or on the link itself.
    Losses,
    /// Variance over time of the packets that wait, without the one in transmission.
    WaitingVariance,
}

/// Figures of a source of datagrams in a window of time.
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
    /// Datagrams lost on the way.
    Losses,
}

//! Reports the usual metrics of a window of time. They have the same names as in a run's summary if they mean the same.

use serde::Serialize;
use vegaslab_sim::trace::summary::{DatagramSummary, FlowSummary, LinkSummary};

use super::flow::FlowSums;
use super::link::{DatagramSums, LinkSums};
use super::{Observation, Window, WindowSums};
use crate::quantity::{DatagramFigure, FlowFigure, LinkFigure};

/// Metrics of one window.
#[derive(Clone, Debug, Serialize)]
pub struct WindowReport {
    /// Simulated time at which the window begins, s.
    pub from_s: f64,
    /// Simulated time at which the window ends, s.
    pub to_s: f64,
    /// Metrics per flow, in the order of the scenario.
    pub flows: Vec<FlowReport>,
    /// Metrics per datagram source, in the order of the scenario.
    pub datagrams: Vec<DatagramReport>,
    /// Metrics per directed link.
    pub links: Vec<LinkReport>,
}

/// Metrics of a flow in the window. Rates and bytes count full segments.
#[derive(Clone, Debug, Serialize)]
pub struct FlowReport {
    /// Name of the flow.
    pub name: String,
    /// Preset of the sender.
    pub sender_preset: Option<String>,
    /// Payload that reaches the receiver, including duplicates.
    pub throughput_bytes_per_s: f64,
    /// Acknowledged payload.
    pub goodput_bytes_per_s: f64,
    /// Data segments sent, retransmissions included.
    pub segments_sent: u64,
    /// Retransmitted segments.
    pub retransmitted_segments: u64,
    /// Retransmitted payload.
    pub retransmitted_bytes: u64,
    /// Data segments lost in the network.
    pub dropped_segments: u64,
    /// Expiries of the retransmission timer.
    pub coarse_timeouts: u64,
    /// Segments retransmitted because of duplicate ACKs or SACK blocks.
    pub fast_retransmits: u64,
    /// Loss episodes that began with a fast retransmit.
    pub fast_retransmit_episodes: u64,
    /// Segments retransmitted because a fine-grained timeout expired.
    pub early_retransmits: u64,
    /// Mean of the RTT samples, as measured by the sender's clock.
    pub mean_rtt_ms: Option<f64>,
    /// The sender's smallest RTT at the end of the window.
    pub base_rtt_ms: Option<f64>,
    /// Congestion window, averaged over time.
    pub mean_cwnd_segments: f64,
}

impl FlowReport {
    fn new(sums: &FlowSums, summary: &FlowSummary, window: Window) -> Self {
        let figure = |figure| sums.figure(figure, window, summary);
        // Every flow has rates, counts and means over time.
        let number = |name| figure(name).unwrap_or_default();
        let count = |name| number(name) as u64;
        Self {
            name: summary.name.clone(),
            sender_preset: summary.sender_preset.clone(),
            throughput_bytes_per_s: number(FlowFigure::ThroughputBytesPerS),
            goodput_bytes_per_s: number(FlowFigure::GoodputBytesPerS),
            segments_sent: count(FlowFigure::Sent),
            retransmitted_segments: count(FlowFigure::Retransmitted),
            retransmitted_bytes: count(FlowFigure::RetransmittedBytes),
            dropped_segments: count(FlowFigure::Losses),
            coarse_timeouts: count(FlowFigure::Timeouts),
            fast_retransmits: count(FlowFigure::FastRetransmits),
            fast_retransmit_episodes: count(FlowFigure::FastRetransmitEpisodes),
            early_retransmits: count(FlowFigure::EarlyRetransmits),
            mean_rtt_ms: figure(FlowFigure::RttMs),
            base_rtt_ms: figure(FlowFigure::BaseRttMs),
            mean_cwnd_segments: number(FlowFigure::Cwnd),
        }
    }
}

/// Metrics of a datagram source in the window.
#[derive(Clone, Debug, Serialize)]
pub struct DatagramReport {
    /// Name of the source.
    pub name: String,
    /// Datagrams sent.
    pub sent: u64,
    /// Datagrams that reach their destination.
    pub arrived: u64,
    /// Datagrams lost in the network.
    pub dropped: u64,
}

impl DatagramReport {
    fn new(sums: &DatagramSums, summary: &DatagramSummary, window: Window) -> Self {
        let figure = |figure| sums.figure(figure, window);
        Self {
            name: summary.name.clone(),
            sent: figure(DatagramFigure::Sent) as u64,
            arrived: figure(DatagramFigure::Arrived) as u64,
            dropped: figure(DatagramFigure::Losses) as u64,
        }
    }
}

/// Metrics of a directed link in the window.
#[derive(Clone, Debug, Serialize)]
pub struct LinkReport {
    /// Name, as in `R1>R2`.
    pub name: String,
    /// Lost packets: dropped by a full buffer, or lost on the link itself.
    pub drops: u64,
    /// Bytes in the buffer, including the packet in transmission, averaged over time.
    pub mean_queue_bytes: f64,
    /// Packets in the buffer, including the one in transmission, averaged over time.
    pub mean_queue_packets: f64,
    /// Waiting packets, without the one in transmission, averaged over time.
    pub mean_waiting_packets: f64,
    /// Maximum bytes in the buffer during the window.
    pub max_queue_bytes: u64,
    /// Maximum packets in the buffer during the window.
    pub max_queue_packets: u64,
    /// Share of the window during which the link transmits.
    pub utilization: f64,
}

impl LinkReport {
    fn new(sums: &LinkSums, summary: &LinkSummary, window: Window) -> Self {
        let figure = |figure| sums.figure(figure, window);
        Self {
            name: summary.name.clone(),
            drops: figure(LinkFigure::Losses) as u64,
            mean_queue_bytes: figure(LinkFigure::HeldBytes),
            mean_queue_packets: figure(LinkFigure::HeldPackets),
            mean_waiting_packets: figure(LinkFigure::WaitingPackets),
            max_queue_bytes: figure(LinkFigure::MostBytes) as u64,
            max_queue_packets: figure(LinkFigure::MostPackets) as u64,
            utilization: figure(LinkFigure::Utilization),
        }
    }
}

impl Observation {
    /// The usual metrics of all observed windows, except the whole run.
    ///
    /// # Errors
    /// The run ended before the end of a window.
    pub fn reports(&self) -> Result<Vec<WindowReport>, String> {
        self.windows.iter().filter_map(|sums| Some(self.report(sums, sums.window?))).collect()
    }

    fn report(&self, sums: &WindowSums, window: Window) -> Result<WindowReport, String> {
        assert_eq!(self.summary.rows_thinned, 0, "the trace must not be thinned");
        let ((from_s, to_s), ended_at_s) = (window, self.summary.ended_at_s);
        if to_s > ended_at_s {
            let problem = format!("the run ended at {ended_at_s} s, before the end of the window {from_s},{to_s}");
            return Err(format!("{problem}; allowed: times up to {ended_at_s}"));
        }
        let flows = sums.flows.iter().zip(&self.summary.flows);
        let datagrams = sums.datagrams.iter().zip(&self.summary.datagrams);
        let links = sums.links.iter().zip(&self.summary.links);
        Ok(WindowReport {
            from_s,
            to_s,
            flows: flows.map(|(sums, summary)| FlowReport::new(sums, summary, window)).collect(),
            datagrams: datagrams.map(|(sums, summary)| DatagramReport::new(sums, summary, window)).collect(),
            links: links.map(|(sums, summary)| LinkReport::new(sums, summary, window)).collect(),
        })
    }
}

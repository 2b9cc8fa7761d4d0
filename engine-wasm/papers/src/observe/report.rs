//! All usual figures of a window of time at once. They are named as in the summary of a run where they mean the same.

use serde::Serialize;
use vegaslab_sim::trace::summary::{DatagramSummary, FlowSummary, LinkSummary};

use super::flow::FlowSums;
use super::link::{DatagramSums, LinkSums};
use super::{Observation, Window, Windowed};
use crate::quantity::{DatagramFigure, FlowFigure, LinkFigure};

/// Figures of one window.
#[derive(Clone, Debug, Serialize)]
pub struct WindowReport {
    /// Simulated time at which it begins, s.
    pub from_s: f64,
    /// Simulated time at which it is over, s.
    pub to_s: f64,
    /// Figures per flow, in the order of the scenario.
    pub flows: Vec<FlowReport>,
    /// Figures per datagram source, in the order of the scenario.
    pub datagrams: Vec<DatagramReport>,
    /// Figures per directed link.
    pub links: Vec<LinkReport>,
}

/// Figures of a flow in the window. Rates and bytes count full segments.
#[derive(Clone, Debug, Serialize)]
pub struct FlowReport {
    /// Name of the flow.
    pub name: String,
    /// Preset of the sender.
    pub sender_preset: Option<String>,
    /// Payload that reaches the receiver, repeated segments included.
    pub throughput_bytes_per_s: f64,
    /// Acknowledged payload.
    pub goodput_bytes_per_s: f64,
    /// Data segments sent, retransmissions included.
    pub segments_sent: u64,
    /// Segments retransmitted.
    pub retransmitted_segments: u64,
    /// Payload retransmitted.
    pub retransmitted_bytes: u64,
    /// Data segments lost on the way.
    pub dropped_segments: u64,
    /// Expiries of the retransmission timer.
    pub coarse_timeouts: u64,
    /// Segments retransmitted because of duplicate ACKs or SACK blocks.
    pub fast_retransmits: u64,
    /// Loss episodes that began with a fast retransmit.
    pub fast_retransmit_episodes: u64,
    /// Retransmissions because a fine-grained timeout had passed.
    pub early_retransmits: u64,
    /// Mean of the RTT samples, as the sender's clock shows them.
    pub mean_rtt_ms: Option<f64>,
    /// Smallest RTT that the sender knows at the end of the window.
    pub base_rtt_ms: Option<f64>,
    /// Congestion window, averaged over time.
    pub mean_cwnd_segments: f64,
}

impl FlowReport {
    fn new(sums: &FlowSums, summary: &FlowSummary, window: Window) -> Self {
        let figure = |figure| sums.figure(figure, window, summary);
        // Rates, counts and means over time are there for every flow.
        let always = |name| figure(name).unwrap_or_default();
        let count = |name| always(name) as u64;
        Self {
            name: summary.name.clone(),
            sender_preset: summary.sender_preset.clone(),
            throughput_bytes_per_s: always(FlowFigure::ThroughputBytesPerS),
            goodput_bytes_per_s: always(FlowFigure::GoodputBytesPerS),
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
            mean_cwnd_segments: always(FlowFigure::Cwnd),
        }
    }
}

/// Figures of a source of datagrams in the window.
#[derive(Clone, Debug, Serialize)]
pub struct DatagramReport {
    /// Name of the source.
    pub name: String,
    /// Datagrams sent.
    pub sent: u64,
    /// Datagrams that reach their destination.
    pub arrived: u64,
    /// Datagrams lost on the way.
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

/// Figures of a directed link in the window.
#[derive(Clone, Debug, Serialize)]
pub struct LinkReport {
    /// Name, as in `R1>R2`.
    pub name: String,
    /// Packets lost: no room, or lost on the link itself.
    pub drops: u64,
    /// Bytes in the buffer, averaged over time, the packet in transmission included.
    pub mean_queue_bytes: f64,
    /// Packets in the buffer, averaged over time, the packet in transmission included.
    pub mean_queue_packets: f64,
    /// Packets that wait in the buffer, averaged over time, without the packet in transmission.
    pub mean_waiting_packets: f64,
    /// Most bytes in the buffer, of what comes in the window.
    pub max_queue_bytes: u64,
    /// Most packets in the buffer, of what comes in the window.
    pub max_queue_packets: u64,
    /// Share of the window in which the link transmits.
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
    /// The usual metrics of all observed windows, not including the whole run.
    ///
    /// # Errors
    /// The run ended before one of the windows did.
    pub fn reports(&self) -> Result<Vec<WindowReport>, String> {
        self.windows.iter().filter_map(|one| Some(self.report(one, one.window?))).collect()
    }

    fn report(&self, windowed: &Windowed, window: Window) -> Result<WindowReport, String> {
        assert_eq!(self.summary.rows_thinned, 0, "every row was asked for");
        let ((from_s, to_s), ended_at_s) = (window, self.summary.ended_at_s);
        if to_s > ended_at_s {
            let problem = format!("the run ended at {ended_at_s} s, before the window {from_s},{to_s} was over");
            return Err(format!("{problem}; allowed: times up to {ended_at_s}"));
        }
        let flows = windowed.flows.iter().zip(&self.summary.flows);
        let datagrams = windowed.datagrams.iter().zip(&self.summary.datagrams);
        let links = windowed.links.iter().zip(&self.summary.links);
        Ok(WindowReport {
            from_s,
            to_s,
            flows: flows.map(|(sums, summary)| FlowReport::new(sums, summary, window)).collect(),
            datagrams: datagrams.map(|(sums, summary)| DatagramReport::new(sums, summary, window)).collect(),
            links: links.map(|(sums, summary)| LinkReport::new(sums, summary, window)).collect(),
        })
    }
}

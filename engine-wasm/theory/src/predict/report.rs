//! The report of a prediction: plain numbers, with the unit in each name. Rates are given on the wire, with headers,
//! and as payload, without. Queues count waiting packets; the packet in transmission is part of the propagation delay
//! and counts only toward a link's held bytes.

use serde::Serialize;
use vegaslab_sim::message::Message;

use crate::residuals::Residuals;
use crate::time_saved::RepairCosts;

/// The prediction for a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct Prediction {
    /// Name of the scenario.
    pub scenario: String,
    /// Its flows, in order.
    pub flows: Vec<Verdict>,
    /// The equilibria, from the first start on.
    pub intervals: Vec<Interval>,
    /// The cost of repairing losses for each flow (Ahn et al. 1995, section 6.2), in order.
    pub repairs: Vec<Repairs>,
}

impl Prediction {
    /// Returns true if any flow has a prediction.
    pub fn applies(&self) -> bool {
        !self.intervals.is_empty()
    }
}

/// The theory's coverage of a flow, with a reason if the theory doesn't cover it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct Verdict {
    /// Name of the flow.
    pub name: String,
    /// True if the flow has a prediction.
    pub applies: bool,
    /// Why the theory doesn't cover the flow.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<String>,
    /// `reason` with its code and values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason_message: Option<Message>,
}

impl Verdict {
    /// The verdict on a flow that has a prediction, or doesn't for this reason.
    pub(crate) fn new(name: String, reason: Option<Message>) -> Self {
        let text = reason.as_ref().map(|reason| reason.text.clone());
        Self { name, applies: reason.is_none(), reason: text, reason_message: reason }
    }
}

/// The cost of repairs for a flow: the delay that each repair causes, or why it is unknown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct Repairs {
    /// Name of the flow.
    pub name: String,
    /// The costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub costs: Option<RepairCosts>,
    /// Why the costs are unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<String>,
    /// `reason` with its code and values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason_message: Option<Message>,
}

impl Repairs {
    /// The costs of a flow's repairs, or why they are unknown.
    pub(crate) fn new(name: String, costs: Result<RepairCosts, Message>) -> Self {
        let (costs, reason) = match costs {
            Ok(costs) => (Some(costs), None),
            Err(reason) => (None, Some(reason)),
        };
        Self { name, costs, reason: reason.as_ref().map(|reason| reason.text.clone()), reason_message: reason }
    }
}

/// A period during which the set of flows doesn't change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct Interval {
    /// Start, s.
    pub from_s: f64,
    /// End, s.
    pub to_s: f64,
    /// Source of the numbers.
    pub theory: String,
    /// Meaning and assumptions of the numbers, as a sentence without its final period.
    pub says: String,
    /// Effects that the theory ignores here, and assumptions that don't hold.
    pub caveats: Vec<String>,
    /// `theory` with its code.
    pub theory_message: Message,
    /// `says` with its code.
    pub says_message: Message,
    /// `caveats` with their codes and values.
    pub caveat_messages: Vec<Message>,
    /// The equilibrium: one point, or the two ends of the range between alpha and beta.
    pub at_rest: Vec<AtRest>,
}

impl Interval {
    pub(crate) fn new(
        (from_s, to_s): (f64, f64),
        (theory, says): (Message, Message),
        caveats: Vec<Message>,
        at_rest: Vec<AtRest>,
    ) -> Self {
        Self {
            from_s,
            to_s,
            theory: theory.text.clone(),
            says: says.text.clone(),
            caveats: caveats.iter().map(|caveat| caveat.text.clone()).collect(),
            theory_message: theory,
            says_message: says,
            caveat_messages: caveats,
            at_rest,
        }
    }
}

/// One end of the range between alpha and beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
#[serde(rename_all = "snake_case")]
pub enum RangeEnd {
    /// The range is a single point.
    Point,
    /// Every flow keeps the smallest backlog that it accepts.
    Lower,
    /// Every flow keeps the largest backlog that it accepts.
    Upper,
}

/// A network at equilibrium, or its mean under random loss.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct AtRest {
    /// End of the range.
    pub range_end: RangeEnd,
    /// Flows: by start time at equilibrium, in the order of the scenario for a mean.
    pub flows: Vec<FlowAtRest>,
    /// Links that carry data of these flows; empty for a mean.
    pub links: Vec<LinkAtRest>,
    /// Residuals of the optimality conditions, relative; absent for a mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub residuals: Option<Residuals>,
}

/// A flow at equilibrium, or its mean.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct FlowAtRest {
    /// Name of the flow.
    pub name: String,
    /// Rate including headers.
    pub wire_rate_bytes_per_s: f64,
    /// Rate without headers.
    pub payload_rate_bytes_per_s: f64,
    /// Congestion window, in full segments.
    pub cwnd_segments: f64,
    /// Round-trip time.
    pub rtt_ms: f64,
    /// The sender's estimate of the RTT without queues.
    pub base_rtt_ms: f64,
    /// The true RTT without queues.
    pub propagation_rtt_ms: f64,
    /// Segments that the sender tries to keep in queues; with marks, rate times price.
    pub target_segments: f64,
    /// The sender's estimate of its segments in queues: cwnd times (1 - base RTT / RTT).
    pub diff_segments: f64,
    /// Share of its segments that are marked, if marks control its rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub marked_share: Option<f64>,
}

/// A link at equilibrium.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct LinkAtRest {
    /// Name of the directed link.
    pub name: String,
    /// Capacity.
    pub capacity_bytes_per_s: f64,
    /// Used share of the capacity.
    pub utilization: f64,
    /// Price: a packet's waiting time, or the price signaled by marks.
    pub price_ms: f64,
    /// True if only this price gives these rates. If false, other prices, and so other queues, give the same rates.
    pub price_is_unique: bool,
    /// Waiting bytes, excluding the packet in transmission.
    pub queue_bytes: f64,
    /// The same in packets.
    pub queue_packets: f64,
    /// Mean bytes waiting or in transmission, as traces and summaries count the queue.
    pub held_bytes: f64,
    /// The same in packets.
    pub held_packets: f64,
    /// Share of packets that it marks, if marks control the flows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub marked_share: Option<f64>,
}

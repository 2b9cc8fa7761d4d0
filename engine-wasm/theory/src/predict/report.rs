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

/// Whether the theory covers a flow, and the reason if it doesn't.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct Verdict {
    /// Name of the flow.
    pub name: String,
    /// True if the flow has a prediction.
    pub applies: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<String>,
    /// `reason` with its code and its values.
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

/// The cost of repairs for a flow: the delay that each one causes, or why that is unknown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct Repairs {
    /// Name of the flow.
    pub name: String,
    /// The costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub costs: Option<RepairCosts>,
    /// Why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<String>,
    /// `reason` with its code and its values.
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

/// A time in which the same flows are there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct Interval {
    /// From when on, s.
    pub from_s: f64,
    /// Until when, s.
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
    /// They leave nothing open.
    Point,
    /// Every flow has as little in queues as suits it.
    Lower,
    /// Every flow has as much in queues as suits it.
    Upper,
}

/// A network at rest, or its mean.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct AtRest {
    /// End of the range.
    pub range_end: RangeEnd,
    /// Flows, in the order in which they came.
    pub flows: Vec<FlowAtRest>,
    /// Links that data of these flows pass.
    pub links: Vec<LinkAtRest>,
    /// Residuals of the optimality conditions, if the numbers are an optimum; relative, without unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub residuals: Option<Residuals>,
}

/// A flow at rest.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct FlowAtRest {
    /// Name of the flow.
    pub name: String,
    /// Headers included.
    pub wire_rate_bytes_per_s: f64,
    /// Without headers.
    pub payload_rate_bytes_per_s: f64,
    /// Window, full segments.
    pub cwnd_segments: f64,
    /// Round trip time.
    pub rtt_ms: f64,
    /// The sender's estimate of the round trip without queues.
    pub base_rtt_ms: f64,
    /// The true round trip without queues.
    pub propagation_rtt_ms: f64,
    /// Segments that the sender wants in queues; with marks, rate times price.
    pub target_segments: f64,
    /// Segments that it believes to have in queues: cwnd times the share of the RTT beyond `base_rtt`.
    pub diff_segments: f64,
    /// Share of its segments that are marked, if that is what moves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub marked_share: Option<f64>,
}

/// A link at rest.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "theory.ts"))]
pub struct LinkAtRest {
    /// Name of the directed link.
    pub name: String,
    /// Capacity.
    pub capacity_bytes_per_s: f64,
    /// Share of the capacity that is used.
    pub utilization: f64,
    /// Price: a packet's waiting time, or the price that marks signal.
    pub price_ms: f64,
    /// True if no other price of this link fits the same rates. Otherwise another queue fits too.
    pub price_is_unique: bool,
    /// Waiting bytes, without the packet in transmission.
    pub queue_bytes: f64,
    /// The same in packets.
    pub queue_packets: f64,
    /// Mean bytes waiting or in transmission: the queue of traces and summaries.
    pub held_bytes: f64,
    /// The same in packets.
    pub held_packets: f64,
    /// Share of packets that it marks, if marks move the flows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub marked_share: Option<f64>,
}

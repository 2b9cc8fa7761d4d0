//! Limits the size of a prediction: the worker computes it between two slices of a run and can't handle messages
//! meanwhile, and a page shows all of it. The largest scenario in the papers has 5 flows with 5 starts, and 6 links.

use super::flows::Member;
use crate::messages;
use crate::network::{Network, Source, Target};
use vegaslab_sim::message::Message;

/// Maximum of flows times distinct start times: each start may begin an interval that reports every flow.
const MAX_FLOW_INTERVALS: usize = 1_000;
/// Maximum of links³ times distinct start times, counting links that may be full: a step of the search takes links³
/// operations.
const MAX_COST: usize = 200_000;

/// Checks that a prediction of these flows, ordered by start time, is within the limits.
pub fn check(capacities: &[f64], members: &[Member<'_>]) -> Result<(), Message> {
    let starts = members.chunk_by(|a, b| a.start_s == b.start_s).count();
    let flows = members.len();
    if flows * starts > MAX_FLOW_INTERVALS {
        return Err(messages::too_many_figures(flows, starts, MAX_FLOW_INTERVALS));
    }
    let source = |member: &Member<'_>| Source::new(member.data.clone(), Target::PerRtt(1.0), member.propagation_s);
    let network = Network { capacities: capacities.to_vec(), sources: members.iter().map(source).collect() };
    let links = network.candidates().len();
    if links * links * links * starts > MAX_COST {
        return Err(messages::too_many_full_links(links));
    }
    Ok(())
}

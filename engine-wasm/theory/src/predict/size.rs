//! Limits a prediction's network: the worker computes it between two slices of a run, while it handles no message, and
//! a page shows it. The papers' largest scenario has 25 numbers and 6 links.

use super::flows::Member;
use crate::messages;
use crate::network::{Network, Source, Target};
use vegaslab_sim::message::Message;

/// Flows, times the moments at which some start: each of these may begin an interval with figures of every flow.
const FIGURES: usize = 1_000;
/// Links that may be full, times themselves twice: what one step of the search costs; times the moments at which flows start.
const STEP: usize = 200_000;

/// Checks that these flows, in order of their starts, are few enough.
pub fn check(capacities: &[f64], members: &[Member<'_>]) -> Result<(), Message> {
    let starts = members.chunk_by(|a, b| a.start_s == b.start_s).count();
    let flows = members.len();
    if flows * starts > FIGURES {
        return Err(messages::too_many_figures(flows, starts, FIGURES));
    }
    let source = |member: &Member<'_>| Source::new(member.data.clone(), Target::PerRtt(1.0), member.propagation_s);
    let network = Network { capacities: capacities.to_vec(), sources: members.iter().map(source).collect() };
    let links = network.candidates().len();
    if links * links * links * starts > STEP {
        return Err(messages::too_many_full_links(links));
    }
    Ok(())
}

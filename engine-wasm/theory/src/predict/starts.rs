//! Groups flows that start together, in the theory's sense: a flow that starts before the earlier ones have settled starts
//! with them. The settling time is an upper estimate: Vegas moves its window by a segment per RTT, so it reaches a window of
//! w segments after w round trips.

use std::ops::Range;

use super::admit;
use super::flows::Member;
use super::law::End;
use crate::network::Unsolvable;
use crate::persistent::Arrivals;

/// The groups in which flows start; the flows are in the order of their starts.
pub fn groups(capacities: &[f64], members: &[Member<'_>]) -> Result<Vec<Range<usize>>, Unsolvable> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut arrivals = Arrivals::new(capacities.to_vec())?;
    let mut first = 0;
    while first < members.len() {
        let began_s = members[first].start_s;
        let mut end = first + 1;
        loop {
            // All that start at the same moment as the last of the group.
            while end < members.len() && members[end].start_s == members[end - 1].start_s {
                end += 1;
            }
            let mut with = arrivals.clone();
            admit(&mut with, &members[first..end], End::Upper)?;
            let settled_s = began_s + settling_s(&with, &members[..end]);
            if end == members.len() || members[end].start_s >= settled_s {
                arrivals = with;
                break;
            }
            end += 1;
        }
        groups.push(first..end);
        first = end;
    }
    Ok(groups)
}

fn settling_s(arrivals: &Arrivals, members: &[Member<'_>]) -> f64 {
    let rest = arrivals.rest();
    let flows = members.iter().zip(rest.windows.iter().zip(&rest.rtts));
    flows.map(|(member, (window, rtt))| window / member.wire_bytes() * rtt).fold(0.0, f64::max)
}

//! Groups flows that count as starting together: a flow that starts before the earlier ones have settled belongs to
//! their group. The settling time is an upper bound: Vegas moves its window by a segment per RTT, so it reaches a
//! window of w segments after w round trips.

use std::ops::Range;

use super::admit;
use super::flows::Member;
use super::law::End;
use crate::network::Unsolvable;
use crate::persistent::Arrivals;

/// Splits flows, ordered by start time, into groups that start together.
pub fn groups(capacities: &[f64], members: &[Member<'_>]) -> Result<Vec<Range<usize>>, Unsolvable> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut arrivals = Arrivals::new(capacities.to_vec())?;
    let mut first = 0;
    while first < members.len() {
        let start_s = members[first].start_s;
        let mut end = first + 1;
        loop {
            // Include all flows that start at the same time as the last one of the group.
            while end < members.len() && members[end].start_s == members[end - 1].start_s {
                end += 1;
            }
            let mut grown = arrivals.clone();
            admit(&mut grown, &members[first..end], End::Upper)?;
            let settled_s = start_s + settling_s(&grown, &members[..end]);
            if end == members.len() || members[end].start_s >= settled_s {
                arrivals = grown;
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
    let equilibrium = arrivals.equilibrium();
    let flows = members.iter().zip(equilibrium.windows.iter().zip(&equilibrium.rtts));
    flows.map(|(member, (window, rtt))| window / member.wire_bytes() * rtt).fold(0.0, f64::max)
}

//! Another rate or delay of a link. What has been sent of a packet stays sent, the rest of it and what waits behind it leaves
//! at the new rate. A new delay holds for packets whose transmission ends after it; none overtakes another.

use super::{ChangeRule, Fault, Named, Network};
use crate::kernel::from_milliseconds;
use crate::net::places::Places;
use crate::scenario::limits;
use crate::scenario::shape::{Part, integer, number, optional, text};

described! {
    /// Changes the rate or the propagation delay of a link.
    pub struct SetLink {
        /// A direction such as `R1>R2`, or the name of a link for both.
        link: String = text(limits::NODES_LENGTH);
        /// New transmission rate; null leaves it.
        rate_bps: Option<u64> = optional(integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1)), default null;
        /// New propagation delay; null leaves it.
        delay_ms: Option<f64> = optional(number("ms", 0.0, limits::DELAY_MS)), default null;
    }
}

/// The change with the links that it names.
#[derive(Clone, Debug)]
pub struct Running {
    part: SetLink,
    named: Named,
}

impl Part<Places> for SetLink {
    const SOURCE: &'static str = "";
    type Running = Running;
    fn start(&self, places: &Places) -> Running {
        Running { part: self.clone(), named: Named::new(&self.link, places) }
    }
}

impl ChangeRule for Running {
    fn faults(&mut self) -> Vec<Fault> {
        self.named.faults.clone()
    }

    fn apply(&mut self, network: &mut dyn Network) {
        for &link in &self.named.links {
            network.set_link(link, self.part.rate_bps, self.part.delay_ms.map(from_milliseconds));
        }
    }
}

//! Another queue discipline of a link, which starts afresh over the packets that the buffer holds.

use super::{ChangeRule, Fault, Named, Network};
use crate::net::places::Places;
use crate::net::queue::Queue;
use crate::scenario::limits;
use crate::scenario::shape::{Part, part, text};

described! {
    /// Replaces the queue discipline of a link; what its buffer holds stays.
    pub struct SetQueue {
        /// A direction such as `R1>R2`, or the name of a link for both.
        link: String = text(limits::NODES_LENGTH);
        /// Output buffer from now on.
        queue: Queue = part("queue");
    }
}

/// The change with the links that it names.
#[derive(Clone, Debug)]
pub struct Running {
    part: SetQueue,
    named: Named,
}

impl Part<Places> for SetQueue {
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
            network.set_queue(link, &self.part.queue);
        }
    }
}

//! Other losses of a link, from the next packet that is offered on.

use super::{ChangeRule, Fault, Named, Network};
use crate::net::loss::Loss;
use crate::net::places::Places;
use crate::scenario::limits;
use crate::scenario::shape::{Part, part, text};

described! {
    /// Replaces the losses of a link.
    pub struct SetLoss {
        /// A direction such as `R1>R2`, or the name of a link for both.
        link: String = text(limits::NODES_LENGTH);
        /// Losses from now on.
        loss: Loss = part("loss");
    }
}

/// The change with the links that it names.
#[derive(Clone, Debug)]
pub struct Running {
    part: SetLoss,
    named: Named,
}

impl Part<Places> for SetLoss {
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
            network.set_loss(link, &self.part.loss);
        }
    }
}

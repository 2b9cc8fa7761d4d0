//! Replaces the losses of a link, from the next packet that is offered.

use super::{AtLinks, LinkChange, Network};
use crate::net::loss::Loss;
use crate::net::places::Places;
use crate::schema::limits;
use crate::schema::shape::{Part, text};

described! {
    /// Replaces the losses of a link.
    pub struct SetLoss {
        /// A direction such as `R1>R2`, or the name of a link for both.
        link: String = text(limits::NODES_LENGTH);
        /// Losses from now on.
        loss: Loss = Loss::SHAPE;
    }
}

impl Part<Places> for SetLoss {
    const SOURCE: &'static str = "";
    type Running = AtLinks<Self>;
    fn start(&self, places: &Places) -> AtLinks<Self> {
        AtLinks::new(self, places)
    }
}

impl LinkChange for SetLoss {
    fn link(&self) -> &str {
        &self.link
    }

    fn apply(&self, link: u32, network: &mut dyn Network) {
        network.set_loss(link, &self.loss);
    }
}

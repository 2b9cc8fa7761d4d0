//! Replaces the loss model of a link, starting with the next offered packet.

use super::{AtLinks, LinkChange, Network};
use crate::net::directory::Directory;
use crate::net::loss::Loss;
use crate::schema::limits;
use crate::schema::shape::{Part, text};

described! {
    /// Replaces the losses of a link.
    pub struct SetLoss {
        /// A direction such as `R1>R2`, or the name of a link for both.
        link: String = text(limits::NODES_LENGTH);
        /// The new losses.
        loss: Loss = Loss::SHAPE;
    }
}

impl Part<Directory> for SetLoss {
    const LABEL: &'static str = "Change losses";
    const SOURCE: &'static str = "";
    type Running = AtLinks<Self>;
    fn start(&self, directory: &Directory) -> AtLinks<Self> {
        AtLinks::new(self, directory)
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

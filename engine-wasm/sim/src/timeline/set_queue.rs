//! Replaces the queue discipline of a link; the new one starts fresh with the packets in the buffer.

use super::{AtLinks, LinkChange, Network};
use crate::net::places::Places;
use crate::net::queue::Queue;
use crate::schema::limits;
use crate::schema::shape::{Part, text};

described! {
    /// Replaces the queue discipline of a link; what its buffer holds stays.
    pub struct SetQueue {
        /// A direction such as `R1>R2`, or the name of a link for both.
        link: String = text(limits::NODES_LENGTH);
        /// Output buffer from now on.
        queue: Queue = Queue::SHAPE;
    }
}

impl Part<Places> for SetQueue {
    const SOURCE: &'static str = "";
    type Running = AtLinks<Self>;
    fn start(&self, places: &Places) -> AtLinks<Self> {
        AtLinks::new(self, places)
    }
}

impl LinkChange for SetQueue {
    fn link(&self) -> &str {
        &self.link
    }

    fn apply(&self, link: u32, network: &mut dyn Network) {
        network.set_queue(link, &self.queue);
    }
}

//! Replaces the queue discipline of a link. The new discipline starts in its initial state; the buffer keeps its
//! packets.

use super::{AtLinks, LinkChange, Network};
use crate::net::directory::Directory;
use crate::net::queue::Queue;
use crate::schema::limits;
use crate::schema::shape::{Part, text};

described! {
    /// Replaces the queue discipline of a link; the packets in its buffer stay.
    pub struct SetQueue {
        /// A direction such as `R1>R2`, or the name of a link for both.
        link: String = text(limits::NODES_LENGTH);
        /// The new output buffer.
        queue: Queue = Queue::SHAPE;
    }
}

impl Part<Directory> for SetQueue {
    const LABEL: &'static str = "Change a queue";
    const SOURCE: &'static str = "";
    type Running = AtLinks<Self>;
    fn start(&self, directory: &Directory) -> AtLinks<Self> {
        AtLinks::new(self, directory)
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

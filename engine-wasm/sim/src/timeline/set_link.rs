//! Changes the rate or delay of a link. Bits that have been sent stay sent; the rest of their packet and the packets
//! behind it leave at the new rate. A new delay applies to packets whose transmission ends after the change; no packet
//! overtakes another.

use super::{AtLinks, LinkChange, Network};
use crate::kernel::from_milliseconds;
use crate::net::directory::Directory;
use crate::schema::limits;
use crate::schema::shape::{Part, integer, number, optional, text};

described! {
    /// Changes the rate or the propagation delay of a link.
    pub struct SetLink {
        /// A direction such as `R1>R2`, or the name of a link for both.
        link: String = text(limits::NODES_LENGTH);
        /// New transmission rate; null keeps the old one.
        rate_bps: Option<u64> = optional(&integer("bit/s", limits::RATE_BPS.0, limits::RATE_BPS.1)), default null;
        /// New propagation delay; null keeps the old one.
        delay_ms: Option<f64> = optional(&number("ms", 0.0, limits::DELAY_MS)), default null;
    }
}

impl Part<Directory> for SetLink {
    const LABEL: &'static str = "Change a link";
    const SOURCE: &'static str = "";
    type Running = AtLinks<Self>;
    fn start(&self, directory: &Directory) -> AtLinks<Self> {
        AtLinks::new(self, directory)
    }
}

impl LinkChange for SetLink {
    fn link(&self) -> &str {
        &self.link
    }

    fn apply(&self, link: u32, network: &mut dyn Network) {
        network.set_link(link, self.rate_bps, self.delay_ms.map(from_milliseconds));
    }
}

//! Building blocks for topologies: links, hosts on access links, and a network of two routers, which several papers
//! use.

use crate::net::loss::{self, Loss};
use crate::net::queue::Queue;
use crate::net::queue::drop_tail_bytes::DropTailBytes;
use crate::net::queue::drop_tail_packets::DropTailPackets;
use crate::scenario::link::{Link, WayBack};

/// Builds the links of a network.
pub trait BlueprintRule {
    /// Its links, at most `limits::LINKS`.
    fn links(&self) -> Vec<Link>;
}

/// The largest buffer that the schema allows. No window fills it.
pub const UNLIMITED_PACKETS: u64 = 100_000_000;

/// A drop-tail buffer that counts packets.
pub fn packets(limit_packets: u64) -> Queue {
    Queue::DropTailPackets(DropTailPackets { limit_packets })
}

/// A drop-tail buffer that counts bytes.
pub fn bytes(limit_bytes: u64) -> Queue {
    Queue::DropTailBytes(DropTailBytes { limit_bytes })
}

/// No random loss.
pub fn no_loss() -> Loss {
    Loss::NoLoss(loss::none::NoLoss {})
}

/// A link with equal directions, exact timing and no random loss.
pub fn link(name: &str, from: &str, to: &str, rate_bps: u64, delay_ms: f64, queue: Queue) -> Link {
    Link {
        name: name.to_owned(),
        from: from.to_owned(),
        to: to.to_owned(),
        both_ways: true,
        rate_bps,
        delay_ms,
        clock_us: 0,
        queue,
        loss: no_loss(),
        back: None,
    }
}

/// Adds random loss from `link.from` to `link.to` only.
pub fn lossy_on_the_way_out(link: Link, loss: &Loss) -> Link {
    let without = WayBack { rate_bps: None, delay_ms: None, clock_us: None, queue: None, loss: Some(no_loss()) };
    let back = (*loss != link.loss).then_some(without);
    Link { loss: loss.clone(), back, ..link }
}

/// The properties that all links between hosts and routers share.
#[derive(Clone, Debug)]
pub struct Access {
    /// Rate, bit/s.
    pub rate_bps: u64,
    /// Propagation delay in each direction, ms.
    pub delay_ms: f64,
    /// Buffer in each direction.
    pub queue: Queue,
}

impl Access {
    /// Access links with buffers that never fill.
    pub fn unlimited(rate_bps: u64, delay_ms: f64) -> Self {
        Self { rate_bps, delay_ms, queue: packets(UNLIMITED_PACKETS) }
    }

    /// The link between two nodes, named after them.
    pub fn link(&self, from: &str, to: &str) -> Link {
        link(&format!("{from}-{to}"), from, to, self.rate_bps, self.delay_ms, self.queue.clone())
    }

    /// Links for pairs of hosts, numbered from `first`: senders `s1`, `s2`, ... at router `left`, receivers `r1`, `r2`, ...
    /// at router `right`.
    pub fn pairs(&self, first: u32, count: u32, left: &str, right: &str) -> impl Iterator<Item = Link> {
        let numbers = first..first + count;
        let senders = numbers.clone().map(move |n| self.link(&format!("s{n}"), left));
        senders.chain(numbers.map(move |n| self.link(right, &format!("r{n}"))))
    }
}

/// The middle link, and pairs of hosts at both ends.
pub fn dumbbell(pairs: u32, access: &Access, middle: Link) -> Vec<Link> {
    let hosts = access.pairs(1, pairs, &middle.from, &middle.to).collect::<Vec<_>>();
    std::iter::once(middle).chain(hosts).collect()
}

/// RTT over empty queues, ns: propagation and transmission of a data packet one way and of an ACK the other way. Each
/// link's share is rounded to a nanosecond.
#[cfg(test)]
pub fn base_rtt(links: &[Link], from: &str, to: &str, data_bytes: u32, ack_bytes: u32) -> u64 {
    let topology = crate::net::topology::Topology::new(links);
    let one_way = |from, to, bytes| topology.unloaded_delay(&topology.route(from, to).expect("a path"), bytes);
    one_way(from, to, data_bytes) + one_way(to, from, ack_bytes)
}

//! The way of a flow's packets. After a change of route the packets that are underway go on as they were sent, so the old
//! ways stay where they are in one list, each closed by an end, and a packet's hop is its place in that list.

use crate::scenario::limits;

/// Closes a way that a later one follows.
const END: u32 = u32::MAX;

// A hop has 16 bits: the first way and every one that a timeline can bring fit in.
const _: () = assert!(2 * limits::LINKS + limits::TIMELINE * (limits::ROUTE_NODES + 1) < 1 << 16);

/// Directed links in the order in which packets cross them.
#[derive(Clone, Debug)]
pub struct Route {
    links: Vec<u32>,
    start: u16,
}

impl Route {
    /// A way over these links.
    pub fn new(links: Vec<u32>) -> Self {
        Self { links, start: 0 }
    }

    /// The hop of a packet that sets out now, and the link that it takes.
    #[inline]
    pub fn first(&self) -> (u16, u32) {
        (self.start, self.links[usize::from(self.start)])
    }

    /// The link that a packet takes at this hop; `None` if it has arrived.
    #[inline]
    pub fn at(&self, hop: u16) -> Option<u32> {
        self.links.get(usize::from(hop)).copied().filter(|&link| link != END)
    }

    /// Sends packets over these links from now on.
    pub fn change(&mut self, links: &[u32]) {
        self.links.push(END);
        self.start = self.links.len() as u16;
        self.links.extend_from_slice(links);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_underway_go_on_as_they_were_sent() {
        let mut route = Route::new(vec![3, 5, 7]);
        assert_eq!(route.first(), (0, 3));
        assert_eq!([route.at(1), route.at(2), route.at(3)], [Some(5), Some(7), None]);
        route.change(&[4, 6]);
        let (hop, link) = route.first();
        assert_eq!((link, route.at(hop + 1), route.at(hop + 2)), (4, Some(6), None));
        assert_eq!([route.at(1), route.at(2), route.at(3)], [Some(5), Some(7), None]);
        route.change(&[9]);
        assert_eq!((route.first().1, route.at(hop + 1), route.at(hop + 2)), (9, Some(6), None));
    }
}

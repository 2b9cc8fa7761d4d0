//! The routes of all packets, in one list of directed links with an end marker after each route. A packet stores its
//! position in the list, so looking up the next link takes one access. When a flow changes its route, packets under way
//! keep the old one.

/// Marks the end of a route.
const END: u32 = u32::MAX;

/// All routes of a run.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    links: Vec<u32>,
}

impl Routes {
    /// Adds a route over these directed links; returns the position of its first one.
    pub fn add(&mut self, links: &[u32]) -> u32 {
        let start = self.links.len() as u32;
        self.links.extend_from_slice(links);
        self.links.push(END);
        start
    }

    /// The link at a position; `None` at the end of a route.
    #[inline]
    pub fn at(&self, place: u32) -> Option<u32> {
        self.links.get(place as usize).copied().filter(|&link| link != END)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_route_ends_before_the_next_one_begins() {
        let mut routes = Routes::default();
        let (first, second) = (routes.add(&[3, 5, 7]), routes.add(&[4]));
        let route = |start: u32| (start..).map_while(|place| routes.at(place)).collect::<Vec<_>>();
        assert_eq!((route(first), route(second)), (vec![3, 5, 7], vec![4]));
        assert_eq!(route(first + 1), [5, 7]);
    }
}

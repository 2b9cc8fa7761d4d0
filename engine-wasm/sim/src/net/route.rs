//! The routes of all packets, in one list of directed links with an end marker after each route. A packet stores its
//! position in the list, so looking up the next link takes one access. When a flow changes its route, packets under way
//! keep the old one.

/// Stands for the link behind the last one of a route.
pub const END: u16 = u16::MAX;

/// All routes of a run.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    links: Vec<u16>,
}

impl Routes {
    /// Adds a route over these directed links; returns the position of its first one.
    pub fn add(&mut self, links: &[u32]) -> u32 {
        let start = self.links.len() as u32;
        self.links.extend(links.iter().map(|&link| link as u16));
        self.links.push(END);
        start
    }

    /// The link at a position; [`END`] at the end of a route.
    #[inline]
    pub fn at(&self, place: u32) -> u16 {
        self.links[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_route_ends_before_the_next_one_begins() {
        let mut routes = Routes::default();
        let (first, second) = (routes.add(&[3, 5, 7]), routes.add(&[4]));
        let route = |start| (start..).map(|place| routes.at(place)).take_while(|&link| link != END).collect::<Vec<_>>();
        assert_eq!((route(first), route(second)), (vec![3, 5, 7], vec![4]));
        assert_eq!(route(first + 1), [5, 7]);
    }
}

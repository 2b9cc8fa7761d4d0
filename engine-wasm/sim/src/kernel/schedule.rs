//! The scheduler. It knows links and timers, not packets: a FIFO link has one entry, its head, however many packets it
//! carries, and a timer has one, the next time at which it must be looked at. So the number of entries is known from the
//! start, each has a place of its own, and a tournament among the places finds the earliest: the winner of each pair
//! stands in the node above it. Changing one entry replays the matches on its way to the top, a fixed number of
//! comparisons without a branch that depends on their outcome; a heap would move entries about and guess.
//!
//! Order of events: by time; at one time timers first, in the order of their numbers, then arrivals in the order in
//! which the packets were put on their links. The papers' phase effects depend on ties being broken the same way each
//! time.

use super::Nanos;

/// What is to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Timer with this number.
    Timer(u32),
    /// The head of this directed link arrives.
    Arrival(u32),
}

/// An entry as one number, so that comparing two is comparing when and in which order they happen: from the top 64 bits
/// of time, the bit that tells arrivals from timers, 42 bits for the order of packets, 21 bits for the place.
type Key = u128;

const PLACE_BITS: u32 = 21;
const ORDER_BITS: u32 = 42;
const ARRIVAL: u64 = 1 << (PLACE_BITS + ORDER_BITS);
/// Nothing is planned at this place.
const NEVER: Key = Key::MAX;

/// Pending events in order.
#[derive(Debug)]
pub struct Schedule {
    /// Places of the timers; those of the links follow.
    timers: usize,
    /// The tournament: node 1 is the winner of all, nodes `n` and `n + 1` play for node `n / 2`, the places are the second
    /// half.
    nodes: Vec<Key>,
}

impl Schedule {
    /// A schedule for so many timers and links with nothing planned.
    pub fn new(timers: usize, links: usize) -> Self {
        let places = (timers + links).next_power_of_two().max(2);
        assert!(places <= 1 << PLACE_BITS, "{timers} timers and {links} links are too many");
        Self { timers, nodes: vec![NEVER; 2 * places] }
    }

    /// The next event, if it comes no later than `end`. It stays planned until its place is planned anew or cleared.
    #[inline]
    pub fn next_until(&self, end: Nanos) -> Option<(Nanos, Event)> {
        let first = self.nodes[1];
        let time = time_of(first);
        if first == NEVER || time > end {
            return None;
        }
        let place = first as u32 & ((1 << PLACE_BITS) - 1);
        let arrives = first as u64 & ARRIVAL != 0;
        Some((time, if arrives { Event::Arrival(place - self.timers as u32) } else { Event::Timer(place) }))
    }

    /// The head of a link arrives at this time; `order` numbers packets in the order in which they were put on links.
    #[inline]
    pub fn plan_arrival(&mut self, link: u32, time: Nanos, order: u64) {
        debug_assert!(order >> ORDER_BITS == 0);
        let place = self.timers + link as usize;
        self.plan(place, Key::from(time) << 64 | Key::from(ARRIVAL | order << PLACE_BITS | place as u64));
    }

    /// Nothing is on the link any more.
    #[inline]
    pub fn clear_arrival(&mut self, link: u32) {
        self.plan(self.timers + link as usize, NEVER);
    }

    /// When the head of a link arrives, and its place in the order of packets.
    pub fn arrival(&self, link: u32) -> Option<(Nanos, u64)> {
        let key = self.nodes[self.nodes.len() / 2 + self.timers + link as usize];
        (key != NEVER).then(|| (time_of(key), (key as u64 & (ARRIVAL - 1)) >> PLACE_BITS))
    }

    /// A timer is to be looked at at this time, and not when it was planned before.
    #[inline]
    pub fn plan_timer(&mut self, timer: u32, time: Nanos) {
        self.plan(timer as usize, Key::from(time) << 64 | Key::from(timer));
    }

    /// A timer is not to be looked at.
    pub fn clear_timer(&mut self, timer: u32) {
        self.plan(timer as usize, NEVER);
    }

    /// When a timer is to be looked at.
    #[inline]
    pub fn timer(&self, timer: u32) -> Option<Nanos> {
        let key = self.nodes[self.nodes.len() / 2 + timer as usize];
        (key != NEVER).then(|| time_of(key))
    }

    #[inline]
    fn plan(&mut self, place: usize, mut key: Key) {
        let nodes = &mut self.nodes[..];
        let mut node = nodes.len() / 2 + place;
        nodes[node] = key;
        while node > 1 {
            key = key.min(nodes[node ^ 1]);
            node /= 2;
            nodes[node] = key;
        }
    }
}

#[inline]
fn time_of(key: Key) -> Nanos {
    (key >> 64) as Nanos
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random::Stream;

    /// Takes events out until nothing is left.
    fn drain(schedule: &mut Schedule) -> Vec<(Nanos, Event)> {
        std::iter::from_fn(|| {
            let next = schedule.next_until(Nanos::MAX)?;
            match next.1 {
                Event::Timer(timer) => schedule.clear_timer(timer),
                Event::Arrival(link) => schedule.clear_arrival(link),
            }
            Some(next)
        })
        .collect()
    }

    #[test]
    fn at_one_time_timers_come_first_then_arrivals_in_the_order_scheduled() {
        let mut schedule = Schedule::new(9, 6);
        schedule.plan_arrival(0, 10, 2);
        schedule.plan_arrival(5, 10, 1);
        schedule.plan_timer(7, 10);
        schedule.plan_timer(8, 9);
        schedule.plan_timer(3, 10);
        let expected = [
            (9, Event::Timer(8)),
            (10, Event::Timer(3)),
            (10, Event::Timer(7)),
            (10, Event::Arrival(5)),
            (10, Event::Arrival(0)),
        ];
        assert_eq!(drain(&mut schedule), expected);
    }

    #[test]
    fn events_come_in_the_order_of_a_sort() {
        for (timers, links) in [(0, 1), (1, 0), (3, 5), (300, 700)] {
            let mut stream = Stream::new(3, "schedule");
            let mut schedule = Schedule::new(timers, links);
            let mut expected = Vec::new();
            for timer in 0..timers as u32 {
                let time = stream.below(700);
                schedule.plan_timer(timer, time);
                expected.push(((time, 0, u64::from(timer)), (time, Event::Timer(timer))));
            }
            for link in 0..links as u32 {
                let (time, order) =
                    (stream.below(700), u64::from(link) * 7 % links as u64 + 1_000 * u64::from(link % 3));
                schedule.plan_arrival(link, time, order);
                expected.push(((time, 1, order * links as u64 + u64::from(link)), (time, Event::Arrival(link))));
            }
            expected.sort_by_key(|entry| entry.0);
            let expected: Vec<_> = expected.into_iter().map(|entry| entry.1).collect();
            assert_eq!(drain(&mut schedule), expected, "{timers} timers and {links} links");
        }
    }

    #[test]
    fn what_is_planned_anew_happens_once_and_then() {
        let mut schedule = Schedule::new(2, 1);
        schedule.plan_timer(1, 50);
        schedule.plan_timer(0, 40);
        schedule.plan_timer(1, 20);
        assert_eq!((schedule.timer(0), schedule.timer(1)), (Some(40), Some(20)));
        schedule.plan_timer(0, 60);
        assert_eq!(schedule.next_until(19), None);
        assert_eq!(drain(&mut schedule), [(20, Event::Timer(1)), (60, Event::Timer(0))]);
        assert_eq!(schedule.timer(0), None);
    }
}

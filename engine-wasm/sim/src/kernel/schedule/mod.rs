//! The scheduler. It knows links and timers, not packets: a FIFO link has one entry, its head, however many packets it
//! carries, and a timer has one, the next time at which it must be looked at. So the number of entries is known from the
//! start. What arrives soon stands in the slots of a `wheel`; timers, what is far away and what finds its slot crowded play a
//! `tournament`. Each is exact, and the earlier of their firsts is next: the wheel only makes the usual case cheap.
//!
//! Order of events: by time; at one time timers first, in the order of their numbers, then arrivals in the order in
//! which the packets were put on their links. The papers' phase effects depend on ties being broken the same way each
//! time.

mod tournament;
mod wheel;

use super::Nanos;
use tournament::{Key, LATEST, Tournament, place_of, time_of};
use wheel::{First, Wheel};

/// What is to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Timer with this number.
    Timer(u32),
    /// The head of this directed link arrives.
    Arrival(u32),
}

/// Pending events in order.
#[derive(Debug)]
pub struct Schedule {
    wheel: Box<Wheel>,
    /// Timers by their numbers, then links.
    rest: Tournament,
    timers: usize,
}

impl Schedule {
    /// A schedule for so many timers and links with nothing planned. Arrivals are mostly planned no longer than `ahead`
    /// before they happen; that they are quickly found is all that depends on it.
    pub fn new(timers: usize, links: usize, ahead: Nanos) -> Self {
        Self { wheel: Wheel::new(links, ahead), rest: Tournament::new(timers + links), timers }
    }

    /// The next event.
    pub fn peek(&self) -> Option<(Nanos, Event)> {
        match self.near() {
            Some(First { time, link, .. }) => Some((time, Event::Arrival(u32::from(link)))),
            None => self.event(self.rest.first()),
        }
    }

    /// Takes the next event out, if it comes no later than `end`.
    #[inline]
    pub fn take_until(&mut self, end: Nanos) -> Option<(Nanos, Event)> {
        let Some(first) = self.near() else {
            let key = self.take_far_until(end);
            return self.event(key);
        };
        if first.time > end {
            return None;
        }
        self.wheel.take(first);
        self.wheel.advance(first.time);
        Some((first.time, Event::Arrival(u32::from(first.link))))
    }

    /// The same of the tournament, which the wheel does not precede. A key passes in a register.
    #[inline(never)]
    fn take_far_until(&mut self, end: Nanos) -> Key {
        let key = self.rest.first();
        if time_of(key) > end.min(LATEST) {
            return Key::MAX;
        }
        self.rest.clear(place_of(key));
        self.wheel.advance(time_of(key));
        key
    }

    /// The first of the wheel, if it is the next event.
    #[inline]
    fn near(&self) -> Option<First> {
        let (first, other) = (self.wheel.first()?, self.rest.first());
        let sooner = first.time < time_of(other) || first.time == time_of(other) && self.precedes(&first);
        sooner.then_some(first)
    }

    /// Of an arrival in the wheel and the first of the tournament, at one time.
    #[cold]
    fn precedes(&self, first: &First) -> bool {
        let place = place_of(self.rest.first());
        place >= self.timers && first.order < self.rest.order(place)
    }

    /// What an entry of the tournament stands for.
    #[inline]
    fn event(&self, key: Key) -> Option<(Nanos, Event)> {
        let (time, place) = (time_of(key), place_of(key));
        let event = match place.checked_sub(self.timers) {
            Some(link) => Event::Arrival(link as u32),
            None => Event::Timer(place as u32),
        };
        (time <= LATEST).then_some((time, event))
    }

    /// The head of a link that has nothing planned arrives at this time; `order` numbers packets in the order in which they
    /// were put on links.
    #[inline]
    pub fn plan_arrival(&mut self, link: u32, time: Nanos, order: u64) {
        debug_assert_eq!(self.arrival(link), None, "link {link} has an entry");
        if !self.wheel.plan(link as u16, time, order) {
            self.rest.plan(self.timers + link as usize, time, order);
        }
    }

    /// The head of a link does not arrive when it was planned.
    pub fn clear_arrival(&mut self, link: u32) {
        self.wheel.clear(link as u16);
        self.rest.clear(self.timers + link as usize);
    }

    /// When the head of a link arrives, and its place in the order of packets.
    pub fn arrival(&self, link: u32) -> Option<(Nanos, u64)> {
        let place = self.timers + link as usize;
        self.wheel.entry(link as u16).or_else(|| self.rest.time(place).map(|time| (time, self.rest.order(place))))
    }

    /// A timer is to be looked at at this time, and not when it was planned before.
    #[inline]
    pub fn plan_timer(&mut self, timer: u32, time: Nanos) {
        self.rest.plan(timer as usize, time, 0);
    }

    /// When a timer is to be looked at.
    #[inline]
    pub fn timer(&self, timer: u32) -> Option<Nanos> {
        self.rest.time(timer as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random::Stream;

    /// Takes events out until nothing is left.
    fn drain(schedule: &mut Schedule) -> Vec<(Nanos, Event)> {
        std::iter::from_fn(|| {
            let next = schedule.peek();
            assert_eq!(schedule.take_until(Nanos::MAX), next);
            next
        })
        .collect()
    }

    #[test]
    fn at_one_time_timers_come_first_then_arrivals_in_the_order_scheduled() {
        // All in the wheel, none, and some.
        for ahead in [1_000_000, 0, 40_000] {
            let mut schedule = Schedule::new(9, 6, ahead);
            schedule.plan_arrival(0, 10_000, 2);
            schedule.plan_arrival(5, 10_000, 1);
            schedule.plan_timer(7, 10_000);
            schedule.plan_timer(8, 9_000);
            schedule.plan_timer(3, 10_000);
            let expected = [
                (9_000, Event::Timer(8)),
                (10_000, Event::Timer(3)),
                (10_000, Event::Timer(7)),
                (10_000, Event::Arrival(5)),
                (10_000, Event::Arrival(0)),
            ];
            assert_eq!(drain(&mut schedule), expected, "{ahead}");
        }
    }

    #[test]
    fn at_one_time_what_was_far_when_it_was_planned_stands_where_its_order_says() {
        for (far, near) in [(1, 2), (2, 1)] {
            let mut schedule = Schedule::new(1, 3, 0);
            schedule.plan_arrival(0, 5_000, far);
            schedule.plan_arrival(1, 4_000, 0);
            assert_eq!(schedule.take_until(4_000), Some((4_000, Event::Arrival(1))));
            schedule.plan_arrival(2, 5_000, near);
            let first = if far < near { 0 } else { 2 };
            assert_eq!(drain(&mut schedule), [(5_000, Event::Arrival(first)), (5_000, Event::Arrival(2 - first))]);
        }
    }

    /// Runs a schedule of random times beside a sorted list: links and timers are planned anew, or not, when they come due.
    fn beside_a_sorted_list(timers: u32, links: u32, ahead: Nanos, most: impl Fn(&mut Stream) -> Nanos) {
        let mut stream = Stream::new(3, "schedule");
        let mut schedule = Schedule::new(timers as usize, links as usize, ahead);
        let mut sorted = std::collections::BTreeMap::new();
        let mut order = 0;
        let mut plan = |schedule: &mut Schedule, sorted: &mut std::collections::BTreeMap<_, _>, now, event| {
            let time = now + {
                let most = most(&mut stream);
                stream.below(most)
            };
            match event {
                Event::Timer(timer) => {
                    schedule.plan_timer(timer, time);
                    sorted.insert((time, 0, u64::from(timer)), event);
                }
                Event::Arrival(link) => {
                    order += 1;
                    schedule.plan_arrival(link, time, order);
                    assert_eq!(schedule.arrival(link), Some((time, order)));
                    sorted.insert((time, 1, order), event);
                }
            }
            stream.below(8)
        };
        for timer in 0..timers {
            plan(&mut schedule, &mut sorted, 0, Event::Timer(timer));
        }
        for link in 0..links {
            plan(&mut schedule, &mut sorted, 0, Event::Arrival(link));
        }
        let mut idle = Vec::new();
        for _ in 0..20_000 {
            let Some(((time, ..), event)) = sorted.pop_first() else { break };
            assert_eq!(schedule.peek(), Some((time, event)));
            assert_eq!((time > 0).then(|| schedule.take_until(time - 1)).flatten(), None);
            assert_eq!(schedule.take_until(time), Some((time, event)));
            idle.push(event);
            // Mostly one is planned when one has happened; sometimes none, or two.
            while let Some(event) = idle.pop() {
                if plan(&mut schedule, &mut sorted, time, event) == 0 {
                    break;
                }
            }
            // A head that is put off.
            if let Some((&(at, kind, number), &Event::Arrival(link))) = sorted.iter().next_back()
                && number % 16 == 0
            {
                sorted.remove(&(at, kind, number));
                schedule.clear_arrival(link);
                assert_eq!(schedule.arrival(link), None);
                plan(&mut schedule, &mut sorted, time, Event::Arrival(link));
            }
        }
        assert_eq!(drain(&mut schedule).len(), sorted.len());
    }

    #[test]
    fn events_come_in_the_order_of_a_sort() {
        for (timers, links) in [(0, 1), (1, 0), (3, 5), (100, 42), (300, 700)] {
            // Many at one time; crowded slots; most within a turn, some beyond; most beyond; of every magnitude.
            beside_a_sorted_list(timers, links, 0, |_| 20);
            beside_a_sorted_list(timers, links, 40_000_000, |_| 70_000);
            beside_a_sorted_list(timers, links, 1_000_000, |_| 2_500_000);
            beside_a_sorted_list(timers, links, 100_000, |_| 20_000_000);
            beside_a_sorted_list(timers, links, 1_000_000, |stream| 1 << stream.below(34));
        }
    }

    #[test]
    fn what_is_planned_anew_happens_once_and_then() {
        let mut schedule = Schedule::new(2, 1, 1_000);
        schedule.plan_timer(1, 50);
        schedule.plan_timer(0, 40);
        schedule.plan_timer(1, 20);
        assert_eq!((schedule.timer(0), schedule.timer(1)), (Some(40), Some(20)));
        schedule.plan_timer(0, 60);
        assert_eq!(schedule.take_until(19), None);
        assert_eq!(drain(&mut schedule), [(20, Event::Timer(1)), (60, Event::Timer(0))]);
        assert_eq!(schedule.timer(0), None);
    }
}

//! The scheduler. It stores links and timers, not packets: a FIFO link has one entry, for its head, however many
//! packets it carries, and a timer has one entry, for the next time it must be checked. So the number of entries is
//! known from the start, and moving a timer to a later time costs nothing until it is checked. Near arrivals go into
//! the slots of a `wheel`; timers, distant arrivals and arrivals whose slot is crowded go into a `tournament` tree.
//! Both keep exact times, and the earlier of their first entries is the next event; the wheel only speeds up the usual
//! case.
//!
//! An arrival carries what its handler needs first. If the handler had to look that up, each of these memory accesses
//! would have to wait for the one before.
//!
//! Events are ordered by time. At the same time, timers come first, in the order of their numbers, then arrivals, in
//! the order of their ranks: that in which their packets entered their links. The phase effects in the papers depend on
//! consistent tie-breaking.

mod tournament;
mod wheel;

use super::Nanos;
use tournament::{Key, LATEST, Tournament, place_of, time_of};
use wheel::{First, Wheel};

/// A pending event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Timer with this number.
    Timer(u32),
    /// The head of this directed link arrives, with what was given when it was planned.
    Arrival { link: u32, rank: u64, cargo: u32 },
}

/// Pending events in order.
#[derive(Clone, Debug)]
pub struct Schedule {
    wheel: Wheel,
    /// Holds the timers by number, then the links.
    tournament: Tournament,
    timers: usize,
}

impl Schedule {
    /// Creates an empty schedule for this many timers and links. `ahead` sizes the wheel: arrivals planned at most this
    /// long before they happen are the fastest to handle. The order of events doesn't depend on it.
    pub fn new(timers: usize, links: usize, ahead: Nanos) -> Self {
        Self { wheel: Wheel::new(links, ahead), tournament: Tournament::new(timers + links), timers }
    }

    /// Bytes of its entries.
    pub fn heap_bytes(&self) -> usize {
        self.wheel.heap_bytes() + self.tournament.heap_bytes()
    }

    /// The next event.
    pub fn peek(&self) -> Option<(Nanos, Event)> {
        match self.near() {
            Some(First { time, link, .. }) => Some((time, self.arrival(link))),
            None => self.event(self.tournament.first()),
        }
    }

    /// Removes and returns the next event, unless it is later than `end`.
    #[inline]
    pub fn take_until(&mut self, end: Nanos) -> Option<(Nanos, Event)> {
        let Some(first) = self.near() else {
            let key = self.take_far_until(end);
            return self.event(key);
        };
        if first.time > end {
            return None;
        }
        let (rank, cargo) = self.wheel.take();
        Some((first.time, Event::Arrival { link: u32::from(first.link), rank, cargo }))
    }

    /// Does the same for the tournament; called when the wheel has no earlier entry. Returns a key because a key fits
    /// in a register.
    #[inline(never)]
    fn take_far_until(&mut self, end: Nanos) -> Key {
        let key = self.tournament.first();
        if time_of(key) > end.min(LATEST) {
            return Key::MAX;
        }
        self.tournament.clear(place_of(key));
        self.wheel.advance(time_of(key));
        key
    }

    /// The first entry of the wheel, if it is the next event.
    #[inline]
    fn near(&self) -> Option<First> {
        let (first, other) = (self.wheel.first(), self.tournament.first());
        let sooner = first.time < time_of(other) || first.time == time_of(other) && self.precedes(&first);
        sooner.then_some(first)
    }

    /// Returns whether the first arrival in the wheel comes before the first entry of the tournament, which has the
    /// same time.
    #[cold]
    fn precedes(&self, first: &First) -> bool {
        let place = place_of(self.tournament.first());
        place >= self.timers && self.wheel.rank(first.link) < self.tournament.order(place)
    }

    /// The arrival planned for a link.
    fn arrival(&self, link: u16) -> Event {
        Event::Arrival { link: u32::from(link), rank: self.wheel.rank(link), cargo: self.wheel.cargo(link) }
    }

    /// Decodes an entry of the tournament.
    #[inline]
    fn event(&self, key: Key) -> Option<(Nanos, Event)> {
        let (time, place) = (time_of(key), place_of(key));
        let event = || match place.checked_sub(self.timers) {
            Some(link) => self.arrival(link as u16),
            None => Event::Timer(place as u32),
        };
        (time <= LATEST).then(|| (time, event()))
    }

    /// Plans when the head of a link arrives; the link must not have a planned arrival. Among arrivals at the same time,
    /// the one with the lowest `rank` comes first; ranks are distinct. `cargo` is returned with the event.
    #[inline]
    pub fn plan_arrival(&mut self, link: u32, time: Nanos, rank: u64, cargo: u32) {
        debug_assert_eq!(self.planned(link), None, "link {link} already has an entry");
        if !self.wheel.plan(link as u16, time, rank, cargo) {
            self.tournament.plan(self.timers + link as usize, time, rank);
        }
    }

    /// Cancels the planned arrival of a link's head.
    pub fn clear_arrival(&mut self, link: u32) {
        self.wheel.clear(link as u16);
        self.tournament.clear(self.timers + link as usize);
    }

    /// Arrival time of a link's head, and its rank.
    pub fn planned(&self, link: u32) -> Option<(Nanos, u64)> {
        let place = self.timers + link as usize;
        self.wheel
            .entry(link as u16)
            .or_else(|| self.tournament.time(place).map(|time| (time, self.tournament.order(place))))
    }

    /// Plans when a timer is checked next, replacing the time planned before.
    #[inline]
    pub fn plan_timer(&mut self, timer: u32, time: Nanos) {
        self.tournament.plan(timer as usize, time, 0);
    }

    /// Time of a timer's next check.
    #[inline]
    pub fn timer(&self, timer: u32) -> Option<Nanos> {
        self.tournament.time(timer as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random::Stream;

    /// The cargo of an arrival with this rank.
    fn cargo(rank: u64) -> u32 {
        10 * rank as u32
    }

    fn arrival(link: u32, rank: u64) -> Event {
        Event::Arrival { link, rank, cargo: cargo(rank) }
    }

    /// Removes all events.
    fn drain(schedule: &mut Schedule) -> Vec<(Nanos, Event)> {
        std::iter::from_fn(|| {
            let next = schedule.peek();
            assert_eq!(schedule.take_until(Nanos::MAX), next);
            next
        })
        .collect()
    }

    #[test]
    fn ties_go_to_timers_then_to_arrivals_by_order() {
        // The wheel takes all of the arrivals, none of them, or some.
        for ahead in [1_000_000, 0, 40_000] {
            let mut schedule = Schedule::new(9, 6, ahead);
            schedule.plan_arrival(0, 10_000, 2, cargo(2));
            schedule.plan_arrival(5, 10_000, 1, cargo(1));
            schedule.plan_timer(7, 10_000);
            schedule.plan_timer(8, 9_000);
            schedule.plan_timer(3, 10_000);
            let expected = [
                (9_000, Event::Timer(8)),
                (10_000, Event::Timer(3)),
                (10_000, Event::Timer(7)),
                (10_000, arrival(5, 1)),
                (10_000, arrival(0, 2)),
            ];
            assert_eq!(drain(&mut schedule), expected, "{ahead}");
        }
    }

    #[test]
    fn ties_between_wheel_and_tournament_go_by_order() {
        for (far, near) in [(1, 2), (2, 1)] {
            let mut schedule = Schedule::new(1, 3, 0);
            schedule.plan_arrival(0, 5_000, far, cargo(far));
            schedule.plan_arrival(1, 4_000, 0, cargo(0));
            assert_eq!(schedule.take_until(4_000), Some((4_000, arrival(1, 0))));
            schedule.plan_arrival(2, 5_000, near, cargo(near));
            let first = if far < near { 0 } else { 2 };
            let expected = [(first, 1), (2 - first, 2)].map(|(link, rank)| (5_000, arrival(link, rank)));
            assert_eq!(drain(&mut schedule), expected);
        }
    }

    /// Compares a schedule of random times with a sorted list. Each event is planned again after it happens.
    fn assert_matches_a_sorted_list(timers: u32, links: u32, ahead: Nanos, most: impl Fn(&mut Stream) -> Nanos) {
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
                Event::Arrival { link, .. } => {
                    order += 1;
                    schedule.plan_arrival(link, time, order, cargo(order));
                    assert_eq!(schedule.planned(link), Some((time, order)));
                    sorted.insert((time, 1, order), arrival(link, order));
                }
            }
            stream.below(8)
        };
        for timer in 0..timers {
            plan(&mut schedule, &mut sorted, 0, Event::Timer(timer));
        }
        for link in 0..links {
            plan(&mut schedule, &mut sorted, 0, arrival(link, 0));
        }
        let mut idle = Vec::new();
        for _ in 0..20_000 {
            let Some(((time, ..), event)) = sorted.pop_first() else { break };
            assert_eq!(schedule.peek(), Some((time, event)));
            assert_eq!((time > 0).then(|| schedule.take_until(time - 1)).flatten(), None);
            assert_eq!(schedule.take_until(time), Some((time, event)));
            idle.push(event);
            // Plan the event again; `idle` never has more than one.
            while let Some(event) = idle.pop() {
                if plan(&mut schedule, &mut sorted, time, event) == 0 {
                    break;
                }
            }
            // Sometimes postpone the latest arrival.
            if let Some((&(at, kind, number), &Event::Arrival { link, .. })) = sorted.iter().next_back()
                && number % 16 == 0
            {
                sorted.remove(&(at, kind, number));
                schedule.clear_arrival(link);
                assert_eq!(schedule.planned(link), None);
                plan(&mut schedule, &mut sorted, time, arrival(link, 0));
            }
        }
        assert_eq!(drain(&mut schedule).len(), sorted.len());
    }

    #[test]
    fn events_are_in_sorted_order() {
        for (timers, links) in [(0, 1), (1, 0), (3, 5), (100, 42), (300, 700)] {
            // In order: many events at the same time; crowded slots; most arrivals within one turn of the wheel; most
            // beyond it; times of every magnitude.
            assert_matches_a_sorted_list(timers, links, 0, |_| 20);
            assert_matches_a_sorted_list(timers, links, 40_000_000, |_| 70_000);
            assert_matches_a_sorted_list(timers, links, 1_000_000, |_| 2_500_000);
            assert_matches_a_sorted_list(timers, links, 100_000, |_| 20_000_000);
            assert_matches_a_sorted_list(timers, links, 1_000_000, |stream| 1 << stream.below(34));
        }
    }

    #[test]
    fn a_replanned_timer_fires_once_at_its_new_time() {
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

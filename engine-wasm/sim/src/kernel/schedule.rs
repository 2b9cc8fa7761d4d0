//! The scheduler. It knows links and timers, not packets: a FIFO link has one entry, its head, however many packets it
//! carries, and a timer has one, the next time at which it must be looked at. So the number of entries is known from the
//! start, each has a place of its own, and a tournament among the places finds the earliest. Changing one entry replays the
//! matches on its way to the top, a fixed number of comparisons without a branch that depends on their outcome; a heap would
//! move entries about and guess. Timers change seldom and play among themselves.
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

/// Pending events in order.
#[derive(Debug)]
pub struct Schedule {
    timers: Tournament,
    links: Tournament,
}

impl Schedule {
    /// A schedule for so many timers and links with nothing planned.
    pub fn new(timers: usize, links: usize) -> Self {
        Self { timers: Tournament::new(timers), links: Tournament::new(links) }
    }

    /// The next event, if it comes no later than `end`. It stays planned until its place is planned anew or cleared.
    #[inline]
    pub fn next_until(&self, end: Nanos) -> Option<(Nanos, Event)> {
        let (timer, arrival) = (self.timers.first, self.links.first);
        if time_of(timer) <= time_of(arrival) {
            let due = time_of(timer) <= end.min(LATEST);
            due.then(|| (time_of(timer), Event::Timer(place_of(timer) as u32)))
        } else {
            let due = time_of(arrival) <= end.min(LATEST);
            due.then(|| (time_of(arrival), Event::Arrival(place_of(arrival) as u32)))
        }
    }

    /// The head of a link arrives at this time; `order` numbers packets in the order in which they were put on links.
    #[inline]
    pub fn plan_arrival(&mut self, link: u32, time: Nanos, order: u64) {
        self.links.plan(link as usize, time, order);
    }

    /// Nothing is on the link any more.
    #[inline]
    pub fn clear_arrival(&mut self, link: u32) {
        self.links.clear(link as usize);
    }

    /// When the head of a link arrives, and its place in the order of packets.
    pub fn arrival(&self, link: u32) -> Option<(Nanos, u64)> {
        let place = link as usize;
        self.links.time(place).map(|time| (time, self.links.orders[place]))
    }

    /// A timer is to be looked at at this time, and not when it was planned before.
    #[inline(never)]
    pub fn plan_timer(&mut self, timer: u32, time: Nanos) {
        self.timers.plan(timer as usize, time, 0);
    }

    /// A timer is not to be looked at.
    pub fn clear_timer(&mut self, timer: u32) {
        self.timers.clear(timer as usize);
    }

    /// When a timer is to be looked at.
    #[inline]
    pub fn timer(&self, timer: u32) -> Option<Nanos> {
        self.timers.time(timer as usize)
    }
}

/// An entry as one number, so that comparing two is comparing when they happen: the time, and in the lowest bits the
/// place.
type Key = u64;

const PLACE_BITS: u32 = 14;
/// The latest time that can happen, 13 days; no run is longer. Of the times beyond it each place that has nothing planned
/// takes one of its own, so that such places are never found to be tied.
const LATEST: Nanos = (1 << (Key::BITS - PLACE_BITS)) - (1 << PLACE_BITS) - 1;

#[inline]
fn time_of(key: Key) -> Nanos {
    key >> PLACE_BITS
}

#[inline]
fn place_of(key: Key) -> usize {
    key as usize & ((1 << PLACE_BITS) - 1)
}

/// The entry of a place at which nothing is planned.
#[inline]
fn never(place: usize) -> Key {
    (LATEST + 1 + place as Nanos) << PLACE_BITS | place as Key
}

/// How many play in a match. With two there are twice as many matches on a way, and each costs more than half.
const PLAYERS: usize = 4;

/// Finds the earliest of its places.
#[derive(Debug)]
struct Tournament {
    /// The earliest of all.
    first: Key,
    /// Match 0 is the final; the winners of the four matches from `4 n + 1` on play in match `n`. Of the first round, the
    /// players are the places.
    matches: Vec<[Key; PLAYERS]>,
    /// The first match of the first round.
    first_round: usize,
    /// Of each place, which of those with the same time it precedes.
    orders: Vec<u64>,
}

impl Tournament {
    fn new(places: usize) -> Self {
        assert!(places <= 1 << PLACE_BITS, "{places} places are too many");
        let (mut first_round, mut round) = (0, 1);
        while round * PLAYERS < places {
            first_round += round;
            round *= PLAYERS;
        }
        let matches = vec![[Key::MAX; PLAYERS]; first_round + round];
        let mut tournament = Self { first: Key::MAX, matches, first_round, orders: vec![0; round * PLAYERS] };
        (0..round * PLAYERS).for_each(|place| tournament.clear(place));
        tournament
    }

    /// What happens after [`LATEST`] does not happen.
    #[inline]
    fn plan(&mut self, place: usize, time: Nanos, order: u64) {
        self.orders[place] = order;
        let key = if time <= LATEST { time << PLACE_BITS | place as Key } else { never(place) };
        self.replay(place, key);
    }

    #[inline]
    fn clear(&mut self, place: usize) {
        self.replay(place, never(place));
    }

    #[inline]
    fn time(&self, place: usize) -> Option<Nanos> {
        let time = time_of(self.matches[self.first_round + place / PLAYERS][place % PLAYERS]);
        (time <= LATEST).then_some(time)
    }

    /// Enters a key at a place and plays its matches anew. A player that became earlier and still loses did not win before,
    /// and changes nothing above.
    fn replay(&mut self, place: usize, key: Key) {
        let (mut index, mut player) = (self.first_round + place / PLAYERS, place % PLAYERS);
        let sooner = key < self.matches[index][player];
        let mut winner = key;
        loop {
            let players = &mut self.matches[index];
            players[player] = winner;
            // The other three play first: theirs need not wait for the matches below.
            let [a, b, c] = [1, 2, 3].map(|next| players[(player + next) % PLAYERS]);
            winner = self.earlier(winner, self.earlier(self.earlier(a, b), c));
            if sooner && winner != key {
                return;
            }
            if index == 0 {
                self.first = winner;
                return;
            }
            (index, player) = ((index - 1) / PLAYERS, (index - 1) % PLAYERS);
        }
    }

    #[inline]
    fn earlier(&self, one: Key, other: Key) -> Key {
        if one ^ other < 1 << PLACE_BITS { self.first_of_tied(one, other) } else { one.min(other) }
    }

    #[cold]
    fn first_of_tied(&self, one: Key, other: Key) -> Key {
        let rank = |key: Key| (self.orders.get(place_of(key)), key);
        if rank(one) < rank(other) { one } else { other }
    }
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

//! A tournament among a known number of places: of the entries that they hold, the earliest wins. Changing one entry replays
//! the matches on its way to the top, a fixed number of comparisons without a branch that depends on their outcome; a heap
//! would move entries about and guess.

use crate::kernel::Nanos;

/// An entry as one number, so that comparing two is comparing when they happen: the time, and in the lowest bits the
/// place.
pub type Key = u64;

const PLACE_BITS: u32 = 14;
/// The latest time that can happen, 13 days; no run is longer. Of the times beyond it each place that has nothing planned
/// takes one of its own, so that such places are never found to be tied.
pub const LATEST: Nanos = (1 << (Key::BITS - PLACE_BITS)) - (1 << PLACE_BITS) - 1;

/// When an entry happens.
#[inline]
pub fn time_of(key: Key) -> Nanos {
    key >> PLACE_BITS
}

/// The place of an entry.
#[inline]
pub fn place_of(key: Key) -> usize {
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
pub struct Tournament {
    /// The earliest of all.
    first: Key,
    /// Match 0 is the final; the winners of the four matches from `4 n + 1` on play in match `n`. Of the first round, the
    /// players are the places.
    matches: Vec<[Key; PLAYERS]>,
    /// The first match of the first round.
    first_round: usize,
    /// Of each place, where it stands among those with the same time.
    orders: Vec<u64>,
}

impl Tournament {
    /// A tournament of so many places at which nothing is planned.
    pub fn new(places: usize) -> Self {
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

    /// The earliest entry; its time is after [`LATEST`] when nothing is planned.
    #[inline]
    pub fn first(&self) -> Key {
        self.first
    }

    /// Enters a time at a place. `order` says which of those with the same time it precedes; of those with the same order too,
    /// the first place comes first. What happens after [`LATEST`] does not happen.
    #[inline]
    pub fn plan(&mut self, place: usize, time: Nanos, order: u64) {
        self.orders[place] = order;
        let key = if time <= LATEST { time << PLACE_BITS | place as Key } else { never(place) };
        self.replay(place, key);
    }

    /// Nothing is planned at a place any more.
    #[inline]
    pub fn clear(&mut self, place: usize) {
        self.replay(place, never(place));
    }

    /// Where an entry stands among those with the same time.
    #[inline]
    pub fn order(&self, place: usize) -> u64 {
        self.orders[place]
    }

    /// When what is planned at a place happens.
    #[inline]
    pub fn time(&self, place: usize) -> Option<Nanos> {
        let time = time_of(self.matches[self.first_round + place / PLAYERS][place % PLAYERS]);
        (time <= LATEST).then_some(time)
    }

    /// Enters a key at a place and plays its matches anew. A player that became earlier and still loses did not win before,
    /// and changes nothing above.
    #[inline(never)]
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

//! A tournament tree over a fixed number of places. It finds the earliest of their entries. Changing one entry replays
//! the matches on its path to the root: a fixed number of comparisons, without a branch that depends on their outcome.
//! A heap would move entries around, and its branches would be mispredicted.

use crate::kernel::Nanos;

/// An entry as one number, with the time in the high bits and the place in the low bits, so that comparing two keys
/// compares their times.
pub type Key = u64;

const PLACE_BITS: u32 = 14;
/// The latest time that can be planned, 13 days; no run is longer. Each empty place gets a different time beyond it, so
/// that empty places never tie.
pub const LATEST: Nanos = (1 << (Key::BITS - PLACE_BITS)) - (1 << PLACE_BITS) - 1;

/// Time of an entry.
#[inline]
pub fn time_of(key: Key) -> Nanos {
    key >> PLACE_BITS
}

/// The place of an entry.
#[inline]
pub fn place_of(key: Key) -> usize {
    key as usize & ((1 << PLACE_BITS) - 1)
}

/// Key of an empty place: later than every planned time, and unique.
#[inline]
fn empty_key(place: usize) -> Key {
    (LATEST + 1 + place as Nanos) << PLACE_BITS | place as Key
}

/// Players per match. With two, a path would have twice as many matches, and each would cost more than half as much.
const PLAYERS: usize = 4;

/// Finds the earliest entry of its places.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The earliest entry.
    first: Key,
    /// Match 0 is the final; the winners of the four matches from `4 n + 1` on play in match `n`. In the first round,
    /// the players are the places.
    matches: Vec<[Key; PLAYERS]>,
    /// Index of the first match of the first round.
    first_round: usize,
    /// For each place, the rank of its entry among those with the same time.
    orders: Vec<u64>,
}

impl Tournament {
    /// Creates a tournament of this many empty places.
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

    /// Bytes of its matches.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.matches) + size_of_val(&*self.orders)
    }

    /// The earliest entry; its time is after [`LATEST`] when nothing is planned.
    #[inline]
    pub fn first(&self) -> Key {
        self.first
    }

    /// Plans a time for a place. Among entries with the same time, the one with the lowest `order` wins; among those
    /// with the same order too, the lowest place. Planning a time after [`LATEST`] clears the place.
    #[inline]
    pub fn plan(&mut self, place: usize, time: Nanos, order: u64) {
        self.orders[place] = order;
        let key = if time <= LATEST { time << PLACE_BITS | place as Key } else { empty_key(place) };
        self.replay(place, key);
    }

    /// Clears a place.
    #[inline]
    pub fn clear(&mut self, place: usize) {
        self.replay(place, empty_key(place));
    }

    /// Rank of an entry among those with the same time.
    #[inline]
    pub fn order(&self, place: usize) -> u64 {
        self.orders[place]
    }

    /// The time planned for a place.
    #[inline]
    pub fn time(&self, place: usize) -> Option<Nanos> {
        let time = time_of(self.matches[self.first_round + place / PLAYERS][place % PLAYERS]);
        (time <= LATEST).then_some(time)
    }

    /// Enters a key at a place and replays its matches. If a key becomes earlier and still loses a match, it had lost
    /// that match before too, so the matches above don't change.
    #[inline(never)]
    fn replay(&mut self, place: usize, key: Key) {
        let (mut index, mut player) = (self.first_round + place / PLAYERS, place % PLAYERS);
        let sooner = key < self.matches[index][player];
        let mut winner = key;
        loop {
            let players = &mut self.matches[index];
            players[player] = winner;
            // Compare the other three first: that doesn't depend on the result from the level below.
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

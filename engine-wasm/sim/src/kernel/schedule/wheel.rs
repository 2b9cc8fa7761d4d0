//! A timing wheel for near arrivals. Its slots are intervals of equal width; one turn of the wheel covers the near
//! future. Each slot keeps its entries in order. Two levels of bits mark the slots in use, so that the next one is
//! found in a few steps, however long the gap. There are many more slots than entries, so most slots have at most one.
//! Adding or removing an entry therefore takes the same time however many others there are, and its branches are easy
//! to predict.
//!
//! The wheel rejects arrivals that are more than one turn ahead or whose slot is crowded.

use crate::kernel::Nanos;

/// Bits per word.
const WORD: usize = 64;
/// Words that mark words in use.
const GROUPS: usize = 16;
/// Fewest and most slots.
const MIN_SLOTS: usize = WORD * WORD;
const MAX_SLOTS: usize = WORD * WORD * GROUPS;
/// Slots per link, as far as the limits allow.
const SLOTS_PER_LINK: usize = 8;
/// Rejects a new entry that would come after this many entries of its slot.
const MAX_SCAN: u32 = 8;
/// Marks the end of a slot's list.
const NONE: u16 = u16::MAX;

/// The entry of one link; time and rank are valid only while it's in a slot.
#[derive(Clone, Copy, Debug)]
struct Entry {
    time: Nanos,
    rank: u64,
    cargo: u32,
    /// The next entry of the slot.
    next: u16,
}

/// The earliest entry.
#[derive(Clone, Copy, Debug)]
pub struct First {
    /// Arrival time of the link's head; [`Nanos::MAX`] if there is no entry.
    pub time: Nanos,
    /// Link that the entry belongs to.
    pub link: u16,
    slot: u16,
}

/// Entries of links, in order.
#[derive(Clone, Debug)]
pub struct Wheel {
    /// A slot is `2^width` nanoseconds wide.
    width: u32,
    /// Index of the interval that contains the current time, counted from the start of the run.
    now: u64,
    /// The first entry of each slot; a power of two of them.
    slots: Vec<u16>,
    /// The bits of `filled` mark the slots in use; those of `words` the words of `filled` that are not zero.
    filled: Vec<u64>,
    words: [u64; GROUPS],
    entries: Vec<Entry>,
    /// The earliest entry. It's found as soon as the one before is taken, so that the processor searches while it
    /// handles that event, and knows early what comes next.
    first: First,
}

impl Wheel {
    /// Creates an empty wheel for this many links; one turn is at least this long.
    pub fn new(links: usize, turn: Nanos) -> Self {
        assert!(links < usize::from(NONE), "{links} links are too many");
        let slots = (links * SLOTS_PER_LINK).next_power_of_two().clamp(MIN_SLOTS, MAX_SLOTS);
        Self {
            width: (turn / slots as Nanos).checked_ilog2().map_or(0, |bits| bits + 1),
            now: 0,
            slots: vec![NONE; slots],
            filled: vec![0; slots / WORD],
            words: [0; GROUPS],
            entries: vec![Entry { time: 0, rank: 0, cargo: 0, next: NONE }; links],
            first: First { time: Nanos::MAX, link: NONE, slot: 0 },
        }
    }

    /// Bytes of its slots and entries.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.slots) + size_of_val(&*self.filled) + size_of_val(&*self.entries)
    }

    /// The slot of an interval.
    #[inline]
    fn slot(&self, interval: u64) -> usize {
        interval as usize & (self.slots.len() - 1)
    }

    /// Advances to this time. All entries, including those added later, must be at or after it.
    #[inline]
    pub fn advance(&mut self, now: Nanos) {
        self.now = now >> self.width;
    }

    /// The earliest entry.
    #[inline]
    pub fn first(&self) -> First {
        self.first
    }

    /// Finds the earliest entry.
    #[inline]
    fn find_first(&mut self) {
        let now = self.slot(self.now);
        let (word, bit) = (now / WORD, now % WORD);
        let here = self.filled[word] >> bit;
        let slot = if here != 0 { Some(now + here.trailing_zeros() as usize) } else { self.next_slot_after(word) };
        let Some(slot) = slot else {
            self.first.time = Nanos::MAX;
            return;
        };
        let link = self.slots[slot];
        self.first = First { time: self.entries[usize::from(link)].time, link, slot: slot as u16 };
    }

    /// The first slot in use after this word, wrapping around to the word itself.
    #[inline]
    fn next_slot_after(&self, word: usize) -> Option<usize> {
        let (mut group, bit) = (word / WORD, word % WORD);
        let mut ahead = self.words[group % GROUPS] & (u64::MAX << bit << 1);
        for _ in 0..=GROUPS {
            if ahead != 0 {
                let next = group * WORD + ahead.trailing_zeros() as usize;
                return Some(next * WORD + self.filled[next].trailing_zeros() as usize);
            }
            group = (group + 1) % GROUPS;
            ahead = self.words[group];
        }
        None
    }

    /// Removes the earliest entry, which there must be, and advances to its time. Returns its rank and its cargo.
    #[inline]
    pub fn take(&mut self) -> (u64, u32) {
        let First { time, link, slot } = self.first;
        let Entry { rank, cargo, next, .. } = self.entries[usize::from(link)];
        let slot = usize::from(slot);
        self.slots[slot] = next;
        if next == NONE {
            self.empty(slot);
        }
        self.advance(time);
        self.find_first();
        (rank, cargo)
    }

    /// Marks a slot as empty.
    #[inline]
    fn empty(&mut self, slot: usize) {
        let word = slot / WORD;
        let bits = self.filled[word] & !(1 << (slot % WORD));
        self.filled[word] = bits;
        self.words[word / WORD % GROUPS] &= !(u64::from(bits == 0) << (word % WORD));
    }

    /// Plans an arrival for a link that has no entry. Returns whether the wheel accepted it; the wheel keeps the cargo
    /// even if it didn't.
    #[inline]
    pub fn plan(&mut self, link: u16, time: Nanos, rank: u64, cargo: u32) -> bool {
        self.entries[usize::from(link)] = Entry { time, rank, cargo, next: NONE };
        let interval = time >> self.width;
        if interval - self.now >= self.slots.len() as u64 {
            return false;
        }
        let slot = self.slot(interval);
        if self.slots[slot] != NONE {
            if !self.insert_into_slot(slot, link, time, rank) {
                return false;
            }
        } else {
            self.slots[slot] = link;
            let word = slot / WORD;
            self.filled[word] |= 1 << (slot % WORD);
            self.words[word / WORD % GROUPS] |= 1 << (word % WORD);
        }
        if time < self.first.time || time == self.first.time && rank < self.rank(self.first.link) {
            self.first = First { time, link, slot: slot as u16 };
        }
        true
    }

    /// Rank of the arrival planned last for this link.
    #[inline]
    pub fn rank(&self, link: u16) -> u64 {
        self.entries[usize::from(link)].rank
    }

    /// Cargo of the arrival planned last for this link.
    pub fn cargo(&self, link: u16) -> u32 {
        self.entries[usize::from(link)].cargo
    }

    /// Adds an entry to a slot that is in use.
    #[inline(never)]
    fn insert_into_slot(&mut self, slot: usize, link: u16, time: Nanos, rank: u64) -> bool {
        let (mut before, mut next) = (NONE, self.slots[slot]);
        for _ in 0..MAX_SCAN {
            let fits = self.entries.get(usize::from(next)).is_none_or(|entry| (time, rank) < (entry.time, entry.rank));
            if fits {
                self.entries[usize::from(link)].next = next;
                *self.after(slot, before) = link;
                return true;
            }
            (before, next) = (next, self.entries[usize::from(next)].next);
        }
        false
    }

    /// The index of the entry behind `before`, or of the slot's first entry if `before` is `NONE`.
    fn after(&mut self, slot: usize, before: u16) -> &mut u16 {
        match self.entries.get_mut(usize::from(before)) {
            Some(entry) => &mut entry.next,
            None => &mut self.slots[slot],
        }
    }

    /// Arrival time of a link's head, and its rank among entries with the same time.
    pub fn entry(&self, link: u16) -> Option<(Nanos, u64)> {
        let Entry { time, rank, .. } = self.entries[usize::from(link)];
        let first = self.slots[self.slot_of(link)];
        let next = |&other: &u16| self.entries.get(usize::from(other)).map(|entry| entry.next);
        std::iter::successors(Some(first), next).any(|other| other == link).then_some((time, rank))
    }

    /// The slot of a link's entry, or of its previous entry if it has none now.
    fn slot_of(&self, link: u16) -> usize {
        self.slot(self.entries[usize::from(link)].time >> self.width)
    }

    /// Removes the entry of a link, wherever it is.
    pub fn clear(&mut self, link: u16) {
        if self.entry(link).is_none() {
            return;
        }
        let slot = self.slot_of(link);
        let mut before = NONE;
        while *self.after(slot, before) != link {
            before = *self.after(slot, before);
        }
        let next = self.entries[usize::from(link)].next;
        *self.after(slot, before) = next;
        if self.slots[slot] == NONE {
            self.empty(slot);
        }
        self.find_first();
    }
}

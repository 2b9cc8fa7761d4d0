//! A timing wheel for near arrivals. Its slots are intervals of equal width; one turn of the wheel covers the near
//! future. Each slot keeps its entries in order. Two levels of bits mark the slots in use, so that the next one is
//! found in two steps, however long the gap. There are many more slots than entries, so most slots have at most one.
//! Adding or removing an entry therefore takes the same time however many others there are, and its branches are easy
//! to predict.
//!
//! The wheel rejects arrivals that are more than one turn ahead or whose slot is crowded.

use crate::kernel::Nanos;

/// Bits per word, and number of words.
const WORD: usize = 64;
const SLOTS: usize = WORD * WORD;
/// Rejects a new entry that would come after this many entries of its slot.
const MAX_SCAN: u32 = 8;
/// Marks the end of a slot's list.
const NONE: u16 = u16::MAX;

/// The entry of one link; time and order are valid only while it's in a slot.
#[derive(Clone, Copy, Debug)]
struct Entry<Cargo> {
    time: Nanos,
    order: u64,
    cargo: Cargo,
    /// The next entry of the slot.
    next: u16,
}

/// The earliest entry.
#[derive(Clone, Copy, Debug)]
pub struct First<Cargo> {
    slot: usize,
    /// Link that the entry belongs to.
    pub link: u16,
    /// Arrival time of the link's head; [`Nanos::MAX`] if there is no entry.
    pub time: Nanos,
    /// Rank among entries with the same time.
    pub order: u64,
    /// What the arrival carries.
    pub cargo: Cargo,
}

/// Entries of links, in order.
#[derive(Debug)]
pub struct Wheel<Cargo> {
    /// A slot is `2^width` nanoseconds wide.
    width: u32,
    /// Index of the interval that contains the current time, counted from the start of the run.
    now: u64,
    /// Marks the words of `filled` that are not zero; the bits of `filled` mark the slots in use.
    words: u64,
    filled: [u64; WORD],
    /// The first entry of each slot.
    slots: [u16; SLOTS],
    entries: Vec<Entry<Cargo>>,
    /// The earliest entry. It's found as soon as the one before is taken, so that the processor searches while it
    /// handles that event, and knows early what comes next.
    first: First<Cargo>,
}

impl<Cargo: Copy + Default> Wheel<Cargo> {
    /// Creates an empty wheel for this many links; one turn is at least this long.
    pub fn new(links: usize, turn: Nanos) -> Box<Self> {
        assert!(links < usize::from(NONE), "{links} links are too many");
        let width = (turn / SLOTS as Nanos).checked_ilog2().map_or(0, |bits| bits + 1);
        let entries = vec![Entry { time: 0, order: 0, cargo: Cargo::default(), next: NONE }; links];
        let first = First { slot: 0, link: NONE, time: Nanos::MAX, order: 0, cargo: Cargo::default() };
        Box::new(Self { width, now: 0, words: 0, filled: [0; WORD], slots: [NONE; SLOTS], entries, first })
    }

    /// Advances to this time. All entries, including those added later, must be at or after it.
    #[inline]
    pub fn advance(&mut self, now: Nanos) {
        self.now = now >> self.width;
    }

    /// The earliest entry.
    #[inline]
    pub fn first(&self) -> First<Cargo> {
        self.first
    }

    /// Finds the earliest entry.
    #[inline]
    fn find_first(&mut self) {
        let now = self.now as usize % SLOTS;
        let (word, bit) = (now / WORD, now % WORD);
        let here = self.filled[word] >> bit;
        let slot = if here != 0 { Some(now + here.trailing_zeros() as usize) } else { self.next_slot_after(word) };
        let Some(slot) = slot.map(|slot| slot % SLOTS) else {
            self.first.time = Nanos::MAX;
            return;
        };
        let link = self.slots[slot];
        let Entry { time, order, cargo, .. } = self.entries[usize::from(link)];
        self.first = First { slot, link, time, order, cargo };
    }

    /// The first slot in use after this word, wrapping around to the word itself.
    fn next_slot_after(&self, word: usize) -> Option<usize> {
        let ahead = self.words.rotate_right(word as u32 + 1);
        let next = (word + 1 + ahead.trailing_zeros() as usize) % WORD;
        (ahead != 0).then(|| next * WORD + self.filled[next].trailing_zeros() as usize)
    }

    /// Removes the earliest entry, which there must be, and advances to its time.
    #[inline]
    pub fn take(&mut self) {
        let First { slot, link, time, .. } = self.first;
        let next = self.entries[usize::from(link)].next;
        self.slots[slot] = next;
        if next == NONE {
            self.empty(slot);
        }
        self.advance(time);
        self.find_first();
    }

    /// Marks a slot as empty.
    #[inline]
    fn empty(&mut self, slot: usize) {
        let word = &mut self.filled[slot / WORD % WORD];
        *word &= !(1 << (slot % WORD));
        self.words &= !(u64::from(*word == 0) << (slot / WORD));
    }

    /// Plans an arrival for a link that has no entry. Returns whether the wheel accepted it; the wheel keeps the cargo
    /// even if it didn't.
    #[inline]
    pub fn plan(&mut self, link: u16, time: Nanos, order: u64, cargo: Cargo) -> bool {
        self.entries[usize::from(link)] = Entry { time, order, cargo, next: NONE };
        let interval = time >> self.width;
        if interval - self.now >= SLOTS as u64 {
            return false;
        }
        let slot = interval as usize % SLOTS;
        if self.slots[slot] != NONE {
            if !self.insert_into_slot(slot, link, time, order) {
                return false;
            }
        } else {
            self.slots[slot] = link;
            self.filled[slot / WORD] |= 1 << (slot % WORD);
            self.words |= 1 << (slot / WORD);
        }
        if time <= self.first.time && (time, order) < (self.first.time, self.first.order) {
            self.first = First { slot, link, time, order, cargo };
        }
        true
    }

    /// What the arrival planned last for this link carries.
    pub fn cargo(&self, link: u16) -> Cargo {
        self.entries[usize::from(link)].cargo
    }

    /// Adds an entry to a slot that is in use.
    #[inline(never)]
    fn insert_into_slot(&mut self, slot: usize, link: u16, time: Nanos, order: u64) -> bool {
        let (mut before, mut next) = (NONE, self.slots[slot]);
        for _ in 0..MAX_SCAN {
            let fits =
                self.entries.get(usize::from(next)).is_none_or(|entry| (time, order) < (entry.time, entry.order));
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
        let Entry { time, order, .. } = self.entries[usize::from(link)];
        let first = self.slots[self.slot_of(link)];
        let next = |&other: &u16| self.entries.get(usize::from(other)).map(|entry| entry.next);
        std::iter::successors(Some(first), next).any(|other| other == link).then_some((time, order))
    }

    /// The slot of a link's entry, or of its previous entry if it has none now.
    fn slot_of(&self, link: u16) -> usize {
        (self.entries[usize::from(link)].time >> self.width) as usize % SLOTS
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

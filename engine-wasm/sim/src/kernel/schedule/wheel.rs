//! A wheel of slots for what happens soon: the slots are stretches of time of one width, those of a turn lie ahead of now,
//! and each holds its entries in order. Two levels of bits say which slots hold something, so that the next one is found in
//! two steps however long nothing happens. With many more slots than entries most slots hold none or one: entering and
//! taking an entry then depend neither on how many others there are, nor on a branch that is hard to foretell.
//!
//! What comes later than a turn, or into a slot that is crowded, has no room here.

use crate::kernel::Nanos;

/// Bits of a word, and words.
const WORD: usize = 64;
const SLOTS: usize = WORD * WORD;
/// How many entries of a slot an entry is compared with before it has no room.
const CROWD: u32 = 8;
/// Follows the last entry of a slot.
const NONE: u16 = u16::MAX;

/// One entry; each link has one, which counts while it stands in a slot.
#[derive(Clone, Copy, Debug)]
struct Entry {
    time: Nanos,
    order: u64,
    /// The next entry of the slot.
    next: u16,
}

/// The entry that comes next.
#[derive(Clone, Copy, Debug)]
pub struct First {
    slot: usize,
    /// Whose it is.
    pub link: u16,
    /// When it happens.
    pub time: Nanos,
    /// Where it stands among those with the same time.
    pub order: u64,
    next: u16,
}

/// Entries of links, in order.
#[derive(Debug)]
pub struct Wheel {
    /// A slot is two to this power of nanoseconds wide.
    width: u32,
    /// The stretch of time in which now is, counted from the start of the run.
    now: u64,
    /// Which words of `filled` have a bit set, and which slots hold something.
    words: u64,
    filled: [u64; WORD],
    /// The first entry of each slot.
    slots: [u16; SLOTS],
    entries: Vec<Entry>,
}

impl Wheel {
    /// An empty wheel for so many links, a turn of which is no shorter than this.
    pub fn new(links: usize, turn: Nanos) -> Box<Self> {
        assert!(links < usize::from(NONE), "{links} links are too many");
        let width = (turn / SLOTS as Nanos).checked_ilog2().map_or(0, |bits| bits + 1);
        let entries = vec![Entry { time: 0, order: 0, next: NONE }; links];
        Box::new(Self { width, now: 0, words: 0, filled: [0; WORD], slots: [NONE; SLOTS], entries })
    }

    /// It is this time now: no entry is earlier, and none will be.
    #[inline]
    pub fn advance(&mut self, now: Nanos) {
        self.now = now >> self.width;
    }

    /// The entry that comes next.
    #[inline]
    pub fn first(&self) -> Option<First> {
        let now = self.now as usize % SLOTS;
        let (word, bit) = (now / WORD, now % WORD);
        let here = self.filled[word] >> bit;
        let slot = if here != 0 { now + here.trailing_zeros() as usize } else { self.beyond(word)? } % SLOTS;
        let link = self.slots[slot];
        let Entry { time, order, next } = self.entries[usize::from(link)];
        Some(First { slot, link, time, order, next })
    }

    /// The first slot that holds something after this word, round and up to the word itself.
    fn beyond(&self, word: usize) -> Option<usize> {
        let ahead = self.words.rotate_right(word as u32 + 1);
        let next = (word + 1 + ahead.trailing_zeros() as usize) % WORD;
        (ahead != 0).then(|| next * WORD + self.filled[next].trailing_zeros() as usize)
    }

    /// Takes the entry out that comes next.
    #[inline]
    pub fn take(&mut self, first: First) {
        self.slots[first.slot] = first.next;
        if first.next == NONE {
            self.empty(first.slot);
        }
    }

    /// A slot holds nothing any more.
    #[inline]
    fn empty(&mut self, slot: usize) {
        let word = &mut self.filled[slot / WORD % WORD];
        *word &= !(1 << (slot % WORD));
        self.words &= !(u64::from(*word == 0) << (slot / WORD));
    }

    /// Enters a time for a link that has no entry; returns whether there is room.
    #[inline]
    pub fn plan(&mut self, link: u16, time: Nanos, order: u64) -> bool {
        let stretch = time >> self.width;
        if stretch - self.now >= SLOTS as u64 {
            return false;
        }
        let slot = stretch as usize % SLOTS;
        let first = self.slots[slot];
        if first != NONE {
            return self.plan_among(slot, link, time, order);
        }
        self.slots[slot] = link;
        self.filled[slot / WORD] |= 1 << (slot % WORD);
        self.words |= 1 << (slot / WORD);
        self.entries[usize::from(link)] = Entry { time, order, next: NONE };
        true
    }

    /// Enters a time into a slot that holds something.
    #[inline(never)]
    fn plan_among(&mut self, slot: usize, link: u16, time: Nanos, order: u64) -> bool {
        let (mut before, mut next) = (NONE, self.slots[slot]);
        for _ in 0..CROWD {
            let behind =
                self.entries.get(usize::from(next)).is_none_or(|entry| (time, order) < (entry.time, entry.order));
            if behind {
                self.entries[usize::from(link)] = Entry { time, order, next };
                *self.after(slot, before) = link;
                return true;
            }
            (before, next) = (next, self.entries[usize::from(next)].next);
        }
        false
    }

    /// What says which entry of a slot follows another one, or is the first.
    fn after(&mut self, slot: usize, before: u16) -> &mut u16 {
        match self.entries.get_mut(usize::from(before)) {
            Some(entry) => &mut entry.next,
            None => &mut self.slots[slot],
        }
    }

    /// When the entry of a link happens, and where it stands among those with the same time.
    pub fn entry(&self, link: u16) -> Option<(Nanos, u64)> {
        let Entry { time, order, .. } = self.entries[usize::from(link)];
        let first = self.slots[self.slot_of(link)];
        let next = |&other: &u16| self.entries.get(usize::from(other)).map(|entry| entry.next);
        std::iter::successors(Some(first), next).any(|other| other == link).then_some((time, order))
    }

    /// The slot in which the entry of a link stands, or stood last.
    fn slot_of(&self, link: u16) -> usize {
        (self.entries[usize::from(link)].time >> self.width) as usize % SLOTS
    }

    /// Takes the entry of a link out, wherever it is.
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
    }
}

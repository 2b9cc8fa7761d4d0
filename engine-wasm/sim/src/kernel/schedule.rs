//! The scheduler: a 4-ary heap of links and timers. A FIFO link has one entry, its head, however many packets it
//! carries, so the heap stays as small as the network. When the arrival of a head moves, it gets another entry; the stale one
//! is ignored when it comes.
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
    /// The head of this directed link arrives, if this is its place in the order of packets and its time has not been moved
    /// since.
    Arrival(u32, u64),
}

/// An event as one number, so that comparing two is comparing when and in which order they happen: from the top 64 bits of
/// time, the bit that tells arrivals from timers, 42 bits for the order of packets, 21 bits for the link or timer.
type Key = u128;

const INDEX_BITS: u32 = 21;
const ORDER_BITS: u32 = 42;
const ARRIVAL: u64 = 1 << (INDEX_BITS + ORDER_BITS);

/// The timer that comes after all others of its moment.
pub const LAST_TIMER: u32 = (1 << INDEX_BITS) - 1;

#[inline]
fn key(time: Nanos, order: u64) -> Key {
    Key::from(time) << 64 | Key::from(order)
}

/// Pending events in order.
#[derive(Debug, Default)]
pub struct Schedule {
    heap: Vec<Key>,
    /// The first entry has been taken out, and its place is free. What is planned next moves in there: mostly the next
    /// packet of the link whose head has just arrived, so that one event costs one way through the heap and not two.
    first_is_free: bool,
}

impl Schedule {
    /// Plans an arrival at the end of a link; `order` numbers packets in the order in which they were put on links.
    #[inline]
    pub fn arrival(&mut self, time: Nanos, order: u64, link: u32) {
        debug_assert!(order >> ORDER_BITS == 0 && link >> INDEX_BITS == 0);
        self.push(key(time, ARRIVAL | order << INDEX_BITS | u64::from(link)));
    }

    /// Plans the expiry of a timer.
    #[inline]
    pub fn timer(&mut self, time: Nanos, timer: u32) {
        debug_assert!(timer >> INDEX_BITS == 0);
        self.push(key(time, u64::from(timer)));
    }

    /// Number of pending events.
    pub fn len(&self) -> usize {
        self.heap.len() - usize::from(self.first_is_free)
    }

    /// Whether nothing is pending.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the next event if it comes no later than `end`.
    #[inline]
    pub fn pop_until(&mut self, end: Nanos) -> Option<(Nanos, Event)> {
        if self.first_is_free {
            self.close_up();
        }
        let first = *self.heap.first()?;
        let time = (first >> 64) as Nanos;
        if time > end {
            return None;
        }
        self.first_is_free = true;
        let order = first as u64;
        let index = (order & ((1 << INDEX_BITS) - 1)) as u32;
        let event = match order & ARRIVAL {
            0 => Event::Timer(index),
            _ => Event::Arrival(index, (order ^ ARRIVAL) >> INDEX_BITS),
        };
        Some((time, event))
    }

    /// Nothing has moved into the place of the first entry: the last one does.
    fn close_up(&mut self) {
        self.first_is_free = false;
        if let Some(last) = self.heap.pop()
            && !self.heap.is_empty()
        {
            self.sink(last);
        }
    }

    #[inline]
    fn push(&mut self, key: Key) {
        if self.first_is_free {
            self.first_is_free = false;
            return self.sink(key);
        }
        let mut hole = self.heap.len();
        self.heap.push(key);
        while hole > 0 {
            let parent = (hole - 1) / 4;
            if self.heap[parent] <= key {
                break;
            }
            self.heap[hole] = self.heap[parent];
            hole = parent;
        }
        self.heap[hole] = key;
    }

    /// Puts an entry into the first place and down to where it belongs.
    #[inline]
    fn sink(&mut self, key: Key) {
        let heap = &mut self.heap[..];
        let mut hole = 0;
        loop {
            let first = 4 * hole + 1;
            let (child, least) = if let Some(&[a, b, c, d]) = heap.get(first..first + 4) {
                // Two comparisons that do not wait for one another, and a third.
                let (left, of_left) = if b < a { (first + 1, b) } else { (first, a) };
                let (right, of_right) = if d < c { (first + 3, d) } else { (first + 2, c) };
                if of_right < of_left { (right, of_right) } else { (left, of_left) }
            } else {
                let rest = heap.get(first..).unwrap_or_default();
                let Some((offset, &least)) = rest.iter().enumerate().min_by_key(|(_, key)| **key) else { break };
                (first + offset, least)
            };
            if key <= least {
                break;
            }
            heap[hole] = least;
            hole = child;
        }
        heap[hole] = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::random::Stream;

    #[test]
    fn at_one_time_timers_come_first_then_arrivals_in_the_order_scheduled() {
        let mut schedule = Schedule::default();
        schedule.arrival(10, 2, 0);
        schedule.arrival(10, 1, 5);
        schedule.timer(10, 7);
        schedule.timer(9, 8);
        schedule.timer(10, 3);
        let order: Vec<_> = std::iter::from_fn(|| schedule.pop_until(Nanos::MAX)).collect();
        let expected = [
            (9, Event::Timer(8)),
            (10, Event::Timer(3)),
            (10, Event::Timer(7)),
            (10, Event::Arrival(5, 1)),
            (10, Event::Arrival(0, 2)),
        ];
        assert_eq!(order, expected);
    }

    #[test]
    fn an_event_planned_after_a_pop_takes_its_place_in_the_order() {
        let mut stream = Stream::new(5, "heap");
        let mut schedule = Schedule::default();
        (0..40).for_each(|link| schedule.arrival(stream.below(1_000), u64::from(link), link));
        let (mut last, mut popped) = (0, 0);
        while let Some((time, event)) = schedule.pop_until(50_000) {
            assert!(time >= last, "{event:?} at {time} after {last}");
            last = time;
            popped += 1;
            for _ in 0..stream.below(3) {
                schedule.timer(time + stream.below(1_000), stream.below(1_000) as u32);
            }
            if let (Event::Arrival(link, _), true) = (event, schedule.len() < 500) {
                schedule.arrival(time + 1 + stream.below(1_000), popped, link);
            }
        }
        assert!(popped > 1_000, "{popped}");
        assert_eq!(schedule.pop_until(last), None);
    }

    #[test]
    fn pops_in_the_order_of_a_sort() {
        let mut stream = Stream::new(3, "heap");
        let mut schedule = Schedule::default();
        let mut keys: Vec<(Nanos, u64)> = (0..5_000).map(|order| (stream.below(700), order)).collect();
        for &(time, order) in &keys {
            schedule.arrival(time, order, order as u32);
        }
        keys.sort();
        let popped: Vec<_> = std::iter::from_fn(|| schedule.pop_until(Nanos::MAX)).collect();
        let expected: Vec<_> = keys.iter().map(|&(time, order)| (time, Event::Arrival(order as u32, order))).collect();
        assert_eq!(popped, expected);
    }
}

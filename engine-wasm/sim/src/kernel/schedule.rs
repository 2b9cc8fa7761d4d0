//! The scheduler: a 4-ary heap of links and timers. A FIFO link has one entry, its head, however many packets it
//! carries, so the heap stays as small as the network.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    time: Nanos,
    /// Timers have the top bit clear, arrivals have it set.
    order: u64,
}

const ARRIVAL: u64 = 1 << 63;

/// Pending events in order.
#[derive(Debug, Default)]
pub struct Schedule {
    heap: Vec<(Key, u32)>,
}

impl Schedule {
    /// Plans an arrival at the end of a link; `order` numbers packets in the order in which they were put on links.
    pub fn arrival(&mut self, time: Nanos, order: u64, link: u32) {
        self.push(Key { time, order: ARRIVAL | order }, link);
    }

    /// Plans the expiry of a timer.
    pub fn timer(&mut self, time: Nanos, timer: u32) {
        self.push(Key { time, order: u64::from(timer) }, timer);
    }

    /// Number of pending events.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether nothing is pending.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Time of the next event.
    pub fn next_time(&self) -> Option<Nanos> {
        self.heap.first().map(|(key, _)| key.time)
    }

    /// Takes the next event.
    pub fn pop(&mut self) -> Option<(Nanos, Event)> {
        let last = self.heap.pop()?;
        let (key, index) = *self.heap.first().unwrap_or(&last);
        if !self.heap.is_empty() {
            self.replace_first(last);
        }
        let event = if key.order & ARRIVAL == 0 { Event::Timer(index) } else { Event::Arrival(index) };
        Some((key.time, event))
    }

    fn push(&mut self, key: Key, index: u32) {
        let mut hole = self.heap.len();
        self.heap.push((key, index));
        while hole > 0 {
            let parent = (hole - 1) / 4;
            if self.heap[parent].0 <= key {
                break;
            }
            self.heap[hole] = self.heap[parent];
            hole = parent;
        }
        self.heap[hole] = (key, index);
    }

    /// Puts an entry where the first one was.
    fn replace_first(&mut self, entry: (Key, u32)) {
        let mut hole = 0;
        loop {
            let first = 4 * hole + 1;
            let children = first..self.heap.len().min(first + 4);
            let Some(least) = children.min_by_key(|&child| self.heap[child].0) else { break };
            if entry.0 <= self.heap[least].0 {
                break;
            }
            self.heap[hole] = self.heap[least];
            hole = least;
        }
        self.heap[hole] = entry;
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
        let order: Vec<_> = std::iter::from_fn(|| schedule.pop()).collect();
        let expected = [
            (9, Event::Timer(8)),
            (10, Event::Timer(3)),
            (10, Event::Timer(7)),
            (10, Event::Arrival(5)),
            (10, Event::Arrival(0)),
        ];
        assert_eq!(order, expected);
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
        let popped: Vec<_> = std::iter::from_fn(|| schedule.pop()).collect();
        let expected: Vec<_> = keys.iter().map(|&(time, order)| (time, Event::Arrival(order as u32))).collect();
        assert_eq!(popped, expected);
    }
}

//! Things to do at known times: changes of a timeline, moves of a window, scripted ACKs. Those of the same time are
//! done in the order in which they were added.

use super::Nanos;

/// Items that are still to be done.
#[derive(Clone, Debug)]
pub struct Agenda<T> {
    /// In reverse order: the last item is the next one. The standard library's sort would add more code to the browser's
    /// engine than everything that uses this.
    pending: Vec<(Nanos, T)>,
}

impl<T> Default for Agenda<T> {
    fn default() -> Self {
        Self { pending: Vec::new() }
    }
}

impl<T> FromIterator<(Nanos, T)> for Agenda<T> {
    fn from_iter<Items: IntoIterator<Item = (Nanos, T)>>(items: Items) -> Self {
        let mut agenda = Self::default();
        items.into_iter().for_each(|(at, item)| agenda.add(at, item));
        agenda
    }
}

impl<T> Agenda<T> {
    /// Adds an item behind those of the same time.
    pub fn add(&mut self, at: Nanos, item: T) {
        let place = self.pending.partition_point(|(other, _)| *other > at);
        self.pending.insert(place, (at, item));
    }

    /// Time of the next item.
    pub fn next_at(&self) -> Option<Nanos> {
        self.pending.last().map(|(at, _)| *at)
    }

    /// Removes the next item.
    pub fn take(&mut self) -> Option<(Nanos, T)> {
        self.pending.pop()
    }

    /// Removes the next item if it's due.
    pub fn take_due(&mut self, now: Nanos) -> Option<T> {
        self.pending.pop_if(|(at, _)| *at <= now).map(|(_, item)| item)
    }

    /// Moves everything to later times.
    pub fn delay(&mut self, by: Nanos) {
        self.pending.iter_mut().for_each(|(at, _)| *at += by);
    }

    /// The items that are left, in no order.
    pub fn items(&self) -> impl Iterator<Item = &T> {
        self.pending.iter().map(|(_, item)| item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_items_by_time_and_those_of_one_time_as_they_were_added() {
        let mut agenda: Agenda<char> = [(5, 'c'), (1, 'a'), (5, 'd'), (1, 'b')].into_iter().collect();
        agenda.delay(10);
        assert_eq!((agenda.next_at(), agenda.take_due(10)), (Some(11), None));
        assert_eq!((agenda.take_due(11), agenda.take_due(11), agenda.take_due(11)), (Some('a'), Some('b'), None));
        assert_eq!((agenda.take(), agenda.take(), agenda.take()), (Some((15, 'c')), Some((15, 'd')), None));
        assert_eq!(agenda.next_at(), None);
    }
}

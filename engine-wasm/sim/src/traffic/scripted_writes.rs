//! An application that writes to one connection at chosen times, for timed tests and for questions of the kind "what if
//! there were nothing to send just then?". The connection stays open after the last write.

use super::{Connection, TrafficContext, TrafficRule, Write};
use crate::kernel::agenda::Agenda;
use crate::kernel::{Nanos, from_seconds};
use crate::schema::limits;
use crate::schema::shape::{Part, integer, list, number, object};

described! {
    /// Full segments that the application writes at a moment.
    pub struct ScriptedWrite {
        /// Time since the connection opened.
        at_s: f64 = number("s", 0.0, limits::DURATION_S), label "Time";
        /// Segments written.
        segments: u32 = integer("segments", 1, limits::SEGMENTS), label "Segments";
    }
}

described! {
    /// One connection to which an application writes segments at the times of a list.
    pub struct ScriptedWrites {
        /// The writes.
        writes: Vec<ScriptedWrite> = list(&object::<ScriptedWrite>(), limits::WRITES),
            default [{ "at_s": 0.5, "segments": 20 }, { "at_s": 1.5, "segments": 20 }];
    }
}

/// The connection, and the writes to come.
#[derive(Clone, Debug)]
pub struct Running {
    opened: bool,
    pending: Agenda<u32>,
    /// Time of the last write.
    last: Nanos,
}

impl Part<TrafficContext> for ScriptedWrites {
    const LABEL: &'static str = "Writes at chosen times";
    const SOURCE: &'static str = "";
    type Running = Running;
    fn start(&self, _context: &TrafficContext) -> Running {
        let pending = self.writes.iter().map(|write| (from_seconds(write.at_s), write.segments)).collect();
        Running { opened: false, pending, last: 0 }
    }
}

impl TrafficRule for Running {
    fn next_connection(&mut self) -> Option<Connection> {
        let first = !std::mem::replace(&mut self.opened, true);
        first.then_some(Connection { wait: 0, bytes: None, in_portions: true })
    }

    fn next_write(&mut self) -> Option<Write> {
        let (at, segments) = self.pending.take()?;
        let wait = at - std::mem::replace(&mut self.last, at);
        Some(Write { wait, segments })
    }

    fn most_bytes(&mut self) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::context;
    use super::*;

    #[test]
    fn writes_at_the_times_of_the_list_whatever_its_order() {
        let write = |at_s, segments| ScriptedWrite { at_s, segments };
        let part = ScriptedWrites { writes: vec![write(2.0, 5), write(0.0, 3), write(2.0, 7)] };
        let mut source = part.start(&context(1));
        assert_eq!(source.next_connection(), Some(Connection { wait: 0, bytes: None, in_portions: true }));
        let writes: Vec<_> = std::iter::from_fn(|| source.next_write()).collect();
        let write = |wait, segments| Write { wait, segments };
        assert_eq!(writes, [write(0, 3), write(2_000_000_000, 5), write(0, 7)]);
        assert_eq!(source.next_connection(), None);
    }
}

//! Splits a flow into connections, because a trace numbers their segments consecutively but files don't.

use vegaslab_sim::trace::tables::{FlowState, SegmentKind, Tables};

use crate::kind_of;

/// A connection of a flow.
#[derive(Debug)]
pub struct Connection {
    /// Number of its first segment.
    first: i64,
    /// Payload in bytes; `None` if unlimited or unknown, so that all segments are full-sized.
    bytes: Option<i64>,
}

impl Connection {
    /// The sequence number of a segment: the connection's bytes before it, counted from 0.
    pub fn bytes_before(&self, segment: i64, smss: u32) -> i64 {
        let before = (segment - self.first) * i64::from(smss);
        self.bytes.map_or(before, |bytes| before.min(bytes))
    }
}

/// The connections of a flow, in order; there's at least one.
pub fn connections_of(rows: &Tables, transfers: &[Option<u64>]) -> Vec<Connection> {
    let Tables { segments, states, .. } = rows;
    let mut firsts = vec![0];
    let (mut row, mut past) = (0, 0);
    for (&end_s, &state) in states.time_s.iter().zip(&states.state) {
        if ![FlowState::Done as u8, FlowState::Aborted as u8].contains(&state) {
            continue;
        }
        // The next connection may start at the time of the last ACK; segments sent at that time belong to it.
        while row < segments.len() && segments.time_s[row] <= end_s {
            let number = i64::from(segments.seq[row]);
            match kind_of(segments.kind[row]) {
                Some(SegmentKind::Ack) => past = past.max(number),
                Some(SegmentKind::Send) if segments.time_s[row] < end_s => past = past.max(number + 1),
                _ => {}
            }
            row += 1;
        }
        firsts.push(past);
    }
    let bytes = |index: usize| transfers.get(index).copied().flatten().map(|bytes| bytes as i64);
    firsts.into_iter().enumerate().map(|(index, first)| Connection { first, bytes: bytes(index) }).collect()
}

/// Moves on from the current connection to that of a segment.
pub fn advance(connections: &[Connection], current: &mut usize, segment: i64) {
    while connections.get(*current + 1).is_some_and(|next| segment >= next.first) {
        *current += 1;
    }
}

//! Limits on the size of a scenario, checked before anything is allocated.

/// Bytes of scenario text: twice the size of the largest scenario with every field on its own line.
pub const TEXT_BYTES: usize = 8 << 20;
/// Flows of a scenario.
pub const FLOWS: usize = 1_000;
/// Presets that a scenario defines.
pub const PRESETS: usize = 100;
/// Datagram sources of a scenario.
pub const DATAGRAM_SOURCES: usize = 1_000;
/// Entries of the link list; each makes one or two directed links. Enough for two links per flow and a hundred between
/// them.
pub const LINKS: usize = 2_100;
/// Nodes of a static route between its ends: the number of routers that IP's usual TTL allows.
pub const ROUTE_NODES: usize = 64;
/// Characters of a name.
pub const NAME_LENGTH: usize = 64;
/// Characters of a title or source.
pub const TITLE_LENGTH: usize = 200;
/// Characters of an address.
pub const ADDRESS_LENGTH: usize = 2_000;
/// Characters of the paragraph about a scenario.
pub const ABOUT_LENGTH: usize = 4_000;
/// Characters of the name of a directed link, e.g. `R1>R2`.
pub const NODES_LENGTH: usize = 2 * NAME_LENGTH + 1;
/// Scripted drops.
pub const DROPS: usize = 1_000;
/// ACKs that a receiver plays.
pub const ACKS: usize = 10_000;
/// Writes of an application at chosen times.
pub const WRITES: usize = 10_000;
/// Changes of the timeline.
pub const TIMELINE: usize = 400;
/// Moves of a window set by hand.
pub const WINDOW_MOVES: usize = 3_000;
/// Largest window set by hand, segments.
pub const HAND_CWND: u64 = 10_000;
/// Largest initial slow-start threshold, segments; more than any path holds.
pub const SSTHRESH_SEGMENTS: u64 = 1_000_000;
/// Largest packet number in a scripted drop.
pub const PACKETS: u64 = 1_000_000_000_000;
/// Segments of one transfer.
pub const SEGMENTS: u64 = 10_000_000;
/// Bytes of one transfer.
pub const TRANSFER_BYTES: u64 = 20_000_000_000;
/// Simulated seconds.
pub const DURATION_S: f64 = 1_000_000.0;
/// Rows of the trace before samples are thinned.
pub const ROWS: u64 = 20_000_000;
/// Rows of the hop table in a whole run.
pub const HOP_ROWS: u64 = 2_000_000;
/// Slowest and fastest link, bit/s.
pub const RATE_BPS: (u64, u64) = (100, 1_000_000_000_000);
/// Longest propagation delay of a link, ms.
pub const DELAY_MS: f64 = 100_000.0;
/// Largest buffer and window, bytes.
pub const BUFFER_BYTES: u64 = 4_000_000_000;
/// Packets in an `unlimited` buffer.
pub const BUFFERED_PACKETS: u64 = 10_000_000;
/// Largest seed: the largest integer up to which JavaScript represents every integer exactly.
pub const SEED: u64 = (1 << 53) - 1;

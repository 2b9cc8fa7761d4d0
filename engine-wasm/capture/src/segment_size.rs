//! The size of full segments. Network cards split and merge segments, so a captured one may stand for several.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::connection::{Connection, is_ordinary};

/// How a segment size is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
#[serde(rename_all = "snake_case")]
pub enum SizeSource {
    /// The handshake's MSS without the options that every segment has.
    Handshake,
    /// The size of most full segments, which are smaller than the handshake allows.
    MostFrequent,
}

/// The size of full segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "capture.ts"))]
pub struct SegmentSize {
    /// Payload of a full segment, bytes.
    pub bytes: u32,
    /// How it's known.
    pub from: SizeSource,
    /// The largest captured segment, bytes.
    pub largest: u32,
    /// The most frequent length of IP and TCP headers, bytes.
    pub header_bytes: u16,
}

impl SegmentSize {
    /// The number of segments that a captured one stands for.
    #[must_use]
    pub const fn segments_in(&self, payload: u32) -> u64 {
        payload.div_ceil(self.bytes) as u64
    }
}

/// Bytes of the timestamps option, with padding.
const TIMESTAMPS: u32 = 12;

/// Without an MSS option, segments have the protocol's default size (RFC 9293, section 3.7.1).
const DEFAULT_IPV4: u16 = 536;
const DEFAULT_IPV6: u16 = 1220;

/// If this share of the bytes is in segments of one size, and there are so many, it's the size of full segments.
const NEARLY_ALL: f64 = 0.9;
const SOME: u64 = 8;

/// Usual MTUs: Ethernet, jumbo frames, PPPoE, IPv6's smallest, the smallest that IPv4 must support.
const MTUS: [u32; 6] = [1500, 9000, 1492, 1280, 9001, 576];

/// A merged segment stands for at most this many: 64 KiB of the smallest usual ones.
const MOST_MERGED: u32 = 128;

/// The size of full segments of a direction; `None` if it has no data.
pub fn segment_size(connection: &Connection, direction: u8) -> Option<SegmentSize> {
    let mut sizes: BTreeMap<u32, u64> = BTreeMap::new();
    let mut headers: BTreeMap<u16, u64> = BTreeMap::new();
    let mut timestamps = false;
    let data = connection.rows.iter().filter(|row| row.direction == direction && row.payload > 0 && is_ordinary(row));
    for row in data {
        *sizes.entry(row.payload).or_default() += 1;
        *headers.entry(row.header).or_default() += 1;
        timestamps |= row.timestamps.is_some();
    }
    let (&largest, _) = sizes.last_key_value()?;
    let (&header_bytes, _) = headers.iter().max_by_key(|(header, count)| (**count, std::cmp::Reverse(**header)))?;
    let options = if timestamps { TIMESTAMPS } else { 0 };
    let allowed = allowed(connection).map(|mss| mss.saturating_sub(options).max(1));
    let (bytes, from) = match allowed {
        Some(allowed) => match smaller(&sizes, allowed) {
            Some(size) => (size, SizeSource::MostFrequent),
            None => (allowed, SizeSource::Handshake),
        },
        None => (most_frequent(&sizes, header_bytes.into()), SizeSource::MostFrequent),
    };
    Some(SegmentSize { bytes, from, largest, header_bytes })
}

/// The largest segment that both ends allow, by their SYNs.
fn allowed(connection: &Connection) -> Option<u32> {
    let default = if connection.ends[0].address.is_ipv6() { DEFAULT_IPV6 } else { DEFAULT_IPV4 };
    let known = connection.syn.iter().flatten().filter(|syn| !syn.cut || syn.mss.is_some());
    known.map(|syn| u32::from(syn.mss.unwrap_or(default))).filter(|mss| *mss > 0).min()
}

/// The size of full segments that are smaller than the handshake allows, because of a tunnel, or because the
/// application writes so much at a time.
#[allow(clippy::cast_precision_loss, reason = "only a share")]
fn smaller(sizes: &BTreeMap<u32, u64>, allowed: u32) -> Option<u32> {
    let (&largest, &count) = sizes.last_key_value()?;
    let total: u64 = sizes.iter().map(|(size, count)| u64::from(*size) * count).sum();
    let nearly_all = (u64::from(largest) * count) as f64 >= NEARLY_ALL * total as f64;
    (largest < allowed && count >= SOME && nearly_all).then_some(largest)
}

/// The size of full segments without a handshake: the one with most bytes, or the one of which most are multiples.
fn most_frequent(sizes: &BTreeMap<u32, u64>, header: u32) -> u32 {
    let bytes_in = |size: &u32| u64::from(*size) * sizes.get(size).copied().unwrap_or_default();
    let Some(common) = sizes.keys().copied().max_by_key(|size| (bytes_in(size), *size)) else { return 1 };
    // Bytes in segments that are at least this large, and those that are multiples of it.
    let multiples = |size: u32| -> u64 {
        sizes
            .range(size..)
            .map(|(payload, _)| payload)
            .filter(|payload| *payload % size == 0)
            .map(bytes_in_of(sizes))
            .sum()
    };
    let fits = |size: u32| size < 64 * 1024 && MTUS.contains(&(size + header));
    if fits(common) {
        return common;
    }
    let divisors = (1..=MOST_MERGED).filter(|parts| common % parts == 0).map(|parts| common / parts);
    let candidates: Vec<u32> = divisors.filter(|size| *size >= u32::from(DEFAULT_IPV4)).collect();
    if let Some(size) = candidates.iter().copied().find(|size| fits(*size)) {
        return size;
    }
    // Of those of which about as many are multiples as of the best one, the largest.
    let most = candidates.iter().map(|size| multiples(*size)).max().unwrap_or_default();
    candidates.into_iter().find(|size| 10 * multiples(*size) >= 9 * most).unwrap_or(common)
}

fn bytes_in_of(sizes: &BTreeMap<u32, u64>) -> impl Fn(&u32) -> u64 {
    |size| u64::from(*size) * sizes.get(size).copied().unwrap_or_default()
}

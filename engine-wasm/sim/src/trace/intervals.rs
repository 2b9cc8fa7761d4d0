//! Sums up rows per interval of time, so that a trace with too many rows can still be shown as it was: per flow or link
//! the number of rows, and the least, largest, first and last value of each column. Events are summed up per flow and
//! kind.
//!
//! They begin where rows are thinned; up to there the trace has every row. All intervals have the same width, a power of
//! two in nanoseconds. When there are too many, or they take too many bytes, pairs of them are merged, so the memory is
//! constant however long the run is.

use super::recorder::RttRow;
use super::tables::SegmentKind;
use crate::kernel::Nanos;

/// Limit on the intervals of one series.
const MOST_INTERVALS: u64 = 2_048;
/// A run may end long before its `duration_s`. So the first intervals are this many times shorter than necessary, in
/// powers of two.
const SHORTER_BITS: u32 = 6;

/// The rows of one series in one interval of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval<V, const COLUMNS: usize> {
    /// Its time divided by the width.
    pub at: u32,
    /// Number of rows; at least 1.
    pub count: u32,
    /// Least values; NaN if all are.
    pub min: [V; COLUMNS],
    /// Largest values; NaN if all are.
    pub max: [V; COLUMNS],
    /// The first row.
    pub first: [V; COLUMNS],
    /// The last row.
    pub last: [V; COLUMNS],
}

impl<V: Copy + PartialOrd, const COLUMNS: usize> Interval<V, COLUMNS> {
    fn new(at: u32, row: [V; COLUMNS]) -> Self {
        Self { at, count: 1, min: row, max: row, first: row, last: row }
    }

    /// Adds the rows of a later interval.
    #[inline]
    fn add(&mut self, later: &Self) {
        self.count += later.count;
        for column in 0..COLUMNS {
            let (min, max) = (&mut self.min[column], &mut self.max[column]);
            // NaN differs from itself, and no comparison with it is true.
            if later.min[column] < *min || is_nan(*min) {
                *min = later.min[column];
            }
            if later.max[column] > *max || is_nan(*max) {
                *max = later.max[column];
            }
        }
        self.last = later.last;
    }
}

#[allow(clippy::eq_op, reason = "only NaN differs from itself")]
fn is_nan<V: PartialOrd>(value: V) -> bool {
    value != value
}

/// The intervals of one flow, link or kind of event.
#[derive(Clone, Debug)]
struct Series<V, const COLUMNS: usize> {
    /// Those with rows, in order.
    intervals: Vec<Interval<V, COLUMNS>>,
    /// The rows of the last interval, and the number of intervals before it, when they were last taken.
    taken: (usize, u32),
}

impl<V, const COLUMNS: usize> Default for Series<V, COLUMNS> {
    fn default() -> Self {
        Self { intervals: Vec::new(), taken: (0, 0) }
    }
}

/// The series of one table.
#[derive(Clone, Debug)]
pub struct SeriesTable<V, const COLUMNS: usize> {
    series: Vec<Series<V, COLUMNS>>,
}

impl<V, const COLUMNS: usize> Default for SeriesTable<V, COLUMNS> {
    fn default() -> Self {
        Self { series: Vec::new() }
    }
}

impl<V: Copy + PartialOrd + Into<f64>, const COLUMNS: usize> SeriesTable<V, COLUMNS> {
    /// The intervals of this flow or link that have rows, in order.
    pub fn of(&self, key: usize) -> &[Interval<V, COLUMNS>] {
        self.series.get(key).map_or(&[], |series| &series.intervals)
    }

    /// Number of series, with rows or without.
    pub fn len(&self) -> usize {
        self.series.len()
    }

    /// Returns true if there is no series.
    pub fn is_empty(&self) -> bool {
        self.series.is_empty()
    }

    /// Adds a row; returns how many bytes that takes.
    #[inline]
    fn add(&mut self, key: usize, at: u32, row: [V; COLUMNS]) -> usize {
        if key >= self.series.len() {
            self.series.resize_with(key + 1, Series::default);
        }
        let intervals = &mut self.series[key].intervals;
        let added = Interval::new(at, row);
        match intervals.last_mut() {
            Some(last) if last.at == at => {
                last.add(&added);
                0
            }
            _ => {
                intervals.push(added);
                size_of::<Interval<V, COLUMNS>>()
            }
        }
    }

    /// Merges pairs of intervals; returns the bytes of the rest.
    fn widen(&mut self) -> usize {
        let mut count = 0;
        for Series { intervals, taken } in &mut self.series {
            intervals.iter_mut().for_each(|interval| interval.at /= 2);
            intervals.dedup_by(|later, earlier| {
                let same = later.at == earlier.at;
                if same {
                    earlier.add(later);
                }
                same
            });
            *taken = (0, 0);
            count += intervals.len();
        }
        count * size_of::<Interval<V, COLUMNS>>()
    }

    /// Appends the intervals that have changed since the last call: key, place, number of rows, then per column the least,
    /// largest, first and last value.
    fn take(&mut self) -> Vec<f64> {
        let mut numbers = Vec::new();
        for (key, Series { intervals, taken }) in self.series.iter_mut().enumerate() {
            let Some(last) = intervals.last() else { continue };
            let now = (intervals.len() - 1, last.count);
            if *taken == now {
                continue;
            }
            for interval in &intervals[taken.0..] {
                numbers.extend([key as f64, f64::from(interval.at), f64::from(interval.count)]);
                for column in 0..COLUMNS {
                    let Interval { min, max, first, last, .. } = interval;
                    numbers.extend([min, max, first, last].map(|row| -> f64 { row[column].into() }));
                }
            }
            *taken = now;
        }
        numbers
    }
}

/// The intervals of a run.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// Width of an interval as a power of two, and the width that needs just one for the whole run.
    shift: u32,
    most_shift: u32,
    bytes: usize,
    most_bytes: usize,
    /// `queues` by link, of all rows and of those with which a marked packet enters: bytes and packets; see
    /// [`Intervals::queued`] and [`Intervals::marks`].
    pub queues: SeriesTable<u32, 2>,
    /// `windows` by flow: cwnd, ssthresh and flight.
    pub windows: SeriesTable<f64, 3>,
    /// `rtts` by flow: RTT, smoothed RTT, timeout, smallest RTT and diff.
    pub rtts: SeriesTable<f64, 5>,
    /// `segments` by flow and kind: the segment's number; see [`Intervals::events`].
    pub segments: SeriesTable<u32, 1>,
}

/// What has changed, as numbers: see [`Intervals::take`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangedIntervals {
    /// Width of all intervals, s. If it differs from the last one, these are all intervals.
    pub width_s: f64,
    /// Per table its name, and per interval key, place, number of rows, then per column the least, largest, first and last
    /// value.
    pub tables: [(&'static str, Vec<f64>); 4],
}

impl Intervals {
    /// Sets up intervals for a run that ends at the latest at `end`. They take about this many bytes, at most twice as many
    /// with what vectors reserve.
    pub fn new(end: Nanos, most_bytes: usize) -> Self {
        let bits = (end / MOST_INTERVALS).checked_ilog2().map_or(0, |bits| bits + 1);
        Self {
            shift: bits.saturating_sub(SHORTER_BITS),
            most_shift: end.checked_ilog2().map_or(0, |bits| bits + 1),
            bytes: 0,
            most_bytes,
            queues: SeriesTable::default(),
            windows: SeriesTable::default(),
            rtts: SeriesTable::default(),
            segments: SeriesTable::default(),
        }
    }

    /// Width of an interval.
    pub fn width(&self) -> Nanos {
        1 << self.shift
    }

    /// Bytes of all intervals.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The place of this time.
    #[inline]
    fn place(&mut self, now: Nanos) -> u32 {
        while now >> self.shift >= MOST_INTERVALS {
            self.widen();
        }
        (now >> self.shift) as u32
    }

    /// Counts the bytes of an interval that was added.
    #[inline]
    fn grow(&mut self, bytes: usize) {
        self.bytes += bytes;
        while self.bytes > self.most_bytes && self.shift < self.most_shift {
            self.widen();
        }
    }

    #[cold]
    #[inline(never)]
    fn widen(&mut self) {
        self.shift += 1;
        self.bytes = self.queues.widen() + self.windows.widen() + self.rtts.widen() + self.segments.widen();
    }

    /// Adds a row of `queues`; once more, as `marked`, if a marked packet enters with it.
    #[inline(never)]
    pub fn queue(&mut self, now: Nanos, link: u16, marked: bool, bytes: u32, packets: u32) {
        let at = self.place(now);
        let added = self.queues.add(queue_of(link, marked), at, [bytes, packets]);
        self.grow(added);
    }

    /// The contents of a link's buffer, by time.
    pub fn queued(&self, link: u16) -> &[Interval<u32, 2>] {
        self.queues.of(queue_of(link, false))
    }

    /// The contents of a link's buffer when it got packets that the link marked, by time.
    pub fn marks(&self, link: u16) -> &[Interval<u32, 2>] {
        self.queues.of(queue_of(link, true))
    }

    /// Adds a row of `windows`.
    #[inline(never)]
    pub fn window(&mut self, now: Nanos, flow: u16, cwnd: f64, ssthresh: f64, flight: u32) {
        let at = self.place(now);
        let added = self.windows.add(usize::from(flow), at, [cwnd, ssthresh, f64::from(flight)]);
        self.grow(added);
    }

    /// Adds a row of `rtts`.
    #[inline(never)]
    pub fn rtt(&mut self, now: Nanos, flow: u16, row: &RttRow) {
        let RttRow { rtt_ms, srtt_ms, rto_ms, base_rtt_ms, diff } = *row;
        let at = self.place(now);
        let added = self.rtts.add(usize::from(flow), at, [rtt_ms, srtt_ms, rto_ms, base_rtt_ms, diff]);
        self.grow(added);
    }

    /// Adds a row of `segments`.
    #[inline(never)]
    pub fn event(&mut self, now: Nanos, flow: u16, kind: SegmentKind, seq: u32) {
        let at = self.place(now);
        let added = self.segments.add(series_of(flow, kind), at, [seq]);
        self.grow(added);
    }

    /// Events of a flow or source, by time.
    pub fn events(&self, flow: u16, kind: SegmentKind) -> &[Interval<u32, 1>] {
        self.segments.of(series_of(flow, kind))
    }

    /// Returns the intervals that are new or have more rows than at the last call; all of them if their width has changed.
    pub fn take(&mut self) -> ChangedIntervals {
        ChangedIntervals {
            width_s: crate::kernel::seconds(self.width()),
            tables: [
                ("queues", self.queues.take()),
                ("windows", self.windows.take()),
                ("rtts", self.rtts.take()),
                ("segments", self.segments.take()),
            ],
        }
    }
}

/// Number of a link's series of queues.
fn queue_of(link: u16, marked: bool) -> usize {
    2 * usize::from(link) + usize::from(marked)
}

/// Number of a flow's series of one kind of event.
fn series_of(flow: u16, kind: SegmentKind) -> usize {
    usize::from(flow) * SegmentKind::ALL.len() + kind as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Nanos = 1_000_000_000;

    #[test]
    fn an_interval_has_the_extremes_and_ends_of_its_rows() {
        let mut intervals = Intervals::new(1_000 * SECOND, 1 << 20);
        let width = intervals.width();
        for (nth, cwnd) in [7.0, 3.0, 9.0, 5.0].into_iter().enumerate() {
            intervals.window(5 * width + nth as Nanos, 1, cwnd, f64::INFINITY, nth as u32);
        }
        intervals.window(6 * width, 1, 4.0, 2.0, 8);
        let flow = intervals.windows.of(1);
        let shape = flow.iter().map(|interval| (interval.at, interval.count)).collect::<Vec<_>>();
        assert_eq!(shape, [(5, 4), (6, 1)]);
        assert_eq!((flow[0].min, flow[0].max), ([3.0, f64::INFINITY, 0.0], [9.0, f64::INFINITY, 3.0]));
        assert_eq!((flow[0].first, flow[0].last), ([7.0, f64::INFINITY, 0.0], [5.0, f64::INFINITY, 3.0]));
        assert!(intervals.windows.of(0).is_empty() && intervals.windows.of(2).is_empty());
    }

    #[test]
    fn unknown_values_do_not_count_as_extremes() {
        let mut intervals = Intervals::new(1_000 * SECOND, 1 << 20);
        for (rtt_ms, diff) in [(2.0, f64::NAN), (3.0, 1.5), (1.0, f64::NAN), (4.0, 0.5)] {
            let row = RttRow { rtt_ms, srtt_ms: f64::NAN, rto_ms: 9.0, base_rtt_ms: 1.0, diff };
            intervals.rtt(0, 0, &row);
        }
        let interval = intervals.rtts.of(0)[0];
        assert_eq!((interval.min[4], interval.max[4], interval.last[4]), (0.5, 1.5, 0.5));
        assert!(interval.first[4].is_nan() && interval.min[1].is_nan() && interval.max[1].is_nan());
    }

    #[test]
    fn widening_merges_pairs_and_loses_no_row() {
        let end = 10_000 * SECOND;
        let mut intervals = Intervals::new(end, usize::MAX);
        let first = intervals.width();
        assert!(end / first > 32 * MOST_INTERVALS && end / first <= 64 * MOST_INTERVALS);
        let mut now = 0;
        let mut rows = 0;
        while now < end {
            intervals.queue(now, 0, false, rows, rows / 2);
            rows += 1;
            now += first / 3;
        }
        assert_eq!(intervals.width(), 64 * first);
        let queue = intervals.queued(0);
        assert!(queue.len() as u64 <= MOST_INTERVALS && queue.len() as u64 > MOST_INTERVALS / 2);
        assert_eq!(queue.iter().map(|interval| interval.count).sum::<u32>(), rows);
        // Values rise, so each interval continues where the one before it ended.
        for pair in queue.windows(2) {
            assert_eq!((pair[0].max[0], pair[0].last[0] + 1), (pair[0].last[0], pair[1].first[0]));
            assert_eq!((pair[1].min, pair[1].at), (pair[1].first, pair[0].at + 1));
        }
    }

    #[test]
    fn bytes_limit_the_intervals_of_all_series() {
        let most_bytes = 50_000;
        let mut intervals = Intervals::new(1_000 * SECOND, most_bytes);
        for at in 0..200_000 {
            let now = at * 5_000_000;
            intervals.event(now, (at % 7) as u16, SegmentKind::Send, at as u32);
            intervals.queue(now, (at % 90) as u16, false, at as u32, 1);
            assert!(intervals.bytes() <= most_bytes);
        }
        let sent = (0..7).flat_map(|flow| intervals.events(flow, SegmentKind::Send)).map(|interval| interval.count);
        assert_eq!(sent.sum::<u32>(), 200_000);
        assert!(intervals.bytes() > most_bytes / 4, "{}", intervals.bytes());
    }

    #[test]
    fn changed_intervals_add_up_to_all_of_them() {
        let mut intervals = Intervals::new(1_000 * SECOND, 40_000);
        let mut known: Vec<Vec<f64>> = Vec::new();
        let mut width_s = 0.0;
        let mut widths = 0;
        for at in 0..5_000_u64 {
            // Some links are idle for long.
            intervals.queue(
                at * 200_000_000,
                [0, 1, 1, 0, 0][(at / 300 % 5) as usize],
                at / 300 % 5 == 2,
                at as u32,
                1,
            );
            if at % 70 != 0 && at != 4_999 {
                continue;
            }
            let changed = intervals.take();
            if changed.width_s != width_s {
                (width_s, widths) = (changed.width_s, widths + 1);
                known.clear();
            }
            let [(name, numbers), ..] = &changed.tables;
            assert_eq!(*name, "queues");
            for row in numbers.chunks(11) {
                known.retain(|other| other[..2] != row[..2]);
                known.push(row.to_vec());
            }
            let nothing = intervals.take();
            assert!(nothing.tables.iter().all(|(_, numbers)| numbers.is_empty()));
        }
        assert!(widths > 3);
        known.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
        let all: Vec<Vec<f64>> = (0..4)
            .flat_map(|key| {
                intervals.queues.of(key).iter().map(move |interval| {
                    let Interval { at, count, min, max, first, last } = *interval;
                    let columns =
                        [0, 1].into_iter().flat_map(|column| [min, max, first, last].map(|row| row[column].into()));
                    [key as f64, at.into(), count.into()].into_iter().chain(columns).collect()
                })
            })
            .collect();
        assert_eq!(known, all);
    }
}

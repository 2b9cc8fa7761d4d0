//! Checks that a thinned run's intervals sum up every row that a full recording has beyond the first ones.

use std::collections::BTreeMap;
use std::fmt::Debug;

use vegaslab_sim::kernel::from_seconds;
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::trace::intervals::{Interval, Intervals};
use vegaslab_sim::trace::tables::{SegmentKind, Tables};
use vegaslab_sim::{Budget, History, Simulation};

/// Rows of one flow or link: their times, ns, and columns.
type Rows<V, const COLUMNS: usize> = Vec<(u64, [V; COLUMNS])>;

/// Rows by flow or link.
type Series<V, const COLUMNS: usize> = BTreeMap<usize, Rows<V, COLUMNS>>;

/// Compares the intervals of one series with its rows. The first rows aren't in intervals; returns how many.
fn check_series<V: Copy + PartialOrd + Debug, const COLUMNS: usize>(
    rows: &[(u64, [V; COLUMNS])],
    intervals: &[Interval<V, COLUMNS>],
    width: u64,
) -> Result<usize, String> {
    let count: usize = intervals.iter().map(|interval| interval.count as usize).sum();
    let whole = rows.len().checked_sub(count).ok_or_else(|| format!("{count} rows instead of {}", rows.len()))?;
    let known = |value: &V| value.partial_cmp(value).is_some();
    let mut expected = Vec::new();
    for of_interval in rows[whole..].chunk_by(|one, other| one.0 / width == other.0 / width) {
        let (first, last) = (of_interval[0].1, of_interval[of_interval.len() - 1].1);
        let column = |column: usize| of_interval.iter().map(move |row| row.1[column]).filter(known);
        let least = |one: V, other: V| if other < one { other } else { one };
        let largest = |one: V, other: V| if other > one { other } else { one };
        expected.push(Interval {
            at: (of_interval[0].0 / width) as u32,
            count: of_interval.len() as u32,
            min: std::array::from_fn(|n| column(n).reduce(least).unwrap_or(first[n])),
            max: std::array::from_fn(|n| column(n).reduce(largest).unwrap_or(first[n])),
            first,
            last,
        });
    }
    // As text, in which NaN equals NaN.
    let different = expected.iter().zip(intervals).find(|(one, other)| format!("{one:?}") != format!("{other:?}"));
    match different {
        Some((expected, found)) => Err(format!("{found:?} instead of {expected:?}")),
        None if expected.len() != intervals.len() => {
            Err(format!("{} intervals instead of {}", intervals.len(), expected.len()))
        }
        None => Ok(whole),
    }
}

/// Compares the intervals of marks with the marks, and with the rows of the queues that marked packets enter.
fn check_marks(Tables { queues, segments, .. }: &Tables, intervals: &Intervals) -> Result<(), String> {
    let mut rows_at: BTreeMap<(u16, u64), Vec<[u32; 2]>> = BTreeMap::new();
    for row in 0..queues.len() {
        let place = rows_at.entry((queues.link[row], from_seconds(queues.time_s[row]))).or_default();
        place.push([queues.bytes[row], queues.packets[row]]);
    }
    let marks = [SegmentKind::Marked, SegmentKind::AckMarked, SegmentKind::DatagramMarked].map(|kind| kind as u8);
    let mut by_link: BTreeMap<u16, Vec<u64>> = BTreeMap::new();
    for row in (0..segments.len()).filter(|&row| marks.contains(&segments.kind[row])) {
        by_link.entry(segments.place[row]).or_default().push(from_seconds(segments.time_s[row]));
    }
    for (link, times) in by_link {
        let found = intervals.marks(link);
        let count: usize = found.iter().map(|interval| interval.count as usize).sum();
        let whole =
            times.len().checked_sub(count).ok_or_else(|| format!("{count} marks instead of {}", times.len()))?;
        let groups: Vec<&[u64]> =
            times[whole..].chunk_by(|one, other| one / intervals.width() == other / intervals.width()).collect();
        if groups.len() != found.len() {
            return Err(format!("{} intervals of marks instead of {}", found.len(), groups.len()));
        }
        for (group, interval) in groups.into_iter().zip(found) {
            if (interval.at, interval.count) != ((group[0] / intervals.width()) as u32, group.len() as u32) {
                return Err(format!("{interval:?} has other marks than {group:?}"));
            }
            for column in [0, 1] {
                // Other packets may have entered the queue, or left it, in the nanosecond of a mark.
                let queued = |time: &u64| rows_at.get(&(link, *time)).into_iter().flatten().map(move |row| row[column]);
                let least = || group.iter().filter_map(|time| queued(time).min());
                let most = || group.iter().filter_map(|time| queued(time).max());
                let (min, max) = (interval.min[column], interval.max[column]);
                let fits = least().min() <= Some(min) && Some(min) <= most().min();
                if !fits || least().max() > Some(max) || Some(max) > most().max() {
                    return Err(format!("{interval:?} has other queues than link {link} at {group:?}"));
                }
            }
        }
    }
    Ok(())
}

/// Compares the intervals of a run with all of its rows. Returns the number of rows that aren't in intervals.
fn check_tables(tables: &Tables, intervals: &Intervals) -> Result<usize, String> {
    let width = intervals.width();
    let mut whole = 0;
    let Tables { queues, windows, rtts, segments, .. } = tables;
    let mut by_link: BTreeMap<u16, Rows<u32, 2>> = BTreeMap::new();
    for row in 0..queues.len() {
        let place = by_link.entry(queues.link[row]).or_default();
        place.push((from_seconds(queues.time_s[row]), [queues.bytes[row], queues.packets[row]]));
    }
    for (link, rows) in by_link {
        let found = check_series(&rows, intervals.queued(link), width);
        whole += found.map_err(|error| format!("queue {link}: {error}"))?;
    }
    check_marks(tables, intervals)?;
    let mut by_flow: Series<f64, 3> = Series::new();
    for row in 0..windows.len() {
        let columns = [windows.cwnd[row], windows.ssthresh[row], f64::from(windows.flight[row])];
        by_flow.entry(windows.flow[row].into()).or_default().push((from_seconds(windows.time_s[row]), columns));
    }
    for (flow, rows) in by_flow {
        let found = check_series(&rows, intervals.windows.of(flow), width);
        whole += found.map_err(|error| format!("window {flow}: {error}"))?;
    }
    let mut by_flow: Series<f64, 5> = Series::new();
    for row in 0..rtts.len() {
        let columns =
            [&rtts.rtt_ms, &rtts.srtt_ms, &rtts.rto_ms, &rtts.base_rtt_ms, &rtts.diff].map(|column| column[row]);
        by_flow.entry(rtts.flow[row].into()).or_default().push((from_seconds(rtts.time_s[row]), columns));
    }
    for (flow, rows) in by_flow {
        let found = check_series(&rows, intervals.rtts.of(flow), width);
        whole += found.map_err(|error| format!("RTT {flow}: {error}"))?;
    }
    let mut by_kind: BTreeMap<(u16, u8), Rows<u32, 1>> = BTreeMap::new();
    for row in 0..segments.len() {
        let place = by_kind.entry((segments.flow[row], segments.kind[row])).or_default();
        place.push((from_seconds(segments.time_s[row]), [segments.seq[row]]));
    }
    for ((flow, kind), rows) in by_kind {
        let kind = SegmentKind::ALL[usize::from(kind)];
        let found = check_series(&rows, intervals.events(flow, kind), width);
        whole += found.map_err(|error| format!("{kind:?} of {flow}: {error}"))?;
    }
    Ok(whole)
}

/// Checks the intervals of a run's first `events` events that keeps `max_rows` rows in full, in steps of random sizes.
///
/// # Errors
/// They differ from what the rows of a full recording give.
pub fn check_intervals(
    scenario: &Scenario,
    events: u64,
    max_rows: u64,
    most_bytes: usize,
    stream: &mut Stream,
) -> Result<(), String> {
    let mut scenario = scenario.clone();
    scenario.record.max_rows = u64::MAX;
    let mut full = Simulation::new(&scenario);
    full.step(events);
    scenario.record.max_rows = max_rows;
    let mut thinned = History::new(&scenario, Budget { checkpoints: 0, intervals: most_bytes });
    let mut left = events;
    while left > 0 {
        let step = (1 + stream.below(events)).min(left);
        thinned.step(step);
        thinned.take_rows();
        left -= step;
    }
    let run = thinned.simulation();
    if run.summary().digest != full.summary().digest {
        return Err("intervals change the run".into());
    }
    let intervals = run.intervals().ok_or("there are no intervals")?;
    let tables = full.take_rows();
    let whole = check_tables(&tables, intervals)? as u64;
    // The rows that are kept in full also include states.
    let states = tables.states.len() as u64;
    let summary = run.summary();
    let first = max_rows.min(summary.rows_recorded + summary.rows_thinned);
    if whole > first || whole + states < first {
        return Err(format!("{whole} rows aren't in intervals, but the first {first} are kept in full"));
    }
    Ok(())
}

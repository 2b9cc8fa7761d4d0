//! Writes a run as qlog, one trace per flow as its sender sees it. The format was made for QUIC, and its viewers expect
//! QUIC's conventions: every transmission is a packet with its own number, an ACK lists only newly acknowledged packets, and
//! a retransmission means that the earlier packet was lost. Version 0.3 in JSON, which viewers support; later drafts only
//! rename things.

use std::collections::BTreeMap;
use std::io::{self, Write};

use vegaslab_json::quoted;
use vegaslab_sim::kernel::from_seconds;
use vegaslab_sim::trace::tables::{FLOW_STATES, FlowState, SegmentKind, Tables};

use crate::connections::{Connection, advance, connections_of};
use crate::number::{Milliseconds, Number};
use crate::{Origin, Recorded, Written, kind_of};

/// Maximum number of flows to name; more are only counted.
const NAMED: usize = 12;

pub fn write(run: &Recorded, origin: Origin<'_>, out: &mut impl Write) -> io::Result<Written> {
    let (title, application) = (quoted(run.title()), quoted(&run.application()));
    let description = quoted(&description(run, origin));
    write!(out, r#"{{"qlog_version":"0.3","qlog_format":"JSON","title":{title},"description":{description},"#)?;
    write!(out, r#""code_version":{application},"traces":["#)?;
    for (flow, spec) in run.scenario.flows.iter().enumerate() {
        let name = quoted(&spec.name);
        let comma = if flow == 0 { "" } else { "," };
        write!(out, r#"{comma}{{"title":{name},"vantage_point":{{"name":{name},"type":"client"}},"#)?;
        write!(
            out,
            r#""common_fields":{{"ODCID":{name},"group_id":{name},"time_format":"relative","reference_time":0}},"#
        )?;
        out.write_all(b"\"events\":[\n")?;
        Events::new(run, flow, out).write()?;
        out.write_all(b"]}")?;
    }
    out.write_all(b"]}\n")?;
    Ok(Written::default())
}

fn description(run: &Recorded, origin: Origin<'_>) -> String {
    let flows = &run.scenario.flows;
    let mut lines = vec![format!("{} · seed {} · {}", run.title(), run.scenario.seed, run.application())];
    if flows.len() > 1 {
        let names = flows.iter().take(NAMED).enumerate().map(|(index, flow)| format!("{} {}", index + 1, flow.name));
        let names = names.collect::<Vec<_>>().join(", ");
        let more = flows.len().saturating_sub(NAMED);
        lines.push(if more > 0 { format!("Flows: {names} and {more} more") } else { format!("Flows: {names}") });
    }
    if !origin.changes.is_empty() {
        lines.push(format!("Changed: {}", origin.changes));
    }
    lines.push(origin.link.to_owned());
    lines.join("\n")
}

/// Writes the events at a flow's sender, in chronological order.
struct Events<'a, W> {
    out: &'a mut W,
    rows: &'a Tables,
    smss: u32,
    header_bytes: u32,
    connections: Vec<Connection>,
    /// The current connection.
    current: usize,
    /// By segment, the number of the packet that carried it last.
    carried_by: BTreeMap<u32, u64>,
    /// The first segment that isn't acknowledged.
    una: u32,
    sent: u64,
    received: u64,
    is_first: bool,
}

impl<'a, W: Write> Events<'a, W> {
    fn new(run: &'a Recorded, flow: usize, out: &'a mut W) -> Self {
        let (spec, rows) = (&run.scenario.flows[flow], &run.rows[flow]);
        Self {
            out,
            rows,
            smss: spec.smss_bytes,
            header_bytes: spec.wire_header_bytes(),
            connections: connections_of(rows, run.transfers(flow)),
            current: 0,
            carried_by: BTreeMap::new(),
            una: 0,
            sent: 0,
            received: 0,
            is_first: true,
        }
    }

    fn write(mut self) -> io::Result<()> {
        let Tables { segments, windows, rtts, states, .. } = self.rows;
        let times = [&segments.time_s, &windows.time_s, &rtts.time_s, &states.time_s];
        let mut next = [0; 4];
        // Simultaneous events are in the order of the tables: packets first, then what they caused.
        let time_of = |table: usize, row: usize| times[table].get(row).map(|&time_s| (from_seconds(time_s), table));
        while let Some((time_ns, table)) = (0..4).filter_map(|table| time_of(table, next[table])).min() {
            let (time, row) = (Milliseconds(time_ns), next[table]);
            next[table] += 1;
            match table {
                0 => self.segment(&time, row)?,
                1 => self.window(&time, row)?,
                2 => self.rtt(&time, row)?,
                _ => self.state(&time, row)?,
            }
        }
        Ok(())
    }

    fn event(&mut self, time: &Milliseconds, name: &str, data: &str) -> io::Result<()> {
        let comma = if self.is_first { "" } else { ",\n" };
        self.is_first = false;
        write!(self.out, r#"{comma}{{"time":{time},"name":"{name}","data":{{{data}}}}}"#)
    }

    fn segment(&mut self, time: &Milliseconds, row: usize) -> io::Result<()> {
        let number = self.rows.segments.seq[row];
        // Why a sender considered a segment lost, in the terms of the qlog schema.
        let trigger = match kind_of(self.rows.segments.kind[row]) {
            Some(SegmentKind::Send) => None,
            Some(SegmentKind::RetransmitFast) => Some("reordering_threshold"),
            Some(SegmentKind::RetransmitEarly) => Some("time_threshold"),
            Some(SegmentKind::RetransmitTimeout) => Some("pto_expired"),
            Some(SegmentKind::Ack | SegmentKind::DupAck) => return self.ack(time, number),
            _ => return Ok(()),
        };
        if let (Some(trigger), Some(before)) = (trigger, self.carried_by.get(&number)) {
            let data = format!(r#"{},"trigger":"{trigger}""#, header(*before));
            self.event(time, "recovery:packet_lost", &data)?;
        }
        self.carried_by.insert(number, self.sent);
        let segment = i64::from(number);
        advance(&self.connections, &mut self.current, segment);
        let connection = &self.connections[self.current];
        let offset = connection.bytes_before(segment, self.smss);
        let length = connection.bytes_before(segment + 1, self.smss) - offset;
        let data = format!(
            r#"{},"raw":{{"length":{},"payload_length":{length}}},"frames":[{{"frame_type":"stream","stream_id":{},"offset":{offset},"length":{length}}}]"#,
            header(self.sent),
            length + i64::from(self.header_bytes),
            // Successive connections get the ids of client-initiated streams: 0, 4, 8, ...
            4 * self.current,
        );
        self.event(time, "transport:packet_sent", &data)?;
        self.sent += 1;
        Ok(())
    }

    /// An ACK of all segments before this one.
    fn ack(&mut self, time: &Milliseconds, number: u32) -> io::Result<()> {
        let acknowledged = (self.una..number).filter_map(|segment| self.carried_by.remove(&segment)).collect();
        self.una = self.una.max(number);
        let ranges: Vec<String> = ranges_of(acknowledged).iter().map(|(from, to)| format!("[{from},{to}]")).collect();
        let data = format!(
            r#"{},"raw":{{"length":{},"payload_length":0}},"frames":[{{"frame_type":"ack","acked_ranges":[{}]}}]"#,
            header(self.received),
            self.header_bytes,
            ranges.join(","),
        );
        self.received += 1;
        self.event(time, "transport:packet_received", &data)
    }

    fn window(&mut self, time: &Milliseconds, row: usize) -> io::Result<()> {
        let windows = &self.rows.windows;
        let bytes = |segments: f64| Number((segments * f64::from(self.smss)).round());
        let (window, flight) = (bytes(windows.cwnd[row]), u64::from(windows.flight[row]) * u64::from(self.smss));
        let mut data = format!(r#""congestion_window":{window},"bytes_in_flight":{flight}"#);
        if windows.ssthresh[row].is_finite() {
            data += &format!(r#","ssthresh":{}"#, bytes(windows.ssthresh[row]));
        }
        self.event(time, "recovery:metrics_updated", &data)
    }

    fn rtt(&mut self, time: &Milliseconds, row: usize) -> io::Result<()> {
        let rtts = &self.rows.rtts;
        let mut data = format!(r#""latest_rtt":{}"#, Number(rtts.rtt_ms[row]));
        for (name, value) in [("smoothed_rtt", rtts.srtt_ms[row]), ("min_rtt", rtts.base_rtt_ms[row])] {
            if !value.is_nan() {
                data += &format!(r#","{name}":{}"#, Number(value));
            }
        }
        self.event(time, "recovery:metrics_updated", &data)
    }

    fn state(&mut self, time: &Milliseconds, row: usize) -> io::Result<()> {
        let states = &self.rows.states.state;
        let new = state_name(states[row]);
        let data = match row.checked_sub(1) {
            None => format!(r#""new":"{new}""#),
            Some(before) => format!(r#""old":"{}","new":"{new}""#, state_name(states[before])),
        };
        self.event(time, "recovery:congestion_state_updated", &data)
    }
}

fn header(number: u64) -> String {
    format!(r#""header":{{"packet_type":"1RTT","packet_number":{number}}}"#)
}

/// The name of a state in the qlog schema, which has our names except for one.
fn state_name(code: u8) -> &'static str {
    match FLOW_STATES.get(usize::from(code)) {
        Some(_) if code == FlowState::Avoidance as u8 => "congestion_avoidance",
        Some(name) => name,
        None => "done",
    }
}

/// Groups numbers into ranges, including both ends.
fn ranges_of(mut numbers: Vec<u64>) -> Vec<(u64, u64)> {
    numbers.sort_unstable();
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_into_ranges() {
        assert_eq!(ranges_of(vec![5, 1, 2, 3, 9]), [(1, 3), (5, 5), (9, 9)]);
        assert_eq!(ranges_of(vec![]), []);
    }
}

//! Writes a run as a capture: the taps at the senders and at the receivers become two interfaces in one pcapng file. Each
//! tap has its own network, as if addresses were translated in between, because analyzers would take a packet seen twice at
//! one address for a retransmission.

mod blocks;
mod headers;
mod sources;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Write};

use vegaslab_sim::scenario::Scenario;

use self::blocks::Blocks;
use self::sources::{DatagramTaps, FlowTaps, Packet, Source, Track, window_shift};
use crate::connections::connections_of;
use crate::{Origin, Recorded, Written};

/// Captures with fewer bytes than this keep whole packets.
const WHOLE_BELOW: u64 = 48 << 20;
/// Bytes captured per packet in larger files: the headers.
const HEADERS: usize = 80;
/// Most flows whose window scale the comment of the file names.
const NAMED: usize = 20;

pub fn write(run: &Recorded, origin: Origin<'_>, whole: Option<bool>, out: &mut impl Write) -> io::Result<Written> {
    let headers_only = !whole.unwrap_or_else(|| is_small(run));
    let snaplen = if headers_only { HEADERS } else { 0 };
    let hosts = hosts(&run.scenario);
    let mut file = Blocks::new(out);
    file.section(&run.application(), &comment(run, origin, headers_only))?;
    file.interface("sender", "at the sender of each flow, which sees hosts in 10.0.0.0/16", snaplen)?;
    let receiver = "at the receiver of each flow, which sees the same hosts in 10.1.0.0/16";
    file.interface("receiver", receiver, snaplen)?;
    let names_at = |tap| hosts.iter().enumerate().map(move |(host, name)| (headers::address(tap, host), *name));
    file.names(names_at(0).chain(names_at(1)))?;

    let links = run.links();
    let mut sources = sources(run, &hosts, &links);
    // By time; simultaneous packets are in the order of the flows.
    let turn = |sources: &[Box<dyn Source + '_>], index: usize| Some(Reverse((sources[index].next_ns()?, index)));
    let mut next: BinaryHeap<_> = (0..sources.len()).filter_map(|index| turn(&sources, index)).collect();
    let mut packets = 0;
    while let Some(Reverse((_, source))) = next.pop() {
        if let Some(packet) = sources[source].packet() {
            let captured = if headers_only { packet.length.min(HEADERS) } else { packet.length };
            file.packet(&packet, captured)?;
            packets += 1;
        }
        next.extend(turn(&sources, source));
    }
    Ok(Written { packets, headers_only })
}

fn comment(run: &Recorded, origin: Origin<'_>, headers_only: bool) -> String {
    let mut lines = vec![
        format!("{}, seed {}. {}", run.title(), run.scenario.seed, origin.link),
        "Simulated by Vegas Lab. The clock begins with the run; payloads are zeros; connections begin without a handshake."
            .to_owned(),
    ];
    if headers_only {
        lines.push("Only the headers of packets are kept; checksums are those of the whole packets.".to_owned());
    }
    let scaled = run.scenario.flows.iter().filter_map(|flow| match window_shift(flow.rwnd_bytes) {
        0 => None,
        shift => Some(format!("The window fields of {} are to be multiplied by {}.", flow.name, 1 << shift)),
    });
    lines.extend(scaled.take(NAMED));
    lines.join("\n")
}

/// The nodes with a sender or a receiver.
fn hosts(scenario: &Scenario) -> Vec<&str> {
    let flows = scenario.flows.iter().map(|flow| [&*flow.from, &*flow.to]);
    let datagrams = scenario.datagrams.iter().map(|source| [&*source.from, &*source.to]);
    let mut hosts = Vec::new();
    for node in flows.chain(datagrams).flatten() {
        if !hosts.contains(&node) {
            hosts.push(node);
        }
    }
    hosts
}

fn sources<'a>(run: &'a Recorded, hosts: &[&str], links: &'a [String]) -> Vec<Box<dyn Source + 'a>> {
    let Recorded { scenario, rows, .. } = run;
    let mut ports = 0;
    let mut track = |index: usize, from: &str, to: &str, connections: usize| {
        let host = |name: &str| hosts.iter().position(|host| *host == name).unwrap_or_default();
        let track = Track::new(&rows[index].segments, links, [host(from), host(to)], ports);
        ports += connections;
        track
    };
    let mut sources: Vec<Box<dyn Source + 'a>> = Vec::new();
    for (index, flow) in scenario.flows.iter().enumerate() {
        let connections = connections_of(&rows[index], run.transfers(index));
        let track = track(index, &flow.from, &flow.to, connections.len());
        sources.push(Box::new(FlowTaps::new(flow, track, connections, &rows[index].sacks)));
    }
    for (index, source) in scenario.datagrams.iter().enumerate() {
        let track = track(scenario.flows.len() + index, &source.from, &source.to, 1);
        sources.push(Box::new(DatagramTaps::new(source, track)));
    }
    sources
}

/// Returns true if whole packets make a small file. About half of the rows are data segments, the others ACKs.
fn is_small(run: &Recorded) -> bool {
    let bytes = run
        .scenario
        .flows
        .iter()
        .zip(&run.rows)
        .map(|(flow, rows)| rows.segments.len() as u64 * u64::from(flow.smss_bytes + 2 * flow.wire_header_bytes()));
    bytes.sum::<u64>() <= 2 * WHOLE_BELOW
}

//! What fields mean together: names, endpoints, routes and sizes.

use vegaslab_json::{number::plain, quoted};

use super::flow::Sender;
use super::root::Scenario;
use crate::names::Names;
use crate::net::topology::{Topology, nodes_of_path};
use crate::net::{drops, places::Places};
use crate::schema::limits;
use crate::schema::problem::Problem;
use crate::schema::shape::{Described as _, Shape};
use crate::schema::typed::Typed as _;
use crate::timeline;

/// All that is wrong with a scenario whose every field is right by itself.
pub fn check(scenario: &Scenario) -> Vec<Problem> {
    let mut problems = Vec::new();
    names("", std::slice::from_ref(&scenario.name), &mut problems);
    names("links.", &scenario.links.iter().map(|link| link.name.clone()).collect::<Vec<_>>(), &mut problems);
    names("flows.", &scenario.flows.iter().map(|flow| flow.name.clone()).collect::<Vec<_>>(), &mut problems);
    if scenario.links.is_empty() {
        problems.push(Problem::new("links", "no link", "at least one"));
    }
    names(
        "datagrams.",
        &scenario.datagrams.iter().map(|source| source.name.clone()).collect::<Vec<_>>(),
        &mut problems,
    );
    if scenario.flows.is_empty() && scenario.datagrams.is_empty() {
        problems.push(Problem::new("flows", "neither a flow nor a datagram source", "at least one"));
    }
    links(scenario, &mut problems);
    flows(scenario, &mut problems);
    let count = problems.len();
    for (index, preset) in scenario.presets.iter().enumerate() {
        sack(&preset.sender, 1, "presets", index, &mut problems);
    }
    // What is wrong with a preset is not said of its flows too.
    if problems.len() == count {
        for (index, flow) in scenario.flows.iter().enumerate() {
            sack(&flow.sender, flow.sack_blocks, "flows", index, &mut problems);
        }
    }
    turns(scenario, &mut problems);
    datagrams(scenario, &mut problems);
    if !scenario.drops.is_empty() || !scenario.timeline.is_empty() {
        let places = Places::new(scenario);
        problems.extend(drops::check(&scenario.drops, &places));
        problems.extend(timeline::check(&scenario.timeline, &places));
    }
    problems
}

/// A part that relies on SACK blocks needs them: the sender must ask for them, and an ACK have room for one.
#[inline(never)]
fn sack(sender: &Sender, blocks: u32, list: &str, index: usize, problems: &mut Vec<Problem>) {
    let value = sender.to_value();
    let needing = Sender::FIELDS.iter().find_map(|field| {
        let Shape::Part { set } = field.shape else { return None };
        let members = set.members.iter().filter(|member| member.needs_sack);
        let mut members = members.filter(|member| value[field.name]["kind"] == member.kind);
        members.next().map(|member| (field.name, member.kind))
    });
    let Some((set, kind)) = needing else { return };
    if !sender.sack || blocks == 0 {
        let problem = [set, " ", &quoted(kind), " needs SACK blocks"].concat();
        let allowed = ["sack true and sack_blocks 1 or more, or another ", set].concat();
        problems.push(Problem::new(format!("{list}.{index}.sender.{set}"), problem, allowed));
    }
}

fn turns(scenario: &Scenario, problems: &mut Vec<Problem>) {
    for (index, flow) in scenario.flows.iter().enumerate() {
        let Some(partner) = &flow.turns_with else { continue };
        let found = scenario.flows.iter().find(|other| other.name == *partner);
        let mutual = found.is_some_and(|other| other.turns_with.as_ref() == Some(&flow.name));
        if !mutual || *partner == flow.name {
            let problem = format!("{} does not take turns with {}", quoted(partner), quoted(&flow.name));
            let allowed = "another flow that names this one in its turns_with";
            problems.push(Problem::new(format!("flows.{index}.turns_with"), problem, allowed));
        }
    }
}

fn datagrams(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let topology = Topology::new(&scenario.links);
    for (index, source) in scenario.datagrams.iter().enumerate() {
        let mut fault = |field: &str, problem: String, allowed: &str| {
            problems.push(Problem::new(format!("datagrams.{index}.{field}"), problem, allowed));
        };
        if source.from == source.to {
            fault("to", "the datagrams end where they start".into(), "another node");
        } else if topology.route(&source.from, &source.to).is_none() {
            fault(
                "to",
                format!("no path from {} to {}", quoted(&source.from), quoted(&source.to)),
                "nodes joined by links",
            );
        }
        if source.start_s >= scenario.duration_s {
            let problem = format!("the run ends at {} s, before the source starts", plain(scenario.duration_s));
            fault("start_s", problem, "less than duration_s");
        }
        if source.stop_s.is_some_and(|stop_s| stop_s <= source.start_s) {
            fault("stop_s", format!("the source starts at {} s", plain(source.start_s)), "more than start_s");
        }
    }
}

fn names(list: &str, names: &[String], problems: &mut Vec<Problem>) {
    let mut seen = Names::default();
    for (index, name) in names.iter().enumerate() {
        let path = if list.is_empty() { "name".to_owned() } else { format!("{list}{index}.name") };
        if name.chars().count() > limits::NAME_LENGTH {
            // Only a copy of a flow comes here with a name that is too long.
            let allowed = format!("at most {} characters with its number", limits::NAME_LENGTH);
            problems.push(Problem::new(path, format!("{} is too long", quoted(name)), allowed));
        } else if name.is_empty() || name.contains(['>', '/', '.', '=']) || name.chars().any(char::is_control) {
            problems.push(Problem::new(path, format!("{} is no name", quoted(name)), "text without > / . ="));
        } else if !seen.add(name, 0) {
            problems.push(Problem::new(path, format!("{} appears twice", quoted(name)), "a name of its own"));
        }
    }
}

fn links(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let mut seen = Names::default();
    for (index, link) in scenario.links.iter().enumerate() {
        for (field, node) in [("from", &link.from), ("to", &link.to)] {
            if node.is_empty() || node.contains('>') {
                let problem = format!("{} is no name of a node", quoted(node));
                problems.push(Problem::new(format!("links.{index}.{field}"), problem, "text without >"));
            }
        }
        if link.from == link.to {
            let problem = format!("the link leads from {} to itself", quoted(&link.from));
            problems.push(Problem::new(format!("links.{index}.to"), problem, "another node"));
        }
        if link.back.is_some() && !link.both_ways {
            let allowed = "null where both_ways is false";
            problems.push(Problem::new(format!("links.{index}.back"), "the link does not lead back", allowed));
        }
        let back = link.both_ways.then_some((&link.to, &link.from));
        for (from, to) in std::iter::once((&link.from, &link.to)).chain(back) {
            if !seen.add(&format!("{from}>{to}"), 0) {
                let problem = format!("there already is a link from {} to {}", quoted(from), quoted(to));
                problems.push(Problem::new(format!("links.{index}"), problem, "one link per direction"));
            }
        }
    }
}

fn flows(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let topology = Topology::new(&scenario.links);
    let nodes = some_of(topology.nodes());
    for (index, flow) in scenario.flows.iter().enumerate() {
        let mut fault = |field: &str, problem: String, allowed: String| {
            problems.push(Problem::new(format!("flows.{index}.{field}"), problem, allowed));
        };
        let mut known = true;
        for (field, node) in [("from", &flow.from), ("to", &flow.to)] {
            if !topology.has_node(node) {
                known = false;
                fault(field, format!("no link touches {}", quoted(node)), format!("one of {nodes}"));
            }
        }
        if flow.from == flow.to {
            fault("to", "the flow ends where it starts".into(), "another node".into());
        } else if known {
            for (from, field, between, to, what) in [
                (&flow.from, "route", &flow.route, &flow.to, "data"),
                (&flow.to, "route_back", &flow.route_back, &flow.from, "ACKs"),
            ] {
                if between.is_empty() {
                    if topology.route(from, to).is_none() {
                        let problem = format!("no path for {what} from {} to {}", quoted(from), quoted(to));
                        fault("to", problem, "nodes joined by links".into());
                    }
                } else if let Some(problem) = route_problem(&topology, &nodes_of_path(from, between, to)) {
                    let allowed =
                        format!("the nodes between {} and {}, each once and joined by links", quoted(from), quoted(to));
                    fault(field, problem, allowed);
                }
            }
        }
        if flow.rwnd_bytes < u64::from(flow.smss_bytes) {
            let problem = format!("{} bytes hold no segment of {} bytes", flow.rwnd_bytes, flow.smss_bytes);
            fault("rwnd_bytes", problem, format!("at least {}", flow.smss_bytes));
        }
        if flow.start_s >= scenario.duration_s {
            let problem = format!("the run ends at {} s, before the flow starts", plain(scenario.duration_s));
            fault("start_s", problem, "less than duration_s".into());
        }
        if flow.start_s + flow.start_jitter_s > scenario.duration_s {
            let (latest, end) = (plain(flow.start_s + flow.start_jitter_s), plain(scenario.duration_s));
            let problem = format!("the flow may start at {latest} s, and the run ends at {end} s");
            fault("start_jitter_s", problem, "with start_s at most duration_s".into());
        }
        let segments = flow.traffic.bytes().map_or(0, |bytes| bytes.div_ceil(u64::from(flow.smss_bytes)));
        if segments > limits::SEGMENTS {
            fault("traffic.bytes", format!("{segments} segments"), format!("at most {} segments", limits::SEGMENTS));
        }
    }
}

/// The first of these names, and how many there are beside them.
fn some_of(names: Vec<&str>) -> String {
    const SHOWN: usize = 40;
    match names.get(SHOWN..) {
        None | Some([]) => names.join(", "),
        Some(more) => format!("{} or {} more", names[..SHOWN].join(", "), more.len()),
    }
}

/// What is wrong with a static route, its ends included.
fn route_problem(topology: &Topology<'_>, nodes: &[&str]) -> Option<String> {
    let twice = nodes.iter().enumerate().find(|(index, node)| nodes[..*index].contains(node));
    if let Some((_, twice)) = twice {
        return Some(format!("the path {} comes twice to {}", nodes.join(" > "), quoted(twice)));
    }
    let (from, to) = topology.path(nodes).err()?;
    Some(format!("no link leads from {} to {}", quoted(from), quoted(to)))
}

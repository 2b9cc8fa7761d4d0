//! Checks that fields are consistent with each other: names, endpoints, routes and sizes.

use super::flow::{Flow, Sender};
use super::root::Scenario;
use crate::message::{Message, quoted, shortened};
use crate::messages;
use crate::names::Names;
use crate::net::topology::{Topology, nodes_of_path};
use crate::net::{directory::Directory, drops};
use crate::schema::limits;
use crate::schema::problem::Problem;
use crate::schema::shape::{Described as _, Shape};
use crate::schema::suggest::one_of;
use crate::schema::typed::Typed as _;
use crate::timeline;

/// Collects the problems of a scenario whose fields all conform to their shapes. The entries have its flows without
/// their copies.
pub fn check(scenario: &Scenario, entries: &[Flow]) -> Vec<Problem> {
    let mut problems = Vec::new();
    names("", std::slice::from_ref(&scenario.name), &mut problems);
    names("links.", &scenario.links.iter().map(|link| link.name.clone()).collect::<Vec<_>>(), &mut problems);
    names("flows.", &scenario.flows.iter().map(|flow| flow.name.clone()).collect::<Vec<_>>(), &mut problems);
    if scenario.links.is_empty() {
        problems.push(Problem::new("links", messages::no_link(), messages::at_least_one()));
    }
    names(
        "datagrams.",
        &scenario.datagrams.iter().map(|source| source.name.clone()).collect::<Vec<_>>(),
        &mut problems,
    );
    if scenario.flows.is_empty() && scenario.datagrams.is_empty() {
        problems.push(Problem::new("flows", messages::no_traffic(), messages::at_least_one()));
    }
    links(scenario, &mut problems);
    flows(scenario, &mut problems);
    let count = problems.len();
    for (index, preset) in scenario.presets.iter().enumerate() {
        sack(&preset.sender, 1, "presets", index, &mut problems);
    }
    // Don't repeat a problem of a preset for the flows that use it.
    if problems.len() == count {
        let mut index = 0;
        for flow in entries {
            sack(&flow.sender, flow.sack_blocks, "flows", index, &mut problems);
            index += flow.copies as usize;
        }
    }
    turns(scenario, &mut problems);
    datagrams(scenario, &mut problems);
    if !scenario.drops.is_empty() || !scenario.timeline.is_empty() {
        let directory = Directory::new(scenario);
        problems.extend(drops::check(&scenario.drops, &directory));
        problems.extend(timeline::check(&scenario.timeline, &directory));
    }
    problems
}

/// Checks that a sender whose parts rely on SACK blocks asks for them, and that an ACK has room for one.
#[inline(never)]
fn sack(sender: &Sender, blocks: u32, list: &str, index: usize, problems: &mut Vec<Problem>) {
    let value = sender.to_value();
    let required = Sender::FIELDS.iter().find_map(|field| {
        let Shape::Part { set } = field.shape else { return None };
        let members = set.members.iter().filter(|member| member.needs_sack);
        let mut members = members.filter(|member| value[field.name]["kind"] == member.kind);
        members.next().map(|member| (field.name, member.kind))
    });
    let Some((set, kind)) = required else { return };
    if !sender.sack || blocks == 0 {
        let problem = messages::needs_sack(set, &quoted(kind));
        let allowed = messages::sack_or_another(set);
        problems.push(Problem::new(format!("{list}.{index}.sender.{set}"), problem, allowed));
    }
}

fn turns(scenario: &Scenario, problems: &mut Vec<Problem>) {
    for (index, flow) in scenario.flows.iter().enumerate() {
        let Some(partner) = &flow.turns_with else { continue };
        let found = scenario.flows.iter().find(|other| other.name == *partner);
        let mutual = found.is_some_and(|other| other.turns_with.as_ref() == Some(&flow.name));
        if !mutual || *partner == flow.name {
            let problem = messages::takes_no_turns(&quoted(partner), &quoted(&flow.name));
            let allowed = messages::mutual_turns();
            problems.push(Problem::new(format!("flows.{index}.turns_with"), problem, allowed));
        }
    }
}

fn datagrams(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let topology = Topology::new(&scenario.links);
    for (index, source) in scenario.datagrams.iter().enumerate() {
        let mut report = |field: &str, problem: Message, allowed: Message| {
            problems.push(Problem::new(format!("datagrams.{index}.{field}"), problem, allowed));
        };
        if source.from == source.to {
            report("to", messages::datagrams_end_where_they_start(), messages::another_node());
        } else if topology.route(&source.from, &source.to).is_none() {
            report("to", messages::no_path(&quoted(&source.from), &quoted(&source.to)), messages::joined_nodes());
        }
        if source.start_s >= scenario.duration_s {
            let problem = messages::run_ends_before_source(scenario.duration_s);
            report("start_s", problem, messages::less_than_duration());
        }
        if source.stop_s.is_some_and(|stop_s| stop_s <= source.start_s) {
            report("stop_s", messages::source_starts(source.start_s), messages::more_than_start());
        }
    }
}

fn names(list: &str, names: &[String], problems: &mut Vec<Problem>) {
    let mut seen = Names::default();
    for (index, name) in names.iter().enumerate() {
        let path = if list.is_empty() { "name".to_owned() } else { format!("{list}{index}.name") };
        if name.chars().count() > limits::NAME_LENGTH {
            // Shape checks have already rejected long names; only a numbered copy of a flow can still exceed the limit.
            let allowed = messages::at_most_characters_with_number(limits::NAME_LENGTH);
            problems.push(Problem::new(path, messages::name_too_long(&quoted(name)), allowed));
        } else if name.is_empty() || name.contains(['>', '/', '.', '=']) || name.chars().any(char::is_control) {
            problems.push(Problem::new(path, messages::no_name(&quoted(name)), messages::text_without_marks()));
        } else if !seen.add(name, 0) {
            problems.push(Problem::new(path, messages::name_appears_twice(&quoted(name)), messages::own_name()));
        }
    }
}

fn links(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let mut seen = Names::default();
    for (index, link) in scenario.links.iter().enumerate() {
        for (field, node) in [("from", &link.from), ("to", &link.to)] {
            if node.is_empty() || node.contains('>') {
                let problem = messages::no_node_name(&quoted(node));
                problems.push(Problem::new(format!("links.{index}.{field}"), problem, messages::text_without_arrow()));
            }
        }
        if link.from == link.to {
            let problem = messages::link_leads_to_itself(&quoted(&link.from));
            problems.push(Problem::new(format!("links.{index}.to"), problem, messages::another_node()));
        }
        if link.back.is_some() && !link.both_ways {
            let (problem, allowed) = (messages::link_does_not_lead_back(), messages::null_if_one_way());
            problems.push(Problem::new(format!("links.{index}.back"), problem, allowed));
        }
        let back = link.both_ways.then_some((&link.to, &link.from));
        for (from, to) in std::iter::once((&link.from, &link.to)).chain(back) {
            if !seen.add(&format!("{from}>{to}"), 0) {
                let problem = messages::link_exists(&quoted(from), &quoted(to));
                problems.push(Problem::new(format!("links.{index}"), problem, messages::one_link_per_direction()));
            }
        }
    }
}

fn flows(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let topology = Topology::new(&scenario.links);
    let nodes = one_of(&topology.nodes());
    for (index, flow) in scenario.flows.iter().enumerate() {
        let mut report = |field: &str, problem: Message, allowed: Message| {
            problems.push(Problem::new(format!("flows.{index}.{field}"), problem, allowed));
        };
        let mut known = true;
        for (field, node) in [("from", &flow.from), ("to", &flow.to)] {
            if !topology.has_node(node) {
                known = false;
                report(field, messages::no_link_touches(&quoted(node)), nodes.clone());
            }
        }
        if flow.from == flow.to {
            report("to", messages::flow_ends_where_it_starts(), messages::another_node());
        } else if known {
            let no_path: [fn(&str, &str) -> Message; 2] = [messages::no_path_for_data, messages::no_path_for_acks];
            for (from, field, between, to, no_path) in [
                (&flow.from, "route", &flow.route, &flow.to, no_path[0]),
                (&flow.to, "route_back", &flow.route_back, &flow.from, no_path[1]),
            ] {
                if between.is_empty() {
                    if topology.route(from, to).is_none() {
                        report("to", no_path(&quoted(from), &quoted(to)), messages::joined_nodes());
                    }
                } else if let Some(problem) = route_problem(&topology, &nodes_of_path(from, between, to)) {
                    let allowed = messages::each_node_between(&quoted(from), &quoted(to));
                    report(field, problem, allowed);
                }
            }
        }
        if flow.rwnd_bytes < u64::from(flow.smss_bytes) {
            let problem = messages::window_below_segment(flow.rwnd_bytes, flow.smss_bytes);
            report("rwnd_bytes", problem, messages::at_least(flow.smss_bytes));
        }
        if flow.start_s >= scenario.duration_s {
            let problem = messages::run_ends_before_flow(scenario.duration_s);
            report("start_s", problem, messages::less_than_duration());
        }
        if flow.start_s + flow.start_jitter_s > scenario.duration_s {
            let problem = messages::flow_may_start_late(flow.start_s + flow.start_jitter_s, scenario.duration_s);
            report("start_jitter_s", problem, messages::with_start_at_most_duration());
        }
        let segments = flow.traffic.bytes().map_or(0, |bytes| bytes.div_ceil(u64::from(flow.smss_bytes)));
        if segments > limits::SEGMENTS {
            report("traffic.bytes", messages::segments(segments), messages::at_most_segments(limits::SEGMENTS));
        }
    }
}

/// Checks a static route, given with its ends; returns its problem, if any.
fn route_problem(topology: &Topology<'_>, nodes: &[&str]) -> Option<Message> {
    let twice = nodes.iter().enumerate().find(|(index, node)| nodes[..*index].contains(node));
    if let Some((_, twice)) = twice {
        return Some(messages::path_comes_twice(&shortened(&nodes.join(" > ")), &quoted(twice)));
    }
    let (from, to) = topology.path(nodes).err()?;
    Some(messages::no_link_leads(&quoted(from), &quoted(to)))
}

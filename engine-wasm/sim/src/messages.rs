//! All messages about problems of a scenario. `given`, and names taken from the scenario, are JSON text, quotes
//! included. `unit`, `doc` and `reason` are texts of the catalogue or of the JSON reader; the page looks up their
//! translations by the English text.

use crate::message::Message;

crate::messages! {
    // Fields and their shapes.
    missing() = "missing";
    as_documented(doc: &str) = "{doc}";
    unknown_field() = "unknown field";
    unknown_kind(given: &str) = "unknown kind {given}";
    unknown_value(given: &str) = "unknown value {given}";
    kind_is_missing() = "kind is missing";
    did_you_mean(problem: &Message, name: &str) = "{problem}; did you mean {name}?";
    object_given() = "found an object";
    list_given() = "found a list";
    other_given(given: &str) = "found {given}";
    not_whole(value: f64) = "{value} isn't a whole number";
    out_of_range(value: f64) = "{value} is out of range";
    characters(count: usize) = "{count} characters";
    entries(count: usize) = "{count} entries";
    true_or_false() = "true or false";
    any_text() = "text";
    any_list() = "a list";
    any_object() = "an object";
    any_part() = "an object with a kind";
    only_kind() = "no fields except kind";
    only_value(value: f64) = "{value}";
    number(least: f64, most: f64) = "a number from {least} to {most}";
    number_with_unit(least: f64, most: f64, unit: &str) = "a number from {least} to {most} {unit}";
    whole_number(least: f64, most: f64) = "a whole number from {least} to {most}";
    whole_number_with_unit(least: f64, most: f64, unit: &str) = "a whole number from {least} to {most} {unit}";
    at_most(most: usize) = "at most {most}";
    at_least(least: u32) = "at least {least}";
    at_least_one() = "at least one";
    exactly_one() = "exactly one";
    one_of(names: &str) = "one of {names}";
    one_of_many(names: &str, count: usize) = "one of {names} or {count} more";

    either(one: &Message, other: &Message) = "{one}, or {other}";

    // The text as a whole.
    text_too_long(count: usize) = "{count} bytes of text";
    at_most_bytes(most: usize) = "at most {most} bytes";
    empty_text() = "no text";
    not_json(reason: &str, line: usize, column: usize, near: &str) = "not JSON: {reason} at line {line} column {column}, near `{near}`";
    one_json_object() = "one JSON object";
    not_a_scenario() = "not a scenario";
    as_the_schema_describes() = "what the schema describes";

    // Presets and senders.
    no_such_preset(given: &str) = "there's no preset {given}";
    preset_exists(given: &str) = "there's already a preset {given}";
    needs_sack(part: &str, kind: &str) = "{part} {kind} needs SACK blocks";
    sack_or_another(part: &str) = "sack true and sack_blocks 1 or more, or another {part}";

    // Names.
    no_name(name: &str) = "{name} isn't a valid name";
    no_node_name(name: &str) = "{name} isn't a valid name for a node";
    name_too_long(name: &str) = "{name} is too long";
    name_appears_twice(name: &str) = "{name} appears twice";
    own_name() = "a unique name";
    text_without_marks() = "text without > / . =";
    text_without_arrow() = "text without >";
    at_most_characters_with_number(most: usize) = "at most {most} characters, including the number";
    no_such_flow(name: &str) = "there's no flow called {name}";
    no_such_link(name: &str) = "there's no link called {name}";
    no_such_directed_link(name: &str) = "there's no directed link called {name}";

    // Links and paths.
    no_link() = "no link";
    link_leads_to_itself(node: &str) = "the link connects {node} to itself";
    another_node() = "another node";
    link_does_not_lead_back() = "the link is one-way";
    null_if_one_way() = "null if both_ways is false";
    link_exists(from: &str, to: &str) = "there's already a link from {from} to {to}";
    one_link_per_direction() = "one link per direction";
    no_link_touches(node: &str) = "{node} has no link";
    no_path(from: &str, to: &str) = "no path from {from} to {to}";
    no_path_for_data(from: &str, to: &str) = "no path for data from {from} to {to}";
    no_path_for_acks(from: &str, to: &str) = "no path for ACKs from {from} to {to}";
    no_path_leads(from: &str, to: &str) = "there's no path from {from} to {to}";
    no_link_leads(from: &str, to: &str) = "there's no link from {from} to {to}";
    path_comes_twice(nodes: &str, node: &str) = "the path {nodes} visits {node} twice";
    joined_nodes() = "nodes connected by links";
    nodes_between(from: &str, to: &str) = "nodes between {from} and {to}, connected by links";
    each_node_between(from: &str, to: &str) = "the nodes between {from} and {to}, each once and connected by links";

    // Flows and datagram sources.
    no_traffic() = "there's no flow and no datagram source";
    too_many_flows(count: usize) = "{count} flows including this one";
    at_most_flows(most: usize) = "at most {most} flows in all";
    flow_ends_where_it_starts() = "the flow starts and ends at the same node";
    datagrams_end_where_they_start() = "the datagrams start and end at the same node";
    window_below_segment(bytes: u64, smss: u32) = "{bytes} bytes are too few for a segment of {smss} bytes";
    run_ends_before_flow(end: f64) = "the run ends at {end} s, before the flow starts";
    run_ends_before_source(end: f64) = "the run ends at {end} s, before the source starts";
    less_than_duration() = "less than duration_s";
    source_starts(start: f64) = "the source starts at {start} s";
    more_than_start() = "more than start_s";
    flow_may_start_late(latest: f64, end: f64) = "the flow may start as late as {latest} s, but the run ends at {end} s";
    with_start_at_most_duration() = "at most duration_s when added to start_s";
    segments(count: u64) = "{count} segments";
    at_most_segments(most: u64) = "at most {most} segments";
    takes_no_turns(partner: &str, name: &str) = "{partner} doesn't take turns with {name}";
    mutual_turns() = "another flow whose turns_with names this one";

    // Scripted drops.
    drops_given(count: usize) = "{count} of segment, packet and ack are given";
    no_segment_of_transmission() = "there's no segment that it applies to";
    one_or_a_segment() = "1, or also give a segment";
    nothing_to_delay() = "there's nothing that comes later";
    zero_or_another_effect() = "0, or the effect delay or copy";
    no_delay() = "the packet wouldn't come later";
    more_than_zero() = "more than 0";

    // Assignments of the command line.
    no_value_given() = "no value is given";
    path_and_value() = "path=value";
    too_many_values() = "the link changes too many values";
    at_most_values(most: usize) = "up to {most} values";
    list_is_empty() = "the list is empty";
    list_with_entries() = "a list with entries";
    star_without_list() = "* needs a list, and this isn't one";
    star_for_entry() = "* in place of a list entry";
    no_such_entry(name: &str) = "the list has no entry {name}";
    entry_of_list(count: usize) = "a name in the list, a number below {count}, or *";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_template_uses_exactly_its_values() {
        crate::message::assert_declared(super::ALL);
    }
}

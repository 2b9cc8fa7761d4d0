//! Tests that apply to every source at extreme parameters: it makes progress, and its draws come from its own stream.

use serde_json::{Map, Value, json};

use super::{Traffic, TrafficContext};
use crate::kernel::Nanos;
use crate::kernel::random::Stream;
use crate::schema::shape::{Member, Shape};
use crate::schema::typed::Typed;
use crate::traffic::distributions::SHORTEST_WAIT;

/// A context with segments of 512 bytes.
pub fn context(seed: u64) -> TrafficContext {
    TrafficContext { stream: Stream::new(seed, "traffic/test"), smss_bytes: 512 }
}

/// A member as JSON. The digits of `corner` in base 3 select the value of each field: its default (0), or for a number
/// the lower (1) or upper (2) end of its range.
pub fn at_corner(member: &Member, corner: usize) -> Value {
    let mut part = Map::from_iter([("kind".to_owned(), json!(member.kind))]);
    let mut rest = corner;
    for field in member.fields {
        let value = match (&field.shape, rest % 3) {
            (Shape::Number { min, integer: true, .. }, 1) => json!(*min as u64),
            (Shape::Number { max, integer: true, .. }, 2) => json!(*max as u64),
            (Shape::Number { min, .. }, 1) => json!(min),
            (Shape::Number { max, .. }, 2) => json!(max),
            _ => field.default.expect("every field of a source has a default").value(),
        };
        rest /= 3;
        part.insert(field.name.to_owned(), value);
    }
    Value::Object(part)
}

/// The first actions of a source: connections, and writes if it makes any.
fn first_actions(part: &Value, context: &TrafficContext) -> Vec<(Nanos, Option<u64>)> {
    let traffic: Traffic = Typed::from_value(part).expect("the member is valid");
    let mut source = traffic.start(context);
    let most = source.most_bytes();
    let mut actions = Vec::new();
    let mut in_portions = false;
    for _ in 0..300 {
        let Some(connection) = source.next_connection() else { break };
        assert!(connection.bytes.is_none_or(|bytes| bytes >= 1 && most.is_some_and(|most| bytes <= most)), "{part}");
        assert_eq!(connection.bytes.is_none(), most.is_none(), "{part}");
        in_portions |= connection.in_portions;
        actions.push((connection.wait, connection.bytes));
    }
    for _ in 0..300 {
        let write = source.next_write();
        assert!(in_portions || write.is_none(), "{part}");
        actions.extend(write.map(|write| (write.wait, Some(u64::from(write.segments)))));
    }
    actions
}

#[test]
fn every_source_makes_progress_at_extreme_parameters() {
    for member in Traffic::PART_SET.members {
        for corner in 0..3_usize.pow(member.fields.len() as u32) {
            let part = at_corner(member, corner);
            for smss_bytes in [1, 512, 65_495] {
                let actions = first_actions(&part, &TrafficContext { smss_bytes, ..context(1) });
                assert!(!actions.is_empty(), "{part}");
                // Only the first action may happen immediately.
                assert!(actions[1..].iter().all(|&(wait, _)| wait >= SHORTEST_WAIT), "{part}: {actions:?}");
                let time: u128 = actions.iter().map(|&(wait, _)| u128::from(wait)).sum();
                assert!(time < u128::from(u64::MAX) / 2, "{part}");
            }
        }
    }
}

#[test]
fn draws_depend_only_on_the_stream() {
    for member in Traffic::PART_SET.members {
        let part = at_corner(member, 0);
        assert_eq!(first_actions(&part, &context(1)), first_actions(&part, &context(1)), "{part}");
        let drawn = !["bulk", "transfer", "repeated", "scripted_writes"].contains(&member.kind);
        assert_eq!(first_actions(&part, &context(1)) != first_actions(&part, &context(2)), drawn, "{part}");
    }
}

#[test]
fn bytes_is_the_largest_possible_connection() {
    let bytes = |part: Value| Traffic::from_value(&part).expect("a part").bytes();
    assert_eq!(bytes(json!({ "kind": "bulk" })), None);
    assert_eq!(bytes(json!({ "kind": "transfer", "bytes": 77 })), Some(77));
    assert_eq!(bytes(json!({ "kind": "tcplib_ftp", "mean_sleep_s": 1, "count": 0 })), Some(3_700_000));
}

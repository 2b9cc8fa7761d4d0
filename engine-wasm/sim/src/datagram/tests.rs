//! Tests that apply to every source at extreme parameters, and how a scenario describes a source.

use serde_json::{Value, json};

use super::{Burst, Datagram, DatagramContext, DatagramRule, DatagramSource};
use crate::kernel::Nanos;
use crate::kernel::random::Stream;
use crate::schema::conform::conform;
use crate::schema::shape::object;
use crate::schema::typed::Typed;
use crate::traffic::distributions::SHORTEST_WAIT;
use crate::traffic::tests::at_corner;

/// A context with UDP and IP headers.
pub fn context(seed: u64) -> DatagramContext {
    DatagramContext { stream: Stream::new(seed, "datagrams/test"), header_bytes: 28 }
}

/// The first waits of a source.
pub fn waits(mut source: impl DatagramRule, count: usize) -> Vec<Nanos> {
    std::iter::from_fn(|| source.next_burst()).map(|burst| burst.wait).take(count).collect()
}

fn first_bursts(part: &Value, context: &DatagramContext) -> Vec<Burst> {
    let datagram: Datagram = Typed::from_value(part).expect("the member is valid");
    let mut source = datagram.start(context);
    std::iter::from_fn(|| source.next_burst()).take(300).collect()
}

#[test]
fn every_source_makes_progress_at_extreme_parameters() {
    for member in Datagram::PART_SET.members {
        for corner in 0..3_usize.pow(member.fields.len() as u32) {
            let part = at_corner(member, corner);
            for header_bytes in [0, 120] {
                let bursts = first_bursts(&part, &DatagramContext { header_bytes, ..context(1) });
                assert_eq!(bursts.len(), 300, "{part}");
                // Only the first packet may leave immediately.
                assert!(bursts[1..].iter().all(|burst| burst.wait >= SHORTEST_WAIT), "{part}: {bursts:?}");
                for burst in bursts {
                    assert_eq!(burst.sizes().count() as u32, burst.packets, "{part}");
                    assert!((1..=1_024).contains(&burst.packets), "{part}");
                    assert!(burst.last_bytes > header_bytes && burst.last_bytes <= burst.packet_bytes, "{part}");
                    assert!(burst.wait < 2_000_000_000_000_000, "{part}");
                }
            }
        }
    }
}

#[test]
fn draws_depend_only_on_the_stream() {
    for member in Datagram::PART_SET.members {
        let part = at_corner(member, 0);
        assert_eq!(first_bursts(&part, &context(1)), first_bursts(&part, &context(1)), "{part}");
        let drawn = member.kind != "constant_rate";
        assert_eq!(first_bursts(&part, &context(1)) != first_bursts(&part, &context(2)), drawn, "{part}");
    }
}

#[test]
fn a_source_of_a_scenario_gets_defaults_and_is_read_back() {
    let mut value = json!({ "name": "udp", "from": "a", "to": "b", "traffic": { "kind": "bursts", "mean_gap_s": 2 } });
    let mut problems = Vec::new();
    conform(&object::<DatagramSource>(), &mut value, &mut String::new(), &mut problems);
    assert_eq!(problems, []);
    let expected = json!({
        "name": "udp", "from": "a", "to": "b", "start_s": 0.0, "stop_s": null, "header_bytes": 28,
        "traffic": { "kind": "bursts", "burst_bytes": 8192, "fragment_bytes": 1472, "mean_gap_s": 2 },
    });
    assert_eq!(value, expected);
    let source: DatagramSource = Typed::from_value(&value).expect("a conforming source is readable");
    assert_eq!(source.stop_s, None);
    let mut value = json!({ "name": "udp", "from": "a", "to": "b", "traffic": { "kind": "bulk" } });
    conform(&object::<DatagramSource>(), &mut value, &mut String::new(), &mut problems);
    assert_eq!(problems.iter().map(|problem| problem.path.as_str()).collect::<Vec<_>>(), ["traffic.kind"]);
}

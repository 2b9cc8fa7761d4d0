//! Invariants on random scenarios. The parts and their numbers are drawn from the registries, so a new part takes part at
//! once. A failure prints its case and seed.

mod support;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use support::checked;
use vegaslab_sim::Simulation;
use vegaslab_sim::catalogue::part_sets;
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::scenario::shape::Shape;

/// A random member of a set; about half of its fields are drawn, the rest are defaults.
fn random_part(set: &str, stream: &mut Stream) -> Value {
    let set = part_sets().into_iter().find(|known| known.name == set).expect("the set exists");
    let member = &set.members[stream.below(set.members.len() as u64) as usize];
    let mut part = Map::from_iter([("kind".to_owned(), json!(member.kind))]);
    for field in &member.fields {
        if stream.below(2) == 0 {
            continue;
        }
        let value = match &field.shape {
            Shape::Boolean => json!(stream.below(2) == 1),
            Shape::Choice { choices } => json!(choices[stream.below(choices.len() as u64) as usize].value),
            Shape::Number { min, max, integer, .. } => {
                // Small and large values alike: evenly on a logarithmic scale.
                let (low, high) = (min.max(1e-6), max.min(1e6));
                let drawn = low * libm_pow(high / low, stream.uniform());
                if *integer { json!(drawn.ceil().max(*min).min(*max) as u64) } else { json!(drawn.max(*min).min(*max)) }
            }
            _ => continue,
        };
        part.insert(field.name.to_owned(), value);
    }
    Value::Object(part)
}

/// `base` to a power between 0 and 1 by bisection: the tests need no more than that.
fn libm_pow(base: f64, exponent: f64) -> f64 {
    let (mut power, mut root, mut rest) = (1.0, base, exponent);
    for _ in 0..30 {
        root = root.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            power *= root;
            rest -= 1.0;
        }
    }
    power
}

fn random_scenario(seed: u64) -> Value {
    let mut stream = Stream::new(seed, "random scenario");
    let routers = 2 + stream.below(3);
    let mut links = Vec::new();
    for n in 1..routers {
        let mut loss = random_part("loss", &mut stream);
        // A link that loses nearly everything only makes the run long.
        for (rate, most) in [("ber", 1e-5), ("rate", 0.1), ("p_bad", 0.02), ("loss_good", 0.1)] {
            if loss.get(rate).is_some() {
                loss[rate] = json!(stream.uniform() * most);
            }
        }
        let back = (stream.below(3) == 0).then(|| {
            json!({ "rate_bps": 10_000 + stream.below(3_000_000), "delay_ms": stream.uniform() * 200.0,
                    "queue": random_part("queue", &mut stream) })
        });
        links.push(
            json!({ "name": format!("link {n}"), "back": back, "from": format!("R{n}"), "to": format!("R{}", n + 1),
            "rate_bps": 10_000 + stream.below(3_000_000), "delay_ms": stream.uniform() * 200.0,
            "clock_us": stream.below(3) * 700, "queue": random_part("queue", &mut stream), "loss": loss }),
        );
    }
    let mut flows = Vec::new();
    for n in 0..1 + stream.below(4) {
        let (mut from, mut to) = (1 + stream.below(routers), 1 + stream.below(routers));
        if from == to {
            (from, to) = (1, routers);
        }
        let mut sender = json!({ "preset": (["reno", "vegas", "tahoe"][stream.below(3) as usize]),
            "initial_cwnd": 1 + stream.below(12), "fine_clock_us": stream.below(3) * 500 });
        for set in ["slow_start", "avoidance", "detection", "recovery", "decrease", "timer"] {
            if stream.below(2) == 0 {
                sender[set] = random_part(set, &mut stream);
            }
        }
        let smss = 100 + stream.below(1_400);
        flows.push(json!({ "name": format!("flow {n}"), "from": format!("R{from}"), "to": format!("R{to}"),
            "copies": 1 + stream.below(2), "start_s": stream.uniform() * 5.0, "start_jitter_s": stream.uniform(), "smss_bytes": smss, "rwnd_bytes": smss * (1 + stream.below(120)),
            "header_bytes": stream.below(60),
            "traffic": { "kind": "transfer", "bytes": 1 + stream.below(150_000) },
            "sender": sender, "receiver": random_part("receiver", &mut stream) }));
    }
    json!({ "version": 1, "name": "random", "seed": seed, "duration_s": 40, "record": { "max_rows": stream.below(3) * 1_000 },
            "links": links, "flows": flows })
}

/// Runs a scenario with an audit between batches of events; returns its digest.
fn audited_digest(value: &Value, batch: u64) -> Result<String, TestCaseError> {
    let mut simulation = Simulation::new(&checked(value.clone()));
    let mut last = 0.0;
    let mut batches = 0_u64;
    while !simulation.step(batch) {
        prop_assert!(simulation.now_s() >= last, "time went back from {last} s to {} s", simulation.now_s());
        last = simulation.now_s();
        simulation.take_rows();
        simulation.audit().map_err(|error| TestCaseError::fail(format!("{error}\n{value}")))?;
        batches += 1;
        prop_assert!(batches * batch < 50_000_000, "work without bound\n{value}");
    }
    simulation.audit().map_err(|error| TestCaseError::fail(format!("{error}\n{value}")))?;
    Ok(simulation.summary().digest)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn random_scenarios_keep_the_books_and_their_digest(seed in any::<u32>()) {
        let value = random_scenario(u64::from(seed));
        let by_event = audited_digest(&value, 1)?;
        prop_assert_eq!(by_event, audited_digest(&value, 1_000)?);
    }
}

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
    let mut value = json!({ "version": 1, "name": "random", "seed": seed, "duration_s": 40, "record": { "max_rows": stream.below(3) * 1_000 },
            "links": links, "flows": flows });
    add_events(&mut value, routers, &mut Stream::new(seed, "random events"));
    value
}

/// Scripted drops and changes of a random scenario, whose links join routers 1, 2 and so on in a row.
fn add_events(value: &mut Value, routers: u64, stream: &mut Stream) {
    let flows = value["flows"].as_array().cloned().unwrap_or_default();
    let any_flow = |stream: &mut Stream| &flows[stream.below(flows.len() as u64) as usize];
    let name = |flow: &Value| match &flow["copies"] {
        copies if *copies == json!(1) => flow["name"].clone(),
        _ => json!(format!("{} 1", flow["name"].as_str().expect("a name"))),
    };
    // The only way there is, or the same after a step forth and back.
    let way = |from: &Value, to: &Value, detour: bool| -> Value {
        let number = |node: &Value| node.as_str().expect("a node")[1..].parse::<u64>().expect("R and a number");
        let (from, to) = (number(from), number(to));
        let mut nodes: Vec<u64> = if from < to { (from + 1..to).collect() } else { (to + 1..from).rev().collect() };
        if detour {
            let next = nodes.first().copied().unwrap_or(to);
            nodes.splice(0..0, [next, from]);
        }
        nodes.into_iter().map(|node| format!("R{node}")).collect()
    };
    let one_way = |stream: &mut Stream| {
        let n = 1 + stream.below(routers - 1);
        if stream.below(3) == 0 { format!("R{}>R{n}", n + 1) } else { format!("R{n}>R{}", n + 1) }
    };
    let drop = |stream: &mut Stream| {
        let mut drop = json!({ "link": one_way(stream), "flow": name(any_flow(stream)) });
        match stream.below(3) {
            0 => (drop["segment"], drop["transmission"]) = (json!(stream.below(60)), json!(1 + stream.below(2))),
            1 => drop["packet"] = json!(1 + stream.below(60)),
            _ => drop["ack"] = json!(1 + stream.below(60)),
        }
        drop
    };
    let change = |stream: &mut Stream| {
        let link =
            if stream.below(3) == 0 { format!("link {}", 1 + stream.below(routers - 1)) } else { one_way(stream) };
        match stream.below(6) {
            0 => json!({ "kind": "set_queue", "link": link, "queue": random_part("queue", stream) }),
            1 => {
                json!({ "kind": "set_loss", "link": link, "loss": { "kind": "bernoulli", "rate": stream.uniform() * 0.1 } })
            }
            2 => {
                let flow = any_flow(stream);
                let route = way(&flow["from"], &flow["to"], stream.below(2) == 0);
                let route_back = way(&flow["to"], &flow["from"], stream.below(2) == 0);
                json!({ "kind": "set_route", "flow": name(flow), "route": route, "route_back": route_back })
            }
            kind => {
                let mut change = json!({ "kind": "set_link", "link": link });
                // From an outage to faster than all that was there.
                let rate = [100, 10_000, 100_000, 20_000_000][stream.below(4) as usize] + stream.below(1_000);
                if kind != 3 {
                    change["rate_bps"] = json!(rate);
                }
                if kind != 4 {
                    change["delay_ms"] = json!(stream.uniform() * 200.0);
                }
                change
            }
        }
    };
    value["drops"] = (0..stream.below(4)).map(|_| drop(stream)).collect();
    // Whole and half seconds, so that some fall together; at most 20 s, so that most of them see packets.
    let at = |stream: &mut Stream| stream.below(41) as f64 / 2.0;
    value["timeline"] = (0..stream.below(8)).map(|_| json!({ "at_s": at(stream), "change": change(stream) })).collect();
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

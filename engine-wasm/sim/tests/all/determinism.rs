//! Tests that a scenario gives the same bits no matter how its run is split into steps, what is recorded, and which
//! flows send on other paths.

use serde_json::json;
use vegaslab_sim::Simulation;
use vegaslab_sim::trace::tables::{SegmentKind, Tables};

use crate::support::{checked, events, kind, run, scenario_json, scenario_names};

fn digest_in_steps(name: &str, step: u64) -> (String, Tables) {
    let mut simulation = Simulation::new(&checked(scenario_json(name)));
    let mut whole = Tables::default();
    loop {
        let finished = simulation.step(step);
        let chunk = simulation.take_rows();
        for row in 0..chunk.segments.len() {
            let s = &chunk.segments;
            whole.segments.push(s.time_s[row], s.flow[row], s.kind[row], s.seq[row], s.place[row]);
        }
        if finished {
            return (simulation.summary().digest, whole);
        }
    }
}

#[test]
fn the_trace_does_not_depend_on_the_step_size() {
    for name in scenario_names() {
        let (whole, rows) = digest_in_steps(&name, u64::MAX);
        let steps: &[u64] = if proof::checks_everything() { &[1, 7, 1_000] } else { &[1_000] };
        for &step in steps {
            let (digest, cut) = digest_in_steps(&name, step);
            assert_eq!(digest, whole, "{name} in steps of {step}");
            assert_eq!(cut.segments, rows.segments, "{name} in steps of {step}");
        }
    }
}

#[test]
fn the_digest_depends_on_the_seed_but_not_on_what_is_recorded() {
    let digest = |max_rows: u64, seed: u64| {
        let mut value = scenario_json("ahn-fig1-rr");
        value["record"] = json!({ "max_rows": max_rows });
        value["seed"] = json!(seed);
        run(&checked(value)).0.digest
    };
    assert_eq!(digest(0, 1), digest(2_000_000, 1));
    assert_eq!(digest(100, 1), digest(2_000_000, 1));
    assert_ne!(digest(0, 1), digest(0, 2));
}

#[test]
fn thinning_keeps_every_loss_and_retransmission() {
    let mut value = scenario_json("ahn-fig1-rr");
    value["record"] = json!({ "max_rows": 500 });
    let (summary, tables) = run(&checked(value));
    assert!(summary.rows_thinned > 10_000, "{}", summary.rows_thinned);
    let events = events(&tables, 0);
    let count = |prefix: &str| events.iter().filter(|event| event.kind.starts_with(prefix)).count() as u64;
    assert_eq!(count("drop"), summary.links.iter().map(|link| link.drops).sum::<u64>());
    assert_eq!(count("retransmit"), summary.flows[0].retransmitted_segments);
}

#[test]
fn a_flow_on_another_path_changes_nothing() {
    let alone = scenario_json("ahn-fig1-rr");
    let mut with_other = alone.clone();
    let queue = json!({ "kind": "drop_tail_bytes", "limit_bytes": 9_000 });
    let link = json!({ "name": "elsewhere", "from": "x", "to": "y", "rate_bps": 500_000, "delay_ms": 30, "queue": queue,
                       "loss": { "kind": "bit_error", "ber": 1e-6 } });
    with_other["links"].as_array_mut().expect("links").push(link);
    let flow = json!({ "name": "other", "from": "x", "to": "y", "traffic": { "kind": "transfer", "bytes": 400_000 },
                       "sender": { "preset": "vegas" }, "receiver": { "kind": "every_packet" } });
    with_other["flows"].as_array_mut().expect("flows").push(flow);
    let (_, alone) = run(&checked(alone));
    let (_, with_other) = run(&checked(with_other));
    assert_eq!(events(&alone, 0), events(&with_other, 0));
}

#[test]
fn a_change_on_another_path_does_not_shift_the_draws_of_a_change_here() {
    let mut alone = scenario_json("ahn-fig1-rr");
    let loss = json!({ "kind": "bernoulli", "rate": 0.02 });
    alone["timeline"] = json!([{ "at_s": 1.5, "change": { "kind": "set_loss", "link": "R1>R2", "loss": loss } }]);
    let mut with_other = alone.clone();
    let queue = json!({ "kind": "drop_tail_packets", "limit_packets": 9 });
    let link =
        json!({ "name": "elsewhere", "from": "x", "to": "y", "rate_bps": 500_000, "delay_ms": 30, "queue": queue });
    with_other["links"].as_array_mut().expect("links").push(link);
    let change = json!({ "at_s": 1, "change": { "kind": "set_queue", "link": "x>y", "queue": queue } });
    with_other["timeline"].as_array_mut().expect("a timeline").insert(0, change);
    let [(_, alone), (_, with_other)] = [alone, with_other].map(|value| run(&checked(value)));
    let lost = kind(SegmentKind::DropError);
    assert!(events(&alone, 0).iter().any(|event| event.kind == lost), "no random loss was drawn");
    assert_eq!(events(&alone, 0), events(&with_other, 0));
}

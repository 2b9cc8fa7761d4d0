//! Random changes to the text of a scenario. Most change JSON values that the schema checks; some change bytes.

use serde_json::{Value, json};
use vegaslab_sim::catalogue::PART_SETS;
use vegaslab_sim::kernel::random::Stream;

use crate::draw::Draw;

/// Applies some changes to a text, with pieces from `other`.
pub fn mutate(text: &[u8], other: &[u8], stream: &mut Stream) -> Vec<u8> {
    let parsed = serde_json::from_slice::<Value>(text).ok().filter(|_| stream.below(8) > 0);
    let Some(mut value) = parsed else { return mutate_bytes(text, other, stream) };
    let other: Value = serde_json::from_slice(other).unwrap_or(Value::Null);
    for _ in 0..1 + stream.below(2) * stream.below(4) {
        mutate_value(&mut value, &other, stream);
    }
    value.to_string().into_bytes()
}

fn mutate_bytes(text: &[u8], other: &[u8], stream: &mut Stream) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..1 + stream.below(4) {
        let at = stream.below(bytes.len() as u64 + 1) as usize;
        let end = (at + 1 + stream.below(16) as usize).min(bytes.len());
        match stream.below(4) {
            0 if at < bytes.len() => bytes[at] = stream.bits() as u8,
            1 => bytes.insert(at, b"{}[]\",:0-9eE.\\ntf\xff"[stream.below(18) as usize]),
            2 => drop(bytes.drain(at..end)),
            _ => {
                let from = stream.below(other.len() as u64 + 1) as usize;
                let to = (from + stream.below(64) as usize).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
        }
    }
    bytes
}

/// Collects the paths of all values in a JSON value.
fn collect_paths(value: &Value, path: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    let mut descend = |step: String, value: &Value| {
        path.push(step);
        all.push(path.clone());
        collect_paths(value, path, all);
        path.pop();
    };
    match value {
        Value::Object(object) => object.iter().for_each(|(name, value)| descend(name.clone(), value)),
        Value::Array(items) => items.iter().enumerate().for_each(|(index, value)| descend(index.to_string(), value)),
        _ => {}
    }
}

/// The path of a random value.
fn random_path(value: &Value, stream: &mut Stream) -> Vec<String> {
    let mut all = vec![Vec::new()];
    collect_paths(value, &mut Vec::new(), &mut all);
    all.swap_remove(stream.below(all.len() as u64) as usize)
}

fn value_at<'a>(value: &'a mut Value, path: &[String]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, step| match value {
        Value::Object(object) => object.get_mut(step),
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    })
}

fn mutate_value(value: &mut Value, other: &Value, stream: &mut Stream) {
    let path = random_path(value, stream);
    let Some((last, parent)) = path.split_last() else { return };
    let Some(target) = value_at(value, &path) else { return };
    match stream.below(8) {
        0 => *target = unusual_value(stream),
        1 => *target = random_part(stream),
        2 => remove(value_at(value, parent), last),
        3 => duplicate(value_at(value, parent), last, stream),
        4 => transplant(target, last, other, stream),
        _ => vary(target, stream),
    }
}

/// Replaces a value with another one of the same JSON type.
fn vary(value: &mut Value, stream: &mut Stream) {
    match value {
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or(1.0);
            let whole = number.fract() == 0.0 && stream.below(4) > 0;
            let varied = number * libm::exp2(stream.uniform() * 24.0 - 12.0);
            *value = if whole { json!(varied as u64) } else { json!(varied) };
        }
        Value::Bool(yes) => *yes = !*yes,
        Value::Object(object) if object.contains_key("kind") => *value = random_part(stream),
        _ => *value = unusual_value(stream),
    }
}

fn unusual_value(stream: &mut Stream) -> Value {
    let values = [
        json!(0),
        json!(1),
        json!(-1),
        json!(0.5),
        json!(1e-300),
        json!(1e308),
        json!(u64::MAX),
        json!(1_u64 << 53),
        json!(65_535),
        json!(null),
        json!(true),
        json!(""),
        json!("R1"),
        json!("{n}"),
        json!("a>b"),
        json!([]),
        json!({}),
        json!([null]),
        json!("vegas"),
        json!(1_000),
        json!(100_000_000),
        json!(1e6),
    ];
    values[stream.below(values.len() as u64) as usize].clone()
}

fn random_part(stream: &mut Stream) -> Value {
    let sets = PART_SETS;
    let set = sets[stream.below(sets.len() as u64) as usize].name;
    let mut draw = Draw::new(Stream::new(stream.bits(), "part"));
    draw.extreme_probability = 0.5;
    draw.part(set)
}

fn remove(parent: Option<&mut Value>, last: &str) {
    match parent {
        Some(Value::Object(object)) => drop(object.remove(last)),
        Some(Value::Array(items)) => drop(last.parse::<usize>().map(|index| items.remove(index))),
        _ => {}
    }
}

/// Appends a copy of a list entry, or adds a copy of a field under a misspelled name.
fn duplicate(parent: Option<&mut Value>, last: &str, stream: &mut Stream) {
    match parent {
        Some(Value::Array(items)) if items.len() < 50 => {
            let index = last.parse::<usize>().unwrap_or_default();
            let mut copy = items[index].clone();
            if copy.get("name").is_some() && stream.below(4) > 0 {
                copy["name"] = json!(format!("again {}", stream.below(100)));
            }
            items.push(copy);
        }
        Some(Value::Object(object)) => {
            if let Some(value) = object.get(last).cloned() {
                object.insert(format!("{last}s"), value);
            }
        }
        _ => {}
    }
}

/// Replaces a value with that of a field of the same name in another scenario.
fn transplant(target: &mut Value, name: &str, other: &Value, stream: &mut Stream) {
    let mut all = Vec::new();
    collect_paths(other, &mut Vec::new(), &mut all);
    all.retain(|path| path.last().is_some_and(|last| last == name));
    if all.is_empty() {
        return;
    }
    let chosen = &all[stream.below(all.len() as u64) as usize];
    if let Some(value) = value_at(&mut other.clone(), chosen) {
        *target = value.take();
    }
}

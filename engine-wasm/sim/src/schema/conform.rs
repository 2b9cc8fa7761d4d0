//! Checks every field against its shape, collects the problems, and writes out defaults.

use serde_json::{Map, Value};
use vegaslab_json::text;

use super::problem::Problem;
use super::shape::{Alternative, Field, Shape};
use super::suggest::{listed, one_of, unknown};
use crate::message::{Message, quoted, shortened};
use crate::messages;

/// The field of a part that says which member of its set it is.
const KIND: &str = "kind";

/// Checks `value` against `shape` and fills in defaults. `path` leads to the value and is unchanged on return.
pub fn conform(shape: &Shape, value: &mut Value, path: &mut String, problems: &mut Vec<Problem>) {
    let mut report = |problem: Message, allowed: Message| problems.push(Problem::new(path.as_str(), problem, allowed));
    match shape {
        Shape::Boolean => {
            if !value.is_boolean() {
                report(describe_value(value), messages::true_or_false());
            }
        }
        Shape::Number { .. } => {
            if let Some((problem, allowed)) = misfit_of_number(shape, value) {
                report(problem, allowed);
            }
        }
        Shape::Text { max_length } => match value.as_str() {
            Some(text) if text.chars().count() <= *max_length => {}
            Some(text) => report(messages::characters(text.chars().count()), messages::at_most(*max_length)),
            None => report(describe_value(value), messages::any_text()),
        },
        Shape::Choice { choices } => {
            if let Some((problem, allowed)) = misfit_of_choice(choices, value) {
                report(problem, allowed);
            }
        }
        Shape::ChoiceOrNumber { choices, number } => {
            let misfit =
                if value.is_number() { misfit_of_number(number, value) } else { misfit_of_choice(choices, value) };
            if let Some((problem, _)) = misfit {
                report(problem, messages::either(&one_of(&names(choices)), &range(number)));
            }
        }
        Shape::Object { fields } => match value {
            Value::Object(object) => conform_fields(fields, None, object, path, problems),
            _ => report(describe_value(value), messages::any_object()),
        },
        Shape::Part { set } => {
            let kinds = &|nth: usize| set.members.get(nth).map(|member| member.kind);
            let Value::Object(object) = value else {
                return report(describe_value(value), messages::any_part());
            };
            let Some(kind) = object.get(KIND).cloned() else {
                let (problem, allowed, _) = unknown(messages::kind_is_missing(), "", &listed(kinds));
                return report(problem, allowed);
            };
            match set.members.iter().find(|member| kind.as_str() == Some(member.kind)) {
                Some(member) => conform_fields(member.fields, Some(KIND), object, path, problems),
                None => with_step(path, KIND, |path| {
                    let (problem, allowed) = unknown_name(messages::unknown_kind, &kind, kinds);
                    problems.push(Problem::new(path.as_str(), problem, allowed));
                }),
            }
        }
        Shape::List { item, max_length } => match value {
            Value::Array(items) if items.len() > *max_length => {
                report(messages::entries(items.len()), messages::at_most(*max_length));
            }
            Value::Array(items) => {
                for (index, value) in items.iter_mut().enumerate() {
                    with_step(path, &index.to_string(), |path| conform(item, value, path, problems));
                }
            }
            _ => report(describe_value(value), messages::any_list()),
        },
        Shape::Optional { item } => {
            if !value.is_null() {
                conform(item, value, path, problems);
            }
        }
    }
}

/// The problem with a value, and the values that are allowed.
type Misfit = (Message, Message);

#[inline(never)]
fn misfit_of_number(shape: &Shape, value: &mut Value) -> Option<Misfit> {
    let Shape::Number { min, max, integer, .. } = shape else { return None };
    let Some(given) = value.as_f64() else { return Some((describe_value(value), range(shape))) };
    if *integer && given.fract() != 0.0 {
        return Some((messages::not_whole(given), range(shape)));
    }
    if !(*min..=*max).contains(&given) {
        return Some((messages::out_of_range(given), range(shape)));
    }
    if *integer && !value.is_u64() {
        *value = Value::from(given as u64); // 5.0 and 5e0 are 5
    }
    None
}

#[inline(never)]
fn misfit_of_choice(choices: &'static [Alternative], value: &Value) -> Option<Misfit> {
    if choices.iter().any(|choice| value.as_str() == Some(choice.value)) {
        return None;
    }
    Some(unknown_name(messages::unknown_value, value, &|nth| choices.get(nth).map(|choice| choice.value)))
}

fn names(choices: &'static [Alternative]) -> Vec<&'static str> {
    choices.iter().map(|choice| choice.value).collect()
}

/// Checks the fields of an object. `tag` is a field that is checked elsewhere.
fn conform_fields(
    fields: &[Field],
    tag: Option<&str>,
    object: &mut Map<String, Value>,
    path: &mut String,
    problems: &mut Vec<Problem>,
) {
    // If a field's name is misspelled, don't also report the field as missing.
    let mut misspelled = Vec::new();
    for name in object.keys() {
        if tag != Some(name) && !fields.iter().any(|field| field.name == name) {
            let names = &listed(&|nth| fields.get(nth).map(|field| field.name));
            let (problem, mut allowed, suggested) = unknown(messages::unknown_field(), name, names);
            if fields.is_empty() {
                allowed = messages::only_kind();
            }
            misspelled.extend(suggested);
            with_step(path, name, |path| problems.push(Problem::new(path.as_str(), problem, allowed)));
        }
    }
    for field in fields {
        with_step(path, field.name, |path| match (object.get_mut(field.name), &field.default) {
            (Some(value), _) => conform(&field.shape, value, path, problems),
            (None, Some(default)) => {
                let mut value = default.value();
                conform(&field.shape, &mut value, path, problems);
                object.insert(field.name.into(), value);
            }
            (None, None) if misspelled.contains(&field.name) => {}
            (None, None) => {
                problems.push(Problem::new(path.as_str(), messages::missing(), messages::as_documented(field.doc)))
            }
        });
    }
}

fn with_step(path: &mut String, name: &str, inner: impl FnOnce(&mut String)) {
    let length = path.len();
    if length > 0 {
        path.push('.');
    }
    path.push_str(name);
    inner(path);
    path.truncate(length);
}

fn describe_value(value: &Value) -> Message {
    let text = text(value);
    match value {
        Value::Object(_) => messages::object_given(),
        Value::Array(_) => messages::list_given(),
        _ => messages::other_given(&shortened(&text)),
    }
}

/// The problem of an unknown name, and the allowed names.
#[inline(never)]
fn unknown_name(
    problem: fn(&str) -> Message,
    value: &Value,
    known: &dyn Fn(usize) -> Option<&'static str>,
) -> (Message, Message) {
    let given = value.as_str();
    let problem = given.map_or_else(|| describe_value(value), |given| problem(&quoted(given)));
    let (problem, allowed, _) = unknown(problem, given.unwrap_or_default(), &listed(known));
    (problem, allowed)
}

/// The range of a number.
fn range(shape: &Shape) -> Message {
    let Shape::Number { unit, min, max, integer } = *shape else { return messages::any_text() };
    match (min == max, integer, unit) {
        (true, ..) => messages::only_value(min),
        (false, true, "") => messages::whole_number(min, max),
        (false, true, unit) => messages::whole_number_with_unit(min, max, unit),
        (false, false, "") => messages::number(min, max),
        (false, false, unit) => messages::number_with_unit(min, max, unit),
    }
}

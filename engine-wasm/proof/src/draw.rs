//! Draws random values from the schema: fields from their shapes, parts from their registries.

use serde_json::{Map, Value, json};
use vegaslab_sim::catalogue::part_set;
use vegaslab_sim::kernel::random::Stream;
use vegaslab_sim::schema::shape::{Field, Literal, Shape};

/// Typical ranges of numbers that have no default, or whose default makes runs long. Drawn evenly on a logarithmic
/// scale.
const TYPICAL: [(&str, f64, f64); 10] = [
    ("rate_bps", 5e4, 2e7),
    ("delay_ms", 0.05, 100.0),
    ("bytes", 200.0, 1e6),
    ("packet", 1.0, 60.0),
    ("after_ms", 0.01, 2_000.0),
    ("ack", 1.0, 100.0),
    ("left", 1.0, 100.0),
    ("right", 1.0, 100.0),
    ("rwnd_segments", 1.0, 50.0),
    ("segments", 1.0, 50.0),
];

/// Items of a list; a few show everything that many would.
const MAX_ITEMS: usize = 12;

/// Topologies count hosts and links in these units. A few show everything that many would.
const COUNTS: [&str; 2] = ["pairs", "links"];
const MAX_COUNT: f64 = 4.0;

/// Draws values.
#[derive(Debug)]
pub struct Draw {
    stream: Stream,
    /// Probability of an extreme number: an end of its range, or any value in between.
    pub extreme_probability: f64,
    /// Probability that a field with a default is included.
    pub field_probability: f64,
}

impl Draw {
    /// Draws from this stream. The two probabilities are drawn first.
    pub fn new(mut stream: Stream) -> Self {
        let extreme_probability = [0.0, 0.0, 0.03, 0.1, 0.4][stream.below(5) as usize];
        let field_probability = [0.1, 0.3, 0.5, 0.9][stream.below(4) as usize];
        Self { stream, extreme_probability, field_probability }
    }

    /// A whole number below a bound of at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.stream.below(bound as u64) as usize
    }

    /// A number in [0, 1).
    pub fn uniform(&mut self) -> f64 {
        self.stream.uniform()
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.stream.uniform() < probability
    }

    /// A random item.
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A number drawn evenly on a logarithmic scale; both ends must be above 0.
    pub fn log_between(&mut self, low: f64, high: f64) -> f64 {
        low * libm::pow(high / low, self.uniform())
    }

    /// A random member of a set with some of its fields; the others keep their defaults.
    ///
    /// # Panics
    /// There is no such set.
    pub fn part(&mut self, set: &str) -> Value {
        Value::Object(self.part_and_names(set).0)
    }

    /// A part of this set with defaults for the fields it leaves out.
    ///
    /// # Panics
    /// There is no such set.
    pub fn with_defaults(set: &str, part: &Value) -> Value {
        let set = part_set(set);
        let mut complete = part.clone();
        let member = set.members.iter().find(|member| part["kind"] == member.kind);
        for field in member.into_iter().flat_map(|member| member.fields) {
            if let (None, Some(default)) = (part.get(field.name), field.default) {
                complete[field.name] = default.value();
            }
        }
        complete
    }

    /// The same as [`part`](Self::part), with its required text fields: names of other things in the scenario.
    ///
    /// # Panics
    /// There is no such set.
    pub fn part_and_names(&mut self, set: &str) -> (Map<String, Value>, Vec<&'static str>) {
        let member = self.one_of(part_set(set).members);
        let mut part = self.fields(member.fields, &[]);
        part.insert("kind".into(), json!(member.kind));
        let names = |field: &&Field| field.default.is_none() && matches!(field.shape, Shape::Text { .. });
        (part, member.fields.iter().filter(names).map(|field| field.name).collect())
    }

    /// Some of these fields, including all required ones. Texts, lists of other things than objects, and the `excluded`
    /// fields are left to the caller.
    pub fn fields(&mut self, fields: &[Field], excluded: &[&str]) -> Map<String, Value> {
        let mut object = Map::new();
        for field in fields {
            if excluded.contains(&field.name) || (field.default.is_some() && !self.chance(self.field_probability)) {
                continue;
            }
            if let Some(value) = self.value(field.name, &field.shape, field.default) {
                object.insert(field.name.into(), value);
            }
        }
        object
    }

    fn value(&mut self, name: &str, shape: &Shape, default: Option<Literal>) -> Option<Value> {
        Some(match shape {
            Shape::Boolean => json!(self.chance(0.5)),
            Shape::Choice { choices } => json!(self.one_of(choices).value),
            Shape::Number { unit, min, max, integer } => {
                let max = if COUNTS.contains(unit) { max.min(MAX_COUNT) } else { *max };
                let drawn =
                    self.number(name, *min, max, *integer, default.and_then(|default| default.value().as_f64()));
                if *integer { json!(drawn as u64) } else { json!(drawn) }
            }
            Shape::ChoiceOrNumber { number, .. } if self.chance(0.5) => self.value(name, number, None)?,
            Shape::ChoiceOrNumber { choices, .. } => json!(self.one_of(choices).value),
            Shape::Part { set } => self.part(set.name),
            Shape::Object { fields } => Value::Object(self.fields(fields, &[])),
            Shape::Optional { .. } if self.chance(0.4) => Value::Null,
            Shape::Optional { item } => self.value(name, item, None)?,
            Shape::List { item: Shape::Object { fields }, max_length } => {
                let count = self.below(max_length.min(&MAX_ITEMS) + 1);
                (0..count).map(|_| Value::Object(self.fields(fields, &[]))).collect()
            }
            Shape::Text { .. } | Shape::List { .. } => return None,
        })
    }

    fn number(&mut self, name: &str, min: f64, max: f64, integer: bool, default: Option<f64>) -> f64 {
        let smallest = if integer { 1.0 } else { 1e-6 };
        let drawn = if self.chance(self.extreme_probability) {
            match self.below(4) {
                0 => min,
                1 => max,
                _ => self.log_between(min.max(smallest), max.max(smallest)),
            }
        } else if let Some((_, low, high)) = TYPICAL.iter().find(|(field, ..)| *field == name) {
            self.log_between(*low, *high)
        } else {
            match default {
                Some(0.0) if integer => self.log_between(1.0, 2_000.0),
                Some(0.0) => self.uniform(),
                Some(default) => default * self.log_between(0.125, 8.0),
                None => self.log_between(min.max(smallest), max.max(smallest)),
            }
        };
        (if integer { drawn.round() } else { drawn }).clamp(min, max)
    }
}

//! What the schema says about itself: shapes with units and ranges. Validation, expansion of defaults, the catalogue
//! and the controls all read these, so a field is described once, where it is defined.

use serde::Serialize;
use serde_json::Value;

/// One field of an object of the schema.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "ts", ts(rename = "FieldInfo"))]
pub struct Field {
    /// Name in the scenario.
    pub name: &'static str,
    /// What it is; the first sentence stands beside the control.
    pub doc: String,
    /// Type, unit and range.
    pub shape: Shape,
    /// Value taken when the scenario leaves the field out; `null`: the field is required.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub default: Option<Value>,
}

/// One alternative of a choice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Alternative {
    /// As written in the scenario.
    pub value: &'static str,
    /// What it means.
    pub doc: String,
}

/// Type, unit and range of a value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Shape {
    /// `true` or `false`.
    Boolean,
    /// A number between `min` and `max`, both included.
    Number {
        /// Unit as shown to people; empty for a pure number.
        unit: &'static str,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// No fraction allowed.
        integer: bool,
    },
    /// Words.
    Text {
        /// Longest text, in characters.
        max_length: usize,
    },
    /// One of some words.
    Choice {
        /// The words.
        choices: Vec<Alternative>,
    },
    /// An object with exactly these fields.
    Object {
        /// The fields.
        fields: Vec<Field>,
    },
    /// A member of a replaceable set, tagged by `kind`.
    Part {
        /// Name of the set.
        set: &'static str,
    },
    /// A list.
    List {
        /// Shape of each item.
        item: Box<Shape>,
        /// Longest list.
        max_length: usize,
    },
    /// A value or `null`.
    Optional {
        /// Shape when not `null`.
        item: Box<Shape>,
    },
}

/// A struct of the schema that knows its fields.
pub trait Described {
    /// What it is.
    fn doc() -> String;
    /// Its fields.
    fn fields() -> Vec<Field>;
}

/// A member of a replaceable set.
pub trait Part<Context>: Described {
    /// Where the mechanism is described.
    const SOURCE: &'static str;
    /// The part at work.
    type Running;
    /// The part at the start of a run.
    fn start(&self, context: &Context) -> Self::Running;
}

/// A replaceable set.
#[derive(Clone, Debug)]
pub struct PartSet {
    /// Name, as in the scenario.
    pub name: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What the set decides.
    pub doc: String,
    /// Its members.
    pub members: Vec<Member>,
}

/// One member of a replaceable set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Member {
    /// Tag in the scenario.
    pub kind: &'static str,
    /// What it does.
    pub doc: String,
    /// Where it is described.
    pub source: &'static str,
    /// Its parameters.
    pub fields: Vec<Field>,
}

/// `true` or `false`.
pub fn flag() -> Shape {
    Shape::Boolean
}

/// A real number with a unit.
pub fn number(unit: &'static str, min: f64, max: f64) -> Shape {
    Shape::Number { unit, min, max, integer: false }
}

/// A whole number with a unit.
pub fn integer(unit: &'static str, min: u64, max: u64) -> Shape {
    Shape::Number { unit, min: min as f64, max: max as f64, integer: true }
}

/// Words.
pub fn text(max_length: usize) -> Shape {
    Shape::Text { max_length }
}

/// One of some words.
pub fn choice(choices: &[(&'static str, String)]) -> Shape {
    let choices = choices.iter().map(|(value, doc)| Alternative { value, doc: doc.clone() }).collect();
    Shape::Choice { choices }
}

/// An object of the schema.
pub fn object<T: Described>() -> Shape {
    Shape::Object { fields: T::fields() }
}

/// A member of a replaceable set.
pub fn part(set: &'static str) -> Shape {
    Shape::Part { set }
}

/// A list.
pub fn list(item: Shape, max_length: usize) -> Shape {
    Shape::List { item: Box::new(item), max_length }
}

/// A value or `null`.
pub fn optional(item: Shape) -> Shape {
    Shape::Optional { item: Box::new(item) }
}

/// Doc comment lines as one paragraph.
pub fn join_doc(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").trim().to_owned()
}

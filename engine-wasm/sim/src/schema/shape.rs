//! Shapes describe the values of the schema, with units and ranges. Validation, defaults, the catalogue and the
//! controls all read them, so a field is described once, where it is defined. Shapes are constants, so reading a
//! scenario doesn't build any.

use serde::{Serialize, Serializer};
use serde_json::Value;

/// Text for the catalogue. The browser's engine is built without it, because the browser loads the catalogue as a
/// separate file.
pub const fn words(words: &'static str) -> &'static str {
    if cfg!(feature = "words") { words.trim_ascii() } else { "" }
}

/// A label for people: the given one, or else the name in readable form. Takes no room in the browser's engine.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    #[cfg(feature = "words")]
    name: &'static str,
    #[cfg(feature = "words")]
    given: &'static str,
}

/// Units at the ends of names. A label leaves them to the value next to it.
#[cfg(feature = "words")]
const UNITS: [&str; 6] = ["_s", "_ms", "_us", "_bps", "_bytes", "_packets"];

impl Label {
    /// A label; `given` may be empty.
    pub const fn new(name: &'static str, given: &'static str) -> Self {
        #[cfg(not(feature = "words"))]
        let _ = (name, given);
        Self {
            #[cfg(feature = "words")]
            name,
            #[cfg(feature = "words")]
            given,
        }
    }

    /// The label: `mean_gap_s` becomes "Mean gap" if none was given.
    #[cfg(feature = "words")]
    pub fn text(self) -> String {
        if !self.given.is_empty() {
            return self.given.to_owned();
        }
        let stem = UNITS.iter().find_map(|unit| self.name.strip_suffix(unit)).unwrap_or(self.name);
        let mut text = stem.replace('_', " ");
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        text
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[cfg(feature = "words")]
        let text = self.text();
        #[cfg(not(feature = "words"))]
        let text = "";
        serializer.serialize_str(&text)
    }
}

/// One field of an object of the schema.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "ts", ts(rename = "FieldInfo"))]
pub struct Field {
    /// Name in the scenario.
    pub name: &'static str,
    /// Label of its control.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub label: Label,
    /// Name of the group of controls that it belongs to; empty if it stays with the fields around it.
    pub group: &'static str,
    /// True if its control is in sight before the others of its part.
    pub basic: bool,
    /// Description; the control shows its first sentence.
    pub doc: &'static str,
    /// Type, unit and range.
    pub shape: Shape,
    /// Default; `null` for a required field.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub default: Option<Literal>,
}

/// A JSON value as Rust source text, in which numbers may have underscores.
#[derive(Clone, Copy, Debug)]
pub struct Literal(pub &'static str);

impl Literal {
    /// The value.
    ///
    /// # Panics
    /// If the text isn't JSON. The tests read every default.
    pub fn value(self) -> Value {
        let mut quoted = false;
        let is_json = |letter: &char| {
            quoted ^= *letter == '"';
            quoted || *letter != '_'
        };
        let text: String = self.0.chars().filter(is_json).collect();
        vegaslab_json::read(&text).expect("defaults are JSON")
    }
}

impl Serialize for Literal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

/// One alternative of a choice.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Alternative {
    /// Name in the scenario.
    pub value: &'static str,
    /// Label for people.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub label: Label,
    /// Description.
    pub doc: &'static str,
}

/// Type, unit and range of a value.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Shape {
    /// `true` or `false`.
    Boolean,
    /// A number between `min` and `max`, both included.
    Number {
        /// Unit as displayed; empty for a pure number.
        unit: &'static str,
        /// Minimum.
        min: f64,
        /// Maximum.
        max: f64,
        /// True if only whole numbers are allowed.
        integer: bool,
    },
    /// Text.
    Text {
        /// Maximum length, in characters.
        max_length: usize,
    },
    /// One of a list of names.
    Choice {
        /// The names.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Alternative>"))]
        choices: &'static [Alternative],
    },
    /// One of a list of names, or a number.
    ChoiceOrNumber {
        /// The names.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Alternative>"))]
        choices: &'static [Alternative],
        /// Shape of the number.
        #[cfg_attr(feature = "ts", ts(type = "Shape & { type: \"number\" }"))]
        number: &'static Shape,
    },
    /// An object with exactly these fields.
    Object {
        /// The fields.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Field>"))]
        fields: &'static [Field],
    },
    /// A member of a replaceable set, tagged by `kind`.
    Part {
        /// Name of the set.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[serde(serialize_with = "name_of")]
        set: &'static PartSet,
    },
    /// A list.
    List {
        /// Shape of each item.
        #[cfg_attr(feature = "ts", ts(as = "Box<Shape>"))]
        item: &'static Shape,
        /// Maximum number of items.
        max_length: usize,
    },
    /// A value or `null`.
    Optional {
        /// Shape of a value that isn't `null`.
        #[cfg_attr(feature = "ts", ts(as = "Box<Shape>"))]
        item: &'static Shape,
    },
}

/// A struct with a description of its fields.
pub trait Described {
    /// Description.
    const DOC: &'static str;
    /// Its fields.
    const FIELDS: &'static [Field];
}

/// A member of a replaceable set.
pub trait Part<Context>: Described {
    /// Label for people; empty if the name says it.
    const LABEL: &'static str = "";
    /// The mechanism as a phrase, for the line that says what replaces another part; empty if the label does.
    const BRIEF: &'static str = "";
    /// Paper, RFC or code that describes the mechanism.
    const SOURCE: &'static str;
    /// True if the part relies on SACK blocks, so that the sender must ask for them.
    const NEEDS_SACK: bool = false;
    /// The part's state during a run.
    type Running;
    /// Creates that state at the start of a run.
    fn start(&self, context: &Context) -> Self::Running;
}

fn name_of<S: Serializer>(set: &PartSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(set.name)
}

/// A replaceable set.
#[derive(Clone, Copy, Debug)]
pub struct PartSet {
    /// Name in the scenario.
    pub name: &'static str,
    /// Display name.
    pub title: &'static str,
    /// Description of the set's task.
    pub doc: &'static str,
    /// Its members.
    pub members: &'static [Member],
}

/// One member of a replaceable set.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Member {
    /// Tag in the scenario.
    pub kind: &'static str,
    /// Label for people.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub label: Label,
    /// The mechanism as a phrase, for the line that says what replaces another part; empty if the label does.
    pub brief: &'static str,
    /// Description.
    pub doc: &'static str,
    /// Paper, RFC or code that describes it.
    pub source: &'static str,
    /// True if it relies on SACK blocks, so that the sender must ask for them.
    pub needs_sack: bool,
    /// Its parameters.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Field>"))]
    pub fields: &'static [Field],
}

/// `true` or `false`.
pub const fn flag() -> Shape {
    Shape::Boolean
}

/// A real number with a unit.
pub const fn number(unit: &'static str, min: f64, max: f64) -> Shape {
    Shape::Number { unit, min, max, integer: false }
}

/// A whole number with a unit.
pub const fn integer(unit: &'static str, min: u64, max: u64) -> Shape {
    Shape::Number { unit, min: min as f64, max: max as f64, integer: true }
}

/// Text.
pub const fn text(max_length: usize) -> Shape {
    Shape::Text { max_length }
}

/// An object of the schema.
pub const fn object<T: Described>() -> Shape {
    Shape::Object { fields: T::FIELDS }
}

/// A list.
pub const fn list(item: &'static Shape, max_length: usize) -> Shape {
    Shape::List { item, max_length }
}

/// A value or `null`.
pub const fn optional(item: &'static Shape) -> Shape {
    Shape::Optional { item }
}

//! Messages about a scenario: its problems, and statements of the theory. [`messages!`](crate::messages) declares each
//! one once, with its English text and its named values. A [`Message`] carries its values as well as its text, so that
//! the page can translate it.

use serde::{Serialize, Serializer};
use vegaslab_json::number::{fixed, plain};

/// A message quotes at most this many characters of a text that a user wrote.
const QUOTED: usize = 60;

/// A name or another text of a user as JSON text, for a message. Only the beginning of a long text is quoted.
#[inline(never)]
pub fn quoted(text: &str) -> String {
    vegaslab_json::quoted(&shortened(text))
}

/// The beginning of a text, with `…` if it is cut.
#[inline(never)]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        None => text.to_owned(),
        Some((end, _)) => [&text[..end], "…"].concat(),
    }
}

/// A sentence, or a phrase that another message quotes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Message {
    /// Identifies the message, e.g. `out-of-range`. It stays the same when the English text changes.
    pub code: String,
    /// Values by name: numbers, texts and quoted messages.
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(feature = "ts", ts(type = "{ [name in string]: number | string | Message }"))]
    pub args: Vec<(&'static str, Value)>,
    /// The English text.
    pub text: String,
}

/// A value of a message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// Any number.
    Number(f64),
    /// A name, or other text.
    Text(String),
    /// A quoted message.
    Message(Box<Message>),
}

fn by_name<S: Serializer>(args: &[(&'static str, Value)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(args.iter().map(|(name, value)| (name, value)))
}

/// The declaration of a message.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Name of the function that creates the message.
    pub name: &'static str,
    /// The English text, with a placeholder `{name}` for each value, or `{name:.2}` for a number with two decimals.
    pub english: &'static str,
    /// Names of the values.
    pub args: &'static [&'static str],
}

impl Template {
    /// The code of the message.
    pub fn code(&self) -> String {
        self.name.replace('_', "-")
    }

    /// The English text with its placeholders filled in.
    fn fill(&self, args: &[Arg<'_>]) -> String {
        let mut pieces = self.english.split('{');
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (placeholder, rest) = piece.split_once('}').unwrap_or((piece, ""));
            let (name, format) = placeholder.split_once(':').unwrap_or((placeholder, ""));
            let arg = self.args.iter().position(|&arg| arg == name).and_then(|index| args.get(index));
            match (arg, format.trim_start_matches('.').parse()) {
                (Some(&Arg::Number(number)), Ok(decimals)) => text.push_str(&fixed(number, decimals)),
                (Some(&Arg::Number(number)), Err(_)) => text.push_str(&plain(number)),
                (Some(&Arg::Whole(number)), _) => text.push_str(&number.to_string()),
                (Some(&Arg::Text(given)), _) => text.push_str(given),
                (Some(&Arg::Message(quoted)), _) => text.push_str(&quoted.text),
                (None, _) => {}
            }
            text.push_str(rest);
        }
        text
    }
}

/// Declares messages of the form `name(value: Type, …) = "English with {value}";`. Each becomes a function that creates
/// the message; its code is the name with hyphens. `ALL` lists the declarations.
#[macro_export]
macro_rules! messages {
    ($( $name:ident($( $arg:ident : $Type:ty ),*) = $english:literal; )+) => {
        $(
            #[doc = $english]
            #[cold]
            #[inline(never)]
            pub fn $name($( $arg: $Type ),*) -> $crate::message::Message {
                $crate::message::Message::new(
                    const { &$crate::messages!(@template $name($( $arg ),*) $english) },
                    &[$( $arg.into() ),*],
                )
            }
        )+

        /// Every message of this list.
        pub const ALL: &[$crate::message::Template] = &[$( $crate::messages!(@template $name($( $arg ),*) $english) ),+];
    };
    (@template $name:ident($( $arg:ident ),*) $english:literal) => {
        $crate::message::Template { name: stringify!($name), english: $english, args: &[$( stringify!($arg) ),*] }
    };
}

/// A borrowed value of a message. Borrowing keeps the many functions that create messages small.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    /// A whole number.
    Whole(u64),
    /// Any number.
    Number(f64),
    /// A name, or other text.
    Text(&'a str),
    /// A quoted message.
    Message(&'a Message),
}

macro_rules! args {
    ($( $From:ty as $Variant:ident = $value:ident => $arg:expr; )+) => {
        $( impl<'a> From<$From> for Arg<'a> {
            fn from($value: $From) -> Self {
                Self::$Variant($arg)
            }
        } )+
    };
}

args! {
    u32 as Whole = number => number.into();
    u64 as Whole = number => number;
    usize as Whole = number => number as u64;
    f64 as Number = number => number;
    &'a str as Text = text => text;
    &'a Message as Message = message => message;
}

impl Arg<'_> {
    fn to_value(self) -> Value {
        match self {
            Self::Whole(number) => Value::Whole(number),
            Self::Number(number) => Value::Number(number),
            Self::Text(text) => Value::Text(text.to_owned()),
            Self::Message(message) => Value::Message(Box::new(message.clone())),
        }
    }
}

impl Message {
    /// Creates a declared message; the values are in the order of the declaration.
    #[inline(never)]
    pub fn new(template: &'static Template, args: &[Arg<'_>]) -> Self {
        Self {
            code: template.code(),
            text: template.fill(args),
            args: template.args.iter().copied().zip(args.iter().map(|arg| arg.to_value())).collect(),
        }
    }
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// Checks a list of declarations: codes are unique, and the placeholders of each English text are exactly its declared
/// values.
///
/// # Panics
/// If a declaration is wrong.
pub fn assert_declared(list: &[Template]) {
    for (index, template) in list.iter().enumerate() {
        let name = template.name;
        assert!(list[..index].iter().all(|other| other.name != name), "two messages have the name {name}");
        let placeholders = template.english.split('{').skip(1).filter_map(|piece| piece.split_once('}'));
        let mut named: Vec<_> =
            placeholders.map(|(text, _)| text.split_once(':').map_or(text, |(name, _)| name)).collect();
        let mut args = template.args.to_vec();
        named.sort_unstable();
        named.dedup();
        args.sort_unstable();
        assert_eq!(named, args, "placeholders (left) and declared values (right) of {name} differ");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Message, Value, assert_declared, quoted};

    mod declared {
        use super::Message;

        crate::messages! {
            lost(count: u64, share: f64, name: &str) = "{count} packets of {name} are lost, {share:.1} % of {count}";
            not_read(reason: &Message) = "not read: {reason}";
            stray_brace() = "a stray `}` stays";
        }
    }

    #[test]
    fn text_is_the_template_with_its_values_filled_in() {
        let lost = declared::lost(5, 12.55, "a {share}");
        assert_eq!(lost.text, "5 packets of a {share} are lost, 12.6 % of 5");
        let args = [
            ("count", Value::Whole(5)),
            ("share", Value::Number(12.55)),
            ("name", Value::Text("a {share}".to_owned())),
        ];
        assert_eq!((lost.code.as_str(), lost.args.as_slice()), ("lost", args.as_slice()));
        assert_eq!(declared::stray_brace().text, "a stray `}` stays");
        assert_declared(declared::ALL);
    }

    #[test]
    fn a_long_text_is_quoted_in_part() {
        assert_eq!(quoted("a \"b\""), "\"a \\\"b\\\"\"");
        assert_eq!(quoted(&"é".repeat(60)), format!("\"{}\"", "é".repeat(60)));
        assert_eq!(quoted(&"é".repeat(1 << 20)), format!("\"{}…\"", "é".repeat(60)));
    }

    #[test]
    fn a_quoted_message_keeps_its_code_and_values() {
        let outer = declared::not_read(&declared::stray_brace());
        assert_eq!(
            serde_json::to_value(&outer).expect("JSON"),
            json!({
                "code": "not-read",
                "args": { "reason": { "code": "stray-brace", "args": {}, "text": "a stray `}` stays" } },
                "text": "not read: a stray `}` stays",
            })
        );
    }
}

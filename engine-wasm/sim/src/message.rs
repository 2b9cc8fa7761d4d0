//! Sentences about a scenario: what is wrong with it, and what the theory says of it. [`messages!`](crate::messages) declares
//! each one once, with its English and its named values. A [`Message`] carries the values along with the sentence, so that a
//! page can say the same in another language.

use serde::Serialize;
use serde_json::{Map, Value};
use vegaslab_json::number::{fixed, plain};

/// One sentence, or a part of one that another quotes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Message {
    /// Which message it is, e.g. `out-of-range`. Codes stay the same when the English changes.
    pub code: String,
    /// Its values by name: numbers, texts, and messages that it quotes.
    #[cfg_attr(feature = "ts", ts(type = "{ [name in string]: number | string | Message }"))]
    pub args: Map<String, Value>,
    /// The sentence in English.
    pub text: String,
}

/// The declaration of a message.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Name of the function that makes the message.
    pub name: &'static str,
    /// The sentence, with `{name}` where a value belongs and `{name:.2}` where a number gets two decimals.
    pub english: &'static str,
    /// Names of the values.
    pub args: &'static [&'static str],
}

impl Template {
    /// The code of the message.
    pub fn code(&self) -> String {
        code(self.name)
    }
}

fn code(name: &str) -> String {
    name.replace('_', "-")
}

/// Declares messages, `name(value: Type, …) = "English with {value}";` each. Every one becomes a function that makes the message;
/// its code is the name with hyphens. `ALL` lists the declarations.
#[macro_export]
macro_rules! messages {
    ($( $name:ident($( $arg:ident : $Type:ty ),*) = $english:literal; )+) => {
        $(
            #[doc = $english]
            pub fn $name($( $arg: $Type ),*) -> $crate::message::Message {
                $crate::message::Message::new(stringify!($name), $english, &[$( (stringify!($arg), $arg.into()) ),*])
            }
        )+

        /// Every message of this list.
        pub const ALL: &[$crate::message::Template] = &[$(
            $crate::message::Template { name: stringify!($name), english: $english, args: &[$( stringify!($arg) ),*] }
        ),+];
    };
}

/// A value of a message. It owns nothing, which keeps the many functions that make messages small.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    /// A whole number.
    Whole(u64),
    /// Any number.
    Number(f64),
    /// A name, or other text.
    Text(&'a str),
    /// A message that is quoted.
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

impl From<Arg<'_>> for Value {
    fn from(arg: Arg<'_>) -> Self {
        match arg {
            Arg::Whole(number) => number.into(),
            Arg::Number(number) => number.into(),
            Arg::Text(text) => text.into(),
            Arg::Message(message) => message.to_value(),
        }
    }
}

impl Message {
    /// The message with these values.
    #[inline(never)]
    pub fn new(name: &str, english: &str, values: &[(&str, Arg<'_>)]) -> Self {
        let mut args = Map::new();
        for &(name, value) in values {
            args.insert(name.to_owned(), value.into());
        }
        Self { code: code(name), text: filled(english, &args), args }
    }

    fn to_value(&self) -> Value {
        let mut object = Map::new();
        object.insert("code".to_owned(), self.code.as_str().into());
        object.insert("args".to_owned(), self.args.clone().into());
        object.insert("text".to_owned(), self.text.as_str().into());
        Value::Object(object)
    }
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// Puts values in the places that a template names.
fn filled(template: &str, args: &Map<String, Value>) -> String {
    let mut pieces = template.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (place, rest) = piece.split_once('}').unwrap_or((piece, ""));
        let (name, decimals) = place.split_once(":.").unwrap_or((place, ""));
        text.push_str(&shown(&args[name], decimals));
        text.push_str(rest);
    }
    text
}

/// A value as it stands in a sentence.
fn shown(value: &Value, decimals: &str) -> String {
    match (value.as_f64(), decimals.parse()) {
        (Some(number), Ok(decimals)) => fixed(number, decimals),
        (Some(number), Err(_)) => plain(number),
        // A message that is quoted stands there with its own text.
        (None, _) => value.as_str().or_else(|| value["text"].as_str()).unwrap_or_default().to_owned(),
    }
}

/// Checks a list of declarations: codes appear once, and each English sentence names the values that it gets, no others.
///
/// # Panics
/// If a declaration is wrong.
pub fn assert_declared(list: &[Template]) {
    for (index, template) in list.iter().enumerate() {
        let name = template.name;
        assert!(list[..index].iter().all(|other| other.name != name), "two messages are called {name}");
        let places = template.english.split('{').skip(1).filter_map(|piece| piece.split_once('}'));
        let mut named: Vec<_> =
            places.map(|(place, _)| place.split_once(':').map_or(place, |(name, _)| name)).collect();
        let mut args = template.args.to_vec();
        named.sort_unstable();
        named.dedup();
        args.sort_unstable();
        assert_eq!(named, args, "the places and the values of {name}");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Message, assert_declared};

    mod declared {
        use super::Message;

        crate::messages! {
            lost(count: u64, share: f64, name: &str) = "{count} packets of {name} are lost, {share:.1} % of {count}";
            not_read(reason: &Message) = "not read: {reason}";
            nothing() = "nothing `}` stands here";
        }
    }

    #[test]
    fn the_text_is_the_template_with_its_values() {
        let lost = declared::lost(5, 12.55, "a {share}");
        assert_eq!(lost.text, "5 packets of a {share} are lost, 12.6 % of 5");
        assert_eq!((lost.code.as_str(), &lost.args["share"], &lost.args["count"]), ("lost", &json!(12.55), &json!(5)));
        assert_eq!(declared::nothing().text, "nothing `}` stands here");
        assert_declared(declared::ALL);
    }

    #[test]
    fn a_message_quotes_another_whole() {
        let outer = declared::not_read(&declared::nothing());
        assert_eq!(
            serde_json::to_value(&outer).expect("JSON"),
            json!({
                "code": "not-read",
                "args": { "reason": { "code": "nothing", "args": {}, "text": "nothing `}` stands here" } },
                "text": "not read: nothing `}` stands here",
            })
        );
    }
}

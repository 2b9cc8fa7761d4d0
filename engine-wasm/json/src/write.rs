//! Writes values as JSON text. Writing can't fail, except for a `Serialize` implementation that reports an error: that
//! is a programming error and panics.

use std::fmt;

use serde::ser::{self, Serialize};

use crate::number;

/// Writes a value without white space. NaN and infinity become `null`.
pub fn text<T: Serialize + ?Sized>(value: &T) -> String {
    let mut out = Text(String::new());
    let Ok(()) = value.serialize(&mut out);
    out.0
}

/// Writes text as a JSON string, with quotes and escapes.
pub fn quoted(text: &str) -> String {
    let mut out = Text(String::new());
    let Ok(()) = out.quoted(text);
    out.0
}

/// The text written so far.
struct Text(String);

impl Text {
    fn raw(&mut self, text: &str) -> Written {
        self.0.push_str(text);
        Ok(())
    }

    fn quoted(&mut self, text: &str) -> Written {
        const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
        self.0.push('"');
        for letter in text.chars() {
            let short = match letter {
                '"' | '\\' => Some(letter),
                '\x08' => Some('b'),
                '\x0c' => Some('f'),
                '\n' => Some('n'),
                '\r' => Some('r'),
                '\t' => Some('t'),
                _ => None,
            };
            match short {
                Some(short) => self.0.extend(['\\', short]),
                None if letter < ' ' => {
                    self.0.push_str("\\u00");
                    self.0.extend([HEX[letter as usize / 16], HEX[letter as usize % 16]]);
                }
                None => self.0.push(letter),
            }
        }
        self.raw("\"")
    }

    fn name(&mut self, name: &str) -> Written {
        self.quoted(name)?;
        self.raw(":")
    }

    fn open(&mut self, open: &str, close: &'static str) -> Result<Entries<'_>, Never> {
        self.raw(open)?;
        Ok(Entries { out: self, close, first: true })
    }
}

/// The entries of a list or an object.
struct Entries<'a> {
    out: &'a mut Text,
    close: &'static str,
    first: bool,
}

impl Entries<'_> {
    fn comma(&mut self) {
        if !self.first {
            self.out.0.push(',');
        }
        self.first = false;
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.comma();
        value.serialize(&mut *self.out)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Written {
        self.comma();
        self.out.name(name)?;
        value.serialize(&mut *self.out)
    }

    fn close(self) -> Written {
        self.out.raw(self.close)
    }
}

type Written = Result<(), Never>;

/// An error that can't occur, so callers need no error handling.
#[derive(Debug)]
enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: fmt::Display>(what: T) -> Self {
        panic!("a value cannot be written: {what}")
    }
}

macro_rules! whole_numbers {
    ($( $method:ident $Number:ty ),+) => {
        $( fn $method(self, number: $Number) -> Written {
            self.raw(&number.to_string())
        } )+
    };
}

impl<'a> ser::Serializer for &'a mut Text {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Entries<'a>;
    type SerializeTuple = Entries<'a>;
    type SerializeTupleStruct = Entries<'a>;
    type SerializeTupleVariant = Entries<'a>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Entries<'a>;
    type SerializeStructVariant = Entries<'a>;

    whole_numbers! {
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64
    }

    fn serialize_bool(self, value: bool) -> Written {
        self.raw(if value { "true" } else { "false" })
    }

    fn serialize_f32(self, number: f32) -> Written {
        self.serialize_f64(f64::from(number))
    }

    fn serialize_f64(self, number: f64) -> Written {
        if number.is_finite() { self.raw(&number::json(number)) } else { self.serialize_unit() }
    }

    fn serialize_char(self, letter: char) -> Written {
        self.quoted(letter.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Written {
        self.quoted(text)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Written {
        bytes.serialize(self)
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.raw("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Written {
        self.quoted(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Written {
        self.raw("{")?;
        self.name(name)?;
        value.serialize(&mut *self)?;
        self.raw("}")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Entries<'a>, Never> {
        self.open("[", "]")
    }

    fn serialize_tuple(self, _: usize) -> Result<Entries<'a>, Never> {
        self.open("[", "]")
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Entries<'a>, Never> {
        self.open("[", "]")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Entries<'a>, Never> {
        self.raw("{")?;
        self.name(name)?;
        self.open("[", "]}")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries<'a>, Never> {
        self.open("{", "}")
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Entries<'a>, Never> {
        self.open("{", "}")
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Entries<'a>, Never> {
        self.raw("{")?;
        self.name(name)?;
        self.open("{", "}}")
    }
}

macro_rules! entries {
    ($( $Trait:ident $method:ident $inner:ident $($name:ident: $Name:ty)? ;)+) => {
        $( impl ser::$Trait for Entries<'_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, $($name: $Name,)? value: &T) -> Written {
                self.$inner($($name,)? value)
            }

            fn end(self) -> Written {
                self.close()
            }
        } )+
    };
}

entries! {
    SerializeSeq serialize_element item;
    SerializeTuple serialize_element item;
    SerializeTupleStruct serialize_field item;
    SerializeTupleVariant serialize_field item;
    SerializeStruct serialize_field field name: &'static str;
    SerializeStructVariant serialize_field field name: &'static str;
}

/// Keys are expected to be text; others are written without quotes.
impl ser::SerializeMap for Entries<'_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Written {
        self.comma();
        name.serialize(&mut *self.out)?;
        self.out.raw(":")
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(&mut *self.out)
    }

    fn end(self) -> Written {
        self.close()
    }
}

//! Parses JSON text.

use std::fmt;

use serde_json::{Map, Number, Value};

use crate::number;

/// Maximum nesting depth of lists and objects, plus one.
const MAX_DEPTH: usize = 128;

/// The error for text that isn't JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The kind of error.
    pub what: &'static str,
    /// Line, starting at 1.
    pub line: usize,
    /// Column in bytes; the first byte of a line has column 1.
    pub column: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {} column {}", self.what, self.line, self.column)
    }
}

impl std::error::Error for ParseError {}

/// Parses one value. If an object has several fields with the same name, the last one wins.
///
/// # Errors
/// The text isn't JSON, has a number that is too large for a double, or nests lists and objects more than 127 levels
/// deep.
pub fn read(text: &str) -> Result<Value, ParseError> {
    read_with(Reader { text, at: 0, unique: false })
}

/// The same for text that people write: somebody who changes one of two fields with the same name would see no effect.
///
/// # Errors
/// As for [`read`], or an object has two fields with the same name.
pub fn read_unique(text: &str) -> Result<Value, ParseError> {
    read_with(Reader { text, at: 0, unique: true })
}

fn read_with(mut reader: Reader<'_>) -> Result<Value, ParseError> {
    let text = reader.text;
    let value = reader.value(MAX_DEPTH).and_then(|value| match reader.next() {
        None => Ok(value),
        Some(_) => Err("trailing characters"),
    });
    value.map_err(|what| {
        // The position includes the wrong character, or the last one if the text ends too early.
        let read = &text.as_bytes()[..text.len().min(reader.at + 1)];
        let line_start = read.iter().rposition(|byte| *byte == b'\n');
        ParseError {
            what,
            line: 1 + read.iter().filter(|byte| **byte == b'\n').count(),
            column: read.len() - line_start.map_or(0, |index| index + 1),
        }
    })
}

/// A parsed value, or the error at position `at`.
type Outcome<T> = Result<T, &'static str>;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The fields of an object must have different names.
    unique: bool,
}

impl Reader<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space and returns the next byte.
    fn next(&mut self) -> Option<u8> {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
        self.byte()
    }

    /// Skips bytes of a kind and returns how many.
    fn skip(&mut self, kind: impl Fn(u8) -> bool) -> usize {
        let start = self.at;
        while self.byte().is_some_and(&kind) {
            self.at += 1;
        }
        self.at - start
    }

    fn value(&mut self, depth: usize) -> Outcome<Value> {
        match self.next() {
            None => Err("EOF while parsing a value"),
            Some(b'n') => self.word("null", Value::Null),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number().map(Value::Number),
            Some(b'[' | b'{') if depth == 1 => Err("recursion limit exceeded"),
            Some(b'[') => self.list(depth - 1),
            Some(b'{') => self.object(depth - 1),
            Some(_) => Err("expected value"),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Outcome<Value> {
        for letter in word.bytes() {
            match self.byte() {
                None => return Err("EOF while parsing a value"),
                Some(byte) if byte != letter => return Err("expected ident"),
                Some(_) => self.at += 1,
            }
        }
        Ok(value)
    }

    fn list(&mut self, depth: usize) -> Outcome<Value> {
        let mut items = Vec::new();
        self.at += 1;
        while self.another(b']', items.is_empty(), "EOF while parsing a list", "expected `,` or `]`")? {
            items.push(self.value(depth)?);
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self, depth: usize) -> Outcome<Value> {
        const EARLY_END: &str = "EOF while parsing an object";
        let mut fields = Map::new();
        let mut first = true;
        self.at += 1;
        while self.another(b'}', first, EARLY_END, "expected `,` or `}`")? {
            first = false;
            match self.next() {
                None => return Err(EARLY_END),
                Some(b'"') => {}
                Some(_) => return Err("key must be a string"),
            }
            let name = self.string()?;
            if self.unique && fields.contains_key(&name) {
                return Err("a second value for the same name");
            }
            match self.next() {
                None => return Err(EARLY_END),
                Some(b':') => self.at += 1,
                Some(_) => return Err("expected `:`"),
            }
            let value = self.value(depth)?;
            fields.insert(name, value);
        }
        Ok(Value::Object(fields))
    }

    /// Returns true if another entry follows. Skips the comma or the closing bracket.
    fn another(&mut self, end: u8, first: bool, early: &'static str, wrong: &'static str) -> Outcome<bool> {
        match self.next() {
            None => Err(early),
            Some(byte) if byte == end => {
                self.at += 1;
                Ok(false)
            }
            Some(_) if first => Ok(true),
            Some(b',') => {
                self.at += 1;
                if self.next() == Some(end) { Err("trailing comma") } else { Ok(true) }
            }
            Some(_) => Err(wrong),
        }
    }

    fn number(&mut self) -> Outcome<Number> {
        const INVALID: &str = "invalid number";
        let digit = |byte: u8| byte.is_ascii_digit();
        let negative = self.byte() == Some(b'-');
        self.at += usize::from(negative);
        let start = self.at;
        let whole = self.skip(digit);
        if whole == 0 || (whole > 1 && self.text.as_bytes()[start] == b'0') {
            return Err(INVALID);
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            if self.skip(digit) == 0 {
                return Err(INVALID);
            }
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            if self.skip(digit) == 0 {
                return Err(INVALID);
            }
        }
        let text = &self.text[start..self.at];
        // Whole numbers that fit stay integers, except -0.
        if text.len() == whole
            && let Ok(size) = text.parse::<u64>()
        {
            match 0_i64.checked_sub_unsigned(size) {
                _ if !negative => return Ok(size.into()),
                Some(number) if number != 0 => return Ok(number.into()),
                _ => {}
            }
        }
        let size = number::parse(text);
        Number::from_f64(if negative { -size } else { size }).ok_or("number out of range")
    }

    fn string(&mut self) -> Outcome<String> {
        let mut string = String::new();
        self.at += 1;
        loop {
            let start = self.at;
            self.skip(|byte| byte != b'"' && byte != b'\\' && byte >= b' ');
            string.push_str(&self.text[start..self.at]);
            match self.byte() {
                None => return Err("EOF while parsing a string"),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => {
                    self.at += 1;
                    string.push(self.escaped()?);
                }
                Some(_) => return Err("control character (\\u0000-\\u001F) found while parsing a string"),
            }
        }
    }

    fn escaped(&mut self) -> Outcome<char> {
        let byte = self.byte().ok_or("EOF while parsing a string")?;
        let letter = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\x08',
            b'f' => '\x0c',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return Err("invalid escape"),
        };
        self.at += 1;
        Ok(letter)
    }

    /// Parses a `\u` escape. Characters beyond 16 bits are two escapes, a surrogate pair.
    fn unicode(&mut self) -> Outcome<char> {
        const LONE: &str = "lone leading surrogate in hex escape";
        let high = self.hex()?;
        let code = match high {
            0xD800..=0xDBFF => {
                if !self.text[self.at..].starts_with("\\u") {
                    return Err(LONE);
                }
                self.at += 1;
                match self.hex()? {
                    low @ 0xDC00..=0xDFFF => 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00),
                    _ => return Err(LONE),
                }
            }
            _ => high,
        };
        char::from_u32(code).ok_or(LONE)
    }

    /// Parses four hexadecimal digits after a `u`.
    fn hex(&mut self) -> Outcome<u32> {
        let mut code = 0;
        for _ in 0..4 {
            self.at += 1;
            let byte = self.byte().ok_or("EOF while parsing a string")?;
            code = code * 16 + char::from(byte).to_digit(16).ok_or("invalid escape")?;
        }
        self.at += 1;
        Ok(code)
    }
}

//! Values that conform to the schema, as the types of the schema. Validation has looked at every field before, so there is
//! nothing to tell here: a value that does not fit is no value. Reading by hand keeps the engine small: serde's readers
//! for a hundred types were a third of what a browser had to load.

use serde::Serialize;
use serde_json::{Map, Value};

/// A type of the schema.
pub trait FromValue: Sized {
    /// Reads a value that conforms to the type's shape; `None` if it does not.
    fn from_value(value: Value) -> Option<Self>;
}

/// A member of a replaceable set as it is written: its fields beside the name of the member.
#[derive(Serialize)]
pub struct Tagged<'a, T> {
    /// Name of the member.
    pub kind: &'static str,
    /// Its fields.
    #[serde(flatten)]
    pub part: &'a T,
}

/// Reads a field of an object.
pub fn field<T: FromValue>(fields: &mut Map<String, Value>, name: &str) -> Option<T> {
    T::from_value(fields.get_mut(name)?.take())
}

impl FromValue for bool {
    fn from_value(value: Value) -> Option<Self> {
        value.as_bool()
    }
}

impl FromValue for f64 {
    fn from_value(value: Value) -> Option<Self> {
        value.as_f64()
    }
}

impl FromValue for u64 {
    fn from_value(value: Value) -> Option<Self> {
        value.as_u64()
    }
}

impl FromValue for u32 {
    fn from_value(value: Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl FromValue for String {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::from_value(value).map(Some) }
    }
}

impl<T: FromValue> FromValue for Vec<T> {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Array(items) => items.into_iter().map(T::from_value).collect(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_does_not_fit_is_no_value() {
        assert_eq!(u32::from_value(json!(7)), Some(7));
        assert_eq!(u32::from_value(json!(1_u64 << 32)), None);
        assert_eq!(u32::from_value(json!(-1)), None);
        assert_eq!(Option::<u32>::from_value(json!(null)), Some(None));
        assert_eq!(Option::<u32>::from_value(json!("7")), None);
        assert_eq!(Vec::<bool>::from_value(json!([true, false])), Some(vec![true, false]));
        assert_eq!(Vec::<bool>::from_value(json!([true, 0])), None);
        assert_eq!(f64::from_value(json!(3)), Some(3.0));
    }
}

//! Values that conform to the schema, as the types of the schema, and back. Validation has looked at every field before, so there is
//! nothing to tell here: a value that does not fit is no value. Doing so by hand keeps the engine small: serde's readers and
//! writers for a hundred types were a third of what a browser had to load.

use serde_json::{Map, Value};

/// A type of the schema.
pub trait Typed: Sized {
    /// Reads a value that conforms to the type's shape; `None` if it does not.
    fn from_value(value: Value) -> Option<Self>;

    /// The value that gives this when it is read.
    fn to_value(&self) -> Value;
}

/// Lets serde write a type of the schema.
macro_rules! serialize_typed {
    ($Name:ident) => {
        impl serde::Serialize for $Name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::scenario::typed::Typed::to_value(self).serialize(serializer)
            }
        }
    };
}

pub(crate) use serialize_typed;

/// An object with these fields, which are taken away.
pub fn object(fields: &mut [(&'static str, Value)]) -> Value {
    Value::Object(fields.iter_mut().map(|(name, value)| ((*name).to_owned(), value.take())).collect())
}

/// A member of a replaceable set as it is written: its fields beside the name of the member.
pub fn tagged(kind: &'static str, mut part: Value) -> Value {
    if let Value::Object(fields) = &mut part {
        fields.insert("kind".to_owned(), kind.into());
    }
    part
}

/// Reads a field of an object.
pub fn field<T: Typed>(fields: &mut Map<String, Value>, name: &str) -> Option<T> {
    T::from_value(fields.get_mut(name)?.take())
}

impl Typed for bool {
    fn from_value(value: Value) -> Option<Self> {
        value.as_bool()
    }

    fn to_value(&self) -> Value {
        Value::from(*self)
    }
}

impl Typed for f64 {
    fn from_value(value: Value) -> Option<Self> {
        value.as_f64()
    }

    fn to_value(&self) -> Value {
        Value::from(*self)
    }
}

impl Typed for u64 {
    fn from_value(value: Value) -> Option<Self> {
        value.as_u64()
    }

    fn to_value(&self) -> Value {
        Value::from(*self)
    }
}

impl Typed for u32 {
    fn from_value(value: Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }

    fn to_value(&self) -> Value {
        Value::from(*self)
    }
}

impl Typed for String {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    fn to_value(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl<T: Typed> Typed for Option<T> {
    fn from_value(value: Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::from_value(value).map(Some) }
    }

    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, Typed::to_value)
    }
}

impl<T: Typed> Typed for Vec<T> {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Array(items) => items.into_iter().map(T::from_value).collect(),
            _ => None,
        }
    }

    fn to_value(&self) -> Value {
        self.iter().map(Typed::to_value).collect()
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

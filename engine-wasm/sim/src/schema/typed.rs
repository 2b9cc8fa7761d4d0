//! Converts values that conform to the schema into the schema's types, and back. Validation has checked every field, so
//! this reports no problems; a value that doesn't fit gives `None`. Hand-written conversions keep the engine small:
//! serde's readers and writers for a hundred types were a third of the browser's download. For the same reason a misfit
//! sets a flag and reading continues: an early return at every field of every type would take more code than everything
//! else in this module.

use serde_json::{Map, Value};

/// A type of the schema.
pub trait Typed: Sized {
    /// Reads a value. Clears `fits` and returns a meaningless value if it doesn't conform to the type's shape.
    fn read(value: &Value, fits: &mut bool) -> Self;

    /// The value from which `read` returns `self`.
    fn to_value(&self) -> Value;

    /// Reads a value that conforms to the type's shape; `None` if it does not.
    fn from_value(value: &Value) -> Option<Self> {
        let mut fits = true;
        let read = Self::read(value, &mut fits);
        fits.then_some(read)
    }
}

/// Implements serde's `Serialize` for a type of the schema.
macro_rules! serialize_typed {
    ($Name:ident) => {
        impl serde::Serialize for $Name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::schema::typed::Typed::to_value(self).serialize(serializer)
            }
        }
    };
}

pub(crate) use serialize_typed;

/// Puts a field into an object. Compiled once per type of field, not once per field.
#[inline(never)]
pub fn put_field<T: Typed>(object: &mut Map<String, Value>, name: &'static str, field: &T) {
    put(object, name, field.to_value());
}

#[inline(never)]
fn put(object: &mut Map<String, Value>, name: &'static str, value: Value) {
    object.insert(name.to_owned(), value);
}

/// A member of a replaceable set as JSON: its kind and its fields in one object.
pub fn tagged(kind: &'static str, mut part: Value) -> Value {
    if let Value::Object(fields) = &mut part {
        put(fields, "kind", kind.into());
    }
    part
}

/// The value of a field.
#[inline(never)]
pub fn field<'a>(object: &'a Value, name: &str, fits: &mut bool) -> &'a Value {
    object.get(name).unwrap_or_else(|| misfit(fits, &Value::Null))
}

/// Reads a field of an object. Compiled once per type of field, not once per field.
#[inline(never)]
pub fn read_field<T: Typed>(object: &Value, name: &str, fits: &mut bool) -> T {
    T::read(field(object, name, fits), fits)
}

/// Clears `fits` and returns a placeholder.
#[cold]
#[inline(never)]
pub fn misfit<T>(fits: &mut bool, instead: T) -> T {
    *fits = false;
    instead
}

impl Typed for bool {
    fn read(value: &Value, fits: &mut bool) -> Self {
        value.as_bool().unwrap_or_else(|| misfit(fits, false))
    }

    fn to_value(&self) -> Value {
        Value::from(*self)
    }
}

impl Typed for f64 {
    #[inline(never)]
    fn read(value: &Value, fits: &mut bool) -> Self {
        value.as_f64().unwrap_or_else(|| misfit(fits, 0.0))
    }

    fn to_value(&self) -> Value {
        Value::from(*self)
    }
}

impl Typed for u64 {
    #[inline(never)]
    fn read(value: &Value, fits: &mut bool) -> Self {
        value.as_u64().unwrap_or_else(|| misfit(fits, 0))
    }

    fn to_value(&self) -> Value {
        Value::from(*self)
    }
}

impl Typed for u32 {
    #[inline(never)]
    fn read(value: &Value, fits: &mut bool) -> Self {
        value.as_u64().and_then(|number| number.try_into().ok()).unwrap_or_else(|| misfit(fits, 0))
    }

    fn to_value(&self) -> Value {
        Value::from(*self)
    }
}

impl Typed for String {
    #[inline(never)]
    fn read(value: &Value, fits: &mut bool) -> Self {
        value.as_str().unwrap_or_else(|| misfit(fits, "")).to_owned()
    }

    fn to_value(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl<T: Typed> Typed for Option<T> {
    fn read(value: &Value, fits: &mut bool) -> Self {
        if value.is_null() { None } else { Some(T::read(value, fits)) }
    }

    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, Typed::to_value)
    }
}

impl<T: Typed> Typed for Vec<T> {
    fn read(value: &Value, fits: &mut bool) -> Self {
        let items = value.as_array().map_or_else(|| misfit(fits, &[][..]), Vec::as_slice);
        items.iter().map(|item| T::read(item, fits)).collect()
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
    fn a_value_that_does_not_fit_gives_none() {
        assert_eq!(u32::from_value(&json!(7)), Some(7));
        assert_eq!(u32::from_value(&json!(1_u64 << 32)), None);
        assert_eq!(u32::from_value(&json!(-1)), None);
        assert_eq!(Option::<u32>::from_value(&json!(null)), Some(None));
        assert_eq!(Option::<u32>::from_value(&json!("7")), None);
        assert_eq!(Vec::<bool>::from_value(&json!([true, false])), Some(vec![true, false]));
        assert_eq!(Vec::<bool>::from_value(&json!([true, 0])), None);
        assert_eq!(f64::from_value(&json!(3)), Some(3.0));
        assert_eq!(String::from_value(&json!(3)), None);
    }
}

//! The two macros behind "one file and one line": [`described!`] writes a piece of the scenario schema together
//! with what controls, documentation and validation need to know about it; [`registry!`] makes a replaceable set.

/// Defines a struct of the scenario schema. Each field is `name: Type = shape [, default value];`, where the shape
/// (see [`crate::scenario::shape`]) carries unit and range. The doc comments become the words beside the control.
macro_rules! described {
    (
        $(#[doc = $doc:literal])+
        pub struct $Name:ident {
            $( $(#[doc = $field_doc:literal])+ $field:ident : $Type:ty = $shape:expr $(, default $default:tt)? ; )*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
        pub struct $Name {
            $( $(#[doc = $field_doc])+ pub $field: $Type, )*
        }

        impl $crate::scenario::typed::FromValue for $Name {
            fn from_value(mut value: serde_json::Value) -> Option<Self> {
                let _fields = value.as_object_mut()?;
                Some(Self { $( $field: $crate::scenario::typed::field(_fields, stringify!($field))?, )* })
            }
        }

        impl $crate::scenario::shape::Described for $Name {
            fn doc() -> String {
                $crate::scenario::shape::join_doc(&[$($doc),+])
            }
            fn fields() -> Vec<$crate::scenario::shape::Field> {
                vec![$( $crate::scenario::shape::Field {
                    name: stringify!($field),
                    doc: $crate::scenario::shape::join_doc(&[$($field_doc),+]),
                    shape: $shape,
                    default: described!(@default $($default)?),
                } ),*]
            }
        }
    };
    (@default) => { None };
    (@default $default:tt) => { Some(serde_json::json!($default)) };
}

/// Defines an enum of named alternatives without fields, e.g. how a number is rounded.
macro_rules! alternatives {
    (
        $(#[doc = $doc:literal])+
        pub enum $Name:ident { $( $(#[doc = $variant_doc:literal])+ $Variant:ident = $value:literal, )+ }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
        pub enum $Name { $( $(#[doc = $variant_doc])+ #[serde(rename = $value)] $Variant, )+ }

        impl $crate::scenario::typed::FromValue for $Name {
            fn from_value(value: serde_json::Value) -> Option<Self> {
                match value.as_str()? {
                    $( $value => Some(Self::$Variant), )+
                    _ => None,
                }
            }
        }

        impl $Name {
            /// The alternatives as the schema shows them.
            pub fn shape() -> $crate::scenario::shape::Shape {
                $crate::scenario::shape::choice(&[
                    $( ($value, $crate::scenario::shape::join_doc(&[$($variant_doc),+])) ),+
                ])
            }
        }
    };
}

/// Defines a replaceable set from one line per member, `module::Member,`: declares the member's module, the tagged
/// variant of the scenario schema (`{"kind": "module", ...}`), its constructor, its entry in the catalogue, and the
/// dispatch of the set's rule. A member's file holds its [`described!`] struct and an `impl Part` for it. Sets may have
/// modules of one name; the structs have names of their own, because the TypeScript types share one name space.
macro_rules! registry {
    (
        $(#[doc = $doc:literal])+
        set $set:literal, $title:literal;
        choice $Choice:ident; running $Running:ident; rule $Rule:ident; context $Context:ty;
        members $members:tt
        dispatch { $( fn $method:ident $args:tt $(-> $Ret:ty)? ; )* }
    ) => {
        registry! { @set [$($doc),+] $set, $title; $Choice, $Running, $Context; $members }

        impl $Running { $( registry! { @method $Running, $Rule, $members; $method $args ($($Ret)?) } )* }
    };

    (
        @set [$($doc:literal),+] $set:literal, $title:literal; $Choice:ident, $Running:ident, $Context:ty;
        { $( $module:ident :: $Member:ident ),+ $(,)? }
    ) => {
        $( pub mod $module; )+

        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts", tag = "kind"))]
        pub enum $Choice { $(
            #[doc = concat!("See [`", stringify!($module), "`].")]
            #[cfg_attr(feature = "ts", ts(rename = stringify!($module)))]
            $Member($module::$Member),
        )+ }

        impl serde::Serialize for $Choice {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use $crate::scenario::typed::Tagged;
                match self { $( Self::$Member(part) => Tagged { kind: stringify!($module), part }.serialize(serializer), )+ }
            }
        }

        /// A member of the set at work in a run.
        #[derive(Debug)]
        pub enum $Running { $(
            #[doc = concat!("See [`", stringify!($module), "`].")]
            $Member(<$module::$Member as $crate::scenario::shape::Part<$Context>>::Running),
        )+ }

        impl $crate::scenario::typed::FromValue for $Choice {
            fn from_value(value: serde_json::Value) -> Option<Self> {
                match value.get("kind")?.as_str()? {
                    $( stringify!($module) => $module::$Member::from_value(value).map(Self::$Member), )+
                    _ => None,
                }
            }
        }

        impl $Choice {
            /// What the catalogue and the validator know about this set.
            pub fn part_set() -> $crate::scenario::shape::PartSet {
                use $crate::scenario::shape::{Described, Member, Part, PartSet, join_doc};
                PartSet {
                    name: $set,
                    title: $title,
                    doc: join_doc(&[$($doc),+]),
                    members: vec![$( Member {
                        kind: stringify!($module),
                        doc: $module::$Member::doc(),
                        source: <$module::$Member as Part<$Context>>::SOURCE,
                        fields: $module::$Member::fields(),
                    } ),+],
                }
            }

            /// The part at the start of a run.
            pub fn start(&self, context: &$Context) -> $Running {
                use $crate::scenario::shape::Part;
                match self { $( Self::$Member(part) => $Running::$Member(part.start(context)), )+ }
            }
        }
    };

    (
        @method $Running:ident, $Rule:ident, { $( $module:ident :: $Member:ident ),+ $(,)? };
        $method:ident ( $($arg:ident : $Arg:ty),* ) ( $($Ret:ty)? )
    ) => {
        registry! { @body $Running, $Rule, [$($Member)+]; $method; [$($arg: $Arg),*]; ($($arg),*); ($($Ret)?) }
    };

    (
        @body $Running:ident, $Rule:ident, [$($Member:ident)+]; $method:ident;
        [$($arg:ident : $Arg:ty),*]; $args:tt; ( $($Ret:ty)? )
    ) => {
        #[doc = concat!("See [`", stringify!($Rule), "::", stringify!($method), "`].")]
        #[inline]
        pub fn $method(&mut self, $($arg: $Arg),*) $(-> $Ret)? {
            match self { $( Self::$Member(part) => registry!(@call $Rule, $method, part, $args), )+ }
        }
    };

    (@call $Rule:ident, $method:ident, $part:ident, ($($arg:ident),*)) => { $Rule::$method($part, $($arg),*) };
}

//! The macros that reduce a new part to one file and one line: [`described!`] defines a struct of the scenario schema
//! together with the metadata for controls, documentation and validation; [`registry!`] defines a replaceable set.

/// Defines a struct of the scenario schema. Each field is
/// `name: Type = shape [, default value] [, label "Label"] [, group "name"] [, basic true];`, where the shape (see
/// [`crate::schema::shape`]) carries unit and range. The doc comments become the help text next to the control. Without
/// a label, the control shows the name in readable form; without a group, it stays with the fields around it; a `basic`
/// field is in sight before the others of its part.
macro_rules! described {
    (
        $(#[doc = $doc:literal])+
        pub struct $Name:ident {
            $( $(#[doc = $field_doc:literal])+ $field:ident : $Type:ty = $shape:expr
                $(, default $default:tt)? $(, label $label:literal)? $(, group $group:literal)? $(, basic $basic:literal)? ; )*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
        pub struct $Name {
            $( $(#[doc = $field_doc])+ pub $field: $Type, )*
        }

        impl $crate::schema::typed::Typed for $Name {
            #[inline(never)]
            fn read(_value: &serde_json::Value, _fits: &mut bool) -> Self {
                Self { $( $field: $crate::schema::typed::read_field(_value, stringify!($field), _fits), )* }
            }

            fn to_value(&self) -> serde_json::Value {
                let mut _object = serde_json::Map::new();
                $( $crate::schema::typed::put_field(&mut _object, stringify!($field), &self.$field); )*
                serde_json::Value::Object(_object)
            }
        }

        $crate::schema::typed::serialize_typed!($Name);

        impl $crate::schema::shape::Described for $Name {
            const DOC: &'static str = $crate::schema::shape::words(concat!($($doc),+));
            const FIELDS: &'static [$crate::schema::shape::Field] = &[$( $crate::schema::shape::Field {
                name: stringify!($field),
                label: $crate::schema::shape::Label::new(stringify!($field), concat!($($label)?)),
                group: $crate::schema::shape::words(concat!($($group)?)),
                basic: described!(@basic $($basic)?),
                doc: described!(@doc [$($default)?] $($field_doc),+),
                shape: $shape,
                default: described!(@default $($default)?),
            } ),*];
        }
    };
    // Keep the docs of required fields: error messages quote them.
    (@doc [] $($doc:literal),+) => { concat!($($doc),+).trim_ascii() };
    (@doc [$default:tt] $($doc:literal),+) => { $crate::schema::shape::words(concat!($($doc),+)) };
    (@basic) => { false };
    (@basic $basic:literal) => { $basic };
    (@default) => { None };
    (@default $default:tt) => { Some($crate::schema::shape::Literal(stringify!($default))) };
}

/// Defines an enum of named alternatives without fields, e.g. how a number is rounded. Each is
/// `Variant = "name" [label "Label"],`. With `or { Variant(Type) = number shape, }` after them, the value may be a number
/// instead of a name.
macro_rules! alternatives {
    (
        $(#[doc = $doc:literal])+
        pub enum $Name:ident { $( $(#[doc = $variant_doc:literal])+ $Variant:ident = $value:literal $(label $label:literal)?, )+ }
        $( or { $(#[doc = $number_doc:literal])+ $Number:ident($Type:ty) = $number:expr, } )?
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
        pub enum $Name { $( $(#[doc = $variant_doc])+ #[cfg_attr(feature = "ts", ts(rename = $value))] $Variant, )+
            $( $(#[doc = $number_doc])+ #[cfg_attr(feature = "ts", ts(untagged))] $Number($Type), )?
        }

        impl $crate::schema::typed::Typed for $Name {
            #[inline(never)]
            fn read(value: &serde_json::Value, fits: &mut bool) -> Self {
                $( if value.is_number() {
                    return Self::$Number($crate::schema::typed::Typed::read(value, fits));
                } )?
                const ALL: &[(&str, $Name)] = &[$( ($value, $Name::$Variant) ),+];
                let found = ALL.iter().find(|(name, _)| value.as_str() == Some(name));
                found.unwrap_or_else(|| $crate::schema::typed::misfit(fits, &ALL[0])).1
            }

            fn to_value(&self) -> serde_json::Value {
                let name = match self {
                    $( Self::$Variant => $value, )+
                    $( Self::$Number(number) => return <$Type as $crate::schema::typed::Typed>::to_value(number), )?
                };
                name.into()
            }
        }

        $crate::schema::typed::serialize_typed!($Name);

        impl $Name {
            /// The alternatives for the schema.
            pub const SHAPE: $crate::schema::shape::Shape = {
                const CHOICES: &[$crate::schema::shape::Alternative] = &[$( $crate::schema::shape::Alternative {
                    value: $value,
                    label: $crate::schema::shape::Label::new($value, concat!($($label)?)),
                    doc: $crate::schema::shape::words(concat!($($variant_doc),+)),
                } ),+];
                alternatives!(@shape CHOICES $(, $number)?)
            };
        }
    };

    (@shape $choices:ident) => { $crate::schema::shape::Shape::Choice { choices: $choices } };
    (@shape $choices:ident, $number:expr) => {
        $crate::schema::shape::Shape::ChoiceOrNumber { choices: $choices, number: &$number }
    };
}

/// Defines a replaceable set from one line per member, `module::Member,`: declares the member's module, the tagged
/// variant of the scenario schema (`{"kind": "module", ...}`), its constructor, its entry in the catalogue, and the
/// dispatch of the set's rule. A member's file contains its [`described!`] struct and an `impl Part` for it. Two sets
/// may use the same module name, but every struct needs its own name, because the TypeScript types share one namespace.
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
        // So that other crates' matches have an answer for members that they don't know.
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts", tag = "kind"))]
        #[non_exhaustive]
        pub enum $Choice { $(
            #[doc = concat!("See [`", stringify!($module), "`].")]
            #[cfg_attr(feature = "ts", ts(rename = stringify!($module)))]
            $Member($module::$Member),
        )+ }

        /// A running member of the set.
        #[derive(Clone, Debug)]
        pub enum $Running { $(
            #[doc = concat!("See [`", stringify!($module), "`].")]
            $Member(<$module::$Member as $crate::schema::shape::Part<$Context>>::Running),
        )+ }

        impl $crate::schema::typed::Typed for $Choice {
            #[inline(never)]
            fn read(value: &serde_json::Value, fits: &mut bool) -> Self {
                use $crate::schema::typed::{field, misfit};
                type Reader = fn(&serde_json::Value, &mut bool) -> $Choice;
                const ALL: &[(&str, Reader)] =
                    &[$( (stringify!($module), |value, fits| $Choice::$Member($crate::schema::typed::Typed::read(value, fits))) ),+];
                let kind = field(value, "kind", fits).as_str();
                let found = ALL.iter().find(|(name, _)| kind == Some(name));
                found.unwrap_or_else(|| misfit(fits, &ALL[0])).1(value, fits)
            }

            fn to_value(&self) -> serde_json::Value {
                match self {
                    $( Self::$Member(part) => $crate::schema::typed::tagged(stringify!($module), part.to_value()), )+
                }
            }
        }

        $crate::schema::typed::serialize_typed!($Choice);

        impl $Choice {
            /// Metadata of this set for the catalogue and the validator.
            pub const PART_SET: $crate::schema::shape::PartSet = {
                use $crate::schema::shape::{Described, Member, Part, PartSet};
                PartSet {
                    name: $set,
                    title: $title,
                    doc: $crate::schema::shape::words(concat!($($doc),+)),
                    members: &[$( Member {
                        kind: stringify!($module),
                        label: $crate::schema::shape::Label::new(
                            stringify!($module),
                            <$module::$Member as Part<$Context>>::LABEL,
                        ),
                        brief: $crate::schema::shape::words(<$module::$Member as Part<$Context>>::BRIEF),
                        doc: $module::$Member::DOC,
                        source: $crate::schema::shape::words(<$module::$Member as Part<$Context>>::SOURCE),
                        needs_sack: <$module::$Member as Part<$Context>>::NEEDS_SACK,
                        fields: $module::$Member::FIELDS,
                    } ),+],
                }
            };

            /// The set for the schema.
            pub const SHAPE: $crate::schema::shape::Shape = $crate::schema::shape::Shape::Part { set: &Self::PART_SET };

            /// Creates the part's state at the start of a run.
            pub fn start(&self, context: &$Context) -> $Running {
                use $crate::schema::shape::Part;
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

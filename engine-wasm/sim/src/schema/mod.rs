//! The schema language, independent of the scenario. The macros define a struct together with its [`shape`];
//! [`conform`] checks a JSON value against a shape and fills in defaults, and [`typed`] reads conforming values.

#[macro_use]
mod macros;

pub mod conform;
pub mod limits;
pub mod problem;
pub mod shape;
pub mod suggest;
pub mod typed;

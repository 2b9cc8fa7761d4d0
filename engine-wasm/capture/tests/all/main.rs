//! Tests of the capture reader on captures whose every number is known by construction.

mod builder;
mod columns;
mod field;
mod formats;
mod fuzz;
mod links;
mod oddities;
mod retransmissions;
mod tshark;
mod values;

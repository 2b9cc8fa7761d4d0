//! BBR version 1: its model of the path and the measurements for it. BBR doesn't treat losses as a congestion signal.
//! It measures how fast the path delivers and how short its RTT is, and sends enough to keep the path full and its
//! queue nearly empty.
//!
//! [`delivery`] takes a rate sample from every ACK. [`rate`] keeps rates and their windowed maximum, [`min_rtt`] the
//! smallest RTT. [`model`] has the four modes: [`full_pipe`] ends the first, and [`cycle`] has the phases of the third.
//! [`policer`] detects a policer that drops traffic above a certain rate. [`aggregation`] measures how many more
//! segments than expected are acknowledged at once. [`cwnd`] computes a window from all this.
//! [`crate::tcp::avoidance::bbr`] connects it to a sender and sets the pace.
//!
//! The code follows Linux before BBR version 2, but with floating-point numbers and exact times.

pub mod aggregation;
pub mod cwnd;
pub mod cycle;
pub mod delivery;
pub mod full_pipe;
pub mod min_rtt;
pub mod model;
pub mod policer;
pub mod rate;

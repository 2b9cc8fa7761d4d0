//! The model of the path on which BBR version 1 rests, and what it measures for it. BBR does not ask whether segments are
//! lost. It measures how fast the path delivers and how short its RTT is, and sends so much that the path is full and its
//! queue nearly empty.
//!
//! [`delivery`] takes a rate sample from every ACK, [`rate`] holds rates and their windowed maximum, [`min_rtt`] the smallest
//! RTT. [`model`] has the four modes; [`full_pipe`] ends the first of them, [`cycle`] is what the third goes through.
//! [`policer`] guesses that something drops what exceeds a rate. [`aggregation`] measures how much more than expected comes at
//! once. [`cwnd`] makes a window of all this; [`crate::tcp::avoidance::bbr`] joins it to a sender and sets the pace.
//!
//! The form is Linux's before version 2, in real numbers and exact times.

pub mod aggregation;
pub mod cwnd;
pub mod cycle;
pub mod delivery;
pub mod full_pipe;
pub mod min_rtt;
pub mod model;
pub mod policer;
pub mod rate;

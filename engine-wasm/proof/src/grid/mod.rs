//! The plausibility grid: checks every preset and receiver on a set of paths, alone and in pairs, against rules that
//! any TCP obeys.
//!
//! The papers' scenarios test the engine only on paths that were measured. The grid covers others. Its rules follow
//! from theory and from a sender's parts, never from a preset's name. A cell that breaks a rule reveals a defect of the
//! engine or a property of the algorithm. `content/evidence/grid-explained.json` explains each such property, with a
//! source.
//!
//! | module | content |
//! |---|---|
//! | [`paths`] | the paths, their links and how many packets they hold |
//! | [`kinds`] | the theory's model of a sender and its receiver, from their parts |
//! | [`floors`] | the utilization that a kind of sender must reach on a path |
//! | [`chances`] | the probability that a random loss ends in a timeout |
//! | [`timeouts`] | the maximum timeouts of a run |
//! | [`measure`] | one run: utilization, timeouts, retransmissions after a warm-up |
//! | [`cells`] | all cells, run on several threads |
//! | [`rules`] | the rules, and which of them a cell breaks |
//! | [`explained`] | the explanations, and whether each still matches a cell |
//! | [`file`] | `content/evidence/grid.json` |
//! | [`scenarios`] | `content/evidence/grid-scenarios.json` |
//! | [`picture`] | the grid as SVG |

pub mod cells;
pub mod chances;
pub mod explained;
pub mod file;
pub mod floors;
pub mod kinds;
pub mod measure;
pub mod paths;
pub mod picture;
pub mod rules;
pub mod scenarios;
pub mod timeouts;

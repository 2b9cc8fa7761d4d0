//! The plausibility grid: every preset, every receiver and a set of paths, alone and in pairs, against rules that any TCP obeys.
//!
//! The papers' scenarios prove the engine only on paths that somebody measured. The grid covers the others. Its rules come
//! from theory, by the parts of a sender and never by a preset's name. A cell that breaks a rule is a defect, or it is true of
//! the algorithm. Then `content/evidence/grid-explained.json` says why, with a source.
//!
//! | module | what |
//! |---|---|
//! | [`paths`] | the paths, their scenarios, what they hold |
//! | [`kinds`] | a sender and its receiver as the theory sees them, by their parts |
//! | [`floors`] | utilization that a kind of sender must reach on a path |
//! | [`chances`] | the probability that a random loss ends in a timeout |
//! | [`timeouts`] | the most timeouts a run may have |
//! | [`measure`] | one run: utilization, timeouts, retransmissions after a warm-up |
//! | [`cells`] | all cells, run on several threads |
//! | [`rules`] | the rules, and which of them a cell breaks |
//! | [`explained`] | the explanations, and whether each still has its case |
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

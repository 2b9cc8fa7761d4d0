//! The catalogue: everything that controls and documentation need from the scenario schema, collected from the
//! registries.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::datagram::Datagram;
use crate::net::{loss::Loss, queue::Queue};
use crate::scenario::topology::Blueprint;
use crate::scenario::{Scenario, Sender, presets};
use crate::schema::shape::{Described, Field, Member, PartSet};
use crate::schema::{conform, shape};
use crate::tcp::{
    avoidance::Avoidance, decrease::Decrease, detection::Detection, receiver::Receiver, recovery::Recovery,
    slow_start::SlowStart, timer::Timer,
};
use crate::timeline::Change;
use crate::traffic::Traffic;

/// All parts, presets and fields of the schema.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Catalogue {
    /// Version of the engine.
    pub engine_version: String,
    /// The replaceable sets, by name.
    pub parts: BTreeMap<&'static str, CataloguedSet>,
    /// The presets, by family and in the order of the list that offers them.
    pub presets: Vec<CataloguedPreset>,
    /// The groups of controls, in the order in which they are shown.
    #[cfg_attr(feature = "ts", ts(as = "Vec<ControlGroup>"))]
    pub groups: &'static [ControlGroup],
    /// The scenario schema.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Field>"))]
    pub scenario: &'static [Field],
}

/// A group of controls. Fields name the group that they belong to.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct ControlGroup {
    /// The name that fields use.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// True if it is folded until somebody opens it.
    pub folded: bool,
}

/// The groups of controls, in the order in which they are shown.
pub const GROUPS: &[ControlGroup] = &[
    ControlGroup { name: "receiver", title: "Receiver", folded: false },
    ControlGroup { name: "parts", title: "Sender parts", folded: true },
    ControlGroup { name: "window", title: "Window and options", folded: true },
    ControlGroup { name: "timers", title: "Timers and RTT", folded: true },
    ControlGroup { name: "traffic", title: "Traffic", folded: true },
    ControlGroup { name: "host", title: "Host", folded: true },
    ControlGroup { name: "run", title: "Run and recording", folded: false },
];

/// A replaceable set in the catalogue.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct CataloguedSet {
    /// Display name.
    pub title: &'static str,
    /// Description of the set's task.
    pub doc: &'static str,
    /// Its members.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Member>"))]
    pub members: &'static [Member],
}

/// A preset in the catalogue.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct CataloguedPreset {
    /// Name used in scenarios.
    pub name: String,
    /// Display name.
    pub title: String,
    /// Title of its family.
    pub family: String,
    /// The parts that can be added to any sender, one by one; `null` for most presets.
    pub components: Option<presets::Components>,
    /// Short description.
    pub doc: String,
    /// Paper or code that describes it.
    pub source: String,
    /// The sender with every field written out.
    #[cfg_attr(feature = "ts", ts(as = "Sender"))]
    pub sender: Value,
}

/// The replaceable sets, in the order in which the bench shows them.
pub const PART_SETS: &[PartSet] = &[
    SlowStart::PART_SET,
    Avoidance::PART_SET,
    Detection::PART_SET,
    Recovery::PART_SET,
    Decrease::PART_SET,
    Timer::PART_SET,
    Receiver::PART_SET,
    Queue::PART_SET,
    Loss::PART_SET,
    Traffic::PART_SET,
    Datagram::PART_SET,
    Change::PART_SET,
    Blueprint::PART_SET,
];

/// Finds a replaceable set by its name.
///
/// # Panics
/// If the schema names a set that isn't listed in [`PART_SETS`].
pub fn part_set(name: &str) -> &'static PartSet {
    PART_SETS.iter().find(|set| set.name == name).expect("PART_SETS lists every set of the schema")
}

/// Builds the catalogue.
pub fn catalogue() -> Catalogue {
    let parts = PART_SETS
        .iter()
        .map(|set| (set.name, CataloguedSet { title: set.title, doc: set.doc, members: set.members }))
        .collect();
    let presets = presets::all()
        .iter()
        .cloned()
        .map(|presets::Preset { name, title, family, components, doc, source, mut sender }| {
            // Fills in the schema's defaults for fields that the preset file omits.
            conform::conform(&shape::object::<Sender>(), &mut sender, &mut String::new(), &mut Vec::new());
            CataloguedPreset { name, title, family, components, doc, source, sender }
        })
        .collect();
    Catalogue {
        engine_version: crate::ENGINE_VERSION.to_owned(),
        parts,
        presets,
        groups: GROUPS,
        scenario: Scenario::FIELDS,
    }
}

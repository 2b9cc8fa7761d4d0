//! The scenario, which is the root of the schema.

use super::flow::{Flow, OwnPreset};
use super::link::Link;
use super::recording::Recording;
use super::topology::Blueprint;
use crate::datagram::DatagramSource;
use crate::net::drops::ScriptedDrop;
use crate::schema::limits;
use crate::schema::shape::{integer, list, number, object, optional, text};
use crate::timeline::TimedChange;

/// The schema version that this engine reads and writes.
pub const VERSION: u32 = 1;

described! {
    /// Everything about one run.
    pub struct Scenario {
        /// Version of the schema.
        version: u32 = integer("", VERSION as u64, VERSION as u64);
        /// Short name, the same as the file's.
        name: String = text(limits::NAME_LENGTH);
        /// A title.
        title: String = text(limits::TITLE_LENGTH), default "";
        /// What you see, and which assumptions the scenario makes.
        about: String = text(limits::ABOUT_LENGTH), default "";
        /// Paper, section or figure that the scenario comes from.
        source: String = text(limits::TITLE_LENGTH), default "";
        /// Seed of every random stream. Another seed gives other host clock phases and other losses.
        seed: u64 = integer("", 0, limits::SEED), default 1, group "run";
        /// Longest simulated time. The run ends earlier when every transfer is complete.
        duration_s: f64 = number("s", 0.001, limits::DURATION_S), group "run";
        /// How much of the run is recorded.
        record: Recording = object::<Recording>(), default { "max_rows": 2_000_000 }, group "run";
        /// A network to start from: its links come before those of the list, and an entry of the list with the same
        /// name changes one of them. A fully expanded scenario has all links in the list, and null here.
        topology: Option<Blueprint> = optional(&Blueprint::SHAPE), default null;
        /// The network: links between named nodes.
        links: Vec<Link> = list(&object::<Link>(), limits::LINKS);
        /// Named senders that flows can use like the built-in presets. In a fully expanded scenario every sender is
        /// complete, so changing a preset changes no flow.
        presets: Vec<OwnPreset> = list(&object::<OwnPreset>(), limits::PRESETS), default [];
        /// The connections.
        flows: Vec<Flow> = list(&object::<Flow>(), limits::FLOWS);
        /// Sources of datagrams, which don't react to congestion.
        datagrams: Vec<DatagramSource> = list(&object::<DatagramSource>(), limits::DATAGRAM_SOURCES), default [];
        /// Packets that are lost in any case, regardless of the queues and losses of their links.
        drops: Vec<ScriptedDrop> = list(&object::<ScriptedDrop>(), limits::DROPS), default [];
        /// Changes during the run.
        timeline: Vec<TimedChange> = list(&object::<TimedChange>(), limits::TIMELINE), default [];
    }
}

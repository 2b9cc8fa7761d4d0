//! Presets: named senders, as data. A new preset is a file in `presets/` and a line here.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Map, Value};
use vegaslab_json::read;

/// A named sender.
#[derive(Clone, Debug)]
pub struct Preset {
    /// The name that scenarios use; also the file's name.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// Title of its family, which lists of presets group by.
    pub family: String,
    /// Its parts that can be added to any sender, one by one.
    pub components: Option<Components>,
    /// Short description.
    pub doc: String,
    /// Paper or code that describes it.
    pub source: String,
    /// The sender, as a scenario gives it.
    pub sender: Value,
}

/// Parts of a preset that can be switched on and off in any sender.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Components {
    /// Title for people.
    pub title: String,
    /// The preset whose parts replace those that are off.
    pub instead: String,
    /// The parts, in the order in which they are shown.
    pub switches: Vec<ComponentSwitch>,
}

/// A part of a preset that can be switched on and off.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct ComponentSwitch {
    /// Name of the part's set.
    pub set: String,
    /// Label for people.
    pub label: String,
}

impl Components {
    /// Reads a preset file's components; `None` if they are malformed.
    fn parse(mut value: Value) -> Option<Self> {
        let switches =
            value.get_mut("switches")?.as_array_mut()?.iter_mut().map(|switch| {
                Some(ComponentSwitch { set: take_text(switch, "set")?, label: take_text(switch, "label")? })
            });
        let switches = switches.collect::<Option<_>>()?;
        Some(Self { title: take_text(&mut value, "title")?, instead: take_text(&mut value, "instead")?, switches })
    }
}

/// Takes a text out of an object; `None` if there is none.
fn take_text(value: &mut Value, name: &str) -> Option<String> {
    match value.as_object_mut()?.remove(name)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

impl Preset {
    /// Parses a preset file; `None` if the file is malformed.
    fn parse(text: &str) -> Option<Self> {
        let mut file = read(text).ok()?;
        let fields = file.as_object_mut()?;
        let sender = fields.remove("sender")?;
        let components = match fields.remove("components") {
            Some(value) => Some(Components::parse(value)?),
            None => None,
        };
        let preset = Self {
            name: take_text(&mut file, "name")?,
            title: take_text(&mut file, "title")?,
            family: take_text(&mut file, "family")?,
            components,
            doc: take_text(&mut file, "doc")?,
            source: take_text(&mut file, "source")?,
            sender,
        };
        file.as_object()?.is_empty().then_some(preset)
    }
}

/// Embeds the preset files twice: whole, and without titles, families, docs and sources for the browser's engine, which needs
/// only the senders.
macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        const FILES: &[&str] = &[$(include_str!(concat!("../../presets/", $name, ".json"))),*];
        const BARE: &[&str] = &[$(include_str!(concat!(env!("OUT_DIR"), "/", $name, ".json"))),*];
    };
}

presets! {
    "tahoe", "reno", "newreno", "sack", "fack", "vegas", "vegas-cam", "vegas-reno", "linux-vegas", "vegas-pf",
    "vegas-wpf", "vegas-rem", "veno", "sack-veno", "dual", "card", "tri-s", "westwood", "illinois", "cubic", "bbr",
    "linux-reno", "linux-cubic", "linux-veno", "linux-westwood", "linux-6-vegas", "linux-bbr", "by-hand",
}

/// All presets.
///
/// # Panics
/// If a preset file is malformed, which the tests rule out.
pub fn all() -> &'static [Preset] {
    static ALL: LazyLock<Vec<Preset>> =
        LazyLock::new(|| FILES.iter().map(|text| Preset::parse(text).expect("preset files are valid")).collect());
    &ALL
}

/// The senders of all presets, by name.
///
/// # Panics If a preset file is malformed, which the tests rule out.
pub fn senders() -> &'static Map<String, Value> {
    static SENDERS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
        let mut senders = Map::new();
        for text in BARE {
            let file = read(text).expect("preset files are valid");
            if let (Some(name), Some(sender)) = (file.get("name").and_then(Value::as_str), file.get("sender")) {
                senders.insert(name.to_owned(), sender.clone());
            }
        }
        senders
    });
    &SENDERS
}

/// The preset with this name.
pub fn find(name: &str) -> Option<&'static Preset> {
    all().iter().find(|preset| preset.name == name)
}

//! Presets: named senders, as data. A new preset is a file in `presets/` and a line here.

use std::sync::LazyLock;

use serde_json::{Map, Value};
use vegaslab_json::read;

/// A named sender.
#[derive(Clone, Debug)]
pub struct Preset {
    /// The name that scenarios use; also the file's name.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// Short description.
    pub doc: String,
    /// Paper or code that describes it.
    pub source: String,
    /// The sender, as a scenario gives it.
    pub sender: Value,
}

impl Preset {
    /// Parses a preset file; `None` if the file is malformed.
    fn parse(text: &str) -> Option<Self> {
        let mut file = read(text).ok()?;
        let fields = file.as_object_mut()?;
        let sender = fields.remove("sender")?;
        let mut take_text = |name: &str| match fields.remove(name)? {
            Value::String(text) => Some(text),
            _ => None,
        };
        let preset = Self {
            name: take_text("name")?,
            title: take_text("title")?,
            doc: take_text("doc")?,
            source: take_text("source")?,
            sender,
        };
        fields.is_empty().then_some(preset)
    }
}

/// Embeds the preset files twice: whole, and without titles, docs and sources for the browser's engine, which needs
/// only the senders.
macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        const FILES: &[&str] = &[$(include_str!(concat!("../../presets/", $name, ".json"))),*];
        const BARE: &[&str] = &[$(include_str!(concat!(env!("OUT_DIR"), "/", $name, ".json"))),*];
    };
}

presets! {
    "tahoe", "reno", "newreno", "sack", "fack", "vegas", "vegas-cam", "vegas-reno", "linux-vegas", "vegas-pf",
    "vegas-wpf", "vegas-rem", "veno", "sack-veno", "dual", "card", "tri-s", "westwood", "cubic", "bbr", "linux-reno",
    "linux-cubic", "linux-veno", "linux-westwood", "linux-6-vegas", "linux-bbr", "by-hand",
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

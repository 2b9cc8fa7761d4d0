//! Presets written out: a sender can name a preset, built in or of the scenario's own, and give only what differs from it.

use serde_json::{Map, Value};
use vegaslab_json::quoted;

use super::expand::overlay;
use super::{Problem, presets, suggest};
use crate::names::Names;

/// What came of writing presets out.
#[derive(Debug)]
pub struct Applied {
    /// What is wrong with the names of presets.
    pub problems: Vec<Problem>,
    /// Which senders got their parts from which of the scenario's own presets.
    pub inherited: Inherited,
}

/// Senders by the own preset that they are based on, as paths: `flows.0.sender`, `presets.1.sender`.
#[derive(Debug, Default)]
pub struct Inherited(Vec<(String, String)>);

impl Inherited {
    /// The problems without those of a sender that its preset already has.
    pub fn once(&self, problems: Vec<Problem>) -> Vec<Problem> {
        let of_presets: Vec<Problem> =
            problems.iter().filter(|problem| problem.path.starts_with("presets.")).cloned().collect();
        let repeats = |problem: &Problem| {
            let base = self.0.iter().find_map(|(sender, preset)| {
                let field = problem.path.strip_prefix(sender.as_str()).filter(|rest| rest.starts_with('.'))?;
                Some(format!("{preset}{field}"))
            });
            let same = |other: &Problem| other.problem == problem.problem && other.allowed == problem.allowed;
            base.is_some_and(|path| of_presets.iter().any(|other| other.path == path && same(other)))
        };
        problems.into_iter().filter(|problem| !repeats(problem)).collect()
    }
}

/// Writes the parts of each sender's preset under the parts that the sender gives itself: first those of the scenario's own
/// presets, then those of its flows.
pub fn apply_presets(scenario: &mut Value) -> Applied {
    let mut work =
        Work { own: Names::default(), applied: Applied { problems: Vec::new(), inherited: Inherited::default() } };
    let presets = scenario.get_mut("presets").and_then(Value::as_array_mut).map(Vec::as_mut_slice);
    let presets = presets.unwrap_or_default();
    work.name_own(presets);
    work.write_own(presets);
    let written: Vec<Value> = presets.iter().map(|preset| preset.get("sender").cloned().unwrap_or_default()).collect();
    let flows = scenario.get_mut("flows").and_then(Value::as_array_mut);
    for (index, flow) in flows.into_iter().flatten().enumerate() {
        if let Some(sender) = flow.get_mut("sender") {
            work.write(&format!("flows.{index}.sender"), sender, &written);
        }
    }
    work.applied
}

struct Work {
    /// The scenario's own presets, by name: their places in the list.
    own: Names,
    applied: Applied,
}

impl Work {
    fn fault(&mut self, path: String, problem: String, allowed: String) {
        self.applied.problems.push(Problem::new(path, problem, allowed));
    }

    fn name_own(&mut self, presets: &[Value]) {
        for (index, preset) in presets.iter().enumerate() {
            let Some(name) = preset.get("name").and_then(Value::as_str) else { continue };
            if presets::find(name).is_some() {
                let problem = format!("{} is a built-in preset", quoted(name));
                self.fault(format!("presets.{index}.name"), problem, "a name of its own".into());
            } else {
                self.own.add(name, index as u32);
            }
        }
    }

    /// The own preset that a sender names.
    fn own_base(&self, sender: Option<&Value>) -> Option<usize> {
        let name = sender?.get("preset")?.as_str()?;
        self.own.number(name).map(|index| index as usize)
    }

    /// Writes out the scenario's own presets, each after the one that it is based on.
    fn write_own(&mut self, presets: &mut [Value]) {
        const NEW: u8 = 0;
        const NAMED: u8 = 1;
        const WRITTEN: u8 = 2;
        let mut state = vec![NEW; presets.len()];
        let mut written: Vec<Value> = vec![Value::Null; presets.len()];
        for first in 0..presets.len() {
            let mut chain = Vec::new();
            let mut next = Some(first);
            while let Some(index) = next.filter(|&index| state[index] == NEW) {
                state[index] = NAMED;
                chain.push(index);
                next = self.own_base(presets[index].get("sender"));
            }
            if let Some(again) = next.filter(|&index| state[index] == NAMED) {
                self.note_cycle(presets, &chain, again);
            }
            for index in chain.into_iter().rev() {
                if let Some(sender) = presets[index].get_mut("sender") {
                    self.write(&format!("presets.{index}.sender"), sender, &written);
                    written[index] = sender.clone();
                }
                state[index] = WRITTEN;
            }
        }
    }

    /// A chain of presets leads back to one of its own: says so once.
    fn note_cycle(&mut self, presets: &[Value], chain: &[usize], again: usize) {
        let name = |index: &usize| presets[*index]["name"].as_str().unwrap_or_default();
        let cycle: Vec<&str> = chain.iter().skip_while(|index| **index != again).chain([&again]).map(name).collect();
        let problem = format!("the preset is based on itself: {}", cycle.join(" > "));
        self.fault(format!("presets.{again}.sender.preset"), problem, "a preset that does not lead back here".into());
    }

    /// Writes the preset that a sender names under what it gives itself.
    fn write(&mut self, path: &str, sender: &mut Value, own: &[Value]) {
        let Some(fields) = sender.as_object() else { return };
        let preset = fields.get("preset").unwrap_or(&Value::Null);
        let Some(name) = preset.as_str() else {
            if !preset.is_null() {
                // The validation will say that this is no name.
                stand_in(sender, None);
            }
            return;
        };
        let own_base = self.own.number(name);
        let base = match own_base {
            Some(index) => own.get(index as usize).filter(|base| base.is_object()),
            None => presets::find(name).map(|preset| &preset.sender),
        };
        if let Some(base) = base {
            let differences = std::mem::replace(sender, base.clone());
            overlay(sender, differences);
            if let Some(index) = own_base {
                self.applied.inherited.0.push((path.to_owned(), format!("presets.{index}.sender")));
            }
        } else if own_base.is_some() {
            // The preset has no sender, or is based on itself; that has its own problem.
            stand_in(sender, None);
        } else {
            let name = name.to_owned();
            let own_names = self.own.all();
            let known = || own_names.iter().copied().chain(presets::all().iter().map(|preset| preset.name.as_str()));
            let problem = suggest::with_suggestion(format!("there is no preset {}", quoted(&name)), &name, known());
            let allowed = format!("one of {}", known().collect::<Vec<_>>().join(", "));
            let meant = suggest::nearest(&name, known()).and_then(presets::find);
            self.fault(format!("{path}.preset"), problem, allowed);
            stand_in(sender, meant);
        }
    }
}

/// Completes a sender whose preset is not known, so that no part counts as missing: with the preset that was probably meant, or
/// any. What only the right preset could complete is left out.
fn stand_in(sender: &mut Value, meant: Option<&presets::Preset>) {
    let Some(base) = meant.or(presets::all().first()) else { return };
    let given = std::mem::replace(sender, base.sender.clone());
    let Value::Object(given) = given else { return };
    let alone = |value: &Value| value.as_object().is_none_or(|part| part.contains_key("kind"));
    let given: Map<String, Value> = given.into_iter().filter(|(_, value)| alone(value)).collect();
    overlay(sender, Value::Object(given));
}

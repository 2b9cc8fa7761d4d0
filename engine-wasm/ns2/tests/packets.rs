//! Compares runs with ns-2 packet by packet: which segments the sender sends and which ACKs reach it, in which order and
//! when.
//!
//! `content/evidence/ns2-packets-battery.json` lists the cases, and `ns2-packets.json` has the results. If ns-2 is
//! installed, the test runs it and compares; without it, the test checks that our runs still are those that were compared.
//! `npm run evidence -- ns2-packets` writes the results. With `CASE=ID`, the test prints the packets of one case in both.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value, json};
use vegaslab_sim::Simulation;
use vegaslab_sim::scenario::{self, HopWindow, Recording, Scenario};
use vegaslab_sim::trace::tables::SegmentKind;

/// Largest difference of two times that count as equal.
const TOLERANCE_US: u64 = 1_000;

/// A segment that leaves the sender's host (`sent`), or an ACK that reaches it with the next segment expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Event {
    at_us: u64,
    sent: bool,
    seq: u32,
}

impl Event {
    fn describe(self) -> String {
        let what = if self.sent { "sends" } else { "gets ACK" };
        format!("{what} {} at {:.6} s", self.seq, self.at_us as f64 / 1e6)
    }
}

/// The packets of one run in order, segments sent first and then ACKs.
#[derive(Debug)]
struct Packets([Vec<Event>; 2]);

impl Packets {
    fn of(events: Vec<Event>) -> Self {
        let (sent, acks) = events.into_iter().partition(|event| event.sent);
        Self([sent, acks])
    }

    fn count(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// Segments sent that aren't the highest so far.
    fn retransmissions(&self) -> usize {
        let mut next = 0;
        let again = |event: &&Event| {
            let again = event.seq < next;
            next = next.max(event.seq + 1);
            again
        };
        self.0[0].iter().filter(again).count()
    }

    /// A hash of the order (FNV-1a), without the times.
    fn order(&self) -> String {
        let seqs = self.0.iter().flat_map(|events| events.iter().map(|event| event.seq).chain([u32::MAX]));
        let hash = seqs
            .flat_map(u32::to_le_bytes)
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!("{hash:016x}")
    }

    /// The first difference from another run, or else the largest difference of two times, in microseconds.
    fn compare(&self, theirs: &Self, end_us: u64) -> Result<u64, String> {
        let mut largest = 0;
        let mut first: Option<(u64, String)> = None;
        for (ours, theirs) in self.0.iter().zip(&theirs.0) {
            for index in 0..ours.len().max(theirs.len()) {
                let at_us = match (ours.get(index), theirs.get(index)) {
                    (Some(a), Some(b)) if a.seq == b.seq && a.at_us.abs_diff(b.at_us) <= TOLERANCE_US => {
                        largest = largest.max(a.at_us.abs_diff(b.at_us));
                        continue;
                    }
                    (Some(a), Some(b)) => a.at_us.min(b.at_us),
                    (Some(one), None) | (None, Some(one)) => one.at_us,
                    (None, None) => continue,
                };
                // Of two equal packets, one may be beyond the end.
                let one_sided = ours.get(index).is_none() || theirs.get(index).is_none();
                if one_sided && at_us + TOLERANCE_US >= end_us {
                    break;
                }
                let describe = |event: Option<&Event>| event.map_or("nothing".to_owned(), |event| event.describe());
                let text = format!("here {}, ns-2 {}", describe(ours.get(index)), describe(theirs.get(index)));
                if first.as_ref().is_none_or(|(earliest, _)| at_us < *earliest) {
                    first = Some((at_us, text));
                }
                break;
            }
        }
        first.map_or(Ok(largest), |(_, text)| Err(text))
    }
}

/// Replaces the members of an object that `changes` names; objects are merged.
fn merge(value: &mut Value, changes: &Value) {
    match (value, changes) {
        (Value::Object(object), Value::Object(changes)) => {
            for (name, change) in changes {
                merge(object.entry(name).or_insert(Value::Null), change);
            }
        }
        (value, changes) => *value = changes.clone(),
    }
}

struct Case {
    id: String,
    sender: String,
    losses: String,
    variant: String,
    scenario: Scenario,
    value: Value,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

fn cases(battery: &Value) -> Vec<Case> {
    let mut all: Vec<Case> = Vec::new();
    for group in list(&battery["cases"]) {
        for sender in list(&group["senders"]).iter().map(text) {
            for losses in list(&group["losses"]).iter().map(text) {
                for variant in list(&group["variants"]).iter().map(text) {
                    let case = case(battery, sender.clone(), losses.clone(), variant);
                    assert!(all.iter().all(|other| other.id != case.id), "{} is there twice", case.id);
                    all.push(case);
                }
            }
        }
    }
    all
}

fn case(battery: &Value, sender: String, losses: String, variant: String) -> Case {
    let id = format!("{sender}/{losses}/{variant}");
    let part = |set: &str, name: &str| {
        battery[set].get(name).unwrap_or_else(|| panic!("{id}: the battery's {set} have no {name}"))
    };
    let changes = part("variants", &variant);
    let mut full_sender = battery["sender"].clone();
    merge(&mut full_sender, &part("senders", &sender)["sender"]);
    if let Some(changes) = changes.get("sender") {
        merge(&mut full_sender, changes);
    }
    let mut value = battery["scenario"].clone();
    for (place, field) in [(["flows", "0"], "flow"), (["topology", ""], "topology")] {
        if let Some(changes) = changes.get(field) {
            let place = if place[1].is_empty() { &mut value[place[0]] } else { &mut value[place[0]][0] };
            for (name, change) in changes.as_object().into_iter().flatten() {
                place[name] = change.clone();
            }
        }
    }
    value["version"] = json!(1);
    value["name"] = json!(id.replace('/', "-"));
    let titles = [text(&part("senders", &sender)["title"]), losses.clone(), variant.clone()];
    value["title"] = json!(titles.join(", "));
    value["flows"][0]["sender"] = full_sender;
    let packets = list(part("losses", &losses)).iter();
    value["drops"] = packets.map(|packet| json!({ "link": "left>right", "flow": "flow", "packet": packet })).collect();
    let scenario = scenario::from_value(value.clone()).unwrap_or_else(|problems| panic!("{id}: {problems:?}"));
    Case { id, sender, losses, variant, scenario, value }
}

fn ours(scenario: &Scenario) -> Packets {
    let record = Recording { max_rows: u64::MAX, hops: HopWindow::NONE };
    let mut simulation = Simulation::new(&Scenario { record, ..scenario.clone() });
    while !simulation.step(u64::MAX) {}
    let rows = simulation.take_rows().segments;
    let events = (0..rows.len()).filter_map(|row| {
        let sent = match SegmentKind::ALL[usize::from(rows.kind[row])] {
            SegmentKind::Send
            | SegmentKind::RetransmitFast
            | SegmentKind::RetransmitEarly
            | SegmentKind::RetransmitTimeout => true,
            SegmentKind::Ack | SegmentKind::DupAck => false,
            _ => return None,
        };
        Some(Event { at_us: (rows.time_s[row] * 1e6).round() as u64, sent, seq: rows.seq[row] })
    });
    Packets::of(events.collect())
}

/// Runs ns-2 and reads its trace.
fn theirs(case: &Case) -> Packets {
    let window = (0.0, case.scenario.duration_s);
    let script =
        vegaslab_ns2::export(&case.scenario, window).unwrap_or_else(|problems| panic!("{}: {problems:?}", case.id));
    let name = case.id.replace('/', "-");
    let file = |ending: &str| std::env::temp_dir().join(format!("vegaslab-{}-{name}.{ending}", std::process::id()));
    let (script_file, trace_file) = (file("tcl"), file("tr"));
    std::fs::write(&script_file, script).expect("a temporary file");
    let output = Command::new("ns").arg(&script_file).arg("1").arg(&trace_file).output().expect("ns runs");
    let trace = std::fs::read_to_string(&trace_file)
        .unwrap_or_else(|error| panic!("{}: {error}\n{}", case.id, String::from_utf8_lossy(&output.stderr)));
    for file in [script_file, trace_file] {
        std::fs::remove_file(file).expect("the file is there");
    }
    let events = trace.lines().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |index: usize| words[index].parse::<f64>().unwrap_or_else(|error| panic!("{line}: {error}"));
        let sent = words[0] == "+";
        // An ACK of ns-2 names the last segment received.
        let seq = number(10) as i64 + i64::from(!sent);
        Event { at_us: (number(1) * 1e6).round() as u64, sent, seq: seq as u32 }
    });
    Packets::of(events.collect())
}

fn evidence(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/evidence").join(name)
}

fn read(name: &str) -> Value {
    let path = evidence(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The rule that explains a case's difference, by case.
fn explained(battery: &Value) -> BTreeMap<String, String> {
    let rules = battery["rules"].as_object().expect("rules");
    let of_rule = |(rule, entry): (&String, &Value)| {
        list(&entry["cases"]).iter().map(|id| (text(id), rule.clone())).collect::<Vec<_>>()
    };
    rules.iter().flat_map(of_rule).collect()
}

fn row(case: &Case, rule: Option<&String>, theirs: &Packets, faults: &mut Vec<String>) -> Value {
    let ours = ours(&case.scenario);
    let end_us = (case.scenario.duration_s * 1e6) as u64;
    let result = ours.compare(theirs, end_us);
    match (&result, rule) {
        (Err(text), None) => faults.push(format!("{} differs without a rule: {text}", case.id)),
        (Ok(_), Some(rule)) => faults.push(format!("{} is identical, so {rule} explains nothing", case.id)),
        _ => {}
    }
    let mut row = json!({
        "id": case.id, "sender": case.sender, "losses": case.losses, "variant": case.variant,
        "packets": theirs.count(), "retransmissions": theirs.retransmissions(), "order": ours.order(),
        "verdict": if result.is_ok() { "identical" } else { "rule" },
    });
    match result {
        Ok(largest_us) => row["largest_us"] = json!(largest_us),
        Err(text) => {
            row["rule"] = json!(rule);
            row["first_difference"] = json!(text);
        }
    }
    row["scenario"] = case.value.clone();
    row
}

/// Prints the packets of a case, of our run on the left and of ns-2's on the right.
fn print(case: &Case) {
    let (ours, theirs) = (ours(&case.scenario), theirs(case));
    for (ours, theirs) in ours.0.iter().zip(&theirs.0) {
        for index in 0..ours.len().max(theirs.len()) {
            let text = |event: Option<&Event>| event.map_or(String::new(), |event| event.describe());
            println!("{:40} {}", text(ours.get(index)), text(theirs.get(index)));
        }
    }
}

#[test]
fn packets_agree_with_ns_2_or_differ_by_a_named_rule() {
    let battery = read("ns2-packets-battery.json");
    let cases = cases(&battery);
    if let Ok(id) = std::env::var("CASE") {
        return print(cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("there is no case {id}")));
    }
    let explained = explained(&battery);
    let mut faults: Vec<String> = explained
        .keys()
        .filter(|id| cases.iter().all(|case| case.id != **id))
        .map(|id| format!("a rule explains {id}, which is no case"))
        .collect();
    if Command::new("ns").arg("-no-such-option").output().is_err() {
        eprintln!("ns-2 is not installed, so our runs are compared with its stored results");
        let stored = read("ns2-packets.json");
        let by_id: Map<String, Value> =
            list(&stored["rows"]).iter().map(|row| (text(&row["id"]), row.clone())).collect();
        for case in &cases {
            let Some(row) = by_id.get(&case.id) else {
                faults.push(format!("{} has no result", case.id));
                continue;
            };
            if row["scenario"] != case.value {
                faults.push(format!("{} has changed since ns-2 ran it", case.id));
            } else if row["order"] != ours(&case.scenario).order() {
                faults.push(format!("{} sends other packets here than when it was compared with ns-2", case.id));
            }
        }
    } else {
        let row = |case: &Case| row(case, explained.get(&case.id), &theirs(case), &mut faults);
        let rows: Vec<Value> = cases.iter().map(row).collect();
        let written = std::env::var_os("WRITE_EVIDENCE").is_some();
        let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
        let of_each = |set: &str, field: &str| {
            let entries = battery[set].as_object().expect("an object").iter();
            Value::Object(entries.map(|(name, entry)| (name.clone(), entry[field].clone())).collect())
        };
        let (senders, rules) = (of_each("senders", "title"), of_each("rules", "sentence"));
        let head = format!("\"peer\": \"ns-2 2.35\",\n\"senders\": {senders},\n\"rules\": {rules}");
        let results = format!("{{ {head},\n\"rows\": [\n{}\n] }}\n", lines.join(",\n"));
        if written {
            std::fs::write(evidence("ns2-packets.json"), &results).expect("a file");
        }
        let stored = read("ns2-packets.json");
        if stored != serde_json::from_str::<Value>(&results).expect("JSON") {
            faults.push("ns2-packets.json is out of date; type: npm run evidence -- ns2-packets".into());
        }
    }
    assert!(faults.is_empty(), "{} of {} cases:\n{}", faults.len(), cases.len(), faults.join("\n"));
}

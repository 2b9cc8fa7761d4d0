//! Generates TypeScript declarations for every type that the engine passes to the browser, so that both sides always
//! agree.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ts_rs::{Config, ExportError, TS};
use vegaslab_json::quoted;

use crate::catalogue::Catalogue;
use crate::message::Template;
use crate::messages;
use crate::scenario::Scenario;
use crate::schema::problem::Problem;
use crate::trace::summary::Summary;
use crate::trace::tables::{
    DECISION_VERDICTS, FLOW_STATES, HOP_EVENTS, PACKET_KINDS, SAMPLED_TABLES, SEGMENT_KINDS, SEND_LIMITS, SegmentKind,
    Tables,
};

/// The lists of codes: TypeScript name, description, codes.
const CODES: [(&str, &str, &[&str]); 7] = [
    ("SEGMENT_KINDS", "Kinds of segment events", SEGMENT_KINDS),
    ("FLOW_STATES", "States of a flow", FLOW_STATES),
    ("SEND_LIMITS", "Reasons why a sender sends no more", SEND_LIMITS),
    ("DECISION_VERDICTS", "Decisions of delay-based rules", DECISION_VERDICTS),
    ("HOP_EVENTS", "Events of a packet at a link", HOP_EVENTS),
    ("PACKET_KINDS", "Kinds of packets", PACKET_KINDS),
    ("SAMPLED_TABLES", "Tables whose samples are thinned", SAMPLED_TABLES),
];

/// Names of the files that [`export`] writes.
pub const FILES: [&str; 3] = ["types.ts", "trace.ts", "messages.ts"];

/// Writes the declarations into a folder.
///
/// # Errors
/// If a file cannot be written.
pub fn export(folder: &Path) -> Result<(), ExportError> {
    let config = Config::new().with_out_dir(folder).with_large_int("number");
    Scenario::export_all(&config)?;
    Catalogue::export_all(&config)?;
    Summary::export_all(&config)?;
    Problem::export_all(&config)?;
    fs::write(folder.join("trace.ts"), trace())?;
    export_messages(folder, "messages.ts", "ENGINE_MESSAGES", messages::ALL)
}

/// Writes a list of messages by code, so that the page's tests can compare it with the translations.
///
/// # Errors
/// If the file cannot be written.
pub fn export_messages(folder: &Path, file: &str, name: &str, list: &[Template]) -> Result<(), ExportError> {
    let mut text =
        String::from("// This file was generated from the engine's messages. Do not edit it: `npm run types`.\n");
    let _ = write!(text, "\n/** English templates of messages, by code. */\nexport const {name} = {{\n");
    for template in list {
        let _ = writeln!(text, "  {}: {},", quoted(&template.code()), quoted(template.english));
    }
    text.push_str("} as const;\n");
    fs::write(folder.join(file), text)?;
    Ok(())
}

fn trace() -> String {
    let mut text =
        String::from("// This file was generated from the engine's trace tables. Do not edit it: `npm run types`.\n");
    let list = |codes: &[&str]| codes.iter().map(|code| format!("{code:?}")).collect::<Vec<_>>().join(", ");
    for (name, what, codes) in CODES {
        let _ = write!(text, "\n/** {what}, by code. */\nexport const {name} = [{}] as const;\n", list(codes));
    }
    let all_kept = SegmentKind::ALL.iter().filter(|kind| kind.is_never_thinned());
    let all_kept: Vec<_> = all_kept.map(|&kind| SEGMENT_KINDS[kind as usize]).collect();
    let _ = write!(
        text,
        "\n/** Kinds of segment events that are never thinned. */\nexport const NEVER_THINNED = [{}] as const;\n",
        list(&all_kept)
    );
    text.push_str(
        "\n/** The columns of every table: name, element type, unit, description. */\nexport const TRACE_TABLES = {\n",
    );
    let tables = Tables::describe();
    for (table, _, columns) in &tables {
        let _ = writeln!(text, "  {table}: [");
        for column in columns {
            let _ =
                writeln!(text, "    [{:?}, {:?}, {:?}, {:?}],", column.name, column.element, column.unit, column.doc);
        }
        text.push_str("  ],\n");
    }
    text.push_str("} as const;\n\n/** Rows of a trace, or of a chunk of it, as columns of equal length. */\nexport type Chunk = {\n");
    for (table, doc, columns) in &tables {
        let _ = writeln!(text, "  /** {doc} */\n  {table}: {{");
        for column in columns {
            let array = match column.element {
                "f64" => "Float64Array",
                "u32" => "Uint32Array",
                "u16" => "Uint16Array",
                _ => "Uint8Array",
            };
            let _ = writeln!(text, "    {}: {array}<ArrayBuffer>;", column.name);
        }
        text.push_str("  };\n");
    }
    text.push_str("};\n");
    text
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::collections::{BTreeMap, BTreeSet};

    use ts_rs::TypeVisitor;

    use super::*;

    /// All visited types, and the exported ones by name.
    #[derive(Default)]
    struct DeclaredTypes {
        seen: BTreeSet<TypeId>,
        names: BTreeMap<String, TypeId>,
    }

    impl TypeVisitor for DeclaredTypes {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            if !self.seen.insert(TypeId::of::<T>()) {
                return;
            }
            if T::output_path().is_some() {
                let name = T::ident(&Config::new());
                assert_eq!(self.names.insert(name.clone(), TypeId::of::<T>()), None, "two types have the name {name}");
            }
            T::visit_dependencies(self);
        }
    }

    #[test]
    fn exported_type_names_are_unique() {
        let mut declared = DeclaredTypes::default();
        declared.visit::<Scenario>();
        declared.visit::<Catalogue>();
        declared.visit::<Summary>();
        declared.visit::<Problem>();
        assert!(declared.names.contains_key("Vegas"), "the part Vegas is not exported");
    }
}

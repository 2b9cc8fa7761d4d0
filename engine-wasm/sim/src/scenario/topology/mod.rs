//! Topologies: builders that write a scenario's links. A simulation only ever sees the links.

/// Declares a [`described!`] struct as a topology: its source, its label unless the name says it, and the
/// links for given fields.
macro_rules! topology {
    ($Name:ident, $source:literal $(, label $label:literal)?; |$net:ident| $links:expr) => {
        impl $crate::schema::shape::Part<()> for $Name {
            $( const LABEL: &'static str = $label; )?
            const SOURCE: &'static str = $source;
            type Running = Self;
            fn start(&self, _context: &()) -> Self {
                self.clone()
            }
        }

        impl $crate::scenario::topology::wiring::BlueprintRule for $Name {
            fn links(&self) -> Vec<$crate::scenario::link::Link> {
                let $net = self;
                $links
            }
        }
    };
}

mod martin_path;
pub mod wiring;

use serde_json::Value;

use super::link::Link;
use crate::schema::conform::conform;
use crate::schema::typed::Typed;
use wiring::BlueprintRule;

registry! {
    /// A network to start from; its links are written into the scenario's list of links.
    set "topology", "Topology";
    choice Blueprint; running RunningBlueprint; rule BlueprintRule; context ();
    members {
        dumbbell::Dumbbell, ahn_figure9::AhnFigure9, low_single::LowSingle, low_chain::LowChain,
        parking_lot::ParkingLot, veno_test_bed::VenoTestBed, martin_emory::MartinEmory, martin_asu::MartinAsu,
        dummynet::Dummynet,
    }
    dispatch { fn links() -> Vec<Link>; }
}

/// The links of a topology as a scenario gives it, or `None` if something is wrong with it.
pub fn links(blueprint: &Value) -> Option<Vec<Link>> {
    let mut blueprint = blueprint.clone();
    let mut problems = Vec::new();
    conform(&Blueprint::SHAPE, &mut blueprint, &mut String::new(), &mut problems);
    let blueprint = problems.is_empty().then(|| Blueprint::from_value(&blueprint))??;
    Some(blueprint.start(&()).links())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Map, json};

    use super::*;
    use crate::schema::limits;
    use crate::schema::shape::Shape;

    #[test]
    fn no_topology_exceeds_the_limit_of_links() {
        for member in Blueprint::PART_SET.members {
            let mut largest = Map::from_iter([("kind".to_owned(), json!(member.kind))]);
            for field in member.fields {
                let value = match &field.shape {
                    Shape::Number { max, .. } => json!(max),
                    Shape::List { item, max_length } => {
                        let Shape::Number { max, .. } = **item else { panic!("{} is no list of numbers", field.name) };
                        json!(vec![max; *max_length])
                    }
                    _ => continue,
                };
                largest.insert(field.name.to_owned(), value);
            }
            let links = links(&Value::Object(largest)).unwrap_or_else(|| panic!("{} is refused", member.kind));
            assert!(links.len() <= limits::LINKS, "{}: {} links", member.kind, links.len());
            let names: BTreeSet<_> = links.iter().map(|link| &link.name).collect();
            assert_eq!(names.len(), links.len(), "{} has a name twice", member.kind);
        }
    }

    #[test]
    fn an_invalid_topology_has_no_links() {
        assert!(links(&json!({ "kind": "dumbbell", "pairs": 2 })).is_some());
        for wrong in [json!(7), json!({}), json!({ "kind": "ring" }), json!({ "kind": "dumbbell", "pairs": 0 })] {
            assert!(links(&wrong).is_none(), "{wrong}");
        }
    }
}

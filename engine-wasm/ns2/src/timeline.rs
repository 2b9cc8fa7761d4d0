//! Writes the timeline: changes during a run.

use vegaslab_sim::net::directory::Directory;
use vegaslab_sim::net::loss::Loss;
use vegaslab_sim::net::topology::Topology;
use vegaslab_sim::scenario::Scenario;
use vegaslab_sim::timeline::Change;

use crate::Script;

/// Writes all changes.
pub fn write(scenario: &Scenario, script: &mut Script) {
    if scenario.timeline.is_empty() {
        return;
    }
    let (directory, topology) = (Directory::new(scenario), Topology::new(&scenario.links));
    script.line("\n# Timeline");
    for (index, timed) in scenario.timeline.iter().enumerate() {
        let path = format!("timeline.{index}.change");
        match &timed.change {
            Change::SetLink(change) => {
                for link in directory.links(&change.link) {
                    let mut set = |name: &str, value: f64| {
                        script.line(format!("$ns at {} \"[$link({link}) link] set {name} {value}\"", timed.at_s));
                    };
                    if let Some(rate_bps) = change.rate_bps {
                        set("bandwidth_", rate_bps as f64);
                    }
                    if let Some(delay_ms) = change.delay_ms {
                        set("delay_", delay_ms / 1e3);
                    }
                }
            }
            Change::SetLoss(change) => {
                for link in directory.links(&change.link) {
                    match (topology.directed[link as usize].loss, &change.loss) {
                        (Loss::Bernoulli(before), Loss::Bernoulli(after)) if before.placement == after.placement => {
                            script.line(format!("$ns at {} \"$loss({link}) set rate_ {}\"", timed.at_s, after.rate));
                        }
                        _ => {
                            let problem = "in ns-2 only the rate of losses that are there from the start can change";
                            script.refuse(format!("{path}.loss"), problem, "bernoulli, before and after");
                        }
                    }
                }
            }
            _ => {
                script.refuse(format!("{path}.kind"), "this change is not written for ns-2", "set_link, set_loss");
            }
        }
    }
}

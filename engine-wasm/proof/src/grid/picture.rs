//! The grid as an SVG picture: a row per preset, a column per path, and in each field the receivers (across) and the
//! company (down). Green means in, amber explained, red out. Explained and out also have marks, so that the picture is
//! readable without colors.

use std::fmt::Write as _;

use super::cells::{self, COMPANY, Cell};
use super::explained::Explanation;
use super::file::Verdict;
use super::paths::PATHS;
use super::rules::CellResult;
use vegaslab_sim::scenario::presets;

const SQUARE: usize = 11;
const GAP: usize = 6;
const LEFT: usize = 110;
const TOP: usize = 165;
/// Room for the last path's slanted name.
const RIGHT: usize = 60;

/// The fill color, and the color of the mark.
fn colors(verdict: Verdict) -> (&'static str, Option<&'static str>) {
    match verdict {
        Verdict::In => ("#8fc7a3", None),
        Verdict::Explained => ("#e9b44c", Some("#6b4a00")),
        Verdict::Out => ("#c8323c", Some("#ffffff")),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn square(svg: &mut String, x: usize, y: usize, verdict: Verdict, title: Option<&str>) {
    let (fill, mark) = colors(verdict);
    let size = SQUARE - 1;
    let _ = write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" fill=\"{fill}\"");
    match title {
        Some(title) => {
            let _ = writeln!(svg, "><title>{}</title></rect>", escape(title));
        }
        None => svg.push_str("/>\n"),
    }
    if let Some(mark) = mark {
        let (right, bottom) = (x + size - 2, y + size - 2);
        let _ = write!(svg, "<path d=\"M{} {}L{right} {bottom}", x + 2, y + 2);
        if verdict == Verdict::Out {
            let _ = write!(svg, "M{right} {}L{} {bottom}", y + 2, x + 2);
        }
        let _ = writeln!(svg, "\" stroke=\"{mark}\" stroke-width=\"1.2\"/>");
    }
}

/// The picture of the whole grid.
pub fn svg(cells: &[Cell], found: &[CellResult], explanations: &[Explanation]) -> String {
    let receivers = cells::receivers();
    let names: Vec<&str> = presets::all().iter().map(|preset| preset.name.as_str()).collect();
    let (field_width, field_height) = (receivers.len() * SQUARE, COMPANY.len() * SQUARE);
    let (wide, high) = (PATHS.len() * (field_width + GAP), names.len() * (field_height + GAP));
    let (width, height) = (LEFT + wide + RIGHT, TOP + high + 95);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (n, path) in PATHS.iter().enumerate() {
        let x = LEFT + n * (field_width + GAP) + field_width / 2;
        let (x, y) = (x + 4, TOP - 8);
        let _ = writeln!(svg, "<text transform=\"translate({x} {y}) rotate(-60)\">{}</text>", escape(path.name));
    }
    for (n, name) in names.iter().enumerate() {
        let y = TOP + n * (field_height + GAP) + field_height / 2 + 4;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{name}</text>", LEFT - 8);
    }
    let mut counts = [0; 3];
    for (cell, found) in cells.iter().zip(found) {
        let verdict = Verdict::of(cell, &found.broken, explanations);
        counts[verdict as usize] += 1;
        let column = PATHS.iter().position(|path| path.name == cell.path.name).unwrap_or(0);
        let row = names.iter().position(|name| *name == cell.preset).unwrap_or(0);
        let across = receivers.iter().position(|receiver| receiver.name == cell.receiver.name).unwrap_or(0);
        let down = COMPANY.iter().position(|company| *company == cell.company).unwrap_or(0);
        let x = LEFT + column * (field_width + GAP) + across * SQUARE;
        let y = TOP + row * (field_height + GAP) + down * SQUARE;
        let rules: Vec<_> = found.broken.iter().map(|rule| rule.name()).collect();
        let title = (!rules.is_empty()).then(|| {
            format!(
                "{}, {}, {}, {}: utilization {:.2}, floor {:.2}; breaks {}",
                cell.preset,
                cell.path.name,
                cell.receiver.name,
                cell.company.name(),
                found.least,
                found.floor,
                rules.join(", ")
            )
        });
        square(&mut svg, x, y, verdict, title.as_deref());
    }
    legend(&mut svg, TOP + high + 20, &counts);
    svg + "</svg>\n"
}

fn legend(svg: &mut String, y: usize, counts: &[usize; 3]) {
    let all: usize = counts.iter().sum();
    let verdicts = [
        (Verdict::In, "in: obeys every rule", counts[0]),
        (Verdict::Explained, "explained: breaks a rule, true of the algorithm", counts[1]),
        (Verdict::Out, "out: breaks a rule", counts[2]),
    ];
    let mut x = LEFT;
    for (verdict, words, count) in verdicts {
        square(svg, x, y, verdict, None);
        let text = format!("{words} ({count} of {all})");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{text}</text>", x + 16, y + 9);
        x += 40 + 7 * text.len();
    }
    let receivers: Vec<String> = cells::receivers().into_iter().map(|receiver| receiver.name).collect();
    let company: Vec<&str> = COMPANY.iter().map(|company| company.name()).collect();
    let lines = [
        format!("In each field, from left to right, the receiver: {}.", receivers.join(", ")),
        format!("From top to bottom, who is on the path: {}.", company.join(", ")),
        "Paths: rate, RTT, buffer in packets (p) or bandwidth-delay products (bdp), random loss; rwnd20: the receiver's window \
         of 20 segments is the limit."
            .to_owned(),
    ];
    for (n, line) in lines.iter().enumerate() {
        let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{}\">{}</text>", y + 32 + 17 * n, escape(line));
    }
}

//! The statistics of one or two modes as a picture: scores, the lengths of games, the growth of
//! tiles, the largest tiles.

use polymerge::calc::html::escape;

use crate::stats::games::{Row, Run};
use crate::stats::text::shown;

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 200.0;
const GAP: f64 = 60.0;
/// The colours of the first and the second run. The second one is dashed, too, so that no one needs
/// the colour.
const COLOURS: [&str; 2] = ["#2457a8", "#c4510c"];
const DASHES: [&str; 2] = ["", " stroke-dasharray=\"7 4\""];
/// The approximate number of ticks of an axis.
const TICKS: f64 = 5.0;
/// The most points of a curve.
const POINTS: usize = 200;

/// Returns an SVG picture of one run, or of two beside one another.
pub fn picture(runs: &[&Run]) -> String {
    let (width, height) = (2.0 * WIDTH + 3.0 * GAP, 2.0 * HEIGHT + 3.0 * GAP + 20.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (place, run) in runs.iter().enumerate() {
        let name = format!("{}: {} games by {}", run.mode, run.games.len(), run.player);
        let x = GAP + place as f64 * (WIDTH + GAP);
        svg.push_str(&format!(
            "<path d=\"M{x} 24h28\" stroke=\"{}\" stroke-width=\"3\"{}/>\
             <text x=\"{}\" y=\"28\" font-size=\"14\" font-weight=\"bold\">{}</text>\n",
            COLOURS[place % 2],
            DASHES[place % 2],
            x + 36.0,
            escape(&name)
        ));
    }
    let panels = [
        (
            "Scores: share of games that reach them",
            Axis::plain("score"),
            each(runs, |games| reaching(games, |game| game.score)),
        ),
        (
            "Length: share of games that last this long",
            Axis::plain("turns"),
            each(runs, |games| reaching(games, |game| Some(game.turns as f64))),
        ),
        (
            "Largest tile: share of games that reach it",
            Axis { unit: "value", doublings: true },
            each(runs, |games| reaching(games, |game| game.largest().and_then(log))),
        ),
        ("Largest tile after a number of turns, median", Axis::plain("turns"), each(runs, growing)),
    ];
    for (place, (title, axis, curves)) in panels.iter().enumerate() {
        let x = GAP + (place % 2) as f64 * (WIDTH + GAP);
        let y = GAP + (place / 2) as f64 * (HEIGHT + GAP);
        svg.push_str(&panel(title, axis, curves, place == 3, x, y));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The points of a curve, from left to right.
type Curve = Vec<(f64, f64)>;

fn each(runs: &[&Run], curve: impl Fn(&[Row]) -> Curve) -> Vec<Curve> {
    runs.iter().map(|run| curve(&run.games)).collect()
}

fn log(value: f64) -> Option<f64> {
    Some(value.log2()).filter(|log| log.is_finite())
}

/// Returns the curve of the share of games that reach at least a value.
fn reaching(games: &[Row], measure: impl Fn(&Row) -> Option<f64>) -> Curve {
    let mut numbers: Vec<f64> = games.iter().filter_map(measure).collect();
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len();
    let step = count.div_ceil(POINTS).max(1);
    let mut curve: Curve = Vec::new();
    for place in (0..count).step_by(step) {
        let first = numbers.partition_point(|other| *other < numbers[place]);
        curve.push((numbers[place], (count - first) as f64 / count as f64));
    }
    curve.extend(numbers.last().map(|last| {
        let first = numbers.partition_point(|other| other < last);
        (*last, (count - first) as f64 / count as f64)
    }));
    curve.dedup();
    curve
}

/// Returns the curve of the largest tile over the turns: the median of the games that last so long,
/// while they are at least a tenth of all.
fn growing(games: &[Row]) -> Curve {
    let most = games.iter().map(|game| game.turns).max().unwrap_or_default();
    let step = most.div_ceil(POINTS as u64).max(1);
    let mut curve = Vec::new();
    for turns in (0..=most).step_by(step as usize) {
        let mut largest: Vec<f64> =
            games.iter().filter_map(|game| game.largest_after(turns)).filter_map(log).collect();
        if largest.len() * 10 < games.len().max(10) {
            break;
        }
        largest.sort_by(f64::total_cmp);
        curve.push((turns as f64, largest[largest.len() / 2]));
    }
    curve
}

/// The lower axis.
struct Axis {
    unit: &'static str,
    /// True if the numbers are logarithms to base two.
    doublings: bool,
}

impl Axis {
    fn plain(unit: &'static str) -> Axis {
        Axis { unit, doublings: false }
    }

    fn shown(&self, value: f64) -> String {
        if self.doublings { power(value) } else { shown(value) }
    }
}

/// Draws a panel. Its left axis has shares, or tiles that rise in powers of two.
fn panel(title: &str, axis: &Axis, curves: &[Curve], tiles_rise: bool, x: f64, y: f64) -> String {
    let ends = |of: fn(&(f64, f64)) -> f64| {
        let all = || curves.iter().flatten().map(of);
        (all().fold(f64::INFINITY, f64::min).min(0.0), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let ((left, right), (low, high)) = (ends(|point| point.0), ends(|point| point.1));
    let mut svg = format!(
        "<g transform=\"translate({x} {y})\"><text y=\"-8\" font-size=\"13\">{}</text>\
         <path d=\"M0 0V{HEIGHT}H{WIDTH}\" fill=\"none\" stroke=\"#666\"/>\n",
        escape(title)
    );
    if right <= left || high <= low {
        svg.push_str(&format!("<text x=\"12\" y=\"{}\">nothing to show</text></g>\n", HEIGHT / 2.0));
        return svg;
    }
    let across = |value: f64| (value - left) / (right - left) * WIDTH;
    let down = |value: f64| HEIGHT - (value - low) / (high - low) * HEIGHT;
    for value in ticks(left, right) {
        svg.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
            across(value),
            HEIGHT + 16.0,
            axis.shown(value),
        ));
    }
    svg.push_str(&format!(
        "<text x=\"{WIDTH}\" y=\"{}\" text-anchor=\"end\" font-style=\"italic\">{}</text>\n",
        HEIGHT + 31.0,
        axis.unit
    ));
    for value in ticks(low, high) {
        let text = if tiles_rise { power(value) } else { format!("{:.0} %", 100.0 * value) };
        svg.push_str(&format!(
            "<text x=\"-6\" y=\"{:.1}\" text-anchor=\"end\">{text}</text><path d=\"M0 {:.1}h{WIDTH}\" stroke=\"#ddd\"/>\n",
            down(value) + 4.0,
            down(value),
        ));
    }
    for (place, curve) in curves.iter().enumerate() {
        let points: Vec<String> =
            curve.iter().map(|(a, b)| format!("{:.1},{:.1}", across(*a), down(*b))).collect();
        svg.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n",
            points.join(" "),
            COLOURS[place % 2],
            DASHES[place % 2]
        ));
    }
    svg.push_str("</g>\n");
    svg
}

/// Returns round numbers from one end of an axis to the other, at least two and at most six.
fn ticks(from: f64, to: f64) -> Vec<f64> {
    let power = 10f64.powf(((to - from) / TICKS).log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|step| (to - from) / step <= TICKS);
    let step = step.unwrap_or(to - from);
    let first = (from / step).ceil() as i64;
    (first..)
        .map(|number| number as f64 * step)
        .take_while(|value| *value <= to + step * 1e-9)
        .take(9)
        .collect()
}

/// Returns the worth of a tile by its logarithm to base two.
fn power(doublings: f64) -> String {
    shown(doublings.exp2())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::games::End;
    use std::collections::BTreeMap;

    fn game(turns: u64, score: f64, largest: &[(u64, f64)]) -> Row {
        Row {
            seed: turns,
            turns,
            score: Some(score),
            won_at: None,
            ending: End::Over,
            largest: largest.to_vec(),
            fired: Vec::new(),
            spawned: BTreeMap::new(),
            pressed: Vec::new(),
        }
    }

    #[test]
    fn curves_fall_from_all_games_to_the_best() {
        let games = [game(4, 10.0, &[(0, 2.0)]), game(8, 30.0, &[(0, 2.0), (3, 8.0)])];
        assert_eq!(reaching(&games, |game| game.score), [(10.0, 1.0), (30.0, 0.5)]);
        let growth = growing(&games);
        assert_eq!(growth.first(), Some(&(0.0, 1.0)));
        assert_eq!(growth.last(), Some(&(8.0, 3.0)));
    }

    #[test]
    fn runs_without_games_have_a_picture_as_well() {
        let run = Run::new("<nothing>".into(), "d".into(), "random".into(), 10);
        let svg = picture(&[&run]);
        assert!(svg.contains("&lt;nothing&gt;: 0 games") && svg.contains("nothing to show"));
    }
}

//! The statistics of a mode as text, for people.

use polymerge_app::figures::counted;

use crate::bench::grouped_digits;
use crate::stats::games::{End, Run};
use crate::stats::summary::{Count, Share, Spread, Summary};

/// Returns the whole report.
pub fn report(run: &Run, summary: &Summary) -> String {
    let mut text = format!(
        "{}: {} by {}, of at most {} {}\n\n",
        run.mode,
        counted(summary.games as f64, "game"),
        run.player,
        shown(run.max_turns as f64),
        if run.max_turns == 1 { "turn" } else { "turns" }
    );
    text.push_str(
        "                     mean                  least    quarter     median  3 quarters       most\n",
    );
    let bound = run.has_cut_games().then_some(run.max_turns as f64);
    text.push_str(&spread("turns", &summary.turns, bound));
    text.push_str(&spread("score", &summary.score, None));
    if summary.won_at.mean.is_some() {
        text.push_str(&spread("won after", &summary.won_at, None));
    }
    text.push_str(&format!("\nwon          {}\n", share(&summary.won)));
    let ends: Vec<String> = End::ALL
        .into_iter()
        .filter(|end| summary.ended(*end) > 0)
        .map(|end| format!("{} {}", shown(summary.ended(end) as f64), words(end)))
        .collect();
    text.push_str(&format!("ended        {}\n", ends.join(", ")));
    if bound.is_some() {
        text.push_str(
            "\nGames that were cut would have gone on: figures with a + are at least that large,\n",
        );
        text.push_str("scores and tiles of these games are those at the cut.\n");
    }
    if run.counts_presses() {
        text.push_str("\nThese games are of an earlier version: turns are presses, also in vain.\n");
    }
    if !summary.largest.is_empty() {
        text.push_str("\nlargest tile worth at least\n");
        for reach in &summary.largest {
            text.push_str(&format!("{:>14}  {}\n", shown(reach.value), share(&reach.chance)));
        }
    }
    for (heading, counts) in
        [("merge rule", &summary.rules), ("spawn", &summary.spawns), ("direction", &summary.directions)]
    {
        if !counts.is_empty() {
            text.push_str(&format!("\n{heading:<26} per game      part   with the score\n"));
            counts.iter().for_each(|count| text.push_str(&line(count)));
        }
    }
    text.push_str(
        "\nRanges and ± are 95 % confidence intervals. \"With the score\": from -1 (games with more\n",
    );
    text.push_str("of it score less) over 0 (no effect) to 1 (games with more of it score more).\n");
    text
}

fn words(end: End) -> &'static str {
    match end {
        End::Over => "over: nothing moves any more",
        End::Lost => "lost: the mode ended them",
        End::Won => "won, and at an end",
        End::Cut => "cut at --max-turns",
        End::Failed => "failed: an expression or a limit",
    }
}

/// Returns a line of figures. Those that reach a bound, at which games were cut, are larger in
/// truth, and so is the mean.
fn spread(name: &str, spread: &Spread, bound: Option<f64>) -> String {
    let marked =
        |number: f64, is_bound: bool| format!("{}{}", shown(number), if is_bound { "+" } else { "" });
    let one = |number: Option<f64>| {
        number.map_or("-".to_owned(), |number| marked(number, bound.is_some_and(|bound| number >= bound)))
    };
    let mean = spread.mean.map_or("-".to_owned(), |mean| marked(mean, bound.is_some()));
    let margin = spread.margin.map_or(String::new(), |margin| format!(" ± {}", shown(margin)));
    format!(
        "{name:<12} {:>12}{margin:<16} {:>6} {:>10} {:>10} {:>11} {:>10}\n",
        mean,
        one(spread.least),
        one(spread.quarter),
        one(spread.median),
        one(spread.three_quarters),
        one(spread.most)
    )
}

fn share(share: &Share) -> String {
    format!("{:>6.1} %   ({:.1} to {:.1} %)", 100.0 * share.share, 100.0 * share.low, 100.0 * share.high)
}

fn line(count: &Count) -> String {
    let with_score = count.with_score.map_or(String::new(), |number| format!("{number:>+8.2}"));
    let never = if count.per_game == 0.0 { "   never" } else { "" };
    let name = polymerge_app::input::sanitized(&count.name).into_owned();
    format!("  {name:<24} {:>8} {:>8.1} % {with_score}{never}\n", shown(count.per_game), 100.0 * count.part)
}

/// Returns a number with no more digits than it has meaning.
pub fn shown(number: f64) -> String {
    let digits = match number.abs() {
        size if size >= 100.0 || number.fract() == 0.0 => 0,
        size if size >= 10.0 => 1,
        _ => 2,
    };
    if number.abs() >= 1e15 {
        return format!("{number:.3e}");
    }
    let text = format!("{number:.digits$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let (sign, whole) = whole.split_at(usize::from(whole.starts_with('-')));
    format!("{sign}{}{rest}", grouped_digits(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_at_the_bound_are_marked() {
        let turns = Spread::of([3.0, 5.0, 9.0, 9.0].into_iter());
        let line = |bound| spread("turns", &turns, bound).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(line(None), "turns 6.50 ± 2.94 3 4.50 7 9 9");
        assert_eq!(line(Some(9.0)), "turns 6.50+ ± 2.94 3 4.50 7 9+ 9+");
    }

    #[test]
    fn numbers_have_as_many_digits_as_they_mean() {
        for (number, text) in [
            (0.0, "0"),
            (2048.0, "2,048"),
            (1234567.8, "1,234,568"),
            (12.34, "12.3"),
            (1.5, "1.50"),
            (-1234.0, "-1,234"),
            (1e300, "1.000e300"),
        ] {
            assert_eq!(shown(number), text);
        }
    }
}

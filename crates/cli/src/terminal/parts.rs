//! What several screens have in common: footers, counts, times.

use polymerge::calcarray::number;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::keys::Action;
use super::theme::Theme;

/// The commands with their keys: as many as there is room for.
pub fn draw_commands(commands: &[(Action, String, &str)], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let mut line = Line::default().style(theme.quiet()).centered();
    for (_, key, name) in commands {
        let gap = if line.spans.is_empty() { "" } else { "  " };
        let spans =
            [Span::raw(gap), Span::styled(key.as_str(), theme.notice()), Span::raw(format!(" {name}"))];
        if line.width() + spans.iter().map(Span::width).sum::<usize>() > usize::from(area.width) {
            break;
        }
        line.spans.extend(spans);
    }
    line.render(area, buffer);
}

/// A headline at the left, something less important at the right.
pub fn draw_headline(left: &str, right: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let area =
        Rect { x: area.x + 1, width: area.width.saturating_sub(2), height: area.height.min(1), ..area };
    let left = Line::styled(left, theme.notice());
    let right = Line::styled(right, theme.quiet()).right_aligned();
    if left.width() + right.width() < usize::from(area.width) {
        right.render(area, buffer);
    }
    left.render(area, buffer);
}

/// A number as people read it: in groups of three digits.
pub fn count(number: f64) -> String {
    let text = number::to_text(number);
    let digits = text.trim_start_matches('-');
    if number.abs() < 1e4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return text;
    }
    let mut grouped = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{}{grouped}", &text[..text.len() - digits.len()])
}

/// How much something is, in the right number: `1 move`, `2 moves`.
pub fn counted(number: f64, thing: &str) -> String {
    let plural = if number == 1.0 { "" } else { "s" };
    format!("{} {thing}{plural}", count(number))
}

/// How long something took.
pub fn duration(milliseconds: f64) -> String {
    let seconds = (milliseconds / 1000.0).clamp(0.0, 1e12) as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// How long ago something was, both in milliseconds since 1970.
pub fn ago(then: u64, now: u64) -> String {
    const MINUTE: u64 = 60_000;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let past = now.saturating_sub(then);
    let (number, unit) = match past {
        0..MINUTE => return "just now".into(),
        MINUTE..HOUR => (past / MINUTE, "minute"),
        HOUR..DAY => (past / HOUR, "hour"),
        _ => (past / DAY, "day"),
    };
    format!("{} ago", counted(number as f64, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_written_for_people() {
        for (number, text) in [
            (0.0, "0"),
            (9999.0, "9999"),
            (10000.0, "10,000"),
            (-1234567.0, "-1,234,567"),
            (0.5, "0.5"),
            (f64::INFINITY, "Infinity"),
            (1e30, "1e+30"),
        ] {
            assert_eq!(count(number), text);
        }
        for (milliseconds, text) in [(500.0, "0 s"), (61_000.0, "1 min"), (3_660_000.0, "1 h 01 min")] {
            assert_eq!(duration(milliseconds), text);
        }
        for (past, text) in [
            (3, "just now"),
            (60_000, "1 minute ago"),
            (7_200_000, "2 hours ago"),
            (200_000_000, "2 days ago"),
        ] {
            assert_eq!(ago(1_000_000, 1_000_000 + past), text);
        }
    }
}

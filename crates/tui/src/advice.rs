//! Hints for a game on the screen, and autoplay.

use std::time::{Duration, Instant};

use polymerge::advanced::rules::Mode as Raw;
use polymerge::{Engine, Error, Game};
use polymerge_app::figures::{count, rounded};
use polymerge_app::reasons;
use polymerge_app::weights;
use polymerge_player::{Advice, Adviser, Ranked, Ranking, Reward, ValueRanking};

/// The turns to simulate for a hint. In slow modes, [`LONGEST`] ends the look ahead earlier.
const TURNS: u64 = 20_000;
const LONGEST: Duration = Duration::from_millis(250);
/// The time to work before keys are read again.
const SLICE: Duration = Duration::from_millis(8);
/// The positions to search with built-in weights. They take a few milliseconds, some thirty in the
/// slowest such mode.
const NODES: u64 = 1_000;
/// The turns between two checks of the clock.
const STEP: u64 = 50;

/// The milliseconds between moves, from the slowest speed to the fastest.
const SPEEDS: [f64; 6] = [1500.0, 700.0, 350.0, 150.0, 60.0, 0.0];
const USUAL: usize = 2;

/// The advice that the player has asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Request {
    #[default]
    Nothing,
    Hint,
    /// A single move.
    Step,
    /// Moves until the game ends.
    Play,
}

/// The answer to a request: a hint, a direction to press, or a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A message.
    Say(String),
    /// A hint.
    Hint(Hint),
    /// A direction to press.
    Press(usize),
}

/// The ranking of the legal directions, in words and in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hint {
    /// The best direction, its prospects, and the cost of the next best one, in a line.
    pub text: String,
    /// The directions, the best first, each with its distance from the best.
    pub ranked: Vec<(usize, f64)>,
}

/// The search for good moves, a slice at a time.
#[derive(Debug)]
pub struct AdviceController {
    request: Request,
    /// The engine of the decision in progress, and the time that it took so far.
    look: Option<(Box<Engine>, Duration)>,
    /// The adviser of the mode with this hash of its rules.
    adviser: Option<(u64, Adviser)>,
    /// The earliest time of the next move of autoplay.
    due: f64,
    speed: usize,
}

impl Default for AdviceController {
    fn default() -> AdviceController {
        AdviceController { request: Request::Nothing, look: None, adviser: None, due: 0.0, speed: USUAL }
    }
}

impl AdviceController {
    /// Asks for a hint.
    pub fn hint(&mut self) {
        (self.request, self.look) = (Request::Hint, None);
    }

    /// Asks for one move.
    pub fn step(&mut self) {
        (self.request, self.look, self.due) = (Request::Step, None, 0.0);
    }

    /// Returns true while autoplay is on.
    pub fn is_playing(&self) -> bool {
        self.request == Request::Play
    }

    /// Starts autoplay.
    pub fn start_autoplay(&mut self) {
        (self.request, self.look, self.due) = (Request::Play, None, 0.0);
    }

    /// Stops the search.
    pub fn stop(&mut self) {
        (self.request, self.look) = (Request::Nothing, None);
    }

    /// Makes autoplay faster (or slower) by some steps. Returns a message with the speed.
    pub fn change_speed(&mut self, by: isize) -> String {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
        format!("speed of autoplay: {} of {}", self.speed + 1, SPEEDS.len())
    }

    /// Returns true if there is work left. Keys go before it.
    pub fn is_busy(&self) -> bool {
        self.request != Request::Nothing
    }

    /// Works for a slice. Returns the answer for the present state once it is found.
    pub fn work(&mut self, game: &Game, now: f64) -> Option<Answer> {
        if self.request == Request::Nothing || (self.is_playing() && now < self.due) {
            return None;
        }
        let found = match self.look(game) {
            Ok(Some(found)) => found,
            Ok(None) => return None,
            Err(error) => {
                self.stop();
                return Some(Answer::Say(format!("no hint: {error}")));
            }
        };
        // If nothing moves any more, a game is over once all directions were pressed.
        let open = || game.state().legal_moves().ok().and_then(|open| open.first().copied());
        let best = found.ranked.first().map(|(direction, _)| *direction);
        let answer = match (self.request, best.or_else(open)) {
            (Request::Hint, _) if best.is_some() => Answer::Hint(found),
            (Request::Step | Request::Play, Some(direction)) => Answer::Press(direction),
            _ => {
                self.stop();
                return Some(Answer::Say("no direction moves anything".into()));
            }
        };
        match self.request {
            Request::Play => self.due = now + SPEEDS.get(self.speed).copied().unwrap_or_default(),
            _ => self.request = Request::Nothing,
        }
        Some(answer)
    }

    /// Returns a hint for a game, or the reason why there is none. Blocks until the search is done.
    pub fn sentence(game: &Game) -> String {
        let mut controller = AdviceController::default();
        controller.hint();
        while controller.is_busy() {
            match controller.work(game, 0.0) {
                Some(Answer::Hint(hint)) => return hint.text,
                Some(Answer::Say(text)) => return text,
                _ => {}
            }
        }
        String::new()
    }

    /// Looks ahead for a slice. Returns the hint once that is done.
    fn look(&mut self, game: &Game) -> Result<Option<Hint>, Error> {
        let state = game.state();
        let mode = state.rules().mode();
        let hash = mode.rules_hash();
        let known = self.adviser.take().filter(|(own, _)| *own == hash);
        let (_, adviser) = self.adviser.insert(known.unwrap_or_else(|| (hash, adviser_of(mode))));
        let (engine, spent) = match &mut self.look {
            Some(look) => look,
            None => {
                let mut engine = Box::new(Engine::new(state.rules().clone(), 0.0));
                let position = engine.position(state.clone())?;
                // A repeated hint is the same.
                adviser.begin(&mut engine, &position, state.moves() as u64)?;
                self.look.insert((engine, Duration::ZERO))
            }
        };
        let start = Instant::now();
        let goes_on = adviser.advance_while(engine, STEP, |_| start.elapsed() < SLICE)?;
        *spent += start.elapsed();
        if goes_on && !(adviser.is_complete() && *spent >= LONGEST) {
            return Ok(None);
        }
        let advice = adviser.advice();
        let because = match self.request {
            Request::Hint => because(engine, game, &advice.ranked()),
            _ => String::new(),
        };
        self.look = None;
        Ok(Some(match advice {
            Advice::Rollouts(ranking) => by_rollouts(game, &ranking, &because),
            Advice::Value(ranking) => by_search(game, &ranking, &because),
        }))
    }
}

/// Returns the most important reason for the best direction, as a part of a hint; empty if there is
/// none, or if the next best direction is as good.
fn because(engine: &mut Engine, game: &Game, ranked: &[Ranked]) -> String {
    let is_better = ranked.get(1).is_none_or(|other| other.worse >= AS_GOOD);
    let found = if is_better { reasons::of(engine, game.state(), ranked) } else { Vec::new() };
    found.first().map_or(String::new(), |own| format!("; {}", own.text))
}

/// Returns the adviser for games of a mode: by built-in weights if there are any, else by rollouts.
fn adviser_of(mode: &Raw) -> Adviser {
    match weights::built_in(mode) {
        Some(value) => Adviser::search(value.into(), NODES, 0),
        None => Adviser::rollouts(TURNS, 0),
    }
}

/// Returns the hint of a search by learned weights.
fn by_search(game: &Game, ranking: &ValueRanking, because: &str) -> Hint {
    let what = match ranking.reward {
        Reward::Points => "points in the end",
        Reward::Turns => "turns to come",
    };
    let leads_to = ranking.best().map(|best| format!("; about {} {what}{because}", about(best.value)));
    hint(game, leads_to, ranking.choices.iter().map(|choice| (choice.direction, choice.worse)))
}

/// Returns the hint of random games, with the chances of the best direction.
fn by_rollouts(game: &Game, ranking: &Ranking, because: &str) -> Hint {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let leads_to = ranking.best().map(|best| {
        let win = best.win.filter(|share| *share > 0.0).map(|share| format!("; wins {}", percent(share)));
        let survival = best.survival.map(|share| format!("; survives 50 turns {}", percent(share)));
        [win, survival, Some(because.to_owned())].into_iter().flatten().collect()
    });
    hint(game, leads_to, ranking.choices.iter().map(|choice| (choice.direction, choice.worse)))
}

/// Returns a hint from ranked directions and the prospects of the first one.
fn hint(game: &Game, leads_to: Option<String>, ranked: impl Iterator<Item = (usize, f64)>) -> Hint {
    let name =
        |direction: usize| game.rules().directions().get(direction).map_or("", |own| own.name.as_str());
    let ranked: Vec<(usize, f64)> = ranked.collect();
    if ranked.len() > 1 && ranked.iter().all(|(_, worse)| *worse < AS_GOOD) {
        let names: Vec<&str> = ranked.iter().map(|(direction, _)| name(*direction)).collect();
        let text = format!("hint: {} are equally good{}", names.join(" "), leads_to.unwrap_or_default());
        return Hint { text, ranked };
    }
    let best = ranked.first().map(|(direction, _)| format!("hint: {}", name(*direction)));
    let next = ranked.get(1).map(|(direction, worse)| match *worse >= AS_GOOD {
        true => format!("; {} is worse by {}", name(*direction), difference(*worse)),
        false => format!("; {} is as good", name(*direction)),
    });
    Hint { text: [best, leads_to, next].into_iter().flatten().collect(), ranked }
}

/// The largest distance from the best direction at which another one counts as equal.
pub const AS_GOOD: f64 = 0.05;

/// Returns an estimate with three digits: more would be noise.
pub fn about(number: f64) -> String {
    count(rounded(number.round(), 3))
}

/// Returns a difference between two values as text.
pub fn difference(number: f64) -> String {
    match number.abs() < 100.0 {
        true => format!("{number:.1}"),
        false => about(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge::Mode;

    /// Returns a game of a mode without built-in weights.
    fn game() -> Game {
        Mode::built_in("2048").unwrap().with("grid=5x3").unwrap().compile().unwrap().start(7).unwrap()
    }

    #[test]
    fn modes_of_which_something_is_known_are_looked_at_by_that() {
        let game = Mode::built_in("classic").unwrap().compile().unwrap().start(7).unwrap();
        let mut controller = AdviceController::default();
        for _ in 0..2 {
            controller.hint();
            let said = answer(&mut controller, &game, 0.0);
            assert!(
                matches!(&said, Answer::Hint(hint) if hint.text.contains("points in the end")),
                "{said:?}"
            );
        }
    }

    #[test]
    fn estimates_have_few_digits() {
        for (number, text) in [
            (104_777.3, "105,000"),
            (1234.0, "1230"),
            (99.6, "100"),
            (7.4, "7"),
            (-104_777.3, "-105,000"),
            (0.0, "0"),
        ] {
            assert_eq!(about(number), text);
        }
        for (number, text) in [(0.35, "0.3"), (12.34, "12.3"), (104_777.3, "105,000")] {
            assert_eq!(difference(number), text);
        }
    }

    #[test]
    fn directions_that_are_all_as_good_are_reported_once() {
        let game = game();
        let of =
            |worse: [f64; 3]| hint(&game, Some("; about 9 points".into()), worse.into_iter().enumerate());
        assert_eq!(of([0.0, 0.01, 0.0]).text, "hint: ↑ ↓ ← are equally good; about 9 points");
        assert_eq!(of([0.0, 0.01, 2.0]).text, "hint: ↑; about 9 points; ↓ is as good");
        assert_eq!(of([0.0, 200.0, 300.0]).text, "hint: ↑; about 9 points; ↓ is worse by 200");
    }

    fn answer(controller: &mut AdviceController, game: &Game, now: f64) -> Answer {
        (0..100_000).find_map(|_| controller.work(game, now)).unwrap()
    }

    #[test]
    fn a_hint_names_a_direction_and_is_given_once() {
        let (game, mut controller) = (game(), AdviceController::default());
        assert_eq!(controller.work(&game, 0.0), None);
        controller.hint();
        let Answer::Hint(Hint { text, ranked }) = answer(&mut controller, &game, 0.0) else {
            panic!("no hint")
        };
        assert!(ranked.len() > 1 && ranked[0].1 == 0.0 && ranked[1].1 >= 0.0, "{ranked:?}");
        assert!(
            text.starts_with("hint: ") && text.contains("survives") && text.contains("worse by"),
            "{text}"
        );
        // Reasons are of the best direction, and come before the next one.
        assert!(text.rsplit("; ").next().unwrap().contains("worse by"), "{text}");
        assert!(!controller.is_busy());
    }

    #[test]
    fn it_plays_at_its_speed_until_it_is_stopped() {
        let (mut game, mut controller) = (game(), AdviceController::default());
        controller.start_autoplay();
        for turn in 0..3 {
            let now = f64::from(turn) * 1000.0;
            let Answer::Press(direction) = answer(&mut controller, &game, now) else { panic!("no move") };
            assert!(game.play(direction).unwrap().moved);
            assert_eq!(controller.work(&game, now + 1.0), None, "too early");
        }
        controller.stop();
        assert_eq!(controller.work(&game, 1e6), None);
    }

    #[test]
    fn a_step_is_one_move() {
        let (game, mut controller) = (game(), AdviceController::default());
        controller.step();
        assert!(matches!(answer(&mut controller, &game, 0.0), Answer::Press(_)));
        assert!(!controller.is_busy());
    }
}

//! Casual play: the direction that looks best at a glance, and a slip now and then.

use polymerge_rules::{Direct, Engine, EngineGame, Position, Rng, Screen, TurnError};

use crate::afterstate::slide_or_sample;
use crate::arm::Sums;
use crate::learned::codes::Code;
use crate::learned::geometry::{Geometry, MOST_CELLS};
use crate::learned::neighbours::{EMPTY, Neighbours, Relations};
use crate::outcome::play_on;
use crate::reasons::{value_of, work_of};
use crate::rollout::is_goal_open;
use crate::rollouts::legal;
use crate::stream::{below, derive};

/// One move in so many is drawn from all legal ones, since people overlook things.
const SLIP: u32 = 12;

/// The most pairs of tiles about which the rules are asked. With more kinds of tiles a person does not
/// see at a glance which of them merge, either.
const MOST_ASKED: usize = 10_000;

/// A player who plays as people do who play for fun: it looks at the boards right after each
/// direction (where chance takes part in a move, after a turn as it may go), and slips in one move of
/// twelve.
///
/// A win comes first, then that the game goes on, that the most valuable tile lies in a corner, the
/// room (empty cells, and neighbours that merge next), and the points. Ties go to the direction with
/// the lower number.
#[derive(Debug)]
pub struct Casual {
    choice: Rng,
    /// The random numbers for moves in which chance takes part: a person guesses how they go.
    chance: Direct<Rng>,
    kinds: Vec<u32>,
    grid: Option<Box<Grid>>,
}

/// The things that are known of a grid.
#[derive(Debug)]
struct Grid {
    corners: Vec<usize>,
    neighbours: Neighbours,
    relations: Relations,
    related: Vec<Code>,
}

/// The things that are seen at a glance on the board after a direction, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Glance {
    wins: bool,
    goes_on: bool,
    has_corner: bool,
    room: usize,
    points: f64,
}

impl Casual {
    /// Creates a player with a stream of random numbers of its own.
    pub fn new(seed: u64) -> Casual {
        let [choice, chance] = streams(seed);
        Casual { choice, chance: Direct(chance), kinds: Vec::new(), grid: None }
    }

    /// Switches to another stream of random numbers, in games of the same engine.
    fn reseed(&mut self, seed: u64) {
        let [choice, chance] = streams(seed);
        (self.choice, self.chance) = (choice, Direct(chance));
    }

    /// Returns the direction of its next move; `None` if none is legal.
    ///
    /// # Errors
    /// As [`legal`].
    pub fn choose(&mut self, engine: &mut Engine, position: &Position) -> Result<Option<usize>, TurnError> {
        // Kinds of tiles are those of one engine.
        self.grid.take_if(|grid| !grid.relations.is_of(engine));
        // All boards of one choice have their pairs counted, or none.
        if let Some(grid) = &mut self.grid {
            grid.forget_pairs_if_many();
        }
        let directions = legal(engine, position)?;
        if below(&mut self.choice, SLIP) == 0 {
            let place = below(&mut self.choice, directions.len() as u32) as usize;
            return Ok(directions.get(place).copied());
        }
        let mut best = None;
        for direction in &directions {
            // A turn that fails is no direction to take, unless there is no other one.
            let Ok(glance) = self.glance(engine, position, *direction) else { continue };
            if best.is_none_or(|(_, own)| glance > own) {
                best = Some((*direction, glance));
            }
        }
        Ok(best.map(|(direction, _)| direction).or(directions.first().copied()))
    }

    fn glance(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
    ) -> Result<Glance, TurnError> {
        self.kinds.resize(position.height() * position.width(), 0);
        let slide = slide_or_sample(engine, position, direction, &mut self.chance, &mut self.kinds)?;
        if !slide.moved {
            engine.read_kinds(position, &mut self.kinds)?;
        }
        let grid = match &mut self.grid {
            Some(grid) => grid,
            None => self.grid.insert(Grid::of(engine, position)?.into()),
        };
        let empty = self.kinds.iter().filter(|kind| **kind == EMPTY).count();
        Ok(Glance {
            wins: slide.screen == Screen::Win,
            goes_on: slide.screen != Screen::GameOver,
            has_corner: grid.has_corner(engine, &self.kinds),
            room: empty + grid.merging(engine, &self.kinds),
            points: if slide.points.is_nan() { 0.0 } else { slide.points },
        })
    }
}

/// The random numbers of a player for its choices, and for the moves that it guesses.
fn streams(seed: u64) -> [Rng; 2] {
    [u64::MAX, u64::MAX - 1].map(|index| Rng::new(derive(seed, index)))
}

impl Grid {
    /// Returns the grid of a position. Nothing is known of large ones.
    fn of(engine: &mut Engine, position: &Position) -> Result<Grid, TurnError> {
        let relations = Relations::on(engine, position)?;
        let is_large = position.height() * position.width() > MOST_CELLS;
        let geometry = if is_large { None } else { Some(Geometry::of(engine, position)?) };
        Ok(Grid {
            corners: geometry.as_ref().map_or(Vec::new(), Geometry::corners),
            neighbours: geometry.map_or(Neighbours::default(), |geometry| Neighbours::of(&geometry, &[])),
            relations,
            related: Vec::new(),
        })
    }

    /// Returns true if a tile in a corner is the most valuable one of a board.
    fn has_corner(&self, engine: &Engine, kinds: &[u32]) -> bool {
        let values = |cells: &mut dyn Iterator<Item = u32>| {
            cells.filter_map(|kind| value_of(engine, kind)).max_by(f64::total_cmp)
        };
        let in_corners = values(&mut self.corners.iter().filter_map(|cell| kinds.get(*cell).copied()));
        in_corners.is_some() && in_corners >= values(&mut kinds.iter().copied())
    }

    /// Looks at no pairs any more if there were many different ones.
    fn forget_pairs_if_many(&mut self) {
        if self.relations.known() > MOST_ASKED {
            self.neighbours = Neighbours::default();
        }
    }

    /// Returns the number of neighbours on a board that merge.
    fn merging(&mut self, engine: &mut Engine, kinds: &[u32]) -> usize {
        if self.neighbours.pairs.is_empty() {
            return 0;
        }
        self.relations.read(engine, &self.neighbours, kinds, &mut self.related);
        self.related.last().map_or(0, |count| *count as usize)
    }
}

/// The work for each turn of [`casual_games`], in steps of the interpreter, after which games are cut.
const WORK_OF_TURN: u64 = 750;
/// The numbers of turns between which that work is counted: from ten milliseconds to a tenth of a second.
const TURNS_OF_WORK: [u64; 2] = [400, 4_000];

/// The most turns of a game of [`casual_games`].
const MOST_TURNS: u64 = 1_000;

/// The expected end of a game that goes on by [`Casual`] play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CasualGames {
    /// The number of games that were played: a single one, if there is no turn to make.
    pub games: u64,
    /// The number of them that were cut: after 1,000 turns, or since turns are slow.
    pub cut: u64,
    /// The number of them that ended because a turn failed or reached a limit of the engine.
    pub failed: u64,
    /// The mean score at their ends.
    pub score: f64,
    /// The standard error of the mean; `None` for a single game.
    pub score_error: Option<f64>,
    /// The mean number of further turns.
    pub turns: f64,
    /// The part of the games that reached the goal; `None` if no goal is open.
    pub won: Option<f64>,
}

/// The fewest turns of games that are not played to their end: fewer say nothing about where they lead.
const FEWEST_TURNS: f64 = 20.0;

impl CasualGames {
    /// Returns true if all games were cut so soon that they say nothing about where the game leads.
    pub fn are_too_short(&self) -> bool {
        self.cut == self.games && self.turns < FEWEST_TURNS
    }
}

/// Plays casual games from a position, until they have taken `turns` turns. The last one is played to its
/// end. In modes in which turns are slow games are cut by their work, all of them together after about a
/// tenth of a second for 4,000 turns or more, and a hundredth for 400 or fewer.
///
/// ```
/// use polymerge_player::casual_games;
/// use polymerge_rules::{Direct, Engine, Limits, Mode, Ruleset, Rng};
///
/// let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// let position = engine.start(&mut Direct(Rng::new(7)))?;
/// let casual = casual_games(&mut engine, &position, 1, 2_000)?;
/// assert!(casual.games > 1 && casual.score > 100.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`legal`].
pub fn casual_games(
    engine: &mut Engine,
    position: &Position,
    seed: u64,
    turns: u64,
) -> Result<CasualGames, TurnError> {
    let [least, most] = TURNS_OF_WORK;
    games_within(engine, position, seed, (turns, turns.clamp(least, most) * WORK_OF_TURN))
}

/// Plays casual games until they have taken these turns or this work.
fn games_within(
    engine: &mut Engine,
    position: &Position,
    seed: u64,
    (turns, work): (u64, u64),
) -> Result<CasualGames, TurnError> {
    legal(engine, position)?;
    let mut player = Casual::new(seed);
    // Points from here on: squares of whole scores could be too large for their differences.
    let mut points = Sums::default();
    let (mut played, mut cut, mut failed, mut won) = (0, 0, 0, 0_u64);
    let begun = work_of(engine);
    let mut goes_on = |engine: &Engine, _: &Position| work_of(engine) - begun < work;
    // A game without turns counts as one, so that work always comes to an end.
    while points.count == 0 || played + points.count < turns && goes_on(engine, position) {
        let stream = derive(seed, points.count);
        player.reseed(stream);
        let mut random = Direct(Rng::new(stream));
        let mut choose = |game: &mut EngineGame<'_, Direct<Rng>>| {
            let (engine, position) = game.look();
            player.choose(engine, position)
        };
        let outcome = play_on(engine, position.clone(), &mut random, MOST_TURNS, &mut choose, &mut goes_on);
        played += outcome.turns;
        cut += u64::from(!outcome.ended);
        failed += u64::from(outcome.failed);
        won += u64::from(outcome.won);
        points.add(outcome.score - position.score());
        // Where there is no turn to make, further games are the same.
        if outcome.turns == 0 && outcome.ended && !outcome.failed {
            break;
        }
    }
    let games = points.count as f64;
    Ok(CasualGames {
        games: points.count,
        cut,
        failed,
        score: position.score() + points.mean(),
        score_error: points.error(),
        turns: played as f64 / games,
        won: is_goal_open(engine, position).then(|| won as f64 / games),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::engine_of;
    use polymerge_rules::Mode;

    const UP: usize = 0;
    const LEFT: usize = 2;
    const RIGHT: usize = 3;

    /// Kind 0 is an empty cell, 1 a 2, 2 a 4, and so on. Eleven moves of twelve are no slips.
    #[test]
    fn the_best_direction_at_a_glance_is_taken_most_of_the_time() {
        for (rows, expected) in [
            // The 8 stays in its corner, though right would bring the same points.
            (&[&[3, 1, 1, 0][..], &[0, 0, 0, 0]][..], LEFT),
            // Two merges empty more cells than one.
            (&[&[1, 0, 3], &[1, 0, 3]], UP),
            // Right and left bring the same points and room. The largest tile keeps its corner.
            (&[&[2, 2, 4], &[0, 0, 0]], RIGHT),
        ] {
            let mut engine = engine_of(Mode::classic(rows[0].len(), rows.len()));
            let start = engine.start(&mut Rng::new(7)).unwrap();
            let position = engine.arranged(&start, &rows.concat()).unwrap();
            let mut choose = |seed| Casual::new(seed).choose(&mut engine, &position).unwrap().unwrap();
            let taken = (0..240).filter(|seed| choose(*seed) == expected).count();
            assert!((200..240).contains(&taken), "{rows:?} {taken}");
        }
    }

    #[test]
    fn a_win_counts_more_than_the_end_a_corner_room_and_points() {
        let least = Glance { wins: false, goes_on: false, has_corner: false, room: 0, points: 0.0 };
        let glances = [
            Glance { wins: true, ..least },
            Glance { goes_on: true, ..least },
            Glance { has_corner: true, room: 1, points: 4.0, ..least },
            Glance { has_corner: true, ..least },
            Glance { room: 9, points: 4.0, ..least },
            Glance { room: 9, ..least },
            Glance { points: 400.0, ..least },
            least,
        ];
        assert!(glances.is_sorted_by(|better, worse| better > worse));
    }

    #[test]
    fn slow_games_are_cut_by_their_work() {
        let mut engine = engine_of(Mode::classic(4, 4));
        let position = engine.start(&mut Direct(Rng::new(7))).unwrap();
        let cut = games_within(&mut engine, &position, 1, (4_000, 0)).unwrap();
        assert_eq!((cut.games, cut.cut, cut.turns, cut.score), (1, 1, 0.0, position.score()));
        assert!(cut.are_too_short());
        // Games that end soon say where they lead.
        assert!(!CasualGames { cut: 0, ..cut }.are_too_short());
        assert!(!CasualGames { turns: FEWEST_TURNS, ..cut }.are_too_short());
    }

    #[test]
    fn a_game_that_is_over_is_one_game_without_turns() {
        let mut engine = engine_of(Mode::classic(2, 1));
        let start = engine.start(&mut Rng::new(7)).unwrap();
        let position = engine.arranged(&start, &[1, 2]).unwrap();
        let casual = casual_games(&mut engine, &position, 1, 1_000).unwrap();
        assert_eq!((casual.games, casual.cut, casual.turns), (1, 0, 0.0));
    }

    #[test]
    fn no_direction_is_chosen_where_none_is_legal() {
        let mut engine = engine_of(Mode::classic(2, 1));
        let start = engine.start(&mut Rng::new(7)).unwrap();
        let position = engine.arranged(&start, &[1, 2]).unwrap();
        for seed in 0..40 {
            assert_eq!(Casual::new(seed).choose(&mut engine, &position), Ok(None));
        }
    }

    #[test]
    fn expectations_are_better_than_play_at_random_and_repeat() {
        let mut engine = engine_of(Mode::classic(4, 4));
        let position = engine.start(&mut Direct(Rng::new(7))).unwrap();
        let casual = casual_games(&mut engine, &position, 1, 4_000).unwrap();
        assert_eq!(casual_games(&mut engine, &position, 1, 4_000), Ok(casual));
        // Random play comes to 1,100 points in the mean.
        assert!(casual.score > 1_700.0 && casual.games > 5 && casual.cut == 0, "{casual:?}");
        assert!(casual.score_error.is_some() && casual.won.is_some_and(|won| won <= 0.5));
        // A single game has no error.
        let casual = casual_games(&mut engine, &position, 1, 1).unwrap();
        assert_eq!((casual.games, casual.score_error), (1, None));
    }
}

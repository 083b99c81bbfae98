//! Games that are written together: what is known of all is read in one statement, and those of which
//! nothing is known are inserted in a few.

use std::collections::{BTreeMap, HashSet};

use super::bulk::{Bulk, Table};
use super::head::head;
use super::new::{Kept, New, refused};
use super::people::NEWER_NAME;
use super::row::from_row;
use super::{Board, Player, Score};
use crate::ending::Ending;
use crate::skeleton::Skeleton;

/// The knowledge of the database about a game that is to be kept.
pub(super) struct Known {
    /// True if there is a game of its seed, on a board of its mode.
    is_seed_known: bool,
    /// True if its player has a shown game of its name.
    is_held: bool,
    /// True if another player has.
    is_taken: bool,
    /// True if its board is there.
    is_board_known: bool,
    /// True if the code of its mode is there.
    is_code_known: bool,
    /// The number of orders.
    orders: i64,
    /// Its player.
    player: Option<Player>,
}

impl Known {
    /// Returns true if operators have ordered something since a game was allowed.
    fn makes_outdated(&self, game: &New) -> bool {
        game.orders.is_some_and(|orders| orders != self.orders)
    }

    /// The reason why a game is not kept, as far as it is known by now.
    fn refusal(&self, game: &New) -> Option<Kept> {
        match self.makes_outdated(game) {
            true => Some(Kept::Outdated),
            false => refused(self.player.as_ref(), game.known_as.as_deref(), &game.sender),
        }
    }

    /// Returns true if the player of a game that is kept has to be noted: a new one, or one with another
    /// name.
    pub(super) fn notes(&self, score: &Score) -> bool {
        self.player.as_ref().is_none_or(|player| player.name != score.name)
    }
}

/// The columns of a row that are of no player.
struct Facts {
    orders: i64,
    seed_known: bool,
    held: bool,
    taken: bool,
    board_known: bool,
    code_known: bool,
}

from_row!(Facts { orders } flags { seed_known, held, taken, board_known, code_known });

impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for Known
where
    Facts: sqlx::FromRow<'r, R>,
    Player: sqlx::FromRow<'r, R>,
{
    fn from_row(row: &'r R) -> Result<Known, sqlx::Error> {
        let Facts { orders, seed_known, held, taken, board_known, code_known } = Facts::from_row(row)?;
        let player = Some(Player::from_row(row)?).filter(|player| !player.token.is_empty());
        Ok(Known {
            is_seed_known: seed_known,
            is_held: held,
            is_taken: taken,
            is_board_known: board_known,
            is_code_known: code_known,
            orders,
            player,
        })
    }
}

/// The statement that reads what is known of games.
fn known() -> String {
    let named = |form: &str, whose: &str| {
        format!(
            "EXISTS (SELECT 1 FROM scores s WHERE s.{form} = g.{form} AND s.hidden = 0 AND s.token {whose})"
        )
    };
    let either = |whose: &str| format!("({} OR {})", named("looks", whose), named("reads", whose));
    let flag = |condition: &str| format!("CASE WHEN {condition} THEN CAST(1 AS BIGINT) ELSE 0 END");
    let held = either("= g.token");
    format!(
        "SELECT COALESCE((SELECT CAST(m.value AS BIGINT) FROM meta m WHERE m.name = '{}'), 0) AS orders, \
         {} AS seed_known, {} AS held, {} AS taken, {} AS board_known, \
         {} AS code_known, \
         COALESCE(p.token, '') AS token, COALESCE(p.id, '') AS id, COALESCE(p.name, '') AS name, \
         COALESCE(p.fixed, 0) AS fixed, COALESCE(p.banned, 0) AS banned, COALESCE(p.reason, '') AS reason, \
         COALESCE(p.name_reason, '') AS name_reason, COALESCE(p.recovery, '') AS recovery, \
         COALESCE(p.revoked, 0) AS revoked, COALESCE(p.created, 0) AS created \
         FROM g LEFT JOIN players p ON p.token = g.token WHERE g.place >= 0 ORDER BY g.place",
        super::changes::ORDERS,
        flag(
            "EXISTS (SELECT 1 FROM scores s WHERE s.seed = g.seed AND s.board IN (SELECT b.id FROM boards b \
             WHERE b.id = g.board OR b.mode = g.mode AND b.mode <> ''))"
        ),
        flag(&held),
        // Of a player's own name there may be many games: then it is not asked whose else it is.
        flag(&format!("NOT {held} AND {}", either("<> g.token AND s.token <> ''"))),
        flag("EXISTS (SELECT 1 FROM boards b WHERE b.id = g.board)"),
        flag("EXISTS (SELECT 1 FROM modes m WHERE m.hash = g.mode)")
    )
}

/// Times that names are looked up for games whose names are used by others: then each goes its own way.
pub(super) const LOOKS: usize = 3;

/// Names for the games of a batch, each with its skeleton.
pub(super) struct Names<'g> {
    games: &'g [New],
    /// The number of names of each game that are used.
    used: Vec<usize>,
    skeletons: Vec<Skeleton>,
}

impl<'g> Names<'g> {
    pub(super) fn of(games: &'g [New]) -> Names<'g> {
        let skeletons = games.iter().map(|game| Skeleton::of(&game.score.name)).collect();
        Names { games, used: vec![0; games.len()], skeletons }
    }

    /// The name of a game that has the place of its own; none if it keeps that.
    pub(super) fn other(&self, place: usize) -> Option<&'g String> {
        let used = self.used.get(place)?.checked_sub(1)?;
        self.games.get(place)?.other_names.get(used)
    }

    /// Takes the next name for games whose names are used by other players, or by others in the batch.
    /// Returns the places of these. A game that is not kept uses none.
    pub(super) fn choose(&mut self, known: &[Known]) -> Vec<usize> {
        let (mut looks, mut reads, mut changed) = (HashSet::new(), HashSet::new(), Vec::new());
        for (place, (game, known)) in self.games.iter().zip(known).enumerate() {
            let Some(skeleton) = self.skeletons.get_mut(place) else { continue };
            if known.refusal(game).is_some() {
                continue;
            }
            let is_new = looks.insert(skeleton.looks.clone()) & reads.insert(skeleton.reads.clone());
            if !chooses_name(game, known) || !known.is_taken && is_new {
                continue;
            }
            let Some(used) = self.used.get_mut(place) else { continue };
            if let Some(next) = game.other_names.get(*used) {
                *used += 1;
                *skeleton = Skeleton::of(next);
                changed.push(place);
            }
        }
        changed
    }

    /// The names of a game up to the one that it has by now.
    fn tried(&self, place: usize) -> impl Iterator<Item = &'g String> {
        let used = self.used.get(place).copied().unwrap_or_default();
        let game = self.games.get(place);
        game.into_iter()
            .flat_map(move |game| std::iter::once(&game.score.name).chain(game.other_names.iter().take(used)))
    }
}

/// Names that earlier games of a batch may get, of which that is not known yet.
#[derive(Default)]
struct Doubtful {
    looks: HashSet<String>,
    reads: HashSet<String>,
}

impl Doubtful {
    fn add(&mut self, game: &New, known: &Known) {
        let player = known.player.iter().map(|player| &player.name);
        for name in player.chain([&game.score.name]).chain(&game.other_names) {
            let Skeleton { looks, reads } = Skeleton::of(name);
            self.looks.insert(looks);
            self.reads.insert(reads);
        }
    }

    fn has_one_of<'n>(&self, mut names: impl Iterator<Item = &'n String>) -> bool {
        !self.looks.is_empty()
            && names.any(|name| {
                let Skeleton { looks, reads } = Skeleton::of(name);
                self.looks.contains(&looks) || self.reads.contains(&reads)
            })
    }
}

/// Reads what is known of the games of a batch with these places, by the names that they have by now.
pub(super) async fn look_up<C: Bulk>(
    on: &mut C,
    names: &Names<'_>,
    places: &[usize],
) -> Result<Vec<Known>, sqlx::Error> {
    let of = |place: &usize| Some((names.games.get(*place)?, names.skeletons.get(*place)?));
    let asked: Vec<(&New, &Skeleton)> = places.iter().filter_map(of).collect();
    let games = || asked.iter().map(|(game, _)| *game);
    let skeletons = || asked.iter().map(|(_, skeleton)| *skeleton);
    let table = Table::of(asked.len())
        .numbers("place", (0..).take(asked.len()))
        .texts("board", games().map(|game| game.board.id.as_str()))
        .texts("mode", games().map(|game| game.board.mode.as_str()))
        .texts("seed", games().map(|game| game.score.seed.as_str()))
        .texts("token", games().map(|game| game.score.token.as_str()))
        .texts("looks", skeletons().map(|skeleton| skeleton.looks.as_str()))
        .texts("reads", skeletons().map(|skeleton| skeleton.reads.as_str()));
    on.ask(table, &known()).await
}

/// The way on which a game is kept.
pub(super) enum Way {
    /// The game is not kept, for a reason that is known by now.
    Settled(Kept),
    /// The game is inserted with others.
    Together,
    /// The game has to do with games that are there or with others of the batch, and is looked at by itself.
    Alone,
}

/// Returns true if names of so many games are chosen that must not be chosen elsewhere meanwhile.
pub(super) fn chooses_names(games: &[New], known: &[Known]) -> bool {
    games.iter().zip(known).any(|(game, known)| chooses_name(game, known))
}

fn chooses_name(game: &New, known: &Known) -> bool {
    let is_fixed = known.player.as_ref().is_some_and(|player| player.fixed);
    !is_fixed && !game.other_names.is_empty() && !known.is_held
}

/// Returns the ways of the games of a batch.
pub(super) fn ways(names: &Names<'_>, known: &[Known]) -> Vec<Way> {
    let (mut seeds, mut tokens, mut sessions) = (HashSet::new(), HashSet::new(), HashSet::new());
    let (mut looks, mut reads, mut doubtful) = (HashSet::new(), HashSet::new(), Doubtful::default());
    let mut way = |(place, ((game, known), skeleton))| {
        let New { score, session, known_as, .. }: &New = game;
        let (known, skeleton): (&Known, &Skeleton) = (known, skeleton);
        if known.makes_outdated(game) {
            return Way::Settled(Kept::Outdated);
        }
        let mut is_first = seeds.insert(&score.seed);
        is_first &= tokens.insert(&score.token);
        is_first &= session.as_ref().is_none_or(|session| sessions.insert(session));
        let is_alone = known.is_seed_known || !is_first;
        if let Some(refused) = known.refusal(game) {
            // A game that is there is known, from any sender.
            return if is_alone { Way::Alone } else { Way::Settled(refused) };
        }
        let is_renamed = |player: &Player| {
            let is_newer = player.fixed || known_as.as_ref().is_some_and(|known| *known != player.name);
            is_newer && !player.name.is_empty() && player.name != score.name
        };
        let is_alone = is_alone
            || known.player.as_ref().is_some_and(is_renamed)
            || doubtful.has_one_of(names.tried(place));
        // A name of an earlier game of the batch is as one that is stored.
        let is_new = looks.insert(&skeleton.looks) & reads.insert(&skeleton.reads);
        let is_alone = is_alone || chooses_name(game, known) && (known.is_taken || !is_new);
        // One that is kept later, or whose session may not be good, may get any of its names, or none.
        if is_alone || session.is_some() {
            doubtful.add(game, known);
        }
        if is_alone { Way::Alone } else { Way::Together }
    };
    let games = names.games.iter().zip(known).zip(&names.skeletons);
    let mut ways: Vec<Way> = games.enumerate().map(&mut way).collect();
    // One of which nothing was read, which no database does, is looked at by itself.
    ways.resize_with(names.games.len(), || Way::Alone);
    ways
}

/// Uses up sessions of games, each at the time of its game; returns those that could be.
pub(super) async fn use_sessions<C: Bulk>(
    on: &mut C,
    sessions: &[(&str, i64)],
) -> Result<Vec<String>, sqlx::Error> {
    let update = "UPDATE sessions SET used = 1 FROM g WHERE sessions.id = g.session AND sessions.used = 0 \
                  AND sessions.expires >= g.at RETURNING id";
    let table = Table::of(sessions.len())
        .texts("session", sessions.iter().map(|(session, _)| *session))
        .numbers("at", sessions.iter().map(|(_, at)| *at));
    Ok(firsts(on.ask(table, update).await?))
}

/// Inserts games; returns the names of those that were not there.
pub(super) async fn insert_scores<C: Bulk>(
    on: &mut C,
    scores: &[&Score],
) -> Result<Vec<String>, sqlx::Error> {
    let skeletons: Vec<Skeleton> = scores.iter().map(|score| Skeleton::of(&score.name)).collect();
    let heads: Vec<String> = scores.iter().map(|score| head(&score.moves, score.length)).collect();
    let texts = |of: fn(&Score) -> &str| scores.iter().map(move |score| of(score));
    let numbers = |of: fn(&Score) -> i64| scores.iter().map(move |score| of(score));
    let table = Table::of(scores.len())
        .texts("id", texts(|score| &score.id))
        .texts("board", texts(|score| &score.board))
        .texts("hash", texts(|score| &score.hash))
        .texts("seed", texts(|score| &score.seed))
        .texts("moves", texts(|score| &score.moves))
        .numbers("length", numbers(|score| score.length))
        .reals("score", scores.iter().map(|score| score.score))
        .texts("name", texts(|score| &score.name))
        .texts("token", texts(|score| &score.token))
        .numbers("created", numbers(|score| score.created))
        .numbers("hidden", numbers(|score| i64::from(score.hidden)))
        .texts("verified_by", texts(|score| &score.verified_by))
        .texts("checked_by", texts(|score| &score.checked_by))
        .texts("follows", texts(|score| &score.follows))
        .texts("request", texts(|score| &score.request))
        .texts("looks", skeletons.iter().map(|skeleton| skeleton.looks.as_str()))
        .texts("reads", skeletons.iter().map(|skeleton| skeleton.reads.as_str()))
        .texts("origin", texts(|score| &score.origin))
        .texts("head", heads.iter().map(String::as_str))
        .texts("reason", texts(|score| &score.reason))
        .texts("program", texts(|score| &score.program))
        .texts("pace", texts(|score| &score.pace));
    let insert = table.inserted_into("scores");
    Ok(firsts(on.ask(table, &insert).await?))
}

/// Notes the players of games that were kept, and the names that they use by now: of different players.
pub(super) async fn note_players<C: Bulk>(on: &mut C, scores: &[&Score]) -> Result<(), sqlx::Error> {
    let note = format!(
        "INSERT INTO players (token, id, name, fixed, banned, reason, name_reason, recovery, revoked, created) \
         SELECT g.token, g.id, g.name, 0, 0, '', '', '', 0, g.created FROM g WHERE g.token <> '' \
         {NEWER_NAME}"
    );
    let texts = |of: fn(&Score) -> &str| scores.iter().map(move |score| of(score));
    let table = Table::of(scores.len())
        .texts("token", texts(|score| &score.token))
        .texts("id", texts(|score| &score.id))
        .texts("name", texts(|score| &score.name))
        .numbers("created", scores.iter().map(|score| score.created));
    on.ask::<(i64,)>(table, &note).await.map(drop)
}

/// Keeps the last boards of games.
pub(super) async fn add_endings<C: Bulk>(on: &mut C, endings: &[(&str, &Ending)]) -> Result<(), sqlx::Error> {
    let table = Table::of(endings.len())
        .texts("game", endings.iter().map(|(game, _)| *game))
        .texts("board", endings.iter().map(|(_, ending)| ending.board.as_str()))
        .bytes("picture", endings.iter().map(|(_, ending)| ending.picture.as_slice()));
    let insert = table.inserted_into("endings");
    on.ask::<(String,)>(table, &insert).await.map(drop)
}

/// Makes the boards of games that are missing, with the codes of their modes.
pub(super) async fn add_boards<C: Bulk>(
    on: &mut C,
    games: &[New],
    known: &[Known],
) -> Result<(), sqlx::Error> {
    let allowed: Vec<(&New, &Known)> =
        games.iter().zip(known).filter(|(game, known)| !known.makes_outdated(game)).collect();
    // In one order: two transactions would wait for each other.
    let missing = allowed.iter().filter(|(_, known)| !known.is_board_known);
    let boards: BTreeMap<&str, &Board> =
        missing.map(|(game, _)| (game.board.id.as_str(), &game.board)).collect();
    if !boards.is_empty() {
        let texts = |of: fn(&Board) -> &str| boards.values().map(move |board| of(board));
        let table = Table::of(boards.len())
            .texts("id", texts(|board| &board.id))
            .texts("kind", texts(|board| &board.kind))
            .texts("title", texts(|board| &board.title))
            .texts("source", texts(|board| &board.source))
            .texts("mode", texts(|board| &board.mode));
        let insert = table.inserted_into("boards");
        on.ask::<(String,)>(table, &insert).await?;
    }
    let codes: BTreeMap<&str, &str> = allowed
        .iter()
        .filter(|(_, known)| !known.is_code_known)
        .filter_map(|(game, _)| game.code.as_deref().map(|code| (game.board.mode.as_str(), code)))
        .collect();
    if !codes.is_empty() {
        let table = Table::of(codes.len())
            .texts("hash", codes.keys().copied())
            .texts("code", codes.values().copied());
        let insert = table.inserted_into("modes");
        on.ask::<(String,)>(table, &insert).await?;
    }
    Ok(())
}

/// The texts of rows of one column.
fn firsts(rows: Vec<(String,)>) -> Vec<String> {
    rows.into_iter().map(|(text,)| text).collect()
}

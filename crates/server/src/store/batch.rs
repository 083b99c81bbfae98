//! Games that are written together: what is known of all is read in one statement, and those of which
//! nothing is known are inserted in a few.

use std::collections::HashSet;

use super::keep::{refused, Kept, New};
use super::row::from_row;
use super::{Player, Score};
use crate::skeleton::Skeleton;

/// The knowledge of the database about a game that is to be kept.
pub(super) struct Known {
    /// True if there is a game of its seed, on a board of its mode.
    is_seed_known: bool,
    /// True if its player has a shown game of its name.
    is_held: bool,
    /// True if another player has.
    is_taken: bool,
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
}

from_row!(Facts { orders } flags { seed_known, held, taken });

impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for Known
where
    Facts: sqlx::FromRow<'r, R>,
    Player: sqlx::FromRow<'r, R>,
{
    fn from_row(row: &'r R) -> Result<Known, sqlx::Error> {
        let Facts { orders, seed_known, held, taken } = Facts::from_row(row)?;
        let player = Some(Player::from_row(row)?).filter(|player| !player.token.is_empty());
        Ok(Known { is_seed_known: seed_known, is_held: held, is_taken: taken, orders, player })
    }
}

/// The statement that reads what is known of so many games.
pub(super) fn known(games: usize) -> String {
    let named = |form: &str, whose: &str| {
        format!(
            "EXISTS (SELECT 1 FROM scores s WHERE s.{form} = g.{form} AND s.hidden = 0 AND s.token {whose})"
        )
    };
    let either = |whose: &str| format!("({} OR {})", named("looks", whose), named("reads", whose));
    let flag = |condition: &str| format!("CASE WHEN {condition} THEN CAST(1 AS BIGINT) ELSE 0 END");
    let held = either("= g.token");
    format!(
        "{} SELECT COALESCE((SELECT CAST(m.value AS BIGINT) FROM meta m WHERE m.name = '{}'), 0) AS orders, \
         {} AS seed_known, {} AS held, {} AS taken, \
         COALESCE(p.token, '') AS token, COALESCE(p.id, '') AS id, COALESCE(p.name, '') AS name, \
         COALESCE(p.fixed, 0) AS fixed, COALESCE(p.banned, 0) AS banned, COALESCE(p.reason, '') AS reason, \
         COALESCE(p.name_reason, '') AS name_reason, COALESCE(p.recovery, '') AS recovery, \
         COALESCE(p.revoked, 0) AS revoked, COALESCE(p.created, 0) AS created \
         FROM g LEFT JOIN players p ON p.token = g.token WHERE g.place >= 0 ORDER BY g.place",
        super::bulk::table("place, board, mode, seed, token, looks, reads", games),
        super::changes::ORDERS,
        flag(
            "EXISTS (SELECT 1 FROM scores s WHERE s.seed = g.seed AND s.board IN (SELECT b.id FROM boards b \
             WHERE b.id = g.board OR b.mode = g.mode AND b.mode <> ''))"
        ),
        flag(&held),
        // Of a player's own name there may be many games: then it is not asked whose else it is.
        flag(&format!("NOT {held} AND {}", either("<> g.token AND s.token <> ''")))
    )
}

/// Times that names are looked up for games whose names are used by others: then each goes its own way.
pub(super) const LOOKS: usize = 3;

/// Names for the games of a batch, each with its skeleton.
pub(super) struct Names<'g> {
    games: &'g [New],
    /// The number of names of each game that are used.
    used: Vec<usize>,
    pub(super) skeletons: Vec<Skeleton>,
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
    /// Returns true if there are such names. A game that is not kept uses none.
    pub(super) fn choose(&mut self, known: &[Known]) -> bool {
        let (mut looks, mut reads, mut changed) = (HashSet::new(), HashSet::new(), false);
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
                changed = true;
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

/// The games that are not outdated: those whose boards are made.
pub(super) fn allowed<'g>(games: &'g [New], known: &'g [Known]) -> impl Iterator<Item = &'g New> {
    games.iter().zip(known).filter(|(game, known)| !known.makes_outdated(game)).map(|(game, _)| game)
}

/// Reads what is known of games, in their order.
macro_rules! look_up {
    ($transaction:expr, $games:expr, $skeletons:expr) => {{
        let select = $crate::store::batch::known($games.len());
        let mut query = sqlx::query_as(&select);
        for place in 0..$crate::store::bulk::padded($games.len()) {
            query = match ($games.get(place), $skeletons.get(place)) {
                (Some(New { board, score, .. }), Some(skeleton)) => {
                    let query = query.bind(place as i64).bind(&board.id).bind(&board.mode).bind(&score.seed);
                    query.bind(&score.token).bind(&skeleton.looks).bind(&skeleton.reads)
                }
                _ => query.bind(-1_i64).bind("").bind("").bind("").bind("").bind("").bind(""),
            };
        }
        let known: Vec<$crate::store::batch::Known> = query.fetch_all(&mut *$transaction).await?;
        known
    }};
}
pub(super) use look_up;

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
        if is_alone {
            Way::Alone
        } else {
            Way::Together
        }
    };
    let games = names.games.iter().zip(known).zip(&names.skeletons);
    let mut ways: Vec<Way> = games.enumerate().map(&mut way).collect();
    // One of which nothing was read, which no database does, is looked at by itself.
    ways.resize_with(names.games.len(), || Way::Alone);
    ways
}

/// Uses up sessions of games; returns those that could be.
macro_rules! use_sessions {
    ($transaction:expr, $sessions:expr) => {{
        let sessions: &[(&str, i64)] = $sessions;
        let update = format!(
            "{} UPDATE sessions SET used = 1 FROM g WHERE sessions.id = g.session AND sessions.used = 0 \
             AND sessions.expires >= g.at RETURNING id",
            $crate::store::bulk::table("session, at", sessions.len())
        );
        let mut query = sqlx::query_scalar(&update);
        for place in 0..$crate::store::bulk::padded(sessions.len()) {
            let (session, at) = sessions.get(place).copied().unwrap_or(("", i64::MAX));
            query = query.bind(session).bind(at);
        }
        let used: Vec<String> = query.fetch_all(&mut *$transaction).await?;
        used
    }};
}
pub(super) use use_sessions;

/// Inserts games; returns the names of those that were not there.
macro_rules! insert_all {
    ($transaction:expr, $scores:expr) => {{
        let scores: &[&Score] = $scores;
        let insert = $crate::store::bulk::insert("scores", $crate::store::keep::INSERTED, scores.len());
        let (mut query, none) = (sqlx::query_scalar(&insert), Score::default());
        for place in 0..$crate::store::bulk::padded(scores.len()) {
            let new = scores.get(place).copied().unwrap_or(&none);
            query = $crate::store::keep::bind_score!(query, new);
        }
        let inserted: Vec<String> = query.fetch_all(&mut *$transaction).await?;
        inserted
    }};
}
pub(super) use insert_all;

/// Notes the players of games that were kept, and the names that they use by now: of different players.
macro_rules! note_players {
    ($transaction:expr, $scores:expr) => {{
        let scores: &[&Score] = $scores;
        let note = format!(
            "{} INSERT INTO players (token, id, name, fixed, banned, reason, name_reason, recovery, revoked, \
             created) SELECT g.token, g.id, g.name, 0, 0, '', '', '', 0, g.created FROM g WHERE g.token <> '' \
             {}",
            $crate::store::bulk::table("token, id, name, created", scores.len()),
            $crate::store::people::NEWER_NAME
        );
        let (mut query, none) = (sqlx::query(&note), Score::default());
        for place in 0..$crate::store::bulk::padded(scores.len()) {
            let new = scores.get(place).copied().unwrap_or(&none);
            query = query.bind(&new.token).bind(&new.id).bind(&new.name).bind(new.created);
        }
        query.execute(&mut *$transaction).await?;
    }};
}
pub(super) use note_players;

/// Keeps the last boards of games.
macro_rules! add_endings {
    ($transaction:expr, $endings:expr) => {{
        let endings: &[(&str, &Ending)] = $endings;
        let insert = $crate::store::bulk::insert("endings", "game, board, picture", endings.len());
        let (mut query, none) = (sqlx::query(&insert), Ending::default());
        for place in 0..$crate::store::bulk::padded(endings.len()) {
            let (game, ending) = endings.get(place).copied().unwrap_or(("", &none));
            query = query.bind(game).bind(&ending.board).bind(&ending.picture);
        }
        query.execute(&mut *$transaction).await?;
    }};
}
pub(super) use add_endings;

/// Makes boards that are missing, with the codes of their modes.
macro_rules! add_boards {
    ($transaction:expr, $games:expr) => {{
        // In one order: two transactions would wait for each other.
        let boards: BTreeMap<&str, &Board> =
            $games.iter().map(|game| (game.board.id.as_str(), &game.board)).collect();
        let insert = $crate::store::bulk::insert("boards", "id, kind, title, source, mode", boards.len());
        let (mut query, none) = (sqlx::query(&insert), Board::default());
        let mut all = boards.values().copied();
        for _ in 0..$crate::store::bulk::padded(boards.len()) {
            let board = all.next().unwrap_or(&none);
            query = query.bind(&board.id).bind(&board.kind).bind(&board.title);
            query = query.bind(&board.source).bind(&board.mode);
        }
        query.execute(&mut *$transaction).await?;
        let codes: BTreeMap<&str, &str> = $games
            .iter()
            .filter_map(|game| game.code.as_deref().map(|code| (game.board.mode.as_str(), code)))
            .collect();
        if !codes.is_empty() {
            let insert = $crate::store::bulk::insert("modes", "hash, code", codes.len());
            let (mut query, mut all) = (sqlx::query(&insert), codes.into_iter());
            for _ in 0..$crate::store::bulk::padded(all.len()) {
                let (mode, code) = all.next().unwrap_or_default();
                query = query.bind(mode).bind(code);
            }
            query.execute(&mut *$transaction).await?;
        }
    }};
}
pub(super) use add_boards;

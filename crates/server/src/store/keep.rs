//! Games that are to be kept: several at once, each whole or not at all.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::batch::{
    LOOKS, Names, Way, add_boards, add_endings, chooses_names, insert_scores, look_up, note_players,
    use_sessions, ways,
};
use super::endings::ADD_ENDING;
use super::head::{LEAST_SHARED, moves_of};
use super::locks::Locks;
use super::new::{Kept, New, refused};
use super::people::{find_player, holds, is_taken, lock_names};
use super::{COLUMNS, Error, Score, Store, on};
use crate::ending::Ending;

/// Games that one statement concerns: databases take 32,766 values and more, a game has about twenty.
const MOST_TOGETHER: usize = 64;

/// Games of one seed and score that a new one is compared with.
const MOST_COPIES: i64 = 32;

/// Keeps the code of a mode under its hash.
pub(super) const ADD_CODE: &str = "INSERT INTO modes (hash, code) VALUES ($1, $2) ON CONFLICT DO NOTHING";

/// Makes a board, unless there is one of its name, and keeps the code of its mode.
macro_rules! add_board {
    ($transaction:expr, $board:expr, $code:expr) => {
        // The table of boards comes first, as wherever several tables are locked.
        let insert = "INSERT INTO boards (id, kind, title, source, mode) VALUES ($1, $2, $3, $4, $5) \
                      ON CONFLICT DO NOTHING";
        let query = sqlx::query(insert).bind(&$board.id).bind(&$board.kind).bind(&$board.title);
        query.bind(&$board.source).bind(&$board.mode).execute(&mut *$transaction).await?;
        if let Some(code) = $code {
            sqlx::query($crate::store::keep::ADD_CODE)
                .bind(&$board.mode)
                .bind(code)
                .execute(&mut *$transaction)
                .await?;
        }
    };
}
pub(super) use add_board;

/// The game that a new one repeats, or the earliest of which it is a copy.
macro_rules! original {
    ($transaction:expr, $new:expr) => {{
        let select = format!(
            "SELECT {COLUMNS} FROM scores s WHERE s.board = $1 AND s.seed = $2 AND s.score = $3 \
             ORDER BY s.hash <> $4, s.created, s.id LIMIT {MOST_COPIES}"
        );
        let query = sqlx::query_as(&select).bind(&$new.board).bind(&$new.seed).bind($new.score);
        let rows: Vec<Score> = query.bind(&$new.hash).fetch_all(&mut *$transaction).await?;
        let moves = (!rows.is_empty()).then(|| moves_of($new)).flatten();
        rows.into_iter().find(|known| is_copy(known, $new, moves.as_deref()))
    }};
}

/// Returns true if the moves of one of two games of a seed begin with those of the other.
fn is_copy(known: &Score, new: &Score, moves: Option<&[u8]>) -> bool {
    let both = usize::try_from(known.length.min(new.length)).unwrap_or(0);
    known.moves == new.moves
        || matches!((moves_of(known), moves), (Some(known), Some(new)) if known.get(..both) == new.get(..both))
}

/// Hidden games of a seed that a new one is compared with.
const MOST_HIDDEN: usize = 256;

/// Tells the boards of the mode of a board: what one hides, and what one has, counts on all.
const OF_MODE: &str =
    "s.board IN (SELECT b.id FROM boards b WHERE b.id = $1 OR b.mode = $3 AND b.mode <> '')";

/// Returns true if there is a game of the seed of a new one, on a board of its mode.
macro_rules! is_seed_known {
    ($transaction:expr, $mode:expr, $new:expr) => {{
        // By the index of boards and seeds; most games are the first of their seed.
        let select = format!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM scores s WHERE {OF_MODE} AND s.seed = $2 LIMIT 1) t"
        );
        let query = sqlx::query_scalar(&select).bind(&$new.board).bind(&$new.seed).bind($mode);
        let found: i64 = query.fetch_one(&mut *$transaction).await?;
        found > 0
    }};
}

/// The games that a new one may go on from: of all that begin with the same moves, the earliest, the
/// best, and the player's own. Copies that come later don't push the earliest one out.
macro_rules! beginnings {
    ($transaction:expr, $mode:expr, $new:expr) => {{
        let head = $crate::store::head::head(&$new.moves, $new.length);
        let mut found: Vec<Score> = Vec::new();
        if !head.is_empty() {
            for (whose, order) in [
                ("$5 = $5", "s.created, s.id"),
                ("$5 = $5", "s.score DESC, s.created, s.id"),
                ("s.token = $5", "s.length DESC, s.created, s.id"),
            ] {
                let select = format!(
                    "SELECT {COLUMNS} FROM scores s WHERE {OF_MODE} AND s.seed = $2 AND s.head = $4 \
                     AND s.head <> '' AND s.hidden = 0 AND {whose} ORDER BY {order} LIMIT {MOST_COPIES}"
                );
                let query = sqlx::query_as(&select).bind(&$new.board).bind(&$new.seed).bind($mode);
                let query = query.bind(&head).bind(&$new.token);
                let rows: Vec<Score> = query.fetch_all(&mut *$transaction).await?;
                found.extend(rows);
            }
        }
        found
    }};
}

/// The hidden games that a new one may come from: those that begin with the same moves, or are short.
macro_rules! hidden_beginnings {
    ($transaction:expr, $mode:expr, $new:expr) => {{
        let head = $crate::store::head::head(&$new.moves, $new.length);
        let mut found: Vec<Score> = Vec::new();
        for order in ["s.created, s.id", "s.score DESC, s.created, s.id"] {
            let select = format!(
                "SELECT {COLUMNS} FROM scores s WHERE {OF_MODE} AND s.seed = $2 AND s.hidden <> 0 \
                 AND (s.head = $4 OR s.head = '' OR $4 = '') ORDER BY {order} LIMIT {MOST_HIDDEN}"
            );
            let query = sqlx::query_as(&select).bind(&$new.board).bind(&$new.seed).bind($mode);
            let rows: Vec<Score> = query.bind(&head).fetch_all(&mut *$transaction).await?;
            let is_all = rows.len() < MOST_HIDDEN;
            found.extend(rows);
            if is_all {
                break;
            }
        }
        found
    }};
}

/// A game has most of its moves from a hidden one if the moves that both begin with are more than
/// half of its own, and 32 at least; of a short game that is hidden, more than half. Moves that an
/// earlier game of another player has, who is not hidden, don't count: the hidden game is a copy, too.
///
/// On the board of a day many begin alike: there it must be twice as many moves, and also more than
/// half of the hidden game.
fn is_of_hidden(hidden: &[Score], shown: &[Score], new: &Score, is_daily: bool) -> bool {
    if hidden.is_empty() {
        return false;
    }
    let own = moves_of(new).unwrap_or_default();
    let shown: Vec<(&Score, usize)> =
        shown.iter().map(|shown| (shown, shared(&moves_of(shown).unwrap_or_default(), &own))).collect();
    hidden.iter().any(|hidden| {
        let moves = moves_of(hidden).unwrap_or_default();
        let is_source = |shown: &Score| {
            shown.token != hidden.token && (shown.created, &shown.id) < (hidden.created, &hidden.id)
        };
        let sources = shown.iter().filter(|(shown, _)| is_source(shown));
        let free = sources.map(|(_, shared)| *shared).max().unwrap_or(0);
        let shared = shared(&moves, &own).saturating_sub(free);
        let least = LEAST_SHARED.min(moves.len() / 2 + 1);
        2 * shared > own.len() - free.min(own.len())
            && shared >= if is_daily { least * 2 } else { least }
            && (!is_daily || 2 * shared > moves.len())
    })
}

/// Returns the number of moves with which two games begin.
fn shared(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// Returns the game that a new game follows, and the first one of that chain; empty names if there
/// is none.
///
/// The game that is followed is the one with which the new one shares the most moves, the earliest of them if there are
/// several. If that is one of the same player, or begins with one and with no more moves of the new
/// game than chance gives, the new game goes on from where the player's own came.
fn followed(known: &[Score], new: &Score) -> (String, String) {
    let own: OnceCell<Vec<u8>> = OnceCell::new();
    let shared_with = |known: &Score| {
        shared(&moves_of(known).unwrap_or_default(), own.get_or_init(|| moves_of(new).unwrap_or_default()))
    };
    let most = known
        .iter()
        .map(|known| (shared_with(known), known))
        .max_by_key(|(shared, known)| (*shared, -known.created, known.token == new.token));
    let Some((most_shared, found)) = most else { return (String::new(), String::new()) };
    if most_shared < LEAST_SHARED || 2 * most_shared as i64 <= new.length {
        return (String::new(), String::new());
    }
    // A copy of the player's own game makes that game no copy; but what the copy adds is not the player's.
    let is_own = |game: &&Score| game.token == new.token && (game.id == found.id || game.id == found.origin);
    match known.iter().find(is_own) {
        Some(own) if most_shared - shared_with(own) < LEAST_SHARED => {
            (own.follows.clone(), own.origin.clone())
        }
        // Its origin is the player's own game, which says nothing about the new one.
        Some(_) => (found.id.clone(), found.id.clone()),
        None if found.origin.is_empty() => (found.id.clone(), found.id.clone()),
        None => (found.id.clone(), found.origin.clone()),
    }
}

/// Keeps the games of a batch that have nothing to do with others; puts their results in their places.
macro_rules! keep_together {
    ($transaction:expr, $games:expr, $kept:expr, $are_names_locked:expr) => {{
        let mut names = Names::of($games);
        let all: Vec<usize> = (0..$games.len()).collect();
        let mut known = look_up(&mut *$transaction, &names, &all).await?;
        if !$are_names_locked && chooses_names($games, &known) {
            lock_names!($transaction);
            $are_names_locked = true;
            known = look_up(&mut *$transaction, &names, &all).await?;
        }
        // Names are locked before boards are made: a transaction that waits for a board which another one makes would
        // hold the names that this one needs.
        add_boards(&mut *$transaction, $games, &known).await?;
        for _ in 1..LOOKS {
            let changed = names.choose(&known);
            if changed.is_empty() {
                break;
            }
            let newly = look_up(&mut *$transaction, &names, &changed).await?;
            for (place, newly) in changed.into_iter().zip(newly) {
                if let Some(known) = known.get_mut(place) {
                    *known = newly;
                }
            }
        }
        let mut together: Vec<usize> = Vec::with_capacity($games.len());
        for (place, way) in ways(&names, &known).into_iter().enumerate() {
            match (way, $kept.get_mut(place)) {
                (Way::Settled(settled), Some(kept)) => *kept = Some(settled),
                (Way::Together, _) => together.push(place),
                _ => {}
            }
        }
        let at = |place: &usize| $games.get(*place);
        let sessions: Vec<(&str, i64)> = together
            .iter()
            .filter_map(at)
            .filter_map(|game| game.session.as_deref().map(|session| (session, game.score.created)))
            .collect();
        if !sessions.is_empty() {
            let used = use_sessions(&mut *$transaction, &sessions).await?;
            let used: HashSet<&str> = used.iter().map(String::as_str).collect();
            let is_used = |game: &New| game.session.as_deref().is_none_or(|session| used.contains(session));
            together.retain(|place| at(place).is_some_and(is_used));
        }
        // Only games that get another name are copied.
        let scores: HashMap<usize, Cow<'_, Score>> = together
            .iter()
            .filter_map(|place| {
                let score = &at(place)?.score;
                Some((
                    *place,
                    match names.other(*place) {
                        Some(name) => Cow::Owned(Score { name: name.clone(), ..score.clone() }),
                        None => Cow::Borrowed(score),
                    },
                ))
            })
            .collect();
        if !together.is_empty() {
            let scores: Vec<&Score> =
                together.iter().filter_map(|place| scores.get(place)).map(|score| &**score).collect();
            let inserted = insert_scores(&mut *$transaction, &scores).await?;
            // Another process may have kept one in between: that is looked at by itself.
            let inserted: HashSet<&str> = inserted.iter().map(String::as_str).collect();
            together.retain(|place| at(place).is_some_and(|game| inserted.contains(game.score.id.as_str())));
        }
        let mut noted: Vec<&Score> = together
            .iter()
            .filter_map(|place| Some((known.get(*place)?, &**scores.get(place)?)))
            .filter(|(known, score)| known.notes(score))
            .map(|(_, score)| score)
            .collect();
        if !noted.is_empty() {
            // In one order: two transactions would wait for each other.
            noted.sort_by(|one, other| one.token.cmp(&other.token));
            note_players(&mut *$transaction, &noted).await?;
        }
        let endings: Vec<(&str, &Ending)> = together
            .iter()
            .filter_map(at)
            .filter_map(|game| Some((game.score.id.as_str(), game.ending.as_ref()?)))
            .collect();
        if !endings.is_empty() {
            add_endings(&mut *$transaction, &endings).await?;
        }
        for place in together {
            if let (Some(score), Some(kept)) = (scores.get(&place), $kept.get_mut(place)) {
                let Score { follows, origin, name, .. } = &**score;
                let (follows, origin, name) = (follows.clone(), origin.clone(), name.clone());
                *kept = Some(Kept::New { follows, origin, name });
            }
        }
    }};
}

impl Store {
    /// The game that a new one repeats, if there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn known(&self, new: &Score) -> Result<Option<Score>, Error> {
        on!(self, pool => {
            let mut connection = pool.acquire().await?;
            Ok(original!(connection, new))
        })
    }

    /// The statement that begins a transaction with writes: SQLite must know that from the
    /// first.
    pub(super) fn begin(&self) -> &'static str {
        match &self.pool {
            super::Pool::Sqlite(_) => "BEGIN IMMEDIATE",
            super::Pool::Postgres(_) => "BEGIN",
        }
    }

    /// Keeps games, and uses up their sessions: all that are new, or none if the database fails.
    ///
    /// A game is no new one if there is one of the same board, seed and score whose moves
    /// it begins with, or which begins with its moves: moves that bring no points would
    /// otherwise make many games of one.
    ///
    /// A new game of an open board follows another player's of its seed if more than half of its
    /// moves, and 32 at least, are those that the other one begins with. One that has most of its
    /// moves from a hidden game is not kept.
    ///
    /// Acts of operators and of the player while the game was on its way count: a ban, another name,
    /// the player's end.
    ///
    /// # Errors
    /// The database fails.
    pub async fn keep(&self, games: &[New]) -> Result<Vec<Kept>, Error> {
        self.check_file()?;
        on!(writing of self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            let mut are_names_locked = transaction.lock_games(games).await?;
            let mut kept = Vec::with_capacity(games.len());
            // A statement has so many values at most.
            for games in games.chunks(MOST_TOGETHER) {
                let mut all: Vec<Option<Kept>> = vec![None; games.len()];
                keep_together!(transaction, games, all, are_names_locked);
                for (New { board, score: new, session, other_names, ending, known_as, sender, .. }, known) in
                    games.iter().zip(all)
                {
                    if let Some(known) = known {
                        kept.push(known);
                        continue;
                    }
                    let is_seed_known = is_seed_known!(transaction, &board.mode, new);
                    if is_seed_known
                        && let Some(known) = original!(transaction, new) {
                            kept.push(Kept::Known(Box::new(known)));
                            continue;
                        }
                    let player = find_player!(transaction, &new.token);
                    if let Some(refused) = refused(player.as_ref(), known_as.as_deref(), sender) {
                        kept.push(refused);
                        continue;
                    }
                    let hidden = match is_seed_known {
                        true => hidden_beginnings!(transaction, &board.mode, new),
                        false => Vec::new(),
                    };
                    let takes_origin = ["open", "program"].contains(&board.kind.as_str());
                    let begun = match is_seed_known && (takes_origin || !hidden.is_empty()) {
                        true => beginnings!(transaction, &board.mode, new),
                        false => Vec::new(),
                    };
                    if is_of_hidden(&hidden, &begun, new, board.kind == "daily") {
                        kept.push(Kept::Hidden);
                        continue;
                    }
                    let mut new = Cow::Borrowed(new);
                    let is_fixed = player.as_ref().is_some_and(|player| player.fixed);
                    if let Some(player) = player.filter(|player| !player.name.is_empty()) {
                        // A name that was given while the game was on its way is the newer one.
                        if player.fixed || known_as.as_ref().is_some_and(|known| *known != player.name) {
                            new.to_mut().name = player.name;
                        }
                    }
                    if !is_fixed && !other_names.is_empty() && !holds!(&mut *transaction, &new.name, &new.token) {
                        lock_names!(transaction);
                        for other in other_names {
                            let is_free = !is_taken!(&mut *transaction, &new.name, &new.token);
                            if is_free || holds!(&mut *transaction, &new.name, &new.token) {
                                break;
                            }
                            new.to_mut().name.clone_from(other);
                        }
                    }
                    if takes_origin {
                        let (follows, origin) = followed(&begun, &new);
                        if !origin.is_empty() {
                            let new = new.to_mut();
                            (new.follows, new.origin) = (follows, origin);
                        }
                    }
                    let new = &*new;
                    let mut good = true;
                    if let Some(session) = session {
                        let consume = "UPDATE sessions SET used = 1 WHERE id = $1 AND used = 0 AND expires >= $2";
                        let query = sqlx::query(consume).bind(session).bind(new.created);
                        good = query.execute(&mut *transaction).await?.rows_affected() > 0;
                    }
                    if good && !insert_scores(&mut *transaction, &[new]).await?.is_empty() {
                        note_players(&mut *transaction, &[new]).await?;
                        if let Some(Ending { board, picture }) = ending {
                            let query = sqlx::query(ADD_ENDING).bind(&new.id).bind(board).bind(picture);
                            query.execute(&mut *transaction).await?;
                        }
                        kept.push(Kept::New { follows: new.follows.clone(), origin: new.origin.clone(), name: new.name.clone() });
                        continue;
                    }
                    // Another process may have kept it in between.
                    kept.push(match original!(transaction, new) {
                        Some(known) => Kept::Known(Box::new(known)),
                        None => Kept::NoSession,
                    });
                }
            }
            transaction.commit().await?;
            Ok(kept)
        })
    }
}

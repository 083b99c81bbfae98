//! Games: handing one in, showing, renaming and erasing it.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::State;
use axum::http::{header, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::Json;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{json, Value};

use super::claim::{self, Claim};
use super::days::secret_until;
use super::kind::Kind;
use super::player;
use super::{Client, Failure, Id, Shared};
use crate::daily::now;
use crate::ending::Ending;
use crate::judge::{Judged, Judgement, Judging};
use crate::metrics::Metrics;
use crate::modes::Named;
use crate::names::{self, mark};
use crate::orders::Orders;
use crate::source::{Refused, Source};
use crate::store::{Board, Kept, New, Placed, Player, Score};
use crate::title;
use crate::token::{random, sha256};
use crate::verify::{Submission, Verified, ENGINE};
use crate::writer::Written;

/// The answer to a name that no game has.
pub const NO_GAME: &str = "there is no game of this name";

/// The answer to a token that no game has.
pub const NO_PLAYER: &str = "no game here has this claim token; without a token you begin as a new player";

/// The answer to a token that its player has signed out.
pub const SIGNED_OUT: &str =
    "the player of this claim token has signed it out; get your games back with your \
                              recovery code, or begin as a new player";

/// The kind of the answer to a mode with a blocked title.
const BAD_TITLE: &str = "bad-title";

/// Times that a game is looked at again since operators have ordered something while it was written.
const LOOKS: usize = 3;

/// A game as a client hands it in. The score is not in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Posted {
    mode: String,
    #[serde(default)]
    settings: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    modifiers_code: String,
    seed: String,
    moves: String,
    count: Option<usize>,
    name: Option<String>,
    session: Option<String>,
    daily: Option<String>,
    /// The name of the program that played, for the boards of programs.
    program: Option<String>,
    /// A token that the client has made and stored before it sends the game.
    claim_token: Option<String>,
}

impl Posted {
    /// Returns true if it is a game of this mode, without changes.
    pub(super) fn is_plain(&self, mode: &str) -> bool {
        self.mode == mode && self.settings.is_empty() && self.modifiers_code.is_empty()
    }

    /// Returns the hash of the submission by one player, without its name, or of the client's name of
    /// the attempt. A repeated submission is recognised by it before any other check, also when its
    /// day or session is over.
    fn request(&self, token: &str, key: Option<&str>) -> Result<String, Failure> {
        if let Some(key) = key {
            return Ok(sha256(format!("key {token} {key}").as_bytes()));
        }
        let Posted { mode, settings, modifiers_code, seed, moves, count, session, daily, .. } = self;
        let parts = (token, mode, settings, modifiers_code, seed, moves, count, session, daily);
        let text = match &self.program {
            Some(program) => serde_json::to_string(&(parts, program)),
            None => serde_json::to_string(&parts),
        };
        let text = text.map_err(|error| Failure::Failed(error.to_string()))?;
        Ok(sha256(text.as_bytes()))
    }
}

/// Describes the guarantees of a kind of board.
pub fn proves(kind: &str) -> &'static str {
    match kind {
        "ranked" => {
            "each game was handed in within the time of its session, with a seed that the service gave for \
             it alone; its moves came meanwhile, not faster than 12 in a second, and after more than 10 \
             seconds without any not faster than 5 in a second; not that no program chose the moves, that \
             no game with another seed was given up, or that no moves were taken back: of those that had \
             come it is counted"
        }
        "daily" => {
            "each score can be reached with the seed of the day, which is the same for all; \
             not that it was reached at the first try, or without programs; \
             moves are shown when its date is over everywhere"
        }
        "program" => {
            "each score was reached with the seed that its sender chose, as the sender says by a program; \
             not by which program"
        }
        _ => {
            "each score can be reached in this mode with the seed that the player chose; \
             not that it was reached without search, undo or programs"
        }
    }
}

/// A board of a mode for a kind of game; for the daily game, of a day.
pub fn board(kind: &str, mode: &Named, day: &str) -> Result<Board, Failure> {
    let id = match kind {
        "daily" => format!("daily-{day}"),
        _ => format!("{kind}-{}", &mode.hash[..32.min(mode.hash.len())]),
    };
    let source = serde_json::to_string(&mode.source).map_err(|error| Failure::Failed(error.to_string()))?;
    Ok(Board { id, kind: kind.to_owned(), title: mode.title.clone(), source, mode: mode.hash.clone() })
}

/// The kind of a game, with its session if it is ranked.
async fn kind(service: &Shared, posted: &Posted, seed: u64, now: i64) -> Result<Kind, Failure> {
    let kind = |kind, place| Ok(Kind { kind, place, session: None });
    if posted.program.is_some() {
        if posted.session.is_some() || posted.daily.is_some() {
            let message = "programs have boards of their own: send program without session and daily";
            return Err(Refused::new("two-boards", message).into());
        }
        return kind("program", String::new());
    }
    match (&posted.session, &posted.daily) {
        (Some(_), Some(_)) => Err(Refused::new("two-boards", "a game is ranked or daily, not both").into()),
        (None, None) => kind("open", String::new()),
        (None, Some(date)) => {
            service.must_be_daily(date, posted, seed, now).await?;
            kind("daily", date.clone())
        }
        (Some(session), None) => {
            let Some(session) = service.store.session(session).await? else {
                return Err(Failure::NotFound("there is no such session"));
            };
            if session.seed != posted.seed {
                return Err(Refused::new("wrong-seed", "the session is for another seed").into());
            }
            Ok(Kind { kind: "ranked", place: session.board.clone(), session: Some(session) })
        }
    }
}

/// `POST /v1/scores`
pub async fn submit(
    State(service): State<Shared>,
    client: Client,
    headers: HeaderMap,
    posted: Result<Json<Posted>, JsonRejection>,
) -> Result<Response, Failure> {
    service.submission(&client)?;
    let now = now();
    let Json(posted) = posted?;
    let seed = read_seed(&posted.seed)?;
    let hash = |token: &str, key: Option<&str>| posted.request(token, key);
    let claim = Claim::of(&service, &headers, posted.claim_token.as_deref(), hash).await?;
    if let Some(id) = &claim.game {
        // The answer may have been lost: nothing is kept or refused again.
        if let Some(known) = service.store.score(id).await? {
            if claim.key.is_some() && !is_same(&service, &client, &known, &posted, seed).await? {
                let message = "this Idempotency-Key was used for another game; each game needs its own";
                return Err(Refused::new("key-used", message).into());
            }
            return repeated(&service, &known, &claim).await;
        }
    }
    claim.must_be_welcome()?;
    let (mut names, mut orders) = service.by_orders(|orders| Names::of(&claim, &posted, orders)).await?;
    let mut kind = kind(&service, &posted, seed, now).await?;
    let pace = kind.judged(&service, &posted.moves, posted.count, now)?;
    let Kind { kind, place, session } = kind;
    let takes_all = ["open", "program"].contains(&kind) && service.config.custom_modes;
    let Judged { mode, verified, ending } = judged_by_title(&service, &client, &posted, seed, takes_all)
        .await?
        .inspect_err(|_| Metrics::add(&service.metrics.refused))?;
    let Verified { moves, length, score, .. } = verified;
    if session.is_some() && self::board("ranked", &mode, "")?.id != place {
        return Err(Refused::new("wrong-mode", "the session is for another mode").into());
    }
    let board = board(kind, &mode, &place)?;
    let shown = |orders: &Orders| may_be_shown(&mode, &board, orders);
    let all = |orders: &Orders| shown(orders).and_then(|()| Names::of(&claim, &posted, orders));
    let ((), seen) = service.by_orders(shown).await.inspect_err(|failure| {
        if matches!(failure, Failure::Refused(_)) {
            Metrics::add(&service.metrics.refused);
        }
    })?;
    if seen != orders {
        (names, orders) = service.by_orders(all).await?;
    }
    let Names { name, others: other_names, program, is_drawn } = names;
    let new = Score {
        id: random(8)?,
        hash: sha256(format!("{} {seed} {length} {moves}", board.id).as_bytes()),
        board: board.id.clone(),
        seed: seed.to_string(),
        moves,
        length: i64::try_from(length).unwrap_or(i64::MAX),
        score,
        name,
        token: claim.token.clone(),
        created: now,
        hidden: false,
        verified_by: ENGINE.to_owned(),
        checked_by: String::new(),
        program,
        pace,
        request: claim.request.clone(),
        ..Score::default()
    };
    let code = mode.code_apart().map(str::to_owned);
    let known_as = claim.player.as_ref().map(|player| player.name.clone());
    let (sender, ending, orders) = (claim.sent.clone(), Some(ending), Some(orders));
    let (session, board) = (posted.session.clone(), board.clone());
    let new = New { board, code, score: new, session, other_names, ending, known_as, sender, orders };
    let taken = match service.room.take(&service.store, client.0, &new).await {
        Ok(taken) => taken,
        // A game that is there needs no room.
        Err(no_room) => match service.store.known(&new.score).await? {
            Some(known) => return repeated(&service, &known, &claim).await,
            None => return Err(service.no_room(no_room)),
        },
    };
    let written = written(&service, new, all).await;
    if !matches!(written, Ok(Written { kept: Kept::New { .. }, .. })) {
        service.room.give_back(taken);
    }
    let Written { mut game, kept, placed } = written?;
    match kept {
        Kept::New { follows, origin, name } => {
            let is_taken = name != game.score.name && !is_drawn;
            (game.score.follows, game.score.origin, game.score.name) = (follows, origin, name);
            Metrics::add(&service.metrics.accepted);
            service.listings.forget(&game.board.id);
            service.outages.database_works();
            let mut answer = shown_on(&service, &game.score, &game.board, Some(&claim.token), placed).await?;
            answer["nameTaken"] = json!(is_taken);
            Ok((StatusCode::CREATED, Json(with_token(answer, claim.disclosed))).into_response())
        }
        Kept::Known(known) => repeated(&service, &known, &claim).await,
        Kept::Hidden => Err(Failure::Hidden(None)),
        Kept::Banned(reason) => Err(Failure::Banned(reason)),
        Kept::NoPlayer => Err(Failure::WrongToken(NO_PLAYER)),
        Kept::SignedOut => Err(Failure::WrongToken(SIGNED_OUT)),
        Kept::NoSession => Err(Failure::Conflict("this session was used before, or has run out")),
        Kept::Outdated => {
            Metrics::add(&service.metrics.outdated);
            Err(Failure::Outdated)
        }
    }
}

/// The names of a submission, as the orders of operators allow them.
struct Names {
    name: String,
    /// Names in its place, if another player uses it.
    others: Vec<String>,
    program: String,
    /// True if the player has no name, and has chosen none.
    is_drawn: bool,
}

impl Names {
    fn of(claim: &Claim, posted: &Posted, orders: &Orders) -> Result<Names, Failure> {
        let is_drawn = posted.name.is_none() && claim.player.as_ref().is_none_or(|one| one.name.is_empty());
        let (name, others) = player::name_of(claim, posted.name.as_deref(), &orders.blocked)?;
        let program = posted.program.as_deref().map(|name| player::allowed(name, &orders.blocked));
        Ok(Names { name, others, program: program.transpose()?.unwrap_or_default(), is_drawn })
    }
}

/// Refuses a mode whose title operators have blocked, if it is not built in, and a board that they have
/// hidden.
fn may_be_shown(mode: &Named, board: &Board, orders: &Orders) -> Result<(), Failure> {
    check_title(mode, orders)?;
    match orders.hides(&board.id) {
        Some(reason) => Err(Failure::Hidden(Some(reason.to_owned()))),
        None => Ok(()),
    }
}

/// Refuses a mode whose title operators have blocked, if it is not built in.
fn check_title(mode: &Named, orders: &Orders) -> Result<(), Refused> {
    match !mode.built_in && names::is_blocked(&title::shown(&mode.title), &orders.blocked) {
        true => Err(Refused::new(BAD_TITLE, "the title of this mode is not allowed here")),
        false => Ok(()),
    }
}

/// Plays a game of a mode whose title is allowed: others are refused before they are played, by the orders as
/// they are by then.
async fn judged_by_title(
    service: &Shared,
    client: &Client,
    posted: &Posted,
    seed: u64,
    takes_all: bool,
) -> Result<Result<Judged, Refused>, Failure> {
    let mut orders = service.orders.get(&service.store).await?;
    loop {
        let source = Source {
            mode: posted.mode.clone(),
            settings: posted.settings.clone(),
            modifiers_code: posted.modifiers_code.clone(),
        };
        let submission = Submission { seed, moves: posted.moves.clone(), count: posted.count };
        let (modes, known) = (Arc::clone(&service.modes), Arc::clone(&orders));
        let judging = Judging::new(submission, move || {
            let mode = modes.named(&source)?;
            check_title(&mode, &known)?;
            match mode.built_in || takes_all {
                true => Ok(mode),
                false => Err(Refused::new("custom-mode", "only built-in modes are accepted here")),
            }
        });
        let result = judged(service, client, judging).await?;
        if !matches!(&result, Err(refused) if refused.kind == BAD_TITLE) {
            return Ok(result);
        }
        let now = service.orders.renewed(&service.store).await?;
        if now.number == orders.number {
            return Ok(result);
        }
        orders = now;
    }
}

/// Writes a game. If operators have ordered something meanwhile, it is looked at again by that.
async fn written(
    service: &Shared,
    mut new: New,
    look: impl Fn(&Orders) -> Result<Names, Failure>,
) -> Result<Written, Failure> {
    for _ in 0..LOOKS {
        let written = service.writer.keep(new).await?;
        if written.kept != Kept::Outdated {
            return Ok(written);
        }
        new = written.game;
        let _present = service.orders.renewed(&service.store).await?;
        let (names, orders) = service.by_orders(&look).await?;
        (new.score.name, new.other_names, new.score.program) = (names.name, names.others, names.program);
        new.orders = Some(orders);
    }
    Ok(service.writer.keep(new).await?)
}

/// Plays a game on the pool, and counts it.
async fn judged(
    service: &Shared,
    client: &Client,
    judging: Judging,
) -> Result<Result<Judged, Refused>, Failure> {
    let Judgement { result, mode, took } = service.play(client, judging).await?;
    if let Some(mode) = &mode {
        service.metrics.played(mode.name, result.is_ok(), took);
    }
    Ok(result)
}

/// Returns true if a submission is that which became a game: of one with a name of the attempt, that
/// name tells nothing of the moves.
async fn is_same(
    service: &Shared,
    client: &Client,
    known: &Score,
    posted: &Posted,
    seed: u64,
) -> Result<bool, Failure> {
    if known.seed != posted.seed {
        return Ok(false);
    }
    let source = Source {
        mode: posted.mode.clone(),
        settings: posted.settings.clone(),
        modifiers_code: posted.modifiers_code.clone(),
    };
    let submission = Submission { seed, moves: posted.moves.clone(), count: posted.count };
    let modes = Arc::clone(&service.modes);
    let judging = Judging::new(submission, move || modes.named(&source));
    let Judged { mode, verified, .. } = judged(service, client, judging).await??;
    Ok(verified.moves == known.moves && board_of(service, known).await?.mode == mode.hash)
}

fn read_seed(text: &str) -> Result<u64, Refused> {
    let seed: u64 = text.parse().map_err(|_| {
        Refused::new("bad-seed", "the seed is a text of digits: a number from 0 to 18446744073709551615")
    })?;
    if seed.to_string() != text {
        return Err(Refused::new("bad-seed", "write the seed without signs and zeros before it"));
    }
    Ok(seed)
}

/// The answer to a game that is there already. Only its own player gets the token.
async fn repeated(service: &Shared, known: &Score, claim: &Claim) -> Result<Response, Failure> {
    Metrics::add(&service.metrics.repeated);
    if known.hidden {
        return Err(hidden(known, Some(&claim.token)));
    }
    let answer = shown(service, known, Some(&claim.token)).await?;
    let token = claim.disclosed.clone().filter(|_| known.token == claim.token);
    Ok(Json(with_token(answer, token)).into_response())
}

fn with_token(mut answer: Value, token: Option<String>) -> Value {
    if let Some(token) = token {
        answer["claimToken"] = json!(token);
    }
    answer
}

/// Games as JSON, without their ranks.
pub async fn described_all(service: &Shared, scores: &[Score]) -> Result<Vec<Value>, Failure> {
    let marks = service.marks(scores).await?;
    Ok(scores.iter().zip(marks).map(|(score, mark)| described(score, mark)).collect())
}

/// A game as JSON, without its rank; with the mark of its player, if others have such a name.
fn described(score: &Score, mark: Option<String>) -> Value {
    json!({
        "id": score.id, "board": score.board, "score": number(score.score), "moves": score.length,
        "name": score.name, "created": score.created, "verifiedBy": score.verified_by,
        "checkedBy": score.checked_by, "follows": score.follows, "mark": mark,
        "origin": score.origin, "program": score.program, "pace": pace(score),
    })
}

/// The times that the service took while a game was played; null if there are none.
fn pace(score: &Score) -> Value {
    serde_json::from_str(&score.pace).unwrap_or(Value::Null)
}

/// A game as JSON for the owner of a token, with its rank and all that is needed to check
/// it.
async fn shown(service: &Shared, score: &Score, token: Option<&str>) -> Result<Value, Failure> {
    shown_on(service, score, &board_of(service, score).await?, token, None).await
}

/// The board of a game.
async fn board_of(service: &Shared, score: &Score) -> Result<Board, Failure> {
    let board = service.store.board(&score.board).await?;
    board.ok_or_else(|| {
        Failure::Failed(format!("the board {} of the game {} is missing", score.board, score.id))
    })
}

/// The source of the mode of a board, as JSON.
pub fn source(board: &Board) -> Result<Value, Failure> {
    serde_json::from_str(&board.source)
        .map_err(|error| Failure::Failed(format!("the source of board {} can't be read: {error}", board.id)))
}

async fn shown_on(
    service: &Shared,
    score: &Score,
    board: &Board,
    token: Option<&str>,
    placed: Option<Placed>,
) -> Result<Value, Failure> {
    let is_own = token == Some(&score.token);
    let secret_until = secret_until(board, now()).filter(|_| !is_own);
    let placed = match placed {
        Some(placed) => placed,
        None => service.store.placed(&[score]).await?.remove(&score.id).ok_or(Failure::NotFound(NO_GAME))?,
    };
    let Placed { rank, best, shares_name } = placed;
    let mark = match shares_name {
        true => Some(mark(&service.store.daily_secret().await?, &score.token)),
        false => None,
    };
    let best = best.filter(|_| is_own);
    let mut answer = described(score, mark);
    for (key, value) in [
        ("own", json!(is_own)),
        ("rank", json!(rank.rank)),
        ("rankIsLeast", json!(rank.at_least)),
        ("kind", json!(board.kind)),
        ("proves", json!(proves(&board.kind))),
        ("best", best.map_or(Value::Null, number)),
        ("title", json!(title::of_board(board))),
        ("source", source(board)?),
        ("seed", json!(score.seed)),
        ("canonicalMoves", json!(secret_until.is_none().then_some(&score.moves))),
        ("movesFrom", json!(secret_until)),
    ] {
        answer[key] = value;
    }
    Ok(answer)
}

/// The answer to a request for a hidden game: its player gets the reason.
fn hidden(score: &Score, token: Option<&str>) -> Failure {
    let is_own = !score.token.is_empty() && token == Some(&score.token);
    Failure::Hidden(is_own.then(|| score.reason.clone()))
}

/// A game that is not hidden.
pub async fn visible(service: &Shared, id: &str, token: Option<&str>) -> Result<Score, Failure> {
    let score = service.store.score(id).await?;
    let score = score.ok_or(Failure::NotFound(NO_GAME))?;
    if score.hidden {
        return Err(hidden(&score, token));
    }
    if let Some(reason) = service.store.board_is_hidden(&score.board).await? {
        return Err(Failure::Hidden(Some(reason)));
    }
    Ok(score)
}

/// `GET /v1/scores/{id}`
pub async fn show(
    State(service): State<Shared>,
    Id(id): Id,
    headers: HeaderMap,
) -> Result<Json<Shown>, Failure> {
    // A token that is no player's any more is no hindrance to look.
    let token = match claim::player(&service, &headers).await {
        Ok(player) => player.map(|player| player.token),
        Err(Failure::WrongToken(_)) => None,
        Err(failure) => return Err(failure),
    };
    let score = visible(&service, &id, token.as_deref()).await?;
    let game = shown(&service, &score, token.as_deref()).await?;
    let (last_board, no_last_board) = match service.store.ending(&score.id).await? {
        None => (None, Some("not-drawn")),
        Some(ending) if ending.board.is_empty() => (None, Some("too-long")),
        // Common readers of JSON would take nothing of the answer then.
        Some(ending) if serde_json::from_str::<Value>(&format!("[{}]", ending.board)).is_err() => {
            (None, Some("unusual"))
        }
        Some(ending) => (RawValue::from_string(ending.board).ok(), None),
    };
    Ok(Json(Shown { game, last_board, no_last_board }))
}

/// A game with its last board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    #[serde(flatten)]
    game: Value,
    /// The rows as they are stored: long numbers are not those of a `Value`.
    last_board: Option<Box<RawValue>>,
    /// The reason why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_last_board: Option<&'static str>,
}

/// `GET /v1/scores/{id}/board.svg`
pub async fn picture(State(service): State<Shared>, client: Client, Id(id): Id) -> Result<Response, Failure> {
    let score = visible(&service, &id, None).await?;
    let ending = match service.store.ending(&score.id).await? {
        Some(ending) => ending,
        None if service.undrawn.has(&score.id) => Ending::default(),
        None => draw(&service, &client, score).await?,
    };
    let Some(svg) = ending.svg() else {
        return Err(Refused::new("no-picture", "the last board of this game can't be drawn").into());
    };
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "max-age=3600"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    ];
    Ok((headers, svg).into_response())
}

/// Draws and keeps the last board of a game that was taken before boards were kept: once, and as
/// the work of the client who asks first.
async fn draw(service: &Shared, client: &Client, score: Score) -> Result<Ending, Failure> {
    let board = board_of(service, &score).await?;
    let code = service.store.code(&board.mode).await?;
    let modes = Arc::clone(&service.modes);
    let wrong = |refused: Refused| match refused.kind.as_str() {
        "bad-board" | "bad-game" => Failure::Failed(refused.message),
        _ => refused.into(),
    };
    let submission = Submission::of(&score).map_err(wrong)?;
    let judging = Judging::new(submission, move || modes.of_board(&board, code));
    Metrics::add(&service.metrics.drawn);
    let ending = match service.play(client, judging).await?.result {
        Ok(judged) => judged.ending,
        Err(refused) if refused.kind == "bad-board" => return Err(wrong(refused)),
        Err(_) => {
            // Another version, or other limits, may play it: that is not kept for ever.
            service.undrawn.add(score.id);
            return Ok(Ending::default());
        }
    };
    // The picture is shown even if it can't be kept.
    if let Err(error) = service.store.add_ending(&score.id, &ending).await {
        service.outages.database(&error);
    }
    Ok(ending)
}

/// A game that the sender of a request owns.
async fn owned(service: &Shared, id: &str, headers: &HeaderMap) -> Result<(Score, Player), Failure> {
    let wrong = Failure::WrongToken("this claim token is not that of the game");
    let player = match claim::required(service, headers).await {
        Err(Failure::WrongToken(_)) => None,
        player => Some(player?),
    };
    let score = service.store.score(id).await?;
    let score = score.ok_or(Failure::NotFound(NO_GAME))?;
    // Hashes of secrets are compared: how long that takes tells nothing of use.
    match player {
        Some(player) if score.token == player.token => Ok((score, player)),
        _ => Err(wrong),
    }
}

/// A new name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renamed {
    /// The name.
    pub name: String,
}

/// `PATCH /v1/scores/{id}`
pub async fn rename(
    State(service): State<Shared>,
    Id(id): Id,
    headers: HeaderMap,
    renamed: Result<Json<Renamed>, JsonRejection>,
) -> Result<Json<Value>, Failure> {
    let (mut score, player) = owned(&service, &id, &headers).await?;
    let Json(renamed) = renamed?;
    score.name = player::choose_name(&service, &player, Some(&id), &renamed.name).await?;
    Ok(Json(shown(&service, &score, Some(&score.token)).await?))
}

/// `DELETE /v1/scores/{id}`
pub async fn erase(
    State(service): State<Shared>,
    Id(id): Id,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let _is_owned = owned(&service, &id, &headers).await?;
    service.store.erase(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A number as JSON has it; one that JSON has not, as text.
pub fn number(score: f64) -> Value {
    if score.is_finite() {
        json!(score)
    } else {
        json!(score.to_string())
    }
}

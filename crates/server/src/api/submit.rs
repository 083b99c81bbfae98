//! Games that are submitted: checking, playing and keeping them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::claim::{Claim, NO_PLAYER, SIGNED_OUT};
use super::kind::Kind;
use super::naming::{allowed, name_of};
use super::scores::{board, board_of, hidden, shown, shown_on};
use super::{Client, Failure, Shared};
use crate::daily::now;
use crate::judge::{Judged, Judgement, Judging};
use crate::metrics::Metrics;
use crate::modes::Named;
use crate::names;
use crate::orders::Orders;
use crate::source::{Refused, Source};
use crate::store::{Board, Kept, New, Score};
use crate::title;
use crate::token::{random, sha256};
use crate::verify::{ENGINE, Submission, Verified};
use crate::writer::Written;

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
    let (mut names, mut orders) =
        service.by_orders(|orders| Names::of(&service, &claim, &posted, orders)).await?;
    let mut kind = kind(&service, &posted, seed, now).await?;
    let pace = kind.judged(&service, &posted.moves, posted.count, now)?;
    let Kind { kind, place, session } = kind;
    let takes_all = ["open", "program"].contains(&kind) && service.config.custom_modes;
    let Judged { mode, verified, ending } = judged_by_title(&service, &client, &posted, seed, takes_all)
        .await?
        .inspect_err(|_| Metrics::add(&service.metrics.refused))?;
    let Verified { moves, length, score, .. } = verified;
    if session.is_some() && board("ranked", &mode, "")?.id != place {
        return Err(Refused::new("wrong-mode", "the session is for another mode").into());
    }
    let board = board(kind, &mode, &place)?;
    let shown = |orders: &Orders| may_be_shown(&mode, &board, orders);
    let all = |orders: &Orders| shown(orders).and_then(|()| Names::of(&service, &claim, &posted, orders));
    let ((), seen) = service.by_orders(shown).await.inspect_err(|failure| {
        if matches!(failure, Failure::Refused(_)) {
            Metrics::add(&service.metrics.refused);
        }
    })?;
    if seen != orders {
        (names, orders) = service.by_orders(all).await?;
    }
    let Names { name, others: other_names, program, is_drawn, mut is_plain } = names;
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
    let written = written(&service, new, &mut is_plain, all).await;
    if !matches!(written, Ok(Written { kept: Kept::New { .. }, .. })) {
        service.room.give_back(taken);
    }
    let Written { mut game, kept, placed } = written?;
    match kept {
        Kept::New { follows, origin, name } => {
            let is_other = name != game.score.name;
            if is_other && is_plain {
                service.drawn_names.note_used(&game.score.name);
            }
            (game.score.follows, game.score.origin, game.score.name) = (follows, origin, name);
            Metrics::add(&service.metrics.accepted);
            service.listings.forget(&game.board.id);
            service.outages.database_works();
            let mut answer = shown_on(&service, &game.score, &game.board, Some(&claim.token), placed).await?;
            answer["nameTaken"] = json!(is_other && !is_drawn);
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
    /// True if the name was drawn, and has no number behind it.
    is_plain: bool,
}

impl Names {
    fn of(service: &Shared, claim: &Claim, posted: &Posted, orders: &Orders) -> Result<Names, Failure> {
        let is_drawn = posted.name.is_none() && claim.player.as_ref().is_none_or(|one| one.name.is_empty());
        let (name, others, is_plain) =
            name_of(&service.drawn_names, claim, posted.name.as_deref(), &orders.blocked)?;
        let program = posted.program.as_deref().map(|name| allowed(name, &orders.blocked));
        Ok(Names { name, others, program: program.transpose()?.unwrap_or_default(), is_drawn, is_plain })
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

/// Writes a game. If operators have ordered something meanwhile, it is looked at again by that, and may get another
/// name, a plain drawn one or not.
async fn written(
    service: &Shared,
    mut new: New,
    is_plain: &mut bool,
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
        *is_plain = names.is_plain;
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

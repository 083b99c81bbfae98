//! All that is stored as lines of JSON, and back: a backup, and the way to another database.
//!
//! The first line says what the file is. The last one has the number of the lines of each kind
//! and the SHA-256 of all bytes before it, so that a file that was cut or changed is known.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::link;
use crate::store::{
    Board, HiddenBoard, Link, Player, Report, Restore, SECRET, Score, Snapshot, Store, Token,
};
use crate::token;
use crate::verify::ENGINE;

/// The number of rows that are read at once.
const PAGE: i64 = 500;

/// The version of the format.
const FORMAT: u32 = 4;

/// A result whose failure is in words.
type Done<T> = Result<T, Box<dyn std::error::Error>>;

/// A line of an export.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "row")]
enum Line {
    /// The first line. Exports of the first format have none, and no last line, either.
    Export { format: u32, by: String },
    /// A value that is kept from start to start.
    Meta { name: String, value: String },
    /// A text that names must not have in them.
    Blocked { pattern: String },
    /// The code of a mode.
    Mode { hash: String, code: String },
    /// A board.
    Board(Board),
    /// A game.
    Score(Box<Score>),
    /// A player.
    Player(Player),
    /// A further token of a player.
    Token(Token),
    /// A board that is hidden.
    HiddenBoard(HiddenBoard),
    /// An open report.
    Report(Report),
    /// A link that was made short.
    Link(Link),
    /// The last line.
    End(End),
}

/// The last line: numbers of the lines before it, and their hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct End {
    meta: u64,
    blocked: u64,
    modes: u64,
    boards: u64,
    games: u64,
    sha256: String,
}

/// Counts lines, and hashes them.
#[derive(Default)]
struct Tally {
    end: End,
    hash: Sha256,
}

impl Tally {
    fn add(&mut self, line: &Line, bytes: &[u8]) {
        match line {
            Line::Meta { .. } => self.end.meta += 1,
            Line::Blocked { .. } => self.end.blocked += 1,
            Line::Mode { .. } => self.end.modes += 1,
            Line::Board(_) => self.end.boards += 1,
            Line::Score(_) => self.end.games += 1,
            // The hash alone proves that these are whole.
            Line::Player(_) | Line::Token(_) | Line::HiddenBoard(_) | Line::Report(_) | Line::Link(_) => {}
            Line::Export { .. } | Line::End(_) => {}
        }
        self.hash.update(bytes);
    }

    /// The last line that fits to those before it.
    fn end(self) -> End {
        End { sha256: token::hex(&self.hash.finalize()), ..self.end }
    }
}

/// Writes all data as of one moment; ranked games that are not submitted are left out.
/// Returns the number of games.
///
/// # Errors
/// The database fails, or nothing can be written.
pub async fn write(store: &Store, out: &mut impl Write) -> Done<u64> {
    let mut snapshot = store.snapshot().await?;
    let mut writer = Writer { out: &mut *out, tally: Tally::default() };
    writer.line(Line::Export { format: FORMAT, by: ENGINE.to_owned() })?;
    if let Some(value) = snapshot.daily_secret().await? {
        writer.line(Line::Meta { name: SECRET.to_owned(), value })?;
    }
    for pattern in snapshot.blocked().await? {
        writer.line(Line::Blocked { pattern })?;
    }
    writer.modes(&mut snapshot).await?;
    writer.boards(&mut snapshot).await?;
    writer.games(&mut snapshot).await?;
    writer.people(&mut snapshot).await?;
    snapshot.end().await?;
    let end = writer.tally.end();
    let games = end.games;
    writeln!(out, "{}", serde_json::to_string(&Line::End(end))?)?;
    out.flush()?;
    Ok(games)
}

struct Writer<'w, W: Write> {
    out: &'w mut W,
    tally: Tally,
}

impl<W: Write> Writer<'_, W> {
    fn line(&mut self, line: Line) -> Done<()> {
        let text = serde_json::to_string(&line)? + "\n";
        self.tally.add(&line, text.as_bytes());
        Ok(self.out.write_all(text.as_bytes())?)
    }

    async fn modes(&mut self, snapshot: &mut Snapshot) -> Done<()> {
        let mut after = String::new();
        loop {
            let codes = snapshot.codes(&after, PAGE).await?;
            let Some((last, _)) = codes.last() else { return Ok(()) };
            after.clone_from(last);
            codes.into_iter().try_for_each(|(hash, code)| self.line(Line::Mode { hash, code }))?;
        }
    }

    async fn boards(&mut self, snapshot: &mut Snapshot) -> Done<()> {
        let mut after = String::new();
        loop {
            let boards = snapshot.boards(&after, PAGE).await?;
            let Some(last) = boards.last() else { return Ok(()) };
            after.clone_from(&last.id);
            boards.into_iter().try_for_each(|board| self.line(Line::Board(board)))?;
        }
    }

    async fn games(&mut self, snapshot: &mut Snapshot) -> Done<()> {
        let mut after = String::new();
        loop {
            let scores = snapshot.scores(&after, PAGE).await?;
            let Some(last) = scores.last() else { return Ok(()) };
            after.clone_from(&last.id);
            scores.into_iter().try_for_each(|score| self.line(Line::Score(Box::new(score))))?;
        }
    }
}

/// Writes all pages of one kind of rows.
macro_rules! pages {
    ($writer:expr, $snapshot:expr, $rows:ident, $key:ident, $line:expr) => {{
        let mut after = String::new();
        loop {
            let rows = $snapshot.$rows(&after, PAGE).await?;
            let Some(last) = rows.last() else { break };
            after.clone_from(&last.$key);
            rows.into_iter().try_for_each(|row| $writer.line($line(row)))?;
        }
    }};
}

impl<W: Write> Writer<'_, W> {
    /// Players, what operators have noted about them and their boards, and links.
    async fn people(&mut self, snapshot: &mut Snapshot) -> Done<()> {
        pages!(self, snapshot, players, token, Line::Player);
        pages!(self, snapshot, tokens, token, Line::Token);
        for hidden in snapshot.hidden_boards().await? {
            self.line(Line::HiddenBoard(hidden))?;
        }
        pages!(self, snapshot, reports, id, Line::Report);
        pages!(self, snapshot, links, key, Line::Link);
        Ok(())
    }
}

/// The result of an import.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The number of games that were new.
    pub new: u64,
    /// The database had games already, and keeps its own secret of the daily seeds, which is
    /// another one: its seeds of coming days are not those of the export.
    pub other_secret: bool,
    /// The reason why the file may not be whole; none if it is.
    pub doubt: Option<String>,
    /// Games of boards that are neither in the file nor in the database. They can't be kept.
    pub without_board: u64,
    /// Links whose keys lead elsewhere in the database. They are not kept.
    pub other_links: u64,
}

/// Reads an export into a database, all of it or nothing; games that are there already stay.
///
/// An export is trusted: its games are not played again. [`reverify`](crate::admin::reverify) does
/// that. A file that can't be proven to be whole is refused, unless it may be `unverified`.
///
/// # Errors
/// A line can't be read (its number is named), the file is not whole, or the database fails.
pub async fn read(store: &Store, lines: impl BufRead, unverified: bool) -> Done<Imported> {
    let restore = store.restore().await?;
    let mut reader = Reader {
        restore,
        unverified,
        tally: Tally::default(),
        boards: BTreeSet::new(),
        done: Imported::default(),
    };
    match reader.all(lines).await {
        Ok(()) => {
            reader.restore.add_missing_players().await?;
            reader.restore.commit().await?;
            Ok(reader.done)
        }
        Err(error) => {
            reader.restore.undo().await?;
            Err(format!("{error}; nothing was imported").into())
        }
    }
}

struct Reader {
    restore: Restore,
    unverified: bool,
    tally: Tally,
    boards: BTreeSet<String>,
    done: Imported,
}

impl Reader {
    async fn all(&mut self, mut lines: impl BufRead) -> Done<()> {
        let (mut bytes, mut number) = (Vec::new(), 0);
        let mut is_marked = false;
        let mut end: Option<(End, End)> = None;
        while lines.read_until(b'\n', &mut bytes)? > 0 {
            number += 1;
            let line: Line = serde_json::from_slice(&bytes).map_err(|error| unread(number, &error))?;
            if end.is_some() {
                return Err(format!("line {number}: there is more behind the last line of the export").into());
            }
            match line {
                Line::End(stated) => end = Some((stated, std::mem::take(&mut self.tally).end())),
                line => {
                    is_marked |= self.is_first(&line, number)?;
                    self.tally.add(&line, &bytes);
                    self.take(line).await.map_err(|error| format!("line {number}: {error}"))?;
                }
            }
            bytes.clear();
        }
        self.done.doubt = doubt(is_marked, end);
        match &self.done.doubt {
            Some(doubt) if !self.unverified => {
                Err(format!("{doubt}; import --unverified takes what is in the file").into())
            }
            _ => Ok(()),
        }
    }

    /// Returns true if a line is the first one of an export that this version can read.
    fn is_first(&self, line: &Line, number: usize) -> Done<bool> {
        match line {
            Line::Export { .. } if number > 1 => Err(format!("line {number}: a second export begins").into()),
            Line::Export { format, by } if *format > FORMAT => Err(format!(
                "the export was written by a newer version ({by}, format {format}); import it with that one"
            )
            .into()),
            line => Ok(matches!(line, Line::Export { .. })),
        }
    }

    async fn take(&mut self, line: Line) -> Done<()> {
        match line {
            Line::Export { .. } | Line::End(_) => {}
            Line::Meta { name, value } if name == SECRET => {
                self.done.other_secret |= self.restore.daily_secret(&value).await? != value;
            }
            Line::Meta { name, .. } => return Err(format!("no value {name:?} is kept").into()),
            Line::Blocked { pattern } => self.restore.blocked(&pattern).await?,
            Line::Mode { hash, code } => self.restore.code(&hash, &code).await?,
            Line::Board(board) => {
                self.restore.board(&board).await?;
                self.boards.insert(board.id);
            }
            Line::Score(score) => self.game(&score).await?,
            Line::Player(player) => self.restore.player(&player).await?,
            Line::Token(token) => self.restore.token(&token).await?,
            Line::HiddenBoard(hidden) => self.restore.hidden_board(&hidden).await?,
            Line::Report(report) => self.restore.report(&report).await?,
            Line::Link(link) => self.link(&link).await?,
        }
        Ok(())
    }

    async fn link(&mut self, link: &Link) -> Done<()> {
        // Who opens it trusts this service, not the file.
        link::check(&link.link).map_err(|refused| format!("the link {:?}: {}", link.key, refused.message))?;
        if !link.has_its_key() {
            return Err(format!("the key {:?} is none of the link {}", link.key, link.link).into());
        }
        self.done.other_links += u64::from(!self.restore.link(link).await?);
        Ok(())
    }

    async fn game(&mut self, score: &Score) -> Done<()> {
        if score.score.is_nan() || score.length < 0 || score.seed.parse::<u64>().is_err() {
            return Err(format!("the game {} has no score, length or seed", score.id).into());
        }
        if !self.boards.contains(&score.board) {
            if !self.restore.has_board(&score.board).await? {
                if !self.unverified {
                    return Err(
                        format!("the board {} of the game {} is missing", score.board, score.id).into()
                    );
                }
                self.done.without_board += 1;
                return Ok(());
            }
            self.boards.insert(score.board.clone());
        }
        self.done.new += u64::from(self.restore.score(score).await?);
        Ok(())
    }
}

fn unread(number: usize, error: &serde_json::Error) -> String {
    match error.is_eof() {
        true => format!("line {number}: the file ends within this line; it was cut"),
        false => format!("line {number}: {error}"),
    }
}

/// The reason why a file may not be whole, by its last line and the one that it should have.
fn doubt(is_marked: bool, end: Option<(End, End)>) -> Option<String> {
    match end {
        None if is_marked => Some("the file was cut: its last line is missing".to_owned()),
        None => Some(
            "the file has no line that proves that it is whole: it was written by an older version, or \
             it is no export"
                .to_owned(),
        ),
        Some((stated, found)) if stated == found => None,
        Some((stated, found)) if stated.games != found.games => {
            Some(format!("the file has {} games, and had {} when it was written", found.games, stated.games))
        }
        Some(_) => Some("the file was changed since it was written".to_owned()),
    }
}

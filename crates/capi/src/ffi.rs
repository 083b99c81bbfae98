//! The boundary to C: arguments of C as types of Rust, in the one file with unsafe code.
//!
//! Every type here is laid out as what C declares, and keeps its pointers private. A C
//! program that makes one promises what its documentation says, and what `docs/c.md` asks of
//! callers; nothing else can make one, apart from tests. So methods rely on it and are safe
//! themselves.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};
use std::marker::PhantomData;
use std::mem::{MaybeUninit, size_of};
use std::{ptr, slice};

use crate::fault::{Fault, Outcome};

// A text that ends with a NUL, or NULL.
#[repr(transparent)]
pub struct Text<'a>(*const c_char, PhantomData<&'a c_char>);

impl<'a> Text<'a> {
    /// The text, unless it is NULL.
    pub fn optional(&self, name: &str) -> Result<Option<&'a str>, Fault> {
        if self.0.is_null() {
            return Ok(None);
        }
        // SAFETY: it is not NULL; so it ends with a NUL and stays as it is during the call.
        let text = unsafe { CStr::from_ptr(self.0) };
        let text = text.to_str().map_err(|error| Fault::input(format!("{name} is no UTF-8: {error}")));
        text.map(Some)
    }

    /// The text, which must not be NULL.
    pub fn get(&self, name: &str) -> Result<&'a str, Fault> {
        self.optional(name)?.ok_or_else(|| Fault::null(name))
    }
}

// A place for a result, or NULL: of the size of a `T`, perhaps with nothing in it yet.
#[repr(transparent)]
pub struct Out<'a, T>(Option<&'a mut MaybeUninit<T>>);

impl<T> Out<'_, T> {
    /// Puts a value there; nothing happens if it is NULL.
    pub fn put(self, value: T) {
        if let Some(place) = self.0 {
            place.write(value);
        }
    }

    /// Returns true if the pointer is not NULL.
    pub fn is_wanted(&self) -> bool {
        self.0.is_some()
    }
}

// A handle that a call changes, or NULL. Other threads may use it meanwhile: its lock says so.
#[repr(transparent)]
pub struct Own<'a, T>(Option<&'a T>);

impl<'a, T> From<Own<'a, T>> for Option<&'a T> {
    fn from(own: Own<'a, T>) -> Option<&'a T> {
        own.0
    }
}

// A handle to be freed, or NULL.
#[repr(transparent)]
pub struct Freed<'a, T>(*mut T, PhantomData<&'a T>);

impl<T> Freed<'_, T> {
    /// Frees the handle if a check agrees.
    pub fn free(self, check: impl FnOnce(&T) -> Outcome) -> Outcome {
        if self.0.is_null() {
            return Ok(());
        }
        // SAFETY: it is not NULL; so the library has made it, as a box, and it was not freed.
        check(unsafe { &*self.0 })?;
        // SAFETY: as above; the caller does not use it any more.
        drop(unsafe { Box::from_raw(self.0) });
        Ok(())
    }
}

/// Types of C's structs that may grow. Each begins with a `size_t size`, and all others of
/// its fields are numbers, or pointers that may be NULL.
///
/// # Safety
/// The first field is the size, and any bytes, 0 among them, are a value.
pub unsafe trait Growing: Sized {}

// A struct that may grow, or NULL. Its first field says how many bytes the caller knows of
// it, and so many there are.
#[repr(transparent)]
pub struct In<'a, T: Growing>(*const T, PhantomData<&'a T>);

impl<T: Growing> In<'_, T> {
    /// Returns the struct, with 0 for fields that the caller does not know of; `None` if it
    /// is NULL.
    pub fn optional(&self, name: &str) -> Result<Option<T>, Fault> {
        if self.0.is_null() {
            return Ok(None);
        }
        let from = self.0.cast::<u8>();
        // SAFETY: it is not NULL, so that at least its size is there; C may have aligned it
        // less than Rust would.
        let known = unsafe { from.cast::<usize>().read_unaligned() };
        if known < size_of::<usize>() {
            return Err(Fault::input(format!("{name}->size is {known}; it must be set to sizeof")));
        }
        let mut value = MaybeUninit::<T>::zeroed();
        // SAFETY: `known` bytes are there, and no more are written than `value` has. Any bytes
        // are a value of the type, by its trait.
        unsafe {
            ptr::copy_nonoverlapping(from, value.as_mut_ptr().cast(), known.min(size_of::<T>()));
            Ok(Some(value.assume_init()))
        }
    }

    /// The struct, which must not be NULL.
    pub fn get(&self, name: &str) -> Result<T, Fault> {
        self.optional(name)?.ok_or_else(|| Fault::null(name))
    }
}

// A struct that may grow and is filled in, or NULL; its first field is set.
#[repr(transparent)]
pub struct Filled<'a, T: Growing>(*mut T, PhantomData<&'a mut T>);

impl<T: Growing> Filled<'_, T> {
    /// Returns the struct as the caller has set it, with 0 for fields that it does not know of.
    pub fn given(&self, name: &str) -> Result<T, Fault> {
        In(self.0.cast_const(), PhantomData).get(name)
    }

    /// Fills in what the caller knows of it, but for its size.
    pub fn fill(self, name: &str, value: T) -> Outcome {
        self.given(name)?;
        let into = self.0.cast::<u8>();
        let head = size_of::<usize>();
        // SAFETY: it is there, as `get` has found out, and has as many bytes as its size says.
        unsafe {
            let known = into.cast::<usize>().read_unaligned().min(size_of::<T>());
            let from = ptr::from_ref(&value).cast::<u8>();
            ptr::copy_nonoverlapping(from.add(head), into.add(head), known - head);
        }
        Ok(())
    }
}

/// The place for a text that the library makes.
#[repr(C)]
pub struct Buffer {
    /// Room for `capacity` bytes; NULL to ask for the length.
    bytes: *mut c_char,
    /// The number of bytes that there is room for.
    capacity: usize,
    /// The length of the text in bytes, without the NUL behind it; it is set.
    length: usize,
}

impl Buffer {
    /// Puts bytes and a NUL there, if there is room for all of them, or tells how many they
    /// are, which is all that is done without a place for them.
    pub fn put(&mut self, text: &[u8]) -> Outcome {
        self.length = text.len();
        if self.bytes.is_null() {
            return Ok(());
        }
        if self.capacity <= text.len() {
            return Err(Fault::space(text.len(), self.capacity));
        }
        // SAFETY: `bytes` is not NULL; so there is room for `capacity` bytes, which are more
        // than the text has. They are no part of a text that was just made.
        unsafe {
            ptr::copy_nonoverlapping(text.as_ptr(), self.bytes.cast(), text.len());
            self.bytes.add(text.len()).write(0);
        }
        Ok(())
    }
}

/// Limits of what strangers send. What is 0 is as it is by default, or as `strict` says.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Limits {
    /// The size of the struct: sizeof(pm_limits).
    pub size: usize,
    /// 1: where nothing else is said, the limits for servers, which are far lower.
    pub strict: u32,
    /// Cells of a grid.
    pub cells: u32,
    /// Bytes of a text that is opened.
    pub text: u64,
    /// Work of one evaluation.
    pub evaluation_steps: u64,
    /// Memory of one evaluation, in bytes.
    pub evaluation_memory: u64,
    /// Work of one turn.
    pub turn_steps: u64,
    /// Work of all turns of a replay or a claim.
    pub game_work: u64,
    /// Moves of a replay or a move string.
    pub moves: u64,
    /// Steps that can be undone.
    pub undo_steps: u64,
    /// Bytes of the states that can be gone back to.
    pub undo_bytes: u64,
}

// SAFETY: the first field is the size; the others are numbers.
unsafe impl Growing for Limits {}

/// The state of a game.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Status {
    /// The size of the struct: sizeof(pm_status).
    pub size: usize,
    /// PM_PLAYING, PM_WON or PM_OVER.
    pub status: i32,
    /// 1 if it is won and can be played on.
    pub can_go_on: i32,
    /// 1 if it was won at some time.
    pub was_won: i32,
    /// Rows of the grid.
    pub rows: u32,
    /// Columns of the grid.
    pub columns: u32,
    /// The number of directions.
    pub directions: u32,
    /// The score.
    pub score: f64,
    /// The moves so far.
    pub moves: u64,
    /// The directions that move something, a bit for each; those from 64 on are left out.
    pub legal: u64,
    /// The number of steps that can be undone.
    pub undo_steps: u64,
    /// The number of undone steps that can be made again.
    pub redo_steps: u64,
    /// The seed that the game was started with; 0 if it is not known.
    pub seed: u64,
}

// SAFETY: the first field is the size; the others are numbers.
unsafe impl Growing for Status {}

/// The cells of a game, row by row.
#[repr(C)]
pub struct Board {
    /// The size of the struct: sizeof(pm_board).
    pub size: usize,
    /// The number of cells of the arrays: rows times columns.
    pub cells: usize,
    /// NULL, or room for the kind of each cell: the number of the kind of a tile, from 0 on;
    /// PM_EMPTY, PM_HOLE or another negative number where there is none.
    kinds: *mut i32,
    /// NULL, or room for what each tile is worth: 0 where there is none, NaN where that
    /// can't be computed.
    values: *mut f64,
    /// NULL, or room for the level of each cell: one number for its content, for learners.
    /// An empty cell has 0, a tile of value 1 and more has 1 + log2(value).
    levels: *mut f32,
}

// SAFETY: the first field is the size; the others are a number and pointers that may be NULL.
unsafe impl Growing for Board {}

impl Board {
    /// The kinds, if they are wanted.
    pub fn kinds(&mut self) -> Option<&mut [i32]> {
        // SAFETY: it is NULL, or there is room for `cells` of them.
        unsafe { cleared(self.kinds, self.cells) }
    }

    /// The values, if they are wanted.
    pub fn values(&mut self) -> Option<&mut [f64]> {
        // SAFETY: it is NULL, or there is room for `cells` of them.
        unsafe { cleared(self.values, self.cells) }
    }

    /// The levels, if they are wanted.
    pub fn levels(&mut self) -> Option<&mut [f32]> {
        // SAFETY: it is NULL, or there is room for `cells` of them.
        unsafe { cleared(self.levels, self.cells) }
    }
}

/// A tile that may spawn after a move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spawn {
    /// The row of its cell, counted from the top, from 0.
    pub row: u32,
    /// The column of its cell, counted from the left, from 0.
    pub column: u32,
    /// The number of its kind, as in pm_board.
    pub kind: i32,
    /// Its probability. Those of all spawns after a move have the sum 1.
    pub probability: f64,
}

/// The result of a move before anything spawns.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Afterstate {
    /// The size of the struct: sizeof(pm_afterstate).
    pub size: usize,
    /// NULL, or room for `capacity` spawns.
    spawns: *mut Spawn,
    /// The number of spawns that there is room for.
    pub capacity: usize,
    /// Set: the number of possible spawns, whether there is room for them or not.
    pub count: usize,
    /// Set: the points of the move.
    pub points: f64,
    /// Set: 1 if anything moved, else 0.
    pub moved: i32,
    /// Set: PM_SPAWNS_NONE, PM_SPAWNS_LISTED, PM_SPAWNS_SAMPLED or PM_SPAWNS_BY_CHANCE.
    pub spawning: i32,
}

// SAFETY: the first field is the size; the others are numbers and a pointer that may be NULL.
unsafe impl Growing for Afterstate {}

impl Afterstate {
    /// Room for `count` spawns, if they are wanted.
    pub fn room(&mut self) -> Result<Option<&mut [Spawn]>, Fault> {
        match self.spawns.is_null() || self.count <= self.capacity {
            // SAFETY: it is NULL, or there is room for `capacity` of them, which is enough.
            true => Ok(unsafe { cleared(self.spawns, self.count) }),
            false => Err(Fault::list(self.count, self.capacity)),
        }
    }
}

/// Moves of a move string, by the indices of their directions.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Moves {
    /// The size of the struct: sizeof(pm_moves).
    pub size: usize,
    /// The moves, or room for `capacity` of them; NULL to ask for their number.
    directions: *mut u32,
    /// The number of moves that there is room for.
    pub capacity: usize,
    /// The number of moves. pm_rules_read_moves sets it.
    pub count: usize,
    /// The number of moves without those at the end that may be padding, where a string does
    /// not say its length. pm_rules_read_moves sets it.
    pub least: usize,
}

// SAFETY: the first field is the size; the others are numbers and a pointer that may be NULL.
unsafe impl Growing for Moves {}

impl Moves {
    /// The moves.
    pub fn list(&self) -> Result<&[u32], Fault> {
        match (self.directions.is_null(), self.count) {
            (true, 0) => Ok(&[]),
            (true, _) => Err(Fault::null("moves->directions")),
            // SAFETY: it is not NULL, so that there are `count` of them.
            (false, count) => Ok(unsafe { slice::from_raw_parts(self.directions, count) }),
        }
    }

    /// Room for `count` moves, if they are wanted.
    pub fn room(&mut self) -> Result<Option<&mut [u32]>, Fault> {
        match self.directions.is_null() || self.count <= self.capacity {
            // SAFETY: it is NULL, or there is room for `capacity` of them, which is enough.
            true => Ok(unsafe { cleared(self.directions, self.count) }),
            false => Err(Fault::list(self.count, self.capacity)),
        }
    }
}

/// A step of all games of a batch: the directions, and what came of them. Arrays that are
/// NULL are left out.
#[repr(C)]
pub struct Step {
    /// The size of the struct: sizeof(pm_step).
    pub size: usize,
    /// The number of games of the arrays.
    pub games: usize,
    /// The number of cells of each: rows times columns.
    pub cells: usize,
    /// The direction for each game; NULL to play nothing and only to look.
    directions: *const u8,
    /// The kind of each cell, game by game, as in pm_board: games * cells of them.
    kinds: *mut i32,
    /// The values of the tiles, as in pm_board: games * cells of them.
    values: *mut f64,
    /// The points of each game in the step.
    rewards: *mut f64,
    /// 1 if anything moved, else 0.
    moved: *mut u8,
    /// 1 if the game ended in the step, else 0. Another one is in its place then.
    over: *mut u8,
    /// 1 if the turn was refused or failed, so that the game is as before; else 0.
    failed: *mut u8,
    /// The directions that move something, a bit for each.
    legal: *mut u64,
    /// The score with which the last game in each place ended.
    final_scores: *mut f64,
    /// The levels of the cells, as in pm_board: games * cells of them.
    levels: *mut f32,
    /// 1 if the game was won at some time, else 0.
    won: *mut u8,
}

// SAFETY: the first field is the size; the others are numbers and pointers that may be NULL.
unsafe impl Growing for Step {}

impl Step {
    /// The number of cells of all games.
    fn all(&self) -> usize {
        // More than there can be is refused before anything is read (`batch`).
        self.games.saturating_mul(self.cells)
    }

    /// The directions, if something is played.
    pub fn directions(&self) -> Option<&[u8]> {
        match self.directions.is_null() {
            true => None,
            // SAFETY: it is not NULL, so that there is one for each game.
            false => Some(unsafe { slice::from_raw_parts(self.directions, self.games) }),
        }
    }

    /// The kinds of all cells, if they are wanted.
    pub fn kinds(&mut self) -> Option<&mut [i32]> {
        // SAFETY: it is NULL, or there is room for one for each cell of each game.
        unsafe { cleared(self.kinds, self.all()) }
    }

    /// The values of all cells, if they are wanted.
    pub fn values(&mut self) -> Option<&mut [f64]> {
        // SAFETY: it is NULL, or there is room for one for each cell of each game.
        unsafe { cleared(self.values, self.all()) }
    }

    /// The rewards, if they are wanted.
    pub fn rewards(&mut self) -> Option<&mut [f64]> {
        // SAFETY: it is NULL, or there is room for one for each game.
        unsafe { cleared(self.rewards, self.games) }
    }

    /// The flags of games that moved, if they are wanted.
    pub fn moved(&mut self) -> Option<&mut [u8]> {
        // SAFETY: it is NULL, or there is room for one for each game.
        unsafe { cleared(self.moved, self.games) }
    }

    /// The flags of games that ended, if they are wanted.
    pub fn over(&mut self) -> Option<&mut [u8]> {
        // SAFETY: it is NULL, or there is room for one for each game.
        unsafe { cleared(self.over, self.games) }
    }

    /// The flags of games in which nothing happened, if they are wanted.
    pub fn failed(&mut self) -> Option<&mut [u8]> {
        // SAFETY: it is NULL, or there is room for one for each game.
        unsafe { cleared(self.failed, self.games) }
    }

    /// The legal directions, if they are wanted.
    pub fn legal(&mut self) -> Option<&mut [u64]> {
        // SAFETY: it is NULL, or there is room for one for each game.
        unsafe { cleared(self.legal, self.games) }
    }

    /// The last scores, if they are wanted.
    pub fn final_scores(&mut self) -> Option<&mut [f64]> {
        // SAFETY: it is NULL, or there is room for one for each game.
        unsafe { cleared(self.final_scores, self.games) }
    }

    /// The levels of all cells, if they are wanted.
    pub fn levels(&mut self) -> Option<&mut [f32]> {
        // SAFETY: it is NULL, or there is room for one for each cell of each game.
        unsafe { cleared(self.levels, self.all()) }
    }

    /// The flags of games that were won, if they are wanted.
    pub fn won(&mut self) -> Option<&mut [u8]> {
        // SAFETY: it is NULL, or there is room for one for each game.
        unsafe { cleared(self.won, self.games) }
    }
}

/// Room for the boards of a batch after each direction, and the points of these turns. Arrays
/// that are NULL are left out.
#[repr(C)]
pub struct Afterstates {
    /// The size of the struct: sizeof(pm_afterstates).
    pub size: usize,
    /// The number of games of the arrays.
    pub games: usize,
    /// The number of directions of each.
    pub directions: usize,
    /// The number of cells of each board: rows times columns.
    pub cells: usize,
    /// The kind of each cell as in pm_board, direction by direction, game by game:
    /// games * directions * cells of them.
    kinds: *mut i32,
    /// The points of each turn: games * directions of them.
    points: *mut f64,
}

// SAFETY: the first field is the size; the others are numbers and pointers that may be NULL.
unsafe impl Growing for Afterstates {}

impl Afterstates {
    /// The number of turns of all games.
    fn turns(&self) -> usize {
        // More than there can be is refused before anything is read (`batch`).
        self.games.saturating_mul(self.directions)
    }

    /// The kinds of all cells and the points of all turns, as far as they are wanted.
    pub fn arrays(&mut self) -> (Option<&mut [i32]>, Option<&mut [f64]>) {
        let turns = self.turns();
        // SAFETY: each is NULL, or there is room of its own for one for each cell after each
        // direction, and for one for each direction of each game.
        unsafe { (cleared(self.kinds, turns.saturating_mul(self.cells)), cleared(self.points, turns)) }
    }
}

/// Returns a caller's array, filled with zeros: its contents may not be initialised.
///
/// # Safety
/// It is NULL, or aligned, with room for so many numbers that nothing else looks at.
unsafe fn cleared<'a, T: Copy>(array: *mut T, length: usize) -> Option<&'a mut [T]> {
    if array.is_null() {
        return None;
    }
    // SAFETY: by the promise of the caller; bytes of 0 are a number.
    unsafe {
        array.write_bytes(0, length);
        Some(slice::from_raw_parts_mut(array, length))
    }
}

/// Stand-ins of tests for the arguments of C.
#[cfg(test)]
pub mod made {
    use super::*;

    pub fn text(text: &CStr) -> Text<'_> {
        Text(text.as_ptr(), PhantomData)
    }

    pub fn no_text() -> Text<'static> {
        Text(ptr::null(), PhantomData)
    }

    pub fn out<T>(place: &mut MaybeUninit<T>) -> Out<'_, T> {
        Out(Some(place))
    }

    pub fn no_out<T>() -> Out<'static, T> {
        Out(None)
    }

    pub fn own<T>(handle: Option<&T>) -> Own<'_, T> {
        Own(handle)
    }

    pub fn freed<T>(handle: Option<Box<T>>) -> Freed<'static, T> {
        Freed(handle.map_or(ptr::null_mut(), Box::into_raw), PhantomData)
    }

    /// A handle that is freed while the program still uses it.
    pub fn freed_in_use<T>(handle: &T) -> Freed<'static, T> {
        Freed(ptr::from_ref(handle).cast_mut(), PhantomData)
    }

    pub fn given<T: Growing>(value: &T) -> In<'_, T> {
        In(value, PhantomData)
    }

    pub fn nothing<T: Growing>() -> In<'static, T> {
        In(ptr::null(), PhantomData)
    }

    pub fn filled<T: Growing>(value: &mut T) -> Filled<'_, T> {
        Filled(value, PhantomData)
    }

    pub fn buffer(room: Option<&mut [u8]>) -> Buffer {
        let (bytes, capacity) = room.map_or((ptr::null_mut(), 0), |room| (room.as_mut_ptr(), room.len()));
        Buffer { bytes: bytes.cast(), capacity, length: 0 }
    }

    pub fn length(buffer: &Buffer) -> usize {
        buffer.length
    }

    fn start<T>(array: Option<&mut [T]>) -> *mut T {
        array.map_or(ptr::null_mut(), |array| array.as_mut_ptr())
    }

    pub fn board(cells: usize, kinds: Option<&mut [i32]>, values: Option<&mut [f64]>) -> Board {
        assert!(
            [kinds.as_ref().map(|own| own.len()), values.as_ref().map(|own| own.len())]
                .iter()
                .flatten()
                .all(|length| *length == cells)
        );
        let levels = ptr::null_mut();
        Board { size: size_of::<Board>(), cells, kinds: start(kinds), values: start(values), levels }
    }

    /// A board of which only the levels are read.
    pub fn levels(room: &mut [f32]) -> Board {
        Board { levels: room.as_mut_ptr(), ..board(room.len(), None, None) }
    }

    pub fn afterstate(room: Option<&mut [Spawn]>) -> Afterstate {
        let capacity = room.as_ref().map_or(0, |room| room.len());
        let size = size_of::<Afterstate>();
        Afterstate { size, spawns: start(room), capacity, count: 0, points: 9.0, moved: 9, spawning: 9 }
    }

    pub fn moves(count: usize, room: Option<&mut [u32]>) -> Moves {
        let capacity = room.as_ref().map_or(0, |room| room.len());
        Moves { size: size_of::<Moves>(), directions: start(room), capacity, count, least: 0 }
    }

    /// The arrays that a batch is read into.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Read {
        pub kinds: Vec<i32>,
        pub values: Vec<f64>,
        pub rewards: Vec<f64>,
        pub moved: Vec<u8>,
        pub over: Vec<u8>,
        pub failed: Vec<u8>,
        pub legal: Vec<u64>,
        pub final_scores: Vec<f64>,
        pub levels: Vec<f32>,
        pub won: Vec<u8>,
    }

    impl Read {
        pub fn of(games: usize, cells: usize) -> Read {
            let (flags, numbers) = (vec![0; games], vec![0.0; games]);
            Read {
                kinds: vec![0; games * cells],
                values: vec![0.0; games * cells],
                rewards: numbers.clone(),
                moved: flags.clone(),
                over: flags.clone(),
                failed: flags.clone(),
                legal: vec![0; games],
                final_scores: numbers,
                levels: vec![0.0; games * cells],
                won: flags,
            }
        }

        pub fn step(&mut self, directions: Option<&[u8]>) -> Step {
            let games = self.legal.len();
            assert!(directions.is_none_or(|own| own.len() == games));
            Step {
                size: size_of::<Step>(),
                games,
                cells: self.kinds.len() / games.max(1),
                directions: directions.map_or(ptr::null(), <[u8]>::as_ptr),
                kinds: self.kinds.as_mut_ptr(),
                values: self.values.as_mut_ptr(),
                rewards: self.rewards.as_mut_ptr(),
                moved: self.moved.as_mut_ptr(),
                over: self.over.as_mut_ptr(),
                failed: self.failed.as_mut_ptr(),
                legal: self.legal.as_mut_ptr(),
                final_scores: self.final_scores.as_mut_ptr(),
                levels: self.levels.as_mut_ptr(),
                won: self.won.as_mut_ptr(),
            }
        }
    }

    /// Room for boards after each direction.
    pub fn afterstates(
        (games, directions): (usize, usize),
        kinds: Option<&mut [i32]>,
        points: Option<&mut [f64]>,
    ) -> Afterstates {
        let cells = kinds.as_ref().map_or(16, |own| own.len() / (games * directions));
        assert!(points.as_ref().is_none_or(|own| own.len() == games * directions));
        let (kinds, points) = (start(kinds), start(points));
        Afterstates { size: size_of::<Afterstates>(), games, directions, cells, kinds, points }
    }

    /// Returns the value of a place that was initialised.
    pub fn taken<T>(place: MaybeUninit<T>) -> T {
        // SAFETY: tests make places with `MaybeUninit::new`.
        unsafe { place.assume_init() }
    }

    pub fn limits() -> Limits {
        let size = size_of::<Limits>();
        // SAFETY: by its trait, bytes of 0 are a value.
        Limits { size, ..unsafe { MaybeUninit::zeroed().assume_init() } }
    }

    pub fn status(size: usize) -> Status {
        // SAFETY: by its trait, bytes of 0 are a value.
        Status { size, ..unsafe { MaybeUninit::zeroed().assume_init() } }
    }

    /// The text at a pointer that the library gave.
    pub fn read(text: *const c_char) -> String {
        assert!(!text.is_null());
        // SAFETY: the library gives texts that end with a NUL.
        unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned()
    }
}

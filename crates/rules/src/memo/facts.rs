//! What is known of single tiles.

use crate::play::Play;
use crate::tile::TileId;

/// A question about a tile whose answer never changes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Question {
    Wins,
    Loses,
}

/// Answers, by tile. Only those are noted that depend on the tile alone.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Two bits for each question: known, and the answer.
    answers: Vec<u8>,
}

impl Facts {
    pub(crate) fn answer(&self, question: Question, id: TileId) -> Option<bool> {
        let answers = self.answers.get(id.index())? >> (2 * question as u8);
        (answers & 1 == 1).then_some(answers & 2 != 0)
    }

    pub(crate) fn note(&mut self, question: Question, id: TileId, answer: bool) {
        let index = id.index();
        if self.answers.len() <= index {
            self.answers.resize(index + 1, 0);
        }
        self.answers[index] |= (1 | u8::from(answer) << 1) << (2 * question as u8);
    }
}

impl Play<'_> {
    /// What is known of a tile of the grid's table.
    pub(crate) fn answer(&mut self, question: Question, id: TileId) -> Option<bool> {
        let memory = self.memory.as_deref_mut()?;
        memory.keep_to(&self.state.grid);
        memory.facts.answer(question, id)
    }

    /// Remembers an answer that depends on the tile alone.
    pub(crate) fn note_answer(&mut self, question: Question, id: TileId, answer: bool) {
        if let Some(memory) = self.memory.as_deref_mut() {
            memory.keep_to(&self.state.grid);
            memory.facts.note(question, id, answer);
        }
    }
}

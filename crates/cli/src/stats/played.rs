//! The games of `polymerge stats`, played on all cores.

use polymerge::sample::Chooser;
use polymerge::{Error, Rules};
use polymerge_player::{GamePlayer, LearnedValue, Policy};

use crate::stats::games::Row;
use crate::stats::parallel::{Interrupt, Jobs};

/// The player of the games of a run, with its options.
pub struct RunPlayer<'r> {
    pub rules: &'r Rules,
    pub policy: Policy,
    pub most_turns: u64,
}

impl RunPlayer<'_> {
    /// Plays the games of these seeds. After an interrupt, it returns those that have ended.
    ///
    /// # Errors
    ///
    /// The start of a game fails.
    pub fn play(
        &self,
        name: &str,
        seeds: &[u64],
        threads: Option<u64>,
        value: Option<LearnedValue>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Row>, Error> {
        let jobs = Jobs { name, unit: "games", count: seeds.len(), threads };
        jobs.run(
            || GamePlayer::new(self.policy, value.clone().map(Box::new), 0),
            |player, number| match seeds.get(number) {
                Some(seed) => self.game(*seed, player, interrupt),
                None => Ok(None),
            },
        )
    }

    /// Plays a game; `None` if it was interrupted. If a turn fails, the game counts as before it.
    fn game(&self, seed: u64, player: &mut GamePlayer, interrupt: &Interrupt) -> Result<Option<Row>, Error> {
        let mut play = self.rules.course(seed, self.most_turns)?;
        player.begin(seed);
        loop {
            if interrupt.is_asked() {
                return Ok(None);
            }
            match play.step(|game| player.choose(game)) {
                Ok(true) => {}
                Ok(false) | Err(_) => return Ok(Some(Row::of(play.into_course()))),
            }
        }
    }
}

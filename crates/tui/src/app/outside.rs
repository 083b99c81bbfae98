//! The exchange of the terminal game with the world outside: saved and exported games, the score
//! service, settings.

use polymerge_app::failure::Failure;
use std::collections::BTreeSet;

use polymerge_app::config;
use polymerge_app::saves::{Saves, Unreadable, describe_unreadable, now};

use super::App;
use super::game_screen::GameScreen;
use crate::service::{Answer, DayCalls, Service};
use crate::share::{self, ExportJob, Exported, Form, SharedGame};

impl App {
    /// Sets the score service, for games to submit and for the game of the day.
    #[must_use]
    pub fn with_service(mut self, service: Option<Service>) -> App {
        self.service = service;
        if self.service.is_some() {
            self.games.iter_mut().for_each(|screen| screen.controller.offer_service());
        }
        if self.in_lobby {
            self.ask_for_daily();
        }
        self
    }

    /// Sets the functions that keep the days of the daily game.
    #[must_use]
    pub fn with_days(mut self, days: DayCalls) -> App {
        self.days = Some(days);
        if self.in_lobby {
            self.show_streak();
        }
        self
    }

    /// Shows the streak beside the game of the day.
    pub(super) fn show_streak(&mut self) {
        if let Some(days) = self.days {
            self.lobby.set_streak((days.streak)());
        }
    }

    /// Notes that a move was made in the game in play: it may be that of a day.
    pub(super) fn note_day(&mut self) {
        let Some(days) = self.days.filter(|_| !self.in_lobby && self.viewer.is_none()) else { return };
        let Some(screen) = self.games.last_mut() else { return };
        let game = screen.controller.game();
        let (seed, has_moves) = (game.seed(), game.moves() > 0);
        if has_moves && self.noted != Some(seed) {
            // What could not be kept is tried again with the next move.
            self.noted = (days.take_part)(seed).then_some(seed);
        }
    }

    /// Takes the score service, which may still owe an answer.
    pub fn take_service(&mut self) -> Option<Service> {
        self.service.take()
    }

    pub(super) fn ask_for_daily(&mut self) {
        if let Some(service) = &mut self.service {
            service.ask_for_daily(now());
        }
    }

    /// Handles an answer of the score service. Returns true if there was one.
    pub(super) fn poll_service(&mut self) -> bool {
        match self.service.as_mut().and_then(Service::answer) {
            None => return false,
            Some(Answer::HandedIn(message)) => self.notify(message),
            Some(Answer::Daily(daily)) => self.lobby.set_daily(daily),
            Some(Answer::Sent(None)) => return false,
            Some(Answer::Sent(Some(message))) => self.notify(message),
        }
        true
    }

    /// Sends the moves of a ranked game in play.
    pub(super) fn send_checkpoint(&mut self) {
        let Some(service) = self.service.as_mut().filter(|_| !self.in_lobby && self.viewer.is_none()) else {
            return;
        };
        if let Some(screen) = self.games.last_mut() {
            let title = screen.controller.title().to_owned();
            service.checkpoint(&screen.mode, &title, screen.controller.game());
        }
    }

    /// Exports the game on the screen.
    pub(super) fn share(&mut self, form: Form) {
        let Some(screen) = self.games.last_mut() else { return };
        let title = screen.controller.title().to_owned();
        let shared = SharedGame { name: &screen.mode, title: &title, game: screen.controller.game() };
        if form != Form::Cast {
            let exported = share::export(&shared, form, self.export_folder.as_deref());
            return self.exported(exported);
        }
        let message = match &self.export_job {
            Some(_) => "a recording is being written; wait until it is done".into(),
            None => match ExportJob::start(&shared, form, self.export_folder.as_deref()) {
                Ok(export_job) => {
                    self.export_job = Some(export_job);
                    "recording the game; you can play on".into()
                }
                Err(failure) => failure.message().to_owned(),
            },
        };
        screen.controller.notify(message);
    }

    /// Shows the result of an export.
    fn exported(&mut self, exported: Result<Exported, Failure>) {
        let message = match exported {
            Ok(exported) => {
                // What was copied just before a recording is done stays.
                self.copied = exported.copied.or(self.copied.take());
                exported.message
            }
            Err(failure) => failure.message().to_owned(),
        };
        self.notify(message);
    }

    /// Handles a finished recording. Returns true if there was one.
    pub(super) fn poll_export_job(&mut self) -> bool {
        let Some(exported) = self.export_job.as_ref().and_then(ExportJob::result) else { return false };
        self.export_job = None;
        self.exported(exported);
        true
    }

    /// Takes the recording that is still being written.
    pub fn take_export_job(&mut self) -> Option<ExportJob> {
        self.export_job.take()
    }

    pub(super) fn hand_in(&mut self) {
        let (Some(screen), Some(service)) = (self.games.last_mut(), &mut self.service) else { return };
        let title = screen.controller.title().to_owned();
        let message = service.hand_in(&screen.mode, title, screen.controller.game());
        screen.controller.notify(message);
    }

    /// Returns the text to put into the clipboard, once.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// Saves a setting in the configuration file, and shows the new value.
    pub(super) fn keep_setting(&mut self, name: &str, value: &str) {
        let kept = self.settings.as_ref().map(|file| config::keep(file, name, value));
        self.notify(match kept {
            Some(Ok(())) => format!("{name}: {value}"),
            Some(Err(failure)) => format!("{name}: {value}; it can't be kept: {}", failure.message()),
            None => format!("{name}: {value}, until you leave"),
        });
    }

    /// Reports unreadable files of saved games, each once.
    pub(super) fn report_unreadable(&mut self, found: Vec<Unreadable>) {
        let kept = self.saves.as_ref().map(Saves::statistics).unwrap_or_default();
        let all: BTreeSet<Unreadable> = found.into_iter().chain(kept.unreadable).collect();
        let news: Vec<Unreadable> = all.difference(&self.reported).cloned().collect();
        if let Some(message) = describe_unreadable(&news) {
            self.notify(message);
        }
        self.reported.extend(news);
    }

    /// Saves the game on the screen, if it has changed.
    pub(super) fn keep(&mut self) {
        let Some(GameScreen { controller, slot: Some(slot), .. }) = self.games.last_mut() else { return };
        if controller.take_restarted() {
            // The game before stays as it was kept last.
            if let Some(saves) = &self.saves {
                let before = slot.record();
                controller.compare(saves.best_score(&before.mode, ""));
                *slot = saves.begin_another(before);
            }
        }
        if !controller.take_changed() || (controller.game().steps() == 0 && !slot.is_kept()) {
            return;
        }
        slot.moved_by(controller.moved_by());
        if let Err(failure) = slot.keep(controller.game()) {
            let failure = failure.of("can't be saved").with("the game goes on, the next move is saved again");
            controller.notify(failure.message().to_owned());
        }
    }
}
